"""Messages with Connect's schemas as Avro, as Confluent's converter writes them."""

from __future__ import annotations

import base64
import re
from io import BytesIO
from typing import Any

import fastavro

KINDS = {"int8": "int", "int16": "int", "int32": "int", "int64": "long", "bytes": "bytes"}
LOGICAL = {
    "Decimal": "decimal",
    "Date": "date",
    "Time": "time-millis",
    "Timestamp": "timestamp-millis",
}


class Encoder:
    """Gives each schema an id, from 1 on."""

    def __init__(self) -> None:
        self.schemas: list[Any] = []
        self.parsed: list[Any] = []

    def message(self, whole: dict[str, Any] | None) -> bytes | None:
        """Return the bytes of `{"schema": ..., "payload": ...}`, None for none."""
        if whole is None:
            return None
        schema = avro_of(whole["schema"], set())
        if schema not in self.schemas:
            self.schemas.append(schema)
            self.parsed.append(fastavro.parse_schema(without_logical_types(schema)))
        id_ = self.schemas.index(schema) + 1
        body = BytesIO()
        value = value_of(whole["schema"], whole["payload"])
        fastavro.schemaless_writer(body, self.parsed[id_ - 1], value)
        return b"\0" + id_.to_bytes(4, "big") + body.getvalue()


def avro_of(schema: dict[str, Any], seen: set[str]) -> Any:
    found = {**shape_of(schema, seen), **properties(schema)}
    if found["type"] in seen:
        found = found["type"]
    default = {} if "default" not in schema else {"connect.default": default_of(schema)}
    if default and isinstance(found, dict):
        found |= default
    if not schema["optional"]:
        return found
    return [found, "null"] if default else ["null", found]


def shape_of(schema: dict[str, Any], seen: set[str]) -> dict[str, Any]:
    kind = schema["type"]
    if kind == "struct":
        name = re.sub(r"[^\w.]", "_", schema["name"])
        if name in seen:
            return {"type": name}
        seen.add(name)
        fields = [field_of(each, seen) for each in schema["fields"]]
        space, _, simple = name.rpartition(".")
        return {"type": "record", "name": simple, "namespace": space, "fields": fields}
    if kind == "array":
        return {"type": "array", "items": avro_of(schema["items"], seen)}
    if kind == "map":
        return {"type": "map", "values": avro_of(schema["values"], seen)}
    small = {"connect.type": kind} if kind in ("int8", "int16") else {}
    return {"type": KINDS.get(kind, kind), **small}


def field_of(field: dict[str, Any], seen: set[str]) -> dict[str, Any]:
    found = {"name": field["field"], "type": avro_of(field, seen)}
    if "default" in field:
        found["default"] = default_of(field)
    elif field["optional"]:
        found["default"] = None
    return found


def properties(schema: dict[str, Any]) -> dict[str, Any]:
    names = {
        "name": "connect.name",
        "version": "connect.version",
        "parameters": "connect.parameters",
    }
    found = {to: schema[name] for name, to in names.items() if name in schema}
    if "doc" in schema:
        found["connect.doc"] = schema["doc"]
    space, _, name = schema.get("name", "").rpartition(".")
    if space == "org.apache.kafka.connect.data":
        found["logicalType"] = LOGICAL[name]
        if name == "Decimal":
            found["scale"] = int(schema["parameters"]["scale"])
            found["precision"] = int(schema["parameters"].get("connect.decimal.precision", 64))
    return found


def default_of(schema: dict[str, Any]) -> Any:
    if schema["type"] == "bytes":
        return base64.b64decode(schema["default"]).decode("latin-1")
    return schema["default"]


def value_of(schema: dict[str, Any], value: Any) -> Any:
    if value is None:
        return None
    if schema["type"] == "struct":
        fields = schema["fields"]
        return {each["field"]: value_of(each, value[each["field"]]) for each in fields}
    if schema["type"] == "array":
        return [value_of(schema["items"], each) for each in value]
    if schema["type"] == "map":
        return {key: value_of(schema["values"], each) for key, each in value.items()}
    if schema["type"] in ("float", "double"):
        return float(value)
    return base64.b64decode(value) if schema["type"] == "bytes" else value


def without_logical_types(schema: Any) -> Any:
    """Return a schema with which fastavro writes numbers as they are."""
    if isinstance(schema, list):
        return [without_logical_types(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: [
            {"name": each["name"], "type": without_logical_types(each["type"])} for each in value
        ]
        if name == "fields"
        else without_logical_types(value)
        if name in ("type", "items", "values")
        else value
        for name, value in schema.items()
        if name not in ("logicalType", "default")
    }
