"""The package's tables compared with the truth of a simulation."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from simulator.simulation import Simulation, Versions
from simulator.source import Key, Row

Place = tuple[str, Key]  # a topic and a key


@dataclass(frozen=True)
class Mismatch:
    """A key whose row in a table differs from the truth."""

    topic: str
    key: Key
    what: str
    expected: Any
    found: Any

    @property
    def stream(self) -> tuple[str, int]:
        """The simulation's prefix and the stream's number."""
        return self.topic.rpartition(".")[0], self.key[0]


@dataclass
class Found:
    """The rows of an entity's tables; without history and active these are not compared.

    current    a key's row, None: deleted
    events     how many of its events count, None: some share coordinates and a repeat may count
    uncertain  the keys whose order is flagged
    opened     its version that nothing has followed, `versions`: all of them
    """

    current: dict[Place, Row | None]
    events: dict[Place, int | None]
    uncertain: set[Place]
    active: dict[Place, Row] | None = None
    opened: dict[Place, Row] | None = None
    versions: dict[Place, list[Any]] | None = None


Rows = Iterable[dict[str, Any]]


def found(current: Rows, history: Rows | None = None, active: Rows | None = None) -> Found:
    """Return the rows of the models, by key."""
    current = list(current)
    tables = Found(
        states(current),
        {place(row["_key"]): row["_events"] for row in current},
        {place(row["_key"]) for row in current if row["_order_uncertain"]},
    )
    if history is not None:
        history = list(history)
        tables.opened = contents(row for row in history if row["_is_current"])
        tables.versions = versions(history)
    if active is not None:
        tables.active = contents(active)
    return tables


def place(text: str) -> Place:
    """Return the topic and the key of a `_key`."""
    key = json.loads(text)
    inner = key.get("_id", key)
    if isinstance(inner, str) and inner.startswith("{"):
        inner = json.loads(inner)
    if isinstance(inner, dict):
        inner = plain(inner)
        return key["_topic"], (inner["stream"], inner["id"])
    stream, _, number = inner.partition("-")
    return key["_topic"], (int(stream), int(number))


def plain(value: Any) -> Any:
    """Extended JSON without the types of its numbers."""
    if isinstance(value, dict):
        if "$numberLong" in value:
            return int(value["$numberLong"])
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def content(row: dict[str, Any]) -> Row:
    """Return the columns of a table's row that the source has.

    Those of nested values are JSON text.
    """
    if "big" in row:
        return {name: row[name] for name in ("n", "text", "big")}
    nested = {
        name: None if row[name] is None else plain(json.loads(row[name]))
        for name in ("nested", "list")
    }
    return {"n": row["n"], "text": row["text"], **nested}


def declared(simulation: Simulation, row: Row | None) -> Row | None:
    """Return a true row as the declared columns have it: what a document lacks is null."""
    documents = simulation.setting.connector == "mongodb"
    names = ("n", "text", "nested", "list") if documents else ("n", "text", "big")
    return None if row is None else {name: row.get(name) for name in names}


def states(rows: Rows) -> dict[Place, Row | None]:
    """Return the rows of a current model; two of a key are listed as such."""
    found: dict[Place, Row | None] = {}
    for row in rows:
        where = place(row["_key"])
        state = None if row["_is_deleted"] else content(row)
        found[where] = {"more than one row": [found[where], state]} if where in found else state
    return found


def contents(rows: Rows) -> dict[Place, Row]:
    """Return the rows of a model that has those only which are not deleted."""
    return {place(row["_key"]): content(row) for row in rows}


def versions(rows: Rows) -> dict[Place, list[Any]]:
    """Return the rows of a history model, a list for each key.

    A row is its content, valid from, valid to, op, and whether it is current.
    """
    found: dict[Place, list[Any]] = defaultdict(list)
    for row in sorted(rows, key=lambda each: each["_version"]):
        validity = [row[name] for name in ("_valid_from", "_valid_to", "_op", "_is_current")]
        found[place(row["_key"])].append([content(row), *validity])
    return found


def expected_versions(simulation: Simulation, known_versions: Versions) -> list[Any]:
    """Return a key's true versions as a history model has them.

    A delete has none, but closes one.
    """
    found: list[Any] = []
    before = None
    for true, ts_ms, op in known_versions:
        row = declared(simulation, true)
        if row == before:
            continue
        if before is not None:
            found[-1][2], found[-1][4] = ts_ms, False
        if row is not None:
            found.append([row, ts_ms, None, op, True])
        before = row
    return found


def compare(
    simulation: Simulation,
    batch: int | None,
    found: Found,
    forgotten: AbstractSet[Place] = frozenset(),
    purged: AbstractSet[Place] = frozenset(),
) -> list[Mismatch]:
    """Return the keys that differ from the truth: after a batch, or at the end.

    Of forgotten keys no row may be left; the row of a purged one may be missing if it is deleted.
    """
    truth = simulation.truth() if batch is None else simulation.truth_after(batch)
    undecided = simulation.undecided(batch)
    wrong = [
        Mismatch(*where, "order", "uncertain", "certain")
        for where in undecided - found.uncertain - forgotten
    ]
    for topic, rows in truth.items():
        for key, true in rows.items():
            row = declared(simulation, true)
            where = topic, key
            if where in forgotten:
                wrong += kept(where, found)
                continue
            if where in undecided:
                continue
            if where not in found.current:
                # a single tombstone has no key that the state knows
                is_known = where not in purged and simulation.determines(where, batch)
                if row is not None or is_known:
                    wrong.append(Mismatch(topic, key, "current", row, "no row"))
                continue
            if found.current[where] != row:
                wrong.append(Mismatch(topic, key, "current", row, found.current[where]))
            for what in ("active", "opened"):
                table = getattr(found, what)
                if table is not None and table.get(where) != row:
                    wrong.append(Mismatch(topic, key, what, row, table.get(where)))
    if batch is None:
        wrong += invented(simulation, found)
        wrong += wrong_versions(simulation, found, forgotten)
    return wrong


def kept(where: Place, found: Found) -> list[Mismatch]:
    """Return the tables that have rows of a key which was forgotten."""
    tables = {"current": found.current, "active": found.active, "history": found.versions}
    return [
        Mismatch(*where, what, "no row, because the key was forgotten", table[where])
        for what, table in tables.items()
        if table and where in table
    ]


def wrong_versions(
    simulation: Simulation, found: Found, forgotten: AbstractSet[Place]
) -> list[Mismatch]:
    """Keys whose events determine every version, where the tables have something else."""
    wrong: list[Mismatch] = []
    counts = simulation.events()
    for topic, keys in simulation.history().items():
        for key, known_versions in keys.items():
            where = topic, key
            if where in forgotten:
                continue
            many = found.events.get(where)
            if many is not None and where in found.uncertain:
                wrong.append(Mismatch(topic, key, "order", "certain", "uncertain"))
            if many not in (None, counts[topic][key]):
                wrong.append(Mismatch(topic, key, "events", counts[topic][key], many))
            if found.versions is not None:
                true = expected_versions(simulation, known_versions)
                if found.versions.get(where, []) != true:
                    versions = found.versions.get(where, [])
                    wrong.append(Mismatch(topic, key, "history", true, versions))
    return wrong


def invented(simulation: Simulation, found: Found) -> list[Mismatch]:
    """Rows of keys that have none: of which no document was ever seen, or that are unknown."""
    truth = simulation.truth()
    tables = {"current": found.current, "active": found.active, "opened": found.opened}
    return [
        Mismatch(topic, key, what, "no row", row)
        for what, table in tables.items()
        for (topic, key), row in (table or {}).items()
        if topic in truth and key not in truth[topic]
    ]
