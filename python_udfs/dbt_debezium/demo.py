"""The worked example from landing to current state, twice: `python -m dbt_debezium.demo`.

Runs in the project's root on the target `embedded`. Empties the example's lake (.lake) first, so
that the incremental path is seen, and exits 1 when a build fails or a landed row is missing.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbt.cli.main import dbtRunner
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DAYS = {"day_1": "the first load", "day_2": "the next: new, late and repeated events"}
CURRENT = {
    "mongodb__customers": "MongoDB: documents in JSON text",
    "mongodb_1_1__customers": "MongoDB, Debezium 1.1: patches",
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
    os.environ.pop("DEBEZIUM_CATALOG", None)  # the names are in the lake that is emptied
    (lake / "catalog.db").unlink(missing_ok=True)
    shutil.rmtree(lake / "warehouse", ignore_errors=True)
    for day, story in DAYS.items():
        console.rule(f"[bold]{day}[/]: {story}")
        run("landing", "run-operation", "land_example", "--args", f"{{day: {day}}}")
        run("dbt build", "build")
        show_current("db2__customers", f"Db2, after {day}")

    console.rule("[bold]history[/]: a row a version")
    show_history("db2__customers_history")
    console.rule("[bold]current state[/] of the others: load 2 is what the second build changed")
    for model, title in CURRENT.items():
        show_current(model, title)
    show_rejected()
    console.print("next: . .venv/bin/activate, dbt docs generate, make report, docs/tutorial.md")
    return show_conservation()


def session() -> SparkSession:
    """Return the session that dbt has just used."""
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    assert spark is not None
    return spark


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
        # An operation has no nodes: it is one step.
        steps = progress.tasks[bar].total or 1
        progress.update(bar, description=title, total=steps, completed=steps)
    if not result.success:
        sys.exit(1)


def show_current(model: str, title: str) -> None:
    rows = session().table(f"debezium.{model}").orderBy("_key").collect()
    names = [name for name in rows[0].asDict() if name == "_id" or not name.startswith("_")]
    table = Table(title=f"{model} ({title})", title_justify="left")
    for name in [*names, "op", "events", "repeats", "load"]:
        table.add_column(name, overflow="fold", max_width=24)
    for row in rows:
        cells = [shown(row[name]) for name in names]
        counts = [row["_op"], str(row["_events"]), str(row["_duplicate_events"]), str(row["_load"])]
        table.add_row(*cells, *counts, style="dim strike" if row["_is_deleted"] else "")
    console.print(table)


def show_history(model: str) -> None:
    rows = session().table(f"debezium.{model}").orderBy("_key", "_version").collect()
    names = ["id", "last_name", "email", "_op", "_version", "_valid_from", "_valid_to"]
    table = Table(*names, title=model, title_justify="left")
    for row in rows:
        table.add_row(*(shown(row[name]) for name in names))
    console.print(table)


def show_rejected() -> None:
    rows = (
        session()
        .sql(
            "select _reason, cast(sum(landed_rows) as int), meaning"
            " from debezium.rejected_by_reason group by _reason, meaning order by _reason"
        )
        .collect()
    )
    title = "rejected_by_reason (each row and its text: the models that end in __rejected)"
    table = Table("_reason", "rows", "meaning", title=title, title_justify="left")
    for row in rows:
        table.add_row(*(shown(cell) for cell in row))
    console.print(table)


def show_conservation() -> int:
    """Print where every landed row went; 1 where the sum is not what landed, else 0."""
    spark = session()
    counted: Counter[tuple[str, str]] = Counter()
    for row in spark.table("debezium.conservation_ledger").collect():
        counted[row["landing"], row["_class"]] += row["landed_rows"]
    classes = sorted({name for _, name in counted})
    table = Table(title="conservation: every landed row has one class", title_justify="left")
    table.add_column("landing")
    for name in [*classes, "sum", "landed"]:
        table.add_column(name, justify="right")
    missing = 0
    for landing in dict.fromkeys(landing for landing, _ in counted):
        counts = [counted[landing, name] for name in classes]
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
