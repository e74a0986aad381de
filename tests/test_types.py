"""Every semantic type decodes to the source's value, or to null where it does not fit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import zip_longest
from operator import itemgetter
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest
from conftest import Dbt, all_compiled, compiled
from pyspark.sql import Row, SparkSession
from semantic.cases import CASES, Case
from semantic.made import Made
from semantic.page import PAGE, page
from test_sql_style import lint_compiled

SETTINGS = [("UTC", "false"), ("America/New_York", "true"), ("Asia/Kathmandu", "false")]
MADE = 10_000


@pytest.fixture(scope="module")
def decoded(dbt: Dbt, spark: SparkSession) -> list[str]:
    """The SQL of each case, over a column of its own: text_0, text_1 ..."""
    calls = [
        f"decode('text_{number}', {case.data_type!r}, {case.semantic_type!r},"
        f" {case.parameters!r})".replace("None", "none")
        for number, case in enumerate(CASES)
    ]
    return [text.strip() for text in all_compiled(dbt, calls)]


@contextmanager
def setting(spark: SparkSession, zone: str, ansi: str) -> Iterator[None]:
    given = {"spark.sql.session.timeZone": zone, "spark.sql.ansi.enabled": ansi}
    before = {name: str(spark.conf.get(name)) for name in given}
    try:
        for name, value in given.items():
            spark.conf.set(name, value)
        yield
    finally:
        for name, value in before.items():
            spark.conf.set(name, value)


def values(spark: SparkSession, decoded: list[str], made: list[list[Made]]) -> list[list[Any]]:
    """Return what becomes of each case's texts; ten cases a query."""
    found = []
    for first in range(0, len(CASES), 10):
        numbers = range(first, min(first + 10, len(CASES)))
        texts = zip_longest(*([text for text, _ in made[number]] for number in numbers))
        schema = "number int, " + ", ".join(f"text_{number} string" for number in numbers)
        rows = [(number, *each) for number, each in enumerate(texts)]
        spark.createDataFrame(rows, schema).createOrReplaceTempView("texts_to_decode")
        shown = [
            f"unix_micros({decoded[n]})" if CASES[n].data_type == "timestamp" else decoded[n]
            for n in numbers
        ]
        columns = zip(
            *sorted(
                spark.sql(f"select number, {', '.join(shown)} from texts_to_decode").collect(),
                key=itemgetter(0),
            ),
            strict=True,
        )
        found += [[plain(value) for value in column] for column in list(columns)[1:]]
    return found


def plain(value: Any) -> Any:
    if isinstance(value, Row):
        return tuple(map(plain, value))
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return bytes(value) if isinstance(value, bytearray) else value


def equal_values(found: Any, expected: Any) -> bool:
    if isinstance(expected, float) and isinstance(found, float) and math.isnan(expected):
        return math.isnan(found)
    if isinstance(found, Decimal):
        return expected is not None and found == Decimal(expected)
    return type(found) is type(expected) and bool(found == expected)


@pytest.fixture(scope="module")
def compared(
    spark: SparkSession, decoded: list[str]
) -> dict[str, list[tuple[str, list[tuple[str, Any, Any]]]]]:
    """By case: for each setting the texts, values and results that differ."""
    made = []
    for case in CASES:
        chance = Random(case.id)
        some = [case.made(chance) for _ in range(MADE)] + list(case.examples.items())
        made.append(some + [(text, None) for text in case.rejected])
    differing: dict[str, list[tuple[str, list[tuple[str, Any, Any]]]]] = {}
    for zone, ansi in SETTINGS:
        chosen = made if zone == "UTC" else [each[-300:] for each in made]
        with setting(spark, zone, ansi):
            found = values(spark, decoded, chosen)
        for case, given, results in zip(CASES, chosen, found, strict=True):
            pairs = zip(given, results[: len(given)], strict=True)
            wrong = [
                (text, value, result)
                for (text, value), result in pairs
                if not equal_values(result, value)
            ]
            differing.setdefault(case.id, []).append((zone, wrong))
    return differing


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_values_are_the_source_s(
    spark: SparkSession,
    compared: dict[str, list[tuple[str, list[tuple[str, Any, Any]]]]],
    decoded: list[str],
    case: Case,
) -> None:
    sql = decoded[CASES.index(case)]
    found = spark.sql(f"select typeof({sql}) as type from (select '' as text_{CASES.index(case)})")
    named = {"real": "float"}.get(case.data_type, case.data_type)
    assert found.collect()[0].type == named.replace(", ", ",").replace(": ", ":")
    assert [zone for zone, _ in compared[case.id]] == [zone for zone, _ in SETTINGS]
    for zone, wrong in compared[case.id]:
        assert not wrong, (zone, len(wrong), wrong[:5], sql)


