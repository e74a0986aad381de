"""Writes the models of a landed table into a dbt project: `python -m dbt_debezium.generate`.

Runs in the project's root, on its own profile and target. The files follow the
package's macros (generate_sources, generate_entity); here they only get their places. A file that
is there already is kept, unless an option says otherwise.
"""

from __future__ import annotations

import gc
import json
import os
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import click
from dbt.artifacts.schemas.run import RunExecutionResult
from dbt.cli.main import dbtRunner
from dbt.graph.thread_pool import DbtThreadPool

Files = dict[str, str]
ONE_TABLE = frozenset("topic table layout connector key expected_rows".split())
"""Options for one source table."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("relation", metavar="SCHEMA.TABLE")
@click.option("--all", "every", is_flag=True, help="All source tables of the landing table.")
@click.option("--topic", help="The topic, or a pattern of several that are one entity.")
@click.option("--table", help="The source table, if the rows have no topic.")
@click.option("--name", help="The name of the models, such as db2__customers.")
@click.option("--layout", help="The landing layout, if the rows do not show it.")
@click.option("--connector", help="The connector, if the rows do not name it.")
@click.option(
    "--key", multiple=True, help="A key column, if there is no message key; repeat. '' for no key."
)
@click.option("--schemas", help="A file of exported schemas, one line per topic; of messages only.")
@click.option("--schema-changes", help="The landing table of the schema-change topic.")
@click.option("--unavailable-value-placeholder", help="The connector's, if it is not the default.")
@click.option(
    "--expected-rows",
    type=click.IntRange(1),
    help="Rows that the table will have, if it is Iceberg: a million and more get buckets.",
)
@click.option("--into", default="models", show_default=True, help="The folder for the models.")
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
def main(relation: str, into: str, overwrite: bool, every: bool, **options: Any) -> None:
    """Write the models of one source table in the landing table SCHEMA.TABLE, or of all.

    TABLE may be a pattern of several landing tables that are one entity, such as 'orders_.*'.
    """
    given = {
        name: [*filter(None, value)] if name == "key" else value
        for name, value in options.items()
        if value
    }
    if not Path(os.environ.get("DBT_PROJECT_DIR", "."), "dbt_project.yml").exists():
        raise click.ClickException("no dbt_project.yml here: run it in the root of your project")
    alone = [f"--{name.replace('_', '-')}" for name in given if every and name in ONE_TABLE]
    if alone:
        raise click.ClickException(f"--all excludes {', '.join(alone)}")
    schema, _, table = relation.partition(".")
    if not table:
        raise click.ClickException(f"{relation} is not SCHEMA.TABLE. Name the schema")
    is_pattern = re.search(r"[^\w .-]", table) is not None
    click.echo(f"reading {relation}: Spark starts, and reads landed rows", err=True)
    files: Files = call_macro(
        "generate_landing" if every else "generate_entity", relation=relation, **given
    )
    sources: Files = {}
    if not is_pattern:
        sources = call_macro("generate_sources", schema=schema, tables=[table])
    folder = Path(into) / (re.sub(r"\W+", "_", table).strip("_") or schema if is_pattern else table)
    kept = [name for name in files if (folder / name).exists()]
    if kept and not overwrite:
        problem = f"{folder / kept[0]} exists: --overwrite replaces it"
        if not every:
            problem += ", --name writes models of another name beside it"
        raise click.ClickException(problem)
    models = {Path(name).name: folder / name for name in files if name.endswith(".sql")}
    for other in sorted(Path(into).rglob("*.sql")):
        if other != models.get(other.name, other):
            problem = f"{other} is a model of the same name, perhaps of another table: remove it"
            raise click.ClickException(f"{problem} and its YAML, or pass another --name")
    # one file declares the landing table for the models of all its source tables
    if not overwrite:
        sources = {name: text for name, text in sources.items() if not (folder / name).exists()}
    for name, text in (sources | files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(folder / name)
    for line in "".join(files.values()).splitlines():
        if line.startswith("# no models for "):
            click.echo(line[2:], err=True)


def call_macro(macro: str, **arguments: Any) -> Any:
    """Return what a macro returns: {file: text} of those that write models.

    Raises click.ClickException with the macro's own message.
    """
    texts = {name: json.dumps(value, ensure_ascii=False) for name, value in arguments.items()}
    call = ", ".join(f"{name}={text}" for name, text in texts.items())
    inline = "{{ tojson(debezium." + macro + "(" + call + ")) }}"
    output = StringIO()
    with redirect_stdout(output):
        result = dbtRunner().invoke(["--quiet", "--no-print", "compile", "--inline", inline])
    if not result.success:
        text = problem(output.getvalue() or str(result.exception))
        # dbt leaves its thread pool open after an error. Python would complain of it at exit.
        for pool in [each for each in gc.get_objects() if isinstance(each, DbtThreadPool)]:
            pool.terminate()
        raise click.ClickException(text)
    assert isinstance(result.result, RunExecutionResult)
    return json.loads(result.result.results[0].node.to_dict()["compiled_code"])


def problem(output: str) -> str:
    """Return the macro's message without its example, which is a call and not a command."""
    found = re.search(r"debezium\.\w+: (.*?)\s+Example:", output, re.DOTALL)
    return f"{found[1]}; --help lists the options" if found else output


if __name__ == "__main__":
    main()
