"""The parts of `make soak`: what happens in which order, and what is measured of each build."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil
import pytest
from chain.client import SqlError
from chain.process import Process
from soak.incidents import ROUND, Incidents
from soak.measures import Memory, files, page, percentile, rows, tree


class Source:
    """In place of the servers: keeps the SQL, and gives up the first statement."""

    def __init__(self) -> None:
        self.sql: list[str] = []
        self.client = self.connect = self.kafka = self
        self.refused = False

    def query(self, sql: str) -> None:
        if not self.refused:
            self.refused = True
            raise SqlError({"C": "40P01", "M": "deadlock detected"})
        self.sql.append(sql)

    def kill_and_serve(self) -> None:
        self.sql.append("Connect")

    def restart(self) -> None:
        self.sql.append("Kafka")


def test_a_round_changes_a_column_of_its_own_and_declares_what_changed() -> None:
    source: Any = Source()
    incidents = Incidents(source, random.Random(1))
    declared = []
    for _ in range(2 * len(ROUND)):
        incidents.next()
        declared.append(incidents.columns)
        incidents.columns = []
    altered = [sql.split(" shop.stock ")[1] for sql in source.sql if sql.startswith("alter")]
    assert altered == [
        text.format(number)
        for number in range(2)
        for text in (
            "add column count_{0} int default 5",
            "alter column count_{0} type bigint",
            "rename column count_{0} to number_{0}",
            "drop column number_{0}",
        )
    ]
    assert [each for each in declared if each] == [
        ["count_0"],
        ["count_0"],
        ["number_0"],
        ["count_1"],
        ["count_1"],
        ["number_1"],
    ]
    assert source.sql.count("Connect") == 4
    assert source.sql.count("Kafka") == 2
    assert sum("execute-snapshot" in sql for sql in source.sql) == 6


def test_other_errors_of_the_database_are_raised() -> None:
    source: Any = Source()
    source.query = lambda _: (_ for _ in ()).throw(SqlError({"C": "42P01", "M": "no table"}))
    with pytest.raises(SqlError, match="no table"):
        Incidents(source, random.Random(1)).next()


@pytest.mark.parametrize(("share", "value"), [(0.5, 10), (0.95, 19), (1, 20), (0.01, 1)])
def test_percentile(share: float, value: float) -> None:
    assert percentile([float(each) for each in range(20, 0, -1)], share) == value


def test_the_page_has_a_chart_of_each_measure(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.parquet").touch()
    assert files(tmp_path) == 1
    measured = rows("Data files", 1, 2.0, {"files": 1}) + rows("Memory", 1, 2.0, {"<kafka>": 5})
    text = page(
        measured,
        minutes="1",
        seed=1,
        closing="1 changes, 0 differences, lag p95 2 s",
        incidents=[{"minute": 1.5, "build": 1, "what": "<drop>"}],
        tables=["t: 1 rows equal, 0 repeated events"],
    )
    assert text.count("<svg") == 2
    assert "&lt;drop&gt;" in text
    assert "<kafka>" not in text
    assert "lag p95 2 s" in text


def test_the_memory_of_each_server_is_measured(tmp_path: Path) -> None:
    server = Process("server", [sys.executable, "-c", "import time; time.sleep(60)"], tmp_path)
    server.start()
    with Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as other:
        memory = Memory([server])
        memory.start()
        try:
            assert server.process
            assert memory.named(server.process.pid) == "server"
            assert memory.named(other.pid) == "land and dbt"
            assert tree(psutil.Process(other.pid)) > 0
            server.wait("measured", lambda: memory.most.get("server", 0) > 1)
        finally:
            memory.stop()
            server.kill()
            other.kill()
    assert {"server", "land and dbt"} <= set(memory.since_last())
    assert memory.since_last() == {}
