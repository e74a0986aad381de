"""The worked example, against the truth that was worked out by hand from its story."""

from __future__ import annotations

import json
import os
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from conftest import ENTITIES, ROOT, SOURCES, Contents, Dbt, Example, listed, parsed
from pyspark.sql import SparkSession

TRUTH = ROOT / "landing" / "truth"
DAYS = ["day_1", "day_2"]
# The truth speaks of the source's columns.
COLUMNS = {
    "ID": "id",
    "FIRST_NAME": "first_name",
    "LAST_NAME": "last_name",
    "EMAIL": "email",
    "decimalNum": "decimal_num",
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("day", DAYS)
def test_current_matches_the_story(example: Example, source: str, day: str) -> None:
    state = current(example.after(day), source)
    truth = [json.loads(line) for line in (TRUTH / day / f"{source}.jsonl").open()]
    assert truth
    expected = {key_of(entry["key"]): row_of(entry) for entry in truth}
    assert {key: held(row, expected[key]) for key, row in state.items()} == expected


def current(contents: Contents, source: str) -> dict[str, dict[str, Any]]:
    return {row["_key"]: row for row in parsed(contents, f"{source}__{ENTITIES[source]}")}


def key_of(key: dict[str, Any]) -> str:
    return json.dumps(
        {COLUMNS.get(name, name): value for name, value in key.items()}, separators=(",", ":")
    )


def row_of(entry: dict[str, Any]) -> dict[str, Any]:
    row = {COLUMNS.get(name, name): value for name, value in entry["row"].items()}
    return {
        **{name: plain(name, value) for name, value in row.items()},
        "_is_deleted": entry["deleted"],
    }


def held(row: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    return {name: plain(name, row[name]) for name in expected}


def plain(name: str, value: Any) -> Any:
    """Times without zone, decimals as text, JSON text as what it says."""
    if value is None or isinstance(value, bool):
        return value
    if name == "phones":
        return json.loads(value)
    if name in ("registered", "time1"):
        return value.replace("T", " ").removesuffix("Z").partition(".")[0], fraction(value)
    if name in ("balance", "decimal_num"):
        return f"{Decimal(value):.2f}"
    return value


def fraction(value: str) -> str:
    return value.removesuffix("Z").partition(".")[2].rstrip("0")


@pytest.mark.parametrize("source", SOURCES)
def test_every_landed_row_has_its_class(example: Example, source: str) -> None:
    classes = json.loads((TRUTH / "classes.json").read_text())[source]
    ledger: Counter[tuple[str, str, str | None]] = Counter()
    invalid: Counter[str] = Counter()
    for row in parsed(example.second, "conservation_ledger"):
        if row["landing"] == f"landing.{source}":
            ledger[DAYS[row["_load"] - 1], row["_class"], row["_reason"]] += row["landed_rows"]
            invalid[DAYS[row["_load"] - 1]] += row["invalid_rows"]
    expected: Counter[tuple[str, str, str | None]] = Counter()
    for day, counts in classes.items():
        rejected = counts.pop("rejected")
        assert (
            counts.pop("landed")
            == sum(counts.values()) + sum(rejected.values()) - counts["invalid"]
        )
        assert invalid[day] == counts.pop("invalid")
        expected.update({(day, name, None): count for name, count in counts.items()})
        expected.update({(day, "rejected", reason): count for reason, count in rejected.items()})
    assert ledger == +expected


def test_a_build_without_new_events_changes_nothing(example: Example) -> None:
    assert example.again == example.first
    assert len(example.first) > 30


def test_db2_gives_the_same_state_from_both_layouts(example: Example) -> None:
    def state(source: str) -> list[tuple[Any, ...]]:
        names = (
            "_key",
            "first_name",
            "last_name",
            "email",
            "_op",
            "_is_deleted",
            "_events",
            "_duplicate_events",
        )
        return sorted(
            tuple(row[name] for name in names) for row in current(example.second, source).values()
        )

    assert state("db2") == state("db2_struct")


def test_rejected_rows_keep_their_text(example: Example, spark: SparkSession) -> None:
    for source in SOURCES:
        table = f"debezium.{source}__{ENTITIES[source]}__rejected"
        reasons = spark.sql(f"select count(*), count(_reason), count(_raw) from {table}").first()
        assert reasons is not None
        assert reasons[0] == reasons[1] == reasons[2] > 0


def test_every_view_reads_in_a_session_without_the_functions(
    example: Example, spark: SparkSession
) -> None:
    bare = without_functions(spark)
    with pytest.raises(Exception, match="debezium_document"):
        bare.sql("select debezium_document('{}', null, null, null, null, null)")
    persistent = listed(bare, "views", "viewName")
    assert len(persistent) >= 3 * len(SOURCES)
    for view in persistent:
        bare.table(f"debezium.{view}").collect()


def without_functions(spark: SparkSession) -> SparkSession:
    """Another session of the same Spark."""
    remote = os.environ.get("SPARK_REMOTE")
    return SparkSession.builder.remote(remote).create() if remote else spark.newSession()


def test_the_yaml_names_every_column(example: Example, spark: SparkSession, dbt: Dbt) -> None:
    """In their order, with their types."""
    manifest: Any = dbt("parse").result
    for node in [*manifest.nodes.values(), *manifest.sources.values()]:
        if node.resource_type in ("model", "seed", "snapshot", "source"):
            table = spark.table(f"{node.schema}.{node.identifier}")
            held = {name: type_ for name, type_ in table.dtypes if not name.startswith("_hoodie_")}
            described = {
                name: (column.data_type or held[name]).replace(" ", "")
                for name, column in node.columns.items()
            }
            assert list(described.items()) == list(held.items()), node.unique_id


def test_documents_have_their_arrays_as_objects(example: Example) -> None:
    documents = [
        json.loads(row["document"]) for row in parsed(example.second, "mongodb__documents")
    ]
    phones = [document["phones"] for document in documents if "phones" in document]
    assert phones
    assert all(set(each) == {f"_{place}" for place in range(len(each))} for each in phones)


def test_an_analyst_reads_any_field(example: Example) -> None:
    rows = parsed(example.second, "mongodb__phones")
    assert {"Kiel", "Hamburg"} <= {row["city"] for row in rows}
    assert {row["registered"][:19] for row in rows if row["first_name"] == "Aiko"} == {
        "2019-11-30T23:59:59"
    }


def test_the_snapshot_has_a_version_for_a_delete(example: Example) -> None:
    versions = [
        row for row in parsed(example.second, "db2__customers_snapshot") if row["id"] == 1001
    ]
    assert [
        (row["_is_deleted"], row["dbt_valid_to"] is None)
        for row in sorted(versions, key=lambda row: row["_is_deleted"])
    ] == [
        (False, False),
        (True, True),
    ]


@pytest.mark.slow
def test_a_rebuilt_base_is_applied_again(dbt: Dbt, example: Example, spark: SparkSession) -> None:
    """Its rows are a new load, so no consumer takes them for what it has seen."""

    def state() -> list[tuple[Any, ...]]:
        names = "_key email _op _is_deleted _events _duplicate_events".split()
        return sorted(map(tuple, spark.table("debezium.db2__customers").select(*names).collect()))

    def loads(table: str) -> list[int]:
        held = spark.table(f"debezium.{table}").select("_load").distinct()
        return [row[0] for row in held.collect()]

    before = state()
    allowed = ["--vars", "{debezium__full_refresh: [base_db2__customers]}"]
    rebuild = ("run", "--full-refresh", "--select", "base_db2__customers", *allowed)
    # A rebuild before anything has landed leaves it empty.
    empty = "delete from debezium.base_db2__customers"
    for number in (3, 4):
        if number == 3:
            dbt(*rebuild)
        else:
            spark.sql(empty)
        dbt("build", "--select", "conservation_ledger", "db2")
        assert loads("base_db2__customers") == [number]
        assert state() == before
        assert loads("db2__customers") == [number]
