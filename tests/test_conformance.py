"""unwrap against the cases of the transforms, and that their runner fails what must fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Dbt

from dbt_debezium.conformance import Case, Difference, compare, equal, main, parsed, read_case

FOLDER = ROOT / "tests" / "conformance"
CASES = (FOLDER / "smt_cases.jsonl").read_bytes()
"""What the transforms gave."""
OWN_CASES = (FOLDER / "own_cases.jsonl").read_bytes()
"""What they give by their source, where CASES are silent."""
LINES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in map(json.loads, CASES.splitlines())
}


@pytest.fixture
def differences(dbt: Dbt) -> Any:
    """compare in the session of this run, by the schema of its landing table alone apart."""
    return lambda content: compare(content, schema="conformance")


@pytest.mark.parametrize("share", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_unwrap_does_what_the_transforms_do(differences: Any, share: int) -> None:
    """Every sixth case of CASES, and in the slow suite every one."""
    some = b"".join(CASES.splitlines(keepends=True)[::share])
    assert differences(some + OWN_CASES) == []


def expecting(identifier: str, **expected: Any) -> dict[str, Any]:
    """Return a case that expects something else, or lacks what it expects to be absent."""
    case = LINES[identifier]
    return {**case, "expected": case["expected"] | expected}


# why: what is wrong with a case that is right otherwise
WRONG = {
    "another value": expecting("mb-insert", value={"_id": 1}),
    "another key": expecting("mb-replace", key={"id": 2}),
    "other headers": expecting("mh-both", headers={"__op": "u"}),
    "_emitted is value, not dropped": expecting("mb-insert", outcome="dropped"),
    "_emitted is dropped, not tombstone": expecting("mx-delete-drop", outcome="null_value"),
    "data is emitted": expecting("mb-dup-keys", outcome="not_data"),
    "unwrap refused the call": expecting("mz-flatten-invalid", stage="apply"),
    "smt must be mongodb or record, got: outbox": LINES["mb-insert"] | {"smt": "outbox"},
    "topic is missing or no str": LINES["mb-insert"] | {"topic": None},
    "outcome must be one of": expecting("mb-insert", outcome="success"),
    "headers are no JSON object": expecting("mb-insert", headers=["__op"]),
    "the line is no JSON object": 5,
    "Expecting value": None,
    "Unterminated string": '{"id": "mb-insert',
}


def test_what_is_wrong_fails(differences: Any) -> None:
    lines = [
        "" if case is None else case if isinstance(case, str) else json.dumps(case)
        for case in WRONG.values()
    ]
    right = json.dumps(LINES["mb-insert"])
    found: list[Difference] = differences("\n".join([right, *lines, right]).encode())
    whys = [each.why for each in found]
    assert len(whys) == len(WRONG), whys
    for why, expected in zip(whys, WRONG, strict=True):
        assert expected in why


@pytest.mark.parametrize(
    ("members", "key", "value", "connector"),
    [
        (
            '"smt": "mongodb", "key": {"id": "1"}, "value": {"n" : 1.10}',
            '{"schema": {"name": "t.Key"}, "payload": {"id": "1"}}',
            '{"schema": {"name": "t.Envelope"}, "payload": {"n" : 1.10}}',
            "mongodb",
        ),
        (
            '"smt": "mongodb", "key": {"schema": null, "payload": 1}, "value": null',
            '{"schema": null, "payload": 1}',
            None,
            "mongodb",
        ),
        (
            '"smt": "mongodb", "schemaless": "raw", "value": {"a": 1E400}, "headers": {"h": 1.10}',
            None,
            '{"a": 1E400}',
            "mongodb",
        ),
        (
            '"smt": "record", "value": {"source": {"connector": "mysql"}, "n": 1.10}',
            None,
            '{"source": {"connector": "mysql"}, "n": 1.10}',
            "mysql",
        ),
        (
            '"smt": "record" , "value" :{"payload": {"source": {"connector": "vitess"}}}',
            None,
            '{"payload": {"source": {"connector": "vitess"}}}',
            "postgresql",
        ),
        ('"smt": "record", "key": "", "value": [-0.0]', '""', "[-0.0]", "postgresql"),
    ],
)
def test_a_record_lands_in_its_own_text(
    members: str, key: str | None, value: str | None, connector: str
) -> None:
    rest = '"id": "a", "topic": "t", "config": {}, "expected": {"outcome": "dropped"}'
    case = read_case(0, f" {{{rest}, {members}}}\r".encode())
    assert isinstance(case, Case), case.why
    assert (case.key, case.value, case.connector) == (key, value, connector)


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ('{"a": 1, "b": [2]}', '{"b": [2.0], "a": 1.0}', True),
        ("0.1", "0.1000000000000000055511151231257827", True),
        ("1E400", "1E999", True),
        ("1.0", "1", True),
        ("-0.0", "0", True),
        ("9007199254740993", "9007199254740992", False),
        ("9007199254740993", "9007199254740993.0", False),
        ("1", "true", False),
        ("0", "false", False),
        ("1", '"1"', False),
        ("null", "0", False),
        ('"NaN"', "NaN", False),
        ("null", "{", False),
        ("{}", "[]", False),
        ('{"a": null}', "{}", False),
        ("[1, 2]", "[2, 1]", False),
        ("[1]", "[1, 1]", False),
        ('"a"', '"a "', False),
    ],
)
def test_equal_as_json(expected: str, actual: str, same: bool) -> None:
    assert equal(json.loads(expected), parsed(actual)) == same


@pytest.mark.parametrize("content", [None, b""])
def test_a_run_without_cases_fails(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: bytes | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "cases.jsonl"
    if content is not None:
        file.write_bytes(content)
    assert main([str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"
    assert json.loads(Path("target/conformance.json").read_text()) == []


@pytest.mark.slow
def test_the_command(tmp_path: Path, target: Path) -> None:
    """Its last line, its exit code and its report; `target` sets where dbt's project is."""
    wrong = WRONG["another value"]
    lines = [json.dumps(LINES["mb-insert"]), json.dumps(wrong)]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    command = [sys.executable, "-m", "dbt_debezium.conformance", "cases.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, text=True)
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed", done.stderr
    assert done.returncode == 1
    (report,) = json.loads((tmp_path / "target" / "conformance.json").read_text())
    assert (report["id"], report["why"]) == ("mb-insert", "another value")
    assert report["expected"]["value"] == {"_id": 1}
    assert report["actual"][0]["document"] == LINES["mb-insert"]["expected"]["value"]
