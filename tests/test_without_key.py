"""Tables without a key: the images that were added less those that were taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import KAFKA, Dbt, kafka, session
from loads import Loads, relation
from pyspark.sql import SparkSession

COLUMNS = {"sensor": "int", "note": "string"}
ONE = {"sensor": 1, "note": "a"}
TWO = {"sensor": 2, "note": None}
FOUR = {"sensor": 4, "note": "d"}
FIVE = {"sensor": 5, "note": "e"}
LARGE = {"sensor": 3, "note": "__debezium_unavailable_value"}
UNWRAP = (
    f"unwrap({relation('scratch', 'landing')}, 'kafka', 'postgresql', key=[],"
    f" columns={COLUMNS}, previous=true)"
)
Json = dict[str, Any]
Counts = dict[str, tuple[int, bool]]
State = Callable[..., list[Counts]]


@pytest.fixture
def state(dbt: Dbt, spark: SparkSession) -> Iterator[State]:
    """After each load the rows of each image and whether that is uncertain."""
    loads = Loads(dbt)

    def build(*batches: list[Any]) -> list[Counts]:
        found = []
        offset = 0
        for batch in batches:
            rows = [(*row[:2], offset + row[2], *row[3:]) for row in kafka(*batch)]
            offset += len(rows)
            loads.land(rows)
            loads.build("readings_base", UNWRAP)
            events = loads.view(
                "readings_events", "select * from debezium.readings_base where _class = 'data'"
            )
            base = relation("readings_base")
            call = f"current_without_key({events}, base={base}, columns={COLUMNS})"
            loads.build("readings", call, "_image")
            held = loads.rows("readings")
            assert all(row["_is_deleted"] == (row["_rows"] == 0) for row in held)
            found.append({row["_image"]: (row["_rows"], row["_order_uncertain"]) for row in held})
        at_once = session().sql(loads.sql(call, "readings")).collect()
        assert sorted(map(repr, held)) == sorted(map(repr, at_once))
        return found

    yield build
    loads.drop()


def event(op: str, lsn: int, before: Json | None = None, after: Json | None = None) -> Json:
    source = {"db": "shop", "schema": "public", "table": "readings", "lsn": lsn, "ts_ms": lsn}
    return {"op": op, "before": before, "after": after, "source": source}


def truncate(lsn: int, table: str = "readings") -> Json:
    change = event("t", lsn)
    return change | {"source": change["source"] | {"table": table}}


A = '{"sensor":1,"note":"a"}'
B = '{"sensor":2,"note":null}'
C = '{"sensor":3,"note":null}'
D = '{"sensor":4,"note":"d"}'
E = '{"sensor":5,"note":"e"}'


@pytest.mark.slow
def test_equal_rows_are_counted(state: State) -> None:
    found = state(
        [event("r", 1, None, ONE), event("c", 2, None, ONE), event("c", 2, None, ONE), "nope"],
        [event("u", 3, ONE, TWO)],
        [event("d", 4, ONE)],
        [],
        [event("d", 5, TWO), event("d", 6, ONE)],
        [event("c", 7, None, TWO)],
    )
    assert found == [
        {A: (3, False)},
        {A: (2, False), B: (1, False)},
        {A: (1, False), B: (1, False)},
        {A: (1, False), B: (1, False)},
        {A: (0, False), B: (0, False)},
        {A: (0, False), B: (1, False)},
    ]


@pytest.mark.slow
def test_a_truncate_removes_what_came_before_it(state: State) -> None:
    """By coordinates, whatever lands when; another table's truncate is not its own."""
    found = state(
        [event("c", 1, None, ONE), event("c", 9, None, TWO)],
        [truncate(8, "others")],
        [truncate(5)],
        [event("c", 4, None, ONE), event("c", 6, None, ONE)],
        [truncate(7)],
    )
    assert found == [
        {A: (1, False), B: (1, False)},
        {A: (1, False), B: (1, False)},
        {A: (0, False), B: (1, False)},
        {A: (1, False), B: (1, False)},
        {A: (0, False), B: (1, False)},
    ]


@pytest.mark.slow
def test_a_truncate_removes_the_rows_of_its_server(state: State) -> None:
    """One that names no server, as in a dump, removes those of all."""

    def on(server: str, change: Json) -> Json:
        return change | {"source": change["source"] | {"name": server}}

    found = state(
        [on("one", event("c", 1, None, ONE)), on("two", event("c", 2, None, ONE))],
        [on("one", truncate(5))],
        [truncate(9)],
    )
    assert found == [{A: (2, False)}, {A: (1, False)}, {A: (0, False)}]


