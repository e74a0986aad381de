"""A column that is declared late is filled as if it had been declared from the first."""

from __future__ import annotations

import json
import os
import re
import shlex
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Printed, operation, session
from shop import BASE, COLUMNS, LATER_LOADS, STAGED_EVENTS, Record, Shop, incremental

TABLES = ["base_customers", "stg_customers", "customers"]
Later = dict[str, Any]


def declare(shop: Shop, columns: Later) -> None:
    """The models with these columns; a staging model hands on what it is given."""
    named = []
    for name, column in columns.items():
        kind, meta = column if isinstance(column, tuple) else (column, {})
        named.append({"name": name, "data_type": kind, "config": {"meta": {"debezium": meta}}})
    models = [{"name": name, "columns": named} for name in ("base_customers", "customers")]
    tables = {"schema": f"{shop.schema}_landing", "tables": [{"name": "customers"}]}
    sources = [{"name": "landing", **tables}]
    text = yaml.safe_dump({"sources": sources, "models": models}, sort_keys=False)
    shop.write("models/models.yml", text)


def begun(folder: Path, connector: str, columns: Later, more: str = "") -> Shop:
    """Return a project whose models are of a connector.

    Its base model appends new columns.
    """
    shop = Shop(folder, f"backfill_{folder.name}")
    key = "_id" if connector == "mongodb" else "id"
    call = BASE.replace("'db2'", f"'{connector}'").replace("'id'])", f"'{key}']{more})")
    grows = "on_schema_change='append_new_columns'"
    shop.write("models/base_customers.sql", incremental(call, "_landing_id", LATER_LOADS, grows))
    shop.write(
        "models/stg_customers.sql",
        "select * from {{ ref('base_customers') }} where _class = 'data'",
    )
    current_call = (
        STAGED_EVENTS[:-1] + ", connector='mongodb')" if connector == "mongodb" else STAGED_EVENTS
    )
    shop.write("models/customers.sql", incremental("debezium.current" + current_call, "_key"))
    for name in ("customers_history", "customers_active"):
        (shop.folder / "models" / f"{name}.sql").unlink()
    declare(shop, columns)
    return shop


def rebuilt(shop: Shop) -> None:
    for table in TABLES:
        kind = "view" if table.startswith("stg") else "table"
        session().sql(f"drop {kind} if exists {shop.schema}.{table}")
    shop.dbt("run", "--select", *TABLES)


def test_of_postgresql(target: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A large value that an update left alone is none, by the placeholder of the model's call; a
    masked value goes nowhere."""
    columns = {"id": "int", "name": "string"}
    later = columns | {"phone": "int", "note": "string", "born": ("string", {"mask": "omit"})}
    unavailable = 'it\'s \\ not "sent" é'
    more = f", unavailable_value_placeholder={unavailable!r}"
    shop = begun(tmp_path_factory.mktemp("postgresql"), "postgresql", columns, more)
    shop.land(
        event(1, "c", name="Ann", phone=555, note="long", born="2000"),
        event(2, "u", name="Anna", phone="x", note=unavailable, born="2000"),
    )
    shop.dbt("run", "--select", *TABLES)
    declare(shop, later)
    shop.dbt("run", "--select", "base_customers")
    if os.environ.get("DEBEZIUM_FILE_FORMAT", "iceberg") == "iceberg":
        table = f"{shop.schema}.base_customers"
        mode = "'write.merge.mode' = 'copy-on-write'"
        session().sql(f"alter table {table} set tblproperties ({mode})")
    shop.dbt(*operation("backfill", model="base_customers", columns=["phone", "note", "born"]))
    shown = "phone, note, born, _unavailable, _invalid, _extra"
    assert shop.rows("base_customers", shown, "_topic_offset") == [
        [555, "long", None, None, None, None],
        [None, None, None, ["note"], {"phone": "x"}, None],
    ]
    session().sql(f"drop table {shop.schema}.customers")
    shop.dbt("run", "--select", *TABLES)
    filled = shop.rows("customers", "id, name, phone, note")
    rebuilt(shop)
    assert filled == shop.rows("customers", "id, name, phone, note") == [[1, "Anna", None, "long"]]


@pytest.mark.slow
def test_of_types_that_changed_meanwhile(
    target: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each kept text shows what it is: its scale, its unit, that it is unsigned."""
    columns = {"id": "int"}
    decimal = "org.apache.kafka.connect.data.Decimal"
    time = "io.debezium.time."
    later = columns | {
        "price": ("decimal(12,4)", {"semantic_type": decimal}),
        "at": ("timestamp_ntz", {"semantic_type": time + "MicroTimestamp"}),
        "at_count": ("bigint", {"semantic_type": time + "MicroTimestamp", "path": "at"}),
        "n": ("decimal(20,0)", {"unsigned": True}),
    }
    shop = begun(tmp_path_factory.mktemp("retyped"), "mysql", columns)
    unsigned = {"__debezium.source.column.type": "BIGINT UNSIGNED"}
    for number, scale, price, unit, at in [
        (101, 2, "KAo=", "Timestamp", 1000),
        (102, 4, "D6Po", "MicroTimestamp", 1000000),
    ]:
        key, text = event(number, "u", price=price, at=at, n=-1)
        assert text
        fields = [
            {"field": "price", "type": "bytes", "name": decimal, "parameters": {"scale": scale}},
            {"field": "at", "type": "int64", "name": time + unit},
            {"field": "n", "type": "int64", "parameters": unsigned},
        ]
        after = {"field": "after", "type": "struct", "fields": fields}
        message = {"schema": {"type": "struct", "fields": [after]}, "payload": json.loads(text)}
        shop.land((key, json.dumps(message)))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, later)
    shop.dbt("run", "--select", "base_customers")
    names = ["price", "at", "at_count", "n"]
    shop.dbt(*operation("backfill", model="base_customers", columns=names))
    shown = "price, at, at_count, n, _extra, _invalid"
    second = datetime(1970, 1, 1, 0, 0, 1)
    assert (
        shop.rows("base_customers", shown, "_topic_offset")
        == [[Decimal("102.50"), second, 1000000, Decimal(2**64 - 1), None, None]] * 2
    )


