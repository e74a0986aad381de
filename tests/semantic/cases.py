"""The semantic types, one case for each Spark type that it gives."""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from semantic.made import (
    EPOCH,
    Made,
    bits,
    clock,
    clock_text,
    day,
    decimal,
    decimal_of_double,
    decimal_text,
    double,
    geometry,
    instant,
    iso,
    iso_day,
    listed,
    long_decimal,
    mapped,
    members,
    nano_moment,
    nano_text,
    nanoseconds,
    octets,
    octets_hex,
    octets_url,
    plain,
    point,
    real,
    sparse,
    structured_clock,
    structured_day,
    structured_instant,
    structured_moment,
    unscaled,
    unsigned,
    variable,
    variable_decimal,
    vector,
    whole,
    words,
)

CONNECT = "org.apache.kafka.connect.data."
TIME, DATA, GEOMETRY = "io.debezium.time.", "io.debezium.data.", "io.debezium.data.geometry."


@dataclass
class Case:
    """One semantic type as one Spark type.

    made       a text and its value, from a source of chance; 10,000 of them are compared
    examples   texts and values written by hand
    rejected   texts that do not fit: null, and the raw text in `_invalid`
    limits     what does not fit, in a reader's words
    """

    semantic_type: str | None
    data_type: str
    made: Callable[[Random], Made]
    examples: dict[str, Any] = field(default_factory=dict)
    rejected: list[str] = field(default_factory=list)
    limits: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    sent: str = ""

    @property
    def id(self) -> str:
        settings = [f"{name}={value}" for name, value in self.parameters.items()]
        return " ".join([self.semantic_type or "(none)", *settings, "as", self.data_type])


