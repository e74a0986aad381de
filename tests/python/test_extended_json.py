"""Extended JSON: every type in every dialect, what is no type, the shell's syntax, equal keys."""

import json
import re
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbt_debezium.extended_json import FORMS, Kind, Scalar, reader, writer

OID = "65b1f0c2d3e4a5968778695a"
UUID = "00112233-4455-6677-8899-aabbccddeeff"
UUID_DATA = "ABEiM0RVZneImaq7zN3u/w=="


def written(text: str, scalars: str) -> str:
    """Return a value as it is written, apart from what becomes of arrays and documents."""
    write = writer(scalars)

    def plain(value: Any) -> Any:
        if isinstance(value, Scalar):
            return plain(write(value))
        if type(value) is dict:
            return {name: plain(member) for name, member in value.items()}
        return [plain(each) for each in value] if type(value) is list else value

    return orjson.dumps(plain(reader(scalars)(text))).decode()


# Texts of one value; how connect, extended and key write it, None where key does as extended.
TYPES: list[tuple[list[str], str, str, str | None]] = [
    (
        [f'{{"$oid":"{OID}"}}', f'{{ "$oid" : "{OID.upper()}" }}', f"ObjectId('{OID}')"],
        f'"{OID}"',
        f'{{"$oid":"{OID}"}}',
        None,
    ),
    (['{"$numberInt":"5"}', "NumberInt(5)", 'NumberInt("5")'], "5", "5", None),
    (['{"$numberInt":"2147483647"}'], "2147483647", "2147483647", None),
    (['{"$numberInt":"-2147483648"}'], "-2147483648", "-2147483648", None),
    (
        ['{"$numberLong":"9223372036854775807"}', '{"$numberLong":9223372036854775807}'],
        "9223372036854775807",
        '{"$numberLong":"9223372036854775807"}',
        "9223372036854775807",
    ),
    (
        ['{"$numberLong":"5"}', '{"$numberLong":5}', '{"$numberLong":"+5"}', "NumberLong(5)"],
        "5",
        '{"$numberLong":"5"}',
        "5",
    ),
    (
        ['{"$numberLong":"-9223372036854775808"}', '{"$numberLong":-9223372036854775808}'],
        "-9223372036854775808",
        '{"$numberLong":"-9223372036854775808"}',
        "-9223372036854775808",
    ),
    (['{"$numberDouble":"5"}', '{"$numberDouble":"5.00"}'], "5.0", "5.0", "5"),
    (['{"$numberDouble":"-0.0"}'], "0.0", "-0.0", "0"),
    (
        ['{"$numberDouble":"NaN"}', "NaN"],
        '"NaN"',
        '{"$numberDouble":"NaN"}',
        None,
    ),
    (
        ['{"$numberDouble":"-Infinity"}', "-Infinity", '{"$numberDouble":"-1E400"}'],
        '"-Infinity"',
        '{"$numberDouble":"-Infinity"}',
        None,
    ),
    (
        ['{"$numberDecimal":"123.4500"}', "NumberDecimal('123.4500')", "NumberDecimal(123.4500)"],
        '"123.4500"',
        '{"$numberDecimal":"123.4500"}',
        '{"$numberDecimal":"123.45"}',
    ),
    (['{"$numberDecimal":"1e3"}'], '"1E+3"', '{"$numberDecimal":"1E+3"}', "1000"),
    (['{"$numberDecimal":"-0"}'], '"-0"', '{"$numberDecimal":"-0"}', "0"),
    (['{"$numberDecimal":"0.000001"}'], '"0.000001"', '{"$numberDecimal":"0.000001"}', None),
    (['{"$numberDecimal":"0.0000001"}'], '"1E-7"', '{"$numberDecimal":"1E-7"}', None),
    (
        ['{"$numberDecimal":"inf"}', '{"$numberDecimal":"Infinity"}'],
        '"Infinity"',
        '{"$numberDecimal":"Infinity"}',
        '{"$numberDouble":"Infinity"}',
    ),
    (
        [
            '{"$date":1580122032311}',
            '{"$date":{"$numberLong":"1580122032311"}}',
            '{"$date":"2020-01-27T10:47:12.311Z"}',
            '{"$date":"2020-01-27T10:47:12.311999Z"}',
            '{"$date":"2020-01-27T12:17:12.311+01:30"}',
            '{"$date":"2020-01-27T09:17:12.311-0130"}',
            'ISODate("2020-01-27T10:47:12.311Z")',
            "new Date(1580122032311)",
            "Date('2020-01-27T10:47:12.311Z')",
        ],
        "1580122032311",
        '{"$date":1580122032311}',
        None,
    ),
    (['{"$date":"1969-12-31T23:59:59.9999Z"}', '{"$date":-1}'], "-1", '{"$date":-1}', None),
    (['{"$date":"1969-12-31T23:59:59.5Z"}'], "-500", '{"$date":-500}', None),
    (
        ['{"$date":"2020-01-27T10:47Z"}', '{"$date":"2020-01-27T10:47:00"}'],
        "1580122020000",
        '{"$date":1580122020000}',
        None,
    ),
    (['ISODate("2020-01-27")'], "1580083200000", '{"$date":1580083200000}', None),
    (
        ['{"$timestamp":{"t":1580205633,"i":9}}', "Timestamp(1580205633, 9)"],
        "1580205633000",
        '{"$timestamp":{"t":1580205633,"i":9}}',
        None,
    ),
    (
        ['{"$timestamp":{"i":1,"t":4000000000}}'],
        "-294967296000",
        '{"$timestamp":{"t":4000000000,"i":1}}',
        None,
    ),
    (
        [
            '{"$binary":"AQID","$type":"05"}',
            '{"$type":"5","$binary":"AQID"}',
            '{"$binary":"AQID","$type":5}',
            '{"$binary":{"base64":"AQID","subType":"05"}}',
            'BinData(5, "AQID")',
            "HexData(5, '010203')",
        ],
        '"AQID"',
        '{"$binary":"AQID","$type":"05"}',
        None,
    ),
    (
        ['{"$binary":"","$type":"8f"}', '{"$binary":{"base64":"","subType":"8F"}}'],
        '""',
        '{"$binary":"","$type":"8f"}',
        None,
    ),
    (
        [
            f'{{"$uuid":"{UUID}"}}',
            f'{{"$binary":{{"base64":"{UUID_DATA}","subType":"04"}}}}',
            f"UUID('{UUID}')",
        ],
        f'"{UUID_DATA}"',
        f'{{"$binary":"{UUID_DATA}","$type":"04"}}',
        None,
    ),
    (
        [
            '{"$regex":"^a/","$options":"im"}',
            '{"$options":"mi","$regex":"^a/"}',
            '{"$regularExpression":{"pattern":"^a/","options":"im"}}',
            'RegExp("^a/", "mi")',
        ],
        '{"regex":"^a/","options":"im"}',
        '{"$regex":"^a/","$options":"im"}',
        None,
    ),
    (
        [r"/a\d'\/{,}/", r'{"$regex":"a\\d\u0027\\/{,}","$options":""}'],
        r"""{"regex":"a\\d'\\/{,}","options":""}""",
        r"""{"$regex":"a\\d'\\/{,}","$options":""}""",
        None,
    ),
    (['{"$symbol":"s"}'], '"s"', '{"$symbol":"s"}', None),
    (['{"$code":"f()"}'], '"f()"', '{"$code":"f()"}', None),
    (
        ['{"$code":"f()","$scope":{"a":{"$numberLong":"1"}}}'],
        '{"code":"f()","scope":{"a":1}}',
        '{"$code":"f()","$scope":{"a":{"$numberLong":"1"}}}',
        '{"$code":"f()","$scope":{"a":1}}',
    ),
    (['{"$minKey":1}', "MinKey", "MinKey()"], '{"$minKey":1}', '{"$minKey":1}', None),
    (['{"$maxKey":1}', "MaxKey", "MaxKey()"], '{"$maxKey":1}', '{"$maxKey":1}', None),
    (['{"$undefined":true}', "undefined"], "null", '{"$undefined":true}', None),
    (
        [
            f'{{"$dbPointer":{{"$ref":"c","$id":{{"$oid":"{OID}"}}}}}}',
            f"DBPointer('c', '{OID}')",
        ],
        f'{{"$ref":"c","$id":"{OID}"}}',
        f'{{"$dbPointer":{{"$ref":"c","$id":{{"$oid":"{OID}"}}}}}}',
        None,
    ),
    (
        [f'{{"$ref":"c","$id":{{"$oid":"{OID}"}},"$db":"d"}}'],
        f'{{"$ref":"c","$id":"{OID}","$db":"d"}}',
        f'{{"$ref":"c","$id":{{"$oid":"{OID}"}},"$db":"d"}}',
        None,
    ),
    (["-0"], "0", "-0", "0"),
    (["1.50"], "1.5", "1.50", "1.5"),
    (["1.0"], "1.0", "1.0", "1"),
    (["-0.0"], "0.0", "-0.0", "0"),
    (["1E400"], '"Infinity"', "1E400", '{"$numberDouble":"Infinity"}'),
    (["18446744073709551615"], "18446744073709551615", "18446744073709551615", None),
    (["18446744073709551616"], "18446744073709551616", "18446744073709551616", None),
    (["-18446744073709551616"], "-18446744073709551616", "-18446744073709551616", None),
    (['"a\\u0000\\n\\ud83d\\ude0a"'], '"a\\u0000\\n😊"', '"a\\u0000\\n😊"', None),
]


