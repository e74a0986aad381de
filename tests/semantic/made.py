"""Values made at random, as the text that the source sends and as what it means.

What it means comes from Python's own decimal, datetime, base64 and struct, not from the package.
"""

from __future__ import annotations

import json
import math
import struct
from base64 import b64encode
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal, getcontext
from random import Random
from typing import Any

getcontext().prec = 100
EPOCH = datetime(1970, 1, 1)
Made = tuple[str, Any]


def unscaled(number: int) -> str:
    """Java's BigInteger.toByteArray in base64: the shortest two's complement."""
    octets = (number + (number < 0)).bit_length() // 8 + 1
    return b64encode(number.to_bytes(octets, "big", signed=True)).decode()


def number(chance: Random, digits: int) -> int:
    """Of any length up to `digits`: short ones, long ones, and those near the limit."""
    size = chance.randrange(10 ** chance.randint(0, digits))
    limit: int = 10**digits - 1
    return chance.choice([-1, 1]) * chance.choice([size, size, limit - size])


def plain(value: Decimal) -> str:
    return f"{value:f}"


def day(chance: Random) -> Made:
    count = chance.randint(-719162, 2932896)
    return str(count), date(1970, 1, 1) + timedelta(days=count)


def iso_day(chance: Random) -> Made:
    _, made = day(chance)
    return f"{made.isoformat()}Z", made


def micros(chance: Random) -> int:
    return chance.randint(-62135596800 * 10**6, 253402300800 * 10**6 - 1)


def clock(unit: int) -> Callable[[Random], Made]:
    """Return a moment as a count of `unit` microseconds."""

    def made(chance: Random) -> Made:
        count = micros(chance) // unit
        return str(count), EPOCH + timedelta(microseconds=count * unit)

    return made


def instant(unit: int) -> Callable[[Random], Made]:
    """Return the same, as microseconds since the epoch."""

    def made(chance: Random) -> Made:
        count = micros(chance) // unit
        return str(count), count * unit

    return made


def iso(chance: Random) -> Made:
    """Return a moment with an offset, as microseconds since the epoch."""
    moment = EPOCH + timedelta(microseconds=chance.randint(-(10**15), 10**16))
    offset = chance.choice([0, 60, -210, 345, -720, 840])
    shown = (moment + timedelta(minutes=offset)).isoformat()
    zone = f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"
    text = shown + (zone if offset else chance.choice(["Z", "+00:00"]))
    return text, (moment - EPOCH) // timedelta(microseconds=1)


def parts(moment: datetime, *names: str, **others: Any) -> str:
    """Return a struct of the parts of a moment, as structured types have them."""
    found: dict[str, Any] = {name: getattr(moment, name) for name in names}
    if "second" in names:
        found["picoseconds"] = moment.microsecond * 10**6
    return json.dumps(found | {"specialValue": None, "precision": 6} | others)


DAY, CLOCK = ("year", "month", "day"), ("hour", "minute", "second")


def structured_day(chance: Random) -> Made:
    _, found = day(chance)
    return parts(datetime(found.year, found.month, found.day), *DAY), found


def structured_moment(chance: Random) -> Made:
    moment = EPOCH + timedelta(microseconds=micros(chance))
    return parts(moment, *DAY, *CLOCK), moment


def structured_instant(chance: Random) -> Made:
    """Return the parts of a moment in another zone, as microseconds since the epoch."""
    text, count = iso(chance)
    shown = datetime.fromisoformat(text.replace("Z", "+00:00"))
    offset = shown.utcoffset()
    assert offset is not None
    seconds = int(offset.total_seconds())
    return parts(shown, *DAY, *CLOCK, offsetSeconds=seconds, zoneId=None), count


def structured_clock(chance: Random) -> Made:
    moment = EPOCH + timedelta(microseconds=micros(chance))
    text = f"{moment:%H:%M:%S.%f}".rstrip("0").rstrip(".")
    return parts(moment, *CLOCK), text


def nanoseconds(chance: Random) -> int:
    return chance.randint(-(2**63), 2**63 - 1)


def nano_moment(chance: Random) -> Made:
    """Return a moment without anything finer than a microsecond."""
    count = chance.randint(-(2**53), 2**53)
    return str(count * 1000), EPOCH + timedelta(microseconds=count)


def nano_text(chance: Random) -> Made:
    count = nanoseconds(chance)
    seconds, rest = divmod(count, 10**9)
    return str(count), f"{EPOCH + timedelta(seconds=seconds)}.{rest:09d}"


def clock_text(per_second: int) -> Callable[[Random], Made]:
    digits = len(str(per_second)) - 1

    def made(chance: Random) -> Made:
        count = chance.randint(-839 * 3600 * per_second + 1, 839 * 3600 * per_second - 1)
        if chance.random() < 0.5:
            count = chance.randrange(86400) * per_second
        seconds, rest = divmod(abs(count), per_second)
        text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        fraction = f".{rest:0{digits}d}".rstrip("0").rstrip(".")
        return str(count), ("-" if count < 0 else "") + text + fraction

    return made


