"""Apicurio's schema registry in one process, its schemas in memory."""

from __future__ import annotations

import tarfile
from pathlib import Path

from chain.downloads import JAVA, OPTIONS, REGISTRY, registry_archive
from chain.process import HOST, Process, free_port, listens


class Registry(Process):
    def __init__(self, folder: Path) -> None:
        _, artifact, version = REGISTRY
        self.port = free_port()
        self.address = f"http://{HOST}:{self.port}/apis"
        settings = {"quarkus.http.host": HOST, "quarkus.http.port": self.port}
        listed = [f"-D{name}={value}" for name, value in settings.items()]
        jar = f"{artifact}-{version}-runner.jar"
        super().__init__("registry", [JAVA, *OPTIONS, *listed, "-jar", jar], folder)

    @property
    def confluent(self) -> str:
        """The address of Confluent's API, with which `land` reads schemas."""
        return f"{self.address}/ccompat/v7"

    def serve(self) -> None:
        self.folder.mkdir()
        with tarfile.open(registry_archive()) as archive:
            archive.extractall(self.folder)
        self.start()
        self.wait("ready", lambda: listens(self.port))
