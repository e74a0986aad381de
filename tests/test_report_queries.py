"""What the report's queries call, without Spark: the tests of its figures are slow."""

from __future__ import annotations

import re
from typing import Any

import jinja2
import pytest
from conftest import ROOT

from dbt_debezium.report.figures import QUERIES, query
from dbt_debezium.report.models import argument

MACRO = re.compile(r"\{%-?\s*macro (?:default__)?(\w+)\(")


def test_the_macros_are_there() -> None:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "macros").rglob("*.sql")]
    defined = {name for text in texts for name in MACRO.findall(text)}
    for file in QUERIES.iterdir():
        called = set(re.findall(r"\bdebezium\.(\w+)\(", file.read_text(encoding="utf-8")))
        assert called <= defined, file.name


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("source('landing', 'a')", "source('landing', 'a')"),
        ("{{ debezium.landing_tables('l', 'a_.*') }}", "debezium.landing_tables('l', 'a_.*')"),
        (["source('l', 'a')", "source('l', 'b')"], "[source('l', 'a'), source('l', 'b')]"),
    ],
)
def test_a_landing_is_part_of_an_expression(value: Any, text: str) -> None:
    assert str(argument(value)) == text
    jinja2.Environment().parse("{% set counted = [{'landing': " + repr(argument(value)) + "}] %}")


def test_a_base_whose_landing_table_is_gone_is_counted() -> None:
    unit: dict[str, Any] = {"name": "b", "members": [], "ledger": "l", "landing": None}
    debezium = {"_string_literal": repr, "_string_literals": lambda _: "''"}
    text = jinja2.Environment().from_string(query("conservation"))
    sql = text.render(debezium=debezium, counted=[unit | {"sources": []}])
    assert re.search(r"landed as \(\s+(?:--.*\s+)?select\s+'b' as base", sql)
