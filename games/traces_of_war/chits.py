"""Command chits (2.4, 4.2): pools, secret selection, the cup, the Axis hand, interruption orders."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from wargame.core.actions import PASS
from wargame.core.questions import Choose, Draw, Procedure, Reason, Together

from .model import Add, Interrupt, Put, Select, State
from .records import AXIS, SOVIET, Data

SUPPLY, OKH, STAVKA, PARA, REINFORCEMENTS = "SUPPLY", "OKH", "STAVKA", "PARA", "REINF"


def pool(s: State, side: str) -> Counter[str]:
    """The chits a side may select this turn, with their number."""
    found = Counter({c.id: c.count for c in s.data.chits.values() if c.side == side and c.from_turn <= s.turn})
    if s.airborne or PARA in s.pile("used"):  # 4.2.1: once a game
        del found[PARA]
    if side == SOVIET and not stavka_available(s):
        del found[STAVKA]
    return found


def stavka_available(s: State) -> bool:
    """4.2.1: by turn and crossing points."""
    most = s.data.turns[s.turn].stavka_crossing_points
    return most is not None and s.crossing_count() <= most


def fronts(data: Data) -> tuple[str, ...]:
    return tuple(c.id for c in data.chits.values() if c.side == SOVIET and c.kind == "hq")


def soviet_selection_legal(data: Data, chits: Counter[str]) -> bool:
    """4.2.1: six chits, one of each Front; STAVKA may stand for one of them."""
    missing = sum(1 for front in fronts(data) if not chits[front])
    return chits.total() == data.limit("soviet_chits") and missing <= min(1, chits[STAVKA])


@cache
def _choices(chits: tuple[tuple[str, int], ...], number: int) -> tuple[tuple[str, ...], ...]:
    """All ways to take so many chits out of a pool."""
    most = dict(chits)
    ways = combinations_with_replacement(sorted(most), number)
    return tuple(way for way in ways if all(n <= most[c] for c, n in Counter(way).items()))


def soviet_selections(s: State) -> list[Select]:
    ways = _choices(tuple(sorted(pool(s, SOVIET).items())), s.data.limit("soviet_chits"))
    return [Select(way) for way in ways if soviet_selection_legal(s.data, Counter(way))]


@cache
def _splits(chits: tuple[str, ...]) -> tuple[Put, ...]:
    """All ways to put some of the selected chits in the cup and keep the others."""
    found = {}
    for where in product((True, False), repeat=len(chits)):
        cup = tuple(c for c, put in zip(chits, where, strict=True) if put)
        hand = tuple(c for c, put in zip(chits, where, strict=True) if not put)
        found[cup, hand] = Put(cup, hand)
    return tuple(found.values())


def axis_selections(s: State) -> list[Put]:
    """4.2.2: as many as the turn track says, in the cup or in the hand."""
    ways = _choices(tuple(sorted(pool(s, AXIS).items())), s.data.turns[s.turn].axis_chits)
    return [split for way in ways for split in _splits(way)]


def select(s: State) -> Procedure[None]:
    """4.2: both in secret; the supply chit always goes into the cup."""
    answers = yield Together({SOVIET: soviet_selection(s), AXIS: axis_selection(s)})
    put: Put = answers[AXIS]
    chosen = answers[SOVIET].chits
    s.piles["cup"] = tuple(sorted((*chosen, *put.cup, SUPPLY)))
    s.piles["hand"] = put.hand
    s.piles["played"] = ()
    s.piles["soviet_pool"] = tuple(sorted((pool(s, SOVIET) - Counter(chosen)).elements()))
    s.piles["axis_pool"] = tuple(sorted((pool(s, AXIS) - Counter((*put.cup, *put.hand))).elements()))
    s.note("both sides have selected their chits", "4.2")


def soviet_selection(s: State) -> Procedure[Any]:
    answer = yield Choose(SOVIET, lambda: soviet_selections(s), "Select six chits.", "4.2.1",
                          refuse=lambda a: soviet_refused(s, a))  # fmt: skip
    return answer


def soviet_refused(s: State, answer: Any) -> Reason | None:
    if not isinstance(answer, Select):
        return None
    over = Counter(answer.chits) - pool(s, SOVIET)
    if over:
        return "4.2.1", f"{', '.join(sorted(over))} is not available in such a number this turn."
    if len(answer.chits) != s.data.limit("soviet_chits"):
        return "4.2.1", "Six chits are selected, no more and no less."
    if list(answer.chits) != sorted(answer.chits):
        return "4.2.1", f"Write the chits in this order: {' '.join(sorted(answer.chits))}."
    return "4.2.1", "Each Front needs a chit; STAVKA may stand for one of them."


def axis_selection(s: State) -> Procedure[Any]:
    answer = yield Choose(AXIS, lambda: axis_selections(s), f"Select {s.data.turns[s.turn].axis_chits} chits.", "4.2.2",
                          refuse=lambda a: axis_refused(s, a))  # fmt: skip
    return answer


def axis_refused(s: State, answer: Any) -> Reason | None:
    if not isinstance(answer, Put):
        return None
    number = s.data.turns[s.turn].axis_chits
    if len(answer.cup) + len(answer.hand) != number:
        return "4.2.2", f"The turn track says {number} chits for this turn."
    over = Counter((*answer.cup, *answer.hand)) - pool(s, AXIS)
    if over:
        return "4.2.2", f"{', '.join(sorted(over))} is not available in such a number this turn."
    return "4.2.2", "Write the chits of cup and hand each in alphabetical order."


def draw(s: State) -> Procedure[None]:
    """4.3: the Axis may add to the cup, a chit is drawn, the Axis may interrupt."""
    yield from add_to_cup(s)
    drawn = yield Draw(s.pile("cup"), 1, "a command chit", "4.3")
    chit = drawn.item
    s.note("{chit} is drawn", "4.3", chit=chit, reveals=True)
    if (yield from interrupted(s, chit)):
        s.transfer(OKH, "hand", "played")
        s.side, s.chit = AXIS, "interruption"
        return
    s.transfer(chit, "cup", "played")
    one = s.data.chits[chit]
    s.side, s.chit = one.side, one.hq if one.kind == "hq" and one.hq else one.kind


def add_to_cup(s: State) -> Procedure[None]:
    """4.2: chits of the hand go into the cup at any time; the last ones must when the cup is empty."""
    while s.pile("hand"):
        answers: list[Any] = [Add(c) for c in sorted(set(s.pile("hand")))]
        if s.pile("cup"):
            answers.insert(0, PASS)
        answer = yield Choose(AXIS, answers, "Add a chit to the cup before the draw?", "4.2")
        if answer == PASS:
            return
        s.transfer(answer.chit, "hand", "cup")
        s.note("the Axis player adds a chit to the cup", "4.2")


def interrupted(s: State, chit: str) -> Procedure[bool]:
    """4.2.2, 4.3: an OKH chit of the hand sends any chit but supply back. Asked whatever the hand, to tell nothing."""
    if not s.pile("hand") or s.turn < s.data.chits[OKH].from_turn:
        return False
    may = OKH in s.pile("hand") and chit != SUPPLY
    answers: list[Any] = [PASS, Interrupt()] if may else [PASS]
    why = "The supply chit cannot be interrupted." if chit == SUPPLY else "There is no OKH chit in your hand."
    answer = yield Choose(AXIS, answers, f"{chit} is drawn: interrupt?", "4.3", refuse=lambda a: ("4.3", why))
    if answer == PASS:
        return False
    s.note("an interruption order sends {chit} back into the cup", "4.3", chit=chit)
    return True


def cup_is_empty(s: State) -> bool:
    """4.3: the action phase is over when cup and hand are empty."""
    return not s.pile("cup") and not s.pile("hand")
