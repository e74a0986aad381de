"""Applying new events to existing rows gives the same as applying all events."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Dbt, compiled, session
from loads import Loads, relation
from pyspark.sql import Row, SparkSession

KEYS, EVENTS, LOADS = 40, 240, 4
ROW = {"id": "bigint", "n": "bigint", "big": "string"}
DOCUMENT = {"_id": "bigint", "n": "bigint", "big": "string"}
UPDATES_ALONE = range(EVENTS * 9 // 20, EVENTS * 4 // 5)
SINGLE = "-- keys with one complete event"
UNAVAILABLE = "__debezium_unavailable_value"
Record = tuple[str | None, str | None]


def records(connector: str, rng: random.Random) -> Iterator[Record]:
    """Yield a table's log: deletes, some with tombstones, repeats, for a while updates alone."""
    sent: list[Record] = []
    for place in range(1, EVENTS + 1):
        key = rng.randrange(KEYS)
        op = rng.choice("cuuuuuuudr" if place > KEYS else "crr")
        op = "u" if place in UPDATES_ALONE else op
        batch = [KINDS[connector](key, op, place, rng)]
        lone = 0 if place in UPDATES_ALONE else 0.01
        if connector not in FLATTENED and rng.random() < (0.8 if op == "d" else lone):
            batch.append((batch[0][0], None))
        if rng.random() < 0.05:
            batch.extend(sent[-rng.randint(1, 6) :])
        if connector == "postgresql" and place == EVENTS - 20:
            source = {"name": "s", "schema": "p", "table": "t", "snapshot": "false", "lsn": place}
            batch.append((None, json.dumps({"op": "t", "source": source})))
        sent.extend(batch)
        yield from batch


def event(key: int, op: str, place: int, rng: random.Random) -> Record:
    """Return a change in PostgreSQL; some leave a large value out, reads have no coordinates."""
    own = {"id": key}
    is_left_out = place not in UPDATES_ALONE and rng.random() < 0.15
    image = own | {"n": place, "big": UNAVAILABLE if is_left_out else f"big {place}"}
    server = "other" if key == 3 and place > EVENTS // 2 else "s"
    source = {"name": server, "schema": "p", "table": "t", "lsn": place, "ts_ms": place}
    source["snapshot"] = "incremental" if op == "r" else "false"
    images: dict[str, Any] = {"before": None, "after": image}
    if op == "d":
        images = {"before": own, "after": None}
    return json.dumps(own), json.dumps({"op": op, "source": source, **images})


