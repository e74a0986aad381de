"""Compare the built tables with the database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbt_debezium.replay.capture import arrived
from dbt_debezium.replay.known_differences import (
    ABSENT,
    RENAMED,
    UNAVAILABLE,
    WATERMARK,
    Case,
    reason,
)
from dbt_debezium.replay.values import Field, canonical, equal_values, same_bytes

if TYPE_CHECKING:
    from pyspark.sql import Row

TrueRow = dict[str, Any]


SIGNAL = {"id", "type", "data"}


@dataclass
class Table:
    """A table as it was generated and built."""

    name: str
    model: str
    connector: str
    key: list[str]
    """The key columns by the source's names; none where the table has no key."""
    columns: dict[str, str]
    """The model's name of each of the source's columns."""
    fields: dict[str, Field]
    """By the source's names."""
    first: set[str]
    """The columns of the oldest schema."""
    nulls_are_defaults: bool
    scales: dict[str, frozenset[int]]
    """The scales that decimals have had, where the messages do not state one."""
    end: datetime
    """When the last event was written, in UTC."""
    topics: frozenset[str] = frozenset()


@dataclass
class Outcome:
    """What a comparison found: nothing, or what differs; and what the events do not contain.

    missing  the true rows that were not built
    extra    the `_key` of the built rows that are not in the truth, `kept`: of those that are
    lacking  what the capture lacks, if it proves that this makes the differences
    """

    table: str
    rows: int = 0
    differences: list[str] = field(default_factory=list)
    known: Counter[tuple[str, str]] = field(default_factory=Counter)
    remark: str = ""
    missing: list[TrueRow] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    lacking: str = ""


def read_truth(file: Path) -> list[Any]:
    """Return the rows of a table, {column: value}, or the changes of a log.

    See Comparison.column for what else the line of a table may be.
    """
    text = file.read_text(encoding="utf-8")
    return [json.loads(line, parse_float=Decimal) for line in text.split("\n") if line.strip()]


