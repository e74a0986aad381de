"""Avro with a schema registry: every message is the JSON that Connect's converter would write."""

from __future__ import annotations

import base64
import gzip
import json
import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import fastavro
import pytest
from avro_messages import Encoder
from click.testing import CliRunner, Result
from installed import PROJECT, installed, run
from pyspark.sql import SparkSession
from registry import PASSWORD, USER, Registry, running

from dbt_debezium import generate
from dbt_debezium.avro import registry as client
from dbt_debezium.avro.types import SchemaError
from dbt_debezium.avro.values import Decoder, UndecodableError
from dbt_debezium.land import LAYOUT, main

Record = dict[str, Any]
COLUMNS = ", ".join(f"{name} {type_}" for name, type_ in LAYOUT.items())
CAPTURE = Path(__file__).with_name("captured_types.jsonl.gz")
TOPIC = "srv.inventory.all_types"


def decoded(schema: Any, value: Any, *references: Any, writer: Any = None) -> Any:
    """Return schema and payload of one value, which fastavro has encoded."""
    body = BytesIO()
    fastavro.schemaless_writer(body, fastavro.parse_schema(writer or schema), value)
    text = Decoder(schema, list(references)).text(b"\0\0\0\0\1" + body.getvalue(), 5)
    return json.loads(text)


def record(*fields: Any, name: str = "srv.Value", **properties: Any) -> Record:
    listed = [{"name": f"f{number}", "type": each} for number, each in enumerate(fields, 1)]
    return {"type": "record", "name": name, "fields": listed, **properties}


def field(schema: Any, value: Any, writer: Any = None) -> tuple[Any, Any]:
    """Return Connect's schema of a field's type, without its name, and the value in JSON."""
    whole = decoded(record(schema), {"f1": value}, writer=writer and record(writer))
    (found,) = whole["schema"]["fields"]
    assert found.pop("field") == "f1"
    return found, whole["payload"]["f1"]


def records() -> list[Record]:
    with gzip.open(CAPTURE, "rt") as file:
        return [json.loads(line) for line in file]


def test_captured_messages_are_the_same_as_json() -> None:
    encoder = Encoder()
    decoders: dict[int, Decoder] = {}
    messages = [each[part] for each in records() for part in ("key", "value") if each[part]]
    for text in messages:
        message = encoder.message(json.loads(text))
        assert message
        id_ = int.from_bytes(message[1:5], "big")
        if id_ not in decoders:
            decoders[id_] = Decoder(encoder.schemas[id_ - 1], [])
        found = json.loads(decoders[id_].text(message, 5))
        wanted = json.loads(text)
        assert found["schema"] == wanted["schema"]
        assert singles(found["payload"]) == singles(wanted["payload"])
    assert len(messages) == 69


def singles(value: Any) -> Any:
    """Numbers as `real` has them: Java and Python choose different digits for the same one."""
    if isinstance(value, dict):
        return {name: singles(each) for name, each in value.items()}
    is_single = isinstance(value, float) and abs(value) < 3.5e38
    return struct.pack("f", value) if is_single else value


INTEGER = {"type": "int32", "optional": False}
STRING = {"type": "string", "optional": False}
REFERENCE = {"name": "a", "subject": "a", "version": 1}
DATA = "org.apache.kafka.connect.data."


@pytest.mark.parametrize(
    ("schema", "value", "connect", "payload"),
    [
        ("boolean", True, {"type": "boolean", "optional": False}, True),
        ("long", -(2**63), {"type": "int64", "optional": False}, -(2**63)),
        ({"type": "int", "connect.type": "int16"}, 7, {"type": "int16", "optional": False}, 7),
        ("float", 0.1, {"type": "float", "optional": False}, 0.1),
        ("double", float("nan"), {"type": "double", "optional": False}, "NaN"),
        ("double", float("-inf"), {"type": "double", "optional": False}, "-Infinity"),
        ("float", float("inf"), {"type": "float", "optional": False}, "Infinity"),
        ("bytes", b"\xff\0", {"type": "bytes", "optional": False}, "/wA="),
        (["null", "string"], None, {"type": "string", "optional": True}, None),
        (["string", "null"], "é\n", {"type": "string", "optional": True}, "é\n"),
        (["null", "double"], float("nan"), {"type": "double", "optional": True}, "NaN"),
        (
            {"type": "array", "items": ["null", "float"]},
            [None, float("nan")],
            {"type": "array", "items": {"type": "float", "optional": True}, "optional": False},
            [None, "NaN"],
        ),
        (
            {"type": "map", "values": "bytes"},
            {"a": b"b"},
            {
                "type": "map",
                "keys": STRING,
                "values": {"type": "bytes", "optional": False},
                "optional": False,
            },
            {"a": "Yg=="},
        ),
        (
            {"type": "long", "connect.version": 1, "connect.name": "io.debezium.time.Timestamp"},
            1,
            {
                "type": "int64",
                "optional": False,
                "name": "io.debezium.time.Timestamp",
                "version": 1,
            },
            1,
        ),
    ],
)
def test_a_type(schema: Any, value: Any, connect: Any, payload: Any) -> None:
    assert field(schema, value) == (connect, payload)


