"""A misconfigured call fails when compiled, naming the macro, what it got and a right call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Dbt, compiled, failures, operation, session
from dbt.artifacts.schemas.run import RunExecutionResult
from shop import BASE, COLUMNS, LATER_LOADS, MODELS, STAGED_EVENTS, Shop, change, incremental

LANDING = "source('landing', 'db2')"
INT = "columns={'id': 'int'}"
PLACEHOLDER = "unavailable_value_placeholder must have pairs of hexadecimal digits"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (
            f"unwrap({LANDING}, 'kafka', 'db3', ['id'], {INT})",
            "debezium.unwrap: connector must be one of mongodb, sqlserver, db2, postgresql, mysql,"
            " mariadb, oracle, cdl, got: db3",
        ),
        (
            f"unwrap({LANDING}, 'avro', 'db2', ['id'], {INT})",
            "layout must be one of kafka, json, json_keyed, struct, cloudevents, cdl, envelope,"
            " flattened, flattened_kafka, outbox, got: avro",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', {INT})",
            "debezium.unwrap: key must be a list of declared columns, got: nothing",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', 'id', {INT})",
            "debezium.unwrap: key must be a list of declared columns, got: id",
        ),
        (
            f"unwrap([], 'kafka', 'db2', ['id'], {INT})",
            "debezium.unwrap: relation must be a landing table or a list of different ones,"
            " got: nothing",
        ),
        (
            f"envelopes([{LANDING}, {LANDING}], 'kafka', 'db2', [{{'topic': 'a'}}])",
            "debezium.envelopes: relation must be a landing table or a list of different ones,"
            " got: landing.db2, landing.db2",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['pk'], {INT})",
            "debezium.unwrap: key column pk is not declared. Declare it, or name one of these: id",
        ),
        (
            f"unwrap({LANDING}, 'flattened', 'db2', ['id'])",
            "debezium.unwrap: rows of flattened are unwrapped already: declare their columns",
        ),
        (
            f"unwrap({LANDING}, 'envelope', 'db2', ['id'], {INT})",
            "debezium.unwrap: layout envelope needs `entity`, the topic or source table whose rows",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], keep_raw='all',"
            " columns={'id': 'int', 'n': {'data_type': 'int', 'mask': 'omit'}})",
            "column n is masked, but with keep_raw='all' base shows it in the text of the messages",
        ),
        *(
            (f"unwrap({LANDING}, 'kafka', 'db2', ['id'], {INT}, {option})", problem)
            for option, problem in {
                "keep_raw='some'": "keep_raw must be one of all, unusable, none, got: some",
                "array_encoding='list'": "array_encoding must be one of array, document, got: list",
                "flatten_struct='maybe'": "flatten_struct must be true or false, got: maybe",
                "delete_tombstone_handling_mode='none'": "delete_tombstone_handling_mode must be",
                "add_fields='op:a:b'": "add_fields takes [struct.]field[:name], got: op:a:b",
                "compression='zip'": "compression must be gzip, got: zip",
                "add_headers=':x'": "add_headers takes [struct.]field[:name], got: :x",
            }.items()
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], {INT}, add_fields='op, op:OP')",
            "add_fields gives a column a name that is taken: __OP",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], {INT}, add_fields=['class'], "
            "add_fields_prefix='_')",
            "add_fields gives a column a name that is taken: _class",
        ),
        (
            f"unwrap({LANDING}, 'struct', 'db2', ['id'], {INT}, by_schema_name=true)",
            "by_schema_name needs messages with their schemas, not rows of struct",
        ),
        (
            f"unwrap({LANDING}, 'struct', 'db2', ['id'], {INT}, compression='gzip')",
            "compression needs messages as text or bytes, not rows of struct",
        ),
        (
            f"unwrap({LANDING}, 'json', 'db2', columns={{}})",
            "key must name columns, because the rows of this layout have no message key",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'mongodb', ['x'], columns={{}})",
            "the key of a document is ['_id'], got: ['x']",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', columns={{}}, previous=true)",
            "previous needs declared columns",
        ),
        (
            f"envelopes({LANDING}, 'kafka', 'db2', [{{'db': 'a'}}, {{'db': 'a', 'topic': 'b'}}])",
            "debezium.envelopes: two entities share rows",
        ),
        (
            f"envelopes({LANDING}, 'kafka', 'cdl', [{{'topic': 'a'}}])",
            "debezium.envelopes: connector cdl has the layouts cdl, not kafka. Correct `layout`",
        ),
        (
            f"envelopes({LANDING}, 'struct', 'db2', [{{'topic': 'a'}}])",
            "debezium.envelopes: layout must be one of kafka, cloudevents, cdl, got: struct",
        ),
        (
            f"envelopes({LANDING}, 'kafka', 'db2', {{'topic': 'a'}})",
            "debezium.envelopes: entities must be a list of dictionaries",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': {{'path': 'ID'}}}})",
            "debezium.unwrap: column id has no data_type",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], {INT}, entity={{'tabel': 'T'}})",
            "debezium.unwrap: entity accepts topic, db, schema, table, got: tabel",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], {INT}, entity={{'topic': {{'as': 1}}}})",
            "entity names its topic as a text, a list of texts or {'pattern': text}, got: {'as'",
        ),
        (
            f"unwrap({LANDING}, 'struct', 'mongodb', ['id'], columns={{'id': 'int'}})",
            "debezium.unwrap: connector mongodb has the layouts kafka, json, json_keyed, flattened,"
            " flattened_kafka, cloudevents, outbox, not struct",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': 'int', 'ID': 'int'}})",
            "debezium.unwrap: two columns have the name ID except for case",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': 'int', '_op': 'int'}})",
            "debezium.unwrap: the package itself uses the name _op",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'_schema_id': 'int'}})",
            "debezium.unwrap: the package itself uses the name _schema_id",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns=['id'])",
            "debezium.unwrap: columns must be {name: data_type}, got: ['id']",
        ),
        (
            "decode('text', 'timestamp', 'io.debezium.time.Fortnight')",
            "debezium.decode: semantic_type must be one of",
        ),
        (
            "decode('text', 'date', 'io.debezium.time.Date', {'infinity': 'end'})",
            "infinity must be clamp, for a date or a timestamp, got: end for date",
        ),
        (
            "decode('text', 'bigint', parameters={'infinity': 'clamp'})",
            "infinity must be clamp, for a date or a timestamp, got: clamp for bigint",
        ),
        (
            "decode('text', 'date', 'io.debezium.time.NanoTimestamp')",
            "debezium.decode: semantic_type io.debezium.time.NanoTimestamp is read as"
            " string, timestamp_ntz, timestamp,",
        ),
        *(
            (
                f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': 'int',"
                f" 'born': {{'data_type': 'date', 'semantic_type': '{semantic_type}'}}}})",
                f"debezium.decode: born's semantic_type {problem}",
            )
            for semantic_type, problem in {
                "Fortnight": "must be one of Date, IsoDate",
                "NanoTimestamp": "NanoTimestamp is read as string, timestamp_ntz,",
            }.items()
        ),
        (
            "decode('t', 'decimal(9, 2)', 'org.apache.kafka.connect.data.Decimal', {'scale': 3})",
            "debezium.decode: a Decimal of scale 3 does not fit decimal(9, 2)",
        ),
        (
            "decode('text', 'binary', parameters={'encoding': 'rot13'})",
            "debezium.decode: encoding must be one of base64, base64-url-safe, hex",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': 'integr'}})",
            "debezium.unwrap: column id of inline_query has the data_type integr."
            " Valid types: string,",
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'db2', ['id'],"
            " columns={'id': {'data_type': 'int', 'scal': 2}})",
            "debezium.unwrap: column id of inline_query has the unknown property scal. Valid:",
        ),
        *(
            (
                f"unwrap({LANDING}, '{layout}', 'db2', ['id'], columns={{'id': 'int', 'price':"
                f" {{'data_type': '{kind}', 'older_types': {older}}}}})",
                f"debezium.unwrap: older_types of price{problem}",
            )
            for layout, kind, older, problem in [
                (
                    "kafka",
                    "int",
                    "[{'scale': 2}]",
                    " must be a list of when, semantic_type, scale,",
                ),
                ("kafka", "int", "[{'when': 'true'}]", " must be a list of when, semantic_type,"),
                ("kafka", "int", "[{'when': 'true', 'scal': 2}]", " must be a list of when,"),
                ("kafka", "int", "'_topic_offset < 5'", " must be a list of when, semantic_type,"),
                ("kafka", "int", "[{'when': 'true', 'scale': 2}]", ": number cannot have been"),
                ("kafka", "binary", "[{'when': 'true', 'scale': 2}]", ": binary cannot have been"),
                ("struct", "int", "[{'when': 'true', 'scale': 2}]", " needs images that are JSON"),
            ]
        ),
        (
            "decode('text', 'string', 'org.apache.kafka.connect.data.Decimal')",
            "debezium.decode: a Decimal read as string needs its `scale`",
        ),
        *(
            (
                f"unwrap({LANDING}, 'kafka', 'db2', ['id'], columns={{'id': 'int', 'price':"
                f" {{'data_type': '{kind}',"
                f" 'semantic_type': 'org.apache.kafka.connect.data.Decimal'{more}}}}})",
                f"debezium.decode: column price: a Decimal {problem}",
            )
            for kind, more, problem in (
                ("string", "", "read as string needs its `scale`"),
                ("decimal(9, 2)", ", 'scale': 3", "of scale 3 does not fit decimal(9, 2)"),
            )
        ),
        *(
            (
                f"unwrap({LANDING}, 'kafka', {connector}, ['id'], {INT},"
                f" unavailable_value_placeholder={setting})",
                f"debezium.unwrap: {problem}",
            )
            for connector, setting, problem in (
                ("'postgresql'", "''", "unavailable_value_placeholder must be the text of the"),
                ("'postgresql'", "5", "unavailable_value_placeholder must be the text of the"),
                ("'postgresql'", "'hex:'", f"{PLACEHOLDER} after hex:, got: hex:"),
                ("'mysql'", "'hex:123'", f"{PLACEHOLDER} after hex:, got: hex:123"),
                ("'postgresql'", "'hex:zz'", f"{PLACEHOLDER} after hex:, got: hex:zz"),
                ("'db2'", "'x'", "db2 does not write placeholders"),
            )
        ),
        (
            f"unwrap({LANDING}, 'kafka', 'oracle', columns={{}},"
            " unavailable_value_placeholder='x')",
            "unavailable_value_placeholder needs declared columns",
        ),
        ("current('t')", "debezium.current: inline_query declares no columns"),
        (
            "current_without_key('t')",
            "debezium.current_without_key: inline_query declares no columns",
        ),
        *(
            (f"events_from_table({LANDING}, {arguments})", f"debezium.events_from_table: {problem}")
            for arguments, problem in {
                f"'id', 'db2', {INT}": "key must be a list of columns, got: id",
                f"[], 'db2', {INT}": "key must be a list of columns, got: nothing",
                "['id'], 'db2'": "inline_query declares no columns",
                f"['id'], 'db3', {INT}": "connector must be one of mongodb, sqlserver, db2",
                f"['id'], 'db2', {INT}, position='1:2'": "position must be a dictionary, got: 1:2",
                f"['id'], 'db2', {INT}, position={{'lsn': 5}}": "position accepts ts_ms, name",
                f"['id'], 'db2', {INT}, position={{'commit_lsn': '1;2'}}": "commit_lsn of the"
                " position cannot be read, got: 1;2",
                f"['id'], 'mysql', {INT}, position={{'file': 'binlog'}}": "file of the position"
                " cannot be read, got: binlog",
                f"['id'], 'oracle', {INT}, position={{'commit_scn': '1:2'}}": "commit_scn of the"
                " position cannot be read, got: 1:2",
                f"['id'], 'postgresql', {INT}, position={{'lsn': 5}}": "lsn of postgresql does not"
                " order commits, so it gives a table no position, got: 5",
            }.items()
        ),
    ],
)
def test_bad_call(dbt: Dbt, capsys: pytest.CaptureFixture[str], call: str, problem: str) -> None:
    result = dbt("compile", "--inline", f"{{{{ debezium.{call} }}}}", check=False)
    assert not result.success
    message = f"{result.exception}{capsys.readouterr().out}"
    assert problem in message
    assert "Example:" in message
    assert "{{ debezium." in message


@pytest.fixture(scope="module")
def landed_shop(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """One change, landed and in no model yet."""
    shop = Shop(tmp_path_factory.mktemp("called"), "called")
    shop.land(change(1, "c", 1, name="Ann"))
    return shop


AS_JSON = BASE.replace("'kafka'", "'json'")
AS_STRUCT = BASE.replace("'kafka'", "'struct'")
NOT_LANDED = BASE.replace(
    "source('landing', 'customers')", "api.Relation.create(schema='called', identifier='none')"
)


@pytest.mark.parametrize(
    ("model", "text", "problem"),
    [
        (
            "base_customers",
            incremental(AS_STRUCT, "_landing_id"),
            "has the columns topic, partition, offset, timestamp, key, value; layout struct also"
            " needs before, after, source, op, ts_ms, transaction; layout='kafka' reads these.",
        ),
        (
            "base_customers",
            incremental(NOT_LANDED, "_landing_id"),
            "table called.none does not exist. Correct the source, or land records first",
        ),
        (
            "base_customers",
            f"{{{{ config(materialized='incremental') }}}} {{{{ {BASE} }}}}",
            "base_customers is incremental and must merge by _landing_id, got: incremental_strategy"
            " nothing, unique_key nothing. Correct its config, and keep its other settings",
        ),
        *(
            (
                model,
                f"{{{{ config(materialized='incremental', {settings}) }}}}"
                f" {{{{ debezium.{model.partition('_')[2] or 'current'}{STAGED_EVENTS} }}}}",
                f"{model} is incremental and must merge by {id_}, got: ",
            )
            for settings in ("incremental_strategy='merge'", "unique_key='_key'", "unique_key='id'")
            for model, id_ in (("customers", "_key"), ("customers_history", "_version_id"))
        ),
    ],
)
def test_a_model_that_cannot_be_right(
    landed_shop: Shop, model: str, text: str, problem: str
) -> None:
    before = (landed_shop.folder / "models" / f"{model}.sql").read_text()
    landed_shop.write(f"models/{model}.sql", text)
    result = landed_shop.dbt("run", "--select", model, check=False)
    landed_shop.write(f"models/{model}.sql", before)
    assert not result.success
    assert problem in failures(result)
    assert f", model {model}: " in failures(result)
    assert not session().catalog.tableExists(f"called.{model}")


@pytest.mark.parametrize("version", [2, 3])
def test_rows_without_offsets_need_row_ids(landed_shop: Shop, version: int) -> None:
    """Iceberg's sink makes tables of format 2, whose rows have no ids."""
    name, image = f"nested_{version}", "struct<id: int, name: string, plan: string>"
    session().sql(
        f"create table called_landing.{name} (before {image}, after {image}, op string,"
        " source struct<ts_ms: bigint, change_lsn: string, commit_lsn: string>, ts_ms bigint,"
        " transaction struct<id: string>) using iceberg"
        f" tblproperties ('format-version' = '{version}')"
    )
    there = f"api.Relation.create(schema='called_landing', identifier='{name}')"
    call = AS_STRUCT.replace("source('landing', 'customers')", there)[:-1]
    sql = incremental(f"{call}, columns={COLUMNS})", "_landing_id")
    landed_shop.write(f"models/of_{name}.sql", sql)
    result = landed_shop.dbt("run", "--select", f"of_{name}", check=False)
    (landed_shop.folder / f"models/of_{name}.sql").unlink()
    problem = f"called_landing.{name} has no row ids, which layout struct needs"
    assert result.success if version == 3 else problem in failures(result)


