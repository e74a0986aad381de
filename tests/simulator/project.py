"""The dbt project that a judgement runs: this package installed, one entity for each connector."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from simulator.connectors import AFTER_FAILOVER, RENAMED
from simulator.landing import FAILOVER_MS

ROOT = Path(__file__).parent.parent.parent
NAME = "simulation"
ROW = {"stream": "bigint", "id": "bigint", "n": "bigint", "text": "string", "big": "string"}
DOCUMENT = {"_id": "string", "n": "bigint", "text": "string", "nested": "string", "list": "string"}
DOCUMENT_TEXTS = ["_before", "_after", "_patch", "_filter", "_update_description"]
EVENT = (
    "_landing_id _landing_table _topic _topic_partition _topic_offset _key _op _position _server"
    " _collection _event_id _source_at _topic_timestamp".split()
)
END = "_unavailable _pending _invalid _load".split()
PLACE = "topic string, partition int, offset bigint, timestamp timestamp"
LATER_LOADS = "incremental_predicates=debezium.base_merge_predicates()"
LANDING = f"{PLACE}, key string, value string"


@dataclass(frozen=True)
class Changes:
    """What changes while a project is built: nothing, unless a check names it."""

    shards: dict[str, int] = field(default_factory=dict)
    """In how many landing tables a connector's entity lands, if not in one."""
    added: dict[str, str] = field(default_factory=dict)
    """Of a connector's columns the one that is declared in the middle only."""
    widened: dict[str, str] = field(default_factory=dict)
    """Of a connector's columns the one whose type is too narrow until the middle."""
    rebuilt: Collection[str] = ()
    """The connectors whose base is rebuilt in the middle."""
    forgotten: Collection[str] = ()
    """The connectors that forget some keys in the middle."""
    purged: Collection[str] = ()
    """The connectors whose deleted rows are purged in the middle."""
    renamed: Collection[str] = ()
    """The connectors of a source that renames a column, at any time."""

    @property
    def late(self) -> dict[str, str]:
        """The columns whose declaration is complete in the middle only."""
        return {**self.added, **self.widened}


UNCHANGED = Changes()
CHANGES = Changes(
    shards={"cdl": 2, "mongodb": 2, "postgresql": 3},
    added={"mariadb": "text", "mongodb": "nested", "postgresql": "big"},
    widened={"cdl": "n", "sqlserver": "n"},
    rebuilt=("db2", "oracle", "sqlserver"),
    # a rebuilt base would read their values again
    forgotten=("cdl", "mongodb", "postgresql"),
    purged=("db2", "mariadb", "mongodb"),
    renamed=("db2", "oracle", "postgresql", "sqlserver"),
)
RENAMED_SHARE = 0.7
"""Of the simulations of such a source."""
RETENTION = "1 day"


def landings(connector: str, changes: Changes) -> list[str]:
    """Return the names of a connector's landing tables."""
    more = range(2, changes.shards.get(connector, 1) + 1)
    return [f"landed_{connector}", *(f"landed_{connector}_{number}" for number in more)]


def sources(connector: str, changes: Changes) -> list[str]:
    """Return the landing tables as calls of source."""
    return [f"source('landing', '{name}')" for name in landings(connector, changes)]


def argument(landed: list[str]) -> str:
    """Return the landing tables as an argument of a macro."""
    return landed[0] if len(landed) == 1 else f"[{', '.join(landed)}]"


def columns(connector: str) -> dict[str, str]:
    """Return the declared columns of a connector's entity, by name and type."""
    return dict(DOCUMENT if connector == "mongodb" else ROW)


def key(connector: str) -> list[str]:
    return ["_topic", "_id"] if connector == "mongodb" else ["_topic", "stream", "id"]


def layout(connector: str) -> str:
    return "cdl" if connector == "cdl" else "kafka"


def columns_of_base(connector: str, changes: Changes) -> dict[str, str]:
    """Return the declared columns of base: also the newer name of a column that is renamed."""
    declared = columns(connector)
    more = RENAMED if connector in changes.renamed else {}
    return declared | {new: declared[old] for old, new in more.items()}


def staged(connector: str, declared: Iterable[str], changes: Changes) -> list[str]:
    """Return the columns of a staging model; docs/schema_changes.md says how a name changes."""
    texts = DOCUMENT_TEXTS if connector == "mongodb" else []
    more = RENAMED if connector in changes.renamed else {}
    own = [
        f"coalesce({more[name]}, {name}) as {name}" if name in more else name for name in declared
    ]
    return [*EVENT, *texts, *own, *END]


def epochs(connector: str) -> list[str] | None:
    """Return what is true after a failover; MariaDB's gtid outlives it."""
    if connector == "mariadb":
        return None
    if connector in ("postgresql", "cdl"):
        return [f"_topic_timestamp >= timestamp_millis({FAILOVER_MS})"]
    return [f"_source.name like '%{AFTER_FAILOVER}'"]


def unwrap(connector: str, relation: str, more: str = "") -> str:
    """Return the call that makes the rows of a base model."""
    return (
        f"debezium.unwrap({relation}, layout={layout(connector)!r}, connector={connector!r},"
        f" key={key(connector)}, epochs={epochs(connector)}{more})"
    )


def state_call(macro: str, connector: str, staged: str, base: str, more: str = "") -> str:
    """Return the call that makes the rows of a current or a history model."""
    return f"debezium.{macro}({staged}, base={base}, connector={connector!r}{more})"


