"""Names and texts that have landed never become SQL, Jinja, YAML or a file of their own."""

from __future__ import annotations

import json
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import KAFKA, Dbt, all_compiled, compiled
from installed import PROJECT, installed, run
from pyspark.sql import SparkSession
from pyspark.sql.types import StructType
from test_codegen import field, generate, land, schema_of

SECRET = "the canary sings"
CALL = "run_query('drop table landing.canary')"
NAMES = (
    """
    x') }}{% do CALL %}{{ ('
    {{ env_var('DEBEZIUM_CANARY') }}
    {% do CALL %}
    {# gone
    gone #}
    {% raw %}
    {% endraw %}{{ CALL }}
    }}
    x`; drop table landing.canary; --
    x` from landing.canary --
    two``ticks
    it's
    '; drop table landing.canary; --
    "quoted"
    back\\slash
    \\'
    at the end \\
    \\u0041\\n
    /* comment
    */ -- comment
    a: b
    # comment
    - item
    &anchor
    *alias
    !!python/object/apply:os.system ["touch canary"]
    column_3
    | text
    > text
    @at
    %TAG
    <<
    ~
    1e5
    null
    ../../../canary
    $name}
    $1
    [0]
    (a), b <c>
    a=b;?
    %s %(a)s
    source('landing', 'canary')
    sel\u00e8ct \u540d \U0001f600
    right\u202eleft\u200b
""".replace("CALL", CALL)
    .strip()
    .split("\n")
)
NAMES = [name.strip() for name in NAMES]
# What no quoted name of SQL can hold: the column has another name, and the source's as its path.
RENAMED = {
    "${spark.app.name}": "_{spark_app_name}",
    "${env:DEBEZIUM_CANARY}": "_{env:DEBEZIUM_CANARY}",
    "line\nbreak: {{ CALL }}": "line_break: {{ CALL }}",
    "carriage\r\nreturn": "carriage__return",
    "tab\t": "tab_",
    "next\x85line\u2028two": "next_line_two",
    "\x1b[31mred\x00": "_[31mred_",
}


