"""The SQL functions of the package and how a Spark session gets them.

Each takes strings and gives one string; NULL comes in as None, None goes out as NULL.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile, ZipInfo

import pyarrow as pa

from dbt_debezium.compression import decompress
from dbt_debezium.documents import decode_arrays, write_document, write_key
from dbt_debezium.partial_updates import apply_updates

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FUNCTIONS: dict[str, Callable[..., str | None]] = {
    "debezium_document": write_document,
    "debezium_document_key": write_key,
    "debezium_decode_arrays": decode_arrays,
    "debezium_apply_updates": apply_updates,
    "debezium_decompress": decompress,
}


def register(spark: SparkSession) -> None:
    """Make FUNCTIONS callable by name in the SQL of this session, classic or Connect."""
    send_package(spark)
    for name, function in FUNCTIONS.items():
        spark.udf.register(name, in_batches(function))


def send_package(spark: SparkSession) -> None:
    """Have workers that run elsewhere import this package's code.

    Their Python must be of the same minor version, with pyarrow and orjson.
    """
    if "SPARK_REMOTE" in os.environ or not str(spark.sparkContext.master).startswith("local"):
        spark.addArtifacts(packed(), pyfile=True)


@cache
def packed() -> str:
    """Return an archive of the package that Python imports from.

    It lives as long as this process.
    """
    package = Path(__file__).parent
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for each in sorted(package.rglob("*.py")):
            archive.writestr(ZipInfo(str(each.relative_to(package.parent))), each.read_bytes())
    folder = Path(mkdtemp(prefix="dbt_debezium-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # A server that has it by this name has this content.
    name = hashlib.sha256(content.getvalue()).hexdigest()[:16]
    file = folder / f"{package.name}-{name}.zip"
    file.write_bytes(content.getvalue())
    return str(file)


def in_batches(function: Callable[..., str | None]) -> Any:
    """Return the function as one of SQL that takes and gives columns."""
    try:
        from pyspark.sql.pandas.functions import arrow_udf
    except ImportError:  # before Spark 4.1
        from dbt_debezium.series import on_series

        return on_series(function)
    # Spark reads the kind of function from its type hints; its stubs need an argument.
    return arrow_udf(batched(function), returnType="string")  # type: ignore[call-overload]


def batched(function: Callable[..., str | None]) -> Callable[..., pa.Array]:
    """Return the function on columns, which all have the length of the batch: a literal's too."""

    def batch(*columns: pa.Array) -> pa.Array:
        return pa.array(map(function, *map(_texts, columns)), pa.string())

    return batch


def _texts(column: pa.Array) -> list[str | None]:
    """Return the texts of a column; a landed one may have bytes that are not UTF-8."""
    try:
        return column.to_pylist()  # type: ignore[no-any-return]
    except UnicodeDecodeError:
        octets = column.cast(pa.binary()).to_pylist()
        return [None if each is None else each.decode(errors="replace") for each in octets]
