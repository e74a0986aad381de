"""The parts: what is built, and the rows of each table or case of it.

A part runs in a process of its own, in the project's root: each has its own lake.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from expected.tables import Results, rows_in, rows_of, text

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "conformance"
STREAMS = 500
SEEDS = (5817, 424242)


def parts(captures: Path) -> dict[str, Callable[[], Results]]:
    """All parts by name; the captures of a folder are one part each."""
    return {
        "example": example,
        **{
            f"conformance-{each.stem}": partial(conformance, each) for each in CASES.glob("*.jsonl")
        },
        **{
            f"capture-{each.name}": partial(capture, each)
            for each in sorted(captures.glob("*"))
            if each.is_dir()
        },
        **{f"streams-{seed}": partial(streams, STREAMS, seed) for seed in SEEDS},
    }


def example() -> Results:
    """Return the tables of the worked example, built as `make demo` does."""
    from dbt_debezium import demo

    if demo.main():
        raise RuntimeError("make demo fails")
    return rows_in(demo.session(), "debezium")


def conformance(file: Path) -> Results:
    """Return what unwrap makes of each case, also of those that are not compared in full."""
    from dbt_debezium import conformance as cases

    read = [cases.read_case(*each) for each in enumerate(cases.lines_of(file.read_bytes()))]
    groups = cases.grouped(each for each in read if isinstance(each, cases.Case))
    found: Results = {}
    with cases.in_own_folder():
        made = cases.results(groups, "landing", cases.no_progress)
    for group, result in zip(groups, made, strict=True):
        for case in group.cases:
            if isinstance(result, cases.FailedError):
                found[case.id] = [type(result).__name__]
            else:
                shown = cases.shown(result.get(case.line, []))
                found[case.id] = sorted(
                    text({name: each for name, each in row.items() if name != "_topic_offset"})
                    for row in shown
                )
    return found


def capture(folder: Path) -> Results:
    """Return the tables that the generated models make of a capture, in three loads."""
    from dbt_debezium.replay.__main__ import built
    from dbt_debezium.replay.capture import load
    from dbt_debezium.replay.project import NAME

    return rows_in(built(load(folder.resolve()), ROOT / "target" / "replay").spark, NAME)


def streams(many: int, seed: int) -> Results:
    """Return the rows of each topic of simulated streams, which must also equal their truth."""
    from simulator import checker
    from simulator.connectors import CONNECTORS
    from simulator.lake import TABLES, opened

    plan = checker.planned(many, seed, list(CONNECTORS))
    with checker.in_own_folder() as folder, opened(folder, "simulation", plan) as lake:
        result = checker.check(lake, plan)
        print(result)
        if not result.passed:
            raise RuntimeError(f"seed {seed}: {result}; {result.failures[:3]}")
        found: Results = {}
        for connector in plan:
            for table in TABLES:
                name = table.format(connector)
                for row in rows_of(lake.spark, f"simulation.{name}"):
                    found.setdefault(f"{name} {topic_of(row)}", []).append(row)
        return found


def topic_of(row: str) -> str:
    """Return a row's topic, which is also a part of every simulated key."""
    values = json.loads(row)
    return str(values.get("_topic") or json.loads(values["_key"])["_topic"])


def built(name: str, captures: Path) -> Results:
    """Return the results of one part, built in this process."""
    known = parts(captures)
    if name not in known:
        raise LookupError(f"there is no such capture in {captures}")
    return known[name]()
