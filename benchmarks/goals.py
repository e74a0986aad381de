"""What is to be reached: ratios within one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.measure import Outcome, spread

SMT = 47_000
"""Events of 0.77 kB per second of one core through Debezium's own transform, without schemas."""
Outcomes = Mapping[str, Outcome]
Ratio = list[float]


@dataclass(frozen=True)
class Goal:
    """A ratio: least, median and most over the rounds. The median is held against the limits."""

    what: str
    against: str
    at_least: float
    aim: float
    ratio: Callable[[Outcomes], Ratio]

    @property
    def is_most(self) -> bool:
        """Whether the limits are upper ones."""
        return self.aim < self.at_least


def against(name: str, theirs: str) -> Callable[[Outcomes], Ratio]:
    return lambda found: found[name].ratio(theirs)


def per_core(name: str) -> Callable[[Outcomes], Ratio]:
    return lambda found: spread(
        [found[name].events / run.cpu / SMT for run in found[name].runs["ours"]]
    )


def growth(found: Outcomes) -> Ratio:
    """How much longer new events take in the large table, above what no news cost in the small."""
    large, small = found["current"], found["current, 1 % of the rows"]
    _, fixed, _ = small.seconds("ours, nothing new")
    pairs = zip(large.runs["ours"], small.runs["ours"], strict=True)
    return spread([(most.seconds - fixed) / (least.seconds - fixed) for most, least in pairs])


USUAL, JOB = "the usual dbt model", "a PySpark job by hand"
GOALS = [
    Goal("staging, MongoDB, 10 fields", USUAL, 2.5, 5, against("staging mongodb_10", "usual")),
    Goal("staging, MongoDB, 10 fields", JOB, 0.7, 0.9, against("staging mongodb_10", "job")),
    Goal("staging, MongoDB, 40 fields", JOB, 0.7, 0.9, against("staging mongodb_40", "job")),
    Goal("staging, relational", JOB, 0.7, 0.9, against("staging relational", "job")),
    Goal(
        "staging, relational with schema",
        JOB,
        0.7,
        0.9,
        against("staging relational_schema", "job"),
    ),
    Goal(
        "staging, events per core-second",
        "Debezium's own transform",
        1,
        2,
        per_core("staging mongodb_10"),
    ),
    Goal("current, new events", USUAL, 2, 4, against("current", "usual")),
    Goal("current, new events", JOB, 1.2, 2, against("current", "job")),
    Goal(
        "current, new events, above the fixed cost", "the same in 1 % of the rows", 2, 1.3, growth
    ),
    Goal("history from new events", "dbt snapshot", 1, 2, against("history", "dbt snapshot")),
    Goal(
        "rebuild of current",
        "one scan and one shuffle",
        0.6,
        0.8,
        against("rebuild", "one scan and one shuffle"),
    ),
]
