"""What each connector writes: keys, images, source blocks with their coordinates."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from simulator.phenomena import Chance
from simulator.source import Change, Commit, Key, Row, Timeline

UNAVAILABLE = "__debezium_unavailable_value"
AFTER_FAILOVER = "-2"  # what the source's name then ends with
RENAMED = {"text": "label"}


def text(value: Any) -> str:
    """JSON as Connect's converter writes it: without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Connector:
    """What the relational connectors share; subclasses say what is theirs."""

    name = ""
    documents = False
    unlogged = False  # a large value that a change left alone is not in the log
    truncates = False
    tombstones = True
    drifts = False  # a snapshot's rows may be newer than the place where streaming begins
    second = 1  # the resolution of source.ts_ms
    moved = False  # another server has taken over, whose coordinates begin lower
    begun = 0  # the commit after which streaming began
    renamed_after: int | None = None  # the commit after which a column has another name

    def __init__(
        self, chance: Chance, timeline: Timeline, counts: Counter[str], prefix: str
    ) -> None:
        self.chance = chance
        self.timeline = timeline
        self.counts = counts
        self.server, _, self.database = prefix.rpartition(".")

    # what identifies a row

    def key(self, key: Key) -> Any:
        return {"stream": key[0], "id": key[1]}

    def image(self, key: Key, row: Row | None) -> Any:
        return None if row is None else self.key(key) | row

    def ts_ms(self, ts_ms: int) -> int:
        return ts_ms // self.second * self.second

    def renamed(self, event: Row, number: int) -> Row:
        """Return the event with the names that columns have at a commit."""
        if self.renamed_after is None or number <= self.renamed_after:
            return event
        self.counts["renamed"] += 1
        images = {
            image: {RENAMED.get(name, name): value for name, value in event[image].items()}
            for image in ("before", "after")
            if event[image] is not None
        }
        return event | images

    # what an event says

    def streamed(self, commit: Commit, change: Change) -> Row:
        """Return the event of a change.

        It has op, images and source block; `whole`: the images contain all of the row.
        """
        before, after = self.images(change)
        source = self.source(change.table, commit.ts_ms, "false") | self.place(commit, change)
        return {"before": before, "after": after, "source": source, "op": change.op}

    def read(self, table: int, key: Key, row: Row, at: Commit, ts_ms: int, flag: str) -> Row:
        """Return a snapshot read; `at`: the last commit that the connector knows of."""
        source = self.source(table, ts_ms, flag) | self.read_place(at)
        return {"before": None, "after": self.image(key, row), "source": source, "op": "r"}

    def images(self, change: Change) -> tuple[Any, Any]:
        if change.key is None:
            return None, None
        return self.image(change.key, change.before), self.image(change.key, change.after)

    def source(self, table: int, ts_ms: int, snapshot: str) -> Row:
        return {
            "version": "3.5.0.Final",
            "connector": self.name,
            "name": f"{self.server}{AFTER_FAILOVER}" if self.moved else self.server,
            "ts_ms": self.ts_ms(ts_ms),
            "snapshot": snapshot,
            "db": self.database,
            "schema": "public",
            "table": f"t{table}",
        }

    def place(self, commit: Commit, change: Change) -> Row:
        raise NotImplementedError

    def read_place(self, at: Commit) -> Row:
        raise NotImplementedError

    def transaction_id(self, commit: Commit, _change: Change) -> str:
        return f"{commit.transaction}:{commit.write}"

    def written(self, event: Row, name: tuple[object, ...]) -> str:
        """Return the message's text; it may contain schema and payload."""
        if self.chance.of("schema", *name):
            self.counts["schema"] += 1
            return text({"schema": {"type": "struct", "name": "Envelope"}, "payload": event})
        return text(event)

    def key_text(self, key: Key, _event: Row | None) -> str | None:
        return text(self.key(key))

    def unavailable(self, change: Change) -> bool:
        """Return whether the log leaves out the large value, which the change left alone."""
        if change.op != "u" or change.before is None or change.after is None:
            return False
        unchanged: bool = change.before["big"] == change.after["big"]
        if unchanged and self.chance.of("unavailable", change.write):
            self.counts["unavailable"] += 1
            return True
        return False

    def invents(self, image: Any, change: Change) -> Any:
        """Return an image in which only the key is true."""
        if image is None or not self.chance.of("invented_image", "replica identity", change.table):
            return image
        self.counts["invented_image"] += 1
        random = self.chance.random("invented", change.write, change.serial)
        invented = random.choice(
            [{"n": 0, "text": "", "big": ""}, {"n": None, "text": None, "big": None}]
        )
        return image | invented


