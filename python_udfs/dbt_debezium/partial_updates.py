"""MongoDB's partial updates: the events of one document in order, to the document after each.

A change stream without images sends an updateDescription, a 1.x connector sends a patch from the
oplog. Either changes a document that must be known: the event's own pre-image, else what the
earlier events left. An image may be later than its event, so a change may not fit its document.
Then this does as MongoDB does when it applies its oplog again: a path through a value that has no
fields changes nothing, a delta for a document or array that is something else leaves null. The
event that put the other value there comes later.

The shapes are those of Debezium's envelopes and of the oplog: MongoDB's update operators with `$v`
1, from 5.0 on the deltas of its document_diff_serialization.h and document_diff_applier.cpp.

No input raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from dbt_debezium.documents import _UNUSABLE, MAX_DEPTH, MAX_LENGTH, Document, Options, _checked
from dbt_debezium.extended_json import Scalar

MAX_PADDING = 1_500_000
"""Nulls that one event may add to arrays; MongoDB's own limit of one change."""
MAX_WAYS = 4 << 20
"""Characters of all the beginnings of a path that are looked for."""
MAX_RESULTS = 1 << 30
"""Characters of the documents of a call; neither Arrow nor Spark can store texts of twice that."""

Ways = tuple[tuple[Any, str | None], ...]

_STEPS = Options(extended_json=False)
_DOCUMENT = Options(scalars="extended")


def apply_updates(steps: str | None) -> str | None:
    """Follow one document through its events: `[step, ...]` to `[document or null, ...]`.

    A step is an object; what it does not have may be left out or null:

    op         "c", "r", "u", "d"
    after      the document (Extended JSON), which is the result
    before     the document that what follows changes, if not the one before this step
    update_description  {"updatedFields": text, "removedFields": [path],
               "truncatedArrays": [{field, size}]}
    patch      1.x: a document that replaces, {"$set": {path: value}, "$unset": {path: any}} or
               {"$v": 2, "diff": delta}
    filter     1.x: where to look for the `_id` of a document that replaces
    update_lookup
               a later state of the document: the result where there is none to change

    Each result is Extended JSON text that keeps every type. It is null after a delete, and from a
    change without a document, with a text that is not what it should be, or with a result longer
    than MAX_LENGTH, until the next complete document; and after MAX_RESULTS.

    None where the text is no array.
    """
    try:
        given = _checked(_STEPS.read(steps or ""), list)
    except _UNUSABLE:
        return None
    return orjson.dumps(list(_texts(given))).decode()


def _texts(steps: list[Any]) -> Iterator[str | None]:
    known: Document | None = None
    left = MAX_RESULTS
    for step in steps:
        text = None
        _padded[0] = 0
        try:
            known = _result(known, step)
            if known is not None:
                text = _text(known, min(left, MAX_LENGTH))
                left -= len(text)
        except _UNUSABLE:
            known = None
        yield text


def _result(known: Document | None, step: Document) -> Document | None:
    """Return the document after a step; the one known before it may be changed in place."""
    op = step.get("op")
    if op == "d":
        return None
    if step.get("after") is not None:
        return _document(step["after"])
    if op == "u":
        base = known if step.get("before") is None else _document(step["before"])
        if base is None and step.get("update_lookup") is not None:
            return _document(step["update_lookup"])
        for member, partial in _PARTIAL.items():
            if step.get(member) is not None:
                return partial(base, step)
    return None


def _document(text: str) -> Document:
    if len(text) > MAX_LENGTH:
        raise ValueError("too large")
    return _checked(_DOCUMENT.read(text), dict)


def _text(document: Document, most: int) -> str:
    text = orjson.dumps(_DOCUMENT.convert(document)).decode()
    if len(text) > most:
        raise ValueError("too large")
    return text


def _count(number: Any) -> int:
    count = _checked(number.value if type(number) is Scalar else number, int)
    if count < 0:
        raise ValueError(count)
    return count


# -- the forms of a partial update ---------------------------------------------------------------


def _updated(base: Document | None, step: Document) -> Document | None:
    described = _document(step["update_description"])
    updated = described.get("updatedFields")
    return _changed(
        base,
        {} if updated is None else _document(updated),
        _checked(described.get("removedFields") or [], list),
        _checked(described.get("truncatedArrays") or [], list),
    )


def _patched(base: Document | None, step: Document) -> Document | None:
    patch = _document(step["patch"])
    if any(name.startswith("$") for name in patch):
        return _PATCHES[_count(patch.pop("$v", 1))](base, **patch)
    if "_id" in patch:
        return patch
    owner = _document(step.get("filter") or "{}") if base is None else base
    return {name: owner[name] for name in ("_id",) if name in owner} | patch


def _operators(base: Document | None, **operators: Any) -> Document | None:
    paths = {name: _checked(each, dict) for name, each in operators.items()}
    updated, removed = paths.pop("$set", {}), paths.pop("$unset", {})
    if paths:
        raise ValueError(f"unknown operators {list(paths)}")
    return _changed(base, updated, removed)


def _delta(base: Document | None, diff: Any) -> Document | None:
    return None if base is None else _checked(_with_diff(base, diff), dict)


_PARTIAL: dict[str, Callable[[Document | None, Document], Document | None]] = {
    "update_description": _updated,
    "patch": _patched,
}
# By the patch's `$v`.
_PATCHES: dict[int, Callable[..., Document | None]] = {1: _operators, 2: _delta}


