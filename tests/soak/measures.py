"""Memory, files, seconds and lag of each build, and the page that draws them."""

from __future__ import annotations

import math
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from chain.process import Process

from dbt_debezium.report.page import chart, html_templates

HERE = Path(__file__).parent
MEBIBYTE = 2**20
Row = dict[str, Any]


class Memory(threading.Thread):
    """The most memory that each server, and all else that this process has started, took at once.

    Memory that several processes share counts once (PSS).
    """

    def __init__(self, servers: list[Process]) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.most: dict[str, float] = {}
        self.lock = threading.Lock()
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(2):
            now: dict[str, float] = {}
            for child in psutil.Process().children():
                name = self.named(child.pid)
                now[name] = now.get(name, 0) + tree(child)
            with self.lock:
                for name, megabytes in now.items():
                    self.most[name] = max(self.most.get(name, 0), megabytes)

    def named(self, pid: int) -> str:
        for server in self.servers:
            if server.process and server.process.pid == pid:
                return server.name
        return "land and dbt"

    def since_last(self) -> dict[str, float]:
        with self.lock:
            most, self.most = self.most, {}
        return most

    def stop(self) -> None:
        self.ended.set()
        self.join()


def tree(process: psutil.Process) -> float:
    """Return the megabytes of a process and its children; of one that has ended, none."""
    total = 0.0
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        for each in [process, *process.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                total += each.memory_full_info().pss / MEBIBYTE
    return total


def files(lake: Path) -> int:
    """Return the data files of all tables, those of earlier versions too."""
    return sum(1 for _ in lake.rglob("*.parquet"))


def percentile(values: list[float], share: float) -> float:
    """Return the value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]


def rows(name: str, build: int, minute: float, series: dict[str, float]) -> list[Row]:
    """Return one measure of a build as rows of its chart."""
    return [
        {"measure": name, "build": build, "minute": minute, "series": key, "value": value}
        for key, value in series.items()
    ]


def page(measured: list[Row], **context: Any) -> str:
    """Return the whole page: a chart of each measure, the incidents, and the closing line."""
    names = dict.fromkeys(row["measure"] for row in measured)
    charts = {
        name: chart("measure", [r for r in measured if r["measure"] == name], HERE)
        for name in names
    }
    return html_templates(HERE).get_template("page.html.jinja").render(charts=charts, **context)