def test_flattened_columns_in_capitals_are_an_error(landed_shop: Shop) -> None:
    """Their deletes would be read as updates."""
    session().sql(
        "create table called_landing.capitals (ID int, __OP string) using iceberg"
        " tblproperties ('format-version' = '3')"
    )
    there = "api.Relation.create(schema='called_landing', identifier='capitals')"
    call = BASE.replace("'kafka'", "'flattened'").replace("source('landing', 'customers')", there)
    landed_shop.write(
        "models/capitals.sql", incremental(f"{call[:-1]}, columns={{'id': 'int'}})", "_landing_id")
    )
    result = landed_shop.dbt("run", "--select", "capitals", check=False)
    (landed_shop.folder / "models/capitals.sql").unlink()
    assert "called_landing.capitals has the column __OP, which is read as __op only" in failures(
        result
    )


def test_a_landing_table_in_capitals(landed_shop: Shop) -> None:
    """dbt looks for names in lower case, and would advise to delete such a table."""
    session().sql("create table called_landing.CAPITAL as select * from called_landing.customers")
    there = "api.Relation.create(schema='called_landing', identifier='CAPITAL')"
    call = BASE.replace("source('landing', 'customers')", there)[:-1] + f", columns={COLUMNS})"
    landed_shop.write("models/of_capital.sql", incremental(call, "_landing_id"))
    landed_shop.dbt("run", "--select", "of_capital")
    (landed_shop.folder / "models/of_capital.sql").unlink()
    landed_shop.dbt(
        "run-operation",
        "debezium.generate_entity",
        "--args",
        "{relation: called_landing.CAPITAL, connector: db2}",
    )


