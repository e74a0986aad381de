"""The simulator itself: its truth and its events belong together."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from simulator import CONNECTORS, Phenomena, Record, Setting, Simulation, shrink, simulate
from simulator.comparing import plain
from simulator.connectors import UNAVAILABLE
from simulator.landing import FAILOVER_MS
from simulator.source import Key, Row

Coordinates = tuple[Any, ...]
AFTER_ALL = (1 << 63,)
# How often each phenomenon occurs in 200 streams at least.
EVERYWHERE = {
    "failover": 4,
    "heartbeat": 25,
    "incremental_read": 90,
    "interleaved_commit": 250,
    "landed_twice": 90,
    "late": 130,
    "malformed": 20,
    "other_machine": 8,
    "reinsert": 130,
    "reinsert_in_batch": 50,
    "repeated": 75,
    "restart_in_transaction": 15,
    "snapshot_read": 250,
}
TRANSACTIONS = {"transaction_metadata": 400}
RELATIONAL = {"key_change": 45, "clock_set_back": 15}
TOMBSTONES = {"tombstone": 170, "lone_tombstone": 15}
TRUNCATES = {"truncate": 30}
INVENTED = {"invented_image": 100}
UNAVAILABLES = {"unavailable": 90}
DOCUMENTS = {"partial_update": 200, "partial_without_document": 10, "alike": 1}
FLOORS = {
    "mongodb": DOCUMENTS | TOMBSTONES | TRANSACTIONS,
    "sqlserver": RELATIONAL | TOMBSTONES | TRANSACTIONS,
    "db2": RELATIONAL | TOMBSTONES | TRANSACTIONS,
    "postgresql": RELATIONAL | TOMBSTONES | TRANSACTIONS | TRUNCATES | INVENTED | UNAVAILABLES,
    "mariadb": RELATIONAL
    | TOMBSTONES
    | TRANSACTIONS
    | TRUNCATES
    | INVENTED
    | {"shared_position": 25},
    "oracle": RELATIONAL | TOMBSTONES | TRANSACTIONS | TRUNCATES | UNAVAILABLES | {"undecided": 3},
    "cdl": RELATIONAL | INVENTED | UNAVAILABLES,
}


@dataclass
class Event:
    """A landed event as the rules of the ideal fold need it."""

    op: str
    coordinates: Coordinates | None
    identity: str
    offset: int
    envelope_ts_ms: int
    total_order: int
    epoch: int
    row: Row | None = None
    before: Row | None = None
    described: Row | None = None
    place: Coordinates = ()


@dataclass
class Rules:
    """The rules of docs/ordering.md; the tests break one at a time."""

    coordinates: Callable[[str, Row], Coordinates | None] = field(
        default=lambda connector, source: coordinates(connector, source)
    )
    order: Callable[[Event], Any] = lambda event: (event.place, event.offset)
    once: bool = True
    last_of_shared: bool = True  # the last event at coordinates that differing events share counts
    carries: bool = True
    truncates: bool = True
    lone_tombstones: bool = True
    epochs: bool = True
    inherits_of_partition: bool = False  # not so: an event without coordinates takes its key's


def number(value: Any) -> int:
    return -1 if value is None else int(value)


def lsn(value: str | None) -> tuple[int, ...]:
    return tuple(int(part, 16) for part in value.split(":")) if value else ()


def coordinates(connector: str, source: Row) -> Coordinates | None:
    """Return the coordinates that follow commits; None: the event has none."""
    if connector in ("sqlserver", "db2"):
        commit, change = lsn(source["commit_lsn"]), lsn(source["change_lsn"])
        # a read shows what all changes of its commit have left
        place = (commit, change or AFTER_ALL, number(source.get("event_serial_no")))
        return place if commit else None
    if source.get("snapshot", "false") != "false":
        return None
    if connector == "postgresql":
        return tuple(map(number, json.loads(source["sequence"])))
    if connector == "cdl":
        return (number(source["lsn"]),)
    if connector == "mongodb":
        return (number(source["ts_ms"]), number(source["ord"]))
    if connector == "oracle":
        scn = number(source["scn"])
        last = source.get("lcr_position") or source["rs_id"] or ""
        return max(number(source["commit_scn"]), scn), scn, number(source.get("txSeq")), last
    return (number(source["file"].rpartition(".")[2]), source["pos"], source["row"])


def keyed(record: Record, payload: Row | None) -> Key:
    key = json.loads(record.key) if record.key else (payload or {})["unique"]
    if "id" in key and isinstance(key["id"], str):
        key = json.loads(key["id"])
    if isinstance(key, str):
        stream, _, number_ = key.partition("-")
        return int(stream), int(number_)
    return key["stream"], key["id"]


def image(connector: str, value: Any) -> Row | None:
    if value is None:
        return None
    row = plain(json.loads(value)) if connector == "mongodb" else value
    return {name: each for name, each in row.items() if name not in ("_id", "stream", "id")}


def event(connector: str, record: Record, rules: Rules) -> tuple[Key | None, Event] | None:
    """Return the event of a landed row; None if it is of no table."""
    epoch = int(rules.epochs and (record.timestamp or 0) >= FAILOVER_MS)
    try:
        payload = json.loads(record.value) if record.value is not None else None
    except json.JSONDecodeError:
        return None
    if isinstance(payload, dict) and "payload" in payload:
        payload = payload["payload"]
    if payload is None:
        return keyed(record, None), Event("tombstone", None, "", record.offset, 0, 0, epoch)
    if not isinstance(payload, dict):
        return None
    if "OPERATION" in payload:
        places = {each["name"]: each["value"] for each in payload["transaction"]["properties"]}
        payload |= {"op": {"INSERT": "c", "UPDATE": "u", "DELETE": "d"}[payload["OPERATION"]]}
        payload |= {"source": places | {"ts_ms": payload["TIMESTAMP"]}, "after": payload["data"]}
    if payload.get("op") not in {"c", "r", "u", "d", "t"}:
        return None
    place = rules.coordinates(connector, payload["source"])
    parts = {name: payload.get(name) for name in ("op", "source", "before", "after")}
    parts |= {"described": payload.get("updateDescription"), "key": record.key}
    found = Event(
        payload["op"],
        place and (epoch, *place),
        json.dumps(parts, sort_keys=True),
        record.offset,
        payload.get("ts_ms", 0),
        number((payload.get("transaction") or {}).get("total_order")),
        epoch,
        image(connector, payload["after"]),
        image(connector, payload["before"]),
        payload.get("updateDescription"),
    )
    if found.op == "t":
        return None, found
    if "big" in json.loads(payload.get("LOB_COLUMNS") or "[]") and found.row:
        found.row["big"] = UNAVAILABLE
    return keyed(record, payload), found


def patched(document: Row, described: Row) -> Row:
    """Return a document after the changes of a partial update."""
    document = deepcopy(document)

    def parent(path: str) -> tuple[Any, Any]:
        *names, last = path.split(".")
        inner: Any = document
        for name in names:
            inner = inner[int(name)] if isinstance(inner, list) else inner.setdefault(name, {})
        return inner, last

    for path in described["removedFields"] or []:
        inner, last = parent(path)
        inner.pop(last, None)
    for each in described["truncatedArrays"] or []:
        inner, last = parent(each["field"])
        if isinstance(inner.get(last), list):  # not so: a read ahead of the stream
            inner[last] = inner[last][: each["size"]]
    for path, value in plain(json.loads(described["updatedFields"] or "{}")).items():
        inner, last = parent(path)
        if isinstance(inner, list):
            inner.extend([None] * (int(last) + 1 - len(inner)))
            inner[int(last)] = value
        else:
            inner[last] = value
    return document


@dataclass
class Applied:
    """What the fold knows of a key."""

    known: bool = False
    row: Row | None = None
    versions: list[Row | None] = field(default_factory=list)

    def set(self, row: Row | None) -> None:
        if not self.known or row != self.row:
            self.versions.append(row)
        self.known, self.row = True, row


def fold(simulation: Simulation, batches: int, rules: Rules) -> dict[str, dict[Key, Applied]]:
    """Return the state of every key from what had landed with so many batches."""
    connector = simulation.setting.connector
    landed = {each[:3]: each for batch in simulation.batches[:batches] for each in batch}
    events: dict[tuple[str, Key], list[Event]] = defaultdict(list)
    truncates: dict[str, set[Coordinates]] = defaultdict(set)
    highest: dict[object, Coordinates] = {}
    for record in sorted(landed.values(), key=lambda each: each[:3]):
        known_event = event(connector, record, rules)
        if known_event is None:
            continue
        key, each = known_event
        if key is None:
            truncates[record.topic].add(each.coordinates or ())
        topic_partition = record[:2] if rules.inherits_of_partition else (record.topic, key)
        before = highest.get(topic_partition, ())
        alone = before if before[:1] == (each.epoch,) else (each.epoch,)
        each.place = each.coordinates or alone
        highest[topic_partition] = max(each.place, before)
        if key is None:
            continue
        own = events[record.topic, key]
        if each.op == "tombstone":
            if not rules.lone_tombstones or (own and own[-1].op == "d"):
                continue
            each.op = "d"
        own.append(each)
    state: dict[str, dict[Key, Applied]] = {topic: {} for topic in simulation.topics}
    for (topic, key), own in events.items():
        cuts = sorted(truncates[topic]) if rules.truncates else []
        state[topic][key] = applied(sorted(own, key=rules.order), cuts, rules)
    return state


def applied(events: list[Event], truncates: list[Coordinates], rules: Rules) -> Applied:
    """Fold the events of a key, in their order."""
    state = Applied()
    seen: set[str] = set()
    alike: dict[Coordinates, list[str]] = defaultdict(list)
    for each in events:
        alike[each.coordinates or ()].append(each.identity)
    left = {place: len(identities) for place, identities in alike.items()}
    before: Coordinates = ()
    for each in events:
        own = each.coordinates or ()
        left[own] -= 1
        if own and rules.once and each.identity in seen:
            # A B A at shared coordinates: the last of all counts, it may be no repeat
            last = left[own] == 0 and len(set(alike[own])) > 1
            if not (last and rules.last_of_shared):
                continue
        seen.add(each.identity)
        if state.known and any(before <= cut < each.place for cut in truncates):
            state.set(None)
        before = each.place
        apply(state, each, rules)
    if any(before <= cut for cut in truncates):
        state.set(None)
    return state


def apply(state: Applied, each: Event, rules: Rules) -> None:
    """One event on what is known of its key."""
    row = each.row
    if each.op != "d" and row is None and each.described is not None:
        base = each.before or state.row
        if base is None:
            return  # pending
        row = patched(base, each.described)
    if row is not None and rules.carries and row.get("big") == UNAVAILABLE:
        row = row | {"big": (state.row or {}).get("big")}
    state.set(None if each.op == "d" else row)


def mismatches(
    simulation: Simulation, rules: Rules, batch: int | None = None
) -> list[tuple[str, Key, Any, Any]]:
    """Keys where the fold differs from the truth, at the end or after a batch."""
    truth = simulation.truth() if batch is None else simulation.truth_after(batch)
    state = fold(simulation, len(simulation.batches) if batch is None else batch + 1, rules)
    unknown = Applied()
    return [
        (topic, key, row, found.row)
        for topic, rows in truth.items()
        for key, row in rows.items()
        if not (found := state[topic].get(key, unknown)).known or found.row != row
    ]


def naive(simulation: Simulation) -> dict[str, dict[Key, Row | None]]:
    """Return the fold that everybody writes first: as it arrives, the last wins."""
    state: dict[str, dict[Key, Row | None]] = {topic: {} for topic in simulation.topics}
    for record in [each for batch in simulation.batches for each in batch]:
        known_event = event(simulation.setting.connector, record, Rules())
        if known_event is not None and known_event[0] is not None:
            state[record.topic][known_event[0]] = known_event[1].row
    return state


def total_order_before_lsn(each: Event) -> Any:
    return each.place[:-1], each.total_order, each.place[-1:], each.offset


def any_lsn(connector: str, source: Row) -> Coordinates | None:
    return None if source["lsn"] is None else (int(source["lsn"]),)


def of_changes(
    position: Callable[[Row], Coordinates],
) -> Callable[[str, Row], Coordinates | None]:
    return lambda _, source: position(source) if source["snapshot"] == "false" else None


# Wrong rules, and the connectors for which the simulator finds them out.
WRONG: dict[str, tuple[list[str], Rules]] = {
    "the envelope's time": (list(CONNECTORS), Rules(order=lambda each: each.envelope_ts_ms)),
    "placeholders are values": (["postgresql", "cdl", "oracle"], Rules(carries=False)),
    "truncates are ignored": (["postgresql", "mariadb", "oracle"], Rules(truncates=False)),
    "a tombstone alone is ignored": (["mongodb", "db2"], Rules(lone_tombstones=False)),
    "a repeat never counts": (["mongodb"], Rules(last_of_shared=False)),
    "reads take the partition's place": (["cdl"], Rules(inherits_of_partition=True)),
    "total_order before the lsn": (["mongodb"], Rules(order=total_order_before_lsn)),
    "the lsn alone, of reads too": (["postgresql", "cdl"], Rules(coordinates=any_lsn)),
    "the sequence, of reads too": (
        ["postgresql"],
        Rules(coordinates=lambda _, source: tuple(map(number, json.loads(source["sequence"])))),
    ),
    "ts_ms and ord, of reads too": (
        ["mongodb"],
        Rules(coordinates=lambda _, source: (source["ts_ms"], source["ord"])),
    ),
    "an scn is a text": (["oracle"], Rules(coordinates=of_changes(lambda each: (each["scn"],)))),
    "the commit_scn alone": (
        ["oracle"],
        Rules(coordinates=of_changes(lambda each: (number(each["commit_scn"]),))),
    ),
    "the scn, of reads too": (
        ["oracle"],
        Rules(coordinates=lambda _, source: (number(source["scn"]),)),
    ),
    "an lsn is a text": (
        ["sqlserver"],
        Rules(coordinates=lambda _, source: (source["commit_lsn"], source["change_lsn"] or "")),
    ),
    "no epochs": (["postgresql", "cdl", "sqlserver", "db2", "mongodb"], Rules(epochs=False)),
    "the position without its file": (
        ["mariadb"],
        Rules(coordinates=lambda _, source: (source["pos"], source["row"])),
    ),
}
CAUGHT = [(rule, connector) for rule, (connectors, _) in WRONG.items() for connector in connectors]


@cache
def simulations(connector: str) -> list[Simulation]:
    """200 streams, in simulations that differ in all that is chosen for a whole run."""
    return [simulate(Setting(connector, seed, 8, 2)) for seed in range(1, 26)]


def test_many_streams_at_once() -> None:
    """The tables are larger, the batches as well; nothing else is new."""
    simulation = simulate(Setting("postgresql", 1, 200, 4))
    assert mismatches(simulation, Rules()) == []


@pytest.mark.parametrize("connector", CONNECTORS)
def test_equal_seeds_give_equal_simulations(connector: str) -> None:
    first, again, other = (simulate(Setting(connector, seed, 8, 2)) for seed in (7, 7, 8))
    assert (first.batches, first.truth()) == (again.batches, again.truth())
    assert first.batches != other.batches


@pytest.mark.parametrize("connector", CONNECTORS)
def test_every_phenomenon_occurs(connector: str) -> None:
    found = sum((each.phenomena for each in simulations(connector)), Counter[str]())
    floors = EVERYWHERE | FLOORS[connector]
    assert {name: found[name] for name, floor in floors.items() if found[name] < floor} == {}


@pytest.mark.parametrize("connector", CONNECTORS)
def test_every_phenomenon_can_be_switched_off(connector: str) -> None:
    nothing = Phenomena(**dict.fromkeys(Phenomena().names, 0.0))
    simulation = simulate(Setting(connector, 1, 50, 1, nothing))
    assert set(simulation.phenomena) <= {"reinsert", "reinsert_in_batch"}
    assert naive(simulation) == simulation.truth()


@pytest.mark.parametrize("connector", CONNECTORS)
def test_a_key_stays_in_its_partition_in_the_order_of_the_stream(connector: str) -> None:
    simulation = simulations(connector)[0]
    last: dict[tuple[int, Key], tuple[int, int]] = {}
    for each in simulation.messages:
        if each.key is not None:
            partition, offset = last.get((each.table, each.key), (each.place[0], -1))
            assert partition == each.place[0]
            assert offset < each.place[1]
            last[each.table, each.key] = each.place


@pytest.mark.parametrize("connector", CONNECTORS)
def test_the_correct_rules_find_the_truth(connector: str) -> None:
    for simulation in simulations(connector):
        assert mismatches(simulation, Rules()) == []
        for batch in range(len(simulation.batches)):
            assert mismatches(simulation, Rules(), batch) == []


@pytest.mark.parametrize("connector", CONNECTORS)
def test_the_correct_rules_find_the_history(connector: str) -> None:
    for simulation in simulations(connector):
        state = fold(simulation, len(simulation.batches), Rules())
        for topic, keys in simulation.history().items():
            for key, versions in keys.items():
                assert [row for row, _, _ in versions] == state[topic][key].versions


@pytest.mark.parametrize("connector", CONNECTORS)
def test_any_split_of_the_landing_has_the_same_truth(connector: str) -> None:
    simulation = simulations(connector)[1]
    for many in (1, 2, 7, 10**6):
        split = simulation.split(many)
        assert sum(map(len, split.batches)) == sum(map(len, simulation.batches))
        assert mismatches(split, Rules()) == []


@pytest.mark.parametrize("connector", CONNECTORS)
def test_later_looked_up_documents_come_to_the_same_end(connector: str) -> None:
    looking = Phenomena(lookup=0.5, partial_update=0.0)
    for seed in range(10):
        simulation = simulate(Setting(connector, seed, 8, 2, looking))
        assert (simulation.phenomena["lookup"] > 0) == (connector == "mongodb")
        assert mismatches(simulation, Rules()) == []


@pytest.mark.parametrize("connector", CONNECTORS)
def test_naive_rules_fail(connector: str) -> None:
    assert any(naive(each) != each.truth() for each in simulations(connector))


@pytest.mark.parametrize(("rule", "connector"), CAUGHT)
def test_a_wrong_rule_is_found_out(rule: str, connector: str) -> None:
    assert any(
        mismatches(each, WRONG[rule][1], batch)
        for each in simulations(connector)
        for batch in [None, *range(len(each.batches))]
    )


def test_what_fails_is_shrunk() -> None:
    def fails(simulation: Simulation) -> bool:
        return bool(mismatches(simulation, Rules(carries=False)))

    found = next(each for each in simulations("postgresql") if fails(each))
    small = shrink(found, lambda each: list(filter(fails, each)))
    assert fails(small)
    assert len(small.operations) <= 8
    assert "late" not in small.setting.phenomena.names