@pytest.mark.parametrize(
    ("type_", "logical", "name"),
    [
        ("int", "date", "Date"),
        ("int", "time-millis", "Time"),
        ("long", "timestamp-millis", "Timestamp"),
    ],
)
def test_a_time_of_connect_is_its_number(type_: str, logical: str, name: str) -> None:
    found = field({"type": type_, "logicalType": logical}, 86400000, writer=type_)
    connect = {"type": "int32" if type_ == "int" else "int64", "optional": False}
    assert found == (connect | {"name": DATA + name, "version": 1}, 86400000)


@pytest.mark.parametrize(
    ("shape", "besides"),
    [
        ({"type": "bytes"}, {}),
        ({"type": "fixed", "name": "srv.Amount", "size": 2}, {"connect.fixed.size": "2"}),
    ],
)
def test_a_decimal_is_its_unscaled_bytes(shape: Record, besides: Record) -> None:
    schema = {**shape, "logicalType": "decimal", "precision": 5, "scale": 2}
    found = field(schema, (-2).to_bytes(2, "big", signed=True), writer=shape)
    parameters = {"scale": "2", "connect.decimal.precision": "5"} | besides
    connect = {"type": "bytes", "optional": False, "name": f"{DATA}Decimal", "version": 1}
    assert found == (connect | {"parameters": parameters}, "//4=")


def test_an_enum_is_a_string() -> None:
    enum = {"type": "enum", "name": "srv.Mood", "symbols": ["OK", "SAD"]}
    connect, payload = field(enum, "SAD")
    assert (connect["type"], connect["name"], payload) == ("string", "srv.Mood", "SAD")


def test_a_union_of_several_types_names_the_one_taken() -> None:
    schema = ["null", "int", "long", record("float", name="srv.A"), record("int", name="srv.B")]
    connect, payload = field(schema, ("srv.B", {"f1": 7}))
    nothing = {"int": None, "long": None, "A": None, "B": None}
    assert payload == nothing | {"B": {"f1": 7}}
    assert [each["field"] for each in connect["fields"]] == list(nothing)
    assert connect["optional"] is True
    assert all(each["optional"] for each in connect["fields"])
    assert field(schema, None)[1] is None
    infinite = field(schema, ("srv.A", {"f1": float("inf")}))[1]
    assert infinite == nothing | {"A": {"f1": "Infinity"}}


@pytest.mark.parametrize(
    ("key", "value", "payload"),
    [("string", "a", {"a": 7}), ("int", 1, [[1, 7]]), (["null", "string"], None, [[None, 7]])],
)
def test_a_map_of_entries(key: Any, value: Any, payload: Any) -> None:
    entry: Record = {"type": "record", "name": "srv.Entry", "connect.internal.type": "MapEntry"}
    entry["fields"] = [{"name": "key", "type": key}, {"name": "value", "type": "int"}]
    connect, found = field({"type": "array", "items": entry}, [{"key": value, "value": 7}])
    assert (connect["type"], connect["values"], found) == ("map", INTEGER, payload)


