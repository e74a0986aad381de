"""Rejected rows are read again, base pruned, a key forgotten; masked columns reach no table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Dbt, Printed, compiled, failures, operation, session
from pyspark.sql import SparkSession
from shop import (
    BASE,
    COLUMNS,
    LATER_LOADS,
    MORNING,
    Record,
    Shop,
    broken,
    change,
    incremental,
)

FAR = 2**40
HEARTBEAT: Record = (None, '{"ts_ms": 1714557600000}')
LEDGER = "debezium.ledger([(source('landing', 'customers'), ref('base_customers'))])"
WIDE = {**COLUMNS, "id": "bigint", "plan": "bigint"}
NARROW = {**WIDE, "id": "int", "plan": "int"}
ENVELOPED = ["--select", "everything", "base_customers", "stg_customers", "customers"]
BUILT = ["base_customers", "stg_customers", "customers", "customers_history", "ledger"]


@pytest.fixture(scope="module")
def repaired(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """Two loads; of the second one key and one plan do not fit their columns."""
    shop = Shop(tmp_path_factory.mktemp("repaired"), "repaired")
    shop.write(
        "models/ledger.sql", f"{{{{ config(materialized='incremental') }}}}\n\n{{{{ {LEDGER} }}}}\n"
    )
    declare(shop, NARROW)
    shop.land(change(1, "c", 1, name="Ann", plan="1"), HEARTBEAT, HEARTBEAT, at=MORNING)
    build(shop)
    shop.land(
        change(2, "c", FAR, name="Far", plan="2"), change(3, "u", 1, name="Ann", plan=str(FAR))
    )
    build(shop)
    return shop


def declare(shop: Shop, columns: dict[str, str], **mask: str) -> None:
    """The models' YAML, with the test of conservation."""
    named: list[dict[str, Any]] = [
        {"name": name, "data_type": kind, "config": {"meta": {"debezium": {"mask": mask[name]}}}}
        if name in mask
        else {"name": name, "data_type": kind}
        for name, kind in columns.items()
    ]
    landing = "source('landing', 'customers')"
    arguments = {"landing": landing, "layout": "kafka", "ledger": "ref('ledger')"}
    base = {
        "name": "base_customers",
        "columns": named,
        "config": {"meta": {"debezium": {"landing_retention": "14 days"}}},
        "data_tests": [{"debezium.conservation": {"arguments": arguments}}],
    }
    others = [{"name": name, "columns": named} for name in ("customers", "customers_history")]
    tables = {"schema": f"{shop.schema}_landing", "tables": [{"name": "customers"}]}
    sources = [{"name": "landing", **tables}]
    text = yaml.safe_dump({"sources": sources, "models": [base, *others]}, sort_keys=False)
    shop.write("models/models.yml", text)


def build(shop: Shop, **variables: Any) -> None:
    shop.dbt("build", "--select", *BUILT, "--vars", json.dumps(variables))


def ledger(shop: Shop) -> list[list[Any]]:
    return shop.rows("ledger", "_load, _class, landed_rows, invalid_rows", "1, 2, 3")


def test_what_was_rejected_is_read_again(repaired: Shop, printed: Printed) -> None:
    repaired.dbt(*operation("retry_rejected"))
    output = printed()
    assert "1 of 1 repaired.base_customers: 2 invalid_value" in output
    assert "--vars '{debezium__retry_rejected: [base_customers]}'" in output
    assert repaired.rows("customers", "id, plan") == [[1, None]]

    declare(repaired, WIDE)
    repaired.dbt(*operation("widen", model="base_customers"))
    output = printed()
    assert "1 of 3 repaired.base_customers: id is bigint now, was int; plan is" in output
    misspelt = ["--vars", "{debezium__retry_rejected: base_customer}"]
    result = repaired.dbt("run", "--select", "base_customers", *misspelt, check=False)
    assert (
        "debezium__retry_rejected names base_customer, but the project has no such model"
        in failures(result)
    )
    build(repaired, debezium__retry_rejected=["base_customers"])
    assert repaired.rows("customers", "id, plan") == [[1, FAR], [FAR, 2]]
    assert repaired.rows("customers_history", "id, plan") == [[1, 1], [1, FAR], [FAR, 2]]
    repaired.dbt(*operation("retry_rejected"))
    assert "1 of 1 repaired.base_customers: nothing rejected" in printed()
    assert ledger(repaired) == [
        [1, "data", 1, 0],
        [1, "heartbeat", 2, 0],
        [2, "data", -1, -1],
        [2, "data", 1, 1],
        [2, "rejected", -1, 0],
        [2, "rejected", 1, 0],
        [3, "data", 2, 0],
    ]


