"""True values and built values in one form each, so that they compare by what they mean.

A database prints its rows: PostgreSQL as its own JSON (numbers as numbers, bytes as `\\x..`), MySQL
and MariaDB as text throughout. Spark gives Python objects. `canonical` brings either to a number,
a text, bytes, a moment, a tuple of these or None; the Connect schema of the field decides how to
read a text.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

MONTH = timedelta(days=30, hours=10, minutes=30)
"""A twelfth of 365.25 days: what the connectors count for a month in microseconds."""


@dataclass(frozen=True)
class Field:
    """A column of a table: its Connect schema and the Spark type that it became."""

    name: str
    type: str
    semantic: str = ""
    """The last part of the schema's name: Date, MicroTime ..."""
    default: Any = None
    scale: int = 0
    spark: str = "string"
    items: Field | None = None

    @classmethod
    def of(cls, schema: dict[str, Any], spark: str) -> Field:
        inner = schema.get("items")
        spark_items = spark.removeprefix("array<").removesuffix(">")
        return cls(
            name=schema.get("field", ""),
            type=schema["type"],
            semantic=(schema.get("name") or "").rpartition(".")[2],
            default=schema.get("default"),
            scale=int((schema.get("parameters") or {}).get("scale", 0)),
            spark=spark,
            items=cls.of(inner, spark_items) if inner else None,
        )


def canonical(value: Any, field: Field, hexadecimal: bool = False) -> Any:
    """Return the one form of a value; what cannot be read stays as it is.

    `hexadecimal`: bits and bytes are printed as hexadecimal digits without a mark.
    """
    if value is None:
        return None
    if field.items is not None:
        if not isinstance(value, list):
            return value
        return tuple(canonical(each, field.items, hexadecimal) for each in value)
    read = SEMANTIC.get(field.semantic) or SPARK.get(field.spark.partition("(")[0])
    if hexadecimal and field.semantic == "Bits":
        read = _hex_bits
    if hexadecimal and field.spark == "binary" and isinstance(value, str):
        read = bytes.fromhex
    if read is None:
        read = _text
    try:
        return read(value)
    except (ValueError, TypeError, ArithmeticError, binascii.Error):
        return value


def _number(value: Any) -> Any:
    if isinstance(value, float):
        value = repr(value)
    number = Decimal(str(int(value)) if isinstance(value, bool) else _amount(value))
    return number if number.is_finite() else str(number)


def _amount(value: Any) -> str:
    """Return a number's text; of money without its sign and commas."""
    return re.sub(r"^(-?)\$", r"\1", str(value)).replace(",", "")


def _float(value: Any) -> Any:
    number = float(_amount(value))
    return "NaN" if number != number else number


def _single(value: Any) -> Any:
    number = _float(value)
    return number if number == "NaN" else struct.unpack("f", struct.pack("f", number))[0]


def _boolean(value: Any) -> bool:
    return {"1": True, "0": False, "t": True, "f": False}.get(str(value), value) is True


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return _number(value) if isinstance(value, int | Decimal | float) else value


def _bytes(value: Any) -> Any:
    if isinstance(value, str):
        return bytes.fromhex(value.removeprefix("\\x")) if value.startswith("\\x") else value
    return bytes(value)


def _day(value: Any) -> Any:
    return value if isinstance(value, date) else date.fromisoformat(value)


def _moment(value: Any) -> Any:
    """Return a moment without a zone, in UTC where it has one."""
    if isinstance(value, str):
        value = datetime.fromisoformat(_padded(value.replace("Z", "+00:00")))
    if value.tzinfo is not None:
        value = value.astimezone(timezone.utc).replace(tzinfo=None)
    return value


def _padded(text: str) -> str:
    """Six digits after the point: Python 3.10 reads three or six."""
    return re.sub(r"\.(\d{1,6})", lambda found: "." + found[1].ljust(6, "0"), text)


def _time_of_day(value: Any) -> Any:
    """Microseconds since midnight; with a zone, UTC's midnight."""
    if isinstance(value, time):
        value = value.isoformat()
    if isinstance(value, int):
        return value
    found = re.fullmatch(r"(-?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)?", value)
    if not found:
        return value
    sign, hours, minutes, seconds, fraction, zone = found.groups()
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    result = whole * 1_000_000 + int((fraction or "0").ljust(6, "0")[:6])
    if zone:
        away = zone.lstrip("+-Z").replace(":", "").ljust(4, "0")
        shift = int(away[:2]) * 3600 + int(away[2:]) * 60
        result = (result - (-shift if zone[0] == "-" else shift) * 1_000_000) % 86_400_000_000
    return -result if sign else result


def _bits(value: Any) -> Any:
    return int(value, 2) if isinstance(value, str) and value else int(value or 0)


def _hex_bits(value: Any) -> Any:
    return int(value, 16)


