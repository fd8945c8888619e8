"""What a procedure may ask: a side to choose, chance to roll or draw, several sides at once.

A procedure is a generator; `answer = yield Choose(...)` gets an action back. Questions to chance are answered by the
game itself unless it is played with manual dice; then they are questions like any other, to the side CHANCE.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, perm
from typing import Any, NamedTuple, TypeVar

from wargame.core.engine.actions import Action, Dice, Drawn, Notation
from wargame.core.engine.errors import IllegalAction, NotUnderstood

CHANCE = "chance"
LISTED = 5000  # of more rolls or draws than that, only so many are listed (and all are accepted)

T = TypeVar("T")


class Refusal(NamedTuple):
    """Why something may not be done: the number of the rule that forbids it, and one sentence."""

    rule: str
    text: str


Reason = Refusal | tuple[str, str]  # until every title gives a Refusal


class Question:
    """What every question has: who is asked, about what, by which rule, and the legal answers.

    `complete`: the listed answers are all there are; otherwise more are accepted than can be listed.
    """

    __slots__ = ("_actions", "prompt", "rule", "side")

    side: str
    prompt: str
    rule: str

    @property
    def complete(self) -> bool:
        return True

    @property
    def actions(self) -> Sequence[Action]:
        """All legal answers (all that can be listed), in a fixed order."""
        raise NotImplementedError

    def accepts(self, action: Any) -> bool:
        return action in self.actions

    def reason(self, action: Any) -> Reason:
        """Why `action` is refused."""
        return self.rule, f"'{action}' is not possible here: {self.prompt}"

    def why_not(self, action: Any) -> Refusal | None:
        """Why `action` is no legal answer; None if it is one."""
        return None if self.accepts(action) else Refusal(*self.reason(action))

    def check(self, action: Any) -> None:
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(*refusal)

    def parse(self, text: str, notation: Notation) -> Action:
        """The action that `text` writes, legal or not. Questions that know short forms of their own extend this."""
        return notation.parse(text)

    def read(self, text: str, notation: Notation) -> Action:
        """The action that `text` writes, legal or not; letter case does not matter in the names of what there is."""
        return self._judge(text, notation)[0]

    def take(self, given: Action | str, notation: Notation) -> Action:
        """The legal answer that an action or its text is; IllegalAction if it is none. Its legality is asked once."""
        if not isinstance(given, str):
            self.check(given)
            return given
        action, refusal = self._judge(given, notation)
        if refusal is not None:
            raise IllegalAction(*refusal)
        return action

    def _judge(self, text: str, notation: Notation) -> tuple[Action, Refusal | None]:
        """The action that `text` writes, and why it is refused.

        As written first; then with the names spelled as the title spells them; the listed answers are looked through
        only when neither is legal.
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
        """The listed answer that `text` writes but for letter case; None if there is none."""
        cleaned = " ".join(text.split())
        folded = cleaned.casefold()
        found = [a for a in self.actions if str(a).casefold() == folded]
        if len(found) > 1:
            raise NotUnderstood("", f"'{cleaned}' fits {' and '.join(map(str, found))}: letter case matters here.")
        return found[0] if found else None

    def shown(self) -> dict[str, Any]:
        """What the asked side should see before it answers (JSON-able): odds, orders so far."""
        return {}

    def warning(self, action: Any) -> str | None:
        """What a legal answer would waste or give away, in one sentence; a front end asks once more before it."""
        return None


class Decision(Question):
    """A question to a player: what the side sees with it (`show`), and what a legal answer would waste (`warn`).

    `warn(action)` says it in a sentence, such as points left unspent; the answer is taken all the same, but front ends
    ask a person once more.
    """

    __slots__ = ("_show", "_warn")

    def __init__(
        self,
        side: str,
        prompt: str,
        rule: str,
        show: Callable[[], dict[str, Any]] | None = None,
        warn: Callable[[Any], str | None] | None = None,
    ) -> None:
        self.side = side
        self.prompt = prompt
        self.rule = rule
        self._show = show
        self._warn = warn

    def shown(self) -> dict[str, Any]:
        return self._show() if self._show is not None else {}

    def warning(self, action: Any) -> str | None:
        return self._warn(action) if self._warn is not None else None


class Choose(Decision):
    """A side chooses one of `actions` (a list, or a function that makes it when first needed).

    For a choice that explains itself, such as yes or no. Where a rule decides what is legal, ask with
    `wargame.core.engine.offers.offer`. `refuse(action)` says why an action that is not offered is refused, or None
    where there is no better reason than the prompt. `also(action)` accepts what cannot be listed, such as a free text.
    `show` and `warn`: see `Decision`.

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
        show: Callable[[], dict[str, Any]] | None = None,
        warn: Callable[[Any], str | None] | None = None,
    ) -> None:
        super().__init__(side, prompt, rule, show, warn)
        self._actions = actions
        self._refuse = refuse
        self._also = also

    @property
    def complete(self) -> bool:
        return self._also is None

    @property
    def actions(self) -> Sequence[Action]:
        if callable(self._actions):
            self._actions = self._actions()
        return self._actions

    def accepts(self, action: Any) -> bool:
        return action in self.actions or (self._also is not None and self._also(action))

    def reason(self, action: Any) -> Reason:
        found = self._refuse(action) if self._refuse is not None else None
        return found or super().reason(action)


class Roll(Question):
    """Dice fall: the answer is `Dice`, in the order rolled.

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

    def accepts(self, action: Any) -> bool:
        return (
            isinstance(action, Dice)
            and len(action.values) == self.count
            and all(1 <= value <= self.faces for value in action.values)
        )

    def reason(self, action: Any) -> Reason:
        return self.rule, f"'{action}' is not {self.count} dice of {self.faces} faces; write for example 'roll 3 5'."

    def parse(self, text: str, notation: Notation) -> Action:
        """`3 5` will do for `roll 3 5`."""
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
    """Something comes out of a deck or a cup unseen: the answer is `Drawn`, `count` of `items` in drawing order.

    With `to`, only that side may see what was drawn.
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

    def accepts(self, action: Any) -> bool:
        return (
            isinstance(action, Drawn)
            and len(action.items) == self.count
            and not Counter(action.items) - Counter(self.items)
        )

    def reason(self, action: Any) -> Reason:
        return self.rule, f"'{action}' is not a draw of {self.count} from {len(self.items)} items there."

    def draw(self, pick: Callable[[int], int]) -> Drawn:
        left = list(self.items)
        return Drawn(tuple(left.pop(pick(len(left))) for _ in range(self.count)))

    def outcomes(self) -> Iterator[tuple[Drawn, Fraction]]:
        """Every single draw with its probability; for more than one item, every set of items once."""
        whole = comb(len(self.items), self.count)
        ways = Counter(tuple(sorted(way)) for way in itertools.combinations(self.items, self.count))
        return ((Drawn(way), Fraction(n, whole)) for way, n in ways.items())


class Together:
    """Several sides answer at once, unseen by each other: one procedure a side, run side by side.

    Those procedures only ask and return; they never write to the state (nobody may see a trace of them before the
    last has answered) and never ask chance. The answer is what each returned: `{side: value}`.

        orders = yield Together({power: write_orders(s, power) for power in powers})
    """

    __slots__ = ("procedures",)

    def __init__(self, procedures: Mapping[str, Generator[Question | Together, Any, Any]]) -> None:
        self.procedures = dict(procedures)


Procedure = Generator[Question | Together, Any, T]
