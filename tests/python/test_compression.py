"""Messages that were compressed with gzip."""

import base64
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbt_debezium import compression
from dbt_debezium.compression import decompress

TEXT = '{"op": "c", "after": {"name": "é"}}'


def in_base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


@given(st.lists(st.text(min_size=1), min_size=1), st.integers(1, 9))
def test_a_text_is_what_it_was(parts: list[str], level: int) -> None:
    """Files of gzip may follow each other."""
    compressed = b"".join(gzip.compress(part.encode(), level) for part in parts)
    assert decompress(in_base64(compressed)) == "".join(parts)


def test_base64_may_be_in_lines() -> None:
    compressed = gzip.compress((TEXT * 20).encode(), 0)
    assert decompress(base64.encodebytes(compressed).decode()) == TEXT * 20


@given(st.binary(max_size=200), st.integers(0, 200), st.integers(0, 3))
def test_damaged_content_is_no_text(content: bytes, at: int, kind: int) -> None:
    """Each byte of the content is covered by a checksum."""
    compressed = bytearray(gzip.compress(content + TEXT.encode()))
    at = 10 + at % (len(compressed) - 10)
    if kind == 0:
        damaged = bytes(compressed[:at])
    else:
        compressed[at] ^= 1 << kind
        damaged = bytes(compressed)
    assert decompress(in_base64(damaged)) in (
        None,
        (content + TEXT.encode()).decode("utf-8", "replace"),
    )


@pytest.mark.parametrize(
    "text", ["", "H4sI", "é", "{}", in_base64(b"plain"), in_base64(TEXT.encode())]
)
def test_other_text_was_not_compressed(text: str) -> None:
    assert decompress(text) is None


def test_bytes_that_are_no_text_are_left_alone() -> None:
    assert decompress(in_base64(gzip.compress(b"\x00\xff\xfe"))) is None


def test_a_message_of_gigabytes_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "MAX_BYTES", 1000)
    assert decompress(in_base64(gzip.compress(b"x" * 1000))) == "x" * 1000
    assert decompress(in_base64(gzip.compress(b"x" * 1001))) is None
