"""The schema of Kafka Connect, in the JSON of its JSON converter, of an Avro type.

The names and the order of the members are those of Connect's JsonConverter; what each Avro type
stands for is what Confluent's and Apicurio's Avro converters (AvroData) read from it.
"""

from __future__ import annotations

import base64
from typing import Any

from dbt_debezium.avro.types import Type

Schema = dict[str, Any]

TYPES = {"int": "int32", "long": "int64", "enum": "string", "fixed": "bytes", "record": "struct"}
"""Connect's types by Avro's, where the names differ."""

LOGICAL = {
    ("bytes", "decimal"): "Decimal",
    ("fixed", "decimal"): "Decimal",
    ("int", "date"): "Date",
    ("int", "time-millis"): "Time",
    ("long", "timestamp-millis"): "Timestamp",
}
"""Connect's own semantic types, all of version 1, below `org.apache.kafka.connect.data`."""

UNKNOWN_PRECISION = 64
"""What a Connect schema without a precision has in Avro's."""

UNION = "io.confluent.connect.avro.Union"
UNNAMED = "io.confluent.connect.avro.ConnectDefault"
"""The name that the converter gives to a struct without one."""
ENUM = "io.confluent.connect.avro.Enum"


def schema_of(type_: Type, default: Any = None) -> Schema:
    """Return the schema of a type; `default` is that of the field which has the type."""
    if type_.kind == "union":
        return schema_of_union(type_, default)
    source = type_.source
    logical = LOGICAL.get((type_.kind, source.get("logicalType", "")))
    default = source.get("connect.default") if default is None else default
    members = {
        "name": source.get("connect.name") or name_of(type_, logical),
        "version": source.get("connect.version", 1 if logical else None),
        "doc": source.get("doc") or source.get("connect.doc"),
        "parameters": parameters(type_, logical == "Decimal") or None,
        "default": default_of(type_, default),
    }
    present = {member: value for member, value in members.items() if value is not None}
    return {**shape_of(type_), "optional": False, **present}


def name_of(type_: Type, logical: str | None) -> str | None:
    """Return the name that a type has without `connect.name`."""
    if logical:
        return f"org.apache.kafka.connect.data.{logical}"
    is_named = type_.kind in ("record", "enum") and type_.name != UNNAMED
    return type_.name if is_named else None


def schema_of_union(type_: Type, default: Any) -> Schema:
    """A union of null and one type is optional; of several it is a struct with a field for each."""
    names = type_.branches
    if len(names) == 1:
        (only,) = names.values()
        schema = schema_of(only, default)
    else:
        fields = [
            {**schema_of(each), "optional": True, "field": name} for name, each in names.items()
        ]
        schema = {"type": "struct", "fields": fields, "optional": False, "name": UNION}
    return {**schema, "optional": type_.is_optional}


def shape_of(type_: Type) -> Schema:
    if type_.entry:
        key, value = (schema_of(each.type) for each in type_.entry)
        return {"type": "map", "keys": key, "values": value}
    if type_.kind == "array":
        return {"type": "array", "items": schema_of(*type_.inner)}
    if type_.kind == "map":
        keys = {"type": "string", "optional": False}
        return {"type": "map", "keys": keys, "values": schema_of(*type_.inner)}
    if type_.kind == "record":
        fields = [
            {**schema_of(each.type, each.source.get("default")), "field": each.name}
            for each in type_.fields
        ]
        return {"type": "struct", "fields": fields}
    smaller = type_.source.get("connect.type") if type_.kind == "int" else None
    return {"type": smaller or TYPES.get(type_.kind, type_.kind)}


def parameters(type_: Type, is_decimal: bool) -> dict[str, str]:
    source = type_.source
    found: dict[str, str] = {}
    if is_decimal:
        found["scale"] = str(source.get("scale", 0))
        if source.get("precision", UNKNOWN_PRECISION) != UNKNOWN_PRECISION:
            found["connect.decimal.precision"] = str(source["precision"])
    if type_.kind == "fixed":
        found["connect.fixed.size"] = str(source["size"])
    if type_.kind == "enum":
        symbols = {f"{ENUM}.{symbol}": symbol for symbol in source["symbols"]}
        found |= {ENUM: type_.name} | symbols
    return {**found, **source.get("connect.parameters", {})}


def default_of(type_: Type, value: Any) -> Any:
    """Return a default as JSON's converter writes it: Avro's schemas have bytes as characters."""
    if type_.kind == "union":
        only = list(type_.branches.values())
        return default_of(only[0], value) if len(only) == 1 else value
    if type_.kind in ("bytes", "fixed") and isinstance(value, str):
        return base64.b64encode(value.encode("latin-1")).decode()
    if type_.kind == "array" and isinstance(value, list):
        return [default_of(type_.inner[0], each) for each in value]
    if type_.kind == "map" and isinstance(value, dict):
        return {key: default_of(type_.inner[0], each) for key, each in value.items()}
    if type_.kind == "record" and isinstance(value, dict):
        return {each.name: default_of(each.type, value.get(each.name)) for each in type_.fields}
    return value
