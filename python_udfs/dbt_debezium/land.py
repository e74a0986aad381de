"""Lands Kafka topics, files of Kafka records or a table of them: `python -m dbt_debezium.land`.

A run takes what has come since the last one and ends: Structured Streaming, trigger availableNow.
The checkpoint has what was taken, and Iceberg's sink skips a batch that the table contains: a
run that was killed loses nothing and adds nothing twice when it is run again. docs/landing.md says
how to run it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import click
from dbt.cli.main import dbtRunner
from py4j.protocol import Py4JJavaError
from pyspark.errors import IllegalArgumentException, PySparkException, StreamingQueryException
from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col, monotonically_increasing_id

from dbt_debezium import functions, install
from dbt_debezium.passwords import hide, without_passwords
from dbt_debezium.plugin import prepare_process

Options = dict[str, str]
LAYOUT = {
    "topic": "string",
    "partition": "int",
    "offset": "bigint",
    "timestamp": "timestamp",
    "key": "binary",
    "value": "binary",
    "headers": "array<struct<key:string,value:binary>>",
}
"""The columns of a table that this job makes; one that is there may have string for binary."""

KAFKA = {"startingOffsets": "earliest", "includeHeaders": "true"}
FILES = {
    "pathGlobFilter": "*.{jsonl,jsonl.gz}",
    "recursiveFileLookup": "true",
    "lineSep": "\n",
    "maxFileAge": "36500d",  # a file that is a week older than the newest would be passed over
}
RECORD = (
    "struct<topic string, partition int, offset bigint, timestamp bigint, key string, value string,"
    " headers array<struct<key string, value string>>>"
)
# The reader stops after the first value, and makes a question mark of half a surrogate pair.
IS_RECORD = r"""coalesce(
    is_valid_utf8(line)
    and json_array_length(concat('[', line, ']')) = 1
    and not regexp_replace(line, r'\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..', ' ')
        rlike r'\\u[dD][89a-fA-F]'
    and schema_of_variant(json) rlike concat(
        '^OBJECT<headers: (VOID|ARRAY<(VOID|OBJECT<key: STRING, value: (VOID|STRING)>)>),',
        ' key: (VOID|STRING), offset: BIGINT, partition: BIGINT, timestamp: (VOID|BIGINT),',
        ' topic: STRING, value: (VOID|STRING)>$'
    )
    and record.partition is not null
    and coalesce(record.timestamp between -62135596800000 and 253402300799999, true)
    and forall(coalesce(record.headers, array()), header -> header.key is not null),
    false
)"""
SHOWN = 80
"""The characters of a line or a value that an error message shows."""
SHOWN_TOPICS = 10


def is_text(value: Any) -> bool:
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def is_integer(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def is_header(value: Any) -> bool:
    has_names = isinstance(value, dict) and value.keys() == {"key", "value"}
    return (
        has_names and is_text(value["key"]) and (value["value"] is None or is_text(value["value"]))
    )


MEMBERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "topic": (is_text, "a string"),
    "partition": (lambda value: is_integer(value, -(2**31), 2**31 - 1), "a 32-bit integer"),
    "offset": (lambda value: is_integer(value, -(2**63), 2**63 - 1), "a 64-bit integer"),
    "timestamp": (
        lambda value: value is None or is_integer(value, -62135596800000, 253402300799999),
        "an integer, the milliseconds since 1970, or null",
    ),
    "key": (lambda value: value is None or is_text(value), "a string or null"),
    "value": (lambda value: value is None or is_text(value), "a string or null"),
    "headers": (
        lambda value: value is None or (isinstance(value, list) and all(map(is_header, value))),
        'an array of {"key": string, "value": string or null}, or null',
    ),
}
"""What each member of a record must be, for error messages; IS_RECORD decides."""

BAD_LINE = "a line is no Kafka record in "
BROKER_SECONDS = 20
BATCH = 256
ARROW_BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"
APPENDS = {"streaming-skip-delete-snapshots": "true"}
"""Rows that were deleted from a table do not end the reading of those that are appended."""
TABLE = r"\w+(\.\w+)+"


class LandError(Exception):
    """The current batch landed nothing; the message contains the reason."""


def land(
    spark: SparkSession,
    relation: str,
    checkpoint: str,
    *,
    files: str | None = None,
    table: str | None = None,
    kafka: str | None = None,
    topics: str = "",
    schema_registry: str | None = None,
    reject_undecodable: bool = False,
    options: Options | None = None,
) -> int:
    """Append to `relation` what has come since the last run with `checkpoint`, and count it.

    With `schema_registry`, keys and values in Avro land as JSON. Raises LandError, and Spark's own
    exceptions for what it refuses before it reads.
    """
    options = options or {}
    if files:
        records = records_of(lines_of(spark.readStream, files, options))
    elif table:
        records = records_in(spark, table, options)
    else:
        source = {"kafka.bootstrap.servers": str(kafka), "subscribePattern": topics, **KAFKA}
        records = spark.readStream.format("kafka").options(**source | options).load()
        check_topics(spark, source | options)
    if schema_registry:
        records = decode_avro(spark, records, schema_registry, reject_undecodable)
    was_there = spark.catalog.tableExists(relation)
    columns = columns_of(spark, relation, checkpoint)
    started = int(time.time() * 1000)
    with small_batches(spark):
        query = (
            records.selectExpr(*(column_sql(relation, *column) for column in columns.items()))
            .writeStream.format("iceberg")
            .option("checkpointLocation", checkpoint)
            .trigger(availableNow=True)
            .toTable(relation)
        )
    try:
        query.awaitTermination()
    except StreamingQueryException as error:
        message, _, file = reason(error).partition(BAD_LINE)
        if not was_there and not has_commits(spark, checkpoint):
            drop_empty(spark, relation)
        if file:
            message = bad_line(lines_of(spark.read, str(files), options), file)
        raise LandError(message) from error
    spark.catalog.refreshTable(relation)
    # Not the rows read: a batch that a killed run has written is read again, and passed over.
    added = spark.sql(
        f"select sum(cast(summary['added-records'] as bigint)) from {relation}.snapshots"  # noqa: S608
        f" where summary['spark.sql.streaming.queryId'] = '{query.id}'"
        f" and committed_at >= timestamp_millis({started})"
    )
    return int(added.collect()[0][0] or 0)


def lines_of(reader: Any, folder: str, options: Options) -> DataFrame:
    """file, line, record and is_record for each line of the files below `folder`.

    `reader` is the session's read or readStream.
    """
    lines: DataFrame = reader.format("text").options(**FILES | options).load(folder)
    return (
        lines.selectExpr("_metadata.file_path as file", "value as line")
        .selectExpr("*", "try_parse_json(line) as json")
        .selectExpr("*", f"try_variant_get(json, '$', '{RECORD}') as record")
        .selectExpr("file", "line", "record", f"{IS_RECORD} as is_record")
    )


def records_of(lines: DataFrame) -> DataFrame:
    """Return the columns of LAYOUT.

    A line that is no record fails its batch, of which nothing lands.
    """
    return lines.selectExpr(
        f"if(is_record, record.topic, raise_error('{BAD_LINE}' || file)) as topic",
        "record.partition",
        "record.offset",
        "timestamp_millis(record.timestamp) as timestamp",
        "cast(record.key as binary) as key",
        "cast(record.value as binary) as value",
        in_bytes("record.headers"),
    )


def in_bytes(headers: str) -> str:
    """Return the SQL of headers with values in bytes."""
    value = "named_struct('key', header.key, 'value', cast(header.value as binary))"
    return f"transform({headers}, header -> {value}) as headers"


def records_in(spark: SparkSession, table: str, options: Options) -> DataFrame:
    """Return the records of a table of the layout `kafka`, as what is appended to it comes."""
    if not spark.catalog.tableExists(table):
        raise LandError(f"{table} does not exist")
    layout_of(spark, table)
    return (
        spark.readStream.options(**APPENDS | options)
        .table(table)
        .selectExpr(
            "topic",
            "partition",
            "offset",
            "timestamp",
            "cast(key as binary) as key",
            "cast(value as binary) as value",
            in_bytes("headers"),
        )
    )


def decode_avro(spark: SparkSession, records: DataFrame, url: str, keep: bool) -> DataFrame:
    """Return the records with keys and values in Avro as JSON."""
    try:
        from dbt_debezium.avro import columns, registry
    except ImportError as error:
        raise LandError(f'{error}: pip install "dbt-debezium[avro]"') from error
    settings = registry.settings(url)
    try:
        registry.Registry(settings)
    except (OSError, ValueError) as error:
        raise LandError(f"--schema-registry: {registry.without_user(str(error))}") from error
    functions.send_package(spark)
    return columns.decode_avro(records, settings, keep_undecodable=keep)


@contextmanager
def small_batches(spark: SparkSession) -> Iterator[None]:
    """Queries that start meanwhile give workers few messages at once.

    Of 10,000 the texts with their schemas fill so much memory that decoding takes longer.
    """
    usual = str(spark.conf.get(ARROW_BATCH))
    spark.conf.set(ARROW_BATCH, BATCH)
    try:
        yield
    finally:
        spark.conf.set(ARROW_BATCH, usual)


def bad_line(lines: DataFrame, file: str) -> str:
    """Name the first line of `file` that is not a record, and what is wrong in it."""
    numbered = lines.where(col("file") == file).coalesce(1)
    row = numbered.withColumn("number", monotonically_increasing_id() + 1).where("not is_record")
    text = "if(is_valid_utf8(line), line, null)"
    number, line = row.selectExpr("number", text).limit(1).collect()[0]
    return f"{file}: line {number} is not a Kafka record: {fault_of(line)}"


def fault_of(line: str | None) -> str:
    """Return what is wrong in a line that is not a record, None for bytes that are not UTF-8."""
    if line is None:
        return "its bytes are not UTF-8"
    pairs: list[list[tuple[str, Any]]] = []

    def keep(members: list[tuple[str, Any]]) -> dict[str, Any]:
        pairs.append(members)
        return dict(members)

    try:
        record = json.loads(line, object_pairs_hook=keep)
    except ValueError as error:
        return f"it is not JSON, {error}: {line[:SHOWN]}"
    except RecursionError:
        return f"it is nested too deeply: {line[:SHOWN]}"
    if not isinstance(record, dict):
        return f"it is not a JSON object: {line[:SHOWN]}"
    names = [name for name, _ in pairs[-1]]
    if missing := [name for name in MEMBERS if name not in record]:
        return f"it has no {', '.join(missing)}: {line[:SHOWN]}"
    if other := [name for name in names if name not in MEMBERS or names.count(name) > 1]:
        return f"it has a member too many, {other[0]}; the members are {', '.join(MEMBERS)}"
    for name, (is_right, right) in MEMBERS.items():
        if not is_right(record[name]):
            return f"{name} must be {right}, found {json.dumps(record[name])[:SHOWN]}"
    return line[:SHOWN]


def check_topics(spark: SparkSession, source: Options) -> None:
    """Raise LandError if no broker answers or no topic fits: Spark's message is vague.

    Also if `subscribePattern` is not a pattern.
    """
    jvm: Any = spark._jvm
    properties = jvm.java.util.HashMap()
    for name, value in source.items():
        if name.startswith("kafka."):
            properties.put(name.removeprefix("kafka."), value)
    seconds = jvm.java.util.concurrent.TimeUnit.SECONDS
    servers, pattern = source["kafka.bootstrap.servers"], source["subscribePattern"]
    try:
        fits = jvm.java.util.regex.Pattern.compile(pattern).matcher
    except IllegalArgumentException as error:  # a PatternSyntaxException of Java
        raise LandError(f"--topics {pattern} is not a Java pattern: {reason(error)}") from error
    try:
        admin = jvm.org.apache.kafka.clients.admin.AdminClient.create(properties)
        try:
            names = list(admin.listTopics().names().get(BROKER_SECONDS, seconds))
        finally:
            admin.close(jvm.java.time.Duration.ZERO)
    except Py4JJavaError as error:
        raise LandError(
            f"no list of topics from {servers} in {BROKER_SECONDS} seconds: {reason(error)}"
        ) from error
    if not any(fits(name).matches() for name in names):
        more = ", ..." if len(names) > SHOWN_TOPICS else ""
        shown = (", ".join(sorted(names)[:SHOWN_TOPICS]) or "none") + more
        raise LandError(
            f"none of the {len(names)} topics of {servers} matches {pattern}."
            f" --topics is a Java pattern of complete names. Topics: {shown}"
        )


def columns_of(spark: SparkSession, relation: str, checkpoint: str) -> dict[str, str]:
    """Return the table's columns and types, in its order; a table that is not there is made.

    Raises LandError where its columns are others, or it has gone since the checkpoint was written.
    """
    if not spark.catalog.tableExists(relation):
        if has_commits(spark, checkpoint):
            raise LandError(
                f"{relation} does not exist, but checkpoint {checkpoint} has committed batches:"
                " name a new checkpoint to land all that is left"
            )
        spark.sql(f"create schema if not exists {relation.rpartition('.')[0]}")
        columns = ", ".join(f"{name} {type_}" for name, type_ in LAYOUT.items())
        spark.sql(
            f"create table if not exists {relation} ({columns})"
            " using iceberg partitioned by (days(timestamp))"
        )
    return layout_of(spark, relation)


def layout_of(spark: SparkSession, relation: str) -> dict[str, str]:
    """Return the table's columns and types; raises LandError where they are not those of LAYOUT."""
    found = {field.name: field.dataType.simpleString() for field in spark.table(relation).schema}
    if as_text(found) != as_text(LAYOUT):
        expected, listed = (
            ", ".join(f"{name} {type_}" for name, type_ in columns.items())
            for columns in (LAYOUT, found)
        )
        remedy = "Name another table"
        headers = {"headers": LAYOUT["headers"]}
        if "headers" not in found and as_text(found | headers) == as_text(LAYOUT):
            column = f"headers {LAYOUT['headers']}"
            remedy = f"Add the column headers: alter table {relation} add columns ({column})"
        raise LandError(
            f"{relation} must have exactly the columns {expected}, got: {listed}. {remedy}"
        )
    return found


