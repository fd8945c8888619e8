"""What a procedure can ask: a side to choose, chance to roll or draw, several sides at the same time.

A procedure is a generator, and `answer = yield Choose(...)` returns the action that was chosen. The game answers
questions to chance by itself, unless it is played with manual dice; then they are ordinary questions to the side
CHANCE.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, perm
from typing import Any, NamedTuple, TypeVar

from wargame.core.engine.actions import Action, Dice, Drawn, Notation
from wargame.core.engine.errors import BrokenTitle, IllegalAction, Misuse, NotUnderstood, WargameError
from wargame.core.engine.mistakes import brief, broken, mistaken

CHANCE = "chance"
LISTED = 5000  # at most this many rolls or draws are listed, though all are accepted

T = TypeVar("T")


class Refusal(NamedTuple):
    """Why something is not allowed: the number of the rule that forbids it, and one sentence."""

    rule: str
    text: str


Reason = Refusal | tuple[str, str]  # until every title gives a Refusal
Show = Callable[[], dict[str, Any]]  # what a side sees with a question, JSON-able
Warn = Callable[[Any], str | None]  # what a legal answer would waste


class Question:
    """A question: who is asked, the prompt, the rule, and the legal answers.

    If it is `complete`, all legal answers are listed; otherwise more are accepted than can be listed.
    """

    __slots__ = ("_actions", "phase", "prompt", "rule", "side")

    side: str
    prompt: str
    rule: str
    phase: str  # set when it is asked, for errors

    @property
    def complete(self) -> bool:
        return True

    @property
    def actions(self) -> Sequence[Action]:
        """The legal answers, as far as they can be listed, in a fixed order."""
        raise NotImplementedError

    def accepts(self, action: Action) -> bool:
        return action in self.actions

    def reason(self, action: Action) -> Reason:
        """Why `action` is refused."""
        return self.rule, f"'{action}' is not possible here: {self.prompt}"

    def why_not(self, action: Action) -> Refusal | None:
        """Why `action` is not a legal answer; None if it is."""
        return None if self.accepts(action) else Refusal(*self.reason(action))

    def check(self, action: Action) -> None:
        refusal = self.why_not(action)
        if refusal is not None:
            raise self._refused(action, refusal)

    def _refused(self, action: Action, refusal: Any) -> IllegalAction | BrokenTitle:
        """The error for a refused answer, or for a predicate that gives something else than a Refusal."""
        if isinstance(refusal, tuple) and len(refusal) == 2 and all(isinstance(part, str) for part in refusal):
            return IllegalAction(*refusal)
        text = f"it gives {brief(refusal)} as the reason against '{action}'. Return Refusal(rule, text), or None."
        return mistaken(self.described, self._judges(action), text)

    def _judges(self, action: Action | None) -> object:
        """The function of the title that says why an action is refused."""
        return None

    @property
    def described(self) -> str:
        """The question, as errors name it."""
        rule = f" (rule {self.rule})" if self.rule else ""
        asked = f"the question '{self.prompt}'{rule} to {self.side}"
        return f"phase '{self.phase}', {asked}" if hasattr(self, "phase") else asked

    def parse(self, text: str, notation: Notation) -> Action:
        """Read an action, legal or not. Questions with short forms of their own override this."""
        return notation.parse(text)

    def read(self, text: str, notation: Notation) -> Action:
        """Read an action, legal or not; the letter case of names does not matter."""
        return self._judge(text, notation)[0]

    def take(self, given: Action | str, notation: Notation) -> Action:
        """Check an answer, given as an action or its text; raise IllegalAction if it is not legal."""
        if not isinstance(given, str):
            self.check(given)
            return given
        action, refusal = self._judge(given, notation)
        if refusal is not None:
            raise self._refused(action, refusal)
        return action

    def _judge(self, text: str, notation: Notation) -> tuple[Action, Refusal | None]:
        """Read an action, and say why it is refused.

        Try it as written, then with the names spelled as in the title. Search the listed answers only if neither is
        legal.
        """
        action: Action | None = None
        refusal: Refusal | None = None
        problem: NotUnderstood | None = None
        try:
            action = self.parse(text, notation)
        except NotUnderstood as error:
            problem = error
        else:
            refusal = self.why_not(action)
            if refusal is None:
                return action, None
            spelled = notation.spell(action)
            if spelled != action:
                action, refusal = spelled, self.why_not(spelled)
                if refusal is None:
                    return action, None
        found = self._listed(text)
        if found is not None:
            return found, None
        if action is None:
            assert problem is not None
            raise problem
        return action, refusal

    def _listed(self, text: str) -> Action | None:
        """The listed answer that matches `text` in any letter case; None if there is none."""
        cleaned = " ".join(text.split())
        folded = cleaned.casefold()
        found = [a for a in self.actions if str(a).casefold() == folded]
        if len(found) > 1:
            raise NotUnderstood("", f"'{cleaned}' fits {' and '.join(map(str, found))}: letter case matters here.")
        return found[0] if found else None

    def shown(self) -> dict[str, Any]:
        """What the side should see before it answers, such as odds or the orders so far (JSON-able)."""
        return {}

    def warning(self, action: Action) -> str | None:
        """What a legal answer would waste, in one sentence; front ends ask for confirmation."""
        return None


class Decision(Question):
    """A question to a player.

    `show()` returns what the side sees with the question. `warn(action)` says in one sentence what a legal answer would
    waste, such as points left unspent. The answer is still legal, but front ends ask a person to confirm it.
    """

    __slots__ = ("_show", "_warn")

    def __init__(
        self,
        side: str,
        prompt: str,
        rule: str,
        show: Show | None = None,
        warn: Warn | None = None,
    ) -> None:
        self.side = side
        self.prompt = prompt
        self.rule = rule
        self._show = show
        self._warn = warn

    def shown(self) -> dict[str, Any]:
        try:
            return self._show() if self._show is not None else {}
        except Exception as error:
            raise self._failed(error) from error

    def warning(self, action: Action) -> str | None:
        try:
            return self._warn(action) if self._warn is not None else None
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> WargameError:
        """The error for an exception of one of the title's functions."""
        return error if isinstance(error, WargameError) else broken(self.described, error)

    def _no_answer(self, source: object) -> BrokenTitle:
        text = f"it has no legal answer. Do not ask {self.side} where nothing can be answered, or offer DONE as well."
        return mistaken(self.described, source, text)


