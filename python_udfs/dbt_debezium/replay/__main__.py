"""Replay a capture: `python -m dbt_debezium.replay DIR`.

Lands the events of a capture in one table, generates the models of all its tables, builds them in
three batches, and compares every table with the database's own rows. Ends with a line
`N tables equal, N tables differ`, and with 1 where any differs or none is equal. The line counts
besides: `, N tables not in the events`, whose differences the capture itself explains.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from dbt_debezium.replay import audit, truth
from dbt_debezium.replay.capture import Capture, CaptureError, load
from dbt_debezium.replay.lacking import Lacking
from dbt_debezium.replay.project import LANDING, Project, ReplayError
from dbt_debezium.replay.tables import rows_of, tables_of
from dbt_debezium.replay.truth import Comparison, Outcome

BATCHES = 3
SHOWN = 5
"""Differences of a table that are printed."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--project",
    "into",
    metavar="FOLDER",
    default="target/replay",
    show_default=True,
    type=Path,
    help="The folder of the project that is made; that of an earlier replay is emptied.",
)
def main(folder: Path, into: Path) -> None:
    """Replay the capture in DIR and compare with its truth."""
    try:
        capture = load(folder.resolve())
        for remark in capture.remarks:
            click.echo(remark)
        project = built(capture, into)
    except CaptureError as problem:
        raise click.ClickException(str(problem)) from problem
    except ReplayError as problem:
        click.echo(f"Error: {problem}", err=True)
        click.echo(f"0 tables equal, {len(capture.truth)} tables differ")
        sys.exit(1)
    outcomes = list(compared(capture, project))
    for outcome in outcomes:
        show(outcome)
    equal, differ, lacking = counts(outcomes)
    besides = f", {lacking} tables not in the events" if lacking else ""
    click.echo(f"{equal} tables equal, {differ} tables differ{besides}")
    sys.exit(0 if equal and not differ else 1)


def counts(outcomes: list[Outcome]) -> tuple[int, int, int]:
    """Return how many tables are equal, differ, and are not in the events."""
    lacking = sum(1 for outcome in outcomes if outcome.lacking)
    equal = sum(1 for outcome in outcomes if not outcome.differences)
    return equal, len(outcomes) - equal - lacking, lacking


def built(capture: Capture, into: Path) -> Project:
    """Return the project of a capture, its tables built; with the tests of the generated models."""
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
    """Return every table of the truth, but for those without rows and events."""
    outcomes = []
    lacking = Lacking(capture)
    tables = {table.name: table for table in tables_of(capture, project)}
    changes = truth.read_truth(capture.audit) if capture.audit else []
    for name, file in capture.truth.items():
        true_rows = truth.read_truth(file)
        if name not in tables:
            if true_rows:
                outcomes.append(lacking.of_no_model(name, true_rows))
            else:
                click.echo(f"{name}: no row and no event, not compared")
            continue
        table = tables[name]
        rows = rows_of(project, table.model, "not _is_deleted")
        outcomes.append(Comparison(table).rows(true_rows, rows))
        lacking.explain(table, outcomes[-1])
        log = [change for change in changes if change["tbl"] == name]
        if log and table.key:
            versions = rows_of(project, f"{table.model}_history")
            history_table = replace(table, name=f"{name}, history")
            outcomes.append(audit.compare(log, versions, Comparison(history_table)))
    return outcomes


def show(outcome: Outcome) -> None:
    result = f"{len(outcome.differences)} differences" if outcome.differences else "equal"
    if outcome.lacking:
        result = f"not in the events, {outcome.lacking}: {result}"
    remark = f" ({outcome.remark})" if outcome.remark else ""
    click.echo(f"{outcome.table}: {result}, {outcome.rows} rows{remark}")
    for (column, why), times in sorted(outcome.known.items()):
        click.echo(f"    {column}: {times} not in the events: {why}")
    for difference in outcome.differences[:SHOWN]:
        click.echo(f"    {difference[:300]}")


if __name__ == "__main__":
    main()
