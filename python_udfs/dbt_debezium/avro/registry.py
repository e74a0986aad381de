"""Schemas by id, from a registry that speaks Confluent's API."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.error import SchemaRegistryError

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
UNKNOWN = [(404, 40401), (404, 40402), (404, 40403)]
"""Status and code of the answers that a subject, version or schema is not known."""
PREFIX = 5
"""The bytes before the Avro body: 0 and the id of the schema, four bytes, the highest first."""
WHITE_SPACE = b"\t\n\r"
T = TypeVar("T")


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
    """Decodes messages in Confluent's wire format; each schema is fetched once.

    Raises ValueError and OSError for settings that the client refuses.
    """

    def __init__(self, settings: Settings) -> None:
        self.url = without_user(settings["url"])
        self._client = SchemaRegistryClient({**settings, "timeout": SECONDS})
        self._decoders: dict[int, Decoder] = {}
        self._refused: dict[int, UndecodableError] = {}

    def begin_batch(self) -> None:
        """Ask again for schemas that could not be had or used."""
        self._refused.clear()

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
        check_text(message)
        return message

    def decoder(self, id_: int) -> Decoder:
        if id_ in self._refused:
            raise self._refused[id_]
        if id_ not in self._decoders:
            try:
                self._decoders[id_] = self.fetched(id_)
            except UndecodableError as error:
                self._refused[id_] = error
                raise
        return self._decoders[id_]

    def fetched(self, id_: int) -> Decoder:
        schema = self.answer(lambda: self._client.get_schema(id_))
        if not schema.schema_str:
            raise RegistryError(f"{self.url} answers without a schema for id {id_}")
        if (schema.schema_type or "AVRO") != "AVRO":
            raise UndecodableError(f"it is a schema of {schema.schema_type}, not of Avro")
        references = list(self.references(schema, set()))
        try:
            return Decoder(json.loads(schema.schema_str), references)
        except Exception as error:  # of this package, of fastavro or for a schema of another form
            raise UndecodableError(f"its schema cannot be used: {error}"[:200]) from error

    def references(self, schema: Any, seen: set[tuple[str, int]]) -> Iterator[Any]:
        """Yield the parsed schemas that this one refers to, first those that they refer to."""
        for each in schema.references or []:
            if (each.subject, each.version) not in seen:
                seen.add((each.subject, each.version))
                found = self.answer(partial(self._client.get_version, each.subject, each.version))
                yield from self.references(found.schema, seen)
                yield json.loads(found.schema.schema_str or "null")

    def answer(self, request: Callable[[], T]) -> T:
        try:
            return request()
        except SchemaRegistryError as error:
            if (error.http_status_code, error.error_code) in UNKNOWN:
                raise UndecodableError(
                    f"the registry does not know it: {error.error_message}"
                ) from error
            problem = f"answers {error.http_status_code}: {error.error_message}"
            raise RegistryError(without_user(f"{self.url} {problem}")) from error
        except Exception as error:  # of the client's transport, which has no class of its own
            raise RegistryError(without_user(f"{self.url} does not answer: {error}")) from error


def without_user(address: str) -> str:
    """Return an address, or a text with some, without user and password."""
    return re.sub(r"//[^/@,\s]*@", "//", address)


def check_text(message: bytes) -> None:
    """Raise UndecodableError for bytes that are no text."""
    if not message:
        return
    if message[0] < ord(" ") and message[0] not in WHITE_SPACE:
        raise UndecodableError(f"the magic byte is {message[0]}; Avro messages begin with 0")
    if message[0] > ord("~"):
        try:
            message.decode()
        except UnicodeDecodeError as error:
            raise UndecodableError(f"it is neither Avro nor text: {error}") from error
