"""A lake that is put back as it was, a run on it that is killed, the next run, and what differs."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from faults.driver import Order

ROOT = Path(__file__).parent.parent.parent
SECONDS = 900
UNTESTED = ["--exclude", "resource_type:test", "resource_type:unit_test"]
LAND = ["run-operation", "land_example", "--args"]
# A snapshot's times are those of its runs, and its ids are made of them.
TIMES = ["dbt_updated_at", "dbt_valid_from", "dbt_valid_to"]
Tables = dict[str, list[str]]


@dataclass(frozen=True)
class Scenario:
    """What is there before, the run that is killed, and the run after it."""

    before: list[list[str]]
    killed: list[str]
    after: list[str]
    # whether the numbers of the loads are those of a run that was never killed
    same_loads: bool = True


def build(*nodes: str) -> list[str]:
    return ["build", "--select", *nodes, *UNTESTED]


def land(day: str) -> list[str]:
    return [*LAND, f"{{day: {day}}}"]


ENTITY = ["db2", "db2__customers_snapshot", "conservation_ledger"]
REBUILT = ["base_db2__customers", "db2__customers", "db2__customers_history"]
SCENARIOS = {
    # new, late and repeated events on what a first load has built
    "second load": Scenario(
        [land("day_1"), build("+conservation_ledger", *ENTITY), land("day_2")],
        build(*ENTITY),
        build(*ENTITY),
    ),
    # nothing is built but what the ledger reads beside the entity
    "first load": Scenario(
        [land("day_1"), [*build("+conservation_ledger"), "conservation_ledger", "db2"]],
        build(*ENTITY),
        build(*ENTITY),
    ),
    # what --full-refresh may rebuild, while news has landed, then a plain build; a rebuild that was
    # killed before it began has not counted as a load
    "rebuild": Scenario(
        [land("day_1"), build("+conservation_ledger", *ENTITY), land("day_2")],
        [
            *build(*ENTITY),
            "--full-refresh",
            "--vars",
            json.dumps({"debezium__full_refresh": REBUILT}),
        ],
        build(*ENTITY),
        same_loads=False,
    ),
}


@dataclass
class Outcome:
    """What became of a killed run: where it was, and what the next one left otherwise."""

    point: str
    was_killed: bool
    differences: list[str]
    seconds: float

    def __str__(self) -> str:
        found = "the same tables" if not self.differences else "; ".join(self.differences)
        killed = "killed" if self.was_killed else "NOT KILLED"
        return f"{killed} {self.point}: {found} ({self.seconds:.0f} s)"


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

    @property
    def lake(self) -> Path:
        return Path(self.more.get("DEBEZIUM_LAKE", self.folder / "lake"))

    @property
    def journal(self) -> Path:
        return self.folder / "journal"

    def prepare(self) -> None:
        """The lake before the run, and the run that nobody kills: its points and its tables."""
        self.folder.mkdir(parents=True, exist_ok=True)
        before = self.run(self.scenario.before)
        shutil.copytree(self.lake, self.folder / "kept")
        self.expected = self.run([self.scenario.killed])
        times, self.points = self.log_points()
        self.span = times[-1] - times[0]
        assert before != self.expected, "the run changes nothing"

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

    def at(self, point: str) -> Outcome:
        """Killed at a named point."""
        start = self.restore()
        status = end(self.start([self.scenario.killed], kill=point))
        return self.outcome(point, status, start)

    def after(self, share: float) -> Outcome:
        """Killed from outside, when this share of the time in which a run writes is over.

        A run may be quicker than the one that was measured: where it has ended, an earlier moment.
        """
        start = self.restore()
        process = self.start([self.scenario.killed], threads=4)
        while not self.journal.exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(share * self.span)
        kill(process)
        status = end(process)
        if status == 0 and share > 0.01:
            return self.after(share * 0.7)
        _, points = self.log_points()
        return self.outcome(f"{share:.0%} through, {points[-1]}", status, start)

    def restore(self) -> float:
        shutil.rmtree(self.lake, ignore_errors=True)
        shutil.copytree(self.folder / "kept", self.lake)
        return time.monotonic()

    def outcome(self, point: str, status: int, start: float) -> Outcome:
        found = self.run([self.scenario.after])
        differences = list(compare(self.expected, found))
        return Outcome(point, status == -signal.SIGKILL, differences, time.monotonic() - start)

    def run(self, commands: list[list[str]]) -> Tables:
        """Run to the end; what the tables hold then."""
        file = self.folder / "contents.json"
        process = self.start(commands, contents=str(file))
        assert end(process) == 0, self.output()
        contents: Tables = json.loads(file.read_text())
        if not self.scenario.same_loads:
            contents = without_loads(contents)
        return comparable(contents) | {"the catalog": names(self.lake)}

    def start(
        self,
        commands: list[list[str]],
        kill: str | None = None,
        contents: str | None = None,
        threads: int = 1,
        hold: str | None = None,
    ) -> subprocess.Popen[bytes]:
        self.journal.unlink(missing_ok=True)
        order = Order(commands, str(self.journal), kill, hold, contents)
        with (self.folder / "output").open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "faults.driver", json.dumps(asdict(order))],
                cwd=ROOT,
                env=self.environment(threads),
                start_new_session=True,
                stdout=output,
                stderr=output,
            )

    def environment(self, threads: int) -> dict[str, str]:
        return {
            "DEBEZIUM_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m",
            **os.environ,
            "VIRTUAL_ENV": sys.prefix,
            "PYTHONPATH": str(ROOT / "tests"),
            "DEBEZIUM_LAKE": str(self.lake),
            "DEBEZIUM_THREADS": str(threads),
            "DEBEZIUM_SHUFFLE_PARTITIONS": "1",
            "DBT_TARGET_PATH": str(self.folder / "target"),
            "DBT_LOG_PATH": str(self.folder / "logs"),
            "DBT_PROFILES_DIR": str(ROOT / "profiles"),
            "DBT_PROJECT_DIR": str(ROOT),
            **self.more,
        }


def kill(process: subprocess.Popen[bytes]) -> None:
    """The process and its JVM, which is of its group; nothing where they have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def end(process: subprocess.Popen[bytes]) -> int:
    """Its status, once it has ended."""
    try:
        return process.wait(SECONDS)
    finally:
        kill(process)