@pytest.mark.parametrize(
    ("text", "scalars", "expected"),
    [
        (text, scalars, as_key or form if scalars == "key" else form)
        for texts, connect, extended, as_key in TYPES
        for text in texts
        for scalars, form in zip(Kind._fields, (connect, extended, extended), strict=True)
        # Plain numbers keep their text, so texts of one value differ.
        if scalars != "extended" or text.startswith(("{", '"')) or text == texts[0]
    ],
)
def test_each_type_in_each_dialect(text: str, scalars: str, expected: str) -> None:
    assert written(f'{{"v":{text}}}', scalars) == f'{{"v":{expected}}}'


def test_each_form_has_an_example() -> None:
    texts = [text for texts, *_ in TYPES for text in texts if text.startswith("{")]
    assert set(FORMS) <= {tuple(json.loads(text)) for text in texts}


@pytest.mark.parametrize("scalars", Kind._fields)
@pytest.mark.parametrize(
    "text",
    [
        '{"$oid":"xyz"}',
        f'{{"$oid":"{OID}\\n"}}',
        f'{{"$oid":"{OID}","more":1}}',
        f'{{"more":1,"$oid":"{OID}"}}',
        '{"$oid":null}',
        '{"$numberInt":"x"}',
        '{"$numberInt":"2147483648"}',
        '{"$numberInt":"-2147483649"}',
        '{"$numberInt":5}',
        '{"$numberLong":"9223372036854775808"}',
        '{"$numberLong":"-9223372036854775809"}',
        '{"$numberLong":true}',
        '{"$numberLong":"5_0"}',
        '{"$numberDouble":"1,5"}',
        '{"$numberDouble":"nan"}',
        '{"$numberDouble":" 1"}',
        '{"$numberDecimal":"1_0"}',
        '{"$numberDecimal":"12345678901234567890123456789012345"}',
        '{"$numberDecimal":"1E+6145"}',
        '{"$numberDecimal":"1E-6177"}',
        '{"$date":null}',
        '{"$date":"yesterday"}',
        '{"$date":"2020-02-30T00:00:00Z"}',
        '{"$date":"0000-01-01T00:00:00Z"}',
        '{"$date":"2020-01-27T10:47:60Z"}',
        '{"$date":99999999999999999999}',
        '{"$date":{"$date":{"$date":null}}}',
        '{"$timestamp":{"t":1}}',
        '{"$timestamp":{"t":1,"i":"1"}}',
        '{"$timestamp":{"t":1,"i":1,"j":1}}',
        '{"$timestamp":1}',
        '{"$binary":"AQI","$type":"00"}',
        '{"$binary":"AQ ID","$type":"00"}',
        '{"$binary":"AQID","$type":"100"}',
        '{"$binary":"AQID","$type":256}',
        '{"$binary":"AQID"}',
        '{"$binary":{"base64":"AQID"}}',
        '{"$uuid":"00112233"}',
        '{"$regex":"a"}',
        '{"$regex":"a","$options":null}',
        '{"$regularExpression":{"pattern":"a"}}',
        '{"$symbol":1}',
        '{"$code":null}',
        '{"$code":"f","$scope":[]}',
        '{"$scope":{},"$code":"f"}',
        '{"$minKey":2}',
        '{"$maxKey":2}',
        '{"$minKey":true}',
        '{"$undefined":1}',
        '{"$dbPointer":{"$ref":"c","$id":1}}',
        '{"$unknown":1}',
        '{"$":1}',
    ],
)
def test_other_strings_are_documents(text: str, scalars: str) -> None:
    assert written(f'{{"v":{text}}}', scalars) == f'{{"v":{text}}}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'{{"$oid":{{"$oid":"{OID}"}}}}', f'{{"$oid":"{OID}"}}'),
        ('{"$numberLong":{"$numberLong":"5"}}', '{"$numberLong":5}'),
        ('{"$symbol":{"$symbol":"s"}}', '{"$symbol":"s"}'),
        ('{"$timestamp":{"t":{"$date":1},"i":1}}', '{"$timestamp":{"t":1,"i":1}}'),
    ],
)
def test_a_type_inside_of_a_marker_makes_it_a_document(text: str, expected: str) -> None:
    assert written(text, "connect") == expected
    assert written(text, "extended") == text.replace(":5", ':"5"')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{a: 1, $b: 2, _c1: 3, ä: 4}", '{"a":1,"$b":2,"_c1":3,"ä":4}'),
        ("{'a': 'it\\'s'}", '{"a":"it\'s"}'),
        (
            """{a: 'say "so"', 'b': "it\\'s \\"so\\""}""",
            r"""{"a":"say \"so\"","b":"it's \"so\""}""",
        ),
        ("{a: [1, 2, ], b: {c: 1,\n},}", '{"a":[1,2],"b":{"c":1}}'),
        ("{a: true, b: false, c: null, null: 1}", '{"a":true,"b":false,"c":null,"null":1}'),
        ("{a: 'x, ] ObjectId(1) /y/ z: '}", '{"a":"x, ] ObjectId(1) /y/ z: "}'),
        ("""{a: "c: '", b: '"d"'}""", r"""{"a":"c: '","b":"\"d\""}"""),
        ("{a: 1E5, b: -1.5e-3}", '{"a":100000.0,"b":-0.0015}'),
        ("{Date: 1, MinKey: 2, undefined: 3}", '{"Date":1,"MinKey":2,"undefined":3}'),
        ("{a: 'b\tc\\u0041'}", '{"a":"b\\tcA"}'),
        ("{a: ObjectId('nonsense')}", '{"a":{"$oid":"nonsense"}}'),
        ("{a: RegExp('(a)', 'i')}", '{"a":{"regex":"(a)","options":"i"}}'),
        ("{a: /b/ } ] and more", '{"a":{"regex":"b","options":""}}'),
    ],
)
def test_the_syntax_of_the_shell(text: str, expected: str) -> None:
    assert written(text, "connect") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'),
        (' \r\n\t{"a":1}', '{"a":1}'),
        ('{"a":1}} and more', '{"a":1}'),
        ('{"a":"b\x01\tc"}', '{"a":"b\\u0001\\tc"}'),
        (f'{{"$oid":"no","$oid":"{OID}"}}', f'"{OID}"'),
    ],
)
def test_what_the_reader_lets_pass(text: str, expected: str) -> None:
    assert written(text, "connect") == expected


