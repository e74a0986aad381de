"""What is killed: a table of scenarios, each with what is there before and the run after it."""

from __future__ import annotations

import json
from dataclasses import dataclass

Command = list[str]
"""The arguments of dbt, or of `python -m dbt_debezium.land` after the word land."""
UNTESTED = ["--exclude", "resource_type:test", "resource_type:unit_test"]


@dataclass(frozen=True)
class Scenario:
    """What is there before, the run that is killed, and the run after it."""

    before: list[Command]
    killed: list[Command]
    after: list[Command]
    # whether the numbers of the loads are those of a run that was never killed
    same_loads: bool = True


def build(*nodes: str) -> Command:
    return ["build", "--select", *nodes, *UNTESTED]


def land(day: str) -> Command:
    return operation("land_example", day=day)


def operation(name: str, **arguments: object) -> Command:
    return ["run-operation", name, "--args", json.dumps(arguments)]


LEDGER = build("+conservation_ledger")
ENTITY = ["db2", "db2__customers_snapshot", "conservation_ledger"]
BASE, CURRENT, HISTORY = "base_db2__customers", "db2__customers", "db2__customers_history"
REBUILT = json.dumps({"debezium__full_refresh": [BASE, CURRENT, HISTORY]})
DAY_1 = [land("day_1"), build("+conservation_ledger", *ENTITY)]
MAINTENANCE = [
    operation("debezium.maintain", models=[BASE, CURRENT, HISTORY], keep="1 hour", dry_run=False),
    operation("debezium.forget_key", model=CURRENT, key={"id": 1004}, dry_run=False),
    [*build(*ENTITY), "--vars", json.dumps({"debezium__retry_rejected": [BASE]})],
]
# One file a batch: the checkpoint is between two batches at many moments.
LANDING = [
    "land",
    "debezium.events",
    *("--files", "{folder}/files", "--checkpoint", "{lake}/checkpoint"),
    *("--option", "maxFilesPerTrigger=1"),
]
SCENARIOS = {
    # new, late and repeated events on what a first load has built
    "second load": Scenario([*DAY_1, land("day_2")], [build(*ENTITY)], [build(*ENTITY)]),
    # records from files of JSON lines, in small batches
    "landing": Scenario([land("day_1"), build("base_db2__customers")], [LANDING], [LANDING]),
    # compaction, and the operations that delete and overwrite rows
    "maintenance": Scenario(
        [*DAY_1, land("day_2"), build(*ENTITY)],
        MAINTENANCE,
        MAINTENANCE,
        same_loads=False,
    ),
    # nothing is built but what the ledger reads beside the entity
    "first load": Scenario(
        [land("day_1"), [*LEDGER, "conservation_ledger", "db2"]],
        [build(*ENTITY)],
        [build(*ENTITY)],
    ),
    # what --full-refresh may rebuild, while new rows have landed, then a plain build; a rebuild
    # that was killed before it began has not counted as a load
    "rebuild": Scenario(
        [*DAY_1, land("day_2")],
        [[*build(*ENTITY), "--full-refresh", "--vars", REBUILT]],
        [build(*ENTITY)],
        same_loads=False,
    ),
}
