"""The whole chain for some minutes: constant changes, an incident at each build, then a comparison.

    PYTHONPATH=tests python -m soak [--minutes N] [--seed N] [--keep]

Two clients change the tables of the chain without a pause. Every two minutes what is new is landed
and built, with all generated tests; while dbt builds, something happens to the servers or to the
tables. A declaration follows a changed schema one build later. In the end each table must be as in
the database. Figures of each build, as charts: target/soak.html. Exits 1 where a row differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

from chain import downloads
from chain.client import Client, SqlError
from chain.comparison import Compared, compare
from chain.connect import TOPICS
from chain.process import ChainError, end_on_signals, own_folder
from chain.project import NAME, ROOT, Project
from chain.servers import SCHEMA, Servers
from chain.workload import CHANGES, Workload, changes_of
from pyspark.sql import SparkSession

from dbt_debezium.install import InstallError
from soak import measures
from soak.incidents import Incidents

HERE = Path(__file__).parent
BASE = "base_postgresql__stock"
DOWNSTREAM = ["postgresql__stock", "postgresql__stock_history"]
VIEW = "stg_postgresql__stock"
EVERY = 120
"""Seconds from the start of a build to the next, unless it takes longer."""
COMPACT = 8
"""Builds from one maintenance to the next."""
PAUSE = 0.2
"""Seconds between two transactions of a client, on average."""
SETTINGS: dict[str, object] = {
    "signal.data.collection": f"{SCHEMA}.signals",
    "incremental.snapshot.chunk.size": 16,
}


class Soak:
    """The servers, the project that is built, and what was measured at each build."""

    def __init__(self, folder: Path, stack: ExitStack, seed: int) -> None:
        self.begin = time.monotonic()
        tables = (HERE / "tables.pgsql").read_text()
        self.servers = Servers(folder, "json", self.log, tables, SETTINGS)
        self.servers.serve(stack)
        # The snapshot leaves out the table of signals: so its topic and its models are there too.
        self.servers.client.query(f"insert into {SCHEMA}.signals values ('0', 'log', '{{}}')")
        self.servers.mark()
        self.project = Project(folder / "project", None)
        self.incidents = Incidents(self.servers, random.Random(seed))
        self.memory = measures.Memory(self.servers.all())
        self.memory.start()
        stack.callback(self.memory.stop)
        self.pool = stack.enter_context(ThreadPoolExecutor(1))
        self.ends: list[float] = []
        """When each build ended, in seconds since 1970."""
        self.with_ticks = 0
        """How many builds have ticks: all but those after the last one."""
        self.measured: list[measures.Row] = []
        self.happened: list[measures.Row] = []
        self.undeclared: list[str] = []
        """Columns of `stock` that the last build read without a declaration."""
        self.changed: list[str] = []
        """Columns of `stock` that changed during the last build."""

    def run(self, minutes: float, seed: int) -> int:
        """Change, land and build for so long, and to the end of what was changed."""
        changes = CHANGES + changes_of(HERE / "changes.pgsql")
        port = self.servers.postgres.port
        self.begin = time.monotonic()
        clock = Clock(port)
        clock.start()
        with Workload(port, changes, seed, pause=PAUSE) as work:
            try:
                while time.monotonic() < self.begin + 60 * minutes:
                    started = time.monotonic()
                    self.build()
                    time.sleep(max(0, started + EVERY - time.monotonic()))
            finally:
                work.stop()
                clock.stop()
        changed = work.committed()
        if not changed or not self.happened:
            raise ChainError(f"{changed} changes and {len(self.happened)} incidents: too short")
        changed += clock.ticks
        self.with_ticks = len(self.ends) + 1
        self.incidents.wait_for_snapshots()
        self.servers.mark()
        self.build(incident=False)
        while self.changed or self.undeclared:
            self.build(incident=False)
        return changed

    def build(self, incident: bool = True) -> None:
        """One build of what is new, while an incident happens."""
        started = time.monotonic()
        landed = self.land()
        if not self.ends:
            self.project.generate()
        incident_ends: Future[str] | None = None
        # The first build makes all tables, so its time is that of the project's start.
        if incident and self.ends:
            incident_ends = self.pool.submit(self.incidents.next)
        steps = self.declare(self.undeclared) if self.undeclared else "build"
        closing = self.project.build()
        self.ends.append(time.time())
        seconds = time.monotonic() - started
        number = len(self.ends)
        self.log(f"build {number} in {seconds:.0f} s ({landed}; {steps}): {closing}")
        if incident_ends:
            what = incident_ends.result()
            self.happened.append({"minute": self.minute(), "build": number, "what": what})
            self.log(f"while it ran: {what}")
        self.undeclared, self.changed = self.changed, self.incidents.columns
        self.incidents.columns = []
        if number % COMPACT == 0:
            self.maintain()
        self.measure("Seconds of a build", {"land, dbt build": seconds})
        self.measure("Megabytes of memory, at most", self.memory.since_last())
        lake = self.project.folder / "lake"
        self.measure("Data files, with those of earlier versions", {"files": measures.files(lake)})

    def land(self) -> str:
        return self.project.land(self.servers.kafka.address, TOPICS)

    def declare(self, columns: list[str]) -> str:
        """Follow docs/schema_changes.md: declare, widen, run, fill in, rebuild what reads base."""
        project = self.project
        project.generate(overwrite=True)
        project.operation("widen", model=BASE)
        project.dbt("run", "--select", f"{BASE}+")
        project.operation("backfill", model=BASE, columns=columns)
        rebuilt = json.dumps({"debezium__full_refresh": DOWNSTREAM})
        project.dbt("build", "--select", VIEW, *DOWNSTREAM, "--full-refresh", "--vars", rebuilt)
        return f"declared {', '.join(columns)}"

    def maintain(self) -> None:
        self.project.operation("maintain", keep="1 hour", dry_run=False)
        self.happened.append(
            {"minute": self.minute(), "build": len(self.ends), "what": "the tables are maintained"}
        )
        self.log("the tables are maintained")

    def measure(self, name: str, series: dict[str, float]) -> None:
        self.measured += measures.rows(name, len(self.ends), self.minute(), series)

    def lag(self, spark: SparkSession) -> float:
        """Return the seconds that 95 of 100 ticks took from their commit to the end of a build."""
        ticks = spark.sql(
            "select min(_load) as _load, min(unix_millis(_source_at)) / 1000d as changed_at"
            f" from {NAME}.base_postgresql__markers"
            " where _class = 'data' and _op = 'c' and name = 'tick' group by id"
        ).collect()
        loads = sorted({tick["_load"] for tick in ticks})
        if len(loads) != self.with_ticks:
            raise ChainError(f"{self.with_ticks} builds had ticks, but base has loads {loads}")
        lags: dict[int, list[float]] = {load: [] for load in loads}
        for tick in ticks:
            ended = self.ends[loads.index(tick["_load"])]
            lags[tick["_load"]].append(ended - tick["changed_at"])
        begin = time.time() - self.minute() * 60
        for number, load in enumerate(loads, 1):
            minute = (self.ends[number - 1] - begin) / 60
            series = {
                f"p{share}": measures.percentile(lags[load], share / 100) for share in (50, 95)
            }
            self.measured += measures.rows("Seconds from commit to table", number, minute, series)
        return measures.percentile([lag for each in lags.values() for lag in each], 0.95)

    def compare(self, spark: SparkSession) -> list[Compared]:
        return compare(self.servers.client, SCHEMA, spark, f"{NAME}.postgresql__")

    def minute(self) -> float:
        return (time.monotonic() - self.begin) / 60

    def log(self, text: str) -> None:
        print(f"{self.minute():5.1f} min  {text}", flush=True)


class Clock(threading.Thread):
    """A client that inserts a row each second: its time until a table has it is the lag."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.ended = threading.Event()
        self.ticks = 0

    def run(self) -> None:
        with closing(Client(self.port)) as client:
            while not self.ended.wait(1):
                number = 1001 + self.ticks
                client.query(f"insert into {SCHEMA}.markers values ({number}, 'tick')")
                self.ticks += 1

    def stop(self) -> None:
        if not self.is_alive():
            raise ChainError(f"the clock has ended after {self.ticks} ticks")
        self.ended.set()
        self.join()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m soak", description="the chain for some time")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the folder of logs and tables")
    chosen = parser.parse_args()
    end_on_signals()
    try:
        downloads.install()
        with ExitStack() as stack:
            folder = own_folder(stack, "soak-", chosen.keep)
            soak = Soak(folder, stack, chosen.seed)
            changed = soak.run(chosen.minutes, chosen.seed)
            with soak.project.session() as spark:
                compared = soak.compare(spark)
                for table in compared:
                    print(table, flush=True)
                lag = soak.lag(spark)
    except (ChainError, InstallError, SqlError, OSError) as error:
        print(f"soak: {error}", file=sys.stderr)
        return 1
    differences = sum(table.differences for table in compared)
    closing = f"{changed} changes, {differences} differences, lag p95 {lag:.0f} s"
    file = ROOT / "target" / "soak.html"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        measures.page(
            soak.measured,
            minutes=f"{chosen.minutes:g}",
            seed=chosen.seed,
            closing=closing,
            incidents=soak.happened,
            tables=[str(table) for table in compared],
        ),
        encoding="utf-8",
    )
    print(file)
    print(closing)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
