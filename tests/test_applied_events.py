"""What current and history make of a key's events: current state, history, what is rejected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cache
from typing import Any

import pytest
from conftest import KAFKA, Dbt, all_compiled, compiled
from pyspark.sql import Row, SparkSession

Json = dict[str, Any]
LANDED_AT = datetime(2024, 5, 1, tzinfo=timezone.utc)
Event = Callable[[int], tuple[Json | None, Json | None]]
DOCUMENT = {
    "_id": "bigint",
    "a": "bigint",
    "b": "string",
    "city": {"data_type": "string", "path": "address.city"},
    "tags": "string",
}
ROW = {"id": "bigint", "n": "bigint", "big": "string"}
SCHEMAS = {"json": "value string", "json_keyed": "key string, value string"}


@dataclass(frozen=True)
class Setting:
    """How rows are landed and applied: all cases of one setting together."""

    connector: str
    layout: str = "kafka"
    arguments: str = ""
    deletes: str = "soft"


@dataclass
class Case:
    """The events of one key, or of a few: what they give is looked up by their ids."""

    setting: Setting
    number: int
    events: list[Event]
    partitions: str = ""

    def rows(self) -> list[tuple[Any, ...]]:
        """Return a topic for each case; `partitions` has a digit for each event, by default 0."""
        rows: list[tuple[Any, ...]] = []
        for offset, event in enumerate(self.events):
            key, value = event(self.number)
            texts = [None if each is None else json.dumps(each) for each in (key, value)]
            partition = int(self.partitions[offset]) if self.partitions else 0
            at = LANDED_AT + timedelta(seconds=offset)
            rows.append((f"case{self.number}", partition, offset, at, *texts))
        return [row[-len(SCHEMAS.get(self.setting.layout, KAFKA).split(",")) :] for row in rows]


CASES: list[Case] = []
DOCUMENTS = Setting("mongodb")
ROWS = Setting("postgresql")


def case(setting: Setting, *events: Event, partitions: str = "") -> Case:
    CASES.append(Case(setting, len(CASES) + 1, list(events), partitions))
    return CASES[-1]


@dataclass
class State:
    """What one case gives."""

    current: list[Row]
    history: list[Row]
    rejected: list[Row]

    @property
    def only(self) -> Row:
        (row,) = self.current
        return row

    def versions(self, *names: str) -> list[Any]:
        rows = sorted(self.history, key=lambda row: (row["_key"], row["_version"]))
        return [row[names[0]] if len(names) == 1 else tuple(row[n] for n in names) for row in rows]


StateOf = Callable[[Case], State]


@pytest.fixture(scope="module")
def state_of(dbt: Dbt, spark: SparkSession) -> Iterator[StateOf]:
    @cache
    def tables(setting: Setting) -> list[list[Row]]:
        """current, history and rejected of all cases of a setting."""
        connector = setting.connector
        columns = DOCUMENT if connector == "mongodb" else ROW
        key = ["_id"] if connector == "mongodb" else ["id"]
        landing, base = (
            f"api.Relation.create(schema='landing', identifier='{name}')"
            for name in ("fold_landing", "fold_base")
        )
        state = f"api.Relation.create(identifier='fold_events'), columns={columns}, base={base}"
        schema = SCHEMAS.get(setting.layout, KAFKA)
        rows = [row for each in CASES if each.setting == setting for row in each.rows()]
        spark.sql(f"create or replace table landing.fold_landing ({schema})")
        landed = spark.createDataFrame(rows, schema).coalesce(1)
        landed.writeTo("landing.fold_landing").append()
        unwrap = compiled(
            dbt,
            f"unwrap({landing}, '{setting.layout}', '{connector}', {key},"
            f" columns={columns}{setting.arguments})",
        )
        spark.sql(f"create or replace table landing.fold_base as {unwrap}")
        spark.sql(
            "create or replace temp view fold_events as"
            " select * from landing.fold_base where _class = 'data'"
        )
        calls = [
            f"current({state}, connector='{connector}', deletes='{setting.deletes}')",
            f"history({state}, connector='{connector}')",
            f"rejected({base}, connector='{connector}')",
        ]
        return [spark.sql(sql).collect() for sql in all_compiled(dbt, calls)]

    def of(asked: Case) -> State:
        found = []
        for table in tables(asked.setting):
            keys = ((row, json.loads(row["_key"])) for row in table)
            found.append([row for row, key in keys if min(key.values()) // 10 == asked.number])
        return State(*found)

    yield of
    for name in ("fold_landing", "fold_base"):
        spark.sql(f"drop table if exists landing.{name}")


def document(op: str, ts_s: int, ord_: int = 1, **parts: Any) -> Event:
    """Return a MongoDB event.

    `parts` has after, before and updateDescription as documents; the rest is of the source block.
    """

    def event(number: int) -> tuple[Json | None, Json | None]:
        given = dict(parts)
        source = {"name": "srv", "rs": "rs0", "db": "d", "collection": "c", "snapshot": "false"}
        value: Json = {"op": op, "ts_ms": ts_s * 1000}
        for name in ("after", "before", "patch", "filter"):
            image = given.pop(name, None)
            own = {} if name == "patch" and image and "_id" not in image else {"_id": number * 10}
            value[name] = None if image is None else json.dumps(image | own)
        described = given.pop("update", None)
        if described is not None:
            updated = json.dumps(described.get("updatedFields", {}))
            value["updateDescription"] = described | {"updatedFields": updated}
        value["source"] = source | {"ts_ms": ts_s * 1000, "ord": ord_} | given
        return {"id": str(number * 10)}, value

    return event


def row(op: str, lsn: int | None, **parts: Any) -> Event:
    """Return a PostgreSQL event.

    `parts` has after, before, and `nth`, the row of the case; the rest is of the source block.
    """

    def event(number: int) -> tuple[Json | None, Json | None]:
        given = dict(parts)
        key = {"id": number * 10 + given.pop("nth", 0)}
        source = {"name": "srv", "db": "d", "schema": "s", "snapshot": "false"}
        source["table"] = given.pop("table", "t") + str(number)
        images = {name: given.pop(name, None) for name in ("before", "after")}
        images = {name: None if image is None else image | key for name, image in images.items()}
        value = {"op": op, "source": source | {"lsn": lsn, "ts_ms": 1} | given} | images
        return None if op == "t" else key, value

    return event


def tombstone(number: int) -> tuple[Json | None, Json | None]:
    return {"id": number * 10}, None


def changed(**fields: Any) -> Json:
    return {"updatedFields": fields}


# -- partial updates of documents ----------------------------------------------------------------

GROWING = case(
    DOCUMENTS,
    document("c", 1, after={"a": 1, "b": "x", "address": {"city": "Bonn"}}),
    document("u", 2, update={"updatedFields": {"address.city": "Kiel", "tags": [1, 2, 3]}}),
    document("u", 3, update={"removedFields": ["b"], "updatedFields": {"a": 2}}),
    document("u", 4, update={"truncatedArrays": [{"field": "tags", "size": 2}]}),
    document("u", 5, update={"updatedFields": {"tags.0": 9}}),
)


@pytest.mark.slow
def test_partial_updates_change_the_last_known_document(state_of: StateOf) -> None:
    state = state_of(GROWING)
    assert state.versions("a", "b", "city", "tags") == [
        (1, "x", "Bonn", None),
        (1, "x", "Kiel", "[1,2,3]"),
        (2, None, "Kiel", "[1,2,3]"),
        (2, None, "Kiel", "[1,2]"),
        (2, None, "Kiel", "[9,2]"),
    ]
    found = state.only
    assert (found["tags"], found["_events"], found["_pending"]) == ("[9,2]", 5, False)
    assert state.rejected == []


OWN_BEFORE = case(
    DOCUMENTS,
    document("c", 1, after={"a": 1, "b": "x"}),
    document("u", 3, before={"a": 5, "b": "y"}, update=changed(a=6)),
)


def test_an_update_s_own_image_before_comes_first(state_of: StateOf) -> None:
    """The stored document is older than what the update changed."""
    found = state_of(OWN_BEFORE).only
    assert (found["a"], found["b"]) == (6, "y")


UNKNOWN = case(DOCUMENTS, document("u", 2, update=changed(a=2)))
KNOWN_LATE = case(
    DOCUMENTS,
    document("c", 2, after={"a": 2}),
    document("u", 3, update=changed(b="new")),
    document("r", 9, snapshot="true", after={"a": 2, "b": "new"}),
)


def test_an_update_without_a_document_is_pending(state_of: StateOf) -> None:
    """Pending, no row of nulls, seen as rejected until the document arrives."""
    waits = state_of(UNKNOWN)
    assert (waits.current, waits.history) == ([], [])
    assert [each["_reason"] for each in waits.rejected] == ["pending"]
    known = state_of(KNOWN_LATE)
    assert (known.only["b"], known.rejected) == ("new", [])


WAITING = case(
    DOCUMENTS,
    document("u", 1, update=changed(a=1)),
    document("c", 2, after={"a": 2}),
    document("u", 3, update=changed(a=3)),
    document("u", 3, update=changed(a=3)),
)


def test_pending_events_are_counted_separately(state_of: StateOf) -> None:
    state = state_of(WAITING)
    counts = [state.only[name] for name in ("_events", "_pending_events", "_duplicate_events")]
    assert (state.only["a"], counts) == (3, [2, 1, 1])
    assert [each["_reason"] for each in state.rejected] == ["pending"]


LATE = case(
    DOCUMENTS,
    document("u", 3, update=changed(b="late")),
    document("c", 1, after={"a": 1, "b": "x"}),
    document("u", 2, update=changed(a=2, b="early")),
)


def test_a_late_update_is_applied_where_it_belongs(state_of: StateOf) -> None:
    assert state_of(LATE).versions("a", "b") == [(1, "x"), (2, "early"), (2, "late")]


PATCHED = case(
    DOCUMENTS,
    document("c", 1, after={"a": 1, "b": "x"}),
    document("u", 2, patch={"$set": {"a": 2}}, filter={}),
    document("u", 3, patch={"$unset": {"b": True}}, filter={}),
    document("u", 4, patch={"_id": 0, "a": 5, "b": "whole"}, filter={}),
    document("u", 5, patch={"$v": 2, "diff": {"u": {"a": 7}, "d": {"b": False}}}, filter={}),
)
PATCH_ALONE = case(DOCUMENTS, document("u", 2, patch={"$set": {"a": 2}}, filter={}))


def test_patches_of_1_x(state_of: StateOf) -> None:
    """$set, $unset, a whole document, the oplog's diff."""
    assert state_of(PATCHED).versions("a", "b") == [
        (1, "x"),
        (2, "x"),
        (2, None),
        (5, "whole"),
        (7, None),
    ]
    alone = state_of(PATCH_ALONE)
    assert (alone.current, [each["_reason"] for each in alone.rejected]) == ([], ["pending"])


