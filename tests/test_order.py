"""Positions: a total order, the same however Spark compares them, and the source's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timezone
from itertools import pairwise
from typing import Any

import pytest
from conftest import KAFKA, ROOT, Dbt, Unwrap, compiled, kafka, session, slow_except
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pyspark.sql import Row, SparkSession

Json = dict[str, Any]
DOCUMENTS = ROOT / "tests" / "documents"
SCRATCH = "api.Relation.create(schema='landing', identifier='scratch')"
few = settings(
    max_examples=2,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# -- any positions -------------------------------------------------------------------------------

small = st.integers(0, 3)
part = st.sampled_from(["0", "1", "9", "0009", "a", "000A", "10", "ff", "00000100"])
lsn = st.lists(part, min_size=1, max_size=3).map(":".join)
number = small | small.map(str)
SOURCES: dict[str, dict[str, Any]] = {
    "sqlserver": {"commit_lsn": lsn, "change_lsn": lsn, "event_serial_no": number},
    "db2": {"commit_lsn": lsn, "change_lsn": lsn},
    "postgresql": {"lsn": number},
    "mysql": {"file": part.map(lambda text: f"bin.{int(text, 16)}"), "pos": number, "row": number},
    "mariadb": {
        "gtid": small.map(lambda sequence: f"0-{sequence % 2}-{sequence}"),
        "file": small.map(lambda file: f"bin.{file:06}"),
        "pos": number,
        "row": number,
    },
    "oracle": {
        "commit_scn": number,
        "scn": number,
        "lcr_position": st.lists(part, min_size=3, max_size=3).map("".join),
        "txSeq": number,
        "rs_id": st.lists(part, min_size=1, max_size=3).map(lambda parts: f" 0x{'.'.join(parts)} "),
        "ssn": number,
    },
    "mongodb": {"ts_ms": number, "ord": number, "h": number},
}


def events(connector: str) -> st.SearchStrategy[Json]:
    fields = {name: st.none() | values for name, values in SOURCES[connector].items()}
    source = st.fixed_dictionaries(
        {"name": st.sampled_from("ab"), "snapshot": st.sampled_from(["false", "true", "false"])}
        | fields
    )
    after: Any = '{"_id": 1}' if connector == "mongodb" else {"id": 1}
    return st.fixed_dictionaries(
        {"op": st.sampled_from("cr"), "after": st.just(after), "source": source}
    )


PAIRS = """
select
    one._landing_id,
    other._landing_id,
    one._position < other._position,
    one._position > other._position,
    one._position = other._position
from positions as one
cross join positions as other
"""
PLACES = """
select
    _landing_id,
    row_number() over (order by _position),
    _position = max(_position) over ()
