"""Models generated from what has landed: in style, and with the results of the example."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ENTITIES, SOURCES, failures
from dbt.cli.main import dbtRunner
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col
from test_sql_style import lint

from dbt_debezium.generate import main

ROOT = Path(__file__).parent.parent
PROJECT = """\
name: shop
version: "0.1.0"
config-version: 2
profile: debezium_integration_tests
models:
  shop:
    +file_format: iceberg
    +on_schema_change: append_new_columns
flags:
  send_anonymous_usage_stats: false
"""
OTHERS = {
    "sqlserver": ["--topic", "server1.testDB.dbo.customers"],
    "db2_struct": ["--connector", "db2", "--key", "ID"],
}
# Their own: the number of the load, and the key under the column's own name.
OWN = {"_load", "_key"}
# Columns that a person called otherwise.
RENAMED = {"city": "address_city", "decimal_num": "decimalnum"}
# Built in `make test-slow`.
SLOW = {"mongodb_1_1", "db2", "db2_struct", "cdl"}


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project that has installed the package and has no model yet, in the run's session."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "dbt_project.yml").write_text(PROJECT)
    (folder / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    shutil.copy(ROOT / "integration_tests" / "profiles.yml", folder)
    own = {
        "DBT_PROJECT_DIR": str(folder),
        "DBT_PROFILES_DIR": str(folder),
        "DBT_TARGET_PATH": str(folder / "target"),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, text in own.items():
            patch.setenv(name, text)
        patch.chdir(folder)
        run("deps")
        yield folder


def run(*arguments: str) -> None:
    result = dbtRunner().invoke(["--quiet", *arguments])
    assert result.success, failures(result)


def generate(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def written(project: Path) -> Path:
    """The models of every source of the worked example, generated."""
    for source in SOURCES:
        arguments = OTHERS.get(source, [])
        generate(f"landing.{source}", "--name", f"{source}__{ENTITIES[source]}", *arguments)
    return project


def test_generated_models_parse_without_a_warning(written: Path) -> None:
    run("--warn-error", "parse")


@pytest.mark.parametrize(
    "source",
    [pytest.param(each, marks=[pytest.mark.slow] if each in SLOW else []) for each in SOURCES],
)
def test_generated_models_give_the_example_s_rows(
    written: Path, spark: SparkSession, source: str
) -> None:
    """Where both have a column, by name or by path: the values of the example's type, as text."""
    run("build", "--select", f"path:models/{source}")
    name = f"{source}__{ENTITIES[source]}"
    ours, theirs = spark.table(f"debezium.{name}"), spark.table(f"shop.{name}")
    names = {each.lower(): each for each in theirs.columns}
    pairs = {
        column: names[wished]
        for column in set(ours.columns) - OWN
        for wished in {column, RENAMED.get(column, column)}
        if wished in names
    }
    assert len(pairs) >= 15
    assert texts(ours, ours, {name: name for name in pairs}) == texts(theirs, ours, pairs)


def texts(table: DataFrame, types: DataFrame, names: dict[str, str]) -> list[str]:
    shown = [
        col(f"`{name}`").cast(types.schema[column].dataType).cast("string").alias(column)
        for column, name in names.items()
    ]
    found = sorted(map(str, table.select(*shown).collect()))
    assert found
    return found


def test_generated_models_are_in_style(written: Path) -> None:
    found = lint("--config", str(ROOT / ".sqlfluff"), str(written / "models"))
    assert not found, found
