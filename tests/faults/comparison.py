"""What the tables of two lakes have in common: what differs of run to run counts as equal."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Tables = dict[str, list[str]]
# A snapshot's times are those of its runs, and its ids are made of them.
NAMES = "select table_namespace, table_name, iceberg_type from iceberg_tables"
TIMES = ["dbt_updated_at", "dbt_valid_from", "dbt_valid_to"]


def names(lake: Path) -> list[str]:
    """All that a catalog of SQLite contains: what dbt left there, in whatever schema, is seen."""
    if not (lake / "catalog.db").exists():
        return []
    with sqlite3.connect(lake / "catalog.db") as catalog:
        return sorted(json.dumps(row) for row in catalog.execute(NAMES))


def comparable(contents: Tables) -> Tables:
    """Return a snapshot with its times as numbers of runs, the ledger with whether there is one."""
    found = dict(contents)
    for name in found:
        if name == "conservation_ledger":
            rows = [row | {"loaded_at": bool(row["loaded_at"])} for row in parsed(found, name)]
            found[name] = sorted(map(json.dumps, rows))
        if name.endswith("_snapshot"):
            rows = parsed(found, name)
            runs = sorted({row[time] for row in rows for time in TIMES} - {None})
            for row in rows:
                row.pop("dbt_scd_id")
                row.update({time: row[time] and runs.index(row[time]) + 1 for time in TIMES})
            found[name] = sorted(map(json.dumps, rows))
    return found


def without_loads(contents: Tables) -> Tables:
    rows = {name: parsed(contents, name) for name in contents if name != "conservation_ledger"}
    for row in itertools.chain(*rows.values()):
        row.pop("_load", None)
    return {name: sorted(map(json.dumps, held)) for name, held in rows.items()}


def parsed(contents: Tables, name: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in contents[name]]


def compare(expected: Tables, found: Tables) -> Iterator[str]:
    for name in sorted({*expected, *found}):
        wanted, present = Counter(expected.get(name, [])), Counter(found.get(name, []))
        for problem, rows in (("lacks", wanted - present), ("has", present - wanted)):
            if rows:
                yield f"{name} {problem} {rows.total()} rows, such as {next(iter(rows))[:300]}"
