"""Other forms in which events land: generated models read each of them, and `dbt build` passes."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import KAFKA, WITH_HEADERS, slow_except
from installed import PROJECT, installed, run
from pyspark.sql import SparkSession
from test_codegen import schema_of
from test_layouts import attributes, compact, images, in_headers

from dbt_debezium.generate import main

FIELDS: list[dict[str, Any]] = [
    {"field": "id", "type": "int64"},
    {"field": "name", "type": "string", "optional": True},
]
SOURCE = {"version": "3.1.3.Final", "connector": "postgresql", "name": "s", "db": "d"}
SOURCE |= {"schema": "p", "table": "forms", "snapshot": "false"}
ROWS = [
    ("c", None, {"id": 1, "name": "a"}),
    ("c", None, {"id": 2, "name": 'b }{ "'}),
    ("u", {"id": 1, "name": "a"}, {"id": 1, "name": "é"}),
    ("d", {"id": 2, "name": 'b }{ "'}, None),
]
EXPECTED = [(1, "é", False), (2, 'b }{ "', True)]


def encoded(value: Any) -> str:
    return base64.b64encode(compact(value).encode()).decode()


def events() -> list[dict[str, Any]]:
    return [
        {"before": before, "after": after, "op": op, "ts_ms": 9}
        | {"source": SOURCE | {"lsn": 980 + 10 * number, "ts_ms": number, "txId": number}}
        for number, (op, before, after) in enumerate(ROWS, 1)
    ]


def with_schema(payload: Any) -> dict[str, Any]:
    return {"schema": schema_of(FIELDS), "payload": payload}


FORMS: dict[str, Any] = {
    "string": lambda event: (json.dumps(compact(with_schema(event))), None),
    "payload_string": lambda event: (
        compact({"schema": {"type": "string"}, "payload": compact(event)}),
        None,
    ),
    "base64": lambda event: (encoded(event), None),
    "byte_order_mark": lambda event: ("\ufeff" + compact(event), None),
    "cloudevents": lambda event: (
        compact(attributes(event) | {"data": images(event)}),
        None,
    ),
    "cloudevents_schema": lambda event: (
        compact(attributes(event) | {"data": with_schema(images(event))}),
        None,
    ),
    "cloudevents_base64": lambda event: (
        compact(attributes(event) | {"data_base64": encoded(with_schema(images(event)))}),
        None,
    ),
    "cloudevents_binary": lambda event: (
        compact(with_schema(images(event))),
        in_headers(event),
    ),
}
COMPRESSED: list[Callable[[bytes], bytes]] = [
    gzip.compress,
    lambda content: base64.b64encode(gzip.compress(content)),
    lambda content: json.dumps(base64.b64encode(gzip.compress(content)).decode()).encode(),
    lambda content: content,
    lambda content: compact(
        {"schema": {"type": "bytes", "optional": False}}
        | {"payload": base64.b64encode(gzip.compress(content)).decode()}
    ).encode(),
]
BATCHES: dict[str, Callable[[list[str]], str]] = {
    "concatenated": "".join,
    "lines": "\n".join,
    "array": lambda texts: f"[{', '.join(texts)}]",
}


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("forms")
    with installed(folder, PROJECT):
        yield folder


def build(spark: SparkSession, table: str, *arguments: str) -> list[Any]:
    """Return the rows of the generated current model."""
    result = CliRunner().invoke(main, [f"landing.{table}", "--name", table, *arguments])
    assert result.exit_code == 0, result.output
    run("build", "--select", f"path:models/{table}")
    found = spark.sql(f"select id, name, _is_deleted from shop.{table} order by id")
    return [tuple(row) for row in found.collect()]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_events_in_another_form(spark: SparkSession, project: Path, form: str) -> None:
    table = f"form_{form}"
    records = []
    for offset, event in enumerate(events()):
        value, headers = FORMS[form](event)
        key = compact({"id": (event["after"] or event["before"])["id"]})
        records.append(("s.p.forms", 0, offset, None, key, value, headers))
    records.append(("s.p.forms", 0, len(records), None, compact({"id": 2}), None, None))
    spark.sql(f"create or replace table landing.{table} ({WITH_HEADERS})")
    spark.createDataFrame(records, WITH_HEADERS).writeTo(f"landing.{table}").append()
    assert build(spark, table) == EXPECTED
    found = spark.sql(f"select _class from shop.base_{table}").collect()
    assert Counter(row[0] for row in found) == {"data": 4, "tombstone": 1}


def test_dates_and_times_as_structs_of_their_parts(spark: SparkSession, project: Path) -> None:
    """`time.precision.mode=structured`; what has no value in Spark is null, and in `_invalid`."""
    parts = "year month day hour minute second".split()
    kinds = dict.fromkeys(parts, "int8") | {"year": "int32", "picoseconds": "int64"}
    kinds |= {"specialValue": "string", "precision": "int32"}
    made = {
        "type": "struct",
        "name": "io.debezium.time.StructuredTimestampPrecision6SourceColumn6d616465",
        "fields": [{"field": name, "type": kind, "optional": True} for name, kind in kinds.items()],
        "parameters": {"io.debezium.time.precision": "6"},
    }
    fields: list[dict[str, Any]] = [{"field": "id", "type": "int64"}]
    fields += [{"field": "made", "optional": True, **made}]
    values: list[dict[str, Any] | None] = [
        dict(zip(parts, (2024, 2, 29, 23, 5, 9), strict=True)) | {"picoseconds": 120000000000},
        {"specialValue": "POSITIVE_INFINITY"},
        None,
    ]
    records = []
    for number, value in enumerate(values, 1):
        row = {"id": number, "made": value and dict.fromkeys(kinds) | value}
        event: dict[str, Any] = {"before": None, "after": row, "op": "c", "ts_ms": 9}
        event |= {"source": SOURCE | {"lsn": number, "ts_ms": number, "txId": number}}
        text = compact({"schema": schema_of(fields), "payload": event})
        records.append(("s.p.forms", 0, number, None, compact({"id": number}), text, None))
    spark.sql(f"create or replace table landing.structured ({WITH_HEADERS})")
    spark.createDataFrame(records, WITH_HEADERS).writeTo("landing.structured").append()
    generated = CliRunner().invoke(main, ["landing.structured", "--name", "structured"])
    assert generated.exit_code == 0, generated.output
    run("build", "--select", "path:models/structured")
    found = spark.sql(
        "select made, map_keys(_invalid) from shop.base_structured order by id"
    ).collect()
    moment = datetime(2024, 2, 29, 23, 5, 9, 120000)
    assert list(map(tuple, found)) == [(moment, None), (None, ["made"]), (None, None)]
    assert spark.table("shop.structured").schema["made"].dataType.simpleString() == "timestamp_ntz"


def rebuilt(name: str) -> str:
    """Return the variable by which --full-refresh rebuilds an entity's models."""
    return f"debezium__full_refresh: [base_{name}, {name}, {name}_history]"


