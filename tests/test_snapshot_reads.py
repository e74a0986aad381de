"""Which snapshot read a row, what signals asked for, and rows that a snapshot did not find."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import KAFKA, Dbt, all_compiled
from pyspark.sql import Row, SparkSession
from test_sql_style import lint_compiled


def relation(name: str) -> str:
    return f"api.Relation.create(identifier='reads_{name}')"


BASE, SIGNALS = relation("base"), relation("signals")
MODELS = {
    "signals": f"signals({relation('signal_base')})",
    "current": f"current({BASE}, base={BASE}, columns={{'id': 'string'}})",
    "reads": f"snapshot_reads({BASE}, signals={SIGNALS})",
    "snapshots": f"snapshots({BASE}, signals={SIGNALS}, idle_after='1 second')",
    "missed_deletes": (
        f"missed_deletes({relation('current')}, {BASE}, signals={SIGNALS}, idle_after='1 second')"
    ),
    "unsignalled": f"snapshots({BASE})",
}
LIVE = "false"


def record(
    table: str, second: int, op: str, row: dict[str, Any], marker: str = LIVE, **source: Any
) -> tuple[str, str, str]:
    source_block: dict[str, Any] = {
        "version": "3.5.0",
        "connector": "postgresql",
        "name": "srv",
        "db": "d",
        "schema": "s",
    }
    source_block |= {"table": table, "ts_ms": second * 1000, "snapshot": marker, "lsn": second}
    images = {"before": row, "after": None} if op == "d" else {"before": None, "after": row}
    value = images | {"op": op, "ts_ms": second * 1000, "source": source_block | source}
    return table, json.dumps({"id": row["id"]}), json.dumps(value)


def event(table: str, second: int, op: str, id_: int, *marker: str, **source: Any) -> Any:
    return record(table, second, op, {"id": f"{table} {id_}"}, *marker, **source)


def signal(second: int, id_: str, type_: str, data: Any, op: str = "c") -> Any:
    text = data if isinstance(data, str | None) else json.dumps(data)
    return record("signal", second, op, {"id": id_, "type": type_, "data": text})


def asked(second: int, id_: str, *names: str, **more: Any) -> Any:
    return signal(second, id_, "execute-snapshot", {"data-collections": names, **more})


def stopped(second: int, id_: str, **more: Any) -> Any:
    return signal(second, id_, "stop-snapshot", {"type": "incremental", **more})


def incremental(table: str, second: int, *ids: int) -> list[Any]:
    return [event(table, second, "r", id_, "incremental", lsn=None) for id_ in ids]


def full(table: str, second: int, ids: list[int], *markers: str) -> list[Any]:
    return [
        event(table, second, "r", id_, marker, lsn=second)
        for id_, marker in zip(ids, markers, strict=True)
    ]


FIRST, LAST = "first_in_data_collection", "last_in_data_collection"
# By table: what it shows and its events.
EVENTS = [
    # 3 goes without a delete; a blocking snapshot reports it.
    *full("blocking", 10, [1, 2, 3, 4], "first", "true", "true", "last"),
    event("blocking", 12, "u", 4),
    *full("blocking", 21, [1, 2], "first", "last"),
    event("blocking", 22, "c", 5),
    # 2 goes; 3 is touched while the second incremental one runs.
    *full("chunks", 10, [1, 2, 3], FIRST, "true", LAST),
    *incremental("chunks", 31, 1),
    *incremental("chunks", 41, 1),
    event("chunks", 42, "u", 3),
    # Read after a signal with a condition.
    *full("partial", 10, [1, 2], FIRST, LAST),
    *incremental("partial", 33, 1),
    # Read until a stop; the name has a dot, and is quoted in the signal.
    *full("my.halted", 10, [1, 2], FIRST, LAST),
    *incremental("my.halted", 34, 1),
    # The same, and the stop has an empty list of tables.
    *full("ended", 10, [1, 2], FIRST, LAST),
    *incremental("ended", 37, 1),
    # Read without a signal for it.
    *full("unasked", 10, [1, 2], FIRST, LAST),
    *incremental("unasked", 35, 1),
    # The last marker is not there.
    *full("cut", 10, [1, 2], FIRST, LAST),
    *full("cut", 50, [1], FIRST),
    # One row; and none of the first markers before Debezium 2.
    *full("single", 10, [1], LAST),
    event("old", 10, "r", 1, "true", lsn=10, version="1.9.7.Final"),
    event("old", 10, "r", 2, "last", lsn=10, version="1.9.7.Final"),
    # Before Debezium 1.9.7 each row has a time of its own; later, each chunk of a table.
    *(
        event("timed", 10 + id_, "r", id_, marker, lsn=10)
        for id_, marker in enumerate((FIRST, "true", LAST), 1)
    ),
    # A blocking one with a condition reads what that selects.
    *full("filtered", 10, [1, 2], FIRST, LAST),
    *full("filtered", 26, [1], LAST),
    *full("filtered_first", 26, [1], LAST),
    # Asked for again before the first incremental one has read all rows.
    *full("again", 10, [1, 2, 3], FIRST, "true", LAST),
    *incremental("again", 51, 1),
    *incremental("again", 60, 2),
    # Full again, without a signal for it.
    *full("twice", 10, [1, 2], FIRST, LAST),
    *full("twice", 60, [2], LAST),
    # Read by a connector under another name, from which an epoch is declared.
    *full("moved", 10, [1, 2], FIRST, LAST),
    event("moved", 40, "r", 1, LAST, lsn=40, name="srv2"),
    # And again: each row is listed once, by the last snapshot.
    event("moved", 50, "r", 3, LAST, lsn=50, name="srv3"),
    # In the same epoch, but of a server that goes on.
    event("kept", 10, "r", 1, FIRST, lsn=10, name="live"),
    event("kept", 10, "r", 2, LAST, lsn=10, name="live"),
    event("kept", 42, "u", 3, lsn=42, name="live"),
    event("kept", 52, "r", 4, LAST, lsn=52, name="srv3"),
]
# The example of SQL Server's page: its object ends before the condition.
PAGE = '{"data-collections": ["schema1.table1", "schema2.table2"], "type":"incremental"}'
PAGE += ', "additional-condition":"color=blue"}'
SIGNALLED = [
    asked(20, "b", "s.blocking", type="blocking"),
    asked(
        25,
        "f",
        "s.filtered",
        type="blocking",
        **{"additional-conditions": [{"data-collection": "s.filtered", "filter": "select 1"}]},
    ),
    asked(
        25,
        "f-1",
        "s.filtered_first",
        type="blocking",
        **{"additional-condition": "id = 1"},
    ),
    asked(30, "i-1", "s.chunks", "s\\.part.*", **{"additional-condition": "id=1"}),
    asked(30, "h", '"s"."my.halted"', type="INCREMENTAL"),
    stopped(35, "stop"),
    asked(36, "e", "s.ended"),
    stopped(38, "stop all", **{"data-collections": []}),
    asked(40, "i-2", "s.(chunks|other)"),
    signal(40, "x-open", "snapshot-window-open", '{"openWindowTimestamp": "x"}'),
    signal(41, "x-close", "snapshot-window-close", None),
    asked(42, "none"),
    signal(43, "invalid", "execute-snapshot", '{"data-collections": ["s.cut"}'),
    signal(44, "null", "execute-snapshot", None),
    asked(45, "other", "s.cut", type="partial"),
    signal(46, "untyped", "stop-snapshot", {"data-collections": ["s.cut"]}),
    asked(47, "pattern", "s.(cut", "*", "s.a++"),
    asked(50, "n-1", " s.again", **{"additional-condition": " ", "additional-conditions": []}),
    asked(52, "n-2", "s.again"),
    signal(48, "old", "execute-snapshot", {"data-collections": ["s.cut"]}, op="r"),
    signal(49, "log", "log", {"message": "hello"}),
    signal(53, "page", "execute-snapshot", PAGE),
]


@pytest.fixture(scope="module")
def found(dbt: Dbt, spark: SparkSession) -> Iterator[dict[str, list[Row]]]:
    """The rows of each model over these events."""
    records = [
        (table, 0, offset, None, key, value)
        for offset, (table, key, value) in enumerate(EVENTS + SIGNALLED)
    ]
    spark.sql(f"create or replace table landing.reads ({KAFKA})")
    spark.createDataFrame(records, KAFKA).writeTo("landing.reads").append()
    landed = "api.Relation.create(schema='landing', identifier='reads')"
    base = f"unwrap({landed}, 'kafka', 'postgresql', key=['id'], columns={{}})"
    text = dict.fromkeys(("id", "type", "data"), "string")
    views = {
        "base": base.format(
            "{'id': 'string'}, epochs=[\"_source.name <> 'srv' and _source.ts_ms >= 20000\"]"
        ),
        "signal_base": base.format(f"{text}, entity={{'topic': 'signal'}}"),
        **MODELS,
    }
    rows = {}
    for name, sql in zip(views, all_compiled(dbt, list(views.values())), strict=True):
        table = spark.sql(sql)
        rows[name] = table.collect()
        spark.createDataFrame(rows[name], table.schema).createOrReplaceTempView(f"reads_{name}")
    yield rows
    for name in views:
        spark.catalog.dropTempView(f"reads_{name}")
    spark.sql("drop table landing.reads")


def test_signals_are_reported(found: dict[str, list[Row]]) -> None:
    rows = {row.signal_id: row for row in found["signals"]}
    assert len(rows) == len(SIGNALLED)
    assert rows["b"].asDict() | {"_landing_id": None} == {
        "_landing_id": None,
        "source_name": "srv",
        "signal_id": "b",
        "signal_type": "execute-snapshot",
        "snapshot_type": "blocking",
        "data_collections": ["s.blocking"],
        "additional_conditions": None,
        "surrogate_key": None,
        "signal_data": '{"data-collections": ["s.blocking"], "type": "blocking"}',
        "is_watermark": False,
        "ignored_reason": None,
        "signalled_at": rows["b"].processed_at,
        "processed_at": rows["b"].processed_at,
    }
    assert (rows["i-1"].snapshot_type, rows["i-1"].additional_conditions) == ("incremental", "id=1")
    assert rows["h"].snapshot_type == "incremental"
    assert (rows["n-1"].data_collections, rows["n-1"].additional_conditions) == (["s.again"], None)
    page = rows["page"]
    assert (page.snapshot_type, page.additional_conditions) == ("incremental", None)
    assert (page.data_collections, page.signal_data) == (["schema1.table1", "schema2.table2"], PAGE)
    assert [rows[name].is_watermark for name in ("x-open", "x-close", "log")] == [True, True, False]
    assert {name: row.ignored_reason for name, row in rows.items() if row.ignored_reason} == {
        "none": "no data-collections",
        "invalid": "its data is no JSON object",
        "null": "no data-collections",
        "other": "unknown type",
        "untyped": "no type",
        "old": "no new row: r",
    }


def listed(rows: list[Row]) -> dict[str, list[tuple[Any, ...]]]:
    """By table, in time: kind, signal, rows, whether it is complete."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    for row in sorted(rows, key=lambda row: row.began_at):
        found = (row.snapshot_kind, row.signal_id, row.read_rows, row.is_complete)
        tables.setdefault(row.data_collection.removeprefix("d.s."), []).append(found)
    tables.pop("signal", None)
    return tables


