"""docs/snapshots.md: its story is run, and each of its tables is what comes out."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from conftest import ROOT
from shop import Shop, change

PAGE = ROOT / "docs" / "snapshots.md"
WORDS = {"created": "c", "changes": "u", "deleted": "d"}
Cells = list[list[str]]


def tables(text: str) -> list[Cells]:
    """Return the tables of a page, each with its names first."""
    found: list[Cells] = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if lines:
            cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            found.append([cells[0], *cells[2:]])
    return found


def snapshots(text: str) -> list[Any]:
    """Return the snapshots that the page configures."""
    blocks = [block.partition("```")[0] for block in text.split("```yaml\n")[1:]]
    return [each for block in blocks for each in yaml.safe_load(block)["snapshots"]]


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shop(target: Any, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    page = PAGE.read_text()
    made = Shop(tmp_path_factory.mktemp("shop"), "shop", snapshots(page))
    story = tables(page)[0]
    for run in "123":
        for number, time, event in story[1:]:
            if number == run:
                made.land(message_of(time, event))
        made.dbt("build")
    return made


def message_of(time: str, event: str) -> tuple[str | None, str | None]:
    words = event.removesuffix("; lands late").split()
    (op,) = [op for word, op in WORDS.items() if word in words]
    plan = words[-1] if op == "u" or "with" in words else "free"
    row = {} if op == "d" else {"name": f"customer {words[1]}", "plan": plan}
    return change(int(time.removeprefix("10:")), op, int(words[1]), **row)


def shown(shop: Shop, table: str, names: list[str]) -> Cells:
    """Return the rows of a table as the page shows them: a time of a run as the run's number."""
    rows = [dict(zip(names, row, strict=True)) for row in shop.rows(table, ", ".join(names))]
    by_run = table != "customers_by_time"
    of_runs = [name for name in names if by_run and name.startswith("dbt_valid")]
    runs = sorted({row[name] for row in rows for name in of_runs} - {None})
    for row in rows:
        for name in of_runs:
            row[name] = row[name] and f"run {runs.index(row[name]) + 1}"
    return [["" if cell is None else plain(cell) for cell in row.values()] for row in rows]


def plain(cell: Any) -> str:
    return cell.strftime("%H:%M") if hasattr(cell, "strftime") else str(cell).lower()


@pytest.mark.parametrize(
    "table",
    "customers_history customers_snapshot customers_by_time"
    " active_ignore active_invalidate active_new_record".split(),
)
def test_the_page_shows_what_comes_out(shop: Shop, table: str) -> None:
    (cells,) = [each for each in tables(PAGE.read_text()) if each[0][0] == f"{table}.id"]
    names = ["id", *cells[0][1:]]
    held = shown(shop, table, names)
    if table.startswith("active"):
        held = [row for row in held if row[0] in ("4", "")]
    assert sorted(held) == sorted(cells[1:])
