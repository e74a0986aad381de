"""The targets of the dbt profile, for what runs beside dbt: servers, and readers of its tables."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from dbt_debezium import passwords
from dbt_debezium.plugin import start_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ICEBERG = "org.apache.iceberg.spark.SparkCatalog"


class TargetError(Exception):
    """The profile lacks what is needed; the message is dbt's or contains what to do."""


def settings_of(target: str) -> dict[str, str]:
    """Return the Spark settings of a target of the profile that dbt would use in this folder.

    What Iceberg's catalogs cache is left out: others write too, which it would hide.
    Raises TargetError where there is no such target, or one that starts no Spark of its own.
    """
    from dbt.config.runtime import load_profile
    from dbt.flags import set_from_args
    from dbt_common.context import set_invocation_context
    from dbt_common.exceptions import DbtBaseException

    project = os.environ.get("DBT_PROJECT_DIR", ".")
    own = Path(project, "profiles.yml").exists()
    profiles = os.environ.get("DBT_PROFILES_DIR") or (project if own else Path.home() / ".dbt")
    set_invocation_context(os.environ)
    set_from_args(Namespace(profiles_dir=str(profiles)), None)
    try:
        credentials = load_profile(project, {}, target_override=target).credentials
    except DbtBaseException as problem:
        raise TargetError(str(problem)) from problem
    if getattr(credentials, "method", None) != "session":
        raise TargetError(f"the target {target} starts no Spark: its method must be session")
    settings: dict[str, str] = credentials.server_side_parameters  # type: ignore[attr-defined]
    passwords.hide(settings)
    catalogs = [name for name, value in settings.items() if value == ICEBERG]
    return settings | {f"{name}.cache-enabled": "false" for name in catalogs}


def session() -> SparkSession:
    """Return the session of this process, which dbt has started.

    If dbt reaches Spark through a Thrift
    server, a session of its own that reads and writes the same lake."""
    from pyspark.sql import SparkSession

    return SparkSession.getActiveSession() or start_session(settings_of("embedded"))


def isolate_lake(folder: Path) -> None:
    """Send the tables of embedded targets, and their names, into a folder.

    The others' servers and clusters have a lake already.
    """
    if os.environ.get("DEBEZIUM_TARGET", "embedded").startswith("embedded"):
        os.environ["DEBEZIUM_LAKE"] = str(folder / "lake")
        # The user's catalog may contain tables of the same names, which would be replaced.
        os.environ.pop("DEBEZIUM_CATALOG", None)