@pytest.mark.parametrize(
    "text",
    [
        *'| {|{"a"|{"a":|{"a":}|{"a":1|{a}|{a b}|{a:b}|{a:1 b:2}|{1:2}|{,}|{"a":01}'.split("|"),
        *"{a:'b}|{a:/b}|{a:b()}|{a:ObjectId()}|{a:ObjectId(1,2)}|{a:ObjectId(}".split("|"),
        *"{a:Timestamp('x',1)}|{a:HexData(0,'x')}|{a:BinData(x,'')}|\ufeff{}|{a:65b1}".split("|"),
        "{a:Date(99999999999999999999)}",
    ],
)
def test_what_is_neither_json_nor_the_shells(text: str) -> None:
    with pytest.raises(ValueError, match=re.compile("")):
        reader("connect")(text)


# Values that are equal among the ids of a collection, and are not equal to those of other lines.
EQUAL = [
    ["5", "5.0", "5e0", "0.5E1", '{"$numberInt":"5"}', '{"$numberLong":"5"}', '{"$numberLong":5}',
     '{"$numberDouble":"5"}', '{"$numberDecimal":"5.00"}', '{"$numberDecimal":"0.5E1"}'],
    ["0", "-0", "-0.0", "0E5", '{"$numberDecimal":"-0.00"}', '{"$numberDecimal":"0E+6000"}'],
    ["1.5", "1.50", '{"$numberDecimal":"1.50"}'],
    ["1000", "1E3", '{"$numberDecimal":"1E+3"}', '{"$numberLong":"1000"}'],
    ["0.1", '{"$numberDouble":"0.10"}', "0.1000000000000000055511151231257827"],
    ['{"$numberDecimal":"0.1"}', '{"$numberDecimal":"0.10"}'],
    ["9007199254740993", '{"$numberDecimal":"9007199254740993"}'],
    ["9007199254740992", "9007199254740993.0", '{"$numberDouble":"9007199254740992"}'],
    ["1e22", "10000000000000000000000", '{"$numberDecimal":"1E+22"}'],
    ["1e23"],
    ['{"$numberDecimal":"1E+23"}'],
    ["1e300"],
    ['{"$numberDecimal":"1E+300"}'],
    ["NaN", '{"$numberDouble":"NaN"}', '{"$numberDecimal":"NaN"}'],
    ["Infinity", "1E400", '{"$numberDecimal":"Infinity"}'],
    ['"5"'],
    ["null"],
    ["true"],
    ['{"a":1,"b":2}', '{"a":1.0,"b":{"$numberLong":"2"}}'],
    ['{"b":2,"a":1}'],
    ['{"$date":5}', '{"$date":"1970-01-01T00:00:00.005Z"}'],
    ['{"$timestamp":{"t":5,"i":0}}'],
    [f'{{"$oid":"{OID}"}}', f'{{"$oid":"{OID.upper()}"}}'],
    [f'"{OID}"'],
    [f'{{"$uuid":"{UUID}"}}', f'{{"$binary":{{"base64":"{UUID_DATA}","subType":"4"}}}}'],
    [f'{{"$binary":"{UUID_DATA}","$type":"03"}}'],
]  # fmt: skip


