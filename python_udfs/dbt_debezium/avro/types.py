"""An Avro schema as a tree of types, with every name replaced by its definition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PRIMITIVES = frozenset("null boolean int long float double bytes string".split())
MAP_ENTRY = "io.confluent.connect.avro.MapEntry"

Names = dict[str, "Type | None"]
"""Full names and their types; None for a type that is still being read."""


class SchemaError(Exception):
    """An Avro schema that cannot be used; the message contains the reason."""


@dataclass(frozen=True)
class Field:
    name: str
    type: Type
    source: dict[str, Any]
    """The field as the schema has it, with `default` and `doc`."""


@dataclass(frozen=True)
class Type:
    kind: str
    """A primitive type, `record`, `enum`, `fixed`, `array`, `map` or `union`."""
    source: dict[str, Any]
    """The type as the schema has it, with Connect's properties."""
    name: str = ""
    """The full name of a record, enum or fixed."""
    fields: tuple[Field, ...] = ()
    inner: tuple[Type, ...] = ()
    """The item of an array, the value of a map, the branches of a union."""

    @property
    def member(self) -> str:
        """The name that Connect gives to this type in a union of several."""
        return self.name.rpartition(".")[2] or self.kind

    @property
    def branches(self) -> dict[str, Type]:
        """The types of a union besides null, by their names."""
        return {each.member: each for each in self.inner if each.kind != "null"}

    @property
    def is_optional(self) -> bool:
        return self.kind == "union" and any(each.kind == "null" for each in self.inner)

    @property
    def entry(self) -> tuple[Field, Field] | None:
        """Key and value, where this array is a map whose keys are not plain strings."""
        item = self.inner[0] if self.kind == "array" else None
        if item is None or [each.name for each in item.fields] != ["key", "value"]:
            return None
        marked = item.source.get("connect.internal.type") == "MapEntry"
        key, value = item.fields
        return (key, value) if marked or item.name == MAP_ENTRY else None


def read(source: Any, names: Names, namespace: str = "") -> Type:
    """Return the type of a parsed Avro schema; `names` gets the types that it defines.

    Raises SchemaError for a name that is not defined and for a type that contains itself.
    """
    if isinstance(source, list):
        return union([read(each, names, namespace) for each in source])
    if isinstance(source, str):
        return Type(source, {}) if source in PRIMITIVES else named(source, names, namespace)
    if not isinstance(source, dict) or "type" not in source:
        raise SchemaError(f"no Avro type: {str(source)[:80]}")
    kind = source["type"]
    if not isinstance(kind, str):
        return read(kind, names, namespace)
    if kind in PRIMITIVES:
        return Type(kind, source)
    if kind in ("array", "map"):
        inner = source.get("items" if kind == "array" else "values")
        return Type(kind, source, inner=(read(inner, names, namespace),))
    if kind in ("record", "enum", "fixed"):
        return definition(source, names, namespace)
    return named(kind, names, namespace)


def union(inner: list[Type]) -> Type:
    found = Type("union", {}, inner=tuple(inner))
    if len(found.branches) < sum(each.kind != "null" for each in inner):
        raise SchemaError(
            f"two types of a union have one name in Connect: {', '.join(found.branches)}"
        )
    return found


def definition(source: dict[str, Any], names: Names, namespace: str) -> Type:
    try:
        space, _, simple = source["name"].rpartition(".")
        namespace = space or source.get("namespace", namespace)
        full = f"{namespace}.{simple}" if namespace else simple
        names[full] = None
        fields = tuple(
            Field(each["name"], read(each["type"], names, namespace), each)
            for each in source.get("fields", [])
        )
    except KeyError as error:
        raise SchemaError(f"{error} is missing in {str(source)[:80]}") from error
    names[full] = found = Type(source["type"], source, full, fields)
    return found


def named(name: str, names: Names, namespace: str) -> Type:
    full = f"{namespace}.{name}" if namespace and "." not in name else name
    full = full if full in names else name
    if full not in names:
        raise SchemaError(f"the type {name} is not defined, and no reference of the schema has it")
    found = names[full]
    if found is None:
        raise SchemaError(f"the type {name} contains itself, which JSON's schema cannot express")
    return found
