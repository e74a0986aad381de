"""Two clients that change the tables at the same time, each at random from a seed of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice, repeat
from pathlib import Path
from string import Template

from chain.client import Client, SqlError

# No files of .sql, which dbt would take for tests of its own.
FOLDER = Path(__file__).parent
TABLES = (FOLDER / "tables.pgsql").read_text()


def changes_of(file: Path) -> list[Template]:
    """Return a file's paragraphs, one change each, without the first, which is a comment."""
    return [Template(each) for each in file.read_text().split("\n\n")[1:]]


CHANGES = changes_of(FOLDER / "changes.pgsql")
CLIENTS = 2
# deadlock, snapshot too old, key that is there already: such a transaction is given up
GIVEN_UP = {"40P01", "40001", "23505"}


class Workload:
    """Clients at work while the block runs; it ends when each has done its transactions.

    Without a number of transactions they go on until `stop`.
    """

    def __init__(
        self,
        port: int,
        changes: Sequence[Template],
        seed: int,
        transactions: int | None = None,
        pause: float = 0.025,
    ) -> None:
        self.port, self.changes, self.transactions, self.pause = port, changes, transactions, pause
        self.chances = [random.Random(CLIENTS * seed + client) for client in range(CLIENTS)]
        self.pool = ThreadPoolExecutor(CLIENTS)
        self.futures: list[Future[int]] = []
        self.stopped = False

    def __enter__(self) -> Workload:
        self.futures = [self.pool.submit(self.work, chance) for chance in self.chances]
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stopped |= kind is not None
        self.pool.shutdown()

    def stop(self) -> None:
        self.stopped = True

    def committed(self) -> int:
        """Return how many changes were not given up."""
        return sum(future.result() for future in self.futures)

    def work(self, chance: random.Random) -> int:
        count = 0
        with closing(Client(self.port)) as client:
            for _ in islice(repeat(None), self.transactions):
                if self.stopped:
                    break
                count += self.transaction(client, chance)
                time.sleep(chance.random() * 2 * self.pause)
        return count

    def transaction(self, client: Client, chance: random.Random) -> int:
        """One to three changes, with pauses in which the other client gets its turn."""
        chosen = chance.choices(self.changes, k=chance.randint(1, 3))
        try:
            client.query("begin")
            for change in chosen:
                client.query(change.substitute(n=chance.randrange(40), m=chance.randrange(1000)))
                time.sleep(chance.random() / 50)
            client.query("commit")
        except SqlError as error:
            client.query("rollback")
            if error.code not in GIVEN_UP:
                raise
            return 0
        return len(chosen)