def document(key: int, op: str, place: int, rng: random.Random) -> Record:
    """Return a change in MongoDB.

    Some updates contain only what they changed, some share coordinates.
    """
    after: str | None = json.dumps({"_id": key, "n": place, "big": f"big {place}"})
    updated = None
    if op == "u" and rng.random() < 0.1:
        after, updated = None, {"updatedFields": json.dumps({"n": place})}
    source = {"name": "s", "db": "d", "collection": "c", "ts_ms": place // 2 * 1000, "ord": 1}
    source["snapshot"] = "true" if op == "r" else "false"
    value = {"op": op, "source": source, "after": None if op == "d" else after, "before": None}
    return json.dumps({"id": str(key)}), json.dumps(value | {"updateDescription": updated})


def unmarked(key: int, op: str, place: int, rng: random.Random) -> Record:
    """Return a flattened row that nothing marks as one change; its few values come back."""
    row = {"id": key, "n": rng.randrange(2), "big": "big"}
    return json.dumps({"id": key}), None if op == "d" else json.dumps(row)


def marked(key: int, op: str, place: int, rng: random.Random) -> Record:
    """Return a flattened row with its LSN; a delete is a null value and has none."""
    row = {"id": key, "n": place, "big": f"big {place}", "__op": "u", "__lsn": place}
    return json.dumps({"id": key}), None if op == "d" else json.dumps(row)


KINDS = {"postgresql": event, "mongodb": document, "unmarked": unmarked, "marked": marked}
FLATTENED = ("unmarked", "marked")


def landed(connector: str, rng: random.Random) -> list[list[tuple[Any, ...]]]:
    """Return the rows of each load: in the order of the log, but for files that come late.

    Offsets have gaps, as transactions leave them.
    """
    offsets = {0: 0, 1: 0}
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(LOADS)]
    sent = list(records(connector, rng))
    for number, (key, value) in enumerate(sent):
        topic_partition = len(key) % 2 if key else 0
        load = number * LOADS // len(sent) + (rng.randint(1, 2) if rng.random() < 0.02 else 0)
        at = 1_700_000_000 + number
        found[min(load, LOADS - 1)].append(
            ("t", topic_partition, offsets[topic_partition], at, key, value)
        )
        offsets[topic_partition] += rng.choice((1, 1, 1, 2))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("connector", "is_lookup_final"),
    [
        ("postgresql", False),
        ("mongodb", False),
        ("mongodb", True),
        ("unmarked", False),
        ("marked", False),
    ],
)
def test_it_continues_as_all_at_once(
    dbt: Dbt, spark: SparkSession, loads: Loads, connector: str, is_lookup_final: bool
) -> None:
    columns = DOCUMENT if connector == "mongodb" else ROW
    key = next(iter(columns))
    base, events = relation("continued_base"), "continued_events"
    is_flattened, kind = connector in FLATTENED, connector
    connector = "postgresql" if is_flattened else connector
    layout = "flattened_kafka" if is_flattened else "kafka"
    unwrap = (
        f"unwrap({relation('continued', 'landing')}, '{layout}', '{connector}', ['{key}'],"
        f" columns={columns})"
    )
    current_call = (
        f"current(api.Relation.create(identifier='{events}'), columns={columns}, base={base},"
        f" connector='{connector}')"
    )
    versions = current_call.replace("current(", "history(")
    if is_lookup_final:
        versions = versions.removesuffix(")") + ", update_lookup=false)"
    schema = "topic string, partition int, offset bigint, at bigint, key string, value string"
    spark.sql(
        "create or replace table landing.continued (topic string, partition int, offset bigint,"
        " timestamp timestamp, key string, value string)"
    )
    loads.tables.add("landing.continued")
    kinds: list[str] = []
    at_once = compiled(dbt, current_call)
    for rows in landed(kind, random.Random(kind)):
        batch = spark.createDataFrame(rows, schema)
        batch.selectExpr(
            "topic", "partition", "offset", "timestamp_seconds(at) as timestamp", "key", "value"
        ).writeTo("landing.continued").append()
        loads.build("continued_base", unwrap)
        assert (
            spark.table("debezium.continued_base").count()
            == spark.table("landing.continued").count()
        )
        spark.sql(
            f"create or replace temp view {events} as"
            " select * from debezium.continued_base where _class = 'data'"
        )
        again = len(kinds) > 0
        loads.build("continued_history", versions, merge_on="_version_id")
        if not again:
            assert SINGLE in loads.compiled[versions, "continued_history", False]
        spark.sql("delete from debezium.continued_history where _is_obsolete")
        expected = version_contents(spark.sql(compiled(dbt, versions)).collect())
        assert version_contents(loads.rows("continued_history")) == expected
        loads.build("continued_current", current_call, merge_on="_key")
        kinds.append(loads.compiled[current_call, "continued_current", again])
        assert contents(loads.rows("continued_current")) == contents(spark.sql(at_once).collect())
    assert SINGLE in kinds[0]
    if not is_flattened:
        assert any("null as _row" in sql for sql in kinds[1:])
    assert any("loaded.`big`" in sql for sql in kinds[1:])


TRUNCATE = {"op": "t", "source": {"name": "s", "schema": "p", "table": "t", "lsn": 5}}


@pytest.mark.slow
def test_without_new_events_the_query_returns_no_row(spark: SparkSession, loads: Loads) -> None:
    models = both("unchanged")
    rng = random.Random(1)
    new_events = [event(1, "c", 1, rng), (None, json.dumps(TRUNCATE)), event(1, "c", 6, rng)]
    new_events.append((new_events[0][0], None))
    for offset, (key, value) in enumerate(new_events):
        loads.land([("t", 0, offset, None, key, value)], table="unchanged")
        build(loads, "unchanged", {})
        for table, (call, own) in models.items():
            if offset:
                assert "where false" not in loads.sql(call, table, incremental=True)
            loads.build(table, call, merge_on=own)
            assert "where false" in loads.sql(call, table, incremental=True)
            before = loads.rows(table)
            loads.build(table, call, merge_on=own)
            assert loads.rows(table) == before
    wider = staged("unchanged").replace(str(ROW), str(ROW | {"more": "string"}))
    assert "where false" not in loads.sql(wider, "unchanged_current", incremental=True)


