"""The connector at work: snapshots, streaming, windows, restarts, and what else it sends."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from simulator.connectors import CONNECTORS, Connector, MongoDB, text
from simulator.phenomena import Chance
from simulator.source import END_OF_COMMIT, Change, Commit, Key, Moment, Place, Row, Timeline

START = Commit(0, 699, 1_700_000_000_000, 0, ())
MALFORMED = [
    "",
    "not json",
    "<html>bad gateway</html>",
    '{"before":null,"after":{"stream":1,"id":1',
    '{"foo":1}',
    "[]",
    "\x00\x00\x00\x00\x01\x06abc",
    '{"op":"x","before":null,"after":null,"source":{"ts_ms":1},"ts_ms":1}',
]


@dataclass
class Message:
    """One message of the stream, and what only the simulator knows of it.

    op           c, u, d, r, t, tombstone; other: says nothing about the table
    moment       the moment of the timeline whose state it shows
    original     not a repeat
    whole        it contains the whole row; false: only the changes of a document
    placed       it has coordinates of its own
    alike        identical to an earlier event of its transaction: the key's A B A
    place        its partition and offset
    batch        the first with which it landed
    compacted    it is gone from the topic, only its offset remains
    moved        another server had taken over
    """

    table: int
    key: Key | None
    op: str
    key_text: str | None
    value_text: str | None
    moment: Moment = (0, 0)
    ts_ms: int = 0
    original: bool = True
    whole: bool = True
    placed: bool = True
    alike: bool = False
    compacted: bool = False
    moved: bool = False
    name: tuple[object, ...] = ()
    index: int = -1
    place: tuple[int, int] = (-1, -1)
    batch: int | None = None

    @property
    def identity(self) -> str:
        """What a repeat has in common with its original: all but what the envelope adds."""
        payload = self._payload
        envelope = set() if "OPERATION" in payload else {"ts_ms", "transaction"}
        return text({each: payload[each] for each in payload if each not in envelope})

    @property
    def source(self) -> Row:
        """The source block, with the coordinates."""
        source: Row = self._payload["source"]
        return source

    @property
    def _payload(self) -> Row:
        value = json.loads(self.value_text or "null")
        payload: Row = value.get("payload", value)
        return payload


@dataclass
class Window:
    """An incremental snapshot's chunk, waiting for its high watermark."""

    end: int
    rows: dict[Place, Row]


