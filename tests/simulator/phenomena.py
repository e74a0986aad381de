"""What may happen, and how likely: every phenomenon can be switched off."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from random import Random


@dataclass(frozen=True)
class Phenomena:
    """The probability of each phenomenon, at each place where it can happen."""

    # the source
    interleaved_commit: float = 0.5
    key_change: float = 0.12
    reinsert: float = 0.25
    truncate: float = 0.06
    alike: float = 0.2
    several_rows: float = 0.08
    clock_set_back: float = 0.03
    failover: float = 0.3
    renamed: float = 0.0
    # the connector
    snapshot_read: float = 0.8
    blocking_read: float = 0.05
    incremental_read: float = 0.08
    repeated: float = 0.03
    other_machine: float = 0.4
    tombstone: float = 0.9
    unavailable: float = 0.5
    invented_image: float = 0.6
    partial_update: float = 0.5
    unread: float = 0.6
    shared_position: float = 0.7
    lookup: float = 0.0
    transaction_metadata: float = 0.6
    heartbeat: float = 0.05
    malformed: float = 0.05
    schema: float = 0.3
    # the landing
    lone_tombstone: float = 0.15
    late: float = 0.08
    landed_twice: float = 0.05

    def without(self, name: str) -> Phenomena:
        """Return the same, one phenomenon switched off."""
        return replace(self, **{name: 0.0})

    @property
    def names(self) -> list[str]:
        """The names of those switched on."""
        return [each.name for each in fields(self) if getattr(self, each.name)]


class Chance:
    """Decisions that depend on the seed and their own name only: what is dropped moves no other."""

    def __init__(self, seed: int, phenomena: Phenomena) -> None:
        self.seed = seed
        self.phenomena = phenomena

    def random(self, *name: object) -> Random:
        """Random numbers of a name's own."""
        return Random(self._number(name))

    def of(self, phenomenon: str, *name: object) -> bool:
        """Return whether a phenomenon happens here."""
        likely: float = getattr(self.phenomena, phenomenon)
        return likely > 0 and self._number((phenomenon, *name)) < likely * (1 << 64)

    def _number(self, name: tuple[object, ...]) -> int:
        text = f"{self.seed}/{'/'.join(map(str, name))}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
