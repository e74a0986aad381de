"""MongoDB's Extended JSON in all its dialects, as MongoDB's own Java reader takes it.

`reader(scalars)` gives a function from text to tree: dict, list, str, bool, None, int, float, a
number that keeps its text (orjson.Fragment), and Scalar, a BSON value that JSON has no type for.
`writer(scalars)` gives a function from Scalar to what orjson writes. `scalars` is

    connect    as Debezium's transform ExtractNewDocumentState writes values
    extended   one form of Extended JSON for each type; nothing is lost
    key        as extended, but numbers that are equal have equal text

An object is a Scalar only if its members, in their order, are a form of FORMS and their values fit.
Whatever else starts with `$` is an ordinary document. A text that is no JSON is read once more as
the shell's syntax; one that is neither is a ValueError, one too deep a RecursionError.
"""

from __future__ import annotations

import json
import math
import operator
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Context, Decimal, Inexact, InvalidOperation
from typing import Any, NamedTuple

import orjson
from orjson import Fragment

BLANKS = " \t\r\n"
EPOCH = datetime(1970, 1, 1)
# The range of a Decimal128. Anything else is an error, not rounded.
DECIMAL128 = Context(prec=34, Emin=-6143, Emax=6144, clamp=1, traps=[Inexact, InvalidOperation])


Written = Callable[[Any], Any]
Read = Callable[[Any], Any]
Form = Callable[..., Any]


class Kind(NamedTuple):
    """A BSON type: how the content of a Scalar is written."""

    connect: Written
    extended: Written
    key: Written


class Scalar(NamedTuple):
    kind: Kind
    value: Any


class Whole(dict[str, Any]):
    """An object that is one value: nothing takes it apart."""


def reader(scalars: str) -> Callable[[str], Any]:
    decode = _DECODERS[scalars].raw_decode

    def read(text: str) -> Any:
        try:
            return decode(text.lstrip(BLANKS))[0]
        except ValueError:
            return decode(_shell_as_json(text).lstrip(BLANKS))[0]

    return read


def writer(scalars: str) -> Callable[[Scalar], Any]:
    chosen = operator.attrgetter(scalars)

    def write(scalar: Scalar) -> Any:
        return chosen(scalar.kind)(scalar.value)

    return write


# -- numbers -------------------------------------------------------------------------------------


def _integer(text: str) -> int | Fragment:
    """Return what orjson can write, which is 64 bits, else the text."""
    if len(text) < 19 or (len(text) < 21 and -(1 << 63) <= int(text) < 1 << 64):
        return int(text)
    return Fragment(text)


def _exact_integer(text: str) -> int | Fragment:
    return Fragment(text) if text == "-0" else _integer(text)


def _double(number: str | float) -> float | Fragment:
    number = float(number)
    # The transform writes -0.0 as 0.0; so does adding zero.
    return number + 0.0 if math.isfinite(number) else Fragment(f'"{Decimal(number)}"')


def _exact_double(number: float) -> Fragment | Whole:
    if math.isfinite(number):
        return Fragment(repr(number))
    return Whole({"$numberDouble": str(Decimal(number))})


def _canonical(number: str | float | Decimal) -> int | Fragment | Whole:
    """One text for all numbers of a value: 5, 1.5; as a decimal where no double has the value."""
    double = float(number)
    value = number if isinstance(number, Decimal) else Decimal(double)
    if not value.is_finite():
        return _exact_double(double)
    if not value or (value.adjusted() < 40 and value == value.to_integral_value()):
        return _integer(str(int(value)))
    if value == Decimal(double):
        return Fragment(repr(double))
    return Whole({"$numberDecimal": str(DECIMAL128.normalize(value))})


# -- types ---------------------------------------------------------------------------------------


def _itself(value: Any) -> Any:
    return value


def _under(marker: str, written: Written = _itself) -> Written:
    return lambda value: Whole({marker: written(value)})


def _named(*names: str, into: type[dict[str, Any]] = dict) -> Written:
    return lambda values: into(zip(names, values, strict=True))


def _kind(connect: Written, extended: Written, key: Written | None = None) -> Kind:
    return Kind(connect, extended, key or extended)


def _wrapped(seconds: int) -> int:
    """Unsigned seconds as Java's int has them: negative from 2038 on."""
    return (seconds + (1 << 31)) % (1 << 32) - (1 << 31)


OID = _kind(_itself, _under("$oid"))
INT64 = _kind(_itself, _under("$numberLong", str), _itself)
DOUBLE = _kind(_double, _exact_double, _canonical)
DECIMAL = _kind(str, _under("$numberDecimal", str), _canonical)
DATE = _kind(_itself, _under("$date"))
TIMESTAMP = _kind(lambda value: 1000 * _wrapped(value[0]), _under("$timestamp", _named("t", "i")))
BINARY = _kind(lambda value: value[0], _named("$binary", "$type", into=Whole))
REGEX = _kind(_named("regex", "options"), _named("$regex", "$options", into=Whole))
SYMBOL = _kind(_itself, _under("$symbol"))
CODE = _kind(_itself, _under("$code"))
SCOPED_CODE = _kind(_named("code", "scope"), _named("$code", "$scope"))
MIN_KEY = _kind(_under("$minKey"), _under("$minKey"))
MAX_KEY = _kind(_under("$maxKey"), _under("$maxKey"))
DB_POINTER = _kind(
    _named("$ref", "$id"),
    _under("$dbPointer", lambda value: {"$ref": value[0], "$id": {"$oid": value[1]}}),
)
UNDEFINED = Scalar(_kind(lambda _: None, _under("$undefined")), True)