def names(lake: Path) -> list[str]:
    """All that a catalog of SQLite holds: what dbt left there, in whatever schema, is seen."""
    if not (lake / "catalog.db").exists():
        return []
    with sqlite3.connect(lake / "catalog.db") as catalog:
        held = catalog.execute(
            "select table_namespace, table_name, iceberg_type from iceberg_tables"
        )
        return sorted(json.dumps(row) for row in held)


def comparable(contents: Tables) -> Tables:
    """Return a snapshot with its times as numbers of runs, the ledger with whether there is one."""
    found = dict(contents)
    for name in found:
        if name == "conservation_ledger":
            rows = [row | {"loaded_at": bool(row["loaded_at"])} for row in parsed(found, name)]
            found[name] = sorted(map(json.dumps, rows))
        if name.endswith("_snapshot"):
            rows = parsed(found, name)
            runs = sorted({row[time] for row in rows for time in TIMES} - {None})
            for row in rows:
                row.pop("dbt_scd_id")
                row.update({time: row[time] and runs.index(row[time]) + 1 for time in TIMES})
            found[name] = sorted(map(json.dumps, rows))
    return found


def without_loads(contents: Tables) -> Tables:
    rows = {name: parsed(contents, name) for name in contents if name != "conservation_ledger"}
    for row in itertools.chain(*rows.values()):
        row.pop("_load", None)
    return {name: sorted(map(json.dumps, held)) for name, held in rows.items()}


def parsed(contents: Tables, name: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in contents[name]]


def compare(expected: Tables, found: Tables) -> Iterator[str]:
    for name in sorted({*expected, *found}):
        missing = list(expected.get(name, []))
        more = []
        for row in found.get(name, []):
            if row in missing:
                missing.remove(row)
            else:
                more.append(row)
        for problem, rows in (("lacks", missing), ("has", more)):
            if rows:
                yield f"{name} {problem} {len(rows)} rows, such as {rows[0][:300]}"


def shares(count: int, seed: int) -> list[float]:
    chance = random.Random(seed)
    return [chance.random() for _ in range(count)]
