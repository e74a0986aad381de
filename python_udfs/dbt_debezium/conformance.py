"""The transforms' own cases against `debezium.unwrap`: `python -m dbt_debezium.conformance FILE`.

A line of the file is a case: a record, the configuration of Debezium's transform, and what the
transform made of it. All cases land in one table of Kafka's shape, in a lake in a temporary folder.
Cases with equal smt, configuration and connector are a group: one call of the macro, compiled by
dbt and run by Spark. Runs in the project's root, writes what differs to target/conformance.json and
ends with the line `N passed, N failed`; exits 1 when a case failed or there is none.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dbt.artifacts.schemas.run import RunExecutionResult
from dbt.cli.main import dbtRunner, dbtRunnerResult
from dbt.contracts.graph.manifest import Manifest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from dbt_debezium import targets

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

REPORT = Path("target", "conformance.json")
OUTCOMES = ("value", "null_value", "dropped", "not_data", "smt_error")
CONNECTORS = ("mongodb", "sqlserver", "db2", "postgresql", "mysql", "mariadb", "oracle")
LANDING = (
    "key string, value string, topic string, partition int, offset bigint, timestamp timestamp,"
    " headers array<struct<key: string, value: binary>>"
)
MODE = "delete.tombstone.handling.mode"
# What a call gives unwrap besides the options of a configuration.
GIVEN = set(
    "relation layout connector key entity columns predicate headers previous by_schema_name".split()
)
RESULT = ["_topic_offset", "_class", "_reason", "_emitted", "document", "_document_key", "_headers"]
MARK = "-- conformance: the next group"
THREADS = 4


# -- cases ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    line: int
    id: str
    smt: str
    config: dict[str, str]
    connector: str
    topic: str
    key: str | None
    value: str | None
    headers: list[tuple[str, bytes | None]]
    expected: dict[str, Any]


@dataclass(frozen=True)
class Difference:
    id: str
    expected: Any
    actual: Any
    why: str


def read_case(number: int, line: bytes) -> Case | Difference:
    """Return the case of a line, or why it is none."""
    try:
        text = line.decode()
        given = json.loads(text)
        check(given)
    except (ValueError, RecursionError) as error:
        return Difference(f"line {number + 1}", None, line.decode(errors="replace"), str(error))
    key, value = landed(given, members(text))
    return Case(
        line=number,
        id=given["id"],
        smt=given["smt"],
        config={name: as_text(each) for name, each in given["config"].items()},
        connector=connector(given),
        topic=given["topic"],
        key=key,
        value=value,
        headers=[
            (name, None if each is None else as_text(each).encode())
            for name, each in (given.get("headers") or {}).items()
        ],
        expected=given["expected"],
    )


def check(given: Any) -> None:
    """A ValueError with the reason if a line is not a case."""
    if not isinstance(given, dict):
        raise ValueError("the line is no JSON object")
    kinds = {"id": str, "smt": str, "config": dict, "topic": str, "expected": dict}
    for name, kind in kinds.items():
        if not isinstance(given.get(name), kind):
            raise ValueError(f"{name} is missing or no {kind.__name__}")
    if given["smt"] not in ("mongodb", "record"):
        raise ValueError(f"smt must be mongodb or record, got: {given['smt']}")
    outcome = given["expected"].get("outcome")
    if outcome not in OUTCOMES:
        raise ValueError(f"outcome must be one of {', '.join(OUTCOMES)}, got: {outcome}")
    if outcome == "value" and given["expected"].get("value") is None:
        raise ValueError("the expected value is missing")
    for headers in (given.get("headers"), given["expected"].get("headers")):
        if not isinstance(headers, dict | None):
            raise ValueError("headers are no JSON object")
    # Half a surrogate pair is no text that Spark could take.
    names = [given[name] for name in ("id", "config", "topic")] + [given.get("headers")]
    json.dumps(names, ensure_ascii=False).encode()


def members(text: str) -> dict[str, str]:
    """Return the members of a JSON object, each in its own text: no number goes through a float."""
    decoder, found = json.JSONDecoder(), {}
    start = text.index("{") + 1
    while opening := re.compile(r'[\s,]*(?=")').match(text, start):
        name, end = decoder.raw_decode(text, opening.end())
        colon = re.compile(r"\s*:\s*").match(text, end)
        assert colon  # the whole has been parsed before
        _, start = decoder.raw_decode(text, colon.end())
        found[name] = text[colon.end() : start]
    return found


def landed(given: dict[str, Any], texts: dict[str, str]) -> tuple[str | None, str | None]:
    """Return key and value as they land.

    A MongoDB record without schemas gets the connector's own.
    """
    found: list[str | None] = []
    for part, suffix in {"key": "Key", "value": "Envelope"}.items():
        content, text = given.get(part), texts.get(part)
        bare = not (isinstance(content, dict) and "schema" in content)
        if content is None:
            text = None
        elif given["smt"] == "mongodb" and bare and given.get("schemaless") != "raw":
            name = json.dumps(f"{given['topic']}.{suffix}")
            text = f'{{"schema": {{"name": {name}}}, "payload": {text}}}'
        found.append(text)
    return found[0], found[1]


def connector(given: dict[str, Any]) -> str:
    def member(value: Any, name: str) -> Any:
        return value.get(name) if isinstance(value, dict) else None

    if given["smt"] == "mongodb":
        return "mongodb"
    value = given.get("value")
    source = member(member(value, "payload") or value, "source")
    found = member(source, "connector")
    return str(found) if found in CONNECTORS else "postgresql"


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# -- groups --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Cases that one call of unwrap serves."""

    number: int
    connector: str
    config: dict[str, str]
    cases: list[Case]

    def call(self, schema: str, known: set[str]) -> str:
        config = {MODE: "tombstone", **self.config}
        options = {re.sub("[.-]", "_", name): value for name, value in config.items()}
        arguments = [
            f"api.Relation.create(schema={schema!r}, identifier='group_{self.number}')",
            f"layout='kafka', connector={self.connector!r}, headers='headers'",
            "by_schema_name=true, columns={}",
            *(f"{name}={value!r}" for name, value in options.items() if name in known - GIVEN),
        ]
        return f"{{{{ debezium.unwrap({', '.join(arguments)}) }}}}"

    def expects_refusal(self) -> bool:
        return any(each.expected.get("stage") == "configure" for each in self.cases)