OUT_OF_RANGE = ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "1.5", "x"]
YEARS = "years 1 to 9999"
CLOCK = YEARS + "; what is finer than a microsecond only as a string or with `nanoseconds: drop`"
DAY_TEXTS = {"2018-06-20": date(2018, 6, 20), "1969-12-31": date(1969, 12, 31)}
BROKEN_DAYS = [
    "-622191234",
    "2932897",
    "-719163",
    "2018-02-30",
    "2018-06-20T15:13:16",
    "0000-01-01",
]
MOMENT = datetime(2018, 6, 20, 15, 13, 16, 945104)
# What decimal.handling.mode=string writes of a number that is none.
SPECIAL_VALUES = {
    "NAN": math.nan,
    "POSITIVE_INFINITY": math.inf,
    "NEGATIVE_INFINITY": -math.inf,
}
# The numbers of 38 digits at which the two halves of sixteen bytes meet, and the limits.
LIMITS = [
    sign * (number + more)
    for number in (2**63, 2**64, 10**18 * 2**64, 10**38 // 2**64 * 2**64)
    for sign in (-1, 1)
    for more in (-1, 0, 1)
] + [10**38 - 1, 2 - 10**38, 1 - 10**38]
NO_BASE64 = ["", "=", "A", "AQ", "AA=", "1e9", "1e9 ", " /w==", "A*==", "é", "12.5"]
CLAMP = {"infinity": "clamp"}
TEXTS = {"": "", "é\n": "é\n", "null": "null"}


def _scaled(scale: int, number: int) -> str:
    return json.dumps({"scale": scale, "value": unscaled(number)})


def _moments(per_second: int) -> dict[str, Any]:
    unit = 10**6 // per_second
    moment = EPOCH + (MOMENT - EPOCH) // timedelta(microseconds=unit) * timedelta(microseconds=unit)
    count = (moment - EPOCH) // timedelta(microseconds=unit)
    return {
        str(count): moment,
        "0": EPOCH,
        "-1": EPOCH - timedelta(microseconds=unit),
        "2018-06-20 15:13:16.945104": MOMENT,
        "2018-06-20T15:13:16.945104Z": MOMENT,
        "2018-06-20T17:13:16.945104+02:00": MOMENT,
    }


def _structured() -> list[Case]:
    """Dates and times as structs of their parts."""
    day = {"year": 2018, "month": 6, "day": 20}
    clock = {"hour": 15, "minute": 13, "second": 16, "picoseconds": 945104000000}
    infinite = [
        json.dumps({"specialValue": f"{sign}_INFINITY"}) for sign in ("POSITIVE", "NEGATIVE")
    ]
    broken = ["x", "{}", "{", "[]", *infinite]
    wrong_day = [
        json.dumps(day | wrong | clock) for wrong in ({"year": 10000}, {"month": 0}, {"day": 31})
    ]
    wrong_day += [json.dumps(day | clock | {"year": -43}), json.dumps(day | clock | {"day": None})]
    wrong_time = [
        json.dumps(day | clock | {"minute": 60}),
        json.dumps(day | clock | {"second": None}),
    ]
    wrong_time += [json.dumps(day | clock | {"picoseconds": wrong}) for wrong in (10**12, "x", 1.5)]
    wrong_time += [json.dumps(day | clock | {"picoseconds": None, "nanos": 10**18})]
    whole, nanos = json.dumps(day | clock), json.dumps(day | clock | {"picoseconds": 945104199000})
    early = json.dumps(day | clock | {"picoseconds": None, "nanos": 945104000})
    zone = {"offsetSeconds": 7200, "zoneId": "Europe/Paris"}
    instant = (MOMENT - EPOCH) // timedelta(microseconds=1)
    zoned = {
        json.dumps(day | clock | zone): instant - 7200 * 10**6,
        json.dumps(day | clock | {"offsetSeconds": -12600}): instant + 12600 * 10**6,
        json.dumps(day | clock | {"zoneId": "UTC"}): instant,
        "2018-06-20T15:13:16.945104Z": instant,
    }
    unzoned = [json.dumps(day | clock | {"zoneId": "Europe/Paris"})]
    unzoned += [json.dumps(day | clock | {"offsetSeconds": wrong}) for wrong in (7201, "x")]
    sent = "a struct of its parts"
    return [
        Case(
            TIME + "StructuredDate",
            "date",
            structured_day,
            DAY_TEXTS,
            broken + wrong_day,
            YEARS,
            sent=sent,
        ),
        Case(
            TIME + "StructuredTimestampPrecision6SourceColumn6964",
            "timestamp_ntz",
            structured_moment,
            {whole: MOMENT, early: MOMENT, "2018-06-20 15:13:16.945104": MOMENT},
            [*broken, *wrong_day, *wrong_time, nanos],
            CLOCK,
            sent=sent,
        ),
        Case(
            TIME + "StructuredTimestamp",
            "timestamp_ntz",
            structured_moment,
            {nanos: MOMENT},
            [*broken, *wrong_day, *wrong_time],
            "years 1 to 9999, what is finer than a microsecond dropped on request",
            {"nanoseconds": "drop"},
            sent=sent,
        ),
        Case(
            TIME + "StructuredZonedTimestamp",
            "timestamp",
            structured_instant,
            zoned,
            [*broken, *wrong_day, *wrong_time, *unzoned, nanos],
            CLOCK,
            sent=sent,
        ),
        Case(
            TIME + "StructuredTime",
            "string",
            structured_clock,
            {whole: "15:13:16.945104", nanos: "15:13:16.945104199", "15:13:16": "15:13:16"},
            ["{}", "{", *wrong_time],
            "",
            sent=sent,
        ),
        Case(
            TIME + "StructuredZonedTime",
            "string",
            lambda chance: (lambda made: (made[0], made[1] + "Z"))(structured_clock(chance)),
            {json.dumps(clock | zone): "15:13:16.945104+02:00"},
            ["{}", "{", *wrong_time, *unzoned],
            "",
            sent=sent,
        ),
    ]


def _infinite() -> list[Case]:
    """PostgreSQL's infinite dates and times, on request the last and the first that Spark has."""
    days = {
        "-622191234": date.max,
        "-622191233": date.max,
        "-2147472692": date.max,
        "622191233": date.min,
        "-625821272": date.min,
        "-2147472691": date.min,
        "infinity": date.max,
        "-infinity": date.min,
    }
    end, start = datetime.max, datetime.min
    last, first = ((each - EPOCH) // timedelta(microseconds=1) for each in (end, start))
    cases = [
        Case(TIME + "Date", "date", day, days, ["-622191232", "x"], YEARS, CLAMP, sent="days"),
        Case(
            TIME + "IsoDate",
            "date",
            iso_day,
            {"-5877611-06-21Z": date.max, "-5877611-06-22Z": date.min},
            ["-5877611-06-20Z", "x"],
            YEARS,
            CLAMP,
            sent="ISO text",
        ),
        Case(
            TIME + "IsoTimestamp",
            "timestamp",
            iso,
            {
                "+294247-01-10T04:00:25.2Z": last,
                "-290308-12-21T19:59:27.6Z": first,
            },
            ["+294247-01-10T04:00:25.3Z", "x"],
            CLOCK,
            CLAMP,
            sent="ISO text",
        ),
        Case(
            TIME + "StructuredTimestamp",
            "timestamp_ntz",
            structured_moment,
            {
                '{"specialValue": "POSITIVE_INFINITY"}': end,
                '{"specialValue": "NEGATIVE_INFINITY"}': start,
            },
            ["{}", "x"],
            YEARS,
            CLAMP,
            sent="a struct of its parts",
        ),
        Case(
            TIME + "ZonedTimestamp",
            "timestamp",
            iso,
            {
                "infinity": last,
                "-infinity": first,
            },
            ["x"],
            CLOCK,
            CLAMP,
            sent="ISO text, GMT",
        ),
        Case(
            TIME + "NanoTimestamp",
            "timestamp_ntz",
            nano_moment,
            {str(2**63 - 1): end, str(-(2**63)): start},
            [str(2**63), "x"],
            CLOCK,
            CLAMP,
            sent="nanoseconds",
        ),
    ]
    for name, unit in {"Timestamp": 1000, "MicroTimestamp": 1}.items():
        values = {
            str(9223372036825200000 // unit): end,
            **(
                {"9223372036825200": EPOCH + timedelta(microseconds=9223372036825200)}
                if unit == 1
                else {}
            ),
            str(-9223372036832400000 // unit): start,
            "infinity": end,
        }
        sent = "milliseconds" if unit == 1000 else "microseconds"
        broken = [str(9223372036825200001 // unit + 1), "x"]
        cases.append(
            Case(TIME + name, "timestamp_ntz", clock(unit), values, broken, CLOCK, CLAMP, sent=sent)
        )
    return cases


def _cases() -> list[Case]:
    text = "as it is sent"
    cases = [
        Case(TIME + "Date", "date", day, DAY_TEXTS, BROKEN_DAYS + OUT_OF_RANGE, YEARS, sent="days"),
        Case(CONNECT + "Date", "date", day, DAY_TEXTS, BROKEN_DAYS, YEARS, sent="days"),
        Case(
            TIME + "Date",
            "string",
            lambda chance: (lambda made: (made[0], made[1].isoformat()))(day(chance)),
            {"0": "1970-01-01"},
            BROKEN_DAYS,
            YEARS,
            sent="days",
        ),
        Case(
            TIME + "IsoDate",
            "date",
            iso_day,
            DAY_TEXTS,
            BROKEN_DAYS[3:],
            YEARS,
            sent="ISO text",
        ),
    ]
    for name, per_second in {"Timestamp": 1000, "MicroTimestamp": 10**6}.items():
        for prefix in [TIME, CONNECT] if name == "Timestamp" else [TIME]:
            unit = 10**6 // per_second
            sent = {1000: "milliseconds", 10**6: "microseconds"}[per_second]
            broken = ["x", "2018-06-20T15:13:16.9451041", "15:13:16", *OUT_OF_RANGE[:3]]
            broken += [str(253402300800 * per_second), str(-62135596800 * per_second - 1)]
            examples = _moments(per_second)
            cases.append(
                Case(
                    prefix + name, "timestamp_ntz", clock(unit), examples, broken, CLOCK, sent=sent
                )
            )
            cases.append(
                Case(
                    prefix + name,
                    "timestamp",
                    instant(unit),
                    {"0": 0, "-1": -unit},
                    broken,
                    CLOCK,
                    sent=sent,
                )
            )
    nano = {
        "1529507596945104100": "2018-06-20 15:13:16.945104100",
        "-1": "1969-12-31 23:59:59.999999999",
        # after a change to time.precision.mode=isostring
        "2018-06-20T15:13:16.9451041Z": "2018-06-20 15:13:16.945104100",
        "2018-06-20T15:13:16Z": "2018-06-20 15:13:16.000000000",
    }
    cases += [
        Case(
            TIME + "NanoTimestamp",
            "string",
            nano_text,
            nano,
            ["x", "99999999999999999999", "2018-02-30T15:13:16.9451041Z"],
            "years 1677 to 2262, whole",
            sent="nanoseconds",
        ),
        Case(
            TIME + "NanoTimestamp",
            "timestamp_ntz",
            nano_moment,
            {"1529507596945104000": MOMENT},
            ["1529507596945104100", "-1", "x", "99999999999999999999"],
            CLOCK,
            sent="nanoseconds",
        ),
        Case(
            TIME + "NanoTimestamp",
            "timestamp_ntz",
            lambda chance: (
                lambda count: (str(count), EPOCH + timedelta(microseconds=count // 1000))
            )(nanoseconds(chance)),
            {"1529507596945104199": MOMENT, "-1": EPOCH - timedelta(microseconds=1)},
            ["x", "99999999999999999999"],
            "years 1677 to 2262, the last three digits dropped on request",
            {"nanoseconds": "drop"},
            sent="nanoseconds",
        ),
        Case(
            TIME + "NanoTimestamp",
            "bigint",
            whole(-(2**63), 2**63 - 1),
            {},
            ["x", "99999999999999999999", "1.5"],
            "",
            sent="nanoseconds",
        ),
        Case(
            TIME + "ZonedTimestamp",
            "timestamp",
            iso,
            {
                "1970-01-01T00:00:00Z": 0,
                "1970-01-01T01:00:00+01:00": 0,
                "1970-01-01 05:45:15.5+05:45:15": 500_000,
                "1970-01-01T00:00:00+00": 0,
            },
            [
                *("x", "2018-06-20T15:13:16.9451041Z", "2018-13-01T00:00:00Z", "infinity"),
                *("9999-12-31T23:59:59-05:00", "0001-01-01T00:00:00+05:00"),
            ],
            CLOCK,
            sent="ISO text, GMT",
        ),
        Case(
            TIME + "ZonedTimestamp",
            "timestamp_ntz",
            lambda chance: (lambda made: (made[0], EPOCH + timedelta(microseconds=made[1])))(
                iso(chance)
            ),
            {"1970-01-01T01:00:00+01:00": EPOCH},
            ["x", "infinity"],
            CLOCK + "; UTC's clock",
            sent="ISO text, GMT",
        ),
        Case(
            TIME + "IsoTimestamp",
            "timestamp",
            iso,
            {"1970-01-01T00:00:00Z": 0},
            ["x"],
            CLOCK,
            sent="ISO text",
        ),
    ]
    cases += _structured() + _infinite()
    for name, per_second in {"Time": 1000, "MicroTime": 10**6, "NanoTime": 10**9}.items():
        cases.append(
            Case(
                TIME + name,
                "string",
                clock_text(per_second),
                {
                    "0": "00:00:00",
                    str(86400 * per_second): "24:00:00",
                    str(-per_second): "-00:00:01",
                    "15:13:16.5": "15:13:16.5",
                    "15:13:16.5Z": "15:13:16.5",
                },
                ["x", str(839 * 3600 * per_second), "-9223372036854775808", "15h"],
                "838:59:59 either way, as MySQL's",
                sent={1000: "milliseconds", 10**6: "microseconds", 10**9: "nanoseconds"}[
                    per_second
                ],
            )
        )
    cases += [
        Case(
            CONNECT + "Time",
            "string",
            clock_text(1000),
            {"0": "00:00:00"},
            ["x"],
            cases[-1].limits,
            sent="milliseconds, int32 or int64",
        ),
        Case(
            TIME + "MicroTime",
            "bigint",
            whole(-(2**63), 2**63 - 1),
            {"4865782901354085936": 4865782901354085936, "00:00:01.5Z": 1500000},
            ["x", "1.5"],
            "",
            sent="microseconds",
        ),
        Case(
            TIME + "ZonedTime",
            "string",
            words,
            {"15:13:16Z": "15:13:16Z"},
            [],
            text,
            sent="ISO text, GMT",
        ),
        Case(
            TIME + "IsoTime", "string", words, {"15:13:16Z": "15:13:16Z"}, [], text, sent="ISO text"
        ),
        Case(
            TIME + "Year",
            "int",
            whole(-999999999, 999999999),
            {"1901": 1901},
            ["x", "1.5", "99999999999"],
            "",
            sent="number",
        ),
        Case(
            TIME + "Interval",
            "string",
            words,
            {"P1Y2M3DT4H5M6.78S": "P1Y2M3DT4H5M6.78S"},
            [],
            text,
            sent="ISO text",
        ),
        Case(
            TIME + "MicroDuration",
            "bigint",
            whole(-(2**63), 2**63 - 1),
            {},
            ["x", "1.5"],
            "",
            sent="microseconds",
        ),
        Case(
            TIME + "NanoDuration",
            "bigint",
            whole(-(2**63), 2**63 - 1),
            {},
            ["x", "1.5"],
            "",
            sent="nanoseconds",
        ),
        Case(
            CONNECT + "Decimal",
            "decimal(10,2)",
            decimal(10, 2),
            {
                "AA==": Decimal("0.00"),
                "/w==": Decimal("-0.01"),
                "AN4K": Decimal("568.42"),
                # with its own scale, as another schema of the message makes it
                '{"scale":4,"value":"D6Po"}': Decimal("102.50"),
                '{"value":"102.5"}': Decimal("102.50"),
            },
            [
                *NO_BASE64,
                unscaled(10**10),
                unscaled(-(10**10)),
                unscaled(10**30),
                '{"scale":4,"value":"AQ=="}',
                '{"scale":99999,"value":"AA=="}',
                '{"value":"NaN"}',
            ],
            "the column's digits",
            {"scale": 2},
            sent="base64, two's complement",
        ),
        Case(
            CONNECT + "Decimal",
            "decimal(38,10)",
            decimal(38, 10),
            {unscaled(each): Decimal(each).scaleb(-10) for each in [10**38 - 1, *LIMITS]},
            [*NO_BASE64, unscaled(10**38), unscaled(-(10**38)), unscaled(10**60)],
            "38 digits",
            {"scale": 10},
            sent="base64, two's complement",
        ),
        Case(
            CONNECT + "Decimal",
            "decimal(38,0)",
            decimal(38, 0),
            {unscaled(each): Decimal(each) for each in [1 - 10**38, *LIMITS]},
            [*NO_BASE64, unscaled(10**38), unscaled(-(10**38)), unscaled(2**127 - 1)],
            "38 digits",
            {"scale": 0},
            sent="base64, two's complement",
        ),
        Case(
            CONNECT + "Decimal",
            "decimal(38,0)",
            lambda chance: (lambda made: (made[0], made[1].scaleb(5)))(decimal(33, 0)(chance)),
            {"AQ==": Decimal(100000)},
            NO_BASE64,
            "38 digits",
            {"scale": -5},
            sent="base64, two's complement",
        ),
        Case(
            CONNECT + "Decimal",
            "string",
            long_decimal(30),
            {"AA==": "0." + "0" * 30, unscaled(-(2**127)): plain(Decimal(-(2**127)).scaleb(-30))},
            NO_BASE64,
            "any number of digits",
            {"scale": 30},
            sent="base64, two's complement",
        ),
        Case(
            DATA + "VariableScaleDecimal",
            "string",
            variable,
            {'{"scale":0,"value":"AA=="}': "0"},
            ["x", "{}", '{"scale":1,"value":""}', '{"scale":1,"value":"*"}'],
            "any number of digits",
            sent="scale and base64",
        ),
        Case(
            DATA + "VariableScaleDecimal",
            "decimal(38,8)",
            variable_decimal,
            {'{"scale":9,"value":"Cg=="}': Decimal("0.00000001")}
            | {_scaled(8, each): Decimal(each).scaleb(-8) for each in LIMITS}
            | {_scaled(-2, 1 - 10**28): Decimal(1 - 10**28).scaleb(2)},
            [
                "x",
                "{}",
                '{"scale":9,"value":"AQ=="}',
                '{"scale":1,"value":""}',
                _scaled(8, 10**38),
                _scaled(8, -(10**38)),
                _scaled(0, -(10**30)),
            ],
            "the column's digits",
            sent="scale and base64",
        ),
        Case(
            None,
            "decimal(38,4)",
            decimal_text,
            {"1E3": Decimal(1000), "-0": Decimal(0), "1.50000": Decimal("1.5")}
            | {"1.23456789012345678901234E+19": Decimal("12345678901234567890.1234")}
            | {plain(Decimal(each).scaleb(-4)): Decimal(each).scaleb(-4) for each in LIMITS},
            [
                *("x", "", "1.23456", "1E-5", "1e400", "NaN", "Infinity", "9" * 35),
                *("1.234567890123456789012345E+19", "1.23456789012345678E+35"),
                *SPECIAL_VALUES,
            ],
            "the column's digits",
            sent="text or number, as `decimal.handling.mode` string",
        ),
        Case(
            None,
            "decimal(20,2)",
            decimal_of_double,
            {"1.0E10": Decimal("10000000000.00"), "2.5E-1": Decimal("0.25")},
            ["1E-3", "1.234", "NaN"],
            "the column's digits",
            sent="number, as `decimal.handling.mode` double",
        ),
        Case(
            "com.xxx.cdc.data.Decimal",
            "decimal(38,4)",
            decimal_text,
            {"12.5": Decimal("12.5")},
            ["x"],
            "the column's digits",
            sent="text, as CDL's",
        ),
        Case(
            "com.xxx.cdc.data.timestamp",
            "timestamp_ntz",
            clock(1000),
            _moments(1000),
            ["x"],
            CLOCK,
            sent="milliseconds or text, as CDL's",
        ),
        Case(
            None,
            "double",
            double,
            {"NaN": math.nan, "-Infinity": -math.inf} | SPECIAL_VALUES,
            ["x", "1e400", "-1e400"],
            "no overflow",
            sent="number or text",
        ),
        Case(
            None,
            "float",
            real,
            {"Infinity": math.inf} | SPECIAL_VALUES,
            ["x", "1e39"],
            "no overflow",
            sent="number or text",
        ),
        Case(
            None,
            "real",
            real,
            {"-Infinity": -math.inf} | SPECIAL_VALUES,
            ["x", "1e39"],
            "no overflow",
            sent="number or text",
        ),
        Case(
            None,
            "tinyint",
            whole(-128, 127),
            {},
            ["128", "1.5", "x", ""],
            "the type's",
            sent="number",
        ),
        Case(
            None,
            "smallint",
            whole(-(2**15), 2**15 - 1),
            {},
            ["32768", "1.5"],
            "the type's",
            sent="number",
        ),
        Case(
            None,
            "int",
            whole(-(2**31), 2**31 - 1),
            {"1.2E7": 12000000, "5.0": 5},
            ["2147483648", "2147483648.0", "1.5", "1.25E1"],
            "the type's",
            sent="number",
        ),
        Case(
            None,
            "bigint",
            whole(-(2**63), 2**63 - 1),
            {"1.234567E15": 1234567000000000, "9007199254740993.0": 2**53 + 1},
            ["9223372036854775808", "9.223372036854775808E18", "1.5", "1E-1", "1E20"],
            "the type's",
            sent="number",
        ),
        Case(
            None,
            "decimal(20,0)",
            whole(0, 2**64 - 1),
            {},
            ["1.5"],
            "unsigned 64 bits",
            sent="number",
        ),
        Case(
            None,
            "decimal(20,0)",
            unsigned,
            {"-1": Decimal(2**64 - 1), "7": Decimal(7)},
            ["x", "-9223372036854775809", "-1.5"],
            "unsigned 64 bits: what is sent plus 2^64 where it is negative",
            {"unsigned": True},
            sent="number, as `bigint.unsigned.handling.mode` long",
        ),
        Case(
            None,
            "bigint",
            whole(0, 2**63 - 1),
            {},
            ["-1", str(-(2**63))],
            "unsigned 63 bits",
            {"unsigned": True},
            sent="number, as `bigint.unsigned.handling.mode` long",
        ),
        Case(
            None,
            "boolean",
            lambda chance: chance.choice([("true", True), ("false", False)]),
            {},
            ["x", "2"],
            "",
            sent="true, false",
        ),
        Case(None, "binary", octets, {"": b""}, ["A", "AQ", "A*=="], "base64", sent="base64"),
        Case(
            None,
            "binary",
            octets_hex,
            {"": b""},
            ["A*", "0x", "123"],
            "hexadecimal",
            {"encoding": "hex"},
            sent="`binary.handling.mode` hex",
        ),
        Case(
            None,
            "binary",
            octets_url,
            {"_-8=": b"\xff\xef"},
            ["_-8", "A*=="],
            "base64",
            {"encoding": "base64-url-safe"},
            sent="`binary.handling.mode` base64-url-safe",
        ),
        Case(
            DATA + "Bits",
            "string",
            bits(12, lambda given: f"{given:012b}"),
            {"AQA=": "000000000001"},
            ["ABA=", "AQA", "AQA ", "*"],
            "`length` bits",
            {"length": 12},
            sent="base64, little-endian",
        ),
        Case(
            DATA + "Bits",
            "decimal(20,0)",
            bits(64, lambda given: given),
            {"AQ==": 1},
            ["*", b64encode(bytes(8) + b"\x01").decode()],
            "64 bits",
            {"length": 64},
            sent="base64, little-endian",
        ),
        Case(
            DATA + "Bits",
            "bigint",
            bits(63, lambda given: given),
            {"AQ==": 1},
            ["*", "AAAAAAAAAIA="],
            "63 bits",
            {"length": 63},
            sent="base64, little-endian",
        ),
        Case(
            DATA + "Bits",
            "boolean",
            bits(1, bool),
            {"AQ==": True, "AA==": False},
            ["Ag==", "*"],
            "1 bit",
            {"length": 1},
            sent="base64",
        ),
        Case(
            DATA + "EnumSet",
            "array<string>",
            members,
            {"": []},
            [],
            "no comma inside a member",
            sent="text with commas",
        ),
        Case(
            GEOMETRY + "Point",
            "struct<x: double, y: double, wkb: binary, srid: int>",
            point,
            {},
            ["x", '{"x": "a"}', "[]"],
            "",
            sent="coordinates and base64",
        ),
        Case(
            GEOMETRY + "Geometry",
            "struct<wkb: binary, srid: int>",
            geometry,
            {},
            ["x", '{"wkb": "A"}'],
            "",
            sent="base64 and srid",
        ),
        Case(
            GEOMETRY + "Geography",
            "struct<wkb: binary, srid: int>",
            geometry,
            {},
            ["x", '{"wkb": "A"}'],
            "",
            sent="base64 and srid",
        ),
        Case(
            DATA + "DoubleVector", "array<double>", vector, {}, ["x", '["a"]'], "", sent="numbers"
        ),
        Case(DATA + "FloatVector", "array<double>", vector, {}, ["x", '["a"]'], "", sent="numbers"),
        Case(
            DATA + "SparseDoubleVector",
            "struct<dimensions: int, vector: map<string,double>>",
            sparse,
            {
                '{"dimensions": 5, "vector": [[1, 10.5], [5, -0.5]]}': (
                    5,
                    {"1": 10.5, "5": -0.5},
                )
            },
            [
                "x",
                '{"vector": {"1": "a"}}',
                '{"vector": [[1, 2.5], [1, 3.5]]}',
                '{"vector": [[null, 2.5]]}',
                '{"vector": [[1]]}',
            ],
            "",
            sent="numbers by position",
        ),
        Case(None, "array<string>", listed(words), {"[]": []}, ["x", "{}"], "", sent="JSON array"),
        Case(
            None,
            "array<int>",
            listed(whole(-(2**31), 2**31 - 1), quoted=False),
            {"[1,null]": [1, None]},
            ["[1.5]", "[2147483648]", "x"],
            "each value's",
            sent="JSON array",
        ),
        Case(
            TIME + "Date",
            "array<date>",
            listed(day),
            {},
            ["[2932897]", "x"],
            "each value's",
            sent="array of days",
        ),
        Case(
            CONNECT + "Decimal",
            "array<decimal(20,3)>",
            listed(decimal(20, 3)),
            {},
            ['["*"]', "x"],
            "each value's",
            {"scale": 3},
            sent="array of base64",
        ),
        Case(
            None,
            "map<string, string>",
            mapped,
            {"{}": {}, "[]": {}, '[["1", "a"]]': {"1": "a"}},
            # Spark cannot compare a map that has a name twice
            ["x", "[1]", '{"a": "1", "a": "2"}', '{"a": "1", "a": "1"}'],
            "",
            sent="JSON object, as hstore, or array of pairs",
        ),
        Case(
            None,
            "array<struct<Name: string, at: int>>",
            lambda chance: (
                lambda name, at: (json.dumps([{"Name": name, "at": at}]), [(name, at)])
            )(words(chance)[0], chance.randint(-9, 9)),
            {},
            ['[{"at": "x"}]', "x"],
            "each field's",
            sent="JSON",
        ),
    ]
    for name in ["Json", "Xml", "Uuid", "Enum", "EnumSet", "Ltree", "Tsvector"]:
        cases.append(Case(DATA + name, "string", words, TEXTS, [], text, sent="text"))
    return cases


CASES = _cases()
