"""Models and tests as the generator writes them: what a load costs, model by model."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from itertools import count

from click.testing import CliRunner

from benchmarks import landing
from benchmarks.current import ANY_ROW
from benchmarks.measure import Meter, Outcome, Run
from benchmarks.project import SCHEMA, Project
from dbt_debezium import generate

SHAPE = "orders"
NAME = "shop_orders"
"""Of the models; that of their folder would select all of them."""
MODELS = (f"base_{NAME}", NAME, f"{NAME}_history", f"{NAME}__ledger")
WITH_TESTS = "ours, with tests"


def build(project: Project, rows: int) -> None:
    """Generate the models of a landing table of `rows` events, each of a row, and load them."""
    folder = project.folder / "models" / SHAPE
    shutil.rmtree(folder, ignore_errors=True)
    project.recreate([f"landing.{SHAPE}", *(f"{SCHEMA}.{model}" for model in MODELS)])
    landing.land(project.spark, SHAPE, rows)
    arguments = [f"landing.{SHAPE}", "--name", NAME, "--expected-rows", str(rows)]
    result = CliRunner().invoke(generate.main, arguments)
    if result.exit_code:
        raise ValueError(result.output)
    project.dbt("run", "--select", f"path:models/{SHAPE}")


def load(project: Project, rows: int, events: int, runs: int) -> Outcome:
    """Load `events` new events: by `dbt run`, by `dbt build`, and by a command for each model.

    Each of these has events of its own, because a test checks the loads since its last pass.
    """
    paths = ["--select", f"path:models/{SHAPE}"]
    test = partial(project.dbt, "test", *paths)
    separate: dict[str, Callable[[], object]] = {
        **{model: partial(project.run, model) for model in MODELS},
        "tests": test,
    }
    commands = {
        "ours": partial(project.dbt, "run", *paths),
        WITH_TESTS: partial(project.dbt, "build", *paths),
    }
    meter = Meter(project.spark)
    numbers = count(project.spark.table(f"landing.{SHAPE}").count(), events)
    found: dict[str, list[Run]] = {name: [] for name in (*commands, *separate)}

    def measure(works: dict[str, Callable[[], object]], number: int) -> None:
        landing.land(project.spark, SHAPE, events, ANY_ROW.format(rows=rows), next(numbers))
        for name, work in works.items():
            run = meter.run(work)
            if number:
                found[name].append(run)

    test()
    for number in range(runs + 1):
        for name, command in commands.items():
            measure({name: command}, number)
            if name == "ours":
                test()
        measure(separate, number)
    return Outcome(events, found)
