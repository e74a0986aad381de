"""Keys: where they are read, what distinguishes them, what is reported where they differ."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import KAFKA, Unwrap, kafka, session
from loads import Loads, relation
from pyspark.sql import Row

Json = dict[str, Any]
SCRATCH = relation("scratch", "landing")
OID = "65b1f0c2d3e4a5968778695a"
UUID = "00112233-4455-6677-8899-aabbccddeeff"
UUID_BYTES = "ABEiM0RVZneImaq7zN3u/w=="
CUSTOMERS = {"name": "s", "db": "shop", "schema": "dbo", "table": "customers"}


def change(key: Any, after: Any = None, op: str = "c", before: Any = None, **source: Any) -> Any:
    source = {"ts_ms": 1, "commit_lsn": "1:1", "change_lsn": "1:1", **CUSTOMERS} | source
    return key, {"before": before, "after": after, "op": op, "source": source}


def document(key: str | None, after: str | None = None, **more: Any) -> Any:
    event = {"op": "c", "after": after, "source": {"ts_ms": 1, "ord": 1}, **more}
    return None if key is None else {"id": key}, event


def values_of(unwrap: Unwrap, messages: list[Any], arguments: str, *names: str) -> list[Any]:
    """These columns of the messages' rows, in their order."""
    rows = unwrap(KAFKA, kafka(*messages), arguments)
    rows.sort(key=lambda row: row["_topic_offset"])
    return [
        row[names[0]] if len(names) == 1 else tuple(row[each] for each in names) for row in rows
    ]


def relational(columns: Json, key: list[str] | None = None) -> str:
    return f"'kafka', 'db2', key={key or list(columns)}, columns={columns}"


# -- what makes a key ----------------------------------------------------------------------------


def test_a_key_of_two_columns(unwrap: Unwrap) -> None:
    """In the order of the declaration; a null is no empty text, and has its place."""
    keys: list[Json] = [
        {"a": 1, "b": "x"},
        {"b": "x", "a": "1"},
        {"a": 1, "b": ""},
        {"a": 1, "b": None},
        {"a": None, "b": "1"},
        {"a": None, "b": None},
    ]
    messages = [change(key, key) for key in keys]
    arguments = relational({"a": "int", "b": "string"})
    assert values_of(unwrap, messages, arguments, "_key", "_class") == [
        ('{"a":1,"b":"x"}', "data"),
        ('{"a":1,"b":"x"}', "data"),
        ('{"a":1,"b":""}', "data"),
        ('{"a":1,"b":null}', "data"),
        ('{"a":null,"b":"1"}', "data"),
        ('{"a":null,"b":null}', "rejected"),
    ]


def test_a_key_column_that_came_later_has_its_default(unwrap: Unwrap) -> None:
    columns = {"id": "int", "region": {"data_type": "string", "default": "eu"}}
    messages = [
        change({"id": 1, "region": "us"}, {"id": 1, "region": "us"}),
        change({"id": 1, "region": None}, {"id": 1, "region": None}),
        change({"id": 1}, {"id": 1}),
        change(None, {"id": 1}),
        change({"id": 1}, op="d", before={"id": 1}),
    ]
    assert values_of(unwrap, messages, relational(columns), "_key", "_key_mismatch") == [
        ('{"id":1,"region":"us"}', False),
        ('{"id":1,"region":null}', False),
        ('{"id":1,"region":"eu"}', False),
        ('{"id":1,"region":"eu"}', False),
        ('{"id":1,"region":"eu"}', False),
    ]


def test_keys_of_64_bits(unwrap: Unwrap) -> None:
    largest, unsigned = 2**63 - 1, 2**64 - 1
    keys: list[int | str] = [largest, -largest - 1, str(largest), unsigned, 2**53 + 1]
    messages = [change({"id": key}, {"id": key}) for key in keys]
    assert values_of(unwrap, messages, relational({"id": "bigint"}), "_key", "_reason") == [
        (f'{{"id":{largest}}}', None),
        (f'{{"id":{-largest - 1}}}', None),
        (f'{{"id":{largest}}}', None),
        ('{"id":null}', "invalid_value"),
        (f'{{"id":{2**53 + 1}}}', None),
    ]
    wide = relational({"id": "decimal(20, 0)"})
    assert values_of(unwrap, messages, wide, "_key") == [f'{{"id":{int(key)}}}' for key in keys]


