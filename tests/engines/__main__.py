"""One suite for every engine and table format: `python -m engines ENGINE`.

Runs the worked example, simulated streams and a capture on the engine, with `tests` on PYTHONPATH,
and writes what it found to docs/engines.md. The last line counts the checks that passed; exits 1
where one failed.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson
from chain.process import ChainError, end_on_signals

from dbt_debezium import install
from engines import page
from engines.engines import ENGINES, Engine

ROOT = Path(__file__).parent.parent.parent
CAPTURE = "tests/engines/capture"


@dataclass(frozen=True)
class Part:
    """A part of the suite: a command, whose last lines count the checks that passed and failed."""

    name: str
    command: tuple[str, ...]
    passed: str
    failed: str
    is_total: bool = False
    """Whether what `passed` finds counts those that failed too."""


def suite(engine: str, streams: int) -> list[Part]:
    pytest = ("-m", "pytest", "-p", "no:cacheprovider")
    example = (*pytest, "tests/test_example.py")
    files = (f"tests/test_{each}.py" for each in ("formats", "drift", "up_to_date", "backfill"))
    tables = (*pytest, "-m", "slow or not slow", *files)
    simulated = ("-m", "simulator.checker", str(streams), "1", "--shrink", "0")
    replay = ("-m", "dbt_debezium.replay", CAPTURE, "--project", f"target/engines/{engine}")
    tests = r"(\d+) passed", r"(\d+) (?:failed|errors?)"
    return [
        Part("the worked example", example, *tests),
        Part("maintenance, columns, readers", tables, *tests),
        Part("simulated streams", simulated, r"(\d+) streams", r"(\d+) mismatches", True),
        Part("a capture", replay, r"(\d+) tables equal", r"(\d+) tables differ"),
    ]


@dataclass(frozen=True)
class Found:
    """What a part of the suite found."""

    name: str
    passed: int
    failed: int


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--streams", default=200, type=int, help="how many are simulated")
    parser.add_argument("--only", default="", help="the parts whose names have this; others stay")
    given = parser.parse_args(arguments)
    end_on_signals()
    engine = ENGINES[given.engine]
    spark, format_ = "unknown", engine.format.name
    found: list[Found] = []
    try:
        with ExitStack() as stack:
            folder = started(engine, stack)
            spark, version = versions(engine, folder)
            format_ = f"{engine.format.name} {version}"
            parts = suite(given.engine, given.streams)
            found = [run(part) for part in parts if given.only in part.name]
        versions_seen = {"spark": spark, "format": format_}
        results = {each.name: asdict(each) | versions_seen for each in found}
        page.write(given.engine, results, is_whole=not given.only)
    except (ChainError, install.InstallError, subprocess.CalledProcessError) as error:
        print(f"{given.engine}: {error}", file=sys.stderr)
        found.append(Found("the engine", 0, 1))
    passed, failed = (sum(getattr(each, name) for each in found) for name in ("passed", "failed"))
    print(
        f"{given.engine}: {passed} checks passed, {failed} failed, spark {spark}, format {format_}"
    )
    return 0 if passed and not failed else 1


def started(engine: Engine, stack: ExitStack) -> Path:
    """Return the folder of an engine, after starting what it needs and setting the environment.

    All of it runs until the stack closes.
    """
    folder = Path(tempfile.mkdtemp(prefix="engine-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    if engine.jars:
        install.main(*engine.jars)
    os.environ |= {
        "DBT_PROFILES_DIR": str(ROOT / "profiles"),
        "DBT_PROJECT_DIR": str(ROOT),
        "DEBEZIUM_DRIVER_MEMORY": "3g",
        "DEBEZIUM_FILE_FORMAT": engine.format.name,
        "DEBEZIUM_LAKE": str(folder / "lake"),
        "DEBEZIUM_TARGET": engine.target,
        "PYTHONPATH": str(ROOT / "tests"),
        "VIRTUAL_ENV": sys.prefix,
    }
    os.environ |= stack.enter_context(engine.started(folder))
    return folder


def versions(engine: Engine, folder: Path) -> list[str]:
    """Spark's version and the format's, as the live session reports them."""
    sql = f"select concat_ws(' ', split(version(), ' ')[0], {engine.format.version}) as versions"
    dbt = [str(Path(sys.executable).with_name("dbt")), "--quiet"]
    show = ["show", "--target-path", str(folder), "--inline", sql, "--output", "json"]
    shown = subprocess.run([*dbt, *show], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if shown.returncode:
        raise ChainError(f"dbt show fails:\n{shown.stdout}")
    row = orjson.loads(shown.stdout[shown.stdout.index("{") :])["show"][0]
    return str(row["versions"]).split(" ", 1)


def run(part: Part) -> Found:
    """Run a part and pass its output on. One that fails or prints no count is one failed check."""
    print(f"{part.name}: python {shlex.join(part.command)}", flush=True)
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, *part.command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            for line in process.stdout:
                print(line, end="", flush=True)
                lines = [*lines[-4:], line]
        except BaseException:  # a signal: the part ends with the suite
            process.terminate()
            raise
    text = "".join(lines)
    counts = [sum(map(int, re.findall(pattern, text))) for pattern in (part.passed, part.failed)]
    passed, failed = counts
    if part.is_total:
        passed -= failed
    if not failed and (process.returncode or not passed):
        failed = 1
    return Found(part.name, passed, failed)


if __name__ == "__main__":
    sys.exit(main())
