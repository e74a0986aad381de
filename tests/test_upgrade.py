"""A project of version 0.1.0 and its tables, upgraded by the steps of CHANGELOG.md."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, failures
from dbt.cli.main import dbtRunner
from installed import PROJECT, installed, run
from pyspark.sql import SparkSession

BEFORE = ROOT / "tests" / "upgrade" / "0.1.0"
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
SCHEMA = "shop_upgrade"
ENTITIES = ["mongodb__customers", "postgresql__customers", "postgresql__toasty"]
RECORD = "topic string, partition int, offset bigint, timestamp bigint, key string, value string"
LANDED = [
    *["topic", "partition", "offset", "timestamp_millis(timestamp)"],
    *["cast(key as binary)", "cast(value as binary)", "null"],
]
BASES = {"mongodb": "base_mongodb__customers", "postgresql": "base_postgresql"}
"""The first base model of each landing table."""


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The models as 0.1.0 wrote them, and the tables as it built them."""
    folder = tmp_path_factory.mktemp("upgrade")
    shutil.copytree(BEFORE / "models", folder / "models")
    for file in (BEFORE / "tables").iterdir():
        schema, table, _ = file.name.split(".")
        schema = SCHEMA if schema == "shop" else schema
        spark.sql(f"create schema if not exists {schema}")
        spark.read.parquet(str(file)).writeTo(f"{schema}.{table}").using("iceberg").create()
    with installed(folder, PROJECT.replace("  shop:\n", "  shop:\n    +schema: upgrade\n")):
        yield folder


@pytest.fixture(scope="module")
def renamed(project: Path) -> Path:
    """Step 1: old names are replaced by new ones."""
    names = renames()
    old = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    word = re.compile(rf"(?<!\w)({old})(?!\w)")
    blocks = {block(name): block(new) for name, new in names.items()}
    for file in (each for each in (project / "models").rglob("*") if each.is_file()):
        text = word.sub(lambda match: names[match[1]], file.read_text())
        text = re.sub(r"debezium__\w+", lambda match: blocks.get(match[0], match[0]), text)
        file.write_text(text)
    return project


@pytest.fixture(scope="module")
def upgraded(renamed: Path) -> Path:
    """Steps 2 and 3: staging selects what is new, and all tables are rebuilt."""
    step = re.search(r"^2\. Select ([^.]*) in your", CHANGELOG, re.MULTILINE)
    assert step
    columns = re.findall(r"`(\w+)`", step[1])
    for file in (renamed / "models").rglob("stg_*.sql"):
        added = ",\n    ".join(["_landing_id", *columns])
        file.write_text(file.read_text().replace("    _landing_id,", f"    {added},"))
    listed = ["ls", "--resource-type", "model", "--select", "config.materialized:incremental"]
    found = dbtRunner().invoke(["--quiet", *listed, "--output", "name"])
    assert isinstance(found.result, list)
    named = f"{{debezium__full_refresh: [{', '.join(found.result)}]}}"
    run(
        "run",
        "--full-refresh",
        "--select",
        *(f"{base}+" for base in BASES.values()),
        "--vars",
        named,
    )
    return renamed


def renames() -> dict[str, str]:
    """Return the table of the changelog, of each name that has a new one."""
    names: dict[str, str] = {}
    for line in re.findall(r"^\| (.*) \|$", CHANGELOG, re.MULTILINE):
        _, old, new = line.split(" | ")
        replaced = re.findall("`([^`]*)`", old), re.findall("`([^`]*)`", new)
        if len(replaced[0]) == len(replaced[1]):
            names = dict(zip(*replaced, strict=True)) | names
    return names


def block(column: str) -> str:
    """Return the name of the documentation block of a column."""
    return f"debezium__{column.removeprefix('_')}"


def rows(spark: SparkSession, query: str) -> list[tuple[object, ...]]:
    return sorted(map(tuple, spark.sql(query).collect()), key=repr)


def test_the_changelog_names_what_changed() -> None:
    assert renames()["_landed_at"] == "_topic_timestamp"
    assert renames()["unmodelled"] == "filtered"


def test_a_table_that_is_not_rebuilt_stops_the_build(renamed: Path) -> None:
    """Each table names itself, so the order of the rebuilds does not matter."""
    every = ["mongodb__customers", "mongodb__customers_history", "mongodb__customers__ledger"]
    result = dbtRunner().invoke(["--quiet", "run", "--select", *BASES.values(), *every])
    assert not result.success
    message = failures(result)
    assert message.count("because an earlier version of the package built it") == len(BASES), (
        message
    )
    for name in BASES.values():
        assert re.search(rf"--select {name}\+ --vars .*refresh: \[{name}, \w+", message), message
    result = dbtRunner().invoke(["--quiet", "run", "--select", *every])
    message = failures(result)
    for name, column in zip(
        every, ["_merge_state", "_last_event", "key_mismatch_rows"], strict=True
    ):
        assert re.search(rf"table \S*{name} lacks [^.]*{column}", message), message


@pytest.mark.slow
def test_current_and_history_are_as_before(upgraded: Path, spark: SparkSession) -> None:
    for name in ENTITIES:
        old = spark.read.parquet(str(BEFORE / "tables" / f"shop.{name}.parquet"))
        kept = [column for column in old.columns if not column.startswith("_")]
        kept += ["_key", "_op", "_is_deleted", "_source_at", "_events", "_unavailable"]
        query = f"select {', '.join(f'`{column}`' for column in kept)} from"
        old.createOrReplaceTempView("old_rows")
        found = rows(spark, f"{query} {SCHEMA}.{name}")
        assert found == rows(spark, f"{query} old_rows")
        assert len(found) > 1
        versions = spark.read.parquet(str(BEFORE / "tables" / f"shop.{name}_history.parquet"))
        versions.createOrReplaceTempView("old_versions")
        query = "select _key, _version, _valid_from, _valid_to, _op, _is_current from"
        assert rows(spark, f"{query} {SCHEMA}.{name}_history") == rows(
            spark, f"{query} old_versions"
        )


@pytest.mark.slow
def test_all_tests_pass_and_later_events_are_added(upgraded: Path, spark: SparkSession) -> None:
    run("test", "--vars", "{debezium__test_all: true}")
    for file in (BEFORE / "later").iterdir():
        landing = f"old_landing.{file.stem}"
        before = spark.table(landing).count()
        spark.read.schema(RECORD).json(str(file)).selectExpr(*LANDED).write.insertInto(landing)
        assert spark.table(landing).count() > before + 10
    run("build")
    run("test", "--vars", "{debezium__test_all: true}")
    for name, base in BASES.items():
        landed = spark.table(f"old_landing.{name}").count()
        built = spark.table(f"{SCHEMA}.{base}")
        assert built.count() == landed
        assert built.agg({"_load": "max"}).head() == (4,)
