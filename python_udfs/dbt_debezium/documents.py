"""The value of a change event as Debezium's transforms write it, from JSON text to JSON text.

ExtractNewDocumentState for the documents of MongoDB, ExtractNewRecordState for the rows of tables.
What MongoDB can store and the transform fails on (mixed arrays, MinKey, Symbol ...) comes through.

No input raises, none takes more than its share of memory: a text that is no JSON object or holds
an unpaired surrogate gives BAD_VALUE, one that nests deeper than MAX_DEPTH TOO_DEEP, one that is
longer than MAX_LENGTH, or whose names become so, TOO_LARGE; two fields with one name give
NAME_COLLISION.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import orjson
from orjson import Fragment

from dbt_debezium.extended_json import UNDEFINED, Scalar, Whole, reader, writer

BAD_VALUE = "invalid_value"
NAME_COLLISION = "name_collision"
TOO_DEEP = "too_deep"
TOO_LARGE = "too_large"

MAX_DEPTH = 254
"""Levels of nesting orjson can write; MongoDB itself stops at 100."""
MAX_LENGTH = 64 << 20
"""Characters of a text, and of what flattening or the documents in arrays, which get each other's
fields, make of its names; MongoDB stops at 16 MiB."""

Document = dict[str, Any]
Convert = Callable[[Any], Any]
Path = tuple[str, ...]
T = TypeVar("T")

_ABSENT: Any = object()

# What orjson writes as it is.
_PLAIN = frozenset({str, int, float, bool, type(None), Fragment, Whole})

# orjson reads large integers as floats. Python's reader hands over the text of each number, and a
# Fragment is written as it is.
_EXACT = json.JSONDecoder(
    strict=False, parse_float=Fragment, parse_int=Fragment, parse_constant=Fragment
)


# What a text, its parts or the options raise where they are not what they should be.
_UNUSABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)


class NameCollisionError(Exception):
    """Two fields of a value have one name."""


class TooLargeError(Exception):
    """A value is larger than any that a source can store."""


@dataclass(frozen=True)
class Options:
    """How values are written; the same for all rows of a query."""

    extended_json: bool = True
    """MongoDB's documents; else rows, which are plain JSON."""
    scalars: str = "connect"
    array_encoding: str = "array"
    delimiter: str | None = None
    """The text between the names of flattened documents; None: they are not flattened."""
    rewrite_with_id: bool = False
    replace_null_with_default: bool = False
    add_fields: tuple[tuple[str, str | None, str], ...] = ()
    """(name, struct or None, field)"""

    @cached_property
    def read(self) -> Callable[[str], Any]:
        return reader(self.scalars) if self.extended_json else _EXACT.decode

    @cached_property
    def convert(self) -> Convert:
        """From what `read` gives to what orjson writes."""
        return _converter(self.scalars, self.array_encoding) if self.extended_json else lambda x: x


_KEY = Options(scalars="key")


@lru_cache(maxsize=64)
def _options(text: str | None) -> Options:
    given = _checked(orjson.loads(text or "{}"), dict)
    return Options(**{name: value for name, value in given.items() if value is not None})


def write_document(
    image: str | None,
    update: str | None,
    key: str | None,
    deleted: str | None,
    message: str | None,
    options: str | None,
) -> str | None:
    """Write an event's value; None where image, update and deleted are None.

    image    the document (Extended JSON) or row that the event carries
    update   its updateDescription, {"updatedFields": text, "removedFields": [names]}: the value
             where there is no image; what is removed is null in the value
    key      the document's id, for a value without `_id`
    deleted  "true" or "false" where `__deleted` is wanted
    message  the whole event, for added fields and defaults of columns
    options  an object with members of Options, each of which may be left out
    """
    if image is None and update is None and deleted is None:
        return None
    try:
        asked = _options(options)
        _limit(max(len(text or "") for text in (image, update, key, message)), MAX_LENGTH)
        value = _value(image, update, key, asked)
        if deleted is not None or asked.add_fields:
            _complete(value, key, deleted, message, asked)
        if asked.delimiter is not None and asked.extended_json:
            value = _flattened(value, asked.delimiter)
        return orjson.dumps(value).decode()
    except NameCollisionError:
        return NAME_COLLISION
    except TooLargeError:
        return TOO_LARGE
    except _UNUSABLE as problem:
        return TOO_DEEP if _is_depth(problem) else BAD_VALUE


