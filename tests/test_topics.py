"""Schema changes, transactions and heartbeats: the topics beside the change events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import KAFKA, Dbt, all_compiled
from pyspark.sql import Row, SparkSession
from test_sql_style import lint_compiled

BASE = "api.Relation.create(identifier='topics_base')"
LANDED = "api.Relation.create(schema='landing', identifier='topics')"
TRANSACTIONS = "api.Relation.create(identifier='topics_transactions')"
MODELS = {
    "changes": f"schema_changes({BASE})",
    "columns": "column_history(api.Relation.create(identifier='topics_changes'))",
    "transactions": f"transactions({BASE})",
    "counts": f"transaction_counts({TRANSACTIONS}, [{BASE}])",
    "lag": f"source_lag({BASE})",
    "ledger": f"ledger([[{LANDED}, {BASE}]])",
    "legs": f"source_lag({BASE}, api.Relation.create(identifier='topics_ledger'))",
}


def column(name: str, type_: str, position: int, **more: Any) -> dict[str, Any]:
    block: dict[str, Any] = {
        "name": name,
        "jdbcType": 4,
        "nativeType": None,
        "typeName": type_,
        "length": 10,
    }
    block |= {"typeExpression": type_.upper(), "charsetName": None, "scale": None}
    block |= {"position": position}
    return block | {"optional": True, "autoIncremented": False, "generated": False} | more


def change(type_: str, ts_ms: int, *columns: dict[str, Any], **more: Any) -> dict[str, Any]:
    table = {
        "defaultCharsetName": None,
        "primaryKeyColumnNames": ["id"],
        "columns": columns,
        "attributes": [{"customAttribute": "attributeValue"}],
    }
    source = {"connector": "sqlserver", "ts_ms": 0, "snapshot": "true", "db": "testDB"}
    block = {"type": type_, "id": '"testDB"."dbo"."my.table"', "table": table if columns else None}
    payload = {"source": source, "ts_ms": ts_ms, "databaseName": "testDB", "schemaName": "dbo"}
    return payload | {"ddl": None, "tableChanges": [block]} | more


def status(id_: str, status: str, count: Any = None, **collections: Any) -> dict[str, Any]:
    listed = [
        {"data_collection": name.replace("__", "."), "event_count": events}
        for name, events in collections.items()
    ]
    return {"status": status, "id": id_, "event_count": count, "data_collections": listed or None}


def event(
    id_: int, transaction: str | None, lsn: int, is_timed: bool = True, **source: Any
) -> tuple[Any, Any]:
    block: dict[str, Any] = {
        "connector": "postgresql",
        "name": "srv",
        "db": "d",
        "schema": "s",
        "table": "t",
    }
    block |= {"ts_ms": 3_600_000, "lsn": lsn, "snapshot": "false"} | source
    value: dict[str, Any] = {"op": "c", "before": None, "after": {"id": id_}, "source": block}
    begun = transaction and {"id": transaction, "total_order": "1", "data_collection_order": 1}
    value |= {"ts_ms": 3_602_000} if is_timed else {}
    return {"id": id_}, value | {"transaction": begun}


ID = column("id", "int identity", 1, scale=0, optional=False, autoIncremented=True)
NAME = column("name", "varchar", 2, charsetName="latin1")
LONGER = NAME | {"length": 20, "charsetName": "utf8"}
BORN = column("born", "date", 3, generated=True)
LANDED_AT = datetime(1970, 1, 1, 1, 0, 10)
MESSAGES: list[Any] = [
    ("{}", change("CREATE", 1000, ID, NAME)),
    ("{}", {"schema": {}, "payload": change("ALTER", 2000, ID, NAME)}),
    ("{}", change("ALTER", 3000, ID, LONGER, BORN)),
    ("{}", change("ALTER", 4000, ID, LONGER)),
    ("{}", change("DROP", 5000, ddl="drop table")),
    ("{}", change("SET", 6000, databaseName="", tableChanges=[])),
    status("7:100", "BEGIN"),
    event(1, "7:101", 101),
    event(2, "7:102", 102),
    event(2, "7:102", 102),
    status("7:110", "END", "2", s__t="2"),
    status("7:110", "END", 0),
    status("8:120", "BEGIN"),
    event(3, "8:121", 121),
    status("8:130", "END", 4, s__t=2, s__other=1, x__t=1),
    event(4, "9:140", 140),
    event(5, "10:150", 150, ts_ms=0),
    event(6, None, 160, ts_ms=3_603_000),
    event(8, None, 161, ts_ms=None),
    event(9, None, 162, is_timed=False),
    status("9:145", "BEGIN"),
    # as the page of SQL Server's connector has the name of the table
    status("11:170", "BEGIN"),
    event(7, "11:171", 170, ts_ms=0),
    status("11:172", "END", 1, d__s__d__t=1),
    {"ts_ms": 3_605_000},
]


@pytest.fixture(scope="module")
def topics(dbt: Dbt, spark: SparkSession) -> Iterator[dict[str, list[Row]]]:
    """The rows of each model over these messages."""
    records = []
    for offset, message in enumerate(MESSAGES):
        key, value = message if isinstance(message, tuple) else (None, message)
        records.append(("t", 0, offset, LANDED_AT, json.dumps(key), json.dumps(value)))
    spark.sql(f"create or replace table landing.topics ({KAFKA})")
    spark.createDataFrame(records, KAFKA).writeTo("landing.topics").append()
    base = f"unwrap({LANDED}, 'kafka', 'postgresql', key=['id'], columns={{'id': 'int'}})"
    calls = {"base": base} | MODELS
    views = dict(zip(calls, all_compiled(dbt, list(calls.values())), strict=True))
    found = {}
    for name, sql in views.items():
        table = spark.sql(sql)
        found[name] = table.collect()
        spark.createDataFrame(found[name], table.schema).createOrReplaceTempView(f"topics_{name}")
    yield found
    for name in views:
        spark.catalog.dropTempView(f"topics_{name}")
    spark.sql("drop table landing.topics")


def test_schema_changes_give_tables(topics: dict[str, list[Row]]) -> None:
    found = sorted(topics["changes"], key=lambda row: row._topic_offset)
    assert [row.change_type for row in found] == ["CREATE", "ALTER", "ALTER", "ALTER", "DROP", None]
    first = found[0]
    assert first.table_path == ["testDB", "dbo", "my.table"]
    assert (first.source_at, first.processed_at.second, first.is_snapshot) == (None, 1, True)
    assert first.primary_key == ["id"]
    assert first.table_attributes == [{"customAttribute": "attributeValue"}]
    assert first.table_columns[0].typeName == "int identity"
    assert (found[4].ddl, found[4].table_columns, found[5].source_database) == (
        "drop table",
        None,
        None,
    )


def test_columns_have_a_history(topics: dict[str, list[Row]]) -> None:
    at = datetime.fromtimestamp
    assert {row.source_table for row in topics["columns"]} == {"testDB.dbo.my.table"}
    assert sorted(tuple(row)[1:] for row in topics["columns"]) == [
        ("born", 1, 3, "date", "DATE", 10, None, True, False, True, None, at(3), at(4)),
        ("id", 1, 1, "int identity", "INT IDENTITY", 10, 0, False, True, False, None, at(1), at(5)),
        ("name", 1, 2, "varchar", "VARCHAR", 10, None, True, False, False, "latin1", at(1), at(3)),
        ("name", 2, 2, "varchar", "VARCHAR", 20, None, True, False, False, "utf8", at(3), at(5)),
    ]


def test_transactions_are_one_row(topics: dict[str, list[Row]]) -> None:
    found = {row.transaction_id: row for row in topics["transactions"]}
    assert {name: (row.has_ended or False, row.event_count) for name, row in found.items()} == {
        "7": (True, 2),
        "8": (True, 4),
        "9": (False, None),
        "11": (True, 1),
    }
    assert found["7"].collections == [Row(collection="s.t", event_count=2)]


def test_transactions_are_counted(topics: dict[str, list[Row]]) -> None:
    """A repeated event counts once; begun before, still open and unread are no faults."""
    found = {
        (row.transaction_id, row.collection): (row.reported_events, row.landed_events, row.status)
        for row in topics["counts"]
    }
    assert found == {
        ("7", "d.s.t"): (2, 2, "complete"),
        ("8", "d.s.t"): (2, 1, "missing"),
        ("8", "s.other"): (1, 0, "no_model"),
        ("8", "x.t"): (1, 0, "no_model"),
        ("9", "d.s.t"): (None, 1, "open"),
        ("10", "d.s.t"): (None, 1, "unreported"),
        ("11", "d.s.t"): (1, 1, "complete"),
    }


def test_lag_excludes_snapshots_and_missing_times(topics: dict[str, list[Row]]) -> None:
    events, heartbeat = sorted(topics["lag"], key=lambda row: row.heartbeats)
    assert (events.collection, events.events, events.skewed_events) == ("d.s.t", 9, 1)
    assert (events.capture_seconds_p50, events.capture_seconds_max) == (2.0, 2.0)
    assert events.capture_seconds_min == -1.0
    assert events.kafka_seconds_p50 == 8.0
    assert (heartbeat.collection, heartbeat.last_seen_at.second) == (None, 5)


def test_the_ledger_gives_the_lag_of_the_last_stage(topics: dict[str, list[Row]]) -> None:
    """All these messages landed at one moment, and are one load."""
    (loaded_at,) = {row.loaded_at for row in topics["ledger"]}
    for row in topics["legs"]:
        assert row.loading_seconds_p50 == row.loading_seconds_p95
        assert abs(row.loading_seconds_p50 - (loaded_at - LANDED_AT).total_seconds()) < 600


def test_the_sql_is_in_style(dbt: Dbt, tmp_path: Path) -> None:
    texts = all_compiled(dbt, list(MODELS.values()))
    found = lint_compiled(dict(zip(MODELS, texts, strict=True)), tmp_path)
    assert not found, found
