"""A password in DEBEZIUM_CATALOG is in no file that dbt writes, no message, no command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PASSWORD = "hush-hush-9"
# No driver is installed for it, on no machine: the error contains the address.
ADDRESS = f"jdbc:mysql://127.0.0.1:1/lake?user=dbt&password={PASSWORD}"
# dbt, and at the end the command lines of the processes that it has started.
DBT = """
import subprocess, sys
from dbt.cli.main import dbtRunner
dbtRunner().invoke(sys.argv[1:])
listed = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True).stdout
"""
DBT += "print(*(each for each in listed.splitlines() if 'java' in each))"


@pytest.mark.parametrize(
    ("command", "succeeds"),
    [
        (["-c", DBT, "parse"], True),
        pytest.param(
            ["-c", DBT, "--debug", "compile", "--inline", "select 1"], True, marks=pytest.mark.slow
        ),
        (["-m", "dbt_debezium.connect_server", "--port", "0"], False),
        pytest.param(
            ["-m", "dbt_debezium.land", "landing.t", "--files", "docs", "--checkpoint", "none"],
            False,
            marks=pytest.mark.slow,
        ),
    ],
    ids=["parse", "compile", "server", "land"],
)
def test_a_password_is_not_written(tmp_path: Path, command: list[str], succeeds: bool) -> None:
    environment = os.environ | {
        "VIRTUAL_ENV": sys.prefix,
        "DEBEZIUM_CATALOG": ADDRESS,
        "DEBEZIUM_LAKE": str(tmp_path / "lake"),
        "DBT_TARGET_PATH": str(tmp_path / "target"),
        "DBT_LOG_PATH": str(tmp_path / "logs"),
        "DBT_PROFILES_DIR": str(ROOT / "profiles"),
        "DBT_PROJECT_DIR": str(ROOT),
    }
    run = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = run.stdout + run.stderr
    assert said
    assert (run.returncode == 0) == succeeds, said
    assert PASSWORD not in said, said
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert [file for file in files if PASSWORD.encode() in file.read_bytes()] == []
    if succeeds:
        assert any(file.name == "dbt.log" for file in files)
    else:
        assert "password=*****" in said