def decode_arrays(document: str | None, paths: str | None) -> str | None:
    """Undo the macro encode_arrays: `{"a":{"_0":1,"_1":{}}}` becomes `{"a":[1,[]]}`.

    Paths is the JSON text of a list: the way to each former array.

    None where a text is not what it should be.
    """
    try:
        _limit(len(document or ""), MAX_LENGTH)
        parsed = _checked(_EXACT.decode(document or ""), dict)
        return orjson.dumps(_with_arrays(parsed, _paths(paths))).decode()
    except (TooLargeError, *_UNUSABLE):
        return None


def write_key(key: str | None, document: str | None) -> str | None:
    """Return the id of a document as one text, `{"_id":5}`.

    Equal ids of whatever dialect are equal text.

    key       the JSON text of the message key's id
    document  where to look for `_id` if there is none

    None where neither gives an id.
    """
    text = document if key is None else f'{{"_id":{key}}}'
    try:
        _limit(len(text or ""), MAX_LENGTH)
        found = _document(text or "{}", _KEY).get("_id")
        return None if found is None else orjson.dumps({"_id": found}).decode()
    except (TooLargeError, *_UNUSABLE):
        return None


@lru_cache(maxsize=64)
def _paths(text: str | None) -> frozenset[Path]:
    return frozenset(map(tuple, _checked(orjson.loads(text or "[]"), list)))


def _with_arrays(value: Any, paths: frozenset[Path], path: Path = ()) -> Any:
    if type(value) is not dict:
        return value
    members = {name: _with_arrays(each, paths, (*path, name)) for name, each in value.items()}
    return list(members.values()) if path in paths else members


# -- the document --------------------------------------------------------------------------------


