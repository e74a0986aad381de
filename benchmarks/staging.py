"""From a landed text to typed columns: ours, the peers, and what none can be faster than."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks import landing, pyspark_job
from benchmarks.measure import Outcome, in_turn
from benchmarks.project import Project

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def measure(project: Project, shape: str, events: int, runs: int) -> Outcome:
    """Every way to stage the events of a shape, written nowhere."""
    spark = project.spark
    landing.land(spark, shape, events)
    ours, usual = project.compiled(f"base_{shape}"), project.compiled(f"usual_stg_{shape}")
    text = "cast(value as string) as value"
    frames: dict[str, Callable[[], DataFrame]] = {
        "scan of the text": lambda: spark.sql(f"select {text} from landing.{shape}"),
        "one parse": lambda: pyspark_job.parsed(spark, shape),
        "usual": lambda: spark.sql(usual),
        "job": lambda: pyspark_job.staged(spark, shape),
        "ours": lambda: spark.sql(ours),
    }
    project.same({name: frames[name]() for name in ("ours", "usual", "job")}, shape)
    works = {name: lambda frame=frame: discard(frame()) for name, frame in frames.items()}
    return in_turn(spark, works, events, runs)


def discard(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()
