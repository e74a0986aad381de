"""Inputs from public bug reports, each with the tables that the package must build from it.

A folder of tests/cases is a case: events.jsonl has landed Kafka records, expected.json the
arguments of unwrap, the declared columns and the expected rows. The variable
DEBEZIUM_CASES names another folder of the same form.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from conftest import Dbt, all_compiled, compiled
from pyspark.sql import Row, SparkSession

FOLDER = Path(os.environ.get("DEBEZIUM_CASES") or Path(__file__).parent / "cases")
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/expected.json"))
assert NAMES, f"{FOLDER} contains no case"
LANDING = (
    "topic string, partition int, offset bigint, timestamp timestamp, key string, value string,"
    " headers array<struct<key: string, value: binary>>"
)
COLUMN = re.compile(r"(?P<type>[^;]+?)(?P<rest>(?:; *[^;]+?)*?)(?: *\(path (?P<path>.+)\))?$")
# The connector's settings that an argument of unwrap repeats.
ARGUMENTS = {"unavailable.value.placeholder": "unavailable_value_placeholder"}
# Layouts that a case describes in words.
LAYOUTS = {"kafka, value is a structured CloudEvent": "cloudevents"}


@dataclass
class Tables:
    """What the package builds from one case."""

    classes: Counter[str]
    current: list[Row]
    invalid: dict[str, set[str]] = field(default_factory=dict)


def declared(text: str) -> dict[str, Any]:
    """Return a column as unwrap takes it.

    Written as `spark type; semantic type; parameter: value (path F)`.
    """
    match = COLUMN.fullmatch(text)
    assert match, f"column {text!r} is not of the expected form"
    column: dict[str, Any] = {"data_type": match["type"].strip()}
    if match["path"]:
        column["path"] = match["path"]
    for part in filter(None, map(str.strip, match["rest"].split(";"))):
        name, colon, value = part.partition(":")
        if colon:
            column[name] = int(value) if value.strip().isdigit() else value.strip()
        else:
            column["semantic_type"] = part
    return column


def arguments(expected: dict[str, Any]) -> str:
    columns = {name: declared(text) for name, text in expected["columns"].items()}
    given = [
        repr(LAYOUTS.get(expected["layout"], expected["layout"])),
        repr(expected["connector"]),
        repr(expected["key"]),
        f"columns={columns!r}",
        f"entity={expected.get('entity', {})!r}",
    ]
    for name, value in expected.get("connector_config", {}).items():
        if name in ARGUMENTS:
            given.append(f"{ARGUMENTS[name]}={value!r}")
    return ", ".join(given)


def headers(given: dict[str, str] | list[dict[str, str]]) -> list[tuple[str, bytes]]:
    """Return the headers of a record, written by name or as a list of key and value."""
    pairs = given.items() if isinstance(given, dict) else ((h["key"], h["value"]) for h in given)
    return [(name, value.encode()) for name, value in pairs]


def arrived(milliseconds: int | None) -> datetime | None:
    if milliseconds is None:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc)


def build(dbt: Dbt, spark: SparkSession, name: str) -> Tables:
    folder = FOLDER / name
    expected = json.loads((folder / "expected.json").read_text())
    lines = (folder / "events.jsonl").read_text().split("\n")
    events = [json.loads(line) for line in lines if line.strip()]
    rows = [
        (
            *(each[member] for member in ("topic", "partition", "offset")),
            arrived(each.get("timestamp")),
            each.get("key"),
            each.get("value"),
            headers(each.get("headers") or {}),
        )
        for each in events
    ]
    relation, base = (
        f"api.Relation.create(schema='landing', identifier='{each}')"
        for each in ("case_landing", "case_base")
    )
    spark.sql(f"create or replace table landing.case_landing ({LANDING})")
    spark.createDataFrame(rows, LANDING).writeTo("landing.case_landing").append()
    unwrapped = compiled(dbt, f"unwrap({relation}, {arguments(expected)})")
    spark.sql(f"create or replace table landing.case_base as {unwrapped}")
    spark.sql(
        "create or replace temp view case_events as"
        " select * from landing.case_base where _class = 'data'"
    )
    columns = {name: declared(text) for name, text in expected["columns"].items()}
    events_of = f"api.Relation.create(identifier='case_events'), columns={columns!r}, base={base}"
    partial = ", connector='mongodb'" if expected["connector"] == "mongodb" else ""
    (current,) = all_compiled(dbt, [f"current({events_of}{partial})"])
    found = spark.table("landing.case_base").collect()
    tables = Tables(Counter(row["_class"] for row in found), spark.sql(current).collect())
    for row in found:
        if row["_invalid"]:
            key = ", ".join(plain(row[name]) for name in expected["key"])
            tables.invalid.setdefault(key, set()).update(row["_invalid"])
    return tables


def plain(value: Any) -> Any:
    """Return a value as expected.json writes it; decimals are compared by value."""
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, float):
        return str(value).replace("nan", "NaN").replace("inf", "Infinity")
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, Row):
        return plain(value.asDict())
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


def equal_values(found: Any, expected: Any) -> bool:
    if isinstance(found, Decimal) and expected is not None:
        return found == Decimal(str(expected))
    if isinstance(found, float) and isinstance(expected, int | float | Decimal):
        return found == float(expected)
    return bool(plain(found) == plain(expected))


@pytest.fixture(scope="module")
def tables(dbt: Dbt, spark: SparkSession) -> Iterator[Callable[[str], Tables]]:
    yield cache(partial(build, dbt, spark))
    for name in ("case_landing", "case_base"):
        spark.sql(f"drop table if exists landing.{name}")


@pytest.mark.parametrize("name", NAMES)
def test_tables_have_the_right_rows(tables: Callable[[str], Tables], name: str) -> None:
    expected = json.loads((FOLDER / name / "expected.json").read_text(), parse_float=Decimal)
    found = tables(name)
    key = expected["key"]
    by_key = {tuple(plain(row[each]) for each in key): row for row in found.current}
    wrong: dict[Any, Any] = {}
    for row in expected["current"]:
        of_key = by_key.pop(tuple(str(row[each]) for each in key), None)
        for column, value in row.items():
            if of_key is None or not equal_values(of_key[column], value):
                wrong[row[key[0]], column] = value, None if of_key is None else of_key[column]
    assert not wrong, f"(key, column): (expected, found) {wrong}"
    assert not by_key, f"keys that are not expected: {list(by_key)}"


@pytest.mark.parametrize("name", NAMES)
def test_rows_have_the_right_classes(tables: Callable[[str], Tables], name: str) -> None:
    classes = json.loads((FOLDER / name / "expected.json").read_text())["classes"]
    # the cases use the class names of version 0.1
    expected = {"filtered" if key == "unmodelled" else key: rows for key, rows in classes.items()}
    found = Counter(tables(name).classes)
    # rows of which the case does not say the class
    free = expected.pop("unspecified", 0)
    assert sum(found.values()) == sum(expected.values()) + free
    assert sum((Counter(expected) - found).values()) == 0, found


@pytest.mark.parametrize("name", NAMES)
def test_values_that_do_not_fit_are_listed(tables: Callable[[str], Tables], name: str) -> None:
    expected = json.loads((FOLDER / name / "expected.json").read_text())
    if "invalid" not in expected:
        return
    found = tables(name)
    lacking: dict[str, set[str]] = {}
    for row in found.current:
        key = ", ".join(plain(row[each]) for each in expected["key"])
        # a later event may have brought a value that fits
        names = {each for each in found.invalid.get(key, ()) if row[each] is None}
        lacking |= {key: names} if names else {}
    assert lacking == {key: set(names) for key, names in expected["invalid"].items()}
