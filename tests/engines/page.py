"""docs/engines.md, from the newest run of each engine, which docs/engines.json keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engines.engines import ENGINES

OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
DOCS = Path(__file__).parent.parent.parent / "docs"


def write(engine: str, found: dict[str, dict[str, Any]], is_whole: bool = False) -> None:
    """Put what a run found of each part in the place of what former runs found.

    is_whole: the run was of all parts, so nothing else of the engine stays.
    """
    kept = DOCS / "engines.json"
    runs = orjson.loads(kept.read_bytes()) if kept.exists() else {}
    runs[engine] = ({} if is_whole else runs.get(engine, {})) | found
    kept.write_bytes(orjson.dumps(runs, option=OPTIONS))
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    page = jinja.get_template("page.md.jinja").render(engines=ENGINES, runs=runs)
    (DOCS / "engines.md").write_text(page)
