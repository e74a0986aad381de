"""One Spark session for each worker, and one build of the worked example.

dbt runs in process, in a lake and a target folder of the run's own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import agate  # type: ignore[import-untyped]
import pytest
from dbt.artifacts.schemas.run import RunExecutionResult
from dbt.cli.main import dbtRunner, dbtRunnerResult
from dbt.contracts.graph.manifest import Manifest
from pyspark.sql import Row, SparkSession
from simulator.lake import GENERATED, INTERPRETED, settings, write_defaults

from dbt_debezium import targets

if TYPE_CHECKING:
    from loads import Loads

# Rows of Spark have the times of the machine's zone.
os.environ["TZ"] = "UTC"
time.tzset()

ROOT = Path(__file__).parent.parent
Dbt = Callable[..., dbtRunnerResult]
Contents = dict[str, list[str]]
Printed = Callable[[], str]
Unwrap = Callable[..., list[Row]]
INLINE = "sql_operation.debezium.inline_query"
KAFKA = "topic string, partition int, offset bigint, timestamp timestamp, key string, value string"
WITH_HEADERS = f"{KAFKA}, headers array<struct<key: string, value: binary>>"

SOURCES = ["mongodb", "mongodb_1_1", "db2", "db2_struct", "sqlserver", "cdl"]
ENTITIES = {source: "ct_pg2hudi" if source == "cdl" else "customers" for source in SOURCES}


@pytest.hookimpl(wrapper=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """One worker builds the worked example and runs its tests; a file's tests share a worker.

    They are spread by `pytest -n`.
    """
    fixtures = {item: getattr(item, "fixturenames", []) for item in items}
    files = {item.path for item, names in fixtures.items() if "example" in names}
    for item in items:
        group = "example" if item.path in files else item.path.stem
        item.add_marker(pytest.mark.xdist_group(group))
    yield


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The run's own folder, with the environment that sends dbt there."""
    folder = tmp_path_factory.mktemp("example")
    write_defaults(folder / "conf", INTERPRETED)
    own = {
        "VIRTUAL_ENV": sys.prefix,
        "DBT_TARGET_PATH": str(folder / "target"),
        "DBT_LOG_PATH": str(folder / "logs"),
        "DBT_PROFILES_DIR": str(ROOT / "profiles"),
        "DBT_PROJECT_DIR": str(ROOT),
        "SPARK_CONF_DIR": str(folder / "conf"),
        "DEBEZIUM_JAVA_OPTIONS": "-XX:ReservedCodeCacheSize=512m",
    }
    with patch.dict(os.environ, own):
        targets.isolate_lake(folder)
        os.chdir(ROOT)
        yield folder


@pytest.fixture(scope="session")
def dbt(target: Path) -> Dbt:
    """dbt in this process; a query finds the project parsed, once for each set of variables."""
    manifests: dict[str, Manifest] = {}

    def parsed(variables: str) -> Manifest:
        if variables not in manifests:
            parse = dbtRunner().invoke(["--quiet", "parse", "--vars", variables])
            assert isinstance(parse.result, Manifest), parse.exception
            manifests[variables] = parse.result
        # One that fails stays in the manifest, where no other may come in its place.
        manifests[variables].nodes.pop(INLINE, None)
        return manifests[variables]

    def invoke(*arguments: str, check: bool = True) -> dbtRunnerResult:
        if "--inline" in arguments:
            flags = dict(pairwise(arguments))
            runner = dbtRunner(manifest=parsed(flags.get("--vars", "{}")))
            result = runner.invoke(["--quiet", "--no-write-json", *arguments])
        else:
            result = dbtRunner().invoke(["--quiet", *arguments])
        if check:
            assert result.success, failures(result)
        return result

    return invoke


def failures(result: dbtRunnerResult) -> str:
    if not isinstance(result.result, RunExecutionResult):
        return str(result.exception)
    passed = {"success", "pass", "no-op"}
    return "\n".join(
        f"{each.node.name}: {each.message}"
        for each in result.result.results
        if each.status not in passed
    )


@pytest.fixture(scope="session")
def spark(dbt: Dbt) -> SparkSession:
    """The run's session, with a schema for landing tables."""
    dbt("compile", "--inline", "select 1")
    session().sql("create schema if not exists landing")
    return session()


@pytest.fixture
def loads(dbt: Dbt, spark: SparkSession) -> Iterator[Loads]:
    """Tables of a test's own, beside those of the lake."""
    from loads import Loads  # which reads this module

    found = Loads(dbt)
    yield found
    found.drop()


