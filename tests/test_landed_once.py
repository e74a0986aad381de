"""A record that landed twice is in base once, whenever its copy lands."""

from __future__ import annotations

from pathlib import Path

from shop import Shop, change


def test_a_copy_is_left_out(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "once")
    events = [change(n, "c", n, name=f"name {n}") for n in range(200)]
    shop.land(*events[:70])
    shop.dbt("run", "--select", "base_customers")
    # a copy of what base has already
    shop.offset = 69
    shop.land(*events[69:100])
    shop.dbt("run", "--select", "base_customers")
    # copies in one load: at the end of a group of 64 offsets, in the last group, of another topic
    shop.land(*events[100:200])
    for place in (127, 199):
        shop.offset = place
        shop.land(events[place])
    shop.offset = 150
    for _ in range(2):
        shop.land(events[150], topic="others")
        shop.offset = 150
    shop.dbt("run", "--select", "base_customers")
    found = shop.rows("base_customers", "_topic, _topic_offset, id", order="_topic, _topic_offset")
    assert found == [["customers", n, n] for n in range(200)] + [["others", 150, 150]]
