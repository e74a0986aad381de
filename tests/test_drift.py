"""Undeclared fields are reported, and fill a column that is declared later."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Dbt, session
from loads import Loads, relation
from shop import COLUMNS, MORNING, Record, Shop, broken, change, key
from test_sql_style import lint_compiled


@pytest.fixture(scope="module")
def drifting(target: Path, dbt: Dbt, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """Two loads: the second has new fields, a plan that is a number, and no names."""
    shop = Shop(tmp_path_factory.mktemp("drifting"), "drifting")
    shop.write("models/drift.sql", "{{ debezium.drift(ref('base_customers')) }}")
    declare(shop, {"base_customers": COLUMNS, "drift": COLUMNS})
    shop.land(change(1, "c", 1, name="Ann", plan="1"))
    shop.dbt("run", "--select", "base_customers")
    shop.land(
        change(2, "c", 2, plan="2", phone="555", born="2000-02-30"),
        change(3, "u", 1, plan="x", phone="556"),
        change(4, "d", 2, name="Ben"),
        broken(3, '{"op":'),
    )
    shop.dbt("run", "--select", "base_customers", "drift")
    return shop


def declare(shop: Shop, models: dict[str, dict[str, str]], **tests: Any) -> None:
    """The models' YAML: their columns; plans are numbers now."""
    listed = []
    for name, columns in models.items():
        types = {**columns, "plan": "int"}
        named = [{"name": each, "data_type": kind} for each, kind in types.items()]
        listed.append({"name": name, "columns": named, **tests.get(name, {})})
    landing = {"name": "landing", "schema": "drifting_landing", "tables": [{"name": "customers"}]}
    text = yaml.safe_dump({"sources": [landing], "models": listed}, sort_keys=False)
    shop.write("models/models.yml", text)


def test_drift_is_reported(drifting: Shop) -> None:
    assert drifting.rows("drift", "kind, source_field, events, first_load, last_load, example") == [
        ["empty_column", "name", 2, 2, 2, None],
        ["invalid_value", "plan", 1, 2, 2, "x"],
        ["new", "born", 1, 2, 2, "2000-02-30"],
        ["new", "phone", 2, 2, 2, "556"],
    ]


def priced(minute: int, scale: int, price: str) -> Record:
    """Return a change whose price is a decimal of that scale, as the message's own schema says."""
    kind = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
    fields = [
        {"field": "id", "type": "int32"},
        {"field": "price", **kind, "parameters": {"scale": str(scale)}},
    ]
    id_text, text = change(minute, "c", minute, price=price)
    assert text
    after = {"field": "after", "type": "struct", "fields": fields}
    schema = {"type": "struct", "fields": [after]}
    return id_text, json.dumps({"schema": schema, "payload": json.loads(text)})


@pytest.mark.slow
def test_a_changed_scale_is_reported(target: Path, tmp_path: Path) -> None:
    """As long as the newest event has another than the declared one."""
    shop = Shop(tmp_path, "retyped")
    kind = "org.apache.kafka.connect.data.Decimal"
    selected = ["run", "--select", "base_customers", "drift"]

    def declared(data_type: str) -> None:
        column = {"name": "price", "data_type": data_type}
        columns = [column | {"config": {"meta": {"debezium": {"semantic_type": kind}}}}]
        columns.insert(0, {"name": "id", "data_type": "int"})
        tables = {"schema": "retyped_landing", "tables": [{"name": "customers"}]}
        base = {"name": "base_customers", "columns": columns}
        content = {"sources": [{"name": "landing", **tables}], "models": [base]}
        shop.write("models/models.yml", yaml.safe_dump(content, sort_keys=False))

    declared("decimal(12,2)")
    shop.write("models/drift.sql", "{{ debezium.drift(ref('base_customers')) }}")
    shop.land(priced(1, 2, "KAo="))
    shop.dbt(*selected)
    assert shop.rows("drift", "*") == []
    shop.land(priced(2, 4, "D6Po"), priced(3, 4, "D6Pp"))
    shop.dbt(*selected)
    shown = "kind, source_field, events, first_load, last_load, example"
    assert shop.rows("drift", shown) == [
        ["invalid_value", "price", 1, 2, 2, '{"scale":4,"value":"D6Pp"}'],
        ["retyped", "price", 2, 2, 2, "decimal 4"],
    ]
    assert shop.rows("base_customers", "price", "_topic_offset") == [
        [Decimal("102.50")],
        [Decimal("102.50")],
        [None],
    ]
    declared("decimal(12,4)")
    rebuilt = ["--full-refresh", "--vars", "{debezium__full_refresh: base_customers}"]
    shop.dbt(*selected, *rebuilt)
    assert shop.rows("drift", "*") == []
    assert shop.rows("base_customers", "price, _retyped", "_topic_offset") == [
        [Decimal("102.50"), {"price": "decimal 2"}],
        [Decimal("102.50"), None],
        [Decimal("102.5001"), None],
    ]


