"""A load of history adds versions to the last one of a key, if its events come after it."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest
from conftest import compiled
from loads import Loads, relation
from pyspark.sql import SparkSession
from test_ordinary_keys import ROW, UNAVAILABLE, affected_keys, version_contents

Event = tuple[Any, ...]
"""op (null: a tombstone), log position, milliseconds, n, big"""
# Each case is a key of its own, with the events of each load.
CASES: dict[str, list[list[Event]]] = {
    "updated": [[("c", 10, 1, 1, "a")], [("u", 20, 2, 2, "a"), ("u", 30, 3, 3, "b")]],
    "created later": [[], [("c", 10, 1, 1, "a"), ("u", 20, 2, 2, "a")]],
    "unchanged, with a later time": [
        [("c", 10, 1, 1, "a"), ("u", 20, 50, 1, "a")],
        [("u", 30, 20, 2, "a")],
    ],
    "unchanged in a load of its own": [
        [("c", 10, 1, 1, "a")],
        [("u", 20, 50, 1, "a")],
        [("u", 30, 20, 2, "a"), ("d", 40, 60)],
    ],
    "late, before an event without a version": [
        [("c", 10, 1, 1, "a"), ("u", 20, 2, 1, "a")],
        [("u", 15, 3, 9, "a")],
    ],
    "deleted, then created": [
        [("c", 10, 1, 1, "a"), ("d", 20, 5)],
        [("c", 30, 3, 1, "a")],
        [("d", 40, 7), ("c", 50, 8, 1, "a"), ("u", 60, 9, 2, UNAVAILABLE)],
    ],
    "deleted twice": [
        [("c", 10, 1, 1, "a"), ("d", 20, 5), ("d", 30, 9)],
        [("c", 40, 10, 1, "a")],
    ],
    "deleted twice in a later load": [
        [("c", 10, 1, 1, "a")],
        [("d", 20, 5), ("d", 30, 9)],
        [("c", 40, 7, 1, "a")],
    ],
    "deleted by a tombstone alone": [
        [("c", 10, 1, 1, "a"), (None, 20)],
        [("c", 30, 3, 1, "a")],
    ],
    "unavailable": [[("c", 10, 1, 1, "a")], [("u", 20, 2, 2, UNAVAILABLE)]],
    "unavailable after a change of it alone": [
        [("c", 10, 1, 1, "a"), ("u", 20, 2, 1, "b")],
        [("u", 30, 3, 2, UNAVAILABLE)],
    ],
    "created again without the value": [
        [("c", 10, 1, 1, "a")],
        [("d", 20, 5), ("c", 30, 6, 2, UNAVAILABLE)],
        [("u", 40, 7, 3, UNAVAILABLE), ("u", 50, 8, 3, "b")],
    ],
    "updated after a delete, without the value": [
        [("c", 10, 1, 1, "a")],
        [("d", 20, 5), ("u", 30, 6, 2, UNAVAILABLE)],
        [("u", 40, 7, 3, UNAVAILABLE), ("u", 50, 8, 3, "b")],
    ],
    "created, but the row was there": [
        [("c", 10, 1, 1, "a"), ("c", 20, 2, 1, "a")],
        [("u", 30, 3, 2, "a")],
    ],
    "without a time": [
        [("c", 10, None, 1, "a"), ("u", 20, 3, 2, "a")],
        [("u", 30, None, 3, "a"), ("u", 40, 1, 4, "a")],
    ],
    "repeated": [[("c", 10, 1, 1, "a"), ("u", 20, 2, 2, "a")], [("u", 20, 2, 2, "a")]],
}
FROM_BASE = {
    "late, before an event without a version",
    "deleted twice",
    "deleted twice in a later load",
    "deleted by a tombstone alone",
    "repeated",
}
ONLY_TRACKED = {"unavailable after a change of it alone"}


def record(key: int, event: Event) -> tuple[str, str | None]:
    """Return the record of an event: its key and, unless it is a tombstone, its value."""
    op, lsn, at, n, big = [*event, None, None, None][:5]
    own = {"id": key}
    source = {"name": "s", "schema": "p", "table": "t", "lsn": lsn, "ts_ms": at}
    image = None if op == "d" else own | {"n": n, "big": big}
    value = {"op": op, "source": source, "before": own, "after": image}
    return json.dumps(own), None if op is None else json.dumps(value)


@pytest.mark.parametrize("tracked", [pytest.param(None, marks=pytest.mark.slow), ["n"]])
def test_versions_are_added_to_the_last(
    spark: SparkSession, loads: Loads, tracked: list[str] | None
) -> None:
    base, events = relation("added_base"), "api.Relation.create(identifier='added_events')"
    call = f"history({events}, columns={ROW}, base={base}, tracked={tracked})"
    from_base: set[str] = set()
    offset = 0
    for number in range(max(map(len, CASES.values()))):
        rows = []
        for key, batches in enumerate(CASES.values()):
            for event in batches[number] if number < len(batches) else []:
                at = datetime.fromtimestamp(offset, tz=timezone.utc)
                rows.append(("t", 0, offset, at, *record(key, event)))
                offset += 1
        loads.land(rows, table="added")
        landing = relation("added", "landing")
        loads.build(
            "added_base", f"unwrap({landing}, 'kafka', 'postgresql', ['id'], columns={ROW})"
        )
        loads.view("added_events", "select * from debezium.added_base where _class = 'data'")
        if number:
            keys = affected_keys(loads.sql(call, "added_history", incremental=True))
            from_base |= {list(CASES)[json.loads(each)["id"]] for each in keys}
        loads.build("added_history", call, merge_on="_version_id")
        spark.sql("delete from debezium.added_history where _is_obsolete")
        at_once = spark.sql(compiled(loads.dbt, call)).collect()
        assert version_contents(loads.rows("added_history")) == version_contents(at_once)
    assert from_base == FROM_BASE | (ONLY_TRACKED if tracked else set())
