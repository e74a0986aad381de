"""New events into tables of rows: ours and the peers, each into tables of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import landing, pyspark_job
from benchmarks.measure import Outcome, in_turn
from benchmarks.project import SCHEMA, Project
from benchmarks.staging import discard

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SHAPE = "relational"
LANDING = f"landing.{SHAPE}"
BASE, OURS, HISTORY = (
    f"{SCHEMA}.{each}" for each in ("base_relational", SHAPE, "relational_history")
)
USUAL, JOB, SNAPSHOT = (f"{SCHEMA}.{each}_relational" for each in ("usual", "job", "snapshot"))
READY = {BASE: f"{SCHEMA}.ready_events", OURS: f"{SCHEMA}.ready_rows"}
"""What a load has written, by the table that it was written to."""
ANY_ROW = "pmod(xxhash64(n), {rows})"
FEW_ROWS = "cast(floor({rows} * pow(pmod(xxhash64(n), 1000000) / 1000000D, 4)) as bigint)"
"""Half of the events change the first 6 % of the rows, one in thirty the first."""


def build(project: Project, rows: int) -> None:
    """Tables of `rows` rows, each from one event."""
    project.recreate([LANDING, BASE, OURS, USUAL, JOB, HISTORY, SNAPSHOT, *READY.values()])
    landing.land(project.spark, SHAPE, rows)
    project.run(
        "base_relational", "stg_relational", SHAPE, "usual_stg_relational", "usual_relational"
    )
    project.spark.sql(
        f"create table {JOB} using iceberg partitioned by (bucket(16, id)) as select * from {USUAL}"
    )


def load(project: Project, rows: int, events: int, runs: int, changed: str = ANY_ROW) -> Outcome:
    """`events` new events that change rows anywhere in the tables that `build` has made."""
    spark = project.spark
    tables = project.states([LANDING, BASE, OURS, USUAL, JOB])
    landing.land(spark, SHAPE, events, key=changed.format(rows=rows), first=rows)
    own = {table: state for table, state in tables.items() if table != LANDING}
    works = {
        "ours": lambda: project.run("base_relational", SHAPE),
        "ours, nothing new": lambda: project.run("base_relational", SHAPE),
        "usual": lambda: project.run("usual_relational"),
        "job": lambda: merge(spark),
    }
    for name in works:
        works[name]()
    for table, ready in READY.items():
        newest = f"(select max(_load) from {table})"
        spark.sql(
            f"create or replace table {ready} as select * from {table} where _load = {newest}"
        )
    works["the writes alone"] = lambda: write(spark)
    project.same({table: spark.table(table) for table in (OURS, USUAL, JOB)}, SHAPE)
    prepare = {
        "ours": [BASE, OURS],
        "usual": [USUAL],
        "job": [JOB],
        "the writes alone": [BASE, OURS],
    }
    outcome = in_turn(
        spark,
        works,
        events,
        runs,
        lambda name: project.go_back({table: own[table] for table in prepare.get(name, [])}),
        is_warm=True,
    )
    project.go_back(tables)
    return outcome


def merge(spark: SparkSession) -> None:
    newest = spark.sql(f"select max(landed_at) from {JOB}").first()
    assert newest is not None
    pyspark_job.merge(spark, SHAPE, JOB, f"landed_at > timestamp '{newest[0]}'")


def write(spark: SparkSession) -> None:
    """What a load writes, ready in tables: an insert into base and a merge into current."""
    spark.sql(f"insert into {BASE} select * from {READY[BASE]}")
    spark.sql(
        f"merge into {OURS} as t using {READY[OURS]} as new_events on t._key = new_events._key"
        " when matched then update set * when not matched then insert *"
    )


def rebuild(project: Project, rows: int, runs: int) -> Outcome:
    """Current from all staged events, beside one scan and one shuffle of the same rows.

    Of the events of `rows` rows, one in fifty shares its key with another.
    """
    spark = project.spark
    project.recreate([LANDING, BASE, OURS])
    landing.land(spark, SHAPE, rows)
    landing.land(spark, SHAPE, rows // 100, key=ANY_ROW.format(rows=rows), first=rows)
    project.run("base_relational", "stg_relational")
    staged = spark.table(f"{SCHEMA}.stg_relational")
    (ours,) = project.compiled(SHAPE)
    works = {
        "one scan and one shuffle": lambda: discard(staged.repartition("_key")),
        "ours": lambda: discard(spark.sql(ours)),
    }
    return in_turn(spark, works, rows, runs)


def history(project: Project, rows: int, events: int, runs: int) -> Outcome:
    """New events into a history: every version, beside those that a snapshot finds."""
    project.run("relational_history")
    project.dbt("snapshot")
    states = project.states([HISTORY, SNAPSHOT])
    landing.land(project.spark, SHAPE, events, key=ANY_ROW.format(rows=rows), first=rows)
    project.run("base_relational", "usual_relational")
    works = {
        "ours": lambda: project.run("relational_history"),
        "dbt snapshot": lambda: project.dbt("snapshot"),
    }
    tables = {"ours": HISTORY, "dbt snapshot": SNAPSHOT}
    return in_turn(
        project.spark,
        works,
        events,
        runs,
        lambda name: project.go_back({tables[name]: states[tables[name]]}),
    )
