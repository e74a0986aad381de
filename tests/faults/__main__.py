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
from contextlib import ExitStack, closing

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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m faults", description="kill runs")
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="how often")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments")
    parser.add_argument("--scenario", nargs="+", default=[*LABS], choices=[*LABS])
    parser.add_argument("--point", metavar="TEXT", help="only the statements with this text")
    chosen = parser.parse_args()
    end_on_signals()
    outcomes: list[Outcome] = []
    try:
        for outcome in outcomes_of(chosen):
            print(outcome, flush=True)
            outcomes.append(outcome)
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


def outcomes_of(chosen: argparse.Namespace) -> Iterator[Outcome]:
    """Yield what became of each run."""
    if CATALOG in chosen.scenario:
        downloads.install()
        install.main("postgresql")
    with ExitStack() as stack:
        folder = own_folder(stack, "faults-", keep=False)
        shares = spread(chosen.kills, len(chosen.scenario))
        for place, (name, share) in enumerate(zip(chosen.scenario, shares, strict=True)):
            if not share and not chosen.point:
                continue
            kind, scenario = LABS[name]
            with closing(kind(folder / str(place), scenario)) as lab:
                lab.prepare()
                writes = len(lab.points) // 2
                print(f"{name}: {writes} statements write, within {lab.span:.0f} s", flush=True)
                yield from disturbed(lab, share, chosen.seed + place, chosen.point)
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
