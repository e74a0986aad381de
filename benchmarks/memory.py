"""The limits of a driver of 2 GB: many events, many of one key, documents of 10 MB."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import landing
from benchmarks.current import BASE, LANDING, OURS, SHAPE
from benchmarks.measure import Meter, Outcome
from benchmarks.project import Project

DOCUMENTS = 4


def measure(project: Project, events: int) -> Iterator[tuple[str, Outcome]]:
    """First builds of base and current."""
    meter = Meter(project.spark)
    for number, key in ((events // 10, "n"), (events, "n"), (events, "0")):
        project.recreate([LANDING, BASE, OURS])
        landing.land(project.spark, SHAPE, number, key=key)
        run = meter.run(lambda: project.run("base_relational", "stg_relational", SHAPE))
        keys = "as many keys" if key == "n" else "one key"
        yield f"{number} events of {keys}", Outcome(number, {"ours": [run]})
    landing.land(project.spark, landing.LARGE, DOCUMENTS)
    run = meter.run(lambda: project.run(f"base_{landing.LARGE}"))
    yield f"{DOCUMENTS} documents of 10 MB", Outcome(DOCUMENTS, {"ours": [run]})
