"""The transform's options where columns are declared, and whole documents where none are."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from conftest import KAFKA, WITH_HEADERS, Dbt, Unwrap, compiled, kafka, session

SOURCE = {"ts_ms": 7, "commit_lsn": "1:2:3", "change_lsn": "1:2:3", "db": "d", "snapshot": None}
OLD = {"id": 1, "n": 5, "text": "a"}
NEW = {"id": 1, "n": 6, "text": None}
CREATE = {"before": None, "after": OLD, "source": SOURCE, "op": "c", "ts_ms": 9}
UPDATE = CREATE | {"before": OLD, "after": NEW, "op": "u"}
DELETE = UPDATE | {"after": None, "op": "d"}
TABLE = "connector='db2', key=['id'], columns={'id': 'int', 'n': 'bigint', 'text': 'string'}"

MODES = {
    "drop": ["value", "value", "dropped", "dropped"],
    "tombstone": ["value", "value", "tombstone", "dropped"],
    "delete-to-tombstone": ["value", "value", "tombstone", "dropped"],
    "rewrite": ["value", "value", "value", "dropped"],
    "rewrite-with-tombstone": ["value", "value", "value", "tombstone"],
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("columns", [TABLE, "connector='db2', columns={}"])
def test_deletes_by_mode(unwrap: Unwrap, mode: str, columns: str) -> None:
    events: list[Any] = [({"id": 1}, event) for event in (CREATE, UPDATE, DELETE, None)]
    events.append(({"serverName": "srv"}, {"ts_ms": 5}))
    option = f"delete_tombstone_handling_mode='{mode.upper()}'"
    rows = unwrap(KAFKA, kafka(*events), f"layout='kafka', {columns}, {option}")
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [row["_emitted"] for row in rows] == [*MODES[mode], None]
    assert [row["_class"] for row in rows] == ["data", "data", "data", "tombstone", "heartbeat"]
    if mode.startswith("rewrite") and columns == TABLE:
        assert [row["__deleted"] for row in rows[:3]] == ["false", "false", "true"]
    if columns != TABLE:
        texts = [row["document"] for row in rows]
        emitted = [row["_emitted"] for row in rows]
        assert [text is not None for text in texts] == [each == "value" for each in emitted]


@pytest.mark.parametrize(
    "fields", ["op , source.ts_ms:at,db,nope,", ["op", "source.ts_ms:at", "db", "nope"]]
)
def test_added_fields_are_columns_of_their_declared_type(unwrap: Unwrap, fields: Any) -> None:
    columns = {"id": "int", "_x_at": "timestamp"}
    (row,) = unwrap(
        KAFKA,
        kafka(UPDATE),
        f"layout='kafka', connector='db2', key=['id'], columns={columns},"
        f" add_fields={fields!r}, add_fields_prefix='_x_'",
    )
    assert (row["_x_op"], row["_x_db"], row["_x_nope"]) == ("u", "d", None)
    assert row["_x_at"].replace(tzinfo=None) == datetime.fromtimestamp(0.007)
    assert row["_extra"] == {"n": "6", "text": None}


def test_headers_are_a_map_the_records_own_first(unwrap: Unwrap) -> None:
    own = [("app", b"x"), ("__op", b"mine"), (None, b"z"), ("app", b"y")]
    records = [
        (*record, own)
        for record in kafka(
            ({"id": 1}, UPDATE | {"transaction": None}),
            ({"id": 1}, None),
            ({"serverName": "srv"}, {"ts_ms": 1}),
        )
    ]
    option = "headers='headers', add_headers='op,source.snapshot,source.nope,transaction.id'"
    mode = "delete_tombstone_handling_mode='rewrite-with-tombstone'"
    rows = unwrap(WITH_HEADERS, records, f"layout='kafka', {TABLE}, {option}, {mode}")
    headers = {row["_topic_offset"]: row["_headers"] for row in rows}
    assert headers[0] == {
        "app": "y",
        "__op": "u",
        "__source_snapshot": None,
        "__transaction_id": None,
    }
    assert headers[1] == {"app": "y", "__op": "d"}
    assert headers[2] == {"app": "y", "__op": "mine"}


def test_a_predicate_leaves_rows_filtered(unwrap: Unwrap) -> None:
    predicate = "_landing.offset > 0 and _landing.value is not null"
    arguments = f"layout='kafka', {TABLE}, predicate='{predicate}'"
    rows = unwrap(KAFKA, kafka(CREATE, UPDATE, ({"id": 1}, None)), arguments)
    found = {row["_topic_offset"]: row["_class"] for row in rows}
    assert found == {0: "filtered", 1: "data", 2: "filtered"}


def test_the_image_before_and_what_changed(unwrap: Unwrap) -> None:
    arguments = f"layout='kafka', {TABLE}, previous=true"
    rows = unwrap(KAFKA, kafka(CREATE, UPDATE, DELETE), arguments)
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [row["_changed"] for row in rows] == [None, ["n", "text"], None]
    previous = [row["_previous"] and row["_previous"].asDict() for row in rows]
    assert previous == [None, OLD, OLD]


def test_previous_in_a_struct_is_independent_of_the_time_zone(unwrap: Unwrap) -> None:
    image = "struct<id: int, at: timestamp>"
    schema = (
        f"before {image}, after {image}, source struct<ts_ms: bigint>, op string, ts_ms bigint,"
        " transaction struct<id: string>"
    )
    early, late = datetime(2024, 1, 1), datetime(2024, 1, 2)
    (row,) = unwrap(
        schema,
        [((1, early), (1, late), (1,), "u", 2, None)],
        "layout='struct', connector='db2', key=['id'], columns={'id': 'int', 'at': 'timestamp'},"
        " previous=true",
    )
    assert row["_changed"] == ["at"]
    assert row["at"] - row["_previous"]["at"] == late - early


def test_only_by_schema_name_as_the_transform_demands(unwrap: Unwrap) -> None:
    named = {"schema": {"name": "a.b.c.Envelope"}, "payload": CREATE}
    events = [CREATE, named, named | {"schema": {"name": "a.b.c"}}]
    rows = unwrap(KAFKA, kafka(*events), f"layout='kafka', {TABLE}, by_schema_name=true")
    found = {row["_topic_offset"]: row["_class"] for row in rows}
    assert found == {0: "filtered", 1: "data", 2: "filtered"}


def document(after: str | None, identifier: str = "1", **event: Any) -> tuple[Any, Any]:
    base = {"before": None, "after": after, "source": {"ts_ms": 7, "ord": 1}, "op": "c"}
    return ({"id": identifier}, base | event)


COLLECTION = "layout='kafka', connector='mongodb', key=['_id']"
NESTED = '{"_id": 1, "a": {"b": {"$numberLong": "5"}}, "l": [1, {"c": "x"}]}'


def test_columns_of_a_flattened_document(unwrap: Unwrap) -> None:
    columns = {"_id": "int", "a-b": "bigint", "l": "string"}
    (row,) = unwrap(
        KAFKA,
        kafka(document(NESTED)),
        f"{COLLECTION}, columns={columns}, flatten_struct=true, flatten_struct_delimiter='-'",
    )
    assert (row["_class"], row["a-b"], row["l"]) == ("data", 5, '[1,{"c":"x"}]')


def test_columns_of_a_document_without_arrays(unwrap: Unwrap) -> None:
    columns = {"_id": "int", "second": {"data_type": "string", "path": "l._1.c"}}
    option = "array_encoding='document'"
    (row,) = unwrap(KAFKA, kafka(document(NESTED)), f"{COLLECTION}, columns={columns}, {option}")
    assert (row["_class"], row["second"]) == ("data", "x")
    assert row["_extra"] == {"a": '{"b":{"$numberLong":"5"}}'}


def test_a_name_collision_is_a_reason(unwrap: Unwrap) -> None:
    event = document('{"_id": 1, "a_b": 1, "a": {"b": 2}}')
    arguments = "layout='kafka', connector='mongodb', columns={}, flatten_struct=true"
    (row,) = unwrap(KAFKA, kafka(event), arguments)
    assert (row["_class"], row["_reason"]) == ("rejected", "name_collision")
    assert row["document"] is None
    assert row["_raw"]


BAD = ["", "null", "[1]", "[1", '{"a": 1', "5", '"text"', "{]"]


@pytest.mark.parametrize("columns", ["{}", "{'_id': 'bigint'}"])
def test_an_invalid_document_is_rejected(unwrap: Unwrap, columns: str) -> None:
    arguments = f"{COLLECTION}, columns={columns}"
    rows = unwrap(KAFKA, kafka(*(document(text) for text in BAD)), arguments)
    assert [(row["_class"], row["_reason"]) for row in rows] == [
        ("rejected", "invalid_value")
    ] * len(BAD)


def test_complete_rows_without_a_key_are_rejected(unwrap: Unwrap) -> None:
    for key in ("", "key=['id'], "):
        events = [
            (None, CREATE | {"after": {"n": 5}}),
            ({"id": None}, CREATE | {"after": {"n": 5}}),
        ]
        rows = unwrap(KAFKA, kafka(*events), f"'kafka', 'db2', {key}columns={{}}")
        assert [(row["_class"], row["_reason"]) for row in rows] == [("rejected", "no_key")] * 2


def test_a_deleted_document_keeps_its_shape(unwrap: Unwrap) -> None:
    event = {"before": NESTED, "after": None, "source": {"ts_ms": 1}, "op": "d"}
    columns = {"_id": "int", "a_b": "bigint"}
    arguments = f"{COLLECTION}, columns={columns}, flatten_struct=true, previous=true"
    (row,) = unwrap(KAFKA, kafka(event), arguments)
    assert (row["_class"], row["_key"], row["a_b"]) == ("data", '{"_id":1}', 5)
    assert row["_previous"].asDict() == {"_id": 1, "a_b": 5}


def test_changed_fields_are_null_where_unknown(unwrap: Unwrap) -> None:
    described = {"updatedFields": "{}", "removedFields": None, "truncatedArrays": None}
    event = {"before": NESTED, "after": None, "updateDescription": described, "op": "u"}
    (row,) = unwrap(KAFKA, kafka(event), f"{COLLECTION}, columns={{'_id': 'int'}}, previous=true")
    assert row["_changed"] is None


def test_broken_text_is_never_a_document(unwrap: Unwrap) -> None:
    events = [
        ({"id": "nope"}, {"after": '{"_id": 1}', "op": "c"}),
        ({"id": "1"}, {"after": "nope", "op": "x"}),
        ({"id": "1"}, {"patch": "nope", "op": "u"}),
    ]
    rows = unwrap(KAFKA, kafka(*events), "'kafka', 'mongodb', columns={}")
    rows.sort(key=lambda row: row["_topic_offset"])
    found = [(row["_reason"], row["_document_key"], row["document"]) for row in rows]
    assert found[0] == ("no_key", None, '{"_id":1}')
    assert found[1:] == [("unknown_op", '{"id":1}', None), ("invalid_value", '{"id":1}', None)]
    assert rows[1]["_emitted"] is None


def test_headers_of_what_is_read_anyway(unwrap: Unwrap) -> None:
    event = document('{"_id": 1}', before='{"_id": 1, "old": 1}')
    option = "add_headers='before,source.op,updateDescription.removedFields'"
    (row,) = unwrap(KAFKA, kafka(event), f"{COLLECTION}, columns={{'_id': 'int'}}, {option}")
    assert row["_headers"] == {"__before": '{"_id": 1, "old": 1}', "__source_op": "c"}


DEFINED = {
    '{"_id": 1} and more': {"_id": 1},
    '{"_id": 1, "a": 1, "a": 2}': {"_id": 1, "a": 2},
    '{"_id": 1, "": 5}': {"_id": 1, "": 5},
    '{"_id": 1, "o": {"$oid": "no"}}': {"_id": 1, "o": {"$oid": "no"}},
    '{"_id": 1, "d": {"$date": "soon"}}': {"_id": 1, "d": {"$date": "soon"}},
    "{_id: NumberLong('1'), u: undefined, l: [[], [1]]}": {"_id": 1, "l": [[1]]},
    '{"_id": 1, "n": 123456789012345678901234567890}': {
        "_id": 1,
        "n": 123456789012345678901234567890,
    },
}


def test_what_is_odd_in_a_document_has_a_defined_value(unwrap: Unwrap) -> None:
    arguments = "layout='kafka', connector='mongodb', columns={}"
    rows = unwrap(KAFKA, kafka(*(document(text) for text in DEFINED)), arguments)
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [json.loads(row["document"]) for row in rows] == list(DEFINED.values())
    assert {row["_class"] for row in rows} == {"data"}


def test_a_field_that_is_not_there(unwrap: Unwrap) -> None:
    """Null on MongoDB, as the documentation says; left out on tables."""
    missing = "columns={}, add_fields=['source.nope', 'nope.nope', 'op']"
    (row,) = unwrap(KAFKA, kafka(document('{"_id": 1}')), f"'kafka', 'mongodb', {missing}")
    expected = {"_id": 1, "__source_nope": None, "__nope_nope": None, "__op": "c"}
    assert json.loads(row["document"]) == expected
    (row,) = unwrap(KAFKA, kafka(({"id": 1}, CREATE)), f"'kafka', 'db2', {missing}")
    assert json.loads(row["document"]) == OLD | {"__op": "c"}


KEYS = {
    '{"$oid": "65B1F0C2D3E4A5968778695A"}': (
        {"$oid": "65b1f0c2d3e4a5968778695a"},
        "65b1f0c2d3e4a5968778695a",
    ),
    '"65b1f0c2d3e4a5968778695a"': ("65b1f0c2d3e4a5968778695a", "65b1f0c2d3e4a5968778695a"),
    "5": (5, 5),
    '{"$numberLong": "5"}': (5, 5),
    '"5"': ("5", "5"),
    "true": (True, True),
    '{"a": 1, "b": {"$date": 0}}': ({"a": 1, "b": {"$date": 0}}, {"a": 1, "b": 0}),
}


def test_keys_of_documents_keep_their_type(unwrap: Unwrap) -> None:
    rows = unwrap(
        KAFKA,
        kafka(*(document("{}", key) for key in KEYS)),
        "layout='kafka', connector='mongodb', columns={}",
    )
    rows.sort(key=lambda row: row["_topic_offset"])
    found = [(json.loads(r["_key"])["_id"], json.loads(r["_document_key"])["id"]) for r in rows]
    assert found == list(KEYS.values())


def test_a_document_without_a_message_key_has_its_own_id(unwrap: Unwrap) -> None:
    (_, event) = document('{"_id": {"$numberLong": "7"}}')
    arguments = "layout='kafka', connector='mongodb', columns={}"
    rows = unwrap(KAFKA, kafka(event, event | {"after": "{}"}), arguments)
    found = {row["_topic_offset"]: (row["_class"], row["_reason"], row["_key"]) for row in rows}
    assert found == {0: ("data", None, '{"_id":7}'), 1: ("rejected", "no_key", None)}


PATCHES: dict[str, Any] = {
    '{"_id": 5, "a": 1}': {"_id": 5, "a": 1},
    '{"$set": {"a": 1}, "$unset": {"b": true}}': {"a": 1, "b": None, "_id": 5},
}


@pytest.mark.parametrize("patch", PATCHES)
def test_a_patch_as_a_document(unwrap: Unwrap, patch: str) -> None:
    event = {"op": "u", "patch": patch, "filter": '{"_id": 5}', "source": {"snapshot": True}}
    arguments = "layout='kafka', connector='mongodb', columns={}"
    (row,) = unwrap(KAFKA, kafka(({"id": "5"}, event)), arguments)
    assert (row["_class"], row["_key"]) == ("data", '{"_id":5}')
    assert json.loads(row["document"]) == PATCHES[patch]
    assert row["_pending"] is ("$set" in patch)


def test_shard_key_fields_of_the_filter_are_known_values(unwrap: Unwrap) -> None:
    columns = {"_id": "bigint", "region": "string", "a": "int"}
    known = '{"region": "eu", "a": 3, "_id": {"$numberLong": "5"}}'
    event = {"op": "u", "patch": '{"$set": {"a": 1}}', "filter": known, "source": {"ts_ms": 1}}
    (row,) = unwrap(KAFKA, kafka(event), f"{COLLECTION}, columns={columns}")
    assert (row["_id"], row["region"], row["a"], row["_unavailable"]) == (5, "eu", 1, [])


VALUES = {
    '{"$oid": "65b1f0c2d3e4a5968778695a"}': ("string", "65b1f0c2d3e4a5968778695a"),
    '{"$numberInt": "5"}': ("int", 5),
    '{"$numberLong": "9223372036854775807"}': ("bigint", 2**63 - 1),
    '{"$numberDouble": "NaN"}': ("string", "NaN"),
    '{"$numberDouble": "-Infinity"}': ("double", float("-inf")),
    "-Infinity": ("double", float("-inf")),
    "Infinity": ("string", "Infinity"),
    '{"$numberDecimal": "1.50"}': ("string", "1.50"),
    '{"$date": 1580122032311}': ("timestamp", 1580122032.311),
    '{"$date": "2020-01-27T10:47:12.311Z"}': ("timestamp", 1580122032.311),
    '{"$date": {"$numberLong": "1580122032311"}}': ("timestamp", 1580122032.311),
    '{"$timestamp": {"t": 4000000000, "i": 3}}': ("timestamp", 4000000000.0),
    '{"$timestamp": {"t": 5, "i": 3} }': ("string", '{"$timestamp":{"t":5,"i":3}}'),
    '{"$binary": "AQID", "$type": "00"}': ("string", "AQID"),
    '{"$binary": {"base64": "AQID", "subType": "00"}}': ("string", "AQID"),
    '{"$uuid": "00112233-4455-6677-8899-aabbccddeeff"}': (
        "string",
        "00112233-4455-6677-8899-aabbccddeeff",
    ),
    '{"$regex": "^a", "$options": "i"}': ("string", '{"$regex":"^a","$options":"i"}'),
    '{"$symbol": "s"}': ("string", "s"),
    '{"$code": "f()"}': ("string", "f()"),
    '{"$code": "f{\\"\\"}"}': ("string", '{"$code":"f{\\"\\"}"}'),
    '{"$minKey": 1}': ("string", '{"$minKey":1}'),
    '{"$undefined": true}': ("string", None),
    '{"$ref": "a", "$id": 5}': ("string", '{"$ref":"a","$id":5}'),
    "null": ("string", None),
    '"text"': ("string", "text"),
    '"a\\"b"': ("string", 'a"b'),
}


def test_extended_json_in_columns(unwrap: Unwrap) -> None:
    columns = {f"c{place}": data_type for place, (data_type, _) in enumerate(VALUES.values())}
    members = ", ".join(f'"c{place}": {text}' for place, text in enumerate(VALUES))
    (row,) = unwrap(
        KAFKA,
        kafka(document(f'{{"_id": 1, {members}}}')),
        f"{COLLECTION}, columns={columns | {'_id': 'int'}}",
    )
    assert (row["_class"], row["_invalid"], row["_extra"]) == ("data", None, None)
    for place, (data_type, expected) in enumerate(VALUES.values()):
        found = row[f"c{place}"]
        if data_type == "timestamp":
            found = found.timestamp()
        assert found == expected, list(VALUES)[place]


CDL = {
    "DATA_STORE": "POSTGRESQL",
    "SEG_OWNER": "public",
    "TABLE_NAME": "t",
    "TIMESTAMP": 7,
    "OPERATION": "UPDATE",
    "transaction": {"properties": [{"name": "txId", "value": 2}, {"name": "lsn", "value": 3}]},
    "unique": {"id": 1},
    "data": {"id": 1, "n": 5, "text": None},
    "before": None,
    "message_version": "1.0",
    "message_type": "0",
    "LOB_COLUMNS": "text, n",
    "HEARTBEAT_IDENTIFIER": "abc",
}


def test_cdl_lists_missing_fields(unwrap: Unwrap) -> None:
    events = [CDL, CDL | {"LOB_COLUMNS": None}, CDL | {"message_version": "3.0"}]
    arguments = f"layout='cdl', {TABLE}".replace("db2", "cdl")
    rows = unwrap(KAFKA, kafka(*events), arguments)
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [row["_unavailable"] for row in rows[:2]] == [["text"], None]
    assert [row["_reason"] for row in rows] == [None, None, "unknown_version"]
    first = rows[0]
    assert first["_lob_columns"] == ["text", "n"]
    assert (first["_message_version"], first["_message_type"]) == ("1.0", "0")
    assert first["_heartbeat_identifier"] == "abc"
    assert (first["_source"]["lsn"], first["_processed_at"]) == (3, None)
    assert first["_source_at"].replace(tzinfo=None) == datetime.fromtimestamp(0.007)
    given = {name for name, value in first["_source"].asDict().items() if value is not None}
    assert given == {"connector", "ts_ms", "schema", "table", "lsn", "txId"}


def test_cdl_without_a_log_position_is_ordered_by_arrival(unwrap: Unwrap) -> None:
    event = CDL | {"DATA_STORE": "ORACLE", "transaction": {"properties": []}}
    (row,) = unwrap(KAFKA, kafka(event), f"layout='cdl', {TABLE}".replace("db2", "cdl"))
    assert (row["_class"], row["_position"]) == ("data", "0000")


def test_documents_emitted_and_applied(unwrap: Unwrap, dbt: Dbt) -> None:
    gone = (document(None)[0], {"before": None, "after": None, "source": {"ts_ms": 9}, "op": "d"})
    events = [document('{"_id": 1, "a": 1}'), document('{"_id": 2}', "2"), gone, (gone[0], None)]
    base = "unwrap(source('landing', 'mongodb'), 'kafka', 'mongodb', columns={})"
    unwrap(KAFKA, kafka(*events), "'kafka', 'mongodb', columns={}")
    spark = session()
    scratch = "api.Relation.create(schema='landing', identifier='scratch')"
    sql = compiled(dbt, base.replace("source('landing', 'mongodb')", scratch))
    spark.sql(f"create or replace table landing.documents as {sql}")
    relation = "api.Relation.create(schema='landing', identifier='documents')"
    emitted = spark.sql(compiled(dbt, f"emitted({relation})")).collect()
    values = sorted((row["_document_key"], row["document"] or "") for row in emitted)
    assert values == [('{"id":1}', ""), ('{"id":1}', '{"_id":1,"a":1}'), ('{"id":2}', '{"_id":2}')]
    spark.sql("delete from landing.documents where _class <> 'data'")
    states_read = spark.sql(compiled(dbt, f"current({relation}, columns={{'document': 'string'}})"))
    states = sorted(
        (row["_key"], row["document"], row["_is_deleted"]) for row in states_read.collect()
    )
    assert states == [
        ('{"_id":1}', '{"_id":1,"a":1}', True),
        ('{"_id":2}', '{"_id":2}', False),
    ]
    spark.sql("drop table landing.documents")


PLACEHOLDERS = [
    "__debezium_unavailable_value",
    "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==",
    ["__debezium_unavailable_value"],
    list(b"__debezium_unavailable_value"),
]


@pytest.mark.parametrize("value", PLACEHOLDERS, ids=["text", "base64", "array", "numbers"])
def test_a_value_that_postgresql_does_not_log_is_unavailable(unwrap: Unwrap, value: Any) -> None:
    columns = {"id": "int", "n": "bigint", "text": "string"}
    # an image before may have the value, but an empty text in it may be none
    images = [(None, value), (None, "x"), (None, None), ("old", value), ("", value), (value, value)]
    events = [
        UPDATE
        | {
            "before": None if old is None else {"id": 1, "n": 5, "text": old},
            "after": {"id": 1, "n": 6, "text": text},
        }
        for old, text in images
    ]
    arguments = f"'kafka', 'postgresql', key=['id'], columns={columns}"
    rows = unwrap(KAFKA, kafka(*events), arguments)
    rows.sort(key=lambda row: row["_topic_offset"])
    left_out = ["text"]
    assert [row["_unavailable"] for row in rows] == [left_out, None, None, None, left_out, left_out]
    assert [row["text"] for row in rows] == [None, "x", None, "old", None, None]


def test_placeholders_in_structs(unwrap: Unwrap) -> None:
    image = "struct<id: int, text: string>"
    schema = (
        f"before {image}, after {image}, source struct<ts_ms: bigint, lsn: bigint>, op string,"
        " ts_ms bigint, transaction struct<id: string>"
    )
    placeholder = "__debezium_unavailable_value"
    rows = unwrap(
        schema,
        [
            (None, (each, text), (1, each), "u", 2, None)
            for each, text in ((1, placeholder), (2, "x"))
        ],
        "'struct', 'postgresql', key=['id'], columns={'id': 'int', 'text': 'string'}",
    )
    found = {row["id"]: (row["text"], row["_unavailable"]) for row in rows}
    assert found == {1: (None, ["text"]), 2: ("x", None)}