@pytest.mark.slow
def test_a_column_is_dropped(target: Path, tmp_path: Path) -> None:
    """From YAML and tables: a merge needs a value for each column of its table."""
    shop = Shop(tmp_path, "dropping")
    shop.land(change(1, "c", 1, name="a", plan="b"))
    shop.dbt("run")
    models = described(shop)
    for model in models["models"]:
        model["columns"] = [each for each in model["columns"] if each["name"] != "plan"]
    shop.write("models/models.yml", yaml.safe_dump(models, sort_keys=False))
    for name in ("stg_customers", "customers_active"):
        shop.write(f"models/{name}.sql", MODELS[name].replace(", plan", ""))
    shop.land(change(2, "u", 1, name="b"))
    assert not shop.dbt("run", check=False).success
    for name in ("base_customers", "customers", "customers_history"):
        session().sql(f"alter table dropping.{name} drop column plan")
    shop.dbt("run")
    assert shop.rows("customers", "id, name", "1") == [[1, "b"]]
    assert shop.rows("customers_history", "id, name", "_version") == [[1, "a"], [1, "b"]]


def test_records_of_kafka_read_as_json_are_warned_of(landed_shop: Shop) -> None:
    call = f"debezium.{AS_JSON[9:-1]}, columns={COLUMNS})"
    show = ["show", "--inline", f"{{{{ {call} }}}}"]
    landed_shop.dbt(*show)
    result = landed_shop.dbt(
        "--warn-error-options", "{error: [JinjaLogWarning]}", *show, check=False
    )
    assert "layout='kafka' reads these" in str(result.exception)


