"""What a capture lacks: rules that prove by its own records why a table's rows differ.

Each rule looks at the records and at the rows that differ, never at a table's or column's name.
A table whose differences no rule proves differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dbt_debezium.replay.capture import Capture, arrived, parsed
from dbt_debezium.replay.truth import SIGNAL, Outcome, Table

Json = dict[str, Any]
STREAMED = {"c", "u", "d"}
PLAIN = {"smallint", "int", "bigint", "string"}
"""The types of keys that truth and message write alike."""


@dataclass(frozen=True)
class Event:
    """A change event of a capture."""

    topic: str
    table: str
    key: Json
    op: str
    place: tuple[int, int, int]
    """The source's time, the place in the transaction, the line, as partitions come apart."""


@dataclass(frozen=True)
class Case:
    """A table whose rows differ, its events, and all operations of the capture."""

    table: Table
    outcome: Outcome
    events: list[Event]
    ops: set[str]

    @property
    def only_rows(self) -> bool:
        """Whether whole rows differ, and no value of a row that both have."""
        rows = len(self.outcome.extra) + len(self.outcome.missing)
        return rows == len(self.outcome.differences)

    @cached_property
    def names(self) -> list[str]:
        """The columns of the key that truth, message and `_key` write alike."""
        fields = self.table.fields
        return [n for n in self.table.key if fields[n].spark in PLAIN and not fields[n].semantic]

    def key(self, of: Json) -> tuple[str, ...]:
        return tuple(str(of.get(name)) for name in self.names)

    def keys(self, texts: Iterable[str]) -> list[tuple[str, ...]]:
        return [self.key(json.loads(text)) for text in texts]

    @cached_property
    def places(self) -> dict[tuple[str, ...], dict[str, tuple[int, int, int]]]:
        """Of each key the last place of each operation, and of any: `last`."""
        found: dict[tuple[str, ...], dict[str, tuple[int, int, int]]] = {}
        for event in self.events:
            own = found.setdefault(self.key(event.key), {})
            for name in (event.op, "last"):
                own[name] = max(event.place, own.get(name, event.place))
        return found

    @property
    def has_no_event_of_missing(self) -> bool:
        """Whether no event has the key of a true row that was not built."""
        return bool(self.names) and not any(
            self.key(row) in self.places for row in self.outcome.missing
        )


def no_truncate(case: Case) -> bool:
    """No event deletes the rows that the truth lacks, and all others were created after them."""
    if "t" in case.ops or case.outcome.missing or not case.only_rows:
        return False
    if not case.table.key or case.names != case.table.key:
        return False
    lost = [case.places.get(key, {}) for key in case.keys(case.outcome.extra)]
    kept = [case.places.get(key, {}).get("c") for key in case.keys(case.outcome.kept)]
    if not all(own and own.get("d") != own["last"] for own in lost):
        return False
    end = max(own["last"] for own in lost)
    return all(created is not None and created > end for created in kept)


def no_stream(case: Case) -> bool:
    """Rows came or went, and the table has no streamed change, though others have."""
    return (
        bool(case.ops & STREAMED)
        and {event.op for event in case.events} == {"r"}
        and bool(case.outcome.extra or case.outcome.missing)
        and case.has_no_event_of_missing
        and all(key in case.places for key in case.keys(case.outcome.extra))
    )


def no_signal(case: Case) -> bool:
    """Signals were written before streaming began, and no snapshot read them."""
    return (
        set(case.table.fields) == SIGNAL
        and case.only_rows
        and not case.outcome.extra
        and "r" not in {event.op for event in case.events}
        and case.has_no_event_of_missing
    )


RULES: dict[str, Callable[[Case], bool]] = {
    "the capture has no truncate": no_truncate,
    "the capture has snapshot reads of the table alone": no_stream,
    "the snapshot did not read the signal table": no_signal,
}
NO_EVENT = "the capture has no event of the table"


class Lacking:
    """What a capture lacks of its tables."""

    def __init__(self, capture: Capture) -> None:
        self.events = list(events_of(capture))
        self.strange = {event.table for event in self.events} - set(capture.truth)
        self.ops = {event.op for event in self.events}

    def explain(self, table: Table, outcome: Outcome) -> None:
        """Give a table that differs the reason, if the capture proves one."""
        if outcome.differences:
            events = [event for event in self.events if event.topic in table.topics]
            case = Case(table, outcome, events, self.ops)
            outcome.lacking = next((name for name, rule in RULES.items() if rule(case)), "")

    def of_no_model(self, name: str, truth: list[Any]) -> Outcome:
        """Return the outcome of a table for which no model was generated."""
        outcome = Outcome(name, len(truth), ["no row is built"])
        tables = {event.table for event in self.events}
        if name not in tables and not arrived(name, self.strange):
            outcome.lacking = NO_EVENT
        return outcome


def events_of(capture: Capture) -> Iterable[Event]:
    """Return the change events, and tombstones as the deletes that they are."""
    for number, record in enumerate(capture.records):
        message = record["message"]
        value = message.get("payload", message) or {}
        source = value.get("source") or {}
        op = value.get("op", "d" if record["value"] is None else None)
        if op is None:
            continue
        key = parsed(record["key"])
        key = (key.get("payload") or {}) if set(key) == {"schema", "payload"} else key
        transaction = value.get("transaction") or {}
        time = source.get("ts_ms") or record["timestamp"] or 0
        place = time, transaction.get("total_order") or 0, number
        yield Event(record["topic"], source.get("table") or "", key, op, place)
