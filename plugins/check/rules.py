"""The rules of a title and their tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wargame.core.engine.errors import DataError
from wargame.core.title.rulebook import load_rules
from wargame.plugins.check.finding import ERROR, WARNING, Finding, described, of_error
from wargame.plugins.check.subject import Subject
from wargame.plugins.testkit.rule_index import marked_tests


def check_rules(subject: Subject) -> Iterator[Finding]:
    """Rules without a test, readings without a reason, tests of rules that do not exist."""
    file = subject.folder / "rules.toml"
    if not file.is_file():
        hint = "Write each rule with a title and a gist."
        yield Finding(WARNING, "there is no rules.toml, so no rule can be looked up", hint, str(file))
        return
    try:
        rules = load_rules(subject.folder)
    except DataError as error:
        yield Finding(ERROR, described(error), "", *of_error(error, subject.folder))
        return
    tested = {number: rule.tests for number, rule in rules.items() if rule.tests}
    if subject.tests is not None:
        marked = marked_tests(subject.tests)
        tested |= {number: tuple(names) for number, names in marked.items()}
        for number, names in marked.items():
            if number not in rules:
                text = f"{names[0]} is marked with rule {number}, which rules.toml does not have"
                yield Finding(ERROR, text, "Correct the number, or write the rule.", str(file))
    for number, rule in rules.items():
        line = _line_of(file, number)
        if number not in tested:
            hint = f'Write a test and mark it: @pytest.mark.rule("{number}").'
            yield Finding(WARNING, f"rule {number} has no test", hint, str(file), line)
        if rule.reading and not rule.why:
            yield Finding(ERROR, f"rule {number} has a reading without a reason", "Add 'why'.", str(file), line)


def _line_of(file: Path, number: str) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    heads = (f'["{number}"]', f"['{number}']", f"[{number}]")
    return next((i for i, line in enumerate(lines, 1) if line.strip().startswith(heads)), 0)
