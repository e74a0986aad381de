"""The parts of `make fuzz`: what it mutates, and what it notices."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest
from conftest import ROOT
from fuzz.mutations import encodable, mutated, truncates
from fuzz.origins import Origin
from fuzz.trial import Built, compared, is_victim, numbered, unknown, with_mutated

EVENT = {"before": None, "after": {"id": 1, "name": "a"}, "op": "c", "source": {"lsn": 5}}


def record(key: int) -> dict[str, object]:
    value = json.dumps(EVENT | {"after": {"id": key, "name": "a"}})
    return {
        "topic": "t",
        "partition": 0,
        "offset": 0,
        "timestamp": 1,
        "key": json.dumps({"id": key}),
        "value": value,
        "headers": None,
    }


def test_mutations_are_many_and_follow_the_seed() -> None:
    made = [[mutated(record(1), ["t", "u"], random.Random(n)) for n in range(500)] for _ in "ab"]
    assert made[0] == made[1]
    values = [each["value"] for each in made[0]]
    assert len(set(values)) > 250
    controls = {character for value in values for character in value or "" if character < " "}
    assert len(controls) > 2
    assert {each["topic"] for each in made[0]} >= {"t", "u", "no.such.topic"}
    assert any(value and value.count('"op"') > 1 for value in values), "a member that is doubled"
    for each in made[0]:
        assert each["value"] == encodable(each["value"])
        assert not truncates(each["value"])


def test_half_of_the_keys_are_not_mutated() -> None:
    records = [record(key) for key in range(100)]
    victims = [number for number, each in enumerate(records) if is_victim(each)]
    assert 20 < len(victims) < 80
    lines, marks = with_mutated(records, victims, 30, random.Random(1))
    assert len(lines) == 130
    assert len(marks) == 30 + len(victims)
    good = [json.loads(line)["value"] for line in lines]
    assert [each for each in good if each in {r["value"] for r in records}][:3]
    places = {(each["topic"], each["partition"], each["offset"]) for each in map(json.loads, lines)}
    assert len(places) == 130
    assert marks <= places


def test_a_row_that_changes_is_noticed() -> None:
    row = {"name": "a", "_is_deleted": "false"}
    rows = {"m": {"1": row, "2": row, "3": row}}
    assert compared(rows, Built(rows)) == ([], 3)
    other = {"m": {"1": row | {"name": "b"}, "2": row | {"name": "b"}, "4": row}}
    differences, kept = compared(rows, Built(other, named={"m": {"1"}}))
    assert kept == 2
    assert [text.split(":")[0] for text in differences] == ["m 2", "m 3", "m 4"]
    assert compared(rows, Built({}))[0] != []


def test_offsets_are_given_again() -> None:
    lines, marks = numbered([(record(1), False), (record(2), True)])
    assert [json.loads(line)["offset"] for line in lines] == [0, 1]
    assert marks == {("t", 0, 1)}


@pytest.mark.slow
def test_mutated_messages_of_one_source() -> None:
    command = [sys.executable, "-m", "fuzz", "40", "1", "--source", "db2"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "tests"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.endswith("40 mutated, 0 failed runs, 0 rows lost, 0 rows changed\n")
    assert done.returncode == 0


MESSAGE = json.dumps(
    {
        "after": {
            "name": "Anna",
            "born": 4018,
            "seen": 1604931745123456789,
            "price": "A+g=",
            "half": "0.1234567890123",
            "id": "M8QPl0ZWQ6yYCc7RHrN0Yw==",
            "document": '{"at": {"$date": "2020-11-09T14:22:25.5Z"}, "tags": ["é"]}',
            "of_day": 3_600_000_000,
            "is_new": True,
        }
    }
)


@pytest.mark.parametrize(
    "value",
    [
        "Anna",
        "true",
        "1981-01-01",
        "2020-11-09 14:22:25.123456",
        "2020-11-09 14:22:25.5",
        "01:00:00",
        "10.00",
        0.12345679,
        '{"tags": ["é"]}',
        "33c40f97-4656-43ac-9809-ced11eb37463",
        None,
        True,
    ],
)
def test_a_value_of_a_message_is_found_in_each_form(value: object) -> None:
    assert Origin([None, MESSAGE]).has(value)
    assert Origin([MESSAGE + " and more"]).has(value)
    assert Origin(["\ufeff" + MESSAGE]).has(value)
    assert Origin(["\0\0\0\0\1" + MESSAGE]).has(value)


@pytest.mark.parametrize(
    "value",
    [
        "Ann",
        "1981-01-02",
        "2020-11-09 14:22:25.123457",
        "02:00:00",
        "10.07",
        0.12346,
        '["e"]',
        "",
        7,
    ],
)
def test_a_value_that_no_message_has_is_noticed(value: object) -> None:
    assert not Origin([None, MESSAGE]).has(value)


def test_a_number_is_not_base64() -> None:
    assert not Origin(['{"prices": [1234]}']).has("-26588.24")
    assert Origin(['{"prices": ["1234"]}']).has("-26588.24")


def test_columns_with_unknown_values_are_listed() -> None:
    values = {"name": "Anna", "tags": ["é", "x"], "price": 10.07}
    assert unknown("row", values, Origin([MESSAGE])) == [
        "row: tags is ['é', 'x'], which no message has",
        "row: price is 10.07, which no message has",
    ]