def has_commits(spark: SparkSession, checkpoint: str) -> bool:
    """Return whether a batch of this checkpoint is in the table."""
    jvm: Any = spark._jvm
    commits = jvm.org.apache.hadoop.fs.Path(f"{checkpoint}/commits")
    # Listed, because a pattern would also read brackets in the names of the folders.
    system = commits.getFileSystem(spark._jsc.hadoopConfiguration())
    files = system.listStatus(commits) if system.exists(commits) else ()
    return any(file.getPath().getName().isdigit() for file in files)


def drop_empty(spark: SparkSession, relation: str) -> None:
    """Drop a table, unless a job with another checkpoint has landed records in it meanwhile."""
    spark.catalog.refreshTable(relation)
    if spark.table(relation).isEmpty():
        spark.sql(f"drop table {relation}")


def as_text(columns: dict[str, str]) -> dict[str, str]:
    return {name: type_.replace("binary", "string") for name, type_ in columns.items()}


def column_sql(relation: str, name: str, type_: str) -> str:
    """Return the SQL of a column as the table has it: bytes as text only where they are text."""
    if type_ == LAYOUT[name]:
        return name
    text = (
        "if({0} is null or is_valid_utf8(cast({0} as string)), cast({0} as string), raise_error("
        f"concat('{name} of ', concat_ws('/', topic, partition, offset), ' is not UTF-8, and"
        f" {relation} keeps text: land in a new table, which keeps bytes')))"
    )
    if name != "headers":
        return f"{text.format(name)} as {name}"
    value = text.format("header.value")
    return f"transform(headers, header -> struct(header.key, {value} as value)) as headers"


