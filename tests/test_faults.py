"""A killed run leaves nothing that the next run does not mend; `make faults` kills everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from chain import downloads
from faults.__main__ import spread
from faults.catalog import CatalogLab
from faults.comparison import compare
from faults.disk import full_disk
from faults.driver import Writes
from faults.scenarios import SCENARIOS
from faults.trial import Lab

from dbt_debezium import install

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    made = Lab(tmp_path_factory.mktemp("faults"), SCENARIOS["second load"])
    made.prepare()
    return made


@pytest.fixture
def server_folder() -> Iterator[Path]:
    """A folder that PostgreSQL's user may enter, with its programs and Spark's driver for it."""
    downloads.install()
    install.main("postgresql")
    with TemporaryDirectory(prefix="catalog-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder, "lab")


@pytest.mark.parametrize(
    "point",
    [
        "before db2__customers merge 1",  # landed rows are in base, in no state yet
        "before db2__customers_history delete 1",  # merged, its void versions still there
        "before db2__customers_snapshot drop view 1",  # dbt's own helper left behind
    ],
)
def test_the_next_run_mends_a_killed_one(lab: Lab, point: str) -> None:
    outcome = lab.at(point)
    assert outcome.happened
    assert not outcome.differences


def test_a_rebuild_of_base_is_seen_by_its_downstream_models(tmp_path: Path) -> None:
    """dbt drops the table before it makes the new one; the consumers have seen its loads."""
    lab = Lab(tmp_path, SCENARIOS["rebuild"])
    lab.prepare()
    outcome = lab.at("before base_db2__customers create table 1")
    assert outcome.happened
    assert not outcome.differences


def test_the_next_run_mends_one_that_was_killed_at_a_random_moment(lab: Lab) -> None:
    (outcome,) = lab.outcomes(1, seed=1)
    assert outcome.happened
    assert not outcome.differences


def test_a_full_disk_ends_in_a_clear_error_and_the_next_run_mends_it(lab: Lab) -> None:
    outcome = full_disk(lab, 0.5)
    assert outcome.happened
    assert not outcome.differences


def test_a_catalog_that_is_away_ends_in_a_clear_error_and_the_next_run_mends_it(
    server_folder: Path,
) -> None:
    with closing(CatalogLab(server_folder, SCENARIOS["second load"])) as lab:
        lab.prepare()
        (outcome,) = lab.outcomes(1, seed=1)
    assert outcome.happened
    assert not outcome.differences


def test_every_model_writes(lab: Lab) -> None:
    written = {point.split()[1] for point in lab.between()}
    assert written >= {
        "base_db2__customers",
        "conservation_ledger",
        "db2__customers",
        "db2__customers_history",
        "db2__customers_snapshot",
    }


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("select 1", None),
        ("create or replace temporary view a as select 1", None),
        ('/* {"node_id": "model.p.a"} */\n create or replace view a', "a create view 1"),
        ('/* {"node_id": "model.p.a"} */ -- old\n\n  merge into a', "a merge 1"),
        ('/* {"node_id": "snapshot.p.a"} */ drop view if exists b', "a drop view 1"),
        ("/* {} */ insert into a select 1", "dbt insert 1"),
        ("delete from a", "dbt delete 1"),
    ],
)
def test_writes_are_named(tmp_path: Path, sql: str, name: str | None) -> None:
    assert Writes(tmp_path / "journal", None).name(sql) == name


def test_differences_are_reported() -> None:
    expected = {"a": ["1", "2", "2"], "b": ["1"]}
    assert not list(compare(expected, expected))
    assert list(compare(expected, {"a": ["2", "1", "3"], "b": ["1"], "c": ["4"]})) == [
        "a lacks 1 rows, such as 2",
        "a has 1 rows, such as 3",
        "c has 1 rows, such as 4",
    ]


def test_kills_are_spread_over_the_scenarios() -> None:
    assert spread(7, 3) == [3, 2, 2]
    assert spread(1, 3) == [1, 0, 0]
