"""The rows of a table as text that does not depend on how the table stores them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pyspark.sql import Window
from pyspark.sql.functions import max as max_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Results = dict[str, list[str]]
# Of the package's own columns those that describe the data; the source's columns are all
# compared. How a position, a source block or a text is stored is not.
VALUES = frozenset(
    "_id _topic _topic_partition _topic_offset _landing_id _class _reason _op _key _source_at"
    " _processed_at _unavailable _pending _invalid _is_deleted _deleted_at _order_uncertain"
    " _time_uncertain _events _pending_events _duplicate_events _tied_events _version _valid_from"
    " _valid_to _is_current _key_mismatch _load _rows _is_obsolete".split()
)
# What depends on the hour of the run: dbt's own columns of a snapshot.
OTHERS = ("_", "dbt_")
# The record of a row is compared in the tables of landed rows alone.
OF_RECORDS = frozenset({"_topic", "_topic_partition", "_topic_offset"})
# The stored results have the names of 0.1.
NAMES_OF_0_1 = {
    "_pending_events": "_waiting",
    "_duplicate_events": "_repeats",
    "_tied_events": "_ties",
    "_key_mismatch": "_key_disagrees",
    "_is_obsolete": "_is_void",
}
VALUES_OF_0_1 = {"_class": {"filtered": "unmodelled"}, "_reason": {"invalid_value": "bad_value"}}
# The order of rows is compared too: a position is right where it sorts the events of a key.
ORDERS = (["_key", "_version"], ["_key", "_position", "_landing_id"])
ARRIVAL = ("_landing_table", "_topic", "_topic_partition", "_topic_offset")
"""Between events of one position."""
OF_EVENTS = ("_key", "_image", "_landing_id")


def rows_in(spark: SparkSession, schema: str) -> Results:
    """Return the rows of each table of a schema that contains events, rows or versions."""
    names = [row["tableName"] for row in spark.sql(f"show tables in {schema}").collect()]
    return {
        name: rows_of(spark, f"{schema}.{name}")
        for name in names
        if set(OF_EVENTS) & set(spark.table(f"{schema}.{name}").columns)
    }


def rows_of(spark: SparkSession, table: str) -> list[str]:
    """Return the rows of a table as JSON text, in the order of `ORDERS`, else sorted."""
    frame = spark.table(table)
    if "_version" in frame.columns:  # in 0.1 every version had the newest load of its key
        frame = frame.withColumn("_load", max_of("_load").over(Window.partitionBy("_key")))
    values = VALUES if "_class" in frame.columns else VALUES - OF_RECORDS
    names = [name for name in frame.columns if not name.startswith(OTHERS) or name in values]
    order = next((each for each in ORDERS if set(each) <= set(frame.columns)), [])
    if order:
        arrival = [name for name in ARRIVAL if name in frame.columns and "_position" in order]
        frame = frame.orderBy(*order[:-1], *arrival, order[-1])
    quoted = ", ".join(f"`{name}`" for name in names)
    rows = [
        text(as_of_0_1(json.loads(row[0])))
        for row in frame.selectExpr(f"to_json(struct({quoted}))").collect()
    ]
    return rows if order else sorted(rows)


def as_of_0_1(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with the names and values that version 0.1 had for them."""
    return {
        NAMES_OF_0_1.get(name, name): VALUES_OF_0_1.get(name, {}).get(value, value)
        if isinstance(value, str)
        else value
        for name, value in row.items()
    }


def text(value: Any) -> str:
    """JSON with sorted names: the entries of a map have no order."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def digest(rows: Iterable[str]) -> str:
    """Return how many rows there are, and a hash of them."""
    rows = list(rows)
    hashed = hashlib.sha256("\n".join(rows).encode(errors="surrogatepass")).hexdigest()
    return f"{len(rows)} rows {hashed[:16]}"
