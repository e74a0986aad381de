"""What Spark needs and may lack, reported at the start with the way to get it."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES_CLASSES = re.compile(r"spark\.sql\.(extensions|catalog\.\w+)$")
SETS = {"org.apache.iceberg": "", "io.delta": " delta", "org.apache.spark.sql.delta": " delta"}
SETS |= {"org.apache.spark.sql.hudi": " hudi", "org.sqlite": "", "org.postgresql": " postgresql"}
"""The beginning of a class's name, and the set of jars that `dbt_debezium.install` takes."""
DRIVERS = {"jdbc:sqlite:": "org.sqlite.JDBC", "jdbc:postgresql:": "org.postgresql.Driver"}
"""The beginning of the address of a catalog's database, and its driver."""
CATALOGS = frozenset(f"org.apache.iceberg.spark.Spark{kind}Catalog" for kind in ("", "Session"))
EXTENSION = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
SECONDS = 10


def check_server(credentials: Any) -> None:
    """Raises DbtRuntimeError where the server or the master of a target does not answer."""
    if credentials.method == "thrift":
        address, name = f"//{credentials.host}:{credentials.port}", "Spark Thrift server"
        remedy = "start one with `python -m dbt_debezium.thrift_server`"
    elif "SPARK_REMOTE" in os.environ:
        address, name = os.environ["SPARK_REMOTE"], "Spark Connect server"
        remedy = "start one with `python -m dbt_debezium.connect_server`"
    else:
        address = credentials.server_side_parameters.get("spark.master", "")
        name, remedy = "Spark master", "set SPARK_MASTER"
        if not address.startswith("spark://") or "," in address:
            return
    place = urlsplit(address)
    port = place.port or 15002
    try:
        socket.create_connection((place.hostname or "", port), timeout=SECONDS).close()
    except OSError as problem:
        raise DbtRuntimeError(
            f"debezium: no {name} answers at {place.hostname}:{port} ({problem}): {remedy}"
        ) from problem


def check_classes(spark: SparkSession) -> None:
    """Raises DbtRuntimeError where a catalog, its driver or an extension has no class.

    Also if a catalog of Iceberg is configured without its extension: then views and merges fail.
    """
    assert spark._jvm is not None
    loader = spark._jvm.java.lang.Thread.currentThread().getContextClassLoader()
    settings = dict(spark.sparkContext.getConf().getAll())
    for name, value in settings.items():
        for each in classes_of(name, value):
            check_class(loader, each, name)
        if value in CATALOGS and EXTENSION not in settings.get("spark.sql.extensions", ""):
            raise DbtRuntimeError(
                f"debezium: {name} is a catalog of Iceberg: add {EXTENSION} to spark.sql.extensions"
            )


def classes_of(name: str, value: str) -> list[str]:
    """Return the Java classes that a setting needs.

    Its value names them, or is the address of a database with a driver.
    """
    if NAMES_CLASSES.match(name):
        return value.split(",")
    if name.endswith(".uri"):
        return [driver for start, driver in DRIVERS.items() if value.startswith(start)]
    return []


def is_in_memory(settings: Mapping[str, str]) -> bool:
    """Return whether Spark would keep tables in memory alone: the next command would find none."""
    return (
        settings.get("spark.sql.catalogImplementation") == "in-memory"
        and settings.get("spark.sql.defaultCatalog", "spark_catalog") == "spark_catalog"
    )


def check_class(loader: Any, name: str, setting: str) -> None:
    try:
        loader.loadClass(name)
    except Exception as problem:
        jars = next((jars for start, jars in SETS.items() if name.startswith(start)), None)
        fetched = (
            f"`python -m dbt_debezium.install{jars}` fetches it to share/dbt-debezium/jars, which"
            " the profile names in spark.driver.extraClassPath; or "
        )
        remedy = f"{'' if jars is None else fetched}put its jar into the setting spark.jars"
        raise DbtRuntimeError(
            f"debezium: Spark finds no class {name}, of the setting {setting}: {remedy}"
        ) from problem