from positions
"""


@pytest.mark.parametrize("connector", slow_except(["sqlserver"], SOURCES))
def test_positions_are_in_total_order(dbt: Dbt, spark: SparkSession, connector: str) -> None:
    """By <, by =, sorted and as a maximum; nulls first, arrays part by part."""
    spark = session()
    columns = {"id": {"data_type": "int", "path": "_id" if connector == "mongodb" else "id"}}
    epochs = ["_source.name = 'b'"]
    options = f"key=['id'], columns={columns}, epochs={epochs}"
    sql = compiled(dbt, f"unwrap({SCRATCH}, 'kafka', '{connector}', {options})")
    place = compiled(dbt, "_place()")

    @few
    @given(st.lists(events(connector), min_size=60, max_size=60), st.randoms(use_true_random=False))
    def check(batch: list[Json], random: Any) -> None:
        rows = [
            ("t", random.randrange(3), *record[2:])
            for record in kafka(*({"before": None} | event for event in batch))
        ]
        spark.sql(f"create or replace table landing.scratch ({KAFKA})")
        spark.createDataFrame(rows, KAFKA).writeTo("landing.scratch").append()
        frame = spark.sql(sql).selectExpr(
            "_landing_id", f"{place} as _position", "_position as text", "_topic_partition as part"
        )
        built = frame.collect()
        spark.createDataFrame(built, frame.schema).createOrReplaceTempView("positions")
        ranked = spark.sql(PLACES).collect()
        places = {row[0]: row[1] for row in ranked}
        assert sorted(places.values()) == list(range(1, 61))
        # one place for each, and all pairs as their places: total, antisymmetric and transitive
        for one, other, *compared in spark.sql(PAIRS).collect():
            a, b = places[one], places[other]
            assert compared == [a < b, a > b, a == b]
        assert [row[1] for row in ranked if row[2]] == [60]
        in_order = sorted(built, key=lambda row: comparable(row["_position"]))
        assert [places[row["_landing_id"]] for row in in_order] == list(range(1, 61))
        by_text = sorted(in_order, key=lambda row: (row["text"], row["part"]))
        assert by_text == in_order

    check()
    spark.sql("drop table if exists landing.scratch")


def comparable(value: Any) -> Any:
    """Return the rule itself: from left to right, null before all else."""
    if isinstance(value, Row | list):
        return (1, *map(comparable, value))
    return (0,) if value is None else (1, value)


# -- coordinates as text -------------------------------------------------------------------------

any_number = st.sampled_from([0, 1, 9, 10, 99, 2**31, 2**63 - 1, -1, -2, -10, -(2**63), "7", "x"])
ANY = {
    **SOURCES,
    "cdl": {"lsn": any_number},
    "postgresql": {"lsn": any_number},
    "mysql": {**SOURCES["mysql"], "pos": any_number},
    "mongodb": {"ts_ms": any_number, "ord": any_number, "h": any_number},
    "oracle": {**SOURCES["oracle"], "scn": any_number, "ssn": any_number},
}


def whole(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch("-?[0-9]+", text) else None


def parts(text: str | None, separator: str = ":") -> list[int] | None:
    """Return the hexadecimal parts of a place in a log."""
    return [int(each, 16) for each in text.split(separator)] if text else None


def file_of(source: dict[str, str]) -> list[Any]:
    return [
        whole(source["file"].rpartition(".")[2]) if source.get("file") else None,
        whole(source.get("pos")),
        whole(source.get("row")),
    ]


def oracle_place(source: dict[str, str], read: bool) -> list[Any]:
    scn, commit_scn = whole(source.get("scn")), whole(source.get("commit_scn"))
    is_behind = commit_scn is not None and scn is not None and commit_scn < scn
    position = source.get("lcr_position")
    rs_id = (source.get("rs_id") or "").strip().removeprefix("0x")
    return [
        scn if "commit_scn" not in source or is_behind else commit_scn,
        read,
        scn,
        position.lower() if position else None,
        whole(source.get("txSeq")),
        parts(rs_id, "."),
        whole(source.get("ssn")),
    ]


PLACE_OF: dict[str, Callable[[dict[str, str], bool], list[Any]]] = {
    "sqlserver": lambda source, read: [
        parts(source.get("commit_lsn")),
        read,
        parts(source.get("change_lsn")),
        whole(source.get("event_serial_no")),
    ],
    "db2": lambda source, read: [
        parts(source.get("commit_lsn")),
        read,
        parts(source.get("change_lsn")),
    ],
    "postgresql": lambda source, _: [whole(source.get("lsn"))],
    "cdl": lambda source, _: [whole(source.get("lsn"))],
    "mysql": lambda source, _: file_of(source),
    "mariadb": lambda source, _: [
        whole(source["gtid"].rpartition("-")[2]) if "gtid" in source else None,
        *file_of(source),
    ],
    "oracle": oracle_place,
    "mongodb": lambda source, _: [whole(source.get(name)) for name in ("ts_ms", "ord", "h")],
}


@pytest.mark.parametrize("connector", PLACE_OF)
def test_coordinates_sort_as_text(dbt: Dbt, spark: SparkSession, connector: str) -> None:
    """As the values of the source block do, which are compared here in Python."""
    spark = session()
    known = f"debezium._connectors()[{connector!r}]"
    texts_type = f"debezium._struct_type({known}.source, 'string')"
    block = compiled(
        dbt, f"""_as_block("from_json(block, '" ~ {texts_type} ~ "')", {known}.source)"""
    )
    values = compiled(dbt, f"_coordinates({known})")
    text = compiled(dbt, f"_sortable_coordinates({known})")
    fields = {name: st.none() | each for name, each in ANY[connector].items()}

    @settings(few, max_examples=1)
    @given(st.lists(st.tuples(st.fixed_dictionaries(fields), st.booleans()), min_size=300))
    def check(batch: list[tuple[Json, bool]]) -> None:
        rows = [
            (number, "r" if read else "u", {k: str(v) for k, v in source.items() if v is not None})
            for number, (source, read) in enumerate(batch)
        ]
        blocks = [(id_, op, json.dumps(source)) for id_, op, source in rows]
        frame = spark.createDataFrame(blocks, "id int, _op string, block string")
        built = frame.selectExpr(
            "id", "_op", "cast(null as int) as _topic_partition", f"{block} as _source"
        )
        built = built.selectExpr("id", f"{values} as _coordinates").selectExpr("id", text)
        texts = {row[0]: row[1] for row in built.collect()}
        places = {id_: comparable(PLACE_OF[connector](of, op == "r")) for id_, op, of in rows}
        in_order = sorted(texts, key=lambda each: places[each])
        for one, other in pairwise(in_order):
            assert (texts[one] < texts[other]) == (places[one] < places[other]), texts[one]
            assert (texts[one] == texts[other]) == (places[one] == places[other]), texts[one]

    check()


# -- the documents' values -----------------------------------------------------------------------


def order(unwrap: Unwrap, connector: str, sources: list[Any], layout: str = "kafka") -> list[int]:
    """Return the places of these sources, landed backwards, in the order of their positions.

    A source may be a pair with the operation; equal coordinates stay in the order of arrival.
    """
    pairs = [each if isinstance(each, tuple) else ("c", each) for each in sources]
    after: Any = '{"_id": 1}' if connector == "mongodb" else {"id": 1}
    events = [{"op": op, "after": after, "source": source} for op, source in reversed(pairs)]
    if layout == "cdl":
        events = [event | {"message_version": "2.0"} for event in events]
    path = "_id" if connector == "mongodb" else "id"
    columns = {"id": {"data_type": "int", "path": path}}
    arguments = f"'{layout}', '{connector}', key=['id'], columns={columns}"
    rows = unwrap(KAFKA, kafka(*events), arguments)
    assert {(row["_class"], row["_reason"]) for row in rows} == {("data", None)}
    rows.sort(key=lambda row: (row["_position"], row["_topic_offset"]))
    return [len(pairs) - 1 - row["_topic_offset"] for row in rows]


def documented(name: str) -> Json:
    """Return the source block of one of the documents' events."""
    event = json.loads((DOCUMENTS / f"{name}.json").read_text())
    source: Json = event.get("payload", event)["source"]
    return source


