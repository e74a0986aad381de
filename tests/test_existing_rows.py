"""A run reads the existing rows once, and caches nothing afterwards."""

from __future__ import annotations

import os
import re
from pathlib import Path

from conftest import session
from shop import Shop, change

LARGE = ("--vars", "{debezium__large_table: 0}")
STATEMENT = re.compile(r"/\* \{.*?\} \*/\s*(.*?)\n\S*\d\d:\d\d:\d\d\.\d+ ", re.DOTALL)


def statements(shop: Shop) -> list[str]:
    """Return what dbt has sent since the log was emptied."""
    return STATEMENT.findall((shop.folder / "logs" / "dbt.log").read_text())


def flat(sql: str) -> str:
    return " ".join(sql.split())


def explained(sql: str) -> str:
    (row,) = session().sql(f"explain {sql}").collect()
    return str(row[0])


def test_it_reads_them_once(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "held")
    shop.land(change(1, "c", 1, name="a"), change(2, "c", 2, name="b"))
    models = ("base_customers", "stg_customers", "customers")
    shop.dbt("run", "--select", *models, *LARGE)
    shop.land(change(3, "d", 1), change(4, "u", 2, name="c"))
    (shop.folder / "logs" / "dbt.log").write_text("")
    shop.dbt("run", "--select", *models, *LARGE)
    assert shop.rows("customers", "id, name, _is_deleted") == [[1, "a", True], [2, "c", False]]

    sent = statements(shop)
    keeping = [sql for sql in sent if sql.startswith("cache table")]
    if os.environ.get("DEBEZIUM_FILE_FORMAT") == "hudi":
        assert keeping == []
        return
    (kept,) = keeping
    view, held = re.split(r" as\n", kept.removeprefix("cache table "), maxsplit=1)
    (question,) = [sql for sql in sent if sql.rstrip().endswith("from keys_with_state")]
    (model,) = [sql for sql in sent if "temporary view" in sql and "existing_rows as" in sql]
    assert not session().catalog.tableExists(view.strip("`"))
    assert [flat(held) in flat(sql) for sql in (question, model)] == [True, True]
    assert "In-memory table" not in explained(question)
    session().sql(kept)
    assert "In-memory table" in explained(question)
    session().sql(f"drop view {view}")
