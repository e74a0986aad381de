"""A guard against slower code, small enough for every change: ratios with wide limits."""

from __future__ import annotations

import click

from benchmarks import current, staging
from benchmarks.project import Project

EVENTS = 10_000
ROWS = 10_000
NEW_EVENTS = 1_000
LIMITS = {
    ("staging relational", "usual"): 0.13,
    ("staging mongodb_40", "usual"): 0.4,
    ("current", "usual"): 0.08,
}
"""Times as fast as a peer that ours must be at least: half of what it is, or less."""


def main(project: Project) -> int:
    """Prints each ratio beside its limit; 1 where one is outside."""
    outcomes = {
        "staging relational": staging.measure(project, "relational", EVENTS, runs=2),
        "staging mongodb_40": staging.measure(project, "mongodb_40", EVENTS, runs=2),
    }
    current.build(project, ROWS)
    outcomes["current"] = current.load(project, ROWS, NEW_EVENTS, runs=1)
    outside = 0
    for (name, theirs), limit in LIMITS.items():
        _, median, _ = outcomes[name].ratio(theirs)
        outside += median < limit
        result = "within" if median >= limit else "outside"
        click.echo(f"{name}, ours against {theirs}: {median:.2f}, at least {limit}: {result}")
    click.echo(f"{len(LIMITS) - outside} within, {outside} outside")
    return 1 if outside else 0
