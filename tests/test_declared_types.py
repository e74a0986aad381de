"""Each declared type of docs/types.md through base, current state and history.

One row whose columns have one declared type each. Its updates change one column at a time, and then
none: the last one has the entries of its maps in another order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from conftest import Dbt, kafka, session
from loads import Loads, relation
from pyspark.sql import SparkSession
from rich.console import Console
from rich.table import Table
from semantic.cases import CASES
from test_keys import change
from test_types import equal_values, plain

NESTED = {
    "map<string, string>": ['{"a": "1", "b": "2"}', '{"a": "1", "b": "3"}'],
    "map<string, int>": ['{"a": 1, "b": 2}', '{"a": 1, "b": 3}'],
    "struct<m: map<string, int>, n: int>": [
        '{"n": 1, "m": {"a": 1, "b": 2}}',
        '{"n": 1, "m": {"a": 2, "b": 2}}',
    ],
    "array<map<string, int>>": ['[{"a": 1, "b": 2}]', '[{"a": 1, "b": 3}]'],
    "map<string, map<string, int>>": ['{"x": {"a": 1, "b": 2}}', '{"x": {"a": 1, "b": 3}}'],
    "variant": ['{"a": 1, "b": 2}', '{"a": 1, "b": 3}'],
}
"""Types that contain other types, with two values of each as JSON text."""


def reordered(text: str) -> str:
    """JSON with the members of its objects in the opposite order."""
    return json.dumps(json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs))))


def declared() -> dict[str, tuple[dict[str, Any], list[str], list[Any]]]:
    """By name of the column: its declaration, two texts, and their values if known."""
    columns: dict[str, tuple[dict[str, Any], list[str], list[Any]]] = {}
    for number, case in enumerate(CASES):
        chance = Random(number)
        made = [case.made(chance) for _ in range(50)] + list(case.examples.items())
        first = made[0]
        other = next(each for each in made if not equal_values(each[1], first[1]))
        column = {"data_type": case.data_type, **case.parameters}
        if case.semantic_type:
            column["semantic_type"] = case.semantic_type
        columns[f"c{number}"] = (column, [first[0], other[0]], [first[1], other[1]])
    for number, (data_type, texts) in enumerate(NESTED.items()):
        columns[f"n{number}"] = ({"data_type": data_type}, texts, [])
    return columns


COLUMNS = declared()
DECLARATIONS = {"id": {"data_type": "int"}} | {name: c for name, (c, _, _) in COLUMNS.items()}
NESTED_NAMES = {f"n{number}" for number in range(len(NESTED))}


@pytest.fixture(scope="module")
def loads(dbt: Dbt, spark: SparkSession) -> Iterator[Loads]:
    """The tables, after a load of the first half of the events and one of the rest."""
    found = Loads(dbt)
    rows = [{name: texts[0] for name, (_, texts, _) in COLUMNS.items()}]
    for name, (_, texts, _) in COLUMNS.items():
        rows.append(rows[-1] | {name: texts[1]})
    rows.append(
        {name: reordered(text) if name in NESTED_NAMES else text for name, text in rows[-1].items()}
    )
    events = []
    for n, row in enumerate(rows):
        before = {"before": {"id": 1, **rows[n - 1]}} if n else {}
        op = "u" if n else "c"
        place = f"1:{n + 1:x}"
        events.append(change({"id": 1}, {"id": 1, **row}, op, **before, commit_lsn=place))
    records = [(*record[:2], n, *record[3:]) for n, record in enumerate(kafka(*events))]
    unwrap = f"'kafka', 'db2', key=['id'], columns={DECLARATIONS}, previous=true"
    base = relation("types_base")
    staged = "api.Relation.create(identifier='types_staged')"
    given = f"{staged}, columns={DECLARATIONS}, base={base}"
    half = len(records) // 2
    for part in (records[:half], records[half:]):
        found.land(part, table="types_landing")
        found.build("types_base", f"unwrap({relation('types_landing', 'landing')}, {unwrap})")
        found.view("types_staged", "select * from debezium.types_base where _class = 'data'")
        found.build("types_current", f"current({given})", "_key")
        found.build("types_images", f"current_without_key({given})", "_image")
        found.build("types_history", f"history({given})", "_version_id")
        tracked = f"tracked={list(COLUMNS)}"
        found.build("types_tracked", f"history({given}, {tracked})", "_version_id")
    dump = found.sql(
        f"events_from_table({relation('types_current')}, ['id'], 'db2', columns={DECLARATIONS})"
    )
    dumped = found.view("types_dumped", dump)
    given = f"{dumped}, columns={DECLARATIONS}, base={base}"
    found.build("types_dump_state", f"current({given})", "_key")
    yield found
    found.drop()


TABLES = {
    "types_base": "true order by _topic_offset",
    "types_current": "true",
    "types_images": "not _is_deleted",
    "types_dump_state": "true",
    "types_history": "true order by _version",
    "types_tracked": "true order by _version",
}
"""The tables, each with the condition and the order of its rows."""


def contents(table: str) -> dict[str, list[Any]]:
    """Return the values of each column in the order of the rows, as JSON where they hold others."""
    values = []
    for name, (column, _, _) in COLUMNS.items():
        is_instant = column["data_type"] == "timestamp"
        value = f"unix_micros({name})" if is_instant else name
        values.append(f"to_json(struct({name}))" if name in NESTED_NAMES else value)
    rows = session().sql(f"select {', '.join(values)} from debezium.{table} where {TABLES[table]}")
    columns = zip(*rows.collect(), strict=True)
    return {
        # The order of a map's entries is no part of its value.
        name: [json.loads(each) if name in NESTED_NAMES else plain(each) for each in column]
        for name, column in zip(COLUMNS, columns, strict=True)
    }


def ran(name: str, values: list[Any], shown: dict[str, dict[str, list[Any]]]) -> dict[str, bool]:
    """By macro, whether the column has its values: the update of its own changes it, no other."""
    place = list(COLUMNS).index(name) + 1
    size = len(COLUMNS) + 2
    expected = [values[0]] * place + [values[1]] * (size - place)

    def equal(found: list[Any], wished: list[Any]) -> bool:
        return len(found) == len(wished) and all(map(equal_values, found, wished))

    changed = session().sql(
        f"select _topic_offset from debezium.types_base where array_contains(_changed, '{name}')"
    )
    return {
        "unwrap": equal(shown["types_base"][name], expected),
        "previous": [row[0] for row in changed.collect()] == [place],
        "current": equal(shown["types_current"][name], values[1:]),
        "current_without_key": equal(shown["types_images"][name], values[1:]),
        "dump": equal(shown["types_dump_state"][name], values[1:]),
        # The last update changes nothing, so no version begins.
        "history": equal(shown["types_history"][name], expected[:-1]),
        "history, tracked": equal(shown["types_tracked"][name], expected[:-1]),
    }


TESTS = {
    "unique_key": ("test_unique_key", "types_base", ""),
    "applied": (
        "test_all_events_applied",
        "types_current",
        "events=api.Relation.create(identifier='types_staged')",
    ),
    "current_matches_history": (
        "test_current_matches_history",
        "types_history",
        f"current={relation('types_current')}",
    ),
    "valid_history": ("test_valid_history", "types_history", ""),
    "drift": ("drift", "types_base", f"columns={DECLARATIONS}"),
}


@pytest.mark.slow
def test_every_declared_type_passes_every_macro(loads: Loads) -> None:
    passed = {
        name: not session()
        .sql(loads.sql(f"{macro}({', '.join(filter(None, [relation(table), more]))})"))
        .collect()
        for name, (macro, table, more) in TESTS.items()
    }
    shown = {table: contents(table) for table in TABLES}
    results = {}
    for name, (column, _, values) in COLUMNS.items():
        if name in NESTED_NAMES:
            values = [shown["types_base"][name][0], shown["types_base"][name][-2]]
        label = " ".join(filter(None, [column.get("semantic_type"), "as", column["data_type"]]))
        results[f"{name}: {label}"] = ran(name, values, shown)
    table = Table("declared type", *next(iter(results.values())))
    for label, cells in results.items():
        table.add_row(label, *("ok" if cell else "FAILED" for cell in cells.values()))
    Console(width=200).print(table, passed)
    assert all(passed.values())
    assert [label for label, cells in results.items() if not all(cells.values())] == []
