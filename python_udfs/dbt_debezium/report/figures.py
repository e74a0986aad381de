"""The figures of the report: queries in dbt's Jinja, run by dbt on the engine of its target."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from dbt.cli.main import dbtRunner

from dbt_debezium.report.models import Project

Rows = list[dict[str, Any]]
Figures = dict[str, Rows]

QUERIES = Path(__file__).parent / "queries"
READS = {
    "conservation": "counted",
    "events": "bases",
    "lag": "typed",
    "rejected": "rejecting",
    "duplicates": "currents",
    "growth": "bases",
    "transactions": "units",
    "order": "currents",
    "drift": "typed",
}
"""Each query and the models without which it has nothing to read."""

LINES = 6
"""Of a message, before Spark's plan."""


class ReportError(Exception):
    """There is nothing to report on; the message contains what to run."""


class Dbt:
    """dbt commands in this process, on a project that is parsed once."""

    def __init__(self) -> None:
        self.manifest: Any = None
        self.manifest = self.run("parse")

    def run(self, *arguments: str) -> Any:
        """Return what the command gives.

        Raises ReportError with the beginning of dbt's own message.
        """
        output = StringIO()
        with redirect_stdout(output):
            result = dbtRunner(manifest=self.manifest).invoke(["--quiet", *arguments])
        if not result.success:
            message = output.getvalue().strip() or str(result.exception)
            raise ReportError("\n".join(message.splitlines()[:LINES]))
        return result.result

    def compiled(self, text: str) -> str:
        run = self.run("compile", "--inline", text)
        return str(run.results[0].node.compiled_code)

    def rows(self, query: str) -> Rows:
        """Return the rows of a query, as JSON text, so that dbt guesses no types."""
        text = (
            "select to_json(struct(found.*), map('ignoreNullFields', 'false')) as found"  # noqa: S608
            f" from (\n{query}\n) as found"
        )
        run = self.run("show", "--limit", "-1", "--inline", text)
        return [json.loads(row[0]) for row in run.results[0].agate_table.rows]


def find(dbt: Dbt) -> Project:
    """Return the package's models that are built. Raises ReportError where there are none."""
    project = Project(dbt.manifest)
    if not project.bases:
        raise ReportError(
            "no model of this project calls debezium.unwrap or debezium.envelopes:"
            " `python -m dbt_debezium.generate SCHEMA.TABLE` writes some"
        )
    built = (
        "{%- set built = [] -%}"
        f"{{%- for name, relation in {project.read()}.items()"
        " if execute and debezium._relation_exists(relation) -%}"
        "{%- do built.append(name) -%}{%- endfor -%}{{ tojson(built) }}"
    )
    project = Project(dbt.manifest, among=json.loads(dbt.compiled(built)))
    if not project.bases:
        raise ReportError("no base model of this project is built: run `dbt build`")
    return project


def figures(dbt: Dbt, project: Project, **options: int) -> Figures:
    """Return the rows of each query; of one that has nothing to read, none."""
    given = {**project.roles(), **options}
    output = "".join(f"{{%- set {name} = {value!r} -%}}\n" for name, value in given.items())
    return {
        name: dbt.rows(output + query(name)) if given[role] else [] for name, role in READS.items()
    }


def query(name: str) -> str:
    return (QUERIES / f"{name}.sql.jinja").read_text(encoding="utf-8")
