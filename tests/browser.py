"""A page in a real browser, headless: `python -m browser` installs Debian's Chromium where the
machine has no browser of the kind, this is root and apt-get is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    # What the browser asks for itself goes nowhere; what a page asks for is seen all the same.
    *("--disable-background-networking", "--disable-component-update", "--no-proxy-server"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
]
SECONDS = 120


@dataclass(frozen=True)
class Seen:
    """What the browser made of a page."""

    dom: str
    """HTML, once the page is there."""
    console: list[str]
    """Lines of the console, errors and all others."""
    requests: list[str]
    """Addresses that the page asked for, answered or not."""


def find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    if find() or os.geteuid() or not shutil.which("apt-get"):
        return
    print("installing Debian's Chromium: 100 MB, a minute", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        command = ["apt-get", "-qq", *arguments]
        subprocess.run(command, env=quiet, check=False, stdout=subprocess.DEVNULL)


def look(page: Path, screenshot: Path) -> Seen:
    """Open a file and take a picture of its top, 1100 pixels wide and 1600 pixels high."""
    browser = find()
    assert browser is not None
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "net.json")
        run = subprocess.run(
            [
                *(browser, *OPTIONS, f"--user-data-dir={folder}/profile", f"--log-net-log={log}"),
                *("--enable-logging=stderr", "--window-size=1100,1600"),
                *(f"--screenshot={screenshot}", "--dump-dom", page.as_uri()),
            ],
            capture_output=True,
            check=True,
            text=True,
            timeout=SECONDS,
        )
        events = json.loads(log.read_text())["events"]
    return Seen(
        dom=run.stdout,
        console=re.findall(r"CONSOLE\S*\] (.*)", run.stderr),
        requests=sorted({each["params"]["url"] for each in events if asked_by_page(each)}),
    )


def asked_by_page(event: dict[str, Any]) -> bool:
    parameters = event.get("params", {})
    return "url" in parameters and parameters.get("initiator", "not an origin") != "not an origin"


if __name__ == "__main__":
    install()
    if not find():
        sys.exit("no Chromium, in which the report is tried: apt-get install chromium")