# -- images that were looked up ------------------------------------------------------------------

AHEAD = case(
    DOCUMENTS,
    document("c", 1, after={"a": 1}),
    document("u", 2, after={"a": 3}, update=changed(a=2)),
    document("u", 3, after={"a": 3}, update=changed(a=3)),
)
TOLD_BY_THE_NEXT = case(
    DOCUMENTS,
    document("u", 2, after={"a": 3}, update=changed(a=2)),
    document("u", 3, after={"a": 3}, before={"a": 2}, update=changed(a=3)),
)
TOLD_BY_NOTHING = case(
    DOCUMENTS, document("u", 2, after={"a": 3, "b": "x"}, update=changed(b="x")), document("d", 4)
)


def test_a_looked_up_image_does_not_run_ahead(state_of: StateOf) -> None:
    """The image `after` is the document when it was looked up."""
    state = state_of(AHEAD)
    assert state.versions("a", "_update_lookup") == [(1, False), (2, False), (3, True)]
    assert state.only["a"] == 3


def test_the_next_event_s_before_image_gives_a_version(state_of: StateOf) -> None:
    assert state_of(TOLD_BY_THE_NEXT).versions("a", "_update_lookup") == [(2, False), (3, True)]


def test_an_undetermined_version_is_flagged(state_of: StateOf) -> None:
    assert state_of(TOLD_BY_NOTHING).versions("a", "_update_lookup") == [(3, True)]


