"""One source of records: built without and with mutated messages, in a process and lake each."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
import yaml

from fuzz.mutations import Record, mutated
from fuzz.origins import Origin, inside

if TYPE_CHECKING:
    from dbt_debezium.replay.project import Project

Rows = dict[str, dict[str, dict[str, str]]]
"""The rows of current by model and key: each column's value as text."""
T = TypeVar("T")
BATCHES = 2
DEFAULT = re.compile(r"^ *default: (.+)$", re.MULTILINE)
TIMES = {"date", "timestamp", "timestamp_ntz"}
WITH_MICROSECONDS = {
    "timestampFormat": "yyyy-MM-dd HH:mm:ss.SSSSSS",
    "timestampNTZFormat": "yyyy-MM-dd HH:mm:ss.SSSSSS",
}


@dataclass
class Built:
    """What a build of records gave."""

    rows: Rows
    failures: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Landed rows without a class, or with several."""
    invented: list[str] = field(default_factory=list)
    """Values that no message of their key contains."""
    values: int = 0
    named: dict[str, set[str]] = field(default_factory=dict)
    """The keys of each model that a mutated record names, or one that was mutated."""


@dataclass
class Outcome:
    """What the mutated messages of a source did."""

    records: int
    mutated: int
    failures: list[str]
    lost: list[str]
    changed: list[str]
    kept: int
    """Keys that had to keep their rows."""
    values: int
    """Values that were looked for in the messages."""


def in_own_process(work: Callable[..., T], *arguments: Any) -> T:
    """Return what a function returns in a process of its own, which has its own lake."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(readable, work, *arguments).result()


def readable(work: Callable[..., T], *arguments: Any) -> T:
    """Return what a function returns; its exception becomes one that another process can read."""
    try:
        return work(*arguments)
    except Exception as error:
        raise RuntimeError(f"{type(error).__name__}: {str(error)[:2000]}") from None


def trial(
    records: list[Record], schemas: Path | None, many: int, seed: int, folder: Path
) -> Outcome:
    """Build the records alone, then with so many mutated ones, and compare."""
    victims = [number for number, record in enumerate(records) if is_victim(record)]
    mixed, marks = with_mutated(records, victims, many, random.Random(seed))
    good, good_marks = numbered([(record, False) for record in records])
    folder = folder.resolve()
    expected = in_own_process(build, good, good_marks, schemas, folder / "good", None)
    found = in_own_process(build, mixed, marks, None, folder / "mixed", folder / "good" / "models")
    changed, kept = compared(expected.rows, found)
    changed += expected.invented + found.invented
    failures = expected.failures + found.failures
    return Outcome(len(records), many, failures, found.lost, changed, kept, found.values)


def compared(expected: Rows, found: Built) -> tuple[list[str], int]:
    """Return the differences in rows whose keys no mutated record names, and how many there are."""
    changed, kept = [], 0
    for model, rows in expected.items():
        of_model, named = found.rows.get(model, {}), found.named.get(model, set())
        stayed = rows.keys() - named
        kept += len(stayed)
        for key in sorted(stayed | (of_model.keys() - named)):
            before, now = rows.get(key), of_model.get(key)
            if before != now:
                changed.append(f"{model} {key}: {before} became {now}")
    return changed, kept


def is_victim(record: Record) -> bool:
    """Return whether a record may be mutated: those of half of the keys, so that others remain."""
    return bool(record["key"]) and zlib.crc32(record["key"].encode()) % 2 == 0


def with_mutated(
    records: list[Record], victims: list[int], many: int, chance: random.Random
) -> tuple[list[bytes], set[tuple[Any, ...]]]:
    """Return lines with mutated records between the good ones, and the places of both kinds.

    The second kind are the good records of the keys that were mutated.
    """
    topics = sorted({record["topic"] for record in records})
    after: dict[int, list[Record]] = {}
    for _ in range(many):
        made = mutated(records[chance.choice(victims)], topics, chance)
        after.setdefault(chance.randrange(len(records)), []).append(made)
    marked, are_victims = [], set(victims)
    for number, record in enumerate(records):
        marked.append((record, number in are_victims))
        marked.extend((made, True) for made in after.get(number, ()))
    return numbered(marked)


def numbered(marked: list[tuple[Record, bool]]) -> tuple[list[bytes], set[tuple[Any, ...]]]:
    """Return lines with new offsets, and the topic, partition and offset of the marked ones."""
    offsets: dict[tuple[Any, Any], int] = {}
    lines, places = [], set()
    for record, is_marked in marked:
        place = record["topic"], record["partition"]
        offsets[place] = offsets.get(place, -1) + 1
        lines.append(orjson.dumps(record | {"offset": offsets[place]}))
        if is_marked:
            places.add((*place, offsets[place]))
    return lines, places


