"""What a build costs where nothing is new: for one entity and for many, each of three models."""

from __future__ import annotations

import yaml

from benchmarks import landing
from benchmarks.current import SHAPE
from benchmarks.measure import Meter, Outcome
from benchmarks.project import Project

MODELS = (f"base_{SHAPE}", f"stg_{SHAPE}", SHAPE)
EVENTS = 1_000


def measure(project: Project, entities: int, runs: int) -> Outcome:
    """Return a `dbt build` after the first, of landing tables of 1,000 events each."""
    spark = project.spark
    ours = project.folder / "models" / "ours"
    folder = project.folder / "models" / "entities"
    folder.mkdir(exist_ok=True)
    project.recreate(["landing.entity"])
    landing.land(spark, "entity", EVENTS)
    names = [f"entity_{number}" for number in range(entities)]
    for name in names:
        spark.sql(f"create table if not exists landing.{name} as select * from landing.entity")
        for model in MODELS:
            project.copy(ours / f"{model}.sql", SHAPE, name, folder)
    tables = [{"name": name} for name in names]
    sources = {"version": 2, "sources": [{"name": "landing", "tables": tables}]}
    (folder / "entities.yml").write_text(yaml.safe_dump(sources))

    def build() -> None:
        project.dbt("build", "--select", "path:models/entities")

    build()
    meter = Meter(spark)
    return Outcome(0, {"ours": [meter.run(build) for _ in range(runs)]})