@pytest.mark.slow
def test_base_keeps_only_columns_that_models_read(repaired: Shop, printed: Printed) -> None:
    asked = {"classes": ["heartbeat"], "now": "2024-05-16 10:00:00"}
    for now, rows in (("2024-05-15 09:00:00", 0), (asked["now"], 2)):
        repaired.dbt(*operation("prune_base", **{**asked, "now": now}))
        assert f"1 of 1 repaired.base_customers: {rows} rows would be pruned" in printed()
    session().sql("delete from repaired_landing.customers where timestamp is not null")
    repaired.dbt(*operation("prune_base", **asked, dry_run=False))
    assert "2 rows pruned (heartbeat, older than 14 days)" in printed()
    build(repaired, debezium__recount=True)
    assert repaired.rows("base_customers", "_class, count(*) over ()", "1")[0] == ["data", 3]
    assert ledger(repaired)[1:3] == [[1, "heartbeat", -2, 0], [1, "heartbeat", 2, 0]]
    wrong = repaired.dbt(*operation("prune_base", classes=["data"]), check=False)
    assert not wrong.success
    assert (
        "rows of class data are needed. Classes that can be deleted: filtered, heartbeat"
        in printed()
    )


def test_a_key_is_forgotten(repaired: Shop, printed: Printed) -> None:
    """Of this entity: a table that has no key of it, or reads another entity too, is named."""
    others = BASE.replace("'db2',", "'db2', entity={'topic': 'others'},")
    for name, sql in {
        "base_others": incremental(others, "_landing_id", LATER_LOADS),
        "plain": "select id, name from {{ ref('customers') }}",
        "joined": "select c._key from {{ ref('customers') }} as c"
        " left join {{ ref('base_others') }} as o on c._key = o._key",
    }.items():
        repaired.write(f"models/{name}.sql", f"{{{{ config(materialized='table') }}}}\n{sql}")
    repaired.write("models/bad.sql", "{{ debezium.rejected(ref('base_customers')) }}")
    repaired.land(broken(1, '{"op": "x", "after": {"id": 1, "name": "Ann"}}'))
    build(repaired)
    repaired.dbt("run", "--select", "bad", "base_others", "plain", "joined")
    assert [row for row in repaired.rows("bad", "_raw", "1") if "Ann" in row[0]]
    forget = {"model": "customers", "key": {"id": 1}}
    repaired.dbt(*operation("forget_key", **forget))
    output = printed()
    assert "1 of 3 repaired.customers: 1 rows would be deleted" in output
    assert "3 of 3 repaired.base_customers: 3 rows would be emptied" in output
    for name in ("plain", "joined"):
        assert f"repaired.{name}: skipped" in output
    assert len(repaired.rows("customers", "id, plan")) == 2

    repaired.dbt(*operation("forget_key", **forget, dry_run=False))
    assert "2 of 3 repaired.customers_history: 2 rows deleted" in printed()
    repaired.land(change(4, "c", 3, name="Cyd", plan="3"))
    build(repaired)
    for table in ("base_customers", "customers", "customers_history", "bad"):
        texts = [row[0] for row in repaired.rows(table, "to_json(struct(*))", "1")]
        assert texts or table == "bad"
        assert not [text for text in texts if "Ann" in text or '{"id":1}' in text]
    # the test before this one deletes the heartbeats, where it runs
    of_events = "base_customers where _class <> 'heartbeat'"
    classes = repaired.rows(of_events, "_class", "1")
    assert classes == [["data"], ["data"], ["forgotten"], ["forgotten"], ["forgotten"]]
    assert len(repaired.rows("joined", "_key", "1")) == 2
    repaired.dbt(*operation("forget_key", **forget, dry_run=False))
    output = printed()
    assert "repaired.base_customers has no event of this key, or it was forgotten before" in output
    assert "1 of 2 repaired.customers: 0 rows deleted" in output
    for unknown in ({"name": 1}, "1", '{"ID":1}'):
        again = operation("forget_key", model="customers", key=unknown)
        assert not repaired.dbt(*again, check=False).success


