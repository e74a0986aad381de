"""A base model that is up to date runs one query and reads no message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, session
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


def with_macro(shop: Shop, file: str, old: str, new: str) -> None:
    """Give the shop a copy of the package in which a macro differs."""
    package = shop.folder / "dbt_packages" / "debezium"
    package.unlink()
    shutil.copytree(ROOT / "macros", package / "macros")
    shutil.copy(ROOT / "dbt_project.yml", package)
    text = (package / "macros" / file).read_text()
    assert text.count(old) == 1
    (package / "macros" / file).write_text(text.replace(old, new))


@pytest.mark.slow
def test_a_large_table_reads_only_its_newest_loads(target: Path, tmp_path: Path) -> None:
    """Its partitions are a property, valid while earlier loads have as many rows."""
    shop = Shop(tmp_path, "large")
    with_macro(shop, "unwrap/_stored_partitions.sql", "rows >= 1000000", "rows >= 3")
    shop.write("models/base_customers.sql", incremental(BASE, "_landing_id", LATER_LOADS))
    query = "from large.base_customers\n    where _load > 1\n"

    def load(*numbers: int) -> str:
        shop.land(*(change(number, "c", number, name="a") for number in numbers), at=MORNING)
        log = shop.folder / "logs" / "dbt.log"
        log.write_text("")
        shop.dbt("run", "--select", "base_customers")
        assert {shop.offset - 1} <= offsets()
        return log.read_text()

    def offsets() -> set[int]:
        found = shop.rows("base_customers", "_topic_offset", order="1")
        assert len(found) == len({offset for (offset,) in found})
        return {offset for (offset,) in found}

    load(0, 1, 2)
    assert query not in load(3)
    assert query in load(4)
    late = shop.offset
    shop.offset += 1
    assert query in load(6)
    shop.offset, after = late, shop.offset
    assert query in load(5)
    shop.offset = after
    assert offsets() == set(range(7))

    session().sql("delete from large.base_customers where _topic_offset in (1, 4)")
    load(7)
    assert offsets() == set(range(8))

    shop.dbt("run", "--full-refresh", "--select", "base_customers")
    load(8)
    assert offsets() == set(range(9))