def test_a_column_that_staging_does_not_select(landed_shop: Shop) -> None:
    staging = (landed_shop.folder / "models" / "stg_customers.sql").read_text()
    landed_shop.write("models/stg_customers.sql", staging.replace(" plan,", ""))
    result = landed_shop.dbt("run", check=False)
    landed_shop.write("models/stg_customers.sql", staging)
    output = failures(result)
    for macro, model in (("current", "customers"), ("history", "customers_history")):
        problem = f"stg_customers does not select plan, which {model} needs"
        assert f"debezium.{macro}, model {model}: {problem}" in output


@contextmanager
def under_test(shop: Shop, **tests: str) -> Iterator[None]:
    """Yield the project with a test of each of these models, as YAML."""
    before = (shop.folder / "models" / "models.yml").read_text()
    text = before
    for name, test in tests.items():
        model = f"\n- name: {name}\n"
        assert model in text
        text = text.replace(model, f"{model}  data_tests: [{{{test}}}]\n")
    shop.write("models/models.yml", text)
    try:
        yield
    finally:
        shop.write("models/models.yml", before)


@pytest.mark.slow
def test_a_ledger_that_is_not_built(landed_shop: Shop) -> None:
    ledger = "{{ debezium.ledger([[source('landing', 'customers'), ref('base_customers')]]) }}"
    landed_shop.write("models/ledger.sql", ledger)
    arguments = (
        "{landing: \"source('landing', 'customers')\", layout: kafka, ledger: \"ref('ledger')\"}"
    )
    with under_test(
        landed_shop, base_customers=f"debezium.conservation: {{arguments: {arguments}}}"
    ):
        result = landed_shop.dbt("build", "--select", "base_customers", check=False)
        assert "debezium.conservation: ledger is not built yet" in failures(result)
        assert "dbt build --select +base_customers +ledger" in failures(result)
        landed_shop.dbt("build", "--select", "base_customers", "ledger")


