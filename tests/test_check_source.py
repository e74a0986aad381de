"""`check_source` reports what a connector's settings cost, before any model is built."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timezone
from itertools import pairwise
from typing import Any

import pytest
from conftest import KAFKA, Dbt, Printed, operation, session
from loads import Loads

AT = 1_700_000_000_000
TABLE = "checked"
POSTGRESQL = {"connector": "postgresql", "db": "d", "schema": "p", "table": "orders"}
MONGODB = {"connector": "mongodb", "db": "d", "collection": "orders"}
IMAGE = "struct<id: bigint, name: string>"
STRUCTS = (
    f"op string, before {IMAGE}, after {IMAGE}, ts_ms bigint, transaction struct<id: string>,"
    " source struct<connector: string, name: string, db: string, schema: string, table: string,"
    " lsn: bigint, snapshot: string, ts_ms: bigint>"
)
Record = tuple[str, int, int, datetime, str, str | None]


def record(
    offset: int, message: dict[str, Any] | None, landed_at: int = AT, key: str = '{"id": 1}'
) -> Record:
    at = datetime.fromtimestamp(landed_at / 1000, tz=timezone.utc)
    text = None if message is None else json.dumps(message)
    return "s.p.orders", 0, offset, at, key, text


def event(op: str, lsn: int | None = 1, **message: Any) -> dict[str, Any]:
    """An event of PostgreSQL with complete old images, unless the message says otherwise."""
    row = {"id": 1, "name": "a", "price": 5}
    source = POSTGRESQL | {"name": "s", "lsn": lsn, "snapshot": "false", "ts_ms": AT}
    images = {"before": row if op in "ud" else None, "after": row if op != "d" else None}
    return {
        "op": op,
        "source": source | message.pop("source", {}),
        "ts_ms": AT,
        **images,
        **message,
    }


def document(op: str, **message: Any) -> dict[str, Any]:
    source = MONGODB | {"name": "s", "ord": 1, "ts_ms": AT, "snapshot": "false"}
    return {"op": op, "source": source, "ts_ms": AT, "before": None, "after": None, **message}


COMPLETE = [event("c"), event("u", 2), event("d", 3), None]
KEY_ONLY = {"before": {"id": 1, "name": None, "price": None}}
FULL = '{"_id": 1, "name": "a"}'
CASES: dict[str, tuple[Sequence[dict[str, Any] | None], list[str]]] = {
    "complete": (COMPLETE, []),
    "no tombstone": (COMPLETE[:3], ["deletes without a tombstone: 1"]),
    "no old image": (
        [event("c"), event("u", 2, before=None), event("u", 3, before=None)],
        ["updates without an old image: 2"],
    ),
    "some old images": ([event("c"), event("u", 2, before=None), event("u", 3)], []),
    "key only": (
        [event("c"), event("d", 2, **KEY_ONLY), None],
        ["deletes with the key columns only: 1"],
    ),
    "placeholder": (
        [event("c"), event("u", 2, after={"id": 1, "name": "__debezium_unavailable_value"})],
        ["events with a placeholder instead of a value: 1"],
    ),
    "no coordinates": (
        [event("r", None, source={"snapshot": "true"}), event("u", None)],
        ["events without the coordinates that order changes: 1"],
    ),
    "servers": (
        [event("c"), event("u", 2, source={"name": "t"})],
        ["events of several servers: s, t"],
    ),
    "database's clock": (
        [event("c"), event("u", 2, source={"ts_ms": AT + 90_000})],
        ["events that changed over a minute after the connector had processed them: 1"],
    ),
    "connector's clock": (
        [event("c"), event("u", 2, ts_ms=AT + 90_000)],
        ["events processed over a minute after Kafka had written them: 1"],
    ),
    "open type": (
        [event("c", after={"id": 1, "name": "a", "price": "Aw=="})],
        ["a type that the messages leave open: price"],
    ),
    "documents": (
        [
            document("c", after=FULL),
            document("u", updateDescription={"updatedFields": '{"name": "b"}'}),
        ],
        ["updates without a document: 1 of 1", "updates without an old image: 1"],
    ),
    "complete documents": (
        [document("c", after='{"_id": 1, "name": ""}'), document("u", before=FULL, after=FULL)],
        [],
    ),
    "times that are no numbers": ([event("c"), event("u", 2, ts_ms="soon")], []),
}


def check(dbt: Dbt, printed: Printed, **arguments: str) -> list[str]:
    """Return what each finding has seen, and the last printed line."""
    printed()
    dbt(*operation("check_source", relation=f"landing.{TABLE}", **arguments))
    lines = printed().splitlines()
    pairs = pairwise(lines)
    return [seen for seen, line in pairs if line.startswith("    means: ")] + lines[-1:]


@pytest.mark.parametrize("case", CASES)
def test_a_finding_is_reported_where_it_occurs(
    loads: Loads, dbt: Dbt, printed: Printed, case: str
) -> None:
    messages, expected = CASES[case]
    key = json.dumps({"id": "1"}) if "documents" in case else '{"id": 1}'
    loads.land([record(n, each, key=key) for n, each in enumerate(messages)], table=TABLE)
    assert check(dbt, printed) == [*expected, f"findings: {len(expected)}"]


def test_offsets_of_a_shared_topic_are_counted_together(
    loads: Loads, dbt: Dbt, printed: Printed
) -> None:
    """The gap is after the other table's record, which belongs to no finding itself."""
    other = event("u", None, source={"table": "other"})
    records = [record(0, event("c")), record(1, other), record(4, event("u", 2))]
    loads.land(records, table=TABLE)
    seen = ["offsets missing between the landed ones: 2", "findings: 1"]
    assert check(dbt, printed, table="orders") == seen


