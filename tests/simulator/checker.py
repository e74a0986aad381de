"""The simulator: `PYTHONPATH=tests python -m simulator.checker STREAMS SEED`.

Simulates STREAMS random streams of all connectors, lands them batch by batch in a lake of its own,
builds the package's models with dbt after each, and compares their rows with the truth. Ends
with the line `N streams, N mismatches`; exits 1 where a stream mismatches, a test of dbt fails, a
phenomenon occurred too rarely, or there is nothing to check.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from unittest.mock import patch

from pyspark.errors import PySparkException
from rich.console import Console
from rich.table import Table

from dbt_debezium.conformance import FailedError, Notify, no_progress, progress
from dbt_debezium.targets import isolate_lake
from simulator import cases
from simulator.comparing import Mismatch, Place, compare
from simulator.connectors import CONNECTORS
from simulator.floors import floors
from simulator.lake import Lake, compiled, opened
from simulator.phenomena import Phenomena
from simulator.project import CHANGES, RENAMED_SHARE, UNCHANGED, Changes
from simulator.simulation import Setting, Simulation, shrink, simulate

SIZE = 6  # streams of a simulation: what is chosen for a whole run is to vary
SEEDS = 1_000_000  # of a connector
SHOWN = 20  # mismatches
# Small queries, one after the other: a quick compiler, a simple collector.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m -XX:+UseSerialGC"
Plan = dict[str, list[Simulation]]


@dataclass
class Result:
    """What a judgement found: of each stream that mismatches the first mismatch."""

    streams: int
    plan: Plan
    mismatches: dict[tuple[str, int], Mismatch] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    built: bool = True
    forgotten: set[Place] = field(default_factory=set)
    purged: set[Place] = field(default_factory=set)

    @property
    def passed(self) -> bool:
        return self.streams > 0 and not self.mismatches and not self.failures

    def __str__(self) -> str:
        """The closing line; without tables no stream's truth was found."""
        many = len(self.mismatches) if self.built else self.streams
        return f"{self.streams} streams, {many} mismatches"

    def add(self, connector: str, when: str, found: list[Mismatch]) -> None:
        for each in found:
            mismatch = replace(each, what=f"{connector}, {each.what} {when}")
            self.mismatches.setdefault(each.stream, mismatch)


