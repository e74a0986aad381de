"""Gates for every file: YAML, deprecations, words that must not occur, Python's tools."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import dbt.jsonschemas
import dbt.jsonschemas.jsonschemas
import pytest
import yaml
from conftest import ROOT
from dbt.cli.main import dbtRunner, dbtRunnerResult
from jsonschema import Draft7Validator, ValidationError
from jsonschema.validators import extend

SCHEMAS = Path(dbt.jsonschemas.JSONSCHEMAS_PATH)


def project_files() -> list[Path]:
    """Return what git tracks or would track."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    files = {ROOT / name for name in listed.stdout.split("\0") if name}
    return sorted(file for file in files if file.is_file())


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


FILES = project_files()
# dbt's own files; profiles.yml, packages.yml and the tools' configuration have no schema there.
DBT_YAML = [
    file
    for file in FILES
    if file.suffix == ".yml"
    # of an earlier version of the package, with its tests
    and "upgrade" not in file.parts
    and (
        file.name == "dbt_project.yml"
        or {"models", "macros", "snapshots", "seeds", "generic"} & set(file.parts)
    )
]


# -- YAML ----------------------------------------------------------------------------------------


class StrictLoader(yaml.SafeLoader):
    """Refuses a key that stands twice, of which YAML would drop the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        names = [self.construct_object(name, deep=True) for name, _ in node.value]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise yaml.constructor.ConstructorError(None, None, f"twice: {twice}", node.start_mark)
        return super().construct_mapping(node, deep)


def unless_jinja(keyword: str) -> Any:
    """Return a schema's keyword that leaves text alone whose value only Jinja knows."""
    rule = Draft7Validator.VALIDATORS[keyword]

    def check(*arguments: Any) -> Iterator[ValidationError]:
        value = arguments[2]
        if not (isinstance(value, str) and "{{" in value):
            yield from rule(*arguments) or ()

    return check


Validator = extend(  # type: ignore[no-untyped-call]
    Draft7Validator, {keyword: unless_jinja(keyword) for keyword in ("type", "enum", "pattern")}
)


def yaml_errors(name: str, text: str) -> list[str]:
    """Return what dbt's own schemas, which dbt 2 applies to files, report about a file."""
    schema = "project/0.0.110.json" if name == "dbt_project.yml" else "resources/latest.json"
    validator = Validator(json.loads((SCHEMAS / schema).read_text()))
    try:
        content = yaml.load(text, StrictLoader)
    except yaml.YAMLError as error:
        return [str(error)]
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


@pytest.mark.parametrize("file", DBT_YAML, ids=relative)
def test_yaml_fits_the_schemas_of_dbt(file: Path) -> None:
    assert not yaml_errors(file.name, file.read_text())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dbt_project.yml", "name: a\nmodels: {+enabled: 'yes, please'}"),
        ("dbt_project.yml", "name: a\nmodels-paths: [models]"),
        ("_models.yml", "models: [{name: a, data_tests: [unique], owner: me}]"),
        ("_models.yml", "models: [{name: a, config: {materialised: view}}]"),
        ("_models.yml", "models: [{name: a, description: b, description: c}]"),
        ("_macros.yml", "macros: [{name: a, arguments: [{name: b, kind: string}]}]"),
        ("_macros.yml", "macro: []"),
    ],
)
def test_the_schemas_notice(name: str, text: str) -> None:
    assert yaml_errors(name, text)


# -- deprecations --------------------------------------------------------------------------------


def parse(project: Path, profiles: Path, target: Path) -> dbtRunnerResult:
    """`dbt parse` in which every warning is an error; it starts no Spark."""
    return dbtRunner().invoke(
        ["--quiet", "--warn-error", "parse", "--no-partial-parse", "--show-all-deprecations"],
        project_dir=str(project),
        profiles_dir=str(profiles),
        target_path=str(target),
        log_path=str(target),
    )