INITIAL = ("initial", None, 2, True)


def test_snapshots_are_distinguished(found: dict[str, list[Row]]) -> None:
    assert listed(found["snapshots"]) == {
        "blocking": [("initial", None, 4, True), ("blocking", "b", 2, True)],
        "chunks": [
            ("initial", None, 3, True),
            ("incremental", "i-1", 1, False),
            ("incremental", "i-2", 1, True),
        ],
        "partial": [INITIAL, ("incremental", "i-1", 1, False)],
        "my.halted": [INITIAL, ("incremental", "h", 1, False)],
        "ended": [INITIAL, ("incremental", "e", 1, False)],
        "unasked": [INITIAL, ("incremental", None, 1, False)],
        "cut": [INITIAL, ("ad-hoc", None, 1, False)],
        "single": [("initial", None, 1, True)],
        "old": [INITIAL],
        "timed": [("initial", None, 3, True)],
        "filtered": [INITIAL, ("blocking", "f", 1, False)],
        "filtered_first": [("initial", None, 1, False)],
        "again": [
            ("initial", None, 3, True),
            ("incremental", "n-1", 1, False),
            ("incremental", "n-2", 1, False),
        ],
        "twice": [INITIAL, ("ad-hoc", None, 1, True)],
        "moved": [INITIAL, ("initial", None, 1, True), ("initial", None, 1, True)],
        "kept": [INITIAL, ("initial", None, 1, True)],
    }


