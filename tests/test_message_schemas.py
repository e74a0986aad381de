"""A message's own schema decides how its values are read, whatever the model declares."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Context, Decimal, localcontext
from functools import partial
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import KAFKA, Dbt, compiled, session, slow_except
from loads import Loads, relation
from pyspark.sql import Row, SparkSession
from shop import Shop, change

TIME, DATA, CONNECT = "io.debezium.time.", "io.debezium.data.", "org.apache.kafka.connect.data."
DECIMAL = CONNECT + "Decimal"
UNSIGNED = {"__debezium.source.column.type": "BIGINT UNSIGNED"}


def octets(number: int) -> str:
    """Return a number as Connect's Decimal writes it."""
    return b64encode(number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)).decode()


def typed(type_: str, name: str | None = None, **parameters: Any) -> dict[str, Any]:
    """Return a Connect schema of a field."""
    schema: dict[str, Any] = {"type": type_, "optional": True}
    schema |= {"name": name, "version": 1} if name else {}
    return schema | (
        {"parameters": {k: str(v) for k, v in parameters.items()}} if parameters else {}
    )


def scaled(scale: int) -> dict[str, Any]:
    return typed("bytes", DECIMAL, scale=scale) | {"default": octets(0)}


def scaled_text(scale: int, number: int) -> str:
    """Return a decimal as the text of VariableScaleDecimal."""
    return f'{{"scale":{scale},"value":"{octets(number)}"}}'


def items(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema, "optional": True}


VARIABLE = typed("struct", DATA + "VariableScaleDecimal") | {
    "fields": [{"type": "int32", "field": "scale"}, {"type": "bytes", "field": "value"}]
}
STRING, DOUBLE, INT64, BOOLEAN = map(typed, ("string", "double", "int64", "boolean"))
BIGINT_UNSIGNED = typed("int64", **UNSIGNED)
ZEROFILL = typed("int64", **{"__debezium.source.column.type": "BIGINT UNSIGNED ZEROFILL"})
BIGINT = typed("int64", **{"__debezium.source.column.type": "BIGINT"})
DAYS = typed("int32", TIME + "Date")
MILLIS = typed("int64", TIME + "Timestamp")
MICROS = typed("int64", TIME + "MicroTimestamp")
NANOS = typed("int64", TIME + "NanoTimestamp")
CONNECT_TIMESTAMP = typed("int64", CONNECT + "Timestamp")
CLOCK_MILLIS = typed("int32", TIME + "Time")
CLOCK_MICROS = typed("int64", TIME + "MicroTime")
CLOCK_NANOS = typed("int64", TIME + "NanoTime")
ZONED = typed("string", TIME + "ZonedTimestamp")
FLAGS = "VQE="

AMOUNT = {"data_type": "decimal(12,4)", "semantic_type": DECIMAL}
LONG = {"data_type": "decimal(38,4)", "semantic_type": DECIMAL}
DIGITS = {"data_type": "string", "semantic_type": DECIMAL, "scale": 4}
ANY_SCALE = {"data_type": "decimal(20,3)", "semantic_type": DATA + "VariableScaleDecimal"}
PLAIN = {"data_type": "decimal(12,4)"}
AT = {"data_type": "timestamp_ntz", "semantic_type": TIME + "MicroTimestamp"}
CLOCK = {"data_type": "string", "semantic_type": TIME + "MicroTime"}
BITS = {"data_type": "string", "semantic_type": DATA + "Bits", "length": 12}
WHOLE = {"data_type": "decimal(20,0)"}
NOON = datetime(2018, 6, 20, 15, 13, 16, 945104)
HALF = Decimal("102.5")


@dataclass
class Case:
    """A column, the schema that a message gives to its field, what it sends and what is right.

    `invalid` is the text in `_invalid` where the value does not fit.
    """

    column: dict[str, Any]
    schema: dict[str, Any]
    sent: Any
    value: Any
    invalid: str | None = None


