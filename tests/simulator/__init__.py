"""The check of the state models: a source database, its connector and a landing, simulated.

phenomena    what may happen, and how likely
source       transactions and the true timeline that they leave
connectors   what each connector writes
stream       snapshots, streaming, restarts
landing      partitions, batches, late rows
simulation   all of them, the truth, and how to shrink what fails
"""

from simulator.connectors import CONNECTORS
from simulator.landing import Record
from simulator.phenomena import Phenomena
from simulator.simulation import Setting, Simulation, shrink, simulate

__all__ = [
    "CONNECTORS",
    "Phenomena",
    "Record",
    "Setting",
    "Simulation",
    "shrink",
    "simulate",
]