def test_empty_and_nested_defaults_are_kept() -> None:
    """As text of the converter: a column that is added later gives its default to older rows."""
    number = {
        "type": "record",
        "name": "io.debezium.data.VariableScaleDecimal",
        "fields": [{"name": "scale", "type": "int"}, {"name": "value", "type": "bytes"}],
    }
    schema = record(
        {"type": "string", "connect.default": ""},
        {"type": "boolean", "connect.default": False},
        number | {"connect.default": {"scale": 1, "value": "\u000f"}},
        "io.debezium.data.VariableScaleDecimal",
        {"type": "array", "items": "bytes", "connect.default": []},
        {"type": "map", "values": "bytes", "connect.default": {"a": "\u00ff"}},
    )
    schema["fields"][3]["default"] = {"scale": 2, "value": "\u0001"}
    value = {"scale": 0, "value": b""}
    values = {"f1": "", "f2": False, "f3": value, "f4": value, "f5": [], "f6": {}}
    fields = decoded(schema, values)["schema"]["fields"]
    assert [each["default"] for each in fields] == [
        "",
        False,
        {"scale": 1, "value": "Dw=="},
        {"scale": 2, "value": "AQ=="},
        [],
        {"a": "/w=="},
    ]


def test_bytes_alone_have_no_length() -> None:
    text = Decoder("bytes", []).text(b"\0\0\0\0\1\x04ab", 5)
    assert json.loads(text)["payload"] == base64.b64encode(b"\x04ab").decode()


@pytest.mark.parametrize(
    ("type_", "value", "name"),
    [
        ({"type": "fixed", "name": "srv.F", "size": 1}, b"a", None),
        (record("int", name="io.confluent.connect.avro.ConnectDefault"), {"f1": 1}, None),
        (record("int", name="srv.R"), {"f1": 1}, "srv.R"),
    ],
)
def test_what_has_a_name_in_connect(type_: Any, value: Any, name: str | None) -> None:
    assert field(type_, value)[0].get("name") == name


def test_a_type_is_defined_once_and_named_again() -> None:
    row = record("int", name="Value", namespace="srv.t", **{"connect.name": "srv.t.Value"})
    envelope = record(["null", row], ["null", "Value"], name="srv.t.Envelope")
    found = decoded(envelope, {"f1": None, "f2": {"f1": 7}})
    before, after = found["schema"]["fields"]
    assert (before["field"], after["field"]) == ("f1", "f2")
    assert before["fields"] == after["fields"] == [{**INTEGER, "field": "f1"}]
    assert found["payload"] == {"f1": None, "f2": {"f1": 7}}


def test_defaults_documents_and_parameters_are_kept() -> None:
    schema = record(
        {"type": "int", "connect.default": 3, "connect.parameters": {"a": "b"}},
        {"type": "string", "connect.doc": "a note"},
        {"type": "bytes", "connect.default": "\u00ff"},
    )
    found = decoded(schema, {"f1": 1, "f2": "", "f3": b""})["schema"]["fields"]
    assert found == [
        {**INTEGER, "parameters": {"a": "b"}, "default": 3, "field": "f1"},
        {**STRING, "doc": "a note", "field": "f2"},
        {"type": "bytes", "optional": False, "default": "/w==", "field": "f3"},
    ]


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        (record("srv.Missing"), "srv.Missing is not defined"),
        (record(["null", "srv.Value"]), "srv.Value contains itself"),
        ({"name": "no type"}, "no Avro type"),
        (
            record([record("int", name="a.X"), record("string", name="b.X")]),
            "two types of a union have one name in Connect: X",
        ),
        ({"type": "record", "fields": []}, "'name' is missing"),
    ],
)
def test_a_schema_that_cannot_be_used(schema: Any, error: str) -> None:
    with pytest.raises(SchemaError, match=error):
        Decoder(schema, [])


def test_a_body_that_ends_early_late_or_does_not_fit() -> None:
    decoder = Decoder(record("string", "int"), [])
    whole = b"\0\0\0\0\1" + b"\x04ab" + b"\x0e"
    assert json.loads(decoder.text(whole, 5))["payload"] == {"f1": "ab", "f2": 7}
    for wrong, reason in [
        (whole[:-1], "ends early"),
        (whole[:6], "ends early"),
        (whole + b"\0\0", "ends 2 bytes before the message does"),
        (b"\0\0\0\0\1" + b"\x02\xff\x0e", "does not fit"),
        (b"\0\0\0\0\1" + b"\x03ab", "does not fit|ends early"),
    ]:
        with pytest.raises(UndecodableError, match=reason):
            decoder.text(wrong, 5)


