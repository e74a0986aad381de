"""Messages of Debezium's outbox event router: rows of class outbox, with the payload as columns."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT, WITH_HEADERS, session, slow_except
from installed import PROJECT, installed, run
from loads import Loads, relation
from pyspark.sql import Row, SparkSession
from test_layouts import compact
from test_message_schemas import wrapped

from dbt_debezium.generate import main

COLUMNS = {"orderId": "bigint", "state": "string", "lines": "array<struct<sku: string, qty: int>>"}
CALL = (
    f"unwrap({relation('outbox', 'landing')}, layout='outbox', connector='postgresql', "
    f"entity={{'topic': 'outbox.event.order'}}, headers='headers', columns={COLUMNS})"
)
PAYLOAD = {"orderId": 55, "state": "PLACED", "lines": [{"sku": "A-1", "qty": 2}]}
FIELDS = {"orderId": {"type": "int64"}, "state": {"type": "string"}}
TEXT = {"type": "string", "optional": False}
FORMS = {
    "text": compact(PAYLOAD),
    "a JSON string": json.dumps(compact(PAYLOAD)),
    "with a schema of a string": compact({"schema": TEXT, "payload": compact(PAYLOAD)}),
    "expanded, with its schema": compact(wrapped(FIELDS, PAYLOAD)),
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
    (query,) = re.findall(r"```sql\n(with numbered_events .*?)```", page, re.DOTALL)
    sql = query.replace("{{ ref('base_outbox__order') }}", "debezium.base_outbox")
    assert session().sql(sql).collect() == [("4d47e190", "order-55", 55, "PLACED")]


PLAIN = {"orderId": 55, "op": "x", "data": {"a": 1}, "payload": "p", "_outbox_id": "o"}
APPLICATION = {
    "orderId": {"type": "int64"},
    "op": {"type": "string"},
    "data": {"type": "struct", "fields": [{"field": "a", "type": "int32"}]},
    "payload": {"type": "string"},
    "_outbox_id": {"type": "string"},
}
GENERATED = {
    "text": (compact(PLAIN), "mongodb"),
    "a JSON string": (json.dumps(compact(PLAIN)), "postgresql"),
    "expanded": (compact(wrapped(APPLICATION, PLAIN)), "postgresql"),
}


@pytest.mark.parametrize("form", slow_except(["text"], GENERATED))
def test_generated_models_have_each_event_once(
    spark: SparkSession, tmp_path: Path, form: str
) -> None:
    """The first was sent again; fields of the payload have names that messages and models use."""
    text, connector = GENERATED[form]
    events = [("order", text, b"1"), ("order", text, b"1"), ("order", None, b"2")]
    events += [("invoice", text, b"3"), ("invoices.old", text, b"4")]
    records = [
        (f"outbox.event.{topic}", 0, offset, None, "order-55", value, [("id", number)])
        for offset, (topic, value, number) in enumerate(events)
    ]
    spark.sql(f"create or replace table landing.outbox_events ({WITH_HEADERS})")
    spark.createDataFrame(records, WITH_HEADERS).writeTo("landing.outbox_events").append()
    name = f"{form.replace(' ', '_').lower()}_events"
    given = ["--topic", r"outbox\.event\.[a-z]+", "--layout", "outbox", "--connector", connector]
    with installed(tmp_path, PROJECT):
        result = CliRunner().invoke(main, ["landing.outbox_events", "--name", name, *given])
        assert result.exit_code == 0, result.output
        assert {Path(file).name for file in result.output.splitlines() if "/" in file} == {
            "_landing__sources.yml",
            f"_{name}__models.yml",
            f"base_{name}.sql",
            f"stg_{name}.sql",
            f"{name}__ledger.sql",
            f"{name}__rejected.sql",
        }
        run("build")
    columns = "_aggregate_id, orderId, op, cast(data as string), payload, _outbox_id_2, _extra"
    found = spark.sql(f"select _outbox_id, {columns}, _invalid from shop.stg_{name} order by 1")
    data = '{"a":1}'
    event = ("order-55", 55, "x", data, "p", "o", None, None)
    assert [tuple(row) for row in found.collect()] == [("1", *event), ("3", *event)]
    counted = spark.sql(f"select _class, count(*) from shop.base_{name} group by 1 order by 1")
    assert counted.collect() == [("filtered", 1), ("outbox", 3), ("tombstone", 1)]


def test_generated_models_need_a_topic_that_has_landed(spark: SparkSession, tmp_path: Path) -> None:
    spark.sql(f"create or replace table landing.outbox_events ({WITH_HEADERS})")
    outbox = ["--layout", "outbox"]
    calls = {
        "layout outbox needs the topic of the events": outbox,
        "layout must be one of kafka, ": ["--layout", "outboxes", "--topic", "t"],
        "landing.outbox_events has no rows of topic t. It has: none": [*outbox, "--topic", "t"],
        "layout outbox has no key": [*outbox, "--topic", "t", "--key", "id"],
    }
    with installed(tmp_path, PROJECT):
        for message, options in calls.items():
            given = ["landing.outbox_events", "--connector", "postgresql", *options]
            result = CliRunner().invoke(main, given)
            assert result.exit_code == 1
            assert message in result.output


@pytest.mark.slow
def test_the_next_payload_has_other_members(spark: SparkSession, tmp_path: Path) -> None:
    """The router makes a schema from each payload; a member may have the name of a type."""
    address = {"type": "struct", "name": "event.address"}
    texts = []
    for number, (members, kind, amount) in enumerate(
        [({"city": "x"}, "float64", 5.5), ({"zip": "y"}, "int32", 5), ({}, "int32", 5)]
    ):
        inner = [{"field": name, "type": "string"} for name in members]
        fields = {
            "id": {"type": "int32"},
            "amount": {"type": kind},
            "address": address | {"fields": inner},
            "date": {"type": "struct", "name": "event.date", "fields": inner},
        }
        payload = {"id": number, "amount": amount, "address": members, "date": members}
        texts.append(compact(wrapped(fields, payload)))
    records = [
        ("outbox.t", 0, n, None, "k", text, [("id", b"%d" % n)]) for n, text in enumerate(texts)
    ]
    spark.sql(f"create or replace table landing.expanded ({WITH_HEADERS})")
    spark.createDataFrame(records, WITH_HEADERS).writeTo("landing.expanded").append()
    given = ["--topic", "outbox.t", "--layout", "outbox", "--connector", "postgresql"]
    with installed(tmp_path, PROJECT):
        result = CliRunner().invoke(main, ["landing.expanded", "--name", "expanded", *given])
        assert result.exit_code == 0, result.output
        run("build")
    found = spark.sql("select amount, address, date, _invalid from shop.stg_expanded order by id")
    assert [tuple(row) for row in found.collect()] == [
        (5.5, '{"city":"x"}', '{"city":"x"}', None),
        (5.0, '{"zip":"y"}', '{"zip":"y"}', None),
        (5.0, "{}", "{}", None),
    ]
