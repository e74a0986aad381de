"""2,000 generated documents through unwrap, against the rules of the transform in plain Python.

The rules are those of ExtractNewDocumentState, and the package's own where the transform fails.
They stand here a second time, on values and not on their text, so that neither side copies the
other's mistakes.
"""

from __future__ import annotations

import base64
import json
import math
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from conftest import Dbt, session
from dbt.artifacts.schemas.run import RunExecutionResult
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pyspark.sql import DataFrame, Row, SparkSession

from dbt_debezium.conformance import LANDING, equal, parsed

COUNT = 2_000
# A value as its text in one of the dialects of Extended JSON, and as the rules below know it.
Value = tuple[str, Any]


# -- documents -----------------------------------------------------------------------------------


class Undefined:
    """A field that is left out, an element that is null."""


class Struct(dict[str, Any]):
    """A value of several fields that is no document, so it is not united with documents."""


class Whole(dict[str, Any]):
    """A scalar that only looks like an object."""


def forms(value: Any, *texts: str) -> st.SearchStrategy[Value]:
    return st.sampled_from([(text, value) for text in texts])


def integer(number: int) -> st.SearchStrategy[Value]:
    narrow = [f'{{"$numberInt": "{number}"}}'] if -(2**31) <= number < 2**31 else []
    return forms(number, str(number), f'{{"$numberLong": "{number}"}}', *narrow)


def double(number: float) -> st.SearchStrategy[Value]:
    bare = json.dumps(
        number
    )  # NaN, Infinity and -Infinity stand bare, as the connector writes them
    value = number if math.isfinite(number) else bare
    return forms(value, bare, bare.replace("e", "E"), f'{{"$numberDouble": "{bare}"}}')


def text(value: str) -> st.SearchStrategy[Value]:
    escaped, plain = json.dumps(value), json.dumps(value, ensure_ascii=False)
    return forms(value, plain, escaped, f'{{"$code": {plain}}}', f'{{"$symbol": {plain}}}')


def date(millis: int) -> st.SearchStrategy[Value]:
    texts = [f'{{"$date": {millis}}}', f'{{"$date": {{"$numberLong": "{millis}"}}}}']
    if 0 <= millis < 253_402_300_800_000:
        moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=millis)
        texts.append(f'{{"$date": "{moment:%Y-%m-%dT%H:%M:%S}.{millis % 1000:03}Z"}}')
    return forms(millis, *texts)


def timestamp(seconds: int) -> st.SearchStrategy[Value]:
    """The seconds are unsigned in BSON and signed in the transform."""
    signed = seconds if seconds < 2**31 else seconds - 2**32
    return forms(signed * 1000, f'{{"$timestamp": {{"t": {seconds}, "i": 1}}}}')


def binary(content: bytes) -> st.SearchStrategy[Value]:
    coded = base64.b64encode(content).decode()
    texts = [
        f'{{"$binary": "{coded}", "$type": "00"}}',
        f'{{"$binary": {{"base64": "{coded}", "subType": "00"}}}}',
    ]
    if len(content) == 16:
        texts.append(f'{{"$uuid": "{uuid.UUID(bytes=content)}"}}')
    return forms(coded, *texts)


def regex(pattern: str, options: str) -> st.SearchStrategy[Value]:
    coded = json.dumps(pattern)
    return forms(
        Struct(regex=pattern, options=options),
        f'{{"$regex": {coded}, "$options": "{options}"}}',
        f'{{"$regularExpression": {{"pattern": {coded}, "options": "{options}"}}}}',
    )


def same(plain: Any) -> Value:
    return json.dumps(plain), plain


OID = "65B1F0c2d3e4a5968778695a"
FIXED: list[Value] = [
    *map(same, [None, True, False]),
    (f'{{"$oid": "{OID}"}}', OID.lower()),
    *((f'{{"$numberDecimal": "{number}"}}', number) for number in "123.4500 1E+3 NaN -0".split()),
    ('{"$minKey": 1}', Whole({"$minKey": 1})),
    ('{"$maxKey": 1}', Whole({"$maxKey": 1})),
    ('{"$undefined": true}', Undefined()),
    (f'{{"$ref": "c", "$id": {{"$oid": "{OID}"}}}}', {"$ref": "c", "$id": OID.lower()}),
]
# What only looks like Extended JSON is a document.
DOCUMENTS: list[Value] = [
    same({"$unknown": 1}),
    same({"$oid": "no hexadecimal"}),
    same({"$numberInt": 5}),
    same({"$numberInt": "x"}),
    same({"$date": None}),
    same({"$date": "yesterday"}),
    same({"$date": 5, "more": 1}),
    same({"more": 1, "$date": 5}),
    same({"$regex": "a"}),
    same({"$binary": 5}),
]
# Few enough to meet again: in the documents of one array, and where flattening joins them.
COMMON = ["a", "b", "a_b", "a__0"]
NAMES = ["c", "_0", "_1", "a.b", "$", "$x", "a$b", "it's", '"', "\\", "ünï", "\0"]