@pytest.mark.slow
def test_a_load_reads_what_its_questions_saw(dbt: Dbt, spark: SparkSession, loads: Loads) -> None:
    """A truncate that lands behind them waits for the next load; a view reads it."""
    current_call = staged("behind")
    states = []
    kept = ""
    for offset, new_events in enumerate(
        [event(1, "c", 1, random.Random(1)), (None, json.dumps(TRUNCATE))]
    ):
        loads.land([("t", 0, offset, None, *new_events)], table="behind")
        build(loads, "behind", {})
        kept = kept or loads.sql(current_call, "behind_current")
        states.append(
            [
                [row["_is_deleted"] for row in spark.sql(sql).collect()]
                for sql in (kept, compiled(dbt, current_call))
            ]
        )
    assert states == [[[False], [False]], [[False], [True]]]


def test_a_late_event_precedes_its_tombstone(spark: SparkSession, loads: Loads) -> None:
    """Nothing else of the key was kept, and it has no row that would show the tombstone."""
    current_call = staged("late")
    rng = random.Random(1)
    gone = event(1, "c", 3, rng)
    for batch in [[(0, *event(2, "c", 1, rng)), (5, gone[0], None)], [(3, *gone)]]:
        loads.land([("t", 0, offset, None, *record) for offset, *record in batch], table="late")
        build(loads, "late", {"late_current": (current_call, "_key")})
    found = {row["id"]: row["_is_deleted"] for row in loads.rows("late_current")}
    assert found == {1: True, 2: False}
    ephemeral = current_call.replace(
        "identifier='late_events'", "identifier='late_events', type='cte'"
    )
    with pytest.raises(AssertionError, match="cannot query new events from ephemeral model"):
        loads.sql(ephemeral, "late_current", incremental=True)


@pytest.mark.slow
def test_an_ordinary_load_does_not_sort_earlier_events(spark: SparkSession, loads: Loads) -> None:
    """Snapshot reads have no coordinates; changes, new keys and a delete follow them."""
    calls = both("ordinary")
    rng = random.Random(1)
    snapshot = [event(key, "r", key, rng) for key in range(1, 4)]
    changes = [event(1, "u", 10, rng), event(1, "u", 11, rng), event(2, "d", 12, rng)]
    loads.land([("t", 0, n, None, *each) for n, each in enumerate(snapshot)], table="ordinary")
    build(loads, "ordinary", calls)
    found = {}
    for kind, offset, new_events in (
        ("ordinary", 3, [*changes, event(4, "c", 13, rng)]),
        ("duplicate", 7, [changes[1], event(3, "u", 14, rng)]),
    ):
        rows = [("t", 0, offset + n, None, *each) for n, each in enumerate(new_events)]
        loads.land(rows, table="ordinary")
        build(loads, "ordinary", {})
        for table, (call, own) in calls.items():
            sql = loads.sql(call, table, incremental=True)
            found[kind, table] = (affected_keys(sql), "_copy_number" in executed(sql))
            loads.build(table, call, merge_on=own)
            at_once = spark.sql(compiled(loads.dbt, call)).collect()
            assert version_contents(loads.rows(table)) == version_contents(at_once)
    assert found == {
        (kind, table): seen
        for kind, seen in (("ordinary", (set(), False)), ("duplicate", ({'{"id":1}'}, True)))
        for table in calls
    }


def test_a_tombstone_behind_a_new_event_deletes(spark: SparkSession, loads: Loads) -> None:
    """Its delete has not landed: the create of the second load comes between both deletes."""
    call = staged("buried")
    rng = random.Random(1)
    key = event(1, "c", 10, rng)[0]
    first = [(1, event(1, "c", 10, rng)), (5, event(1, "d", 20, rng)), (6, (key, None))]
    for new_events in ([*first, (9, (key, None))], [(7, event(1, "c", 30, rng))]):
        loads.land([("t", 0, offset, None, *each) for offset, each in new_events], table="buried")
        build(loads, "buried", {"buried_current": (call, "_key")})
    assert [row["_is_deleted"] for row in loads.rows("buried_current")] == [True]
    at_once = contents(spark.sql(compiled(loads.dbt, call)).collect())
    assert contents(loads.rows("buried_current")) == at_once