def session() -> SparkSession:
    """Return the session of this process, of spark-submit, or else of the dbt profile's target."""
    output = StringIO()
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        spark = SparkSession.builder.getOrCreate()
        hide(dict(spark.sparkContext.getConf().getAll()))
        return spark
    if SparkSession.getActiveSession() is None:
        with redirect_stdout(output):
            dbtRunner().invoke(["--quiet", "--no-print", "compile", "--inline", "select 1"])
    active = SparkSession.getActiveSession()
    if active is None:
        problem = output.getvalue().strip() or "the target's method must be session"
        raise LandError(f"dbt starts no Spark in this process: {problem}")
    return active


def add_kafka_jars() -> None:
    """Have the JVM that is about to start find Spark's Kafka source; its jars come at first use."""
    if "PYSPARK_GATEWAY_PORT" in os.environ or SparkSession.getActiveSession() is not None:
        return
    prepare_process({})
    folder = install.JARS / "kafka"
    install.install_jars(install.PINNED["kafka"], folder)
    own = [str(folder / install.jar_name(each)) for each in install.PINNED["kafka"]]
    jars = ",".join([*default_jars(), *own])
    arguments = os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell")
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--jars {shlex.quote(jars)} {arguments}"


def default_jars() -> list[str]:
    """Return `spark.jars` of spark-defaults.conf, which the option --jars would replace."""
    home = _find_spark_home()  # type: ignore[no-untyped-call]
    folder = os.environ.get("SPARK_CONF_DIR") or f"{home}/conf"
    file = Path(folder, "spark-defaults.conf")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return re.findall(r"^\s*spark\.jars[ \t]*[ \t=:][ \t]*(.*\S)", text, re.MULTILINE)[-1:]


