"""The parts of the benchmarks: each makes its data and yields its measurements by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks import current, entities, generated, landing, memory, staging
from benchmarks.goals import GENERATED, MANY
from benchmarks.measure import Outcome
from benchmarks.project import Project

Measured = Iterator[tuple[str, Outcome]]


@dataclass(frozen=True)
class Sizes:
    """How much is measured; the options of the command of these names."""

    size: int
    events: int
    new_events: int
    runs: int
    entities: tuple[int, ...]

    def tables(self) -> dict[str, int]:
        """Return the rows of each table, by the end of its measurements' names."""
        return {
            ", 1 % of the rows": self.size // 100,
            ", 10 % of the rows": self.size // 10,
            "": self.size,
        }


def stagings(project: Project, sizes: Sizes) -> Measured:
    for shape in landing.SHAPES:
        yield f"staging {shape}", staging.measure(project, shape, sizes.events, sizes.runs)
    for shape in landing.BY_FIELDS:
        yield f"staging by fields: {shape}", staging.measure(project, shape, sizes.events // 2, 1)
    for shape in landing.BY_SIZE:
        yield f"staging by size: {shape}", staging.measure(project, shape, sizes.events // 20, 1)


def kept_texts(project: Project, sizes: Sizes) -> Measured:
    for shape in ("relational", "relational_schema", "cdl", "mongodb_10"):
        measured = staging.kept_text(project, shape, sizes.events, sizes.runs)
        yield f"text of messages kept, {shape}", measured


def currents(project: Project, sizes: Sizes) -> Measured:
    """New events into 1 %, 10 % and all of the rows."""
    for part, rows in sizes.tables().items():
        current.build(project, rows)
        for number in (sizes.new_events // 10, sizes.new_events * 10):
            name = f"current by size and new events: {number} events into {rows} rows"
            yield name, current.load(project, rows, number, 1)
        events = f"{sizes.new_events} events, keys skewed,"
        name = f"current by size and new events: {events} into {rows} rows"
        yield name, current.load(project, rows, sizes.new_events, 1, current.FEW_ROWS)
        yield f"current{part}", current.load(project, rows, sizes.new_events, sizes.runs)
        if rows == sizes.size // 10:
            yield MANY, current.load(project, rows, sizes.new_events * 10, sizes.runs)


def generated_models(project: Project, sizes: Sizes) -> Measured:
    """New events into 1 %, 10 % and all of the rows, and fewer and more of them into all."""
    for part, rows in sizes.tables().items():
        generated.build(project, rows)
        yield f"{GENERATED}{part}", generated.load(project, rows, sizes.new_events, sizes.runs)
    for events in (sizes.new_events // 10, sizes.new_events * 10):
        name = f"{GENERATED} by new events: {events}"
        yield name, generated.load(project, sizes.size, events, 1)


def histories(project: Project, sizes: Sizes) -> Measured:
    current.build(project, sizes.size)
    yield "history", current.history(project, sizes.size, sizes.new_events, sizes.runs)


def rebuilds(project: Project, sizes: Sizes) -> Measured:
    yield "rebuild", current.rebuild(project, sizes.size, sizes.runs)


def memories(project: Project, sizes: Sizes) -> Measured:
    for name, outcome in memory.measure(project, sizes.size):
        yield f"memory: {name}", outcome


def nothing_new(project: Project, sizes: Sizes) -> Measured:
    for number in sizes.entities:
        yield f"nothing new: {number} entities", entities.measure(project, number, 1)


PARTS: Mapping[str, Callable[[Project, Sizes], Measured]] = {
    "staging": stagings,
    "text": kept_texts,
    "current": currents,
    "history": histories,
    "generated": generated_models,
    "rebuild": rebuilds,
    "memory": memories,
    "nothing-new": nothing_new,
}
