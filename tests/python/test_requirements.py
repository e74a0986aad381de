"""What is missing is reported at the start, with the way to get it."""

from types import SimpleNamespace
from typing import Any

import pytest
from chain.process import HOST, free_port
from dbt_common.exceptions import DbtRuntimeError

from dbt_debezium import requirements


def credentials(method: str = "session", **settings: str) -> Any:
    """Return those of a target; a Thrift server's port has no listener."""
    return SimpleNamespace(
        method=method, host=HOST, port=free_port(), server_side_parameters=settings
    )


def test_a_thrift_server_that_is_not_there() -> None:
    with pytest.raises(DbtRuntimeError, match=r"no Spark Thrift server answers at 127.*thrift_ser"):
        requirements.check_server(credentials("thrift"))


def test_a_connect_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_REMOTE", f"sc://{HOST}:{free_port()}/;user_id=dbt")
    with pytest.raises(DbtRuntimeError, match=r"no Spark Connect server .*connect_server"):
        requirements.check_server(credentials())


def test_a_master_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    settings = {"spark.master": f"spark://{HOST}:{free_port()}"}
    with pytest.raises(DbtRuntimeError, match=r"no Spark master .*set SPARK_MASTER"):
        requirements.check_server(credentials(**settings))
    for master in ("local[*]", "yarn", "k8s://somewhere"):
        requirements.check_server(credentials(**{"spark.master": master}))


class Loader:
    """Finds Iceberg's classes only."""

    def loadClass(self, name: str) -> None:  # noqa: N802
        if not name.startswith("org.apache.iceberg"):
            raise LookupError(name)


@pytest.mark.parametrize(
    ("name", "classes", "message"),
    [
        (
            "extensions",
            "org.apache.iceberg.X,io.delta.sql.Y",
            "class io.delta.sql.Y, .*install delta`",
        ),
        ("catalog.lake", "org.apache.spark.sql.hudi.C", "setting spark.sql.catalog.lake: .* hudi`"),
        ("catalog.lake", "com.example.C", "class com.example.C, .*: put its jar into"),
        ("catalog.lake.uri", "jdbc:postgresql://db/lake", "org.postgresql.Driver, .* postgresql`"),
        ("catalog.lake.uri", "jdbc:sqlite:lake.db", "class org.sqlite.JDBC, .*install` fetches"),
    ],
)
def test_a_class_that_is_not_there(name: str, classes: str, message: str) -> None:
    with pytest.raises(DbtRuntimeError, match=message):
        requirements.check_classes(session(f"spark.sql.{name}", classes))


def test_iceberg_without_its_extension() -> None:
    catalog = session("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
    with pytest.raises(DbtRuntimeError, match=r"catalog.lake is .*Extensions to spark.sql.ext"):
        requirements.check_classes(catalog)


def test_classes_that_are_there() -> None:
    requirements.check_classes(session("spark.sql.extensions", "org.apache.iceberg.X"))
    requirements.check_classes(session("spark.sql.catalog.lake.type", "jdbc"))
    requirements.check_classes(session("spark.sql.catalog.lake.uri", "thrift://metastore:9083"))


@pytest.mark.parametrize(
    ("catalog", "is_in_memory"), [(None, True), ("spark_catalog", True), ("lake", False)]
)
def test_a_catalog_in_memory(catalog: str | None, is_in_memory: bool) -> None:
    settings = {"spark.sql.catalogImplementation": "in-memory"}
    if catalog:
        settings["spark.sql.defaultCatalog"] = catalog
    assert requirements.is_in_memory(settings) is is_in_memory
    assert not requirements.is_in_memory({})


def session(name: str, value: str) -> Any:
    thread = SimpleNamespace(getContextClassLoader=Loader)
    threads = SimpleNamespace(currentThread=lambda: thread)
    jvm = SimpleNamespace(java=SimpleNamespace(lang=SimpleNamespace(Thread=threads)))
    conf = SimpleNamespace(getAll=lambda: [(name, value)])
    return SimpleNamespace(_jvm=jvm, sparkContext=SimpleNamespace(getConf=lambda: conf))
