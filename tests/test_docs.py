"""The reference is up to date, links have targets, and dbt docs describe everything."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from dbt.cli.main import dbtRunner
from dbt.contracts.graph.manifest import Manifest
from reference import page

NAMES = ("README", "CHANGELOG", "CONTRIBUTING", "landing/README", "profiles/README")
PAGES = [*(ROOT / f"{name}.md" for name in NAMES), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")


# -- pages ---------------------------------------------------------------------------------------


def test_the_reference_is_up_to_date() -> None:
    for file, text in page.pages().items():
        assert file.read_text() == text, "make reference"


@pytest.mark.parametrize(
    ("sql", "call"),
    [
        ("{% macro a() %}{% endmacro %}", "debezium.a()"),
        ("{% macro a(b, c=none, d=true) %}{% endmacro %}", "debezium.a(b, c=none, d=true)"),
        ("{% macro a(b='_', c=[], d={}) %}{% endmacro %}", "debezium.a(b='_', c=[], d={})"),
    ],
)
def test_a_call_is_distinguished_from_the_macro(sql: str, call: str) -> None:
    assert page.call("a", page.signature(sql, "a")) == call


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(file: Path) -> None:
    broken = []
    for path, anchor in LINK.findall(file.read_text()):
        target = (file.parent / path) if path else file
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            broken.append(f"{path}#{anchor}")
    assert not broken


# -- dbt docs ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    """The worked example as dbt parses it; that starts no Spark."""
    target = str(tmp_path_factory.mktemp("parsed"))
    result = dbtRunner().invoke(
        ["--quiet", "parse", "--no-partial-parse"],
        project_dir=str(ROOT),
        profiles_dir=str(ROOT / "profiles"),
        target_path=target,
        log_path=target,
    )
    assert isinstance(result.result, Manifest), result.exception
    return result.result


def documented(manifest: Manifest) -> Iterator[Any]:
    """Yield what dbt docs show of the worked example."""
    for node in [*manifest.nodes.values(), *manifest.sources.values()]:
        if node.resource_type in ("model", "seed", "snapshot", "source"):
            yield node


def test_everything_is_described(manifest: Manifest) -> None:
    nodes = list(documented(manifest))
    assert nodes
    assert manifest.exposures
    lacking = [each.unique_id for each in manifest.exposures.values() if not each.description]
    for node in nodes:
        lacking += [node.unique_id] if not (node.description and node.columns) else []
        lacking += [
            f"{node.unique_id}.{column.name}"
            for column in node.columns.values()
            if not column.description or not column.data_type
        ]
    assert not lacking


def own_columns(manifest: Manifest) -> list[str]:
    """Return the names that the package's macro metadata_columns gives."""
    text = manifest.macros["macro.debezium.default__metadata_columns"].macro_sql
    return re.findall(r"'(\w+)'", text)


def test_the_packages_columns_are_described_alike_everywhere(manifest: Manifest) -> None:
    texts = {
        name: manifest.docs[f"doc.debezium.debezium__{name.removeprefix('_')}"].block_contents
        for name in own_columns(manifest)
    }
    differing = []
    types: dict[str, set[str | None]] = defaultdict(set)
    for node in documented(manifest):
        for column in node.columns.values():
            if column.name.startswith("_") and column.name in texts:
                types[column.name].add(column.data_type)
                if column.description != texts[column.name]:
                    differing.append(f"{node.unique_id}.{column.name}")
    assert not differing
    assert {"_key", "_position", "_load", "_is_deleted", "_valid_from"} <= types.keys()
    blocks = types.pop("_source")  # has the fields that its connector writes
    assert len(blocks) > 1
    assert all(str(each).startswith("struct<version: string, connector: ") for each in blocks)
    assert not {name: known for name, known in types.items() if len(known) > 1}
