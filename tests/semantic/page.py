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
        "This table lists the values that a column gets, by the semantic type of the source",
        "(`semantic_type` in the column's metadata) and the column's `data_type`. A value that",
        "does not fit is null, and its text is in `_invalid`. `python -m semantic.page` writes the",
        "table from the cases of tests/test_types.py. Each line is tested with 10,000 random",
        "values, against Python's own decimal, datetime and struct.",
        "",
        "The generator reads these types from messages with a schema and from the schema-change",
        "topic. In JSON without a schema it sees strings. Declare a `numeric(10, 2)` that is sent",
        "as `Apo=` like this:",
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
        "The schema of a message takes precedence over the declaration. It gives the scale, the",
        "unit of a time, the length of bits and the sign of an integer. For messages without one,",
        "`older_types` lists earlier types of a column:",
        "[schema_changes.md](schema_changes.md#a-type-that-changes).",
        "",
        "MySQL and MariaDB send `bigint unsigned` as a signed number by default. Declare it as",
        "`decimal(20, 0)` with `unsigned: true`, where no schema has the source's type.",
        "",
        "A column with another name than its source field has the field's name as `path`. In",
        "MongoDB's documents and in flattened rows `path` can go below the top level. A number in",
        "it is an index of an array:",
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