def drifted(folder: Path, schema: str) -> Shop:
    shop = Shop(folder, schema)
    shop.write("models/drift.sql", f"{{{{ debezium.drift(ref('base_customers'), {COLUMNS}) }}}}")
    return shop


@pytest.mark.slow
def test_late_events_make_no_column_empty(target: Path, tmp_path: Path) -> None:
    """As those do that are reclassified: they had landed before the values that are there."""
    shop = drifted(tmp_path, "late")
    selected = ["run", "--select", "base_customers", "drift"]
    shop.land(change(1, "c", 1, name="Ann", plan="free"), at=MORNING + timedelta(hours=1))
    shop.dbt(*selected)
    shop.land(change(2, "c", 2, name="Ben"), at=MORNING)
    shop.dbt(*selected)
    assert shop.rows("drift", "*") == []
    shop.land(change(3, "c", 3, name="Cy"), at=MORNING + timedelta(hours=2))
    shop.dbt(*selected)
    assert shop.rows("drift", "kind, source_field, events") == [["empty_column", "plan", 1]]


@pytest.mark.slow
def test_an_entity_without_events_is_reported(target: Path, tmp_path: Path) -> None:
    shop = drifted(tmp_path, "no_events")
    base = (shop.folder / "models" / "base_customers.sql").read_text()
    wrong = base.replace("key=['id']", "key=['id'], entity={'topic': 'custmers'}")
    shop.write("models/base_customers.sql", wrong)
    selected = ["run", "--select", "base_customers", "drift"]
    shop.land(change(1, "c", 1, name="Ann"), change(2, "u", 1, name="Bea"), broken(1, "{"))
    shop.dbt(*selected)
    assert shop.rows("drift", "*") == [["no_events", "entity", 2, 1, 1, "customers"]]
    # the columns are those of the base model
    shop.dbt("show", "--inline", "{{ debezium.drift(ref('base_customers')) }}")
    shop.land(change(3, "u", 1, name="Cy", plan="free"), topic="custmers")
    shop.dbt(*selected)
    assert shop.rows("drift", "*") == []


@pytest.mark.parametrize(
    ("kinds", "severity", "passes"),
    [
        (["new"], "error", False),
        (["new"], "warn", True),
        (["nothing"], "error", True),
        ([], "error", False),
    ],
)
def test_a_model_has_its_policy(
    drifting: Shop, kinds: list[str], severity: str, passes: bool
) -> None:
    test = {"arguments": {"kinds": kinds}, "config": {"severity": severity}}
    tests = {"base_customers": {"data_tests": [{"debezium.no_drift": test}]}}
    declare(drifting, {"base_customers": COLUMNS, "drift": COLUMNS}, **tests)
    result = drifting.dbt("test", "--select", "base_customers", check=False)
    assert result.success == passes


def test_a_column_that_comes_is_filled_with_what_was_kept(drifting: Shop) -> None:
    later = {**COLUMNS, "phone": "int", "born": "date"}
    model = (drifting.folder / "models" / "base_customers.sql").read_text()
    appended = model.replace("config(", "config(on_schema_change='append_new_columns', ")
    drifting.write("models/base_customers.sql", appended)
    declare(drifting, {"base_customers": later, "drift": later})
    drifting.dbt("run", "--select", "base_customers")
    call_arguments = "{model: base_customers, columns: [phone, born]}"
    drifting.dbt("run-operation", "debezium.backfill", "--args", call_arguments)
    shown = "_key, phone, born, _extra, _invalid"
    assert drifting.rows("base_customers", shown, "_topic_offset") == [
        [key(1).replace(" ", ""), None, None, None, None],
        [key(2).replace(" ", ""), 555, None, None, {"born": "2000-02-30"}],
        [key(1).replace(" ", ""), 556, None, None, {"plan": "x"}],
        [key(2).replace(" ", ""), None, None, None, None],
        [key(3).replace(" ", ""), None, None, None, None],
    ]
    wrong = ["run-operation", "debezium.backfill", "--args"]
    wrong += ["{model: base_customers, columns: [nothing]}"]
    assert not drifting.dbt(*wrong, check=False).success