scalars: st.SearchStrategy[Value] = st.one_of(
    st.sampled_from(FIXED),
    (st.integers(-(2**63), 2**63 - 1) | st.sampled_from([-(2**63), 2**63 - 1])).flatmap(integer),
    st.floats().flatmap(double),
    st.text(max_size=6).flatmap(text),
    st.integers(-(2**63), 2**63 - 1).flatmap(date),
    st.integers(0, 253_402_300_799_999).flatmap(date),
    st.integers(0, 2**32 - 1).flatmap(timestamp),
    (st.binary(max_size=5) | st.binary(min_size=16, max_size=16)).flatmap(binary),
    st.tuples(st.text(max_size=3), st.sampled_from(["", "i"])).flatmap(lambda both: regex(*both)),
)
names = st.one_of(
    st.sampled_from(COMMON),
    st.sampled_from(NAMES),
    st.text(min_size=1, max_size=4).filter(lambda name: name[0] != "$" and name != "_id"),
)


def array(elements: list[Value]) -> Value:
    return f"[{', '.join(text for text, _ in elements)}]", [value for _, value in elements]


def document(members: dict[str, Value]) -> Value:
    text = ", ".join(f"{json.dumps(name)}: {text}" for name, (text, _) in members.items())
    return f"{{{text}}}", {name: value for name, (_, value) in members.items()}


