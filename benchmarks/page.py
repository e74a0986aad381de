"""Write docs/benchmarks.md from the measurements."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks import goals
from benchmarks.measure import Outcome
from benchmarks.record import Part

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SEPARATOR = ": "
"""Between the name of a curve and that of its point."""
PACKAGES = ("dbt-core", "dbt-spark", "pyspark")
SHOWN = {
    "ours": "dbt-debezium",
    "usual": goals.USUAL,
    "job": goals.JOB,
}
"""What the page calls the works."""


def page(parts: Mapping[str, Part]) -> str:
    """Return the whole page."""
    found = {name: outcome for part in parts.values() for name, outcome in part.outcomes.items()}
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, trim_blocks=True
    )
    jinja.filters.update(cells=cells, shown=shown)
    return jinja.get_template("page.md.jinja").render(
        parts=parts,
        goals=[(goal, ratio, goal.result(ratio[1])) for goal, ratio in goals.measured(found)],
        outcomes={name: outcome for name, outcome in found.items() if SEPARATOR not in name},
        curves=curves(found),
    )


def curves(found: Mapping[str, Outcome]) -> dict[str, dict[str, Outcome]]:
    """Return the points of each curve."""
    lines: dict[str, dict[str, Outcome]] = {}
    for name, outcome in found.items():
        curve, is_point, point = name.partition(SEPARATOR)
        if is_point:
            lines.setdefault(curve, {})[point] = outcome
    return lines


def shown(work: str) -> str:
    """Return the name of a work on the page; what follows a comma stays."""
    name, comma, rest = work.partition(",")
    return SHOWN.get(name, name) + comma + rest


def cells(values: Iterable[float], places: int = 2) -> str:
    """Return the cells of a Markdown row."""
    return " | ".join(f"{value:.{places}f}" for value in values)


def machine(spark: SparkSession) -> str:
    """Where a session runs: cores, memory, system, versions and the driver's memory."""
    assert spark._jvm is not None
    java = spark._jvm.java.lang.System.getProperty("java.version")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = ", ".join(f"{each} {version(each)}" for each in PACKAGES)
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} on {platform.machine()};"
        f" {versions}, Java {java}; a driver of {spark.conf.get('spark.driver.memory')}"
    )