# -- order -----------------------------------------------------------------------------------------

EQUAL = (
    document("r", 2, 31, snapshot="true", after={"a": 1}, filter={}),
    document("u", 2, 6, h=1546547425148721999, after={"a": 2}, filter={}),
    document("d", 2, 6, h=1546547425148721999, filter={}),
)
EQUAL_PLACES = case(DOCUMENTS, *EQUAL)
EQUAL_WITHOUT_LANES = case(Setting("mongodb", "json"), *EQUAL)


def test_arrival_decides_between_equal_coordinates(state_of: StateOf) -> None:
    """Source time, ord and h of the page's update and delete are equal."""
    found = state_of(EQUAL_PLACES).only
    assert (found["_is_deleted"], found["_tied_events"], found["_order_uncertain"]) == (
        True,
        2,
        False,
    )


def test_without_partitions_equal_coordinates_are_uncertain(state_of: StateOf) -> None:
    """A landing of files says nothing of the order within the stream."""
    assert state_of(EQUAL_WITHOUT_LANES).only["_order_uncertain"]


SHARDS = case(
    DOCUMENTS, document("c", 1, after={"a": 1}), document("u", 2, after={"a": 2}, rs="rs1")
)


def test_coordinates_of_two_replica_sets_do_not_compare(state_of: StateOf) -> None:
    assert state_of(SHARDS).only["_order_uncertain"]
    assert not state_of(GROWING).only["_order_uncertain"]


