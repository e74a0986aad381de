"""The source database: transactions that interleave, and the true timeline that they leave."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulator.phenomena import Chance

Key = tuple[int, int]
Row = dict[str, Any]
Place = tuple[int, Key]
Moment = tuple[int, int]  # a commit's number and a change's place in it

EPOCH_MS = 1_700_000_000_000
IDS = 3
END_OF_COMMIT = 1 << 30
TEXTS = [None, "", "null", 'a "quoted" \\ text', "line\nbreak", "漢字 🙂", "o'neil", " ", "{}"]


@dataclass(frozen=True)
class Change:
    """What one write did to one key (to a whole table: a truncate, without a key)."""

    table: int
    key: Key | None
    op: str
    before: Row | None
    after: Row | None
    write: int
    statement: int
    row: int
    serial: int
    description: Row | None = None


@dataclass(frozen=True)
class Commit:
    """A transaction that has committed; `write` is the place of its commit in the log."""

    number: int
    transaction: int
    ts_ms: int
    write: int
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Version:
    """A key's row from a moment on; None: deleted."""

    moment: Moment
    row: Row | None
    op: str
    ts_ms: int


class Timeline:
    """Every version of every key, in commit order.

    failover: the number of the last commit before another server took over; None: none did.
    """

    def __init__(self) -> None:
        self.failover: int | None = None
        self.commits: list[Commit] = []
        self.versions: dict[Place, list[Version]] = defaultdict(list)

    def add(self, commit: Commit) -> None:
        self.commits.append(commit)
        for index, change in enumerate(commit.changes):
            moment = (commit.number, index)
            places = [(change.table, change.key)] if change.key else self.alive(change.table)
            for place in places:
                version = Version(moment, change.after, change.op, commit.ts_ms)
                self.versions[place].append(version)

    def alive(self, table: int) -> list[Any]:
        """Return the keys of a table that have a row now."""
        return [
            p for p, all_ in self.versions.items() if p[0] == table and all_[-1].row is not None
        ]

    def at(self, place: Place, moment: Moment) -> Row | None:
        """Return the row of a key just after a moment."""
        versions = self.versions.get(place, [])
        index = bisect_right(versions, moment, key=lambda each: each.moment)
        return versions[index - 1].row if index else None


