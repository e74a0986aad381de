"""Rows that are read with types equal those that are read as text, whatever the messages hold."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from both_parses import ODD, PLACEHOLDER, both, counted, differing
from loads import Loads, relation

COLUMNS = {
    "id": "bigint",
    "code": "string",
    "tiny": "tinyint",
    "small": "smallint",
    "number": "int",
    "price": "double",
    "rate": "float",
    "paid": "boolean",
    "born": {"data_type": "date", "semantic_type": "io.debezium.time.Date"},
    "seen": {"data_type": "timestamp", "semantic_type": "io.debezium.time.Timestamp"},
    "changed": {"data_type": "timestamp_ntz", "semantic_type": "io.debezium.time.MicroTimestamp"},
    "count_ms": {"data_type": "bigint", "semantic_type": "io.debezium.time.Timestamp"},
    "zoned": {"data_type": "timestamp", "semantic_type": "io.debezium.time.ZonedTimestamp"},
    "amount": {
        "data_type": "decimal(10,2)",
        "semantic_type": "org.apache.kafka.connect.data.Decimal",
    },
    "list": "array<string>",
    "note": "string",
}
TEXT = "if(typed_json is not null and typed_json.malformed is null, null, _raw)"
KINDS = "_is_typed", "_is_ordinary"

FIELDS = ["", '{"type":"int64","name":"io.debezium.time.Timestamp","field":"changed"}']
SCHEMAS = [
    f'{{"type":"struct","fields":[{{"type":"struct","fields":[{field}],"field":"{name}"}}]}}'
    for field in FIELDS
    for name in ("before", "after")
]


def image(random: Random, key: int) -> dict[str, Any]:
    whole = {
        "id": key,
        "code": f"c{key}",
        "tiny": random.randint(-128, 127),
        "small": random.randint(-(2**15), 2**15 - 1),
        "number": random.randint(-(2**31), 2**31 - 1),
        "price": random.choice([random.uniform(-1e9, 1e9), 1e-7, 3.0, 7]),
        "rate": random.choice([1.5, 0.1, 3]),
        "paid": random.random() < 0.5,
        "born": random.choice([random.randint(-40000, 40000), random.randint(-719162, 2932896)]),
        "seen": random.randint(-(10**13), 10**13),
        "changed": random.randint(-(10**16), 10**16),
        "count_ms": random.randint(0, 10**13),
        "zoned": "2024-05-01T10:00:00.123456+02:00",
        "amount": random.choice(["AQI=", "/w==", "ASNFZ4k="]),
        "list": random.choice([[], ["a"], ["a", None]]),
        "note": random.choice(
            ["plain", PLACEHOLDER, "", 'says "x":null', "a\\b", "ünïcode", '{"a": {"b": 1}}']
        ),
    }
    return {name: None if random.random() < 0.1 and name != "id" else whole[name] for name in whole}


def message(random: Random, number: int) -> tuple[Any, dict[str, Any]]:
    """Return the key and the value of one sound event."""
    key = random.randint(1, 50)
    op = random.choice("crud")
    images = {
        "before": image(random, key) if op == "d" or random.random() < 0.3 else None,
        "after": None if op == "d" else image(random, key),
    }
    source = {
        "version": "3.5.0.Final",
        "connector": "postgresql",
        "name": "srv",
        "ts_ms": 1750000000000 + number,
        "snapshot": random.choice(["false", "true", "last"]),
        "db": "shop",
        "schema": "shop",
        "table": "mutated",
        "txId": number,
        "lsn": number * 100,
        "xmin": None,
    }
    return {"id": key}, {
        **images,
        "source": source,
        "transaction": random.choice([None, {"id": "7", "total_order": 1}]),
        "op": op,
        "ts_ms": 1750000000005 + number,
    }


def mutated(random: Random, key: Any, value: Any) -> tuple[str | None, str | None]:
    """Return the texts of an event after a random change: a value, a name, an order, a letter."""
    places = [
        each for each in (value, value["source"], value["before"], value["after"], key) if each
    ]
    for _ in range(random.choice([0, 1, 1, 2])):
        place = random.choice(places)
        name = random.choice(list(place) or ["new"])
        change = random.randrange(5)
        if change < 2:
            place[name] = random.choice(ODD)
        elif change == 2:
            place.pop(name, None)
        elif change == 3:
            place[random.choice(["new", name.upper(), "id", "note"])] = random.choice(ODD)
        else:
            place[f"{name}_renamed"] = place.pop(name, None)
    compact = (",", ":") if random.random() < 0.9 else (", ", ": ")
    texts = [json.dumps(each, separators=compact, ensure_ascii=False) for each in (key, value)]
    if random.random() < 0.2:
        texts = [f'{{"schema":{random.choice(SCHEMAS)},"payload":{text}}}' for text in texts]
    for place, text in enumerate(texts):
        chance = random.random()
        cut = random.randint(0, len(text))
        if chance < 0.03:
            texts[place] = text[:cut]
        elif chance < 0.06:
            texts[place] = text[:cut] + random.choice('{}[]",:\\0a') + text[cut + 1 :]
        elif chance < 0.1:
            doubled = random.choice(['"after":null,', '"op":"u",', '"id":1,', '"note":"again",'])
            at = random.choice([i + 1 for i, letter in enumerate(text) if letter == "{"])
            texts[place] = text[:at] + doubled + text[at:]
    landed = [None if random.random() < 0.02 else text for text in texts]
    return landed[0], landed[1]


@pytest.mark.parametrize(
    ("messages", "seed"),
    [(200, 1), pytest.param(10_000, 2, marks=pytest.mark.slow, id="many")],
)
@pytest.mark.parametrize(
    "key",
    [["code"], pytest.param(["id"], marks=pytest.mark.slow)],
    ids="-".join,
)
def test_mutated_messages_are_read_equally(
    loads: Loads, messages: int, seed: int, key: list[str]
) -> None:
    random = Random(seed)
    rows = []
    for number in range(messages):
        record_key, value = message(random, number)
        if key == ["code"]:
            record_key = {"code": f"c{record_key['id']}"}
        texts = mutated(random, record_key, value)
        rows.append(("t", 0, number, None, *texts))
    loads.land(rows, table="mutated")
    call = (
        f"unwrap({relation('mutated', 'landing')}, 'kafka', 'postgresql', {key}, columns={COLUMNS})"
    )
    typed, texts_alone = both(loads, call, TEXT)
    assert len(typed) == messages
    parsed, ordinary = counted(loads, call, *KINDS)
    assert messages > parsed > ordinary > messages / 10
    assert not differing(typed, texts_alone)


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        pytest.param(200, "short", marks=pytest.mark.slow, id="wide"),
        pytest.param(999, "short", marks=pytest.mark.slow, id="widest"),
        pytest.param(3, '"\\\n' * 200_000, marks=pytest.mark.slow, id="long"),
    ],
)
def test_sizes_that_a_pattern_must_bear(loads: Loads, columns: int, text: str) -> None:
    names = [f"c{place} ü#" for place in range(columns)]
    image = {"id": 1} | dict.fromkeys(names, text)
    source = {"name": "s", "lsn": 1}
    value = {"before": image, "after": image, "source": source, "op": "u", "ts_ms": 1}
    texts = [json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in (image, value)]
    loads.land([("t", 0, 0, None, '{"id":1}', texts[1])], table="sizes")
    declared = {"id": "int"} | dict.fromkeys(names, "string")
    call = (
        f"unwrap({relation('sizes', 'landing')}, 'kafka', 'postgresql', ['id'], columns={declared})"
    )
    assert counted(loads, call, *KINDS) == [1, 1]
    typed, text_alone = both(loads, call, TEXT)
    assert typed == text_alone
    assert json.loads(typed["t/0/0"])[names[-1]] == text


CHANGES: list[dict[str, Any]] = [
    {},
    {"note": PLACEHOLDER},
    {"list": [PLACEHOLDER]},
    {"note": None},
]


def test_an_unavailable_value_needs_no_text_parse(loads: Loads) -> None:
    rows = []
    for number in range(8):
        image: dict[str, Any] = {"id": number, "note": "n", "list": ["a"], "count": 1}
        image |= CHANGES[number % 4]
        value = {"before": None, "after": image, "source": {"lsn": number}, "op": "u", "ts_ms": 1}
        texts = [json.dumps(each, separators=(",", ":")) for each in ({"id": number}, value)]
        rows.append(("t", 0, number, None, *texts))
    loads.land(rows, table="unavailable")
    declared = {"id": "int", "note": "string", "list": "array<string>", "count": "int"}
    call = (
        f"unwrap({relation('unavailable', 'landing')}, 'kafka', 'postgresql', ['id'],"
        f" columns={declared})"
    )
    assert counted(loads, call, *KINDS) == [8, 8]
    typed, text_alone = both(loads, call, TEXT)
    assert typed == text_alone
    found = [json.loads(typed[f"t/0/{number}"]).get("_unavailable") for number in range(4)]
    assert found == [None, ["note"], ["list"], None]
