"""A schema registry that has given schemas, for tests: Confluent's API over HTTP."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

USER, PASSWORD = "reader", "of schemas"


class Registry(ThreadingHTTPServer):
    """`schemas` by id, `subjects` by subject and version; `requests` are the paths in order."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.schemas: dict[int, dict[str, Any]] = {}
        self.subjects: dict[tuple[str, int], dict[str, Any]] = {}
        self.requests: list[str] = []
        self.failures = 0
        self.needs_user = False
        self.always: tuple[int, Any] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def add(self, schema: Any, **others: Any) -> int:
        self.schemas[len(self.schemas) + 1] = {"schema": json.dumps(schema), **others}
        return len(self.schemas)

    def answer(self, path: str, user: str | None) -> tuple[int, Any]:
        self.requests.append(path)
        if self.failures:
            self.failures -= 1
            return 503, {"error_code": 50302, "message": "not now"}
        if self.needs_user and user != f"{USER}:{PASSWORD}":
            return 401, {"error_code": 401, "message": "Unauthorized"}
        if self.always:
            return self.always
        match path.partition("?")[0].strip("/").split("/"):
            case ["schemas", "ids", id_] if int(id_) in self.schemas:
                return 200, self.schemas[int(id_)]
            case ["subjects", name, "versions", number] if (name, int(number)) in self.subjects:
                found = {"subject": name, "version": int(number), "id": 1000 + int(number)}
                return 200, found | self.subjects[name, int(number)]
        return 404, {"error_code": 40403, "message": "Schema not found"}


class Handler(BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        _, _, code = self.headers.get("Authorization", "").partition(" ")
        status, found = self.server.answer(self.path, base64.b64decode(code).decode() or None)
        content = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/vnd.schemaregistry.v1+json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def running() -> Iterator[Registry]:
    with Registry() as registry:
        thread = Thread(target=registry.serve_forever, daemon=True)
        thread.start()
        try:
            yield registry
        finally:
            registry.shutdown()
            thread.join()