@pytest.mark.slow
def test_a_type_widens_without_a_rebuild(drifting: Shop) -> None:
    """In base, current and history; what had not fitted is filled from `_invalid`."""
    later = {"phone": "int", "born": "date"}
    tables = ["base_customers", "customers", "customers_history"]
    for id_type in ("int", "bigint"):
        held = {name: {**COLUMNS, "id": id_type} for name in tables}
        held["base_customers"] = held["base_customers"] | later
        declare(drifting, held)
        if id_type == "int":
            drifting.dbt("run", "--exclude", "drift")
    drifting.land(change(5, "c", 2**40, name="Far"))
    drifting.dbt("run-operation", "debezium.widen", "--args", "{model: base_customers}")
    drifting.dbt("run", "--exclude", "drift")
    for table in tables[1:]:
        assert drifting.rows(table, "id, name")[-1] == [2**40, "Far"]
    assert drifting.rows("base_customers", "count(distinct _load)", "1") == [[3]]


def test_the_sql_is_in_style(drifting: Shop, tmp_path: Path) -> None:
    compiled = drifting.folder / "target" / "compiled" / "shop" / "models" / "drift.sql"
    found = lint_compiled({"drift": compiled.read_text()}, tmp_path)
    assert not found, found


ADDRESSES = {
    "_id": "int",
    "city": {"data_type": "string", "path": "address.city"},
    "lat": {"data_type": "double", "path": "address.place.lat"},
    "owner": "struct<name: string, mail: string>",
    "items": "array<struct<sku: string, parts: array<struct<no: int>>>>",
    "first_tag": {"data_type": "string", "path": "tags.0.name"},
    "notes": "string",
}


def mongodb(number: int, op: str = "u", updated: Any = None, **fields: Any) -> tuple[str, str]:
    """Return a change of one document, whole or by what was updated in it."""
    message = {"op": op, "source": {"ts_ms": number, "ord": 1}}
    if fields:
        message["after"] = json.dumps({"_id": 1, **fields})
    if updated:
        message["updateDescription"] = {"updatedFields": json.dumps(updated)}
    return json.dumps({"id": "1"}), json.dumps(message)


def test_fields_inside_documents_are_reported(loads: Loads, tmp_path: Path) -> None:
    """Of objects and arrays declared by some fields; of updates that carry no document."""
    declared = {"city": "x", "place": {"lat": 1.5}}
    messages = [
        mongodb(1, "c", address=declared, owner={"name": "a"}, tags=[{"name": "t", "no": 1}]),
        mongodb(2, address={"geo": {"lat": 1}, "place": {"lat": 2, "lon": 3}}, notes={"a": 1}),
        mongodb(3, owner={"age": 5}, items=[{"sku": "a", "qty": 2}, {"qty": 3, "parts": []}]),
        mongodb(4, items=[{"parts": [{"no": 1}, {"no": 2, "size": 9}]}], address="a text"),
        mongodb(5, updated={"address.geo.lat": 2, "address.city": "y", "tags.3.no": 4}),
        mongodb(6, updated={"items.0.qty": 1, "items.1.parts.0.no": 1, "phone": "555"}),
        mongodb(7, updated={"owner": {"name": "b", "age": 6}, "items.0": {"sku": "b"}}),
        mongodb(8, updated={"mail": "m"}, mail="m"),
    ]
    loads.land([("t", 0, n, None, *message) for n, message in enumerate(messages)])
    landing = relation("scratch", "landing")
    loads.build(
        "nested", f"unwrap({landing}, 'kafka', 'mongodb', key=['_id'], columns={ADDRESSES})"
    )
    drift = loads.sql(f"drift({relation('nested')}, columns={ADDRESSES})", incremental=True)
    found = lint_compiled({"drift": drift}, tmp_path)
    assert not found, found
    rows = session().sql(drift).collect()
    assert sorted((row["source_field"], row["events"], row["example"]) for row in rows) == [
        ("address.geo", 2, '{"lat":1}'),
        ("address.place.lon", 1, "3"),
        ("items.parts.size", 1, "9"),
        ("items.qty", 2, "3"),
        ("mail", 1, "m"),
        ("owner.age", 2, "6"),
        ("phone", 1, "555"),
    ]
