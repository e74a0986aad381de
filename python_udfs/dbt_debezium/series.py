"""The functions' form before Spark 4.1: on series of pandas, which Spark knows by type hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
from pyspark.sql.pandas.functions import pandas_udf


def on_series(function: Callable[..., str | None]) -> Any:
    """Return the function as one of SQL that takes and gives columns."""

    def batch(*columns: pd.Series) -> pd.Series:
        return pd.Series(list(map(function, *columns)), dtype=object)

    return pandas_udf(batch, returnType="string")  # type: ignore[call-overload]
