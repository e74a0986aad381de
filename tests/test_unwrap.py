"""unwrap over rows of the test's own: layouts, names, time zones, broken rows, repeated landing."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest
from conftest import KAFKA, Unwrap, kafka
from pyspark.sql import SparkSession

SOURCE = {"ts_ms": 1, "commit_lsn": "0001:00a0:0002", "change_lsn": "0001:00a0:0001"}


def create(**row: Any) -> dict[str, Any]:
    return {"before": None, "after": row, "source": SOURCE, "op": "c", "ts_ms": 2}


ID = "layout='kafka', connector='db2', key=['id'], columns={'id': 'int', 'n': 'bigint'}"
GOOD = create(id=1, n=2)
BROKEN = {
    "": "not_json",
    "  ": "not_json",
    "nope": "not_json",
    json.dumps(GOOD)[:-1]: "not_json",
    json.dumps(GOOD) + "}": "not_json",
    json.dumps(GOOD) + json.dumps(GOOD): "not_json",
    json.dumps(GOOD) + "," + json.dumps(GOOD): "not_json",
    "\0\0\0\0\7payload": "avro_wire_format",
    "5": "no_payload",
    '"text"': "no_payload",
    "[]": "no_payload",
    json.dumps([GOOD]): "no_payload",
    '{"foo": {"payload": null}}': "no_payload",
    json.dumps({"before": None, "after": {"id": 1}, "ts_ms": 1}): "no_payload",
    '{"ts_ms": "x"}': "no_payload",
    # an application's own messages, which share members with Debezium's
    '{"matchId": 9, "status": "END"}': "no_payload",
    '{"id": "9", "status": "BEGIN"}': "no_payload",
    '{"ts_ms": 5, "temperature": 20}': "no_payload",
    '{"payload": {"ts_ms": 5, "temperature": 20}}': "no_payload",
    '{"databaseName": "crm", "rows": 5}': "no_payload",
    '{"databaseName": "crm", "source": {"name": "crm"}}': "no_payload",
    '{"source": {"name": "crm"}, "ddl": "create"}': "no_payload",
    json.dumps(GOOD | {"op": None}): "no_payload",
    json.dumps(GOOD | {"op": "x"}): "unknown_op",
    json.dumps(GOOD | {"op": ["c"]}): "unknown_op",
    json.dumps(GOOD | {"after": None}): "no_image",
    json.dumps(GOOD | {"op": "d", "after": None}): "no_image",
    json.dumps(GOOD | {"after": [1]}): "invalid_value",
    json.dumps(GOOD | {"after": 5}): "invalid_value",
    json.dumps(GOOD | {"source": "db2"}): "invalid_value",
    json.dumps(create(n=2)): "no_key",
    json.dumps(create(id="one", n=2)): "invalid_value",
    json.dumps(create(id=2**40, n=2)): "invalid_value",
}


def test_broken_rows_have_their_reason_and_text(unwrap: Unwrap) -> None:
    texts = list(BROKEN)
    rows = unwrap(KAFKA, kafka(*texts, GOOD), ID)
    found = {row["_topic_offset"]: row for row in rows}
    assert len(found) == len(texts) + 1
    good = found.pop(len(texts))
    assert (good["_class"], good["id"], good["n"], good["_raw"]) == ("data", 1, 2, None)
    for offset, row in found.items():
        assert (row["_class"], row["_reason"]) == ("rejected", BROKEN[texts[offset]]), texts[offset]
        assert row["_raw"] == texts[offset]


OWN = {
    "transaction": {"status": "BEGIN", "id": "1", "event_count": None, "data_collections": None},
    "schema_change": {"source": SOURCE, "databaseName": "d", "ddl": None, "tableChanges": []},
    "heartbeat": {"ts_ms": 5},
}


def test_debezium_s_own_messages_have_their_class(unwrap: Unwrap) -> None:
    """An application's message is rejected, whatever members it shares with them."""
    messages: list[Any] = list(OWN.values())
    messages += [{"schema": None, "payload": message} for message in OWN.values()]
    messages += [({"serverName": "srv"}, {"ts_ms": 5}), ({"id": 1}, {"ts_ms": 5})]
    rows = unwrap(KAFKA, kafka(*messages), ID)
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [row["_class"] for row in rows] == [*OWN, *OWN, "heartbeat", "rejected"]


@pytest.mark.parametrize(
    "source",
    [
        None,
        {},
        {"ts_ms": 10**30},
        {"ts_ms": "later", "commit_lsn": None, "change_lsn": None},
    ],
)
def test_an_event_without_coordinates_has_its_arrival(unwrap: Unwrap, source: Any) -> None:
    (row,) = unwrap(KAFKA, kafka(GOOD | {"source": source, "ts_ms": 10**30}), ID)
    assert row["_class"] == "data"
    assert row["_position"] == "0000"
    assert (row["_topic"], row["_topic_partition"], row["_topic_offset"]) == ("t", 0, 0)


