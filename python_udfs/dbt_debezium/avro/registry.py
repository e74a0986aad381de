"""Schemas by id, from a registry that speaks Confluent's API."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.error import SchemaRegistryError

from dbt_debezium.avro.types import SchemaError
from dbt_debezium.avro.values import Decoder, UndecodableError

Settings = dict[str, str]

VARIABLES = {
    "ssl.ca.location": "DEBEZIUM_REGISTRY_CA",
    "ssl.certificate.location": "DEBEZIUM_REGISTRY_CERTIFICATE",
    "ssl.key.location": "DEBEZIUM_REGISTRY_KEY",
}
"""The client's settings, and the environment variables that have them."""

USER, PASSWORD = "DEBEZIUM_REGISTRY_USER", "DEBEZIUM_REGISTRY_PASSWORD"
SECONDS = 10
NOT_FOUND = 404
PREFIX = 5
"""The bytes before the Avro body: 0 and the id of the schema, four bytes, the highest first."""
READABLE = frozenset(b"\t\n\r\xef") | frozenset(range(0x20, 0x7F))
"""The first bytes of text: printable characters, white space, the byte order mark."""


class RegistryError(Exception):
    """The registry gives no answer; the message contains what it did."""


def settings(url: str) -> Settings:
    """Return the client's settings, with credentials and certificates of the environment."""
    found = {
        name: os.environ[variable] for name, variable in VARIABLES.items() if variable in os.environ
    }
    if USER in os.environ:
        found["basic.auth.user.info"] = f"{os.environ[USER]}:{os.environ.get(PASSWORD, '')}"
    return {"url": url, **found}


class Registry:
    """Decodes messages in Confluent's wire format; each schema is fetched once."""

    def __init__(self, settings: Settings) -> None:
        self.url = settings["url"]
        self._client = SchemaRegistryClient({**settings, "timeout": SECONDS})
        self._decoders: dict[int, Decoder | UndecodableError] = {}

    def text(self, message: bytes) -> bytes:
        """Return a message as JSON, or unchanged where it is text already.

        Raises UndecodableError for bytes that are neither, RegistryError where none answers.
        """
        if message[:1] == b"\0":
            if len(message) < PREFIX:
                raise UndecodableError(f"{len(message)} bytes are too few for the id of a schema")
            id_ = int.from_bytes(message[1:PREFIX], "big")
            try:
                return self.decoder(id_).text(message, PREFIX)
            except UndecodableError as error:
                raise UndecodableError(f"schema id {id_}: {error}") from error
        if message and message[0] not in READABLE:
            raise UndecodableError(f"the magic byte is {message[0]}; Avro messages begin with 0")
        return message

    def decoder(self, id_: int) -> Decoder:
        found = self._decoders.get(id_)
        if found is None:
            try:
                found = self.fetched(id_)
            except UndecodableError as error:
                found = error
            self._decoders[id_] = found
        if isinstance(found, UndecodableError):
            raise found
        return found

    def fetched(self, id_: int) -> Decoder:
        try:
            schema = self._client.get_schema(id_)
            references = list(self.references(schema, set()))
        except SchemaRegistryError as error:
            if error.http_status_code == NOT_FOUND:
                raise UndecodableError(
                    f"the registry does not know it: {error.error_message}"
                ) from error
            raise RegistryError(
                f"{self.url} answers {error.http_status_code}: {error.error_message}"
            ) from error
        except Exception as error:  # of the client's transport, which has no base class of its own
            raise RegistryError(f"{self.url} does not answer: {error}") from error
        if (schema.schema_type or "AVRO") != "AVRO":
            raise UndecodableError(f"it is a schema of {schema.schema_type}, not of Avro")
        try:
            return Decoder(json.loads(schema.schema_str or ""), references)
        except (SchemaError, ValueError) as error:
            raise UndecodableError(str(error)) from error

    def references(self, schema: Any, seen: set[tuple[str, int]]) -> Iterator[Any]:
        """Yield the parsed schemas that this one refers to, first those that they refer to."""
        for each in schema.references or []:
            if (each.subject, each.version) not in seen:
                seen.add((each.subject, each.version))
                found = self._client.get_version(each.subject, each.version).schema
                yield from self.references(found, seen)
                yield json.loads(found.schema_str or "")