def test_keys_differ_by_case(unwrap: Unwrap) -> None:
    """Their values, and the names of their columns."""
    columns = {
        "id": "string",
        "upper_id": {"path": "ID", "data_type": "string"},
        "name": {"path": "Name", "data_type": "string"},
        "upper_name": {"path": "NAME", "data_type": "string"},
    }
    keys = [{"id": "a", "ID": "b"}, {"id": "A", "ID": "b"}, {"id": "b", "ID": "a"}]
    messages = [change(key, key | {"Name": "x", "NAME": "y"}) for key in keys]
    names = ["_key", "name", "upper_name", "_extra", "_key_mismatch"]
    assert values_of(unwrap, messages, relational(columns, ["id", "upper_id"]), *names) == [
        ('{"id":"a","upper_id":"b"}', "x", "y", None, False),
        ('{"id":"A","upper_id":"b"}', "x", "y", None, False),
        ('{"id":"b","upper_id":"a"}', "x", "y", None, False),
    ]


# -- documents -----------------------------------------------------------------------------------

SAME = {
    '{"$oid":"65b1f0c2d3e4a5968778695a"}': [
        f'{{"$oid":"{OID}"}}',
        f'{{ "$oid" : "{OID.upper()}" }}',
        f'ObjectId("{OID}")',
    ],
    f'"{OID}"': [f'"{OID}"'],
    "5": [
        "5",
        "5.0",
        '{"$numberInt":"5"}',
        '{"$numberLong": "5"}',
        '{"$numberDouble":"5.0"}',
        '{"$numberDecimal":"5.00"}',
        "NumberLong(5)",
        'NumberLong("5")',
    ],
    '"5"': ['"5"'],
    "5.5": ["5.5", '{"$numberDouble":"5.5"}'],
    "10000000": ["10000000", "1.0E7", '{"$numberDouble":"1.0E7"}'],
    "9223372036854775807": ["9223372036854775807", '{"$numberLong":"9223372036854775807"}'],
    '{"$date":5}': [
        '{"$date":5}',
        '{"$date":{"$numberLong":"5"}}',
        '{"$date":"1970-01-01T00:00:00.005Z"}',
        'ISODate("1970-01-01T01:00:00.005+01:00")',
    ],
    f'{{"$binary":"{UUID_BYTES}","$type":"04"}}': [
        f'{{"$uuid":"{UUID}"}}',
        f'{{"$binary":"{UUID_BYTES}","$type":"04"}}',
        f'{{"$binary":{{"base64":"{UUID_BYTES}","subType":"04"}}}}',
        f'UUID("{UUID}")',
    ],
    f'{{"$binary":"{UUID_BYTES}","$type":"03"}}': [f'{{"$binary":"{UUID_BYTES}","$type":"03"}}'],
    '{"a":1,"b":"x"}': ['{"a":1,"b":"x"}', '{ "a" : {"$numberLong": "1"}, "b" : "x" }'],
    '{"b":"x","a":1}': ['{"b":"x","a":1.0}'],
    r'{"a":"1.0, 2.0","b":"{\"$numberLong\":\"1\"}"}': [
        r'{"a": "1.0, 2.0", "b": "{\"$numberLong\":\"1\"}"}'
    ],
    '{"$uuid":"no hexadecimal"}': ['{"$uuid":"no hexadecimal"}'],
    '"Smith (junior)"': ['"Smith (junior)"', "Smith (junior)"],
    "true": ["true"],
    '"true"': ['"true"'],
    '"qu\\"ote ä"': ['"qu\\"ote ä"', '"qu\\"ote \\u00e4"'],
}
FORMS = [(name, form) for name, forms in SAME.items() for form in forms]


def test_ids_of_documents_are_equal_as_in_mongodb(unwrap: Unwrap) -> None:
    """Whatever their dialect, and only if their types are; the column has the plain text."""
    messages = [document(form, '{"n": 1}') for _, form in FORMS]
    arguments = "'kafka', 'mongodb', key=['_id'], columns={'_id': 'string', 'n': 'int'}"
    found = values_of(unwrap, messages, arguments, "_key", "_class")
    assert found == [(f'{{"_id":{name}}}', "data") for name, _ in FORMS]
    plain = dict(zip(FORMS, values_of(unwrap, messages, arguments, "_id"), strict=True))
    assert plain["5", '{"$numberLong": "5"}'] == plain['"5"', '"5"'] == "5"
    assert plain[f'{{"$oid":"{OID}"}}', f'ObjectId("{OID}")'] == OID


