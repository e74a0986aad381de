"""Measuring works in turn, so that a slow minute of the machine hits all of them."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
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
    shuffled: int
    """Bytes that tasks wrote for others to read."""
    written: int
    """Bytes of the files that were added to the lake."""
    heap: int
    """Most bytes in the JVM's old generation."""


class Meter:
    """Reads the clocks and counters of a session in this process."""

    def __init__(self, spark: SparkSession) -> None:
        assert spark._jvm is not None
        self.process = spark._jvm.java.lang.ProcessHandle.current()
        self.store = spark._jsc.sc().statusStore()
        self.lake = Path(os.environ["DEBEZIUM_LAKE"])
        pools = spark._jvm.java.lang.management.ManagementFactory.getMemoryPoolMXBeans()
        (self.old,) = (
            pool for pool in pools if pool.getName().endswith(("Old Gen", "Tenured Gen"))
        )

    def cpu(self) -> float:
        return float(self.process.info().totalCpuDuration().get().toNanos()) / 1e9

    def tasks(self) -> tuple[int, int]:
        """Bytes that tasks have read from files and written to shuffles."""
        listed = self.store.executorList(False)
        executors = [listed.apply(each) for each in range(listed.size())]
        return (
            sum(int(each.totalInputBytes()) for each in executors),
            sum(int(each.totalShuffleWrite()) for each in executors),
        )

    def files(self) -> dict[Path, int]:
        return {file: file.stat().st_size for file in self.lake.rglob("*") if file.is_file()}

    def run(self, work: Work) -> Run:
        files, tasks = self.files(), self.tasks()
        self.old.resetPeakUsage()
        cpu, start = self.cpu(), time.monotonic()
        work()
        seconds, cpu = time.monotonic() - start, self.cpu() - cpu
        time.sleep(0.2)  # the counters follow the tasks
        read, shuffled = (now - then for now, then in zip(self.tasks(), tasks, strict=True))
        written = sum(size for file, size in self.files().items() if file not in files)
        return Run(seconds, cpu, read, shuffled, written, int(self.old.getPeakUsage().getUsed()))


@dataclass(frozen=True)
class Outcome:
    """The runs of several works that did the same with so many events."""

    events: int
    runs: Mapping[str, list[Run]]

    def ratio(self, theirs: str) -> list[float]:
        """Return how many times faster ours was, round by round: least, median, most."""
        pairs = zip(self.runs["ours"], self.runs[theirs], strict=True)
        return spread([peer.seconds / own.seconds for own, peer in pairs])

    def seconds(self, work: str) -> list[float]:
        return spread([run.seconds for run in self.runs[work]])

    def per_core_second(self, work: str) -> int:
        """Events for each second of one core."""
        return round(self.events / statistics.median(run.cpu for run in self.runs[work]))

    def megabytes(self, work: str) -> list[float]:
        """Read, shuffled, written, and of the heap."""
        kinds = ("read", "shuffled", "written", "heap")
        return [
            statistics.median(getattr(run, kind) for run in self.runs[work]) / 1e6 for kind in kinds
        ]


def spread(values: list[float]) -> list[float]:
    return [min(values), statistics.median(values), max(values)]


def in_turn(
    spark: SparkSession,
    works: Mapping[str, Work],
    events: int,
    runs: int,
    prepare: Callable[[str], None] = lambda _: None,
    is_warm: bool = False,
) -> Outcome:
    """`runs` rounds of all works, after one that warms up and is not counted.

    prepare: brings the tables to where a work finds them; runs before it, outside the clock.
    is_warm: all works have run before.
    """
    meter = Meter(spark)
    found: dict[str, list[Run]] = {name: [] for name in works}
    for number in range(is_warm, runs + 1):
        for name, work in works.items():
            prepare(name)
            run = meter.run(work)
            if number:
                found[name].append(run)
    return Outcome(events, found)
