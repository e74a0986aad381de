"""PostgreSQL to dbt through Debezium, Kafka and Spark, on servers that live as long as this runs.

    PYTHONPATH=tests python -m chain [--converter avro] [--keep]

Two clients change the tables in three rounds, while what is there is landed; then it is built. In
the second round Connect is killed, and repeats what it has sent. In the end the models must have
the database's rows. The last line counts the tables that do; exits 1 if one does not.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from chain import downloads
from chain.comparison import Compared, compare
from chain.connect import TOPICS
from chain.process import ChainError, end_on_signals, own_folder
from chain.project import NAME, Project
from chain.servers import SCHEMA, Servers
from chain.workload import CHANGES, Workload
from dbt_debezium.install import InstallError

ROUNDS = 3
KILLED = 2
TRANSACTIONS = 200
BEGIN = time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m chain", description="the whole chain")
    parser.add_argument("--converter", choices=["json", "avro"], default="json")
    parser.add_argument("--keep", action="store_true", help="keep the folder of logs and tables")
    chosen = parser.parse_args()
    end_on_signals()
    try:
        downloads.install(chosen.converter)
        with ExitStack() as stack:
            folder = own_folder(stack, "chain-", chosen.keep)
            compared = run(folder, stack, chosen.converter)
    except (ChainError, InstallError) as error:
        print(f"chain: {error}", file=sys.stderr)
        print("0 tables equal, 0 tables differ")
        return 1
    for table in compared:
        print(table)
    repeats = sum(table.repeats for table in compared)
    if not repeats:
        print("chain: Connect was killed, and repeated nothing", file=sys.stderr)
    equal = sum(table.is_equal for table in compared)
    print(f"{equal} tables equal, {len(compared) - equal} tables differ")
    return 0 if repeats and equal == len(compared) else 1


def run(folder: Path, stack: ExitStack, converter: str) -> list[Compared]:
    servers = Servers(folder, converter, log)
    servers.serve(stack)
    project = Project(folder / "project", servers.registry.confluent if servers.registry else None)
    land = partial(project.land, servers.kafka.address, TOPICS)
    for number in range(1, ROUNDS + 1):
        with Workload(servers.postgres.port, CHANGES, number, TRANSACTIONS) as work:
            if number == KILLED:
                servers.connect.kill_and_serve()
                log("Connect killed and started again")
            if number < ROUNDS:
                log(land())
        log(f"round {number}: {work.committed()} changes")
        if number == ROUNDS:
            servers.mark()
            log(land())
        if number == 1:
            project.generate()
            log("models generated")
        log(f"dbt build: {project.build()}")
    with project.session() as spark:
        return compare(servers.client, SCHEMA, spark, f"{NAME}.postgresql__")


def log(text: str) -> None:
    print(f"{time.monotonic() - BEGIN:4.0f} s  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