FAILED_OVER = (
    row("c", 100, after={"n": 1}),
    row("u", 200, after={"n": 2}),
    row("u", 50, after={"n": 3}, ts_ms=9),
)
EPOCHS = Setting("postgresql", arguments=', epochs=["_source.ts_ms >= 9"]')
LATE_FILE = case(
    Setting("postgresql", "json"), row("u", 200, after={"n": 2}), row("c", 100, after={"n": 1})
)
EPOCHS_AND_TOMBSTONE = case(EPOCHS, *FAILED_OVER, tombstone)
UNDECLARED = case(ROWS, *FAILED_OVER)
DECLARED = case(EPOCHS, *FAILED_OVER)


def test_an_epoch_that_is_not_declared_is_noticed(state_of: StateOf) -> None:
    state = state_of(UNDECLARED)
    assert (state.only["n"], state.only["_order_uncertain"]) == (2, True)
    assert {each["_order_uncertain"] for each in state.history} == {True}


def test_a_file_may_land_late_where_there_are_no_partitions(state_of: StateOf) -> None:
    found = state_of(LATE_FILE).only
    assert (found["n"], found["_order_uncertain"]) == (2, False)


def test_a_declared_epoch_orders(state_of: StateOf) -> None:
    state = state_of(DECLARED)
    assert (state.only["n"], state.only["_order_uncertain"]) == (3, False)
    assert state.versions("n") == [1, 2, 3]
    assert state_of(EPOCHS_AND_TOMBSTONE).only["_is_deleted"]


REPEATED = case(
    ROWS,
    *(row("c", 100, after={"n": 1}), row("u", 200, after={"n": 2})) * 2,
    row("u", 300, after={"n": 3}),
)


