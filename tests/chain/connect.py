"""Kafka Connect with Debezium's PostgreSQL connector. What is set and why: docs/chain.md."""

from __future__ import annotations

import json
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from chain.downloads import java
from chain.kafka import Kafka, write_properties
from chain.postgres import Postgres
from chain.process import HOST, ChainError, Process, free_port
from chain.registry import Registry

NAME = "shop"
PREFIX = "srv"
# seconds between two writings of the offsets
FLUSH = 5
TOPICS = rf"{PREFIX}\..*|__debezium-heartbeat\.{PREFIX}"


class Connect(Process):
    def __init__(
        self,
        folder: Path,
        kafka: Kafka,
        postgres: Postgres,
        registry: Registry | None,
        settings: dict[str, object],
    ) -> None:
        self.kafka, self.postgres, self.registry = kafka, postgres, registry
        self.settings = settings
        self.port = free_port()
        main = "org.apache.kafka.connect.cli.ConnectStandalone"
        command = java(main, "worker.properties", "connector.properties")
        super().__init__("connect", command, folder)
        self.offsets = folder / "offsets"

    def serve(self) -> None:
        """Start it, or start it again with the offsets that it has written so far."""
        self.folder.mkdir(exist_ok=True)
        write_properties(self.folder / "worker.properties", self.worker())
        write_properties(self.folder / "connector.properties", self.connector())
        self.start()
        self.wait("running", self.runs)

    def kill_and_serve(self) -> None:
        """kill -9 half-way between two writings of the offsets: what was sent since is repeated."""
        written = self.offsets.stat().st_mtime
        self.wait("writing offsets", lambda: self.offsets.stat().st_mtime > written)
        time.sleep(FLUSH / 2)
        self.kill()
        self.serve()

    def worker(self) -> dict[str, object]:
        converters = {
            f"{part}.converter{setting}": value
            for part in ("key", "value")
            for setting, value in self.converter().items()
        }
        return {
            "bootstrap.servers": self.kafka.address,
            "listeners": f"http://{HOST}:{self.port}",
            "plugin.discovery": "service_load",
            "offset.storage.file.filename": self.offsets,
            "offset.flush.interval.ms": 1000 * FLUSH,
            **converters,
        }

    def converter(self) -> dict[str, str]:
        if self.registry is None:
            return {
                "": "org.apache.kafka.connect.json.JsonConverter",
                ".schemas.enable": "true",
                ".replace.null.with.default": "false",
            }
        return {
            "": "io.apicurio.registry.utils.converter.AvroConverter",
            ".apicurio.registry.url": f"{self.registry.address}/registry/v2",
            ".apicurio.registry.auto-register": "true",
            ".apicurio.registry.find-latest": "true",
            ".apicurio.registry.as-confluent": "true",
            ".apicurio.registry.use-id": "contentId",
            ".apicurio.registry.headers.enabled": "false",
        }

    def connector(self) -> dict[str, object]:
        return {
            "name": NAME,
            "connector.class": "io.debezium.connector.postgresql.PostgresConnector",
            "tasks.max": 1,
            "database.hostname": HOST,
            "database.port": self.postgres.port,
            "database.user": "postgres",
            "database.password": "none",
            "database.dbname": "postgres",
            "topic.prefix": PREFIX,
            "schema.include.list": "shop",
            "plugin.name": "pgoutput",
            "publication.autocreate.mode": "filtered",
            "skipped.operations": "none",
            "provide.transaction.metadata": "true",
            "heartbeat.interval.ms": 2000,
            "schema.name.adjustment.mode": "avro" if self.registry else "none",
            **self.settings,
        }

    def runs(self) -> bool:
        """Return whether connector and task run; an error where one of them has failed."""
        try:
            with closing(HTTPConnection(HOST, self.port, timeout=5)) as connection:
                connection.request("GET", f"/connectors/{NAME}/status")
                answer = connection.getresponse()
                status = json.load(answer) if answer.status == 200 else None
        except (OSError, HTTPException):
            return False
        if status is None:
            return False
        states = [each["state"] for each in (status["connector"], *status["tasks"])]
        if "FAILED" in states:
            raise ChainError(f"the connector has failed: {status}\n{self.tail()}")
        return len(states) > 1 and set(states) == {"RUNNING"}