def planned(
    streams: int, seed: int, connectors: Sequence[str], changes: Changes = UNCHANGED
) -> Plan:
    """Return the simulations of each connector; the last makes up for what the others lack."""
    plan: Plan = {}
    for index, connector in enumerate(CONNECTORS):
        if connector not in connectors:
            continue
        place = list(connectors).index(connector)
        own = streams // len(connectors) + (place < streams % len(connectors))
        first = (seed * len(CONNECTORS) + index) * SEEDS
        if own:
            phenomena = Phenomena(renamed=RENAMED_SHARE if connector in changes.renamed else 0.0)
            batches = 3 + min(5, streams // 200)
            plan[connector] = simulated(connector, own, first, batches, phenomena)
    return plan


def simulated(
    connector: str, streams: int, first: int, batches: int, phenomena: Phenomena
) -> list[Simulation]:
    """Return the simulations of a connector, with so many batches at most."""
    many = -(-streams // SIZE)
    found: list[Simulation] = []
    for number in range(many):
        size = streams // many + (number < streams % many)
        chosen = Setting(
            connector,
            first + number,
            size,
            tables=1 + number % 3,
            phenomena=phenomena,
            prefix=f"{connector}{number}.shop{number}",
            batches=batches,
        )
        found.append(simulate(chosen))
    seed = first + many
    while too_rare(connector, found) and seed < first + many + 100:
        found[-1] = simulate(replace(found[-1].setting, seed=seed))
        seed += 1
    return found


def occurred(simulations: list[Simulation]) -> Counter[str]:
    return sum((each.phenomena for each in simulations), Counter())


def check(lake: Lake, plan: Plan, notify: Notify = no_progress, tests: bool = True) -> Result:
    """Land and build batch after batch, and compare after each.

    In the middle `Lake.forget`, `Lake.change` and `Lake.purge` happen. Tables that lack values
    until then are compared later.
    """
    result = Result(sum(each.setting.streams for own in plan.values() for each in own), plan)
    rounds = max(len(each.batches) for own in plan.values() for each in own)
    try:
        for batch in range(rounds):
            notify(f"batch {batch + 1}", batch, rounds + 1)
            for connector, simulations in plan.items():
                landing = [each for each in simulations if batch < len(each.batches)]
                lake.land(connector, [row for each in landing for row in each.batches[batch]])
            if batch == rounds // 2:
                for connector, simulations in plan.items():
                    settled = set().union(*(each.settled(batch) for each in simulations))
                    result.forgotten |= lake.forget(connector, settled)
                lake.change()
                for connector in plan:
                    result.purged |= lake.purge(connector)
            lake.build()
            for connector, simulations in plan.items():
                if batch < rounds // 2 and lake.is_late(connector):
                    continue
                found = lake.found(connector)
                for each in simulations:
                    if batch < len(each.batches):
                        wrong = compare(each, batch, found, result.forgotten, result.purged)
                        result.add(connector, f"after batch {batch + 1}", wrong)
                    if batch == rounds - 1:
                        wrong = compare(each, None, found, result.forgotten, result.purged)
                        result.add(connector, "at the end", wrong)
            if tests and (batch == rounds - 1 or (batch == rounds // 2 and rounds > 3)):
                notify("dbt's tests", batch, rounds + 1)
                result.failures += lake.test()
    except (FailedError, PySparkException) as error:
        result.built = False
        result.failures.append(f"the build failed: {error}")
    else:
        for connector, simulations in plan.items():
            result.failures += unlike_landing(lake, connector, simulations)
            result.failures += too_rare(connector, simulations)
    return result


def unlike_landing(lake: Lake, connector: str, simulations: list[Simulation]) -> list[str]:
    """Return whether every landed row is in base once, and nothing else."""
    landed = {row[:3] for each in simulations for batch in each.batches for row in batch}
    base = Counter(lake.landing_ids(connector))
    wrong = {
        "landed, not in base": landed - set(base),
        "in base, never landed": set(base) - landed,
        "more than once in base": {row for row, many in base.items() if many > 1},
    }
    return [f"base_{connector}: {why}: {sorted(rows)}" for why, rows in wrong.items() if rows]


def too_rare(connector: str, simulations: list[Simulation]) -> list[str]:
    counts = occurred(simulations)
    return [
        f"{connector}: {name} occurred {counts[name]} times, not {floor}"
        for name, floor in least(connector, simulations).items()
        if counts[name] < floor
    ]


def least(connector: str, simulations: list[Simulation]) -> dict[str, int]:
    """Return how often each phenomenon must occur in these simulations."""
    streams = sum(each.setting.streams for each in simulations)
    renamed = any(each.setting.phenomena.renamed for each in simulations)
    return floors(connector, streams, renamed)


# -- what fails, in small --------------------------------------------------------------------------


def shrunk(lake: Lake, simulation: Simulation, seconds: float) -> tuple[Simulation, list[Mismatch]]:
    """Return a small simulation that mismatches as well, and how.

    If the time is up, return the given one.
    """
    connector = simulation.setting.connector
    texts = cases.texts(connector, compiled, lake.changes)
    end = monotonic() + seconds

    def at_the_end(simulations: list[Simulation]) -> list[Mismatch]:
        tried = [cases.Case(each, None, each.setting.prefix) for each in simulations]
        return cases.Bench(lake.spark, tried).mismatches(texts)

    def after_each_batch(simulations: list[Simulation]) -> list[Mismatch]:
        tried = cases.cases(each.setting for each in simulations)
        prefixes = {each.simulation.setting.prefix: each.prefix for each in tried}
        return [
            replace(each, topic=each.topic.replace(each.stream[0], prefixes[each.stream[0]]))
            for each in cases.Bench(lake.spark, tried).mismatches(texts)
        ]

    def by_dbt(simulations: list[Simulation]) -> list[Mismatch]:
        with lake.beside(connector) as beside:
            result = check(beside, {connector: simulations}, tests=False)
            return list(result.mismatches.values())

    def failing(simulations: list[Simulation]) -> list[Simulation]:
        found = find(simulations) if monotonic() < end else []
        prefixes = {each.stream[0] for each in found}
        return [each for each in simulations if each.setting.prefix in prefixes]

    ways = (at_the_end, after_each_batch, by_dbt)
    find = next((way for way in ways if way([simulation])), by_dbt)
    small = shrink(simulation, failing)
    return small, find([small])


def show(console: Console, simulation: Simulation, found: list[Mismatch]) -> None:
    """A small simulation: its landed rows, batch by batch, what is true and what was found."""
    console.rule(f"{simulation.setting.connector}: a small stream that mismatches")
    console.print(str(simulation.setting), markup=False)
    rows = sum(map(len, simulation.batches))
    topics = {each.topic for each in found}
    for number, batch in enumerate(simulation.batches, 1):
        console.print(f"batch {number}")
        for record in batch:
            if rows <= SHOWN or record.topic in topics:
                console.print(f"  {json.dumps(record._asdict())}", markup=False, soft_wrap=True)
    for topic, keys in simulation.truth().items():
        for key, row in keys.items():
            if topic in topics:
                console.print(f"true at the end: {topic} {key} {json.dumps(row)}", soft_wrap=True)
    for each in found:
        shown(console, each)


def shown(console: Console, each: Mismatch) -> None:
    console.print(f"{each.topic} {each.key}, {each.what}:", markup=False)
    console.print(f"  expected {json.dumps(each.expected)}", markup=False, soft_wrap=True)
    console.print(f"  found    {json.dumps(each.found)}", markup=False, soft_wrap=True)


# -- the run ---------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("streams", type=int, help="how many, of all connectors")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="equal seeds, equal runs")
    parser.add_argument("--connector", action="append", choices=CONNECTORS, help="these only")
    parser.add_argument("--shrink", type=float, default=300, metavar="SECONDS", help="at most")
    given = parser.parse_args(arguments)
    # A pipe has no width of its own.
    console = Console(width=None if sys.stdout.isatty() else 150)
    if given.streams < 1:
        console.print(f"nothing to check: STREAMS must be 1 or more, got: {given.streams}")
        print(Result(0, {}))
        return 1
    connectors = given.connector or list(CONNECTORS)
    plan = planned(given.streams, given.seed, connectors, CHANGES)
    with (
        in_own_folder() as folder,
        progress() as notify,
        opened(folder, "simulation", plan, CHANGES) as lake,
    ):
        result = check(lake, plan, notify)
        report(console, result)
        for simulation in failing(result):
            notify(f"shrinking {simulation.setting.connector}", 0, 1)
            show(console, *shrunk(lake, simulation, given.shrink))
    print(result)
    return 0 if result.passed else 1


@contextmanager
def in_own_folder() -> Iterator[Path]:
    """Yield a folder for the project; unless Spark runs already, the lake is in it too."""
    from pyspark.sql import SparkSession

    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        patch.dict(os.environ),
    ):
        if SparkSession.getActiveSession() is None:
            isolate_lake(Path(name))
            os.environ |= {
                "DEBEZIUM_JAVA_OPTIONS": JAVA_OPTIONS,
                "DEBEZIUM_THREADS": "2",
                "VIRTUAL_ENV": sys.prefix,
            }
        yield Path(name, "project")


def failing(result: Result) -> list[Simulation]:
    """Of each connector the first simulation that mismatches."""
    prefixes = {prefix for prefix, _ in result.mismatches}
    return [
        next(each for each in simulations if each.setting.prefix in prefixes)
        for simulations in result.plan.values()
        if any(each.setting.prefix in prefixes for each in simulations)
    ]


def report(console: Console, result: Result) -> None:
    table = Table(title="how often each phenomenon occurred, and its floor", title_justify="left")
    table.add_column("phenomenon")
    counts = {name: occurred(each) for name, each in result.plan.items()}
    lowest = {name: least(name, own) for name, own in result.plan.items()}
    for name in result.plan:
        table.add_column(name, justify="right")
    for phenomenon in sorted(set().union(*counts.values(), *lowest.values())):
        cells = (
            f"{counts[name][phenomenon]} / {lowest[name][phenomenon]}"
            if phenomenon in lowest[name]
            else ""
            for name in result.plan
        )
        table.add_row(phenomenon, *cells)
    console.print(table)
    simulations = [each for own in result.plan.values() for each in own]
    rows = sum(len(batch) for each in simulations for batch in each.batches)
    console.print(f"{rows} rows landed, of {len(simulations)} simulations")
    console.print(f"{len(result.forgotten)} keys forgotten in the middle")
    console.print(f"{len(result.purged)} deleted rows purged in the middle")
    for failure in result.failures:
        console.print(failure, markup=False)
    for each in list(result.mismatches.values())[:SHOWN]:
        shown(console, each)


if __name__ == "__main__":
    sys.exit(main())
