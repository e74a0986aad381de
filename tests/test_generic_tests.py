"""The package's generic tests pass on the example and fail on tables made wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import ENTITIES, SOURCES, Dbt, Example, compiled
from pyspark.sql import Row, SparkSession

WRONG = "landing.made_wrong"


@pytest.fixture
def wrong(spark: SparkSession) -> Iterator[SparkSession]:
    yield spark
    spark.sql(f"drop table if exists {WRONG}")


def relation(name: str) -> str:
    schema, _, identifier = name.rpartition(".")
    return f"api.Relation.create(schema={schema or 'debezium'!r}, identifier={identifier!r})"


def failing(dbt: Dbt, spark: SparkSession, test: str, *relations: str) -> list[Row]:
    """The rows that a generic test lists, for which it fails."""
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
    assert len(failing(dbt, spark, "none_rejected", f"base_{entity}")) == rejected > 0
    assert not failing(dbt, spark, "order_certain", entity)


# A row of the current state, made wrong, by the change that is to be noticed.
ALIVE = {
    "the delete itself": "named_struct('epoch', 0, 'coordinates', _position.coordinates,"
    " 'arrival', _position.arrival)",
    "greater coordinates, arrived earlier": "named_struct('epoch', 0, 'coordinates',"
    " '000000000000001 change 000000000000001',"
    " 'arrival', named_struct('lane', 'another', 'offset', 999999L))",
    "an earlier epoch": "named_struct('epoch', -1, 'coordinates', _position.coordinates,"
    " 'arrival', named_struct('lane', 'another', 'offset', 999999L))",
    "no coordinates, later in its lane": "named_struct('epoch', 0, 'coordinates', null,"
    " 'arrival', named_struct('lane', _position.arrival.lane, 'offset', 0L))",
}
KEPT = {
    "no coordinates, another lane": "named_struct('epoch', 0, 'coordinates', null,"
    " 'arrival', named_struct('lane', 'another', 'offset', 0L))",
    "no coordinates, earlier in its lane": "named_struct('epoch', 0, 'coordinates', null,"
    " 'arrival', named_struct('lane', _position.arrival.lane, 'offset', 999999L))",
    "lower coordinates": "named_struct('epoch', 0, 'coordinates',"
    " '000000000009999 change 000000000000001',"
    " 'arrival', named_struct('lane', _position.arrival.lane, 'offset', 0L))",
}


@pytest.mark.parametrize("case", [*ALIVE, *KEPT])
def test_a_row_alive_behind_its_delete_is_noticed(dbt: Dbt, wrong: SparkSession, case: str) -> None:
    position = {**ALIVE, **KEPT}[case]
    wrong.sql(
        f"create table {WRONG} as select _key, false as _is_deleted, {position} as _position"
        " from debezium.db2__customers where _op = 'd' and _key = '{\"id\":1006}'"
    )
    found = failing(dbt, wrong, "no_resurrection", WRONG, "stg_db2__customers")
    assert [row["_key"] for row in found] == ['{"id":1006}'] * (case in ALIVE)


def landed(place: int, op: str, event: int) -> str:
    """An event of one lane, without coordinates."""
    return (
        f"select '5' as _key, 't/0/{place}' as _landing_id, '{op}' as _op, {event} as _event_id,"
        " false as _is_deleted,"
        " named_struct('epoch', 0, 'coordinates', cast(null as string),"
        f" 'arrival', named_struct('lane', 't/0', 'offset', {place})) as _position"
    )


@pytest.mark.parametrize("repeat", [True, False])
def test_a_delete_that_arrives_again_deletes_nothing(
    dbt: Dbt, wrong: SparkSession, repeat: bool
) -> None:
    """Its key has come back in between, and there are no coordinates to tell."""
    events = [landed(1, "d", 7), landed(2, "c", 8), landed(3, "d", 7 if repeat else 9)]
    wrong.sql(f"create table {WRONG} as {' union all '.join(events)}")
    wrong.sql(f"create temporary view alive as select * from {WRONG} where _op = 'c'")
    call = f"test_no_resurrection(api.Relation.create(identifier='alive'), {relation(WRONG)})"
    found = wrong.sql(compiled(dbt, call)).collect()
    wrong.sql("drop view alive")
    assert [row["deleted_by"] for row in found] == ["t/0/3"] * (not repeat)


@pytest.mark.parametrize(
    ("arrival", "event", "count"),
    [
        ("_position.arrival", "_event_id", 0),
        ("_position.arrival", "_event_id + 1", 1),
        ("named_struct('lane', _position.arrival.lane, 'offset', -1L)", "_event_id + 1", 0),
    ],
)
def test_two_events_at_one_place_are_noticed(
    dbt: Dbt, wrong: SparkSession, arrival: str, event: str, count: int
) -> None:
    """Where they come from makes no order."""
    origin = "named_struct('server', 'another', 'collection', _position.origin.collection)"
    second = f"select _key, {event}, named_struct('epoch', 0, 'coordinates', _position.coordinates,"
    second += f" 'arrival', {arrival}, 'origin', {origin})"
    one = "from debezium.stg_db2__customers where _key = '{\"id\":1006}' and _op = 'd'"
    wrong.sql(
        f"create table {WRONG} as select _key, _event_id, _position {one} union all {second} {one}"
    )
    found = failing(dbt, wrong, "total_order", WRONG)
    assert [row["events_there"] for row in found] == [2] * count


@pytest.mark.parametrize("table", ["db2__customers", "db2__customers_history"])
def test_an_uncertain_order_is_noticed(dbt: Dbt, wrong: SparkSession, table: str) -> None:
    assert not failing(dbt, wrong, "order_certain", table)
    wrong.sql(
        f"create table {WRONG} as select _key, _op, _position,"
        f" _key = '{{\"id\":1002}}' as _order_uncertain from debezium.{table}"
    )
    found = failing(dbt, wrong, "order_certain", WRONG)
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
        " if(_raw_key = 'other partition', _topic_offset, 0) as _topic_partition, 1 as _load"
        " from records"
    )
    found = failing(dbt, wrong, "no_unassigned_tombstones", WRONG)
    assert sorted(row["_landing_id"] for row in found) == ["4", "6", "9"]
