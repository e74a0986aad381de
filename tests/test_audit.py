"""`make audit` against a service of advisories on the loopback, as a mirror of OSV's would be."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from conftest import ROOT
from environment import PREFIX
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow

LOCK = (ROOT / "requirements.lock").read_text()
PINNED = map(Requirement, re.findall(r"^([\w.-]+.*?)(?: \\)?$", LOCK, re.MULTILINE))
LOCKED = {
    each.name: str(each.specifier).removeprefix("==")
    for each in PINNED
    if each.marker is None or each.marker.evaluate()
}


class Advisories(ThreadingHTTPServer):
    """Knows of vulnerable packages; remembers which versions it was asked for."""

    def __init__(self, *vulnerable: str) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.vulnerable = vulnerable
        self.asked: dict[str, str] = {}


class Answer(BaseHTTPRequestHandler):
    server: Advisories

    def do_POST(self) -> None:
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = query["package"]["name"]
        self.server.asked[name] = query["version"]
        advisory = {"id": "TEST-1", "affected": [{"package": query["package"]}]}
        body = json.dumps({"vulns": [advisory]} if name in self.server.vulnerable else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(params=[(), ("agate",)])
def advisories(request: pytest.FixtureRequest) -> Iterator[Advisories]:
    with Advisories(*request.param) as server:
        Thread(target=server.serve_forever).start()
        yield server
        server.shutdown()


def test_each_locked_version_is_queried_and_a_vulnerable_one_fails(
    advisories: Advisories,
) -> None:
    service = {
        "PIP_AUDIT_VULNERABILITY_SERVICE": "osv",
        "PIP_AUDIT_OSV_URL": f"http://127.0.0.1:{advisories.server_port}",
    }
    command = ["make", "audit", f"PYTHON={PREFIX}/bin/python"]
    found = subprocess.run(
        command, cwd=ROOT, env=os.environ | service, capture_output=True, text=True, check=False
    )
    assert advisories.asked == LOCKED, found.stderr
    assert (found.returncode == 0) is (not advisories.vulnerable), found.stderr
    assert ("TEST-1" in found.stdout) is bool(advisories.vulnerable)
