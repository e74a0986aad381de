"""Measure the package beside its peers: `python -m benchmarks`.

Makes its own data, runs the works of each measurement in turn on one Spark session, checks that
all give the same rows, and writes docs/benchmarks.json, target/bench.json and, from them,
docs/benchmarks.md and docs/sizing.md. Ends with the line `N goals reached, N not reached`; exits 1
where one is not.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from benchmarks import goals, page, record, sizing, smoke
from benchmarks.measure import Outcome
from benchmarks.parts import PARTS, Sizes
from benchmarks.project import Project

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "target" / "bench"
RECENT = ROOT / "target" / "bench.json"
"""The same numbers, where the other results of a run are."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--part",
    "parts",
    type=click.Choice(list(PARTS)),
    default=list(PARTS),
    show_default=True,
    multiple=True,
    help="What is measured; of the other parts the page keeps what it has.",
)
@click.option("--size", default=1_000_000, show_default=True, help="Rows of the largest table.")
@click.option("--events", default=300_000, show_default=True, help="Events that are staged.")
@click.option("--new-events", default=10_000, show_default=True, help="New events for a table.")
@click.option("--runs", default=5, show_default=True, help="Counted rounds of each measurement.")
@click.option(
    "--entities",
    default=[1, 20, 200],
    show_default=True,
    multiple=True,
    help="How many entities are built with nothing new.",
)
@click.option(
    "--smoke", "is_smoke", is_flag=True, help="A few ratios of small data against their limits."
)
def main(parts: tuple[str, ...], is_smoke: bool, **sizes: Any) -> None:
    """Measure the package beside its peers."""
    project = Project(FOLDER)
    if is_smoke:
        raise SystemExit(smoke.main(project))
    command = shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]])
    machine = page.machine(project.spark)
    measured = record.read()
    now: dict[str, Outcome] = {}
    for name in dict.fromkeys(parts):
        found: dict[str, Outcome] = {}
        for what, outcome in PARTS[name](project, Sizes(**sizes)):
            found[what] = outcome
            for work in outcome.runs:
                least, median, most = outcome.seconds(work)
                click.echo(f"{what}, {work}: {median:.2f} s ({least:.2f} to {most:.2f})")
        measured[name] = record.Part(command, machine, found)
        now |= found
        record.write(measured)
        shutil.copy(record.FILE, RECENT)
    (ROOT / "docs" / "benchmarks.md").write_text(page.page(measured))
    if "generated" in measured:
        (ROOT / "docs" / "sizing.md").write_text(sizing.page(measured["generated"]))
    shutil.rmtree(FOLDER, ignore_errors=True)
    click.echo("docs/benchmarks.md, docs/sizing.md and docs/benchmarks.json are written")
    line, missed = goals.closing(now)
    click.echo(line)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
