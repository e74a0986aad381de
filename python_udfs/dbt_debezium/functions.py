"""The SQL functions of the package and how a Spark session gets them.

Each takes strings and gives one string; NULL comes in as None, None goes out as NULL.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pyarrow as pa

from dbt_debezium.documents import decode_arrays, write_document, write_key
from dbt_debezium.partial_updates import apply_updates

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FUNCTIONS: dict[str, Callable[..., str | None]] = {
    "debezium_document": write_document,
    "debezium_document_key": write_key,
    "debezium_decode_arrays": decode_arrays,
    "debezium_apply_updates": apply_updates,
}


def register(spark: SparkSession) -> None:
    """Make FUNCTIONS callable by name in the SQL of this session, classic or Connect."""
    from pyspark.sql.pandas.functions import arrow_udf

    for name, function in FUNCTIONS.items():
        # Spark reads the kind of function from its type hints; its stubs ask for an argument.
        udf = arrow_udf(batched(function), returnType="string")  # type: ignore[call-overload]
        spark.udf.register(name, udf)


def batched(function: Callable[..., str | None]) -> Callable[..., pa.Array]:
    """The function on columns, which all have the length of the batch: a literal's too."""

    def batch(*columns: pa.Array) -> pa.Array:
        return pa.array(map(function, *(each.to_pylist() for each in columns)), pa.string())

    return batch
