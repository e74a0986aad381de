"""The package's generic tests pass on the example and fail on tables made wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ENTITIES, SOURCES, Dbt, Example, compiled
from pyspark.sql import Row, SparkSession

WRONG = "landing.made_wrong"


@pytest.fixture
def wrong(example: Example, spark: SparkSession) -> Iterator[SparkSession]:
    yield spark
    spark.sql(f"drop table if exists {WRONG}")


def relation(name: str) -> str:
    schema, _, identifier = name.rpartition(".")
    return f"api.Relation.create(schema={schema or 'debezium'!r}, identifier={identifier!r})"


def failing(dbt: Dbt, spark: SparkSession, test: str, *relations: str) -> list[Row]:
    """Return the rows that a generic test lists, for which it fails."""
    call = f"test_{test}({', '.join(map(relation, relations))})"
    return spark.sql(compiled(dbt, call)).collect()


@pytest.mark.parametrize("source", SOURCES)
def test_they_pass_on_the_example(
    dbt: Dbt, example: Example, spark: SparkSession, source: str
) -> None:
    entity = f"{source}__{ENTITIES[source]}"
    assert not failing(dbt, spark, "no_resurrection", entity, f"stg_{entity}")
    assert not failing(dbt, spark, "total_order", f"stg_{entity}")
    rejected = spark.table(f"debezium.base_{entity}").where("_class = 'rejected'").count()
    assert len(failing(dbt, spark, "no_rejected_rows", f"base_{entity}")) == rejected > 0
    assert not failing(dbt, spark, "no_uncertain_order", entity)


# A row of the current state, made wrong, by the change that is to be noticed: its position, whether
# it is in its own partition, its offset.
ALIVE = {
    "the delete itself": ("_position", True, "_topic_offset"),
    "greater coordinates, arrived earlier": (
        "'0000 000000000000001 change 000000000000001'",
        False,
        "999999L",
    ),
    "an earlier epoch": ("'-001' || substring(_position, 5)", False, "999999L"),
    "no coordinates, later in its partition": ("'0000'", True, "0L"),
}
KEPT = {
    "no coordinates, another partition": ("'0000'", False, "0L"),
    "no coordinates, earlier in its partition": ("'0000'", True, "999999L"),
    "lower coordinates": ("'0000 000000000009999 change 000000000000001'", True, "0L"),
}


def placed(position: str, partition: str, offset: str) -> str:
    """Return the columns of a place."""
    return (
        f"{position} as _position, _landing_table, _topic, {partition} as _topic_partition,"
        f" {offset} as _topic_offset, _server, _collection"
    )


@pytest.mark.parametrize("case", [*ALIVE, *KEPT])
def test_a_row_that_is_alive_after_its_delete_is_found(
    dbt: Dbt, wrong: SparkSession, case: str
) -> None:
    position, is_own, offset = {**ALIVE, **KEPT}[case]
    place = placed(position, "_topic_partition" if is_own else "99", offset)
    wrong.sql(
        f"create table {WRONG} as select _key, false as _is_deleted, {place}"
        " from debezium.db2__customers where _op = 'd' and _key = '{\"id\":1006}'"
    )
    found = failing(dbt, wrong, "no_resurrection", WRONG, "stg_db2__customers")
    assert [row["_key"] for row in found] == ['{"id":1006}'] * (case in ALIVE)


def landed(place: int, op: str, event: int, position: str = "0000") -> str:
    """Return an event of one topic partition, by default without coordinates."""
    return (
        f"select '5' as _key, 't/0/{place}' as _landing_id, '{op}' as _op, {event} as _event_id,"
        f" false as _is_deleted, '{position}' as _position, 'landing.t' as _landing_table,"
        " 't' as _topic,"
        f" 0 as _topic_partition, {place} as _topic_offset, 's' as _server, 'c' as _collection"
    )


def deleted_by(dbt: Dbt, wrong: SparkSession, events: list[str], row: str) -> list[str]:
    """Return the deletes that no_resurrection finds for the row of a condition."""
    wrong.sql(f"create table {WRONG} as {' union all '.join(events)}")
    wrong.sql(f"create temporary view alive as select * from {WRONG} where {row}")
    call = f"test_no_resurrection(api.Relation.create(identifier='alive'), {relation(WRONG)})"
    found = wrong.sql(compiled(dbt, call)).collect()
    wrong.sql("drop view alive")
    return [each["deleted_by"] for each in found]


@pytest.mark.parametrize("repeat", [True, False])
def test_a_delete_that_arrives_again_deletes_nothing(
    dbt: Dbt, wrong: SparkSession, repeat: bool
) -> None:
    """Its key has come back in between, and no coordinates show it."""
    events = [landed(1, "d", 7), landed(2, "c", 8), landed(3, "d", 7 if repeat else 9)]
    assert deleted_by(dbt, wrong, events, "_op = 'c'") == ["t/0/3"] * (not repeat)


@pytest.mark.parametrize("is_restarted", [True, False])
def test_a_null_value_that_a_restart_sends_again_deletes_nothing(
    dbt: Dbt, wrong: SparkSession, is_restarted: bool
) -> None:
    """The change before it comes again too, and is older than the row."""
    first, row = (1, "c", 7, "0000 10"), (3, "c", 9, "0000 30")
    events: list[tuple[Any, ...]] = [first, (2, "d", 8), row, (5, "d", 10)]
    if is_restarted:
        events += [(4, *first[1:]), (6, *row[1:])]
    found = deleted_by(dbt, wrong, [landed(*each) for each in events], "_topic_offset = 3")
    assert found == ["t/0/5"] * (not is_restarted)


@pytest.mark.parametrize(
    ("offset", "event", "count"),
    [
        ("_topic_offset", "_event_id", 0),
        ("_topic_offset", "_event_id + 1", 1),
        ("-1L", "_event_id + 1", 0),
    ],
)
def test_two_events_at_one_position_are_found(
    dbt: Dbt, wrong: SparkSession, offset: str, event: str, count: int
) -> None:
    """Where they come from makes no order."""
    from_delete = "from debezium.stg_db2__customers where _key = '{\"id\":1006}' and _op = 'd'"
    first = placed("_position", "_topic_partition", "_topic_offset")
    second = placed("_position", "_topic_partition", offset).replace("_server", "'another'")
    wrong.sql(
        f"create table {WRONG} as select _key, _event_id, {first} {from_delete}"
        f" union all select _key, {event}, {second} {from_delete}"
    )
    found = failing(dbt, wrong, "total_order", WRONG)
    assert [row["events_there"] for row in found] == [2] * count


@pytest.mark.parametrize(
    ("valid_to", "is_current", "problem"),
    [
        ("_valid_to", "_is_current", None),
        ("cast(null as timestamp)", "_is_current", "open, and not current"),
        ("_valid_to", "true", "current, and not open"),
    ],
)
def test_the_last_version_is_open_only_if_it_is_current(
    dbt: Dbt, wrong: SparkSession, valid_to: str, is_current: str, problem: str | None
) -> None:
    """The row is deleted, so current has no row to compare the version with."""
    wrong.sql(
        f"create table {WRONG} as select _version_id, _key, 1L as _version, _valid_from,"
        f" {valid_to} as _valid_to, {is_current} as _is_current, _is_obsolete"
        " from debezium.db2__customers_history where _key = '{\"id\":1006}'"
        " order by _version desc limit 1"
    )
    found = failing(dbt, wrong, "valid_history", WRONG)
    assert [row["problem"] for row in found] == [problem] * (problem is not None)


@pytest.mark.parametrize(("value", "count"), [("0.0", 0), ("1.0", 1)])
def test_a_zero_with_another_sign_opens_no_version(
    dbt: Dbt, wrong: SparkSession, value: str, count: int
) -> None:
    """The version keeps the zero with which it began, and current has that of the last event."""
    wrong.sql(
        f"create table {WRONG} as"
        f" select '5' as _key, cast('{value}' as double) as n, true as _is_current"
    )
    row = "select '5' as _key, cast('-0.0' as double) as n, false as _is_deleted"
    wrong.sql(f"create temporary view alive as {row}")
    current = "api.Relation.create(identifier='alive')"
    call = f"test_current_matches_history({relation(WRONG)}, {current})"
    found = wrong.sql(compiled(dbt, call)).collect()
    wrong.sql("drop view alive")
    assert len(found) == count


@pytest.mark.parametrize(("deleted_in", "found"), [("eu", 0), ("us", 1)])
def test_a_tombstone_follows_the_delete_of_its_own_landing_table(
    dbt: Dbt, wrong: SparkSession, deleted_in: str, found: int
) -> None:
    """Two landing tables have topics of one name."""
    places = [("eu", 0, "d" if deleted_in == "eu" else "c"), ("eu", 2, None)]
    places.append(("us", 1, "d" if deleted_in == "us" else "c"))
    rows = [
        f"select '{table}/{offset}' as _landing_id, '{table}' as _landing_table, 't' as _topic,"
        f" 0 as _topic_partition, {offset} as _topic_offset, '5' as _raw_key, 1 as _load,"
        + (f" null as _class, '{op}' as _op" if op else " 'tombstone' as _class, null as _op")
        for table, offset, op in places
    ]
    wrong.sql(f"create table {WRONG} as {' union all '.join(rows)}")
    assert len(failing(dbt, wrong, "no_unassigned_tombstones", WRONG)) == found


@pytest.mark.parametrize("table", ["db2__customers", "db2__customers_history"])
def test_an_uncertain_order_is_noticed(dbt: Dbt, wrong: SparkSession, table: str) -> None:
    assert not failing(dbt, wrong, "no_uncertain_order", table)
    wrong.sql(
        f"create table {WRONG} as select _key, _op, _position,"
        f" _key = '{{\"id\":1002}}' as _order_uncertain from debezium.{table}"
    )
    found = failing(dbt, wrong, "no_uncertain_order", WRONG)
    assert {row["_key"] for row in found} == {'{"id":1002}'}


def test_a_tombstone_without_its_delete_is_noticed(dbt: Dbt, wrong: SparkSession) -> None:
    """Where a topic has rows of several tables; an update before it is not its delete."""
    records = [
        ("shared", 0, "own delete", "d", None),
        ("shared", 1, "own delete", None, "tombstone"),
        ("shared", 2, "own delete", None, "tombstone"),
        ("shared", 3, "an update", "u", None),
        ("shared", 4, "an update", None, "tombstone"),
        ("shared", 5, "other partition", "d", None),
        ("shared", 9, "other partition", None, "tombstone"),
        ("shared", 6, "alone", None, "tombstone"),
        ("shared", 7, None, None, "tombstone"),
        ("of one table", 8, "alone", None, "tombstone"),
    ]
    columns = "_topic string, _topic_offset bigint, _raw_key string, _op string, _class string"
    wrong.createDataFrame(records, columns).createOrReplaceTempView("records")
    wrong.sql(
        f"create table {WRONG} as select *, cast(_topic_offset as string) as _landing_id,"
        " 'records' as _landing_table, 1 as _load,"
        " if(_raw_key = 'other partition', _topic_offset, 0) as _topic_partition"
        " from records"
    )
    found = failing(dbt, wrong, "no_unassigned_tombstones", WRONG)
    assert sorted(row["_landing_id"] for row in found) == ["4", "6", "9"]
