"""Python side of the dbt package `debezium`: the functions SQL cannot express, and their set-up."""

from typing import Any

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Give dbt its `plugins`, lazily: Spark's workers import this package too, without dbt."""
    if name == "plugins":
        from dbt_debezium.plugin import DebeziumPlugin

        return [DebeziumPlugin]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
