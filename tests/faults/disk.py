"""A disk that is full in the middle of a run, and has room again for the next."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from chain.process import ChainError

from faults.comparison import compare
from faults.trial import SECONDS, Lab, Outcome, killed_at_last, unclear

CAUSE = re.compile("No space left on device|disk is full", re.IGNORECASE)
BLOCK = 4096
DISK = "disk full"
# The lake is on a small disk in the memory, which only the processes of this script see.
SCRIPT = """
set -e
mount -t tmpfs -o size=$SIZE tmpfs "$LAKE"
cp -a "$KEPT/." "$LAKE/"
set +e
"$@" > "$OUTPUT" 2>&1
echo $? > "$STATUS"
set -e
mount -o remount,size=8g "$LAKE"
eval "$NEXT"
cp -a "$LAKE" "$AFTER"
"""


def full_disk(lab: Lab, share: float) -> Outcome:
    """Have the disk full after this share of what the run writes; what the next run leaves.

    Raises ChainError where the machine lets nobody mount a disk (util-linux, user namespaces).
    """
    start = lab.restore()
    before = allocated(lab.lake)
    lab.run(lab.scenario.killed)
    size = before + int(share * (allocated(lab.lake) - before))
    lab.restore()
    files = {name: lab.folder / f"disk_{name.lower()}" for name in ("OUTPUT", "STATUS", "AFTER")}
    environment = {
        **lab.environment(threads=1),
        **{name: str(file) for name, file in files.items()},
        "SIZE": str(size),
        "LAKE": str(lab.lake),
        "KEPT": str(lab.kept),
        "NEXT": shlex.join(lab.driver(lab.scenario.after, contents=str(lab.contents))),
    }
    private = ["unshare", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "full disk"]
    for file in files.values():
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
    command = [*private, *lab.driver(lab.scenario.killed)]
    process = lab.launch(command, environment, subprocess.PIPE)
    with killed_at_last(process):
        printed = process.communicate(timeout=2 * SECONDS)[0].decode()
    if not files["STATUS"].exists():
        raise ChainError(f"no small disk, which needs unshare of util-linux: {printed[-300:]}")
    if process.returncode:
        differences = [f"the next run failed: {printed[-1000:]}"]
    else:
        shutil.rmtree(lab.lake)
        files["AFTER"].rename(lab.lake)
        differences = list(compare(lab.expected, lab.found()))
    differences += unclear(files["OUTPUT"].read_text(), CAUSE)
    failed = files["STATUS"].read_text().strip() == "1"
    point = f"{DISK}, {share:.0%} of the bytes written"
    return Outcome(point, failed, differences, time.monotonic() - start)


def allocated(folder: Path) -> int:
    """Return the bytes that the files take in whole blocks."""
    sizes = (each.stat().st_size for each in folder.rglob("*") if each.is_file())
    return sum(-(-size // BLOCK) * BLOCK for size in sizes)