def _document(value: Any) -> Any:
    """Return a JSON value as sorted text, its numbers by value; a JSON null prints as no value."""
    parsed = value
    if isinstance(value, str):
        try:
            parsed = json.loads(value, parse_float=Decimal, parse_int=Decimal)
        except ValueError:
            parsed = value
    return None if parsed is None else json.dumps(_plain(parsed), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return f"number {Decimal(str(value)).normalize()}"
    return value


def _interval(value: Any) -> Any:
    """(months, days, microseconds) of PostgreSQL's or ISO's text."""
    if isinstance(value, int | timedelta):
        return value
    iso = re.fullmatch(
        r"P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?",
        value,
    )
    if iso:
        years, months, days, hours, minutes, seconds = (Decimal(part or 0) for part in iso.groups())
        whole = (hours * 3600 + minutes * 60 + seconds) * 1_000_000
        return int(years * 12 + months), int(days), int(whole)
    units = dict.fromkeys(("year", "mon", "day"), 0)
    for number, unit in re.findall(r"([+-]?\d+) (year|mon|day)s?", value):
        units[unit] = int(number)
    clock_text = re.search(r"[+-]?\d+:\d\d:\d\d(\.\d+)?", value)
    clock = _time_of_day(clock_text[0].removeprefix("+")) if clock_text else 0
    return units["year"] * 12 + units["mon"], units["day"], clock


def _duration(value: Any) -> Any:
    """Microseconds, a month as the connectors count it."""
    if isinstance(value, str) and not value.lstrip("-").isdigit():
        months, days, clock = _interval(value)
        return months * (MONTH // timedelta(microseconds=1)) + days * 86_400_000_000 + clock
    if isinstance(value, timedelta):
        return value // timedelta(microseconds=1)
    return int(value)


def _point(value: Any) -> Any:
    """(x, y) of PostgreSQL's text, Connect's struct, or MySQL's bytes with the reference system."""
    if isinstance(value, str) and value.startswith("("):
        return tuple(float(part) for part in value.strip("()").split(","))
    _srid, shape = _geometry(value)
    return struct.unpack("<dd", shape[5:21])


def _geometry(value: Any) -> Any:
    """(reference system, well-known bytes)."""
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    if isinstance(value, str):
        raw = bytes.fromhex(value)
        return int.from_bytes(raw[:4], "little"), raw[4:]
    geometry = value if isinstance(value, dict) else value.asDict()
    shape = geometry["wkb"]
    return geometry["srid"] or 0, base64.b64decode(shape) if isinstance(shape, str) else bytes(
        shape
    )


Reader = Callable[[Any], Any]


def _members(value: Any) -> Any:
    """Return a MySQL SET, printed with commas between its members."""
    if isinstance(value, str):
        return tuple(value.split(",")) if value else ()
    return tuple(value)


SEMANTIC: dict[str, Reader] = {
    "Date": _day,
    "Time": _time_of_day,
    "MicroTime": _time_of_day,
    "NanoTime": _time_of_day,
    "IsoTime": _time_of_day,
    "ZonedTime": _time_of_day,
    "Timestamp": _moment,
    "MicroTimestamp": _moment,
    "NanoTimestamp": _moment,
    "ZonedTimestamp": _moment,
    "IsoTimestamp": _moment,
    "Decimal": _number,
    "VariableScaleDecimal": _number,
    "Year": _number,
    "Bits": _bits,
    "EnumSet": _members,
    "Json": _document,
    "Interval": _interval,
    "MicroDuration": _duration,
    "NanoDuration": _duration,
    "Point": _point,
    "Geometry": _geometry,
    "Geography": _geometry,
}
SPARK: dict[str, Reader] = {
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint", "decimal"), _number),
    "float": _single,
    "double": _float,
    "boolean": _boolean,
    "date": _day,
    "timestamp": _moment,
    "timestamp_ntz": _moment,
    "binary": _bytes,
    "variant": _document,
}


def equal_values(truth: Any, built: Any) -> bool:
    """Return whether two forms are one value; a number may have been written as text."""
    if isinstance(truth, tuple) and isinstance(built, tuple):
        return len(truth) == len(built) and all(map(equal_values, truth, built))
    if isinstance(built, str) and (isinstance(truth, Decimal) or _is_amount(truth, built)):
        return bool(_number(truth) == _as_number(built))
    return bool(truth == built)


def _is_amount(truth: Any, built: str) -> bool:
    """Money, NaN, or a number that the connector writes with an exponent."""
    return isinstance(truth, str) and (
        truth.lstrip("-").startswith("$")
        or truth == "NaN"
        or bool(re.fullmatch(r"-?[\d.]+E[+-]?\d+", built))
    )


def _as_number(text: str) -> Any:
    try:
        return _number(text.replace("NAN", "NaN"))
    except ArithmeticError:
        return text


def same_bytes(truth: Any, text: Any) -> bool:
    """Return whether a text is the printed bytes, in base64 or hexadecimal digits."""
    if not isinstance(truth, str) or not isinstance(text, str):
        return False
    try:
        raw = bytes.fromhex(truth.removeprefix("\\x"))
    except ValueError:
        return False
    try:
        if bytes.fromhex(text) == raw:
            return True
    except ValueError:
        pass
    padded = text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4)
    try:
        return base64.b64decode(padded, validate=True) == raw
    except binascii.Error:
        return False
