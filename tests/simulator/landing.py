"""The landing: topics with partitions, batches cut anywhere, rows late or landed twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple
from zlib import crc32

from simulator.phenomena import Chance
from simulator.stream import Message

PARTITIONS = 3
BEGIN_MS = 1_700_000_000_000
FAILOVER_MS = BEGIN_MS + 30 * 86_400_000  # records have later times after a failover only


class Record(NamedTuple):
    """One landed row."""

    topic: str
    partition: int
    offset: int
    timestamp: int | None
    key: str | None
    value: str | None


def land(
    messages: list[Message], topics: list[str], chance: Chance, counts: Counter[str], most: int
) -> list[list[Record]]:
    """Return the batches in which the messages land; notes in each message when it first did."""
    many = chance.random("batches").randint(min(3, most), most)
    batches: list[list[Record]] = [[] for _ in range(many)]
    last = len(batches) - 1
    random = chance.random("cuts")
    cuts = sorted(random.randint(0, len(messages)) for _ in range(last - 1))
    cuts = sorted([*cuts, random.randint(len(messages) * 3 // 4, len(messages))])[:last]
    stamped = chance.random("timestamps").random() < 0.8 or any(each.moved for each in messages)
    offsets: Counter[tuple[int, int]] = Counter()
    slices: dict[tuple[int, int], tuple[int, bool, bool]] = defaultdict(lambda: (0, False, False))
    late: list[tuple[int, Record]] = []
    for message in messages:
        partition = place(message, chance)
        topic_partition = (message.table, partition)
        offset = offsets[topic_partition]
        offsets[topic_partition] += 1 + (
            chance.random("gap", topic_partition, offset).random() < 0.02
        )
        message.place = partition, offset
        if message.compacted:
            continue
        time = (FAILOVER_MS if message.moved else BEGIN_MS) + message.index * 3
        record = Record(
            topics[message.table],
            partition,
            offset,
            time if stamped else None,
            message.key_text,
            message.value_text,
        )
        batch = sum(cut <= message.index for cut in cuts)
        left, is_late, is_twice = slices[topic_partition]
        if left == 0:
            name = (topic_partition, message.name)
            left = chance.random("slice", *name).randint(1, 6)
            is_late, is_twice = chance.of("late", *name), chance.of("landed_twice", *name)
        slices[topic_partition] = (left - 1, is_late, is_twice)
        if is_late and batch < last:
            batch = chance.random("until", *message.name).randint(batch + 1, last)
            counts["late"] += 1
            late.append((batch, record))
        else:
            batches[batch].append(record)
        message.batch = batch
        if is_twice:
            late.append((chance.random("again", *message.name).randint(batch, last), record))
            counts["landed_twice"] += 1
    for batch, record in late:
        middle = chance.random("where", record.partition, record.offset).randint(
            0, len(batches[batch])
        )
        batches[batch].insert(middle, record)
    return batches


def place(message: Message, chance: Chance) -> int:
    """A key's partition is always the same; what has no key lands in any."""
    if message.key is None:
        return chance.random("partition", *message.name).randrange(PARTITIONS)
    return crc32(repr(message.key).encode()) % PARTITIONS