def _checked(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise ValueError(f"no {kind.__name__}")
    return value


def _limit(size: int, most: int) -> None:
    if size > most:
        raise TooLargeError


def _is_depth(problem: Exception) -> bool:
    return isinstance(problem, RecursionError) or str(problem) == "Recursion limit reached"


def _value(image: str | None, update: str | None, key: str | None, asked: Options) -> Document:
    described = {} if update is None else _checked(_EXACT.decode(update), dict)
    removed = _checked(described.get("removedFields") or [], list)
    if image is not None:
        return _document(image, asked, removed)
    updated = described.get("updatedFields")
    fields = {} if updated is None else _document(_checked(updated, str), asked)
    fields.update(dict.fromkeys(removed))
    if update is not None:
        _add_id(fields, key, asked)
    if asked.delimiter is None:
        return fields
    return {name.replace(".", asked.delimiter): each for name, each in fields.items()}


def _document(text: str, asked: Options, removed: Iterable[str] = ()) -> Document:
    document = _checked(asked.read(text), dict)
    for path in removed:
        _remove(document, path)
    converted: Document = asked.convert(document)
    return converted


def _add_id(value: Document, key: str | None, asked: Options) -> None:
    if "_id" not in value and key is not None:
        value["_id"] = _document(f'{{"_id":{key}}}', asked).get("_id")


def _remove(document: Document, path: str) -> None:
    """Set null where a path leads to no field of a document that is there."""
    if path in document:
        return
    parent: Any = document
    *way, name = path.split(".")
    for step in way:
        if type(parent) is list and step.isdecimal() and int(step) < len(parent):
            parent = parent[int(step)]
        elif type(parent) is dict and step in parent:
            parent = parent[step]
        else:
            return
    if type(parent) is dict:
        parent.setdefault(name)


# -- what the transforms add ---------------------------------------------------------------------


class Event(NamedTuple):
    payload: Document
    schema: Document


def _event(message: str | None) -> Event:
    whole = _checked(_EXACT.decode(message or "{}"), dict)
    if whole.keys() >= {"schema", "payload"}:
        return Event(_checked(whole["payload"] or {}, dict), _checked(whole["schema"] or {}, dict))
    return Event(whole, {})


def _complete(
    value: Document, key: str | None, deleted: str | None, message: str | None, asked: Options
) -> None:
    """Add `__deleted`, `_id` and the requested fields, in this order."""
    needed = asked.add_fields or asked.replace_null_with_default
    event = _event(message if needed else None)
    if deleted is not None and asked.extended_json:
        value["__deleted"] = deleted == "true"
    elif deleted is not None:
        if asked.replace_null_with_default:
            _fill(value, event)
        _add(value, {"__deleted": deleted})
    if deleted is not None and asked.rewrite_with_id:
        _add_id(value, key, asked)
    _add(value, _added(event, asked))


def _add(value: Document, fields: Document) -> None:
    if not value.keys().isdisjoint(fields):
        raise NameCollisionError
    value.update(fields)


def _fill(row: Document, event: Event) -> None:
    """Give each column that is null the default in the message's schema."""
    image = "before" if event.payload.get("after") is None else "after"
    columns = _fields(_fields(event.schema).get(image, {}))
    for name, value in row.items():
        if value is None and name in columns:
            row[name] = columns[name].get("default")


def _fields(schema: Document) -> dict[str, Document]:
    fields = [_checked(field, dict) for field in schema.get("fields") or ()]
    return {_checked(field.get("field"), str): field for field in fields}


def _added(event: Event, asked: Options) -> Document:
    found: Document = {}
    for name, struct, field in asked.add_fields:
        value = _update_lookup(event, struct, field)
        if asked.extended_json or value is not _ABSENT:
            found.setdefault(name, None if value is _ABSENT else value)
    return found


def _update_lookup(event: Event, struct: str | None, field: str) -> Any:
    payload = event.payload
    owner = payload if struct is None else payload.get(struct, _ABSENT)
    if owner is _ABSENT:
        return _ABSENT
    if owner is None and struct is not None:
        known = _fields(_fields(event.schema).get(struct, {}))
        return _ABSENT if known and field not in known and field not in payload else None
    if type(owner) is not dict:
        return None
    return owner[field] if field in owner else payload.get(field, _ABSENT)


def _flattened(document: Document, delimiter: str) -> Document:
    flat: Document = {}
    length = 0

    def add_members(members: Document, prefix: str) -> None:
        nonlocal length
        for name, value in members.items():
            path = prefix + name
            length += len(path)
            _limit(length, MAX_LENGTH)
            if type(value) is dict:
                add_members(value, path + delimiter)
            elif path in flat:
                raise NameCollisionError
            else:
                flat[path] = value

    add_members(document, "")
    return flat


# -- arrays and scalars --------------------------------------------------------------------------


def _converter(scalars: str, array_encoding: str) -> Convert:
    write = writer(scalars)
    left_out = UNDEFINED if scalars == "connect" else _ABSENT
    aligned = 0

    def whole(document: Any) -> Any:
        nonlocal aligned
        aligned = 0
        return convert(document)

    def align(characters: int) -> None:
        nonlocal aligned
        aligned += characters
        _limit(aligned, MAX_LENGTH)

    def convert(value: Any) -> Any:
        kind = type(value)
        if kind is dict:
            return {
                name: each if type(each) in _PLAIN else convert(each)
                for name, each in value.items()
                if each is not left_out
            }
        if kind is list:
            return array(value)
        if kind is Scalar:
            written = write(value)
            # A value that contains documents: code with its scope.
            return convert(written) if type(written) is dict else written
        return value

    def as_document(elements: list[Any]) -> Document:
        return {f"_{i}": convert(each) for i, each in enumerate(elements)}

    def as_array(elements: list[Any]) -> list[Any]:
        if _PLAIN.issuperset(map(type, elements)):
            return elements
        if scalars == "connect":
            aligned: list[Any] = _aligned([elements], convert, align)[0]
            return aligned
        return [convert(each) for each in elements]

    array: Convert = {"document": as_document, "array": as_array}[array_encoding]
    return whole


def _aligned(values: list[Any], convert: Convert, align: Callable[[int], None]) -> list[Any]:
    """Convert values that share one type in Debezium's schema.

    Documents get each other's fields, as null; arrays lose the empty arrays in them. Both hold
    below: for the documents in a field of all of them, for the elements of all the arrays. `align`
    gets the number of characters that this writes: in a hostile document, the square of its own.
    """
    if _PLAIN.issuperset(map(type, values)):
        return values
    documents = [value for value in values if type(value) is dict]
    arrays = [value for value in values if type(value) is list]
    filled: list[Document] = [{} for _ in documents]
    found = (n for each in documents for n, value in each.items() if value is not UNDEFINED)
    names = dict.fromkeys(found)
    align(sum(len(f'"{name}":null,') for name in names) * len(documents))
    for name in names:
        column = _aligned([document.get(name) for document in documents], convert, align)
        for document, value in zip(filled, column, strict=True):
            document[name] = value
    elements = iter(_aligned([each for array in arrays for each in array], convert, align))
    emptied = [[e for e in islice(elements, len(array)) if e != []] for array in arrays]
    rebuilt: dict[type, Iterator[Any]] = {dict: iter(filled), list: iter(emptied)}
    return [next(rebuilt[type(v)]) if type(v) in rebuilt else convert(v) for v in values]
