"""Which model was generated for which of the source's tables, and what its columns are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dbt_debezium.replay.capture import Capture, Schema, arrived
from dbt_debezium.replay.project import NAME, Project
from dbt_debezium.replay.truth import Table
from dbt_debezium.replay.values import Field

if TYPE_CHECKING:
    from dbt.contracts.graph.manifest import Manifest
    from pyspark.sql import Row


def tables_of(capture: Capture, project: Project) -> Iterator[Table]:
    """Yield every source table that has models."""
    manifest: Manifest = project.dbt("parse").result  # type: ignore[assignment]
    schemas = capture.value_schemas()
    nulls_are_defaults = writes_defaults(capture, schemas)
    for node in manifest.nodes.values():
        if node.package_name != NAME or not node.name.startswith("base_") or not node.columns:
            continue
        base = project.spark.table(f"{NAME}.{node.name}")
        seen = base.where("_class in ('data', 'truncate')").selectExpr(
            "_topic", "_source.connector", "get_json_object(to_json(_source), '$.table') as table"
        )
        rows = seen.distinct().collect()
        if not rows:
            continue
        model = node.name.removeprefix("base_")
        columns = {
            column.config.meta.get("debezium", {}).get("path", name): name
            for name, column in node.columns.items()
        }
        types = dict(project.spark.table(f"{NAME}.{model}").dtypes)
        versions = [row_fields(each) for row in rows for each in schemas.get(row["_topic"], [])]
        declared = {each["field"]: each for version in versions for each in version}
        fields = {
            name: Field.of(declared.get(name, {"field": name, "type": "string"}), types[column])
            for name, column in columns.items()
        }
        own = {row["table"] for row in rows if row["table"]}
        names = own & set(capture.truth) or {
            name for name in capture.truth if arrived(name, own - set(capture.truth))
        }
        yield Table(
            name=min(names) if names else rows[0]["table"],
            model=model,
            connector=rows[0]["connector"],
            key=key_of(project, model, columns),
            columns=columns,
            fields=fields,
            first={each["field"] for each in versions[0]} if versions else set(columns),
            nulls_are_defaults=nulls_are_defaults,
            scales=scales_of(versions) if capture.schemas else {},
            end=capture.end,
            topics=frozenset(row["_topic"] for row in rows),
        )


AS_TEXT = {
    form.format(time): form.format("string")
    for time in ("timestamp", "timestamp_ntz")
    for form in ("{}", "array<{}>")
}


def rows_of(project: Project, model: str, condition: str = "true") -> list[Row]:
    """Return the rows of a model.

    Timestamps are text: Python refuses those of year 1, and reads others in the machine's zone.
    """
    table = project.spark.table(f"{NAME}.{model}").where(condition)
    read = []
    for name, type_ in table.dtypes:
        column = "`" + name.replace("`", "``") + "`"
        text = AS_TEXT.get(type_)
        read.append(f"cast({column} as {text}) as {column}" if text else column)
    return table.selectExpr(*read).collect()


def key_of(project: Project, model: str, columns: dict[str, str]) -> list[str]:
    """Return the key columns by the source's names; none where the model has images for a key."""
    table = project.spark.table(f"{NAME}.{model}")
    if "_key" not in table.columns:
        return []
    row = table.select("_key").first()
    names = {name: source for source, name in columns.items()}
    return [names.get(name, name) for name in json.loads(row["_key"])] if row else [*columns][:1]


def scales_of(versions: list[list[dict[str, Any]]]) -> dict[str, frozenset[int]]:
    """Return the scales of each decimal that has had several."""
    found: dict[str, set[int]] = {}
    for each in (each for version in versions for each in version):
        scale = (each.get("parameters") or {}).get("scale")
        if scale is not None:
            found.setdefault(each["field"], set()).add(int(scale))
    return {name: frozenset(scales) for name, scales in found.items() if len(scales) > 1}


def row_fields(schema: Schema) -> list[dict[str, Any]]:
    """Return the fields of a row in an envelope's schema."""
    for part in schema.get("fields", []):
        if part["field"] == "after":
            return part.get("fields", [])  # type: ignore[no-any-return]
    return []


def writes_defaults(capture: Capture, schemas: dict[str, list[Schema]]) -> bool:
    """Return whether the converter writes a column's default for a null.

    No such null is in any event.
    """
    defaulted = {
        topic: {
            each["field"]
            for version in versions
            for each in row_fields(version)
            if each.get("default") is not None
        }
        for topic, versions in schemas.items()
    }
    for record in capture.records:
        message = record["message"]
        image = (message.get("payload", message) or {}).get("after") or {}
        if any(image.get(name, "") is None for name in defaulted.get(record["topic"], ())):
            return False
    return True
