"""Compare history with a database's own log of changes, change by change.

Per key, the versions must be the latest states of the log, with nothing left out since the
connector first read the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from dbt_debezium.replay.truth import Comparison, Outcome, TrueRow
from dbt_debezium.replay.values import Field, canonical

if TYPE_CHECKING:
    from pyspark.sql import Row

Step = tuple[datetime, "TrueRow | None"]
"""When a row got a state, and the state; None where it was deleted."""
MOMENT = Field("", "string", "Timestamp")
"""Times of the log and of versions: in UTC, whatever the machine's zone."""


def steps_of(changes: Iterable[dict[str, Any]], comparison: Comparison) -> dict[str, list[Step]]:
    """Return the states of each key of one table in the log's order.

    Equal ones in a row count once.
    """
    steps: dict[str, list[Step]] = {}
    for change in sorted(changes, key=lambda change: change["seq"]):
        at = canonical(change["at"], MOMENT)
        if change["op"] == "TRUNCATE":
            found: list[tuple[str, TrueRow | None]] = [
                (key, None) for key, held in steps.items() if held[-1][1] is not None
            ]
        else:
            old, new = change["old"], written(change["new"], comparison)
            found = [(comparison.key(new, True), new)] if new else []
            if old and (not new or comparison.key(old, True) != comparison.key(new, True)):
                found.insert(0, (comparison.key(old, True), None))
        for key, row in found:
            held = steps.setdefault(key, [])
            if not held or not same(held[-1][1], row, comparison):
                held.append((at, row))
    return steps


def written(row: TrueRow | None, comparison: Comparison) -> TrueRow | None:
    """Return a row as the converter writes it."""
    if row is None or not comparison.table.nulls_are_defaults:
        return row
    fields = comparison.table.fields
    return {
        name: fields[name].default if value is None and name in fields else value
        for name, value in row.items()
    }


def same(one: TrueRow | None, other: TrueRow | None, comparison: Comparison) -> bool:
    if one is None or other is None:
        return one is other
    return all(
        comparison.form(one[name], name, True) == comparison.form(other[name], name, True)
        for name in comparison.table.fields
        if name in one and name in other
    )


def compare(
    changes: Iterable[dict[str, Any]], built: Iterable[Row], comparison: Comparison
) -> Outcome:
    """Return versions beside the log's states, from the newest backwards."""
    outcome = comparison.outcome
    steps = steps_of(changes, comparison)
    versions: dict[str, list[Row]] = {}
    for row in sorted(built, key=lambda row: row["_version"]):
        versions.setdefault(comparison.key(row, False), []).append(row)
    begins = {key: canonical(each[0]["_valid_from"], MOMENT) for key, each in versions.items()}
    first_read = min(begins.values(), default=None)
    for key in sorted(set(steps) | set(versions)):
        states, held = steps.get(key, []), versions.get(key, [])
        lives = bool(states) and states[-1][1] is not None
        if lives != (bool(held) and held[-1]["_valid_to"] is None):
            outcome.differences.append(f"{key}: {'lives' if lives else 'is gone'} in the log only")
        rows = [state for state in states if state[1] is not None]
        for (_, true_row), row in zip(reversed(rows), reversed(held), strict=False):
            outcome.rows += 1
            for name in true_row or {}:
                comparison.value(true_row or {}, row, name)
        since = begins.get(key, first_read)
        missed = [at for at, _ in rows[: max(len(rows) - len(held), 0)] if since and at > since]
        if len(held) > len(rows) or missed:
            outcome.differences.append(
                f"{key}: {len(held)} versions, {len(rows)} states in the log, {len(missed)} missed"
            )
    return outcome