def column_of(name: str) -> str:
    """Return a dot would part a path."""
    return RENAMED.get(name, name.replace(".", "_"))


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project that has installed the package, beside a table that nothing may touch."""
    folder = tmp_path_factory.mktemp("hostile") / "shop"
    folder.mkdir()
    spark.sql("create or replace table landing.canary as select 1 as id")
    with installed(folder, PROJECT, DEBEZIUM_CANARY=SECRET):
        yield folder


@pytest.fixture(autouse=True)
def canary(project: Path, spark: SparkSession) -> Iterator[None]:
    """Alive afterwards, unheard in any file, and without a file of its name."""
    yield
    assert spark.table("landing.canary").count() == 1
    for file in project.parent.rglob("*"):
        assert "canary" not in file.name
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes(), file


def record(offset: int, topic: str, fields: list[dict[str, Any]], row: Any) -> tuple[Any, ...]:
    place: dict[str, Any] = {
        "db": "{{ env_var('DEBEZIUM_CANARY') }}",
        "schema": "d'; --",
        "table": "{% t\n: #",
    }
    place |= {"connector": "postgresql", "name": "srv", "lsn": offset, "snapshot": "false"}
    payload = {"op": "c", "before": None, "after": row, "source": place, "ts_ms": offset}
    message = {"schema": schema_of(fields), "payload": payload}
    return topic, 0, offset, None, json.dumps({"id'`": row["id'`"]}), json.dumps(message)


@pytest.mark.slow
def test_names_stay_names(project: Path, spark: SparkSession) -> None:
    """Of columns, the key, struct fields, types, defaults, topics, tables: in two loads."""
    names = [*NAMES, *RENAMED]
    topic = "srv'); ${env:DEBEZIUM_CANARY} {{ " + CALL + " }}\n: #"
    moment = field("moment", "int64") | {"name": "{{ env_var('DEBEZIUM_CANARY') }}.Timestamp"}
    inner = [field("a` b", "int32"), field("{{ " + CALL + " }}, <c>: d"), moment]
    fields = [field("id'`", "int32"), *map(field, names), field("odd", "{{ x }}\n: {")]
    fields.append(field("nested", "struct", fields=inner))
    later = [*fields, field("plan", default="{{ " + CALL + " }}' ${env:DEBEZIUM_CANARY}\n#")]
    nested = {"a` b": 1, "{{ " + CALL + " }}, <c>: d": "inner", "moment": 1500}
    row = {name: f"value of {name}" for name in names} | {"odd": "x", "nested": nested}
    landed = [record(0, topic, fields, {"id'`": 1} | row)]
    land(spark, "hostile", [*landed, record(1, topic, later, {"id'`": 2} | row | {"plan": "p"})])
    generate("landing.hostile", "--name", "postgresql__hostile")
    run("--warn-error", "parse")
    run("build", "--select", "path:models/hostile")
    landed = [record(2, topic, later, {"id'`": 1} | row | {"plan": None})]
    spark.createDataFrame(landed, KAFKA).writeTo("landing.hostile").append()
    run("build", "--select", "path:models/hostile")
    for table in ("postgresql__hostile", "postgresql__hostile_active"):
        found = spark.table(f"shop.{table}").orderBy("`id'```").collect()
        assert [each["id'`"] for each in found] == [1, 2]
        for name in names:
            expected = f"value of {name}"
            assert [each[column_of(name)] for each in found] == [expected] * 2, name
        assert [each["plan"] for each in found] == [None, "p"]
        for each in found:
            assert each["nested"]["a` b"] == 1
            assert each["nested"]["{{ " + CALL + " }}, <c>: d"] == "inner"
            assert str(each["nested"]["moment"]) == "1970-01-01 00:00:01.500000"
    history = spark.table("shop.postgresql__hostile_history").where("`id'``` = 1").orderBy("plan")
    assert [each["plan"] for each in history.collect()] == [None, later[-1]["default"]]


@pytest.mark.slow
def test_all_tables_of_a_hostile_topic(project: Path, spark: SparkSession) -> None:
    topic = "../../canary'); {{ " + CALL + " }}"
    fields = [field("id'`", "int32"), field("{{ " + CALL + " }}")]
    row = {"id'`": 1, "{{ " + CALL + " }}": "v"}
    land(spark, "hostiles", [record(0, topic, fields, row)])
    generate("landing.hostiles", "--all")
    run("build", "--select", "path:models/hostiles")
    assert spark.table("shop.postgresql__t").collect()[0][column_of("{{ " + CALL + " }}")] == "v"


@pytest.mark.slow
def test_names_of_documents(project: Path, spark: SparkSession) -> None:
    """Sampled, for MongoDB's events carry no schema worth the name."""
    names = [name for name in [*NAMES, *RENAMED] if "." not in name]
    document: dict[str, Any] = {name: f"value of {name}" for name in names} | {"_id": 1}
    document |= {"sub": {"it's": 1, "{{ CALL }}": "x"}, "a.b": "kept"}
    source: dict[str, Any] = {
        "connector": "mongodb",
        "db": "d",
        "collection": "c'{{ x",
        "ts_ms": 1,
        "ord": 1,
    }
    value = {"op": "c", "after": json.dumps(document), "source": source | {"snapshot": "false"}}
    land(spark, "documents", [("srv", 0, 0, None, '{"id": "1"}', json.dumps(value))])
    generate("landing.documents", "--name", "mongodb__hostile")
    run("build", "--select", "path:models/documents")
    found = spark.table("shop.mongodb__hostile").collect()[0]
    for name in names:
        assert found[column_of(name)] == f"value of {name}", name
    assert found["sub_it's"] == 1
    assert found["sub_{{ CALL }}"] == "x"
    extra = spark.table("shop.base_mongodb__hostile").collect()[0]["_extra"]
    assert extra["a.b"] == "kept"


def test_a_mapping_comes_back_from_yaml_as_it_was(dbt: Dbt) -> None:
    values = {
        "data_type": "decimal(12, 2)",
        "a, b": "plain",
        "no": "no",
        "fields": {"c": "x, y: z"},
    }
    assert yaml.safe_load(compiled(dbt, f"_yaml({json.dumps(values)})")) == values


