"""A user's project that has installed the package; dbt runs in it, in the run's session."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT, failures
from dbt.cli.main import dbtRunner

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


@contextmanager
def installed(folder: Path, project: str, **environment: str) -> Iterator[None]:
    """Yield the working directory and dbt's folders are the project's while it lasts."""
    (folder / "dbt_project.yml").write_text(project)
    (folder / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    shutil.copy(ROOT / "integration_tests" / "profiles.yml", folder)
    own = {
        "DBT_PROJECT_DIR": str(folder),
        "DBT_PROFILES_DIR": str(folder),
        "DBT_TARGET_PATH": str(folder / "target"),
        **environment,
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, text in own.items():
            patch.setenv(name, text)
        patch.chdir(folder)
        run("deps")
        yield


def run(*arguments: str) -> None:
    result = dbtRunner().invoke(["--quiet", *arguments])
    assert result.success, failures(result)
