"""What runs beside dbt finds its settings in dbt's own profile, and reports what is wrong."""

import os
import shlex
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from dbt_common.exceptions import DbtRuntimeError
from pyspark.sql import SparkSession

from dbt_debezium import (
    conformance,
    connect_server,
    land,
    passwords,
    plugin,
    requirements,
    servers,
    targets,
)

ROOT = Path(__file__).parents[2]
CATALOG = "spark.sql.catalog.lake"


@pytest.fixture(autouse=True)
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBT_PROJECT_DIR", str(ROOT))
    monkeypatch.setenv("DBT_PROFILES_DIR", str(ROOT / "profiles"))
    monkeypatch.setenv("DEBEZIUM_LAKE", str(tmp_path))


def test_the_settings_of_a_target(tmp_path: Path) -> None:
    settings = targets.settings_of("embedded")
    assert settings["spark.sql.defaultCatalog"] == "lake"
    assert settings[f"{CATALOG}.uri"] == f"jdbc:sqlite:{tmp_path}/catalog.db"
    assert settings[f"{CATALOG}.cache-enabled"] == "false"


def test_the_lake_may_be_in_another_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBEZIUM_CATALOG", "jdbc:postgresql://db/lake")
    assert targets.settings_of("embedded")[f"{CATALOG}.uri"] == "jdbc:postgresql://db/lake"


@pytest.mark.parametrize("target", ["embedded", "embedded_delta", "cluster"])
def test_the_path_of_an_environment_may_contain_spaces(
    monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/with a space")
    monkeypatch.setenv("DEBEZIUM_JAVA_OPTIONS", "-Xss4m -Da=b")
    # Spark splits the options as a shell does.
    options = shlex.split(targets.settings_of(target)["spark.driver.extraJavaOptions"])
    file = "/with a space/share/dbt-debezium/log4j2.properties"
    more = [] if target == "cluster" else ["-Xss4m", "-Da=b"]
    assert options == [f"-Dlog4j2.configurationFile={file}", *more]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nowhere", "does not have a target named 'nowhere'"),
        ("thrift", "the target thrift starts no Spark"),
    ],
)
def test_a_target_that_cannot_be_served(target: str, message: str) -> None:
    with pytest.raises(targets.TargetError, match=message):
        targets.settings_of(target)


@pytest.mark.parametrize("target", ["embedded", "embedded_delta", "thrift"])
def test_only_embedded_targets_have_a_lake_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: str
) -> None:
    given = {"DEBEZIUM_TARGET": target, "DEBEZIUM_CATALOG": "jdbc:postgresql://db/lake"}
    monkeypatch.setattr(os, "environ", os.environ | given)
    targets.isolate_lake(tmp_path)
    assert (os.environ["DEBEZIUM_LAKE"] == f"{tmp_path}/lake") == (target != "thrift")
    assert ("DEBEZIUM_CATALOG" in os.environ) == (target == "thrift")


def test_conformance_leaves_a_catalog_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would replace a table there."""
    given = {"DEBEZIUM_CATALOG": "jdbc:postgresql://db/lake"}
    monkeypatch.setattr(os, "environ", os.environ | given)
    with conformance.in_own_folder():
        uri = targets.settings_of("embedded")[f"{CATALOG}.uri"]
        assert uri == f"jdbc:sqlite:{os.environ['DEBEZIUM_LAKE']}/catalog.db"


def test_a_port_that_is_taken_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(servers.ServerError, match=f"cannot listen on 127.0.0.1:{port}"):
            servers.check_free("127.0.0.1", port)
    servers.check_free("127.0.0.1", port)
    with pytest.raises(servers.ServerError, match=r"70000: .*; choose another --port"):
        servers.check_free("127.0.0.1", 70000)


def test_a_server_starts_where_its_clients_have_their_variables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPARK_REMOTE would make the server a client of itself."""
    monkeypatch.setenv("SPARK_REMOTE", "sc://localhost")
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    def start_session(_: dict[str, str]) -> None:
        raise RuntimeError(f"started with {os.environ.get('SPARK_REMOTE')}")

    monkeypatch.setattr(servers, "start_session", start_session)
    with pytest.raises(SystemExit, match="dbt-debezium: started with None"):
        connect_server.main(["--port", "0"])


ADDRESS = "jdbc:postgresql://db.example.org/lake?user=dbt&"


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        (f"{CATALOG}.uri", ADDRESS + "password=hush-1&ssl=true", {"hush-1"}),
        (f"{CATALOG}.uri", "jdbc:mysql://dbt:hush-2@db/lake", {"hush-2"}),
        (f"{CATALOG}.uri", "jdbc:derby:x;databaseName=y;password=hush-3", {"hush-3"}),
        (f"{CATALOG}.jdbc.password", "hush-4", {"hush-4"}),
        ("spark.hadoop.fs.s3a.secret.key", "hush-5", {"hush-5"}),
        (f"{CATALOG}.uri", ADDRESS + "ssl=true", set()),
        (f"{CATALOG}.jdbc.password", "", set()),
        (f"{CATALOG}.token-refresh-enabled", "true", set()),
        ("spark.security.credentials.hive.enabled", "False", set()),
        ("spark.driver.memory", "2g", set()),
    ],
)
def test_passwords_are_found_in_settings(name: str, value: str, found: set[str]) -> None:
    assert passwords.passwords_in(name, value) == found


@pytest.mark.parametrize("start", [lambda: plugin.start_session({}), land.session])
def test_passwords_of_spark_defaults_are_left_out(
    monkeypatch: pytest.MonkeyPatch, start: Callable[[], SparkSession]
) -> None:
    variables = {"PYSPARK_GATEWAY_PORT": "1"}  # of spark-submit, for `land`
    monkeypatch.setattr(os, "environ", variables)
    monkeypatch.setattr(requirements, "check_classes", lambda _: None)
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    builder = MagicMock()
    monkeypatch.setattr(SparkSession, "builder", builder)
    builder.enableHiveSupport.return_value = builder.config.return_value = builder
    conf = builder.getOrCreate.return_value.sparkContext.getConf.return_value
    conf.getAll.return_value = [(f"{CATALOG}.uri", ADDRESS + "password=hush")]
    start()
    assert (
        passwords.without_passwords("no driver of password=hush") == "no driver of password=*****"
    )


def test_dbt_leaves_passwords_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    passwords.hide({f"{CATALOG}.uri": ADDRESS + "password=hush"})
    assert "hush" not in str(DbtRuntimeError("Failed to connect: password=hush"))
    assert passwords.without_passwords("password=hush") == "password=*****"