def grouped(cases: Iterable[Case]) -> list[Group]:
    found: dict[str, list[Case]] = {}
    for case in cases:
        key = json.dumps([case.smt, case.connector, case.config], sort_keys=True)
        found.setdefault(key, []).append(case)
    return [
        Group(number, cases[0].connector, cases[0].config, cases)
        for number, cases in enumerate(found.values())
    ]


# -- building ------------------------------------------------------------------------------------


class FailedError(Exception):
    """A dbt command or a Spark query failed."""


class RefusedError(FailedError):
    """A call of unwrap does not compile."""


def invoke(*arguments: str) -> dbtRunnerResult:
    """Run one dbt command in process. Raises FailedError with dbt's messages if it fails."""
    said: list[str] = []

    def listen(event: Any) -> None:
        if event.info.level == "error":
            said.append(event.info.msg)

    # Its log may not reach standard output.
    quiet = ["--quiet", "--no-use-colors", "--log-level", "none"]
    result = dbtRunner(callbacks=[listen]).invoke([*quiet, *arguments])
    if not result.success:
        raise FailedError("\n".join(said) or str(result.exception))
    return result


def known_options() -> set[str]:
    """Return the arguments of unwrap, as its YAML describes them."""
    manifest = invoke("parse").result
    assert isinstance(manifest, Manifest)
    return {argument.name for argument in manifest.macros["macro.debezium.unwrap"].arguments}


def spark_session() -> SparkSession:
    """Return the session of this process; where there is none yet, dbt starts it."""
    from pyspark.sql import SparkSession

    if SparkSession.getActiveSession() is None:
        invoke("compile", "--inline", "select 1")
    return targets.session()


def land(spark: SparkSession, groups: Iterable[Group], schema: str) -> None:
    rows = [
        (each.key, each.value, each.topic, group.number, each.line, None, each.headers)
        for group in groups
        for each in group.cases
    ]
    spark.sql(f"create schema if not exists {schema}")
    frame = spark.createDataFrame(rows, LANDING).coalesce(1)
    frame.writeTo(f"{schema}.cases").createOrReplace()
    for group in groups:
        spark.sql(
            f"create or replace view {schema}.group_{group.number} as"  # noqa: S608
            " select key, value, topic, partition, offset, timestamp, headers"
            f" from {schema}.cases where partition = {group.number}"
        )