def test_an_id_is_found_at_any_position(unwrap: Unwrap) -> None:
    """In a json layout there is no message key; 1.x has a filter."""
    read = [form for _, form in FORMS if not form.endswith(")")]
    messages = [document(None, f'{{"_id": {form}, "n": 1}}') for form in read]
    patch = '{"$set": {"n": 1}}'
    messages += [
        document(None, op="u", patch=patch, filter=f'{{"country": "de", "_id": {form}}}')
        for form in read
    ]
    # MongoDB's connector writes such doubles bare, which only from_json reads
    odd = [f'{{"_id": {form}, "n": 1, "r": [NaN, -Infinity]}}' for form in read]
    messages += [document(None, each) for each in odd]
    messages += [document(None, op="d", before=each) for each in odd]
    arguments = "'kafka', 'mongodb', key=['_id'], columns={'_id': 'string', 'n': 'int'}"
    keys = [f'{{"_id":{name}}}' for name, form in FORMS if not form.endswith(")")]
    assert values_of(unwrap, messages, arguments, "_key") == keys * 4


def test_a_number_in_a_mongodb_key_is_equal_by_value(unwrap: Unwrap) -> None:
    """With a declared number."""
    forms = ["1004", "1004.0", "1.004E3", '{"$numberLong":"1004"}', '{"$numberInt":"1004"}']
    forms += ['{"$numberDouble":"1004.0"}', '{"$numberDecimal":"1004"}', "NumberLong(1004)"]
    images = [f'{{"_id": {form}}}' for form in forms[:7]]
    messages = [document(form, image) for form in forms for image in images]
    messages += [document(None, image) for image in images]
    messages += [document("1004.5"), document('"1004"', images[0]), document("true")]
    arguments = "'kafka', 'mongodb', key=['_id'], columns={'_id': 'bigint'}"
    found = values_of(unwrap, messages, arguments, "_key", "_key_mismatch", "_reason")
    assert set(found[:-3]) == {('{"_id":1004}', False, None)}
    assert [row[2] for row in found[-3:]] == ["no_image", None, "no_image"]
    (half,) = values_of(unwrap, [document("1004.5", '{"_id":1}')], arguments, "_reason")
    assert half == "invalid_value"


def test_an_id_beside_other_key_columns(unwrap: Unwrap) -> None:
    messages = [document(form, "{}") for form in (f'{{"$oid":"{OID}"}}', "5", '"5"', "null")]
    arguments = "'kafka', 'mongodb', key=['_topic', '_id'], columns={'_id': 'string'}"
    assert values_of(unwrap, messages, arguments, "_key", "_reason") == [
        (f'{{"_topic":"t","_id":{{"$oid":"{OID}"}}}}', None),
        ('{"_topic":"t","_id":5}', None),
        ('{"_topic":"t","_id":"5"}', None),
        ('{"_topic":"t","_id":null}', "no_key"),
    ]


def test_a_key_of_parts_of_the_id(unwrap: Unwrap) -> None:
    """Deletes have them too, for they are read from the message key."""
    columns = {
        "tenant": {"path": "_id.tenant", "data_type": "string"},
        "n": {"path": "_id.n", "data_type": "bigint"},
    }
    key = '{"tenant": "a", "n": {"$numberLong": "7"}}'
    messages = [document(key, f'{{"_id": {key}}}'), document(key, op="d"), ({"id": key}, None)]
    arguments = f"'kafka', 'mongodb', key=['tenant', 'n'], columns={columns}"
    assert values_of(unwrap, messages, arguments, "_key", "_class") == [
        ('{"tenant":"a","n":7}', "data"),
        ('{"tenant":"a","n":7}', "data"),
        ('{"tenant":"a","n":7}', "tombstone"),
    ]


