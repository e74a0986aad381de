"""What each table format does in its own way: care for tables, and reads beside a merge."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import yaml
from conftest import Dbt, compiled, failures, session
from shop import STAGED_EVENTS, Shop, change, incremental

pytestmark = pytest.mark.slow

TABLES = ["base_customers", "customers", "customers_history"]
NUMBERS = range(60)
FORMAT = os.environ.get("DEBEZIUM_FILE_FORMAT", "iceberg")
# How the rows of a key are kept together, as docs/engines.md advises.
CLUSTERED: dict[str, dict[str, str]] = {
    "iceberg": {"partition_by": "bucket(16, _key)"},
    "delta": {"post_hook": "alter table {{ this }} cluster by (_key)"},
    "hudi": {},
}


@pytest.fixture(scope="module")
def shop(target: Path, dbt: Dbt, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    made = Shop(tmp_path_factory.mktemp("formats"), "formats")
    clustered = incremental("debezium.current" + STAGED_EVENTS, "_key", **CLUSTERED[FORMAT])
    made.write("models/customers.sql", clustered)
    made.land(*(change(0, "c", number, plan="free") for number in NUMBERS))
    made.dbt("run")
    return made


def held(shop: Shop) -> dict[str, list[list[Any]]]:
    """Return every row of every table, but for what a load counts of itself."""
    return {table: shop.rows(table, "_key, _position, id, name, plan, _load") for table in TABLES}


def test_who_reads_during_a_merge_sees_it_done_or_not_begun(shop: Shop) -> None:
    """Also from the base table, which is merged into before the current one."""
    spark, stop = session(), Event()
    seen = "count(*), count_if(plan = 'free'), count_if(_op = 'd')"

    def reads(table: str) -> set[tuple[Any, ...]]:
        found, is_last = set(), False
        while not is_last:
            is_last = stop.is_set()
            row = spark.sql(f"select {seen} from formats.{table}").first()
            assert row is not None
            found.add(tuple(row))
        return found

    changes = [change(1, "d" if n % 2 else "u", n, plan="pro") for n in NUMBERS]
    shop.land(*changes)
    with ThreadPoolExecutor() as pool:
        reading = {table: pool.submit(reads, table) for table in TABLES[:2]}
        try:
            shop.dbt("run")
        finally:
            stop.set()
    found = {table: each.result() for table, each in reading.items()}
    assert found == {
        "base_customers": {(60, 60, 0), (120, 60, 30)},
        "customers": {(60, 60, 0), (60, 30, 30)},
    }


def test_maintenance_changes_no_row_and_the_next_load_continues(shop: Shop) -> None:
    before, dry = held(shop), {"models": TABLES, "keep": "1 hour"}
    for arguments in (dry, {**dry, "dry_run": False}):
        shop.dbt("run-operation", "debezium.maintain", "--args", json.dumps(arguments))
        assert held(shop) == before
    shop.land(change(2, "u", 0, plan="again"), change(0, "u", 1, plan="late"))
    shop.dbt("run")
    assert shop.rows("customers", "plan, _op", "id")[:2] == [["again", "u"], ["late", "d"]]
    assert len(shop.rows("base_customers", "1", "1")) == 2 * len(NUMBERS) + 2


def test_maintenance_keeps_clustering(shop: Shop) -> None:
    spark = session()
    if FORMAT == "delta":
        detail = spark.sql("describe detail formats.customers").first()
        assert detail is not None
        assert detail.clusteringColumns == ["_key"]
        assert detail.properties["delta.deletedFileRetentionDuration"] == "interval 1 hours"
    elif FORMAT == "iceberg":
        assert spark.table("formats.customers.partitions").count() == 16
    else:
        rows = spark.sql("show tblproperties formats.customers").collect()
        assert {row["key"]: row["value"] for row in rows}["primaryKey"] == "_key"


def test_a_table_of_an_earlier_version_stops_the_run(
    target: Path, tmp_path: Path, dbt: Dbt
) -> None:
    """Whatever a format lets dbt-spark know of a table's columns."""
    old = Shop(tmp_path, "earlier_version")
    old.land(change(0, "c", 1, plan="free"))
    old.dbt("run", "--select", *TABLES, "stg_customers")
    for table, column in [("customers", "_merge_state"), ("customers_history", "_last_event")]:
        session().sql(f"alter table {old.schema}.{table} drop column {column}")
        result = old.dbt("run", "--select", table, check=False)
        assert f"{table} lacks {column}, because an earlier version" in failures(result)


def test_times_far_from_1970(dbt: Dbt, target: Path) -> None:
    """Spark 3.5 adds 32 bits of seconds, and begins again."""
    nanos = "decode(\"'4102358400000000000'\", 'string', 'io.debezium.time.NanoTimestamp')"
    millis = "decode(\"'1529507596945'\", 'string', 'io.debezium.time.Timestamp')"
    row = session().sql(f"select {compiled(dbt, nanos)}, {compiled(dbt, millis)}").first()
    assert row is not None
    assert tuple(row) == ("2099-12-31 00:00:00.000000000", "2018-06-20 15:13:16.945")


def test_values_that_the_table_cannot_hold_stop_the_build(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "too_large")
    file = shop.folder / "models" / "models.yml"
    for minute, kind, plan in ((0, "int", "1"), (1, "bigint", "3000000000")):
        described = yaml.safe_load(file.read_text())
        for model in described["models"]:
            for column in model["columns"]:
                column.update({"data_type": kind} if column["name"] == "plan" else {})
        file.write_text(yaml.safe_dump(described, sort_keys=False))
        shop.land(change(minute, "u" if minute else "c", 1, plan=plan))
        result = shop.dbt("run", "--select", "base_customers", check=False)
        assert result.success == (kind == "int")
    assert shop.rows("base_customers", "plan", "1") == [[1]]
