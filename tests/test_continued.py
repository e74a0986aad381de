"""A fold that goes on from the rows that stand gives what a fold of all events gives."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Dbt, compiled
from loads import Loads, relation
from pyspark.sql import Row, SparkSession

KEYS, EVENTS, LOADS = 40, 240, 4
ROW = {"id": "bigint", "n": "bigint", "big": "string"}
DOCUMENT = {"_id": "bigint", "n": "bigint", "big": "string"}
UPDATES_ALONE = range(EVENTS * 9 // 20, EVENTS * 4 // 5)
UNAVAILABLE = "__debezium_unavailable_value"
Record = tuple[str | None, str | None]


@pytest.fixture
def loads(dbt: Dbt, lake: SparkSession) -> Iterator[Loads]:
    found = Loads(dbt, "{debezium__large_table: 0}")
    yield found
    found.drop()


def records(connector: str, rng: random.Random) -> Iterator[Record]:
    """A table's log: deletes, some with tombstones, repeats, for a while updates alone."""
    sent: list[Record] = []
    for place in range(1, EVENTS + 1):
        key = rng.randrange(KEYS)
        op = rng.choice("cuuuuuuudr" if place > KEYS else "crr")
        op = "u" if place in UPDATES_ALONE else op
        kind = event if connector == "postgresql" else document
        batch = [kind(key, op, place, rng)]
        lone = 0 if place in UPDATES_ALONE else 0.01
        if rng.random() < (0.8 if op == "d" else lone):
            batch.append((batch[0][0], None))
        if rng.random() < 0.05:
            batch.extend(sent[-rng.randint(1, 6) :])
        if connector == "postgresql" and place == EVENTS - 20:
            source = {"name": "s", "schema": "p", "table": "t", "snapshot": "false", "lsn": place}
            batch.append((None, json.dumps({"op": "t", "source": source})))
        sent.extend(batch)
        yield from batch


def event(key: int, op: str, place: int, rng: random.Random) -> Record:
    """A change in PostgreSQL; some leave a large value out, reads have no coordinates."""
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
    """A change in MongoDB; some updates tell only what they changed, some share coordinates."""
    after: str | None = json.dumps({"_id": key, "n": place, "big": f"big {place}"})
    updated = None
    if op == "u" and rng.random() < 0.1:
        after, updated = None, {"updatedFields": json.dumps({"n": place})}
    source = {"name": "s", "db": "d", "collection": "c", "ts_ms": place // 2 * 1000, "ord": 1}
    source["snapshot"] = "true" if op == "r" else "false"
    value = {"op": op, "source": source, "after": None if op == "d" else after, "before": None}
    return json.dumps({"id": str(key)}), json.dumps(value | {"updateDescription": updated})


def landed(connector: str, rng: random.Random) -> list[list[tuple[Any, ...]]]:
    """The rows of each load: in the order of the log, but for files that come late."""
    offsets = {0: 0, 1: 0}
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(LOADS)]
    sent = list(records(connector, rng))
    for number, (key, value) in enumerate(sent):
        lane = len(key) % 2 if key else 0
        load = number * LOADS // len(sent) + (rng.randint(1, 2) if rng.random() < 0.02 else 0)
        at = 1_700_000_000 + number
        found[min(load, LOADS - 1)].append(("t", lane, offsets[lane], at, key, value))
        offsets[lane] += 1
    return found


