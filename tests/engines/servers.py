"""What engines need beside dbt, for as long as a block lasts; all listen on the loopback."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pyspark
from chain.process import HOST, ChainError, Process, free_port, listens
from simulator.lake import write_defaults

from dbt_debezium.install import JARS, JAVA_HOME, SHARE
from dbt_debezium.targets import settings_of

SPARK_HOME = Path(pyspark.__file__).parent
WORKERS = 2
# What the functions need of a worker's Python; the package comes with them.
WORKER_PACKAGES = ("orjson", "pyarrow")


@contextmanager
def running(process: Process) -> Iterator[Process]:
    process.start()
    try:
        yield process
    finally:
        process.stop()


@contextmanager
def served(name: str, folder: Path) -> Iterator[int]:
    """One of the package's servers; its port.

    Raises ChainError where it does not end well.
    """
    port = free_port()
    command = [sys.executable, "-m", f"dbt_debezium.{name}", "--port", str(port)]
    with running(Process(name, command, folder, cwd=Path.cwd())) as server:
        server.wait("serving", partial(says, server, "serving"))
        yield port
    if server.process and server.process.returncode:
        raise ChainError(f"{name} ended with {server.process.returncode}:\n{server.tail()}")


def says(process: Process, word: str) -> bool:
    return word in process.log.read_text(errors="replace")


@contextmanager
def thrift(folder: Path) -> Iterator[dict[str, str]]:
    with served("thrift_server", folder) as port:
        yield {"SPARK_THRIFT_HOST": HOST, "SPARK_THRIFT_PORT": str(port)}


@contextmanager
def connect(folder: Path) -> Iterator[dict[str, str]]:
    with served("connect_server", folder) as port:
        yield {"SPARK_REMOTE": f"sc://{HOST}:{port}"}


@contextmanager
def spark_3_5(_: Path) -> Iterator[dict[str, str]]:
    """Another Spark before the installed one, fetched once."""
    lock = Path(__file__).with_name("spark-3.5.lock")
    place = SHARE / lock.stem
    if not (place / "pyspark").is_dir():
        pip("install", "--no-deps", "--require-hashes", "--target", str(place), "-r", str(lock))
    yield {"PYTHONPATH": os.pathsep.join((str(place), os.environ["PYTHONPATH"]))}


@contextmanager
def cluster(folder: Path) -> Iterator[dict[str, str]]:
    """Yield a master and two workers.

    The catalog is configured in spark-defaults.conf, as on a cluster.
    """
    port = free_port()
    address = f"spark://{HOST}:{port}"
    own = {"JAVA_HOME": str(JAVA_HOME), "SPARK_HOME": str(SPARK_HOME), "SPARK_LOCAL_IP": HOST}
    daemon = [str(SPARK_HOME / "bin" / "spark-class")]
    at = ["--host", HOST, "--webui-port", "0"]
    with ExitStack() as stack:
        command = [*daemon, "org.apache.spark.deploy.master.Master", *at, "--port", str(port)]
        master = stack.enter_context(running(Process("master", command, folder, own)))
        master.wait("listening", lambda: listens(port))
        for number in range(WORKERS):
            command = [*daemon, "org.apache.spark.deploy.worker.Worker", *at, "--cores", "1"]
            command += ["--memory", "2g", "--work-dir", str(folder / "work"), address]
            process = Process(f"worker_{number}", command, folder, own)
            worker = stack.enter_context(running(process))
            worker.wait("registered", partial(says, worker, "registered"))
        Path(os.environ["DEBEZIUM_LAKE"]).mkdir()  # of SQLite's file
        write_defaults(folder / "conf", cluster_settings(address))
        python = worker_python(folder / "python")
        yield {
            "SPARK_MASTER": address,
            "SPARK_CONF_DIR": str(folder / "conf"),
            "PYSPARK_PYTHON": str(python),
        }


def cluster_settings(address: str) -> dict[str, str]:
    """Return the embedded target's catalog, and its jars for driver and executors."""
    settings = settings_of("embedded")
    settings = {name: value for name, value in settings.items() if ".driver." not in name}
    settings |= {
        "spark.master": address,
        "spark.driver.host": HOST,
        "spark.driver.memory": os.environ["DEBEZIUM_DRIVER_MEMORY"],
        "spark.executor.memory": "1500m",
        "spark.jars": ",".join(map(str, sorted(JARS.glob("*.jar")))),
    }
    return settings


def worker_python(folder: Path) -> Path:
    """Return a Python with what the functions need, and without the package."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip("install", *(f"{name}=={version(name)}" for name in WORKER_PACKAGES), python=str(python))
    return python


def pip(*arguments: str, python: str = sys.executable) -> None:
    subprocess.run([python, "-m", "pip", "--quiet", *arguments], check=True)