class Example:
    """What the worked example's tables held after each build."""

    def __init__(self, dbt: Dbt) -> None:
        self.first = self.load(dbt, "day_1")
        self.again = self.build(dbt)
        self.second = self.load(dbt, "day_2")

    def load(self, dbt: Dbt, day: str) -> Contents:
        dbt("run-operation", "land_example", "--args", json.dumps({"day": day}))
        return self.build(dbt)

    def build(self, dbt: Dbt) -> Contents:
        dbt("build")
        return contents(session())

    def after(self, day: str) -> Contents:
        return {"day_1": self.first, "day_2": self.second}[day]


def session() -> SparkSession:
    return targets.session()


def contents(spark: SparkSession) -> Contents:
    """Return the rows of every table and view of the example, each as JSON text, sorted."""
    names = listed(spark, "tables", "tableName") | listed(spark, "views", "viewName")
    return {name: rows(spark, f"debezium.{name}") for name in sorted(names)}


def listed(spark: SparkSession, kind: str, column: str) -> set[str]:
    """Return the tables or views that persist; dbt leaves temporary views in the session."""
    found = spark.sql(f"show {kind} in debezium").collect()
    return {row[column] for row in found if not row["isTemporary"]}


def rows(spark: SparkSession, relation: str) -> list[str]:
    options = {"ignoreNullFields": "false"}
    from pyspark.sql.functions import struct, to_json

    table = spark.table(relation)
    # Hudi's own columns contain the commit, which a seed changes with each build.
    names = [f"`{name}`" for name in table.columns if not name.startswith("_hoodie_")]
    texts = table.select(to_json(struct(*names), options))
    return sorted(row[0] for row in texts.collect())


def parsed(contents: Contents, name: str) -> list[dict[str, Any]]:
    return [json.loads(row, parse_float=Decimal) for row in contents[name]]


@pytest.fixture(scope="session")
def example(dbt: Dbt, spark: SparkSession) -> Example:
    """The worked example, built as users build it: by plans that Spark compiles."""
    with settings(spark, GENERATED):
        return Example(dbt)


@pytest.fixture(scope="session")
def compiled_dir(example: Example, target: Path) -> Path:
    return target / "target" / "compiled" / "debezium"


def compiled(dbt: Dbt, call: str) -> str:
    """Return the SQL of one call of a macro of the package."""
    (sql,) = all_compiled(dbt, [call])
    return sql


def all_compiled(dbt: Dbt, calls: list[str]) -> list[str]:
    """Return the SQL of each call, by one command.

    To start dbt takes longer than to compile a call.
    """
    end = "-- the next call"
    inline = end.join(f"{{{{ debezium.{call} }}}}" for call in calls)
    result = dbt("compile", "--inline", inline).result
    assert isinstance(result, RunExecutionResult)
    return str(result.results[0].node.to_dict()["compiled_code"]).split(end)


@pytest.fixture
def unwrap(dbt: Dbt, spark: SparkSession) -> Iterator[Unwrap]:
    """Rows of the base table that unwrap makes of the given landing rows."""

    def build(schema: str, rows: list[Any], arguments: str) -> list[Row]:
        spark.sql(f"create or replace table landing.scratch ({schema})")
        spark.createDataFrame(rows, schema).writeTo("landing.scratch").append()
        relation = "api.Relation.create(schema='landing', identifier='scratch')"
        return spark.sql(compiled(dbt, f"unwrap({relation}, {arguments})")).collect()

    yield build
    spark.sql("drop table if exists landing.scratch")


def kafka(*messages: Any) -> list[tuple[Any, ...]]:
    """Records of one topic; a message is a value, or a key and a value, JSON text or not."""
    records = []
    for offset, message in enumerate(messages):
        key, value = message if isinstance(message, tuple) else (None, message)
        texts = [
            each if each is None or isinstance(each, str) else json.dumps(each)
            for each in (key, value)
        ]
        records.append(("t", 0, offset, None, *texts))
    return records


def slow_except(quick: Container[str], names: Iterable[str]) -> list[Any]:
    """Return the parameters `names`: those that are not `quick` belong to `make test-slow`."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in names]


def operation(macro: str, **arguments: Any) -> list[str]:
    return ["run-operation", f"debezium.{macro}", "--args", json.dumps(arguments)]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Printed:
    """What has been printed; agate keeps the standard output that there was when it was loaded."""
    original = agate.Table.print_table

    def print_table(table: agate.Table, **options: Any) -> None:
        original(table, **{"output": sys.stdout} | options)

    monkeypatch.setattr(agate.Table, "print_table", print_table)
    return lambda: capfd.readouterr().out
