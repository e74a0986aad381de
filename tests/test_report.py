"""The report: its figures against SQL of this file's own, and the page in a real browser."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import browser
import pytest
from click.testing import CliRunner
from conftest import ENTITIES, ROOT, SOURCES, Example
from markupsafe import escape
from pyspark.sql import SparkSession
from shop import Shop, broken, change

from dbt_debezium.report.__main__ import main, reasons
from dbt_debezium.report.page import SECTIONS, page

pytestmark = pytest.mark.slow

Figures = dict[str, list[dict[str, Any]]]
HOSTILE = "<script>document.title = 'owned'</script><img src='http://127.0.0.1:9/x.png'>"
BASES = {f"base_{source}__{entity}": f"landing.{source}" for source, entity in ENTITIES.items()}


@pytest.fixture(scope="module")
def report(example: Example, target: Path) -> Path:
    """The page of the worked example, written once."""
    run = CliRunner().invoke(main, [])
    file = target / "target" / "report.html"
    assert run.stdout.splitlines()[-1] == f"report: 7 sections, {file}", run.output
    assert run.exit_code == 0
    return file


@pytest.fixture(scope="module")
def figures(report: Path) -> Figures:
    """The figures as the page has them."""
    found = re.search(
        r'<script type="application/json" id="figures">(.*?)</script>', report.read_text()
    )
    assert found
    page_figures: Figures = json.loads(found[1])
    return page_figures


def rows(spark: SparkSession, query: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in spark.sql(query).collect()), key=str)


def listed(
    found: list[dict[str, Any]], base: str, *names: str, by: str = "base"
) -> list[tuple[Any, ...]]:
    """Return the columns `names` of the figures of a model."""
    return sorted((tuple(row[name] for name in names) for row in found if row[by] == base), key=str)


# -- the figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_landed_rows_are_the_sum_of_the_classes(
    figures: Figures, spark: SparkSession, base: str
) -> None:
    landed = rows(spark, f"select count(*) from {BASES[base]}")[0][0]
    classes = rows(spark, f"select _class, count(*) from debezium.{base} group by _class")
    assert listed(figures["conservation"], base, "class", "class_rows") == classes
    assert sum(count for _, count in classes) == landed
    names = ("landing", "landed_rows", "missing_rows", "expired_rows")
    assert set(listed(figures["conservation"], base, *names)) == {(BASES[base], landed, 0, 0)}


@pytest.mark.parametrize("base", BASES)
def test_events_by_hour_and_class(figures: Figures, spark: SparkSession, base: str) -> None:
    hour = "date_format(ifnull(_topic_timestamp, _processed_at), 'yyyy-MM-dd HH:00')"
    expected = rows(spark, f"select {hour}, _class, count(*) from debezium.{base} group by 1, 2")
    assert listed(figures["events"], base, "hour", "class", "landed_rows") == expected


@pytest.mark.parametrize("base", BASES)
def test_lag_is_a_percentile_of_its_events(
    figures: Figures, spark: SparkSession, base: str
) -> None:
    times = spark.sql(
        "select _op, double(_source_at) as source, double(_processed_at) as connector,"
        " double(_topic_timestamp) as landing, double(loaded_at) as model"
        f" from debezium.{base} as events left join (select _load, max(loaded_at) as loaded_at"
        f" from debezium.conservation_ledger where base = '{base}' group by _load) as loads"
        " on events._load = loads._load"
        " where _class in ('data', 'truncate') and _processed_at is not null"
    ).collect()
    expected = {}
    for leg, start, end in [
        ("1 source to connector", "source", "connector"),
        ("2 connector to landing", "connector", "landing"),
        ("3 landing to model", "landing", "model"),
        ("4 source to model", "source", "model"),
    ]:
        seconds = sorted(
            each[end] - each[start]
            for each in times
            if None not in (each[start], each[end])
            and each[start] > 0
            and not (start == "source" and each["_op"] == "r")
        )
        counted = [each for each in seconds if each >= 0]
        if seconds:
            places = [math.ceil(share * len(counted)) - 1 for share in (0.5, 0.95, 0.99)]
            expected[leg] = (len(counted), [counted[place] for place in places])
    found = [row for row in figures["lag"] if row["base"] == base]
    assert {row["leg"] for row in found} == set(expected)
    for row in found:
        count, values = expected[row["leg"]]
        assert row["events"] == count
        assert [row["p50"], row["p95"], row["p99"]] == pytest.approx(values, abs=0.002)


@pytest.mark.parametrize("base", BASES)
def test_rejected_rows_have_their_reason_text_and_remedy(
    figures: Figures, spark: SparkSession, base: str
) -> None:
    reason = "ifnull(_reason, 'invalid_value')"
    expected = rows(
        spark,
        f"select {reason}, _class = 'data', count(*) from debezium.{base}"
        " where _class = 'rejected' or _invalid is not null group by 1, 2",
    )
    assert listed(figures["rejected"], base, "reason", "is_kept", "rejected_rows") == expected
    for row in figures["rejected"]:
        assert len(row["samples"]) == min(3, row["rejected_rows"])
        assert all(0 < len(sample["text"]) <= 161 for sample in row["samples"])
        assert reasons("debezium")[row["reason"]]["remedy"]


@pytest.mark.parametrize("source", SOURCES)
def test_outcomes_of_events(figures: Figures, spark: SparkSession, source: str) -> None:
    model = f"{source}__{ENTITIES[source]}"
    counts = "count_if(not _is_deleted), count_if(_is_deleted), sum(_duplicate_events)"
    query = f"select {counts} from debezium.{model}"
    names = ("active", "deleted", "repeated")
    assert listed(figures["duplicates"], model, *names, by="model") == rows(spark, query)
    data = rows(spark, f"select count(*) from debezium.base_{model} where _class = 'data'")[0][0]
    parts = ("deciding", "superseded", "repeated", "waiting")
    assert sum(*listed(figures["duplicates"], model, *parts, by="model")) == data


@pytest.mark.parametrize("base", BASES)
def test_growth_is_the_rows_of_each_load(figures: Figures, spark: SparkSession, base: str) -> None:
    expected = rows(spark, f"select _load, count(*) from debezium.{base} group by _load")
    assert listed(figures["growth"], base, "load", "added_rows") == expected
    assert max(listed(figures["growth"], base, "table_rows"))[0] == sum(n for _, n in expected)


def test_transactions_and_uncertain_order(figures: Figures, spark: SparkSession) -> None:
    query = (
        "select regexp_extract(_raw, '.status.: *.(BEGIN|END)', 1)"
        " from debezium.base_sqlserver__customers where _class = 'transaction'"
    )
    assert Counter(row[0] for row in rows(spark, query)) == {"BEGIN": 2, "END": 2}
    counts = {
        (row["base"], row["counted"], row["status"]): row["times"]
        for row in figures["transactions"]
    }
    assert counts[("base_sqlserver__customers", "transactions", "complete")] == 2
    for row in figures["order"]:
        query = f"select count(*), count_if(_order_uncertain) from debezium.{row['model']}"
        assert [(row["table_rows"], row["uncertain_rows"])] == rows(spark, query)


@pytest.mark.parametrize("base", BASES)
def test_drift_lists_undeclared_fields(figures: Figures, spark: SparkSession, base: str) -> None:
    """Base does not store those of documents, which tests/test_drift.py looks for."""
    kinds = {"new": "_extra", "invalid_value": "_invalid"}
    if "mongodb" in base:
        del kinds["new"]
    for kind, column in kinds.items():
        query = (
            f"select field, count(*) from debezium.{base}"
            f" lateral view explode({column}) as field, text"
            " where _class = 'data' group by field"
        )
        found = [row for row in figures["drift"] if row["kind"] == kind]
        assert listed(found, base, "source_field", "events") == rows(spark, query)


# -- the page ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> None:
    if not browser.find():
        pytest.fail("no Chromium: make browser")


def test_a_browser_shows_seven_sections(report: Path, chromium: None, tmp_path: Path) -> None:
    picture = tmp_path / "report.png"
    seen = browser.look(report, picture)
    assert (seen.console, seen.requests) == ([], [])
    assert re.findall(r'<section id="(\w+)"', seen.dom) == list(SECTIONS)
    for section in seen.dom.split("<section ")[1:]:
        assert "<svg" in section
    ids = re.findall(r'\bid="([^"]+)"', seen.dom)
    assert len(ids) == len(set(ids))
    assert picture.stat().st_size > 50_000
    if name := os.environ.get("DEBEZIUM_SCREENSHOT"):
        shutil.copy(picture, ROOT / name)


@pytest.fixture(scope="module")
def rendered(figures: Figures) -> Callable[[Figures], str]:
    """The page of other figures, without dbt."""

    def render(changed: Figures) -> str:
        return page(
            {name: changed.get(name, []) for name in figures},
            project="shop",
            version="0",
            at=datetime.now(timezone.utc),
            hours=72,
            reasons=reasons("debezium"),
            uncounted=["base_orders"] if not changed else [],
        )

    return render


def test_texts_are_shown_and_not_obeyed(
    figures: Figures, rendered: Callable[[Figures], str], chromium: None, tmp_path: Path
) -> None:
    hostile = json.loads(json.dumps(figures))
    for row in hostile["rejected"]:
        row["samples"] = [{"landing_id": f"'\">{HOSTILE}", "text": HOSTILE}]
    for row in hostile["drift"]:
        row |= {"source_field": HOSTILE, "example": HOSTILE}
    for row in hostile["events"]:
        row["base"] = HOSTILE
    file = tmp_path / "hostile.html"
    file.write_text(rendered(hostile))
    seen = browser.look(file, tmp_path / "hostile.png")
    assert (seen.console, seen.requests) == ([], [])
    assert "<title>shop: what landed" in seen.dom
    shown = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
    assert seen.dom.count(f">{shown}</code>") >= len(hostile["rejected"])
    assert "<img" not in re.sub(r"<script type=.*?</script>", "", seen.dom, flags=re.DOTALL)


def test_the_browser_notices(chromium: None, tmp_path: Path) -> None:
    """A page that errs and loads is distinguished from one that does neither."""
    file = tmp_path / "bad.html"
    file.write_text(f"<title>x</title>{HOSTILE}<script>console.error('oh')</script>")
    seen = browser.look(file, tmp_path / "bad.png")
    assert "<title>owned</title>" in seen.dom
    assert len(seen.console) == 1
    assert "oh" in seen.console[0]
    assert seen.requests == ["http://127.0.0.1:9/x.png"]


def test_a_missing_row_breaks_its_bar(figures: Figures, rendered: Callable[[Figures], str]) -> None:
    whole = [row for row in figures["conservation"] if row["base"] == "base_db2__customers"]
    broken = [{**row, "landed_rows": row["landed_rows"] + 7, "missing_rows": 7} for row in whole]
    broken.append({**broken[0], "class": "without a class", "class_rows": 7})
    assert "Every landed row has one class" in rendered({"conservation": whole})
    text = rendered({"conservation": broken})
    assert 'class="verdict broken"' in text
    assert re.search(r"7 of \d+ without a class", text)


def test_a_section_without_figures_names_what_to_build(rendered: Callable[[Figures], str]) -> None:
    text = rendered({})
    assert re.findall(r'<section id="(\w+)"', text) == list(SECTIONS)
    assert text.count('<p class="nothing">') >= len(SECTIONS)
    assert "base_orders. A model of debezium.ledger" in text
    assert "No transaction has landed" in text


def test_the_queries_are_read_in_every_locale() -> None:
    code = "from dbt_debezium.report.figures import READS, query; print(*map(query, READS))"
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    environment = os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    environment["PYTHONIOENCODING"] = "utf-8"
    run = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert "'…'" in run.stdout.decode()


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"DEBEZIUM_SCHEMA": "nowhere"}, "no base model of this project is built: run `dbt build`"),
        ({"DBT_PROJECT_DIR": str(ROOT / "docs")}, "dbt_project.yml"),
    ],
)
def test_nothing_to_report_on_is_an_error(
    example: Example, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], message: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    run = CliRunner().invoke(main, ["--output", "never.html"])
    assert run.exit_code == 1
    assert message in run.output
    assert not Path("never.html").exists()


def test_a_project_that_has_installed_the_package(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its models are found, whatever is built of them; what is not is listed."""
    shop = Shop(tmp_path, "reported")
    begin = {"status": "BEGIN", "id": "7", "event_count": None}
    begun = (json.dumps({"id": "7"}), json.dumps(begin))
    shop.land(change(1, "c", 1, name="Mara", plan="a"), broken(2, HOSTILE), begun)
    shop.dbt("run", "--exclude", "customers_history")
    for name, folder in {"PROJECT_DIR": "", "PROFILES_DIR": "", "TARGET_PATH": "target"}.items():
        monkeypatch.setenv(f"DBT_{name}", str(tmp_path / folder))
    run = CliRunner().invoke(main, [])
    assert run.exit_code == 0, run.output
    text = (tmp_path / "target" / "report.html").read_text()
    assert "base_customers. A model of debezium.ledger" in text
    assert f"<strong>What to do:</strong> {reasons('shop')['not_json']['remedy']}." in text
    assert str(escape(HOSTILE)) in text
    found = json.loads(text.split('id="figures">')[1].split("</script>")[0])
    assert listed(found["transactions"], "base_customers", "counted", "status", "times") == [
        ("transactions", "open", 1)
    ]
    assert [row["model"] for row in found["order"]] == ["customers"]
    assert listed(found["duplicates"], "customers", "active", "deciding", by="model") == [(1, 1)]

    run = CliRunner().invoke(main, ["--samples", "0", "--hours", "1"])
    assert run.exit_code == 0, run.output
    text = (tmp_path / "target" / "report.html").read_text()
    assert "not_json" in text
    for value in (HOSTILE, "127.0.0.1:9", "Mara"):
        assert str(escape(value)) not in text