def test_a_delete_brings_what_its_create_lacked(spark: SparkSession, loads: Loads) -> None:
    """A new primary key makes a create without the large value; its delete has the whole row."""
    call = staged("moved")
    own, source = {"id": 1}, {"name": "s", "schema": "p", "table": "t", "ts_ms": 1}
    row = own | {"n": 1}
    images = [
        ("c", 10, {"before": None, "after": row | {"big": UNAVAILABLE}}),
        ("d", 20, {"before": row | {"big": "whole"}, "after": None}),
    ]
    for offset, (op, lsn, both_images) in enumerate(images):
        value = json.dumps({"op": op, "source": source | {"lsn": lsn}, **both_images})
        loads.land([("t", 0, offset, None, json.dumps(own), value)], table="moved")
        build(loads, "moved", {"moved_current": (call, "_key")})
    at_once = spark.sql(compiled(loads.dbt, call)).collect()
    assert contents(loads.rows("moved_current")) == contents(at_once)
    assert [(row["big"], row["_is_deleted"]) for row in at_once] == [("whole", True)]


def affected_keys(sql: str) -> set[str]:
    """Return the keys whose events a statement of current reads from the beginning."""
    steps = sql.partition(",\n\nrelevant_events as (")[0]
    return {row[0] for row in session().sql(f"{steps}\nselect _key from affected_keys").collect()}


def executed(sql: str) -> str:
    """Return the plan that Spark has executed at last: without steps that had no rows."""
    frame = session().sql(sql)
    frame.collect()
    plan = str(frame._jdf.queryExecution().executedPlan().toString())
    return plan.partition("== Initial Plan ==")[0]


@pytest.mark.slow
def test_a_run_that_comes_too_late_changes_nothing(spark: SparkSession, loads: Loads) -> None:
    """Another has built what it asked for, and more, before its own statement began."""
    calls = both("raced")
    rng = random.Random(1)
    for offset in range(3):
        loads.land([("t", 0, offset, None, *event(1, "u", offset + 1, rng))], table="raced")
        if offset == 1:
            build(loads, "raced", {})
            late = [loads.sql(call, name, incremental=True) for name, (call, _) in calls.items()]
            assert [spark.sql(sql).count() for sql in late] == [1, 2]
        else:
            build(loads, "raced", calls)
    assert [spark.sql(sql).count() for sql in late] == [0, 0]
    assert [row["n"] for row in loads.rows("raced_current")] == [3]


def staged(name: str) -> str:
    """Return the call of current over the events of a landing table."""
    events = f"api.Relation.create(identifier='{name}_events')"
    return f"current({events}, columns={ROW}, base={relation(f'{name}_base')})"


def both(name: str) -> dict[str, tuple[str, str]]:
    """Return the calls of current and history over these events, with the keys of their tables."""
    arguments = staged(name).removeprefix("current")
    return {
        f"{name}_current": (f"current{arguments}", "_key"),
        f"{name}_history": (f"history{arguments}", "_version_id"),
    }


def build(loads: Loads, name: str, calls: dict[str, tuple[str, str]]) -> None:
    landing = relation(name, "landing")
    loads.build(f"{name}_base", f"unwrap({landing}, 'kafka', 'postgresql', ['id'], columns={ROW})")
    loads.view(f"{name}_events", f"select * from debezium.{name}_base where _class = 'data'")
    for table, (call, own) in calls.items():
        loads.build(table, call, merge_on=own)


def version_contents(rows: list[Row]) -> list[str]:
    """Return the versions without the number of the load, which an earlier version keeps."""
    return contents(
        [Row(**{k: v for k, v in row.asDict().items() if k != "_load"}) for row in rows]
    )


def contents(rows: list[Row]) -> list[str]:
    return sorted(str(sorted(row.asDict(recursive=True).items())) for row in rows)
