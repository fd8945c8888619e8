"""The examples in the docstrings of the mechanics are right."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from wargame.core import mechanics

from .position import names

MODULES = sorted(module.name for module in pkgutil.iter_modules(mechanics.__path__))
WITH_EXAMPLES = (
    "advance", "arrivals", "board", "cards", "choosing", "control", "losses", "movement", "odds", "rail",
    "replacements", "retreat", "search", "stacking", "supply", "ways", "zones",
)  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_right(name: str) -> None:
    module = importlib.import_module(f"{mechanics.__name__}.{name}")
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(module):
        example.globs.update(names())
        runner.run(example)
    assert runner.failures == 0
    assert runner.tries > 0 or name not in WITH_EXAMPLES
