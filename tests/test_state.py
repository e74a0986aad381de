"""Applying events load by load gives the same state as applying all at once."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Dbt, Example, compiled, parsed
from pyspark.sql import SparkSession

HISTORIES = ["db2", "sqlserver", "mongodb"]


def columns(spark: SparkSession, table: str) -> dict[str, str]:
    """Return the source's columns of a model, by name and type."""
    own = [field for field in spark.table(table).schema.fields if not field.name.startswith("_")]
    keys = [field for field in spark.table(table).schema.fields if field.name == "_id"]
    return {field.name: field.dataType.simpleString() for field in [*keys, *own]}


@pytest.mark.parametrize("kind", ["current", "history"])
@pytest.mark.parametrize("source", HISTORIES)
def test_load_by_load_is_as_all_at_once(
    dbt: Dbt, example: Example, spark: SparkSession, source: str, kind: str
) -> None:
    suffix = "_history" if kind == "history" else ""
    table = f"debezium.{source}__customers{suffix}"
    relations = f"ref('stg_{source}__customers'), base=ref('base_{source}__customers')"
    call = f"{kind}({relations}, columns={columns(spark, table)})"
    again = spark.sql(compiled(dbt, call))
    names = [name for name in again.columns if name != "_load"]
    assert sorted(map(repr, again.select(names).collect())) == sorted(
        map(repr, spark.table(table).select(names).collect())
    )


def test_a_history_contains_every_version(example: Example) -> None:
    """The first day of Db2's customer 1005: created, changed, deleted, minutes apart."""
    versions = [
        row
        for row in parsed(example.after("day_1"), "db2__customers_history")
        if row["_key"] == '{"id":1005}'
    ]
    versions.sort(key=lambda row: int(row["_version"]))
    found: list[Any] = [[row["email"], row["_is_current"]] for row in versions]
    assert found == [["john.doe@example.org", False], ["noreply@example.org", False]]
    first, second = versions
    assert first["_valid_from"] < first["_valid_to"] == second["_valid_from"] < second["_valid_to"]
