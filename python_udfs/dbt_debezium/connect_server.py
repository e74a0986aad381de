"""A Spark Connect server: `python -m dbt_debezium.connect_server`.

Serves the tables of a target of the dbt profile, one that starts Spark in its own process, to the
target `connect`, whose plugin brings the package's functions. SIGTERM or SIGINT ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dbt_debezium.servers import serve

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def main(arguments: Sequence[str] | None = None) -> None:
    serve(__doc__ or "", 15002, settings, start, arguments)


def settings(host: str, port: int) -> dict[str, str]:
    return {
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": host,
        "spark.connect.grpc.binding.port": str(port),
    }


def start(_: SparkSession) -> Callable[[], Any]:
    """Spark has started the plugin, and stops it."""
    return lambda: None


if __name__ == "__main__":
    main()