def compiled(groups: list[Group], schema: str, known: set[str]) -> dict[int, str | FailedError]:
    """Return the SQL of each group by its number, or why unwrap refuses it.

    A refused group fails the compilation of the whole text, which is then halved.
    """
    if not groups:
        return {}
    text = "".join(f"\n{MARK}\n{group.call(schema, known)}" for group in groups)
    try:
        result = invoke("compile", "--inline", text).result
    except FailedError as error:
        if len(groups) == 1:
            return {groups[0].number: RefusedError(str(error))}
        half = len(groups) // 2
        return compiled(groups[:half], schema, known) | compiled(groups[half:], schema, known)
    assert isinstance(result, RunExecutionResult)
    parts = result.results[0].node.to_dict()["compiled_code"].split(MARK)[1:]
    return {group.number: part for group, part in zip(groups, parts, strict=True)}


Rows = dict[int, list[dict[str, Any]]]


def built(spark: SparkSession, sql: str | FailedError) -> Rows | FailedError:
    """Return what a group's query gives, by the line of the case."""
    if isinstance(sql, FailedError):
        return sql
    rows: Rows = {}
    try:
        for row in spark.sql(sql).select(*RESULT).collect():
            rows.setdefault(row["_topic_offset"], []).append(row.asDict())
    except Exception as error:  # of Spark's JVM, of a worker: the other groups go on
        return FailedError(str(error))
    return rows


# -- comparing -----------------------------------------------------------------------------------


def differences(group: Group, result: Rows | FailedError) -> dict[int, Difference]:
    """Return what differs in a group, by the line of the case."""
    found = {}
    for case in group.cases:
        actual: Any
        if isinstance(result, FailedError):
            why, actual = failure(case, result), {"error": str(result)}
        else:
            rows = result.get(case.line, [])
            why, actual = mismatch(case, rows), shown(rows)
        if why:
            found[case.line] = Difference(case.id, case.expected, actual, why)
    return found


def failure(case: Case, error: FailedError) -> str | None:
    """Return why it is wrong that there are no rows, or None."""
    if not isinstance(error, RefusedError):
        return "the build failed"
    if (case.expected["outcome"], case.expected.get("stage")) != ("smt_error", "configure"):
        return "unwrap refused the call"
    problem = str(error).partition("Example:")[0]
    options = {name for each in case.config for name in (each, re.sub("[.-]", "_", each))}
    if not any(re.search(rf"(?<![\w.]){re.escape(each)}(?!\w|\.\w)", problem) for each in options):
        return "unwrap refused the call and does not name the option"
    return None


def mismatch(case: Case, rows: list[dict[str, Any]]) -> str | None:
    """Return why the rows of a case are not what it expects, or None."""
    if len(rows) != 1:
        return f"{len(rows)} rows, not one"
    row, expected = rows[0], case.expected
    outcome = expected["outcome"]
    if outcome == "smt_error":  # what the transform cannot write has a reason, a value or no data
        if row["_class"] in (None, "rejected"):
            return None if row["_reason"] else "no class, or rejected without a reason"
        has_value = row["_emitted"] is not None and (row["document"] or row["_emitted"] != "value")
        return None if has_value or row["_class"] != "data" else "data without a value"
    if outcome == "not_data":
        stays = row["_class"] == "data" and row["_emitted"] is not None
        return "data is emitted" if stays else None
    emitted = "tombstone" if outcome == "null_value" else outcome
    if row["_emitted"] != emitted:
        return f"_emitted is {row['_emitted']}, not {emitted}"
    if outcome == "dropped":
        return None
    if outcome == "value" and not equal(expected.get("value"), parsed(row["document"])):
        return "another value"
    if expected.get("key") is not None and not equal(expected["key"], parsed(row["_document_key"])):
        return "another key"
    if not equal_headers(expected.get("headers") or {}, row["_headers"] or {}):
        return "other headers"
    return None


def equal(expected: Any, actual: Any) -> bool:
    """JSON equality: objects unordered, numbers by value, a double as the nearest double."""
    pairs = [(expected, actual)]  # no recursion, whatever the depth
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            same = one.keys() == other.keys()
            pairs += [(each, other[name]) for name, each in one.items() if same]
        elif isinstance(one, list) and isinstance(other, list):
            same = len(one) == len(other)
            pairs += zip(one, other, strict=False)
        elif is_number(one) and is_number(other):
            # An integer is exact, and Python compares it exactly with a double.
            same = one == (float(str(other)) if isinstance(one, float) else other)
        else:
            same = type(one) is type(other) and one == other
        if not same:
            return False
    return True


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def equal_headers(expected: dict[str, Any], actual: dict[str, str | None]) -> bool:
    def same(value: Any, text: str | None) -> bool:
        if value is None or text is None or isinstance(value, str):
            return bool(value == text)
        return equal(value, parsed(text))

    return expected.keys() == actual.keys() and all(
        same(value, actual[name]) for name, value in expected.items()
    )


