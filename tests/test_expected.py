"""The comparison with stored results finds what has changed, and only that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from expected import __main__ as command
from expected.tables import digest, rows_of
from pyspark.sql import SparkSession

ROWS = (
    "select '1' as _key, {place} as _position, 'a' as _landing_id, {value} as price,"
    " map('x', 1, 'y', 2) as names, 7 as _unknown"
    " union all select '1', 5, 'b', 1.5, map('y', 2, 'x', 1), 8"
)


def digest_of(spark: SparkSession, place: int = 3, value: str = "0.5") -> str:
    spark.sql(ROWS.format(place=place, value=value)).createOrReplaceTempView("expected_rows")
    return digest(rows_of(spark, "expected_rows"))


@pytest.mark.parametrize(
    ("place", "value", "is_equal"),
    [
        pytest.param(4, "0.5", True, id="another position, the same order"),
        pytest.param(6, "0.5", False, id="another order"),
        pytest.param(3, "0.6", False, id="another value"),
        pytest.param(3, "null", False, id="no value"),
    ],
)
def test_values_and_order_are_compared(
    spark: SparkSession, place: int, value: str, is_equal: bool
) -> None:
    assert (digest_of(spark, place, value) == digest_of(spark)) == is_equal


@pytest.mark.parametrize(
    ("found", "line", "code"),
    [
        ({"a": "1 rows x", "b": "2 rows y"}, "2 results equal, 0 differ", 0),
        ({"a": "1 rows x", "b": "2 rows z"}, "1 results equal, 1 differ", 1),
        ({"a": "1 rows x"}, "1 results equal, 1 differ", 1),
        ({"a": "1 rows x", "b": "2 rows y", "c": "0 rows"}, "2 results equal, 1 differ", 1),
        ({}, "0 results equal, 2 differ", 1),
    ],
)
def test_the_closing_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: dict[str, str], line: str, code: int
) -> None:
    (tmp_path / "example.json").write_text(json.dumps({"a": "1 rows x", "b": "2 rows y"}))
    monkeypatch.setattr(command, "STORED", tmp_path)
    monkeypatch.setattr(command, "digests", lambda *_: found)
    result = CliRunner().invoke(command.main, ["example"])
    assert (result.output.splitlines()[-1], result.exit_code) == (line, code)


def test_nothing_stored_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "STORED", tmp_path)
    monkeypatch.setattr(command, "digests", lambda *_: {})
    result = CliRunner().invoke(command.main, ["example"])
    assert (result.output.splitlines()[-1], result.exit_code) == ("0 results equal, 1 differ", 1)