@pytest.mark.parametrize(
    "connector", ["postgresql", pytest.param("mongodb", marks=pytest.mark.slow)]
)
def test_it_continues_as_all_at_once(
    dbt: Dbt, lake: SparkSession, loads: Loads, connector: str
) -> None:
    columns = DOCUMENT if connector == "mongodb" else ROW
    key = next(iter(columns))
    base, events = relation("continued_base"), "continued_events"
    unwrap = (
        f"unwrap({relation('continued', 'landing')}, 'kafka', '{connector}', ['{key}'],"
        f" columns={columns})"
    )
    fold = (
        f"current(api.Relation.create(identifier='{events}'), columns={columns}, base={base},"
        f" connector='{connector}')"
    )
    schema = "topic string, partition int, offset bigint, at bigint, key string, value string"
    lake.sql(
        "create or replace table landing.continued (topic string, partition int, offset bigint,"
        " timestamp timestamp, key string, value string)"
    )
    loads.tables.add("landing.continued")
    kinds: list[str] = []
    at_once = compiled(dbt, fold)
    for rows in landed(connector, random.Random(connector)):
        batch = lake.createDataFrame(rows, schema)
        batch.selectExpr(
            "topic", "partition", "offset", "timestamp_seconds(at) as timestamp", "key", "value"
        ).writeTo("landing.continued").append()
        loads.build("continued_base", unwrap)
        lake.sql(
            f"create or replace temp view {events} as"
            " select * from debezium.continued_base where _class = 'data'"
        )
        again = len(kinds) > 0
        loads.build("continued_current", fold, merge_on="_key")
        kinds.append(loads.compiled[fold, "continued_current", again])
        assert contents(loads.rows("continued_current")) == contents(lake.sql(at_once).collect())
    assert "from lone" in kinds[0]
    assert any("null as _row" in sql for sql in kinds[1:])
    assert any("held.`big`" in sql for sql in kinds[1:])
    assert any("changed as" in sql and "standing as" in sql for sql in kinds[1:])


TRUNCATE = {"op": "t", "source": {"name": "s", "schema": "p", "table": "t", "lsn": 5}}


@pytest.mark.slow
def test_without_news_it_is_a_select_of_no_row(lake: SparkSession, loads: Loads) -> None:
    base = relation("unchanged_base")
    unwrap = (
        f"unwrap({relation('unchanged', 'landing')}, 'kafka', 'postgresql', ['id'], columns={ROW})"
    )
    events = "api.Relation.create(identifier='unchanged_events')"
    arguments = f"{events}, columns={ROW}, base={base}"
    models = {
        "unchanged_current": (f"current({arguments})", "_key"),
        "unchanged_history": (f"history({arguments})", "_version_id"),
    }
    rng = random.Random(1)
    news = [event(1, "c", 1, rng), (None, json.dumps(TRUNCATE)), event(1, "c", 6, rng)]
    news.append((news[0][0], None))
    for offset, (key, value) in enumerate(news):
        loads.land([("t", 0, offset, None, key, value)], table="unchanged")
        loads.build("unchanged_base", unwrap)
        loads.view(
            "unchanged_events", "select * from debezium.unchanged_base where _class = 'data'"
        )
        for table, (call, own) in models.items():
            if offset:
                assert "where false" not in loads.sql(call, table, incremental=True)
            loads.build(table, call, merge_on=own)
            assert "where false" in loads.sql(call, table, incremental=True)
            before = loads.rows(table)
            loads.build(table, call, merge_on=own)
            assert loads.rows(table) == before
    wider = f"current({events}, columns={ROW | {'more': 'string'}}, base={base})"
    assert "where false" not in loads.sql(wider, "unchanged_current", incremental=True)


def test_a_load_reads_what_its_questions_saw(dbt: Dbt, lake: SparkSession, loads: Loads) -> None:
    """A truncate that lands behind them waits for the next load; a view reads it."""
    unwrap = (
        f"unwrap({relation('behind', 'landing')}, 'kafka', 'postgresql', ['id'], columns={ROW})"
    )
    events = "api.Relation.create(identifier='behind_events')"
    fold = f"current({events}, columns={ROW}, base={relation('behind_base')})"
    states = []
    kept = ""
    for offset, news in enumerate(
        [event(1, "c", 1, random.Random(1)), (None, json.dumps(TRUNCATE))]
    ):
        loads.land([("t", 0, offset, None, *news)], table="behind")
        loads.build("behind_base", unwrap)
        loads.view("behind_events", "select * from debezium.behind_base where _class = 'data'")
        kept = kept or loads.sql(fold, "behind_current")
        states.append(
            [
                [row["_is_deleted"] for row in lake.sql(sql).collect()]
                for sql in (kept, compiled(dbt, fold))
            ]
        )
    assert states == [[[False], [False]], [[False], [True]]]


def contents(rows: list[Row]) -> list[str]:
    return sorted(str(sorted(row.asDict(recursive=True).items())) for row in rows)
