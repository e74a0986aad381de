"""The servers of a chain, started in their order, and the marks that show how far it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from chain.client import Client
from chain.connect import PREFIX, Connect
from chain.kafka import Kafka
from chain.postgres import Postgres
from chain.process import Process
from chain.registry import Registry
from chain.workload import TABLES

SCHEMA = "shop"


@dataclass
class Servers:
    """PostgreSQL, Kafka, the registry that the converter `avro` needs, and Connect."""

    folder: Path
    converter: str
    log: Callable[[str], None]
    tables: str = ""
    """SQL of further tables."""
    settings: dict[str, object] = field(default_factory=dict)
    """Further settings of the connector."""
    marks: int = 0

    def __post_init__(self) -> None:
        self.postgres = Postgres(self.folder / "postgres")
        self.kafka = Kafka(self.folder / "kafka")
        avro = self.converter == "avro"
        self.registry = Registry(self.folder / "registry") if avro else None
        self.connect = Connect(
            self.folder / "connect", self.kafka, self.postgres, self.registry, self.settings
        )

    def all(self) -> list[Process]:
        return [each for each in (self.postgres, self.kafka, self.registry, self.connect) if each]

    def serve(self, stack: ExitStack) -> None:
        """Start all, until the connector has read the tables; they end with the stack."""
        for server in self.all():
            stack.callback(server.stop)
        self.postgres.serve()
        self.log(f"PostgreSQL on port {self.postgres.port}")
        self.client = stack.enter_context(closing(Client(self.postgres.port)))
        self.client.query(TABLES + self.tables)
        if self.registry:
            # Its converter writes a column's default for null, and the message looks the same.
            self.client.query(f"alter table {SCHEMA}.orders alter column status drop default")
        self.kafka.serve()
        self.log(f"Kafka on port {self.kafka.port}")
        if self.registry:
            self.registry.serve()
            self.log(f"schema registry on port {self.registry.port}")
        self.connect.serve()
        self.mark()
        self.log(f"Connect on port {self.connect.port}, the tables are read")

    def mark(self) -> None:
        """Wait until all that was changed so far is in Kafka.

        An event of another topic may be there later than that of the marker, but Connect tells
        PostgreSQL a place in its log only when Kafka has all events before it.
        """
        self.marks += 1
        place = self.client.value("select pg_current_wal_lsn()")
        name = f"marker {self.marks}"
        self.client.query(f"insert into {SCHEMA}.markers values ({self.marks}, '{name}')")
        self.kafka.wait_for(f"{PREFIX}.{SCHEMA}.markers", name)
        query = f"select confirmed_flush_lsn >= '{place}' from pg_replication_slots"
        self.connect.wait("confirmed to PostgreSQL", lambda: self.client.value(query))
