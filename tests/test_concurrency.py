"""Two dbt processes at once, over each catalog that may be shared."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from chain import downloads
from chain.client import Client
from chain.postgres import Postgres
from chain.process import HOST
from faults.comparison import compare
from faults.scenarios import Scenario, build, land
from faults.trial import Lab, end, kill

from dbt_debezium import install

pytestmark = pytest.mark.slow

SCENARIO = Scenario(
    [land("day_1"), build("db2", "sqlserver"), land("day_2")],
    [build("db2", "sqlserver")],
    [build("db2", "sqlserver")],
)
NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server, and its driver in Spark's class path.

    It is not root's, who alone may enter pytest's folders.
    """
    downloads.install()
    install.main("postgresql")
    with TemporaryDirectory(prefix="postgres-") as folder:
        Path(folder).chmod(0o755)
        server = Postgres(Path(folder, "server"))
        try:
            server.serve()
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("concurrency")
    made = Lab(folder / "one", SCENARIO, more={"DEBEZIUM_LAKE": str(folder / "lake")})
    if request.param == "postgresql":
        made.more["DEBEZIUM_CATALOG"] = database(request.getfixturevalue("postgres"))
    made.prepare()
    return made


@pytest.fixture
def other(lab: Lab, request: pytest.FixtureRequest, tmp_path: Path) -> Lab:
    """Another process on the lab's lake, which is as before the run."""
    if "DEBEZIUM_CATALOG" in lab.more:
        shutil.rmtree(lab.lake)
        lab.more["DEBEZIUM_CATALOG"] = database(request.getfixturevalue("postgres"))
        lab.run(SCENARIO.before)
    else:
        lab.restore()
    return Lab(tmp_path, SCENARIO, more=lab.more)


def database(server: Postgres) -> str:
    """Return the URI of an empty one."""
    name = f"lake_{next(NUMBERS)}"
    with closing(Client(server.port)) as client:
        client.query(f"create database {name}")
    return f"jdbc:postgresql://{HOST}:{server.port}/{name}?user=postgres"


def test_on_different_entities_both_succeed(lab: Lab, other: Lab) -> None:
    both = [lab.start([build("db2")]), other.start([build("sqlserver")])]
    assert [end(each) for each in both] == [0, 0], lab.output() + other.output()
    assert not list(compare(lab.expected, lab.run(SCENARIO.after)))


@pytest.mark.parametrize("model", ["base_db2__customers", "db2__customers"])
def test_on_the_same_entity_one_fails_and_a_retry_succeeds(
    lab: Lab, other: Lab, model: str
) -> None:
    """Both are held where they would write, and let go at once."""
    if model == "db2__customers":
        lab.run([build("base_db2__customers", "stg_db2__customers")])
    point = f"before {model} merge 1"
    both = [(each, each.start([build(model)], hold=point)) for each in (lab, other)]
    try:
        for each, process in both:
            each.wait_for(point, process)
        for each, _ in both:
            each.journal.unlink()
        status = [process.wait(300) for _, process in both]
    finally:
        for _, process in both:
            kill(process)
    assert sorted(status) == [0, 1], lab.output() + other.output()
    failed, _ = both[status.index(1)]
    assert f"{model}: " in (failed.folder / "output").read_text()
    assert not list(compare(lab.expected, lab.run(SCENARIO.after)))
