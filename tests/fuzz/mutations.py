"""Mutations of Kafka records: at the level of the text, of the JSON in it, and of the record."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
"""topic, partition, offset, timestamp in ms, key and value as text, headers."""

ODD_TEXTS = [
    "",
    " ",
    "null",
    "0",
    "[]",
    "{}",
    '""',
    '"text"',
    "true",
    "{",
    '{"a":',
    "NaN",
    "\x00\x00\x00\x00\x01abc",
    "\ufeff{}",
    "eyJ",
    '{"schema":{"type":"string"},"payload":null}',
    '{"schema":null,"payload":{}}',
    '{"payload":[1]}',
    "Struct{id=1}",
    "[" * 1500,
]
ODD_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    10**40,
    1.5,
    1e300,
    float("nan"),
    float("inf"),
    "",
    " ",
    "null",
    "-",
    "12",
    "1e9",
    "0x1F",
    "9" * 400,
    "a" * 70_000,
    "\x00\x1f\x7f",
    "\u2028\U0001f600",
    "'; drop table x; --",
    "{{ 1/0 }}",
    "${x}",
    [],
    {},
    [[]],
    {"": None},
    {"schema": {}, "payload": {}},
    ["1", 1, None],
]
CHARACTERS = "\x00\x01\t\n\r\"\\/{}[]:,'`$%\x7f\ufeff\u2028é\U0001f600019-.eE"


def mutated(record: Record, topics: list[str], chance: random.Random) -> Record:
    """Return a record with one to three mutations; a truncate of the whole table is none."""
    while True:
        made = dict(record)
        for _ in range(chance.choice([1, 1, 2, 3])):
            part = chance.choice(["value"] * 6 + ["key"] * 2 + ["record"])
            if part == "record":
                change_record(made, topics, chance)
            else:
                made[part] = encodable(change_text(made[part], chance))
        if not truncates(made["value"]):
            return made


def encodable(text: str | None) -> str | None:
    """Return a text without halves of characters, which no file of UTF-8 can contain."""
    return text and text.encode("utf-8", "replace").decode()


def truncates(text: str | None) -> bool:
    """Return whether a message may say that it empties its table, which concerns every key."""
    compact = (text or "").replace(" ", "").replace("\\", "")
    return '"op":"t"' in compact or '"TRUNCATE"' in compact.upper()


def change_record(record: Record, topics: list[str], chance: random.Random) -> None:
    choices: list[tuple[str, list[Any]]] = [
        ("topic", [*topics, "", "no.such.topic", "a'b\"c`d", "\x00"]),
        ("partition", [0, 1, 7, 2**31 - 1]),
        ("timestamp", [None, 0, -1, record["timestamp"], 4_102_444_800_000]),
        ("headers", [None, [], [{"key": "__op", "value": "d"}], [{"key": "", "value": None}]]),
        ("key", [None, *ODD_TEXTS]),
        ("value", [None, *ODD_TEXTS]),
    ]
    name, values = chance.choice(choices)
    record[name] = chance.choice(values)


def change_text(text: str | None, chance: random.Random) -> str | None:
    if not text:
        return chance.choice(ODD_TEXTS)
    return chance.choice([change_characters, change_json, change_json, change_json])(text, chance)


def change_characters(text: str, chance: random.Random) -> str:
    """Return a text that is cut, has other characters, or a part of it twice."""
    start = chance.randrange(len(text))
    end = min(len(text), start + chance.choice([1, 1, 2, 8, 40]))
    part = text[start:end]
    other = "".join(chance.choices(CHARACTERS, k=chance.choice([1, 1, 2, 5])))
    return chance.choice(
        [
            text[:start],
            text[start:],
            text[:start] + text[end:],
            text[:start] + part + text[start:],
            text[:start] + other + text[start:],
            text[:start] + other + text[end:],
            text + text,
            text + other,
            other + text,
        ]
    )


def change_json(text: str, chance: random.Random) -> str:
    """Return a text with one member or element of another value, name or number; or as it is."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return change_characters(text, chance)
    places = list(places_in(document))
    if not places:
        return chance.choice(ODD_TEXTS)
    container, name = chance.choice(places)
    value = container[name]
    odd = chance.choice(ODD_VALUES)
    changes: list[Callable[[], Any]] = [
        lambda: container.__setitem__(name, odd),
        lambda: container.__setitem__(name, json.dumps(value)),
        lambda: container.__setitem__(name, [value]),
        lambda: container.__delitem__(name),
    ]
    if isinstance(value, str):
        changes.append(lambda: container.__setitem__(name, change_characters(value + " ", chance)))
    if isinstance(value, int | float):
        changes.append(lambda: container.__setitem__(name, str(value)))
        changes.append(lambda: container.__setitem__(name, value * chance.choice([-1, 1000, 0.1])))
    if isinstance(container, dict):
        other = chance.choice([name.upper(), name + "_", "", name[:-1], "\x00", "schema", "_key"])
        changes.append(lambda: container.__setitem__(other, container.pop(name)))
        changes.append(lambda: container.__setitem__(other, odd))
        # a name that is no other's, which the text then has twice
        changes.append(lambda: container.__setitem__(TWICE + name, odd))
    chance.choice(changes)()
    return json.dumps(document, ensure_ascii=chance.random() < 0.5).replace(TWICE, "")


TWICE = "written twice: "


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container and name or index in it."""
    names: list[Any] = list(value) if isinstance(value, dict) else []
    if isinstance(value, list):
        names = list(range(len(value)))
    for name in names:
        yield value, name
        yield from places_in(value[name])
