"""Each model that reads is one that a view can hold: Iceberg's know no `window` clause."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import failures
from shop import COLUMNS, STAGED_EVENTS, Shop, change, tombstone, truncate

VIEWS = {
    "schema_changes": "debezium.schema_changes(ref('base_customers'))",
    "column_history": "debezium.column_history(ref('schema_changes'))",
    "transactions": "debezium.transactions(ref('base_customers'))",
    "counts": "debezium.transaction_counts(ref('transactions'), [ref('base_customers')])",
    "lag": "debezium.source_lag(ref('base_customers'))",
    "snapshots": "debezium.snapshots(ref('base_customers'))",
    "reads": "debezium.snapshot_reads(ref('base_customers'))",
    "missed_deletes": "debezium.missed_deletes(ref('customers'), ref('base_customers'))",
    "drift": f"debezium.drift(ref('base_customers'), {COLUMNS})",
    "rejected": "debezium.rejected(ref('base_customers'))",
}


@pytest.fixture(scope="module")
def viewed(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = Shop(tmp_path_factory.mktemp("viewed"), "viewed")
    for name, call in VIEWS.items():
        shop.write(f"models/{name}.sql", f"{{{{ {call} }}}}\n")
    shop.land(
        change(1, "r", 1, name="Ann", plan="free"),
        change(2, "c", 2, name="Ben", plan="free"),
        change(4, "d", 2),
        tombstone(2),
        change(3, "u", 2, name="Ben", plan="pro"),
        truncate(5),
        change(6, "c", 3, name="Cy", plan="free"),
    )
    shop.dbt("run")
    return shop


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_read(viewed: Shop, name: str) -> None:
    """Spark looks into the query of a view only when it is read."""
    viewed.rows(name, "*", "1")


@pytest.mark.parametrize("kind", ["current", "history"])
def test_current_and_history_cannot_be_iceberg_views(viewed: Shop, kind: str) -> None:
    call = f"debezium.{kind}{STAGED_EVENTS[:-1]}, columns={COLUMNS})"
    for materialized in ("view", "table"):
        model = f"{{{{ config(materialized='{materialized}') }}}}\n{{{{ {call} }}}}\n"
        viewed.write(f"models/seen_{kind}.sql", model)
        result = viewed.dbt("run", "--select", f"seen_{kind}", check=False)
        assert result.success == (materialized == "table")
        assert result.success or "cannot be an Iceberg view" in failures(result)
    ours = "customers" if kind == "current" else "customers_history"
    columns = "_key, name, plan, _op, _load"
    assert viewed.rows(f"seen_{kind}", columns) == viewed.rows(ours, columns)
