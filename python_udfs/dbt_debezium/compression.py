"""Messages that a producer compressed."""

from __future__ import annotations

import binascii
import zlib
from gzip import GzipFile
from io import BytesIO

MAX_BYTES = 256 * 2**20
"""Of a decompressed message: a small one may contain gigabytes."""


def decompress(encoded: str | None) -> str | None:
    """Return the text that was compressed with gzip; `encoded` is base64.

    None for nothing, for damaged or incomplete content, for more than MAX_BYTES, and for bytes that
    are not UTF-8.
    """
    if encoded is None:
        return None
    try:
        with GzipFile(fileobj=BytesIO(binascii.a2b_base64(encoded))) as file:
            content = file.read(MAX_BYTES + 1)
        return content.decode() if 0 < len(content) <= MAX_BYTES else None
    except (OSError, EOFError, ValueError, zlib.error):
        return None