@pytest.mark.parametrize("lsn", ["xyz", "f" * 40 + ":1", ["1:2:3"], {"a": 1}, -1])
def test_an_unreadable_coordinate_rejects_the_row(unwrap: Unwrap, lsn: Any) -> None:
    """It would place the event before all others, silently."""
    (row,) = unwrap(KAFKA, kafka(GOOD | {"source": SOURCE | {"commit_lsn": lsn}}), ID)
    assert (row["_class"], row["_reason"]) == ("rejected", "no_position")
    assert row["_raw"]


@pytest.mark.parametrize("millis", [10**15, -(10**15), 2**63 - 1, -(2**63), 2**63, "now"])
def test_a_source_time_that_is_not_a_timestamp_is_null(unwrap: Unwrap, millis: Any) -> None:
    (row,) = unwrap(KAFKA, kafka(GOOD | {"source": SOURCE | {"ts_ms": millis}}), ID)
    assert (row["_class"], row["_source_at"]) == ("data", None)


def test_lsn_parts_are_hexadecimal_numbers_of_any_width(unwrap: Unwrap) -> None:
    lsns = ["9:1:1", "0000000a:00000001:0001", "A:2:1", "0a:10:1"]
    events = [create(id=1) | {"source": SOURCE | {"commit_lsn": lsn}} for lsn in lsns]
    rows = unwrap(KAFKA, kafka(*events), ID)
    ordered = sorted(rows, key=lambda row: row["_position"])
    assert [row["_topic_offset"] for row in ordered] == [0, 1, 2, 3]


@pytest.mark.parametrize("null", [None, "null", "\tnull\n", '{"schema":null,"payload":null}'])
def test_a_null_value_is_a_tombstone(unwrap: Unwrap, null: str | None) -> None:
    (row,) = unwrap(KAFKA, kafka(({"id": 7}, null)), ID)
    assert (row["_class"], row["_key"]) == ("tombstone", '{"id":7}')


def test_a_record_landed_twice_is_one_row(unwrap: Unwrap) -> None:
    records = kafka(({"id": 7}, create(id=7)), ({"id": 7}, None))
    rows = unwrap(KAFKA, records * 2, ID)
    assert sorted(row["_landing_id"] for row in rows) == ["t/0/0", "t/0/1"]


def test_offsets_that_begin_again_are_other_records(unwrap: Unwrap) -> None:
    """As after a topic was deleted: only the record's timestamp shows it."""
    old, new = kafka(({"id": 7}, create(id=7))), kafka(({"id": 8}, create(id=8)))
    days = [datetime(2024, 5, day, tzinfo=timezone.utc) for day in (1, 2)]
    records = [
        (*record[:3], day, *record[4:]) for day, (record,) in zip(days, (old, new), strict=True)
    ]
    rows = unwrap(KAFKA, records * 2, ID)
    assert sorted(row["id"] for row in rows) == [7, 8]


def test_a_null_in_the_message_key_is_the_key(unwrap: Unwrap) -> None:
    (row,) = unwrap(
        KAFKA,
        kafka(({"a": 1, "b": None}, create(a=1, b="image"))),
        "layout='kafka', connector='db2', key=['a', 'b'], columns={'a': 'int', 'b': 'string'}",
    )
    assert row["_key"] == '{"a":1,"b":null}'


def test_values_that_do_not_fit_are_kept_beside_their_column(unwrap: Unwrap) -> None:
    values = {"n": "many", "d": "1.005", "day": "soon", "at": "12:34:56", "ok": 1}
    types = "{'id': 'int', 'n': 'bigint', 'd': 'decimal(12, 2)', 'day': 'date', 'at': 'timestamp'}"
    (row,) = unwrap(
        KAFKA,
        kafka(create(id=1, **values)),
        f"layout='kafka', connector='db2', key=['id'], columns={types}",
    )
    assert row["_class"] == "data"
    assert row["_invalid"] == {name: values[name] for name in ("n", "d", "day", "at")}
    assert row["_extra"] == {"ok": "1"}
    assert [row["n"], row["d"], row["day"], row["at"]] == [None] * 4


def test_the_session_changes_nothing(unwrap: Unwrap, spark: SparkSession) -> None:
    """Time zone and ANSI mode; a timestamp as key, a timestamp in a struct, a day."""
    kafka_rows = kafka(create(at=1559729468470, day=18052, text="2024-02-04 11:59:56.013"))
    columns = "columns={'at': 'timestamp', 'day': 'date', 'text': 'timestamp'}"
    image = "struct<at: timestamp, day: int, text: string>"
    schema = (
        f"before {image}, after {image}, source struct<ts_ms: bigint>, op string, ts_ms bigint,"
        " transaction struct<id: string>"
    )

    def build() -> list[Any]:
        from datetime import datetime, timezone

        at = datetime(2019, 6, 5, 10, 11, 8, 470000, tzinfo=timezone.utc)
        nested = [(None, (at, 18052, "2024-02-04 11:59:56.013"), (1,), "c", 2, None)]
        rows = unwrap(KAFKA, kafka_rows, f"layout='kafka', connector='db2', key=['at'], {columns}")
        rows += unwrap(schema, nested, f"layout='struct', connector='db2', key=['at'], {columns}")
        return [[row["_key"], row["at"], row["day"], row["text"], row["_event_id"]] for row in rows]

    expected = build()
    assert expected[0][:4] == expected[1][:4]
    assert expected[0][0] == '{"at":"2019-06-05 10:11:08.470000Z"}'
    for name, value in {"timeZone": "Asia/Tokyo", "ansi": "true"}.items():
        setting = "spark.sql.session.timeZone" if name == "timeZone" else "spark.sql.ansi.enabled"
        before = spark.conf.get(setting)
        spark.conf.set(setting, value)
        try:
            assert build() == expected
        finally:
            spark.conf.set(setting, before or "")


