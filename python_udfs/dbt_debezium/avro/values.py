"""Avro's bytes as the text that Connect's JSON converter writes for the same value."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable
from io import BytesIO
from itertools import count
from typing import Any

import fastavro
import numpy as np
import orjson

from dbt_debezium.avro.connect import schema_of
from dbt_debezium.avro.types import Field, Type, read

Finish = Callable[[Any], Any]
"""Makes of a decoded value what JSON can express."""


class UndecodableError(Exception):
    """Bytes that are no message of their schema; the message contains the reason."""


class Decoder:
    """Decodes the messages of one schema.

    `source` is the parsed Avro schema, `references` are those that it names types of, first those
    that the others need. Raises SchemaError where they cannot be used.
    """

    def __init__(self, source: Any, references: list[Any]) -> None:
        names: dict[str, Type | None] = {}
        for each in references:
            read(each, names)
        type_ = read(source, names)
        self._schema = fastavro.parse_schema(readable(type_, count()))
        self._finish = finish_of(type_)
        self._is_bytes = type_.kind == "bytes"
        self.connect_schema = schema_of(type_)
        self._head = b'{"schema":' + orjson.dumps(self.connect_schema) + b',"payload":'

    def text(self, message: bytes, start: int) -> bytes:
        """Return schema and payload as JSON, of the bytes from `start` on.

        Raises UndecodableError for bytes that end early or late, or that the schema does not fit.
        """
        if self._is_bytes:  # the converter writes them without their length
            return self._head + orjson.dumps(base64_of(message[start:])) + b"}"
        body = BytesIO(message)
        body.seek(start)
        try:
            value: Any = fastavro.schemaless_reader(body, self._schema, None)
            if self._finish:
                value = self._finish(value)
            payload = orjson.dumps(value, base64_of, orjson.OPT_SERIALIZE_NUMPY)
        except EOFError:
            raise UndecodableError("the Avro body ends early") from None
        except Exception as error:
            raise UndecodableError(f"the Avro body does not fit: {error}"[:200]) from error
        if rest := len(message) - body.tell():
            raise UndecodableError(f"the Avro body ends {rest} bytes before the message does")
        return self._head + payload + b"}"


def base64_of(value: bytes) -> str:
    return base64.b64encode(value).decode()


def readable(type_: Type, numbers: count[int]) -> Any:
    """Return the schema that fastavro reads with: only what decides about the bytes.

    Logical types would make Python's objects of numbers. Names do not occur in the bytes, so each
    type gets a name of its own. A branch of a union of several is read as a record with one field,
    which has the same bytes, so that the value says which branch it is.
    """
    if type_.kind == "union":
        if len(type_.branches) == 1:
            return [readable(each, numbers) for each in type_.inner]
        return [
            record([(each.member, each)], numbers) if each.kind != "null" else "null"
            for each in type_.inner
        ]
    if type_.kind == "array":
        return {"type": "array", "items": readable(type_.inner[0], numbers)}
    if type_.kind == "map":
        return {"type": "map", "values": readable(type_.inner[0], numbers)}
    if type_.kind == "record":
        return record([(each.name, each.type) for each in type_.fields], numbers)
    if type_.kind == "fixed":
        return {"type": "fixed", "name": f"t{next(numbers)}", "size": type_.source["size"]}
    if type_.kind == "enum":
        symbols = type_.source["symbols"]
        return {"type": "enum", "name": f"t{next(numbers)}", "symbols": symbols}
    return type_.kind


def record(fields: list[tuple[str, Type]], numbers: count[int]) -> Any:
    listed = [{"name": name, "type": readable(each, numbers)} for name, each in fields]
    return {"type": "record", "name": f"t{next(numbers)}", "fields": listed}


def finish_of(type_: Type) -> Finish | None:
    """Return what JSON needs done to values of this type; None for nothing, as for most."""
    if type_.kind == "double":
        return finite
    if type_.kind == "float":
        return lambda value: np.float32(value) if math.isfinite(value) else finite(value)
    if type_.kind == "union":
        return finish_of_union(type_)
    if type_.entry:
        return finish_of_entries(*type_.entry)
    if type_.kind in ("array", "map"):
        inner = finish_of(*type_.inner)
        if inner is None:
            return None
        if type_.kind == "array":
            return lambda value: [inner(each) for each in value]
        return lambda value: {key: inner(each) for key, each in value.items()}
    finishes = [
        (each.name, finish) for each in type_.fields if (finish := finish_of(each.type)) is not None
    ]
    if not finishes:
        return None

    def finish_record(value: Any) -> Any:
        for name, finish in finishes:
            value[name] = finish(value[name])
        return value

    return finish_record


def finite(value: float) -> float | str:
    """JSON has no such numbers; Connect's converter writes their names."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def finish_of_union(type_: Type) -> Finish | None:
    names = type_.branches
    finishes = {name: finish_of(each) for name, each in names.items()}
    if len(names) == 1:
        (only,) = finishes.values()
        return only and (lambda value: None if value is None else only(value))

    def finish_union(value: Any) -> Any:
        if value is None:
            return None
        ((taken, content),) = value.items()
        finish = finishes[taken]
        return dict.fromkeys(names) | {taken: finish(content) if finish else content}

    return finish_union


def finish_of_entries(key: Field, value: Field) -> Finish:
    """A map with keys of strings is an object, any other one an array of pairs."""
    kinds = (key.type.branches if key.type.kind == "union" else {"": key.type}).values()
    is_object = all(each.kind == "string" for each in kinds) and not key.type.is_optional
    finish_key, finish_value = (
        finish_of(each.type) or (lambda same: same) for each in (key, value)
    )

    def finish_entries(entries: Any) -> Any:
        pairs = [(finish_key(each["key"]), finish_value(each["value"])) for each in entries]
        return dict(pairs) if is_object else pairs

    return finish_entries
