"""The commands on the pages that read the worked example run on it."""

from __future__ import annotations

import re
import shlex

import pytest
from conftest import ROOT, Dbt, Example

PAGES = ("analysts", "questions", "repair", "schema_changes", "running", "ordering")
READS = re.compile(
    r"^ +(dbt (?:show|run-operation debezium\.(?:explain_key|retry_rejected)).*)$", re.MULTILINE
)
PLACEHOLDER = "<name of the test>"


def commands() -> list[str]:
    """Return the commands of all pages that change nothing, each once."""
    texts = [(ROOT / "docs" / f"{page}.md").read_text() for page in PAGES]
    found = [command for text in texts for command in READS.findall(text)]
    return [each for each in dict.fromkeys(found) if PLACEHOLDER not in each]


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_pages_runs(dbt: Dbt, example: Example, command: str) -> None:
    _, *arguments = shlex.split(command)
    dbt(*arguments)


def test_the_pages_have_commands() -> None:
    assert len(commands()) >= 15
