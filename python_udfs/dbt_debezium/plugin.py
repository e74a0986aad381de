"""The dbt plugin that gives `dbt run` the package's Python functions.

dbt starts plugins once the profile and the project are known and before it parses. Where dbt-spark
would start Spark in this process at its first statement, the plugin starts the same session
earlier and registers the functions in it. Where Spark is elsewhere it looks whether it is there.
In all other projects it does nothing.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from dbt.plugins.manager import dbtPlugin

from dbt_debezium import passwords, requirements
from dbt_debezium.install import JAVA_HOME

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SQL_COMMANDS = frozenset(
    "build clone compile freshness generate retry run run-operation seed show snapshot test".split()
)
PROJECT = "debezium"
DEFAULTS = {
    # What Spark infers from conditions grows without bound over tables of many columns.
    "spark.sql.constraintPropagation.enabled": "false",
    # Java only interprets a method of more bytes; Spark is to make smaller ones in its place.
    "spark.sql.codegen.hugeMethodLimit": "8000",
    # A build compiles hundreds of classes, of which Spark keeps 100 for the next.
    "spark.sql.codegen.cache.maxEntries": "2000",
    # The few new rows of a merge are hashed. Otherwise Spark sorts the complete target.
    "spark.sql.adaptive.maxShuffledHashJoinLocalMapThreshold": "64m",
    # A merge into a table in buckets of its key does not shuffle it.
    "spark.sql.sources.v2.bucketing.enabled": "true",
    "spark.sql.sources.v2.bucketing.shuffle.enabled": "true",
    "spark.sql.iceberg.planning.preserve-data-grouping": "true",
    # What it keeps of past queries for its UI fills the memory of a long session.
    "spark.sql.ui.retainedExecutions": "10",
    "spark.ui.retainedJobs": "10",
    "spark.ui.retainedStages": "10",
    "spark.ui.retainedTasks": "100",
}
"""Spark settings that the profile may replace."""


class DebeziumPlugin(dbtPlugin):
    """Registers FUNCTIONS in the Spark session of projects that use the package."""

    def initialize(self) -> None:
        context = click.get_current_context(silent=True)
        credentials = spark_credentials(context.obj if context else None)
        if credentials is None:
            return
        passwords.hide(credentials.server_side_parameters)
        requirements.check_server(credentials)
        if credentials.method == "session":
            from dbt_debezium.functions import register

            register(start_session(dict(credentials.server_side_parameters)))


def spark_credentials(invocation: Any) -> Any:
    """dbt's credentials, or None where this invocation is not ours to serve.

    `invocation` is dbt's click object: its `flags`, `profile` and `project`.
    """
    if not isinstance(invocation, dict) or not {"flags", "profile", "project"} <= set(invocation):
        return None
    credentials = invocation["profile"].credentials
    if (
        invocation["flags"].WHICH not in SQL_COMMANDS
        or credentials.type != "spark"
        or credentials.method not in ("session", "thrift")
        or not _uses_package(invocation["project"])
    ):
        return None
    return credentials


def _uses_package(project: Any) -> bool:
    installed = Path(project.project_root, project.packages_install_path, PROJECT)
    return project.project_name == PROJECT or installed.is_dir()


def start_session(settings: dict[str, str]) -> SparkSession:
    """Return the session that dbt-spark's own `session` method gets."""
    if "SPARK_REMOTE" not in os.environ:
        prepare_process(settings)
    else:  # a Connect server sets these at its start, and dbt-spark requests Hive each time
        settled = r"spark\.(ui|sql\.ui|sql\.catalogImplementation)\b"
        warnings.filterwarnings("ignore", f"Failed to set {settled}")
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        _report_differences(running, settings)
    builder = SparkSession.builder.enableHiveSupport()
    if requirements.is_in_memory(settings):
        _warn(
            "tables end with this process, its catalog is in memory: set spark.sql.defaultCatalog"
            " to the name of a catalog that lasts"
        )
    private = {n: v for n, v in settings.items() if passwords.is_read_late(n, v)}
    for name, value in {**DEFAULTS, **settings}.items():
        if name not in private:
            builder = builder.config(name, value)
    spark = builder.getOrCreate()
    for name, value in private.items():
        # The builder's settings are in the JVM's command line, which all users can read.
        spark.conf.set(name, value)
    if "SPARK_REMOTE" not in os.environ:
        passwords.hide(dict(spark.sparkContext.getConf().getAll()))  # also of spark-defaults.conf
        for name, value in private.items():
            spark._jsc.sc().conf().set(name, value)  # for sessions to come
        requirements.check_classes(spark)
    return spark


def prepare_process(settings: dict[str, str]) -> None:
    """Set what the JVM and the workers inherit, and make the folder of a SQLite catalog."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if (JAVA_HOME / "bin" / "java").exists():
        # Before the machine's own JAVA_HOME, which the wrapper was made from.
        os.environ["JAVA_HOME"] = str(JAVA_HOME)
    for name, value in settings.items():
        if name.endswith(".uri") and value.startswith("jdbc:sqlite:"):
            file = value.removeprefix("jdbc:sqlite:").partition("?")[0]
            Path(file).parent.mkdir(parents=True, exist_ok=True)


def _report_differences(session: SparkSession, settings: dict[str, str]) -> None:
    # Spark puts options of its own before the profile's Java options, hence the comparison of ends.
    different = [
        name
        for name, value in settings.items()
        if not session.conf.isModifiable(name)
        and not (session.conf.get(name, None) or "").endswith(value)
    ]
    if different:
        _warn("this process already has a Spark session; it keeps its own " + ", ".join(different))


def _warn(message: str) -> None:
    from dbt_common.events.base_types import EventLevel
    from dbt_common.events.functions import fire_event
    from dbt_common.events.types import Note

    fire_event(Note(msg=f"debezium: {message}"), EventLevel.WARN)