# -- paths ---------------------------------------------------------------------------------------


class Place(NamedTuple):
    holder: Any
    """The document or array."""
    name: Any
    """The field or position in it."""
    rest: str | None = None
    """The path below, of documents that are not there yet."""


def _changed(
    base: Document | None, updated: Document, removed: Iterable[str], cut: Iterable[Document] = ()
) -> Document | None:
    """Cut, remove, set: as MongoDB goes through an array's delta, its length first.

    So a position that is set beyond the cut is there afterwards, and one that is removed beyond it
    is not. Of one update, what is removed and what is set never overlap.
    """
    if base is None:
        return None
    for each in cut:
        _cut(base, **each)
    for path in removed:
        _remove(base, path)
    for path, value in updated.items():
        _set(base, path, value)
    return base


def _cut(document: Document, field: str, size: Any) -> None:
    if found := _place(document, field):
        array = found.holder[found.name]
        if type(array) is list:
            _resize(array, _count(size))


def _remove(document: Document, path: str) -> None:
    """As $unset does: a field goes, a position in an array becomes null."""
    if found := _place(document, path):
        if type(found.holder) is list:
            found.holder[found.name] = None
        else:
            del found.holder[found.name]


def _set(document: Document, path: str, value: Any) -> None:
    if found := _place(document, path, new=True):
        for name in () if found.rest is None else reversed(found.rest.split(".")):
            value = {name: value}
        _put(found.holder, found.name, value)


def _put(holder: Any, name: Any, value: Any) -> None:
    if type(holder) is list:
        _resize(holder, max(name + 1, len(holder)))
    holder[name] = value


_padded = [0]
"""How many nulls the arrays of this step have been given."""


def _resize(array: list[Any], size: int) -> None:
    missing = size - len(array)
    _padded[0] += max(missing, 0)
    if _padded[0] > MAX_PADDING:
        raise ValueError(f"{missing} elements are missing")
    array[size:] = [None] * missing


def _place(holder: Any, path: str, new: bool = False) -> Place | None:
    """Where a path leads; a name that itself has dots and is there goes before shorter ones."""
    ways = _WAYS.get(type(holder), _nowhere)(path)
    present = range(len(holder)) if type(holder) is list else holder
    for name, rest in ways:
        if name in present:
            found = Place(holder, name) if rest is None else _place(holder[name], rest, new)
            if found:
                return found
    if new and ways and ways[-1][0] not in present:
        return Place(holder, *ways[-1])
    return None


def _names(path: str) -> Ways:
    """Return each start of a path that may be a name, and what is left then: the longest first."""
    dots = [at for at, character in enumerate(path) if character == "."]
    if len(dots) > MAX_DEPTH or len(dots) * len(path) > MAX_WAYS:
        raise ValueError("too deep")
    return ((path, None), *((path[:at], path[at + 1 :]) for at in reversed(dots)))


def _positions(path: str) -> Ways:
    name, rest = _names(path)[-1]
    return ((int(name), rest),) if _is_position(name) else ()


def _is_position(name: str) -> bool:
    return name.isascii() and name.isdecimal()


def _position(name: str) -> int:
    if not _is_position(name):
        raise ValueError(name)
    return int(name)


def _nowhere(_: str) -> Ways:
    return ()


_WAYS: dict[type, Callable[[str], Ways]] = {dict: _names, list: _positions}


# -- deltas, the oplog's entries with `$v` 2 -----------------------------------------------------


def _with_diff(value: Any, diff: Any) -> Any:
    """Apply a delta, of an array if it has `a`; null where the value is of the other kind.

    {"d": {field: false}, "u": {field: value}, "i": {field: value}, "s<field>": delta}
    {"a": true, "l": length, "u<position>": value, "s<position>": delta}
    """
    kind = list if "a" in _checked(diff, dict) else dict
    if type(value) is not kind:
        return None
    sections = _SECTIONS[kind]
    for key, change in diff.items():
        section, name = (key, "") if key in sections else (f"{key[:1]}*", key[1:])
        sections[section](value, name, change)
    return value


def _delete_fields(document: Document, _: str, fields: Any) -> None:
    for name in _checked(fields, dict):
        document.pop(name, None)


def _update_fields(document: Document, _: str, fields: Any) -> None:
    document.update(_checked(fields, dict))


def _insert_fields(document: Document, _: str, fields: Any) -> None:
    """At the end, even if they are there."""
    _delete_fields(document, _, fields)
    document.update(fields)


def _change_field(document: Document, name: str, diff: Any) -> None:
    if name in document:
        document[name] = _with_diff(document[name], diff)


def _mark_array(_: list[Any], __: str, marker: Any) -> None:
    if marker is not True:
        raise ValueError(marker)


def _resize_to(array: list[Any], _: str, size: Any) -> None:
    _resize(array, _count(size))


def _update_position(array: list[Any], position: str, value: Any) -> None:
    _put(array, _position(position), value)


def _change_position(array: list[Any], position: str, diff: Any) -> None:
    at = _position(position)
    _put(array, at, _with_diff(array[at] if at < len(array) else None, diff))


# A `*` replaces the field or position.
_SECTIONS: dict[type, dict[str, Callable[[Any, str, Any], None]]] = {
    dict: {
        "d": _delete_fields,
        "u": _update_fields,
        "i": _insert_fields,
        "s*": _change_field,
    },
    list: {
        "a": _mark_array,
        "l": _resize_to,
        "u*": _update_position,
        "s*": _change_position,
    },
}
