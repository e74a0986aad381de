"""What the benchmarks make of their measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks import goals, page, record, sizing
from benchmarks.goals import GOALS, JOB, Goal
from benchmarks.measure import Outcome, Run
from benchmarks.record import Part

WORKS = ("ours", "usual", "job", "dbt snapshot", "one scan and one shuffle", "ours, with tests")
NAMES = (
    *(
        f"staging {shape}"
        for shape in ("relational", "relational_schema", "cdl", "mongodb_10", "mongodb_40")
    ),
    "current, 1 % of the rows",
    "current, 10 % of the rows, more",
    "current",
    "history",
    "rebuild",
    "generated models, 1 % of the rows",
    "generated models",
)


def run(seconds: float) -> Run:
    return Run(seconds, cpu=seconds, read=0, shuffled=0, written=0, heap=0)


def outcome(**seconds: list[float]) -> Outcome:
    runs = {work: [2.0, 1.0, 4.0] for work in WORKS} | {"ours, nothing new": [0.5] * 3} | seconds
    return Outcome(94_000, {work: [run(each) for each in runs[work]] for work in runs})


def test_ratios_are_taken_within_a_round() -> None:
    found = outcome(ours=[1.0, 2.0, 4.0], usual=[4.0, 2.0, 2.0])
    assert found.ratio("usual") == [0.5, 1.0, 4.0]
    assert found.seconds("ours") == [1.0, 2.0, 4.0]
    assert found.per_core_second("ours") == 47_000


def test_growth_is_above_the_cost_of_an_empty_load() -> None:
    small = {"ours": [run(3.0)], "ours, nothing new": [run(1.0)]}
    large = {"ours": [run(5.0)], "ours, nothing new": [run(4.0)]}
    found = {"current": Outcome(1, large), "current, 1 % of the rows": Outcome(1, small)}
    assert goals.growth(found) == [2.0, 2.0, 2.0]


@pytest.mark.parametrize(
    ("at_least", "aim", "ratio", "expected"),
    [
        (0.7, 0.9, 0.9, "the aim"),
        (0.7, 0.9, 0.7, "reached"),
        (0.7, 0.9, 0.69, "not reached"),
        (2, 1.3, 1.3, "the aim"),
        (2, 1.3, 1.9, "reached"),
        (2, 1.3, 2.1, "not reached"),
    ],
)
def test_a_median_is_compared_with_its_goal(
    at_least: float, aim: float, ratio: float, expected: str
) -> None:
    goal = Goal("staging", JOB, at_least, aim, lambda _: [ratio] * 3, frozenset())
    assert goal.result(ratio) == expected


@pytest.mark.parametrize(
    ("job", "line"),
    [(0.49, "0 goals reached, 1 not reached"), (0.5, "1 goals reached, 0 not reached")],
)
def test_the_closing_line_counts_what_a_run_has_measured(job: float, line: str) -> None:
    found = {"staging cdl": outcome(ours=[1.0] * 3, job=[job] * 3)}
    assert goals.closing(found) == (line, int(line.startswith("0")))
    assert goals.closing({}) == ("0 goals reached, 0 not reached", 0)


def test_the_costs_of_a_load_are_straight_lines() -> None:
    """Of 2 s, 0.1 s for 1,000 events and 0.3 s for 100,000 rows; base costs nothing for a row."""

    def measured(events: int, rows: int) -> Outcome:
        per_row = dict.fromkeys(sizing.SHOWN, 3e-6) | {sizing.BASE: 0}
        works = {work: [run(2 + events * 1e-4 + rows * each)] for work, each in per_row.items()}
        return Outcome(events, works)

    large = "generated models"
    found = {
        f"{large}, 1 % of the rows": measured(10_000, 10_000),
        large: measured(10_000, 1_000_000),
        f"{large} by new events: 1000": measured(1_000, 1_000_000),
        f"{large} by new events: 100000": measured(100_000, 1_000_000),
    }
    costs = sizing.costs(found, 1_000_000)
    assert list(costs) == list(sizing.SHOWN)
    for work, cost in costs.items():
        lines = (cost.fixed, cost.per_event, cost.per_row, cost.core_seconds)
        assert lines == pytest.approx((2, 100, 0 if work == sizing.BASE else 3, 100))
    text = sizing.page(Part("make bench", "one machine", found))
    assert "| current | 2.00 | 100.00 | 3.00 |" in text


def test_the_page_lists_every_measurement() -> None:
    measured = dict.fromkeys(NAMES, outcome())
    memory = dict.fromkeys(["memory: few", "memory: many"], outcome())
    text = page.page(
        {
            "tables": Part("make bench SIZE=5", "one machine", measured),
            "memory": Part("make bench", "another", memory),
        }
    )
    assert [line for line in text.splitlines() if line.startswith("### ")] == [
        *(f"### {name}, 94000 events" for name in NAMES),
        "### memory",
    ]
    assert text.count("| few |") == text.count("| many |") == 1
    assert "| tables | `make bench SIZE=5` | one machine |" in text
    for goal in GOALS:
        assert f"| {goal.what} | {goal.against} | " in text


def test_a_goal_without_its_measurement_is_left_out() -> None:
    text = page.page({"tables": Part("", "", {"history": outcome()})})
    assert [goal.what for goal in GOALS if f"| {goal.what} |" in text] == [
        "history from new events"
    ]


def test_a_part_is_read_as_it_was_written(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(record, "FILE", tmp_path / "benchmarks.json")
    assert record.read() == {}
    parts = {"tables": Part("make bench", "one machine", {"history": outcome()})}
    record.write(parts)
    assert record.read() == parts
