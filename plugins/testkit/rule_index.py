"""Which tests fix which rule: read from the markers `@pytest.mark.rule("13.16")`, checked against `rules.toml`."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from wargame.core.engine.errors import WargameError
from wargame.core.title.rulebook import load_rules
from wargame.plugins.manager import load
from wargame.plugins.testkit.games import Failed


def title_folder(title: str) -> Path:
    """The folder of an installed title (of the sources, if we are in them)."""
    here = Path("games") / title
    if (here / "rules.toml").is_file():
        return here
    module = load(title).module
    if module is None:
        raise WargameError(load(title).problem)
    return Path(module.__file__).parent


def tests_folder(title: str) -> Path:
    """Where the tests of a title are: in our sources, else in the folder `tests` beside its package, or beside it."""
    here = Path("tests/games") / title
    if here.is_dir():
        return here
    beside = title_folder(title).parent
    return next((folder for folder in (beside / "tests", Path("tests")) if folder.is_dir()), beside)


def marked_tests(folder: Path) -> dict[str, list[str]]:
    """The tests of each rule number: 'test_file.py::test_name', read from the markers without running anything."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        file = path.relative_to(folder).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for test, decorators in _tests(tree, _module_marks(tree)):
            for number in dict.fromkeys(n for one in decorators for n in _numbers(one)):
                found.setdefault(number, []).append(f"{file}::{test}")
    return found


def _module_marks(tree: ast.Module) -> list[ast.expr]:
    """The value of `pytestmark`, which marks all tests of the file."""
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
    ]


def _tests(node: ast.Module | ast.ClassDef, outer: list[ast.expr]) -> Iterator[tuple[str, list[ast.expr]]]:
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield child.name, [*outer, *child.decorator_list]
        elif isinstance(child, ast.ClassDef) and child.name.startswith("Test"):
            for test, decorators in _tests(child, [*outer, *child.decorator_list]):
                yield f"{child.name}::{test}", decorators


def _numbers(decorator: ast.expr) -> Iterator[str]:
    """The numbers of every `pytest.mark.rule(...)` in an expression, those of parameters included."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "rule":
                yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def check_rule_markers(title: str, tests: Path | None = None, folder: Path | None = None) -> dict[str, list[str]]:
    """Every marker is a number of `rules.toml`, every reading has its reason and a test that exists; the index."""
    folder = folder or title_folder(title)
    rules = load_rules(folder)
    tests = tests or tests_folder(title)
    marked = marked_tests(tests)
    for number, names in marked.items():
        if number not in rules:
            raise Failed(f"{names[0]} is marked with rule {number}, which {folder / 'rules.toml'} does not have.")
    known = {name for names in marked.values() for name in names}
    for number, rule in rules.items():
        if rule.reading and not rule.why:
            raise Failed(f"{folder / 'rules.toml'}: rule {number} has a reading but does not say why.")
        if rule.test and rule.test not in known:
            text = f"rule {number} names {rule.test}, which is no marked test of {tests}."
            raise Failed(f"{folder / 'rules.toml'}: {text}")
    return {number: marked[number] for number in rules if number in marked}


def index_text(index: Mapping[str, list[str]]) -> str:
    lines = ["# Made by `python -m wargame.plugins.testkit index TITLE`: the tests of each rule. Do not edit."]
    for number, names in index.items():
        lines += [f"{json.dumps(number)} = [", *(f"    {json.dumps(name)}," for name in names), "]"]
    return "\n".join(lines) + "\n"


def check_index(title: str, tests: Path | None = None) -> None:
    """`tested.toml` is what the markers say."""
    path = title_folder(title) / "tested.toml"
    if not path.is_file() or path.read_text(encoding="utf-8") != index_text(check_rule_markers(title, tests)):
        raise Failed(f"{path} is out of date: run `python -m wargame.plugins.testkit index {title}`.")
