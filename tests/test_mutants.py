"""Wrong rules in the shipped SQL, one at a time: the simulator's comparison finds each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from conftest import Dbt
from pyspark.sql import SparkSession
from simulator import lake
from simulator.cases import Bench, Texts, cases, texts
from simulator.simulation import Setting

from dbt_debezium.conformance import spark_session

pytestmark = pytest.mark.slow

SEEDS = range(18)
STREAMS = 6


@dataclass(frozen=True)
class Mutant:
    """A wrong rule of a connector.

    unwrap, state  what is replaced in the SQL of the base model, of the current and history models
    coordinates   what stands for the coordinates of the source
    only          of the current and history models the one that is wrong
    """

    connector: str
    unwrap: dict[str, str] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    coordinates: str | None = None
    only: str | None = None

    def of(self, texts: Texts) -> Texts:
        unwrap = replaced(texts.unwrap, self.unwrap)
        if self.coordinates is not None:
            start = unwrap.index("concat_ws(\n        ' ',\n", unwrap.index("as _key_mismatch"))
            end = unwrap.index(" as _position,")
            epoch, _ = unwrap[start:end].split("' ',\n", 1)[1].split(",\n        if(\n", 1)
            position = f"concat_ws(' ', {epoch}, {self.coordinates})"
            unwrap = unwrap[:start] + position + unwrap[end:]
        names = [self.only] if self.only else ["current", "history"]
        current_and_history = {name: replaced(getattr(texts, name), self.state) for name in names}
        return replace(texts, unwrap=unwrap, **current_and_history)


def replaced(text: str, pairs: dict[str, str]) -> str:
    for old, new in pairs.items():
        assert old in text, f"no longer in the SQL: {old}"
        text = text.replace(old, new)
    return text


def number(name: str) -> str:
    return f"coalesce(lpad(cast(try_cast({name} as bigint) as string), 19, '0'), '-')"


SERVER = "_source.name like '%-2'"
SNAPSHOT = "coalesce(_source.snapshot, 'false') = 'false'"
TRUNCATED = "relevant_events._place.origin.collection <=> truncated_collections.origin.collection"
FOLLOWED = "_pending and _document is null as _pending"
BY_LOAD = {"left(_position, 4) as epoch,": "lpad(_load, 4, '0') as epoch,"}
MUTANTS = {
    # what orders
    "the envelope's time": Mutant("postgresql", coordinates=number("_ts_ms")),
    "arrival alone": Mutant("postgresql", coordinates="cast(null as string)"),
    "loads first": Mutant("db2", state=BY_LOAD),
    "loads of documents first": Mutant("mongodb", state=BY_LOAD),
    "the lsn, of reads too": Mutant("postgresql", unwrap={f"{SNAPSHOT} and": "true and"}),
    "the lsn, of CDL's reads too": Mutant("cdl", unwrap={f"{SNAPSHOT} and": "true and"}),
    "the sequence, of reads too": Mutant(
        "postgresql",
        coordinates="array_join(transform(from_json(_source.sequence, 'array<string>'),"
        f" part -> {number('part')}), ' ')",
    ),
    "the time of the transaction, of reads too": Mutant(
        "mongodb", unwrap={f"{SNAPSHOT} and": "true and"}
    ),
    "total_order before the coordinates": Mutant(
        "mongodb",
        coordinates=f"if({SNAPSHOT} and _source is not null, concat_ws(' ',"
        f" {number('_transaction.total_order')}, {number('_coordinates.ts_ms')},"
        f" {number('_coordinates.ord')}), null)",
    ),
    "an lsn as text": Mutant(
        "sqlserver",
        unwrap={
            "right('000000000000000' || part, 15)": "part",
        },
    ),
    "the position without its file": Mutant(
        "mariadb", unwrap={" as gtid,": " * 0 as gtid,", " as file,": " * 0 as file,"}
    ),
    "the file without a gtid": Mutant("mariadb", unwrap={" as gtid,": " * 0 as gtid,"}),
    "no epoch": Mutant("sqlserver", unwrap={f"if({SERVER}, 1, 0)": "0"}),
    "no epoch of documents": Mutant("mongodb", unwrap={f"if({SERVER}, 1, 0)": "0"}),
    # reads
    "reads last": Mutant(
        "sqlserver",
        unwrap={f"if({SERVER}, 1, 0)": f"if({SERVER}, 2, 0) + if(_op = 'r', 1, 0)"},
    ),
    "reads without inherited coordinates": Mutant(
        "postgresql",
        state={"max(_place.coordinates) over": "max(if(_op = 'r', null, null)) over"},
    ),
    # events at one place, repeats
    "ties without arrival": Mutant(
        "mariadb",
        state={
            "_place.arrival as arrival": (
                "named_struct('topic_partition', '', 'offset', 0) as arrival"
            )
        },
    ),
    "the last at shared coordinates a repeat": Mutant(
        "mongodb", state={"_is_tied and _tie_rank_from_last = 1": "false"}
    ),
    "truncates at shared coordinates by partition": Mutant(
        "oracle", state={"(_is_tied and _tie_partitions_differ)": "false"}
    ),
    "repeats": Mutant("db2", state={"where _copy_number = 1 or": "where true or"}),
    "coordinates for an event's name": Mutant(
        "db2",
        state={
            "_key, _kind, if(_kind = 'tombstone', _landing_id, cast(_event_id as string))": (
                "_kind, if(_kind = 'event' and _has_coordinates,"
                " cast(struct(_place.coordinates, _place.origin) as string), _landing_id)"
            )
        },
    ),
    # what an event leaves of the row
    "unavailable values as null": Mutant(
        "postgresql", state={"array_contains(_unavailable, 'big')": "false"}
    ),
    "unavailable values of CDL as null": Mutant(
        "cdl", state={"array_contains(_unavailable, 'big')": "false"}
    ),
    "no truncates": Mutant("mariadb", state={"_class = 'truncate'": "_class = 'no truncate'"}),
    "truncates of every table": Mutant(
        "postgresql",
        state={
            TRUNCATED: "true",
            "landed._place.origin.collection <=> truncated_keys.origin.collection": "true",
            "_row_place.origin.collection <=> _place.origin.collection": "true",
        },
    ),
    "truncates without the rows of the server before": Mutant(
        "postgresql",
        state={
            "relevant_events._place.epoch < truncated_collections.epoch": "false",
            "_row_place.epoch < _place.epoch": "false",
        },
    ),
    "no deletes": Mutant("cdl", state={"_op in ('d', 't')": "_op in ('t')"}),
    "no tombstones": Mutant("db2", state={"_class = 'tombstone'": "_class = 'no tombstone'"}),
    "each tombstone a delete": Mutant(
        "sqlserver", state={"coalesce(_op_before = 'd', false)": "false"}
    ),
    "no partial updates": Mutant("mongodb", state={FOLLOWED: "_pending"}),
    "partial updates without a document": Mutant("mongodb", state={FOLLOWED: "false as _pending"}),
    "partial updates as rows": Mutant(
        "mongodb", state={"_pending or _unavailable is not null as _pending": "false as _pending"}
    ),
    "partial updates after a late document": Mutant(
        "mongodb",
        state={" as epoch,": " + if(_pending, 1, 0) as epoch,"},
    ),
    "partial updates without their image before": Mutant(
        "mongodb", state={"_before as before": "cast(null as string) as before"}
    ),
    # versions
    "a version for each event": Mutant(
        "postgresql", state={"not _content <=> _content_before": "true"}, only="history"
    ),
    "clocks that run backwards": Mutant(
        "db2",
        state={"max(struct(\n            coalesce": "last(struct(\n            coalesce"},
        only="history",
    ),
}


@pytest.fixture(scope="module")
def spark(dbt: Dbt) -> Iterator[SparkSession]:
    with lake.settings(spark_session()):
        yield spark_session()


@cache
def bench(connector: str) -> tuple[Bench, Texts]:
    """Return the cases of a connector, and the SQL that ships."""
    settings = [
        Setting(connector, seed, STREAMS, 1 + seed % 3, prefix=f"server{seed}.shop{seed}")
        for seed in SEEDS
    ]
    return Bench(spark_session(), cases(settings, False)), texts(connector, lake.compiled)


@pytest.mark.parametrize("connector", sorted({each.connector for each in MUTANTS.values()}))
def test_the_shipped_sql_finds_the_truth(spark: SparkSession, connector: str) -> None:
    cases, shipped = bench(connector)
    assert cases.mismatches(shipped) == []


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_found(spark: SparkSession, name: str) -> None:
    cases, shipped = bench(MUTANTS[name].connector)
    assert cases.mismatches(MUTANTS[name].of(shipped))