CASES = [
    # scales
    Case(AMOUNT, scaled(4), octets(1025000), HALF),
    Case(AMOUNT, scaled(2), octets(10250), HALF),
    Case(AMOUNT, scaled(2), octets(-1), Decimal("-0.01")),
    Case(AMOUNT, scaled(-2), octets(3), Decimal(300)),
    Case(AMOUNT, scaled(6), octets(102500000), HALF),
    Case(AMOUNT, scaled(6), octets(1), None, '{"scale":6,"value":"AQ=="}'),
    Case(AMOUNT, scaled(2), octets(10**12), None, scaled_text(2, 10**12)),
    Case(AMOUNT | {"scale": 2}, scaled(4), octets(1025000), HALF),
    Case(LONG, scaled(1), octets(10**34 - 1), Decimal("9" * 33 + ".9")),
    Case(DIGITS, scaled(2), octets(10250), "102.50"),
    Case(DIGITS, scaled(30), octets(10**60), "1" + "0" * 30 + "." + "0" * 30),
    Case(AMOUNT, VARIABLE, {"scale": 1, "value": octets(1025)}, HALF),
    Case(ANY_SCALE, scaled(2), octets(10250), HALF),
    # decimal.handling.mode
    Case(AMOUNT, STRING, "102.50", HALF),
    Case(AMOUNT, STRING, "1025", Decimal(1025)),
    Case(AMOUNT, STRING, "NaN", None, '{"value":"NaN"}'),
    Case(AMOUNT, DOUBLE, 102.5, HALF),
    Case(AMOUNT, typed("int32"), 1025, Decimal(1025)),
    Case(AMOUNT, BIGINT_UNSIGNED, -1, None, '{"value":"18446744073709551615"}'),
    Case(DIGITS, STRING, "102.50", "102.50"),
    Case(ANY_SCALE, STRING, "102.50", HALF),
    Case(ANY_SCALE, DOUBLE, 102.5, HALF),
    Case(PLAIN, scaled(2), octets(10250), HALF),
    Case(PLAIN, scaled(2), "1025", Decimal("-26670.79")),  # digits alone, and base64
    Case(PLAIN, scaled(2), 1025.25, Decimal("1025.25")),  # decimal.format=NUMERIC
    Case(PLAIN, scaled(0), 1025, Decimal(1025)),
    Case(AMOUNT, scaled(0), 1025, Decimal(1025)),
    Case(AMOUNT, scaled(2), "1025", Decimal("-26670.79")),
    Case(ANY_SCALE, scaled(2), 102.5, HALF),
    Case(PLAIN, VARIABLE, {"scale": 1, "value": octets(1025)}, HALF),
    Case({"data_type": "double"}, scaled(2), octets(10250), 102.5),
    Case({"data_type": "bigint"}, scaled(2), octets(10200), 102),
    Case({"data_type": "bigint"}, scaled(2), octets(10250), None, "102.50"),
    Case({"data_type": "bigint"}, scaled(0), octets(102), 102),
    Case({"data_type": "string"}, scaled(2), octets(10250), "102.50"),
    Case({"data_type": "string"}, scaled(3), octets(-5), "-0.005"),
    Case({"data_type": "string"}, scaled(-3), octets(5), "5000"),
    Case({"data_type": "string"}, scaled(30), octets(10**60), scaled_text(30, 10**60)),
    Case({"data_type": "string"}, VARIABLE, {"scale": 1, "value": octets(1025)}, "102.5"),
    Case(AMOUNT | {"encoding": "number"}, scaled(2), 102.5, HALF),
    # unsigned numbers
    Case(WHOLE, BIGINT_UNSIGNED, -1, Decimal(2**64 - 1)),
    Case(WHOLE, ZEROFILL, -(2**63), Decimal(2**63)),
    Case(WHOLE, BIGINT_UNSIGNED, 2**63 - 1, Decimal(2**63 - 1)),
    Case(WHOLE, INT64, -1, Decimal(-1)),
    Case(WHOLE, BIGINT, -1, Decimal(-1)),
    Case(WHOLE | {"unsigned": True}, BIGINT_UNSIGNED, -1, Decimal(2**64 - 1)),
    Case(WHOLE | {"unsigned": True}, INT64, -1, Decimal(2**64 - 1)),
    Case(WHOLE | {"unsigned": True}, BIGINT, -1, None, "-1.0"),
    Case(WHOLE | {"unsigned": True}, scaled(0), octets(2**64 - 1), Decimal(2**64 - 1)),
    Case({"data_type": "bigint"}, BIGINT_UNSIGNED, -1, None, "18446744073709551615"),
    Case({"data_type": "bigint"}, BIGINT_UNSIGNED, 7, 7),
    Case({"data_type": "string"}, BIGINT_UNSIGNED, -1, "18446744073709551615"),
    # time.precision.mode
    Case(AT, MICROS, 1529507596945104, NOON),
    Case(AT, MILLIS, 1529507596945, NOON.replace(microsecond=945000)),
    Case(AT, CONNECT_TIMESTAMP, 1529507596945, NOON.replace(microsecond=945000)),
    Case(AT, MILLIS, -1, datetime(1969, 12, 31, 23, 59, 59, 999000)),
    Case(AT, MILLIS, -62135596800000, datetime(1, 1, 1)),
    Case(AT, MILLIS, 253402300800000, None, "253402300800000/1000"),
    Case(AT, NANOS, 1529507596945104000, NOON),
    Case(AT, NANOS, 1529507596945104001, None, "2018-06-20 15:13:16.945104001"),
    Case(AT | {"nanoseconds": "drop"}, NANOS, 1529507596945104001, NOON),
    Case(AT, ZONED, "2018-06-20T15:13:16.945104Z", NOON),
    Case(AT, DAYS, 17702, datetime(2018, 6, 20)),
    Case(AT, DAYS, -622191234, None, "-622191234 days"),
    Case({"data_type": "timestamp_ntz"}, MICROS, 1529507596945104, NOON),
    Case(
        {"data_type": "timestamp_ntz", "semantic_type": TIME + "ZonedTimestamp"},
        MILLIS,
        1529507596945,
        NOON.replace(microsecond=945000),
    ),
    Case({"data_type": "string"}, MILLIS, 1529507596945, "2018-06-20 15:13:16.945"),
    Case({"data_type": "bigint"}, MILLIS, 1529507596945, 1529507596945),
    Case(
        {"data_type": "string", "semantic_type": TIME + "Timestamp"},
        NANOS,
        1529507596945104001,
        "2018-06-20 15:13:16.945104001",
    ),
    Case(
        {"data_type": "string", "semantic_type": TIME + "NanoTimestamp"},
        MILLIS,
        1529507596945,
        "2018-06-20 15:13:16.945000000",
    ),
    Case(
        {"data_type": "bigint", "semantic_type": TIME + "MicroTimestamp"},
        MILLIS,
        1529507596945,
        1529507596945000,
    ),
    Case(
        {"data_type": "bigint", "semantic_type": TIME + "Timestamp"},
        MICROS,
        1529507596945104,
        None,
        "2018-06-20 15:13:16.945104",
    ),
    Case({"data_type": "date", "semantic_type": TIME + "Date"}, MILLIS, 86400000, date(1970, 1, 2)),
    Case(
        {"data_type": "date", "semantic_type": TIME + "Date"},
        MILLIS,
        86400001,
        None,
        "1970-01-02 00:00:00.001",
    ),
    Case({"data_type": "int", "semantic_type": TIME + "Date"}, DAYS, 17702, 17702),
    Case(CLOCK, CLOCK_MILLIS, 54796945, "15:13:16.945"),
    Case(CLOCK, typed("int32", CONNECT + "Time"), 54796945, "15:13:16.945"),
    Case(CLOCK, CLOCK_NANOS, 54796945104100, "15:13:16.9451041"),
    Case(CLOCK, CLOCK_MILLIS, -3020399000, "-838:59:59"),
    Case(CLOCK, CLOCK_MILLIS, 3020400000, None, "3020400000/1000"),
    Case({"data_type": "string"}, CLOCK_MICROS, 54796000000, "15:13:16"),
    Case(
        {"data_type": "bigint", "semantic_type": TIME + "MicroTime"},
        CLOCK_MILLIS,
        -54796945,
        -54796945000,
    ),
    Case(
        {"data_type": "bigint", "semantic_type": TIME + "Time"},
        CLOCK_MICROS,
        1,
        None,
        "00:00:00.000001",
    ),
    # bits
    Case(BITS, typed("bytes", DATA + "Bits", length=12), FLAGS, "000101010101"),
    Case(BITS, typed("bytes", DATA + "Bits", length=9), FLAGS, "101010101"),
    Case(BITS, BOOLEAN, True, "1"),
    Case(
        WHOLE | {"semantic_type": DATA + "Bits", "length": 12},
        typed("bytes", DATA + "Bits", length=9),
        FLAGS,
        Decimal(341),
    ),
    Case({"data_type": "int"}, typed("bytes", DATA + "Bits", length=9), FLAGS, 341),
    Case({"data_type": "int"}, typed("bytes", DATA + "Bits", length=9), "!", None, "!"),
    Case(BITS, typed("bytes", DATA + "Bits", length=9), "A" * 100, None, "A" * 100),
    Case(
        {"data_type": "boolean", "semantic_type": DATA + "Bits", "length": 1},
        typed("bytes", DATA + "Bits", length=9),
        FLAGS,
        None,
        '{"bits":"101010101"}',
    ),
    Case(
        WHOLE,
        typed("bytes", DATA + "Bits", length=70),
        "AAAAAAAAAAAg",
        None,
        f'{{"bits":"{2**69:b}"}}',
    ),
    # scales that no database has
    *(
        Case(
            PLAIN,
            VARIABLE,
            {"scale": scale, "value": octets(1)},
            None,
            scaled_text(scale, 1),
        )
        for scale in (2**31 - 1, -(2**31))
    ),
    # arrays
    Case(
        {"data_type": "array<decimal(12,4)>", "semantic_type": DECIMAL},
        items(scaled(2)),
        [octets(10250), None],
        [HALF, None],
    ),
    Case(
        {"data_type": "array<timestamp_ntz>", "semantic_type": TIME + "MicroTimestamp"},
        items(MILLIS),
        [1529507596945],
        [NOON.replace(microsecond=945000)],
    ),
    Case(
        {"data_type": "array<date>", "semantic_type": TIME + "Date"},
        items(DAYS),
        [17702],
        [date(2018, 6, 20)],
    ),
    # a type that says nothing else
    Case({"data_type": "binary"}, typed("bytes"), octets(5), b"\5"),
    Case({"data_type": "string"}, typed("string", DATA + "Json"), '{"scale":1}', '{"scale":1}'),
]