def test_a_state_tested_against_what_is_not_built(landed_shop: Shop) -> None:
    """And then against what another process has built, a view too."""
    tests = {
        "customers_history": "debezium.current_matches_history:"
        " {arguments: {current: \"ref('customers')\"}}",
        "customers": "debezium.all_events_applied: {arguments: {events: \"ref('stg_customers')\"}}",
    }
    with under_test(landed_shop, **tests):
        result = landed_shop.dbt("build", "--select", "+customers", check=False)
        assert "current_matches_history: customers_history is not built yet" in failures(result)
        assert "all_events_applied" not in failures(result)
        landed_shop.dbt("run")
        landed_shop.dbt("test")


def test_a_state_of_what_is_not_built(landed_shop: Shop) -> None:
    session().sql("drop table if exists called.base_customers")
    result = landed_shop.dbt("run", "--full-refresh", "--select", "customers", check=False)
    problem = "base_customers is not built yet, and customers reads it"
    assert f"debezium.current, model customers: {problem}" in failures(result)
    assert "dbt build --select +customers" in failures(result)


@pytest.mark.parametrize(
    ("schema", "table"), [("called_landing", "seen"), ("lake.called_landing", "customers")]
)
def test_a_landing_table_may_be_a_view_or_of_a_named_catalog(
    landed_shop: Shop, schema: str, table: str
) -> None:
    query = "select * from called_landing.customers"
    session().sql(f"create view if not exists called_landing.seen as {query}")
    there = f"api.Relation.create(schema='{schema}', identifier='{table}')"
    base = BASE.replace("source('landing', 'customers')", there)
    call = f"{base[:-1]}, columns={COLUMNS})"
    landed_shop.write(f"models/of_{table}.sql", incremental(call, "_landing_id"))
    landed_shop.dbt("run", "--select", f"of_{table}")
    assert landed_shop.rows(f"of_{table}", "id, name") == [[1, "Ann"]]


