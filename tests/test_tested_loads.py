"""Generic tests check what the loads since their last pass touched, or every row where asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import session
from dbt.artifacts.schemas.results import TestStatus
from dbt.artifacts.schemas.run import RunExecutionResult
from dbt.contracts.graph.nodes import GenericTestNode
from shop import MORNING, STAGED_EVENTS, Shop, change, incremental

pytestmark = pytest.mark.skipif(
    os.environ.get("DEBEZIUM_FILE_FORMAT", "iceberg") == "hudi",
    reason="Hudi's tables keep no property for it: every test checks every row",
)

LEDGER = incremental(
    "debezium.ledger([(source('landing', 'customers'), ref('base_customers'))])",
    "_load",
    incremental_strategy="append",
)
PROPERTY = "debezium.tested_load."
EVENTS = {"arguments": {"events": "ref('stg_customers')"}}
TESTS: dict[str, dict[str, Any]] = {
    "base_customers": {
        "conservation": {
            "arguments": {
                "landing": "source('landing', 'customers')",
                "layout": "kafka",
                "ledger": "ref('ledger')",
            }
        },
        "unique_key": {},
        "no_drift": {"arguments": {"kinds": ["new", "retyped"]}},
    },
    "customers": {"all_events_applied": EVENTS, "no_resurrection": EVENTS},
    "customers_history": {
        "valid_history": {},
        "current_matches_history": {"arguments": {"current": "ref('customers')"}},
    },
}
# What is made wrong of a key: the test that finds it, the table, the statement.
FAULTS = {
    "a landed row is missing": (
        "conservation",
        "base_customers",
        "delete from {table} where {key}",
    ),
    "a row is there twice": (
        "conservation",
        "base_customers",
        "insert into {table} select * from {table} where {key}",
    ),
    "a row has no class": (
        "conservation",
        "base_customers",
        "update {table} set _class = null where {key}",
    ),
    "two rows under one key": (
        "unique_key",
        "base_customers",
        "update {table} set _collection = 'd.s.others' where {key} and name like '%1'",
    ),
    "an undeclared field": (
        "no_drift",
        "base_customers",
        "update {table} set _extra = map('more', '1') where {key}",
    ),
    "an event is not counted": (
        "all_events_applied",
        "customers",
        "update {table} set _events = _events + 1 where {key}",
    ),
    "a row lives after its delete": (
        "no_resurrection",
        "base_customers",
        "update {table} set _op = 'd' where {key} and name like '%2'",
    ),
    "versions with a gap": (
        "valid_history",
        "customers_history",
        "update {table} set _version = _version + 1 where {key}",
    ),
    "another value in history": (
        "current_matches_history",
        "customers_history",
        "update {table} set name = 'x' where {key}",
    ),
}

# These hide each other.
ONE_BY_ONE = {"a landed row is missing", "a row has no class", "a row lives after its delete"}
TOGETHER = {name: fault for name, fault in FAULTS.items() if name not in ONE_BY_ONE}


@pytest.fixture(scope="module")
def shop(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """Load 1 of keys 1 and 2 was tested, load 2 of key 2 was not."""
    made = Shop(tmp_path_factory.mktemp("tested"), "tested")
    made.write("models/ledger.sql", LEDGER)
    file = made.folder / "models" / "models.yml"
    described = yaml.safe_load(file.read_text())
    for model in described["models"]:
        tests = TESTS.get(model["name"], {})
        model["data_tests"] = [{f"debezium.{name}": more} for name, more in tests.items()]
    file.write_text(yaml.safe_dump(described, sort_keys=False))
    made.land(change(1, "c", 1, name="a1"), change(2, "u", 1, name="a2"), at=MORNING)
    made.land(change(3, "c", 2, name="b1"), at=MORNING)
    made.dbt("compile")  # before anything is built
    made.dbt("build")
    made.land(change(4, "u", 2, name="b2"), change(5, "c", 3, name="c1"), at=MORNING)
    made.dbt("run")
    return made


def properties(shop: Shop, table: str) -> dict[str, str]:
    """Return the newest load that each test has passed, as the table remembers it."""
    rows = session().sql(f"show tblproperties {shop.schema}.{table}").collect()
    return {row["key"]: row["value"] for row in rows if row["key"].startswith(PROPERTY)}


def passed_until(shop: Shop, load: int) -> None:
    """Let the tables remember no newer load."""
    for table in TESTS:
        for name in properties(shop, table):
            remembered = f"set tblproperties ('{name}' = '{load}')"
            session().sql(f"alter table {shop.schema}.{table} {remembered}")


def failed(shop: Shop, *arguments: str) -> set[str]:
    """Return the names of the tests that fail."""
    run = shop.dbt("test", *arguments, check=False).result
    assert isinstance(run, RunExecutionResult)
    results = {
        result.node.test_metadata.name: result.status
        for result in run.results
        if isinstance(result.node, GenericTestNode)
    }
    assert results
    assert set(results.values()) <= {TestStatus.Pass, TestStatus.Fail}
    return {name for name, status in results.items() if status == TestStatus.Fail}


def key(number: int) -> str:
    return f"_key = '{{\"id\":{number}}}'"


ALL = ("--vars", "{debezium__test_all: true}")


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(shop: Shop, fault: str) -> None:
    """Of the load that was not tested, in each run until it is mended; of others where asked."""
    test, name, statement = FAULTS[fault]
    select = ("--select", f"test_name:{test}")
    table = f"{shop.schema}.{name}"
    spark = session()
    spark.sql(f"create table {shop.schema}.right as select * from {table}")
    for number, is_found in [(1, False), (2, True)]:
        passed_until(shop, 1)
        spark.sql(statement.format(table=table, key=key(number)))
        assert bool(failed(shop, *select, *ALL))
        assert bool(failed(shop, *select)) == is_found
        assert bool(failed(shop, *select)) == is_found
        spark.sql(f"insert overwrite {table} select * from {shop.schema}.right")
    assert not failed(shop, *select)
    spark.sql(f"drop table {shop.schema}.right")


@pytest.mark.slow
def test_a_table_that_was_rebuilt_is_tested_from_its_first_load(shop: Shop) -> None:
    passed_until(shop, 2)
    variables = ("--vars", "{debezium__full_refresh: [customers]}")
    shop.dbt("run", "--full-refresh", "--select", "customers", *variables)
    assert set(properties(shop, "base_customers").values()) == {"2"}
    assert set(properties(shop, "customers").values()) == {"0"}
    history = properties(shop, "customers_history")
    passed = {name.split(".")[2]: load for name, load in history.items()}
    assert passed == {"valid_history": "2", "current_matches_history": "0"}


@pytest.mark.slow
def test_a_test_that_can_hide_faults_is_not_remembered(shop: Shop) -> None:
    file = shop.folder / "models" / "models.yml"
    before = file.read_text()
    described = yaml.safe_load(before)
    for model in described["models"]:
        if model["name"] == "customers_history":
            hidden = {"where": "id > 0"}, {"warn_if": "> 1", "error_if": "> 1"}
            for test, config in zip(model["data_tests"], hidden, strict=True):
                next(iter(test.values()))["config"] = config
        elif model["name"] == "base_customers":
            for test in model["data_tests"][1:]:
                next(iter(test.values()))["config"] = {"where": "id > 0 or id is null"}
    file.write_text(yaml.safe_dump(described, sort_keys=False))
    passed_until(shop, 1)
    for _ in range(2):
        assert not failed(shop, "--select", "customers_history")
        assert set(properties(shop, "customers_history").values()) == {"1"}
    file.write_text(before)


def test_faults_are_found_in_the_load_that_made_them(shop: Shop) -> None:
    statements = {(name, statement) for _, name, statement in TOGETHER.values()}
    tests = {test for test, _, _ in TOGETHER.values()}
    assert not failed(shop)
    assert failed(shop, *ALL) == set()
    for number in (1, 2):
        passed_until(shop, 1)
        for name, statement in statements:
            session().sql(statement.format(table=f"{shop.schema}.{name}", key=key(number)))
        assert failed(shop) == (tests if number == 2 else set())
    assert failed(shop, *ALL) == tests


NAMED = [(1, "c", "Ann"), (2, "u", "Anna")]


@pytest.mark.slow
def test_columns_that_begin_no_version_are_not_compared(target: Path, tmp_path: Path) -> None:
    """They keep their value at the begin of the version."""
    made = Shop(tmp_path, "tracked")
    call = "debezium.history" + STAGED_EVENTS[:-1] + ", tracked=['plan'])"
    made.write("models/customers_history.sql", incremental(call, "_version_id"))
    file = made.folder / "models" / "models.yml"
    described = yaml.safe_load(file.read_text())
    tests = TESTS["customers_history"].items()
    described["models"][2]["data_tests"] = [{f"debezium.{name}": more} for name, more in tests]
    file.write_text(yaml.safe_dump(described, sort_keys=False))
    made.land(*(change(n, op, 1, name=name, plan="a") for n, op, name in NAMED))
    made.dbt("build")
    assert made.rows("customers_history", "name, _version", "1") == [["Ann", 1]]
    session().sql("update tracked.customers_history set plan = 'x'")
    assert failed(made, *ALL) == {"current_matches_history"}
