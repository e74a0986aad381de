"""A simulated run: what landed in batches, and what is true after each of them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from simulator.connectors import CONNECTORS
from simulator.landing import Record, land
from simulator.phenomena import Chance, Phenomena
from simulator.source import Key, Place, Planned, Row, Source, Timeline, plan
from simulator.stream import Message, streaming

Truth = dict[str, dict[Key, Row | None]]
Versions = list[tuple[Row | None, int, str]]


@dataclass(frozen=True)
class Setting:
    """All that a simulation hangs on: equal settings give equal simulations."""

    connector: str
    seed: int
    streams: int
    tables: int
    phenomena: Phenomena = field(default_factory=Phenomena)
    prefix: str = "srv.shop"  # of the topics: several simulations may land in one table
    dropped: frozenset[int] = frozenset()  # numbers of operations that do not happen
    batches: int = 8  # at most


@dataclass
class Simulation:
    """The landed batches and the truth, which only the timeline determines."""

    setting: Setting
    topics: list[str]
    batches: list[list[Record]]
    phenomena: Counter[str]
    operations: list[Planned]
    timeline: Timeline
    messages: list[Message]

    def truth(self) -> Truth:
        """Return the true row of each key at the end.

        Keys whose document nobody saw are left out.
        """
        return self._truth(len(self.batches), at_end=True)

    def truth_after(self, batch: int) -> Truth:
        """Return the same for what had landed with a batch, where that decides it.

        Left out: keys with a gap, and keys of which a read has shown more than what is streamed.
        """
        return self._truth(batch, at_end=False)

    def history(self) -> dict[str, dict[Key, Versions]]:
        """Return a key's versions in commit order: row (None: deleted), ts_ms, op.

        Source clocks may run backwards: ts_ms is the latest of the key until then.
        Left out: keys whose events alone do not determine it (read ahead of the stream, seen
        first through partial updates, compacted, twice the same in one transaction).
        """
        found: dict[str, dict[Key, Versions]] = {topic: {} for topic in self.topics}
        for place, messages in self._keys.items():
            if place in self._undetermined or not messages[0].whole:
                continue
            first, reads = messages[0], [each for each in messages if each.op == "r"]
            versions = self.timeline.versions[place]
            after = bisect_right(versions, first.moment, key=lambda each: each.moment)
            ts_ms = first.ts_ms
            known_versions: Versions = [(self.timeline.at(place, first.moment), ts_ms, first.op)]
            for each in versions[after:]:
                before = [read.ts_ms for read in reads if read.moment < each.moment]
                ts_ms = max([ts_ms, self._ts_ms(each.ts_ms), *before])
                known_versions.append((each.row, ts_ms, each.op))
            found[self.topics[place[0]]][place[1]] = known_versions
        return found

    def events(self) -> dict[str, dict[Key, int]]:
        """Return how many events a key has, of those whose versions are known.

        Repeats do not count.
        """
        found: dict[str, dict[Key, int]] = {}
        for topic, keys in self.history().items():
            table = self.topics.index(topic)
            sent = {key: self._sent[table, key] for key in keys}
            found[topic] = {
                key: len({each.identity for each in messages if each.op != "tombstone"})
                for key, messages in sent.items()
            }
        return found

    def determines(self, where: tuple[str, Key], batch: int | None) -> bool:
        """Return whether an event has landed, with a batch or at all, that makes a key known.

        A tombstone alone does not, nor do changes of a document that nobody has seen.
        """
        topic, key = where
        messages = self._sent.get((self.topics.index(topic), key), [])
        return any(
            each.op != "tombstone" and each.whole and (batch is None or (each.batch or 0) <= batch)
            for each in messages
        )

    def settled(self, batch: int) -> set[tuple[str, Key]]:
        """Return the keys whose messages have all landed before a batch; copies may follow."""
        return {
            (self.topics[table], key)
            for (table, key), messages in self._sent.items()
            if all((each.batch or 0) < batch for each in messages)
        }

    def undecided(self, batch: int | None = None) -> set[tuple[str, Key]]:
        """Return the keys whose truncate is undecided after a batch, or after all.

        It shares the coordinates of a change and landed in another partition.
        """

        def has_landed(each: Message) -> bool:
            return each.batch is not None and (batch is None or each.batch <= batch)

        found: set[tuple[str, Key]] = set()
        for truncate, changes in self._shared:
            partitions = {each.place[0] for each in truncate if has_landed(each)}
            for key, sent in changes.items():
                own = {each.place[0] for each in sent if has_landed(each)}
                if partitions and own and len(partitions | own) > 1:
                    found.add((self.topics[sent[0].table], key))
        return found

    def split(self, many: int) -> Simulation:
        """Return the same rows in the same order, in so many batches (truth: at the end only)."""
        rows = [record for batch in self.batches for record in batch]
        many = min(many, len(rows)) or 1
        cuts = [len(rows) * each // many for each in range(many + 1)]
        batches = [rows[start:end] for start, end in pairwise(cuts)]
        return replace(self, batches=batches)

    @cached_property
    def _keys(self) -> dict[Place, list[Message]]:
        """The messages of each key that are left in its topic and are no repeats.

        A tombstone beside its delete adds nothing.
        """
        found: dict[Place, list[Message]] = defaultdict(list)
        for each in self.messages:
            if each.key is None or each.compacted or not each.original:
                continue
            own = found[each.table, each.key]
            if each.op != "tombstone" or not own or own[-1].op != "d":
                own.append(each)
        return dict(found)

    @cached_property
    def _sent(self) -> dict[Place, list[Message]]:
        """The same with the repeats and all tombstones."""
        found: dict[Place, list[Message]] = defaultdict(list)
        for each in self.messages:
            if each.key is not None and not each.compacted:
                found[each.table, each.key].append(each)
        return found

    @cached_property
    def _truncates(self) -> dict[int, list[Message]]:
        found: dict[int, list[Message]] = defaultdict(list)
        for each in self.messages:
            if each.op == "t":
                found[each.table].append(each)
        return found

    @cached_property
    def _shared(self) -> list[tuple[list[Message], dict[Key, list[Message]]]]:
        """Each truncate that has the coordinates of changes, and these by key; with the repeats."""
        commits: dict[tuple[int, int], list[Message]] = defaultdict(list)
        for each in self.messages:
            if each.op in "cudt":
                commits[each.table, each.moment[0]].append(each)
        found = []
        for messages in commits.values():
            truncate = [each for each in messages if each.op == "t"]
            changes: dict[Key, list[Message]] = defaultdict(list)
            for each in messages if truncate else []:
                if each.key is not None and each.source == truncate[0].source:
                    changes[each.key].append(each)
            if changes:
                found.append((truncate, dict(changes)))
        return found

    @cached_property
    def _undetermined(self) -> set[Place]:
        """Keys whose versions the events do not determine."""
        undecided = {(self.topics.index(topic), key) for topic, key in self.undecided()}
        return (
            self._compacted
            | undecided
            | {
                place
                for place, messages in self._keys.items()
                if any(a.moment > b.moment for a, b in pairwise(messages))
                or any(each.alike for each in messages)
            }
        )

    @cached_property
    def _compacted(self) -> set[Place]:
        return {(each.table, each.key) for each in self.messages if each.compacted and each.key}

    def _ts_ms(self, ts_ms: int) -> int:
        second = CONNECTORS[self.setting.connector].second
        return ts_ms // second * second

    def _truth(self, batch: int, at_end: bool) -> Truth:
        found: Truth = {topic: {} for topic in self.topics}
        for place, messages in self._keys.items():
            last = messages[-1] if at_end else self._last(place, messages, batch)
            if last is None:
                continue
            seen = [each for each in messages if each.index <= last.index]
            if not any(each.whole for each in seen):
                continue
            truncates = [
                each.moment
                for each in self._truncates[place[0]]
                if at_end or (each.batch is not None and each.batch <= batch)
            ]
            moment = max([last.moment, *truncates])
            found[self.topics[place[0]]][place[1]] = self.timeline.at(place, moment)
        return found

    def _last(self, place: Place, messages: list[Message], batch: int) -> Message | None:
        """Return the message that decides a key after a batch; None: nothing does yet."""

        def landed(each: Message) -> bool:
            return each.batch is not None and each.batch <= batch

        sent = self._sent[place]
        seen = [each for each in sent if landed(each)]
        if not seen or place in self._compacted:
            return None
        truncates = self._truncates[place[0]]
        end = max(each.index for each in [*seen, *filter(landed, truncates)])
        before = [each for each in [*sent, *truncates] if each.index <= end]
        if not all(map(landed, before)):
            return None
        own = [each for each in messages if each.index <= end]
        if not own or own[-1].moment < max(each.moment for each in own):
            return None
        again = seen[-1]
        sent_before = [each for each in [*own, *truncates] if each.index < again.index]
        if any(again.moment < each.moment < (again.moment[0] + 1,) for each in sent_before):
            return None  # in the midst of repeating a transaction whose events may share a place
        placed = max((each.index for each in own if each.placed), default=-1)
        if not own[-1].placed and any(placed < each.index <= end for each in truncates):
            return None  # a read without coordinates and a truncate in another partition
        return own[-1]


def simulate(setting: Setting) -> Simulation:
    """Simulate a source, its connector and a landing."""
    streams, tables, prefix = setting.streams, setting.tables, setting.prefix
    chance = Chance(setting.seed, setting.phenomena)
    counts: Counter[str] = Counter()
    operations = [each for each in plan(chance, streams) if each.number not in setting.dropped]
    kind = CONNECTORS[setting.connector]
    source = Source(chance, streams, tables, kind.documents, kind.truncates, counts)
    timeline = source.run(operations)
    messages = streaming(setting.connector, chance, timeline, tables, counts, prefix)
    topics = [f"{prefix}.t{table}" for table in range(tables)]
    landed = land(messages, topics, chance, counts, setting.batches)
    counts["reinsert_in_batch"] = reinserted(messages)
    counts["partial_without_document"] = without_document(messages)
    found = Simulation(setting, topics, landed, counts, operations, timeline, messages)
    counts["undecided"] = len(found.undecided())
    return replace(found, phenomena=+counts)


def reinserted(messages: list[Message]) -> int:
    """Return how often a key's delete and its next create landed in one batch."""
    last: dict[Place, Message] = {}
    many = 0
    for each in messages:
        if each.key is None or not each.original or each.op not in "curd" or each.compacted:
            continue
        before = last.get((each.table, each.key))
        deleted = before is not None and before.op == "d" and before.batch == each.batch
        many += deleted and each.op == "c"
        last[each.table, each.key] = each
    return many