# -- forms: a value that does not fit raises ValueError or ArithmeticError -----------------------


def _form(kind: Kind, read: Read) -> Form:
    return lambda value: Scalar(kind, read(value))


def _pair(kind: Kind, first: Read, second: Read) -> Form:
    return lambda one, other: Scalar(kind, (first(one), second(other)))


def _within(form: Form, *names: str) -> Form:
    """Return a form whose members are in an object of their own, in any order."""

    def outer(value: Any) -> Any:
        if type(value) is not dict or value.keys() != set(names):
            raise ValueError
        return form(*(value[name] for name in names))

    return outer


def _typed(kind: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return read


def _only(expected: Any) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not type(expected) or value != expected:
            raise ValueError
        return value

    return read


def _matching(pattern: str, convert: Read) -> Read:
    fits = re.compile(pattern).fullmatch

    def read(value: Any) -> Any:
        if type(value) is not str or not fits(value):
            raise ValueError
        return convert(value)

    return read


def _fitting(bits: int) -> Read:
    """Return a signed number of so many bits."""
    least, most = -(1 << bits - 1), (1 << bits - 1) - 1

    def convert(number: str | int) -> int:
        if not least <= (number := int(number)) <= most:
            raise ValueError
        return number

    return convert


INTEGER = "[+-]?[0-9]{1,20}"
REAL = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?"
    r"(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?)?"
)

_text = _typed(str)
_oid = _matching("[0-9A-Fa-f]{24}", str.lower)
_int64 = _fitting(64)
_int64_text = _matching(INTEGER, _int64)
_hex_byte = _matching("[0-9A-Fa-f]{1,2}", lambda text: int(text, 16))
_uuid = _matching(
    "[0-9A-Fa-f]{8}(?:-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}",
    lambda text: (b64encode(bytes.fromhex(text.replace("-", ""))).decode(), "04"),
)


def _long(value: Any) -> Any:
    return _int64(value) if type(value) is int else _int64_text(value)


def _millis(value: Any) -> Any:
    if type(value) is int:
        return _int64(value)
    if type(value) is Scalar and value.kind is INT64:
        return value.value
    found = MOMENT.fullmatch(_text(value))
    if not found:
        raise ValueError
    *local, fraction, sign, hours, minutes = found.groups("0")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    since = datetime(*map(int, local)) - EPOCH + (offset if sign == "-" else -offset)  # type: ignore[arg-type]
    return since // timedelta(milliseconds=1) + int(f"{fraction:0<3}"[:3])


def _base64(value: Any) -> str:
    return b64encode(b64decode(_text(value), validate=True)).decode()


def _subtype(value: Any) -> str:
    return bytes([value if type(value) is int else _hex_byte(value)]).hex()


def _options(value: Any) -> str:
    return "".join(sorted(_text(value)))


def _oid_of(value: Any) -> Any:
    if type(value) is not Scalar or value.kind is not OID:
        raise ValueError
    return value.value


def _undefined(value: Any) -> Scalar:
    _only(True)(value)
    return UNDEFINED


_binary = _pair(BINARY, _base64, _subtype)
_regex = _pair(REGEX, _text, _options)

FORMS: dict[tuple[str, ...], Form] = {
    ("$oid",): _form(OID, _oid),
    ("$numberInt",): _matching(INTEGER, _fitting(32)),
    ("$numberLong",): _form(INT64, _long),
    ("$numberDouble",): _form(DOUBLE, _matching(f"NaN|-?Infinity|{REAL}", float)),
    ("$numberDecimal",): _form(
        DECIMAL, _matching(f"(?i:NaN|[+-]?inf(?:inity)?)|{REAL}", DECIMAL128.create_decimal)
    ),
    ("$date",): _form(DATE, _millis),
    ("$timestamp",): _within(_pair(TIMESTAMP, _typed(int), _typed(int)), "t", "i"),
    ("$binary", "$type"): _binary,
    ("$type", "$binary"): lambda subtype, data: _binary(data, subtype),
    ("$binary",): _within(_binary, "base64", "subType"),
    ("$uuid",): _form(BINARY, _uuid),
    ("$regex", "$options"): _regex,
    ("$options", "$regex"): lambda options, pattern: _regex(pattern, options),
    ("$regularExpression",): _within(_regex, "pattern", "options"),
    ("$symbol",): _form(SYMBOL, _text),
    ("$code",): _form(CODE, _text),
    ("$code", "$scope"): _pair(SCOPED_CODE, _text, _typed(dict)),
    ("$minKey",): _form(MIN_KEY, _only(1)),
    ("$maxKey",): _form(MAX_KEY, _only(1)),
    ("$dbPointer",): _within(_pair(DB_POINTER, _text, _oid_of), "$ref", "$id"),
    ("$undefined",): _undefined,
}


