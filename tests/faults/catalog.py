"""The catalog's process dies instead of the run: PostgreSQL, which has the names of the tables."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from chain.client import Client
from chain.postgres import Postgres
from chain.process import HOST

from faults.comparison import NAMES
from faults.trial import SECONDS, Lab, Outcome, killed_at_last, unclear

CAUSE = re.compile(
    r"Connection to \S+ refused|terminating connection due to|sending to the backend"
    r"|Connection reset"
)
"""What the message of a run names that has lost its catalog."""


@dataclass
class CatalogLab(Lab):
    """A lab whose catalog is a server; `strike` kills it, and it is back for the next run."""

    server: Postgres = field(init=False)

    def prepare(self) -> None:
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o755)
        self.server = Postgres(self.folder / "postgres")
        self.server.serve()
        with closing(Client(self.server.port)) as client:
            client.query("create database lake")
        self.more["DEBEZIUM_CATALOG"] = (
            f"jdbc:postgresql://{HOST}:{self.server.port}/lake?user=postgres"
        )
        super().prepare()

    def keep(self) -> None:
        super().keep()
        self.server.stop()
        copy(self.server.folder / "data", self.folder / "data")
        self.server.start_and_wait()

    def restore(self) -> float:
        self.server.stop()
        shutil.rmtree(self.server.folder / "data")
        copy(self.folder / "data", self.server.folder / "data")
        self.server.start_and_wait()
        return super().restore()

    def between(self) -> list[str]:
        """After the last statement the run needs no catalog."""
        return super().between()[:-1]

    def catalog(self) -> list[str]:
        with closing(Client(self.server.port, "lake")) as client:
            return sorted(json.dumps(row) for row in client.query(NAMES))

    def at(self, point: str) -> Outcome:
        """The server is killed while the run waits at a named point."""
        start = self.restore()
        with killed_at_last(self.start(self.scenario.killed, hold=point)) as process:
            self.wait_for(point, process)
            self.strike(process)
            self.journal.unlink()
            status = process.wait(SECONDS)
        return self.outcome(f"killed {point}", status, start)

    def strike(self, _process: subprocess.Popen[bytes]) -> None:
        self.server.kill()

    def was_struck(self, status: int) -> bool:
        return status == 1

    def outcome(self, point: str, status: int, start: float) -> Outcome:
        """Compare what the next run leaves, and look for the cause in the message of this one."""
        message = (self.folder / "output").read_text()
        self.server.start_and_wait()
        outcome = super().outcome(point, status, start)
        outcome.differences += unclear(message, CAUSE)
        return outcome

    def close(self) -> None:
        self.server.stop()


def copy(source: Path, target: Path) -> None:
    """Copy a folder with its owner, who is not root."""
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)
