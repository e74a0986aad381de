"""Write the reference pages from YAML, signatures, docs blocks and a seed: `make reference`."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import yaml
from dbt_common.clients.jinja import parse
from dbt_common.utils.jinja import get_dbt_macro_name
from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes

from reference.messages import messages

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"{% docs debezium__(\w+) %}\n(.*?)\n{% enddocs %}", re.DOTALL)
# The columns without a leading underscore: those of the ledger, and the complete document.
WITHOUT_UNDERSCORE = frozenset(
    "document landing base landed_rows invalid_rows key_mismatch_rows loaded_at".split()
)
# In the way of the data, as in CONTRIBUTING.md.
FOLDERS = {
    "macros/unwrap": "From landed rows to change events",
    "macros/smt": "What Debezium's transforms send on",
    "macros/documents": "Documents",
    "macros/types": "Types",
    "macros/state": "State and history",
    "macros/monitoring": "What became of the rows",
    "macros/topics": "The topics beside the change events",
    "macros/operations": "Operations",
    "macros/codegen": "Models written from landed rows",
    "tests/generic": "Tests",
}


def pages() -> dict[Path, str]:
    """Return the text of each page by its file."""
    contents = {
        "macros": {"families": {title: described(folder) for folder, title in FOLDERS.items()}},
        "columns": {"columns": columns()},
        "classes": {"reasons": reasons()},
        "messages": {"messages": messages()},
    }
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return {
        ROOT / "docs" / f"{name}.md": jinja.get_template(f"{name}.md.jinja").render(content)
        for name, content in contents.items()
    }


def columns() -> dict[str, str]:
    """Return the description of each column of the package."""
    blocks = BLOCK.findall((ROOT / "macros" / "_debezium__docs.md").read_text())
    return {
        name if name in WITHOUT_UNDERSCORE else f"_{name}": " ".join(text.split())
        for name, text in blocks
    }


def reasons() -> list[dict[str, str]]:
    with (ROOT / "seeds" / "rejection_reasons.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def described(folder: str) -> list[dict[str, Any]]:
    """Return the macros of a folder's YAML, each with its `file`, `call` and `parameters`."""
    (file,) = (ROOT / folder).glob("_*__macros.yml")
    macros = []
    for macro in yaml.safe_load(file.read_text())["macros"]:
        name = macro["name"].removeprefix("test_")
        sql = f"{folder}/{name}.sql"
        defaults = signature((ROOT / sql).read_text(), macro["name"])
        if folder == "tests/generic":
            del defaults["model"]  # dbt gives it
        macro_arguments = macro.get("arguments", [])
        macros.append(
            {
                "name": name,
                "file": sql,
                "description": macro["description"].strip(),
                "call": call(name, defaults),
                "parameters": [
                    {**each, "default": defaults[each["name"]]} for each in macro_arguments
                ],
            }
        )
    return macros


def signature(text: str, name: str) -> dict[str, str | None]:
    """Return a macro's parameters with their defaults in Jinja; None if it has none."""
    macros = {macro.name: macro for macro in parse(text).find_all(nodes.Macro)}
    macro = macros[get_dbt_macro_name(name)]
    written = [literal(default.as_const()) for default in macro.defaults]
    without = [None] * (len(macro.args) - len(written))
    return dict(zip((each.name for each in macro.args), [*without, *written], strict=True))


def literal(value: Any) -> str:
    return repr(value).lower() if value is None or isinstance(value, bool) else repr(value)


def call(name: str, defaults: dict[str, str | None]) -> str:
    """Return a call with every parameter, in one line where it is short."""
    written = [each if given is None else f"{each}={given}" for each, given in defaults.items()]
    line = f"debezium.{name}({', '.join(written)})"
    if len(line) <= 100:
        return line
    return f"debezium.{name}(\n    " + ",\n    ".join(written) + ",\n)"


if __name__ == "__main__":
    for file, text in pages().items():
        file.write_text(text)
