"""Array encoding of MongoDB documents, from JSON text to JSON text.

Nothing but the shape of arrays changes. Numbers keep their text (`1.0`, `1.50`, `1E400`,
integers beyond 64 bits, the bare `NaN` and `-Infinity` that MongoDB's strict mode writes); a name
that occurs twice keeps its first position and its last value.

A text that is not one JSON object, holds an unpaired surrogate, or nests deeper than MAX_DEPTH
gives None; no input raises.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import orjson

MAX_DEPTH = 254
"""Levels of nesting orjson can write; MongoDB itself stops at 100."""

# orjson reads large integers as floats and rejects NaN. Python's reader hands over the text of
# each number, and a Fragment is written as it is.
_READER = json.JSONDecoder(
    parse_float=orjson.Fragment, parse_int=orjson.Fragment, parse_constant=orjson.Fragment
)


def encode_arrays(document: str | None) -> str | None:
    """Turn every array into an object, as Debezium's `array.encoding=document` does.

    `{"a": [1, [], null]}` becomes `{"a":{"_0":1,"_1":{},"_2":null}}`. Elements of mixed types,
    equal or empty inner arrays and fields named like the collection, all of which Debezium's
    converter rejects, follow the same rule.
    """
    parsed = _read(document)
    return None if parsed is None else _write(_arrays_to_objects, parsed)


def decode_arrays(document: str | None, array_paths: Collection[tuple[str, ...]]) -> str | None:
    """Undo `encode_arrays`; each path names the way to one former array, e.g. `("a", "_1")`."""
    parsed = _read(document)
    return None if parsed is None else _write(_objects_to_arrays, parsed, frozenset(array_paths))


def _read(document: str | None) -> dict[str, Any] | None:
    try:
        parsed = _READER.decode(document or "")
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _write(transform: Any, *arguments: Any) -> str | None:
    try:
        return orjson.dumps(transform(*arguments)).decode()
    except (orjson.JSONEncodeError, RecursionError):
        return None


def _arrays_to_objects(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _arrays_to_objects(member) for name, member in value.items()}
    if isinstance(value, list):
        return {f"_{i}": _arrays_to_objects(element) for i, element in enumerate(value)}
    return value


def _objects_to_arrays(
    value: Any, paths: frozenset[tuple[str, ...]], path: tuple[str, ...] = ()
) -> Any:
    if not isinstance(value, dict):
        return value
    members = {
        name: _objects_to_arrays(member, paths, (*path, name)) for name, member in value.items()
    }
    return list(members.values()) if path in paths else members
