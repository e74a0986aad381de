"""The engines: where Spark runs, and the table format that is asked of it. A new one is a line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from engines import servers

Environment = dict[str, str]
Started = Callable[[Path], AbstractContextManager[Environment]]
"""What an engine needs, running while the block lasts, with its files in the folder."""


@dataclass(frozen=True)
class Format:
    """A table format, by dbt's name for it."""

    name: str
    version: str
    """SQL for the version of its library in the live session."""


@dataclass(frozen=True)
class Engine:
    """A way to run dbt: a target of the package's profile over tables of one format."""

    about: str
    target: str
    format: Format
    jars: tuple[str, ...] = ()
    """The sets of jars beside the session's own."""
    started: Started = lambda _: nullcontext({})


ICEBERG = Format("iceberg", "java_method('org.apache.iceberg.IcebergBuild', 'version')")
DELTA = Format("delta", "java_method('io.delta.package', 'VERSION')")
# Its classes have no version, the name of its jar has.
HUDI = Format(
    "hudi",
    "regexp_extract(java_method('java.lang.System', 'getProperty', 'java.class.path'),"
    " 'hudi-spark[^/]*-([0-9.]+)[.]jar', 1)",
)

ENGINES = {
    "embedded-iceberg": Engine("Spark inside dbt, JDBC catalog on SQLite", "embedded", ICEBERG),
    "embedded-delta": Engine(
        "Spark inside dbt, Hive metastore on Derby", "embedded_delta", DELTA, ("delta",)
    ),
    "embedded-hudi": Engine(
        "Spark inside dbt, Hive metastore on Derby",
        "embedded_hudi",
        HUDI,
        ("hudi",),
        servers.spark_3_5,
    ),
    "thrift": Engine(
        "`python -m dbt_debezium.thrift_server`", "thrift", ICEBERG, started=servers.thrift
    ),
    "connect": Engine(
        "`python -m dbt_debezium.connect_server`", "connect", ICEBERG, started=servers.connect
    ),
    "cluster": Engine(
        "a standalone master and two workers, whose Python lacks the package",
        "cluster",
        ICEBERG,
        started=servers.cluster,
    ),
}
