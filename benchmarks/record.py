"""What was measured, part by part, kept beside its page: a part can be measured again alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from benchmarks.measure import Outcome, Run

FILE = Path(__file__).parent.parent / "docs" / "benchmarks.json"


@dataclass(frozen=True)
class Part:
    """The measurements of one part, all of one run of the command."""

    command: str
    machine: str
    outcomes: Mapping[str, Outcome]


def read() -> dict[str, Part]:
    if not FILE.exists():
        return {}
    return {
        name: Part(
            part["command"],
            part["machine"],
            {
                what: Outcome(
                    found["events"],
                    {work: [Run(**run) for run in runs] for work, runs in found["runs"].items()},
                )
                for what, found in part["outcomes"].items()
            },
        )
        for name, part in orjson.loads(FILE.read_bytes()).items()
    }


def write(parts: Mapping[str, Part]) -> None:
    FILE.write_bytes(orjson.dumps(parts, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