@pytest.mark.parametrize("layout", ["kafka", "json", "json_keyed"])
def test_every_layout_of_messages_gives_the_same_events(unwrap: Unwrap, layout: str) -> None:
    events = [create(id=1, n=5), {"schema": {}, "payload": create(id=2)}, "nope", {"ts_ms": 1}]
    records = kafka(*events)
    schema = {"kafka": KAFKA, "json": "value string", "json_keyed": "key string, value string"}
    width = {"kafka": 6, "json": 1, "json_keyed": 2}[layout]
    rows = unwrap(
        schema[layout], [record[-width:] for record in records], ID.replace("kafka", layout)
    )
    found = sorted(
        (row["_class"], str(row["_reason"]), str(row["_key"]), row["n"] or 0) for row in rows
    )
    assert found == [
        ("data", "None", '{"id":1}', 5),
        ("data", "None", '{"id":2}', 0),
        ("heartbeat", "None", '{"id":null}', 0),
        ("rejected", "not_json", '{"id":null}', 0),
    ]


def test_any_column_name_will_do(unwrap: Unwrap) -> None:
    names = "row key image message version op before after source text select order unique".split()
    names += ["Order Date", "a.b", "it's", "back`tick", "ünï", "sighting", "database_name"]
    columns = dict.fromkeys(names, "bigint") | {
        "id": "int",
        "id_upper": {"path": "ID", "data_type": "int"},
    }
    image = {name: place for place, name in enumerate(names)} | {"id": 1, "ID": 2}
    (row,) = unwrap(
        KAFKA,
        kafka({"before": None, "after": image, "source": SOURCE, "op": "c"}),
        f"layout='kafka', connector='db2', key=['id'], columns={columns!r}",
    )
    assert {name: row[name] for name in names} == {name: image[name] for name in names}
    assert (row["id"], row["id_upper"], row["_extra"], row["_invalid"]) == (1, 2, None, None)


PATCHES = {
    '{"$set": {"a": "new"}, "$unset": {"b": true}}': ("new", None, False, ["c"]),
    '{"a": "whole"}': ("whole", None, False, None),
    '{"$v": 2, "diff": {"u": {"a": "new"}}}': (None, None, True, None),
    '{"$set": {"c.d": 1}}': (None, None, True, ["a", "b", "c"]),
    '{"$inc": {"a": 1}}': (None, None, True, None),
}


@pytest.mark.parametrize("patch", PATCHES)
def test_a_patch_is_fields_a_document_or_pending(unwrap: Unwrap, patch: str) -> None:
    columns = {"_id": "bigint", "a": "string", "b": "string", "c": "string"}
    event = {"op": "u", "patch": patch, "filter": '{"_id": {"$numberLong": "5"}}', "source": SOURCE}
    (row,) = unwrap(
        KAFKA,
        kafka(event),
        f"layout='kafka', connector='mongodb', key=['_id'], columns={columns!r}",
    )
    assert (row["_class"], row["_key"]) == ("data", '{"_id":5}')
    assert (row["a"], row["b"], row["_pending"], row["_unavailable"]) == PATCHES[patch]


def test_a_number_in_a_path_is_an_index_or_a_field(unwrap: Unwrap) -> None:
    """As in MongoDB's own paths."""
    paths = {
        "second": "tags.1",
        "of_year": "sales.2023",
        "first_of_year": "sales.2024.0",
        "of_first": "years.0.2024",
        "of_none": "tags.9",
    }
    columns = {"_id": "int"} | {
        name: {"data_type": "int", "path": path} for name, path in paths.items()
    }
    years = [{"2024": {"$numberInt": "8"}}]
    document = {"_id": 1, "tags": [3, 4], "sales": {"2023": 5, "2024": [6, 7]}, "years": years}
    (row,) = unwrap(
        KAFKA,
        kafka(({"id": "1"}, {"op": "c", "after": json.dumps(document), "source": SOURCE})),
        f"layout='kafka', connector='mongodb', key=['_id'], columns={columns!r}",
    )
    assert [row[name] for name in paths] == [4, 5, 6, 8, None]
    assert row["_invalid"] is None
