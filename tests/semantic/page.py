"""docs/types.md, a line for each case: `PYTHONPATH=tests python -m semantic.page`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from semantic.cases import CASES

PAGE = Path(__file__).parents[2] / "docs" / "types.md"


def page() -> str:
    lines = [
        "# Types",
        "",
        "What a value of the source becomes, by the semantic type that the source gives it",
        "(`semantic_type` in a column's `meta: debezium`) and the column's `data_type`. What does",
        "not fit is null, and its text stands in `_invalid`. The table is written by",
        "`python -m semantic.page` from the cases that tests/test_types.py runs: each line",
        "is 10,000 values made at random, compared with Python's own decimal, datetime and struct.",
        "",
        "Messages with a schema, and the schema-change topic, tell the generator these types. Of",
        "JSON without one it sees a string: a `numeric(10, 2)`, sent as `Apo=`, is declared so:",
        "",
        "```yaml",
        "columns:",
        "  - name: amount",
        "    data_type: decimal(10, 2)",
        "    config:",
        "      meta:",
        "        debezium: {semantic_type: org.apache.kafka.connect.data.Decimal, scale: 2}",
        "```",
        "",
        "A schema that a message carries decides before the declaration: the scale, the unit of a",
        "time, the length of bits, the sign of an integer. For messages without one, `older_types`",
        "gives the types that a column had:",
        "[schema_changes.md](schema_changes.md#a-type-that-changes).",
        "",
        "MySQL and MariaDB send `bigint unsigned` as a signed number by default. Declare it as",
        "`decimal(20, 0)` with `unsigned: true`, where no schema has the source's type.",
        "",
        "A column with another name than its source field has the field's name as `path`. In",
        "MongoDB's documents `path` goes below the top level, and a number in it is a place in an",
        "array:",
        "",
        "```yaml",
        "columns:",
        "  - name: first_sku",
        "    data_type: string",
        "    config:",
        "      meta:",
        "        debezium: {path: items.0.sku}",
        "```",
        "",
        "| semantic type | sent as | `data_type` | fits | example | does not fit |",
        "|---|---|---|---|---|---|",
    ]
    for case in CASES:
        name = case.semantic_type or "none"
        if case.parameters:
            name += " (" + ", ".join(f"{k}: {v}" for k, v in case.parameters.items()) + ")"
        example = case.examples or dict([case.made(Random(1))])
        shown = _cell(*next(iter(example.items())))
        broken = f"`{_escaped(case.rejected[0])}`" if case.rejected else ""
        lines.append(
            f"| {name} | {case.sent} | `{case.data_type}` | {case.limits or 'all'} |"
            f" {shown} | {broken} |"
        )
    return "\n".join(lines) + "\n"


def _cell(text: str, value: Any) -> str:
    shown = value.hex() if isinstance(value, bytes) else str(value)
    return f"`{_escaped(text)}` → `{_escaped(shown)}`" if text else ""


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "\\n").replace("`", "'")


if __name__ == "__main__":
    PAGE.write_text(page())