@pytest.mark.parametrize("batch", slow_except(["array"], BATCHES))
def test_several_events_in_a_value(spark: SparkSession, project: Path, batch: str) -> None:
    """A broken event beside them is a row of its own."""
    table = f"batch_{batch}"
    texts = [compact(with_schema(event)) for event in events()]
    values = [(BATCHES[batch]([*texts[:3], '{"op": nul}']),), (BATCHES[batch](texts[3:]),)]
    spark.sql(f"create or replace table landing.{table} (value string)")
    spark.createDataFrame(values, "value string").writeTo(f"landing.{table}").append()
    assert build(spark, table, "--key", "id") == EXPECTED
    base = spark.sql(f"select _landing_id, _class, _reason, _raw from shop.base_{table}")
    found = sorted(map(tuple, base.collect()))
    first = found[0][0]
    assert [row[0] for row in found[:4]] == [
        first,
        *(f"{first}#{number:04}" for number in (2, 3, 4)),
    ]
    assert found[3][1:] == ("rejected", "not_json", '{"op": nul}')
    assert [row[1] for row in found] == ["data", "data", "data", "rejected", "data"]
    run("run", "--select", f"base_{table}", "--vars", f"debezium__retry_rejected: [base_{table}]")
    assert sorted(map(tuple, base.collect())) == found
    again = spark.sql(f"select _landing_id from shop.base_{table} where _load = 2").collect()
    assert [row[0] for row in again] == [found[3][0]], "usable events are not read again"


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["kafka", "all", "json_keyed"])
def test_messages_that_were_compressed(spark: SparkSession, project: Path, layout: str) -> None:
    """Each row is recognized; a damaged message is rejected as it landed."""
    table = f"gzip_{layout}"
    ids = [(event["after"] or event["before"])["id"] for event in events()]
    landed: list[tuple[bytes, bytes | None]] = [
        (
            gzip.compress(compact({"id": id_}).encode()),
            compress(compact(with_schema(event)).encode()),
        )
        for id_, event, compress in zip(ids, events(), COMPRESSED, strict=False)
    ]
    landed.append((b'{"id":1}', COMPRESSED[4](compact(events()[2]).encode())))
    landed.append((b'{"id":2}', None))
    damaged = gzip.compress(compact(events()[0]).encode())[:-9]
    landed.append((b'{"id":1}', damaged))
    schema = KAFKA.replace("key string, value string", "key binary, value binary")
    records: list[Any] = [("s.p.forms", 0, at, None, *each) for at, each in enumerate(landed)]
    if layout == "json_keyed":
        schema, records = "key binary, value binary", landed
    spark.sql(f"create or replace table landing.{table} ({schema})")
    spark.createDataFrame(records, schema).writeTo(f"landing.{table}").append()
    if layout == "all":
        result = CliRunner().invoke(main, [f"landing.{table}", "--all"])
        assert result.exit_code == 0, result.output
        run("build", "--select", f"path:models/{table}")
        (view,) = (path.stem for path in Path(f"models/{table}").rglob("*_active.sql"))
        current = view.removesuffix("_active")
        base = f"base_{current}"
        assert "compression='gzip'" in Path(f"models/{table}/base_{table}.sql").read_text()
        state = spark.sql(f"select id, name, _is_deleted from shop.{current} order by id")
        assert [tuple(row) for row in state.collect()] == EXPECTED
    else:
        assert build(spark, table) == EXPECTED
        base = f"base_{table}"
        assert "compression='gzip'" in Path(f"models/{table}/{base}.sql").read_text()
    rejected = spark.sql(
        f"select _reason, cast(_raw as binary) from shop.{base} where _class = 'rejected'"
    )
    found = [tuple(row) for row in rejected.collect()]
    if layout == "json_keyed":  # in which a value may contain several events, and what is none
        assert {reason for reason, _ in found} == {"not_json"}
    else:
        assert found == [("not_json", damaged)]
    run("run-operation", "debezium.check_source", "--args", f"{{relation: landing.{table}}}")


