"""The conformance suite that any title must pass, for pytest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wargame.plugins.testkit.games import scenarios
from wargame.plugins.testkit.illegal import check_illegal_answers
from wargame.plugins.testkit.invariants import INDEX, KINDS, Invariant, check_invariant_fires
from wargame.plugins.testkit.processes import check_other_processes
from wargame.plugins.testkit.random_game import check_random_game


class TitleConformance:
    """Subclass it as `TestConformance` in a title's tests; see the module's text."""

    title: ClassVar[str]
    invariants: ClassVar[tuple[Invariant, ...]] = ()
    options: ClassVar[Mapping[str, Any]] = {}
    seeds: ClassVar[tuple[int, ...]] = (1, 2)
    steps: ClassVar[int] = 2000  # answers a game
    finish: ClassVar[bool] = True  # whether it must be over by then
    every: ClassVar[int] = 25
    illegal: ClassVar[int] = 2000  # made-up answers a scenario

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "scenario" in metafunc.fixturenames:
            metafunc.parametrize("scenario", scenarios(self.title))
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", self.seeds)
        if "invariant" in metafunc.fixturenames:
            metafunc.parametrize("invariant", (INDEX, KINDS, *self.invariants), ids=lambda i: i.name.replace(" ", "-"))

    def test_random_game(self, scenario: str, seed: int) -> None:
        check_random_game(
            self.title,
            scenario,
            seed,
            options=self.options,
            steps=self.steps,
            finish=self.finish,
            invariants=self.invariants,
            every=self.every,
        )

    def test_other_processes(self, scenario: str) -> None:
        check_other_processes(self.title, scenario, self.seeds[0], options=self.options)

    def test_illegal_answers(self, scenario: str) -> None:
        check_illegal_answers(self.title, scenario, self.seeds[0], answers=self.illegal, options=self.options)

    def test_invariant_fires(self, invariant: Invariant) -> None:
        check_invariant_fires(self.title, invariant)
