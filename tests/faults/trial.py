"""A lake that is put back as it was, a run on it that is killed, the next run, and what differs."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from chain.process import ChainError
from simulator.lake import write_defaults

from faults.comparison import Tables, comparable, compare, names, without_loads
from faults.driver import Order
from faults.scenarios import Command, Scenario

ROOT = Path(__file__).parent.parent.parent
SECONDS = 900


@dataclass
class Outcome:
    """What became of a run that was disturbed, and what the next one left otherwise."""

    point: str
    happened: bool
    """Whether the run was still there to be disturbed, and ended by it."""
    differences: list[str]
    seconds: float

    def __str__(self) -> str:
        found = "the same tables" if not self.differences else "; ".join(self.differences)
        return f"{'' if self.happened else 'NOT '}{self.point}: {found} ({self.seconds:.0f} s)"


@dataclass
class Lab:
    """One scenario in a folder of its own.

    Tables name their files by whole paths, so a copy of a lake is put back where it was made.
    """

    folder: Path
    scenario: Scenario
    points: list[str] = field(default_factory=list)
    span: float = 0
    expected: Tables = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    """Of the environment; it may name another lake."""
    process: subprocess.Popen[Any] | None = None
    """The last one that was started."""
    stopped: bool = False

    @property
    def lake(self) -> Path:
        return Path(self.more.get("DEBEZIUM_LAKE", self.folder / "lake"))

    @property
    def journal(self) -> Path:
        return self.folder / "journal"

    def prepare(self) -> None:
        """The lake before the run, and the run that nobody kills: its points and its tables."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_records(self.folder / "files")
        write_defaults(self.folder)
        before = self.run(self.scenario.before)
        self.keep()
        self.expected = self.run(self.scenario.killed)
        times, self.points = self.log_points()
        self.span = times[-1] - times[0]
        assert before != self.expected, "the run changes nothing"

    @property
    def kept(self) -> Path:
        """The lake as it is before each run."""
        return self.folder / "kept"

    def keep(self) -> None:
        shutil.copytree(self.lake, self.kept)

    def catalog(self) -> list[str]:
        """Return the names that the catalog has, of all schemas."""
        return names(self.lake)

    def close(self) -> None:
        """End what the lab has started."""

    def stop(self) -> None:
        """Kill the run of another thread, and start no more."""
        self.stopped = True
        if self.process:
            kill(self.process)

    def log_points(self) -> tuple[list[float], list[str]]:
        """Return the journal: times and points."""
        assert self.journal.exists(), self.output()
        lines = [line.partition(" ") for line in self.journal.read_text().splitlines()]
        return [float(when) for when, _, _ in lines], [point for _, _, point in lines]

    def output(self) -> str:
        return (self.folder / "output").read_text()[-3000:]

    def between(self) -> list[str]:
        """Before each statement that writes, after the one before it, and after the last."""
        return [point for point in self.points if point.startswith("before ")] + self.points[-1:]

    def outcomes(self, kills: int, seed: int) -> Iterator[Outcome]:
        """Yield kills at points in a random order, and as many at random moments, in turn."""
        chance = random.Random(seed)
        points = chance.sample(self.between(), len(self.between()))
        for number in range(kills):
            if number % 2 and points:
                yield self.at(points.pop())
            else:
                yield self.after(chance.random())

    def at(self, point: str) -> Outcome:
        """Killed at a named point."""
        start = self.restore()
        status = end(self.start(self.scenario.killed, kill=point))
        return self.outcome(f"killed {point}", status, start)

    def after(self, share: float) -> Outcome:
        """Killed from outside, when this share of the time in which a run writes is over.

        A run may be quicker than the one that was measured: where it has ended, an earlier moment.
        """
        start = self.restore()
        with killed_at_last(self.start(self.scenario.killed, threads=4)) as process:
            while not self.journal.exists() and process.poll() is None:
                time.sleep(0.005)
            time.sleep(share * self.span)
            self.strike(process)
            status = process.wait(SECONDS)
        if status == 0 and share > 0.01:
            return self.after(share * 0.7)
        _, points = self.log_points()
        return self.outcome(f"killed {share:.0%} through, {points[-1]}", status, start)

    def wait_for(self, point: str, process: subprocess.Popen[bytes]) -> None:
        """Wait until a run that is to wait at this point has reached it."""
        latest = time.monotonic() + SECONDS
        while not (self.journal.exists() and point in self.journal.read_text()):
            assert process.poll() is None, self.output()
            assert time.monotonic() < latest, f"{point} is not reached:\n{self.output()}"
            time.sleep(0.05)

    def strike(self, process: subprocess.Popen[bytes]) -> None:
        """Kill what this lab kills: the run."""
        kill(process)

    def was_struck(self, status: int) -> bool:
        return status == -signal.SIGKILL

    def restore(self) -> float:
        shutil.rmtree(self.lake, ignore_errors=True)
        shutil.copytree(self.kept, self.lake)
        return time.monotonic()

    def outcome(self, point: str, status: int, start: float) -> Outcome:
        try:
            differences = list(compare(self.expected, self.run(self.scenario.after)))
        except AssertionError as error:
            differences = [f"the next run failed: {str(error)[-1000:]}"]
        return Outcome(point, self.was_struck(status), differences, time.monotonic() - start)

    def run(self, commands: list[Command]) -> Tables:
        """Run to the end; what the tables contain then."""
        process = self.start(commands, contents=str(self.contents))
        assert end(process) == 0, self.output()
        return self.found()

    @property
    def contents(self) -> Path:
        return self.folder / "contents.json"

    def found(self) -> Tables:
        """Return what the last run that was to write it has left in the tables."""
        contents: Tables = json.loads(self.contents.read_text())
        if not self.scenario.same_loads:
            contents = without_loads(contents)
        return comparable(contents) | {"the catalog": self.catalog()}

    def start(
        self,
        commands: list[Command],
        kill: str | None = None,
        contents: str | None = None,
        threads: int = 1,
        hold: str | None = None,
    ) -> subprocess.Popen[bytes]:
        self.journal.unlink(missing_ok=True)
        command = self.driver(commands, kill=kill, contents=contents, hold=hold)
        with (self.folder / "output").open("wb") as output:
            return self.launch(command, self.environment(threads), output)

    def launch(
        self, command: list[str], environment: dict[str, str], output: int | IO[bytes]
    ) -> subprocess.Popen[bytes]:
        """Start a process that `stop` kills. Raises ChainError where the lab was stopped."""
        if self.stopped:
            raise ChainError("stopped")
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        if self.stopped:
            kill(self.process)
        return self.process

    def driver(self, commands: list[Command], **more: str | None) -> list[str]:
        """Return the command of a process that does these."""
        order = Order(self.placed(commands), str(self.journal), **more)
        return [sys.executable, "-m", "faults.driver", json.dumps(asdict(order))]

    def placed(self, commands: list[Command]) -> list[Command]:
        """Return the commands with this lab's own folders."""
        places = {"{folder}": str(self.folder), "{lake}": str(self.lake)}
        for name, place in places.items():
            commands = [[word.replace(name, place) for word in command] for command in commands]
        return commands

    def environment(self, threads: int) -> dict[str, str]:
        return {
            "DEBEZIUM_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m",
            **os.environ,
            "VIRTUAL_ENV": sys.prefix,
            "PYTHONPATH": str(ROOT / "tests"),
            "DEBEZIUM_LAKE": str(self.lake),
            "DEBEZIUM_THREADS": str(threads),
            "DEBEZIUM_SHUFFLE_PARTITIONS": "1",
            "SPARK_CONF_DIR": str(self.folder),
            "DBT_TARGET_PATH": str(self.folder / "target"),
            "DBT_LOG_PATH": str(self.folder / "logs"),
            "DBT_PROFILES_DIR": str(ROOT / "profiles"),
            "DBT_PROJECT_DIR": str(ROOT),
            **self.more,
        }


def write_records(folder: Path) -> None:
    """Write files of Kafka's records as JSON lines, as `land --files` reads them."""
    folder.mkdir(exist_ok=True)
    for file in range(12):
        lines = []
        for offset in range(file * 50, file * 50 + 50):
            record = {"topic": "t", "partition": 0, "offset": offset, "timestamp": 1767225600000}
            texts = {"key": f'{{"id":{offset}}}', "value": f'{{"ts_ms":{offset}}}', "headers": None}
            lines.append(json.dumps(record | texts))
        (folder / f"{file:02}.jsonl").write_text("\n".join(lines) + "\n")


def kill(process: subprocess.Popen[Any]) -> None:
    """The process and its JVM, which is of its group; nothing where they have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def killed_at_last(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    """Kill what is left of a process at the end of the block."""
    try:
        yield process
    finally:
        kill(process)


def end(process: subprocess.Popen[bytes]) -> int:
    """Its status, once it has ended."""
    with killed_at_last(process):
        return process.wait(SECONDS)


def unclear(message: str, cause: re.Pattern[str]) -> list[str]:
    """Return the complaint about the message of a run that does not name its cause."""
    if cause.search(message):
        return []
    return [f"the message does not name the cause: {message[-300:]}"]
