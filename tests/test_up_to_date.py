"""A base model that is up to date runs one query and reads no message."""

from __future__ import annotations

from pathlib import Path

import yaml
from shop import BASE, COLUMNS, LATER_LOADS, MORNING, Shop, change, incremental


def read(shop: Shop) -> str:
    """Run base; the statement that it merges."""
    log = shop.folder / "logs" / "dbt.log"
    log.write_text("")
    shop.dbt("run", "--select", "base_customers")
    _, _, view = log.read_text().partition("temporary view base_customers__dbt_tmp as")
    return view


def declare(shop: Shop, *names: str) -> None:
    """Give base one more text column for each name."""
    file = shop.folder / "models" / "models.yml"
    properties = yaml.safe_load(file.read_text())
    columns = COLUMNS | dict.fromkeys(names, "string")
    properties["models"][0]["columns"] = [{"name": n, "data_type": t} for n, t in columns.items()]
    file.write_text(yaml.safe_dump(properties, sort_keys=False))


def test_what_is_landed_is_read_once_and_never_missed(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "level")
    model = incremental(BASE, "_landing_id", LATER_LOADS, on_schema_change="append_new_columns")
    shop.write("models/base_customers.sql", model)
    shop.land(change(1, "c", 1, name="a"), change(2, "c", 2, name="b"), at=MORNING)
    read(shop)
    assert "-- nothing new" in read(shop)

    declare(shop, "phone")
    assert "-- nothing new" not in read(shop)
    assert shop.rows("base_customers", "id, phone") == [[1, None], [2, None]]

    late = shop.offset
    shop.offset += 1
    shop.land(change(4, "u", 1, name="c"), at=MORNING)
    assert "-- nothing new" not in read(shop)
    assert "-- nothing new" in read(shop)
    shop.offset = late
    shop.land(change(3, "u", 2, name="d"), at=MORNING)
    assert "-- nothing new" not in read(shop)
    assert "-- nothing new" in read(shop)
    assert shop.rows("base_customers", "_topic_offset, id, name, _load") == [
        [0, 1, "a", 1],
        [1, 2, "b", 1],
        [2, 2, "d", 3],
        [3, 1, "c", 2],
    ]