def build(
    lines: list[bytes],
    marks: set[tuple[Any, ...]],
    schemas: Path | None,
    folder: Path,
    models: Path | None,
) -> Built:
    """Land the lines and build the models: those that are given, or those generated from them."""
    from simulator.lake import SETTINGS, write_defaults

    from dbt_debezium.replay.project import LANDING, Project

    defaults = folder.with_name(f"{folder.name}-conf")
    # what a slow statement has left there would hide what it wrote
    write_defaults(defaults, SETTINGS | {"spark.sql.catalog.lake.cache-enabled": "false"})
    os.environ |= {"SPARK_CONF_DIR": str(defaults), "DEBEZIUM_SHUFFLE_PARTITIONS": "1"}
    project = Project(folder)
    if models:
        shutil.copytree(models, project.folder / "models")
    else:
        project.land(lines)
        project.generate(schemas)
        project.spark.sql(f"drop table {LANDING}")
    failures = []
    size = -(-len(lines) // BATCHES)
    for start in range(0, len(lines), size):
        project.land(lines[start : start + size])
        for command in (["run"], ["test", "--select", "test_name:conservation"]):
            failures.extend(failure(project, *command))
    wrong, many = invented(project, lines)
    return Built(rows(project), failures, lost(project), wrong, many, named(project, marks))


def failure(project: Project, *command: str) -> list[str]:
    """Run a command of dbt and return what it says if it fails."""
    from dbt_debezium.replay.project import ReplayError

    try:
        project.dbt(*command)
    except ReplayError as error:
        return [str(error)]
    return []


def entities(project: Project) -> list[str]:
    """Return the models that have a row for each key."""
    files = (project.folder / "models").rglob("base_*.sql")
    names = [file.stem.removeprefix("base_") for file in files]
    tables = {row["tableName"] for row in project.spark.sql("show tables in replay").collect()}
    return [name for name in sorted(names) if name in tables and keyed(project, name)]


def keyed(project: Project, model: str) -> bool:
    return "_key" in project.spark.table(f"replay.{model}").columns


def rows(project: Project) -> Rows:
    found: Rows = {}
    for model in entities(project):
        table = project.spark.table(f"replay.{model}")
        names = [name for name in table.columns if not name.startswith("_")] + ["_is_deleted"]
        shown = [f"cast(`{name}` as string) as `{name}`" for name in names]
        found[model] = {
            row["_key"]: {name: row[name] for name in names}
            for row in table.selectExpr("_key", *shown).collect()
        }
    return found


def invented(project: Project, lines: list[bytes]) -> tuple[list[str], int]:
    """Return the values that no message has, and how many values there are.

    The messages are that of the row in base, and those of the key in the other tables. A field
    that a message lacks has the declared default.
    """
    messages = {
        (each["topic"], each["partition"], each["offset"]): (each["key"], each["value"])
        for each in map(orjson.loads, lines)
    }
    models = project.folder / "models"
    described = [file.read_text() for file in models.rglob("*.yml")]
    defaults = [str(yaml.safe_load(each)) for text in described for each in DEFAULT.findall(text)]
    place = ["_topic", "_topic_partition", "_topic_offset"]
    found, many = [], 0
    for file in sorted(models.rglob("base_*.sql")):
        of_key: dict[str | None, list[str | None]] = {}
        for (key, *where), values in valued(project, file.stem, ["_key", *place]):
            texts = [*messages[(where[0], where[1], where[2])], *defaults]
            of_key.setdefault(key, []).extend(texts)
            many += len(values)
            found += unknown(f"{file.stem} {where}", values, Origin(texts))
        entity = file.stem.removeprefix("base_")
        origins = {key: Origin(texts) for key, texts in of_key.items()}
        for model in (entity, f"{entity}_history"):
            for (key,), values in valued(project, model, ["_key"]):
                many += len(values)
                found += unknown(f"{model} {key}", values, origins.get(key, Origin([])))
    return found, many


def valued(
    project: Project, model: str, names: list[str]
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return the rows of a table, if it exists: these columns, and those of the source."""
    from pyspark.sql.functions import col, struct, to_json

    if not project.spark.catalog.tableExists(f"lake.replay.{model}"):
        return
    table = project.spark.table(f"replay.{model}")
    if not set(names) <= set(table.columns):
        return
    own = [
        (col(f"`{name}`").cast("string") if type_ in TIMES else col(f"`{name}`")).alias(name)
        for name, type_ in table.dtypes
        if name == "_id" or not name.startswith("_")
    ]
    for row in table.select(
        *names, to_json(struct(*own), WITH_MICROSECONDS).alias("_values")
    ).collect():
        yield tuple(row)[: len(names)], json.loads(row["_values"], parse_float=Decimal)


def unknown(row: str, values: dict[str, Any], origin: Origin) -> list[str]:
    """Return the columns whose values the messages of the row do not contain."""
    return [
        f"{row}: {name} is {value}, which no message has"
        for name, value in values.items()
        if not all(origin.has(atom) for atom in inside(value))
    ]


def lost(project: Project) -> list[str]:
    """Return the landed rows that do not have one class: in the base of all, or of one entity."""
    files = (project.folder / "models").rglob("base_*.sql")
    classes = " union all ".join(
        f"select _landing_id, _class from replay.{file.stem}" for file in sorted(files)
    )
    id_ = "concat_ws('/', topic, partition, offset) || coalesce('@' || unix_millis(timestamp), '')"
    found = project.spark.sql(
        f"with classified as ({classes}), landed as (select {id_} as id from landing.events)"
        " select landed.id, count(classified._class) as classes from landed"
        " left join classified on landed.id = classified._landing_id"
        " group by landed.id having count(classified._class) <> 1"
    )
    return [f"{row['id']}: {row['classes']} classes" for row in found.collect()]


def named(project: Project, marks: set[tuple[Any, ...]]) -> dict[str, set[str]]:
    """Return the keys of the marked records, by model."""
    found: dict[str, set[str]] = {}
    for model in entities(project):
        base = project.spark.table(f"replay.base_{model}").where("_key is not null")
        keys = base.select("_topic", "_topic_partition", "_topic_offset", "_key").collect()
        found[model] = {row["_key"] for row in keys if tuple(row)[:3] in marks}
    return found


def records_of(lines: list[bytes]) -> list[Record]:
    return [json.loads(line) for line in lines if line.strip()]