@pytest.mark.parametrize("connector", ["db2", "sqlserver"])
def test_the_lsns_of_the_documents(unwrap: Unwrap, connector: str) -> None:
    source_blocks = [documented(f"{connector}_{name}") for name in ("create", "update", "delete")]
    assert order(unwrap, connector, source_blocks) == [0, 1, 2]


def test_lsns_of_other_widths(unwrap: Unwrap) -> None:
    """Numbers, not texts; 00000027 is less than 100."""
    create = documented("sqlserver_create")
    lsns = ["9:9:9", "27:758:4", "00000027:00000758:0005", "27:00000759:1", "0000100:0:0"]
    lsns += ["fffffff:0", "00000010000000:0000", "10000000:0000:0001"]
    source_blocks = [create | {"commit_lsn": lsn, "change_lsn": lsn} for lsn in lsns]
    assert order(unwrap, "sqlserver", source_blocks) == list(range(len(lsns)))


def test_a_serial_number_may_be_text(unwrap: Unwrap) -> None:
    """A text "1" in the payload, int64 in the schema; a key change is serial 1 and 2."""
    create = documented("sqlserver_create")
    source_blocks = [create | {"event_serial_no": each} for each in (None, "1", 2, "10", 11)]
    assert order(unwrap, "sqlserver", source_blocks) == list(range(5))


@pytest.mark.parametrize("connector", ["db2", "sqlserver"])
def test_coordinates_that_are_partly_null(unwrap: Unwrap, connector: str) -> None:
    """A null comes first; a read shows what the whole commit left."""
    before = {"commit_lsn": "27:758:4", "change_lsn": "27:758:3"}
    commit = {"commit_lsn": "27:758:5"}
    source_blocks = [
        ("r", {}),  # nothing at all: placed by the fold
        ("c", {"change_lsn": "27:758:1"}),
        ("u", before),
        ("r", before | {"change_lsn": None}),
        ("u", commit | {"change_lsn": None}),
        ("u", commit | {"change_lsn": "27:758:1"}),
        ("u", commit | {"change_lsn": "27:758:2"}),
        ("r", commit | {"change_lsn": None, "snapshot": "true"}),
        ("u", {"commit_lsn": "27:758:6"}),
        ("r", documented("sqlserver_incremental_read")),
    ]
    assert order(unwrap, connector, source_blocks) == list(range(len(source_blocks)))


