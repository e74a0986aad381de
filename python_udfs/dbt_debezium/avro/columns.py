"""Columns of Avro messages as columns of JSON text, for Spark."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.functions import col, expr
from pyspark.sql.pandas.functions import arrow_udf

from dbt_debezium.avro.registry import Registry, RegistryError, Settings
from dbt_debezium.avro.values import UndecodableError

Decoded = tuple[bytes | None, str | None]
"""A message as JSON, and what prevented that."""


def decode_avro(records: DataFrame, settings: Settings, *, keep_undecodable: bool) -> DataFrame:
    """Return records of Kafka with `key` and `value` as JSON.

    A message that cannot be decoded ends the query with topic, partition and offset. With
    `keep_undecodable` its bytes stay as they are.
    """

    def decode(messages: pa.Array) -> pa.Array:
        registry = registry_of(tuple(settings.items()))
        pairs = list(decode_batch(messages.to_pylist(), registry, keep_undecodable))
        texts, problems = zip(*pairs, strict=True) if pairs else ((), ())
        columns = [pa.array(texts, pa.binary()), pa.array(problems, pa.string())]
        return pa.StructArray.from_arrays(columns, ["text", "problem"])

    # Spark's stubs need an argument more.
    function: Any = arrow_udf(decode, "struct<text: binary, problem: string>")  # type: ignore[call-overload]
    for name in ("key", "value"):
        records = records.withColumn(f"_{name}", function(col(name)))
    for name in ("key", "value"):
        records = records.withColumn(name, expr(text_or_error(name)))
    return records


def text_or_error(name: str) -> str:
    return (
        f"if(_{name}.problem is null, _{name}.text, raise_error(concat("
        f"'{name} of ', concat_ws('/', topic, partition, offset), ': ', _{name}.problem)))"
    )


def decode_batch(
    messages: list[bytes | None], registry: Registry, keep_undecodable: bool
) -> Iterator[Decoded]:
    """Yield each message's text or problem; after a registry's failure no more are tried."""
    failure = None
    registry.begin_batch()
    for message in messages:
        if message is None:
            yield None, None
        elif failure:
            yield None, failure
        else:
            try:
                yield registry.text(message), None
            except UndecodableError as error:
                yield (message, None) if keep_undecodable else (None, str(error))
            except RegistryError as error:
                failure = str(error)
                yield None, failure


@cache
def registry_of(settings: tuple[tuple[str, str], ...]) -> Registry:
    """Return the registry of this process, with the schemas that it has fetched."""
    return Registry(dict(settings))
