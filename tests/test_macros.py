"""Macros: one public macro a file, dispatched and documented with all of its arguments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jinja2
import pytest
import yaml
from conftest import ROOT
from jinja2 import nodes

from dbt_debezium.conformance import CONNECTORS

MACROS = ROOT / "macros"
MAX_LINES = 120
JINJA = jinja2.Environment(extensions=["jinja2.ext.do"])
# What a file of these folders holds instead: a line of a table, by the file's name.
TABLES = {"connectors": "_connector_", "landing": "_layout_"}


def signatures(text: str) -> dict[str, list[str]]:
    """Return the macros of a file, with the names of their arguments."""
    macros = JINJA.parse(text).find_all(nodes.Macro)
    return {macro.name: [argument.name for argument in macro.args] for macro in macros}


def is_public(name: str) -> bool:
    return not name.startswith("_") and "__" not in name


def problems(macros: Path) -> list[str]:
    """Return what is wrong with a folder of macros, one folder for each family."""
    found: list[str] = []
    for folder in sorted(path for path in macros.iterdir() if path.is_dir()):
        described = descriptions(folder)
        for file in sorted(folder.glob("*.sql")):
            text = file.read_text()
            held = signatures(text)
            if len(text.splitlines()) > MAX_LINES:
                found.append(f"{file.name} is longer than {MAX_LINES} lines")
            if (expected := main_macro(file)) and expected not in held:
                found.append(f"{file.name} does not hold {expected}")
            for name in filter(is_public, held):
                if name != file.stem:
                    found.append(f"{name} stands in {file.name}")
                found += undispatched(name, held, text)
                found += undescribed(name, held[name], described.pop(name, None))
        found += [f"{name} is described but not there" for name in described]
    return found


def main_macro(file: Path) -> str | None:
    """Return the macro that a file is named after; a file of helpers (_name.sql) may have any."""
    if file.stem.startswith("_"):
        return None
    return TABLES.get(file.parent.name, "") + file.stem


def descriptions(folder: Path) -> dict[str, dict[str, Any]]:
    file = folder / f"_{folder.name}__macros.yml"
    content = yaml.safe_load(file.read_text()) if file.exists() else {"macros": []}
    return {macro["name"]: macro for macro in content["macros"]}


def undispatched(name: str, held: dict[str, list[str]], text: str) -> list[str]:
    """A user's project can replace a macro that is dispatched before it does anything."""
    arguments = ", ".join(held[name])
    call = f"{{{{ return(adapter.dispatch('{name}', 'debezium')({arguments})) }}}}"
    body = text.partition(f"macro {name}(")[2].partition("%}")[2]
    written = " ".join(body.split()).replace("( ", "(").replace(" )", ")")
    if not written.startswith(call):
        return [f"{name} does not start with {call}"]
    if held.get(f"default__{name}") != held[name]:
        return [f"default__{name} has other arguments"]
    return []


def undescribed(name: str, arguments: list[str], described: dict[str, Any] | None) -> list[str]:
    if described is None:
        return [f"{name} is not described"]
    found = [] if described.get("description") else [f"{name} has no description"]
    described_arguments = described.get("arguments", [])
    if [argument["name"] for argument in described_arguments] != arguments:
        found.append(f"{name} has the arguments {arguments}")
    found += [
        f"{name} lacks type or description of {argument['name']}"
        for argument in described_arguments
        if not (argument.get("type") and argument.get("description"))
    ]
    return found


def test_public_macros_are_named_dispatched_and_described() -> None:
    assert not problems(MACROS)


def test_every_connector_is_described() -> None:
    """Where its name must stand besides its file and its line in the table."""
    table = (MACROS / "connectors" / "_connectors.sql").read_text()
    names = re.findall(r"'(\w+)': debezium\._connector_\1\(\)", table)
    assert len(names) == len(list((MACROS / "connectors").glob("[!_]*.sql")))
    rows = re.findall(r"^\| ([a-z0-9, ]+) \|", (ROOT / "docs" / "ordering.md").read_text(), re.M)
    assert set(names) <= {name for row in rows for name in row.split(", ")}
    assert set(names) - {"cdl"} == set(CONNECTORS)  # the transforms see no CDL


def layouts() -> set[str]:
    """Return the names of the landing layouts."""
    table = (MACROS / "landing" / "_layouts.sql").read_text()
    return set(re.findall(r"^ +'(\w+)': debezium\._layout_\w+\(", table, re.M))


