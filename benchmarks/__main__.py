"""Measure the package beside its peers: `python -m benchmarks`.

Makes its own data, runs the works of each measurement in turn on one Spark session, checks that
all give the same rows, and writes target/bench.json and docs/benchmarks.md.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import orjson

from benchmarks import current, entities, landing, memory, page, smoke, staging
from benchmarks.measure import Outcome
from benchmarks.project import Project

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "target" / "bench"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--size", default=1_000_000, show_default=True, help="Rows of the largest table.")
@click.option("--events", default=100_000, show_default=True, help="Events that are staged.")
@click.option("--news", default=10_000, show_default=True, help="New events for a table.")
@click.option("--runs", default=5, show_default=True, help="Counted rounds of each measurement.")
@click.option(
    "--entities",
    "counts",
    default=[1, 20, 200],
    show_default=True,
    multiple=True,
    help="How many entities are built with nothing new.",
)
@click.option(
    "--smoke", "is_smoke", is_flag=True, help="A few ratios of small data against their limits."
)
def main(
    size: int, events: int, news: int, runs: int, counts: tuple[int, ...], is_smoke: bool
) -> None:
    """Measure the package beside its peers."""
    project = Project(FOLDER)
    if is_smoke:
        raise SystemExit(smoke.main(project))
    found: dict[str, Outcome] = {}
    for name, outcome in measured(project, size, events, news, runs, counts):
        found[name] = outcome
        for work in outcome.runs:
            least, median, most = outcome.seconds(work)
            click.echo(f"{name}, {work}: {median:.2f} s ({least:.2f} to {most:.2f})")
        (ROOT / "target" / "bench.json").write_bytes(orjson.dumps(found))
    command = shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]])
    (ROOT / "docs" / "benchmarks.md").write_text(
        page.page(project.spark, found, command, size, news)
    )
    shutil.rmtree(FOLDER, ignore_errors=True)
    click.echo("docs/benchmarks.md and target/bench.json are written")


def measured(
    project: Project, size: int, events: int, news: int, runs: int, counts: tuple[int, ...]
) -> Iterator[tuple[str, Outcome]]:
    """Every measurement, one after the other; those of a curve are named `curve: point`."""
    for shape in landing.SHAPES:
        yield f"staging {shape}", staging.measure(project, shape, events, runs)
    for shape in landing.BY_FIELDS:
        yield f"staging by fields: {shape}", staging.measure(project, shape, events // 2, 1)
    for shape in landing.BY_SIZE:
        yield f"staging by size: {shape}", staging.measure(project, shape, events // 20, 1)
    for part, rows in (
        (", 1 % of the rows", size // 100),
        (", 10 % of the rows", size // 10),
        ("", size),
    ):
        current.build(project, rows)
        for number in (news // 10, news * 10):
            name = f"current by size and news: {number} events into {rows} rows"
            yield name, current.news(project, rows, number, 1)
        name = f"current by size and news: {news} events, keys skewed, into {rows} rows"
        yield name, current.news(project, rows, news, 1, current.FEW_ROWS)
        yield f"current{part}", current.news(project, rows, news, runs)
    yield "history", current.history(project, size, news, runs)
    yield "rebuild", current.rebuild(project, size, runs)
    for name, outcome in memory.measure(project, size):
        yield f"memory: {name}", outcome
    for number in counts:
        yield f"nothing new: {number} entities", entities.measure(project, number, 1)


if __name__ == "__main__":
    main()
