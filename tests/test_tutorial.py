"""docs/tutorial.md, word for word: its files are written, its commands typed into one shell.

A fenced block with a title is the file of that name. In a block `console` a line with `$ ` is a
command, and what follows is what it prints: `...` stands for anything, as in doctest.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from doctest import ELLIPSIS, Example, OutputChecker
from pathlib import Path

import pytest
from conftest import ROOT
from environment import bare, create
from markdown_it import MarkdownIt

PAGE = ROOT / "docs" / "tutorial.md"
NEW_ENVIRONMENT = "python3 -m venv .venv"
"""The one command that is not run as it stands: what it makes has pip's downloads already."""

SETTINGS = {
    "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    "DBT_USE_COLORS": "false",
    # a build without isolation, which pip takes from the environment this way round
    "PIP_NO_BUILD_ISOLATION": "0",
    "PIP_NO_INDEX": "1",
}
END = "end of the command"


def steps(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a reader does: ("write", file, text) or ("type", command, output)."""
    for block in MarkdownIt().parse(page):
        if title := re.search(r'title="(.+)"', block.info):
            yield "write", title[1], block.content
        elif block.info == "console":
            for typed in re.split(r"^\$ ", block.content, flags=re.MULTILINE)[1:]:
                command, _, output = typed.partition("\n")
                yield "type", command, output


class Reader:
    """Does what the page says in a folder, with one shell, which ends where a command fails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shell = subprocess.Popen(
            ["bash", "-e"],
            cwd=folder,
            env={**bare(), **SETTINGS},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text)

    def type(self, command: str, output: str) -> None:
        if command == NEW_ENVIRONMENT:
            create(self.folder / ".venv", "jars")
            return
        printed = self.printed(command).strip()
        checker = OutputChecker()
        if not checker.check_output(output.strip(), printed, ELLIPSIS):
            example = Example(command, output)
            difference = checker.output_difference(example, printed, ELLIPSIS)
            raise AssertionError(f"{command}\n{difference}")

    def printed(self, command: str) -> str:
        assert self.shell.stdin
        assert self.shell.stdout
        self.shell.stdin.write(f"{command} < /dev/null\necho\necho '{END}'\n")
        self.shell.stdin.flush()
        printed = ""
        for line in self.shell.stdout:
            if line.rstrip() == END:
                return printed
            printed += line
        raise AssertionError(f"{command}\n{printed}")


@pytest.mark.slow
def test_word_for_word(tmp_path: Path) -> None:
    made = shutil.ignore_patterns(".[!d]*", "build", "dist", "dbt_packages", "logs", "target")
    shutil.copytree(ROOT, tmp_path / "dbt-debezium", ignore=made)
    (tmp_path / "shop").mkdir()
    reader = Reader(tmp_path / "shop")
    for step, name, text in steps(PAGE.read_text()):
        getattr(reader, step)(name, text)
