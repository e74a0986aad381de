"""Rows that are read with types and, by the variable, as text."""

from __future__ import annotations

from typing import Any

from conftest import session
from loads import Loads

PLACEHOLDER = "__debezium_unavailable_value"
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1.0, 1.5, 127, 128, 32768, 2**31, 2**53 + 1, 2**63, 10**30),
    *("", "12", "true", "NaN", "Infinity", "POSITIVE_INFINITY", "1e400", "2024-02-30", ":", '"'),
    *('a":null', '"note":null', "}", ',"source":{', ',"after":', "\\", "\n\t", "é€😀", "null"),
    *(PLACEHOLDER, "2024-05-01T10:00:00Z", "2024-05-01", "AQI=", "x" * 3000, 253402300800000),
    *([], [1, None, "a"], [PLACEHOLDER], {}, {"note": None}, {"a": {"b": [1]}}, -719163, 2932897),
]


def both(loads: Loads, call: str, text: str = "_raw") -> list[dict[str, str]]:
    """Return the rows of a call by their ids, as JSON: read with types, and as text.

    Each message is parsed as text once, from the expression `text` where types are allowed.
    """
    read = []
    for forced in ("false", "true"):
        loads.variables = f"{{debezium__text_parse: {forced}}}"
        sql = loads.sql(call, table=f"forced_{forced}")
        assert ("_is_ordinary" in sql) == (forced == "false")
        parsed = "_raw" if forced == "true" else text
        assert sql.count(f"concat('{{\"messages\": [', {parsed}, ']}}')") == 1
        rows = session().sql(f"select _landing_id, to_json(struct(*)) from ({sql})").collect()
        read.append(dict(map(tuple, rows)))
    return read


def counted(loads: Loads, call: str, *conditions: str) -> list[int]:
    """Return how many rows of the typed step fulfil each condition."""
    loads.variables = "{debezium__text_parse: false}"
    sql = loads.sql(call, table="counted")
    steps = sql[: sql.rindex("\nselect\n")]
    counts = ", ".join(f"count_if({each})" for each in conditions)
    return list(session().sql(f"{steps}\nselect {counts} from typed_rows").collect()[0])


def differing(one: dict[str, str], other: dict[str, str]) -> list[tuple[str, str]]:
    return [(one[each], other[each]) for each in one if one[each] != other[each]]