@pytest.mark.slow
def test_topics_of_a_pattern_are_one_entity(spark: SparkSession, project: Path) -> None:
    """A topic that comes later belongs to it; equal keys of two topics need the topic as key."""

    def land(*topics: str) -> None:
        records = []
        for topic in topics:
            source = SOURCE | {"table": topic.rpartition(".")[2], "lsn": 5, "ts_ms": 1}
            event = {"before": None, "after": {"id": 1, "name": topic}, "op": "c", "ts_ms": 9}
            value = compact(with_schema(event | {"source": source}))
            records.append((topic, 0, 0, None, '{"id":1}', value))
        spark.createDataFrame(records, KAFKA).writeTo("landing.tenants").append()

    spark.sql(f"create or replace table landing.tenants ({KAFKA})")
    land("s.p.orders_eu", "s.p.orders_us", "s.p.items", "other.s.p.orders_eu")
    command = ["landing.tenants", "--topic", r"s\.p\.orders_.*", "--name", "tenants"]
    result = CliRunner().invoke(main, [*command, "--key", "_topic", "--key", "id"])
    assert result.exit_code == 0, result.output
    run("build", "--select", "path:models/tenants")
    land("s.p.orders_asia")
    run("build", "--select", "path:models/tenants")
    found = spark.sql("select _key, name from shop.tenants order by name").collect()
    regions = [f"s.p.orders_{region}" for region in ("asia", "eu", "us")]
    assert [row["name"] for row in found] == regions
    assert [json.loads(row["_key"]) for row in found] == [
        {"_topic": topic, "id": 1} for topic in regions
    ]
    result = CliRunner().invoke(main, [*command, "--overwrite"])
    assert result.exit_code == 0, result.output
    with pytest.raises(AssertionError, match="unique_key_base_tenants"):
        run(
            "build",
            "--full-refresh",
            "--select",
            "path:models/tenants",
            "--vars",
            rebuilt("tenants"),
        )


