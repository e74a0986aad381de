"""What an operator calls: explain_key prints outcomes, a purge brings nothing back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import KAFKA, Dbt, Example, Printed, compiled, kafka, operation, session
from pyspark.sql import SparkSession
from shop import MODELS, Shop, broken, change, incremental, tombstone, truncate

NOW = "2024-05-16 10:00:00"
DAY = 24 * 60


def tables(printed: str) -> list[list[list[str]]]:
    """Return the printed tables, each as its lines of cells, the first of them the names."""
    found: list[list[list[str]]] = []
    for block in printed.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
        if cells:
            found.append([cells[0], *cells[2:]])
    return found


# -- explain_key ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def explained(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = Shop(tmp_path_factory.mktemp("explained"), "explained")
    staged = MODELS["stg_customers"] + " and name <> 'left out'"
    shop.write("models/stg_customers.sql", staged)
    shop.land(
        change(1, "c", 1, name="Ann", plan="free"),
        change(3, "u", 1, name="Ann", plan="pro"),
        change(2, "u", 1, name="Ann", plan="basic"),
        change(3, "u", 1, name="Ann", plan="pro"),
        broken(1, '{"op":'),
        change(5, "d", 1, name="Ann"),
        tombstone(1),
        change(6, "u", 1, name="left out"),
        change(7, "c", 1, name="Ann", plan="again"),
        truncate(4),
        change(1, "c", 2, name="Ben", plan="free"),
        tombstone(2),
        change(6, "c", 3, name="Cyd", plan="free"),
        tombstone(3),
    )
    shop.dbt("run", "--select", "customers", "+customers")
    return shop


OUTCOMES = {
    1: [
        ("0", "data", "c", "superseded by customers/0/8: lower coordinates"),
        (
            "2",
            "data",
            "u",
            "superseded by customers/0/8: lower coordinates; its order is uncertain",
        ),
        ("1", "data", "u", "superseded by customers/0/8: lower coordinates"),
        ("3", "data", "u", "duplicate of customers/0/1"),
        ("9", "truncate", "t", "superseded by customers/0/8: lower coordinates"),
        ("5", "data", "d", "superseded by customers/0/8: lower coordinates"),
        ("8", "data", "c", "current"),
        ("4", "rejected: not_json", "", "rejected: not_json"),
        ("6", "tombstone", "", "no effect: the preceding delete already applies"),
        ("7", "data", "u", "excluded by stg_customers"),
    ],
    2: [
        ("10", "data", "c", "superseded by customers/0/9: lower coordinates"),
        ("9", "truncate", "t", "current"),
        ("11", "tombstone", "", "deletes nothing"),
    ],
    3: [
        ("9", "truncate", "t", "deletes nothing"),
        ("12", "data", "c", "superseded by customers/0/13: arrived earlier"),
        ("13", "tombstone", "", "current"),
    ],
}


@pytest.mark.parametrize("number", OUTCOMES)
def test_every_event_of_a_key_is_explained(explained: Shop, printed: Printed, number: int) -> None:
    key: Any = '{"id": 2}' if number == 2 else {"id": number}
    explained.dbt(*operation("explain_key", model="customers", key=key))
    events, row = tables(printed())
    assert events[
        0
    ] == "landing id,class,op,coordinates,arrival,topic timestamp,load,outcome".split(",")
    assert [
        (line[0].removeprefix("customers/0/"), line[1], line[2], line[7]) for line in events[1:]
    ] == OUTCOMES[number]
    assert row[0] == ["column", "recomputed", f"in {explained.schema}.customers"]
    assert {line[2] for line in row[1:]} == {"="}
    values = {line[0]: line[1] for line in row[1:]}
    assert values["_key"] == f'{{"id":{number}}}'
    assert values["_is_deleted"] == ("false" if number == 1 else "true")


@pytest.mark.parametrize(
    ("model", "key", "problem"),
    [
        (
            "stg_customers",
            {"id": 1},
            "one that calls debezium.current (customers), got: stg_customers",
        ),
        ("nope", {"id": 1}, "debezium.explain_key: model must be a current model"),
        ("customers", {"id": 99}, "such as {\"id\":3}; got: {'id': 99}"),
        ("customers", {"nope": 1}, "a key of explained.base_customers has id, such as"),
        ("customers", "nope", "a key of explained.base_customers has id, such as"),
        ("customers", '{"id":98}', "no event of this key has landed in explained.base_customers"),
    ],
)
def test_what_cannot_be_explained_is_an_error(
    explained: Shop, printed: Printed, model: str, key: Any, problem: str
) -> None:
    result = explained.dbt(*operation("explain_key", model=model, key=key), check=False)
    assert not result.success
    error = printed()
    assert problem in error
    assert re.search(r"Example:\s+dbt run-operation debezium.explain_key", error)


def test_events_that_are_not_applied_are_found(explained: Shop, printed: Printed) -> None:
    explained.land(change(8, "u", 4, name="Dan", plan="new"))
    explained.dbt("run", "--select", "base_customers")
    explained.dbt(*operation("explain_key", model="customers", key={"id": 4}))
    events, row = tables(printed())
    assert [line[7] for line in events[1:]] == ["deletes nothing", "current"]
    assert ["plan", "new", ""] in row


@pytest.mark.parametrize(
    ("model", "number"),
    [
        ("sqlserver__customers", 1006),
        pytest.param("mongodb_1_1__customers", 1003, marks=pytest.mark.slow),
    ],
)
def test_it_agrees_with_the_example(
    dbt: Dbt, example: Example, printed: Printed, model: str, number: int
) -> None:
    key = {"_id" if model.startswith("mongodb") else "id": number}
    dbt(*operation("explain_key", model=model, key=key))
    events, row = tables(printed())
    assert [line[7] for line in events].count("current") == 1
    assert {line[2] for line in row[1:]} == {"="}


def test_a_pending_update_is_reported(dbt: Dbt, example: Example, spark: SparkSession) -> None:
    """A document nobody has seen: its update waits, and decides nothing."""
    source = {"ts_ms": 1000, "ord": 1, "rs": "r", "name": "f", "db": "i", "collection": "c"}
    described = {"removedFields": None, "updatedFields": '{"name": "Ann"}'}
    update = {"op": "u", "after": None, "updateDescription": described, "source": source}
    columns = {"_id": "string", "name": "string"}
    base, staged = (
        f"api.Relation.create(schema='landing', identifier={name!r})"
        for name in ("waiting", "waiting_events")
    )
    spark.createDataFrame(kafka(({"id": "7"}, update)), KAFKA).writeTo("landing.waits").create()
    landed = "api.Relation.create(schema='landing', identifier='waits')"
    unwrapped = compiled(dbt, f"unwrap({landed}, 'kafka', 'mongodb', ['_id'], columns={columns})")
    spark.sql(f"create table landing.waiting as {unwrapped}")
    spark.sql(
        "create view landing.waiting_events as select * from landing.waiting where _class = 'data'"
    )
    inputs = f"{{'relation': {staged}, 'base': {base}, 'reads_base': true, 'columns': {columns},"
    inputs += " 'connector': 'mongodb'}"
    key = spark.table("landing.waiting").collect()[0]["_key"]
    try:
        of_key = f"debezium._key_inputs({inputs}, {key!r}, {base})"
        rows = spark.sql(compiled(dbt, f"_event_outcomes({of_key}, {key!r})")).collect()
    finally:
        for kind, name in (("view", "waiting_events"), ("table", "waiting"), ("table", "waits")):
            spark.sql(f"drop {kind} landing.{name}")
    assert [row["outcome"] for row in rows] == ["pending"]


# -- purge_deleted_rows ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def purged(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = Shop(tmp_path_factory.mktemp("purged"), "purged")
    current_call = "debezium.current(ref('stg_customers'), columns={'id': 'int'})"
    shop.write("models/undeclared.sql", incremental(current_call, "_key"))
    unknown_key, unknown = change(2, "d", 4)
    assert unknown
    shop.land(
        *(change(1, "c", number, name="Ann", plan="free") for number in range(1, 6)),
        change(2, "d", 1),
        change(20 * DAY, "d", 2),
        (
            unknown_key,
            json.dumps(json.loads(unknown) | {"source": {"commit_lsn": "0:0:2", "ts_ms": 0}}),
        ),
    )
    shop.dbt("run", "--select", "+customers", "customers_active")
    shop.land(change(2, "d", 5))
    shop.dbt("run", "--select", "+customers")
    return shop


def state(shop: Shop) -> list[list[Any]]:
    return shop.rows("customers", "id, _is_deleted")


def test_a_purge_is_dry_by_default(purged: Shop, printed: Printed) -> None:
    before = state(purged)
    assert before == [[1, True], [2, True], [3, False], [4, True], [5, True]]
    purged.dbt(*operation("purge_deleted_rows", model="customers", now=NOW))
    assert (
        "1 of 1 purged.customers: 4 deleted rows, 1 would be purged (older than 14 days);"
        " kept: 1 younger, 1 of unknown time, 1 of the newest load"
    ) in printed()
    assert state(purged) == before


def test_a_purged_key_stays_deleted(purged: Shop, printed: Printed) -> None:
    purge = operation("purge_deleted_rows", model="customers", now=NOW, dry_run=False)
    kept = [[2, True], [3, False], [4, True], [5, True]]
    purged.dbt(*purge)
    assert "purged.customers: 4 deleted rows, 1 purged" in printed()
    assert state(purged) == kept
    purged.dbt("run", "--select", "+customers")
    assert state(purged) == kept
    purged.dbt(*purge)
    assert "purged.customers: 3 deleted rows, 0 purged" in printed()

    purged.land(change(1, "u", 1, name="Ann", plan="late"))
    purged.dbt("run", "--select", "+customers")
    assert state(purged) == [[1, True], *kept]
    assert purged.rows("customers_active", "id", "1") == [[3]]
    purged.dbt(*operation("purge_deleted_rows", model="customers", now="2030-01-01 00:00:00"))
    counted = (
        "4 deleted rows, 2 would be purged (older than 14 days); kept: 0 younger, 1 of unknown"
    )
    assert counted in printed()


@pytest.mark.slow
def test_the_tests_allow_purged_keys(target: Path, tmp_path: Path) -> None:
    """Rows that a truncate deleted are purged like others; a row that is lost is reported.

    Row 5 is of a read without coordinates.
    """
    shop = Shop(tmp_path, "truncated")
    models = yaml.safe_load((tmp_path / "models/models.yml").read_text())
    applied = {"debezium.all_events_applied": {"arguments": {"events": "ref('stg_customers')"}}}
    models["models"][1]["data_tests"] = [applied]
    shop.write("models/models.yml", yaml.safe_dump(models))
    identity, read = change(1, "r", 5, name="Eve", plan="free")
    assert read
    read = read.replace('"0:0:1"', "null")
    created = [change(1, "c", number, name="Ann", plan="free") for number in (1, 2)]
    shop.land(*created, (identity, read), truncate(2))
    shop.dbt("build", "--select", "+customers")
    shop.land(*(change(5, "c", number, name="Ben", plan="free") for number in (3, 4)))
    shop.dbt("build", "--select", "+customers")
    shop.dbt(*operation("purge_deleted_rows", model="customers", now=NOW, dry_run=False))
    assert shop.rows("customers", "id", "1") == [[3], [4]]
    everything = ("test", "--select", "customers", "--vars", "{debezium__test_all: true}")
    shop.dbt(*everything)
    session().sql("delete from truncated.customers where id = 3")
    assert not shop.dbt(*everything, check=False).success


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        ("undeclared", "model undeclared must declare landing_retention, the time for which"),
        ("undeclared", "          landing_retention: 14 days"),
        ("customers_history", "(customers, undeclared), got: customers_history"),
    ],
)
def test_a_purge_that_nothing_allows_is_an_error(
    purged: Shop, printed: Printed, model: str, problem: str
) -> None:
    result = purged.dbt(*operation("purge_deleted_rows", model=model), check=False)
    assert not result.success
    assert problem in printed()


# -- maintain ------------------------------------------------------------------------------------


def test_maintenance_is_dry_by_default(purged: Shop, printed: Printed) -> None:
    before, snapshots = state(purged), purged.rows("customers.snapshots", "count(*)", "1")
    purged.dbt(*operation("maintain", models=["customers", "undeclared"]))
    output = printed()
    assert "1 of 2 purged.customers: would run\n    call lake.system.rewrite_data_files(" in output
    assert "2 of 2 purged.undeclared: not built yet" in output
    assert purged.rows("customers.snapshots", "count(*)", "1") == snapshots

    purged.dbt(*operation("maintain", models=["customers"], keep="1 hour", dry_run=False))
    assert "1 of 1 purged.customers: 3 statements run" in printed()
    assert state(purged) == before
    assert purged.rows("customers.files", "content, count(*) over ()", "1") == [[0, 1]]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"keep": "soon"}, "keep must be a time such as 7 days, got: soon"),
        ({"keep": 7}, "keep must be a time such as 7 days, got: 7"),
        ({"models": ["customers", "nothing"]}, "no table of this project: nothing"),
        ({"models": ["stg_customers"]}, "no table of this project: stg_customers"),
    ],
)
def test_maintenance_with_wrong_arguments(
    purged: Shop, printed: Printed, arguments: dict[str, Any], problem: str
) -> None:
    result = purged.dbt(*operation("maintain", **arguments), check=False)
    assert not result.success
    assert problem in printed()


# -- land_files ----------------------------------------------------------------------------------


def test_a_file_with_a_broken_line_lands_nothing(
    dbt: Dbt, spark: SparkSession, tmp_path: Path, printed: Printed
) -> None:
    """The error names file, line and member; no table is left."""
    file = tmp_path / "records.jsonl"
    record = '{"topic": "t", "partition": 0, "offset": 0, "timestamp": 1, "value": "{}"}\n'
    arguments = operation("land_files", path=str(file), into="land_files.records")
    try:
        for broken_line, fault in {
            '{"topic": "t", "part': "not a JSON object with the members topic, partition,",
            '{"topic": "t", "offset": "first"}': "offset must be bigint, got: first",
            '{"topic": "t", "timestamp": "2024"}': "timestamp must be bigint, got: 2024",
            '{"topic": "t", "headers": 5}': "headers must be array<struct<key:string,",
            "5": "not a JSON object with the members topic, partition,",
        }.items():
            file.write_text(f"{record}\n{broken_line}\n")
            assert not dbt(*arguments, check=False).success, broken_line
            shown = printed()
            assert f"records.jsonl, line 3: {fault}" in shown
            assert "Traceback" not in shown
            assert "org.apache.spark" not in shown
            assert not spark.catalog.tableExists("land_files.records"), broken_line
        file.write_text(f"{record}\n")
        dbt(*arguments)
        assert [row.value for row in spark.table("land_files.records").collect()] == ["{}"]
    finally:
        spark.sql("drop table if exists land_files.records")
        spark.sql("drop schema if exists land_files")


def test_a_file_lands_in_a_table_that_is_there(
    dbt: Dbt, spark: SparkSession, tmp_path: Path, printed: Printed
) -> None:
    """By name, and as bytes where the table has them, as one that the landing job made."""
    file = tmp_path / "records.jsonl"
    record = {"topic": "t", "partition": 0, "offset": 0, "timestamp": 1, "key": "k", "value": "{}"}
    file.write_text(json.dumps(record | {"headers": [{"key": "h", "value": "x"}]}) + "\n")
    arguments = operation("land_files", path=str(file), into="land_files.records")
    in_bytes = KAFKA.replace("key string, value string", "value binary, key binary")
    headers = "headers array<struct<key: string, value: binary>>"
    spark.sql("create schema if not exists land_files")
    try:
        spark.sql(f"create or replace table land_files.records ({headers}, {in_bytes})")
        dbt(*arguments)
        (row,) = spark.table("land_files.records").collect()
        assert (row.topic, row.key, row.value) == ("t", b"k", b"{}")
        assert (row.headers[0].key, row.headers[0].value) == ("h", b"x")
        for columns, problem in {
            KAFKA: "land_files.records has no column headers",
            f"{headers}, {KAFKA.replace('key string', 'key int')}": (
                "key of land_files.records must be string or binary, got: int"
            ),
        }.items():
            spark.sql(f"create or replace table land_files.records ({columns})")
            assert not dbt(*arguments, check=False).success
            assert problem in printed()
    finally:
        spark.sql("drop table if exists land_files.records")
        spark.sql("drop schema if exists land_files")


@pytest.mark.parametrize(
    "key",
    [
        "{'line': 1, 'order': 5, 'day': '2024-01-02'}",
        "{'day': modules.datetime.date(2024, 1, 2), 'order': 5, 'line': 1}",
    ],
)
def test_a_key_is_found_by_its_columns_in_any_order(
    dbt: Dbt, spark: SparkSession, key: str
) -> None:
    """YAML makes a date of 2024-01-02."""
    matches_key = compiled(dbt, f"_matches_key({key})")
    keys = [
        ('{"order":5,"line":1,"day":"2024-01-02"}',),
        ('{"order":1,"line":5,"day":"2024-01-02"}',),
    ]
    found = spark.createDataFrame(keys, "_key string").where(matches_key).collect()
    assert [row["_key"][:10] for row in found] == ['{"order":5']


def test_a_column_that_begins_with_a_number_sign(
    target: Path, tmp_path: Path, printed: Printed
) -> None:
    """dbt-spark's list of columns ends before it."""
    shop = Shop(tmp_path, "number_sign")

    def declare(kind: str) -> None:
        columns = {"id": "int", "# sold": "int", "plan": kind}
        named = [{"name": name, "data_type": type_} for name, type_ in columns.items()]
        names = ("base_customers", "customers", "customers_history")
        tables = {"schema": "number_sign_landing", "tables": [{"name": "customers"}]}
        models = [{"name": name, "columns": named} for name in names]
        text = yaml.safe_dump({"sources": [{"name": "landing", **tables}], "models": models})
        shop.write("models/models.yml", text)

    declare("int")
    shop.write("models/stg_customers.sql", MODELS["stg_customers"].replace("name,", "`# sold`,"))
    shop.land(change(1, "c", 1, **{"# sold": 2, "plan": 3}))  # type: ignore[arg-type]
    shop.dbt("run", "--exclude", "customers_active")
    shop.dbt(*operation("explain_key", model="customers", key={"id": 1}))
    *_, row = tables(printed())
    assert {"# sold", "plan", "_load"} <= {line[0] for line in row[1:]}
    declare("bigint")
    shop.dbt(*operation("widen", model="base_customers"))
    assert printed().count("plan is bigint now, was int") == 3
