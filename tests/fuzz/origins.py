"""Where the values of a table come from: each must be in a message of its key, in some form."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import math
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

EPOCH = datetime(1970, 1, 1)
UNITS = {"day": 86_400_000_000, "ms": 1000, "us": 1}
"""Microseconds of one."""
MOMENT = re.compile(r"([-+]?\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?")
TIME = re.compile(r"(-?)(\d+):(\d\d)(?::(\d\d)(\.\d+)?)?")
ROUNDED = 1e-6
"""A column of type float keeps about seven digits of a number."""


def flat(pairs: list[tuple[str, Any]]) -> list[Any]:
    """Return the names and values of an object, also those of a name that is there twice."""
    return [each for pair in pairs for each in pair]


DECODER = json.JSONDecoder(
    strict=False, parse_float=Decimal, parse_constant=str, object_pairs_hook=flat
)


class Origin:
    """The values of some messages, in the forms that connectors write."""

    def __init__(self, texts: Iterable[str | None]) -> None:
        self.texts: set[str] = set()
        self.digits: set[tuple[int, ...]] = set()
        self.numbers: set[Decimal] = set()
        self.moments: set[int] = set()
        self.bytes: set[bytes] = set()
        self.bits: set[int] = set()
        for text in texts:
            for atom in () if text is None else atoms(text):
                self.add(atom)

    def add(self, atom: Any) -> None:
        text = json.dumps(atom) if isinstance(atom, bool) else str(atom)
        self.texts |= {text, *text.split(",")}  # of a SET
        number = numeric(text)
        if number is not None:
            self.numbers.add(number)
            self.digits.add(digits(number))
            if number < 0:
                self.digits.add(digits(number + 2**64))  # of an unsigned column
            if number == number.to_integral_value() and abs(number) < 10**30:
                whole = int(number)
                self.moments |= {whole * unit for unit in UNITS.values()} | {whole // 1000}
        self.moments |= moments(text)
        if not text:
            self.bits.add(0)  # as PostgreSQL's connector writes bits that are all 0
        for decoded in decoded_bytes(text) if isinstance(atom, str) else ():
            self.bytes |= {decoded, decoded[::-1]}
            self.bits.add(int.from_bytes(decoded, "little"))
            self.digits.add(digits(Decimal(int.from_bytes(decoded, "big", signed=True))))

    def has(self, value: Any) -> bool:
        """Return whether a value of a table, as JSON has it, is one of the messages' values."""
        if value is None or isinstance(value, bool):
            return True
        text = str(value)
        if text in self.texts or moments(text) & self.moments:
            return True
        if re.fullmatch("[01]+", text) and int(text, 2) in self.bits:
            return True
        number = numeric(text)
        if number is not None and (digits(number) in self.digits or self.rounds_to(number)):
            return True
        if isinstance(value, str) and any(each in self.bytes for each in decoded_bytes(text)):
            return True
        inner = parsed(text) if isinstance(value, str) else None
        return inner is not None and all(self.has(atom) for atom in inner)

    def rounds_to(self, number: Decimal) -> bool:
        """Return whether a number of the messages has the same first digits."""
        if number == number.to_integral_value() and abs(number) < 10**15:
            return False
        return any(
            math.isclose(float(number), float(each), rel_tol=ROUNDED) for each in self.numbers
        )


def atoms(text: str) -> Iterator[Any]:
    """Return the names, texts, numbers and booleans in JSON text, and in JSON text inside it."""
    inner = parsed(text)
    if inner is None:
        yield text
    else:
        yield from inner


def parsed(text: str) -> list[Any] | None:
    """Return what an object, array or text in JSON contains; None for other text.

    Spark reads a key up to its end, whatever comes after. A byte order mark may precede it, or the
    number of its schema: a zero and four bytes.
    """
    if text.startswith("\0"):
        text = text.encode(errors="surrogatepass")[5:].decode(errors="replace")
    text = text.removeprefix("\ufeff").lstrip()
    if text[:1] not in {"{", "[", '"'}:
        return None
    try:
        value, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError, InvalidOperation):
        return None
    return list(inside(value))


def inside(value: Any) -> Iterator[Any]:
    """Return the texts, numbers and booleans in a value, and in the JSON text in it."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from inside(each)
    elif isinstance(value, str):
        yield value
        yield from parsed(value) or ()
    elif value is not None:
        yield value


def numeric(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def digits(number: Decimal) -> tuple[int, ...]:
    """Return the digits of a number, whatever its scale, which only the schema may have."""
    text = "".join(map(str, number.as_tuple().digits)).strip("0")
    return (int(number < 0), *map(int, text))


def moments(text: str) -> set[int]:
    """Return a date, a timestamp or a time of day as microseconds, in its own zone and in UTC."""
    day = MOMENT.match(text)
    if day:
        year, month, of_month, hour, minute, second, fraction = day.groups()
        # the calendar repeats after 400 years of 146,097 days
        cycles, of_cycle = divmod(int(year) - 2000, 400)
        try:
            moment = datetime(2000 + of_cycle, int(month), int(of_month))
        except ValueError:
            return set()
        days = (moment - EPOCH).days + cycles * 146_097
        local = days * UNITS["day"] + time_of(hour, minute, second, fraction)
        zone = re.search(r"([-+])(\d\d):?(\d\d)(?::(\d\d))?$", text[day.end() :])
        if not zone:
            return {local}
        ahead = time_of(zone[2], zone[3], zone[4], None) * (1 if zone[1] == "+" else -1)
        return {local, local - ahead}
    time = TIME.fullmatch(text)
    if time:
        return {time_of(*time.groups()[1:]) * (-1 if time[1] else 1)}
    return set()


def time_of(hour: str | None, minute: str | None, second: str | None, fraction: str | None) -> int:
    whole = int(hour or 0) * 3600 + int(minute or 0) * 60 + int(second or 0)
    return whole * 1_000_000 + int(Decimal(fraction or 0) * 1_000_000)


def decoded_bytes(text: str) -> Iterator[bytes]:
    """Return the bytes that a text may be: base64, or hexadecimal as in a UUID."""
    if text and len(text) % 4 == 0:
        with contextlib.suppress(binascii.Error, ValueError):
            yield base64.b64decode(text, validate=True)
    plain = text.removeprefix("\\x").replace("-", "")
    if re.fullmatch("(?:[0-9a-fA-F]{2})+", plain):
        yield bytes.fromhex(plain)
