"""Fields of a wide table, which are read by place, are what they are read by name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loads import Loads, relation
from pyspark.sql import Row, SparkSession

COLUMNS = {"id": "bigint", "n": "int", "big": "string", "at": "timestamp"}
UNAVAILABLE = "__debezium_unavailable_value"
IN_ORDER: dict[str, Any] = {"id": 1, "n": 2, "big": "three", "at": 1_700_000_000_000}
IMAGES = [
    IN_ORDER,
    IN_ORDER | {"n": None, "at": None},
    dict(reversed(IN_ORDER.items())),
    {"id": 1, "big": "three"},
    IN_ORDER | {"more": "undeclared"},
    IN_ORDER | {"n": "invalid_value"},
    IN_ORDER | {"big": UNAVAILABLE},
    IN_ORDER | {"big": UNAVAILABLE, "n": None},
    {"id": 1, "n": 2, "BIG": "another name", "at": None},
    {},
    None,
]


def value(connector: str, image: dict[str, Any] | None, place: int) -> str:
    source = {"name": "s", "db": "d", "ts_ms": place, "lsn": place, "ord": place}
    if connector == "mongodb":
        renamed = image and {("_id" if name == "id" else name): image[name] for name in image}
        document = None if renamed is None else json.dumps(renamed)
        return json.dumps({"op": "c", "source": source, "after": document})
    return json.dumps({"op": "c", "source": source, "after": image})


@pytest.mark.slow
@pytest.mark.parametrize("connector", ["mongodb", "postgresql", "db2"])
def test_positions_and_names_agree(spark: SparkSession, loads: Loads, connector: str) -> None:
    names = {
        "_id" if connector == "mongodb" and name == "id" else name: COLUMNS[name]
        for name in COLUMNS
    }
    key = next(iter(names))
    message_key = json.dumps({"id": 1})
    texts = [value(connector, image, place) for place, image in enumerate(IMAGES)]
    # a field that stands twice
    texts.append(
        texts[0].replace('\\"n\\": 2', '\\"n\\": 2, \\"n\\": 3').replace('"n": 2', '"n": 2, "n": 3')
    )
    loads.land(
        [("t", 0, place, None, message_key, text) for place, text in enumerate(texts)], table="wide"
    )
    call = (
        f"unwrap({relation('wide', 'landing')}, 'kafka', '{connector}', ['{key}'], columns={names})"
    )
    found: dict[int, list[Row]] = {}
    for least in (1, 1000):
        loads.variables = f"{{debezium__wide_table: {least}, debezium__text_parse: true}}"
        sql = loads.sql(call, incremental=True)
        assert ("_in_order" in sql) == (least == 1)
        found[least] = spark.sql(sql).orderBy("_topic_offset").collect()
    assert len(found[1]) == len(texts)
    assert found[1] == found[1000]
    whole = found[1][0]
    assert (whole["_class"], whole["n"], whole["big"], whole["_extra"]) == (
        "data",
        2,
        "three",
        None,
    )
