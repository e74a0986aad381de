"""The text of a message that base keeps, and any path of it."""

from __future__ import annotations

import json
import math
from datetime import datetime
from typing import Any

import pytest
from conftest import KAFKA, Dbt, Unwrap, all_compiled, kafka
from pyspark.sql import SparkSession

SOURCE = {"ts_ms": 1, "commit_lsn": "01", "change_lsn": "01"}
CALL = "'kafka', 'db2', ['id'], columns={'id': 'int', 'n': 'int'}"


def create(**row: Any) -> dict[str, Any]:
    return {"before": None, "after": row, "source": SOURCE, "op": "c", "ts_ms": 2}


GOOD, INVALID, BROKEN = create(id=1, n=2), create(id=2, n="many"), "no JSON"
WRAPPED = {"schema": {"type": "struct", "fields": []}, "payload": create(id=3, n=4)}


@pytest.mark.parametrize(
    ("keep_raw", "kept"),
    [
        ("", [INVALID, BROKEN]),
        (", keep_raw='unusable'", [INVALID, BROKEN]),
        (", keep_raw='all'", [GOOD, INVALID, BROKEN, WRAPPED]),
        (", keep_raw='none'", []),
    ],
)
def test_which_rows_keep_their_message(unwrap: Unwrap, keep_raw: str, kept: list[Any]) -> None:
    messages = [GOOD, INVALID, BROKEN, WRAPPED]
    rows = unwrap(KAFKA, kafka(*messages), CALL + keep_raw)
    texts = [each if isinstance(each, str) else json.dumps(each) for each in messages]
    found = {row["_topic_offset"]: row["_raw"] for row in rows}
    assert [found[offset] for offset in range(4)] == [
        text if message in kept else None for text, message in zip(texts, messages, strict=True)
    ]
    assert [row["_class"] for row in rows].count("data") == 3


def test_rows_without_a_text_keep_their_columns_as_json(unwrap: Unwrap) -> None:
    """Structs and rows that the transform has unwrapped."""
    struct = "after struct<id: int>, before struct<id: int>, source struct<commit_lsn: string>"
    schema = f"{struct}, op string, ts_ms bigint, transaction struct<id: string>"
    call = "'db2', ['id'], columns={'id': 'int'}, keep_raw='all'"
    (row,) = unwrap(schema, [((1,), None, ("01",), "c", 5, None)], f"'struct', {call}")
    message = json.loads(row["_raw"])
    assert (message["after"], message["op"], message["ts_ms"]) == ({"id": 1}, "c", 5)
    (row,) = unwrap("id int, __op string", [(1, "c")], f"'flattened', {call}")
    assert json.loads(row["_raw"]) == {"id": 1, "__op": "c"}


def test_complete_documents_keep_their_message_too(unwrap: Unwrap) -> None:
    message = {"after": '{"_id": 1}', "source": {"ts_ms": 1, "ord": 1}, "op": "c", "ts_ms": 2}
    landed = kafka(({"id": "1"}, message))
    (row,) = unwrap(KAFKA, landed, "'kafka', 'mongodb', ['_id'], columns={}, keep_raw='all'")
    assert (row["_class"], row["_raw"]) == ("data", json.dumps(message))


def test_the_project_decides_for_calls_that_do_not(dbt: Dbt) -> None:
    """A masked column shows in no text all the same."""
    masked = "columns={'id': 'int', 'n': {'data_type': 'int', 'mask': 'omit'}}"
    call = "debezium.unwrap(source('landing', 'db2'), 'kafka', 'db2', ['id'], "
    plain = call + "columns={'id': 'int'}"
    inline = (
        "{{ "
        + "}}\n-- next\n{{ ".join([plain + ")", plain + ", keep_raw='none')", call + masked + ")"])
        + " }}"
    )
    variables = ["--vars", json.dumps({"debezium__keep_raw": "all"})]
    result: Any = dbt("compile", "--inline", inline, *variables).result
    texts = result.results[0].node.to_dict()["compiled_code"].split("-- next")
    last_lines = [text.rsplit("_raw_key", 1)[1].split("as _load")[0] for text in texts]
    assert "_raw,\n" in last_lines[0]
    assert all("cast(null as string) as _raw,\n" in each for each in last_lines[1:])


def test_a_path_of_a_message(dbt: Dbt, spark: SparkSession) -> None:
    """Alone or under payload; MongoDB's images are texts in it."""
    event = create(id=1, name="Ann", address={"city": "Bern"}) | {"before": {"a.b": 7}}
    image = {"_id": 1, "address": {"city": "Bern"}, "n": {"$numberLong": "5"}, "r": math.inf}
    document = {
        "after": json.dumps(image | {"t": {"$timestamp": {"t": 5, "i": 1}}}),
        "updateDescription": {"updatedFields": '{"address.city": "Bern"}', "removedFields": ["x"]},
        "source": SOURCE,
    }
    wanted: dict[str, tuple[str, Any]] = {
        "'op'": ("event", "c"),
        "'source.ts_ms', 'bigint'": ("event", 1),
        "'after.name'": ("event", "Ann"),
        "'after.address.city'": ("event", "Bern"),
        "'after.missing'": ("event", None),
        "'after.id', 'int'": ("event", 1),
        "'source.commit_lsn'": ("document", "01"),
        "'after._id', 'int'": ("document", 1),
        "'after.address'": ("document", '{"city":"Bern"}'),
        "'after.address.city' ": ("document", "Bern"),
        "'after.n', 'bigint'": ("document", 5),
        "'after.r', 'double'": ("document", math.inf),
        "'after.t', 'timestamp_ntz'": ("document", datetime(1970, 1, 1, 0, 0, 5)),
        "'updateDescription.updatedFields'": ("document", '{"address.city": "Bern"}'),
        "'updateDescription.removedFields.0'": ("document", "x"),
    }
    calls = all_compiled(dbt, [f"field('{{}}._raw', {path})" for path in wanted])
    for wrap in (lambda message: message, lambda message: {"schema": {}, "payload": message}):
        for name, message in {"event": event, "document": document}.items():
            rows = [(json.dumps(wrap(message)),)]
            spark.createDataFrame(rows, "_raw string").createOrReplaceTempView(name)
        selected = ", ".join(
            call.replace("{}", name) for call, (name, _) in zip(calls, wanted.values(), strict=True)
        )
        (found,) = spark.sql(f"select {selected} from event, document").collect()
        assert dict(zip(wanted, found, strict=True)) == {
            path: value for path, (_, value) in wanted.items()
        }
