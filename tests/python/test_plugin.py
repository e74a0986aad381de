"""The plugin acts in projects that use the package, and nowhere else."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dbt_debezium import plugin

SETTINGS = {"spark.master": "local[1]"}


def invocation(
    folder: Path,
    *,
    command: str = "run",
    adapter: str = "spark",
    method: str = "session",
    project: str = "debezium",
) -> dict[str, Any]:
    credentials = SimpleNamespace(type=adapter, method=method, server_side_parameters=SETTINGS)
    return {
        "flags": SimpleNamespace(WHICH=command),
        "profile": SimpleNamespace(credentials=credentials),
        "project": SimpleNamespace(
            project_name=project, project_root=str(folder), packages_install_path="dbt_packages"
        ),
    }


@pytest.mark.parametrize("command", sorted(plugin.SQL_COMMANDS))
@pytest.mark.parametrize("method", ["session", "thrift"])
def test_commands_that_run_sql_are_served(tmp_path: Path, command: str, method: str) -> None:
    found = plugin.spark_credentials(invocation(tmp_path, command=command, method=method))
    assert (found.method, found.server_side_parameters) == (method, SETTINGS)


@pytest.mark.parametrize(
    "other",
    [
        *({"command": name} for name in ("parse", "deps", "list", "debug", "clean", "init")),
        {"adapter": "postgres"},
        {"method": "odbc"},
        {"project": "somebody_elses"},
    ],
    ids=str,
)
def test_everything_else_is_left_alone(tmp_path: Path, other: dict[str, str]) -> None:
    assert plugin.spark_credentials(invocation(tmp_path, **other)) is None


@pytest.mark.parametrize("foreign", [None, object(), {}, {"flags": None}])
def test_a_foreign_click_context_is_left_alone(foreign: object) -> None:
    assert plugin.spark_credentials(foreign) is None


def test_a_project_that_installs_the_package_is_served(tmp_path: Path) -> None:
    (tmp_path / "dbt_packages" / "debezium").mkdir(parents=True)
    assert plugin.spark_credentials(invocation(tmp_path, project="theirs")) is not None


def test_the_process_is_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin, "JAVA_HOME", tmp_path)
    monkeypatch.setenv("JAVA_HOME", "theirs")
    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    lake = tmp_path / "new" / "lake"

    plugin.prepare_process({"spark.sql.catalog.lake.uri": f"jdbc:sqlite:{lake}/catalog.db"})
    assert lake.is_dir()
    assert os.environ["PYSPARK_PYTHON"] == sys.executable
    assert os.environ["JAVA_HOME"] == "theirs"

    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").touch()
    plugin.prepare_process({})
    assert os.environ["JAVA_HOME"] == str(tmp_path)


def test_workers_import_the_functions_without_dbt() -> None:
    check = "import sys, dbt_debezium.functions; sys.exit('dbt' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)