def test_the_rest_of_a_filter_is_known(unwrap: Unwrap) -> None:
    """Shard key fields are beside `_id`, in any order."""
    patch = '{"$set": {"n": 1}}'
    filters = ['{"country": "de", "_id": 5}', '{"_id": {"$numberLong": "5"}, "country": "de"}']
    messages = [document(None, op="u", patch=patch, filter=each) for each in filters]
    columns = {"_id": "bigint", "country": "string", "n": "int", "other": "int"}
    arguments = f"'kafka', 'mongodb', key=['_id'], columns={columns}"
    names = ["_key", "country", "n", "_unavailable"]
    assert values_of(unwrap, messages, arguments, *names) == [('{"_id":5}', "de", 1, ["other"])] * 2


# -- keys that do not agree ----------------------------------------------------------------------


def test_the_message_key_decides(loads: Loads) -> None:
    """The row is flagged and counted."""
    row = {"id": 5, "n": 1}
    messages = [
        change({"id": 5}, row),
        change({"id": "5"}, row),
        change({"schema": {}, "payload": {"id": 6}}, row),
        change({"id": 6}, None, "d", before=row),
        change({"id": 6}, None, "d"),
        change({"id": 6}, row | {"id": "x"}),
        change({"id": 6}, {"n": 1}),
        change({"other": 6}, row),
        change(None, row),
        ({"id": 6}, None),
        ({"id": 6}, "nope"),
    ]
    loads.land(kafka(*messages))
    for table, columns in (("typed_base", {"id": "int", "n": "int"}), ("documents_base", {})):
        arguments = f"'kafka', 'db2', key=['id'], columns={columns}"
        loads.build(table, f"unwrap({SCRATCH}, {arguments})")
        rows = sorted(loads.rows(table), key=lambda row: row["_topic_offset"])
        assert [n for n, row in enumerate(rows, 1) if row["_key_mismatch"]] == [3, 4, 6]
        assert {row["_key_mismatch"] for row in rows} == {True, False}
        keys = [json.loads(row["_key"])["id"] for row in rows if row["_key_mismatch"]]
        assert [int(key) for key in keys] == [6, 6, 6]
        ledger = session().sql(loads.sql(f"ledger([[{SCRATCH}, {relation(table)}]])", table))
        counts = {
            (row["_class"], row["_reason"]): row["key_mismatch_rows"] for row in ledger.collect()
        }
        assert counts["data", None] == 3
        assert sum(counts.values()) == 3


def test_ids_of_documents_that_do_not_agree(unwrap: Unwrap) -> None:
    oid = f'{{"$oid":"{OID}"}}'
    pairs = [
        (oid, f'{{"$oid": "{OID}"}}', False),
        (oid, f'{{"$oid": "{OID.replace("6", "7")}"}}', True),
        ('{"$date":5}', '{"$date":"1970-01-01T00:00:00.005Z"}', False),
        ('{"a":{"$numberLong":"1"}}', '{"a": 1.0}', False),
        ('{"a":1,"b":1}', '{"b":1,"a":1}', True),
        ('"abc"', '"abc"', False),
        ('"abc"', '"abd"', True),
    ]
    messages = [document(key, f'{{"_id": {image}}}') for key, image, _ in pairs]
    arguments = "'kafka', 'mongodb', key=['_id'], columns={'_id': 'string'}"
    assert values_of(unwrap, messages, arguments, "_key_mismatch") == [each for *_, each in pairs]


def test_rows_without_message_keys_never_disagree(unwrap: Unwrap) -> None:
    rows = [(json.dumps(change(None, {"id": 1})[1]),)]
    arguments = "layout='json', connector='db2', key=['id'], columns={'id': 'int'}"
    (row,) = unwrap("value string", rows, arguments)
    assert row["_key_mismatch"] is False


def test_what_a_key_is_read_from(unwrap: Unwrap) -> None:
    """The message key, then CDL's `unique`, then the image."""
    columns = {"id": "int", "email": "string"}

    def event(key: Json | None, unique: Json | None, row: Json, **more: Any) -> Any:
        return key, {
            "message_version": "2.0",
            "unique": unique,
            "op": "c",
            "after": row,
            "source": {"lsn": "1", "txId": 1},
            **more,
        }

    image = {"id": 3, "email": "image"}
    messages = [
        event({"id": 1, "email": "key"}, {"id": 2, "email": "unique"}, image),
        event({"email": "key"}, {"id": 2, "email": "unique"}, image),
        event(None, {"id": 2}, image),
        event({"other": 1}, None, image),
        event({"email": "key"}, {"id": 2}, {}, op="d", before=None, after=None),
    ]
    arguments = f"'cdl', 'cdl', key=['id', 'email'], columns={columns}"
    assert values_of(unwrap, messages, arguments, "_key", "_reason") == [
        ('{"id":1,"email":"key"}', None),
        ('{"id":2,"email":"key"}', None),
        ('{"id":2,"email":"image"}', None),
        ('{"id":3,"email":"image"}', None),
        ('{"id":2,"email":"key"}', None),
    ]


