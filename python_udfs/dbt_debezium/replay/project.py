"""A dbt project of its own for a capture: landed, generated and built by the package alone."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from click.testing import CliRunner
from dbt.artifacts.schemas.run import RunExecutionResult
from dbt.cli.main import dbtRunner, dbtRunnerResult

from dbt_debezium import generate, targets

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PACKAGE = Path(__file__).parents[3]
NAME = "replay"
LANDING = "landing.events"
FILES = {
    "dbt_project.yml": {
        "name": NAME,
        "version": "1.0.0",
        "config-version": 2,
        "profile": NAME,
        "models": {
            NAME: {
                "+file_format": "{{ env_var('DEBEZIUM_FILE_FORMAT', 'iceberg') }}",
                "+on_schema_change": "append_new_columns",
            }
        },
        "flags": {"send_anonymous_usage_stats": False},
    },
    "packages.yml": {"packages": [{"local": str(PACKAGE)}]},
}


class ReplayError(Exception):
    """A step of the replay failed; the message is dbt's."""


class Project:
    """A dbt project in an emptied folder; its lake is in the folder too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        if not (PACKAGE / "profiles" / "profiles.yml").exists():
            raise ReplayError("this needs a clone of dbt-debezium: run `make setup` there first")
        check_replaceable(self.folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        profile = yaml.safe_load((PACKAGE / "profiles" / "profiles.yml").read_text())
        own = profile["debezium_example"]
        for output in own["outputs"].values():
            output["schema"] = NAME
        profiles = {NAME: own}
        for name, content in {**FILES, "profiles.yml": profiles}.items():
            (self.folder / name).write_text(yaml.safe_dump(content, sort_keys=False))
        os.environ |= {
            "VIRTUAL_ENV": sys.prefix,
            "DEBEZIUM_DRIVER_MEMORY": os.environ.get("DEBEZIUM_DRIVER_MEMORY", "3g"),
            "DBT_PROJECT_DIR": str(self.folder),
            "DBT_PROFILES_DIR": str(self.folder),
            "DBT_TARGET_PATH": str(self.folder / "target"),
            "DBT_LOG_PATH": str(self.folder / "logs"),
        }
        targets.isolate_lake(self.folder)
        os.chdir(self.folder)
        self.dbt("deps")

    def dbt(self, *arguments: str) -> dbtRunnerResult:
        """One dbt command in process. Raises ReplayError with what failed."""
        result = dbtRunner().invoke(["--quiet", *arguments])
        if not result.success:
            raise ReplayError(f"dbt {arguments[0]}: {failures(result)}")
        return result

    def land(self, lines: Sequence[bytes]) -> None:
        """Append records to the landing table."""
        file = self.folder / "batch.jsonl"
        file.write_bytes(b"\n".join(lines))
        arguments = yaml.safe_dump({"path": str(file), "into": LANDING})
        self.dbt("run-operation", "debezium.land_files", "--args", arguments)

    def generate(self, schemas: Path | None) -> None:
        """Write the models of every table that has landed."""
        options = ["--schemas", str(schemas)] if schemas else []
        result = CliRunner().invoke(generate.main, [LANDING, "--all", *options])
        if result.exit_code:
            raise ReplayError(result.output)

    @property
    def spark(self) -> SparkSession:
        """The session that dbt has used."""
        return targets.session()


def check_replaceable(folder: Path) -> None:
    """Raise ReplayError for a folder with other content than a replay's."""
    file = folder / "dbt_project.yml"
    is_replay = file.exists() and f"name: {NAME}\n" in file.read_text(encoding="utf-8")
    if folder.exists() and not is_replay and any(folder.iterdir()):
        raise ReplayError(
            f"{folder} contains something else than a replay, and would be emptied: name a new"
            " folder with --project"
        )


def failures(result: dbtRunnerResult) -> str:
    if not isinstance(result.result, RunExecutionResult):
        return str(result.exception)
    return "; ".join(
        f"{each.node.name}: {each.message}"
        for each in result.result.results
        if each.status not in {"success", "pass", "no-op", "skipped"}
    )
