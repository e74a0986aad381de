"""A process of the chain: its log, the wait until it serves, its end. All waits are bounded."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

HOST = "127.0.0.1"
SECONDS = 300


class ChainError(Exception):
    """A part of the chain did not do what it is there for; the message ends with its log."""


@dataclass
class Process:
    """A command in a process group of its own: Ctrl-C reaches only who has started it."""

    name: str
    command: list[str]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    user: int | None = None
    cwd: Path | None = None
    """The folder that it runs in, where that is not the folder of its log."""
    stop_signal: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.cwd or self.folder,
                env={**os.environ, **self.environment},
                user=self.user,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def run(self) -> str:
        """Run it to its end; what it has written."""
        self.log.unlink(missing_ok=True)
        try:
            self.start()
            assert self.process
            status = self.process.wait(2 * SECONDS)
        except subprocess.TimeoutExpired:
            raise ChainError(f"{self.name}: no end in {2 * SECONDS} s:\n{self.tail()}") from None
        finally:
            self.kill()
        if status:
            raise ChainError(f"{self.name} failed:\n{self.tail()}")
        return self.log.read_text(errors="replace")

    def wait(self, what: str, ready: Callable[[], bool]) -> None:
        """Wait until `ready`, while the process lives."""
        end = time.monotonic() + SECONDS
        while not ready():
            if self.process is None or self.process.poll() is not None:
                raise ChainError(f"{self.name} has ended:\n{self.tail()}")
            if time.monotonic() > end:
                raise ChainError(f"{self.name}: not {what} in {SECONDS} s:\n{self.tail()}")
            time.sleep(0.2)

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-30:])

    def stop(self) -> None:
        """Request its end, and kill it if it does not end."""
        if self.process:
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
            self.kill()

    def kill(self) -> None:
        """kill -9, its children too."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def end_on_signals() -> None:
    """Have this process end by SystemExit on SIGTERM and SIGHUP, so that it stops its servers."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: sys.exit(1))


def own_folder(stack: ExitStack, prefix: str, keep: bool) -> Path:
    """Return a new folder, removed with the stack unless it is kept: then its path is printed."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    if keep:
        print(folder, flush=True)
    else:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
    # PostgreSQL runs as another user below it.
    folder.chmod(0o755)
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=5).close()
    except OSError:
        return False
    return True