def test_without_signals_markers_decide(found: dict[str, list[Row]]) -> None:
    tables = listed(found["unsignalled"])
    assert tables["blocking"] == [("initial", None, 4, True), ("ad-hoc", None, 2, True)]
    assert tables["chunks"] == [("initial", None, 3, True), ("incremental", None, 2, False)]


def test_each_read_has_its_snapshot(found: dict[str, list[Row]]) -> None:
    assert len(found["reads"]) == sum('"op": "r"' in value for _, _, value in EVENTS + SIGNALLED)
    runs = {(row.data_collection, row.is_incremental, row.snapshot_run) for row in found["reads"]}
    assert runs == {
        (row.data_collection, row.is_incremental, row.snapshot_run) for row in found["snapshots"]
    }


def test_missed_deletes_are_keys_absent_from_a_complete_snapshot(
    found: dict[str, list[Row]],
) -> None:
    missed_deletes = {(row._key, row.snapshot_kind) for row in found["missed_deletes"]}
    assert len(found["missed_deletes"]) == len(missed_deletes)
    assert missed_deletes == {
        ('{"id":"blocking 3"}', "blocking"),
        ('{"id":"blocking 4"}', "blocking"),
        ('{"id":"chunks 2"}', "incremental"),
        ('{"id":"twice 1"}', "ad-hoc"),
        ('{"id":"moved 2"}', "initial"),
    }


def test_the_sql_is_in_style(dbt: Dbt, tmp_path: Path) -> None:
    texts = all_compiled(dbt, list(MODELS.values()))
    found = lint_compiled(dict(zip(MODELS, texts, strict=True)), tmp_path)
    assert not found, found
