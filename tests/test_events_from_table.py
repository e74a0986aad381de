"""A state that starts from a table that exists already, taken at a known place of the source."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import kafka, session
from loads import Loads, relation

COLUMNS = {"id": "int", "name": "string"}
CUSTOMERS = {"db": "shop", "schema": "dbo", "table": "customers"}
POSITION = {"commit_lsn": "0:10:1", "ts_ms": 5, **CUSTOMERS}
STAGED = "_landing_id, _landing_table, _topic, _topic_partition, _topic_offset, _key, _op, "
STAGED += "_position, _server, _collection, _event_id, _source_at, _topic_timestamp, id, name, "
STAGED += "_unavailable, _pending, _load"
Json = dict[str, Any]


def event(op: str, lsn: str, image: Json | None = None) -> tuple[Json | None, Json]:
    source = {"commit_lsn": lsn, "change_lsn": lsn, "event_serial_no": 1, "ts_ms": 9}
    source |= CUSTOMERS
    images = {"before": image, "after": None} if op == "d" else {"before": None, "after": image}
    key = {"id": image["id"]} if image else None
    return key, {**images, "source": source, "op": op}


@pytest.mark.slow
def test_rows_from_a_table_have_their_position(loads: Loads) -> None:
    """Older events come before it whenever they land; a second run changes nothing."""
    rows = [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    loads.land(rows, "id int, name string", "old_customers")
    old, base = relation("old_customers", "landing"), relation("dump_base")
    landing = relation("scratch", "landing")
    unwrap = f"unwrap({landing}, 'kafka', 'sqlserver', key=['id'], columns={COLUMNS})"
    dump = loads.sql(
        f"events_from_table({old}, ['id'], 'sqlserver', columns={COLUMNS}, position={POSITION})"
    )
    columns: dict[int, tuple[Any, ...]] = {}
    offset = 0

    def build(*events: Any) -> dict[int, tuple[Any, ...]]:
        nonlocal offset
        landed = [(*row[:2], offset + row[2], *row[3:]) for row in kafka(*events)]
        offset += len(landed)
        loads.land(landed)
        loads.build("dump_base", unwrap)
        staged = loads.view(
            "dump_events",
            f"select {STAGED} from debezium.dump_base where _class = 'data'"
            f" union all select {STAGED} from ({dump})",
        )
        loads.build("dump_state", f"current({staged}, columns={COLUMNS}, base={base})", "_key")
        return {
            row["id"]: (row["name"], row["_is_deleted"], row["_op"], row["_load"])
            for row in loads.rows("dump_state")
        }

    columns = build(
        event("u", "0:f:1", {"id": 1, "name": "older"}),
        event("u", "0:10:1", {"id": 2, "name": "of the same commit"}),
        event("u", "0:11:1", {"id": 3, "name": "newer"}),
    )
    assert columns == {
        1: ("one", False, "r", 1),
        2: ("two", False, "r", 1),
        3: ("newer", False, "u", 1),
        4: ("four", False, "r", 0),
    }
    assert build() == columns
    columns |= {4: ("four", True, "d", 2), 1: ("one", False, "r", 2)}
    deletes = [event("d", "0:12:1", {"id": 4}), event("d", "0:9:1", {"id": 1})]
    found = build(*deletes)
    assert {key: row[1:] for key, row in found.items()} == {
        key: row[1:] for key, row in columns.items()
    }
    found = build(event("t", "0:13:1"))
    assert {row[1] for row in found.values()} == {True}
    assert set(found) == {1, 2, 3, 4}


def test_a_document_from_a_table_has_the_key_of_its_events(loads: Loads) -> None:
    ids = ['{"$oid": "65b1f0c2d3e4a5968778695a"}', "abc", '{"$numberLong": "5"}', "5"]
    loads.land([(each,) for each in ids], "_id string", "old_documents")
    columns = {"_id": "string"}
    old = relation("old_documents", "landing")
    dump = f"events_from_table({old}, ['_id'], 'mongodb', columns={columns})"
    dumped = session().sql(loads.sql(dump)).collect()
    keys = ['{"$oid":"65b1f0c2d3e4a5968778695a"}', '"abc"', "5", '"5"']
    events = [
        ({"id": key}, {"op": "c", "after": f'{{"_id": {key}}}', "source": {}}) for key in keys
    ]
    loads.land(kafka(*events))
    landing = relation("scratch", "landing")
    unwrap = f"unwrap({landing}, 'kafka', 'mongodb', key=['_id'], columns={columns})"
    landed = session().sql(loads.sql(unwrap)).collect()
    found = [sorted((row["_key"], row["_id"]) for row in rows) for rows in (dumped, landed)]
    assert found[0] == found[1]
    assert len({key for key, _ in found[0]}) == 4
    assert {row["_position"] for row in dumped + landed} == {"0000"}


def test_oracle_rows_from_a_table_follow_the_commit_that_they_show(loads: Loads) -> None:
    """Taken `as of scn 100`: changes written before it and committed after it come later."""
    loads.land([(1, "one")], "id int, name string", "old_customers")
    old, position = relation("old_customers", "landing"), {"commit_scn": "100"}
    dump = f"events_from_table({old}, ['id'], 'oracle', columns={COLUMNS}, position={position})"
    changes = [("99", "98"), ("100", "99"), ("101", "97")]
    sources = [{"commit_scn": commit, "scn": scn, "rs_id": None} for commit, scn in changes]
    events = [{"op": "u", "after": {"id": 1}, "source": source} for source in sources]
    loads.land(kafka(*events))
    landing = relation("scratch", "landing")
    unwrap = f"unwrap({landing}, 'kafka', 'oracle', key=['id'], columns={COLUMNS})"
    found = session().sql(
        "select _position as place, _topic_offset as offset"
        f" from ({loads.sql(unwrap)})"
        f" union all select _position, -1 from ({loads.sql(dump)})"
    )
    assert [row["offset"] for row in found.orderBy("place").collect()] == [0, 1, -1, 2]
