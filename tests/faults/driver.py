"""One process to kill: runs dbt in process and knows each statement that writes.

    python -m faults.driver '{"commands": [["run", "--select", "db2"]], "journal": "FILE"}'

The journal gets a line before and one after each such statement, with its time. `kill` names one
of these points: there the process ends itself with SIGKILL, its JVM too; at the point that `hold`
names it waits until the journal is gone. `contents` is a file for what the tables hold in the end.
Start it in a session of its own: it kills its process group.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NODE = re.compile(r'"node_id": "(?:[^".]+\.)*([^".]+)"')
COMMENTS = re.compile(r"(?:\s|/\*.*?\*/|--[^\n]*)*", re.DOTALL)
# A temporary view dies with its session: it writes nothing.
WRITE = re.compile(
    r"(?:(create)(?: or replace)?(?: external)?( table| view| schema)"
    r"|(drop|alter)( table| view| schema)|(insert|merge|delete|update|truncate|call)\b)",
    re.IGNORECASE,
)


@dataclass
class Order:
    """What the process is to do."""

    commands: list[list[str]]
    journal: str
    kill: str | None = None
    hold: str | None = None
    contents: str | None = None


@dataclass
class Writes:
    """The statements that write: each has a name, which is the same in every run."""

    journal: Path
    kill: str | None
    hold: str | None = None
    seen: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def name(self, sql: str) -> str | None:
        write = WRITE.match(COMMENTS.sub("", sql, count=1))
        if not write:
            return None
        node = NODE.search(sql)
        kind = "".join(each for each in write.groups() if each).lower()
        name = f"{node[1] if node else 'dbt'} {kind}"
        with self.lock:
            self.seen[name] += 1
            return f"{name} {self.seen[name]}"

    def note(self, point: str) -> None:
        if point == self.kill:
            os.killpg(os.getpgid(0), signal.SIGKILL)
        with self.lock, self.journal.open("a") as lines:
            lines.write(f"{time.time():.3f} {point}\n")
        while point == self.hold and self.journal.exists():
            time.sleep(0.05)


def watch(writes: Writes) -> None:
    """Have dbt-spark's session report its statements."""
    from dbt.adapters.spark.session import Cursor

    execute = Cursor.execute

    def reported(self: Any, sql: str, *parameters: Any) -> None:
        name = writes.name(sql)
        if name:
            writes.note(f"before {name}")
        execute(self, sql, *parameters)
        if name:
            writes.note(f"after {name}")

    setattr(Cursor, "execute", reported)  # noqa: B010


def land(arguments: list[str], writes: Writes) -> bool:
    """Run dbt_debezium.land, whose statements are not dbt's: points before and after the whole."""
    from click import ClickException

    from dbt_debezium.land import main as command

    writes.note("before landing")
    try:
        command(arguments, standalone_mode=False)
    except ClickException as error:
        print(error.message, file=sys.stderr)
        return False
    writes.note("after landing")
    return True


def run(command: list[str]) -> bool:
    """Run a dbt command."""
    from dbt.cli.main import dbtRunner

    result = dbtRunner().invoke(["--quiet", *command])
    if not result.success:
        from conftest import failures

        print(failures(result), file=sys.stderr)
    return result.success


def main(text: str) -> int:
    order = Order(**json.loads(text))
    writes = Writes(Path(order.journal), order.kill, order.hold)
    watch(writes)
    for command in order.commands:
        if not (land(command[1:], writes) if command[0] == "land" else run(command)):
            return 1
    if order.contents:
        from conftest import contents, session

        Path(order.contents).write_text(json.dumps(contents(session())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
