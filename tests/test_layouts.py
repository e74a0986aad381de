"""The same events give the same base rows, however they were landed; each text is parsed once."""

from __future__ import annotations

import base64
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from conftest import (
    KAFKA,
    WITH_HEADERS,
    Dbt,
    Example,
    Unwrap,
    all_compiled,
    compiled,
    kafka,
    session,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.sql import Row
from test_order import few
from test_sql_style import lint_compiled

NAMES = ["_class", "_reason", "_op", "_key", "_source_at", "_extra", "_invalid"]
COLUMNS = {"id": "bigint", "n": "decimal(20, 2)", "text": "string", "at": "timestamp"}
IMAGE = "struct<id: bigint, n: string, text: string, at: timestamp, other: string>"
ENVELOPE = (
    f"before {IMAGE}, after {IMAGE},"
    " source struct<ts_ms: bigint, commit_lsn: string, change_lsn: string>,"
    " op string, ts_ms bigint, transaction struct<id: string>"
)

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
lsn = st.integers(1, 2**40).map(lambda number: f"{number:016x}:{number % 7:04x}")
rows = st.fixed_dictionaries(
    {
        "id": st.integers(-(2**63), 2**63 - 1),
        "n": st.none() | st.decimals(-(10**6), 10**6, places=2).map(str) | st.just("many"),
        "text": st.none() | texts,
        "at": st.none() | st.integers(0, 4 * 10**12),
        "other": st.none() | texts,
    }
)


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    drawn, operation = draw(rows), draw(st.sampled_from("crud"))
    row = {name: drawn[name] for name in ("id", "n", "text", "at", "other")}
    source = {
        "ts_ms": draw(st.integers(1, 2 * 10**12)),
        "commit_lsn": draw(lsn),
        "change_lsn": draw(lsn),
    }
    images = {"before": row, "after": None} if operation == "d" else {"before": None, "after": row}
    return images | {"source": source, "op": operation, "ts_ms": 5, "transaction": None}


def key(event: dict[str, Any]) -> dict[str, Any]:
    return {"id": (event["after"] or event["before"])["id"]}


def with_schema(message: Any) -> dict[str, Any]:
    return {"schema": {"type": "struct", "name": "any"}, "payload": message}


def nested(event: dict[str, Any]) -> tuple[Any, ...]:
    from datetime import datetime, timedelta, timezone

    def image(row: dict[str, Any] | None) -> tuple[Any, ...] | None:
        if row is None:
            return None
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
        at = None if row["at"] is None else epoch + timedelta(milliseconds=row["at"])
        return (row["id"], row["n"], row["text"], at, row["other"])

    source = tuple(event["source"].values())
    return (image(event["before"]), image(event["after"]), source, event["op"], 5, None)


def flat(event: dict[str, Any]) -> dict[str, Any]:
    """Return what the transform makes of it, with rewritten deletes and the source block added."""
    added = {f"__source_{name}": value for name, value in event["source"].items()}
    deleted = {"__deleted": str(event["op"] == "d").lower(), "__op": event["op"]}
    row: dict[str, Any] = event["after"] or event["before"]
    return row | deleted | added


FLAT = (
    "id bigint, n string, text string, at bigint, other string, __deleted string, __op string,"
    " __source_ts_ms bigint, __source_commit_lsn string, __source_change_lsn string"
)


def attributes(event: dict[str, Any]) -> dict[str, str]:
    """Return the attributes of the CloudEvent that Debezium's converter makes: all are texts."""
    found = {"id": "1", "source": "/debezium/db2/s", "specversion": "1.0", "type": "t"}
    found["iodebeziumop"] = event["op"]
    for name, value in event["source"].items():
        found["iodebezium" + name.replace("_", "").lower()] = str(value)
    return found


def in_headers(event: dict[str, Any]) -> list[tuple[str, bytes]]:
    """Return the attributes as the headers of binary mode."""
    return [("ce_" + name, value.encode()) for name, value in attributes(event).items()]


def images(event: dict[str, Any]) -> dict[str, Any]:
    return {name: event[name] for name in ("before", "after")}


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def batches(batch: list[dict[str, Any]]) -> list[str]:
    """Return the events in values of 1 to 5 each, joined in every way that a sink may."""
    values: list[str] = []
    rest = list(batch)
    joints = itertools.cycle(["", "\n", " \r\n", ",", "]["])
    while rest:
        joint = next(joints)
        size = min(len(rest), 1 + len(values) % 5)
        text = joint.join(
            json.dumps(rest.pop(0), indent=len(values) % 2 or None) for _ in range(size)
        )
        values.append(f"[{text}]" if joint in (",", "][") else text)
    return values


JSON = "value string"
KEYED = "key string, value string"


def landed(layout: str, batch: list[dict[str, Any]]) -> tuple[str, list[Any]]:
    """Return the landing table's schema and rows."""
    records = kafka(*((key(event), event) for event in batch))
    wrapped = kafka(*((with_schema(key(event)), with_schema(event)) for event in batch))
    forms: dict[str, Callable[[], tuple[str, list[Any]]]] = {
        "kafka": lambda: (KAFKA, records),
        "kafka with schemas": lambda: (KAFKA, wrapped),
        "kafka in bytes": lambda: (
            KAFKA.replace("key string, value string", "key binary, value binary"),
            [(*record[:4], *(text.encode() for text in record[4:])) for record in records],
        ),
        "json": lambda: (JSON, [record[5:] for record in records]),
        "json with schemas": lambda: (JSON, [record[5:] for record in wrapped]),
        "json_keyed": lambda: (KEYED, [record[4:] for record in records]),
        "struct": lambda: (ENVELOPE, [nested(event) for event in batch]),
        "flattened": lambda: (FLAT, [tuple(flat(event).values()) for event in batch]),
        "flattened_kafka": lambda: (KAFKA, kafka(*((key(e), flat(e)) for e in batch))),
        "kafka in a string": lambda: (
            KAFKA,
            [(*r[:4], compact(r[4]), json.dumps(r[5], ensure_ascii=False)) for r in records],
        ),
        "kafka under a string's schema": lambda: (
            KAFKA,
            [(*r[:5], compact({"schema": {"type": "string"}, "payload": r[5]})) for r in records],
        ),
        "kafka in base64": lambda: (
            KAFKA,
            [(*r[:5], base64.b64encode(r[5].encode()).decode()) for r in records],
        ),
        "kafka after a byte order mark": lambda: (
            KAFKA,
            [(*r[:5], "\ufeff" + r[5]) for r in records],
        ),
        "json in batches": lambda: (JSON, [(text,) for text in batches(batch)]),
        "cloudevents": lambda: (
            KAFKA,
            kafka(*((key(e), attributes(e) | {"data": images(e)}) for e in batch)),
        ),
        "cloudevents with schemas": lambda: (
            KAFKA,
            kafka(
                *(
                    (key(e), compact(attributes(e) | {"data": with_schema(images(e))}))
                    for e in batch
                )
            ),
        ),
        "cloudevents in binary mode": lambda: (
            WITH_HEADERS,
            [
                (*record[:5], compact(images(event)), in_headers(event))
                for record, event in zip(records, batch, strict=True)
            ],
        ),
    }
    return forms[layout]()


LAYOUTS = [
    "kafka with schemas",
    "kafka in bytes",
    "json",
    "json with schemas",
    "json_keyed",
    "struct",
    "flattened",
    "flattened_kafka",
    "kafka in a string",
    "kafka under a string's schema",
    "kafka in base64",
    "kafka after a byte order mark",
    "json in batches",
    "cloudevents",
    "cloudevents with schemas",
    "cloudevents in binary mode",
]


def seen(built: list[Row]) -> list[Any]:
    """Return what must be the same: the typed event and its coordinates, whatever its place."""
    return sorted(
        repr(
            (
                [row[name] for name in (*NAMES, *COLUMNS)],
                row["_position"],
                row["_source"],
            )
        )
        for row in built
    )


def test_the_same_events_give_the_same_rows(unwrap: Unwrap) -> None:
    misfits = 0

    @settings(few, max_examples=1)
    @given(st.lists(events(), min_size=60, max_size=60, unique_by=repr))
    def check(batch: list[dict[str, Any]]) -> None:
        nonlocal misfits

        def build(layout: str) -> list[Row]:
            arguments = f"'{layout.split()[0]}', 'db2', key=['id'], columns={COLUMNS}"
            return unwrap(*landed(layout, batch), arguments)

        expected = seen(build("kafka"))
        misfits += sum("'many'" in row for row in expected)
        for layout in LAYOUTS:
            assert seen(build(layout)) == expected, layout

    check()
    assert misfits > 0


@pytest.mark.slow
@pytest.mark.parametrize("layouts", [["cloudevents"], ["json", "json_keyed"]])
def test_steps_before_the_message_are_in_style(
    unwrap: Unwrap, dbt: Dbt, tmp_path: Path, layouts: list[str]
) -> None:
    relation = "api.Relation.create(schema='landing', identifier='scratch')"
    columns = {"id": "bigint", "text": "string"}
    arguments = f"'db2', key=['id'], columns={columns}, predicate=\"_landing.value <> ''\""
    # the table has headers, which CloudEvents may be in
    unwrap(WITH_HEADERS, [], f"'kafka', {arguments}")
    calls = [f"unwrap({relation}, '{layout}', {arguments})" for layout in layouts]
    found = lint_compiled(dict(zip(layouts, all_compiled(dbt, calls), strict=True)), tmp_path)
    assert not found, found


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_fields_of_a_struct_keep_their_values(unwrap: Unwrap, zone: str) -> None:
    """Bytes, nested values and times, whatever the column makes of them."""
    image = (
        "struct<id: bigint, photo: binary, tags: array<string>, place: struct<x: double>,"
        " at: timestamp, price: decimal(9, 2), much: decimal(30, 10), on: date>"
    )
    envelope = ENVELOPE.replace(IMAGE, image)
    at = datetime(2024, 5, 1, 23, 30, tzinfo=timezone.utc)
    much = Decimal("12345678901234567890.0123456789")
    row = (1, b"test", ['a, "b"'], (1.5,), at, Decimal("1.10"), much, date(2024, 5, 1))
    columns = {
        "id": "bigint",
        "photo": "binary",
        "tags": "array<string>",
        "place": "string",
        "at": "string",
        "price": "decimal(9, 2)",
        "much": "decimal(30, 10)",
        "on": "date",
    }
    events = [(None, row, (7, "1:2", "1:3"), "c", 5, None)]
    session().conf.set("spark.sql.session.timeZone", zone)
    try:
        (built,) = unwrap(envelope, events, f"'struct', 'db2', key=['id'], columns={columns}")
    finally:
        session().conf.unset("spark.sql.session.timeZone")
    assert (built["photo"], built["tags"], built["place"]) == (b"test", ['a, "b"'], '{"x":1.5}')
    assert built["at"].startswith("2024-05-01 23:30:00")
    assert (built["price"], built["much"]) == (Decimal("1.10"), much)
    assert built["on"] == date(2024, 5, 1)
    assert built["_invalid"] is None


@pytest.mark.parametrize("layout", ["struct", "flattened", "flattened_kafka"])
def test_decimals_of_a_table_keep_their_digits(unwrap: Unwrap, layout: str) -> None:
    """PostgreSQL's structs are read as text, because a placeholder may be in them."""
    much = Decimal("12345678901234567890.0123456789")
    columns = {"id": "bigint", "much": "decimal(30, 10)", "name": "string"}
    columns |= {"more": "array<decimal(30, 10)>", "most": "struct<a: decimal(30, 10)>"}
    row = "id bigint, much decimal(30, 10), name string, more array<decimal(30, 10)>"
    row += ", most struct<a: decimal(30, 10)>"
    image = f"struct<{row}>"
    text = f'{{"schema":{{"type":"struct"}},"payload":{{"id":1,"much":{much},"name":"a",'
    text += f'"more":[{much}],"most":{{"a":{much}}}}}}}'
    values = (1, much, "a", [much], (much,))
    schema, landed = {
        "struct": (
            f"before {image}, after {image}, source struct<lsn: bigint>, op string, ts_ms bigint,"
            " transaction struct<id: string>",
            (None, values, (7,), "c", 5, None),
        ),
        "flattened": (row, values),
        "flattened_kafka": (KAFKA, kafka(({"id": 1}, text))[0]),
    }[layout]
    arguments = f"'{layout}', 'postgresql', key=['id'], columns={columns}, exact_numbers=true"
    (built,) = unwrap(schema, [landed], arguments)
    assert (built["much"], built["name"], built["_invalid"]) == (much, "a", None)
    assert (built["more"], built["most"]) == ([much], (much,))


def test_digits_below_the_top_of_a_row_are_base64_or_a_number(unwrap: Unwrap) -> None:
    decimal = {"data_type": "decimal(9, 2)", "scale": 2}
    decimal |= {"semantic_type": "org.apache.kafka.connect.data.Decimal"}
    columns = {"id": "int", "price": decimal | {"path": "offer.price"}}
    columns |= {"first": decimal | {"path": "offer.prices.0"}}
    rows = [{"id": n, "offer": {"price": p, "prices": [p]}} for n, p in enumerate(["1025", 1025])]
    messages = kafka(*(({"id": row["id"]}, row) for row in rows))
    arguments = f"'flattened_kafka', 'postgresql', key=['id'], columns={columns}"
    found = {row["id"]: (row["price"], row["first"]) for row in unwrap(KAFKA, messages, arguments)}
    assert found == {0: (Decimal("-26670.79"),) * 2, 1: (Decimal(1025),) * 2}


def test_times_that_a_sink_has_made_timestamps(unwrap: Unwrap) -> None:
    """Debezium Server's Iceberg consumer does; they are coordinates of MongoDB.

    It makes a boolean of `__deleted`.
    """
    at = datetime(2024, 5, 1, 23, 30, 0, 123000, tzinfo=timezone.utc)
    schema = (
        "_id string, __deleted boolean, __source_ts_ms timestamp, __ts_ms timestamp_ntz,"
        " __ord bigint"
    )
    arguments = "'flattened', 'mongodb', key=['_id'], columns={'_id': 'string'}"
    (row,) = unwrap(schema, [("a", True, at, at.replace(tzinfo=None), 1)], arguments)
    assert (row["_class"], row["_op"]) == ("data", "d")
    assert row["_source"]["ts_ms"] == 1714606200123
    assert row["_position"] == f"0000 {1714606200123:019} {1:019} -"
    assert row["_source_at"] == row["_processed_at"]
    assert row["_processed_at"] is not None


@pytest.mark.parametrize("layout", ["flattened_kafka", "struct"])
def test_a_read_without_its_marker_has_no_coordinates(unwrap: Unwrap, layout: str) -> None:
    """The transform does not add `snapshot` by itself, nor does every reader of the envelope."""
    image = "struct<id: int>"
    schema, landed = {
        "flattened_kafka": (KAFKA, kafka(({"id": 1}, {"id": 1, "__op": "r", "__lsn": 7}))[0]),
        "struct": (
            f"before {image}, after {image}, source struct<lsn: bigint>, op string, ts_ms bigint,"
            " transaction struct<id: string>",
            (None, (1,), (7,), "r", 5, None),
        ),
    }[layout]
    arguments = f"'{layout}', 'postgresql', key=['id'], columns={{'id': 'int'}}"
    (row,) = unwrap(schema, [landed], arguments)
    assert (row["_class"], row["_position"]) == ("data", "0000")


def test_documents_of_every_layout(unwrap: Unwrap) -> None:
    """MongoDB's events, and those of one base for many topics."""
    after = '{"_id": {"$oid": "65b1f0c2d3e4a5968778695a"}, "n": {"$numberLong": "5"}}'
    event = {"before": None, "after": after, "source": {"ts_ms": 7, "ord": 1}, "op": "c"}
    identifier = {"id": '{"$oid": "65b1f0c2d3e4a5968778695a"}'}
    record = kafka((identifier, event))[0]
    for columns in ("{'_id': 'string', 'n': 'bigint'}", "{}"):
        arguments = f"connector='mongodb', key=['_id'], columns={columns}"
        name = "document" if columns == "{}" else "n"
        found = [
            [row[each] for each in ("_class", "_key", "_event_id", name)]
            for layout, schema, width in (
                ("kafka", KAFKA, 6),
                ("json_keyed", KEYED, 2),
                ("json", JSON, 1),
            )
            for row in unwrap(schema, [record[-width:]], f"layout='{layout}', {arguments}")
        ]
        assert found == [found[0]] * 3
        assert found[0][0] == "data"


def test_complete_rows_of_every_layout(unwrap: Unwrap) -> None:
    row = {"id": 1, "n": "5", "text": 'q"\n', "at": None, "other": None}
    source = {"ts_ms": 7, "commit_lsn": "1:2", "change_lsn": "1:3"}
    event = {"before": None, "after": row, "source": source, "op": "c", "ts_ms": 5}
    for layout in ("kafka", "kafka with schemas", "kafka in bytes", "json", "json_keyed", "struct"):
        schema, records = landed(layout, [event | {"transaction": None}])
        options = "columns={}, key=['id'], add_fields='op,source.ts_ms'"
        (built,) = unwrap(schema, records, f"'{layout.split()[0]}', 'db2', {options}")
        assert (built["_class"], built["_key"]) == ("data", '{"id":"1"}'), layout
        written = json.loads(built["document"])
        assert written == row | {"__op": "c", "__source_ts_ms": 7}, layout


def test_names_of_the_row_that_look_like_the_transforms(unwrap: Unwrap) -> None:
    value = {"_id": 5, "__v": 3, "__op": "u", "__lsn": 7}
    columns = {"_id": "int", "__v": "int"}
    arguments = f"'flattened_kafka', 'mongodb', key=['_id'], columns={columns}"
    (row,) = unwrap(KAFKA, kafka(({"id": 5}, value)), arguments)
    assert (row["__v"], row["_op"], row["_extra"]) == (3, "u", None)


@pytest.mark.parametrize("payload", [None, '{"id": 9}', "text"])
def test_columns_of_a_row_that_are_called_as_the_parts_of_a_message(
    unwrap: Unwrap, payload: str | None
) -> None:
    """An outbox has them; beside others they are columns."""
    value = {"id": 1, "schema": "public", "payload": payload, "__op": "u"}
    columns = {"id": "int", "schema": "string", "payload": "string"}
    flattened = ("id int, schema string, payload string, __op string", [tuple(value.values())])
    for layout, (schema, records) in {
        "flattened_kafka": (KAFKA, kafka(({"id": 1}, value))),
        "flattened": flattened,
    }.items():
        arguments = f"'{layout}', 'db2', key=['id'], columns={columns}"
        (row,) = unwrap(schema, records, arguments)
        assert (row["_class"], row["_op"], row["id"]) == ("data", "u", 1)
        assert (row["schema"], row["payload"]) == ("public", payload)


def test_a_key_that_is_called_as_the_parts_of_a_message(unwrap: Unwrap) -> None:
    key = {"schema": "public", "payload": "x"}
    columns = dict.fromkeys(key, "string")
    (row,) = unwrap(
        KAFKA,
        kafka((key, {"op": "d", "before": None, "source": {}})),
        f"'kafka', 'db2', key={list(key)}, columns={columns}",
    )
    assert row["_key"] == json.dumps(key, separators=(",", ":"))


def test_documents_that_were_unwrapped_upstream(unwrap: Unwrap) -> None:
    value = {
        "_id": "65b1f0c2d3e4a5968778695a",
        "n": 5,
        "__op": "c",
        "__source_ts_ms": 7,
        "__ord": 1,
    }
    records = kafka(({"id": value["_id"]}, value), ({"id": value["_id"]}, None))
    arguments = "'flattened_kafka', 'mongodb', key=['_id'], columns={'_id': 'string', 'n': 'int'}"
    built = sorted(unwrap(KAFKA, records, arguments), key=lambda row: row["_topic_offset"])
    assert [(row["_class"], row["_op"], row["n"]) for row in built] == [
        ("data", "c", 5),
        ("data", "d", None),
    ]
    assert {row["_key"] for row in built} == {'{"_id":"65b1f0c2d3e4a5968778695a"}'}
    assert built[0]["_position"] == f"0000 {7:019} {1:019} -"


ENTITIES = [{"topic": "t", "table": "a"}, {"topic": "u"}]


def test_one_base_for_many_topics(unwrap: Unwrap, dbt: Dbt) -> None:
    """Each row has its class in the base of all or in that of its entity: as without it."""

    def event(identifier: int, table: str) -> dict[str, Any]:
        image = {"id": identifier, "n": "5"}
        source = {"table": table, "ts_ms": 1, "commit_lsn": "1:2", "change_lsn": "1:3"}
        return {"before": None, "after": image, "source": source, "op": "c", "ts_ms": 1}

    tombstone = ({"id": 3}, None)
    values: dict[str, list[Any]] = {
        "t": [event(1, "a"), event(2, "b"), event(1, "A"), tombstone, "nope"],
        "u": [
            event(3, "a"),
            tombstone,
            "nope",
            event(3, "a") | {"after": None},
            event(3, "a") | {"after": 5},
        ],
        "v": [event(5, "c"), {"ts_ms": 1}, {"status": "BEGIN", "id": "1", "event_count": None}],
    }
    records = [(topic, *r[1:]) for topic, each in values.items() for r in kafka(*each)]
    spark = session()
    unwrap(KAFKA, records, f"'kafka', 'db2', key=['id'], columns={COLUMNS}")
    scratch = "api.Relation.create(schema='landing', identifier='scratch')"
    envelopes = compiled(dbt, f"envelopes({scratch}, 'kafka', 'db2', entities={ENTITIES})")
    spark.sql("drop table if exists landing.enveloped")
    spark.sql(f"create table landing.enveloped as {envelopes}")
    relation = "api.Relation.create(schema='landing', identifier='enveloped')"
    classes = {
        row["_landing_id"]: (row["_class"], row["_reason"])
        for row in spark.table("landing.enveloped").collect()
    }
    for entity in ENTITIES:
        arguments = f"key=['id'], columns={COLUMNS}, entity={entity}"
        own = spark.sql(
            compiled(dbt, f"unwrap({relation}, 'envelope', 'db2', {arguments})")
        ).collect()
        direct = spark.sql(
            compiled(dbt, f"unwrap({scratch}, 'kafka', 'db2', {arguments})")
        ).collect()
        held = {row["_landing_id"] for row in own}
        assert own
        assert whole(own) == whole([row for row in direct if row["_landing_id"] in held])
        for row in own:
            assert classes[row["_landing_id"]] == (None, None)
            classes[row["_landing_id"]] = (row["_class"], row["_reason"])
    spark.sql("drop table landing.enveloped")
    assert list(map(classes.get, ("t/0/0", "t/0/1", "t/0/2", "t/0/3", "t/0/4"))) == [
        ("data", None),
        ("filtered", None),
        ("filtered", None),
        ("tombstone", None),
        ("rejected", "not_json"),
    ]
    assert list(map(classes.get, ("u/0/0", "u/0/1", "u/0/2", "u/0/3", "u/0/4"))) == [
        ("data", None),
        ("tombstone", None),
        ("rejected", "not_json"),
        ("rejected", "no_image"),
        ("rejected", "invalid_value"),
    ]
    assert list(map(classes.get, ("v/0/0", "v/0/1", "v/0/2"))) == [
        ("filtered", None),
        ("heartbeat", None),
        ("transaction", None),
    ]


def whole(built: list[Row]) -> list[str]:
    return sorted(repr(row) for row in built)


def test_a_key_with_a_null_value_is_a_delete_where_the_transform_ran_upstream(
    unwrap: Unwrap,
) -> None:
    """In its default mode nothing else is left of a delete; the operation may stand in a header."""
    values = [
        {"id": 1, "n": "5"},
        None,
        with_schema(None),
        *({"id": 1, "n": "5", "__deleted": deleted} for deleted in ("true", True)),
    ]
    records = [
        (*r, [("__op", b"r")]) for r in kafka(*(({"id": 1}, v) for v in values), (None, None))
    ]
    arguments = f"'flattened_kafka', 'db2', key=['id'], columns={COLUMNS}"
    quoted = [(*record[:-1], [("__op", b'"r"')]) for record in records]
    for headers, first, kept in (
        ("none", "u", records),
        ("'headers'", "r", records),
        ("'headers'", "r", quoted),
    ):
        built = unwrap(WITH_HEADERS, kept, f"{arguments}, headers={headers}")
        built.sort(key=lambda row: row["_topic_offset"])
        assert [row["_op"] for row in built] == [first, "d", "d", "d", "d", "d"]
        assert [row["_class"] for row in built] == ["data"] * 5 + ["rejected"]
        assert {row["_key"] for row in built[:5]} == {'{"id":1}'}


BROKEN = [
    "nope",
    "5",
    "[]",
    '{"id": 1, "id": 2}',
    '{"id": 1, "__lsn": 1, "__lsn": 2}',
    '{"id": 1, "__source_lsn": 1, "__source_lsn": 2}',
    '{"schema": {}, "payload": "x"}',
    "\0\0\0\0\7avro",
]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_rows_of_what_was_unwrapped_upstream(unwrap: Unwrap, text: str) -> None:
    arguments = f"'flattened_kafka', 'db2', key=['id'], columns={COLUMNS}"
    (row,) = unwrap(KAFKA, kafka(({"id": 1}, text)), arguments)
    assert (row["_class"], row["_raw"]) == ("rejected", text)


@pytest.mark.parametrize(
    ("layout", "value"),
    [
        ("kafka", {"op": "c", "after": {"id": 1}, "ts_ms": [5], "source": 5}),
        ("cdl", {"message_version": "1.0", "OPERATION": "INSERT", "data": 5}),
    ],
)
def test_an_event_whose_parts_have_other_types(
    unwrap: Unwrap, layout: str, value: dict[str, Any]
) -> None:
    """It has an operation, so its value is a change event."""
    connector = "cdl" if layout == "cdl" else "db2"
    arguments = f"'{layout}', '{connector}', key=['id'], columns={COLUMNS}"
    (row,) = unwrap(KAFKA, kafka(({"id": 1}, value)), arguments)
    assert (row["_class"], row["_reason"]) == ("rejected", "invalid_value")


ONCE = {"db2": [], "mongodb": ["_after", "_before"]}


@pytest.mark.parametrize("connector", ONCE)
def test_each_text_is_parsed_once(dbt: Dbt, example: Example, connector: str) -> None:
    """By the plan: one parser of the message, one of each image's text, none for single fields.

    The plan has each twice: for the records that landed once, and for those with copies. The parser
    of texts gets null for a message that was parsed with types. A document has a parser with types
    before those of its texts, which do nothing for an ordinary row.
    """
    columns = {"_id": "int", "a": "int", "b": "date", "c": "timestamp"}
    arguments = f"'kafka', '{connector}', key=['_id'], columns={columns}"
    frame = session().sql(compiled(dbt, f"unwrap(source('landing', '{connector}'), {arguments})"))
    session().conf.set("spark.sql.debug.maxToStringFields", "1000")
    plan = frame._jdf.queryExecution().optimizedPlan().toString()
    session().conf.unset("spark.sql.debug.maxToStringFields")
    is_typed = connector != "mongodb"
    assert plan.count('{"document": ') == 2 * (not is_typed)
    assert plan.count('{"messages": [{"payload":') == 2 * is_typed
    texts = re.findall(r'\{"messages": \[, (if \(|_raw#)', plan)
    assert texts == ["if (" if is_typed else "_raw#"] * 2
    parsed = re.findall(
        r"from_json\(MapType\(StringType,StringType,true\), (_(?:after|before))#", plan
    )
    assert sorted(parsed) == sorted(ONCE[connector] * 2)
    assert not re.search(r"get_json_object\(_(after|before|raw)#\d+, \$\.[abc]", plan)


@pytest.mark.slow
def test_broken_text_between_events(unwrap: Unwrap) -> None:
    """Each text in one row or another, whatever is between the events; nothing is dropped."""
    event, other = ({"op": "c", "after": {"id": n, "name": "}{"}, "source": {}} for n in (1, 2))
    one, two = compact(event), compact(other)
    wrapped = compact({"schema": {"type": "string"}, "payload": one})
    cases: dict[str, tuple[int, int]] = {
        f"{one}garbage": (1, 1),
        f"{one}\ngarbage\n{two}": (2, 1),
        f'{{"op": "c", "after": {{"id": \n{two}': (1, 1),
        f'{{"op": "c", cut{two}': (1, 1),
        f'[{one},{{"op": nul}},{two}]': (2, 1),
        f"[{json.dumps(one)}, {json.dumps(two)}]": (2, 0),
        f"{wrapped}\n{wrapped}": (2, 0),
        f"{one}\n{two[:-9]}": (1, 1),
        f"  {one}  ": (1, 0),
        "[]": (0, 1),
        "{": (0, 1),
    }
    arguments = "'json_keyed', 'postgresql', key=['id'], columns={'id': 'int', 'name': 'string'}"
    for text, (data, rejected) in cases.items():
        rows = unwrap("key string, value string", [('{"id":7}', text)], arguments)
        found = Counter(row["_class"] for row in rows)
        assert (found["data"], found["rejected"]) == (data, rejected), text
        assert len({row["_landing_id"] for row in rows}) == len(rows)
        if len(rows) > 1:
            assert {row["id"] for row in rows} <= {1, 2, None}, "the key of the value is of none"
    (row,) = unwrap(
        KAFKA, [("t", 0, 0, None, None, f"{wrapped}x")], arguments.replace("json_keyed", "kafka")
    )
    assert row["_class"] == "rejected"
