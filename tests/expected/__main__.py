"""Compare with the stored results: `python -m expected [PART...]`, with `tests` on PYTHONPATH.

Ends with the line `N results equal, N differ`; exits 1 where one differs or there is none. The rows
are in target/expected: where a result differs, run the same part at the commit before and compare
the files.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from expected.parts import ROOT, built, parts
from expected.tables import digest

STORED = Path(__file__).parent / "results"
ROWS = ROOT / "target" / "expected"
SHOWN = 20


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("chosen", metavar="[PART]...", nargs=-1)
@click.option(
    "--captures", type=click.Path(path_type=Path), default=ROOT.parent / "shared" / "captures"
)
@click.option("--write", is_flag=True, help="Store what is found instead of comparing it.")
def main(chosen: tuple[str, ...], captures: Path, write: bool) -> None:
    """Build each PART, of all by default, and compare its rows with the stored results."""
    known = list(dict.fromkeys([*parts(captures), *(each.stem for each in STORED.glob("*.json"))]))
    if unknown := set(chosen) - set(known):
        raise click.UsageError(
            f"no part {', '.join(sorted(unknown))}; there are {', '.join(known)}"
        )
    equal, differ = 0, 0
    for name in chosen or known:
        found = digests(name, captures)
        if write and found:
            write_json(STORED / f"{name}.json", found)
        expected = stored(name)
        differences = compared(expected, found)
        equal_results = len(found.items() & expected.items())
        click.echo(f"{name}: {equal_results} results equal, {len(differences)} differ")
        for each in differences[:SHOWN]:
            click.echo(f"    {each}")
        equal += equal_results
        differ += len(differences) if found else max(1, len(expected))
    click.echo(f"{equal} results equal, {differ} differ")
    sys.exit(0 if equal > 0 and not differ else 1)


def compared(expected: dict[str, str], found: dict[str, str]) -> list[str]:
    """Return the results that differ, are missing or were not expected."""
    names = sorted(expected.keys() | found.keys())
    return [
        f"{name}: expected {expected.get(name, 'nothing')}, found {found.get(name, 'nothing')}"
        for name in names
        if expected.get(name) != found.get(name)
    ]


def stored(name: str) -> dict[str, str]:
    file = STORED / f"{name}.json"
    return dict(json.loads(file.read_text())) if file.exists() else {}


def write_json(file: Path, content: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


def digests(name: str, captures: Path) -> dict[str, str]:
    """Return the digest of each result of a part; nothing where it cannot be built."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        try:
            results = pool.submit(built, name, captures).result()
        except Exception as error:  # of dbt, of Spark: the other parts go on
            click.echo(f"{name} cannot be built: {error}")
            return {}
    write_json(ROWS / f"{name}.json", results)
    return {each: digest(rows) for each, rows in results.items()}


if __name__ == "__main__":
    main()