def write(
    folder: Path, connectors: Sequence[str], changes: Changes, is_middle: bool = False
) -> None:
    """Write the project as it is before the middle, or from there on."""
    files: dict[str, Any] = {
        "dbt_project.yml": {
            "name": NAME,
            "version": "0.1.0",
            "config-version": 2,
            "profile": NAME,
            "flags": {
                "require_generic_test_arguments_property": True,
                "send_anonymous_usage_stats": False,
            },
            "models": {
                NAME: {
                    "+file_format": "{{ env_var('DEBEZIUM_FILE_FORMAT', 'iceberg') }}",
                    "+on_schema_change": "append_new_columns",
                }
            },
        },
        "packages.yml": {"packages": [{"local": str(ROOT)}]},
        "profiles.yml": {NAME: profile()},
        "models/models.yml": {
            "version": 2,
            "sources": [{"name": "landing", "schema": "{{ target.schema }}", "tables": []}],
            "models": [],
        },
    }
    described = files["models/models.yml"]
    for connector in connectors:
        names = landings(connector, changes)
        described["sources"][0]["tables"] += [{"name": name} for name in names]
        declared, of_base = columns(connector), columns_of_base(connector, changes)
        for each in () if is_middle else (declared, of_base):
            each.pop(changes.added.get(connector, ""), None)
            if connector in changes.widened:
                each[changes.widened[connector]] = "int"
        landed = sources(connector, changes)
        described["models"] += described_models(connector, declared, of_base, landed)
        for name, text in models(connector, declared, landed, changes).items():
            files[f"models/{name}.sql"] = text
    files["models/ledger.sql"] = ledger(connectors, changes)
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
        file.write_text(text)


def profile() -> Any:
    """Return the package's own profile, under another name: the example stays out."""
    profiles = yaml.safe_load((ROOT / "profiles" / "profiles.yml").read_text())
    return profiles["debezium_example"]


def models(
    connector: str, declared: dict[str, str], landed: list[str], changes: Changes
) -> dict[str, str]:
    """Return the SQL of the models of an entity."""
    names = ",\n    ".join(staged(connector, declared, changes))
    own = ",\n    ".join(["_key", *declared, "_source_at"])
    events = connector, f"ref('stg_{connector}')", f"ref('base_{connector}')"
    # while dbt parses, unwrap takes a document's key of two columns for a wrong one
    inline = f", columns={declared}" if connector == "mongodb" else ""
    unwrapped = unwrap(connector, argument(landed), inline)
    return {
        f"base_{connector}": configured(
            f"{{{{ {unwrapped} }}}}", LATER_LOADS, unique_key="_landing_id"
        ),
        f"stg_{connector}": f"select\n    {names}\nfrom {{{{ ref('base_{connector}') }}}}\n"
        "where _class = 'data'\n",
        connector: configured(f"{{{{ {state_call('current', *events)} }}}}", unique_key="_key"),
        f"{connector}_active": f"select\n    {own}\nfrom {{{{ ref('{connector}') }}}}\n"
        "where not _is_deleted\n",
        f"{connector}_history": configured(
            f"{{{{ {state_call('history', *events)} }}}}",
            unique_key="_version_id",
            post_hook="delete from {{ this }} where _is_obsolete",
        ),
    }


def ledger(connectors: Sequence[str], changes: Changes) -> str:
    pairs = ",\n    ".join(
        f"[{argument(sources(each, changes))}, ref('base_{each}')]" for each in connectors
    )
    return configured(
        f"{{{{ debezium.ledger([\n    {pairs},\n]) }}}}", incremental_strategy="append"
    )


def configured(call: str, *called: str, **options: str) -> str:
    """Return an incremental model; options that are calls are not quoted."""
    options = {"materialized": "incremental", "incremental_strategy": "merge", **options}
    lines = [f"{name}={value!r}" for name, value in options.items()]
    listed = "".join(f"    {line},\n" for line in [*lines, *called])
    return f"{{{{ config(\n{listed}) }}}}\n\n{call}\n"


def described_models(
    connector: str, columns: dict[str, str], of_base: dict[str, str], landed: list[str]
) -> list[dict[str, Any]]:
    """Return the YAML of the models of an entity: columns, and the package's generic tests."""
    declared, read = (
        [{"name": name, "data_type": kind} for name, kind in each.items()]
        for each in (columns, of_base)
    )
    conservation = {
        "landing": landed[0] if len(landed) == 1 else landed,
        "layout": layout(connector),
        "ledger": "ref('ledger')",
    }
    events = {"events": f"ref('stg_{connector}')"}
    current = {"current": f"ref('{connector}')"}
    return [
        {
            "name": f"base_{connector}",
            "columns": read,
            "data_tests": [{"debezium.conservation": {"arguments": conservation}}],
        },
        {
            "name": connector,
            "config": {"meta": {"debezium": {"landing_retention": RETENTION}}},
            "columns": declared,
            "data_tests": [
                {"debezium.all_events_applied": {"arguments": events}},
                {"debezium.no_resurrection": {"arguments": events}},
            ],
        },
        {
            "name": f"{connector}_history",
            "columns": declared,
            "data_tests": [
                "debezium.valid_history",
                {"debezium.current_matches_history": {"arguments": current}},
            ],
        },
    ]
