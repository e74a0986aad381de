"""Kill runs, at random and before statements that write, and compare what the next run leaves.

    PYTHONPATH=tests python -m faults [--kills N] [--seed N] [--scenario NAME ...] [--point TEXT]

The kills are spread over the scenarios; the disk is also full a few times. A line for each.
The last line counts kills and differences; exits 1 where the next run gave other tables than an
undisturbed run, where a run did not end in a clear error, and where nothing was killed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from pathlib import Path

from chain import downloads
from chain.process import ChainError, end_on_signals, own_folder

from dbt_debezium import install
from faults.catalog import CatalogLab
from faults.disk import DISK, full_disk
from faults.scenarios import SCENARIOS
from faults.trial import Lab, Outcome

CATALOG = "catalog"
LABS = {name: (Lab, scenario) for name, scenario in SCENARIOS.items()} | {
    # the process that has the names of the tables, while what a second load writes
    CATALOG: (CatalogLab, SCENARIOS["second load"]),
}
FULL_DISKS = 20
"""Kills for each time that the disk is full."""
LANES = 2
"""Scenarios at a time: much of a run is the start of one process."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m faults", description="kill runs")
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="how often")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments")
    parser.add_argument("--scenario", nargs="+", default=[*LABS], choices=[*LABS])
    parser.add_argument("--point", metavar="TEXT", help="only the statements with this text")
    chosen = parser.parse_args()
    end_on_signals()
    try:
        outcomes = outcomes_of(chosen)
    except (ChainError, install.InstallError, AssertionError, subprocess.TimeoutExpired) as error:
        print(f"faults: {error}", file=sys.stderr)
        return 1
    kills = [each for each in outcomes if each.happened and not each.point.startswith(DISK)]
    different = sum(bool(each.differences) for each in outcomes)
    missed = sum(not each.happened for each in outcomes)
    if missed:
        print(f"faults: {missed} runs were not disturbed, or did not fail", file=sys.stderr)
    print(f"{len(kills)} kills, {different} differences")
    return 0 if kills and not missed and not different else 1


def outcomes_of(chosen: argparse.Namespace) -> list[Outcome]:
    """Return what became of each run, and print it. Some scenarios run side by side."""
    if CATALOG in chosen.scenario:
        downloads.install()
        install.main("postgresql")
    names = list(dict.fromkeys(chosen.scenario))
    shares = spread(chosen.kills, len(names))
    with ExitStack() as stack:
        folder = own_folder(stack, "faults-", keep=False)
        labs = {name: lab(name, folder / str(place)) for place, name in enumerate(names)}
        pool = stack.enter_context(ThreadPoolExecutor(LANES))
        for each in labs.values():
            stack.callback(each.stop)
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        work = [
            pool.submit(printed, name, labs[name], share, chosen.seed + place, chosen)
            for place, (name, share) in enumerate(zip(labs, shares, strict=True))
            if share or chosen.point
        ]
        return [outcome for done in as_completed(work) for outcome in done.result()]


def lab(name: str, folder: Path) -> Lab:
    """Return the lab of a scenario."""
    kind, scenario = LABS[name]
    return kind(folder, scenario)


def printed(
    name: str, lab: Lab, kills: int, seed: int, chosen: argparse.Namespace
) -> list[Outcome]:
    """Return what became of the runs of a scenario, each printed when it is known."""
    outcomes = []
    for outcome in of_scenario(name, lab, kills, seed, chosen):
        print(f"{name}: {outcome}", flush=True)
        outcomes.append(outcome)
    return outcomes


def of_scenario(
    name: str, lab: Lab, kills: int, seed: int, chosen: argparse.Namespace
) -> Iterator[Outcome]:
    with closing(lab):
        lab.prepare()
        writes = len(lab.points) // 2
        print(f"{name}: {writes} statements write, within {lab.span:.0f} s", flush=True)
        yield from disturbed(lab, kills, seed, chosen.point)
        if name == "second load" and not chosen.point:
            chance = random.Random(chosen.seed)
            for _ in range(max(1, chosen.kills // FULL_DISKS)):
                yield full_disk(lab, chance.uniform(0.05, 0.95))


def disturbed(lab: Lab, kills: int, seed: int, point: str | None) -> Iterator[Outcome]:
    if point is None:
        yield from lab.outcomes(kills, seed)
    else:
        yield from (lab.at(each) for each in lab.between() if point in each)


def spread(count: int, places: int) -> list[int]:
    """Return a share for each place; the first ones get what is left over."""
    return [count // places + (place < count % places) for place in range(places)]


if __name__ == "__main__":
    sys.exit(main())
