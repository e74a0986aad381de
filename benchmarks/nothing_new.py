"""What one `dbt build` of the worked example costs when nothing new has landed.

Times, in turn and in one run, a bare Spark session with the same jars, settings and one query, and
the build as a whole process, and holds the build against its bound: three bare sessions, a second
for each incremental model or snapshot, 0.3 s for each view or test. Exits 1 when it is over.

    python benchmarks/nothing_new.py [RUNS]
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
SESSION = """
import json, sys
from dbt_debezium.plugin import start_session
session = start_session(json.loads(sys.argv[1]))
session.sql("select count(*) from debezium.base_db2__customers").collect()
"""


def main() -> int:
    os.chdir(ROOT)
    os.environ.setdefault("VIRTUAL_ENV", sys.prefix)
    os.environ["DEBEZIUM_LAKE"] = str(ROOT / "target" / "nothing_new")
    dbt = str(Path(sys.prefix, "bin", "dbt"))
    shutil.rmtree(os.environ["DEBEZIUM_LAKE"], ignore_errors=True)
    for arguments in (["run-operation", "land_example"], ["build"]):
        subprocess.run([dbt, "--quiet", *arguments], check=True)

    bare = [sys.executable, "-c", SESSION, json.dumps(settings())]
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    times = [(seconds(bare), seconds([dbt, "--quiet", "build"])) for _ in range(runs)]
    session, build = (statistics.median(each) for each in zip(*times, strict=True))

    tables, others = nodes(ROOT / "target" / "run_results.json")
    bound = 3 * session + tables + 0.3 * others
    print(f"bare session and one query  {session:6.1f} s, median of {runs}")
    print(f"dbt build, nothing new      {build:6.1f} s, median of {runs}")
    rule = f"3 sessions + {tables} tables + 0.3 x {others}"
    print(f"bound                       {bound:6.1f} s = {rule}")
    print(f"build / bound               {build / bound:6.2f}")
    return 0 if build <= bound else 1


def settings() -> dict[str, str]:
    """Return the embedded profile's Spark settings, as dbt renders them."""
    from dbt.config.renderer import ProfileRenderer
    from dbt_common.context import set_invocation_context

    set_invocation_context(os.environ)

    profiles = yaml.safe_load((ROOT / "profiles.yml").read_text())
    output = profiles["debezium_example"]["outputs"]["embedded"]
    rendered = ProfileRenderer({}).render_data(output["server_side_parameters"])
    return {name: str(value) for name, value in rendered.items()}


def seconds(command: list[str]) -> float:
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def nodes(results: Path) -> tuple[int, int]:
    """Return the numbers of incremental models and snapshots, and of views and tests."""
    manifest = json.loads(results.with_name("manifest.json").read_text())
    names = [each["unique_id"] for each in json.loads(results.read_text())["results"]]
    kinds = [
        manifest["nodes"].get(name, {}).get("config", {}).get("materialized") for name in names
    ]
    tables = sum(kind in ("incremental", "snapshot") for kind in kinds)
    return tables, len(kinds) - tables


if __name__ == "__main__":
    sys.exit(main())