def test_null_stays_null(spark: SparkSession, decoded: list[str]) -> None:
    made: list[list[Made]] = [[("", None), (None, None)] for _ in CASES]  # type: ignore[list-item]
    assert {column[1] for column in map(tuple, values(spark, decoded, made))} == {None}


def test_the_page_shows_these_cases() -> None:
    assert PAGE.read_text() == page(), "PYTHONPATH=tests python -m semantic.page writes it"


def test_names_are_known_after_any_prefix(dbt: Dbt) -> None:
    names = ["com.xxx.cdc.time.MICROTIMESTAMP", "io.debezium.time.MicroTimestamp"]
    calls = [f"decode('t', 'timestamp', '{each}')" for each in names]
    assert len({text.strip() for text in all_compiled(dbt, calls)}) == 1


def test_a_decimal_has_several_names(dbt: Dbt) -> None:
    """A cast of any other form than that of a decimal would round without a trace."""
    names = ["decimal(9, 2)", "numeric(9, 2)", "dec(9, 2)", "decimal (9, 2)"]
    found = all_compiled(dbt, [f"decode('t', '{each}')" for each in names])
    shown = zip(names, found, strict=True)
    assert len({text.strip().replace(name, names[0]) for name, text in shown}) == 1


def test_types_may_be_upper_case(dbt: Dbt) -> None:
    calls = [f"decode('t', '{each}', 'EnumSet')" for each in ("array<string>", "ARRAY<STRING>")]
    assert len({text.strip() for text in all_compiled(dbt, calls)}) == 1
    (compared,) = all_compiled(dbt, ["_comparable('v', 'struct<a: VARIANT>')"])
    assert "to_json(" in compared
    types = ["array<struct<Name: map<string, int>>>", "ARRAY<Struct <Name: MAP<STRING, INT>>>"]
    unwrapped = "unwrap(source('landing', 'db2'), 'kafka', 'db2', ['id'], columns={})"
    calls = [unwrapped.format({"id": "int", "tags": each}) for each in types]
    assert len(set(all_compiled(dbt, calls))) == 1
    nested = ("ARRAY<STRING>", "struct<`A B`: DECIMAL(9, 2), N: TIMESTAMP>")
    sets = [f"_lower_type('{each}')" for each in nested]
    lowered = [text.strip() for text in all_compiled(dbt, sets)]
    assert lowered == ["array<string>", "struct<`A B`: decimal(9, 2), N: timestamp>"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("array<variant>", '["5",5,"a",{"b":"6"}]'),
        ("map<string, variant>", '{"a":"5","b":5}'),
        ("struct<a: variant, b: int>", '{"a":"5","b":5}'),
        ("struct<value: variant, b: int>", '{"value":"5","b":5}'),
        ("struct<a: struct<x: variant>>", '{"a":{"x":"5"}}'),
    ],
)
def test_a_string_in_a_variant_stays_a_string(
    dbt: Dbt, spark: SparkSession, kind: str, text: str
) -> None:
    decoded = compiled(dbt, f"decode('t', '{kind}')")
    found = spark.sql(f"select {decoded} as found from values ('{text}') as texts (t)")
    assert found.dtypes[0][1] == kind.replace(": ", ":").replace(", ", ",")
    assert found.selectExpr("to_json(found)").collect()[0][0] == text


def test_numbers_of_a_document_in_variants_are_numbers(dbt: Dbt, spark: SparkSession) -> None:
    decoded = compiled(dbt, "decode('t', 'array<variant>', none, {'extended_json': true})")
    texts = """values ('[{"$numberLong": "5"}, "5"]') as texts (t)"""
    assert spark.sql(f"select to_json({decoded}) from {texts}").collect()[0][0] == '[5,"5"]'


@pytest.mark.slow
def test_the_sql_is_in_style(decoded: list[str], tmp_path: Path) -> None:
    texts = {}
    for number, sql in enumerate(decoded):
        shown = indent(sql, "    ")[4:]
        text = f"select\n    number,\n    {shown} as decoded_{number}\nfrom texts"
        texts[f"case_{number}"] = text
    found = lint_compiled(texts, tmp_path)
    assert not found, found
