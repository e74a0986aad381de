"""A small project that has installed the package: one table of customers, landed by a test."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import yaml
from conftest import KAFKA, ROOT, failures, session
from dbt.cli.main import dbtRunner, dbtRunnerResult

NAME = "shop"
COLUMNS = {"id": "int", "name": "string", "plan": "string"}
BASE = (
    "debezium.unwrap(source('landing', 'customers'), layout='kafka', connector='db2', key=['id'])"
)
STAGED_EVENTS = "(ref('stg_customers'), base=ref('base_customers'))"
MORNING = datetime(2024, 5, 1, 10, tzinfo=timezone.utc)
LATER_LOADS = "incremental_predicates=debezium.base_merge_predicates()"
# A Kafka record: key and value.
Record = tuple[str | None, str | None]


def incremental(call: str, key: str, *called: str, **more: str) -> str:
    options = {"incremental_strategy": "merge", "unique_key": key, **more}
    settings = ", ".join([*(f"{name}={value!r}" for name, value in options.items()), *called])
    return f"{{{{ config(materialized='incremental', {settings}) }}}}\n\n{{{{ {call} }}}}\n"


MODELS = {
    "base_customers": incremental(BASE, "_landing_id", LATER_LOADS),
    "stg_customers": "select _landing_id, _landing_table, _topic, _topic_partition, _topic_offset,"
    " _key, _op, _position, _server, _collection, _event_id, _source_at, _topic_timestamp,"
    " id, name, plan, _unavailable, _pending, _load"
    " from {{ ref('base_customers') }} where _class = 'data'",
    "customers": incremental("debezium.current" + STAGED_EVENTS, "_key"),
    "customers_active": "select _key, id, name, plan"
    " from {{ ref('customers') }} where not _is_deleted",
    "customers_history": incremental(
        "debezium.history" + STAGED_EVENTS,
        "_version_id",
        post_hook="delete from {{ this }} where _is_obsolete",
    ),
}


class Shop:
    """The project in a folder and a schema of its own, in the lake of the run."""

    def __init__(self, folder: Path, schema: str, snapshots: Sequence[Any] = ()) -> None:
        self.folder = folder
        self.schema = schema
        self.offset = 0
        for name, content in self.files(list(snapshots)).items():
            text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
            self.write(name, text)
        # What `dbt deps` makes of a local package.
        (folder / "dbt_packages").mkdir()
        (folder / "dbt_packages" / "debezium").symlink_to(ROOT)
        self.dbt("show", "--inline", "select 1")  # starts Spark

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def files(self, snapshots: list[Any]) -> dict[str, Any]:
        profile = yaml.safe_load((ROOT / "profiles" / "profiles.yml").read_text())
        target = os.environ.get("DEBEZIUM_TARGET", "embedded")
        output = profile["debezium_example"]["outputs"][target] | {"schema": self.schema}
        tables = {NAME: {"+file_format": os.environ.get("DEBEZIUM_FILE_FORMAT", "iceberg")}}
        columns = [{"name": name, "data_type": kind} for name, kind in COLUMNS.items()]
        retention = {"meta": {"debezium": {"landing_retention": "14 days"}}}
        return {
            "profiles.yml": {NAME: {"target": target, "outputs": {target: output}}},
            "packages.yml": {"packages": [{"local": str(ROOT)}]},
            "dbt_project.yml": {
                "name": NAME,
                "version": "1.0.0",
                "config-version": 2,
                "profile": NAME,
                "flags": {"send_anonymous_usage_stats": False},
                "models": tables,
                "snapshots": tables,
            },
            "models/models.yml": {
                "sources": [
                    {
                        "name": "landing",
                        "schema": f"{self.schema}_landing",
                        "tables": [{"name": "customers"}],
                    }
                ],
                "models": [
                    {"name": "base_customers", "columns": columns},
                    {"name": "customers", "columns": columns, "config": retention},
                    {"name": "customers_history", "columns": columns},
                ],
            },
            "snapshots/snapshots.yml": {"snapshots": snapshots},
            **{f"models/{name}.sql": text for name, text in MODELS.items()},
        }

    def dbt(self, *arguments: str, check: bool = True) -> dbtRunnerResult:
        folder = str(self.folder)
        result = dbtRunner().invoke(
            ["--quiet", *arguments],
            project_dir=folder,
            profiles_dir=folder,
            target_path=str(self.folder / "target"),
            log_path=str(self.folder / "logs"),
        )
        if check:
            assert result.success, failures(result)
        return result

    def land(self, *records: Record, at: datetime | None = None, topic: str = "customers") -> None:
        """Land records in their order."""
        rows = [(topic, 0, self.offset + n, at, *each) for n, each in enumerate(records)]
        self.offset += len(rows)
        spark = session()
        spark.sql(f"create schema if not exists {self.schema}_landing")
        spark.sql(f"create table if not exists {self.schema}_landing.customers ({KAFKA})")
        landed = spark.createDataFrame(rows, KAFKA)
        landed.write.insertInto(f"{self.schema}_landing.customers")

    def rows(self, table: str, columns: str, order: str = "1, 2") -> list[list[Any]]:
        query = f"select {columns} from {self.schema}.{table} order by {order}"
        return [list(row) for row in session().sql(query).collect()]


def change(minute: int, op: str, number: int, **row: str) -> Record:
    """Return a change event; its place among the others is its minute, whenever it lands."""
    image = {"id": number, **row}
    images = {"before": image, "after": None} if op == "d" else {"before": None, "after": image}
    return key(number), json.dumps({**images, "source": source(minute), "op": op})


def truncate(minute: int) -> Record:
    return None, json.dumps({"source": source(minute), "op": "t"})


def tombstone(number: int) -> Record:
    return key(number), None


def broken(number: int, text: str) -> Record:
    return key(number), text


def key(number: int) -> str:
    return json.dumps({"id": number})


def source(minute: int) -> dict[str, Any]:
    at = int((MORNING + timedelta(minutes=minute)).timestamp() * 1000)
    lsn = f"0:0:{minute:x}"
    names = {"name": "s", "db": "d", "schema": "s", "table": "customers"}
    return {"ts_ms": at, "commit_lsn": lsn, "change_lsn": lsn, **names}
