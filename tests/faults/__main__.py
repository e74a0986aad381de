"""Kill runs everywhere: before each statement that writes, after the last, and at random moments.

    PYTHONPATH=tests python -m faults [--random N] [--seed N] [--scenario NAME ...] [--point TEXT]

A line for each kill; exits 1 where the next run gave other tables than a run that was never killed,
where a kill came too late, or where there was none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from faults.trial import SCENARIOS, Lab, Outcome, shares


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m faults", description="kill runs everywhere")
    parser.add_argument("--random", type=int, default=20, metavar="N", help="random moments")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random moments")
    parser.add_argument("--scenario", nargs="+", default=[*SCENARIOS], choices=[*SCENARIOS])
    parser.add_argument("--point", default="", metavar="TEXT", help="only points with this text")
    chosen = parser.parse_args()
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        for place, name in enumerate(chosen.scenario):
            lab = Lab(Path(folder, str(place)), SCENARIOS[name])
            lab.prepare()
            writes = len(lab.points) // 2
            print(f"{name}: {writes} statements write, within {lab.span:.0f} s", flush=True)
            for point in lab.between():
                if chosen.point in point:
                    log(outcomes, lab.at(point))
            # the random moments belong to the first scenario
            for share in shares(0 if place else chosen.random, chosen.seed):
                log(outcomes, lab.after(share))
    killed = sum(outcome.was_killed for outcome in outcomes)
    different = sum(bool(outcome.differences) for outcome in outcomes)
    print(f"{killed} kills, {different} differences")
    return 1 if different or not killed or killed < len(outcomes) else 0


def log(outcomes: list[Outcome], outcome: Outcome) -> None:
    outcomes.append(outcome)
    print(outcome, flush=True)


if __name__ == "__main__":
    sys.exit(main())