@pytest.mark.parametrize(
    "text", [*NAMES[::3], *RENAMED, "\\", "\\\\'", "${spark.app.name", "%_\f\b"]
)
def test_a_text_comes_back_from_sql_as_it_was(dbt: Dbt, spark: SparkSession, text: str) -> None:
    """By itself and indented, as macros place it."""
    sql = compiled(dbt, f"_string_literal({json.dumps(text, ensure_ascii=False)}) | indent(8)")
    assert spark.sql(f"select {sql}").collect() == [(text,)]


def test_a_path_of_a_field_is_names(dbt: Dbt, spark: SparkSession) -> None:
    """Of JSON text, or of a struct."""
    names = [name for name in NAMES if "." not in name]
    image = dict.fromkeys(names, "inner")
    spark.createDataFrame(
        [(json.dumps({"a": image}), (tuple(image.values()),))],
        StructType().add("_after", "string").add("_row", StructType().add("a", row_of(names))),
    ).createOrReplaceTempView("images")
    paths = [json.dumps(f"a.{name}", ensure_ascii=False) for name in names]
    calls = [f"field('_after', {path})" for path in paths]
    calls += [f"field('_row', {path}, struct=true)" for path in paths]
    values = spark.sql(f"select {', '.join(all_compiled(dbt, calls))} from images").collect()
    assert dict(zip(calls, values[0], strict=True)) == dict.fromkeys(calls, "inner")


def row_of(names: list[str]) -> StructType:
    row = StructType()
    for name in names:
        row.add(name, "string")
    return row


