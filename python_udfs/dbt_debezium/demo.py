"""The worked example from landing to current state, twice: `python -m dbt_debezium.demo`.

Runs in the project's root on the target `embedded`. Empties the example's lake (.lake) first, so
that the incremental path is seen, and exits 1 when a build fails or a landed row is missing.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbt.cli.main import dbtRunner
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

DAYS = {"day_1": "the first load", "day_2": "the next: new, late and repeated events"}
CURRENT = {
    "mongodb__customers": "MongoDB: documents in JSON text",
    "mongodb_1_1__customers": "MongoDB, Debezium 1.1: patches",
    "db2__customers": "Db2",
    "sqlserver__customers": "SQL Server",
    "cdl__ct_pg2hudi": "CDL: two formats in one topic",
}
# A pipe has no width of its own.
console = Console(width=None if sys.stdout.isatty() else 150)


def main() -> int:
    lake = Path(".lake")
    os.environ |= {
        "DEBEZIUM_LAKE": str(lake),
        "DEBEZIUM_SCHEMA": "debezium",
        "DEBEZIUM_TARGET": "embedded",
        "VIRTUAL_ENV": sys.prefix,
    }
    (lake / "catalog.db").unlink(missing_ok=True)
    shutil.rmtree(lake / "warehouse", ignore_errors=True)
    for day, story in DAYS.items():
        console.rule(f"[bold]{day}[/]: {story}")
        run("landing", "run-operation", "land_example", "--args", f"{{day: {day}}}")
        run("dbt build", "build")

    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    assert spark is not None  # dbt has just used it
    console.rule("[bold]current state[/]: load 2 is what the second build changed")
    for model, title in CURRENT.items():
        show_current(spark, model, title)
    show_rejected(spark)
    console.print("next: . .venv/bin/activate, dbt docs generate, make report, docs/tutorial.md")
    return show_conservation(spark)


def run(title: str, *arguments: str) -> None:
    """One dbt command in process, with a bar over its nodes instead of its log."""
    columns = (
        TextColumn("{task.description:<45}"),
        BarColumn(24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(f"{title}: starting Spark", total=None)

        def follow(event: Any) -> None:
            if event.info.name == "LogStartLine":
                progress.update(bar, total=event.data.total)
            if event.info.name == "NodeFinished":
                node = event.data.node_info.node_name
                progress.update(bar, advance=1, description=f"{title}: {node[:34]}")

        result = dbtRunner(callbacks=[follow]).invoke(["--quiet", "--no-use-colors", *arguments])
        progress.update(bar, description=title)
    if not result.success:
        sys.exit(1)


def show_current(spark: SparkSession, model: str, title: str) -> None:
    rows = spark.table(f"debezium.{model}").orderBy("_key").collect()
    names = [name for name in rows[0].asDict() if name == "_id" or not name.startswith("_")]
    table = Table(title=f"{model} ({title})", title_justify="left")
    for name in [*names, "op", "events", "repeats", "load"]:
        table.add_column(name, overflow="fold", max_width=24)
    for row in rows:
        cells = [shown(row[name]) for name in names]
        counts = [row["_op"], str(row["_events"]), str(row["_repeats"]), str(row["_load"])]
        table.add_row(*cells, *counts, style="dim strike" if row["_is_deleted"] else "")
    console.print(table)


def show_rejected(spark: SparkSession) -> None:
    table = Table(title="rejected, with reason and text", title_justify="left")
    for name in ("landing", "reason", "text"):
        table.add_column(name, overflow="ellipsis", no_wrap=True)
    for model in CURRENT:
        for row in rejected(spark, model):
            table.add_row(model.partition("__")[0], row["_reason"], shown(row["text"]))
    console.print(table)


def rejected(spark: SparkSession, model: str) -> Sequence[Row]:
    """The rejected rows of an entity: _reason and the start of the payload, blanks folded."""
    return spark.sql(
        "select _reason, substring(regexp_replace(regexp_replace("  # noqa: S608
        r"_raw, r'(?s)^\s*\{\s*\"schema\".*?\"payload\"\s*:\s*', ''), r'\s+', ' '), 1, 100) as text"
        f" from debezium.{model}__rejected order by _reason, _landing_id"
    ).collect()


def show_conservation(spark: SparkSession) -> int:
    """Print where every landed row went; 1 where the sum is not what landed, else 0."""
    rows = spark.table("debezium.conservation_ledger").collect()
    classes = sorted({row["_class"] for row in rows})
    table = Table(title="conservation: every landed row has one class", title_justify="left")
    table.add_column("landing")
    for name in [*classes, "sum", "landed"]:
        table.add_column(name, justify="right")
    missing = 0
    for landing in dict.fromkeys(row["landing"] for row in rows):
        counts = [
            sum(
                row["landed_rows"]
                for row in rows
                if row["landing"] == landing and row["_class"] == name
            )
            for name in classes
        ]
        landed = spark.table(landing).count()
        missing += abs(landed - sum(counts))
        table.add_row(
            landing, *(str(count or "") for count in counts), str(sum(counts)), str(landed)
        )
    console.print(table)
    console.print(f"landed rows without a class: {missing}")
    return 1 if missing else 0


def shown(value: object) -> str:
    """Text for a terminal, which would obey the control characters of a payload."""
    text = "" if value is None else str(value)
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


if __name__ == "__main__":
    sys.exit(main())