class PostgreSQL(Connector):
    """lsn follows the writes; the first part of source.sequence follows the commits."""

    name = "postgresql"
    unlogged = True
    truncates = True

    def lsn(self, write: int) -> int:
        return (1_000 if self.moved else 26_510_136) + 56 * write

    def images(self, change: Change) -> tuple[Any, Any]:
        before, after = super().images(change)
        if change.op == "d":
            before = self.invents(before, change)
        elif before is not None:
            full = not self.chance.of("invented_image", "replica identity", change.table)
            before = before | {"big": None} if full else None
        if self.unavailable(change):
            after |= {"big": UNAVAILABLE}
        return before, after

    def place(self, commit: Commit, change: Change) -> Row:
        lsn = self.lsn(change.write)
        return self.sequence(commit.number - 1, lsn) | {"txId": commit.transaction, "lsn": lsn}

    def read_place(self, at: Commit) -> Row:
        lsn = self.lsn(at.write)
        return self.sequence(at.number, lsn) | {"txId": at.transaction, "lsn": lsn}

    def read(self, table: int, key: Key, row: Row, at: Commit, ts_ms: int, flag: str) -> Row:
        """An incremental read has no lsn.

        Its sequence names the last commit all the same.
        """
        event = super().read(table, key, row, at, ts_ms, flag)
        if flag == "incremental":
            event["source"] |= {"txId": None, "lsn": None}
        return event

    def sequence(self, last: int, lsn: int) -> Row:
        """Of the commit before, null where streaming has only begun."""
        known = last > self.begun
        commit = str(self.lsn(self.timeline.commits[last - 1].write)) if known else None
        return {"sequence": text([commit, str(lsn)])}

    def transaction_id(self, commit: Commit, change: Change) -> str:
        return f"{commit.transaction}:{self.lsn(change.write)}"