@pytest.mark.parametrize("named", ["db2__customer", "[db2__customers, db2__customer]"])
def test_a_misspelt_model_is_not_passed_over(dbt: Dbt, named: str) -> None:
    misspelt = ["--vars", f"{{debezium__full_refresh: {named}}}"]
    result = dbt("compile", "--select", "db2__customers", *misspelt, check=False)
    assert (
        "debezium__full_refresh names db2__customer, but the project has no such model"
        in failures(result)
    )


def test_a_model_is_rebuilt_by_its_full_name(dbt: Dbt) -> None:
    names = ["db2__customers", "base_db2__customers"]
    settings = ["--output", "json", "--output-keys", "name", "config"]
    named = ["--vars", f"{{debezium__full_refresh: {names[1]}}}"]
    listed = dbt("ls", "--select", *names, *named, *settings, "--resource-type", "model").result
    assert isinstance(listed, list)
    models = [json.loads(line) for line in listed]
    assert {model["name"]: model["config"]["full_refresh"] for model in models} == {
        names[0]: False,
        names[1]: None,
    }


def test_hostile_names_stay_names(dbt: Dbt) -> None:
    """A quote, a backtick or a backslash in a name ends neither an identifier nor a text."""
    columns = {"a`b": {"data_type": "int", "path": "x' or '1'='1"}, "c\\'d": "string"}
    result = dbt(
        "compile",
        "--inline",
        f"{{{{ debezium.unwrap({LANDING}, 'kafka', 'db2', ['a`b'], columns={columns!r}) }}}}",
    )
    assert isinstance(result.result, RunExecutionResult)
    compiled = result.result.results[0].node.to_dict()["compiled_code"]
    assert "`a``b`" in compiled
    assert r"'x\' or \'1\'=\'1'" in compiled


