"""Batches as Spark hands them over; calls through SQL are tested with the models."""

import pyarrow as pa

from dbt_debezium.functions import FUNCTIONS, batched


def test_a_batch_keeps_its_rows_and_nulls() -> None:
    batch = batched(FUNCTIONS["debezium_encode_arrays"])
    given = pa.array(['{"a":[1]}', None, "broken", "{}"])
    assert batch(given).to_pylist() == ['{"a":{"_0":1}}', None, None, "{}"]
    assert batch(pa.array([], pa.string())).type == pa.string()
