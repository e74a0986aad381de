"""A class archive for the embedded Spark: Java maps the classes of a session instead of loading
and checking some 20,000 of them on every start.

Java itself ignores an archive made for another Java, Spark or class path.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any


def usable(java: str) -> bool:
    """Return whether this Java shares classes at all; one without an archive of its own cannot."""
    return subprocess.run([java, "-Xshare:on", "-version"], capture_output=True).returncode == 0


def create(archive: Path, jars: Path, log4j: Path) -> None:
    """Write the archive from a session that creates, fills, merges into and reads a table."""
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory() as lake:
        settings = {
            "spark.master": "local[2]",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.extraClassPath": f"{jars}/*",
            "spark.driver.extraJavaOptions": f'"-Dlog4j2.configurationFile={log4j}" -Xlog:disable'
            f' "-XX:ArchiveClassesAtExit={archive}"',
            "spark.sql.shuffle.partitions": "2",
            "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.defaultCatalog": "lake",
            "spark.sql.extensions": "org.apache.iceberg.spark.extensions"
            ".IcebergSparkSessionExtensions",
            "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
            "spark.sql.catalog.lake.type": "jdbc",
            "spark.sql.catalog.lake.uri": f"jdbc:sqlite:{lake}/catalog.db",
            "spark.sql.catalog.lake.jdbc.schema-version": "V1",
            "spark.sql.catalog.lake.warehouse": f"{lake}/warehouse",
        }
        builder = SparkSession.builder
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        for statement in STATEMENTS.split(";"):
            session.sql(statement).collect()
        session.stop()
    gateway: Any = SparkContext._gateway
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait()


STATEMENTS = """
create schema x;
create table x.t using iceberg tblproperties (
  'format-version' = '3', 'write.merge.mode' = 'merge-on-read'
) as select id, cast(id as string) v from range(4);
create view x.w as
select *, row_number() over (partition by id order by v desc) n from x.t;
merge into x.t using (select 1L id, 'a' v) s on t.id = s.id
when matched then update set * when not matched then insert *;
select w.id, from_json('{"a": [1]}', 'a array<int>').a[0] a, get_json_object('{"a": 1}', '$.a') b,
  count(distinct w.v) c
from x.w left join x.t using (id) where n = 1 group by w.id;
show tables in x;
show table extended in x like '*';
describe table extended x.t
"""
