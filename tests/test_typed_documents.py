"""Documents that are read with types equal those that are read as text, whatever they hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from both_parses import ODD, both, counted, differing
from loads import Loads, relation

COLUMNS = {
    "_id": "bigint",
    "name": "string",
    "tiny": "tinyint",
    "quantity": "int",
    "price": "double",
    "rate": "float",
    "paid": "boolean",
    "created": "timestamp",
    "changed": "timestamp_ntz",
    "day": "date",
    "total": "decimal(10, 2)",
    "points": "decimal(5,0)",
    "owner": "string",
    "tags": "array<string>",
    "city": {"data_type": "string", "path": "address.city"},
    "since": {"data_type": "timestamp", "path": "address.since"},
    "version": "bigint",
    "note": "string",
}
EXTENDED: list[Any] = [
    *({"$numberLong": "7"}, {"$numberInt": "7"}, {"$numberDouble": "NaN"}, {"$numberLong": "x"}),
    *({"$date": -1}, {"$date": 253402300800000}, {"$date": "2024-05-01T10:00:00Z"}, {"$date": 1.5}),
    *({"$date": {"$numberLong": "1"}}, {"$date": 1, "more": 2}, {"$undefined": True}),
    *({"$numberDecimal": "1.234"}, {"$numberDecimal": "1E+3"}, {"$numberDecimal": "123456789.00"}),
    *({"$oid": "5F43B1A2C3D4E5F6A7B8C9D0"}, {"$oid": "5f43b1a2c3d4e5f6a7b8c9d0"}, {"$oid": ""}),
    *({"$timestamp": {"t": 1, "i": 2}}, {"$binary": "AQI=", "$type": "00"}, {"$symbol": "s"}),
    *('{"$oid":"5f43b1a2c3d4e5f6a7b8c9d0"}', '{"$numberLong":"7"}', '"NaN"', "{", '\\"', " {"),
]
IDS: dict[str, Callable[[int], Any]] = {
    "bigint": lambda number: {"$numberLong": str(number)} if number % 2 else number,
    "string": lambda number: {"$oid": f"{number:024x}"} if number % 3 else f"id {number}",
}


def document(random: Random, identity: Any) -> dict[str, Any]:
    whole = {
        "_id": identity,
        "name": random.choice(["Anne", "", "é€😀", 'a "b" {c}: d', None]),
        "tiny": random.choice([1, -100, None, 1, 2, 3, -128]),
        "quantity": random.choice([0, 12, -5, 1999999999, 7, 8, 9, 2147483647]),
        "price": random.choice([0.5, 12.0, -1e-9, 1.7e30, 3]),
        "rate": 1.25,
        "paid": random.choice([True, False, None]),
        "created": {"$date": random.choice([0, 1750000000000, -1, 5, 6, 7, -62135596800000])},
        "changed": random.choice([{"$date": 1750000000001}, None]),
        "day": {"$date": 1750000000000},
        "total": {"$numberDecimal": random.choice(["0.00", "12.3", "-5", "99999999.99"])},
        "points": {"$numberDecimal": "12345"},
        "owner": {"$oid": "5f43b1a2c3d4e5f6a7b8c9d0"},
        "tags": random.choice([[], ["a", "b"], [None], None]),
        "address": {"city": random.choice(["Rome", None]), "since": {"$date": 1750000000000}},
        "version": random.choice(
            [
                {"$numberLong": "-8999999999999999999"},
                3,
                None,
                {"$numberLong": "9223372036854775807"},
            ]
        ),
        "note": "n",
    }
    return {name: whole[name] for name in whole if name == "_id" or random.random() < 0.95}


def mutated(random: Random, content: dict[str, Any]) -> str:
    """Return the text of a document after a random change: a value, a name, an order, a letter."""
    change = random.randrange(12)
    name = random.choice(list(content))
    if change < 2:
        content[name] = random.choice(ODD + EXTENDED)
    elif change == 2:
        content[random.choice(["new", name.upper(), "a.b"])] = random.choice(ODD)
    elif change == 3:
        content = dict(sorted(content.items()))
    elif change == 4:
        content.pop(name)
    separators = random.choice([(",", ": ")] * 7 + [(",", ":"), (", ", ": "), (",", " : ")])
    text = json.dumps(content, separators=separators, ensure_ascii=False)
    cut = random.randint(0, len(text))
    if change == 5:
        text = text[:cut] + random.choice('{}[]",:\\0a\n\t') + text[cut + 1 :]
    elif change == 6:
        text = text[:cut]
    elif change == 7:
        doubled = random.choice(['"quantity":1,', '"note":"again",', '"new":1,', '"_id":1,', ","])
        at = random.choice([i + 1 for i, letter in enumerate(text) if letter in "{,"])
        text = text[:at] + doubled + text[at:]
    elif change == 8:
        text = random.choice([f" {text}", f"{text} ", f"{text}\n", f"[{text}]", f"{text}{text}"])
    return text


def event(random: Random, number: int, id_type: str) -> tuple[str | None, str]:
    identity = IDS[id_type](number)
    key = identity if random.random() < 0.95 else random.choice([number * 10, f"{number}", None])
    texts = [mutated(random, document(random, identity)) for _ in range(2)]
    op = random.choice(["c", "u", "u", "r", "d"])
    value: dict[str, Any] = {
        "before": random.choice([None, texts[0]]),
        "after": None if op == "d" else texts[1],
        "source": {"ts_ms": random.choice([number] * 20 + ["x"]), "ord": 1, "collection": "c"},
        "op": op,
        "ts_ms": number,
    }
    if random.random() < 0.1:
        value["patch"] = random.choice(['{"$set": {"note": "p"}}', '{"note": "p"}', "{", "null"])
    if random.random() < 0.1:
        value["after"] = None
    separators = random.choice([(",", ": ")] * 5 + [(",", ":")])
    of_key = json.dumps({"id": json.dumps(key, separators=separators)}, separators=(",", ":"))
    return of_key if random.random() < 0.97 else None, json.dumps(value)


@pytest.mark.parametrize(
    ("messages", "seed"),
    [(200, 1), pytest.param(10_000, 2, marks=pytest.mark.slow, id="many")],
)
@pytest.mark.parametrize("id_type", ["bigint", "string"])
def test_mutated_documents_are_read_equally(
    loads: Loads, messages: int, seed: int, id_type: str
) -> None:
    random = Random(seed)
    events = [event(random, number, id_type) for number in range(messages)]
    loads.land([("t", 0, n, None, *texts) for n, texts in enumerate(events)], table="documents")
    columns = COLUMNS | {"_id": id_type}
    call = (
        f"unwrap({relation('documents', 'landing')}, 'kafka', 'mongodb', ['_id'],"
        f" columns={columns})"
    )
    typed, text_alone = both(loads, call)
    assert len(typed) == messages
    (ordinary,) = counted(loads, call, "_is_ordinary")
    assert messages > ordinary > messages / 20
    assert not differing(typed, text_alone)


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        pytest.param(18, "short", id="wide"),
        pytest.param(3, '"\\\n' * 200_000, marks=pytest.mark.slow, id="long"),
    ],
)
def test_sizes_that_a_pattern_must_bear(loads: Loads, columns: int, text: str) -> None:
    names = [f"c{place} ü#" for place in range(columns)]
    after = json.dumps({"_id": 1, **dict.fromkeys(names, f"a{text}")}, separators=(",", ": "))
    value = json.dumps({"after": after, "source": {"ts_ms": 1, "ord": 1}, "op": "u", "ts_ms": 1})
    loads.land([("t", 0, 0, None, '{"id":"1"}', value)], table="sizes")
    declared = {"_id": "int"} | dict.fromkeys(names, "string")
    call = (
        f"unwrap({relation('sizes', 'landing')}, 'kafka', 'mongodb', ['_id'], columns={declared})"
    )
    typed, text_alone = both(loads, call)
    assert typed == text_alone
    assert json.loads(typed["t/0/0"])[names[-1]] == f"a{text}"
