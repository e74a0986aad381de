"""PostgreSQL to dbt through Debezium, Kafka and Spark, on servers that live as long as this runs.

    PYTHONPATH=tests python -m chain [--converter avro] [--keep]

Two clients change the tables in three rounds, while what is there is landed; then it is built. In
the second round Connect is killed, and repeats what it has sent. In the end the models must have
the database's rows. The last line counts the tables that do; exits 1 if one does not.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from chain import downloads
from chain.client import Client
from chain.comparison import Compared, compare
from chain.connect import PREFIX, TOPICS, Connect
from chain.kafka import Kafka
from chain.postgres import Postgres
from chain.process import ChainError
from chain.project import NAME, Project
from chain.registry import Registry
from chain.workload import TABLES, Workload
from dbt_debezium.install import InstallError

SCHEMA = "shop"
ROUNDS = 3
KILLED = 2
TRANSACTIONS = 200
BEGIN = time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m chain", description="the whole chain")
    parser.add_argument("--converter", choices=["json", "avro"], default="json")
    parser.add_argument("--keep", action="store_true", help="keep the folder of logs and tables")
    chosen = parser.parse_args()
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: sys.exit(1))
    try:
        downloads.install(chosen.converter)
        with ExitStack() as stack:
            folder = Path(tempfile.mkdtemp(prefix="chain-"))
            if chosen.keep:
                log(str(folder))
            else:
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
            # PostgreSQL runs as another user below it.
            folder.chmod(0o755)
            compared = run(folder, stack, chosen.converter)
    except (ChainError, InstallError) as error:
        print(f"chain: {error}", file=sys.stderr)
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
    postgres = Postgres(folder / "postgres")
    kafka = Kafka(folder / "kafka")
    registry = Registry(folder / "registry") if converter == "avro" else None
    connect = Connect(folder / "connect", kafka, postgres, registry)
    for server in filter(None, (postgres, kafka, registry, connect)):
        stack.callback(server.stop)
    postgres.serve()
    log(f"PostgreSQL on port {postgres.port}")
    client = stack.enter_context(closing(Client(postgres.port)))
    client.query(TABLES)
    if registry:
        # Apicurio's converter writes a column's default for null, and the message looks the same.
        client.query(f"alter table {SCHEMA}.orders alter column status drop default")
    kafka.serve()
    log(f"Kafka on port {kafka.port}")
    if registry:
        registry.serve()
        log(f"schema registry on port {registry.port}")
    connect.serve()
    mark(1, client, kafka, connect)
    log(f"Connect on port {connect.port}, the tables are read")
    project = Project(folder / "project", registry.confluent if registry else None)
    for number in range(1, ROUNDS + 1):
        with Workload(postgres.port, TRANSACTIONS, number) as work:
            if number == KILLED:
                connect.kill_and_serve()
                log("Connect killed and started again")
            if number < ROUNDS:
                log(project.land(kafka.address, TOPICS))
        log(f"round {number}: {work.committed()} transactions")
        if number == ROUNDS:
            mark(2, client, kafka, connect)
            log(project.land(kafka.address, TOPICS))
        if number == 1:
            project.generate()
            log("models generated")
        log(f"dbt build: {project.build()}")
    with project.session() as spark:
        return compare(client, SCHEMA, spark, f"{NAME}.postgresql__")


def mark(number: int, client: Client, kafka: Kafka, connect: Connect) -> None:
    """Wait until all that was changed so far is in Kafka.

    An event of another topic may be there later than that of the marker, but Connect tells
    PostgreSQL a place in its log only when Kafka has all events before it.
    """
    place = client.value("select pg_current_wal_lsn()")
    name = f"marker {number}"
    client.query(f"insert into {SCHEMA}.markers values ({number}, '{name}')")
    kafka.wait_for(f"{PREFIX}.{SCHEMA}.markers", name)
    query = f"select confirmed_flush_lsn >= '{place}' from pg_replication_slots"
    connect.wait("confirmed to PostgreSQL", lambda: client.value(query))


def log(text: str) -> None:
    print(f"{time.monotonic() - BEGIN:4.0f} s  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
