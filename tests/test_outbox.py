"""Messages of Debezium's outbox event router: rows of class outbox, with the payload as columns."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import ROOT, WITH_HEADERS, session
from installed import PROJECT, installed, run
from loads import Loads, relation
from pyspark.sql import Row, SparkSession
from test_codegen import schema_of
from test_layouts import compact

from dbt_debezium.generate import main

COLUMNS = {"orderId": "bigint", "state": "string", "lines": "array<struct<sku: string, qty: int>>"}
CALL = (
    f"unwrap({relation('outbox', 'landing')}, layout='outbox', connector='postgresql', "
    f"entity={{'topic': 'outbox.event.order'}}, headers='headers', columns={COLUMNS})"
)
PAYLOAD = {"orderId": 55, "state": "PLACED", "lines": [{"sku": "A-1", "qty": 2}]}
FIELDS: list[dict[str, Any]] = [
    {"field": "orderId", "type": "int64"},
    {"field": "state", "type": "string"},
]
TEXT = {"type": "string", "optional": False}
FORMS = {
    "text": compact(PAYLOAD),
    "a JSON string": json.dumps(compact(PAYLOAD)),
    "with a schema of a string": compact({"schema": TEXT, "payload": compact(PAYLOAD)}),
    "expanded, with its schema": compact({"schema": schema_of(FIELDS), "payload": PAYLOAD}),
}
KEYS = {
    "order-55": "order-55",
    '"order-55"': "order-55",
    compact({"schema": TEXT, "payload": "order-55"}): "order-55",
    "55": "55",
    '"5\\"5"': '5"5',
}


def landed(
    loads: Loads, values: list[str | None], topic: str = "outbox.event.order", key: str = "order-55"
) -> list[Row]:
    """Land values as records, build the base model, and return its rows in their order."""
    headers = [("id", b"4d47e190"), ("eventType", b"OrderPlaced")]
    records = [(topic, 0, at, None, key, value, headers) for at, value in enumerate(values)]
    loads.land(records, WITH_HEADERS, "outbox")
    loads.build("base_outbox", CALL)
    return sorted(loads.rows("base_outbox"), key=lambda row: row["_topic_offset"])


@pytest.mark.parametrize("form", FORMS)
def test_the_payload_is_typed(loads: Loads, form: str) -> None:
    (row,) = landed(loads, [FORMS[form]])
    assert (row["_class"], row["_op"], row["_reason"]) == ("outbox", "c", None)
    assert (row["orderId"], row["state"]) == (55, "PLACED")
    assert row["lines"] == [Row(sku="A-1", qty=2)]
    assert row["_headers"] == {"id": "4d47e190", "eventType": "OrderPlaced"}


@pytest.mark.parametrize("key", KEYS)
def test_the_key_is_the_aggregate_s_id(loads: Loads, key: str) -> None:
    (row,) = landed(loads, [FORMS["text"]], key=key)
    assert row["_aggregate_id"] == KEYS[key]


def test_what_is_no_payload_has_its_class_and_reason(loads: Loads) -> None:
    rows = landed(loads, [None, "null", "no JSON", "[1]", '"text"', "{}"])
    assert [(row["_class"], row["_reason"]) for row in rows] == [
        ("tombstone", None),
        ("tombstone", None),
        ("rejected", "not_json"),
        ("rejected", "no_payload"),
        ("rejected", "no_payload"),
        ("outbox", None),
    ]


def test_other_fields_and_other_types_are_kept(loads: Loads) -> None:
    payload = {"orderId": "many", "__op": "d", "op": "d", "note": {"a": 1}, "state": None}
    (row,) = landed(loads, [compact(payload)])
    assert (row["_class"], row["orderId"], row["state"]) == ("outbox", None, None)
    assert row["_invalid"] == {"orderId": "many"}
    assert row["_extra"] == {"__op": "d", "op": "d", "note": '{"a":1}'}


def test_a_record_that_landed_twice_is_one_row_and_other_topics_are_filtered(loads: Loads) -> None:
    assert len(landed(loads, [FORMS["text"]])) == 1
    assert len(landed(loads, [FORMS["text"]])) == 1
    rows = landed(loads, [FORMS["text"]], topic="outbox.event.invoice")
    assert sorted(row["_class"] for row in rows) == ["filtered", "outbox"]


def test_drift_reads_outbox_events(loads: Loads) -> None:
    landed(loads, [compact({"orderId": "many", "note": 1})])
    landed(loads, [FORMS["text"]], topic="outbox.event.invoice")
    sql = loads.sql(f"drift({relation('base_outbox')}, columns={COLUMNS})", incremental=True)
    found = {(row["kind"], row["source_field"]) for row in session().sql(sql).collect()}
    assert found == {("new", "note"), ("invalid_value", "orderId")}


def test_the_page_s_query_has_each_event_once(loads: Loads) -> None:
    landed(loads, [FORMS["text"], FORMS["a JSON string"], None])
    page = (ROOT / "docs" / "landed_forms.md").read_text()
    (query,) = re.findall(r"```sql\n(with numbered .*?)```", page, re.DOTALL)
    sql = query.replace("{{ ref('base_outbox__order') }}", "debezium.base_outbox")
    assert session().sql(sql).collect() == [("4d47e190", "order-55", 55, "PLACED")]


@pytest.mark.parametrize("form", FORMS)
def test_generated_models_have_each_event_once(
    lake: SparkSession, tmp_path: Path, form: str
) -> None:
    """The second event was sent again; a payload field has the name of a column of base."""
    texts = [FORMS[form], compact({"orderId": 56, "state": None, "topic": "t"}), None]
    records: list[tuple[Any, ...]] = [
        ("outbox.event.order", 0, at, None, "order-55", text, [("id", str(number).encode())])
        for at, (number, text) in enumerate(zip([1, 2, 3], texts, strict=True))
    ]
    records.append((*records[1][:2], 3, *records[1][3:]))
    lake.sql(f"create or replace table landing.outbox_events ({WITH_HEADERS})")
    lake.createDataFrame(records, WITH_HEADERS).writeTo("landing.outbox_events").append()
    name = f"order_events_{[*FORMS].index(form)}"
    topic = ["--topic", "outbox.event.order", "--layout", "outbox", "--connector", "postgresql"]
    with installed(tmp_path, PROJECT):
        result = CliRunner().invoke(main, ["landing.outbox_events", "--name", name, *topic])
        assert result.exit_code == 0, result.output
        assert sorted(Path(file).name for file in result.output.splitlines() if "/" in file) == [
            "_landing__sources.yml",
            f"_{name}__models.yml",
            f"base_{name}.sql",
            f"{name}__ledger.sql",
            f"{name}__rejected.sql",
            f"stg_{name}.sql",
        ]
        run("build")
        assert "orderId" in (tmp_path / f"models/outbox_events/stg_{name}.sql").read_text()
    query = f"select _outbox_id, _aggregate_id, orderId, state from shop.stg_{name} order by 1"
    found = [tuple(row) for row in lake.sql(query).collect()]
    assert found == [("1", "order-55", 55, "PLACED"), ("2", "order-55", 56, None)]


def test_generated_models_need_a_topic_and_a_known_layout(
    lake: SparkSession, tmp_path: Path
) -> None:
    lake.sql(f"create or replace table landing.outbox_events ({WITH_HEADERS})")
    calls = {
        "layout outbox needs the topic of the events": ["--layout", "outbox"],
        "layout must be one of kafka, ": ["--layout", "outboxes", "--topic", "t"],
        "cannot find the columns of t: ": ["--layout", "outbox", "--topic", "t"],
    }
    with installed(tmp_path, PROJECT):
        for message, options in calls.items():
            given = ["landing.outbox_events", "--connector", "postgresql", *options]
            result = CliRunner().invoke(main, given)
            assert result.exit_code == 1
            assert message in result.output
