"""The messages that the macros raise, warn with or print, from their Jinja source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dbt_common.clients.jinja import parse
from jinja2 import nodes

ROOT = Path(__file__).parents[2]
KINDS = {
    "_error": "error",
    "raise_compiler_error": "error",
    "warn": "warning",
    "print": "output",
    "log": "output",
}
"""What a call of this name does."""
RAISES = "_internal/_error.sql"
"""The macro that raises the errors of others."""
ARGUMENT = {"_error": 1}
"""The position of the message in a call, if it is not the first argument."""


def messages() -> list[dict[str, str]]:
    """Return each message with its `kind` and `file`; an expression in it becomes `<name>`."""
    found = []
    files = sorted((ROOT / "macros").rglob("*.sql"))
    for file in (each for each in files if each != ROOT / "macros" / RAISES):
        for call in parse(file.read_text()).find_all(nodes.Call):
            name = called(call.node)
            if name in KINDS and len(call.args) > ARGUMENT.get(name, 0):
                text = "".join(parts(call.args[ARGUMENT.get(name, 0)]))
                found.append(
                    {
                        "kind": KINDS[name],
                        "file": file.relative_to(ROOT).as_posix(),
                        "text": " ".join(text.split()),
                    }
                )
    return [each for each in found if any(part.isalpha() for part in each["text"].split())]


def called(node: nodes.Expr) -> str:
    """Return the last part of a function's name."""
    if isinstance(node, nodes.Getattr):
        return node.attr
    return node.name if isinstance(node, nodes.Name) else ""


def parts(node: nodes.Expr | None) -> Iterator[str]:
    """Yield the text of a message, expression by expression."""
    match node:
        case nodes.Const():
            yield str(node.value)
        case nodes.TemplateData():
            yield node.data
        case nodes.Concat():
            for each in node.nodes:
                yield from parts(each)
        case nodes.Add():
            yield from parts(node.left)
            yield from parts(node.right)
        case nodes.CondExpr():
            yield from ("[", *parts(node.expr1))
            if node.expr2 is not None:
                yield from ("|", *parts(node.expr2))
            yield "]"
        case nodes.Filter():
            yield from parts(node.node)
        case nodes.Getattr():
            yield f"<{node.attr}>"
        case nodes.Name():
            yield f"<{node.name}>"
        case nodes.Call():
            yield f"<{called(node.node).lstrip('_')}>"
        case nodes.Getitem():
            yield from parts(node.node)
        case _:
            yield "<value>"
