"""Spark and dbt in this process: where simulations land, and the tables that the models make."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from zlib import crc32

from dbt.artifacts.schemas.run import RunExecutionResult

from dbt_debezium.conformance import FailedError, invoke, spark_session
from simulator import comparing, project
from simulator.landing import Record

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

GENERATED = {
    "spark.sql.codegen.factoryMode": "FALLBACK",
    "spark.sql.codegen.wholeStage": "true",
}
"""Spark's defaults: plans are compiled to Java."""
# Spark describes a plan once more after each of its stages, for a page that no test reads.
UNDESCRIBED = {"spark.sql.ui.explainMode": "simple"}
# Small data, long plans: compiling them costs more than it saves. Hudi's merge fails without,
# where a struct is null.
INTERPRETED = UNDESCRIBED | (
    GENERATED
    if os.environ.get("DEBEZIUM_FILE_FORMAT") == "hudi"
    else {
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.codegen.wholeStage": "false",
    }
)
SETTINGS = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
    **INTERPRETED,
}
# where events share coordinates, a repeat may count and the order be uncertain
STATE = [
    "_key",
    "_is_deleted",
    "_order_uncertain",
    "if(_tied_events = 0, _events + _pending_events, null) as _events",
]
VERSION = [
    "_key",
    "_version",
    "unix_millis(_valid_from) as _valid_from",
    "unix_millis(_valid_to) as _valid_to",
    "_op",
    "_is_current",
]
PARTS = {"stream", "id", "_id"}  # of the key, which `_key` holds
TABLES = ["base_{}", "{}", "{}_history"]
VIEWS = ["stg_{}", "{}_active"]
UNLOGGED = ["--log-level-file", "none"]
FORGOTTEN = 3
"""Keys of a connector, at most."""


def write_defaults(folder: Path, settings: Mapping[str, str] = SETTINGS) -> None:
    """Write the file of defaults that Spark reads from the folder of SPARK_CONF_DIR."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{name} {value}\n" for name, value in settings.items())
    (folder / "spark-defaults.conf").write_text(lines)


class Lake:
    """A project with its tables, in a schema of its own."""

    def __init__(
        self,
        spark: SparkSession,
        schema: str,
        connectors: Sequence[str],
        folder: Path,
        changes: project.Changes,
    ) -> None:
        self.spark = spark
        self.schema = schema
        self.connectors = list(connectors)
        self.folder = folder
        self.changes = changes
        self.described = self.connectors
        """The connectors of the project, which may have more than this lake."""
        self.begun = False

    @contextmanager
    def beside(self, connector: str) -> Iterator[Lake]:
        """Another lake for one of the connectors."""
        schema = f"{self.schema}_beside"
        other = Lake(self.spark, schema, [connector], self.folder, self.changes)
        other.described = self.described
        os.environ["DEBEZIUM_SCHEMA"] = other.schema
        try:
            project.write(self.folder, self.described, self.changes)
            other.create()
            yield other
        finally:
            os.environ["DEBEZIUM_SCHEMA"] = self.schema

    def create(self) -> None:
        """The schema, empty, and the landing tables."""
        self.spark.sql(f"create schema if not exists {self.schema}")
        for each in self.connectors:
            landings = project.landings(each, self.changes)
            for relation in [*(name.format(each) for name in TABLES), *landings, "ledger"]:
                self.spark.sql(f"drop table if exists {self.schema}.{relation}")
            for landing in landings:
                self.spark.sql(f"create table {self.schema}.{landing} ({project.LANDING})")

    def land(self, connector: str, records: Iterable[Record]) -> None:
        """Append the records; of several landing tables each has its own topics."""
        landings = project.landings(connector, self.changes)
        shards: dict[str, list[Record]] = {name: [] for name in landings}
        for record in records:
            shards[landings[crc32(record.topic.encode()) % len(landings)]].append(record)
        for name, own in shards.items():
            frame(self.spark, own).write.insertInto(f"{self.schema}.{name}")

    def build(self) -> None:
        """What landed, into the tables; the first time also the views."""
        models = TABLES if self.begun else TABLES + VIEWS
        names = [name.format(each) for each in self.connectors for name in models]
        invoke("run", "--select", *names, *UNLOGGED)
        self.begun = True

    def change(self) -> None:
        """What a user does in the middle: rebuild base; declare a column or a type, and fill it in.

        docs/schema_changes.md has the steps.
        """
        rebuilt = [f"base_{each}" for each in self.connectors if each in self.changes.rebuilt]
        if rebuilt:
            invoke("run", "--select", *rebuilt, "--full-refresh", *UNLOGGED)
        late = [each for each in self.connectors if self.is_late(each)]
        if not late:
            return
        project.write(self.folder, self.described, self.changes, is_middle=True)
        for each in late:
            if each in self.changes.widened:
                self.operate("widen", model=f"base_{each}")
        invoke("run", "--select", *(f"base_{each}" for each in late), *UNLOGGED)
        for each in late:
            self.operate("backfill", model=f"base_{each}", columns=[self.changes.late[each]])
        names = [name.format(each) for each in late for name in [*TABLES[1:], *VIEWS]]
        invoke("run", "--select", *names, "--full-refresh", *UNLOGGED)

    def operate(self, operation: str, **arguments: Any) -> None:
        name = f"debezium.{operation}"
        invoke("run-operation", name, "--args", json.dumps(arguments), *UNLOGGED)

    def forget(self, connector: str, settled: Collection[comparing.Place]) -> set[comparing.Place]:
        """Remove the values of some settled keys, if the connector is one that forgets.

        Return the keys.
        """
        if connector not in self.changes.forgotten:
            return set()
        rows = self.rows(connector, ["_key"])
        keys = sorted(row["_key"] for row in rows if comparing.place(row["_key"]) in settled)
        chosen = keys[:: len(keys) // FORGOTTEN + 1]
        for key in chosen:
            self.operate("forget_key", model=connector, key=key, dry_run=False)
        return {comparing.place(key) for key in chosen}

    def purge(self, connector: str) -> set[comparing.Place]:
        """Remove the deleted rows of a current model, if the connector's are to be.

        Return their keys.
        """
        if connector not in self.changes.purged:
            return set()
        before = self.rows(connector, ["_key"])
        self.operate("purge_deleted_rows", model=connector, dry_run=False)
        left = {row["_key"] for row in self.rows(connector, ["_key"])}
        return {comparing.place(row["_key"]) for row in before if row["_key"] not in left}

    def is_late(self, connector: str) -> bool:
        """Return whether a column of it has its declaration in the middle only."""
        return connector in self.changes.late

    def test(self) -> list[str]:
        """Return what fails of the package's generic tests.

        The ledger, which they need, is built.
        """
        try:
            invoke("build", "--select", "ledger", "test_type:generic", *UNLOGGED)
        except FailedError as error:
            return [str(error)]
        return []

    def found(self, connector: str) -> comparing.Found:
        """Return the rows of the tables of a connector's entity."""
        columns = [each for each in project.columns(connector) if each not in PARTS]
        current = self.rows(connector, [*STATE, *columns])
        history = self.rows(f"{connector}_history", [*VERSION, *columns])
        active = self.rows(f"{connector}_active", ["_key", *columns])
        return comparing.found(current, history, active)

    def rows(self, relation: str, columns: list[str]) -> list[dict[str, Any]]:
        return collected(self.spark.table(f"{self.schema}.{relation}"), columns)

    def landing_ids(self, connector: str) -> list[tuple[str, int, int]]:
        """Topic, partition and offset of every row of base."""
        names = ["_topic", "_topic_partition", "_topic_offset"]
        rows = self.rows(f"base_{connector}", names)
        return [(topic, partition, offset) for topic, partition, offset in map(dict.values, rows)]