@pytest.mark.slow
def test_of_documents(target: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Extended JSON, paths below a field, and patches of other fields."""
    columns = {"_id": "int", "name": "string"}
    later = columns | {
        "phone": "bigint",
        "since": "timestamp",
        "city": ("string", {"path": "address.city"}),
        "zip": ("string", {"path": "address.zip"}),
    }
    shop = begun(tmp_path_factory.mktemp("mongodb"), "mongodb", columns)
    ann = {
        "_id": 1,
        "name": "Ann",
        "phone": {"$numberLong": "555"},
        "since": {"$date": 1000},
        "address": {"city": "Ulm", "zip": "89073"},
    }
    shop.land(
        document(1, "c", after=json.dumps(ann)),
        document(1, "u", patch=json.dumps({"$set": {"name": "Anna"}, "$unset": {"phone": True}})),
        document(2, "c", after=json.dumps(ann | {"_id": 2})),
        document(2, "u", patch=json.dumps({"$set": {"name": "Ben"}})),
    )
    shop.dbt("run", "--select", *TABLES)
    declare(shop, later)
    # current reads a document as base does, so its own YAML may have the names and types alone
    file = shop.folder / "models" / "models.yml"
    described = yaml.safe_load(file.read_text())
    # the two models share one list, as an anchor
    described["models"][1]["columns"] = [
        {"name": each["name"], "data_type": each["data_type"]}
        for each in described["models"][1]["columns"]
    ]
    shop.write("models/models.yml", yaml.safe_dump(described, sort_keys=False))
    shop.dbt("run", "--select", "base_customers")
    names = ["phone", "since", "city", "zip"]
    shop.dbt(*operation("backfill", model="base_customers", columns=names))
    session().sql(f"drop table {shop.schema}.customers")
    shop.dbt("run", "--select", *TABLES)
    shown = "_id, name, phone, unix_millis(since), city, zip"
    filled = shop.rows("customers", shown)
    held = shop.rows("base_customers", f"{shown}, _unavailable, _extra, _invalid", "_topic_offset")
    rebuilt(shop)
    assert filled == shop.rows("customers", shown)
    assert filled == [
        [1, "Anna", None, 1000, "Ulm", "89073"],
        [2, "Ben", 555, 1000, "Ulm", "89073"],
    ]
    wanted = f"{shown}, _unavailable, _extra, _invalid"
    assert held == shop.rows("base_customers", wanted, "_topic_offset")


@pytest.fixture
def unnamed(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = Shop(tmp_path_factory.mktemp("unnamed"), "backfill_unnamed")
    call = BASE.replace("connector=", "").replace("layout=", "")
    shop.write("models/base_customers.sql", incremental(call, "_landing_id"))
    return shop


@pytest.mark.slow
def test_the_views_of_a_wider_column_are_recreated(
    target: Path, tmp_path: Path, printed: Printed
) -> None:
    columns = {"id": "int", "name": "string", "doc": "struct<`first name`: string>"}
    shop = begun(tmp_path, "mysql", columns)
    shop.land(event(1, "c", name="Ann"))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"id": "bigint"})
    printed()
    shop.dbt(*operation("widen", model="base_customers"))
    (command,) = re.findall(r"recreate the views .*: dbt (.*)", printed())
    assert command == "run --select stg_customers"
    shop.dbt(*shlex.split(command))
    assert shop.rows("stg_customers", "id, name") == [[1, "Ann"]]
    shop.dbt(*operation("widen", model="base_customers"))
    assert "recreate" not in printed()


@pytest.mark.slow
def test_the_printed_command_rebuilds_what_reads_a_wider_column(
    target: Path, tmp_path: Path, printed: Printed
) -> None:
    """The staging view too: a view keeps the types that its columns had."""
    columns = {"id": "int", "name": "string", "phone": "int"}
    shop = begun(tmp_path, "mariadb", columns)
    shop.land(event(1, "c", name="Ann", phone=2**40))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"phone": "bigint"})
    shop.dbt(*operation("widen", model="base_customers"))
    shop.dbt(*operation("backfill", model="base_customers", columns=["phone"]))
    (command,) = re.findall(r"rebuild the models that read it: dbt (.*)", printed())
    shop.dbt(*shlex.split(command))
    assert shop.rows("customers", "id, phone") == [[1, 2**40]]


@pytest.mark.slow
def test_the_image_before_a_change_has_a_later_column(
    target: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The table's struct `_previous` has the columns of its first load."""
    columns = {"id": "int", "name": "string"}
    folder = tmp_path_factory.mktemp("previous")
    shop = begun(folder, "postgresql", columns, ", previous=true")
    shop.land(changed(1, {"id": 1, "name": "Ann"}, {"id": 1, "name": "Anna"}))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"phone": "int"})
    before = {"id": 1, "name": "Anna", "phone": 5}
    shop.land(changed(2, before, before | {"phone": 6}))
    shop.dbt("run", "--select", *TABLES)
    shown = "phone, to_json(_previous), to_json(_changed)"
    assert shop.rows("base_customers", shown, "_topic_offset") == [
        [None, '{"id":1,"name":"Ann"}', '["name"]'],
        [6, '{"id":1,"name":"Anna","phone":5}', '["phone"]'],
    ]


