"""The rows of the database beside those of the models, by their values as types."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import timezone
from decimal import Decimal
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from chain.client import Client

Rows = Counter[tuple[Any, ...]]
# PostgreSQL's type of each column; an array's begins with _
Columns = dict[str, str]


@dataclass
class Compared:
    table: str
    expected: Rows
    found: Rows
    repeats: int

    @property
    def is_equal(self) -> bool:
        return self.expected == self.found

    @property
    def differences(self) -> int:
        """Rows that the model lacks, and rows that it has and the database has not."""
        return (self.expected - self.found).total() + (self.found - self.expected).total()

    def __str__(self) -> str:
        summary = f"{self.table}: {self.expected.total()} rows"
        if self.is_equal:
            return f"{summary} equal, {self.repeats} repeated events"
        lacks, has = list(self.expected - self.found), list(self.found - self.expected)
        summary = f"{summary} DIFFER: the model has {self.found.total()}"
        return (
            f"{summary}, lacks {len(lacks)} such as {lacks[:2]}, has {len(has)} such as {has[:2]}"
        )


def compare(client: Client, schema: str, spark: SparkSession, prefix: str) -> list[Compared]:
    """Return each table of a schema of the database beside the model of the same name."""
    return [
        Compared(
            table,
            stored(client, f"{schema}.{table}", columns),
            *modelled(spark.table(f"{prefix}{table}"), columns),
        )
        for table, columns in tables(client, schema).items()
    ]


def tables(client: Client, schema: str) -> dict[str, Columns]:
    found: dict[str, Columns] = {}
    for table, column, kind in client.query(
        "select table_name, column_name, udt_name from information_schema.columns"
        f" where table_schema = '{schema}' order by table_name, ordinal_position"
    ):
        found.setdefault(table, {})[column] = kind
    return found


def stored(client: Client, table: str, columns: Columns) -> Rows:
    """Return the database's own rows; arrays as JSON, which distinguishes a null from a string."""
    names = [f"to_json({n})" if kind.startswith("_") else n for n, kind in columns.items()]
    rows = client.query(f"select {', '.join(names)} from {table}")
    return Counter(tuple(map(hashable, row)) for row in rows)


def modelled(model: DataFrame, columns: Columns) -> tuple[Rows, int]:
    """Return the rows of a current model that are not deleted, and how many events were repeats."""
    types = dict(model.dtypes)
    # As they stand in UTC: Python's own timestamps would be those of this machine's zone.
    names = [f"cast({n} as timestamp_ntz)" if types[n] == "timestamp" else n for n in columns]
    keyless = "_rows" in types
    alive = model.where("not _is_deleted").selectExpr(*names, "_rows" if keyless else "1").collect()
    rows: Rows = Counter()
    for *values, times in alive:
        pairs = zip(columns.items(), values, strict=True)
        rows[tuple(hashable(typed(v, types[n], kind)) for (n, kind), v in pairs)] += times
    repeats = (
        0
        if keyless
        else sum(row["_duplicate_events"] for row in model.select("_duplicate_events").collect())
    )
    return rows, repeats


def typed(value: Any, spark_type: str, kind: str) -> Any:
    """Return a model's text as the type that the database has.

    An instant is in UTC.
    """
    if value is None:
        return None
    if spark_type == "timestamp":
        return value.replace(tzinfo=timezone.utc)
    if kind == "jsonb":
        return json.loads(value, parse_float=Decimal)
    # without a precision in the database
    return Decimal(value) if kind == "numeric" else value


def hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((name, hashable(each)) for name, each in value.items())
    if isinstance(value, list):
        return tuple(map(hashable, value))
    return bytes(value) if isinstance(value, bytearray) else value
