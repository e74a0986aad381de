"""Passwords in Spark's settings: kept out of what dbt logs and of the JVM's command line.

dbt leaves out of its texts the values of all environment variables whose names begin with
DBT_ENV_SECRET; a password within an address is none of them until `hide` makes it one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from dbt_common.constants import SECRET_ENV_PREFIX
from dbt_common.exceptions import env_secrets, scrub_secrets

NAME = r"[\w.-]*(?:password|passwd|pwd|secret|token|access[.-]?key|credential)[\w.-]*"
IS_NAME = re.compile(NAME, re.IGNORECASE)
IN_ADDRESS = re.compile(rf"[?&;]{NAME}=([^&;\s]+)|//[^/:@\s]*:([^/@\s]+)@", re.IGNORECASE)


def passwords_in(name: str, value: str) -> set[str]:
    """Return the passwords of a setting.

    They are in its value's address, or the value if its name shows that it is one. Switches, such
    as `token-refresh-enabled`, are not: dbt would leave each `true` or `false` out of its messages.
    """
    found = {first or second for first, second in IN_ADDRESS.findall(value)}
    is_password = IS_NAME.fullmatch(name) and value.lower() not in ("", "true", "false")
    return found | {value} if is_password else found


def is_read_late(name: str, value: str) -> bool:
    """True if a setting contains a secret that Spark does not need at its start: the password of a
    catalog, which is read when that is first used, or the salt of masked columns."""
    is_of_catalog = name.startswith("spark.sql.catalog.") and bool(passwords_in(name, value))
    return is_of_catalog or name == "debezium.salt"


def hide(settings: Mapping[str, str]) -> None:
    """Let dbt leave the settings' passwords out of its messages, logs and results."""
    for name, value in settings.items():
        for number, password in enumerate(sorted(passwords_in(name, value))):
            os.environ[f"{SECRET_ENV_PREFIX}_{name}_{number}"] = password


def without_passwords(text: str) -> str:
    return str(scrub_secrets(text, env_secrets()))
