"""A small client of PostgreSQL's simple query protocol: no password, values by their types."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterator
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

from chain.process import HOST, SECONDS

Row = tuple[Any, ...]
PROTOCOL = 3 << 16


class SqlError(Exception):
    """The message of the server, and its code."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__(f"{fields['C']}: {fields['M']}")
        self.code = fields["C"]


def instant(text: str) -> datetime:
    # Python 3.10 reads no offset of hours alone and no fraction of other than 3 or 6 digits.
    moment, _, fraction = text.removesuffix("+00").partition(".")
    read = datetime.fromisoformat(f"{moment}.{fraction:0<6}")
    return read.replace(tzinfo=timezone.utc) if text.endswith("+00") else read


READERS: dict[int, Callable[[str], Any]] = {
    16: "t".__eq__,  # boolean
    17: lambda text: bytes.fromhex(text.removeprefix(r"\x")),  # bytea
    20: int,  # bigint
    21: int,  # smallint
    23: int,  # integer
    114: lambda text: json.loads(text, parse_float=Decimal),  # json
    701: float,  # double precision
    1082: date.fromisoformat,  # date
    1114: instant,  # timestamp
    1184: instant,  # timestamptz
    1700: Decimal,  # numeric
    3802: lambda text: json.loads(text, parse_float=Decimal),  # jsonb
}


class Client:
    """One connection. Several statements in one query are one transaction."""

    def __init__(self, port: int, database: str = "postgres") -> None:
        self.socket = socket.create_connection((HOST, port), timeout=SECONDS)
        self.stream = self.socket.makefile("rb")
        settings = {"user": "postgres", "database": database, "options": "-c timezone=UTC"}
        pairs = b"".join(f"{name}\0{value}\0".encode() for name, value in settings.items())
        self.send(struct.pack("!i", PROTOCOL) + pairs + b"\0")
        self.answer()

    def query(self, sql: str) -> list[Row]:
        """Run it; the rows of all its statements."""
        self.send(sql.encode() + b"\0", b"Q")
        return self.answer()

    def value(self, sql: str) -> Any:
        return self.query(sql)[0][0]

    def close(self) -> None:
        self.stream.close()
        self.socket.close()

    def send(self, content: bytes, kind: bytes = b"") -> None:
        self.socket.sendall(kind + struct.pack("!i", len(content) + 4) + content)

    def answer(self) -> list[Row]:
        rows: list[Row] = []
        readers: list[Callable[[str], Any]] = []
        error = None
        for kind, content in self.messages():
            if kind == b"T":
                readers = [READERS.get(oid, str) for oid in columns(content)]
            elif kind == b"D":
                texts = cells(content)
                pairs = zip(readers, texts, strict=True)
                rows.append(tuple(None if t is None else read(t.decode()) for read, t in pairs))
            elif kind == b"E":
                fields = content.rstrip(b"\0").decode().split("\0")
                error = SqlError({each[0]: each[1:] for each in fields})
        if error:
            raise error
        return rows

    def messages(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield what the server sends until it is ready for the next query."""
        kind = b""
        while kind != b"Z":
            head = self.stream.read(5)
            if len(head) < 5:
                raise ConnectionError("PostgreSQL has closed the connection")
            kind, length = struct.unpack("!ci", head)
            yield kind, self.stream.read(length - 4)


def columns(content: bytes) -> Iterator[int]:
    """Yield the type of each column of a row description."""
    at = 2
    for _ in range(*struct.unpack_from("!h", content)):
        at = content.index(b"\0", at) + 1
        yield struct.unpack_from("!ihihih", content, at)[2]
        at += 18


def cells(content: bytes) -> Iterator[bytes | None]:
    at = 2
    for _ in range(*struct.unpack_from("!h", content)):
        (length,) = struct.unpack_from("!i", content, at)
        at += 4
        yield None if length < 0 else content[at : at + length]
        at += max(length, 0)
