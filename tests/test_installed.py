"""What a project sees that has installed what `make dist` builds: integration_tests, elsewhere.

The wheel goes into a virtual environment that does not have this project, the archive comes by
`dbt deps` from a server, as a release would.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from tarfile import TarFile
from threading import Thread
from typing import Any
from zipfile import Path as ZipPath

import pytest
import yaml
from conftest import ROOT
from environment import PREFIX, activated, create

import dbt_debezium

pytestmark = pytest.mark.slow

PROJECT = ROOT / "integration_tests"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make dist` builds of this work tree."""
    folder = tmp_path_factory.mktemp("dist")
    ready = f"--assume-old={PREFIX / '.ready'}"
    subprocess.run(
        ["make", "dist", f"DIST={folder}", f"VENV={PREFIX}", ready], cwd=ROOT, check=True
    )
    return folder


def only(folder: Path, pattern: str) -> Path:
    (file,) = folder.glob(pattern)
    return file


# -- what is built -------------------------------------------------------------------------------


def test_the_version_is_one() -> None:
    project = yaml.safe_load((ROOT / "dbt_project.yml").read_text())
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    assert {project["version"], newest[1]} == {dbt_debezium.__version__}


def test_the_wheel_has_its_metadata(dist: Path) -> None:
    wheel = ZipPath(only(dist, "*.whl"))
    info = f"dbt_debezium-{dbt_debezium.__version__}.dist-info"
    built: Distribution = PathDistribution(wheel / info)
    assert built.version == dbt_debezium.__version__
    assert built.metadata["License-Expression"] == "Apache-2.0"
    assert (wheel / info / "licenses" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert [each.name for each in wheel.iterdir()] == ["dbt_debezium", info]


def test_the_archive_has_what_a_project_needs(dist: Path) -> None:
    with TarFile.open(only(dist, f"debezium-{dbt_debezium.__version__}.tar.gz")) as archive:
        names = {name.removeprefix("debezium/") for name in archive.getnames()}
    top = {"dbt_project.yml", "macros", "tests", "seeds", ".sqlfluff"}
    top |= {"LICENSE", "README.md", "CHANGELOG.md"}
    assert {name.partition("/")[0] for name in names} - {"debezium"} == top
    kinds = ("macros/**/*.*", "tests/generic/*.*", "tests/sqlfluff/*.py", "seeds/*.csv")
    wanted = [file for kind in kinds for file in ROOT.glob(kind)]
    assert {file.relative_to(ROOT).as_posix() for file in wanted} <= names


# -- what is installed ---------------------------------------------------------------------------


class Installed:
    """The project in a folder of its own, run by the dbt of an environment of its own."""

    def __init__(self, folder: Path, wheel: Path, archive: str) -> None:
        self.project = folder / "project"
        made = shutil.ignore_patterns("dbt_packages", "target", "logs", "package-lock.yml")
        shutil.copytree(PROJECT, self.project, ignore=made)
        packages = {"packages": [{"tarball": archive, "name": "debezium"}]}
        (self.project / "packages.yml").write_text(yaml.safe_dump(packages))
        environment = folder / ".venv"
        create(environment, "jars", "java", "log4j2.properties")
        self.variables = {**activated(environment), "no_proxy": "127.0.0.1"}
        self.run("pip", "install", "--quiet", "--no-index", str(wheel))
        self.run("dbt", "deps")

    def run(self, *command: str) -> str:
        result = subprocess.run(
            command,
            cwd=self.project,
            env=self.variables,
            capture_output=True,
            check=False,
            text=True,
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def nodes(self) -> list[dict[str, Any]]:
        keys = "package_name resource_type name".split()
        listed = self.run("dbt", "--quiet", "ls", "--output", "json", "--output-keys", *keys)
        return [json.loads(line) for line in listed.splitlines()]


@pytest.fixture(scope="module")
def server(dist: Path) -> Iterator[str]:
    """Where `dist` is served."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=dist)
    ) as files:
        Thread(target=files.serve_forever).start()
        yield f"http://127.0.0.1:{files.server_port}"
        files.shutdown()


@pytest.fixture(scope="module")
def installed(dist: Path, server: str, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    archive = only(dist, "*.tar.gz").name
    folder = tmp_path_factory.mktemp("installed")
    return Installed(folder, only(dist, "*.whl"), f"{server}/{archive}")


def test_nothing_of_it_is_from_here(installed: Installed) -> None:
    where = "import dbt_debezium; print(dbt_debezium.__file__)"
    assert Path(installed.run("python", "-c", where)).is_relative_to(installed.project.parent)
    assert not (installed.project / "dbt_packages" / "debezium").is_symlink()


def test_the_example_stays_at_home(installed: Installed) -> None:
    """What a package does not switch off is listed, built and tested by all who have it."""
    nodes = installed.nodes()
    assert "shop__orders" in {node["name"] for node in nodes}
    assert [node["name"] for node in nodes if node["package_name"] == "debezium"] == []


def test_a_model_may_be_named_as_one_of_the_example(installed: Installed) -> None:
    """dbt gives a package's YAML to a user's model of the same name, even where its own is off."""
    manifest = json.loads((installed.project / "target" / "manifest.json").read_text())
    node = manifest["nodes"]["model.debezium_integration_tests.conservation_ledger"]
    assert node["description"] == "The ledger of this project's own landing table."
    assert manifest["disabled"] == {}


def test_the_project_builds(installed: Installed) -> None:
    """Six models, eight tests (one calls a Python function) and the two hooks that land events."""
    assert "PASS=16 WARN=0 ERROR=0" in installed.run("dbt", "build", "--no-use-colors")


def test_the_report_of_what_it_built(installed: Installed) -> None:
    """It reads what the reasons mean from the package's archive."""
    last_line = installed.run("python", "-m", "dbt_debezium.report").splitlines()[-1]
    file = Path(last_line.removeprefix("report: 7 sections, "))
    assert '<section id="rejected"' in (installed.project / file).read_text()


def test_the_sql_style_that_users_take_over(installed: Installed) -> None:
    """By the commands of docs/analysts.md; of its file one rule is enough to see that it holds."""
    page = (ROOT / "docs" / "analysts.md").read_text()
    for command in re.findall(r"^    ((?:sed|echo) .*)$", page, re.MULTILINE):
        installed.run("sh", "-c", command)
    installed.run("python", "-m", "sqlfluff", "lint", "models")
    (installed.project / "models" / "loud.sql").write_text("SELECT 1 AS one\n")
    with pytest.raises(AssertionError, match="CP01"):
        installed.run("python", "-m", "sqlfluff", "lint", "models")