class Choose(Decision):
    """A side chooses one of `actions`: a list, or a function that returns it when it is first needed.

    Use it for choices that explain themselves, such as yes or no. Where rules decide what is legal, ask with
    `wargame.core.engine.offers.offer`. `refuse(action)` says why an action that is not listed is refused, or None if
    the prompt is reason enough. `also(action)` accepts what cannot be listed, such as free text. For `show` and `warn`
    see `Decision`.

        answer = yield Choose("ru", [YES, NO], "Stop here?", rule="12.1")
    """

    __slots__ = ("_also", "_refuse")

    def __init__(
        self,
        side: str,
        actions: Sequence[Any] | Callable[[], Sequence[Any]],
        prompt: str,
        rule: str = "",
        refuse: Callable[[Any], Reason | None] | None = None,
        also: Callable[[Any], bool] | None = None,
        show: Show | None = None,
        warn: Warn | None = None,
    ) -> None:
        super().__init__(side, prompt, rule, show, warn)
        if not actions and also is None:
            raise Misuse(f"the question '{prompt}' has no answer. Do not ask {side} where nothing can be answered.")
        self._actions = actions
        self._refuse = refuse
        self._also = also

    @property
    def complete(self) -> bool:
        return self._also is None

    @property
    def actions(self) -> Sequence[Action]:
        if callable(self._actions):
            self._actions = self._listed_actions(self._actions)
        return self._actions

    def _listed_actions(self, make: Callable[[], Sequence[Any]]) -> Sequence[Action]:
        try:
            found = make()
        except Exception as error:
            raise self._failed(error) from error
        if not found and self._also is None and hasattr(self, "phase"):
            raise self._no_answer(make)
        return found

    def accepts(self, action: Action) -> bool:
        return action in self.actions or (self._also is not None and self._also(action))

    def reason(self, action: Action) -> Reason:
        try:
            found = self._refuse(action) if self._refuse is not None else None
        except Exception as error:
            raise self._failed(error) from error
        return found or super().reason(action)

    def why_not(self, action: Action) -> Refusal | None:
        if self.accepts(action):
            return None
        reason: Any = self.reason(action)
        return Refusal(*reason) if isinstance(reason, tuple) and len(reason) == 2 else reason

    def _judges(self, action: Action | None) -> object:
        return self._refuse


