"""From a landed text to typed columns: ours, the peers, and what none can be faster than."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks import landing, pyspark_job
from benchmarks.measure import Outcome, Work, in_turn
from benchmarks.project import SCHEMA, Project

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TYPED = f"{SCHEMA}.typed"


def measure(project: Project, shape: str, events: int, runs: int) -> Outcome:
    """Return every way to stage the events of a shape, written nowhere."""
    spark = project.spark
    project.recreate([f"landing.{shape}"])
    landing.land(spark, shape, events)
    ours, usual = project.compiled(f"base_{shape}", f"usual_stg_{shape}")
    text = "cast(value as string) as value"
    frames: dict[str, Callable[[], DataFrame]] = {
        "scan of the text": lambda: spark.sql(f"select {text} from landing.{shape}"),
        "one parse": lambda: pyspark_job.parsed(spark, shape),
        "ours, the parse alone": lambda: spark.sql(up_to_the_parse(ours)),
        "usual": lambda: spark.sql(usual),
        "job": lambda: pyspark_job.staged(spark, shape),
        "ours": lambda: spark.sql(ours),
    }
    project.same({name: frames[name]() for name in ("ours", "usual", "job")}, shape)
    works = {name: discarding(frame) for name, frame in frames.items()}
    written(project, ours)()
    works["write of the typed rows"] = lambda: spark.sql(
        f"create or replace table {TYPED}_again as select * from {TYPED}"
    )
    return in_turn(spark, works, events, runs)


def kept_text(project: Project, shape: str, events: int, runs: int) -> Outcome:
    """Return what it costs that base keeps the text of messages: its rows, written to a table."""
    project.recreate([f"landing.{shape}"])
    landing.land(project.spark, shape, events)
    works: dict[str, Work] = {}
    for keep_raw in ("unusable", "none", "all"):
        (sql,) = project.compiled(f"base_{shape}", debezium__keep_raw=keep_raw)
        name = "ours" if keep_raw == "unusable" else f"ours, keep_raw {keep_raw}"
        works[name] = written(project, sql)
    return in_turn(project.spark, works, events, runs)


def written(project: Project, sql: str) -> Work:
    return lambda: project.spark.sql(f"create or replace table {TYPED} as {sql}")


def up_to_the_parse(sql: str) -> str:
    """Return the steps of a base model up to the one that parses each text.

    Raises: ValueError if no step of the model parses them.
    """
    steps = re.search(r"\A.*?^parsed_messages as \(\n.*?^\)$", sql, re.DOTALL | re.MULTILINE)
    if steps is None:
        raise ValueError(f"no step parsed_messages in:\n{sql}")
    return f"{steps[0]}\n\nselect * from parsed_messages"


def discarding(frame: Callable[[], DataFrame]) -> Work:
    return lambda: discard(frame())


def discard(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()
