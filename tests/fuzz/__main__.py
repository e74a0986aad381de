"""Mutate messages: `python -m fuzz MESSAGES SEED`, with `tests` on PYTHONPATH.

Takes the captures of real connectors, and the worked example's records for the others. Lands
mutated records between them, builds the generated models, compares with a build without them, and
looks for values that no message has.
Ends with the line `N mutated, F failed runs, L rows lost, C rows changed`, of which the last counts
these values too; exits 1 where a number after the first is not 0, or nothing was mutated, had to
stay or had a value.
"""

from __future__ import annotations

import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from fuzz.mutations import Record
from fuzz.trial import Outcome, records_of, trial

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "target" / "fuzz"
EXAMPLES = ["mongodb", "sqlserver", "db2", "cdl"]
CAPTURES = ["postgres-default-noschemas", "postgres-default-schemas", "mariadb-default-noschemas"]
SHOWN = 5
AT_ONCE = 2


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("messages", type=click.IntRange(1))
@click.argument("seed", type=int)
@click.option(
    "--captures", type=click.Path(path_type=Path), default=ROOT.parent / "shared" / "captures"
)
@click.option("--source", "chosen", multiple=True, help="A capture or a part of the example.")
def main(messages: int, seed: int, captures: Path, chosen: tuple[str, ...]) -> None:
    """Land MESSAGES mutated records, drawn from SEED, between good ones."""
    sources = {
        name: each for name, each in found_sources(captures).items() if not chosen or name in chosen
    }
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {
            name: pool.submit(
                trial, *each, share(messages, len(sources), number), seed + number, FOLDER / name
            )
            for number, (name, each) in enumerate(sources.items())
        }
        for name, future in running.items():
            outcomes.append(future.result())
            report(name, outcomes[-1])
    mutated = sum(each.mutated for each in outcomes)
    failed, lost, changed = (
        sum(len(getattr(each, name)) for each in outcomes)
        for name in ("failures", "lost", "changed")
    )
    click.echo(f"{mutated} mutated, {failed} failed runs, {lost} rows lost, {changed} rows changed")
    checked = all(each.kept and each.values for each in outcomes)
    sys.exit(0 if mutated and checked and not (failed or lost or changed) else 1)


def share(messages: int, sources: int, number: int) -> int:
    return messages // sources + (number < messages % sources)


def report(name: str, outcome: Outcome) -> None:
    """Print what a source gave; its folder stays if something is wrong."""
    click.echo(
        f"{name}: {outcome.mutated} mutated between {outcome.records} records,"
        f" {outcome.kept} keys not named, {outcome.values} values:"
        f" {len(outcome.failures)} failed runs,"
        f" {len(outcome.lost)} rows lost, {len(outcome.changed)} rows changed"
    )
    for problem in [*outcome.failures, *outcome.lost[:SHOWN], *outcome.changed[:SHOWN]]:
        click.echo(f"    {problem[:500]}")
    if not (outcome.failures or outcome.lost or outcome.changed):
        shutil.rmtree(FOLDER / name, ignore_errors=True)


def found_sources(captures: Path) -> dict[str, tuple[list[Record], Path | None]]:
    """Return the records of each source, and its exported schemas where it has them."""
    from dbt_debezium.replay.capture import load

    found: dict[str, tuple[list[Record], Path | None]] = {}
    for name in CAPTURES:
        if (captures / name).is_dir():
            capture = load((captures / name).resolve())
            found[name] = (records_of(capture.lines), capture.schemas)
        else:
            click.echo(f"{name} is not in {captures}: left out")
    for name in EXAMPLES:
        lines = [
            line
            for day in ("day_1", "day_2")
            for line in (ROOT / "landing" / day / f"{name}.jsonl").read_bytes().splitlines()
        ]
        found[name] = (records_of(lines), None)
    return found


if __name__ == "__main__":
    main()
