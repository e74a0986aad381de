"""A connector's placeholder for a value that it does not have, as its configuration names it."""

from __future__ import annotations

import base64
import hashlib
import uuid
from typing import Any

import pytest
from conftest import KAFKA, Unwrap, kafka

DEFAULT = "__debezium_unavailable_value"
COLUMNS = {"id": "int", "text": "string"}
ODD = 'not "sent"\\\n\x1f é \U0001f600'


def forms(octets: bytes) -> list[Any]:
    """Return the placeholder of these bytes in every form that a connector writes."""
    text, name = octets.decode(errors="replace"), hashlib.md5(octets).digest()
    standard = base64.b64encode(octets).decode()
    numbers = [each - 256 if each > 127 else each for each in octets]
    named = str(uuid.UUID(bytes=name, version=3))
    safe = base64.urlsafe_b64encode(octets).decode()
    return [text, standard, safe, octets.hex(), [text], [standard], [named], {text: text}, numbers]


def seen(unwrap: Unwrap, connector: str, values: list[Any], setting: str | None) -> list[bool]:
    """Return whether each value is one that the event does not carry."""
    source = {"ts_ms": 7, "lsn": 1, "scn": "1", "commit_scn": "1"}
    message = {"before": None, "source": source, "op": "u", "ts_ms": 9}
    events = [message | {"after": {"id": 1, "text": value}} for value in values]
    argument = "" if setting is None else f", unavailable_value_placeholder={setting!r}"
    arguments = f"'kafka', '{connector}', key=['id'], columns={COLUMNS}{argument}"
    rows = sorted(unwrap(KAFKA, kafka(*events), arguments), key=lambda row: row["_topic_offset"])
    found = [row["_unavailable"] == ["text"] for row in rows]
    assert [row["text"] is None for row in rows] == found
    assert {row["_class"] for row in rows} == {"data"}
    return found


@pytest.mark.parametrize(
    ("connector", "setting", "octets"),
    [
        ("postgresql", None, DEFAULT.encode()),
        ("postgresql", "__not_sent__", b"__not_sent__"),
        ("postgresql", ODD, ODD.encode()),
        ("postgresql", "hex:00ffFBEF41", bytes.fromhex("00fffbef41")),
        ("oracle", "hex:00ff", b"hex:00ff"),
        ("mysql", "hex:2d2d", b"--"),
        ("sqlserver", DEFAULT, DEFAULT.encode()),
    ],
)
def test_every_form_follows_from_the_setting(
    unwrap: Unwrap, connector: str, setting: str | None, octets: bytes
) -> None:
    others = ["x", octets.hex().upper() + "0", [octets.decode(errors="replace")] * 2]
    others += [] if octets == DEFAULT.encode() else [DEFAULT]
    values = forms(octets)
    expected = [True] * len(values) + [False] * len(others)
    assert seen(unwrap, connector, values + others, setting) == expected


def test_rows_that_the_transform_has_unwrapped(unwrap: Unwrap) -> None:
    rows = [{"id": 1, "text": "-", "__op": "u"}, {"id": 2, "text": DEFAULT, "__op": "u"}]
    arguments = f"'flattened_kafka', 'postgresql', key=['id'], columns={COLUMNS}"
    for argument, texts in (
        ("", ["-", None]),
        (", unavailable_value_placeholder='-'", [None, DEFAULT]),
    ):
        found = unwrap(
            KAFKA, kafka(*(({"id": row["id"]}, row) for row in rows)), arguments + argument
        )
        assert [row["text"] for row in sorted(found, key=lambda row: row["id"])] == texts