def test_equal_ids_and_no_others_have_equal_keys() -> None:
    keys = [{written(text, "key") for text in texts} for texts in EQUAL]
    assert [len(each) for each in keys] == [1] * len(EQUAL)
    assert len(set().union(*keys)) == len(EQUAL)


values = st.recursive(
    st.sampled_from([text for texts, *_ in TYPES for text in texts])
    | st.builds(json.dumps, st.none() | st.booleans() | st.floats() | st.integers() | st.text())
    | st.decimals(allow_nan=False).map(lambda number: f'{{"$numberDecimal":"{number}"}}'),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda texts: f"[{','.join(texts)}]")
        | st.dictionaries(
            st.text(max_size=3)
            | st.sampled_from(sorted({name for form in FORMS for name in form})),
            inner,
            max_size=3,
        ).map(lambda m: f"{{{','.join(f'{json.dumps(n)}:{v}' for n, v in m.items())}}}")
    ),
    max_leaves=10,
)


@given(values)
def test_extended_loses_nothing(text: str) -> None:
    try:
        extended = written(f'{{"v":{text}}}', "extended")
    except orjson.JSONEncodeError:
        return  # half a surrogate pair
    json.loads(extended)
    for scalars in Kind._fields:
        assert written(extended, scalars) == written(f'{{"v":{text}}}', scalars)


tokens = st.sampled_from(
    [*"{}[](),:'/\"\\ a1-.", "new ", "$oid", "Date", "MinKey", "NumberLong", "BinData", "null"]
)


@pytest.mark.parametrize("scalars", Kind._fields)
@given(st.text() | st.lists(tokens).map("".join))
def test_a_string_has_a_value_or_is_invalid(scalars: str, text: str) -> None:
    try:
        reader(scalars)("{a:" + text)
    except ValueError:
        return