def test_typed_columns_are_checked(loads: Loads, dbt: Dbt, printed: Printed) -> None:
    source = ("postgresql", "s", "d", "p", "orders", 1, "false", AT)
    rows = [
        ("c", None, (1, "a"), AT, None, source),
        ("d", (1, None), None, AT, None, source),
    ]
    loads.land(rows, STRUCTS, TABLE)
    arguments = {"layout": "struct", "connector": "postgresql", "key": ["id"]}
    dbt(*operation("check_source", relation=f"landing.{TABLE}", **arguments))
    assert "deletes with the key columns only: 1\n" in printed()


def test_row_ids_are_no_offsets(loads: Loads, dbt: Dbt, printed: Printed) -> None:
    """A row that landing no longer has leaves a gap in them."""
    rows = [(json.dumps(event("u", lsn)),) for lsn in (1, 2, 3)]
    loads.land(rows, "value string", TABLE)
    session().sql(f"delete from landing.{TABLE} where value like '%\"lsn\": 2,%'")
    assert session().table(f"landing.{TABLE}").count() == 2
    dbt(*operation("check_source", relation=f"landing.{TABLE}", key=["id"]))
    assert printed().splitlines()[-1] == "findings: 0"


def test_rows_without_messages_cannot_be_checked(loads: Loads, dbt: Dbt, printed: Printed) -> None:
    loads.land([record(0, {"id": 1, "__op": "c", "__deleted": "false"})], KAFKA, TABLE)
    arguments = {"connector": "postgresql", "layout": "flattened_kafka"}
    call = operation("check_source", relation=f"landing.{TABLE}", **arguments)
    assert not dbt(*call, check=False).success
    assert "has layout flattened_kafka, whose rows lack the message" in printed()


def test_messages_without_a_key_are_checked(loads: Loads, dbt: Dbt, printed: Printed) -> None:
    loads.land(
        [(*record(n, each)[:4], None, json.dumps(each)) for n, each in enumerate(COMPLETE[:3])],
        KAFKA,
        TABLE,
    )
    assert check(dbt, printed) == ["deletes without a tombstone: 1", "findings: 1"]