def test_duplicates_after_a_restart_are_not_a_fall(state_of: StateOf) -> None:
    found = state_of(REPEATED).only
    assert (found["n"], found["_duplicate_events"], found["_order_uncertain"]) == (3, 2, False)


CONFLICT = case(ROWS, row("c", 100, after={"n": 1}), row("u", 100, after={"n": 2}))


def test_conflicting_events_at_one_position_are_counted(state_of: StateOf) -> None:
    found = state_of(CONFLICT).only
    assert (found["n"], found["_tied_events"]) == (2, 2)


READ = row("r", None, after={"n": 1}, snapshot="true")
LANES_AND_READ = case(ROWS, READ, row("u", 100, after={"n": 2}), partitions="01")
LANES = case(ROWS, row("u", 200, after={"n": 3}), row("u", 100, after={"n": 2}), partitions="01")


def test_a_key_in_two_partitions_is_uncertain_where_arrival_would_decide(state_of: StateOf) -> None:
    assert state_of(LANES_AND_READ).only["_order_uncertain"]
    found = state_of(LANES).only
    assert (found["n"], found["_order_uncertain"]) == (3, False)


RECREATED = (
    row("c", 100, after={"n": 1}),
    row("u", 200, after={"n": 2}),
    row("r", None, after={"n": 3}, snapshot="true", ts_ms=9),
)
RECREATED_AND_DECLARED = case(EPOCHS, *RECREATED, partitions="001")
RECREATED_AND_DELETED = case(EPOCHS, *RECREATED, tombstone, partitions="0011")
RECREATED_AND_DELETED_ANYWHERE = case(EPOCHS, *RECREATED, tombstone, partitions="0012")
DELETED_BEFORE_OR_AFTER = case(EPOCHS, *RECREATED[:2], tombstone, RECREATED[2], partitions="0001")
DELETED_BEFORE = case(EPOCHS, *RECREATED[:2], tombstone, RECREATED[2], partitions="0000")
RECREATED_WITHOUT_AN_EPOCH = case(ROWS, *RECREATED, partitions="001")


def test_an_epoch_orders_what_has_no_coordinates(state_of: StateOf) -> None:
    """So after a connector was recreated, whose snapshot is in other partitions."""
    found = state_of(RECREATED_AND_DECLARED).only
    assert (found["n"], found["_order_uncertain"]) == (3, False)
    found = state_of(RECREATED_AND_DELETED).only
    assert (found["_is_deleted"], found["_order_uncertain"]) == (True, False)
    assert state_of(RECREATED_WITHOUT_AN_EPOCH).only["_order_uncertain"]


def test_the_epoch_of_a_tombstone_may_be_unknown(state_of: StateOf) -> None:
    assert state_of(RECREATED_AND_DELETED_ANYWHERE).only["_order_uncertain"]
    assert state_of(DELETED_BEFORE_OR_AFTER).only["_order_uncertain"]
    found = state_of(DELETED_BEFORE).only
    assert (found["n"], found["_is_deleted"], found["_order_uncertain"]) == (3, False, False)


UNPOSITIONED = (row("c", None, after={"n": 2}), row("u", None, after={"n": 1}))
IN_ONE_LANE = case(ROWS, *UNPOSITIONED)
IN_TWO_LANES = case(ROWS, *UNPOSITIONED, partitions="01")


def test_without_a_log_position_arrival_decides_in_one_partition(state_of: StateOf) -> None:
    """CDL writes none over sources other than PostgreSQL and openGauss."""
    found = state_of(IN_ONE_LANE).only
    assert (found["n"], found["_events"], found["_order_uncertain"]) == (1, 2, False)
    assert state_of(IN_TWO_LANES).only["_order_uncertain"]


# -- deletes ---------------------------------------------------------------------------------------