def unsigned(chance: Random) -> Made:
    """Return a number of 64 bits as a signed one."""
    value = chance.randrange(2**64)
    return str(value - 2**64 if value >= 2**63 else value), Decimal(value)


def decimal(precision: int, scale: int) -> Callable[[Random], Made]:
    def made(chance: Random) -> Made:
        value = number(chance, precision)
        return unscaled(value), Decimal(value).scaleb(-scale)

    return made


def long_decimal(scale: int) -> Callable[[Random], Made]:
    def made(chance: Random) -> Made:
        value = number(chance, 65)
        return unscaled(value), plain(Decimal(value).scaleb(-scale))

    return made


def variable(chance: Random) -> Made:
    value, scale = number(chance, 60), chance.randint(-5, 40)
    sent = json.dumps({"scale": scale, "value": unscaled(value)})
    return sent, plain(Decimal(value).scaleb(-scale))


def variable_decimal(chance: Random) -> Made:
    scale = chance.randint(-5, 8)
    value = number(chance, 30 + scale)
    return json.dumps({"scale": scale, "value": unscaled(value)}), Decimal(value).scaleb(-scale)


def decimal_text(chance: Random) -> Made:
    value = Decimal(number(chance, 38)).scaleb(-4)
    return plain(value), value


def double(chance: Random) -> Made:
    value = struct.unpack(">d", chance.randbytes(8))[0]
    if math.isnan(value) or math.isinf(value):
        value = 0.1
    return repr(value), value


def real(chance: Random) -> Made:
    value = struct.unpack(">f", chance.randbytes(4))[0]
    if math.isnan(value) or math.isinf(value):
        value = 0.5
    return repr(value), value


def decimal_of_double(chance: Random) -> Made:
    value = Decimal(chance.randint(-(10**15), 10**15)).scaleb(-2)
    return repr(float(value)), value


def bits(length: int, value: Callable[[int], Any]) -> Callable[[Random], Made]:
    def made(chance: Random) -> Made:
        given = chance.randrange(2**length)
        octets = chance.choice([-(-length // 8), max(1, -(-given.bit_length() // 8))])
        return b64encode(given.to_bytes(octets, "little")).decode(), value(given)

    return made


def octets(chance: Random) -> Made:
    """Return some in one line, others in two, as Spark's own base64 writes them."""
    content = chance.randbytes(chance.randint(0, 40) + chance.choice([0, 60, 0]))
    text = b64encode(content).decode()
    return (text[:76] + "\r\n" + text[76:] if len(text) > 76 else text), content


def octets_hex(chance: Random) -> Made:
    content = chance.randbytes(chance.randint(0, 40))
    return content.hex(), content


def octets_url(chance: Random) -> Made:
    content = chance.randbytes(chance.randint(0, 40))
    return b64encode(content, altchars=b"-_").decode(), content


def words(chance: Random) -> Made:
    letters = "aZ09 é漢😀\"'\\/{}[]<>,.:;\n\t"
    text = "".join(chance.choices(letters, k=chance.randint(0, 20)))
    return text, text


def whole(low: int, high: int) -> Callable[[Random], Made]:
    def made(chance: Random) -> Made:
        value = chance.choice([chance.randint(low, high), chance.randint(-9, 9), low, high])
        value = min(max(value, low), high)
        return str(value), value

    return made


def listed(one: Callable[[Random], Made], quoted: bool = True) -> Callable[[Random], Made]:
    def made(chance: Random) -> Made:
        pairs = [
            (None, None) if chance.random() < 0.1 else one(chance)
            for _ in range(chance.randint(0, 6))
        ]
        texts = [text if quoted or text is None else json.loads(text) for text, _ in pairs]
        return json.dumps(texts), [value for _, value in pairs]

    return made


def mapped(chance: Random) -> Made:
    names = chance.sample(["a", "b c", "d.e", "é", "op", "Key", "key"], k=chance.randint(0, 7))
    pairs = {name: None if chance.random() < 0.2 else words(chance)[0] for name in names}
    return json.dumps(pairs), pairs


def point(chance: Random) -> Made:
    x, y = chance.uniform(-180, 180), chance.uniform(-90, 90)
    wkb = struct.pack("<bidd", 1, 1, x, y)
    geometry = {"x": x, "y": y, "wkb": b64encode(wkb).decode(), "srid": None}
    return json.dumps(geometry), (x, y, wkb, None)


def geometry(chance: Random) -> Made:
    wkb, srid = chance.randbytes(21), chance.choice([None, 4326])
    return json.dumps({"wkb": b64encode(wkb).decode(), "srid": srid}), (wkb, srid)


def members(chance: Random) -> Made:
    chosen = [each for each in ["red", "green", "a b"] if chance.random() < 0.5]
    return ",".join(chosen), chosen


def vector(chance: Random) -> Made:
    values = [chance.uniform(-1, 1) for _ in range(chance.randint(0, 8))]
    return json.dumps(values), values


def sparse(chance: Random) -> Made:
    values = {str(chance.randint(0, 99)): chance.uniform(-1, 1) for _ in range(3)}
    return json.dumps({"dimensions": 100, "vector": values}), (100, values)