def test_the_order_of_the_operations_log(unwrap: Unwrap) -> None:
    """MongoDB's own order within a second, as number or text; snapshot reads have none."""
    skeleton = documented("mongodb_create_skeleton")
    at = skeleton["ts_ms"]
    source_blocks: list[Any] = [
        ("r", documented("mongodb_1_1_read") | {"snapshot": "true"}),
        documented("mongodb_unset_update") | {"ts_ms": at - 1000, "ord": 1},
        skeleton | {"ord": None},
        skeleton,
        skeleton | {"ord": "9"},
        skeleton | {"ord": 10},
        skeleton | {"ord": 10, "h": 1546547425148721999},
        skeleton | {"ts_ms": str(at + 1000), "ord": 1},
    ]
    assert order(unwrap, "mongodb", source_blocks) == list(range(len(source_blocks)))


def test_a_number_orders_as_a_number(unwrap: Unwrap) -> None:
    """Log sequence numbers of PostgreSQL and of CDL: "9" comes before "10"."""
    for connector, layout in (("postgresql", "kafka"), ("cdl", "cdl")):
        document = documented("cdl_2_0_create")
        lsns = [9, "9", "10", 99, "100", document["lsn"], str(document["lsn"] + 1)]
        source_blocks = [document | {"lsn": each, "txId": 1} for each in lsns]
        assert order(unwrap, connector, source_blocks, layout) == [1, 0, 2, 3, 4, 5, 6]


def test_the_number_of_a_file(unwrap: Unwrap) -> None:
    """Of a binary log past 999999 it has more digits; a global transaction id comes before it.

    Within a topic partition MySQL's row decides nothing: these two landed backwards.
    """
    places = [("mysql-bin.000009", 500, 1), ("mysql-bin.000010", 4, 0), ("mysql-bin.000010", 30, 0)]
    places += [("mysql-bin.000010", 30, 1), ("mysql-bin.999999", 4, 0), ("mysql-bin.1000000", 4, 0)]
    source_blocks = [{"file": file, "pos": pos, "row": row} for file, pos, row in places]
    assert order(unwrap, "mysql", source_blocks) == [0, 1, 3, 2, 4, 5]
    assert order(unwrap, "mariadb", source_blocks) == list(range(len(source_blocks)))
    gtids = ["0-1-9", "0-2-10", "0-1-11", "0-1-100"]
    source_blocks = [
        {"gtid": gtid} | each for gtid, each in zip(gtids, reversed(source_blocks), strict=False)
    ]
    assert order(unwrap, "mariadb", source_blocks) == list(range(len(source_blocks)))


# Of Debezium's documentation: an update and a truncate.
ORACLE = {
    "version": "3.5.0.Final",
    "connector": "oracle",
    "name": "server1",
    "ts_ms": 1520085811000,
    "ts_us": 1520085811000000,
    "ts_ns": 1520085811000000000,
    "snapshot": "false",
    "db": "ORCLPDB1",
    "sequence": None,
    "schema": "DEBEZIUM",
    "table": "CUSTOMERS",
    "txId": "6.9.809",
    "scn": "2125544",
    "commit_scn": "2125544",
    "lcr_position": None,
    "rs_id": "001234.00012345.0124",
    "ssn": 1,
    "redo_thread": 1,
    "user_name": "user",
    "row_id": "AAASgjAAMAAAACnAAA",
    "commit_ts_ms": 1520085811000,
    "start_scn": "2125544",
    "start_ts_ms": 1520085811000,
}


def oracle(commit_scn: Any, scn: Any, **more: Any) -> Json:
    return ORACLE | {"commit_scn": commit_scn, "scn": scn} | more


def test_oracle_follows_the_commits(unwrap: Unwrap) -> None:
    """Numbers, not texts, beyond a bigint too; then the change's own number, then its place."""
    source_blocks = [
        oracle("999", "998"),
        oracle("1000", "997"),  # written before it, committed after it
        oracle("1001", "1000", rs_id=None, ssn=None),
        oracle("1001", "1000", rs_id=" 0x0000a1.000aebf2.0010 ", ssn=0),
        oracle("1001", "1000", rs_id="0x0000a1.000aebf2.0018", ssn=1),
        oracle("1001", "1000", rs_id="0x0000a1.000aebf2.0018", ssn=2),
        oracle("1001", "1000", rs_id="a1.aebf3.0", ssn=0),
        oracle("1001", "1000", rs_id="000100.00000001.0000", ssn=0),
        oracle("1001", "1000", rs_id="0x0000a1.000aebf2.0010", txSeq=9),
        oracle("1001", "1000", rs_id="0x0000a1.000aebf2.0000", txSeq="10"),
        oracle("1001", "1000", rs_id=None, lcr_position="0000000aff"),
        oracle("1001", "1000", rs_id=None, lcr_position="0000000B01"),
        oracle("1001", "1001", rs_id=None, txSeq=1),
        ORACLE,
        oracle("9223372036854775807", "9223372036854775806"),
        oracle("9223372036854775808", "1"),
        oracle("18446744073709551615", "1"),
    ]
    assert order(unwrap, "oracle", source_blocks) == list(range(len(source_blocks)))


