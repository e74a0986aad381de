"""What a project sees that has installed the package: integration_tests, with `local: ../`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "integration_tests"


class Installed:
    """The project with its package, run by dbt's command line in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.target = folder / "target"
        self.environment = {
            **os.environ,
            "VIRTUAL_ENV": sys.prefix,
            "DEBEZIUM_LAKE": str(folder / "lake"),
            "DBT_TARGET_PATH": str(self.target),
            "DBT_LOG_PATH": str(folder / "logs"),
            "DBT_PROJECT_DIR": str(PROJECT),
            "DBT_PROFILES_DIR": str(PROJECT),
        }
        self.dbt("deps")

    def dbt(self, *arguments: str) -> str:
        command = [sys.executable, "-c", "from dbt.cli.main import cli; cli()", *arguments]
        result = subprocess.run(
            command, cwd=PROJECT, env=self.environment, capture_output=True, check=False, text=True
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def nodes(self) -> list[dict[str, Any]]:
        keys = "package_name resource_type name".split()
        listed = self.dbt("--quiet", "ls", "--output", "json", "--output-keys", *keys)
        return [json.loads(line) for line in listed.splitlines()]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


def test_the_example_stays_at_home(installed: Installed) -> None:
    """What a package does not switch off is listed, built and tested by all who have it."""
    nodes = installed.nodes()
    assert "shop__orders" in {node["name"] for node in nodes}
    assert [node["name"] for node in nodes if node["package_name"] == "debezium"] == []


def test_a_model_may_be_named_as_one_of_the_example(installed: Installed) -> None:
    """dbt gives a package's YAML to a user's model of the same name, even where its own is off."""
    manifest = json.loads((installed.target / "manifest.json").read_text())
    node = manifest["nodes"]["model.debezium_integration_tests.conservation_ledger"]
    assert node["description"] == "The ledger of this project's own landing table."
    assert manifest["disabled"] == {}


def test_the_project_builds(installed: Installed) -> None:
    """Six models, seven tests and the two hooks that land the events."""
    assert "PASS=15 WARN=0 ERROR=0" in installed.dbt("build", "--no-use-colors")