@pytest.mark.slow
def test_the_image_before_a_change_is_wider_too(
    target: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    columns = {"id": "int", "name": "string", "phone": "int"}
    folder = tmp_path_factory.mktemp("wider_previous")
    shop = begun(folder, "postgresql", columns, ", previous=true")
    shop.land(event(1, "c", name="Ann", phone=5))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"phone": "bigint"})
    shop.dbt(*operation("widen", model="base_customers"))
    before = {"id": 1, "name": "Ann", "phone": 2**40}
    shop.land(changed(2, before, before | {"phone": 6}))
    shop.dbt("run", "--select", *TABLES)
    assert shop.rows("base_customers", "phone, _previous.phone", "_topic_offset") == [
        [5, None],
        [6, 2**40],
    ]


def test_a_call_that_names_no_connector(unnamed: Shop, printed: Printed) -> None:
    arguments = operation("backfill", model="base_customers", columns=list(COLUMNS))
    assert not unnamed.dbt(*arguments, check=False).success
    assert "the call in base_customers must pass connector as a literal" in printed()


def event(number: int, op: str, **row: Any) -> Record:
    image = {"id": 1, **row}
    source = {"name": "s", "db": "d", "schema": "s", "table": "t", "lsn": number, "ts_ms": number}
    return json.dumps({"id": 1}), json.dumps({"op": op, "source": source, "after": image})


def changed(number: int, before: dict[str, Any], after: dict[str, Any]) -> Record:
    key, value = event(number, "u", **after)
    return key, json.dumps(json.loads(str(value)) | {"before": before})


def document(number: int, op: str, **images: str) -> Record:
    source = {"name": "s", "db": "d", "collection": "c", "ts_ms": 1, "ord": 1 if op == "c" else 2}
    return json.dumps({"id": str(number)}), json.dumps({"op": op, "source": source, **images})


@pytest.mark.slow
def test_a_table_without_a_key_needs_the_images_before_changes(
    target: Path, tmp_path_factory: pytest.TempPathFactory, printed: Printed
) -> None:
    columns = {"id": "int", "name": "string"}
    shop = begun(tmp_path_factory.mktemp("images_before"), "postgresql", columns)
    call = BASE.replace("'db2'", "'postgresql'").replace("['id'])", "[], previous=true)")
    grows = "on_schema_change='append_new_columns'"
    shop.write("models/base_customers.sql", incremental(call, "_landing_id", LATER_LOADS, grows))
    counted = "debezium.current_without_key" + STAGED_EVENTS
    shop.write("models/customers.sql", incremental(counted, "_image", grows))
    before = {"id": 1, "name": "Ann", "phone": 5}
    shop.land(event(1, "c", name="Ann", phone=5), changed(2, before, before | {"phone": 6}))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"phone": "int"})
    shop.dbt("run", "--select", *TABLES)
    fill = operation("backfill", model="base_customers", columns=["phone"])
    assert not shop.dbt(*fill, check=False).success
    assert "customers counts rows by the images before changes" in printed()


def test_a_table_that_would_round_is_not_filled(target: Path, tmp_path: Path) -> None:
    columns = {"id": "int", "name": "string", "phone": "decimal(10,2)"}
    shop = begun(tmp_path, "mysql", columns)
    shop.land(event(1, "c", name="Ann", phone="1.2345"))
    shop.dbt("run", "--select", *TABLES)
    declare(shop, columns | {"phone": "decimal(12,4)"})
    fill = operation("backfill", model="base_customers", columns=["phone"])
    assert not shop.dbt(*fill, check=False).success
    assert shop.rows("base_customers", "_invalid", "_load") == [[{"phone": "1.2345"}]]
