"""The landing job over files: what has come lands once, and what is no record does not pass."""

from __future__ import annotations

import gzip
import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyspark.errors import SparkRuntimeException
from pyspark.sql import SparkSession

from dbt_debezium import install
from dbt_debezium.land import (
    LAYOUT,
    LandError,
    add_kafka_jars,
    check_topics,
    column_sql,
    default_jars,
    fault_of,
    lines_of,
    main,
)

RECORD: dict[str, Any] = {
    "topic": "srv.t",
    "partition": 0,
    "offset": 7,
    "timestamp": 1558965047123,
    "key": '{"id":1}',
    "value": 'é \U0001f600 \\ud83d \0 "',
    "headers": [{"key": "a", "value": "b"}, {"key": "a", "value": None}],
}
TABLE = "landing.landed_here"


class Job:
    """A folder of files, a checkpoint and a table."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self.spark = spark
        self.folder = folder / "come here"
        self.checkpoint = folder / "checkpoint"
        self.folder.mkdir()

    def put(self, name: str, *lines: object) -> None:
        texts = (each if isinstance(each, str) else json.dumps(each) for each in lines)
        content = "".join(f"{text}\n" for text in texts).encode(errors="surrogateescape")
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)

    def run(self, *more: str) -> Result:
        arguments = [TABLE, "--checkpoint", str(self.checkpoint), *more]
        return CliRunner().invoke(main, [*arguments, "--files", str(self.folder)])

    def lands(self, count: int) -> None:
        result = self.run()
        assert result.stdout == f"landed {count} records in {TABLE}\n", result.output

    def refuses(self) -> str:
        result = self.run()
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1
        return result.stderr

    def forget_last_commit(self) -> None:
        """As after a kill between the write and the checkpoint's note of it; .N.crc is N's own."""
        commits = self.checkpoint / "commits"
        last = max(
            (file for file in commits.iterdir() if file.name.isdigit()), key=lambda f: int(f.name)
        )
        last.unlink()
        (commits / f".{last.name}.crc").unlink()

    def offsets(self) -> list[int]:
        return [
            row[0] for row in self.spark.table(TABLE).select("offset").orderBy("offset").collect()
        ]


@pytest.fixture
def job(spark: SparkSession, tmp_path: Path) -> Job:
    spark.sql(f"drop table if exists {TABLE}")
    return Job(spark, tmp_path)


def record(offset: int, **others: Any) -> dict[str, Any]:
    return RECORD | {"offset": offset} | others


def test_each_run_lands_what_is_new_and_nothing_twice(job: Job) -> None:
    job.put("b.jsonl", record(1), record(2))
    job.put("more/a [1].jsonl.gz", record(3))
    job.put("notes.txt", "no record")
    job.lands(3)
    job.lands(0)
    job.put("a.jsonl", record(4))
    job.lands(1)
    job.forget_last_commit()
    job.lands(0)
    assert job.offsets() == [1, 2, 3, 4]


def test_a_record_lands_as_it_is(job: Job) -> None:
    job.put("a.jsonl", RECORD, record(8, timestamp=None, key=None, value=None, headers=None))
    job.lands(2)
    first, second = (
        job.spark.table(TABLE).selectExpr("*", "unix_millis(timestamp) as at").orderBy("offset")
    ).collect()
    assert dict(job.spark.table(TABLE).dtypes) == LAYOUT
    assert (first["key"], first["value"]) == (b'{"id":1}', RECORD["value"].encode())
    assert (first["topic"], first["partition"], first["at"]) == ("srv.t", 0, RECORD["timestamp"])
    assert [tuple(header) for header in first["headers"]] == [("a", b"b"), ("a", None)]
    assert second[3:] == (None,) * 5


BAD = {
    "text": "nope",
    "nothing": "",
    "cut off": json.dumps(RECORD)[:-9],
    "two": json.dumps(RECORD) * 2,
    "too deep": "[" * 100_000 + "]" * 100_000,
    "a name twice": json.dumps(RECORD)[:-1] + ', "value": "x"}',
    "bytes": json.dumps(RECORD).replace("srv", "\udcff"),
    "half a pair": record(1, value="\ud83d"),
    "a field less": {name: value for name, value in RECORD.items() if name != "headers"},
    "a field more": record(1, more=1),
    "no topic": record(1, topic=None),
    "an offset in text": record("1"),  # type: ignore[arg-type]
    "an offset with a fraction": record(1.5),  # type: ignore[arg-type]
    "a partition too far": record(1, partition=2**31),
    "a time too far": record(1, timestamp=2**62),
    "a value that is no text": record(1, value={"a": 1}),
    "a header without name": record(1, headers=[{"value": "b"}, {"key": "a", "value": "b"}]),
    "a header that is none": record(1, headers=[None]),
}


def test_one_bad_line_fails_its_run_by_file_and_line_until_it_is_mended(job: Job) -> None:
    job.put("good.jsonl", record(1))
    job.put("bad file.jsonl", record(2), '{"topic": 1}', record(3))
    message = (
        "bad%20file.jsonl: line 2 is not a Kafka record: it has no partition, offset, timestamp,"
    )
    assert message in job.refuses()
    assert not job.spark.catalog.tableExists(TABLE)
    job.put("bad file.jsonl", record(2), record(3))
    job.lands(3)


def test_a_line_that_is_not_a_record(job: Job) -> None:
    job.put("a.jsonl", RECORD, *BAD.values())
    lines = lines_of(job.spark.read, str(job.folder), {}).collect()
    judged = dict(zip(["a record", *BAD], (line["is_record"] for line in lines), strict=True))
    assert judged == {"a record": True} | dict.fromkeys(BAD, False)


FAULTS = {
    "text": "it is not JSON, Expecting value: line 1 column 1 (char 0): nope",
    "too deep": "it is nested too deeply: [[[[",
    "a name twice": "it has a member too many, value; the members are topic, partition, offset,",
    "bytes": "its bytes are not UTF-8",
    "half a pair": r'value must be a string or null, found "\ud83d"',
    "a field less": "it has no headers: {",
    "a field more": "it has a member too many, more; the members are",
    "no topic": "topic must be a string, found null",
    "an offset in text": 'offset must be a 64-bit integer, found "1"',
    "an offset with a fraction": "offset must be a 64-bit integer, found 1.5",
    "a partition too far": "partition must be a 32-bit integer, found 2147483648",
    "a time too far": "timestamp must be an integer, the milliseconds since 1970, or null",
    "a value that is no text": 'value must be a string or null, found {"a": 1}',
    "a header that is none": 'headers must be an array of {"key": string, "value": string or null}',
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_in_a_line_is_named(job: Job, fault: str) -> None:
    job.put("a.jsonl", RECORD, BAD[fault])
    assert f"a.jsonl: line 2 is not a Kafka record: {FAULTS[fault]}" in job.refuses()


def test_a_valid_record_has_no_error() -> None:
    """The messages name only what is wrong."""
    assert fault_of(json.dumps(RECORD)) == json.dumps(RECORD)[:80]


def test_a_line_that_python_cannot_parse_is_named() -> None:
    for start in ("[", '{"topic":'):
        assert fault_of(start * 100_000) == f"it is nested too deeply: {(start * 100)[:80]}"


NAMED = "'t' as topic, 0 as partition, 1 as offset"


def test_a_table_of_text_gets_text_and_refuses_other_bytes(job: Job) -> None:
    columns = ", ".join(f"{n} {t.replace('binary', 'string')}" for n, t in reversed(LAYOUT.items()))
    job.spark.sql(f"create table {TABLE} ({columns})")
    job.put("a.jsonl", RECORD)
    job.lands(1)
    (row,) = job.spark.table(TABLE).collect()
    assert (row["value"], row["headers"][0]["value"]) == (RECORD["value"], "b")
    bytes_ = job.spark.sql(f"select X'00ff' as value, {NAMED} union all select null, {NAMED}")
    with pytest.raises(
        SparkRuntimeException, match=r"value of t/0/1 is not UTF-8, and .* keeps text"
    ):
        bytes_.selectExpr(column_sql(TABLE, "value", "string")).collect()


def test_a_table_of_other_columns_is_refused(job: Job) -> None:
    job.spark.sql(f"create table {TABLE} (topic string, value string)")
    expected = ", ".join(f"{name} {type_}" for name, type_ in LAYOUT.items())
    assert job.refuses() == (
        f"Error: {TABLE} must have exactly the columns {expected},"
        " got: topic string, value string. Name another table\n"
    )


def test_a_table_that_lacks_headers_gets_them_by_the_statement_in_the_error(job: Job) -> None:
    columns = ", ".join(f"{n} {t}" for n, t in LAYOUT.items() if n != "headers")
    job.spark.sql(f"create table {TABLE} ({columns})")
    job.put("a.jsonl", RECORD)
    _, _, statement = job.refuses().partition("Add the column headers: ")
    job.spark.sql(statement.strip())
    job.lands(1)


@pytest.mark.parametrize("checkpoint", ["checkpoint", "with [1] and {2}"])
def test_a_table_that_is_gone_is_not_begun_in_the_middle(job: Job, checkpoint: str) -> None:
    job.checkpoint = job.checkpoint.with_name(checkpoint)
    job.put("a.jsonl", record(1))
    job.lands(1)
    job.spark.sql(f"drop table {TABLE}")
    assert f"{TABLE} does not exist" in job.refuses()


@pytest.mark.parametrize("checkpoint", ["with [1]", "of another job"])
def test_a_new_table_that_has_records_is_kept(
    job: Job, monkeypatch: pytest.MonkeyPatch, checkpoint: str
) -> None:
    job.checkpoint = job.checkpoint.with_name(checkpoint)
    if checkpoint == "of another job":
        monkeypatch.setattr("dbt_debezium.land.has_commits", lambda *_: False)
    job.put("good.jsonl", record(1))
    job.put("bad.jsonl", "nope")
    os.utime(job.folder / "good.jsonl", (1e9, 1e9))  # the oldest file comes first
    result = job.run("--option", "maxFilesPerTrigger=1")
    assert "bad.jsonl: line 1 is not a Kafka record" in result.stderr
    assert job.offsets() == [1]


def test_a_folder_that_does_not_exist(job: Job) -> None:
    job.folder.rmdir()
    assert "Path does not exist" in job.refuses()


def test_topics_that_are_no_pattern_are_named(job: Job) -> None:
    source = {"kafka.bootstrap.servers": "localhost:9", "subscribePattern": "*"}
    with pytest.raises(LandError, match=r"--topics \* is not a Java pattern: Dangling meta"):
        check_topics(job.spark, source)


@pytest.mark.parametrize("line", ["spark.jars  {}", " spark.jars={}\t", "spark.jars : {} "])
def test_the_jars_of_kafka_come_beside_those_of_spark_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    """The option --jars would replace them."""
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setattr(install, "install_jars", lambda *_: None)
    monkeypatch.setattr(os, "environ", {"SPARK_CONF_DIR": str(tmp_path)})
    given = "#spark.jars no.jar\nspark.jars.ivy x\n" + line.format("/a b.jar,/c.jar") + "\n"
    (tmp_path / "spark-defaults.conf").write_text(given)
    add_kafka_jars()
    option, jars, last = shlex.split(os.environ["PYSPARK_SUBMIT_ARGS"])
    assert (option, last) == ("--jars", "pyspark-shell")
    assert jars.startswith(f"/a b.jar,/c.jar,{install.JARS}/kafka/")
    (tmp_path / "spark-defaults.conf").unlink()
    assert default_jars() == []


def test_the_source_is_named_once(job: Job) -> None:
    assert job.run("--kafka", "localhost:9", "--topics", ".*").exit_code == 2
