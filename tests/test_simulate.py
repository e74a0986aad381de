"""The simulator's check passes the shipped models, however rows land, and fails when it must."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Dbt
from conftest import rows as texts
from dbt.cli.main import dbtRunnerResult
from pyspark.sql import SparkSession
from simulator import Simulation, simulate
from simulator.checker import Result, main, planned, too_rare
from simulator.connectors import CONNECTORS
from simulator.lake import Lake, opened
from simulator.simulation import Setting, Truth

from dbt_debezium.conformance import invoke, spark_session

SPLITS = [1, 2, 7]
ONE_BY_ONE = 10**6


@pytest.fixture(scope="module")
def spark(dbt: Dbt) -> SparkSession:
    """The session of the whole run, which is not to start in a lake of its own."""
    return spark_session()


def closing_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.splitlines()[-1]


@pytest.mark.slow
def test_the_shipped_models_pass(spark: SparkSession, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["2", "1"]) == 0
    assert closing_line(capsys) == "2 streams, 0 mismatches"


@pytest.mark.slow
def test_a_false_state_is_a_mismatch(
    spark: SparkSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tampered(simulation: Simulation) -> Truth:
        truth = right(simulation)
        keys = next(keys for keys in truth.values() if keys)
        keys[next(iter(keys))] = {"n": 0, "text": "never there", "big": None}
        return truth

    right = Simulation.truth
    monkeypatch.setattr(Simulation, "truth", tampered)
    assert main(["1", "1", "--connector", "cdl", "--shrink", "0"]) == 1
    output = capsys.readouterr().out
    assert "never there" in output
    assert output.splitlines()[-1] == "1 streams, 1 mismatches"


@pytest.mark.slow
def test_a_key_that_was_not_forgotten_is_a_mismatch(
    spark: SparkSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_effect(*arguments: str) -> dbtRunnerResult:
        dry = [each.replace('"dry_run": false', '"dry_run": true') for each in arguments]
        return invoke(*dry)

    monkeypatch.setattr("simulator.lake.invoke", without_effect)
    assert main(["12", "1", "--connector", "postgresql", "--shrink", "0"]) == 1
    output = capsys.readouterr().out
    assert "because the key was forgotten" in output
    assert " keys forgotten in the middle" in output


@pytest.mark.parametrize("streams", ["0", "-1"])
def test_a_run_without_streams_fails(streams: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([streams]) == 1
    assert closing_line(capsys) == "0 streams, 0 mismatches"


def test_a_failed_test_of_dbt_fails() -> None:
    assert Result(1, {}).passed
    assert not Result(1, {}, failures=["conservation"]).passed
    assert str(Result(2, {}, built=False)) == "2 streams, 2 mismatches"


def test_equal_seeds_check_equal_streams() -> None:
    first, again, other = (planned(20, seed, list(CONNECTORS)) for seed in (3, 3, 4))
    rows = [
        [each.batches for own in plan.values() for each in own] for plan in (first, again, other)
    ]
    assert rows[0] == rows[1] != rows[2]


@pytest.mark.parametrize("seed", range(3))
def test_every_phenomenon_occurs_in_200_streams(seed: int) -> None:
    plan = planned(200, seed, list(CONNECTORS))
    assert sum(each.setting.streams for own in plan.values() for each in own) == 200
    for connector, simulations in plan.items():
        assert too_rare(connector, simulations) == []


def test_too_few_phenomena_are_reported() -> None:
    simulations = [simulate(Setting("db2", seed, 6, 1)) for seed in range(6)]
    nothing = [replace(each, phenomena=Counter()) for each in simulations]
    assert too_rare("db2", simulations) == []
    assert "db2: late occurred 0 times" in "\n".join(too_rare("db2", nothing))


# -- splits ----------------------------------------------------------------------------------------


def split(setting: Setting, many: int) -> Simulation:
    """Return a landing in so many batches, under topics and a server of its own."""
    name = f"{setting.prefix}{many}"
    return simulate(replace(setting, prefix=f"{name}.{name}")).split(many)


def build(lake: Lake, plan: dict[str, list[Simulation]]) -> None:
    """Batch after batch; a connector whose rows have all landed is left alone."""
    for batch in range(max(len(each.batches) for own in plan.values() for each in own)):
        new_events = {
            connector: [
                row for each in own for rows in each.batches[batch : batch + 1] for row in rows
            ]
            for connector, own in plan.items()
        }
        lake.connectors = [connector for connector, landed in new_events.items() if landed]
        for connector in lake.connectors:
            lake.land(connector, new_events[connector])
        lake.build()


def contents(lake: Lake, table: str, simulation: Simulation) -> list[str]:
    """Return a landing's rows of a table, without the loads and its own names."""
    name = simulation.setting.prefix.partition(".")[0]
    frame = lake.spark.table(f"{lake.schema}.{table}").drop("_load")
    frame.createOrReplaceTempView("split_rows")
    found = texts(lake.spark, "split_rows")
    own = (each.replace(name, "") for each in found if f'"{name}.{name}.t' in each)
    return sorted(own)


@pytest.mark.slow
def test_any_split_of_the_landing_gives_the_same_tables(
    spark: SparkSession, tmp_path: Path
) -> None:
    few = Setting("mongodb", 75, 1, 1, prefix="few")  # partial updates before their document, late
    many = [Setting(name, 5, 6, 2, prefix="many") for name in ("postgresql", "mongodb")]
    plan: dict[str, list[Simulation]] = defaultdict(list)
    for setting in many:
        plan[setting.connector] += [split(setting, each) for each in SPLITS]
    plan["mongodb"] += [split(few, each) for each in (1, ONE_BY_ONE)]
    assert len(plan["mongodb"][-1].batches) in range(8, 16)
    with opened(tmp_path / "project", "splits", plan) as lake:
        build(lake, plan)
        for connector, simulations in plan.items():
            for table in (connector, f"{connector}_history"):
                found = {each.setting.prefix: contents(lake, table, each) for each in simulations}
                for prefix in ("many", "few"):
                    tables = [each for name, each in found.items() if name.startswith(prefix)]
                    assert all(tables)
                    assert all(each == tables[0] for each in tables)