def test_a_masked_value_reaches_no_table(
    target: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Neither by its column nor by the text that is kept of what was rejected."""
    shop = Shop(tmp_path_factory.mktemp("masked"), "masked")
    declare(shop, COLUMNS, name="sha256", plan="omit")
    shop.land(
        change(1, "c", 1, name="Ann", plan="secret"),
        change(2, "u", 1, name="Ann", plan="secret"),
        change(3, "c", 2, name="Ben", plan="secret"),
        # the message key may have more columns than the declared one
        (json.dumps({"id": 3, "name": "Ann"}), change(4, "c", 3, name="Ann", plan="secret")[1]),
        (None, json.dumps({"op": "x", "after": {"name": "Ann", "plan": "secret"}})),
    )
    selected = ["--select", "base_customers", "stg_customers", "customers"]
    without_salt = shop.dbt("run", *selected, check=False)
    assert not without_salt.success
    session().sql("set debezium.salt = sea")
    try:
        shop.dbt("run", *selected)
    finally:
        session().sql("reset debezium.salt")
    for table in ("base_customers", "customers"):
        texts = [row[0] for row in shop.rows(table, "to_json(struct(*))", "1")]
        assert not [text for text in texts if "Ann" in text or "secret" in text]
    hashes = shop.rows("customers", "name, sha2('seaAnn', 256), plan, id", "id")
    assert hashes[0][0] == hashes[0][1] != hashes[1][0]
    assert [row[2] for row in hashes] == [None, None, None]
    compiled = (shop.folder / "target/compiled/shop/models/base_customers.sql").read_text()
    assert "sea" not in compiled


@pytest.mark.parametrize(
    ("mask", "problem"),
    [
        ({"id": "omit"}, "key column id cannot be left out. Mask it by sha256"),
        ({"id": "sha256"}, "column id is a hash. Its data_type must be string, got: int"),
        ({"name": "md5"}, "the mask of column name"),
    ],
)
def test_a_mask_that_cannot_be(
    repaired: Shop,
    printed: Printed,
    mask: dict[str, str],
    problem: str,
) -> None:
    declare(repaired, COLUMNS, **mask)
    assert not repaired.dbt("compile", "--select", "base_customers", check=False).success
    assert problem in printed()


def test_a_base_view_is_an_error(repaired: Shop, printed: Printed) -> None:
    repaired.write("models/base_view.sql", f"{{{{ {BASE} }}}}\n")
    try:
        assert not repaired.dbt("compile", "--select", "base_view", check=False).success
    finally:
        (repaired.folder / "models/base_view.sql").unlink()
    assert "base_view must be incremental, because other models read the numbers" in printed()


@pytest.fixture
def enveloped(
    entity: dict[str, str], target: Path, tmp_path_factory: pytest.TempPathFactory
) -> Shop:
    """One model parses the messages of all topics; the second message is cut off."""
    schema = f"enveloped_by_{next(iter(entity))}"
    shop = Shop(tmp_path_factory.mktemp(schema), schema)
    landing = f"source('landing', 'customers'), 'kafka', 'db2', entities=[{entity}]"
    of_entity = f"ref('everything'), 'envelope', 'db2', ['id'], entity={entity}"
    calls = {"everything": f"envelopes({landing})", "base_customers": f"unwrap({of_entity})"}
    for name, call in calls.items():
        model = incremental(f"debezium.{call}", "_landing_id", LATER_LOADS)
        shop.write(f"models/{name}.sql", model)
    file = shop.folder / "models" / "models.yml"
    declared = yaml.safe_load(file.read_text())
    retention = {"config": {"meta": {"debezium": {"landing_retention": "14 days"}}}}
    declared["models"].append({"name": "everything"} | retention)
    file.write_text(yaml.safe_dump(declared, sort_keys=False))
    good, (key, cut) = change(1, "c", 1, name="Ann"), change(2, "c", 2, name="Ben")
    shop.land(good, (key, str(cut)[:-1]), HEARTBEAT, at=MORNING)
    shop.dbt("run", *ENVELOPED)
    return shop


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entity", "expected", "heartbeats"),
    [
        # By topic the entity's base has what is none of its events, else the table of all.
        ({"topic": "customers"}, ["base_customers: 1 not_json", "everything: nothing rejected"], 0),
        ({"table": "customers"}, ["base_customers: nothing rejected", "everything: 1 not_json"], 1),
    ],
)
def test_a_table_of_many_topics_is_read_again(
    enveloped: Shop, expected: list[str], heartbeats: int, printed: Printed
) -> None:
    """Beside what stays as it is: rows of entities have no class where all are parsed."""
    schema = enveloped.schema
    enveloped.dbt(*operation("retry_rejected"))
    said = printed()
    for place, each in enumerate(expected, 1):
        assert f"{place} of 2 {schema}.{each}" in said
    (names,) = re.findall(r"debezium__retry_rejected: \[(.*?)\]", said)
    assert names in ("everything", "everything, base_customers")

    session().sql(
        f"update {schema}_landing.customers set value = concat(value, '}}')"
        " where value not like '%}'"
    )
    enveloped.dbt("run", *ENVELOPED, "--vars", f"{{debezium__retry_rejected: [{names}]}}")
    found = enveloped.rows("everything", "_topic_offset, _class, _load")
    assert found[:2] == [[0, None, 1], [1, None, 2]]
    found = enveloped.rows("base_customers", "_topic_offset, _class, _load")
    assert found[:2] == [[0, "data", 1], [1, "data", 2]]
    assert enveloped.rows("customers", "id, name, _load") == [[1, "Ann", 1], [2, "Ben", 2]]
    enveloped.dbt(*operation("retry_rejected"))
    assert printed().count("nothing rejected") == 2

    asked = {"models": ["everything"], "now": "2024-06-01 10:00:00"}
    enveloped.dbt(*operation("prune_base", **asked))
    assert f"1 of 1 {schema}.everything: {heartbeats} rows would be pruned" in printed()
    wrong = enveloped.dbt(*operation("prune_base", models=["customers"]), check=False)
    assert not wrong.success
    assert "debezium.envelopes (base_customers, everything), got: customers" in printed()

    # the key 1 is forgotten in the table of all too
    forget = operation("forget_key", model="customers", key={"id": 1}, dry_run=False)
    for rows in (1, 0):
        enveloped.dbt(*forget)
        said = printed()
        assert f"{schema}.customers: {rows} rows deleted" in said
        assert (f"{schema}.everything: 1 rows emptied" in said) is (rows == 1)
    texts = [row[0] for row in enveloped.rows("everything", "to_json(struct(*))", "1")]
    assert [text for text in texts if "Ben" in text]
    assert not [text for text in texts if "Ann" in text or '{\\"id\\": 1}' in text]
    # a base model that is rebuilt reads the emptied row again, if its topic shows whose it is
    enveloped.dbt("run", "--full-refresh", "--select", "base_customers")
    found = enveloped.rows("base_customers", "_topic_offset, _class")
    assert found[0] == ([1, "data"] if heartbeats else [0, "forgotten"])


def test_events_that_show_whose_a_tombstone_is_stay(dbt: Dbt, spark: SparkSession) -> None:
    """In a model made by `envelopes` too, whose rows have no key but that of the message."""
    rows = [
        ("0", "filtered", None, "5"),
        ("1", "filtered", None, "6"),
        ("2", "tombstone", None, "5"),
    ]
    names = "_landing_id string, _class string, _key string, _raw_key string"
    frame = spark.createDataFrame(rows, names).selectExpr("*", "'t' as _topic")
    frame.writeTo("landing.of_all").createOrReplace()
    shared = "api.Relation.create(schema='landing', identifier='of_all')"
    sql = compiled(dbt, f"_prunable_ids({shared}, \"_class = 'filtered'\")")
    assert [row[0] for row in spark.sql(sql).collect()] == ["1"]
    spark.sql("drop table landing.of_all")
