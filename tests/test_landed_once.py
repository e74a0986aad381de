"""A record that landed twice is in base once; the steps for that are in the SQL only if needed."""

from __future__ import annotations

from pathlib import Path

from dbt.artifacts.schemas.run import RunExecutionResult
from shop import Shop, change


def run(shop: Shop) -> str:
    """Build base, and return the SQL that it ran."""
    result = shop.dbt("run", "--select", "base_customers").result
    assert isinstance(result, RunExecutionResult)
    sql = result.results[0].node.to_dict()["compiled_code"]
    assert isinstance(sql, str)
    return sql


def test_copies_are_looked_for_before_a_load(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "once")
    events = [change(n, "c", n, name=f"name {n}") for n in range(130)]
    shop.land(*events[:70])
    assert "copy_number" not in run(shop)
    # a copy of what base has already
    shop.offset = 69
    shop.land(*events[69:100])
    assert "copy_number" not in run(shop)
    # copies in one load, in the last group of offsets
    shop.land(*events[100:130])
    shop.offset = 129
    shop.land(events[129])
    assert "copy_number" in run(shop)
    assert shop.rows("base_customers", "_topic_offset, id") == [[n, n] for n in range(130)]