CREATE = row("c", 100, after={"n": 1, "big": "b"})
DELETE = row("d", 200, before={"n": 0, "big": ""})
ALONE = case(ROWS, CREATE, tombstone)
LATER = case(ROWS, CREATE, DELETE, tombstone, row("c", 150, after={"n": 2, "big": "c"}))
AGAIN = case(ROWS, CREATE, DELETE, tombstone, row("c", 300, after={"n": 3}))
HARD = case(Setting("postgresql", deletes="hard"), DELETE, CREATE)


def test_a_single_tombstone_deletes_and_one_after_its_delete_adds_nothing(
    state_of: StateOf,
) -> None:
    """Log compaction may leave a tombstone without its delete."""
    alone, later, again = (state_of(each).only for each in (ALONE, LATER, AGAIN))
    assert (alone["_is_deleted"], alone["n"], alone["_events"]) == (True, 1, 1)
    assert (later["_is_deleted"], later["_events"]) == (True, 3)
    assert (again["_is_deleted"], again["n"]) == (False, 3)


TIMELESS = case(
    Setting("postgresql", "flattened_kafka"),
    *(lambda number, n=n: ({"id": number * 10}, {"id": number * 10, "n": n}) for n in (1, 2)),
    tombstone,
)


def test_a_version_without_a_source_time_has_the_record_s(state_of: StateOf) -> None:
    """A tombstone has no source block, nor have rows that were unwrapped without their source."""
    (version,) = state_of(ALONE).history
    times = [version[name] for name in ("_valid_from", "_valid_to")]
    assert [each.replace(tzinfo=None) for each in times] == [
        datetime.fromtimestamp(0.001),
        datetime.fromtimestamp((LANDED_AT + timedelta(seconds=1)).timestamp()),
    ]
    assert version["_time_uncertain"]
    assert not state_of(CARRIED).history[0]["_time_uncertain"]
    first, second = sorted(state_of(TIMELESS).history, key=lambda row: row["_version"])
    assert (first["n"], first["_valid_to"], second["n"]) == (1, second["_valid_from"], 2)
    assert (second["_valid_to"] - first["_valid_from"]) == timedelta(seconds=2)
    assert first["_time_uncertain"]
    assert second["_time_uncertain"]


def test_a_delete_keeps_the_last_image_not_what_its_own_invents(state_of: StateOf) -> None:
    found = state_of(LATER).only
    assert (found["n"], found["big"], found["_is_deleted"]) == (2, "c", True)


def test_hard_deletes_leave_only_the_key(state_of: StateOf) -> None:
    found = state_of(HARD).only
    assert [found[name] for name in ("id", "n", "big")] == [None, None, None]
    assert found["_is_deleted"]
    assert found["_key"] == f'{{"id":{HARD.number}0}}'


ONE_TABLE = Setting("postgresql", arguments=", entity={'schema': 'a'}")
OTHER = {"schema": "b"}
CREATED = row("c", 100, schema="a", after={"n": 1})
OTHERS = (row("c", 200, **OTHER, after={"n": 5}), row("d", 300, **OTHER, before={"n": 5}))
OF_ANOTHER = case(ONE_TABLE, CREATED, *OTHERS, tombstone)
OF_ANOTHER_THEN_CHANGED = case(
    ONE_TABLE, CREATED, *OTHERS, tombstone, row("u", 400, schema="a", after={"n": 2})
)
OF_ANOTHER_TWICE = case(ONE_TABLE, CREATED, *OTHERS, tombstone, tombstone)
OWN_AMONG_OTHERS = case(
    ONE_TABLE, CREATED, OTHERS[0], row("d", 300, schema="a", before={"n": 1}), tombstone
)
UNKNOWN_OWNER = case(ONE_TABLE, CREATED, OTHERS[0], tombstone)


def named(table: str, event: Event) -> Event:
    """Return an event whose key names its table, as the ByLogicalTableRouter writes it."""

    def of_number(number: int) -> tuple[Json | None, Json | None]:
        key, value = event(number)
        return {**(key or {}), "__dbz__physicalTableIdentifier": table}, value

    return of_number