def not_unique(loads: Loads, *messages: Any, arguments: str) -> list[Row]:
    loads.land([(*row[:2], n, *row[3:]) for n, row in enumerate(kafka(*messages))])
    loads.build("unique_base", f"unwrap({SCRATCH}, {arguments})")
    return session().sql(loads.sql(f"test_unique_key({relation('unique_base')})")).collect()


def test_a_declared_key_that_is_not_unique_is_found(loads: Loads) -> None:
    """Two rows alive at once under one key, distinguished by their message keys."""

    def row(n: int, number: int, email: str, op: str = "c", **source: Any) -> Any:
        image = {"id": number, "email": email}
        images = {"before": image} if op == "d" else {"after": image}
        return change({"id": number}, op=op, commit_lsn=f"1:{n:x}", **images, **source)

    messages = [
        # one row, its key with and without schema
        row(1, 1, "one"),
        row(2, 1, "one", "u"),
        ({"schema": {}, "payload": {"id": 1}}, row(3, 1, "one", "u")[1]),
        # the row itself changed its id
        row(4, 2, "two"),
        row(5, 2, "two", "d"),
        row(6, 3, "two"),
        # two rows, one after the other and then both at once
        row(7, 4, "both"),
        row(8, 4, "both", "d"),
        row(9, 5, "both"),
        row(10, 4, "both"),
        # two of another table, before its truncate and after it
        row(11, 6, "cut", table="others"),
        change(None, op="t", commit_lsn="1:c", table="others"),
        row(13, 7, "cut", table="others"),
        # one id in two tables
        row(14, 8, "shards"),
        row(15, 8, "shards", table="others"),
    ]
    arguments = relational({"id": "int", "email": "string"}, ["email"])
    found = not_unique(loads, *messages, arguments=arguments)
    assert {row["_key"]: row["source_rows"] for row in found} == {
        '{"email":"both"}': 2,
        '{"email":"shards"}': 2,
    }


def test_a_null_value_deletes_the_row_before_it(loads: Loads) -> None:
    """It has no position and names no table; the row with its key is in another table later."""

    def row(number: int, table: str, lsn: int) -> Any:
        image = {"id": number, "__table": table, "__lsn": lsn}
        return {"id": number, "shard": table}, image

    messages = [
        row(1, "a", 10),
        ({"id": 1, "shard": "a"}, None),
        row(1, "b", 30),
        # two at once
        row(2, "a", 40),
        row(2, "b", 50),
    ]
    arguments = "'flattened_kafka', 'postgresql', key=['id'], columns={'id': 'int'}"
    found = not_unique(loads, *messages, arguments=arguments)
    assert {row["_key"]: row["source_rows"] for row in found} == {'{"id":2}': 2}


def test_ids_that_a_declared_type_makes_one_are_found(loads: Loads) -> None:
    ids = ["5", '{"$numberLong":"5"}', '"6"', "6", '{"$oid":"65b1f0c2d3e4a5968778695a"}']
    messages = [
        document(each, "{}", source={"ts_ms": n, "ord": 1, "connector": "mongodb"})
        for n, each in enumerate(ids)
    ]
    arguments = "'kafka', 'mongodb', key=['_id'], columns={'_id': 'bigint'}"
    found = not_unique(loads, *messages, arguments=arguments)
    assert [row["_key"] for row in found] == ['{"_id":6}']


def test_one_number_in_several_forms_is_one_key(loads: Loads) -> None:
    """An Oracle NUMBER names its own scale; a decimal written as text takes on zeros."""

    def row(n: int, number: Any, text: str) -> Any:
        key = {"id": number, "text": text}
        return change(key, key | {"email": "one"}, commit_lsn=f"1:{n:x}")

    messages = [
        row(1, {"scale": 0, "value": "ZA=="}, "1.0"),
        row(2, {"scale": -2, "value": "AQ=="}, "1.00"),
        row(3, {"scale": 1, "value": "A+g="}, "1"),
    ]
    arguments = relational({"id": "string", "email": "string"}, ["email"])
    assert not not_unique(loads, *messages, arguments=arguments)
    other = row(4, {"scale": 1, "value": "A+k="}, "1.00")
    (found,) = not_unique(loads, *messages, other, arguments=arguments)
    assert found["source_rows"] == 2


