"""Simulations applied at once, by the package's SQL over temporary views: no tables, no batches.

Each state of the landing after a batch is a case of its own, with topics of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simulator import comparing, project
from simulator.comparing import Mismatch
from simulator.lake import PARTS, STATE, VERSION, collected, frame
from simulator.landing import Record
from simulator.simulation import Setting, Simulation, simulate

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Case:
    """What had landed with a batch, None: all of it; `prefix` is that of the simulation itself."""

    simulation: Simulation
    batch: int | None
    prefix: str

    @property
    def loads(self) -> list[list[Record]]:
        """The rows of each load."""
        return self.simulation.batches[: None if self.batch is None else self.batch + 1]


@dataclass(frozen=True)
class Texts:
    """The columns of a connector's staging model, and the SQL of base, current and history."""

    connector: str
    staged: str
    unwrap: str
    current: str
    history: str


def texts(
    connector: str,
    compiled: Callable[[str], str],
    changes: project.Changes = project.UNCHANGED,
) -> Texts:
    """Return the SQL, as dbt compiles it with `compiled`."""
    columns = f", columns={project.columns(connector)}"
    of_base = f", columns={project.columns_of_base(connector, changes)}"
    landed, staged, base = (
        f"api.Relation.create(identifier='case_{each}')" for each in ("landed", "staged", "base")
    )
    calls = [
        project.unwrap(connector, landed, of_base),
        *(
            project.state_call(each, connector, staged, base, columns)
            for each in ("current", "history")
        ),
    ]
    staging = ", ".join(project.staged(connector, project.columns(connector), changes))
    return Texts(connector, staging, *(compiled(f"{{{{ {call} }}}}") for call in calls))


def cases(settings: Iterable[Setting], batches: bool = True) -> list[Case]:
    """Return each setting's simulation at the end and, if asked, after each batch."""
    found = []
    for setting in settings:
        simulation = simulate(setting)
        found.append(Case(simulation, None, setting.prefix))
        for batch in range(len(simulation.batches) if batches else 0):
            name, _, database = setting.prefix.rpartition(".")
            own = replace(setting, prefix=f"{name}b{batch}.{database}b{batch}")
            found.append(Case(simulate(own), batch, setting.prefix))
    return found


class Bench:
    """Cases of one connector, on which different SQL is tried."""

    def __init__(self, spark: SparkSession, cases: Sequence[Case]) -> None:
        self.spark = spark
        self.cases = cases
        self.bases: dict[str, DataFrame] = {}

    def mismatches(self, texts: Texts) -> list[Mismatch]:
        """Where the SQL does not find the truth: first of the rows, then of their versions."""
        if texts.unwrap not in self.bases:
            self.bases[texts.unwrap] = self._base(texts.unwrap)
        self.bases[texts.unwrap].createOrReplaceTempView("case_base")
        self.spark.sql(
            "create or replace temporary view case_staged as"
            f" select {texts.staged} from case_base where _class = 'data'"
        )
        columns = [each for each in project.columns(texts.connector) if each not in PARTS]
        rows = collected(self.spark.sql(texts.current), [*STATE, *columns])
        wrong = self._compared(comparing.found(rows))
        if not wrong:
            versions = collected(self.spark.sql(texts.history), [*VERSION, *columns])
            wrong = self._compared(comparing.found(rows, versions))
        return wrong

    def _base(self, unwrap: str) -> DataFrame:
        """Return the base model's rows, each with the number of the load that brought it first."""
        landed = [row for case in self.cases for rows in case.loads for row in rows]
        frame(self.spark, landed).createOrReplaceTempView("case_landed")
        loads = {
            row[:3]: number
            for case in self.cases
            for number, rows in reversed(list(enumerate(case.loads, 1)))
            for row in rows
        }
        names = "_topic string, _topic_partition int, _topic_offset bigint, _load bigint"
        numbered = self.spark.createDataFrame(
            [(*place, load) for place, load in loads.items()], names
        )
        base = self.spark.sql(unwrap).drop("_load")
        return base.join(
            numbered, ["_topic", "_topic_partition", "_topic_offset"]
        ).localCheckpoint()

    def _compared(self, found: comparing.Found) -> list[Mismatch]:
        return [
            wrong
            for case in self.cases
            for wrong in comparing.compare(case.simulation, case.batch, found)
        ]