class CDL(PostgreSQL):
    """Huawei's CDL over PostgreSQL: formats 1.0 and 2.0 in turn, an lsn alone, no tombstones."""

    name = "cdl"
    truncates = False
    tombstones = False

    def source(self, table: int, ts_ms: int, snapshot: str) -> Row:
        source = super().source(table, ts_ms, snapshot)
        return source | {"version": "1.4.0.Final", "connector": "postgresql"}

    def sequence(self, _last: int, _lsn: int) -> Row:
        return {}

    def images(self, change: Change) -> tuple[Any, Any]:
        before, after = super().images(change)
        if after is not None and after["big"] == UNAVAILABLE:
            after |= {"big": None, UNAVAILABLE: None}
        return before, after

    def written(self, event: Row, name: tuple[object, ...]) -> str:
        after = event["after"] and dict(event["after"])
        lobs = '["big"]' if after and after.pop(UNAVAILABLE, 0) is None else None
        image = after or event["before"]
        unique = {each: image[each] for each in ("stream", "id")}
        tail = {"message_type": "0", "LOB_COLUMNS": lobs, "unique": unique}
        if not self.first_format(event):
            return super().written(event | {"after": after, "message_version": "2.0"} | tail, name)
        source = event["source"]
        lsn, transaction = ({"name": each, "value": source[each]} for each in ("lsn", "txId"))
        first = {
            "DATA_STORE": "POSTGRESQL",
            "SEG_OWNER": source["schema"],
            "TABLE_NAME": source["table"],
            "TIMESTAMP": source["ts_ms"],
            "OPERATION": {"c": "INSERT", "u": "UPDATE", "d": "DELETE"}[event["op"]],
            "transaction": {"properties": [lsn, transaction]},
            "data": after,
            "before": event["before"],
            "message_version": "1.0",
            "HEARTBEAT_IDENTIFIER": None,
        }
        return super().written(first | tail, name)

    def first_format(self, event: Row) -> bool:
        return event["op"] != "r" and bool(event["source"]["lsn"] // 56 % 2)

    def key_text(self, key: Key, event: Row | None) -> str | None:
        return None if event and self.first_format(event) else super().key_text(key, event)


class SQLServer(Connector):
    """commit_lsn follows the commits, change_lsn the writes; a key change has serials 1 and 2."""

    name = "sqlserver"
    drifts = True

    def lsn(self, write: int) -> str:
        wide = self.chance.random("lsn width").random() < 0.5
        first = (3 if self.moved else 0x27) + write // 54
        parts = (first, 0xAC0 + 8 * (write % 54 // 9), write % 9 + 9)
        return ("{:08x}:{:08x}:{:04x}" if wide else "{:x}:{:x}:{:x}").format(*parts)

    def place(self, commit: Commit, change: Change) -> Row:
        serial = 2 if change.op == "u" else change.serial
        spelled = str(serial) if self.chance.random("serial").random() < 0.5 else serial
        return self.pair(commit, change) | {"event_serial_no": spelled}

    def pair(self, commit: Commit, change: Change) -> Row:
        return {"change_lsn": self.lsn(change.write), "commit_lsn": self.lsn(commit.write)}

    def read_place(self, at: Commit) -> Row:
        return {"change_lsn": None, "commit_lsn": self.lsn(at.write), "event_serial_no": None}


class Db2(SQLServer):
    """Pairs; a key change's two events share theirs. Snapshot reads may have none."""

    name = "db2"

    def place(self, commit: Commit, change: Change) -> Row:
        return self.pair(commit, change)

    def read_place(self, at: Commit) -> Row:
        known = self.chance.random("db2 reads").random() < 0.5
        return {"change_lsn": None, "commit_lsn": self.lsn(at.write) if known else None}


class MariaDB(Connector):
    """The binary log is written at commit: file, position, row; statements may share one."""

    name = "mariadb"
    truncates = True
    second = 1000

    def __init__(
        self, chance: Chance, timeline: Timeline, counts: Counter[str], prefix: str
    ) -> None:
        super().__init__(chance, timeline, counts, prefix)
        self.places: dict[tuple[int, int, int, int], Row] = {}
        file, pos = 8, 329
        for commit in timeline.commits:
            if chance.random("rotate", commit.number).random() < 0.1:
                file, pos = file + 1, 329
            if commit.number - 1 == timeline.failover:
                file, pos = 1, 329
            statement = 0
            rows: dict[tuple[int, Key | None, int], int] = {}
            for change in commit.changes:
                pos += 296 if change.statement != statement else 0
                statement = change.statement
                shared = chance.of("shared_position", statement)
                row = 0 if shared else change.row
                place = {"file": f"mysql-bin.{file:06}", "pos": pos, "row": row}
                self.places[self._name(change)] = place
                rows[statement, change.key, row] = rows.get((statement, change.key, row), 0) + 1
            counts["shared_position"] += sum(many > 1 for many in rows.values())
            pos += 150

    def _name(self, change: Change) -> tuple[int, int, int, int]:
        return change.write, change.serial, change.statement, change.table

    def images(self, change: Change) -> tuple[Any, Any]:
        before, after = super().images(change)
        return (self.invents(before, change) if change.op == "d" else before), after

    def place(self, commit: Commit, change: Change) -> Row:
        return self.transaction(commit) | self.places[self._name(change)]

    def read_place(self, at: Commit) -> Row:
        known = at.changes and self.places.get(self._name(at.changes[-1]))
        place = known or {"file": "mysql-bin.000008", "pos": 329, "row": 0}
        return self.transaction(at) | place | {"row": 0}

    def source(self, table: int, ts_ms: int, snapshot: str) -> Row:
        """Return the connector follows its cluster: its name stays."""
        return super().source(table, ts_ms, snapshot) | {"name": self.server}

    def transaction(self, commit: Commit) -> Row:
        server = 2 if self.moved else 1
        return {"sequence": None, "server_id": server, "gtid": f"0-{server}-{commit.number}"}

    def transaction_id(self, commit: Commit, _change: Change) -> str:
        return f"0-1-{commit.number}"


class Oracle(Connector):
    """scn follows the writes; commit_scn the commits: the event's own, an earlier one, or none."""

    name = "oracle"
    unlogged = True
    truncates = True
    second = 1000

    def scn(self, write: int) -> str:
        """Of more digits in the end than in the beginning; beyond a bigint, for some."""
        wide = self.chance.random("scn width").random() < 0.5
        return str(((1 << 63) - 40 if wide else 900) + (0 if self.moved else 20) + write)

    def images(self, change: Change) -> tuple[Any, Any]:
        """The image before never has the large value."""
        before, after = super().images(change)
        if before is not None:
            before |= {"big": UNAVAILABLE}
        if self.unavailable(change):
            after |= {"big": UNAVAILABLE}
        return before, after

    def place(self, commit: Commit, change: Change) -> Row:
        scn, commit_scn = self.scn(change.write), self.scn(commit.write)
        thread = commit.transaction % 2
        own = {"txId": f"{commit.transaction:016x}", "redo_thread": thread + 1, "ssn": 0}
        rs_id = f"0x{change.write // 99:06x}.{change.write % 99:08x}.0010"
        match self.chance.random("adapter").choice(["LogMiner", "LogMiner 2.4", "XStream", "OLR"]):
            case "LogMiner":
                index = commit.changes.index(change) + 1
                fields = {"scn": scn, "commit_scn": commit_scn, "rs_id": rs_id, "txSeq": index}
            case "LogMiner 2.4":  # the last event alone names its own commit
                before = self.timeline.commits[self.begun : commit.number - 1]
                last = [each.write for each in before if each.transaction % 2 == thread][-1:]
                known = commit_scn if change is commit.changes[-1] else None
                known = known or (self.scn(last[0]) if last else None)
                fields = {"scn": scn, "commit_scn": known, "rs_id": f" {rs_id} "}
            case "XStream":
                position = f"{commit.write:020x}{change.write:020x}"
                fields = {"scn": scn, "commit_scn": None, "rs_id": None, "lcr_position": position}
            case _:  # all changes of a transaction have the number of its commit
                fields = {"scn": commit_scn, "commit_scn": None, "rs_id": None}
        return own | fields

    def read_place(self, at: Commit) -> Row:
        scn = self.scn(at.write)
        return {"txId": None, "scn": scn, "commit_scn": None, "rs_id": None, "ssn": 0}

    def read(self, table: int, key: Key, row: Row, at: Commit, ts_ms: int, flag: str) -> Row:
        """An incremental read has what the last event had."""
        event = super().read(table, key, row, at, ts_ms, flag)
        if flag == "incremental":
            event["source"] |= {"commit_scn": event["source"]["scn"]}
        return event

    def transaction_id(self, commit: Commit, _change: Change) -> str:
        return f"{commit.transaction:016x}"


class MongoDB(Connector):
    """Documents as text. A transaction's events share ts_ms and ord."""

    name = "mongodb"
    documents = True
    drifts = True
    second = 1000

    def __init__(
        self, chance: Chance, timeline: Timeline, counts: Counter[str], prefix: str
    ) -> None:
        super().__init__(chance, timeline, counts, prefix)
        self.ords: list[int] = []
        second = 0
        for commit in timeline.commits:
            same = self.ts_ms(commit.ts_ms) == second
            self.ords.append(self.ords[-1] + 1 if same else 1)
            second = self.ts_ms(commit.ts_ms)
        self.plain_ids = chance.random("ids").random() < 0.5
        self.strict = chance.random("dialect").random() < 0.5

    def mode(self, stream: int) -> str:
        """Return what the collection's updates carry: documents, changes, images before."""
        if not self.chance.of("partial_update", "mode", stream):
            return self.chance.random("mode", stream).choice(["full", "full", "full before"])
        return self.chance.random("mode", stream).choice(["partial", "partial", "partial before"])

    def id(self, key: Key) -> Any:
        return f"{key[0]}-{key[1]}" if self.plain_ids else super().key(key)

    def key(self, key: Key) -> Any:
        return {"id": json.dumps(self.id(key))}

    def image(self, key: Key, row: Row | None) -> Any:
        return None if row is None else text(self.extended({"_id": self.id(key)} | row))

    def extended(self, value: Any) -> Any:
        """In the strict dialect numbers carry their type."""
        if isinstance(value, dict):
            return {name: self.extended(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.extended(each) for each in value]
        return {"$numberLong": str(value)} if self.strict and isinstance(value, int) else value

    def streamed(self, commit: Commit, change: Change) -> Row:
        event = super().streamed(commit, change) | {"updateDescription": None}
        assert change.key is not None
        mode = self.mode(change.key[0])
        if "before" not in mode:
            event["before"] = None
        description = change.description
        if change.op != "u" or description is None:
            return event
        event["updateDescription"] = {
            "removedFields": description["removed"] or None,
            "updatedFields": text(self.extended(description["updated"])),
            "truncatedArrays": description["truncated"] or None,
        }
        if "partial" in mode:
            event["after"] = None
            self.counts["partial_update"] += 1
        return event

    def source(self, table: int, ts_ms: int, snapshot: str) -> Row:
        source = super().source(table, ts_ms, snapshot)
        del source["schema"], source["table"]
        return source | {"rs": "rs0", "collection": f"t{table}", "sequence": None}

    def place(self, commit: Commit, _change: Change) -> Row:
        several = len(commit.changes) > 1
        return {
            "ord": self.ords[commit.number - 1],
            "lsid": f"session {commit.transaction % 3}" if several else None,
            "txnNumber": commit.transaction if several else None,
            "wallTime": commit.ts_ms,
        }

    def read_place(self, _at: Commit) -> Row:
        return {"ord": 1, "lsid": None, "txnNumber": None, "wallTime": None}


CONNECTORS: dict[str, type[Connector]] = {
    each.name: each for each in (MongoDB, SQLServer, Db2, PostgreSQL, MariaDB, CDL, Oracle)
}
