"""The dbt project of the benchmarks, in a lake of its own; dbt and the peers share its session."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import landing
from dbt_debezium.replay import project

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FOLDER = Path(__file__).parent / "project"
SCHEMA = project.NAME
LIKE = "mongodb_10"
"""The shape whose models those of the wider and the longer documents are copies of."""


class Project(project.Project):
    """benchmarks/project, copied into an emptied folder."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("DEBEZIUM_DRIVER_MEMORY", "2g")
        super().__init__(folder)
        for part in ("macros", "models", "snapshots"):
            shutil.copytree(FOLDER / part, self.folder / part)
        for shape in {*landing.BY_FIELDS, *landing.BY_SIZE, landing.LARGE} - {LIKE}:
            for model in (self.folder / "models").rglob(f"*_{LIKE}.sql"):
                self.copy(model, LIKE, shape, model.parent)
        self.dbt("run-operation", "bench_columns", "--args", "{shape: relational}")

    def copy(self, model: Path, old: str, new: str, folder: Path) -> None:
        """A model of another shape, which has its name wherever that of the old one stood."""
        file = folder / model.name.replace(old, new)
        file.write_text(model.read_text().replace(old, new))

    def compiled(self, *models: str, **variables: str) -> list[str]:
        """Return the SQL that a first `dbt run` of models reads with.

        That of `dbt compile` is longer: it also reads schemas that no landed message carries.
        """
        tables = [f"{SCHEMA}.{model}" for model in models if model.startswith("base_")]
        self.recreate(tables)
        self.dbt("run", "--select", *models, "--vars", json.dumps(variables))
        self.recreate(tables)
        folder = self.folder / "target" / "compiled"
        return [next(folder.rglob(f"{model}.sql")).read_text() for model in models]

    def run(self, *models: str) -> None:
        self.dbt("run", "--select", *models)

    def recreate(self, tables: list[str]) -> None:
        """Drop tables of former measurements."""
        for table in tables:
            self.spark.sql(f"drop table if exists {table} purge")

    def states(self, tables: list[str]) -> dict[str, int]:
        """Return the Iceberg snapshot of each table."""
        found = {}
        for table in tables:
            row = self.spark.sql(
                f"select snapshot_id from {table}.refs where name = 'main'"
            ).first()
            assert row is not None
            found[table] = row[0]
        return found

    def go_back(self, states: Mapping[str, int]) -> None:
        for table, snapshot in states.items():
            self.spark.sql(f"call lake.system.rollback_to_snapshot('{table}', {snapshot})")

    def same(self, frames: Mapping[str, DataFrame], shape: str) -> None:
        """Raises ValueError where the frames do not hold the same typed values."""
        found = {name: contents(frame, shape) for name, frame in frames.items()}
        if len(set(found.values())) != 1:
            raise ValueError(f"{shape}: the rows differ: {found}")


def contents(frame: DataFrame, shape: str) -> Any:
    """Return how many rows there are, and a number that only the same values give."""
    names = ", ".join(f"cast({name} as string)" for name in landing.columns(shape))
    digest = f"sum(cast(xxhash64({names}) as decimal(38, 0)))"
    return frame.selectExpr("count(*) as events", f"{digest} as digest").first()
