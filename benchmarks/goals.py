"""The goals: ratios within one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.generated import WITH_TESTS
from benchmarks.measure import Outcome, spread

SMT = 47_000
"""Events of 0.77 kB per second of one core through Debezium's own transform, without schemas."""
SCAN = "one scan and one shuffle"
LARGE, SMALL, MANY = "current", "current, 1 % of the rows", "current, 10 % of the rows, more"
GENERATED = "generated models"
Outcomes = Mapping[str, Outcome]
Ratio = list[float]


@dataclass(frozen=True)
class Goal:
    """A ratio: least, median and most over the rounds. The median is compared with the limits."""

    what: str
    against: str
    at_least: float
    aim: float
    ratio: Callable[[Outcomes], Ratio]
    measured: frozenset[str]
    """The measurements that the ratio is taken from."""

    @property
    def is_most(self) -> bool:
        """True if the limits are upper ones."""
        return self.aim < self.at_least

    def result(self, ratio: float) -> str:
        """Return the goal that a ratio reaches: `the aim`, `reached`, `not reached`."""
        for limit, name in ((self.aim, "the aim"), (self.at_least, "reached")):
            if ratio <= limit if self.is_most else ratio >= limit:
                return name
        return "not reached"


def growth(found: Outcomes) -> Ratio:
    """Return how much longer new events take in the large table, less the cost of an empty load."""
    large, small = found[LARGE], found[SMALL]
    _, fixed, _ = small.seconds("ours, nothing new")
    pairs = zip(large.runs["ours"], small.runs["ours"], strict=True)
    return spread([(most.seconds - fixed) / (least.seconds - fixed) for most, least in pairs])


def growth_with_tests(found: Outcomes) -> Ratio:
    """Return how much longer a build with its tests takes in the large table."""
    large, small = found[GENERATED], found[f"{GENERATED}, 1 % of the rows"]
    pairs = zip(large.runs[WITH_TESTS], small.runs[WITH_TESTS], strict=True)
    return spread([most.seconds / least.seconds for most, least in pairs])


def per_core(found: Outcomes) -> Ratio:
    staged = found["staging mongodb_10"]
    return spread([staged.events / run.cpu / SMT for run in staged.runs["ours"]])


def beside(what: str, name: str, against: str, theirs: str, at_least: float, aim: float) -> Goal:
    """Return how many times as fast ours is as another work of the same measurement."""
    return Goal(
        what, against, at_least, aim, lambda found: found[name].ratio(theirs), frozenset({name})
    )


USUAL, JOB = "baseline model", "PySpark job"
GOALS = [
    *(
        beside(f"staging, {what}", f"staging {shape}", JOB, "job", 0.5, 0.65)
        for shape, what in {
            "relational": "relational",
            "relational_schema": "relational with schema",
            "cdl": "CDL",
            "mongodb_10": "MongoDB, 10 fields",
            "mongodb_40": "MongoDB, 40 fields",
        }.items()
    ),
    beside("staging, MongoDB, 10 fields", "staging mongodb_10", USUAL, "usual", 1.5, 2.5),
    beside("staging, relational", "staging relational", USUAL, "usual", 2.5, 4),
    beside("staging, relational with schema", "staging relational_schema", USUAL, "usual", 5, 8),
    Goal(
        "staging, events per core-second",
        "Debezium's own transform",
        0.9,
        1.5,
        per_core,
        frozenset({"staging mongodb_10"}),
    ),
    beside("current, new events", LARGE, USUAL, "usual", 1, 1.5),
    beside("current, new events", LARGE, JOB, "job", 0.3, 0.45),
    beside("current, a tenth of the rows new", MANY, USUAL, "usual", 0.9, 1.3),
    beside("current, a tenth of the rows new", MANY, JOB, "job", 0.3, 0.45),
    Goal(
        "current, new events, above the fixed cost",
        "the same in 1 % of the rows",
        1.5,
        1.2,
        growth,
        frozenset({LARGE, SMALL}),
    ),
    beside("history from new events", "history", "dbt snapshot", "dbt snapshot", 2, 3),
    beside("rebuild of current", "rebuild", SCAN, SCAN, 0.7, 0.85),
    beside("`dbt build` of generated models", GENERATED, "`dbt run`", WITH_TESTS, 2.5, 1.7),
    Goal(
        "`dbt build` of generated models",
        "the same in 1 % of the rows",
        1.6,
        1.3,
        growth_with_tests,
        frozenset({GENERATED, f"{GENERATED}, 1 % of the rows"}),
    ),
]


def measured(found: Outcomes) -> Iterator[tuple[Goal, Ratio]]:
    """Yield each goal that has been measured, with its ratio."""
    for goal in GOALS:
        if goal.measured <= found.keys():
            yield goal, goal.ratio(found)


def closing(found: Outcomes) -> tuple[str, int]:
    """Return the closing line of a run, and how many of its goals are not reached."""
    results = [goal.result(median) for goal, (_, median, _) in measured(found)]
    missed = results.count("not reached")
    return f"{len(results) - missed} goals reached, {missed} not reached", missed
