"""Imports point one way: `title` and `mechanics` may import `engine`, never the reverse, and none is put off."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import wargame.core

CORE = Path(wargame.core.__path__[0])
FORBIDDEN = {
    "engine": ("wargame.core.mechanics", "wargame.core.title", "wargame.plugins", "wargame.games"),
    "mechanics": ("wargame.core.title", "wargame.plugins", "wargame.games"),
    "title": ("wargame.plugins", "wargame.games"),
}
MODULES = sorted(path for layer in FORBIDDEN for path in (CORE / layer).glob("*.py"))


def imports(nodes: list[ast.stmt]) -> Iterator[str]:
    """What is imported at run time: not under TYPE_CHECKING."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from imports([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from imports(node.body)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_module_of_the_kernel_imports_only_what_lies_below_it(path: Path) -> None:
    tree = ast.parse(path.read_text())
    wrong = [name for name in imports(tree.body) if name.startswith(FORBIDDEN[path.parent.name])]
    assert wrong == []
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    put_off = [name for function in functions for name in imports(function.body) if name.startswith("wargame")]
    assert put_off == []