def listed(page: str, section: str, pattern: str) -> set[str]:
    """Return the layouts that the matches of a pattern name, in the section of a page."""
    text = (ROOT / page).read_text().partition(f"{section}\n")[2].partition("\n## ")[0]
    return layouts() & set(re.findall(r"\w+", " ".join(re.findall(pattern, text, re.M))))


@pytest.mark.parametrize(
    ("page", "section", "pattern"),
    [
        ("docs/design.md", "## Layouts", r"^\| ([\w, ]+) \|"),
        ("docs/landed_forms.md", "# How your events land", r"`(\w+)`"),
        ("docs/ordering.md", "## What can be decided, by layout", r"^\| case \| (.+) \|$"),
        ("macros/unwrap/_unwrap__macros.yml", "macros:", r"landing table: (kafka, json,[^.]+)"),
    ],
)
def test_every_layout_is_described(page: str, section: str, pattern: str) -> None:
    assert layouts() - listed(page, section, pattern) == set()


def test_every_layout_is_described_where_layouts_differ() -> None:
    """By the parse of a message, and whether rows have offsets."""
    typed = listed("docs/design.md", "## Two ways to parse", r"the layouts ([\w\s,]+) are parsed")
    as_text = listed("docs/decisions/0022-typed-parse.md", "", r"^- the layouts (.+)$")
    assert as_text == layouts() - typed
    # the page names `envelope` by "entities that read a shared base model"
    slow = listed("docs/running.md", "## Fast and slow rows", r"^layouts (.+)\.$")
    assert slow == as_text - {"envelope"}
    by_layout = "## What can be decided, by layout"
    without_offsets = listed("docs/ordering.md", by_layout, r"^\| case .+ \| (.+) \|$")
    assert without_offsets == listed("docs/landed_forms.md", "## Row ids", r"layouts (.+) have no")
    for page in ("docs/engines.md", "tests/engines/page.md.jinja"):
        formats = listed(page, "## What differs between the formats", r"\(layouts (.+?)\)")
        assert formats == without_offsets


def test_generic_tests_are_described() -> None:
    """dbt refuses their arguments in YAML, so the text has to name each."""
    folder = ROOT / "tests" / "generic"
    described = descriptions(folder)
    for file in folder.glob("*.sql"):
        found = re.search(r"{% test (\w+)\(model(?:, ([\w, =\[\]]+))?\) %}", file.read_text())
        assert found, file
        assert found[1] == file.stem
        text = described.pop(f"test_{file.stem}")["description"]
        names = [name.partition("=")[0] for name in (found[2] or "").split(", ") if name]
        assert [name for name in names if f"{name}," not in text] == []
    assert not described


GOOD = """{% macro a(x, y=1) %}
{{ return(adapter.dispatch('a', 'debezium')(x, y)) }}
{% endmacro %}
{% macro default__a(x, y=1) %}{% endmacro %}
"""
ARGUMENTS = "[{name: x, type: string, description: X.}, {name: y, type: integer, description: Y.}]"
DESCRIBED = f"macros: [{{name: a, description: A., arguments: {ARGUMENTS}}}]"


@pytest.mark.parametrize(
    ("file", "sql", "described", "problem"),
    [
        ("a.sql", GOOD, DESCRIBED, None),
        ("_a.sql", "{% macro _b(x) %}{% endmacro %}", "macros: []", None),
        ("b.sql", GOOD, DESCRIBED, "a stands in b.sql"),
        ("a.sql", GOOD + "\n" * 120, DESCRIBED, "a.sql is longer than 120 lines"),
        ("a.sql", GOOD.replace("dispatch('a'", "dispatch('b'"), DESCRIBED, "a does not start"),
        ("a.sql", GOOD.replace("(x, y))", "(x))"), DESCRIBED, "a does not start"),
        ("a.sql", GOOD.replace("__a(x, y=1)", "__a(x)"), DESCRIBED, "default__a has other"),
        ("a.sql", GOOD, "macros: []", "a is not described"),
        ("a.sql", GOOD, DESCRIBED.replace("A.", "''"), "a has no description"),
        ("a.sql", GOOD, DESCRIBED.replace("name: y", "name: z"), "a has the arguments"),
        ("a.sql", GOOD, DESCRIBED.replace("X.", "''"), "a lacks type or description of x"),
        ("_a.sql", "", DESCRIBED, "a is described but not there"),
    ],
)
def test_the_gate_notices(
    tmp_path: Path, file: str, sql: str, described: str, problem: str | None
) -> None:
    folder = tmp_path / "family"
    folder.mkdir()
    (folder / file).write_text(sql)
    (folder / "_family__macros.yml").write_text(described)
    found = problems(tmp_path)
    assert any(text.startswith(problem) for text in found) if problem else not found, found