def _object(members: list[tuple[str, Any]]) -> Any:
    document = dict(members)
    if members and members[0][0].startswith("$") and (form := FORMS.get(tuple(document))):
        try:
            return form(*document.values())
        except (ValueError, ArithmeticError):
            pass
    return document


def _decoder(
    integer: Callable[[str], Any], real: Callable[[str], Any], constant: Callable[[str], Any]
) -> json.JSONDecoder:
    return json.JSONDecoder(
        strict=False,
        object_pairs_hook=_object,
        parse_int=integer,
        parse_float=real,
        parse_constant=constant,
    )


_DECODERS = {
    "connect": _decoder(_integer, _double, _double),
    "extended": _decoder(_exact_integer, Fragment, _under("$numberDouble")),
    "key": _decoder(_integer, _canonical, _canonical),
}


# -- the shell's syntax, rewritten as JSON token by token ----------------------------------------

# A string or pattern without an end runs to the end of the text, which then is no JSON either.
STRING = r"""(?:"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|'[^'\\]*(?:\\.[^'\\]*)*(?:'|\\?\Z))"""
ARGUMENT = rf"(?:{STRING}|[\w.+-]+)"
WORD = r"(?:[^\W\d]|\$)[\w$]*"
TOKEN = re.compile(
    rf"""
      (?P<string>{STRING})
    | (?P<pattern>/[^/\\]*(?:\\.[^/\\]*)*(?:/[a-z]*|\\?\Z))
    | (?P<call>(?:new\s+)?{WORD}\s*\(\s*(?:{ARGUMENT}\s*(?:,\s*{ARGUMENT}\s*)*)?\))
    | (?P<name>{WORD}(?=\s*:))
    | (?P<word>{WORD})
    | (?P<number>\d[\w.+-]*)
    | (?P<comma>(?<=[^\s\[{{,:])\s*,(?=\s*[\]}}]))
    """,
    re.DOTALL | re.VERBOSE,
)
ESCAPED = re.compile(r'\\.|"', re.DOTALL)


def _time(at: str) -> dict[str, Any]:
    return {"$date": int(at) if re.fullmatch(INTEGER, at) else at}


def _bytes(subtype: str, data: str) -> dict[str, Any]:
    return {"$binary": data, "$type": int(subtype)}


CALLS: dict[str, Callable[..., dict[str, Any]]] = {
    "ObjectId": lambda oid: {"$oid": oid},
    "ISODate": _time,
    "Date": _time,
    "NumberInt": lambda number: {"$numberInt": number},
    "NumberLong": lambda number: {"$numberLong": number},
    "NumberDecimal": lambda number: {"$numberDecimal": number},
    "Timestamp": lambda t, i: {"$timestamp": {"t": int(t), "i": int(i)}},
    "BinData": _bytes,
    "HexData": lambda subtype, data: _bytes(subtype, b64encode(bytes.fromhex(data)).decode()),
    "UUID": lambda uuid: {"$uuid": uuid},
    "RegExp": lambda pattern, options="": {"$regex": pattern, "$options": options},
    "DBPointer": lambda collection, oid: {"$dbPointer": {"$ref": collection, "$id": {"$oid": oid}}},
    "MinKey": lambda: {"$minKey": 1},
    "MaxKey": lambda: {"$maxKey": 1},
}
WORDS = {
    "undefined": '{"$undefined":true}',
    "MinKey": '{"$minKey":1}',
    "MaxKey": '{"$maxKey":1}',
}


def _string(token: str) -> str:
    requoted = {"\\'": "'", '"': '\\"'}
    return '"' + ESCAPED.sub(lambda each: requoted.get(each[0], each[0]), token[1:-1]) + '"'


def _pattern(token: str) -> str:
    pattern, _, options = token[1:].rpartition("/")
    return _json(CALLS["RegExp"](pattern, options))


def _call(token: str) -> str:
    name, _, arguments = token.removesuffix(")").partition("(")
    values = [
        json.loads(_string(each), strict=False) if each[0] in "\"'" else each
        for each in re.findall(ARGUMENT, arguments, re.DOTALL)
    ]
    try:
        return _json(CALLS[name.split()[-1]](*values))
    except (KeyError, TypeError) as error:
        raise ValueError(token) from error


def _json(form: dict[str, Any]) -> str:
    return orjson.dumps(form).decode()


REWRITE: dict[str, Callable[[str], str]] = {
    "string": _string,
    "pattern": _pattern,
    "call": _call,
    "name": json.dumps,
    "word": lambda word: WORDS.get(word, word),
    "number": _itself,
    "comma": lambda _: "",
}


def _shell_as_json(text: str) -> str:
    return TOKEN.sub(lambda token: REWRITE[token.lastgroup or ""](token[0]), text)
