"""The page: charts of the figures (Vega-Lite, drawn to SVG here) and the figures themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import vl_convert
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dbt_debezium.report.figures import Figures, Rows

HERE = Path(__file__).parent
CHARTS = HERE / "charts"
SECTIONS = {
    "conservation": "Conservation",
    "events": "Events",
    "lag": "Lag",
    "rejected": "Rejected rows",
    "duplicates": "Duplicates and growth",
    "transactions": "Transactions and order",
    "drift": "Drift",
}
"""The sections' ids in the page and their titles."""
UNITS = {"y": 31_536_000, "d": 86_400, "h": 3_600, "min": 60, "s": 1}


def page(figures: Figures, **context: Any) -> str:
    """Return the whole page, with nothing to load and nothing to run.

    `context` is what else the template names: project, version, at, hours, reasons, uncounted.
    """
    jinja = html_templates(HERE)
    jinja.filters |= {"count": count, "duration": duration}
    charts = {name: chart(name, rows) for name, rows in figures.items() if rows}
    return jinja.get_template("page.html.jinja").render(
        sections=SECTIONS, figures=figures, charts=charts, **context
    )


def html_templates(folder: Path) -> Environment:
    """Return the Jinja environment of a folder of pages, which escapes all texts."""
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def chart(name: str, rows: Rows, folder: Path = CHARTS) -> Markup:
    """Return the SVG of a chart of the folder; none where the figures are only a table."""
    file = folder / f"{name}.json"
    if not file.exists():
        return Markup()
    spec = json.loads(file.read_text()) | {"datasets": {name: rows}}
    only_present(spec, {str(each) for row in rows for pair in row.items() for each in pair})
    theme = json.loads((CHARTS / "theme.json").read_text())
    # A chart is drawn from what is given here: no address is fetched, and texts are escaped.
    drawn = vl_convert.vegalite_to_svg(spec, config=theme, allowed_base_urls=[])
    return Markup(drawn)  # noqa: S704


def only_present(spec: Any, names: set[str]) -> None:
    """Leave of each scale what the figures have, and so of its legend; the colours stay."""
    for part in spec.values() if isinstance(spec, dict) else spec:
        if isinstance(part, dict) and {"domain", "range"} <= set(part):
            pairs = zip(part["domain"], part["range"], strict=True)
            kept = [pair for pair in pairs if pair[0] in names]
            if kept:
                part["domain"], part["range"] = map(list, zip(*kept, strict=True))
        elif isinstance(part, dict | list):
            only_present(part, names)


def count(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def duration(seconds: float | None) -> str:
    """Seconds in the unit in which they are easiest to read, such as 2.1 s or 20.0 h."""
    if seconds is None:
        return ""
    if abs(seconds) < 1:
        return f"{seconds * 1000:.0f} ms"
    unit, size = next(each for each in UNITS.items() if abs(seconds) >= each[1])
    return f"{seconds / size:.1f} {unit}"
