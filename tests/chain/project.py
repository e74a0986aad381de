"""A dbt project in a folder of its own that has installed the package: land, generate, build."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

import yaml
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

from chain.process import Process

ROOT = Path(__file__).parent.parent.parent
NAME = "chain"
PROJECT = {
    "name": NAME,
    "version": "1.0.0",
    "config-version": 2,
    "profile": NAME,
    "flags": {"send_anonymous_usage_stats": False},
    "models": {NAME: {"+file_format": "iceberg", "+on_schema_change": "append_new_columns"}},
}
LANDING = "landing.events"
PYTHON = [sys.executable, "-m"]


class Project:
    def __init__(self, folder: Path, registry: str | None) -> None:
        folder.mkdir()
        self.registry = registry
        # YAML reads JSON
        (folder / "dbt_project.yml").write_text(json.dumps(PROJECT))
        (folder / "packages.yml").write_text(json.dumps({"packages": [{"local": str(ROOT)}]}))
        # The package shows its example to no profile of another name.
        profiles = yaml.safe_load((ROOT / "profiles" / "profiles.yml").read_text())
        (folder / "profiles.yml").write_text(json.dumps({NAME: profiles["debezium_example"]}))
        self.folder = folder
        self.environment = {
            "DEBEZIUM_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m",
            **os.environ,
            "VIRTUAL_ENV": sys.prefix,
            "DBT_PROFILES_DIR": str(folder),
            "DBT_PROJECT_DIR": str(folder),
            "DBT_TARGET_PATH": str(folder / "target"),
            "DBT_LOG_PATH": str(folder / "logs"),
            "DEBEZIUM_LAKE": str(folder / "lake"),
            "DEBEZIUM_SCHEMA": NAME,
            "DEBEZIUM_SHUFFLE_PARTITIONS": "2",
            "DEBEZIUM_TARGET": "embedded",
        }
        self.dbt("deps")

    def dbt(self, command: str, *arguments: str) -> str:
        """Return the closing line of a dbt command."""
        dbt = [str(Path(sys.prefix, "bin", "dbt")), "--no-use-colors", command, *arguments]
        return self.run(command, dbt)

    def operation(self, name: str, **arguments: object) -> str:
        """Run one of the package's operations; its last line."""
        return self.dbt("run-operation", f"debezium.{name}", "--args", json.dumps(arguments))

    def run(self, name: str, command: list[str]) -> str:
        return Process(name, command, self.folder, self.environment).run().splitlines()[-1]

    def land(self, kafka: str, topics: str) -> str:
        """Land what is new in Kafka; the closing line."""
        where = ["--kafka", kafka, "--topics", topics, "--checkpoint", str(self.folder / "landed")]
        if self.registry:
            where += ["--schema-registry", self.registry]
        return self.run("land", [*PYTHON, "dbt_debezium.land", LANDING, *where])

    def generate(self, overwrite: bool = False) -> None:
        """The models of all tables that have landed."""
        again = ["--overwrite"] if overwrite else []
        self.run("generate", [*PYTHON, "dbt_debezium.generate", LANDING, "--all", *again])

    def build(self) -> str:
        """dbt build; its closing line."""
        return self.dbt("build")

    @contextmanager
    def session(self) -> Iterator[SparkSession]:
        """Spark in this process, started by dbt with the profile."""
        os.environ.update(self.environment)
        with redirect_stdout(StringIO()):
            dbtRunner().invoke(["--quiet", "compile", "--inline", "select 1"])
        spark = SparkSession.getActiveSession()
        assert spark
        try:
            yield spark
        finally:
            spark.stop()