class Comparison:
    """Rows of one table, the database's beside the built."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.outcome = Outcome(table.name)
        self.aliases: dict[str, str] = {}
        self.hexadecimal = table.connector in {"mysql", "mariadb"}

    def form(self, value: Any, name: str, is_truth: bool) -> Any:
        return canonical(value, self.table.fields[name], self.hexadecimal and is_truth)

    def value(self, true_row: TrueRow, built: Row, name: str) -> None:
        """Compare one column of one row."""
        if name not in self.table.fields:
            if true_row[name] is not None:
                self.outcome.known[name, ABSENT] += 1
            return
        truth, built_value = true_row[name], built[self.table.columns[name]]
        true_form, built_form = self.form(truth, name, True), self.form(built_value, name, False)
        if equal_values(true_form, built_form) or same_bytes(truth, built_value):
            return
        alias = self.aliases.get(name)
        if alias and equal_values(
            self.form(truth, alias, True), self.form(built[self.table.columns[alias]], alias, False)
        ):
            self.outcome.known[name, RENAMED] += 1
            return
        case = Case(
            self.table.fields[name],
            self.table.connector,
            truth,
            built_value,
            true_form,
            built_form,
            name in self.table.first,
            self.table.nulls_are_defaults,
            self.table.columns[name] in (built.asDict().get("_unavailable") or []),
            self.table.scales.get(name, frozenset()),
            self.table.end,
        )
        why = reason(case)
        if why:
            self.outcome.known[name, why] += 1
        else:
            key = [true_row.get(part) for part in self.table.key]
            self.outcome.differences.append(
                f"{key} {name}: {truth!r} in truth, {built_value!r} built"
            )

    def key(self, row: Any, is_truth: bool) -> str:
        """Return the key of a row as one text; an unsigned number arrives signed."""
        forms = []
        for name in self.table.key:
            value = row[name] if is_truth else row[self.table.columns[name]]
            form = self.form(value, name, is_truth)
            if self.table.fields[name].spark == "bigint" and form >= 2**63:
                form -= 2**64
            forms.append(repr(form))
        return ", ".join(forms)

    def keyed(self, truth: Iterable[TrueRow], built: Iterable[Row]) -> Outcome:
        """Row by row, by the key."""
        of_key = {self.key(row, False): row for row in built}
        for true_row in truth:
            self.outcome.rows += 1
            key = self.key(true_row, True)
            row = of_key.pop(key, None)
            if row is None:
                self.outcome.differences.append(f"{key}: not built")
                self.outcome.missing.append(true_row)
                continue
            self.outcome.kept.append(row["_key"])
            for name in true_row:
                self.value(true_row, row, name)
        self.outcome.differences.extend(f"{key}: not in truth" for key in of_key)
        self.outcome.extra.extend(row["_key"] for row in of_key.values())
        return self.outcome

    def column(self, truth: Iterable[Any], built: Iterable[Row]) -> Outcome:
        """Return values of one column.

        `to_json(t)` prints those of a column t, if the table has one.
        """
        rows, values = list(built), list(truth)
        self.outcome.rows = len(values)
        for name, column in self.table.columns.items():
            open_ = [row for row in rows if column in (row["_unavailable"] or [])]
            held = Counter(
                repr(self.form(row[column], name, False)) for row in rows if row not in open_
            )
            wanted = Counter(repr(self.form(value, name, True)) for value in values)
            if len(values) == len(rows) and held <= wanted and (held or not rows):
                self.outcome.remark = f"only the truth has the column {name}"
                if open_:
                    self.outcome.known[name, UNAVAILABLE] = len(open_)
                return self.outcome
        self.outcome.differences.append("the truth has no rows, but values without a column")
        return self.outcome

    def rows(self, truth: list[Any], built: list[Row]) -> Outcome:
        """Compare as the truth and the table allow."""
        if truth and not any(isinstance(row, dict) for row in truth):
            return self.column(truth, built)
        truth = self.as_arrived(truth)
        if set(self.table.fields) == SIGNAL:
            truth = self.without_watermarks(truth)
            built = self.without_watermarks(built)
        return self.keyed(truth, built) if self.table.key else self.unkeyed(truth, built)

    def as_arrived(self, truth: list[TrueRow]) -> list[TrueRow]:
        """Return the true rows by the names that the events have for columns.

        A name may arrive right from the snapshot and with characters replaced from the stream.
        """
        named = {name for row in truth for name in row}
        others = {name: arrived(name, set(self.table.fields) - named) for name in named}
        self.aliases = {name: other for name, other in others.items() if other}
        names = {n: other for n, other in self.aliases.items() if n not in self.table.fields}
        self.outcome.known.update({(name, RENAMED): len(truth) for name in names})
        return [{names.get(name, name): value for name, value in row.items()} for row in truth]

    def without_watermarks(self, rows: list[Any]) -> list[Any]:
        """Return the rows of a signal table without those that the connector writes for itself."""
        kept = [row for row in rows if not str(row["type"]).startswith("snapshot-window-")]
        if len(kept) < len(rows):
            self.outcome.known["type", WATERMARK] += len(rows) - len(kept)
        return kept

    def unkeyed(self, truth: list[TrueRow], built: Iterable[Row]) -> Outcome:
        """As multisets of whole rows, without the columns that the source has dropped."""
        names = [n for n in self.table.fields if not truth or any(n in row for row in truth)]
        wanted: Counter[str] = Counter()
        for row in truth:
            self.outcome.rows += 1
            wanted[repr([self.form(row.get(name), name, True) for name in names])] += 1
        found: Counter[str] = Counter()
        for each in built:
            image = [self.form(each[self.table.columns[name]], name, False) for name in names]
            found[repr(image)] += each["_rows"]
        for what, times in (wanted - found).items():
            self.outcome.differences.append(f"{what}: {times} times more in truth")
        for what, times in (found - wanted).items():
            self.outcome.differences.append(f"{what}: {times} times more built")
        return self.outcome
