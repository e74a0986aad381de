"""docs/types.md, a line for each case: `PYTHONPATH=tests python -m semantic.page`."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

from semantic.cases import CASES, Case
from semantic.made import EPOCH

PAGE = Path(__file__).parents[2] / "docs" / "types.md"


def page() -> str:
    lines = [
        "# Types",
        "",
        "This table lists the values that a column gets, by the semantic type of the source",
        "(`semantic_type` in the column's metadata) and the column's `data_type`. A value that",
        "does not fit is null, and its text is in `_invalid`. An example shows the text that is",
        "sent and the value in Spark. Each line is tested with 10,000 random values, against",
        "Python's own decimal, datetime and struct. `PYTHONPATH=tests python -m semantic.page`",
        "writes the table from `tests/semantic/cases.py`. A name of a structured type may end with",
        "precision and column, as `StructuredTimestampPrecision6SourceColumn6964` does.",
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
        broken = next((f"`{_escaped(each)}`" for each in case.rejected if each), "")
        lines.append(
            f"| {name} | {case.sent} | `{case.data_type}` | {case.limits or 'all'} |"
            f" {_example(case)} | {broken} |"
        )
    return "\n".join(lines) + "\n"


def _example(case: Case) -> str:
    """Return a text and its value: the first that is sent like this and is neither empty nor 0."""
    random = Random(1)
    found = [*case.examples.items(), *(case.made(random) for _ in range(20))]
    as_sent = [each for each in found if each[0] and (case.sent != "days" or _is_whole(each[0]))]
    text, value = next((each for each in as_sent if each[1]), as_sent[0])
    return f"`{_escaped(text)}` → `{_escaped(_shown(value, case.data_type))}`"


def _is_whole(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _shown(value: Any, data_type: str) -> str:
    if data_type == "timestamp":
        value = EPOCH + timedelta(microseconds=value)
        return f"{value} UTC"
    if isinstance(value, bool | list | dict | tuple):
        names = re.findall(r"(\w+):", data_type)
        return json.dumps(_plain(value, names), default=_text, ensure_ascii=False)
    return _text(value)


def _plain(value: Any, names: list[str]) -> Any:
    """Return the value with structs as objects."""
    if isinstance(value, tuple):
        return dict(zip(names, value, strict=True))
    return [_plain(each, names) for each in value] if isinstance(value, list) else value


def _text(value: Any) -> str:
    if isinstance(value, float) and not isfinite(value):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]
    return value.hex() if isinstance(value, bytes) else str(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "\\n").replace("`", "'")


if __name__ == "__main__":
    PAGE.write_text(page())
