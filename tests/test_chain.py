"""What `make chain` compares with: PostgreSQL's values, and how rows that differ are reported."""

from __future__ import annotations

import struct
from collections import Counter
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest
from chain.client import READERS, cells, columns
from chain.comparison import Compared, hashable, typed
from chain.workload import CHANGES

INSTANT = datetime(1969, 12, 31, 23, 59, 59, 990000, timezone.utc)


@pytest.mark.parametrize(
    ("oid", "text", "value"),
    [
        (16, "f", False),
        (17, r"\x00ff", b"\x00\xff"),
        (1114, "2024-05-01 10:00:00", datetime(2024, 5, 1, 10)),
        (1184, "1969-12-31 23:59:59.99+00", INSTANT),
        (1700, "-0.000001", Decimal("-0.000001")),
        (3802, '{"n": 1.10}', {"n": Decimal("1.10")}),
    ],
)
def test_values_are_read_by_their_type(oid: int, text: str, value: Any) -> None:
    assert READERS[oid](text) == value


def test_messages_are_taken_apart() -> None:
    described = struct.pack("!h", 2)
    for name, oid in ((b"id", 23), (b"name", 25)):
        described += name + b"\0" + struct.pack("!ihihih", 0, 0, oid, 0, 0, 0)
    assert list(columns(described)) == [23, 25]
    row = struct.pack("!hi", 3, 2) + b"42" + struct.pack("!i", -1) + struct.pack("!i", 0)
    assert list(cells(row)) == [b"42", None, b""]


def test_a_model_s_values_are_those_of_the_database() -> None:
    assert typed(INSTANT.replace(tzinfo=None), "timestamp", "timestamptz") == INSTANT
    assert typed("124.500", "string", "numeric") == Decimal("124.5")
    assert typed('{"a": [1, null]}', "string", "jsonb") == {"a": [1, None]}
    assert hashable({"a": [1, None]}) != hashable({"a": [None, 1]})
    assert hashable(bytearray(b"a")) == b"a"


def test_a_row_too_many_and_one_too_few_are_reported() -> None:
    assert Compared("t", Counter({(1,): 2}), Counter({(1,): 2}), 0).is_equal
    differing = Compared("t", Counter({(1,): 2}), Counter({(1,): 1, (2,): 1}), 0)
    assert not differing.is_equal
    assert "lacks 1 such as [(1,)], has 1 such as [(2,)]" in str(differing)


def test_every_table_is_changed() -> None:
    tables = {"accounts", "articles", "carts", "orders", "readings", "visits"}
    assert all(any(f"shop.{table}" in each.template for each in CHANGES) for table in tables)