@pytest.mark.parametrize("name", [*RENAMED, "`${spark.app.name}`"])
def test_a_name_that_sql_cannot_quote_is_an_error(
    dbt: Dbt, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call = f"_quote({json.dumps(name)})"
    result = dbt("compile", "--inline", "{{ debezium." + call + " }}", check=False)
    assert not result.success
    message = f"{result.exception}{capsys.readouterr().out}"
    assert "a name in SQL can have no control character" in message


def test_a_type_that_has_landed_is_a_type_or_text(dbt: Dbt, spark: SparkSession) -> None:
    """Spark returns the names in a struct's type without quotes."""
    types = {
        "decimal(10,2)": True,
        "interval day to second": True,
        "struct<a: int, b: array<struct<c: map<string, decimal(3, 1)>>>>": True,
        "int) from landing.canary --": False,
        "struct<a: int), (select 1: string>": False,
        "struct<a: int> union select 1": False,
        "array<int": False,
        "{{ x }}": False,
        "evil<int>": False,
    }
    found = all_compiled(dbt, [f"_is_type({json.dumps(text)})" for text in types])
    assert dict(zip(types, map(literal_eval, found), strict=True)) == types


def test_hostile_messages_have_their_class_beside_good_ones(dbt: Dbt, spark: SparkSession) -> None:
    """Depth, length, digits, exponents, scales: by the typed columns and by the Python function."""
    digits, blanks = "9" * 1_000_000, " " * 20_000
    union = ",".join(f'{{"f{i}":1}}' for i in range(10_000))
    texts = {
        "good": '{"a":1.5}',
        "deep": '{"a":' + "[" * 100_000 + "]" * 100_000 + "}",
        "deeper than documents": '{"a":' * 300 + "1" + "}" * 300,
        "long": '{"a":"' + "x" * 21_000_000 + '"}',
        "digits": f'{{"a":{digits}}}',
        "digits as text": f'{{"a":"{digits}"}}',
        "an exponent": '{"a":1e999999999}',
        "a scale": '{"v":{"scale":2147483647,"value":"AQ=="}}',
        "a scale below": '{"v":{"scale":-2147483648,"value":"AQ=="}}',
        "base64": '{"v":{"scale":0,"value":"' + "A" * 1_000_000 + '"}}',
        "blanks": '{"a":"{\\"$oid\\":' + blanks + 'x{"}',
        "fields of others": f'{{"a":[{union}]}}',
        "a moment": '{"at":"2018-' + "T00:" * 250_000 + '"}',
        "a long id": '{"a":null}',
        "a shell's id": '{"a":null}',
    }
    ids = {"a long id": json.dumps('x"' * 100_000), "a shell's id": "f" + "(" * 100_000 + "\n)"}
    source = {"connector": "mongodb", "db": "d", "collection": "c", "ts_ms": 1, "ord": 1}
    records = []
    for offset, (name, image) in enumerate(texts.items()):
        value = json.dumps({"op": "c", "after": image, "source": source})
        key = json.dumps({"id": ids.get(name, str(offset))})
        records.append(("t", 0, offset, None, key, value))
    land(spark, "bombs", records)
    relation = "api.Relation.create(schema='landing', identifier='bombs')"
    typed = "columns={'_id': 'string', 'a': 'decimal(38, 2)', 'at': 'timestamp',"
    typed += " 'v': 'string', 'w': {'data_type':"
    typed += " 'string', 'path': 'v', 'semantic_type': 'io.debezium.data.VariableScaleDecimal'},"
    typed += " 'x': {'data_type': 'decimal(38, 2)', 'path': 'v',"
    typed += " 'semantic_type': 'io.debezium.data.VariableScaleDecimal'}}"
    classes = {}
    for call in (f"key=['_id'], {typed}", "columns={}"):
        sql = compiled(dbt, f"unwrap({relation}, 'kafka', 'mongodb', {call})")
        found = spark.sql(sql).orderBy("_topic_offset").collect()
        classes[call] = dict(zip(texts, (row["_reason"] for row in found), strict=True))
        if "a" in found[0]:
            assert [str(row["a"]) for row in found if row["a"] is not None] == ["1.50"]
            assert not [row for row in found if row["w"] is not None or row["x"] is not None]
    typed_reasons, reasons = classes.values()
    assert typed_reasons == dict.fromkeys(texts) | {
        "deep": "invalid_value",
        "long": "too_large",
        "digits": "invalid_value",
    }
    assert reasons == dict.fromkeys(texts) | {
        "deep": "too_deep",
        "deeper than documents": "too_deep",
        "long": "too_large",
        "fields of others": "too_large",
        "a shell's id": "no_key",
    }


def test_a_pattern_that_has_landed_is_matched_soon(dbt: Dbt, spark: SparkSession) -> None:
    """Those of signals; what would take the square of a time, or its power, matches nothing."""
    name = "srv.a." + "a" * 40
    patterns = {
        "a.a*": True,
        "(srv|x).a.a+": True,
        '"srv"."a".a*': True,
        "(a*)*b": False,
        "(a|a)*b": False,
        "(a+a+)+b": False,
        "a*a*a*a*a*a*a*a*a*b": False,
        "(a" * 10: False,
        "a" * 1_000_000: False,
    }
    sql = compiled(dbt, "_table_pattern('pattern')")
    rows = spark.createDataFrame(list(patterns.items()), "pattern string, fits boolean")
    rows.createOrReplaceTempView("patterns")
    found = spark.sql(f"select pattern from patterns where ('{name}' rlike {sql}) <> fits")
    assert found.collect() == []


def test_a_struct_lists_all_its_fields(project: Path, spark: SparkSession) -> None:
    """Of one with many, Spark's descriptions show 25; names stand in its type without quotes."""
    names = ["id", *(f"f{i}" for i in range(40)), "it's {{ CALL }}"]
    image = "struct<" + ", ".join(f"`{name}`: int" for name in names) + ", `a, b: c`: int>"
    source = "struct<connector: string, commit_lsn: string, change_lsn: string>"
    schema = f"before {image}, after {image}, source {source}, op string, ts_ms bigint"
    spark.sql(f"create or replace table landing.wide ({schema})")
    row = (None, (*range(len(names)), -1), ("db2", "1", "1"), "c", 1)
    spark.createDataFrame([row], schema).writeTo("landing.wide").append()
    generate("landing.wide", "--connector", "db2", "--key", "id")
    file = project / "models" / "wide" / "_db2__wide__models.yml"
    found = [each["name"] for each in yaml.safe_load(file.read_text())["anchors"]]
    assert found == [*names[:-1], '{{ "it\'s {{ CALL }}" }}', "a", "b"]