@pytest.mark.slow
@pytest.mark.parametrize("every", [False, True])
def test_landing_tables_of_a_pattern_are_one_entity(
    spark: SparkSession, project: Path, every: bool
) -> None:
    """A table that comes later belongs to it; the tables need the same columns."""

    def land(region: str) -> None:
        source = SOURCE | {"table": "orders", "name": region, "db": region, "lsn": 5}
        event = {"before": None, "after": {"id": 1, "name": region}, "op": "c", "ts_ms": 9}
        record = ("t", 0, 0, None, '{"id":1}', compact(with_schema(event | {"source": source})))
        table = f"landing.shop{every:d}_{region}"
        spark.sql(f"create or replace table {table} ({KAFKA})")
        spark.createDataFrame([record], KAFKA).writeTo(table).append()

    land("eu")
    land("us")
    command = [f"landing.shop{every:d}_.*", *(["--all"] if every else ["--name", "shops"])]
    keys = [] if every else ["--key", "_landing_table", "--key", "id"]
    result = CliRunner().invoke(main, [*command, *keys])
    assert result.exit_code == 0, result.output
    again = CliRunner().invoke(main, [*command, *keys, "--overwrite"])
    assert again.output == result.output, "the same names"
    models = f"path:models/shop{every:d}"
    run("build", "--select", models)
    if not every:
        land("asia")
        run("build", "--select", models)
    names = [path.stem for path in Path(f"models/shop{every:d}").rglob("*_active.sql")]
    found = [row["name"] for name in names for row in spark.table(f"shop.{name}").collect()]
    assert sorted(found) == (["eu", "us"] if every else ["asia", "eu", "us"])
    assert len(names) == (2 if every else 1)
    if not every:
        result = CliRunner().invoke(main, [*command, "--overwrite"])
        assert result.exit_code == 0, result.output
        with pytest.raises(AssertionError, match="unique_key_base_shops"):
            run("build", "--full-refresh", "--select", models, "--vars", rebuilt("shops"))
    spark.sql(f"alter table landing.shop{every:d}_us add column more int")
    result = CliRunner().invoke(main, [*command, "--overwrite"])
    assert f"landing.shop{every:d}_us has topic" in result.output
    result = CliRunner().invoke(main, [f"landing.shops{every:d}_.*"])
    assert "has no table whose complete name matches shops" in result.output


