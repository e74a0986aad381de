"""The SQL functions of the package and how a Spark session gets them.

Each takes one string and gives one string; NULL comes in as None, None goes out as NULL.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pyarrow as pa

from dbt_debezium.documents import encode_arrays

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FUNCTIONS: dict[str, Callable[[str | None], str | None]] = {
    "debezium_encode_arrays": encode_arrays,
}


def register(spark: SparkSession) -> None:
    """Make FUNCTIONS callable by name in the SQL of this session, classic or Connect."""
    from pyspark.sql.pandas.functions import arrow_udf

    for name, function in FUNCTIONS.items():
        # Spark reads the kind of function from its type hints; its stubs ask for an argument.
        udf = arrow_udf(batched(function), returnType="string")  # type: ignore[call-overload]
        spark.udf.register(name, udf)


def batched(function: Callable[[str | None], str | None]) -> Callable[[pa.Array], pa.Array]:
    def batch(column: pa.Array) -> pa.Array:
        return pa.array(map(function, column.to_pylist()), pa.string())

    return batch
