"""What the kernel and front ends ask of a title and its variants; `wargame.plugins` answers through hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Several
from typing import Any, Protocol

from wargame.core.engine.chance import Source
from wargame.core.engine.events import Event
from wargame.core.engine.questions import Procedure, Question, Refusal
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import State
from wargame.core.mechanics.odds import Modifier
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Title


class Rules(Protocol):
    """The rules of one game. Each method is the hook of that name, which `plugins/hookspecs.py` documents.

    `why_forbidden` (the hook `wargame_forbid`) and `entered` are None where no plugin has the hook, so that they cost a
    plain game nothing.
    """

    @property
    def why_forbidden(self) -> Callable[[State, str, Any], Refusal | None] | None:
        """Why a variant forbids an action to a side."""

    @property
    def entered(self) -> Callable[[State, str, str], None] | None:
        """Tell the variants that a unit has entered a space."""

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        """The state at the start of a scenario."""

    def phases(self, state: State) -> Sequence:
        """The sequence of play."""

    def resolve_combat(self, state: State, battle: Any) -> Procedure[Any]:
        """A procedure that fights one battle."""

    def modifiers(self, state: State, battle: Any, modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
        """The modifiers of a battle, as the variants change them; a title calls it where it adds them up."""

    def victory(self, state: State) -> Result | None:
        """Who has won, if anyone has."""

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        """What a side may know, JSON-able; everything, if `side` is None."""

    def redraw(self, state: State, side: str, source: Source) -> None:
        """Redraw, in place, everything that a side cannot know."""

    def observation(self, title: Title, seen: Mapping[str, Any]) -> Observation | None:
        """The facts of a view for programs that learn; None if it has the shape of the kernel's own."""

    def evaluate(self, state: State, side: str) -> float:
        """A rough score for a side, higher is better."""

    def features(self, state: State, side: str) -> Mapping[str, float]:
        """What counts in the score, by name and already multiplied by its weight; empty if the title does not say."""

    def plans(self, state: State, side: str, question: Question) -> Several[Plan] | None:
        """What is worth trying at a question; None if the title does not say."""

    def verdict(self, state: State, side: str, question: Question) -> Verdict | None:
        """How a question is decided by reasons; None if it is not."""

    def picture(self, state: State, side: str | None) -> Picture | None:
        """The map as a side may see it; None if the title draws none."""

    def lookups(self) -> Mapping[str, Lookup]:
        """The commands of the title for front ends, such as `supply`."""

    def route(
        self, state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...] = ()
    ) -> tuple[Any, ...] | None:
        """The answers that move units to a space; empty if there is no path, None if the title does not say."""

    def happened(self, events: list[Event]) -> None:
        """Tell the observers what happened."""