def test_oracle_without_a_commit_scn_of_the_event(unwrap: Unwrap) -> None:
    """None, or that of an earlier commit in its redo thread: then the change's scn counts."""
    source_blocks = [
        oracle("90", "95", redo_thread=1),
        oracle("100", "96", redo_thread=1),  # the last event of its transaction names its own
        oracle("40", "120", redo_thread=2),  # a thread that has been idle
        oracle(None, "130"),
        oracle("40", "140", redo_thread=2),
        oracle("150", "140", redo_thread=2),
    ]
    assert order(unwrap, "oracle", source_blocks) == list(range(len(source_blocks)))


def test_an_empty_coordinate_is_none(unwrap: Unwrap) -> None:
    """Snapshot reads of MySQL in some versions have a file without a name."""
    source = {"connector": "mysql", "file": "", "pos": 0, "row": 0, "snapshot": "false"}
    event = {"op": "r", "after": {"id": 1}, "source": source}
    (row,) = unwrap(KAFKA, kafka(event), "'kafka', 'mysql', key=['id'], columns={'id': 'int'}")
    assert (row["_class"], row["_position"]) == ("data", "0000")


def test_oracle_events_without_a_position(unwrap: Unwrap) -> None:
    """Snapshot reads of any kind; what cannot be read is no event."""
    reads = [
        oracle(None, "2125544", snapshot="first", txId=None, rs_id=None, ssn=0),
        oracle("2125544", "2125544", snapshot="incremental"),
    ]
    unread = [
        oracle("324567897:1:0600", "5"),  # several threads' commits stand in the offsets alone
        oracle("5", "five"),
        oracle("5", "5", rs_id="0x1.0xg"),
        oracle("5", "5", lcr_position="0x01"),
    ]
    events: list[Json] = [{"op": "r", "after": {"id": 1}, "source": each} for each in reads]
    events += [{"op": "c", "after": {"id": 1}, "source": each} for each in [*unread, {}]]
    events += [{"op": "t", "after": None, "source": oracle("13271102", "13234397")}]
    rows = unwrap(KAFKA, kafka(*events), "'kafka', 'oracle', key=['id'], columns={'id': 'int'}")
    rows.sort(key=lambda row: row["_topic_offset"])
    assert [row["_class"] for row in rows] == ["data"] * 2 + ["rejected"] * 4 + ["data", "truncate"]
    assert {row["_reason"] for row in rows[2:6]} == {"no_position"}
    for row in (*rows[:2], rows[6]):
        assert row["_position"] == "0000"
    assert rows[7]["_position"].startswith(f"0000 {13271102:020} change ")
    assert rows[7]["_collection"] == "ORCLPDB1.DEBEZIUM.CUSTOMERS"


def test_the_epoch_of_a_null_value(unwrap: Unwrap) -> None:
    """It has no source block; the condition of docs/questions.md reads Kafka's time instead."""
    page = (ROOT / "docs" / "questions.md").read_text()
    condition = re.search(r"`(coalesce\(_source.*_topic_timestamp.*)`", page)
    assert condition
    is_later = int(condition[1].partition(">= ")[2].partition(",")[0])
    rows = []
    for offset, millis in enumerate([is_later - 2, is_later - 1, is_later, is_later + 1]):
        value = {"id": 1, "__op": "c", "__source_ts_ms": millis} if offset % 2 == 0 else None
        at = datetime.fromtimestamp(millis / 1000, timezone.utc)
        rows.append(("t", 0, offset, at, '{"id": 1}', json.dumps(value) if value else None))
    arguments = f"epochs=[{condition[1]!r}], key=['id'], columns={{'id': 'int'}}"
    built = unwrap(KAFKA, rows, f"'flattened_kafka', 'postgresql', {arguments}")
    epochs = [row["_position"] for row in sorted(built, key=lambda row: row["_topic_offset"])]
    assert epochs == ["0000", "0000", "0001", "0001"]
