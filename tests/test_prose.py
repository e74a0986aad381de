"""The pages are plain English: short sentences, narrow lines, and the terms of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from test_docs import PAGES

WORDS = 25
"""In a sentence at most."""
COLUMNS = 100
"""In a line at most, outside of tables and code."""
SHARE = 0.05
"""Of the sentences, and of the lines, of a page may be longer."""

# pattern: the better words, an example
TERMS = {
    r"\b(tells?|told)\b": ("return, report, specify", "the YAML tells the type"),
    r"(?<!--)\bnews\b": ("new events", "a key with news"),
    r"\b(stands?|stood)\b": ("is, exists", "the type stands in the YAML"),
    r"\banew\b": ("again", "built anew"),
    r"(?<!thing )\belse\b": ("otherwise", "else it is null"),
    r"\b(holds?|held)\b": ("contains, existing", "base holds the row"),
    r"\b(asks?|asked)\b": ("query, request", "the model asks for its rows"),
    r"\bbehind\b": ("upstream, downstream, later", "the models behind base"),
    r"\bis no (table|view|model|column|event|record|row)\b": ("is not a", "it is no view"),
    r"\blanes?\b": ("topic partition", "in its lane"),
    r"\bverdicts?\b": ("classification, status", "the verdict is data"),
    r"\bmisfits?\b": ("invalid value", "a misfit"),
    r"\bthe fold\b|\bfold(s|ed)?\b": ("apply, recompute", "the fold of a key"),
    r"\bwhat has landed\b": ("landed rows", "reads what has landed"),
}
TABLE, CODE, HEADING = re.compile(r"\s*\|"), re.compile(r"(```|    )"), re.compile(r"#")
SKIPPED = (TABLE, CODE, HEADING)


def prose(text: str, without: tuple[re.Pattern[str], ...] = SKIPPED) -> Iterator[str]:
    """Yield the lines that are neither code, tables nor headings; empty ones between paragraphs."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not any(each.match(line) for each in without):
            yield line


def terms(text: str) -> str:
    """All words, those of tables and headings too, but not of code."""
    words = re.sub(r"`[^`\n]*`", "", "\n".join(prose(text, without=(CODE,))))
    return re.sub(r"\]\([^)]*\)", "]", words).replace("\n", " ")


def sentences(text: str) -> list[str]:
    """Sentences, and items of lists; a link counts as its words."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", "\n".join(prose(text)))
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", words)
    ends = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\*\*)\s+")
    return [each for part in paragraphs for each in ends.split(part.strip()) if each]


def long_sentences(text: str) -> list[str]:
    return [each for each in sentences(text) if len(each.split()) > WORDS]


def wide_lines(text: str) -> list[str]:
    return [line for line in prose(text) if len(line) > COLUMNS]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_sentences_are_short_and_lines_narrow(page: Path) -> None:
    text = page.read_text()
    wordy, wide = long_sentences(text), wide_lines(text)
    of_sentences = len(wordy) / max(1, len(sentences(text)))
    of_lines = len(wide) / max(1, len(list(prose(text))))
    print(f"{of_sentences:.1%} of the sentences, {of_lines:.1%} of the lines are too long")
    assert of_sentences <= SHARE, "\n\n".join(wordy)
    assert of_lines <= SHARE, "\n".join(wide)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_use_the_terms_of_the_glossary(page: Path) -> None:
    found = [
        f"{match[0]}: {better}"
        for pattern, (better, _) in TERMS.items()
        for match in re.finditer(pattern, terms(page.read_text()))
    ]
    assert not found


def test_the_checks_notice() -> None:
    assert long_sentences("word " * (WORDS + 1))
    assert not long_sentences("word " * WORDS)
    assert wide_lines("x" * (COLUMNS + 1))
    assert not wide_lines("| " + "x" * COLUMNS)
    assert sentences("One. Two:\n\n- three\n- four [five](six.md)\n\n    code") == [
        "One.",
        "Two:",
        "- three",
        "- four five",
    ]
    assert all(re.search(pattern, example) for pattern, (_, example) in TERMS.items())