def columns(cases: list[Case]) -> dict[str, Any]:
    """Return a column for each case, and the key."""
    return {"id": "int"} | {f"c{number}": case.column for number, case in enumerate(cases)}


def schema_of(fields: dict[str, Any]) -> dict[str, Any]:
    listed = [schema | {"field": name} for name, schema in fields.items()]
    return {"type": "struct", "fields": listed, "optional": False}


def wrapped(fields: dict[str, Any], payload: Any) -> dict[str, Any]:
    return {"schema": schema_of(fields), "payload": payload}


def envelope(fields: dict[str, Any], row: Any, number: int, **more: Any) -> dict[str, Any]:
    """Return a create with its schema, of PostgreSQL."""
    source: dict[str, Any] = {"connector": "postgresql", "name": "s", "db": "d"}
    source |= {"schema": "public", "table": "t"}
    source |= {"lsn": number, "snapshot": "false"}
    payload = {"before": None, "after": row, "source": source, "op": "c", "ts_ms": 1} | more
    images = {"before": schema_of(fields), "after": schema_of(fields), "op": STRING}
    return wrapped(images, payload)


compact = partial(json.dumps, separators=(",", ":"))


def payload_first(message: dict[str, Any]) -> str:
    return json.dumps({"payload": message["payload"], "schema": message["schema"]})


