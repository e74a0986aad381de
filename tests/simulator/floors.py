"""How often each phenomenon must occur: less would check nothing."""

from __future__ import annotations

from math import sqrt

# How often it occurs in 1000 streams, in simulations of a few streams each.
EVERYWHERE = {
    "blocking_read": 1000,
    "failover": 54,
    "heartbeat": 310,
    "incremental_read": 1000,
    "interleaved_commit": 2600,
    "landed_twice": 800,
    "late": 1200,
    "malformed": 300,
    "other_machine": 125,
    "reinsert": 1400,
    "reinsert_in_batch": 600,
    "repeated": 1000,
    "restart_in_transaction": 180,
    "schema": 4200,
    "snapshot_read": 3000,
}
TRANSACTIONS = {"transaction_metadata": 7200}
RELATIONAL = {"clock_set_back": 200, "key_change": 480, "several_rows": 440}
TOMBSTONES = {"tombstone": 1900, "lone_tombstone": 270}
TRUNCATES = {"truncate": 480}
INVENTED = {"invented_image": 1100}
UNAVAILABLE = {"unavailable": 1000}
SHARED = {"shared_position": 300}
UNDECIDED = {"undecided": 26}
RENAMED = {"renamed": 3000}
DOCUMENTS = {"alike": 70, "partial_update": 2300, "partial_without_document": 170}
RATES = {
    "mongodb": DOCUMENTS | TOMBSTONES | TRANSACTIONS,
    "sqlserver": RELATIONAL | TOMBSTONES | TRANSACTIONS,
    "db2": RELATIONAL | TOMBSTONES | TRANSACTIONS,
    "postgresql": RELATIONAL | TOMBSTONES | TRANSACTIONS | TRUNCATES | INVENTED | UNAVAILABLE,
    "mariadb": RELATIONAL | TOMBSTONES | TRANSACTIONS | TRUNCATES | INVENTED | SHARED,
    "oracle": RELATIONAL | TOMBSTONES | TRANSACTIONS | TRUNCATES | UNAVAILABLE | UNDECIDED,
    "cdl": RELATIONAL | INVENTED | UNAVAILABLE,
}
ENOUGH = 33  # streams of a connector, in which everything must occur


def floors(connector: str, streams: int, renamed: bool) -> dict[str, int]:
    """Return the floor of each phenomenon of a connector: far below what so many streams bring.

    Some are chosen for whole simulations, of which few streams have few: then nothing must occur.
    """
    rates = EVERYWHERE | RATES[connector] | (RENAMED if renamed else {})
    expected = {name: rate * streams / 1000 for name, rate in rates.items()}
    return {
        name: max(1, int(many / 4 - 3 * sqrt(many))) if streams >= ENOUGH else 0
        for name, many in sorted(expected.items())
    }
