"""Batches as Spark hands them over, and calls in the SQL of a session of their own."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from dbt_debezium.documents import MAX_DEPTH
from dbt_debezium.functions import FUNCTIONS, batched, packed


def test_a_batch_keeps_its_rows_and_nulls() -> None:
    batch = batched(FUNCTIONS["debezium_decode_arrays"])
    documents = pa.array(['{"a":{"_0":1}}', None, "broken", "{}"])
    paths = pa.array(4 * ['[["a"]]'])
    expected = ['{"a":[1]}', None, None, "{}"]
    assert batch(documents, paths).to_pylist() == expected
    assert (
        batch(pa.chunked_array([documents]), paths.cast(pa.large_string())).to_pylist() == expected
    )
    assert batch(documents, pa.nulls(4)).to_pylist() == ['{"a":{"_0":1}}', None, None, "{}"]
    assert batch(*2 * [pa.array([], pa.string())]).type == pa.string()


def test_bytes_that_are_not_utf8_spoil_no_batch() -> None:
    """A message in Avro, say, beside others: Spark's strings may have any bytes."""
    batch = batched(FUNCTIONS["debezium_document"])
    landed = pa.array([b'{"op":"c"}', b"\x00\x00\x00\x00\x01\xff", None, b'{"op":"\xe9"}'])
    messages = pa.Array.from_buffers(pa.string(), 4, landed.buffers())
    options = pa.array(4 * ['{"add_fields":[["__op",null,"op"]]}'])
    images = pa.array(['{"a":1}', None, None, '{"a":2}'])
    found = batch(images, *3 * [pa.nulls(4, pa.string())], messages, options).to_pylist()
    assert found == ['{"a":1,"__op":"c"}', None, None, '{"a":2,"__op":"\ufffd"}']


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_takes_and_gives_strings(name: str) -> None:
    annotations = inspect.get_annotations(FUNCTIONS[name])
    assert set(annotations.values()) == {"str | None"}
    nothing = pa.nulls(1)
    assert batched(FUNCTIONS[name])(*[nothing] * (len(annotations) - 1)).to_pylist() == [None]


DEEP = '{"d":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH
SESSION = """
import json, sys
from dbt_debezium.functions import register
from dbt_debezium.plugin import start_session

settings = {
    "spark.master": "local[2]",
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.catalogImplementation": "in-memory",
}
spark = start_session(settings)
register(spark)
documents, queries = json.load(sys.stdin)
rows = [(number, text) for number, text in enumerate(documents)]
spark.createDataFrame(rows, "number int, document string").createOrReplaceTempView("landed")
found = [[row[0] for row in spark.sql(query).collect()] for query in queries]
spark.stop()
print(json.dumps(found))
"""


def in_a_session(documents: list[str | None], *queries: str) -> Any:
    run = subprocess.run(
        [sys.executable, "-c", SESSION],
        input=json.dumps([documents, queries]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def test_calls_in_sql() -> None:
    """Columns, literals and untyped nulls; one batch, several, none."""
    documents = ['{"a":[1],"b":{"$numberLong":"2"}}', None, "broken", DEEP]
    connect, of_a_literal, of_columns, decoded, none, many = in_a_session(
        documents,
        "select debezium_document(document, null, null, null, null, '{}') from landed",
        "select debezium_document('{a: 1}', null, null, 'true', null, null)",
        """select debezium_document(
            document, cast(null as string), cast(number as string),
            if(number = 1, 'true', 'false'), null, '{"rewrite_with_id": true}'
        ) from landed where number < 2""",
        """select debezium_decode_arrays(
            debezium_document(
                document, null, null, null, null,
                '{"scalars": "extended", "array_encoding": "document"}'
            ),
            '[["a"]]'
        ) from landed""",
        "select debezium_decode_arrays(document, null) from landed where number > 9",
        """select count(distinct debezium_document(
            concat('{"a":', id, '}'), null, null, null, null, '{}'
        )) from range(0, 30000, 1, 2)""",
    )
    assert connect == ['{"a":[1],"b":2}', None, "invalid_value", DEEP]
    assert of_a_literal == ['{"a":1,"__deleted":true}']
    assert of_columns == [
        '{"a":[1],"b":2,"__deleted":false,"_id":0}',
        '{"__deleted":true,"_id":1}',
    ]
    assert decoded == [documents[0], None, None, DEEP]
    assert none == []
    assert many == [30_000]


def test_the_code_goes_to_workers_as_an_archive(tmp_path: Path) -> None:
    first = packed()
    packed.cache_clear()
    assert Path(first).name == Path(packed()).name
    code = f"""
import sys
sys.path.insert(0, {first!r})
import dbt_debezium.functions
print(dbt_debezium.functions.__file__)
"""
    run = [sys.executable, "-c", code]
    found = subprocess.run(run, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True)
    assert found.stdout.startswith(first)