NAMED = case(
    ONE_TABLE,
    named("s.a", CREATED),
    named("s.b", OTHERS[0]),
    named("s.b", OTHERS[1]),
    named("s.b", tombstone),
)
NAMED_ALONE = case(ONE_TABLE, named("s.a", CREATED), named("s.b", tombstone))
NAMED_OWN = case(ONE_TABLE, named("s.a", CREATED), named("s.a", tombstone))


@pytest.mark.parametrize("others", [OF_ANOTHER, OF_ANOTHER_TWICE, NAMED, NAMED_ALONE])
def test_a_tombstone_after_another_table_s_delete_deletes_nothing(
    state_of: StateOf, others: Case
) -> None:
    state = state_of(others)
    found = state.only
    assert (found["n"], found["_is_deleted"], found["_order_uncertain"]) == (1, False, False)
    assert state.versions("n", "_is_current") == [(1, True)]


def test_another_table_s_tombstone_leaves_no_gap(state_of: StateOf) -> None:
    state = state_of(OF_ANOTHER_THEN_CHANGED)
    first, second = sorted(state.history, key=lambda row: row["_version"])
    assert first["_valid_to"] == second["_valid_from"]
    assert state.versions("n") == [1, 2]


def test_an_own_tombstone_deletes_among_other_tables(state_of: StateOf) -> None:
    assert state_of(OWN_AMONG_OTHERS).only["_is_deleted"]
    assert state_of(NAMED_OWN).only["_is_deleted"]


def test_a_tombstone_whose_table_is_unknown_is_flagged(state_of: StateOf) -> None:
    found = state_of(UNKNOWN_OWNER).only
    assert (found["n"], found["_is_deleted"], found["_order_uncertain"]) == (1, False, True)


TRUNCATED = case(
    ROWS,
    row("c", 50, nth=1, after={"n": 1}),
    row("c", 60, nth=2, after={"n": 2}, table="other"),
    row("c", 70, nth=3, after={"n": 3}),
    row("t", 100),
    row("c", 150, nth=3, after={"n": 4}),
    row("u", 80, nth=1, after={"n": 5}),
)
MOVED = case(
    ROWS,
    row("c", 50, after={"n": 1}),
    row("d", 60, before={"n": 1}),
    row("c", 60, after={"n": 1}, table="other"),
    row("t", 100),
)
MOVED_AND_EMPTIED = case(ROWS, *MOVED.events, row("t", 110, table="other"))


def test_a_truncate_deletes_the_keys_of_its_table(state_of: StateOf) -> None:
    found = {row["id"] % 10: (row["n"], row["_is_deleted"]) for row in state_of(TRUNCATED).current}
    assert found == {1: (5, True), 2: (2, False), 3: (4, False)}


def test_a_row_that_moved_to_another_table_outlives_a_truncate(state_of: StateOf) -> None:
    """As a row does that moves to another partition of its table."""
    assert not state_of(MOVED).only["_is_deleted"]
    assert state_of(MOVED_AND_EMPTIED).only["_is_deleted"]


# -- deletes whose order is unknown -------------------------------------------------------------

