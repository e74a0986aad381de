"""A virtual environment that has everything of this one but the project itself."""

from __future__ import annotations

import os
import sys
import sysconfig
import venv
from pathlib import Path

PREFIX = Path(sys.prefix)
SHARE = Path("share", "dbt-debezium")
OWN = ("dbt_debezium", "__editable__")


def create(environment: Path, *prepared: str) -> None:
    """Make a virtual environment with this one's packages and its commands dbt and pip.

    `prepared` are names below share/dbt-debezium, which it gets too; nothing is downloaded.
    """
    venv.create(environment, symlinks=True)
    packages = Path(sysconfig.get_path("purelib")).relative_to(PREFIX)
    for entry in (PREFIX / packages).iterdir():
        if not entry.name.startswith(OWN):
            (environment / packages / entry.name).symlink_to(entry)
    for name in ("dbt", "pip"):
        command = environment / "bin" / name
        command.write_text(
            (PREFIX / "bin" / name).read_text().replace(str(PREFIX), str(environment))
        )
        command.chmod(0o755)
    (environment / SHARE).mkdir(parents=True)
    for name in prepared:
        (environment / SHARE / name).symlink_to(PREFIX / SHARE / name)


def bare() -> dict[str, str]:
    """Return the variables of this process but those that settle its dbt, Spark or Python."""
    settled = ("DBT_", "DEBEZIUM_", "PYTHON")
    return {
        name: value
        for name, value in os.environ.items()
        if name == "PATH" or not (name.startswith(settled) or value.startswith(str(PREFIX)))
    }


def activated(environment: Path) -> dict[str, str]:
    """Return the same with that environment active."""
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**bare(), "VIRTUAL_ENV": str(environment), "PATH": path}
