"""One page on what landed and what became of it: `python -m dbt_debezium.report`.

Runs in the root of a dbt project that uses the package, on its own profile and target. The models
are found by what they call; the queries are in queries/, the charts in charts/, the page itself is
page.html.jinja.
"""

from __future__ import annotations

import csv
import os
from datetime import datetime, timezone
from pathlib import Path

import click

from dbt_debezium import __version__
from dbt_debezium.report.figures import Dbt, ReportError, figures, find

LENGTH = 160
"""Characters of a text that are shown."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--output", type=click.Path(path_type=Path), help="The file; target/report.html.")
@click.option("--hours", default=72, show_default=True, help="Number of newest hours shown.")
@click.option(
    "--samples", default=3, show_default=True, help="Number of texts per reason; 0 for none."
)
def main(output: Path | None, hours: int, samples: int) -> None:
    """Write the page of this project's tables."""
    output = output or Path(os.environ.get("DBT_TARGET_PATH", "target"), "report.html")
    try:
        text = report(hours, samples)
    except ReportError as problem:
        raise click.ClickException(str(problem)) from problem
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
    click.echo(f"report: {text.count('<section ')} sections, {output}")


def report(hours: int, samples: int) -> str:
    """Return the page. Raises ReportError where there is nothing to report on."""
    try:
        from dbt_debezium.report.page import page
    except ImportError as missing:
        raise ReportError(
            "the charts need more packages: pip install '../dbt-debezium[report]', where"
            " ../dbt-debezium is the folder or the wheel that dbt-debezium was installed from"
        ) from missing
    dbt = Dbt()
    project = find(dbt)
    found = figures(dbt, project, hours=hours, samples=samples, length=LENGTH)
    return page(
        found,
        project=project.name,
        version=__version__,
        at=datetime.now(timezone.utc),
        hours=hours,
        reasons=reasons(project.name),
        uncounted=[unit["name"] for unit in project.units() if not unit["ledger"]],
    )


def reasons(project: str | None) -> dict[str, dict[str, str]]:
    """Return what each reason means and what to do.

    This is the package's seed, read from the package's folder.
    """
    root = Path(os.environ.get("DBT_PROJECT_DIR", "."))
    if project != "debezium":
        from dbt.config.project import load_raw_project

        raw = load_raw_project(str(root))
        root = root / raw.get("packages-install-path", "dbt_packages") / "debezium"
    with (root / "seeds" / "rejection_reasons.csv").open(newline="", encoding="utf-8") as file:
        return {row["reason"]: row for row in csv.DictReader(file)}


if __name__ == "__main__":
    main()
