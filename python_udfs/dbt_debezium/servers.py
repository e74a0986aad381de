"""What the Thrift server and the Connect server have in common."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dbt_debezium.passwords import without_passwords
from dbt_debezium.plugin import start_session
from dbt_debezium.targets import TargetError, settings_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Settings = Callable[[str, int], dict[str, str]]
"""The Spark settings of a server at a host and port."""
Start = Callable[["SparkSession"], Callable[[], Any]]
"""Starts a server in a session and gives what stops it."""


class ServerError(Exception):
    """The server cannot start; the message contains what to do."""


def serve(about: str, port: int, more: Settings, start: Start, given: Sequence[str] | None) -> None:
    """Serve the tables of a target until SIGTERM or SIGINT; ends the process where it cannot."""
    parser = argparse.ArgumentParser(description=about.partition("\n\n")[2])
    parser.add_argument("--target", default="embedded", help="of the profile: its tables")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", default=port, type=int)
    options = parser.parse_args(given)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        check_free(options.host, options.port)
        settings = settings_of(options.target)
    except (ServerError, TargetError) as error:
        sys.exit(f"dbt-debezium: {error}")
    os.environ.pop("SPARK_REMOTE", None)  # of the server's clients
    try:
        spark = start_session(settings | more(options.host, options.port))
        spark.sql("create namespace if not exists default")  # a new connection enters it
        stop = start(spark)
    except Exception as error:
        sys.exit(f"dbt-debezium: {without_passwords(str(error))}")
    print(f"serving {options.target} on {options.host}:{options.port}", flush=True)
    ended.wait()
    stop()
    spark.stop()


def check_free(host: str, port: int) -> None:
    """Raises ServerError where something listens there already, which Spark would only log."""
    with socket.socket() as each:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            each.bind((host, port))
        except (OSError, OverflowError) as problem:
            message = f"cannot listen on {host}:{port}: {problem}; choose another --port"
            raise ServerError(message) from problem
