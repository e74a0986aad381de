"""The suite of the engines counts what its parts print, and a part without a count has failed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from engines import __main__ as engines
from engines import page
from engines.engines import ENGINES


@pytest.mark.parametrize(
    ("code", "passed", "failed"),
    [
        ("print('3 tables equal, 0 tables differ')", 3, 0),
        ("print('3 tables equal, 2 tables differ'); raise SystemExit(1)", 3, 2),
        ("print('3 tables equal, 0 tables differ'); raise SystemExit(1)", 3, 1),
        ("raise SystemExit(2)", 0, 1),
        ("print('nothing')", 0, 1),
    ],
)
def test_the_counts_of_a_part_are_added(code: str, passed: int, failed: int) -> None:
    patterns = r"(\d+) tables equal", r"(\d+) tables differ"
    found = engines.run(engines.Part("a part", ("-c", code), *patterns))
    assert (found.passed, found.failed) == (passed, failed)


def test_the_parts_run_files_that_exist() -> None:
    words = [each for part in engines.suite("thrift", 5) for each in part.command]
    files = [each for each in words if each.startswith("tests/")]
    assert len(files) == 6
    assert [each for each in files if not (engines.ROOT / each).exists()] == []


def test_streams_that_mismatch_have_not_passed() -> None:
    (part,) = (each for each in engines.suite("thrift", 5) if each.name == "simulated streams")
    assert part.command[:4] == ("-m", "simulator.checker", "5", "1")
    code = "print('200 streams, 3 mismatches'); raise SystemExit(1)"
    found = engines.run(replace(part, command=("-c", code)))
    assert (found.passed, found.failed) == (197, 3)


def test_the_page_has_a_line_for_each_part(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DOCS", tmp_path)
    part = {"name": "a capture", "passed": 7, "failed": 0}
    part |= {"spark": "4.1.4", "format": "iceberg 1"}
    for name in ENGINES:
        page.write(name, {"a capture": part})
    page.write("embedded-delta", {"a capture": part | {"format": "delta 2", "failed": 2}})
    lines = (tmp_path / "engines.md").read_text().splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert len(rows) == len(ENGINES)
    assert [line for line in rows if "**2**" in line and "delta 2" in line]


def test_a_full_run_removes_previous_parts(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DOCS", tmp_path)
    part = {"passed": 7, "failed": 0, "spark": "4.1.4", "format": "iceberg 1"}
    page.write("thrift", {"old": part | {"name": "old"}}, is_whole=True)
    page.write("thrift", {"new": part | {"name": "new"}})
    assert "| old |" in (tmp_path / "engines.md").read_text()
    page.write("thrift", {"new": part | {"name": "new"}}, is_whole=True)
    assert "| old |" not in (tmp_path / "engines.md").read_text()
