"""Peer (b): the job that a good engineer writes by hand in PySpark.

Types are declared once, each text is parsed once, the newest event of each key is merged. It
returns no class and no position, drops what does not fit, and takes a late event for a new one.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql.functions import col, from_json, row_number

from benchmarks.landing import wider

ROW = (
    "id bigint, name string, email string, quantity int, price double, paid boolean, day int,"
    " changed_at bigint, note string, version bigint"
)
RELATIONAL = f"op string, ts_ms bigint, source struct<lsn bigint>, after struct<{ROW}>"
CDL = (
    "OPERATION string, TIMESTAMP bigint,"
    " transaction struct<properties array<struct<name string, value bigint>>>,"
    f" data struct<{ROW}>"
)
MONGODB = "op string, ts_ms bigint, source struct<ts_ms bigint, ord bigint>, after string"
DOCUMENT = (
    "_id bigint, name string, email string, quantity int, price double, paid boolean,"
    " created struct<`$date` bigint>, total struct<`$numberDecimal` decimal(12, 2)>, note string,"
    " version struct<`$numberLong` string>"
)
ORDER = {
    "relational": ["event.op", "event.ts_ms", "event.source.lsn"],
    "cdl": [
        "event.OPERATION as op",
        "event.TIMESTAMP as ts_ms",
        "event.transaction.properties[0].value as lsn",
    ],
    "mongodb": ["event.op", "event.ts_ms", "event.source.ord"],
}
RELATIONAL_TYPES = {
    "day": "date_from_unix_date(row.day)",
    "changed_at": "cast(timestamp_micros(row.changed_at) as timestamp_ntz)",
}
CONVERTED = {
    "relational": RELATIONAL_TYPES,
    "cdl": RELATIONAL_TYPES,
    "mongodb": {
        "created": "timestamp_millis(row.created.`$date`)",
        "total": "row.total.`$numberDecimal`",
        "version": "cast(row.version.`$numberLong` as bigint)",
    },
}


def parsed(spark: SparkSession, shape: str) -> DataFrame:
    """Return the landed events: `event`, and `row` as it was sent."""
    landed = spark.table(f"landing.{shape}").where("value is not null")
    text = col("value").cast("string")
    if shape.startswith("mongodb"):
        more = [f"more_{n} {'string' if n % 2 else 'bigint'}" for n in range(wider(shape))]
        document = ", ".join([DOCUMENT, *more])
        events = landed.select("timestamp", from_json(text, MONGODB).alias("event"))
        return events.withColumn("row", from_json(col("event.after"), document))
    image = "event.after"
    if shape == "cdl":
        whole, image = from_json(text, CDL), "event.data"
    elif shape == "relational_schema":
        whole = from_json(text, f"payload struct<{RELATIONAL}>").getField("payload")
    else:
        whole = from_json(text, RELATIONAL)
    return landed.select("timestamp", whole.alias("event")).withColumn("row", col(image))


def staged(spark: SparkSession, shape: str) -> DataFrame:
    """Return the typed events of a landing table."""
    events = parsed(spark, shape)
    family = shape.partition("_")[0]
    values = {name: f"row.{name}" for name in events.select("row.*").columns} | CONVERTED[family]
    return events.selectExpr(
        "timestamp as landed_at",
        *ORDER[family],
        *(f"{value} as {name}" for name, value in values.items()),
    )


def merge(spark: SparkSession, shape: str, target: str, condition: str) -> None:
    """Merge the newest event of each key of a batch into a table."""
    newest = Window.partitionBy("id").orderBy(col("lsn").desc())
    batch = staged(spark, shape).where(condition).withColumn("place", row_number().over(newest))
    batch.where("place = 1").drop("place").createOrReplaceTempView("batch")
    spark.sql(
        f"merge into {target} as existing_rows using batch on existing_rows.id = batch.id"
        " when matched then update set * when not matched then insert *"
    )
