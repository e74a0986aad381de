"""PostgreSQL with logical decoding, in a folder of its own. It does not run as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
from pathlib import Path

from chain.client import Client, SqlError
from chain.downloads import unpack_postgres
from chain.process import HOST, Process, free_port

# Nothing here has to outlive the machine's power.
SETTINGS = {
    "wal_level": "logical",
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "fsync": "off",
    "max_wal_senders": 4,
    "max_replication_slots": 4,
}


class Postgres(Process):
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        command = [str(folder / "bin" / "postgres"), "-D", "data", f"--port={self.port}"]
        super().__init__("postgres", [*command, *settings], folder, stop_signal=signal.SIGINT)

    def prepare(self) -> None:
        """Programs and an empty database, owned by somebody who is not root."""
        self.folder.mkdir()
        unpack_postgres(self.folder)
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self.user = nobody.pw_uid
            shutil.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        initdb = ["bin/initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--no-sync"]
        locale = ["--encoding=UTF8", "--locale=C"]
        Process("initdb", [*initdb, *locale], self.folder, user=self.user).run()

    def serve(self) -> None:
        self.prepare()
        self.start_and_wait()

    def start_and_wait(self) -> None:
        self.start()
        self.wait("ready", self.answers)

    def answers(self) -> bool:
        try:
            Client(self.port).close()
        except (OSError, SqlError):
            return False
        return True