@pytest.mark.parametrize(
    ("layout", "cases"),
    [
        (
            "kafka",
            [
                ([("c", 100, 0), ("t", 100, 0)], False),
                ([("c", 100, 0), ("t", 100, 1)], True),
                ([("c", 100, 1), ("t", 100, 0)], True),
                ([("c", 100, 0), ("t", 101, 1)], False),
                ([("c", None, 0), ("t", None, 1)], True),
            ],
        ),
        (
            "json",
            [
                ([("c", 100, 0), ("t", 100, 0)], True),
                ([("c", 100, 0), ("t", 101, 0)], False),
                ([("c", None, 0), ("t", None, 0)], True),
                ([("c", None, 0), ("t", 100, 0)], True),
                ([("r", None, 0), ("t", 100, 0)], False),
                ([("t", 100, 0), ("r", None, 0)], True),
            ],
        ),
    ],
)
def test_a_truncate_whose_order_is_unknown_is_flagged(
    dbt: Dbt, spark: SparkSession, layout: str, cases: list[tuple[list[Any], bool]]
) -> None:
    """Each case is a table of its own: op, lsn, partition. Without partitions only a read that came
    before the truncate is certain."""
    loads = Loads(dbt)
    landed: list[Any] = []
    for number, (change, _) in enumerate(cases):
        for op, lsn, partition in change:
            source = {"db": "shop", "schema": "public", "table": f"t{number}", "lsn": lsn}
            source["snapshot"] = "true" if op == "r" else "false"
            after = None if op == "t" else {"sensor": number, "note": None}
            ((_, _, _, _, _, value),) = kafka({"op": op, "after": after, "source": source})
            landed.append(("t", partition, len(landed), None, None, value))
    schema = KAFKA
    if layout == "json":
        landed, schema = [row[-1:] for row in landed], "value string"
    loads.land(landed, schema)
    loads.build("readings_base", UNWRAP.replace("'kafka'", f"'{layout}'"))
    events = loads.view(
        "readings_events", "select * from debezium.readings_base where _class = 'data'"
    )
    call = f"current_without_key({events}, base={relation('readings_base')}, columns={COLUMNS})"
    loads.build("readings", call)
    found = {row["sensor"]: row["_order_uncertain"] for row in loads.rows("readings")}
    loads.drop()
    assert found == {number: uncertain for number, (_, uncertain) in enumerate(cases)}


@pytest.mark.slow
def test_a_restart_repeats_changes(state: State) -> None:
    """What comes again seconds later is a repeat; alike rows of one command come at once."""
    pair = [event("c", 2, None, ONE) | {"ts_ms": ts_ms} for ts_ms in (1000, 1001)]
    update = event("u", 3, ONE, TWO) | {"ts_ms": 1002}
    reads = [event("r", 1, None, ONE) | {"ts_ms": ts_ms} for ts_ms in (1, 9000)]
    again = [each | {"ts_ms": each["ts_ms"] + 5000} for each in (*pair, update)]
    found = state([*reads, *pair], [update], again, [event("d", 4, TWO) | {"ts_ms": 7000}])
    assert found == [
        {A: (4, False)},
        {A: (3, False), B: (1, False)},
        {A: (3, False), B: (1, False)},
        {A: (3, False), B: (0, False)},
    ]


@pytest.mark.slow
def test_unknown_counts_are_marked(state: State) -> None:
    found = state(
        [event("d", 2, ONE)],
        [event("c", 1, None, ONE), event("c", 3, None, TWO), event("c", 3, None, TWO)],
        [event("u", 4, None, FOUR)],
        [({"sensor": 2}, event("d", 5))],
        [event("d", 6, TWO), event("d", 6, TWO), event("c", 6, None, FIVE), event("d", 7)],
        [truncate(8), event("c", 9, None, LARGE)],
        [event("u", 10, LARGE | {"note": "long"}, LARGE)],
    )
    assert found[0] == {A: (0, True)}  # what was taken away has not come yet
    assert found[1] == {A: (0, False), B: (2, False)}
    assert found[2] == {A: (0, False), B: (2, True), D: (1, False)}  # was it one of the two?
    assert found[3] == {A: (0, False), B: (2, True), D: (1, True)}
    assert found[4] == {A: (0, False), B: (0, False), D: (1, True), E: (1, True)}
    gone = dict.fromkeys((A, B, D, E), (0, False))
    assert found[5] == gone | {C: (1, True)}  # an image with a gap
    known = '{"sensor":3,"note":"long"}'
    assert found[6] == gone | {C: (1, True), known: (0, False)}


@pytest.mark.slow
def test_a_later_column_replaces_the_images(dbt: Dbt, spark: SparkSession) -> None:
    """Rows of the images before are not counted twice; a load after that reads only its own."""
    loads = Loads(dbt)
    wide = COLUMNS | {"unit": "string"}
    one, two = ONE | {"unit": None}, TWO | {"unit": None}
    batches = [
        (COLUMNS, [event("c", 1, None, one), event("c", 2, None, two)]),
        (wide, [event("u", 3, one, one | {"unit": "m"})]),
        (wide, [event("d", 4, two)]),
    ]
    found = []
    for number, (columns, batch) in enumerate(batches):
        loads.land([(*row[:2], 10 * number + row[2], *row[3:]) for row in kafka(*batch)])
        loads.build("readings_base", UNWRAP.replace(str(COLUMNS), str(wide)))
        events = loads.view(
            "readings_events", "select * from debezium.readings_base where _class = 'data'"
        )
        base = relation("readings_base")
        call = f"current_without_key({events}, base={base}, columns={columns})"
        loads.build("readings", call, "_image")
        counts = {row["_image"]: row["_rows"] for row in loads.rows("readings")}
        found.append({image: rows for image, rows in counts.items() if rows})
    at_once = session().sql(loads.sql(call, "readings")).collect()
    is_partial = "affected_keys" in loads.compiled[call, "readings", True]
    loads.drop()
    changed = '{"sensor":1,"note":"a","unit":"m"}'
    assert found[0] == {A: 1, B: 1}
    assert found[1] == {changed: 1, '{"sensor":2,"note":null,"unit":null}': 1}
    assert found[2] == {changed: 1}
    assert {row["_image"]: row["_rows"] for row in at_once if row["_rows"]} == found[2]
    assert is_partial
