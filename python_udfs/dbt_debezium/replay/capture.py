"""A capture on disk: what a connector wrote, the schemas beside it, the database's own rows."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

FIELDS = {"topic", "partition", "offset", "timestamp", "key", "value", "headers"}
Schema = dict[str, Any]
"""A Connect schema as the JSON converter writes it."""


class CaptureError(Exception):
    """The folder contains no capture that can be replayed; the message lists what is missing."""


@dataclass
class Capture:
    """The content of a capture's folder."""

    folder: Path
    lines: list[bytes]
    """The records, one JSON object each, in the order in which they were captured."""
    truth: dict[str, Path]
    """The file of each table's true rows, by the table's name."""
    remarks: list[str] = field(default_factory=list)

    @property
    def schemas(self) -> Path | None:
        """The file of exported schemas, where the messages carry none."""
        return existing(self.folder, "schemas.jsonl")

    @property
    def audit(self) -> Path | None:
        """The log of every change, in order, where the database kept one."""
        return existing(self.folder / "truth", "audit.jsonl")

    @cached_property
    def end(self) -> datetime:
        """When the last record was written, in UTC."""
        latest = max(record["timestamp"] or 0 for record in self.records)
        return datetime(1970, 1, 1) + timedelta(milliseconds=latest)

    @cached_property
    def records(self) -> list[dict[str, Any]]:
        """The records, with what is JSON in their values in `message`."""
        found = [orjson.loads(line) for line in self.lines]
        for record in found:
            record["message"] = parsed(record["value"])
        return found

    def batches(self, count: int) -> Iterator[list[bytes]]:
        """Yield the records in so many parts of like size, in their order."""
        size = -(-len(self.lines) // count)
        for start in range(0, len(self.lines), size):
            yield self.lines[start : start + size]

    def value_schemas(self) -> dict[str, list[Schema]]:
        """Return the schemas of each topic's values, oldest first."""
        found: dict[str, list[Schema]] = {}
        if self.schemas:
            for line in read(self.schemas).splitlines():
                entry = orjson.loads(line)
                found[entry["topic"]] = entry["value_schemas"]
            return found
        for record in self.records:
            schema = record["message"].get("schema")
            if isinstance(schema, dict) and schema not in found.setdefault(record["topic"], []):
                found[record["topic"]].append(schema)
        return found


def load(folder: Path) -> Capture:
    """Read a capture's folder. A last line that is cut is left out, and a remark reports it.

    Raises CaptureError: no events, no truth, or a line that is no record or no JSON.
    """
    events = existing(folder, "events.jsonl")
    if events is None:
        raise CaptureError(f"{folder} contains no events.jsonl or events.jsonl.gz")
    files = sorted((folder / "truth").glob("*.jsonl"))
    truth = {file.stem: file for file in files if file.stem != "audit"}
    if not truth:
        raise CaptureError(f"{folder}/truth contains no table: there is nothing to compare with")
    capture = Capture(folder, [line for line in read(events).split(b"\n") if line.strip()], truth)
    for number, line in enumerate(capture.lines, 1):
        if is_record(line):
            continue
        if number < len(capture.lines):
            raise CaptureError(f"{events}: line {number} is no Kafka record with the seven fields")
        capture.lines.pop()
        capture.remarks.append(f"line {number}, the last, is cut: left out")
    if not capture.lines:
        raise CaptureError(f"{events} contains no record")
    for file in filter(None, [*truth.values(), capture.audit, capture.schemas]):
        check_lines(file)
    return capture


def check_lines(file: Path) -> None:
    """Raise CaptureError for a line that is not JSON: it would be read when all is built."""
    for number, line in enumerate(read(file).split(b"\n"), 1):
        if line.strip() and not is_json(line):
            raise CaptureError(f"{file}: line {number} is no JSON")


def is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def is_record(line: bytes) -> bool:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return isinstance(record, dict) and set(record) == FIELDS


def parsed(value: str | None) -> dict[str, Any]:
    """Return the message in a record's value; empty where there is none, or no JSON object."""
    try:
        message = orjson.loads(value or "null")
    except orjson.JSONDecodeError:
        return {}
    return message if isinstance(message, dict) else {}


def arrived(name: str, names: Iterable[str]) -> str | None:
    """Return the one of names as which a name arrives: itself, or with some characters replaced.

    Connectors put `_` for what a topic or an Avro name cannot have. Characters beyond ASCII may
    also become `?`, or others.
    """
    held = set(names)
    if name in held:
        return name
    pattern = "".join(map(replaceable, name))
    found = [each for each in held if re.fullmatch(pattern, each)]
    return found[0] if len(found) == 1 else None


def replaceable(character: str) -> str:
    """Return a pattern of what a character may become."""
    if not character.isascii():
        return r"(?:[?_]+|[^\x00-\x7f]+)"
    return character if re.match(r"\w", character) else f"[_{re.escape(character)}]"


def existing(folder: Path, name: str) -> Path | None:
    """Return the file, plain or compressed."""
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.exists()), None)


def read(file: Path) -> bytes:
    """Return the file's content; of a compressed one that is cut, as much as there is.

    Raises CaptureError: not compressed at all.
    """
    if file.suffix != ".gz":
        return file.read_bytes()
    content, rest = b"", file.read_bytes()
    try:
        while rest:
            member = zlib.decompressobj(wbits=31)
            content += member.decompress(rest)
            rest = member.unused_data
    except zlib.error as problem:
        raise CaptureError(f"{file} is no gzip: {problem}") from problem
    return content
