"""After the README's activation line, dbt's own commands work with no wrapper and no variable."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

LEFT_OUT = {".git", ".lake", ".venv", "dbt_packages", "logs", "target"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as after `make setup`, in a folder of its own, so that its lake is its own."""
    folder = tmp_path_factory.mktemp("checkout")
    for entry in ROOT.iterdir():
        if entry.name not in LEFT_OUT:
            (folder / entry.name).symlink_to(entry)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def plain(checkout: Path, command: str) -> str:
    """Return the output of a command in an environment that only the activation sets."""
    result = subprocess.run(
        ["env", "-i", "/bin/sh", "-c", f". .venv/bin/activate && {command}"],
        cwd=checkout,
        capture_output=True,
        check=False,
        text=True,
    )
    printed = result.stdout + result.stderr
    assert result.returncode == 0, printed
    assert "WARN " not in printed
    assert "Exception" not in printed
    return printed


def passed(printed: str) -> int:
    counts = re.search(r"Done\. PASS=(\d+) WARN=0 ERROR=0 SKIP=0", printed)
    assert counts, printed
    return int(counts[1])


@pytest.mark.slow
def test_plain_commands(checkout: Path) -> None:
    plain(checkout, "dbt run-operation land_example")
    assert passed(plain(checkout, "dbt run --select +mongodb__documents db2")) == 9
    assert passed(plain(checkout, "dbt build --select stg_db2__customers")) > 0
    assert (
        passed(plain(checkout, "dbt test --select test_name:all_events_applied,db2__customers"))
        == 1
    )
    assert "o.bello@example.org" in plain(checkout, "dbt show --select db2__customers_active")
    plain(checkout, "dbt docs generate --select db2")
    assert (checkout / "target" / "catalog.json").exists()
