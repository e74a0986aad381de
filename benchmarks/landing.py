"""Landing tables in the layout of Spark's Kafka source, made by Spark: the same rows everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SHAPES = ("relational", "relational_schema", "cdl", "mongodb_10", "mongodb_40")
BY_FIELDS = ("mongodb_10", "mongodb_20", "mongodb_40", "mongodb_80")
BY_SIZE = ("mongodb_10", "mongodb_10_4kb", "mongodb_10_16kb", "mongodb_10_64kb")
LARGE = "mongodb_10_10240kb"
ROW = {
    "id": "int64",
    "name": "string",
    "email": "string",
    "quantity": "int32",
    "price": "double",
    "paid": "boolean",
    "day": "int32 io.debezium.time.Date",
    "changed_at": "int64 io.debezium.time.MicroTimestamp",
    "note": "string",
    "version": "int64",
}
SOURCE = {
    **dict.fromkeys("version connector name snapshot db sequence schema table".split(), "string"),
    **dict.fromkeys("ts_ms ts_us ts_ns txId lsn xmin".split(), "int64"),
}
DOCUMENT = "_id name email quantity price paid created total note version".split()
EVENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined
).get_template("events.sql.jinja")


def wider(shape: str) -> int:
    """Return how many fields beside the ten its documents have: 30 of `mongodb_40`."""
    return int(shape.split("_")[1]) - 10 if shape.startswith("mongodb") else 0


def columns(shape: str) -> list[str]:
    """Return the columns of a shape's rows."""
    named = DOCUMENT if shape.startswith("mongodb") else list(ROW)
    return named + [f"more_{number}" for number in range(wider(shape))]


def land(spark: SparkSession, shape: str, events: int, key: str = "n", first: int = 0) -> None:
    """Append events to landing.`shape`, numbered `n` from `first`; the first makes the table.

    key: the row that event `n` changes, an expression in Spark's SQL.
    shape: `mongodb_10_4kb` has the ten fields of `mongodb_10` and 4 kB of text in one of them.
    """
    sql = EVENT.render(
        shape=shape,
        first=first,
        events=events,
        key=key,
        files=max(8, events // 250_000),
        wider=wider(shape),
        kilobytes=int(shape.split("_")[2][:-2]) if shape.endswith("kb") else 0,
        schema=schema() if shape == "relational_schema" else None,
    )
    spark.sql("create namespace if not exists landing")
    if spark.catalog.tableExists(f"landing.{shape}"):
        spark.sql(f"insert into landing.{shape} {sql}")
    else:
        spark.sql(f"create table landing.{shape} using iceberg as {sql}")


def schema() -> str:
    """Return what the JSON converter writes before each payload of the relational shape."""

    def struct(name: str, types: dict[str, str]) -> dict[str, object]:
        fields = []
        for field, declared in types.items():
            type_, _, semantic = declared.partition(" ")
            named = {"name": semantic, "version": 1} if semantic else {}
            fields.append({"type": type_, "optional": True, **named, "field": field})
        return {"type": "struct", "fields": fields, "optional": True, "field": name}

    parts = [struct("before", ROW), struct("after", ROW), struct("source", SOURCE)]
    return json.dumps({"type": "struct", "fields": parts, "optional": False, "version": 1})