def in_bytes(each: Record) -> list[bytes | None]:
    return [each[part] and each[part].encode() for part in ("key", "value")]


def wholes(each: Record) -> list[Any]:
    """Return key and value of a record as JSON's values."""
    return [each[part] and json.loads(each[part]) for part in ("key", "value")]


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with running() as server:
        yield server


def test_a_schema_is_fetched_once_with_what_it_refers_to(registry: Registry) -> None:
    inner = record("int", name="srv.Inner")
    outer = record("srv.Inner", name="srv.Outer")
    registry.subjects["inner", 2] = {"schema": json.dumps(inner)}
    registry.subjects["outer", 1] = {
        "schema": json.dumps(outer),
        "references": [{"name": "srv.Inner", "subject": "inner", "version": 2}],
    }
    id_ = registry.add(
        record("srv.Outer", "srv.Inner"),
        references=[
            {"name": "srv.Outer", "subject": "outer", "version": 1},
            {"name": "srv.Inner", "subject": "inner", "version": 2},
        ],
    )
    found = client.Registry(client.settings(registry.url))
    message = b"\0" + id_.to_bytes(4, "big") + b"\x02\x04"
    for _ in range(3):
        payload = json.loads(found.text(message))["payload"]
        assert payload == {"f1": {"f1": {"f1": 1}}, "f2": {"f1": 2}}
    assert len(registry.requests) == 3, registry.requests


def test_a_registry_that_fails_for_a_moment_is_tried_again(registry: Registry) -> None:
    id_ = registry.add("string")
    registry.failures = 1
    found = client.Registry(client.settings(registry.url))
    assert found.text(b"\0" + id_.to_bytes(4, "big") + b"\x02a").endswith(b'"payload":"a"}')