def documents_of(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.dictionaries(names, values, max_size=4).map(document)


def arrays_of(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Of anything, of documents alone, of arrays alone."""
    return st.one_of(
        st.lists(values, max_size=4).map(array),
        st.lists(documents_of(values) | st.just(same(None)), max_size=4).map(array),
        st.lists(st.lists(values, max_size=3).map(array), max_size=3).map(array),
    )


values = st.recursive(
    scalars | st.sampled_from(DOCUMENTS),
    lambda inner: documents_of(inner) | arrays_of(inner),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def generated() -> list[Value]:
    """The same documents in every run. Spark sees them all at once, hence the list."""
    found: list[Value] = []

    @settings(
        max_examples=COUNT,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.dictionaries(names, values, max_size=5))
    def collect(members: dict[str, Value]) -> None:
        number = len(found)
        found.append(document({"_id": (str(number), number), **members}))

    collect()
    assert len(found) == COUNT
    return found


# -- the rules -----------------------------------------------------------------------------------


def with_arrays(document: dict[str, Any]) -> Any:
    """array.encoding=array: what stands in one place of an array's elements has one shape."""
    return united([document])[0]


def united(values: list[Any]) -> list[Any]:
    if not values:
        return []
    documents = [value for value in values if type(value) is dict]
    names = dict.fromkeys(
        name
        for each in documents
        for name, field in each.items()
        if not isinstance(field, Undefined)
    )
    fields = {name: iter(united([each.get(name) for each in documents])) for name in names}
    elements = iter(united([each for value in values if type(value) is list for each in value]))

    def one(value: Any) -> Any:
        if type(value) is dict:
            return {name: next(fields[name]) for name in names}
        if type(value) is list:
            # Empty arrays in arrays are left out.
            return [each for each in [next(elements) for _ in value] if each != []]
        return None if isinstance(value, Undefined) else value

    return [one(value) for value in values]


def with_documents(value: Any) -> Any:
    """array.encoding=document: an element stands under its number."""
    if isinstance(value, list):
        return {
            f"_{place}": None if isinstance(each, Undefined) else with_documents(each)
            for place, each in enumerate(value)
        }
    if type(value) is dict:
        return {
            name: with_documents(each)
            for name, each in value.items()
            if not isinstance(each, Undefined)
        }
    return value


def flattened(value: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """flatten.struct: the fields of documents, those in arrays left where they are."""
    for name, each in value.items():
        if isinstance(each, dict) and not isinstance(each, Whole):
            yield from flattened(each, f"{prefix}{name}_")
        else:
            yield f"{prefix}{name}", each


RULES = {"array": with_arrays, "document": with_documents}


# -- through unwrap ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spark(dbt: Dbt) -> SparkSession:
    dbt("compile", "--inline", "select 1")
    spark = session()
    spark.sql("create schema if not exists generated")
    return spark


def run(dbt: Dbt, inline: str) -> DataFrame:
    result = dbt("compile", "--inline", inline).result
    assert isinstance(result, RunExecutionResult)
    return session().sql(result.results[0].node.to_dict()["compiled_code"])


def land(spark: SparkSession, documents: list[str]) -> None:
    """Each document as the state after a create; the number in the list is the offset."""
    rows: list[tuple[Any, ...]] = []
    source = {"connector": "mongodb", "ts_ms": 1, "db": "db", "collection": "c"}
    for number, after in enumerate(documents):
        event = {"before": None, "after": after, "source": source, "op": "c", "ts_ms": 1}
        key = json.dumps({"id": str(number)})
        value = json.dumps(event, ensure_ascii=number % 2 == 0)
        rows.append((key, value, "t", 0, number, None, []))
    spark.createDataFrame(rows, LANDING).writeTo("generated.documents").createOrReplace()


def unwrapped(dbt: Dbt, encoding: str, flatten: bool) -> dict[int, Row]:
    inline = (
        "{{ debezium.unwrap(api.Relation.create(schema='generated', identifier='documents'),"
        " layout='kafka', connector='mongodb', columns={},"
        f" array_encoding='{encoding}', flatten_struct={str(flatten).lower()}) }}}}"
    )
    rows = run(dbt, inline).collect()
    found = {row["_topic_offset"]: row for row in rows}
    assert len(found) == len(rows) == COUNT
    return found


def names_in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return [(name, names_in_order(each)) for name, each in value.items()]
    return [names_in_order(each) for each in value] if isinstance(value, list) else None


def is_right(value: Any, row: Row, encoding: str, flatten: bool) -> bool:
    expected = RULES[encoding](value)
    if flatten:
        fields = list(flattened(expected))
        expected = dict(fields)
        if len(fields) > len(expected):
            return (row["_class"], row["_reason"]) == ("rejected", "name_collision")
    found = parsed(row["document"])
    return (
        (row["_class"], row["_reason"], row["_emitted"]) == ("data", None, "value")
        and equal(expected, found)
        and names_in_order(expected) == names_in_order(found)
    )


def check(dbt: Dbt, generated: list[Value], encoding: str, flatten: bool) -> dict[int, Row]:
    found = unwrapped(dbt, encoding, flatten)
    wrong = sorted(
        (
            f"{text}\n  rules {RULES[encoding](value)}\n  found {found[number]}"
            for number, (text, value) in enumerate(generated)
            if not is_right(value, found[number], encoding, flatten)
        ),
        key=len,
    )
    assert not wrong, f"{len(wrong)} of {COUNT}, the shortest:\n" + "\n".join(wrong[:5])
    return found


@pytest.mark.parametrize("flatten", [False, True])
@pytest.mark.parametrize("encoding", RULES)
def test_documents_follow_the_rules(
    dbt: Dbt, spark: SparkSession, generated: list[Value], encoding: str, flatten: bool
) -> None:
    land(spark, [text for text, _ in generated])
    found = check(dbt, generated, encoding, flatten)
    collisions = sum(row["_reason"] == "name_collision" for row in found.values())
    assert bool(collisions) == flatten


# -- and back ------------------------------------------------------------------------------------


def array_paths(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where the arrays of a document end up once encoded."""
    if isinstance(value, list):
        yield path
        value = {f"_{place}": each for place, each in enumerate(value)}
    if isinstance(value, dict):
        for name, each in value.items():
            yield from array_paths(each, (*path, name))


def exact(text: str) -> Any:
    """JSON with the text of its numbers and the order of its members."""
    number = "number {}".format
    return json.loads(
        text, parse_float=number, parse_int=number, parse_constant=number, object_pairs_hook=list
    )


def encoded_and_decoded(dbt: Dbt, spark: SparkSession, texts: list[str]) -> list[str]:
    paths = [json.dumps(list(array_paths(json.loads(text)))) for text in texts]
    rows = [(number, *both) for number, both in enumerate(zip(texts, paths, strict=True))]
    frame = spark.createDataFrame(rows, "number int, document string, paths string")
    frame.createOrReplaceTempView("generated_texts")
    inline = (
        "with arrays as (select *, {{ debezium.encode_arrays('document') }} as encoded"
        " from generated_texts)"
        " select encoded, debezium_decode_arrays(encoded, paths) as decoded from arrays"
        " order by number"
    )
    found = run(dbt, inline).collect()
    for row in found:
        assert not list(array_paths(json.loads(row["encoded"])))
    return [row["decoded"] for row in found]


@pytest.mark.slow
def test_decode_arrays_restores_what_encode_arrays_made(
    dbt: Dbt, spark: SparkSession, generated: list[Value]
) -> None:
    """The same documents, and the same text once it is in the encoder's own dialect."""
    restored = encoded_and_decoded(dbt, spark, [text for text, _ in generated])
    land(spark, restored)
    for encoding in RULES:
        check(dbt, generated, encoding, flatten=False)
    again = encoded_and_decoded(dbt, spark, restored)
    assert list(map(exact, again)) == list(map(exact, restored))
