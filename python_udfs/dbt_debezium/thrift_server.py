"""A Spark Thrift server with the package's functions: `python -m dbt_debezium.thrift_server`.

Serves the tables of a target of the dbt profile, one that starts Spark in its own process, to the
target `thrift` and every other client of HiveServer2. SIGTERM or SIGINT ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dbt_debezium.functions import FUNCTIONS, register
from dbt_debezium.servers import serve

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def main(arguments: Sequence[str] | None = None) -> None:
    serve(__doc__ or "", 10000, settings, start, arguments)


def settings(host: str, port: int) -> dict[str, str]:
    return {
        "spark.hadoop.hive.server2.thrift.bind.host": host,
        "spark.hadoop.hive.server2.thrift.port": str(port),
    }


def start(spark: SparkSession) -> Callable[[], Any]:
    register(spark)
    share(spark)
    thriftserver: Any = spark._jvm.org.apache.spark.sql.hive.thriftserver  # type: ignore[union-attr]
    server = thriftserver.HiveThriftServer2.startWithSparkSession(spark._jsparkSession, False)
    return server.stop  # type: ignore[no-any-return]


def share(spark: SparkSession) -> None:
    """Give the functions to the sessions to come: each connection has one of its own."""
    jvm: Any = spark._jvm
    known = spark._jsparkSession.sessionState().functionRegistry()
    for name in FUNCTIONS:
        function = jvm.org.apache.spark.sql.catalyst.FunctionIdentifier(name)
        info, builder = known.lookupFunction(function), known.lookupFunctionBuilder(function)
        shared = jvm.scala.Tuple3(function, info.get(), builder.get())
        spark._jsparkSession.extensions().injectFunction(shared)


if __name__ == "__main__":
    main()
