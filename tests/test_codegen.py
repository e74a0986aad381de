"""Models generated from what has landed: in style, and with the results of the example."""

from __future__ import annotations

import gc
import json
import re
import shutil
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from conftest import (
    ENTITIES,
    KAFKA,
    ROOT,
    SOURCES,
    WITH_HEADERS,
    Example,
    operation,
    slow_except,
)
from installed import PROJECT, installed, run
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col
from test_sql_style import lint

from dbt_debezium.generate import call_macro, main

OTHERS = {
    "sqlserver": ["--topic", "server1.testDB.dbo.customers"],
    "db2_struct": ["--connector", "db2", "--key", "ID"],
}
# Their own: the number of the load, the key under the column's own name, and a column that is text
# where no schema contains its type, with what a decimal refuses.
OWN = {"_load", "_key", "balance"}
# Columns that a person called otherwise.
RENAMED = {"city": "address_city", "decimal_num": "decimalnum"}


@pytest.fixture(scope="module")
def project(example: Example, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project that has installed the package and has no model yet, in the run's session."""
    folder = tmp_path_factory.mktemp("shop")
    with installed(folder, PROJECT):
        yield folder


def generate(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("source", slow_except(["sqlserver"], SOURCES))
def test_generated_models_give_the_example_s_rows(
    project: Path, spark: SparkSession, source: str
) -> None:
    """Where both have a column, by name or by path: the values of the example's type, as text."""
    name = f"{source}__{ENTITIES[source]}"
    generate(f"landing.{source}", "--name", name, *OTHERS.get(source, []))
    run("--warn-error", "parse")
    run("build", "--select", f"path:models/{source}")
    found = lint("--config", str(ROOT / ".sqlfluff"), str(project / "models" / source))
    assert not found, found
    ours, theirs = (spark.table(f"{schema}.{name}") for schema in ("debezium", "shop"))
    if source == "mongodb":
        # Ids that are no numbers are rejected where a person declared one, and are text here;
        # 1002 came as both: one document there, two here.
        alike = "try_cast(_id as bigint) <> 1002"
        ours, theirs = ours.where(alike), theirs.where(alike)
    names = {each.lower(): each for each in theirs.columns}
    pairs = {
        column: names[wished]
        for column in set(ours.columns) - OWN
        for wished in {column, RENAMED.get(column, column)}
        if wished in names
    }
    assert len(pairs) >= 15
    assert texts(ours, ours, {name: name for name in pairs}) == texts(theirs, ours, pairs)


def texts(table: DataFrame, types: DataFrame, names: dict[str, str]) -> list[str]:
    shown = [
        col(f"`{name}`").cast(types.schema[column].dataType).cast("string").alias(column)
        for column, name in names.items()
    ]
    found = sorted(map(str, table.select(*shown).collect()))
    assert found
    return found


ODD = ["Id Col", "a.b", "a-b", "select", "é", 'q"', "x`y", "op", "before", "after", "source"]
ODD += ["__deleted", "_load", "Total", "TOTAL", "count", "dict", "yes", "it's"]


def field(name: str, type_: str = "string", **more: Any) -> dict[str, Any]:
    return {"field": name, "type": type_, "optional": True, **more}


def landed(spark: SparkSession, table: str, rows: list[tuple[list[dict[str, Any]], Any]]) -> None:
    """Creates of a SQL Server table in the kafka layout: the fields of their schema, the row."""
    records = []
    for offset, (fields, row) in enumerate(rows):
        envelope = schema_of(fields)
        source = {"connector": "sqlserver", "db": "d", "schema": "dbo", "table": "odd"}
        source |= {"commit_lsn": f"00000001:00000001:{offset + 1:04x}", "snapshot": "false"}
        payload = {"op": "c", "before": None, "after": row, "source": source, "ts_ms": 1}
        key = {"Id Col": row["Id Col"]}
        value = {"schema": envelope, "payload": payload}
        texts = [json.dumps(key), json.dumps(value, ensure_ascii=False)]
        records.append(("srv.d.dbo.odd", 0, offset, None, *texts))
    land(spark, table, records)


def decimal(scale: int) -> dict[str, Any]:
    parameters = {"scale": str(scale), "connect.decimal.precision": "8"}
    name = "org.apache.kafka.connect.data.Decimal"
    return field("price", "bytes") | {"name": name, "parameters": parameters}


def schema_of(fields: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "struct", "fields": [field("after", "struct", fields=fields)]}


def land(spark: SparkSession, table: str, records: list[Any], schema: str = KAFKA) -> None:
    spark.sql(f"create or replace table landing.{table} ({schema})")
    spark.createDataFrame(records, schema).writeTo(f"landing.{table}").append()


def test_odd_names_and_changing_schemas(project: Path, spark: SparkSession) -> None:
    """Names of every kind; a type that widens, a column that goes and one that comes, in turns."""
    day = field("day", "int32") | {"name": "io.debezium.time.Date"}
    old = [field("Id Col", "int32"), *map(field, ODD[1:]), field("n", "int32"), field("gone")]
    new = [field("Id Col", "int32"), *map(field, ODD[1:]), field("n", "int64"), day, day]
    new.append(field("plan", "string", default='it\'s "basic"'))
    old.append(decimal(2))
    new.append(decimal(4))
    values = {name: f"value of {name}" for name in ODD[1:]}
    rows = [
        (old, values | {"Id Col": 1, "n": 1, "gone": "x", "price": "AJY="}),
        (new, values | {"Id Col": 2, "n": 2**40, "day": 17702, "plan": "gold", "price": "Opg="}),
        (old, values | {"Id Col": 3, "n": 3, "gone": None, "price": "AJY="}),
        (new, values | {"Id Col": 4, "n": 4, "day": None, "plan": None}),
    ]
    landed(spark, "odd", rows)
    generate("landing.odd", "--name", "sqlserver__odd")
    run("--warn-error", "parse")
    run("build", "--select", "path:models/odd")
    current = spark.table("shop.sqlserver__odd").orderBy("`Id Col`").collect()
    assert [row["n"] for row in current] == [1, 2**40, 3, 4]
    assert [row["gone"] for row in current] == ["x", None, None, None]
    assert [row["day"] for row in current] == [None, date(2018, 6, 20), None, None]
    assert [row["price"] for row in current] == [Decimal("1.5000")] * 3 + [None]
    # What was written before the column came has its default; null is not missing.
    assert [row["plan"] for row in current] == ['it\'s "basic"', "gold", 'it\'s "basic"', None]
    renamed = {"a.b": "a_b", "_load": "_load_2", "TOTAL": "TOTAL_2"}
    for name in ODD[1:]:
        assert {row[renamed.get(name, name)] for row in current} == {f"value of {name}"}
    found = lint("--config", str(ROOT / ".sqlfluff"), str(project / "models" / "odd"))
    assert set(re.findall(r"\| ([A-Z]{2}\d\d) \|", found)) == {"RF05"}, "only their characters"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["landing.nowhere"], "table landing.nowhere does not exist"),
        (["landing.sqlserver"], "contains several source tables: pass `topic` or `table`"),
        (["landing.sqlserver", "--topic", "x"], "no such change events. It has those of: "),
        (["landing.sqlserver", "--all", "--topic", "x"], "--all excludes --topic"),
        (["landing.sqlserver", "--all", "--expected-rows", "9"], "--all excludes --expected-rows"),
        (["landing.db2_struct", "--connector", "db2"], "have no message key. Pass the `key`"),
        (["landing.db2_struct", "--key", "ID"], "Pass `connector`"),
        (["landing.db2", "--connector", "db3"], "connector must be one of mongodb, "),
        (["landing.db2", "--key", "no"], "the key column no is not one of the fields: ID,"),
        (
            ["landing.db2", "--unavailable-value-placeholder", "-"],
            "db2 does not write placeholders. Omit unavailable_value_placeholder, got: -",
        ),
    ],
)
def test_a_missing_argument_is_named(project: Path, arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert message in result.output


@pytest.mark.slow
def test_a_large_table_has_the_layout_that_the_benchmark_measures(
    project: Path, spark: SparkSession
) -> None:
    land(spark, "large", [event("srv.s.large", n, "s.large", {"id": n}) for n in (1, 2)])
    models = project / "models" / "large"
    measured = ROOT / "benchmarks/project/models/ours"
    generate("landing.large")
    assert "partition_by" not in (models / "postgresql__large.sql").read_text()
    generate("landing.large", "--overwrite", "--expected-rows", "10000000")
    for part in ("", "_history"):
        written, ours = (
            file.read_text().partition("}}")[0]
            for file in (
                models / f"postgresql__large{part}.sql",
                measured / f"relational{part}.sql",
            )
        )
        assert written == ours
    run("build", "--select", "path:models/large")
    land(spark, "large", [event("srv.s.large", 3, "s.large", {"id": 1}, op="d", after=None)])
    run("build", "--select", "path:models/large")
    rows = spark.sql("select id, _is_deleted, _events from shop.postgresql__large order by id")
    assert [tuple(row) for row in rows.collect()] == [(1, True, 2), (2, False, 1)]
    for table, column in (("large", "_key"), ("large_history", "_version_id")):
        described = spark.sql(f"describe shop.postgresql__{table}").collect()
        assert any(f"bucket(16, {column})" in row["data_type"] for row in described)


@pytest.mark.parametrize(
    ("rows", "buckets"), [(999_999, None), (1_000_000, 16), (64_000_001, 32), (10**9, 256)]
)
def test_buckets_follow_the_expected_rows(project: Path, rows: int, buckets: int | None) -> None:
    found = call_macro("_buckets", entity={"expected_rows": rows}, column="_key")
    assert found == (f"bucket({buckets}, _key)" if buckets else None)


def test_rows_without_a_change_event_are_counted(project: Path, spark: SparkSession) -> None:
    values = ["{", '{"a": 1}', '{"b": 2}', None, '{"ts_ms": 1}']
    key = '{"serverName": "srv"}'
    records = [("plain", 0, n, None, key, value) for n, value in enumerate(values)]
    land(spark, "plain", records)
    counted = "2 rejected as no_payload, 1 heartbeat, 1 rejected as not_json, 1 tombstone"
    for more in ([], ["--all"]):
        result = CliRunner().invoke(main, ["landing.plain", *more])
        assert f"landing.plain contains no change events; its rows: {counted}" in result.output
    land(spark, "plain", [])
    assert "its rows: none" in CliRunner().invoke(main, ["landing.plain"]).output


def test_a_table_of_nested_columns_needs_a_row(project: Path, spark: SparkSession) -> None:
    query = "select * from landing.db2_struct limit 0"
    spark.sql(f"create or replace table landing.empty using iceberg as {query}")
    result = CliRunner().invoke(main, ["landing.empty", "--connector", "db2", "--key", "ID"])
    assert "cannot find the columns of empty: no row has a schema or an image" in result.output


def test_an_error_leaves_no_thread_pool(project: Path) -> None:
    """Python would report it at exit, after the error."""

    def running() -> list[Pool]:
        pools = [each for each in gc.get_objects() if isinstance(each, Pool)]
        return [pool for pool in pools if vars(pool)["_state"] == "RUN"]

    before = running()
    assert CliRunner().invoke(main, ["landing.nowhere"]).exit_code == 1
    assert [pool for pool in running() if pool not in before] == []


@pytest.mark.slow
def test_a_message_key_that_is_null_in_deletes(project: Path, spark: SparkSession) -> None:
    """Under message.key.columns a delete has the primary key alone, and so no message key."""
    made = event("srv.s.parts", 1, "s.parts", {"sku": "a", "id": 1, "name": None})
    gone = event("srv.s.parts", 2, "s.parts", None, op="d", before={"sku": None, "id": 1})
    land(spark, "keyed", [made, (*gone[:4], '{"sku": null}', gone[5])])
    result = CliRunner().invoke(main, ["landing.keyed"])
    doubt = 'the message key {"sku": null} names no row; events with such a key: 1, deletes'
    assert f"parts: {doubt} among them: 1. Their images have id: declare the `key`" in result.output
    generate("landing.keyed", "--all")
    written = project / "models" / "keyed" / "postgresql__parts" / "_postgresql__parts__models.yml"
    assert f"# CHECK: {doubt}" in written.read_text()
    shutil.rmtree(project / "models" / "keyed")
    generate("landing.keyed", "--key", "id")
    run("build", "--select", "path:models/keyed")
    assert rows(spark, "postgresql__parts", "id, sku, _is_deleted") == [(1, "a", True)]


@pytest.mark.slow
def test_two_landing_tables_with_tables_of_one_name(project: Path, spark: SparkSession) -> None:
    for table in ("twice_a", "twice_b"):
        land(spark, table, [event("srv.s.same", 1, "s.same", {"id": 1})])
        generate(f"landing.{table}", "--all")
    run("--warn-error", "parse")
    generate("landing.twice_b", "--all", "--overwrite")
    for table, name in {"twice_a": "same", "twice_b": "same_s"}.items():
        found = [each.name for each in (project / "models" / table).iterdir() if each.is_dir()]
        assert found == [f"postgresql__{name}"]


@pytest.mark.slow
def test_a_table_keeps_the_name_of_its_models(project: Path, spark: SparkSession) -> None:
    """A table of the same name that lands later, and that sorts before it, gets another name.

    So it does if the first table is in another topic too.
    """
    first = event("srv.inventory.clients", 1, "inventory.clients", {"id": 1})
    land(spark, "added", [first])
    generate("landing.added", "--all")
    moved = event("srv.moved", 2, "inventory.clients", {"id": 2})
    other = event("srv.billing.clients", 3, "billing.clients", {"no": 1})
    names = {"inventory": "postgresql__clients", "billing": "postgresql__clients_billing"}
    for records in ([first, other], [first, moved, other]):
        land(spark, "added", records)
        generate("landing.added", "--all", "--overwrite")
        for schema, name in names.items():
            base = project / "models" / "added" / name / f"base_{name}.sql"
            assert f"'srv.{schema}.clients'" in base.read_text()
    kept = project / "models/added/postgresql__clients/base_postgresql__clients.sql"
    assert "srv.moved" in kept.read_text()


@pytest.mark.slow
def test_a_table_without_rows_stays_in_the_shared_model(project: Path, spark: SparkSession) -> None:
    events = [event(f"srv.s.{name}", 1, f"s.{name}", {"id": 1}) for name in ("busy", "idle")]
    land(spark, "expired", events)
    generate("landing.expired", "--all")
    shared = project / "models" / "expired" / "base_expired.sql"
    written = shared.read_text()
    land(spark, "expired", events[:1])
    result = CliRunner().invoke(main, ["landing.expired", "--all", "--overwrite"])
    assert (result.exit_code, shared.read_text()) == (1, written)
    assert "base_postgresql__idle reads the shared model" in result.output
    assert "Remove its models, or add new tables" in result.output


@pytest.mark.slow
def test_a_second_table_of_a_landing_table_shares_its_sources(
    project: Path, spark: SparkSession
) -> None:
    land(spark, "pair", [event(f"srv.s.{name}", 1, f"s.{name}", {"id": 1}) for name in ("p", "q")])
    generate("landing.pair", "--topic", "srv.s.p")
    sources = project / "models" / "pair" / "_landing__sources.yml"
    sources.write_text(sources.read_text() + "# freshness: ours\n")
    output = generate("landing.pair", "--topic", "srv.s.q")
    assert "sources.yml" not in output
    assert sources.read_text().endswith("# freshness: ours\n")
    assert {"postgresql__p.sql", "postgresql__q.sql"} <= {
        each.name for each in sources.parent.iterdir()
    }
    run("--warn-error", "parse")


def test_files_that_are_there_are_kept(project: Path) -> None:
    file = project / "models" / "db2" / "base_db2__mine.sql"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("select 1 as mine")
    result = CliRunner().invoke(main, ["landing.db2", "--name", "db2__mine"])
    assert (result.exit_code, file.read_text()) == (1, "select 1 as mine")
    assert file.name in result.output
    file.unlink()


def test_a_sample_yields_types_that_lose_nothing(project: Path, spark: SparkSession) -> None:
    """Without a schema: the union of what was seen, text where no type holds all of it."""
    row = '"whole": 12345678901234567890, "short": 1.5, "price": "AJY=", "code": "free", "id": {}'
    row += ', "mixed": {}, "at": "2024-06-03T09:43:00.5Z", "flag": true, "none": null, "list": [1]'
    row += ', "fine": "2024-06-03T09:43:00.1234567Z"'
    row += ', "half": 5.0, "third": 0.30000000000000004, "total": "{}"'
    source = '{"connector": "postgresql", "db": "d", "schema": "s", "table": "sampled", "lsn": 1}'
    records = []
    # Of a total with two decimals, three bytes have no padding.
    sampled = [("1", "MDk="), ('"a"', "AYag"), ("2", "AYag")]
    for number, (mixed, total) in enumerate(sampled):
        image = row.format(number, mixed, total)
        value = f'{{"op": "c", "after": {{{image}}}, "source": {source}}}'
        records.append(("srv.s.sampled", 0, number, None, f'{{"id": {number}}}', value))
    land(spark, "sampled", records)
    generate("landing.sampled", "--name", "postgresql__sampled")
    written = project / "models" / "sampled" / "_postgresql__sampled__models.yml"
    expected = {
        "id": "bigint",
        "whole": "decimal(38, 0)",
        "short": "double",
        "price": "string",
        "code": "string",
        "mixed": "string",
        "at": "timestamp",
        "flag": "boolean",
        "none": "string",
        "list": "string",
        "fine": "string",
        "half": "double",
        "third": "double",
        "total": "string",
    }
    # The key comes first, then the order of the messages.
    assert list(types_in(written).items()) == list(expected.items())
    seen = "# Seen in 3 of 3 sampled images, as"
    content = written.read_text()
    assert content.count(f"{seen} bigint (2), string (1). CHECK: only text fits") == 1
    assert content.count(f"{seen} base64. CHECK: may be bytes") == 2
    assert content.count("CHECK") == 3


def test_a_sample_of_documents(project: Path, spark: SparkSession) -> None:
    """Numbers that JSON does not have; the order of the fields in documents; Mongoose's version."""
    documents = [
        '{"zip": 1, "ratio": NaN, "_id": 1, "big": 1.797e308, "at": {"y": -Infinity, "b": [NaN]}}',
        '{"zip": 2, "ratio": 1.5, "_id": 2, "big": 2.5, "at": {"y": 3, "b": []}, "note": ": NaN,",'
        ' "__v": 0}',
    ]
    source = {"connector": "mongodb", "db": "d", "collection": "numbers", "ts_ms": 1, "ord": 1}
    records = []
    for number, document in enumerate(documents):
        value = json.dumps({"op": "c", "after": document, "source": source, "ts_ms": 1})
        records.append(("srv.d.numbers", 0, number, None, f'{{"id": "{number + 1}"}}', value))
    land(spark, "numbers", records)
    generate("landing.numbers", "--name", "mongodb__numbers")
    written = project / "models" / "numbers" / "_mongodb__numbers__models.yml"
    assert list(types_in(written).items()) == [
        ("_id", "bigint"),
        ("zip", "bigint"),
        ("ratio", "double"),
        ("big", "double"),
        ("at_y", "double"),
        ("at_b", "string"),
        ("note", "string"),
        ("__v", "bigint"),
    ]
    run("build", "--select", "path:models/numbers")
    numbers = spark.sql("select ratio, big, at_y, note from shop.mongodb__numbers order by _id")
    first, second = map(tuple, numbers.collect())
    assert str(first) == "(nan, 1.797e+308, -inf, None)"
    assert second == (1.5, 2.5, 3.0, ": NaN,")


@pytest.mark.slow
def test_a_sample_of_empty_documents(project: Path, spark: SparkSession) -> None:
    """Without fields of its own, a document is declared as text, so that none is undeclared."""
    source = {"connector": "mongodb", "db": "d", "collection": "hollow", "ts_ms": 1, "ord": 1}
    records = []
    for number, image in enumerate(['{"_id": 1, "a": {}, "b": {}}', '{"_id": 2, "b": {"c": 5}}']):
        value = json.dumps({"op": "c", "after": image, "source": source, "ts_ms": 1})
        records.append(("srv.d.hollow", 0, number, None, f'{{"id": "{number + 1}"}}', value))
    land(spark, "hollow", records)
    generate("landing.hollow", "--name", "mongodb__hollow")
    written = project / "models" / "hollow" / "_mongodb__hollow__models.yml"
    assert types_in(written) == {"_id": "bigint", "a": "string", "b_c": "bigint"}
    run("build", "--select", "path:models/hollow")
    run("--warn-error", "test", "--select", "test_name:no_drift,path:models/hollow")
    assert sorted(rows(spark, "mongodb__hollow", "_id, a, b_c")) == [(1, "{}", None), (2, None, 5)]


def types_in(file: Path) -> dict[str, str]:
    """Return the Spark type of each column that a generated YAML file describes."""
    columns = yaml.safe_load(file.read_text())["anchors"]
    return {column["name"]: column["data_type"] for column in columns}


def event(topic: str, lsn: int, table: str, row: Any, **more: Any) -> tuple[Any, ...]:
    """Return a create in PostgreSQL's words, without its schema."""
    source = {"connector": "postgresql", "name": "srv", "db": "d", "lsn": lsn, "snapshot": "false"}
    source["schema"], _, source["table"] = table.rpartition(".")
    value = {"op": "c", "before": None, "after": row, "source": source, "ts_ms": lsn} | more
    key = None if row is None else json.dumps(dict([next(iter(row.items()))]))
    return topic, 0, lsn, None, key, json.dumps(value)


def nameless(record: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the record without the name of its server, as a tool may leave it out."""
    value = json.loads(record[-1])
    del value["source"]["name"]
    return *record[:-1], json.dumps(value)


@pytest.mark.slow
def test_a_landing_table_of_many_topics(project: Path, spark: SparkSession, tmp_path: Path) -> None:
    """Every table by itself: alike in name, under two topics, in one topic with another."""
    day = field("day", "int32") | {"name": "io.debezium.time.Date"}
    schemas = tmp_path / "schemas.jsonl"
    content = {"topic": "srv.a.items", "value_schemas": [schema_of([field("id", "int64"), day])]}
    schemas.write_text(json.dumps(content))
    begin = {"status": "BEGIN", "id": "1", "event_count": None, "ts_ms": 1}
    records = [
        event("srv.a.items", 1, "a.items", {"id": 1, "day": 17702}),
        event("srv.b.items", 2, "b.items", {"id": 1, "name": "b"}),
        nameless(event("srv.b.items", 11, "b.items", {"id": 2, "name": "of no server"})),
        event("srv.routed", 3, "c.one", {"id": 1, "one": True}),
        event("srv.routed", 4, "c.two", {"no": 1, "two": 2.5}),
        event("srv.routed", 9, "c.one", {"id": 2, "one": False}),
        event("srv.log", 10, "c.one_history", {"id": 3}),
        event("srv.old", 5, "c.renamed", {"id": 1, "name": "before"}),
        event("srv.old", 6, "c.renamed", {"id": 2, "name": "kept"}),
        event("srv.new", 7, "c.renamed", {"id": 1, "name": "after"}, op="u"),
        event("srv.message", 8, ".", None, op="m", after=None),
        ("srv.transaction", 0, 0, None, None, json.dumps(begin)),
        ("srv.broken", 0, 0, None, None, "{"),
    ]
    land(spark, "many", records)
    generate("landing.many", "--all", "--schemas", str(schemas))
    run("--warn-error", "parse")
    run("build", "--select", "path:models/many")
    found = {
        name: [
            tuple(row)
            for row in spark.sql(f"select {columns} from shop.{name} order by 1").collect()
        ]
        for name, columns in {
            "postgresql__items": "id, day",
            "postgresql__items_b": "id, name",
            "postgresql__one": "id, one",
            "postgresql__one_history_c": "id",
            "postgresql__two": "no, two",
            "postgresql__renamed": "id, name",
        }.items()
    }
    assert found == {
        "postgresql__items": [(1, date(2018, 6, 20))],
        "postgresql__items_b": [(1, "b"), (2, "of no server")],
        "postgresql__one": [(1, True), (2, False)],
        "postgresql__one_history_c": [(3,)],
        "postgresql__two": [(1, 2.5)],
        "postgresql__renamed": [(1, "after"), (2, "kept")],
    }
    classes = spark.sql(
        "select _class, sum(landed_rows) from shop.many__ledger group by 1"
    ).collect()
    assert {row[0]: row[1] for row in classes} == {
        "data": 10,
        "message": 1,
        "transaction": 1,
        "rejected": 1,
    }
    found_style = lint("--config", str(ROOT / ".sqlfluff"), str(project / "models" / "many"))
    assert not found_style, found_style


@pytest.mark.slow
def test_a_tombstone_in_a_topic_of_several_tables(project: Path, spark: SparkSession) -> None:
    """The delete before it shows its table; if that lands late, the key is flagged."""
    created = [
        event("srv.both", n, f"s.{table}", {"id": 1, table: "x"}) for n, table in enumerate("ab")
    ]
    deleted = event("srv.both", 2, "s.b", None, op="d", before={"id": 1}, after=None)
    tombstone = ("srv.both", 0, 3, None, created[0][4], None)
    land(spark, "both", [*created, tombstone])
    generate("landing.both", "--topic", "srv.both", "--table", "a", "--name", "alone_a")
    generate("landing.both", "--all", "--name", "together")
    models = ["--select", "path:models/both"]
    run("build", *models)
    unassigned = "test_name:no_unassigned_tombstones,path:models/both"
    shown = "id, _is_deleted, _order_uncertain"
    assert rows(spark, "alone_a", shown) == [(1, False, True)]
    with pytest.raises(AssertionError, match="no_unassigned_tombstones"):
        run("--warn-error", "test", "--select", unassigned)
    spark.createDataFrame([(*deleted[:4], created[0][4], deleted[5])], KAFKA).writeTo(
        "landing.both"
    ).append()
    run("build", *models)
    run("--warn-error", "test", "--select", unassigned)
    assert rows(spark, "alone_a", shown) == [(1, False, False)]
    assert rows(spark, "alone_a_history", "_version, _is_current") == [(1, True)]
    assert rows(spark, "postgresql__a", shown) == [(1, False, False)]
    assert rows(spark, "postgresql__b", shown) == [(1, True, False)]
    run(*operation("forget_key", model="postgresql__b", key={"id": 1}, dry_run=False))
    kept = "_topic_offset, _class, _raw_key"
    assert sorted(rows(spark, "base_together", kept)) == [
        (0, None, '{"id": 1}'),
        (1, None, None),
        (2, None, None),
        (3, "forgotten", None),
    ]
    run("--warn-error", "test", "--select", unassigned, "--vars", "{debezium__test_all: true}")


def rows(spark: SparkSession, table: str, columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(f"select {columns} from shop.{table}").collect()]


def of(connector: str, offset: int, value: str, place: dict[str, Any]) -> tuple[Any, ...]:
    """Return a change of row 1 in a table `parts`, in that connector's words."""
    block = {"connector": connector, "name": connector, "db": "d", "snapshot": "false", "ts_ms": 1}
    block |= {"collection" if connector == "mongodb" else "table": "parts"} | place
    is_document = connector == "mongodb"
    row = {"_id" if is_document else "id": 1, connector: value}
    image = json.dumps(row) if is_document else row
    message = {"op": "u", "before": None, "after": image, "source": block, "ts_ms": 2}
    return f"{connector}.d.parts", 0, offset, None, '{"id": 1}', json.dumps(message)


PLACES: dict[str, list[dict[str, Any]]] = {
    "postgresql": [{"lsn": 10}, {"lsn": 20}],
    "mysql": [{"file": f"bin.00000{file}", "pos": 9 // file, "row": 0} for file in (1, 2)],
    "sqlserver": [{"commit_lsn": lsn, "change_lsn": lsn} for lsn in ("1:1:0001", "1:1:0002")],
    "oracle": [{"scn": "8", "commit_scn": "9"}, {"scn": "7", "commit_scn": "10"}],
    "mongodb": [{"ord": 1}, {"ord": 2}],
}
"""Where two changes stand, in each connector's coordinates."""


@pytest.mark.parametrize("at_once", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_table_that_a_copy_replaces_keeps_its_name(
    project: Path, spark: SparkSession, at_once: bool
) -> None:
    """As gh-ost and pt-online-schema-change do. Debezium sends a message for each new name."""
    clauses = ["`orders` TO `_orders_old`", "`d`.`_orders_new` TO `d`.`orders`"]
    source: dict[str, Any] = {"connector": "mysql", "name": "srv", "db": "d", "table": "orders"}
    source |= {"snapshot": "false", "file": "bin.000002", "row": 0}
    records: list[tuple[Any, ...]] = []
    for offset, pos in enumerate((120, 220)):
        value = {"op": "c", "before": None, "after": {"id": pos}, "source": source | {"pos": pos}}
        key = json.dumps({"id": pos})
        records.append(("srv.d.orders", 0, offset, None, key, json.dumps(value | {"ts_ms": pos})))
    for offset, text in enumerate([", ".join(clauses)] if at_once else clauses):
        change = {"ts_ms": 150, "databaseName": "d", "ddl": f"RENAME TABLE {text}"}
        records.insert(1, ("srv", 0, offset, None, None, json.dumps(change | {"source": {}})))
    table = f"replaced_{at_once}".lower()
    land(spark, table, records)
    generate(f"landing.{table}", "--all", "--name", table)
    folder = project / "models" / table
    assert [each.name for each in folder.iterdir() if each.is_dir()] == ["mysql__orders"]
    shutil.rmtree(folder)


@pytest.mark.slow
def test_several_connectors_in_one_landing_table(project: Path, spark: SparkSession) -> None:
    """Tables of one name, each in its own connector's order; the older event lands last."""
    records = [of(connector, 0, "new", newer) for connector, (_, newer) in PLACES.items()]
    records += [of(connector, 1, "older", older) for connector, (older, _) in PLACES.items()]
    land(spark, "several", records)
    generate("landing.several", "--all")
    run("build", "--select", "path:models/several")
    for connector in PLACES:
        rows = spark.sql(f"select {connector}, _events from shop.{connector}__parts").collect()
        assert [tuple(row) for row in rows] == [("new", 2)], connector


def test_the_schema_change_topic_gives_types(project: Path, spark: SparkSession) -> None:
    """Where the messages carry no schema, its newest table change does."""
    column = {"name": "id", "typeName": "int", "jdbcType": 4, "position": 1, "optional": False}
    amount = {"name": "amount", "typeName": "decimal", "jdbcType": 3, "length": 9, "scale": 2}
    table = {"primaryKeyColumnNames": ["id"], "columns": [column, amount | {"position": 2}]}
    change = {"source": {}, "ts_ms": 1, "databaseName": "d", "schemaName": "s", "ddl": None}
    change["tableChanges"] = [{"type": "CREATE", "id": '"d"."s"."priced"', "table": table}]
    other = {"primaryKeyColumnNames": ["id"], "columns": [column | {"typeName": "bigint"}]}
    later = {"type": "CREATE", "id": '"d"."other"."priced"', "table": other}
    content = [change, change | {"ts_ms": 2, "tableChanges": [later]}]
    records = [
        ("srv", 0, offset, None, None, json.dumps(each)) for offset, each in enumerate(content)
    ]
    land(spark, "changes", records)
    row = {"id": 1, "amount": "AeI6"}
    land(spark, "priced", [event("srv.s.priced", 1, "s.priced", row)])
    generate("landing.priced", "--schema-changes", "landing.changes")
    written = project / "models" / "priced" / "_postgresql__priced__models.yml"
    assert types_in(written) == {
        "id": "int",
        "amount": "decimal(9, 2)",
    }


ColumnTypes = dict[str, tuple[dict[str, Any], str, str]]
MYSQL: ColumnTypes = {
    "at": ({"typeName": "DATETIME", "length": 6}, "timestamp_ntz", "MicroTimestamp"),
    "on_second": ({"typeName": "DATETIME"}, "timestamp_ntz", ""),
    "opens": ({"typeName": "TIME"}, "string", "MicroTime"),
    "seen": ({"typeName": "TIMESTAMP", "length": 3}, "timestamp", "ZonedTimestamp"),
    "flags": ({"typeName": "BIT", "length": 9}, "string", "Bits"),
    "is_on": ({"typeName": "BIT", "length": 1}, "boolean", ""),
    "few": ({"typeName": "SMALLINT UNSIGNED"}, "int", ""),
    "many": ({"typeName": "BIGINT UNSIGNED"}, "decimal(20, 0)", ""),
    "filled": ({"typeName": "BIGINT UNSIGNED ZEROFILL"}, "decimal(20, 0)", ""),
    "big": ({"typeName": "BIGINT"}, "bigint", ""),
    "photo": ({"typeName": "LONGBLOB"}, "binary", ""),
}
DB2: ColumnTypes = {
    "at": ({"typeName": "TIMESTAMP", "length": 26, "scale": 6}, "timestamp_ntz", "MicroTimestamp"),
    "fine": ({"typeName": "TIMESTAMP", "scale": 12}, "string", "NanoTimestamp"),
    "opens": ({"typeName": "TIME", "length": 8, "scale": 0}, "string", "Time"),
    "born": ({"typeName": "DATE"}, "date", ""),
}
SQLSERVER: ColumnTypes = {
    "at": ({"typeName": "datetime2", "length": 19, "scale": 0}, "timestamp_ntz", ""),
    "fine": ({"typeName": "datetime2", "length": 27, "scale": 7}, "string", "NanoTimestamp"),
    "sent": ({"typeName": "datetimeoffset", "length": 34, "scale": 7}, "string", ""),
    "seen": (
        {"typeName": "datetimeoffset", "length": 32, "scale": 5},
        "timestamp",
        "ZonedTimestamp",
    ),
    "opens": ({"typeName": "time", "length": 8, "scale": 0}, "string", "Time"),
    "row_version": ({"typeName": "timestamp", "length": 8}, "binary", ""),
    "counter": ({"typeName": "int identity", "length": 10, "scale": 0}, "int", ""),
}


@pytest.mark.parametrize(
    ("connector", "types"), [("mysql", MYSQL), ("db2", DB2), ("sqlserver", SQLSERVER)]
)
def test_source_types_are_their_connectors_own(
    project: Path, spark: SparkSession, connector: str, types: ColumnTypes
) -> None:
    table = f"{connector}_types"
    columns = [{"name": "id", "typeName": "INT"}, *({"name": n} | types[n][0] for n in types)]
    change: dict[str, Any] = {"source": {}, "ts_ms": 1, "databaseName": "d", "ddl": None}
    made = {"primaryKeyColumnNames": ["id"], "columns": columns}
    change["tableChanges"] = [{"type": "CREATE", "id": f'"d"."{table}"', "table": made}]
    land(spark, f"{table}_changes", [("srv", 0, 0, None, None, json.dumps(change))])
    source = {"connector": connector, "name": "srv", "db": "d", "table": table}
    event = {"op": "c", "after": {"id": 1} | dict.fromkeys(types), "source": source, "ts_ms": 1}
    land(spark, table, [(f"srv.d.{table}", 0, 0, None, '{"id": 1}', json.dumps(event))])
    generate(f"landing.{table}", "--schema-changes", f"landing.{table}_changes")
    written = project / "models" / table / f"_{connector}__{table}__models.yml"
    found = {
        column["name"]: (
            column["data_type"],
            column.get("config", {})
            .get("meta", {})
            .get("debezium", {})
            .get("semantic_type", "")
            .rpartition(".")[2],
        )
        for column in yaml.safe_load(written.read_text())["anchors"]
    }
    assert found == {"id": ("int", "")} | {name: types[name][1:] for name in types}


def test_a_schema_has_types_that_lose_nothing(project: Path, spark: SparkSession) -> None:
    """A seventh digit of a second, members of a set."""
    names = {"fine": "time.NanoTimestamp", "sent": "time.ZonedTimestamp", "caps": "data.EnumSet"}
    names |= {"seen": "time.ZonedTimestamp"}
    fields = [field("Id Col", "int32")]
    for name, semantic in names.items():
        type_ = "int64" if name == "fine" else "string"
        fields.append(field(name, type_) | {"name": f"io.debezium.{semantic}"})
    row = {"Id Col": 1, "fine": 1529507596945104100, "sent": "2024-06-03T09:43:00.1234567Z"}
    row |= {"caps": "a,b", "seen": "2024-06-03T09:43:00.1234560Z"}
    landed(spark, "lossless", [(fields, row)])
    generate("landing.lossless", "--name", "sqlserver__lossless")
    written = project / "models" / "lossless" / "_sqlserver__lossless__models.yml"
    assert types_in(written) == {
        "Id Col": "int",
        "fine": "string",
        "sent": "string",
        "caps": "array<string>",
        "seen": "timestamp",
    }
    assert written.read_text().count("# Text, because a timestamp has microseconds.") == 2
    run("build", "--select", "path:models/lossless")
    assert rows(spark, "sqlserver__lossless", "fine, sent, caps") == [
        ("2018-06-20 15:13:16.945104100", "2024-06-03T09:43:00.1234567Z", ["a", "b"])
    ]


@pytest.mark.slow
def test_the_version_of_a_schema_is_not_a_value(project: Path, spark: SparkSession) -> None:
    """A decimal column named as a member of its schema, which is a number."""
    fields = [field("Id Col", "int32"), decimal(2) | {"field": "version", "version": 1}]
    landed(spark, "versioned", [(fields, {"Id Col": 1, "version": "AJY="})])
    generate("landing.versioned", "--name", "sqlserver__versioned")
    run("build", "--select", "path:models/versioned")
    assert rows(spark, "sqlserver__versioned", "version") == [(Decimal("1.50"),)]


@pytest.mark.slow
def test_a_number_is_found_under_any_name(project: Path, spark: SparkSession) -> None:
    """Of decimal.format=NUMERIC."""
    names = ["größe", 'a"b', 'm²"']
    fields = [field("Id Col", "int32"), *(decimal(2) | {"field": name} for name in names)]
    landed(spark, "sized", [(fields, {"Id Col": 1} | dict.fromkeys(names, 1.5))])
    generate("landing.sized", "--name", "sqlserver__sized")
    run("build", "--select", "path:models/sized")
    (row,) = spark.table("shop.sqlserver__sized").select(*(f"`{name}`" for name in names)).collect()
    assert tuple(row) == (Decimal("1.50"),) * 3


def test_the_newest_schema_is_found_by_time(project: Path, spark: SparkSession) -> None:
    """Offsets of different partitions do not compare."""
    records = []
    for minute, (partition, offset, names) in enumerate([(0, 9, ["id"]), (1, 0, ["id", "name"])]):
        row: dict[str, Any] = dict.fromkeys(names, 1)
        source = {"connector": "db2", "db": "d", "schema": "s", "table": "grown"}
        payload = {"op": "c", "before": None, "after": row, "source": source, "ts_ms": 1}
        message = {"schema": schema_of([field(name, "int32") for name in names])}
        text = json.dumps(message | {"payload": payload})
        at = datetime(2024, 5, 1, 10, minute)
        records.append(("grown", partition, offset, at, '{"id": 1}', text))
    land(spark, "grown", records)
    generate("landing.grown")
    written = project / "models" / "grown" / "_db2__grown__models.yml"
    assert types_in(written) == {"id": "int", "name": "int"}
    assert "Not in the newest schema" not in written.read_text()


def table_change(pos: int, amount: dict[str, Any], at: int) -> dict[str, Any]:
    """Return a message of MySQL's schema-change topic: the table as it is from that position on."""
    columns = [
        {"name": "id", "typeName": "BIGINT UNSIGNED"},
        {"name": "amount", "typeName": "DECIMAL", **amount},
        {"name": "at", "typeName": "DATETIME", "length": at},
    ]
    change = {"type": "ALTER", "id": '"d"."bills"', "table": {"columns": columns}}
    source = {"connector": "mysql", "file": "bin.000002", "pos": pos}
    return {
        "source": source,
        "ts_ms": pos,
        "databaseName": "d",
        "ddl": "",
        "tableChanges": [change],
    }


def bill(offset: int, pos: int, number: int, row: Any, file: str = "bin.000002") -> tuple[Any, ...]:
    """Return an insert into that table without its schema."""
    source: dict[str, Any] = {"connector": "mysql", "name": "srv", "db": "d"}
    source |= {"table": "bills", "snapshot": "false"}
    source |= {"file": file, "pos": pos, "row": 0, "ts_ms": pos}
    image = {"id": number} | row
    value = {"op": "c", "before": None, "after": image, "source": source, "ts_ms": pos}
    return "srv.d.bills", 0, offset, None, json.dumps({"id": number}), json.dumps(value)


BILLS = [
    bill(0, 500, -1, {"amount": "KAo=", "at": 1000}, file="bin.000001"),
    bill(1, 120, 1, {"amount": "KAo=", "at": 1000}),
    bill(2, 220, 2, {"amount": "D6Po", "at": 1000}),
    bill(3, 320, 3, {"amount": "D6Po", "at": 1000000}),
]


@pytest.mark.parametrize("given", slow_except(["both"], ["schema changes", "both"]))
def test_the_schema_change_topic_gives_previous_columns(
    project: Path, spark: SparkSession, tmp_path: Path, given: str
) -> None:
    """Up to the position of each change; the newest types alone are in the exported schemas."""
    changes = [
        table_change(100, {"length": 10, "scale": 2}, 0),
        table_change(200, {"length": 12, "scale": 4}, 0),
        table_change(300, {"length": 12, "scale": 4}, 6),
    ]
    land(
        spark,
        "bills_changes",
        [("srv", 0, offset, None, None, json.dumps(each)) for offset, each in enumerate(changes)],
    )
    land(spark, "bills", BILLS)
    micros = field("at", "int64") | {"name": "io.debezium.time.MicroTimestamp"}
    millis = micros | {"name": "io.debezium.time.Timestamp"}
    exported = [
        [field("id", "int64"), decimal(2) | {"field": "amount"}, millis],
        [field("id", "int64"), decimal(4) | {"field": "amount"}, micros],
    ]
    schemas = tmp_path / "schemas.jsonl"
    line = {"topic": "srv.d.bills", "value_schemas": [schema_of(fields) for fields in exported]}
    schemas.write_text(json.dumps(line))
    more = ["--schemas", str(schemas)] if given == "both" else []
    generate("landing.bills", "--schema-changes", "landing.bills_changes", "--overwrite", *more)
    written = project / "models" / "bills" / "_mysql__bills__models.yml"
    columns = {each["name"]: each for each in yaml.safe_load(written.read_text())["anchors"]}
    entries = {name: each["config"]["meta"]["debezium"] for name, each in columns.items()}
    assert (columns["id"]["data_type"], entries["id"]) == ("decimal(20, 0)", {"unsigned": True})
    assert [each["scale"] for each in entries["amount"]["older_types"]] == [2]
    assert [each["semantic_type"] for each in entries["at"]["older_types"]] == [millis["name"]]
    assert "CHECK" not in written.read_text()
    run("build", "--select", "path:models/bills", "--full-refresh")
    found = spark.sql("select id, amount, at from shop.mysql__bills order by id").collect()
    second = datetime(1970, 1, 1, 0, 0, 1)
    assert [tuple(row) for row in found] == [
        (Decimal(1), Decimal("102.50"), second),
        (Decimal(2), Decimal("102.50"), second),
        (Decimal(3), Decimal("102.50"), second),
        (Decimal(2**64 - 1), Decimal("102.50"), second),
    ]


def test_exported_schemas_do_not_name_the_valid_one(
    project: Path, spark: SparkSession, tmp_path: Path
) -> None:
    """A scale that changed is a line to check, where messages carry no schema."""
    land(spark, "bills", BILLS)
    fields = [[field("id", "int64"), decimal(scale) | {"field": "amount"}] for scale in (2, 4)]
    schemas = tmp_path / "schemas.jsonl"
    content = {"topic": "srv.d.bills", "value_schemas": [schema_of(each) for each in fields]}
    schemas.write_text(json.dumps(content))
    generate("landing.bills", "--overwrite", "--schemas", str(schemas))
    written = project / "models" / "bills" / "_mysql__bills__models.yml"
    assert "# CHECK: was decimal 2 in an older schema. Messages without" in written.read_text()
    assert types_in(written)["amount"] == "decimal(10, 4)"


@pytest.mark.parametrize(
    "more", [["--name", "alone"], pytest.param(["--all"], marks=pytest.mark.slow)]
)
def test_the_connector_s_own_placeholder(
    project: Path, spark: SparkSession, more: list[str]
) -> None:
    source = {"connector": "postgresql", "table": "own", "schema": "s", "db": "d", "lsn": 1}
    image = {"id": 1, "text": "it's"}
    message = {"before": None, "after": image, "source": source, "op": "u", "ts_ms": 1}
    land(spark, "own", [("srv.s.own", 0, 0, None, '{"id": 1}', json.dumps(message))])
    generate("landing.own", *more, "--overwrite", "--unavailable-value-placeholder", "it's")
    (base,) = (
        path
        for path in (project / "models" / "own").rglob("base_*.sql")
        if "debezium.unwrap(" in path.read_text()
    )
    run("run", "--select", f"+{base.stem}")
    assert [
        (row["text"], row["_unavailable"]) for row in spark.table(f"shop.{base.stem}").collect()
    ] == [(None, ["text"])]
    shutil.rmtree(project / "models" / "own")


@pytest.mark.slow
def test_a_schema_marks_a_number_as_unsigned(project: Path, spark: SparkSession) -> None:
    source_type = {"__debezium.source.column.type": "BIGINT UNSIGNED"}
    fields = [field("Id Col", "int32"), field("n", "int64", parameters=source_type)]
    landed(spark, "counted", [(fields, {"Id Col": 1, "n": -1})])
    generate("landing.counted", "--name", "sqlserver__counted")
    written = project / "models" / "counted" / "_sqlserver__counted__models.yml"
    assert types_in(written)["n"] == "decimal(20, 0)"
    assert "unsigned: true" in written.read_text()


ORACLE: dict[str, tuple[dict[str, Any], str]] = {
    "ID": ({"typeName": "NUMBER", "length": 9, "scale": 0}, "int"),
    "SMALL": ({"typeName": "NUMBER", "length": 4, "scale": 0}, "smallint"),
    "ROUNDED": ({"typeName": "NUMBER", "length": 10, "scale": -2}, "bigint"),
    "LONG_ID": ({"typeName": "NUMBER", "length": 38, "scale": 0}, "decimal(38, 0)"),
    "AMOUNT": ({"typeName": "NUMBER", "length": 9, "scale": 2}, "decimal(9, 2)"),
    "ANY_NUMBER": ({"typeName": "NUMBER", "length": 0}, "string"),
    "ANY_FLOAT": ({"typeName": "FLOAT", "length": 126}, "string"),
    "RATIO": ({"typeName": "BINARY_DOUBLE"}, "double"),
    "BORN": ({"typeName": "DATE", "length": 7}, "timestamp_ntz"),
    "SEEN": ({"typeName": "TIMESTAMP(6)", "length": 6}, "timestamp_ntz"),
    "SENT": ({"typeName": "TIMESTAMP(6) WITH TIME ZONE", "length": 6}, "timestamp"),
    "HELD": ({"typeName": "INTERVAL DAY TO SECOND", "length": 2, "scale": 6}, "bigint"),
    "NOTE": ({"typeName": "CLOB"}, "string"),
}


@pytest.mark.slow
def test_oracle_is_seen_and_its_types_are_its_own(project: Path, spark: SparkSession) -> None:
    """A DATE has a time, a NUMBER its own scale; what the log leaves out stays unknown."""
    columns = [described | {"name": name} for name, (described, _) in ORACLE.items()]
    change: dict[str, Any] = {"source": {}, "ts_ms": 1, "databaseName": "ORCLPDB1", "ddl": None}
    table = {"primaryKeyColumnNames": ["ID"], "columns": columns}
    change["tableChanges"] = [{"type": "CREATE", "id": '"ORCLPDB1"."S"."ROWS"', "table": table}]
    land(spark, "oracle_changes", [("srv", 0, 0, None, None, json.dumps(change))])
    source = {"connector": "oracle", "name": "srv", "db": "ORCLPDB1", "schema": "S"}
    source |= {"table": "ROWS", "snapshot": "false", "rs_id": "0x0000a1.000aebf2.0010"}
    row: dict[str, Any] = {"ID": 1, "LONG_ID": "AQ==", "AMOUNT": "AeI6", "NOTE": "long"}
    row |= {"ANY_NUMBER": {"scale": 1, "value": "fQ=="}, "BORN": 1520085811000}
    left = row | {"NOTE": "__debezium_unavailable_value", "AMOUNT": "ew=="}
    changes = [("c", None, row, "999"), ("u", left, left, "1000"), ("u", left, row, "998")]
    records = []
    for offset, (op, before, after, scn) in enumerate(changes):
        block = source | {"scn": scn, "commit_scn": scn}
        message = {"op": op, "before": before, "after": after, "source": block, "ts_ms": 2}
        records.append(("srv.S.ROWS", 0, offset, None, '{"ID": 1}', json.dumps(message)))
    land(spark, "oracle_rows", records)
    generate("landing.oracle_rows", "--schema-changes", "landing.oracle_changes")
    written = next((project / "models" / "oracle_rows").glob("_*__models.yml"))
    assert types_in(written) == {name: kind for name, (_, kind) in ORACLE.items()}
    run("build", "--select", "path:models/oracle_rows")
    (found,) = spark.sql("select * from shop.oracle__rows").collect()
    assert (found["NOTE"], found["_events"], str(found["AMOUNT"])) == ("long", 3, "1.23")
    assert (found["ANY_NUMBER"], str(found["BORN"])) == ("12.5", "2018-03-03 14:03:31")


@pytest.mark.slow
def test_a_sample_of_documents_whose_id_is_a_document(project: Path, spark: SparkSession) -> None:
    """The id is one column; numbers with a fraction are doubles, whatever their digits."""
    source = {"connector": "mongodb", "db": "d", "collection": "totals", "ts_ms": 1, "ord": 1}
    records = []
    for number, value in enumerate(["5.0", "0.12345678901234567"]):
        id_ = f'{{"day": {number}, "shop": "a"}}'
        names = ", ".join(f'"k{each}_{number}": 1' for each in range(150))
        after = f'{{"_id": {id_}, "sum": {value}, "by": {{{names}}}}}'
        message = json.dumps({"op": "c", "after": after, "source": source, "ts_ms": 1})
        records.append(("srv.d.totals", 0, number, None, json.dumps({"id": id_}), message))
    land(spark, "totals", records)
    generate("landing.totals", "--name", "mongodb__totals")
    written = project / "models" / "totals" / "_mongodb__totals__models.yml"
    assert types_in(written) == {"_id": "string", "sum": "double", "by": "string"}
    assert "# CHECK: an object with 300 names in the sample." in written.read_text()
    run("build", "--select", "path:models/totals")
    assert {row[0] for row in rows(spark, "mongodb__totals", "sum")} == {5.0, 0.12345678901234567}


@pytest.mark.slow
def test_the_rows_show_the_connector_s_modes(project: Path, spark: SparkSession) -> None:
    """decimal.handling.mode=string and time.precision.mode=connect; the topic has source types."""
    columns: list[dict[str, Any]] = [
        {"name": "id", "typeName": "BIGINT"},
        {"name": "amount", "typeName": "DECIMAL", "length": 10, "scale": 2},
        {"name": "whole", "typeName": "DECIMAL", "length": 10, "scale": 0},
        {"name": "at", "typeName": "DATETIME", "length": 6},
    ]
    change = {"type": "CREATE", "id": '"d"."modes"', "table": {"columns": columns}}
    made = {"source": {}, "ts_ms": 1, "databaseName": "d", "ddl": "", "tableChanges": [change]}
    source = {"connector": "mysql", "name": "srv", "db": "d", "table": "modes", "pos": 1}
    row = {"id": 1, "amount": "12.50", "whole": "1234", "at": 1529507596945}
    event_ = {"op": "c", "after": row, "ts_ms": 1} | {"source": source | {"file": "bin.000001"}}
    records = [
        ("srv", 0, 0, None, None, json.dumps(made)),
        ("srv.d.modes", 0, 0, None, '{"id": 1}', json.dumps(event_)),
    ]
    land(spark, "modes", records)
    generate("landing.modes", "--schema-changes", "landing.modes")
    written = project / "models" / "modes" / "_mysql__modes__models.yml"
    assert "# CHECK: its numbers are too small for microtimestamp." in written.read_text()
    assert "connect.data.Decimal" not in written.read_text()
    run("build", "--select", "path:models/modes")
    assert rows(spark, "mysql__modes", "amount, whole") == [(Decimal("12.50"), Decimal(1234))]


def test_a_type_that_narrows_keeps_its_room(project: Path, spark: SparkSession) -> None:
    wide, narrow = ([field("Id Col", "int32"), field("n", kind)] for kind in ("int64", "int32"))
    landed(spark, "narrowed", [(wide, {"Id Col": 1, "n": 2**40}), (narrow, {"Id Col": 2, "n": 1})])
    generate("landing.narrowed", "--name", "sqlserver__narrowed")
    written = project / "models" / "narrowed" / "_sqlserver__narrowed__models.yml"
    assert types_in(written)["n"] == "bigint"


FLAT = {"id": 1, "op": "x", "data": {"wkb": "AQ==", "srid": 1}, "payload": "p", "long": "?"}
LONG = "12345678901234567.25"
MARKS = {"plain": {}, "marked": {"__deleted": "false"}, "schema": {"__op": "c"}}


@pytest.mark.parametrize("form", slow_except(["plain"], MARKS))
def test_rows_that_a_transform_unwrapped(project: Path, spark: SparkSession, form: str) -> None:
    """Columns that are named as members of a message; rows without a mark need their layout.

    Their operation may be in a header.
    """
    wkb = [field("wkb", "bytes"), field("srid", "int32")]
    shape = field("data", "struct", fields=wkb) | {"name": "io.debezium.data.geometry.Geometry"}
    fields = [field("id", "int32"), *map(field, ["op", "payload", "long", "__op"])]
    fields.insert(2, shape)
    value: dict[str, Any] = FLAT | MARKS[form]
    if form == "schema":
        value = {"schema": {"type": "struct", "fields": fields}, "payload": value}
    text = json.dumps(value).replace('"?"', LONG if form != "schema" else f'"{LONG}"')
    headers = [("__op", b"r")] if form == "plain" else []
    record = (f"t.{form}", 0, 0, None, '{"id": 1}', text, headers)
    land(spark, f"flat_{form}", [record], WITH_HEADERS)
    layout = ["--layout", "flattened_kafka"] if form == "plain" else []
    given = ["--topic", f"t.{form}", "--connector", "postgresql", "--name", f"flat_{form}"]
    generate(f"landing.flat_{form}", *given, *layout)
    written = project / "models" / f"flat_{form}" / f"_flat_{form}__models.yml"
    assert list(types_in(written)) == ["id", "op", "data", "payload", "long"]
    assert types_in(written)["id"] == ("int" if form == "schema" else "bigint")
    run("build", "--select", f"path:models/flat_{form}")
    assert rows(spark, f"flat_{form}", "op, payload, long") == [("x", "p", LONG)]
    operation = {"plain": "r", "marked": "u", "schema": "c"}[form]
    assert rows(spark, f"base_flat_{form}", "_op") == [(operation,)]


@pytest.mark.slow
def test_tables_that_differ_in_their_server_alone(project: Path, spark: SparkSession) -> None:
    """As if a connector is made again under another name, and a transform keeps the topic's."""
    first = event("routed", 1, "s.twofold", {"id": 1})
    value = json.loads(event("routed", 2, "s.twofold", {"id": 2})[-1])
    value["source"]["name"] = "later"
    land(spark, "twofold", [first, (*first[:2], 2, None, '{"id": 2}', json.dumps(value))])
    generate("landing.twofold", "--all")
    folder = project / "models" / "twofold"
    assert [each.name for each in folder.iterdir() if each.is_dir()] == ["postgresql__twofold"]
    shutil.rmtree(folder)
    generate("landing.twofold", "--topic", "routed", "--name", "alone_twofold")


def test_a_table_without_columns_does_not_stop_the_others(
    project: Path, spark: SparkSession
) -> None:
    """A collection with only a delete, and rows that a transform unwrapped."""
    gone: dict[str, Any] = {"op": "d", "before": None, "after": None}
    gone["source"] = {"connector": "mongodb", "name": "m", "db": "d", "collection": "gone"}
    key = '{"__dbz__physicalTableIdentifier": "srv.s.usable", "id": 1}'
    records = [
        (
            *event("srv.s.usable", 1, "s.usable", {"id": 1})[:4],
            key,
            event("srv.s.usable", 1, "s.usable", {"id": 1})[5],
        ),
        ("m.d.gone", 0, 0, None, '{"id": "1"}', json.dumps(gone)),
        ("flat", 0, 0, None, '{"id": 1}', '{"id": 1, "__deleted": "false"}'),
    ]
    land(spark, "partly", records)
    output = generate("landing.partly", "--all")
    assert "no models for m.d.gone: no row has a schema or an image" in output
    assert "no models for flat: rows of flattened_kafka" in output
    base = project / "models/partly/postgresql__usable/base_postgresql__usable.sql"
    assert "key=['id']" in base.read_text()


@pytest.mark.slow
def test_a_shared_model_keeps_its_name(project: Path, spark: SparkSession) -> None:
    """A second connector gets a shared model of its own, beside it."""
    first = of("postgresql", 0, "a", PLACES["postgresql"][0])
    land(spark, "grows", [first])
    generate("landing.grows", "--all")
    land(spark, "grows", [first, of("mongodb", 0, "a", PLACES["mongodb"][0])])
    generate("landing.grows", "--all", "--overwrite")
    folder = project / "models" / "grows"
    shared = {each.stem for each in folder.glob("base_*.sql")}
    assert shared == {"base_grows", "base_grows__mongodb"}
    base = folder / "postgresql__parts" / "base_postgresql__parts.sql"
    assert "ref('base_grows')" in base.read_text()


@pytest.mark.slow
def test_a_typed_table_with_a_column_named_value(project: Path, spark: SparkSession) -> None:
    spark.sql(
        "create or replace table landing.settings using iceberg "
        "tblproperties ('format-version' = '3') as "
        "select 'a' as key, 5 as value, 'c' as __op, 1L as __lsn"
    )
    generate("landing.settings", "--connector", "postgresql", "--key", "key")
    run("build", "--select", "path:models/settings")
    assert rows(spark, "postgresql__settings", "key, value") == [("a", 5)]