def collected(table: DataFrame, columns: list[str]) -> list[dict[str, Any]]:
    return [row.asDict() for row in table.selectExpr(*columns).collect()]


def frame(spark: SparkSession, records: Iterable[Record]) -> DataFrame:
    """Landed rows as one partition, in their order."""
    rows = [(*each[:3], time(each.timestamp), each.key, each.value) for each in records]
    return spark.createDataFrame(rows, project.LANDING).coalesce(1)


def time(milliseconds: int | None) -> datetime | None:
    return (
        None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, timezone.utc)
    )


def compiled(text: str) -> str:
    """Return the SQL of a template."""
    result = invoke("compile", "--inline", text, *UNLOGGED).result
    assert isinstance(result, RunExecutionResult)
    return str(result.results[0].node.to_dict()["compiled_code"])


@contextmanager
def opened(
    folder: Path,
    schema: str,
    connectors: Iterable[str],
    changes: project.Changes = project.UNCHANGED,
) -> Iterator[Lake]:
    """Yield the project, written and installed; its tables are empty, Spark runs."""
    connectors = list(connectors)
    project.write(folder, connectors, changes)
    own = {
        "DBT_PROFILES_DIR": str(folder),
        "DBT_PROJECT_DIR": str(folder),
        "DBT_TARGET_PATH": str(folder / "target"),
        "DBT_LOG_PATH": str(folder / "logs"),
        "DEBEZIUM_SCHEMA": schema,
    }
    place = Path.cwd()
    try:
        with patch.dict(os.environ, own):
            invoke("deps", *UNLOGGED)
            spark = spark_session()
            with settings(spark):
                lake = Lake(spark, schema, connectors, folder, changes)
                lake.create()
                yield lake
    finally:
        os.chdir(place)


@contextmanager
def settings(spark: SparkSession, values: Mapping[str, str] = SETTINGS) -> Iterator[None]:
    """Spark with the values, by default those for small data; as it was afterwards."""
    before: dict[str, str | None] = {name: spark.conf.get(name, None) for name in values}
    for name, value in values.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, former in before.items():
            if former is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, former)