@pytest.fixture
def schemas_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """dbt checks its YAML against its schemas for four adapters; here for Spark too."""
    adapters = getattr(dbt.jsonschemas.jsonschemas, "_JSONSCHEMA_SUPPORTED_ADAPTERS", None)
    assert adapters is not None, "dbt renamed a private name"
    monkeypatch.setattr(
        dbt.jsonschemas.jsonschemas, "_JSONSCHEMA_SUPPORTED_ADAPTERS", {*adapters, "spark"}
    )


@pytest.mark.usefixtures("schemas_on")
def test_dbt_warns_of_nothing(tmp_path: Path) -> None:
    result = parse(ROOT, ROOT / "profiles", tmp_path)
    assert result.success, result.exception


@pytest.mark.usefixtures("schemas_on")
@pytest.mark.parametrize(
    ("configuration", "complaint"),
    [("meta: {owner: me}", None), ("owner: me", "CustomKeyInConfigDeprecation")],
)
def test_dbt_warns_of_keys_of_our_own(
    tmp_path: Path, configuration: str, complaint: str | None
) -> None:
    files = {
        "dbt_project.yml": "{name: shop, profile: shop}",
        "profiles.yml": "shop: {target: a, outputs: {a: "
        "{type: spark, method: session, host: NA, schema: shop}}}",
        "models/orders.sql": "select 1 as id",
        "models/_models.yml": f"models: [{{name: orders, config: {{{configuration}}}}}]",
    }
    (tmp_path / "models").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    result = parse(tmp_path, tmp_path, tmp_path / "target")
    assert result.success == (complaint is None), result.exception
    assert complaint is None or complaint in str(result.exception)


# -- words that must not occur -------------------------------------------------------------------

SQL = r"^(models|macros|snapshots|tests/generic|integration_tests)/.*\.sql$"
YAML = r"\.yml$"
# This file holds the bad examples; the licence and locked hashes are others' text.
ANY = r"^(?!tests/test_quality\.py$|LICENSE$|requirements\.lock$)"

# rule: files, pattern, a text that breaks it
FORBIDDEN = {
    "data_tests, never tests": (YAML, r"^\s*(- )?tests:", "    tests: [unique]"),
    "config.meta_get reads meta": (SQL, r"config\.get\(\s*['\"]meta", "config.get('meta', {})"),
    "dbt 2 has no itertools": (SQL, r"modules\.itertools", "modules.itertools.chain()"),
    "return stands alone in its braces": (
        SQL,
        r"\{\{-?(?!\s*return\()[^}]*\breturn\(",
        "{{ 1 + return(2) }}",
    ),
    "a select names its columns": (SQL, r"(?i)\bselect\s+(distinct\s+)?(\w+\.)?\*", "select a.*"),
    "files come from whatever registry the machine has": (
        ANY,
        r"(?i)\b(pypi\.(org|python)|pythonhosted\.org|repo1?\.maven\.|maven\.apache\.org|npmjs\.)",
        "https://pypi.org/simple",
    ),
    "no path of one machine": (
        ANY,
        r"(?<![\w.$}~/-])/(home|root|Users|work|workspace|tmp|mnt)/\w",
        "path: /home/me/jars",
    ),
}


def breaches(rule: str, text: str) -> list[str]:
    _, pattern, _ = FORBIDDEN[rule]
    return [line for line in text.splitlines() if re.search(pattern, line)]


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_forbidden_words(rule: str) -> None:
    names, _, example = FORBIDDEN[rule]
    found = {
        relative(file): lines
        for file in FILES
        if re.search(names, relative(file))
        and (lines := breaches(rule, file.read_text(errors="replace")))
    }
    assert not found
    assert breaches(rule, example)


# -- Python --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["ruff check", "ruff format --check", "mypy"])
def test_python_is_clean(tool: str) -> None:
    command = [sys.executable, "-m", *tool.split(), "python_udfs", "tests"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
