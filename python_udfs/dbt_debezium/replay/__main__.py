"""Replay a capture: `python -m dbt_debezium.replay DIR`.

Lands the events of a capture in one table, generates the models of all its tables, builds them in
three batches, and compares every table with the database's own rows. Ends with a line
`N tables equal, N tables differ`, and with 1 where any differs or nothing was compared.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from dbt_debezium.replay import audit, truth
from dbt_debezium.replay.capture import Capture, CaptureError, load
from dbt_debezium.replay.project import LANDING, Project, ReplayError
from dbt_debezium.replay.tables import rows_of, tables_of
from dbt_debezium.replay.truth import Comparison, Outcome

BATCHES = 3
SHOWN = 5
"""Differences of a table that are printed."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--project", "into", default="target/replay", show_default=True, type=Path)
def main(folder: Path, into: Path) -> None:
    """Replay the capture in DIR and compare with its truth."""
    try:
        capture = load(folder.resolve())
        for remark in capture.remarks:
            click.echo(remark)
        project = built(capture, into)
    except (CaptureError, ReplayError) as problem:
        raise click.ClickException(str(problem)) from problem
    outcomes = list(compared(capture, project))
    for outcome in outcomes:
        show(outcome)
    differ = sum(1 for outcome in outcomes if outcome.differences)
    click.echo(f"{len(outcomes) - differ} tables equal, {differ} tables differ")
    sys.exit(1 if differ or not outcomes else 0)


def built(capture: Capture, into: Path) -> Project:
    """The project of a capture, its tables built; with the tests of the generated models."""
    project = Project(into)
    click.echo(f"{len(capture.lines)} records: landing them for the models")
    project.land(capture.lines)
    project.generate(capture.schemas)
    project.spark.sql(f"drop table {LANDING}")
    for number, lines in enumerate(capture.batches(BATCHES), 1):
        click.echo(f"{number} of {BATCHES}: {len(lines)} records, dbt run")
        project.land(lines)
        # Views stay as they are.
        project.dbt("run", *(["--select", "config.materialized:incremental"] if number > 1 else []))
    click.echo("dbt test: conservation, current_matches_history and the others")
    project.dbt("test")
    return project


def compared(capture: Capture, project: Project) -> list[Outcome]:
    """Every table of the truth that has a topic."""
    outcomes = []
    tables = {table.name: table for table in tables_of(capture, project)}
    changes = truth.read_truth(capture.audit) if capture.audit else []
    for name, file in capture.truth.items():
        if name not in tables:
            click.echo(f"{name}: no event, not compared")
            continue
        table = tables[name]
        rows = rows_of(project, table.model, "not _is_deleted")
        outcomes.append(Comparison(table).rows(truth.read_truth(file), rows))
        log = [change for change in changes if change["tbl"] == name]
        if log and table.key:
            versions = rows_of(project, f"{table.model}_history")
            told = replace(table, name=f"{name}, history")
            outcomes.append(audit.compare(log, versions, Comparison(told)))
    return outcomes


def show(outcome: Outcome) -> None:
    verdict = f"{len(outcome.differences)} differences" if outcome.differences else "equal"
    remark = f" ({outcome.remark})" if outcome.remark else ""
    click.echo(f"{outcome.table}: {verdict}, {outcome.rows} rows{remark}")
    for (column, why), times in sorted(outcome.losses.items()):
        click.echo(f"    {column}: {times} not in the events: {why}")
    for difference in outcome.differences[:SHOWN]:
        click.echo(f"    {difference[:300]}")


if __name__ == "__main__":
    main()
