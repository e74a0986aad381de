"""SQL is one style, in the models that people write and in the compiled SQL where users debug."""

from __future__ import annotations

import inspect
import runpy
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import ROOT
from reference import page

SQLFLUFF = [sys.executable, "-m", "sqlfluff", "lint", "--processes", "2", "--nocolor"]


def lint(*arguments: str) -> str:
    """Return what sqlfluff finds; nothing is an empty text."""
    command = [*SQLFLUFF, *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def lint_compiled(texts: Mapping[str, str], folder: Path) -> str:
    """Return what sqlfluff finds in compiled SQL, by the name of the file that it is written to."""
    for name, sql in texts.items():
        (folder / f"{name}.sql").write_text(sql.strip() + "\n")
    return lint("--config", ".sqlfluff", "--templater", "raw", str(folder))


def test_models_are_in_style() -> None:
    found = lint(".")
    assert not found, found


def test_sqlfluff_knows_every_macro_of_a_model() -> None:
    """All but tests and operations, of which a model's config calls full_refresh."""
    folders = page.FOLDERS.keys() - {"macros/operations", "macros/codegen", "tests/generic"}
    macros = {macro["name"] for folder in folders for macro in page.described(folder)}
    held = runpy.run_path(str(ROOT / "tests" / "sqlfluff" / "debezium.py"))
    known = {name for name, value in held.items() if inspect.isfunction(value)}
    assert {name for name in known if not name.startswith("_")} == macros | {"full_refresh"}


@pytest.mark.parametrize(
    "folders",
    [("db2",), pytest.param(("*",), marks=pytest.mark.slow)],
    ids=["one source", "all"],
)
def test_compiled_sql_is_in_style(
    folders: tuple[str, ...], compiled_dir: Path, tmp_path: Path
) -> None:
    """Every model, but for the blank lines that Jinja leaves at a file's edges."""
    models = [model for each in folders for model in (ROOT / "models").glob(f"{each}/*.sql")]
    texts = {each.stem: (compiled_dir / each.relative_to(ROOT)).read_text() for each in models}
    found = lint_compiled(texts, tmp_path)
    assert not found, found


@pytest.mark.parametrize(
    ("sql", "rule"),
    [
        ("SELECT a FROM b", "CP01"),
        ("select a\nfrom b c", "AL01"),
        ("select\n    a\n    , b\nfrom c", "LT04"),
        ("select *\nfrom a", "AM04"),
        ('select a\nfrom b\nwhere c = "d"', "CV10"),
        ("select a b\nfrom c", "AL02"),
        ("select a\nfrom b\nwhere c in (select d from e where d = f)", "RF02"),
        ("select from where", "PRS"),
        (f"select {'a' * 120}\nfrom b", "LT05"),
    ],
)
def test_the_gate_notices(tmp_path: Path, sql: str, rule: str) -> None:
    assert rule in lint_compiled({"model": sql}, tmp_path)