def test_a_format_that_cannot_merge(
    target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """dbt-spark raises the error before anything is written."""
    shop = Shop(tmp_path, "unmerged")
    base = incremental(BASE, "_landing_id", LATER_LOADS, file_format="parquet")
    shop.write("models/base_customers.sql", base)
    shop.land(change(1, "c", 1, name="Ann"))
    result = shop.dbt("run", "--select", "base_customers", check=False)
    assert not result.success
    message = f"{failures(result)}{capsys.readouterr().out}"
    assert "only choose this strategy when file_format is set to" in message
    assert not session().catalog.tableExists("unmerged.base_customers")


def test_a_function_that_is_not_there(dbt: Dbt, capsys: pytest.CaptureFixture[str]) -> None:
    call = "{{ debezium._require_function('current', 'debezium_no_such') }}"
    result = dbt("compile", "--inline", call, check=False)
    assert not result.success
    message = f"{result.exception}{capsys.readouterr().out}"
    assert "debezium.current: the function debezium_no_such is not registered" in message
    assert "python -m dbt_debezium.thrift_server" in message


def described(shop: Shop) -> dict[str, Any]:
    text = (shop.folder / "models" / "models.yml").read_text()
    models: dict[str, Any] = yaml.safe_load(text)
    return models


def test_a_new_column_that_the_table_would_not_get(target: Path, tmp_path: Path) -> None:
    """dbt's default for on_schema_change leaves it out."""
    shop = Shop(tmp_path, "ignoring")
    shop.land(change(1, "c", 1, name="a"))
    shop.dbt("run", "--select", "base_customers")
    models = described(shop)
    models["models"][0]["columns"].append({"name": "phone", "data_type": "string"})
    shop.write("models/models.yml", yaml.safe_dump(models, sort_keys=False))
    shop.land(change(2, "u", 1, name="a", phone="5"))
    result = shop.dbt("run", "--select", "base_customers", check=False)
    assert "lacks phone, and on_schema_change is ignore" in failures(result)


def declare_plan(shop: Shop, data_type: str) -> None:
    """Give the column plan of the base model a type."""
    models = described(shop)
    for column in models["models"][0]["columns"]:
        if column["name"] == "plan":
            column["data_type"] = data_type
    shop.write("models/models.yml", yaml.safe_dump(models, sort_keys=False))


@pytest.mark.parametrize(("stored", "declared"), [("int", "bigint"), ("string", "int")])
def test_a_type_that_the_table_does_not_have(
    target: Path, tmp_path: Path, stored: str, declared: str
) -> None:
    """Text would stay in the column, and a number that is too large would stop a later load."""
    shop = Shop(tmp_path, f"{stored}_before")
    for kind in (stored, declared):
        declare_plan(shop, kind)
        shop.land(change(1, "c", 1, plan="5"))
        result = shop.dbt("run", "--select", "base_customers", check=False)
    assert f"column plan is {stored} in table" in failures(result)
    if stored == "int":
        shop.dbt(*operation("widen", model="base_customers"))
        shop.dbt("run", "--select", "base_customers")


def test_what_a_merge_would_change_silently(target: Path, tmp_path: Path) -> None:
    """It rounds to the type of the table, and adds a row whose key has other columns."""
    shop = Shop(tmp_path, "rounding")
    for kind in ("decimal(10,2)", "decimal(12, 4)"):
        declare_plan(shop, kind)
        shop.land(change(1, "c", 1, plan="1.25"))
        result = shop.dbt("run", "--select", "base_customers", check=False)
    assert "column plan is decimal(10,2) in table" in failures(result)
    assert "debezium.widen --args '{model: base_customers}'" in failures(result)
    declare_plan(shop, "decimal(10,2)")
    call = BASE.replace("['id']", "['id', 'name']")
    shop.write("models/base_customers.sql", incremental(call, "_landing_id", LATER_LOADS))
    result = shop.dbt("run", "--select", "base_customers", check=False)
    assert "have other columns, or another order of them, than key=['id', 'name']" in failures(
        result
    )


@pytest.mark.slow
def test_staging_may_cast(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "casting")
    models = described(shop)
    for model in models["models"]:
        for column in model["columns"]:
            column.update({"data_type": "decimal(12, 4)"} if column["name"] == "plan" else {})
    shop.write("models/models.yml", yaml.safe_dump(models, sort_keys=False))
    cast = MODELS["stg_customers"].replace("plan,", "cast(plan as decimal(10, 2)) as plan,")
    shop.write("models/stg_customers.sql", cast)
    for minute, op, plan in ((1, "c", "1.25"), (2, "u", "2.5")):
        shop.land(change(minute, op, 1, plan=plan))
        shop.dbt("run")
    assert shop.rows("customers", "cast(plan as string)", "1") == [["2.50"]]


def test_a_ledger_needs_names_of_its_own(target: Path, tmp_path: Path) -> None:
    shop = Shop(tmp_path, "ledgers")
    for name in ("one", "two"):
        sql = incremental(
            BASE[:-1] + f", columns={COLUMNS})", "_landing_id", alias="base", schema=name
        )
        shop.write(f"models/{name}.sql", sql)
    pairs = [f"(source('landing', 'customers'), ref('{name}'))" for name in ("one", "two")]
    text = f"{{{{ debezium.ledger([{', '.join(pairs)}]) }}}}"
    shop.write("models/ledger.sql", text)
    result = shop.dbt("compile", "--select", "ledger", check=False)
    assert "base models need different names" in f"{result.exception}{failures(result)}"


@pytest.mark.parametrize(
    ("declared", "stored", "overflows"),
    [
        ("bigint", "int", True),
        ("int", "bigint", False),
        ("decimal(10, 0)", "int", True),
        ("decimal(9, 0)", "int", False),
        ("string", "int", True),
        ("array<bigint>", "array<int>", True),
        ("bigint", "", False),
        ("void", "int", False),
    ],
)
def test_types_that_are_too_small(dbt: Dbt, declared: str, stored: str, overflows: bool) -> None:
    assert compiled(dbt, f"_would_overflow('{declared}', '{stored}')").strip() == str(overflows)


@pytest.mark.parametrize(
    ("declared", "stored", "changes"),
    [
        ("decimal(12, 4)", "decimal(12,2)", True),
        ("decimal(12, 2)", "decimal(10,2)", False),
        ("numeric(12, 2)", "integer", True),
        ("decimal(12, 0)", "bigint", False),
        ("decimal(12, 2)", "double", True),
        ("double", "float", True),
        ("double", "long", True),
        ("float", "double", False),
        ("bigint", "int", False),
        ("bigint", "double", True),
        ("int", "double", False),
        ("timestamp_ntz", "date", True),
        ("date", "timestamp", False),
        ("string", "int", False),
        ("decimal(10,2)", "string", True),
        ("date", "varchar(10)", True),
        ("array<int>", "array<string>", True),
        ("character(3)", "string", False),
        ("void", "string", False),
        ("int", "float", True),
        ("array<decimal(12, 4)>", "array<decimal(10,2)>", True),
        ("struct<a: int, b: double>", "struct<a:int,b:double>", False),
        ("double", "", False),
        ("struct<a: double>", "struct", False),
    ],
)
def test_types_that_would_change(dbt: Dbt, declared: str, stored: str, changes: bool) -> None:
    assert compiled(dbt, f"_would_change('{declared}', '{stored}')").strip() == str(changes)


@pytest.mark.slow
def test_an_empty_build(target: Path, tmp_path: Path) -> None:
    """dbt replaces each source and model by a subquery then."""
    shop = Shop(tmp_path, "emptied")
    shop.land(change(1, "c", 1, name="a"))
    shop.dbt("build", "--empty")
    assert shop.rows("customers", "*", "1") == []
    shop.dbt("build")
    assert shop.rows("customers", "id", "1") == [[1]]
