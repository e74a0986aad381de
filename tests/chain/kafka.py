"""Kafka in one process: broker and controller, nothing replicated."""

from __future__ import annotations

import base64
import uuid
from pathlib import Path

from chain.downloads import java
from chain.process import HOST, Process, free_port, listens


class Kafka(Process):
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"{HOST}:{self.port}"
        super().__init__("kafka", java("kafka.Kafka", "server.properties"), folder)

    def serve(self) -> None:
        self.folder.mkdir()
        write_properties(self.folder / "server.properties", self.settings(free_port()))
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        tool = ["format", "--cluster-id", cluster, "--config", "server.properties"]
        Process("format", java("kafka.tools.StorageTool", *tool), self.folder).run()
        self.start_and_wait()

    def restart(self) -> None:
        """End it and start it again on the same port, with the records that it has."""
        self.stop()
        self.start_and_wait()

    def start_and_wait(self) -> None:
        self.start()
        self.wait("ready", lambda: listens(self.port))

    def settings(self, controller: int) -> dict[str, object]:
        return {
            "process.roles": "broker,controller",
            "node.id": 1,
            "controller.quorum.voters": f"1@{HOST}:{controller}",
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://{self.address},CONTROLLER://{HOST}:{controller}",
            "log.dirs": self.folder / "data",
            # several, so that the events of a table come in several topic partitions
            "num.partitions": 3,
            "offsets.topic.num.partitions": 1,
            "offsets.topic.replication.factor": 1,
            "transaction.state.log.replication.factor": 1,
            "transaction.state.log.min.isr": 1,
        }

    def wait_for(self, topic: str, text: str) -> None:
        """Wait until a message of the topic has this text."""
        reader = Process(
            "consumer",
            java(
                "org.apache.kafka.tools.consumer.ConsoleConsumer",
                *("--bootstrap-server", self.address, "--topic", topic, "--from-beginning"),
            ),
            self.folder,
        )
        reader.start()
        try:
            reader.wait(
                f"{text} in {topic}", lambda: text in reader.log.read_text(errors="replace")
            )
        finally:
            reader.kill()


def write_properties(file: Path, settings: dict[str, object]) -> None:
    file.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