Write = Callable[[dict[str, Any], dict[str, Any], int], dict[str, Any]]


def flattened(fields: dict[str, Any], row: dict[str, Any], number: int) -> dict[str, Any]:
    return wrapped(fields | {"__op": STRING}, row | {"__op": "c", "__lsn": number})


def of_cdl(fields: dict[str, Any], row: dict[str, Any], number: int) -> dict[str, Any]:
    return envelope(fields, row, number, message_version="2.0", unique={"id": row["id"]})


LAYOUTS: dict[str, tuple[str, str, Write, Callable[[Any], str]]] = {
    "kafka": ("kafka", "postgresql", envelope, compact),
    "spaces": ("kafka", "postgresql", envelope, json.dumps),
    "payload first": ("kafka", "postgresql", envelope, payload_first),
    "json": ("json", "postgresql", envelope, compact),
    "json_keyed": ("json_keyed", "postgresql", envelope, json.dumps),
    "cdl": ("cdl", "cdl", of_cdl, compact),
    "flattened_kafka": ("flattened_kafka", "postgresql", flattened, compact),
    "envelope": ("envelope", "postgresql", envelope, compact),
}
KEY = {"id": typed("int32")}


class Built:
    """Base tables from landed records."""

    def __init__(self, dbt: Dbt, spark: SparkSession) -> None:
        self.dbt = dbt
        self.spark = spark

    def land(self, records: list[tuple[str | None, str | None]], table: str = "scratch") -> str:
        self.spark.sql(f"create or replace table landing.{table} ({KAFKA})")
        rows = [("t", 0, number, None, *each) for number, each in enumerate(records)]
        self.spark.createDataFrame(rows, KAFKA).writeTo(f"landing.{table}").append()
        return relation(table, "landing")

    def query(self, call: str) -> str:
        return compiled(self.dbt, call)

    def base(self, records: list[tuple[str | None, str | None]], arguments: str) -> list[Row]:
        """Return the rows of base; those of the layout envelope by way of a shared base model."""
        landed, entity = self.land(records), ""
        if "layout='envelope'" in arguments:
            entity = ", entity={'topic': 't'}"
            shared = f"{landed}, 'kafka', 'postgresql', entities=[{{'topic': 't'}}]"
            sql = self.query(f"envelopes({shared})")
            self.spark.sql(f"create or replace table landing.scratch_shared as {sql}")
            landed = landed.replace("scratch", "scratch_shared")
        return self.spark.sql(self.query(f"unwrap({landed}, {arguments}{entity})")).collect()

    def table(self, rows: list[dict[str, Any]], arguments: str) -> list[Row]:
        """Return the same of a table of the transform's output."""
        self.spark.createDataFrame(rows).writeTo("landing.scratch_rows").createOrReplace()
        landed = relation("scratch_rows", "landing")
        return self.spark.sql(
            self.query(f"unwrap({landed}, layout='flattened', {arguments})")
        ).collect()