class Roll(Question):
    """A roll of dice; the answer is `Dice`, in the order rolled.

    roll = yield Roll(2, 6, why="breakthrough", rule="13.20")
    if roll.total >= 9: ...
    """

    __slots__ = ("count", "faces")

    def __init__(self, count: int = 1, faces: int = 6, why: str = "", rule: str = "") -> None:
        self.side = CHANCE
        self.count = count
        self.faces = faces
        self.prompt = f"Roll {count}d{faces}" + (f" for {why}" if why else "")
        self.rule = rule
        self._actions: tuple[Dice, ...] | None = None

    @property
    def actions(self) -> Sequence[Action]:
        if self._actions is None:
            self._actions = tuple(itertools.islice(self._every(), LISTED))
        return self._actions

    @property
    def complete(self) -> bool:
        return int(self.faces**self.count) <= LISTED

    def _every(self) -> Iterator[Dice]:
        return map(Dice, itertools.product(range(1, self.faces + 1), repeat=self.count))

    def accepts(self, action: Action) -> bool:
        return (
            isinstance(action, Dice)
            and len(action.values) == self.count
            and all(1 <= value <= self.faces for value in action.values)
        )

    def reason(self, action: Action) -> Reason:
        return self.rule, f"'{action}' is not {self.count} dice of {self.faces} faces; write for example 'roll 3 5'."

    def parse(self, text: str, notation: Notation) -> Action:
        """`3 5` is short for `roll 3 5`."""
        numbers = text.replace(",", " ").split()
        if numbers and all(n.isdecimal() and len(n) < 10 for n in numbers):
            return Dice(tuple(map(int, numbers)))
        return notation.parse(text)

    def draw(self, pick: Callable[[int], int]) -> Dice:
        return Dice(tuple(pick(self.faces) + 1 for _ in range(self.count)))

    def outcomes(self) -> Iterator[tuple[Dice, Fraction]]:
        """Every answer with its probability."""
        each = Fraction(1, self.faces**self.count)
        return ((dice, each) for dice in self._every())


class Draw(Question):
    """A random draw from a deck or a cup; the answer is `Drawn`, `count` of `items` in the order drawn.

    If `to` names a side, only that side may see what was drawn.
    """

    __slots__ = ("count", "items", "to")

    def __init__(self, items: Sequence[str], count: int = 1, why: str = "", rule: str = "", to: str = "") -> None:
        self.side = CHANCE
        self.items = tuple(items)
        self.count = count
        self.to = to
        self.prompt = f"Draw {count} of {len(self.items)}" + (f" for {why}" if why else "")
        self.rule = rule
        self._actions: tuple[Drawn, ...] | None = None

    @property
    def actions(self) -> Sequence[Action]:
        if self._actions is None:
            ways = itertools.islice(itertools.permutations(self.items, self.count), LISTED)
            self._actions = tuple(dict.fromkeys(map(Drawn, ways)))
        return self._actions

    @property
    def complete(self) -> bool:
        return perm(len(self.items), self.count) <= LISTED

    def accepts(self, action: Action) -> bool:
        return (
            isinstance(action, Drawn)
            and len(action.items) == self.count
            and not Counter(action.items) - Counter(self.items)
        )

    def reason(self, action: Action) -> Reason:
        return self.rule, f"'{action}' is not a draw of {self.count} from {len(self.items)} items there."

    def draw(self, pick: Callable[[int], int]) -> Drawn:
        left = list(self.items)
        return Drawn(tuple(left.pop(pick(len(left))) for _ in range(self.count)))

    def outcomes(self) -> Iterator[tuple[Drawn, Fraction]]:
        """Every draw with its probability; if several items are drawn, each set of items once, in any order."""
        whole = comb(len(self.items), self.count)
        ways = Counter(tuple(sorted(way)) for way in itertools.combinations(self.items, self.count))
        return ((Drawn(way), Fraction(n, whole)) for way, n in ways.items())


class Together:
    """Several sides answer at the same time, unseen by each other: one procedure for each side.

    These procedures ask only their own side and never chance, and they do not change the state, so that nobody can see
    a trace of them before the last side has answered. The answer is what each of them returned: `{side: value}`.

        orders = yield Together({power: write_orders(s, power) for power in powers})
    """

    __slots__ = ("procedures",)

    def __init__(self, procedures: Mapping[str, Generator[Question | Together, Any, Any]]) -> None:
        self.procedures = dict(procedures)


Procedure = Generator[Question | Together, Any, T]