def test_credentials_come_from_the_environment(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = b"\0" + registry.add("string").to_bytes(4, "big") + b"\0"
    registry.needs_user = True
    with pytest.raises(client.RegistryError, match="answers 401: Unauthorized"):
        client.Registry(client.settings(registry.url)).text(message)
    monkeypatch.setenv(client.USER, USER)
    monkeypatch.setenv(client.PASSWORD, PASSWORD)
    assert client.Registry(client.settings(registry.url)).text(message)


@pytest.mark.parametrize(
    "answer",
    [
        (404, {"error_code": 404, "message": "no such page"}),
        (404, "no JSON"),
        (200, {"hello": 1}),
        (500, {"error_code": 50001, "message": "broken"}),
    ],
)
def test_an_answer_that_is_not_of_a_registry_is_a_failure(registry: Registry, answer: Any) -> None:
    """No row is rejected for it."""
    registry.always = answer
    with pytest.raises(client.RegistryError, match="answers"):
        client.Registry(client.settings(registry.url)).text(b"\0\0\0\0\1\0")


@pytest.mark.parametrize(
    ("schema", "others", "reason"),
    [
        ("syntax", {"schemaType": "PROTOBUF", "references": [REFERENCE]}, "schema of PROTOBUF"),
        ({"type": "enum", "name": "E", "symbols": ["A-B"]}, {}, "its schema cannot be used"),
        ({"type": "fixed", "name": "F"}, {}, "its schema cannot be used"),
        ({"type": "record", "name": 5, "fields": []}, {}, "its schema cannot be used"),
    ],
)
def test_a_schema_that_is_no_use_is_a_fault_of_the_message(
    registry: Registry, schema: Any, others: Any, reason: str
) -> None:
    registry.add(schema, **others)
    found = client.Registry(client.settings(registry.url))
    for _ in range(2):
        with pytest.raises(UndecodableError, match=f"schema id 1: .*{reason}"):
            found.text(b"\0\0\0\0\1\0")
    assert len(registry.requests) == 1
    found.begin_batch()
    with pytest.raises(UndecodableError):
        found.text(b"\0\0\0\0\1\0")


def test_an_error_has_no_password_and_no_row() -> None:
    found = client.Registry(client.settings("http://reader:hunter2@127.0.0.1:9"))
    with pytest.raises(client.RegistryError) as error:
        found.text(b"\0\0\0\0\1\0")
    assert "http://127.0.0.1:9 does not answer" in str(error.value)
    assert "hunter2" not in str(error.value)
    with pytest.raises(UndecodableError) as problem:
        Decoder("string", []).text(b"\0\0\0\0\1\x0cAnn M\xff", 5)
    assert "Ann" not in str(problem.value)


@pytest.mark.parametrize("bytes_", [b"\x01", b"\x1f\x8b", b"\xc3(", b"\xff\xfe"])
def test_bytes_that_are_neither(registry: Registry, bytes_: bytes) -> None:
    with pytest.raises(UndecodableError, match=r"magic byte|neither Avro nor text"):
        client.Registry(client.settings(registry.url)).text(bytes_)


@pytest.mark.parametrize(
    "text",
    [
        "é".encode(),
        "用户".encode(),
        b"",
        b'{"id":1}',
        b" [1]",
        b'"a"',
        b"plain",
        b"\xef\xbb\xbf{}",
        b"17",
    ],
)
def test_text_stays_as_it_is(registry: Registry, text: bytes) -> None:
    assert client.Registry(client.settings(registry.url)).text(text) == text
    assert registry.requests == []


class Lake:
    """A table of records in Avro, and the runs that land it as JSON."""

    def __init__(self, spark: SparkSession, registry: Registry, folder: Path) -> None:
        self.spark, self.registry, self.folder = spark, registry, folder
        for table in ("in_avro", "decoded"):
            spark.sql(f"drop table if exists landing.{table}")

    def add(self, *rows: tuple[Any, ...]) -> None:
        """Append (topic, partition, offset, key, value) to the records in Avro."""
        self.spark.sql(f"create table if not exists landing.in_avro ({COLUMNS})")
        listed = [(*row[:3], None, *row[3:], None) for row in rows]
        self.spark.createDataFrame(listed, COLUMNS).writeTo("landing.in_avro").append()

    def run(self, *more: str) -> Result:
        where = ["landing.decoded", "--table", "landing.in_avro", "--checkpoint", str(self.folder)]
        return CliRunner().invoke(main, [*where, "--schema-registry", self.registry.url, *more])

    def landed(self) -> list[Any]:
        rows = self.spark.table("landing.decoded").orderBy("offset").collect()
        return [row["value"] and bytes(row["value"]) for row in rows]


@pytest.fixture
def avro_lake(
    spark: SparkSession, registry: Registry, tmp_path_factory: pytest.TempPathFactory
) -> Lake:
    return Lake(spark, registry, tmp_path_factory.mktemp("checkpoint"))


def test_each_run_lands_what_is_new(avro_lake: Lake) -> None:
    id_ = avro_lake.registry.add(record("int")).to_bytes(4, "big")
    avro_lake.add(
        ("t", 0, 1, b"\0" + id_ + b"\x02", b"\0" + id_ + b"\x04"), ("t", 0, 2, b"k", None)
    )
    result = avro_lake.run()
    assert result.stdout == "landed 2 records in landing.decoded\n", result.output
    avro_lake.add(("t", 0, 3, None, b"\0" + id_ + b"\x06"))
    assert avro_lake.run().stdout == "landed 1 records in landing.decoded\n"
    first, tombstone, third = avro_lake.landed()
    assert json.loads(first)["payload"] == {"f1": 2}
    assert tombstone is None
    assert json.loads(third)["payload"] == {"f1": 3}


def test_rows_that_are_deleted_do_not_stop_the_reading_of_others(avro_lake: Lake) -> None:
    id_ = avro_lake.registry.add("string").to_bytes(4, "big")
    avro_lake.add(("t", 0, 1, None, b"\0" + id_ + b"\x02a"))
    assert avro_lake.run().exit_code == 0
    avro_lake.spark.sql("delete from landing.in_avro where `offset` = 1")
    avro_lake.add(("t", 0, 2, None, b"\0" + id_ + b"\x02b"))
    result = avro_lake.run()
    assert result.stdout == "landed 1 records in landing.decoded\n", result.output


def test_settings_are_checked_before_anything_is_read(
    avro_lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    avro_lake.add(("t", 0, 1, None, None))
    assert (
        "Invalid url localhost:8081" in avro_lake.run("--schema-registry", "localhost:8081").stderr
    )
    monkeypatch.setenv("DEBEZIUM_REGISTRY_CA", "/no/such/file.pem")
    assert "--schema-registry: " in avro_lake.run().stderr
    result = avro_lake.run("--table", "landing.decoded")
    assert "is the table that the records land in" in result.stderr


BAD = {
    "unknown id": (
        b"\0\0\0\x03\xe7\x02",
        r"schema id 999: the registry does not know it: Schema not found",
    ),
    "magic byte": (b"\x01\0\0\0\1\x02", r"the magic byte is 1; Avro messages begin with 0"),
    "cut": (b"\0\0\0\0\1", r"schema id 1: the Avro body ends early"),
    "no id": (b"\0\0\1", r"3 bytes are too few for the id of a schema"),
}


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_decoded_lands_nothing_or_as_it_is(avro_lake: Lake, bad: str) -> None:
    value, problem = BAD[bad]
    avro_lake.registry.add(record("int"))
    good = b"\0\0\0\0\1\x02"
    avro_lake.add(("t", 3, 7, good, good), ("t", 3, 8, good, value))
    result = avro_lake.run()
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: value of t/3/8: {problem}\n"
    assert not avro_lake.spark.catalog.tableExists("landing.decoded")
    result = avro_lake.run("--reject-undecodable")
    assert result.stdout == "landed 2 records in landing.decoded\n", result.output
    first, second = avro_lake.landed()
    assert json.loads(first)["payload"] == {"f1": 1}
    assert second == value


@pytest.mark.slow
def test_a_registry_that_does_not_answer_lands_nothing(avro_lake: Lake) -> None:
    avro_lake.add(("t", 3, 7, None, b"\0\0\0\0\1\x02"))
    url = "http://127.0.0.1:9"
    for more in ((), ("--reject-undecodable",)):
        result = avro_lake.run("--schema-registry", url, *more)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: value of t/3/7: {url} does not answer: ")
        assert not avro_lake.spark.catalog.tableExists("landing.decoded")


@pytest.mark.slow
def test_the_same_events_in_avro_and_in_json_give_the_same_tables(
    avro_lake: Lake, tmp_path: Path
) -> None:
    """Over the generator to a green `dbt build`, with a message that cannot be decoded."""
    spark, encoder = avro_lake.spark, Encoder()
    chosen = [each for each in records() if each["topic"] == TOPIC]
    in_avro = [
        (TOPIC, each["partition"], each["offset"], *map(encoder.message, wholes(each)))
        for each in chosen
    ]
    avro_lake.add(*in_avro, (TOPIC, 0, 10**6, None, b"\0\0\0\0\x01"))
    for schema in encoder.schemas:
        avro_lake.registry.add(schema)
    assert avro_lake.run("--reject-undecodable").exit_code == 0
    spark.sql(f"create or replace table landing.in_json ({COLUMNS})")
    listed = [
        (TOPIC, each["partition"], each["offset"], None, *in_bytes(each), None) for each in chosen
    ]
    spark.createDataFrame(listed, COLUMNS).writeTo("landing.in_json").append()
    tables = {}
    with installed(tmp_path, PROJECT):
        for name, relation in {"as_json": "in_json", "as_avro": "decoded"}.items():
            result = CliRunner().invoke(generate.main, [f"landing.{relation}", "--name", name])
            assert result.exit_code == 0, result.output
            run("build", "--select", f"path:models/{relation}")
            tables[name] = spark.table(f"shop.{name}").drop("_loaded_at", "_landing_table")
    as_json, as_avro = tables.values()
    assert as_json.count() == as_avro.count() > 0
    different = as_json.exceptAll(as_avro).union(as_avro.exceptAll(as_json))
    assert [row.asDict() for row in different.selectExpr("to_json(struct(*))").take(2)] == []
    rejected = spark.sql(
        "select _reason from shop.base_as_avro where _class = 'rejected'"
    ).collect()
    assert [row[0] for row in rejected] == ["avro_wire_format"]


def test_the_generator_says_how_to_decode(avro_lake: Lake, tmp_path: Path) -> None:
    avro_lake.add(("t", 0, 1, b"\0\0\0\0\1\x02", b"\0\0\0\0\2\x04"))
    with installed(tmp_path, PROJECT):
        result = CliRunner().invoke(generate.main, ["landing.in_avro"])
    assert result.exit_code == 1
    assert "python -m dbt_debezium.land --schema-registry" in result.output