def reason(error: Exception) -> str:
    """Return what went wrong, in the first line of the innermost message that Java or Spark has."""
    cause: Any = error
    if isinstance(error, Py4JJavaError):
        cause = error.java_exception
        while cause.getCause() is not None:
            cause = cause.getCause()
        return str(cause.toString()).partition("\n")[0]
    while getattr(cause, "_cause", None):
        cause = cause._cause
    first = str(cause).strip().partition("\n")[0].partition(" SQLSTATE: ")[0]
    return first.removeprefix("[USER_RAISED_EXCEPTION] ")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("relation", metavar="SCHEMA.TABLE")
@click.option("--kafka", metavar="HOST:PORT", help="The brokers, separated by commas.")
@click.option(
    "--topics", metavar="PATTERN", default="", help="A Java pattern of complete topic names."
)
@click.option(
    "--files", metavar="FOLDER", help="Instead of Kafka: files of JSON lines, one record per line."
)
@click.option(
    "--table",
    metavar="SCHEMA.TABLE",
    help="Instead of Kafka: a table of records that have landed before.",
)
@click.option(
    "--schema-registry",
    metavar="URL",
    help="Land Avro as JSON, with the schemas of this registry.",
)
@click.option(
    "--reject-undecodable",
    is_flag=True,
    help="Land bytes that the registry's schemas do not fit as they are: base rejects them.",
)
@click.option(
    "--checkpoint", metavar="DIR", required=True, help="The progress of the landing table; keep it."
)
@click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of Spark's source; repeat.",
)
def main(relation: str, checkpoint: str, options: tuple[str, ...], **source: Any) -> None:
    """Append the records since the last run to SCHEMA.TABLE; create the table if needed."""
    given = [name for name in ("kafka", "files", "table") if source[name]]
    if len(given) != 1 or (source["kafka"] and not source["topics"]):
        raise click.UsageError("pass --kafka and --topics, or --files, or --table")
    if source["table"] == relation:
        raise click.UsageError(f"--table {relation} is the table that the records land in")
    if source["reject_undecodable"] and not source["schema_registry"]:
        raise click.UsageError("--reject-undecodable is for --schema-registry")
    pairs = [each.partition("=") for each in options]
    names = filter(None, (relation, source["table"]))
    if not all(re.fullmatch(TABLE, each) for each in names) or not all(v for _, _, v in pairs):
        raise click.UsageError("a table is named SCHEMA.TABLE, an option NAME=VALUE")
    # The error is one line; Spark's own log comes with DEBEZIUM_LOG_LEVEL=error.
    os.environ.setdefault("DEBEZIUM_LOG_LEVEL", "fatal")
    of_source = {name: value for name, _, value in pairs}
    try:
        if source["kafka"]:
            add_kafka_jars()
        landed = land(session(), relation, checkpoint, **source, options=of_source)
    except (PySparkException, Py4JJavaError) as error:
        raise click.ClickException(without_passwords(reason(error))) from error
    except (LandError, install.InstallError) as error:
        raise click.ClickException(without_passwords(str(error))) from error
    click.echo(f"landed {landed} records in {relation}")


if __name__ == "__main__":
    main()