# -- shards --------------------------------------------------------------------------------------


def test_landing_tables_of_shards_make_one_entity(loads: Loads) -> None:
    """Ids, partitions and keys keep apart what comes of different tables and topics."""
    shards = ["shard_a", "shard_b"]
    for shard in shards:
        row = {"id": 1, "n": 1}
        loads.land(kafka(change({"id": 1}, row, db=shard), ({"id": 1}, None)), table=shard)
    landings = f"[{', '.join(relation(shard, 'landing') for shard in shards)}]"
    columns = {"id": "int", "n": "int"}
    key = ["_topic", "_landing_table", "__source_db", "id"]
    options = f"'kafka', 'db2', key={key}, columns={columns}, add_fields=['source.db']"
    unwrap = f"unwrap(debezium.landing_tables('landing', 'shard_[ab]'), {options})"
    base = relation("shards_base")
    loads.build("shards_base", unwrap)
    loads.build("shards_base", unwrap)
    late = [(*row[:2], 9, *row[3:]) for row in kafka("nope")]
    loads.land(late, table="shard_b")
    loads.build("shards_base", unwrap)
    rows = sorted(loads.rows("shards_base"), key=lambda row: row["_landing_id"])
    assert [row["_landing_id"] for row in rows] == [
        "landing.shard_a:t/0/0",
        "landing.shard_a:t/0/1",
        "landing.shard_b:t/0/0",
        "landing.shard_b:t/0/1",
        "landing.shard_b:t/0/9",
    ]
    assert [row["_landing_table"] for row in rows] == ["landing.shard_a"] * 2 + [
        "landing.shard_b"
    ] * 3
    keys = [json.loads(row["_key"]) for row in rows[:4]]
    assert [list(key.values()) for key in keys] == [
        ["t", "landing.shard_a", "shard_a", 1],
        ["t", "landing.shard_a", None, 1],
        ["t", "landing.shard_b", "shard_b", 1],
        ["t", "landing.shard_b", None, 1],
    ]
    partitions = [(row["_landing_table"], row["_topic"], row["_topic_partition"]) for row in rows]
    assert partitions == [("landing.shard_a", "t", 0)] * 2 + [("landing.shard_b", "t", 0)] * 3
    loads.build("shards_ledger", f"ledger([[{landings}, {base}]])")
    ledger = {
        (row["landing"], row["_load"], row["_class"]): row["landed_rows"]
        for row in loads.rows("shards_ledger")
    }
    assert ledger == {
        ("landing.shard_a", 1, "data"): 1,
        ("landing.shard_a", 1, "tombstone"): 1,
        ("landing.shard_b", 1, "data"): 1,
        ("landing.shard_b", 1, "tombstone"): 1,
        ("landing.shard_b", 2, "rejected"): 1,
    }
    timed = {row["_load"] for row in loads.rows("shards_ledger") if row["loaded_at"]}
    assert timed == {2}, "when an older load came is not known"
    loads.land(kafka("landed, not yet in base", "twice"), table="shard_a")
    spark = session()
    spark.sql("insert into debezium.shards_base select * from debezium.shards_base limit 1")
    checked = f"test_conservation({base}, {landings}, 'kafka', {relation('shards_ledger')})"
    problems = [row["problem"] for row in spark.sql(loads.sql(checked)).collect()]
    assert sorted(problems) == ["load not in the ledger as in base", "more than once in base"]


def test_rows_without_a_position_are_distinguished_by_a_finer_time(loads: Loads) -> None:
    """Of flattened rows, a time in nanoseconds may be all that differs."""
    messages = [
        ({"id": 1}, {"id": 1, "n": n, "__op": "u", "__source_ts_ns": time})
        for n, time in ((1, 1), (2, 2), (1, 3), (1, 3))
    ]
    loads.land(kafka(*messages), table="finer")
    options = "key=['id'], columns={'id': 'int', 'n': 'int'}"
    landing = relation("finer", "landing")
    sql = loads.sql(f"unwrap({landing}, 'flattened_kafka', 'postgresql', {options})")
    rows = sorted(session().sql(sql).collect(), key=lambda row: row["_topic_offset"])
    first, second, third, again = (row["_event_id"] for row in rows)
    assert len({first, second, third}) == 3
    assert again == third