JSON = Setting("postgresql", "json")
KEYED = Setting("postgresql", "json_keyed")
CUT = row("t", 100)
UNPLACED = (row("c", None, after={"n": 1}), row("t", None))
WRITTEN = (row("c", 100, after={"n": 1}), row("u", 100, after={"n": 2}))
UNDECIDED = {
    "a truncate shares coordinates": case(ROWS, CREATE, CUT, partitions="01"),
    "in the partition after it": case(ROWS, CREATE, CUT, partitions="10"),
    "an update too": case(ROWS, row("u", 100, after={"n": 1}), CUT, partitions="10"),
    "of two changes one": case(ROWS, *WRITTEN, CUT, partitions="001"),
    "landed before": case(ROWS, CUT, CREATE, partitions="01"),
    "without partitions": case(JSON, CREATE, CUT),
    "without partitions, landed before": case(JSON, CUT, CREATE),
    "a truncate has no coordinates": case(ROWS, *UNPLACED, partitions="01"),
    "the change has them": case(ROWS, CREATE, UNPLACED[1], partitions="01"),
    "the truncate has them": case(ROWS, UNPLACED[0], CUT, partitions="01"),
    "no coordinates without partitions": case(JSON, *UNPLACED),
    "the truncate alone has them": case(JSON, UNPLACED[0], CUT),
    "the change alone has them": case(JSON, UNPLACED[1], CREATE),
    "a read after a truncate": case(JSON, CUT, READ),
    "a tombstone alone": case(ROWS, CREATE, tombstone, partitions="01"),
    "a tombstone alone without partitions": case(KEYED, CREATE, tombstone),
    "a tombstone before all else": case(KEYED, tombstone, CREATE),
}
DECIDED = {
    "a truncate in the key's partition": (True, case(ROWS, CREATE, CUT)),
    "a change after it": (False, case(ROWS, CUT, CREATE)),
    "both sent again": (True, case(ROWS, *(*WRITTEN, CUT) * 2)),
    "both sent again, first the truncate": (False, case(ROWS, *(CUT, *WRITTEN) * 2)),
    "no coordinates in one partition": (True, case(ROWS, *UNPLACED)),
    "another table's": (
        False,
        case(ROWS, CREATE, row("t", 100, table="other"), partitions="01"),
    ),
    "two truncates of one command": (
        True,
        case(ROWS, *MOVED.events, CUT, row("t", 110, table="other"), CUT, partitions="0001234"),
    ),
    "changes of one partition": (
        False,
        case(ROWS, *WRITTEN, row("u", 50, after={"n": 0}), partitions="001"),
    ),
    "a read in another partition": (True, case(ROWS, READ, CUT, partitions="01")),
    "a read before it": (True, case(JSON, READ, CUT)),
    "a tombstone behind its delete": (True, case(KEYED, CREATE, DELETE, tombstone)),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_delete_whose_order_is_unknown_is_flagged(state_of: StateOf, name: str) -> None:
    state = state_of(UNDECIDED[name])
    assert state.only["_order_uncertain"]
    assert {version["_order_uncertain"] for version in state.history} <= {True}


def test_a_tombstone_without_partitions_deletes_what_arrived_before_it(state_of: StateOf) -> None:
    assert state_of(UNDECIDED["a tombstone alone without partitions"]).only["_is_deleted"]


@pytest.mark.parametrize("name", DECIDED)
def test_a_delete_whose_order_is_known_is_not(state_of: StateOf, name: str) -> None:
    is_deleted, decided = DECIDED[name]
    found = state_of(decided).only
    assert (found["_is_deleted"], found["_order_uncertain"]) == (is_deleted, False)


# -- values that an event does not carry -----------------------------------------------------------

UNAVAILABLE = "__debezium_unavailable_value"
OPEN = row("u", 100, after={"n": 1, "big": UNAVAILABLE})
NEVER_KNOWN = case(ROWS, OPEN)
HEALED = case(ROWS, OPEN, row("u", 50, after={"n": 0, "big": "known"}))
CARRIED = case(ROWS, CREATE, row("u", 150, after={"n": 2, "big": UNAVAILABLE}))


def test_an_unavailable_value_is_carried_and_healed(state_of: StateOf) -> None:
    unknown, healed = state_of(NEVER_KNOWN).only, state_of(HEALED).only
    assert (unknown["n"], unknown["big"], unknown["_unavailable"]) == (1, None, ["big"])
    assert (healed["n"], healed["big"], healed["_unavailable"]) == (1, "known", [])
    assert state_of(CARRIED).versions("n", "big") == [(1, "b"), (2, "b")]
