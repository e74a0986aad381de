"""docs/sizing.md: what a load of generated models costs, from the part `generated`."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks.generated import MODELS
from benchmarks.goals import GENERATED
from benchmarks.measure import Outcome
from benchmarks.record import Part

BASE, CURRENT, HISTORY, LEDGER = MODELS
SHOWN = {
    BASE: "base",
    CURRENT: "current",
    HISTORY: "history",
    LEDGER: "ledger",
    "tests": "`dbt test`",
}
HOURLY = 1000 / 24
"""Millions of events an hour, of a billion a day."""
MINUTES = 20
TABLE_ROWS = 200
"""Millions of rows of the table in the plan."""


@dataclass(frozen=True)
class Cost:
    """What a command costs on the machine that measured it; events and rows in millions."""

    fixed: float
    """Seconds of a load of no event into no row."""
    per_event: float
    per_row: float
    """Seconds of a million rows that the table has."""
    core_seconds: float
    """Of a million events."""
    row_core_seconds: float
    """Of a million rows that the table has."""
    shuffled: float
    """Bytes per event."""
    written: float
    """Bytes per event."""


def costs(found: Mapping[str, Outcome], rows: int) -> dict[str, Cost]:
    """Return the cost of each model and of the tests; rows: those of the largest table."""
    small, large = found[f"{GENERATED}, 1 % of the rows"], found[GENERATED]
    few, many = (
        found[f"{GENERATED} by new events: {number}"]
        for number in (large.events // 10, large.events * 10)
    )

    def growth(work: str, of: str, less: Outcome, more: Outcome, by: int) -> float:
        values = [
            statistics.median(getattr(run, of) for run in each.runs[work]) for each in (less, more)
        ]
        return float(max(values[1] - values[0], 0) / by)

    def cost(work: str) -> Cost:
        event = {
            of: growth(work, of, few, many, many.events - few.events)
            for of in ("seconds", "cpu", "shuffled", "written")
        }
        row = {
            of: growth(work, of, small, large, rows - rows // 100) * 1e6
            for of in ("seconds", "cpu")
        }
        _, seconds, _ = small.seconds(work)
        return Cost(
            fixed=seconds - event["seconds"] * small.events - row["seconds"] * rows / 1e8,
            per_event=event["seconds"] * 1e6,
            per_row=row["seconds"],
            core_seconds=event["cpu"] * 1e6,
            row_core_seconds=row["cpu"],
            shuffled=event["shuffled"],
            written=event["written"],
        )

    return {work: cost(work) for work in SHOWN}


def page(part: Part) -> str:
    """Return the whole page, of the part `generated`."""
    size = re.search(r"--size[ =](\d+)", part.command)
    rows = int(size[1]) if size else 1_000_000
    found = costs(part.outcomes, rows)
    core_seconds = HOURLY * sum(each.core_seconds for each in found.values())
    shuffled = HOURLY * 1e6 * sum(each.shuffled for each in found.values())
    row_core_seconds = TABLE_ROWS * sum(each.row_core_seconds for each in found.values())
    cores = 4 * math.ceil((core_seconds + row_core_seconds) / (MINUTES * 60) * 4 / 3 / 4)
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, trim_blocks=True
    )
    jinja.filters.update(count="{:,.0f}".format, two="{:.2f}".format)
    return jinja.get_template("sizing.md.jinja").render(
        part=part,
        rows=rows,
        events=part.outcomes[GENERATED].events,
        costs=found,
        shown=SHOWN,
        hourly=HOURLY * 1e6,
        minutes=MINUTES,
        core_seconds=core_seconds,
        cores=cores,
        shuffled=shuffled,
        partitions=max(math.ceil(shuffled / 128e6), 2 * cores),
        table_rows=TABLE_ROWS,
        row_core_seconds=row_core_seconds,
    )