@pytest.mark.slow
def test_updates_of_documents_in_the_form_of_the_transform(
    spark: SparkSession, project: Path
) -> None:
    """Columns of an updated document are read in the form that the base model's options select."""
    documents = [
        ("c", '{"_id": 1, "a": {"b": {"$numberLong": "1"}}, "t": [1, "z"]}', None),
        ("u", None, {"removedFields": None, "updatedFields": '{"a.b": 2}'}),
        ("u", '{"_id": 1, "a": {"b": 3}, "t": ["y"]}', {"updatedFields": '{"a.b": 3, "t": ["y"]}'}),
        ("u", '{"_id": 1, "a": {"b": 4}, "t": ["y"]}', {"updatedFields": '{"a.b": 4}'}),
    ]
    records = []
    for number, (op, after, update) in enumerate(documents):
        source = SOURCE | {"connector": "mongodb", "rs": "r", "collection": "c", "ord": number}
        event = {"before": None, "after": after, "updateDescription": update, "op": op}
        value = compact(event | {"source": source | {"ts_ms": 1000}, "ts_ms": 2000})
        records.append(("flat", 0, number, None, '{"id":"1"}', value))
    spark.sql(f"create or replace table landing.flat ({KAFKA})")
    spark.createDataFrame(records, KAFKA).writeTo("landing.flat").append()
    result = CliRunner().invoke(main, ["landing.flat", "--name", "flat"])
    assert result.exit_code == 0, result.output
    base, described = Path("models/flat/base_flat.sql"), Path("models/flat/_flat__models.yml")
    options = "layout='kafka',\n    flatten_struct=true,\n    array_encoding='document',"
    base.write_text(base.read_text().replace("layout='kafka',", options))
    columns = {"_id": "int", "a_b": "int", "t__0": "string", "t__1": "string"}
    shared = "".join(
        f"  - &{name}\n    name: {name}\n    data_type: {columns[name]}\n" for name in columns
    )
    text = described.read_text()
    generated = set(re.findall(r"(?m)^    name: (\w+)", text)) - {"_id"}
    text = re.sub(r"(?s)anchors:\n.*?\nmodels:", f"anchors:\n{shared}\nmodels:", text)
    names = ", ".join(f"*{name}" for name in columns)
    described.write_text(re.sub(r"columns: \[\*.*\]", f"columns: [{names}]", text))
    listed = ",\n    ".join(columns)
    for name in ("stg_flat", "flat_active"):
        model = Path(f"models/flat/{name}.sql")
        sql = re.sub(rf"    ({'|'.join(generated)}),\n", "", model.read_text())
        model.write_text(sql.replace("    _id,", f"    {listed},"))
    run("build", "--select", "path:models/flat")
    selected = ", ".join(columns)
    assert [tuple(row) for row in spark.sql(f"select {selected} from shop.flat").collect()] == [
        (1, 4, "y", None)
    ]
    versions = spark.sql(f"select {selected} from shop.flat_history order by _version").collect()
    assert list(map(tuple, versions)) == [
        (1, 1, "1", "z"),
        (1, 2, "1", "z"),
        (1, 3, "y", None),
        (1, 4, "y", None),
    ]
    base.write_text(base.read_text().replace("array_encoding='document'", "array_encoding=none"))
    run("build", "--full-refresh", "--select", "path:models/flat", "--vars", rebuilt("flat"))
    assert list(map(tuple, spark.sql("select _id, a_b from shop.flat").collect())) == [(1, 4)]
    base.write_text(
        base.read_text().replace("array_encoding=none", "array_encoding=var('e', none)")
    )
    with pytest.raises(AssertionError, match="must pass array_encoding as a literal"):
        run("build", "--select", "flat")


def test_a_collection_is_named_as_a_table(spark: SparkSession, project: Path) -> None:
    values = []
    for number, name in enumerate(["one", "two"]):
        block: dict[str, Any] = {"connector": "mongodb", "name": "m", "db": "d"}
        block |= {"collection": name, "ts_ms": number, "ord": 1}
        after = compact({"_id": number, "name": name})
        values.append((compact({"op": "c", "after": after, "source": block, "ts_ms": 1}),))
    spark.sql(
        "create or replace table landing.collections (value string) using iceberg "
        "tblproperties ('format-version' = '3')"
    )
    spark.createDataFrame(values, "value string").writeTo("landing.collections").append()
    given = ["landing.collections", "--table", "two", "--name", "second", "--key", "_id"]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == 0, result.output
    assert "'collection': 'two'" in Path("models/collections/base_second.sql").read_text()
