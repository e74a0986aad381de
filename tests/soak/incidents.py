"""What happens to the servers and to the tables while they are changed, loaded and built."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from chain.client import SqlError
from chain.servers import SCHEMA, Servers
from chain.workload import GIVEN_UP

QUIET = 15
"""Seconds without a watermark after which no snapshot runs."""
TABLE = f"{SCHEMA}.stock"
KEYED = ["accounts", "articles", "carts", "markers", "orders", "readings", "stock"]
"""The tables that an incremental snapshot can read: those with a primary key."""


@dataclass
class Incidents:
    """A round of incidents, again and again; each round adds a column of its own."""

    servers: Servers
    chance: random.Random
    past: int = 0
    """How many have happened."""
    columns: list[str] = field(default_factory=list)
    """Of `stock`, whose declaration has to follow."""

    @property
    def number(self) -> int:
        """Of the round."""
        return self.past // len(ROUND)

    def next(self) -> str:
        """Let the next one happen; return what it was."""
        what = ROUND[self.past % len(ROUND)](self)
        self.past += 1
        return what

    def query(self, sql: str) -> None:
        """Run it, again where it was given up for a transaction of a client."""
        while not self.committed(sql):
            pass

    def committed(self, sql: str) -> bool:
        try:
            self.servers.client.query(sql)
        except SqlError as error:
            if error.code not in GIVEN_UP:
                raise
            return False
        return True

    def add_column(self) -> str:
        """PostgreSQL fills old rows without an event; the snapshot brings the column to them."""
        name = f"count_{self.number}"
        self.query(f"alter table {TABLE} add column {name} int default 5")
        self.query(f"update {TABLE} set {name} = {self.chance.randrange(1000)} where id % 3 = 0")
        self.read_again("stock")
        self.columns = [name]
        return f"the column {name} is added, and the table is read again"

    def widen_column(self) -> str:
        name = f"count_{self.number}"
        self.query(f"alter table {TABLE} alter column {name} type bigint")
        self.query(f"update {TABLE} set {name} = {name} * 3000000000 where id % 3 <> 1")
        self.columns = [name]
        return f"the column {name} becomes a bigint"

    def rename_column(self) -> str:
        """The events before have the old name; the snapshot brings the new one."""
        old, new = f"count_{self.number}", f"number_{self.number}"
        self.query(f"alter table {TABLE} rename column {old} to {new}")
        self.query(f"update {TABLE} set {new} = -{new} where id % 2 = 0")
        self.read_again("stock")
        self.columns = [new]
        return f"the column {old} is renamed to {new}, and the table is read again"

    def drop_column(self) -> str:
        name = f"number_{self.number}"
        self.query(f"alter table {TABLE} drop column {name}")
        return f"the column {name} is dropped"

    def kill_connect(self) -> str:
        self.servers.connect.kill_and_serve()
        return "Connect is killed and started again"

    def restart_kafka(self) -> str:
        self.servers.kafka.restart()
        return "Kafka ends and is started again"

    def read_all_again(self) -> str:
        self.read_again(*KEYED)
        return "an incremental snapshot of all tables with a key"

    def wait_for_snapshots(self) -> None:
        """Wait until the connector writes no watermarks of a snapshot any more."""
        query = f"select count(*) from {SCHEMA}.signals"
        before, now = -1, 0
        while before != now:
            before = now
            time.sleep(QUIET)
            now = self.servers.client.value(query)

    def read_again(self, *tables: str) -> None:
        """Signal an incremental snapshot."""
        request = {"type": "incremental", "data-collections": [f"{SCHEMA}.{t}" for t in tables]}
        self.query(
            f"insert into {SCHEMA}.signals values"
            f" (gen_random_uuid(), 'execute-snapshot', '{json.dumps(request)}')"
        )


ROUND: list[Callable[[Incidents], str]] = [
    Incidents.add_column,
    Incidents.kill_connect,
    Incidents.widen_column,
    Incidents.restart_kafka,
    Incidents.rename_column,
    Incidents.read_all_again,
    Incidents.drop_column,
    Incidents.kill_connect,
]
