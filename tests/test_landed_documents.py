"""The worked example holds the documents' own events: byte for byte, or mended as stated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Example, parsed
from pyspark.sql import SparkSession

DOCUMENTS = ROOT / "tests" / "documents"
MENDED = sorted(DOCUMENTS.glob("*.json"))
BROKEN = sorted(DOCUMENTS.glob("*.left.txt"))
# The new-document-state page prints these as documents, not as events.
SAMPLES = {
    "mongodb_array_document",
    "mongodb_array_document_encoded",
    "mongodb_nested_document",
    "mongodb_nested_document_flattened",
    "mongodb_unset_output_full",
    "mongodb_unset_output_partial",
}


def records() -> list[dict[str, Any]]:
    files = sorted((ROOT / "landing").glob("day_*/*.jsonl"))
    lines = [json.loads(line) for file in files for line in file.open()]
    return [line for line in lines if "topic" in line]


RECORDS = records()
TEXTS = {text for record in RECORDS for text in (record["key"], record["value"]) if text}


def named(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("path", [each for each in MENDED if named(each) not in SAMPLES], ids=named)
def test_an_event_of_the_documents_lands_byte_for_byte(path: Path) -> None:
    text = path.read_text().removesuffix("\n")
    json.loads(text)
    assert {text, text.strip()} & TEXTS


@pytest.mark.parametrize("path", BROKEN, ids=named)
def test_one_defect_of_each_sort_lands_and_is_rejected(
    example: Example, spark: SparkSession, path: Path
) -> None:
    """Trailing commas, callout digits, `<>`, a stray brace, elided parts."""
    text = path.read_text().removesuffix("\n")
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    table = f"debezium.{named(path).partition('_')[0]}__customers__rejected"
    reasons = [
        row["_reason"]
        for row in spark.table(table).collect()
        if row["_raw"].strip() == text.strip()
    ]
    assert reasons == ["not_json"]


def test_all_sorts_of_defects_are_there() -> None:
    assert [named(path).partition("_")[2] for path in BROKEN] == [
        "stray_brace",
        "trailing_commas",
        "angle_callout",
        "callout_digits",
        "elided_schema",
        "elided_source",
    ]


@pytest.mark.parametrize(
    ("table", "column"), [("base_db2__customers", "id"), ("base_sqlserver__customers", "id")]
)
def test_keys_and_values_are_paired_truthfully(example: Example, table: str, column: str) -> None:
    """The key example says 1004, the values 1005."""
    rows = [row for row in parsed(example.second, table) if row["_class"] == "data"]
    assert {1004, 1005} <= {row[column] for row in rows}
    keyed = [row for row in rows if row["_raw_key"]]
    assert keyed
    for row in keyed:
        key = json.loads(row["_raw_key"])
        assert int(next(iter(key.get("payload", key).values()))) == row[column]


def test_a_row_with_an_image_is_data_whatever_its_heartbeat_field_says(example: Example) -> None:
    """CDL's INSERT carries a HEARTBEAT_IDENTIFIER."""
    text = (DOCUMENTS / "cdl_1_0_insert.json").read_text()
    assert json.loads(text)["payload"]["HEARTBEAT_IDENTIFIER"]
    offsets = {record["offset"] for record in RECORDS if record["value"] == text.strip()}
    classes = {
        row["_class"]
        for row in parsed(example.second, "base_cdl__ct_pg2hudi")
        if row["_topic_offset"] in offsets
    }
    assert offsets
    assert classes == {"data"}


def test_array_encoding_as_the_page_prints_it(spark: SparkSession) -> None:
    before, after = (
        (DOCUMENTS / f"{name}.json").read_text()
        for name in ("mongodb_array_document", "mongodb_array_document_encoded")
    )
    frame = spark.createDataFrame([(before,)], "document string")
    call = (
        """debezium_document(document, null, null, null, null, '{"array_encoding": "document"}')"""
    )
    encoded = frame.selectExpr(call).first()
    assert encoded is not None
    assert json.loads(encoded[0]) == json.loads(after)