@pytest.fixture(scope="module")
def built(dbt: Dbt, spark: SparkSession) -> Built:
    return Built(dbt, spark)


@pytest.mark.parametrize("name", slow_except(["kafka", "cdl"], LAYOUTS))
def test_values_are_read_by_their_own_schema(built: Built, name: str) -> None:
    layout, connector, write, spell = LAYOUTS[name]
    records: list[tuple[str | None, str | None]] = []
    for number, case in enumerate(CASES):
        fields = KEY | {f"c{number}": case.schema}
        message = write(fields, {"id": number, f"c{number}": case.sent}, number)
        records.append((spell(wrapped(KEY, {"id": number})), spell(message)))
    arguments = f"layout='{layout}', connector='{connector}', key=['id'], columns={columns(CASES)}"
    rows = built.base(records, arguments)
    assert {row["_class"] for row in rows} == {"data"}
    assert sorted(row["id"] for row in rows) == list(range(len(CASES)))
    wrong = {}
    for row in rows:
        number = row["id"]
        case, found = CASES[number], row[f"c{number}"]
        invalid = (row["_invalid"] or {}).get(f"c{number}")
        if (found, invalid) != (case.value, case.invalid) or type(found) is not type(case.value):
            wrong[number] = case, found, invalid
        assert row["_extra"] is None
    assert not wrong, "\n".join(map(str, wrong.values()))


