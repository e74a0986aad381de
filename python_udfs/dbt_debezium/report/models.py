"""The package's models in a dbt project, found by what they call, whatever their names are."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from dbt.contracts.graph.manifest import Manifest
from dbt.contracts.graph.nodes import GenericTestNode, ModelNode

BASE = ("unwrap", "envelopes")
CURRENT = ("current", "current_without_key")
MODELS = (*BASE, *CURRENT, "history", "rejected", "ledger")
"""The macros that make a model."""
CONSERVATION = ("debezium", "conservation")


class Call(str):
    """A call in Jinja; in the text of a list or a dictionary it has no quotes."""

    __repr__ = str.__str__


class Project:
    """The package's models of a manifest, or those of them that are built (`among`, by id)."""

    def __init__(self, manifest: Manifest, among: Container[str] | None = None) -> None:
        def chosen(nodes: dict[str, Any]) -> list[Any]:
            return [node for name, node in nodes.items() if among is None or name in among]

        models = [node for node in chosen({**manifest.nodes}) if isinstance(node, ModelNode)]
        self.name = manifest.metadata.project_name
        self.sources = {node.unique_id: node for node in chosen({**manifest.sources})}
        self.tests = [each for each in manifest.nodes.values() if isinstance(each, GenericTestNode)]
        self.of = {macro: [node for node in models if calls(node, macro)] for macro in MODELS}
        self.bases = self.calling(*BASE)

    def calling(self, *macros: str) -> list[Any]:
        """Return the models that call one of the macros, by name."""
        return sorted(
            (node for each in macros for node in self.of[each]), key=lambda node: node.name
        )

    def read(self) -> dict[str, Call]:
        """Return ids and calls of what has to be there to be read."""
        nodes = [*self.calling(*MODELS), *self.sources.values()]
        return {node.unique_id: call(node) for node in nodes}

    def roles(self) -> dict[str, list[dict[str, Any]]]:
        """Return what the queries read, by the part that it plays."""
        bases, units = [self.base(node) for node in self.bases], self.units()
        return {
            "bases": bases,
            "typed": [base for base in bases if base["typed"]],
            "units": [unit for unit in units if unit["typed"]],
            "counted": [unit for unit in units if unit["ledger"]],
            "rejecting": self.rejecting(),
            "currents": [
                {**named(node), "keyed": calls(node, "current")} for node in self.calling(*CURRENT)
            ],
            "histories": [named(node) for node in self.of["history"]],
        }

    def base(self, node: Any) -> dict[str, Any]:
        """Return a base model: whether it has typed events, and the ledger that counts it."""
        return {**named(node), "typed": calls(node, "unwrap"), "ledger": self.ledger(node)}

    def ledger(self, base: Any) -> Call | None:
        return next((call(each) for each in self.of["ledger"] if reads(each, base)), None)

    def rejecting(self) -> list[dict[str, Any]]:
        """Return the models of rejected rows, and the base models that no such model reads."""
        pairs = []
        for base in self.bases:
            views = [each for each in self.of["rejected"] if reads(each, base)]
            pairs += [{"base": base.name, "relation": call(each)} for each in views or [base]]
        return pairs

    def units(self) -> list[dict[str, Any]]:
        """Return the base models that read a landing, each with those that read it in turn.

        A landed row has its class in one of them.
        """
        units = []
        for node in self.bases:
            if any(reads(node, envelopes) for envelopes in self.of["envelopes"]):
                continue
            members = [node, *(each for each in self.of["unwrap"] if reads(each, node))]
            unit = {
                "name": node.name,
                "members": [each.alias for each in members],
                "relations": [call(each) for each in members],
                "typed": [call(each) for each in members if calls(each, "unwrap")],
                "ledger": self.ledger(node),
                "sources": [call(each) for each in self.sources.values() if reads(node, each)],
            }
            units.append(unit | self.landing(node))
        return units

    def landing(self, base: Any) -> dict[str, Any]:
        """Return the landing and its layout as the model's conservation test has them."""
        for test in self.tests:
            test_metadata = test.test_metadata
            needed = {each for each in test.depends_on.nodes if each.startswith("source.")}
            if (
                test.attached_node == base.unique_id
                and (test_metadata.namespace, test_metadata.name) == CONSERVATION
                and needed <= set(self.sources)
            ):
                landing = argument(test_metadata.kwargs["landing"])
                return {"landing": landing, "layout": test_metadata.kwargs["layout"]}
        return {"landing": None, "layout": None}


def call(node: Any) -> Call:
    """`ref` or `source` of a node."""
    if node.resource_type == "source":
        return Call(f"source({node.source_name!r}, {node.name!r})")
    version = f", v={node.version!r}" if node.version else ""
    return Call(f"ref({node.package_name!r}, {node.name!r}{version})")


def argument(value: str | list[str]) -> Call:
    """Return a test's argument, a call or a list of calls, as part of an expression.

    YAML needs braces around the call of a macro.
    """
    if isinstance(value, list):
        return Call(f"[{', '.join(map(argument, value))}]")
    return Call(re.sub(r"^\s*\{\{(.*)\}\}\s*$", r"\1", value, flags=re.DOTALL).strip())


def calls(node: Any, macro: str) -> bool:
    return f"macro.debezium.{macro}" in node.depends_on.macros


def named(node: Any) -> dict[str, Any]:
    return {"name": node.name, "relation": call(node)}


def reads(node: Any, other: Any) -> bool:
    return other.unique_id in node.depends_on.nodes