def without_document(messages: list[Message]) -> int:
    """Return how many partial updates came before any document of their key."""
    known: set[Place] = set()
    many = 0
    for each in messages:
        if each.key is not None and each.op != "tombstone":
            if each.whole:
                known.add((each.table, each.key))
            many += (each.table, each.key) not in known
    return many


def shrink(
    found: Simulation, failing: Callable[[list[Simulation]], list[Simulation]]
) -> Simulation:
    """Return a smaller simulation that still fails: phenomena switched off, operations dropped.

    `failing` returns those that fail of many at once.
    """
    parts = 8
    while True:
        failed = failing([simulate(each) for each in smaller(found, parts)])
        if failed:
            found = min(failed, key=weight)
        elif parts < len(found.operations):
            parts *= 4
        else:
            return found


def weight(simulation: Simulation) -> tuple[int, int]:
    rows = sum(map(len, simulation.batches))
    return rows, len(simulation.setting.phenomena.names)


def smaller(found: Simulation, parts: int) -> list[Setting]:
    """Settings with less: some phenomena off, some of so many parts of the operations dropped."""
    setting, numbers = found.setting, [each.number for each in found.operations]
    names = setting.phenomena.names
    settings = []
    for off in [names, *halves(names), *([name] for name in names)]:
        phenomena = replace(setting.phenomena, **dict.fromkeys(off, 0.0))
        settings.append(replace(setting, phenomena=phenomena))
    many = 2
    while many <= min(parts, len(numbers)):
        cuts = [len(numbers) * each // many for each in range(many + 1)]
        for start, end in pairwise(cuts):
            settings.append(replace(setting, dropped=setting.dropped | set(numbers[start:end])))
        many *= 2
    if parts >= len(numbers):
        settings += [replace(setting, dropped=setting.dropped | {each}) for each in numbers]
    return [
        replace(each, prefix=f"small{number}.small{number}") for number, each in enumerate(settings)
    ]


def halves(names: list[str]) -> list[list[str]]:
    return [names[: len(names) // 2], names[len(names) // 2 :]] if len(names) > 1 else []