def test_values_made_at_random(built: Built) -> None:
    """Every scale and unit against Python's own decimal and datetime."""
    chance = Random(29)
    names: dict[str, Any] = {"id": "int", "amount": LONG, "plain": {"data_type": "string"}}
    names |= {"at": AT, "opens": CLOCK}
    units = {"Timestamp": 3, "MicroTimestamp": 6, "NanoTimestamp": 9}
    clocks = {"Time": 3, "MicroTime": 6, "NanoTime": 9}
    records: list[tuple[str | None, str | None]] = []
    expected = []
    for number in range(2000):
        scale, unit, clock = (
            chance.randint(-3, 8),
            chance.choice([*units]),
            chance.choice([*clocks]),
        )
        digits = chance.randint(-(10 ** chance.randint(1, 38)), 10 ** chance.randint(1, 38))
        seconds, fraction = chance.randint(-(10**9), 9 * 10**9), chance.choice([0, 1, 999, 10**5])
        count = seconds * 10 ** units[unit] + fraction % 10 ** units[unit]
        midnight = chance.randrange(86400 * 10 ** clocks[clock])
        fields = KEY | {"amount": scaled(scale), "plain": scaled(scale)}
        fields |= {"at": typed("int64", TIME + unit), "opens": typed("int64", TIME + clock)}
        row = {"id": number, "amount": octets(digits), "plain": octets(digits)}
        row |= {"at": count, "opens": midnight}
        records.append((None, compact(envelope(fields, row, number))))
        with localcontext(Context(prec=100)):
            amount = Decimal(digits).scaleb(-scale)
            fits = amount == amount.quantize(Decimal("0.0001")) and abs(amount) < 10**34
        nanos = (fraction % 10 ** units[unit]) * 10 ** (9 - units[unit])
        moment = datetime(1970, 1, 1) + timedelta(seconds=seconds, microseconds=nanos // 1000)
        in_seconds, rest = divmod(midnight, 10 ** clocks[clock])
        text = f"{rest:0{clocks[clock]}d}".rstrip("0")
        at_clock = str(time(in_seconds // 3600, in_seconds // 60 % 60, in_seconds % 60))
        expected.append(
            (
                amount if fits else None,
                f"{amount:f}",
                None if nanos % 1000 else moment,
                at_clock + (f".{text}" if text else ""),
            )
        )
    rows = built.base(
        records, f"layout='kafka', connector='postgresql', key=['id'], columns={names}"
    )
    rows.sort(key=itemgetter("id"))
    found = [(row["amount"], row["plain"], row["at"], row["opens"]) for row in rows]
    wrong = [pair for pair in zip(expected, found, strict=True) if pair[0] != pair[1]]
    assert not wrong, wrong[:5]
    assert 100 < sum(each[0] is None for each in expected) < 1900


def test_columns_of_one_table_change_together(built: Built) -> None:
    """Each event by its own schema: two of them in one load, and the type in `_retyped`."""
    names = {"id": "int", "amount": AMOUNT, "at": AT}
    old = KEY | {"amount": scaled(2), "at": MILLIS}
    new = KEY | {"amount": scaled(4), "at": MICROS}
    records: list[tuple[str | None, str | None]] = []
    for number, (fields, amount, at) in enumerate(
        [(old, 10250, 1000), (new, 1025000, 1000000), (old, 10250, 1000)]
    ):
        row = {"id": number, "amount": octets(amount), "at": at}
        records.append((None, compact(envelope(fields, row, number))))
    rows = built.base(
        records, f"layout='kafka', connector='postgresql', key=['id'], columns={names}"
    )
    retyped = {"amount": "decimal 2", "at": "timestamp ms"}
    assert [(row["amount"], row["at"], row["_retyped"]) for row in sorted(rows)] == [
        (HALF, datetime(1970, 1, 1, 0, 0, 1), retyped),
        (HALF, datetime(1970, 1, 1, 0, 0, 1), None),
        (HALF, datetime(1970, 1, 1, 0, 0, 1), retyped),
    ]


@pytest.mark.parametrize("key_has_schema", [True, False])
def test_keys_are_read_by_their_schema(built: Built, key_has_schema: bool) -> None:
    """One row under two scales, a delete without an image and a tombstone; an unsigned id."""
    names = {"price": AMOUNT, "counter": WHOLE, "note": "string"}

    def record(number: int, scale: int, **more: Any) -> tuple[str | None, str | None]:
        key = {"price": octets(25 * 10**scale), "counter": -2}
        fields = {"price": scaled(scale), "counter": BIGINT_UNSIGNED}
        value = compact(envelope(fields | {"note": STRING}, key | {"note": "a"}, number, **more))
        return compact(wrapped(fields, key) if key_has_schema else key), value

    records = [record(1, 2), record(2, 4), record(3, 2, op="d", after=None)]
    tombstone = records[0][0], None
    arguments = f"layout='kafka', connector='postgresql', key=['price', 'counter'], columns={names}"
    rows = built.base([*records, tombstone] if key_has_schema else records, arguments)
    assert {row["_key"] for row in rows} == {'{"price":25.0000,"counter":18446744073709551614}'}
    assert not any(row["_key_mismatch"] for row in rows)


def test_previous_images_are_read_by_the_schema(built: Built) -> None:
    fields = KEY | {"amount": scaled(2)}
    rows = [{"id": 1, "amount": octets(amount)} for amount in (10250, 11275)]
    message = envelope(fields, rows[1], 1, op="u", before=rows[0])
    (row,) = built.base(
        [(None, compact(message))],
        "layout='kafka', connector='postgresql', key=['id'], previous=true,"
        f" columns={ {'id': 'int', 'amount': AMOUNT} }",
    )
    assert (row["amount"], row["_previous"]["amount"]) == (Decimal("112.75"), HALF)
    assert row["_changed"] == ["amount"]


def test_an_absent_field_is_not_a_value(built: Built) -> None:
    """The placeholder in bytes, under another scale than the declared one."""
    placeholder = b64encode(b"__debezium_unavailable_value").decode()
    message = envelope(KEY | {"amount": scaled(2)}, {"id": 1, "amount": placeholder}, 1, op="u")
    (row,) = built.base(
        [(None, compact(message))],
        "layout='kafka', connector='postgresql', key=['id'],"
        f" columns={ {'id': 'int', 'amount': AMOUNT} }",
    )
    assert (row["amount"], row["_unavailable"], row["_invalid"]) == (None, ["amount"], None)


def test_an_undeclared_field_is_described(built: Built) -> None:
    """A column that is declared later finds its scale and its unit beside the value."""
    fields = KEY | {"amount": scaled(2), "at": MILLIS, "n": BIGINT_UNSIGNED, "text": STRING}
    fields |= {"number": scaled(2)}
    row = {"id": 1, "amount": octets(10250), "at": 1000, "n": -1, "text": "1", "number": 102.5}
    (found,) = built.base(
        [(None, compact(envelope(fields, row, 1)))],
        "layout='kafka', connector='postgresql', key=['id'], columns={'id': 'int'}",
    )
    assert found["_extra"] == {
        "amount": '{"scale":2,"value":"KAo="}',
        "at": "1970-01-01 00:00:01.000",
        "n": "18446744073709551615",
        "text": "1",
        "number": '{"value":"102.5"}',
    }
    assert found["_retyped"] is None


@pytest.mark.slow
def test_hostile_schemas_change_nothing_else(built: Built) -> None:
    """Names, scales and lengths of every kind, fields named twice: each row has its class."""
    pattern = 'a\\E|(x+x+)+y"\n'
    fields = [
        {"field": pattern, **scaled(2)},
        {"field": "amount", **scaled(2)},
        {"field": "amount", **scaled(2)},
        {"field": "far", **scaled(99999)},
        {"field": "wide", **typed("bytes", DATA + "Bits", length=99999)},
        {"field": "wider", **typed("bytes", DATA + "Bits", length=2**31 - 1)},
        {"field": "odd", **scaled(0), "parameters": {"scale": "two"}},
        {"field": None, "type": None},
        {"field": None, **scaled(2)},
        scaled(3),
        {"field": "payload", "type": "string", "default": {"payload": 1}},
    ]
    names = {"id": "int", "amount": PLAIN, "plain": PLAIN | {"path": pattern}}
    names |= {name: {"data_type": "string"} for name in ("far", "wide", "wider", "odd")}
    row = {"id": 1, "amount": octets(10250), pattern: octets(10250), "payload": "p"}
    row |= {"far": octets(1), "wide": FLAGS, "wider": FLAGS, "odd": octets(1)}
    message = envelope({}, row, 1)
    for image in message["schema"]["fields"][:2]:
        image["fields"] = fields
    rows = built.base(
        [(None, compact(message)), (None, '{"schema":{"type":"struct"},"payload":null}')],
        f"layout='kafka', connector='postgresql', key=['id'], columns={names}",
    )
    assert sorted(each["_class"] for each in rows) == ["data", "tombstone"]
    found = next(each for each in rows if each["_class"] == "data")
    assert (found["amount"], found["plain"], found["odd"]) == (HALF, HALF, "AQ==")


def test_a_column_named_payload_follows_an_object(built: Built) -> None:
    """The text of the schema ends before the payload of the message, not before the column."""
    fields = {"id": typed("int32"), "point": STRING, "payload": STRING, "amount": scaled(4)}
    row = {"id": 1, "point": {"srid": None}, "payload": "p", "amount": octets(1025000)}
    event = {"before": None, "after": {"id": 2}, "source": {"lsn": 2}, "op": "c"}
    names = {"id": "int", "payload": "string", "amount": AMOUNT}
    rows = built.base(
        [
            (None, compact(envelope(fields, row | {"payload": payload}, 1)))
            for payload in ("p", event)
        ],
        f"layout='kafka', connector='postgresql', key=['id'], columns={names}",
    )
    read, rejected = sorted(rows, key=lambda row: row["_class"])
    assert (read["_class"], read["payload"], read["amount"]) == ("data", "p", HALF)
    # The text before this object is no schema: the row is not read as if it had none.
    assert (rejected["_class"], rejected["_reason"]) == ("rejected", "unread_schema")


@pytest.mark.parametrize("layout", ["kafka", "envelope"])
def test_a_schema_of_other_types_only(built: Built, layout: str) -> None:
    """It says nothing that a column could read otherwise."""
    fields = {"id": {"type": "bytes"}, "photo": {"type": "bytes"}}
    message = envelope(fields, {"id": "AQ==", "photo": "AQ=="}, 1)
    rows = built.base(
        [(None, compact(message)), (compact(wrapped(KEY, {"id": 1})), None)],
        f"layout='{layout}', connector='postgresql', key=['id'],"
        " columns={'id': 'string', 'photo': 'binary'}",
    )
    assert sorted(row["_class"] for row in rows) == ["data", "tombstone"]
    assert {row["_reason"] for row in rows} == {None}


@pytest.mark.slow
def test_a_history_is_built_in_two_loads(dbt: Dbt, spark: SparkSession) -> None:
    """The first load knows the old scale alone; each version has its own value."""
    loads = Loads(dbt)
    names = {"id": "int", "amount": AMOUNT}
    base = f"unwrap({relation('scratch', 'landing')}, layout='kafka', connector='postgresql',"
    base += f" key=['id'], columns={names})"
    types = {"id": "int", "amount": "decimal(12,4)"}
    events = [(2, 10250), (2, 11275), (4, 1130000), (2, 12000)]
    try:
        for number, (scale, amount) in enumerate(events):
            row = {"id": 1, "amount": octets(amount)}
            value = envelope(KEY | {"amount": scaled(scale)}, row, number, op="u")
            value["payload"]["source"]["ts_ms"] = number
            record = ("t", 0, number, None, compact(wrapped(KEY, {"id": 1})), compact(value))
            loads.land([record])
            if number == 0:
                continue
            loads.build("retyped_base", base)
            staging = "select * from debezium.retyped_base where _class = 'data'"
            view = loads.view("retyped_staging", staging)
            of_events = f"{view}, columns={types}, base={relation('retyped_base')}"
            loads.build("retyped_history", f"history({of_events})", "_version_id")
            loads.build("retyped_current", f"current({of_events})", "_key")
        versions = sorted((row["_version"], row["amount"]) for row in loads.rows("retyped_history"))
        amounts = ["102.50", "112.75", "113", "120"]
        assert versions == [(n, Decimal(each)) for n, each in enumerate(amounts, 1)]
        assert [row["amount"] for row in loads.rows("retyped_current")] == [Decimal(120)]
    finally:
        loads.drop()


@pytest.mark.parametrize("layout", ["kafka", "flattened_kafka", "envelope", "flattened"])
def test_a_column_lists_its_previous_names(built: Built, layout: str) -> None:
    """Messages without a schema: by a condition over the event; those that have one by that."""
    amount = AMOUNT | {"older_types": [{"when": "_source.lsn < 5", "scale": 2}]}
    at = AT | {
        "older_types": [
            {"when": "_source.lsn < 3", "semantic_type": TIME + "Timestamp"},
            {"when": "_source.lsn < 5", "semantic_type": TIME + "NanoTimestamp"},
        ]
    }
    names = {"id": "int", "amount": amount, "at": at}
    write = flattened if layout.startswith("flattened") else envelope
    events = [(1, 10250, 1000), (4, 10250, 10**9), (7, 1025000, 10**6)]
    records: list[tuple[str | None, str | None]] = []
    for number, digits, count in events:
        row = {"id": number, "amount": octets(digits), "at": count}
        key = compact(wrapped(KEY, {"id": number}))
        records.append((key, json.dumps(write({}, row, number)["payload"])))
    schema = KEY | {"amount": scaled(4), "at": MICROS}
    row = {"id": 3, "amount": octets(1025000), "at": 10**6}
    arguments = f"connector='postgresql', key=['id'], columns={names}"
    if layout == "flattened":
        rows = built.table([json.loads(value) for _, value in records if value], arguments)
    else:
        records.append((None, compact(write(schema, row, 3))))
        rows = built.base(records, f"layout='{layout}', {arguments}")
    second = datetime(1970, 1, 1, 0, 0, 1)
    assert {row["_class"] for row in rows} == {"data"}
    assert [(row["amount"], row["at"]) for row in rows] == [(HALF, second)] * len(rows)
    assert {row["id"]: row["_retyped"] for row in rows if row["id"] != 3} == {
        1: {"amount": "decimal 2", "at": "timestamp ms"},
        4: {"amount": "decimal 2", "at": "timestamp ns"},
        7: None,
    }


@pytest.mark.slow
def test_a_load_without_schemas_provides_for_none(target: Path, tmp_path: Path) -> None:
    """What lands with one after dbt has looked is rejected, and read otherwise in no way."""
    shop = Shop(tmp_path, "unread")
    fields = [{"field": "id", "type": "int32"}, {"field": "name", "type": "string"}]
    schema = {"type": "struct", "fields": [{"field": "after", "type": "struct", "fields": fields}]}
    selected = ["run", "--select", "base_customers"]
    compiled_file = shop.folder / "target/compiled/shop/models/base_customers.sql"

    def wrapped_change(minute: int) -> tuple[str | None, str | None]:
        key, text = change(minute, "c", minute, name="Ann")
        assert text
        return key, compact({"schema": schema, "payload": json.loads(text)})

    shop.land(change(1, "c", 1, name="Ann"), change(2, "c", 2, name="Ben"))
    shop.dbt(*selected)
    without = compiled_file.read_text()
    assert "message_schemas" not in without
    shop.land(wrapped_change(3))
    rows = session().sql(without).select("_class", "_reason").collect()
    assert sorted(map(tuple, rows), key=str) == [
        ("data", None),
        ("data", None),
        ("rejected", "unread_schema"),
    ]
    shop.dbt(*selected)
    assert "message_schemas" in compiled_file.read_text()
    assert shop.rows("base_customers", "id, _class") == [[1, "data"], [2, "data"], [3, "data"]]
