"""Two clients that change the tables at the same time, each at random from a seed of its own."""

from __future__ import annotations

import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from string import Template

from chain.client import Client, SqlError

# No files of .sql, which dbt would take for tests of its own.
FOLDER = Path(__file__).parent
TABLES = (FOLDER / "tables.pgsql").read_text()
CHANGES = [Template(each) for each in (FOLDER / "changes.pgsql").read_text().split("\n\n")[1:]]
CLIENTS = 2
# deadlock, snapshot too old, key that is there already: such a transaction is given up
GIVEN_UP = {"40P01", "40001", "23505"}


class Workload:
    """Clients at work while the block runs; it ends when each has done its transactions."""

    def __init__(self, port: int, transactions: int, seed: int) -> None:
        self.port, self.transactions = port, transactions
        self.chances = [random.Random(CLIENTS * seed + client) for client in range(CLIENTS)]
        self.pool = ThreadPoolExecutor(CLIENTS)
        self.futures: list[Future[int]] = []
        self.stopped = False

    def __enter__(self) -> Workload:
        self.futures = [self.pool.submit(self.work, chance) for chance in self.chances]
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stopped = kind is not None
        self.pool.shutdown()

    def committed(self) -> int:
        """Return how many transactions were not given up."""
        return sum(future.result() for future in self.futures)

    def work(self, chance: random.Random) -> int:
        count = 0
        with closing(Client(self.port)) as client:
            for _ in range(self.transactions):
                if self.stopped:
                    break
                count += transaction(client, chance)
        return count


def transaction(client: Client, chance: random.Random) -> bool:
    """One to three changes, with pauses in which the other client gets its turn."""
    try:
        client.query("begin")
        for change in chance.choices(CHANGES, k=chance.randint(1, 3)):
            client.query(change.substitute(n=chance.randrange(40), m=chance.randrange(1000)))
            time.sleep(chance.random() / 50)
        client.query("commit")
    except SqlError as error:
        client.query("rollback")
        if error.code not in GIVEN_UP:
            raise
        return False
    time.sleep(chance.random() / 20)
    return True
