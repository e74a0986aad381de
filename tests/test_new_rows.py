"""A run of base reads the landed rows that base lacks, whatever gaps the offsets have."""

from __future__ import annotations

import json
import re
from datetime import datetime, timezone

import pytest
from loads import Loads, relation

COLUMNS = {"id": "bigint"}
ENTITY = {"schema": "p", "table": "a"}
LANDING = relation("gaps", "landing")
MODELS = {
    "gaps_base": f"unwrap({LANDING}, 'kafka', 'postgresql', ['id'], columns={COLUMNS})",
    "gaps_envelopes": f"envelopes({LANDING}, 'kafka', 'postgresql', [{ENTITY}])",
    "gaps_of_a": (
        f"unwrap({relation('gaps_envelopes')}, 'envelope', 'postgresql', ['id'],"
        f" entity={ENTITY}, columns={COLUMNS})"
    ),
}
SKIPPED = re.compile(r"_landing\.(?:offset|_topic_offset) > (\d+)")


def record(offset: int, table: str = "a", day: int = 0) -> tuple[str, int, int, datetime, str, str]:
    at = datetime.fromtimestamp(1_700_000_000 + day * 86_400 + offset, tz=timezone.utc)
    source = {"name": "s", "schema": "p", "table": table, "lsn": offset + 1, "snapshot": "false"}
    key = {"id": offset}
    value = {"op": "c", "source": source, "before": None, "after": key}
    return "t", 0, offset, at, json.dumps(key), json.dumps(value)


def run(loads: Loads) -> tuple[list[list[int]], list[str]]:
    """Build the models; return the offsets that each contains, and those that each skipped."""
    skipped = []
    for table, call in MODELS.items():
        if f"debezium.{table}" in loads.tables:
            skipped += SKIPPED.findall(loads.sql(call, table, incremental=True))
        loads.build(table, call)
    return [sorted(row["_topic_offset"] for row in loads.rows(table)) for table in MODELS], skipped


def test_offsets_with_gaps_are_compared_as_bits(loads: Loads) -> None:
    """Other tables share the topic; a record that lands late is read, and skipped afterwards."""
    loads.land([*map(record, (0, 2, 65, 200)), record(1, "b"), record(70, "b")], table="gaps")
    everything = [0, 1, 2, 65, 70, 200]
    assert run(loads) == ([everything, everything, [0, 2, 65, 200]], [])
    for offset, last in ((201, ["200"] * 3), (64, ["63"] * 3), (202, ["201"] * 3)):
        loads.land([record(offset)], table="gaps")
        contained, skipped = run(loads)
        assert [offset in each for each in contained] == [True] * 3
        assert skipped == last
    assert len(contained[0]) == len(set(contained[0])) == 9


@pytest.mark.slow
def test_a_late_record_of_a_recreated_topic_is_read(loads: Loads) -> None:
    """The topic before had records at the same offsets."""
    for offsets, day in (((0, 1, 2, 3), 0), ((0, 3, 65), 1), ((1, 2), 1)):
        loads.land([record(offset, day=day) for offset in offsets], table="gaps")
        contained, _ = run(loads)
    assert contained == [[0, 0, 1, 1, 2, 2, 3, 3, 65]] * 3
