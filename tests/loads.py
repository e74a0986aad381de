"""Tables of a test's own, built load by load from compiled SQL as incremental models are."""

from __future__ import annotations

from typing import Any

from conftest import KAFKA, Dbt, session
from dbt.artifacts.schemas.run import RunExecutionResult
from pyspark.sql import Row


def relation(name: str, schema: str = "debezium") -> str:
    """Return a table as an argument of a macro."""
    return f"api.Relation.create(schema='{schema}', identifier='{name}')"


class Loads:
    """The tables; a name stands for one of them in the lake's schema of models."""

    def __init__(self, dbt: Dbt, variables: str = "{}") -> None:
        self.dbt = dbt
        self.variables = variables
        self.compiled: dict[tuple[str, str, bool], str] = {}
        self.tables: set[str] = set()

    def land(self, rows: list[Any], schema: str = KAFKA, table: str = "scratch") -> None:
        """Add rows to a landing table."""
        name = f"landing.{table}"
        if name not in self.tables:
            self.tables.add(name)
            session().sql(f"create or replace table {name} ({schema})")
        if rows:
            session().createDataFrame(rows, schema).writeTo(name).append()

    def sql(self, call: str, table: str = "scratch", incremental: bool = False) -> str:
        """Return the SQL of a macro's call, in a model of that name.

        That of an incremental model depends on what the tables hold.
        """
        if incremental or (call, table, incremental) not in self.compiled:
            kind = "incremental" if incremental else "table"
            config = f"{{{{ config(materialized='{kind}', alias='{table}') }}}}"
            inline = f"{config}{{{{ debezium.{call} }}}}"
            result = self.dbt("compile", "--inline", inline, "--vars", self.variables).result
            assert isinstance(result, RunExecutionResult)
            sql = result.results[0].node.to_dict()["compiled_code"]
            self.compiled[call, table, incremental] = sql
        return self.compiled[call, table, incremental]

    def build(self, table: str, call: str, merge_on: str | None = None) -> None:
        """What `dbt run` does: create the table, otherwise insert or merge the new rows."""
        spark = session()
        name = f"debezium.{table}"
        if name not in self.tables:
            self.tables.add(name)
            spark.sql("create schema if not exists debezium")
            spark.sql(f"drop table if exists {name}")
            spark.sql(f"create table {name} as {self.sql(call, table)}")
            return
        spark.sql(self.sql(call, table, incremental=True)).createOrReplaceTempView("new_rows")
        if merge_on is None:
            spark.sql(f"insert into {name} by name select * from new_rows")
        else:
            spark.sql(
                f"merge into {name} as existing using new_rows"
                f" on existing.{merge_on} = new_rows.{merge_on}"
                " when matched then update set * when not matched then insert *"
            )

    def view(self, name: str, sql: str) -> str:
        """Create a view of the session, such as a staging model.

        Return its name as an argument of a macro.
        """
        session().sql(f"create or replace temporary view {name} as {sql}")
        return f"api.Relation.create(identifier='{name}')"

    def rows(self, table: str) -> list[Row]:
        return session().table(f"debezium.{table}").collect()

    def drop(self) -> None:
        for name in self.tables:
            session().sql(f"drop table if exists {name}")