@dataclass
class Transaction:
    """An open transaction, with the rows that only it sees."""

    number: int
    changes: list[Change] = field(default_factory=list)
    rows: dict[Place, Row | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Planned:
    """One operation of the workload: when, on which stream; what it does hangs on its number."""

    number: int
    time: float
    stream: int


def plan(chance: Chance, streams: int) -> list[Planned]:
    """Return the workload: each stream has a few bursts of operations, somewhere in the run."""
    planned = []
    for stream in range(1, streams + 1):
        random = chance.random("plan", stream)
        number = stream * 100
        for _ in range(3):
            start = random.random()
            for _ in range(random.randint(2, 7)):
                number += 1
                time = start + random.random() * 8 / (streams + 8)
                planned.append(Planned(number, time, stream))
    return sorted(planned, key=lambda each: each.time)


class Source:
    """Runs a workload; rows are locked until their transaction commits, as databases do."""

    def __init__(
        self,
        chance: Chance,
        streams: int,
        tables: int,
        documents: bool,
        truncates: bool,
        counts: Counter[str],
    ) -> None:
        self.rarely = 8 / (streams + 7)  # a truncate hits every stream of its table
        self.chance = chance
        self.tables = tables
        self.documents = documents
        self.truncates = truncates
        self.counts = counts
        self.timeline = Timeline()
        self.rows: dict[Place, Row | None] = {}
        self.known: set[Place] = set()
        self.open: list[Transaction] = []
        self.writes = 0
        self.statements = 0
        self.transactions = 700
        self.values = 0
        self.clock = EPOCH_MS

    def run(self, planned: list[Planned]) -> Timeline:
        fails_over = self.chance.of("failover", "simulation")
        when = self.chance.random("failover").uniform(0.3, 0.8)
        for operation in planned:
            if fails_over and operation.time >= when and self.timeline.failover is None:
                self._fail_over()
            random = self.chance.random("operation", operation.number)
            transaction = self._transaction(operation, random)
            self._operate(transaction, operation, random)
            if random.random() < 0.5 and transaction in self.open:
                self._commit(transaction, random)
        for transaction in list(self.open):
            self._commit(transaction, self.chance.random("end", transaction.number))
        if self.timeline.failover in (0, len(self.timeline.commits)):
            self.timeline.failover = None
        self.counts["failover"] = int(self.timeline.failover is not None)
        return self.timeline

    def _fail_over(self) -> None:
        """Another server takes over, whose clock is an hour late where time orders."""
        for transaction in list(self.open):
            self._commit(transaction, self.chance.random("failover", transaction.number))
        self.timeline.failover = len(self.timeline.commits)
        self.clock -= 3_600_000 if self.documents else 0

    def _transaction(self, operation: Planned, random: Random) -> Transaction:
        more = self.chance.of("interleaved_commit", operation.number) and len(self.open) < 3
        if not self.open or more:
            self.transactions += 1
            self.open.append(Transaction(self.transactions))
            return self.open[-1]
        return random.choice(self.open)

    def _commit(self, transaction: Transaction, random: Random) -> None:
        self.open.remove(transaction)
        if not transaction.changes:
            return
        last = transaction.changes[-1].write
        if any(other.changes and other.changes[0].write < last for other in self.open):
            self.counts["interleaved_commit"] += 1
        self.rows.update(transaction.rows)
        self.writes += 1
        self.clock += random.choice([1, 40, 300, 2500])
        number = len(self.timeline.commits) + 1
        back = 5000 if self.chance.of("clock_set_back", transaction.number) else 0
        if back and not self.documents:
            self.counts["clock_set_back"] += 1
        commit = Commit(
            number,
            transaction.number,
            self.clock - (0 if self.documents else back),
            self.writes,
            tuple(transaction.changes),
        )
        self.timeline.add(commit)

    def _lock(self, transaction: Transaction, holds: Callable[[Place], bool]) -> None:
        """Wait for the other transactions that hold what this one needs."""
        for other in list(self.open):
            if other is not transaction and any(map(holds, other.rows)):
                self._commit(other, self.chance.random("lock", other.number))

    def _row(self, transaction: Transaction, place: Place) -> Row | None:
        self._lock(transaction, lambda held: held == place)
        return transaction.rows.get(place, self.rows.get(place))

    def _write(
        self,
        transaction: Transaction,
        place: Place,
        op: str,
        after: Row | None,
        description: Row | None = None,
        row: int = 0,
        serial: int = 1,
    ) -> None:
        before = self._row(transaction, place)
        if op == "c" and place in self.known:
            self.counts["reinsert"] += 1
        self.known.add(place)
        self.writes += serial == 1  # a key change's two events are one write
        transaction.rows[place] = after
        transaction.changes.append(
            Change(
                place[0],
                place[1],
                op,
                before,
                after,
                self.writes,
                self.statements,
                row,
                serial,
                description,
            )
        )

    def _operate(self, transaction: Transaction, operation: Planned, random: Random) -> None:
        table = operation.stream % self.tables
        place = (table, (operation.stream, random.randint(1, IDS)))
        row = self._row(transaction, place)
        self.statements += 1
        if self.truncates and self._likes("truncate", operation) and random.random() < self.rarely:
            self._truncate(transaction, table)
        elif row is None:
            gone = any(v.row is None for v in self.timeline.versions.get(place, []))
            if not (gone or place in transaction.rows) or self._likes("reinsert", operation, 2):
                self._write(transaction, place, "c", self._new(random))
        elif not self.documents and self._likes("key_change", operation):
            self._change_key(transaction, place, random)
        elif not self.documents and self._likes("several_rows", operation):
            self._several(transaction, place, random)
        elif random.random() < 0.25:
            self._write(transaction, place, "d", None)
            if self._likes("reinsert", operation):
                self.statements += 1
                self._write(transaction, place, "c", self._new(random))
                if self._likes("alike", operation):  # as the first delete, where it has no image
                    self.statements += 1
                    self._write(transaction, place, "d", None)
        else:
            self._write(transaction, place, "u", *self._changed(row, random))

    def _likes(self, phenomenon: str, operation: Planned, times: int = 1) -> bool:
        return any(self.chance.of(phenomenon, operation.number, each) for each in range(times))

    def _truncate(self, transaction: Transaction, table: int) -> None:
        self._lock(transaction, lambda held: held[0] == table)
        self.writes += 1
        for place, row in {**self.rows, **transaction.rows}.items():
            if place[0] == table and row is not None:
                transaction.rows[place] = None
        change = Change(table, None, "t", None, None, self.writes, self.statements, 0, 1)
        transaction.changes.append(change)
        self.counts["truncate"] += 1
        self._commit(transaction, self.chance.random("truncate", self.writes))  # nobody may enter

    def _move(
        self, transaction: Transaction, old: Place, new: Place, row: Row, line: int = 0
    ) -> None:
        self._write(transaction, old, "d", None, row=line)
        self._write(transaction, new, "c", row, row=line, serial=2)
        self.counts["key_change"] += 1

    def _change_key(self, transaction: Transaction, place: Place, random: Random) -> None:
        table, (stream, number) = place
        new = (table, (stream, number % IDS + 1))
        if self._row(transaction, new) is not None:
            return
        row = self._row(transaction, place)
        assert row is not None
        self._move(transaction, place, new, row if random.random() < 0.5 else self._new(random))

    def _several(self, transaction: Transaction, place: Place, random: Random) -> None:
        """One statement, several rows: REPLACE deletes and creates; keys may move up together."""
        table, (stream, number) = place
        row = self._row(transaction, place)
        first = (table, (stream, (number - 2) % IDS + 1))
        last = (table, (stream, number % IDS + 1))
        lower = self._row(transaction, first)
        assert row is not None
        self.counts["several_rows"] += 1
        if lower is not None and self._row(transaction, last) is None:
            self._move(transaction, place, last, row)
            self._move(transaction, first, place, lower, line=1)
        else:
            self._write(transaction, place, "d", None)
            self._write(transaction, place, "c", self._new(random), row=1)

    def _value(self) -> int:
        self.values += 1
        return self.values

    def _new(self, random: Random) -> Row:
        number = self._value()
        n = random.choice([number, -number, 2**53 + number])
        row: Row = {"n": n, "text": random.choice(TEXTS)}
        if not self.documents:
            return row | {"big": f"big {number}"}
        row["nested"] = {"a": number, "b": random.choice(TEXTS)}
        row["list"] = [-10 * number - each for each in range(random.randint(0, 4))]
        for name in ("nested", "list"):
            if random.random() < 0.3:
                del row[name]
        return row

    def _changed(self, row: Row, random: Random) -> tuple[Row, Row | None]:
        """Return the row after an update, and for documents what was changed (None: replaced)."""
        new = deepcopy(row)
        number = self._value()
        if not self.documents:
            names = [name for name in ("n", "big") if random.random() < 0.4] or ["n"]
            new |= {"n": number if "n" in names else new["n"]}
            new |= {"big": f"big {number}"} if "big" in names else {}
            new |= {"text": random.choice(TEXTS)} if random.random() < 0.3 else {}
            return new, None
        if random.random() < 0.15:
            return self._new(random), None
        updated: Row = {}
        removed: list[str] = []
        truncated: list[Row] = []
        if "nested" in new and random.random() < 0.5:
            if random.random() < 0.3:
                del new["nested"]
                removed.append("nested")
            elif "b" in new["nested"] and random.random() < 0.5:
                del new["nested"]["b"]
                removed.append("nested.b")
            else:
                updated["nested.a"] = new["nested"]["a"] = number
        elif "nested" not in new and random.random() < 0.5:
            updated["nested"] = {"a": number}
            new["nested"] = {"a": number}
        length = len(new.get("list", []))
        if length > 1 and random.random() < 0.4:
            new["list"] = new["list"][: length - 1]
            truncated.append({"field": "list", "size": length - 1})
        elif length and random.random() < 0.5:
            index = random.randrange(length)
            updated[f"list.{index}"] = new["list"][index] = number
        elif "list" in new:
            updated[f"list.{length}"] = number
            new["list"].append(number)
        if "text" in new and random.random() < 0.2:
            del new["text"]
            removed.append("text")
        if random.random() < 0.5 or not (updated or removed or truncated):
            updated["n"] = new["n"] = number
        return new, {"updated": updated, "removed": removed, "truncated": truncated}