def test_envelopes_of_several_landing_tables(loads: Loads) -> None:
    """An entity's base model reads them as it would read the tables themselves."""
    for shard in ("shard_a", "shard_b"):
        loads.land(kafka(change({"id": 1}, {"id": 1, "n": 1}, db=shard)), table=shard)
    landings = f"[{', '.join(relation(shard, 'landing') for shard in ('shard_a', 'shard_b'))}]"
    entity = {"topic": "t"}
    loads.build("envelopes", f"envelopes({landings}, 'kafka', 'db2', entities=[{entity}])")
    options = "'db2', key=['id'], columns={'id': 'int', 'n': 'int'}"
    enveloped = f"unwrap({relation('envelopes')}, 'envelope', {options}, entity={entity})"
    found, direct = (
        sorted(map(repr, session().sql(loads.sql(call)).collect()))
        for call in (enveloped, f"unwrap({landings}, 'kafka', {options})")
    )
    assert found == direct
    assert len(found) == 2


def test_the_topic_distinguishes_shards(unwrap: Unwrap) -> None:
    """In deletes' tombstones too, of which the key and the topic are all there is."""
    messages = [change({"id": 1}, {"id": 1}), ({"id": 1}, None)]
    rows = [(topic, *row[1:]) for topic in ("a", "b") for row in kafka(*messages)]
    arguments = "'kafka', 'db2', key=['_topic', 'id'], columns={'id': 'int'}"
    found = unwrap(KAFKA, rows, arguments)
    keys = sorted((row["_topic"], row["_class"], row["_key"]) for row in found)
    assert keys == [
        (topic, kind, f'{{"_topic":"{topic}","id":1}}')
        for topic in ("a", "b")
        for kind in ("data", "tombstone")
    ]


# -- what a reader does not see, the state does --------------------------------------------------


@pytest.mark.slow
def test_the_state_sees_deletes_that_a_reader_does_not(loads: Loads) -> None:
    """The delete mode shapes what is sent on, not what is known."""
    row = {"id": 1, "n": 1}
    loads.land(
        kafka(change({"id": 1}, row), change({"id": 1}, None, "d", row, commit_lsn="1:2"), "nope")
    )
    columns = {"id": "int", "n": "int"}
    for mode in ("drop", "rewrite", None):
        base = f"base_{mode}".lower()
        option = f"delete_tombstone_handling_mode={mode!r}" if mode else "previous=false"
        arguments = f"'kafka', 'db2', key=['id'], columns={columns}, {option}"
        loads.build(base, f"unwrap({SCRATCH}, {arguments})")
        events = loads.view("events", f"select * from debezium.{base} where _class = 'data'")
        state = session().sql(loads.sql(f"current({events}, columns={columns})", base)).collect()
        assert [(each["_key"], each["_op"], each["_is_deleted"]) for each in state] == [
            ('{"id":1}', "d", True)
        ]
        ledger = session().sql(loads.sql(f"ledger([[{SCRATCH}, {relation(base)}]])", base))
        counts = {each["_class"]: each["landed_rows"] for each in ledger.collect()}
        assert counts == {"data": 2, "rejected": 1}
        if mode:
            sent = session().sql(loads.sql(f"emitted({relation(base)}, columns={columns})", base))
            kept = {"drop": ["value"], "rewrite": ["value", "value"]}[mode]
            assert [each["_emitted"] for each in sent.collect()] == kept


def test_a_masked_value_is_in_no_key_of_a_table_without_one(unwrap: Unwrap) -> None:
    image = {"id": 1, "name": "Ann"}
    source = {"commit_lsn": "1:1", "change_lsn": "1:1"}
    value = {"before": None, "after": image, "source": source, "op": "c"}
    text = json.dumps(value, separators=(",", ":"))  # as a connector writes it: parsed with types
    columns = {"id": "int", "name": {"data_type": "string", "mask": "omit"}}
    (row,) = unwrap(KAFKA, kafka((image, text)), f"'kafka', 'db2', key=[], columns={columns}")
    assert row["_class"] == "data"
    assert "Ann" not in str(row)
