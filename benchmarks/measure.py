"""Measuring works in turn, so that a slow minute of the machine hits all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Work = Callable[[], Any]


@dataclass(frozen=True)
class Run:
    """One run of a work."""

    seconds: float
    cpu: float
    """Seconds of all cores that the JVM used: tasks, compiler and garbage collector."""
    read: int
    """Bytes that tasks read from files."""


class Meter:
    """Reads the clocks and counters of a session in this process."""

    def __init__(self, spark: SparkSession) -> None:
        assert spark._jvm is not None
        self.process = spark._jvm.java.lang.ProcessHandle.current()
        self.store = spark._jsc.sc().statusStore()

    def cpu(self) -> float:
        return float(self.process.info().totalCpuDuration().get().toNanos()) / 1e9

    def read(self) -> int:
        executors = self.store.executorList(False)
        return sum(int(executors.apply(each).totalInputBytes()) for each in range(executors.size()))

    def run(self, work: Work) -> Run:
        cpu, read, start = self.cpu(), self.read(), time.monotonic()
        work()
        seconds = time.monotonic() - start
        time.sleep(0.2)  # the counters follow the tasks
        return Run(seconds, self.cpu() - cpu, self.read() - read)


@dataclass(frozen=True)
class Outcome:
    """The runs of several works that did the same with so many events."""

    events: int
    runs: Mapping[str, list[Run]]

    def ratio(self, theirs: str) -> list[float]:
        """How many times faster ours was, round by round: least, median, most."""
        pairs = zip(self.runs["ours"], self.runs[theirs], strict=True)
        return spread([peer.seconds / own.seconds for own, peer in pairs])

    def seconds(self, work: str) -> list[float]:
        return spread([run.seconds for run in self.runs[work]])

    def per_core_second(self, work: str) -> int:
        """Events for each second of one core."""
        return round(self.events / statistics.median(run.cpu for run in self.runs[work]))

    def megabytes(self, work: str) -> float:
        return statistics.median(run.read for run in self.runs[work]) / 1e6


def spread(values: list[float]) -> list[float]:
    return [min(values), statistics.median(values), max(values)]


def in_turn(
    spark: SparkSession,
    works: Mapping[str, Work],
    events: int,
    runs: int,
    prepare: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """`runs` rounds of all works, after one that warms up and is not counted.

    prepare: brings the tables to where a work finds them; runs before it, outside the clock.
    """
    meter = Meter(spark)
    found: dict[str, list[Run]] = {name: [] for name in works}
    for number in range(runs + 1):
        for name, work in works.items():
            prepare(name)
            run = meter.run(work)
            if number:
                found[name].append(run)
    return Outcome(events, found)