class NoJson(str):
    """Text that is no JSON, which equals nothing."""

    __slots__ = ()


def parsed(text: str | None) -> Any:
    if text is None:
        return None

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return NoJson(text)


def shown(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    documents = ("document", "_document_key")
    return [
        {name: parsed(each) if name in documents else each for name, each in row.items()}
        for row in rows
    ]


# -- the run -------------------------------------------------------------------------------------

Notify = Callable[[str, int, int], None]


def compare(
    content: bytes, schema: str = "landing", notify: Notify | None = None
) -> list[Difference]:
    """Return what differs, at most one a line and in their order.

    Runs in this process's Spark session.
    """
    read = [read_case(number, line) for number, line in enumerate(lines_of(content))]
    found = {number: each for number, each in enumerate(read) if isinstance(each, Difference)}
    groups = grouped(each for each in read if isinstance(each, Case))
    for group, result in zip(groups, results(groups, schema, notify or no_progress), strict=True):
        found |= differences(group, result)
    return [found[number] for number in sorted(found)]


def lines_of(content: bytes) -> list[bytes]:
    """Return the lines of a file. The last one may lack its end."""
    lines = content.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def results(groups: list[Group], schema: str, notify: Notify) -> list[Rows | FailedError]:
    """Return what each group's call gives.

    Where nothing can be run at all, that is what each gives.
    """
    if not groups:
        return []
    try:
        notify("starting Spark", 0, len(groups))
        known = known_options()
        spark = spark_session()
        notify("landing", 0, len(groups))
        land(spark, groups, schema)
        notify("compiling", 0, len(groups))
        # Each of these is about to fail a compilation, alone if possible.
        refusals = [[group] for group in groups if group.expects_refusal()]
        others = [group for group in groups if not group.expects_refusal()]
        texts: dict[int, str | FailedError] = {}
        for together in [others, *refusals]:
            texts |= compiled(together, schema, known)
        found = []
        with ThreadPoolExecutor(THREADS) as pool:
            ordered = [texts[group.number] for group in groups]
            for done, result in enumerate(pool.map(partial(built, spark), ordered)):
                notify("building", done + 1, len(groups))
                found.append(result)
        return found
    except Exception as error:  # no dbt project, no Spark, no landing table
        return [FailedError(str(error))] * len(groups)


def no_progress(step: str, done: int, total: int) -> None:
    """Tell nobody."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("file", type=Path, help="the cases, JSON lines")
    file = parser.parse_args(arguments).file
    # A pipe has no width of its own.
    console = Console(width=None if sys.stdout.isatty() else 150)
    content, found = b"", []
    try:
        content = file.read_bytes()
    except OSError as error:
        console.print(Text(f"{file} cannot be read: {error.strerror}"))
    else:
        found = compare_alone(content) if content else []
        console.print(table(found) if found else "no difference" if content else "no case")
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("[" + ",\n".join(json.dumps(vars(each)) for each in found) + "]\n")
    passed = len(lines_of(content)) - len(found)
    print(f"{passed} passed, {len(found)} failed")
    return 0 if passed and not found else 1


def compare_alone(content: bytes) -> list[Difference]:
    """compare in a lake of its own, with a bar on standard error."""
    with in_own_folder(), progress() as notify:
        return compare(content, notify=notify)


@contextmanager
def in_own_folder() -> Iterator[None]:
    """This process's dbt and Spark work in a temporary folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ |= {
            "DBT_LOG_PATH": f"{folder}/logs",
            "DBT_TARGET_PATH": f"{folder}/target",
            "DEBEZIUM_SCHEMA": "debezium",
            "DEBEZIUM_TARGET": "embedded",
            "VIRTUAL_ENV": sys.prefix,
        }
        targets.isolate_lake(Path(folder))
        yield


@contextmanager
def progress() -> Iterator[Notify]:
    columns = (
        TextColumn("{task.description:<16}"),
        BarColumn(24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        bar = bars.add_task("reading", total=None)
        yield lambda step, done, total: bars.update(
            bar, description=step, completed=done, total=total
        )


def table(found: list[Difference]) -> Table:
    table = Table(title=f"differences, also in {REPORT}", title_justify="left", show_lines=True)
    for name in ("case", "why", "expected", "actual"):
        table.add_column(name, overflow="fold", max_width=60)
    for each in found:
        # Text and not markup: JSON has brackets. The report has the whole.
        cells = (each.id, each.why, json.dumps(each.expected), json.dumps(each.actual))
        table.add_row(*(Text(cell[:800]) for cell in cells))
    return table


if __name__ == "__main__":
    sys.exit(main())