@dataclass
class Streaming:
    """Writes the stream of one connector over a timeline."""

    connector: Connector
    chance: Chance
    timeline: Timeline
    tables: int
    counts: Counter[str]
    messages: list[Message] = field(default_factory=list)
    sent: list[tuple[Commit, Change, int]] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    cache: dict[tuple[int, int], Row] = field(default_factory=dict)
    order: int = 0
    clock: int = 0
    skew: int = 0  # how far the clock of the connector's machine is behind
    moved_at: int = 1 << 63  # the index of the first message from after a failover

    def run(self) -> list[Message]:
        if self.chance.of("renamed", "simulation"):
            last = self.chance.random("renamed").randint(0, len(self.timeline.commits))
            self.connector.renamed_after = last
        begin = self.connector.begun = self._snapshot()
        for commit in self.timeline.commits[begin:]:
            if commit.number - 1 == self.timeline.failover:
                self._fail_over(commit.number)
            self._open_windows(commit)
            self._others(commit)
            self._transaction(commit)
            self._close_windows(commit)
        self._compact()
        for index, message in enumerate(self.messages):
            message.index = index
            message.moved = index >= self.moved_at
        return self.messages

    def _fail_over(self, turn: int) -> None:
        """A new connector on the new server goes on, perhaps with a snapshot of its own."""
        self._move(turn - 1)
        self.sent.clear()
        if self.chance.of("snapshot_read", "failover"):
            places = sorted(each for each in self.timeline.versions if not self._unread(each))
            rows = {place: self.timeline.at(place, (turn - 1, END_OF_COMMIT)) for place in places}
            found = {place: row for place, row in rows.items() if row is not None}
            self._read_chunk(found, turn - 1, self._commit(turn - 1), turn)

    def _move(self, begun: int) -> None:
        self.connector.moved = True
        self.connector.begun = begun
        self.moved_at = len(self.messages)

    def _last_of_server(self, number: int) -> int:
        """Return the last commit that the server of a commit has."""
        failover = self.timeline.failover
        return len(self.timeline.commits) if failover is None or number > failover else failover

    # snapshots

    def _snapshot(self) -> int:
        """Return the initial snapshot; returns how many commits it contains."""
        random = self.chance.random("snapshot")
        begin = random.randint(0, len(self.timeline.commits) // 3)
        reads = self.chance.of("snapshot_read", "initial")
        if not reads and self.connector.unlogged:
            begin = 0  # an unavailable value of a row that nobody has read would stay unknown
        if self.timeline.failover is not None and begin > self.timeline.failover:
            self._move(begin)
        if not reads:
            return begin
        read = begin
        last = self._last_of_server(begin)
        places = sorted(self.timeline.versions)
        rows = []
        for place in places:
            if self.connector.drifts and random.random() < 0.3:
                read = min(last, read + random.randint(0, 3))
            row = self.timeline.at(place, (read, END_OF_COMMIT))
            if row is not None and not self._unread(place):
                rows.append((place, row, read))
        for index, (place, row, moment) in enumerate(rows):
            flag = "last" if index == len(rows) - 1 else "true" if index else "first"
            self._read(place, row, moment, self._commit(begin), flag, begin)
        return begin

    def _unread(self, place: Place) -> bool:
        return self.connector.documents and self.chance.of("unread", place[1])

    def _blocking(self, commit: Commit) -> None:
        """An ad-hoc snapshot stops streaming; its rows are newer than what has been streamed."""
        random = self.chance.random("blocking", commit.number)
        last = self._last_of_server(commit.number)
        read = min(last, commit.number - 1 + random.randint(0, 4))
        chunk = {
            place: row
            for place in self._near(commit)
            if (row := self.timeline.at(place, (read, END_OF_COMMIT))) is not None
        }
        self._read_chunk(chunk, read, self._commit(read), commit.number)
        self.counts["blocking_read"] += len(chunk)

    def _read_chunk(self, chunk: dict[Place, Row], moment: int, at: Commit, turn: int) -> None:
        for index, (place, row) in enumerate(chunk.items()):
            flag = "last" if index == len(chunk) - 1 else "true" if index else "first"
            self._read(place, row, moment, at, flag, turn)

    def _open_windows(self, commit: Commit) -> None:
        if self.chance.of("blocking_read", commit.number):
            self._blocking(commit)
        if self.chance.of("incremental_read", commit.number):
            random = self.chance.random("incremental", commit.number)
            last = self._last_of_server(commit.number)
            end = min(last, commit.number + random.randint(0, 3))
            read = (random.randint(commit.number - 1, end), END_OF_COMMIT)
            found = {place: self.timeline.at(place, read) for place in self._near(commit)}
            rows = {place: row for place, row in found.items() if row is not None}
            self.windows.append(Window(end, rows))

    def _close_windows(self, commit: Commit) -> None:
        for window in [each for each in self.windows if each.end == commit.number]:
            self.windows.remove(window)
            for place, row in window.rows.items():
                self._read(place, row, commit.number, commit, "incremental", commit.number)
                self.counts["incremental_read"] += 1

    def _near(self, commit: Commit) -> list[Place]:
        """Some keys that change hereabouts: what an additional condition chooses."""
        near = self.timeline.commits[max(0, commit.number - 6) : commit.number + 4]
        places = {(c.table, c.key) for each in near for c in each.changes if c.key}
        table = self.chance.random("near", commit.number).randrange(self.tables)
        return sorted(place for place in places if place[0] == table)

    def _read(self, place: Place, row: Row, moment: int, at: Commit, flag: str, turn: int) -> None:
        table, key = place
        lag = self.chance.random("lag", *place, turn).randint(1, 5000)  # until it was written
        ts_ms = self._commit(moment).ts_ms + lag
        event = self.connector.read(table, key, row, at, ts_ms, flag)
        placed = event["source"].get("commit_lsn") is not None
        name = ("read", flag, table, key, turn)
        message = self._message(table, key, event, name, (moment, END_OF_COMMIT))
        message.ts_ms, message.placed = event["source"]["ts_ms"], placed
        self.counts["snapshot_read"] += 1

    # streaming

    def _transaction(self, commit: Commit) -> None:
        self.order = 0
        for index, change in enumerate(commit.changes):
            if index == 0:
                self._boundary(commit, "BEGIN")
            self._change(commit, change, index, True)
            name = (commit.transaction, index)
            if self.chance.of("repeated", *name):
                many = self.chance.random("restart", *name).randint(1, 6)
                self._restart(many, inside=index < len(commit.changes) - 1)
        self._boundary(commit, "END")

    def _restart(self, many: int, inside: bool) -> None:
        """The connector begins again a few events before its end, perhaps within a transaction."""
        again = self.sent[-many:]
        inside = inside or again[0][2] > 0
        if self.chance.of("other_machine", len(self.messages)):
            self.counts["other_machine"] += 1
            self.skew = self.chance.random("skew", len(self.messages)).randint(0, 20_000)
            self.clock = 0
        self.counts["restart_in_transaction"] += inside
        previous = None
        for commit, change, index in again:
            if commit is not previous:
                self.order = 0
            previous = commit
            self._change(commit, change, index, False)
            self.counts["repeated"] += 1

    def _change(self, commit: Commit, change: Change, index: int, original: bool) -> None:
        if original:
            self.sent.append((commit, change, index))
            self.cache[commit.number, index] = self._update_lookup(commit, change)
            for window in self.windows:
                for place in list(window.rows):
                    if place[0] == change.table and change.key in (None, place[1]):
                        del window.rows[place]
        event = dict(self.cache[commit.number, index])
        moment = event.pop("moment", (commit.number, index))
        self.order += 1
        if self._tells_transactions():
            event["transaction"] = {
                "id": self.connector.transaction_id(commit, change),
                "total_order": self.order,
                "data_collection_order": self.order,
            }
        name = ("change", commit.transaction, change.write, change.serial, original)
        message = self._message(change.table, change.key, event, name, moment)
        message.original, message.ts_ms = original, self.connector.ts_ms(commit.ts_ms)
        cached = self.cache[commit.number, index]
        message.alike = any(
            self.cache[commit.number, i] == cached
            for i in range(index)
            if commit.changes[i].key == change.key
        )
        self.counts["alike"] += message.alike and original
        described = event.get("updateDescription") is not None
        message.whole = not (described and event["before"] is None and event["after"] is None)
        tombstones = self.connector.tombstones and self.chance.of("tombstone", "simulation")
        if change.op == "d" and tombstones:
            random = self.chance.random("tombstone", change.write)
            value = None if random.random() < 0.8 else text({"schema": None, "payload": None})
            assert message.key is not None
            self.messages.append(
                Message(
                    change.table,
                    change.key,
                    "tombstone",
                    self.connector.key_text(message.key, None),
                    value,
                    moment,
                    message.ts_ms,
                    original,
                    name=("tombstone", *name),
                )
            )
            self.counts["tombstone"] += 1

    def _update_lookup(self, commit: Commit, change: Change) -> Row:
        """Return the event.

        MongoDB may have looked its document up later, when it had changed again.
        """
        event = self.connector.streamed(commit, change)
        is_description = event.get("updateDescription") is not None
        if not is_description or event["after"] is None or not isinstance(self.connector, MongoDB):
            return event
        if self.chance.of("lookup", commit.number) and change.key is not None:
            later = min(len(self.timeline.commits), commit.number + 3)
            moment = (later, END_OF_COMMIT)
            row = self.timeline.at((change.table, change.key), moment)
            self.counts["lookup"] += 1
            event |= {"after": self.connector.image(change.key, row)}
            event |= {"moment": moment} if row is not None else {}
        return event

    def _message(
        self, table: int, key: Key | None, event: Row, name: tuple[object, ...], moment: Moment
    ) -> Message:
        self.clock = max(self.clock + 3, self._commit(moment[0]).ts_ms - self.skew)
        event = self.connector.renamed(event, moment[0])
        key_text = None if key is None else self.connector.key_text(key, event)
        value = self.connector.written(event | {"ts_ms": self.clock}, name)
        self.messages.append(Message(table, key, event["op"], key_text, value, moment, name=name))
        return self.messages[-1]

    def _commit(self, number: int) -> Commit:
        return self.timeline.commits[number - 1] if number else START

    # what else a topic may hold

    def _boundary(self, commit: Commit, status: str) -> None:
        if not self._tells_transactions():
            return
        first = commit.changes[0]
        identity = self.connector.transaction_id(commit, first)
        database = self.connector.database
        collections = Counter(f"{database}.t{each.table}" for each in commit.changes)
        counted = [{"data_collection": n, "event_count": c} for n, c in collections.items()]
        end = status == "END"
        value = {
            "status": status,
            "id": identity,
            "event_count": len(commit.changes) if end else None,
            "data_collections": counted if end else None,
            "ts_ms": commit.ts_ms,
        }
        self._other(first.table, text({"id": identity}), text(value), status, commit)
        self.counts["transaction_metadata"] += 1

    def _tells_transactions(self) -> bool:
        on = self.chance.of("transaction_metadata", "simulation")
        return on and self.connector.name != "cdl"

    def _others(self, commit: Commit) -> None:
        random = self.chance.random("others", commit.number)
        table = random.randrange(self.tables)
        if self.chance.of("heartbeat", commit.number):
            server = self.connector.server
            key, value = text({"serverName": server}), text({"ts_ms": commit.ts_ms})
            self._other(table, key, value, "heartbeat", commit)
            self.counts["heartbeat"] += 1
        if self.chance.of("malformed", commit.number):
            any_key = random.choice(['{"stream":1,"id":1}', "not json", "", None])
            self._other(table, any_key, random.choice(MALFORMED), "malformed", commit)
            self.counts["malformed"] += 1

    def _other(self, table: int, key: str | None, value: str, name: str, commit: Commit) -> None:
        self.messages.append(
            Message(table, None, "other", key, value, name=(name, commit.transaction))
        )

    def _compact(self) -> None:
        """The log's cleaner leaves a key's last record before some offset: here a tombstone.

        What was read before it came has landed: none or some of the key's events. A delete is
        read together with its tombstone, because a producer writes both in one batch.
        """
        sent: dict[tuple[int, Key | None], list[Message]] = defaultdict(list)
        for message in self.messages:
            earlier = sent[message.table, message.key]
            alone = message.op == "tombstone" and message.original
            if alone and self.chance.of("lone_tombstone", *message.name):
                read = self.chance.random("cleaner", *message.name).randrange(2 * len(earlier))
                first = max(0, read - len(earlier))
                if first < len(earlier) and earlier[first].op == "tombstone":
                    first += 1
                for each in earlier[first:]:
                    each.compacted = True
                self.counts["lone_tombstone"] += 1
            earlier.append(message)


def streaming(
    name: str, chance: Chance, timeline: Timeline, tables: int, counts: Counter[str], prefix: str
) -> list[Message]:
    """Return the messages that a connector writes."""
    connector = CONNECTORS[name](chance, timeline, counts, prefix)
    return Streaming(connector, chance, timeline, tables, counts).run()
