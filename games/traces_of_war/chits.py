"""Command chits (2.4, 4.2): pools, secret selection, the cup, the Axis hand, interruption orders."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import combinations_with_replacement, product

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Draw, Procedure, Refusal, Together
from wargame.core.engine.words import in_words
from wargame.core.mechanics.cards import lay, why_not_take

from .actions import Add, Interrupt, Put, Select
from .charts import Data
from .model import State
from .orders import show_open_cities
from .records import AXIS, SOVIET

SUPPLY, OKH, STAVKA, PARA = "SUPPLY", "OKH", "STAVKA", "PARA"


def pool(s: State, side: str) -> Counter[str]:
    """The chits a side may select this turn, with their number."""
    found = Counter({c.id: c.count for c in s.data.chits.values() if c.side == side and c.from_turn <= s.turn})
    if PARA in s.pile("used"):  # 4.2.1: once a game
        del found[PARA]
    if side == SOVIET and not stavka_available(s):
        del found[STAVKA]
    return found


def stavka_available(s: State) -> bool:
    """4.2.1: depends on the turn and on the crossing points."""
    most = s.data.turns[s.turn].stavka_crossing_points
    return most is not None and s.crossing_count() <= most


def fronts(data: Data) -> tuple[str, ...]:
    return tuple(c.id for c in data.chits.values() if c.side == SOVIET and c.kind == "hq")


def soviet_selection_legal(data: Data, chits: Counter[str]) -> bool:
    """4.2.1: six chits, one of each Front; STAVKA may stand for one of them."""
    missing = sum(1 for front in fronts(data) if not chits[front])
    return chits.total() == data.limits.soviet_chits and missing <= min(data.limits.stavka_replaces, chits[STAVKA])


@cache
def _choices(chits: tuple[tuple[str, int], ...], number: int) -> tuple[tuple[str, ...], ...]:
    """All ways to take this many chits out of a pool."""
    most = dict(chits)
    ways = combinations_with_replacement(sorted(most), number)
    return tuple(way for way in ways if all(n <= most[c] for c, n in Counter(way).items()))


def soviet_choices(data: Data, chits: Counter[str]) -> list[tuple[str, ...]]:
    """4.2.1: all legal selections out of these chits."""
    ways = _choices(tuple(sorted(chits.items())), data.limits.soviet_chits)
    return [way for way in ways if soviet_selection_legal(data, Counter(way))]


def soviet_selections(s: State) -> list[Select]:
    return list(map(Select, soviet_choices(s.data, pool(s, SOVIET))))


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
    """4.2.2: as many as the turn track says, each in the cup or in the hand."""
    ways = _choices(tuple(sorted(pool(s, AXIS).items())), s.data.turns[s.turn].axis_chits)
    return [split for way in ways for split in _splits(way)]


def select(s: State) -> Procedure[None]:
    """4.2: both sides select in secret; the supply chit always goes into the cup."""
    answers = yield Together({SOVIET: soviet_selection(s), AXIS: axis_selection(s)})
    put: Put = answers[AXIS]
    chosen = answers[SOVIET].chits
    lay(s, "cup", (*chosen, *put.cup, SUPPLY))
    lay(s, "hand", put.hand)
    lay(s, "played", ())
    lay(s, "soviet_pool", (pool(s, SOVIET) - Counter(chosen)).elements())
    lay(s, "axis_pool", (pool(s, AXIS) - Counter((*put.cup, *put.hand))).elements())
    s.note("both sides have selected their chits", "4.2")


def soviet_selection(s: State) -> Procedure[Select]:
    answer: Select = yield offer(
        SOVIET,
        partial(soviet_selections, s),
        {Select: partial(why_not_select, s)},
        f"Select {in_words(s.data.limits.soviet_chits)} chits of: {listed(pool(s, SOVIET))}.",
        "4.2.1",
        complete=False,
        all_legal=True,
    )
    return answer


def listed(chits: Counter[str]) -> str:
    return ", ".join(chit if n == 1 else f"{chit} ({n})" for chit, n in sorted(chits.items()))


def why_not_select(s: State, answer: Select) -> Refusal | None:
    """4.2.1: the chits may be named in any order."""
    chits = Counter(answer.chits)
    over = chits - pool(s, SOVIET)
    if over:
        return Refusal("4.2.1", f"{', '.join(sorted(over))} is not available in that number this turn.")
    if chits.total() != s.data.limits.soviet_chits:
        number = in_words(s.data.limits.soviet_chits).capitalize()
        return Refusal("4.2.1", f"{number} chits must be selected, no more and no less.")
    if not soviet_selection_legal(s.data, chits):
        return Refusal("4.2.1", "Each Front needs a chit; only STAVKA may stand for one of them.")
    return None


def axis_selection(s: State) -> Procedure[Put]:
    number = s.data.turns[s.turn].axis_chits
    answer: Put = yield offer(
        AXIS, partial(axis_selections, s), {Put: partial(why_not_put, s)},
        f"Select {number} chits for cup or hand, of: {listed(pool(s, AXIS))}.", "4.2.2",
        show=partial(show_open_cities, s, AXIS), complete=False, all_legal=True,
    )  # fmt: skip
    return answer


def why_not_put(s: State, answer: Put) -> Refusal | None:
    """4.2.2: the chits may be named in any order."""
    chits, number = Counter((*answer.cup, *answer.hand)), s.data.turns[s.turn].axis_chits
    if chits.total() != number:
        return Refusal("4.2.2", f"The turn track allows exactly {number} chits this turn.")
    over = chits - pool(s, AXIS)
    if over:
        return Refusal("4.2.2", f"{', '.join(sorted(over))} is not available in that number this turn.")
    return None


def add_to_cup(s: State) -> Procedure[Done | None]:
    """4.2: chits in the hand may go into the cup at any time; one must if the cup is empty."""
    ending = " ('pass' for none)" if s.pile("cup") else ""
    answer = yield offer(
        AXIS, (PASS, *map(Add, sorted(set(s.pile("hand"))))),
        {Pass: partial(why_not_keep, s), Add: partial(why_not_add, s), Interrupt: why_not_interrupt_yet},
        f"Add a chit from your hand ({', '.join(s.pile('hand'))}) to the cup before the next draw?{ending}", "4.2",
        show=partial(show_open_cities, s, AXIS),
    )  # fmt: skip
    if answer == PASS:
        return DONE
    s.transfer(answer.chit, "hand", "cup")
    s.note("the Axis player adds a chit to the cup", "4.2")
    return None if s.pile("hand") else DONE


def why_not_keep(s: State, answer: Pass) -> Refusal | None:
    return None if s.pile("cup") else Refusal("4.2", "The cup is empty: a chit from your hand must go into it.")


def why_not_add(s: State, answer: Add) -> Refusal | None:
    return why_not_take(s, "hand", answer.chit, "4.2", "{item} is not in your hand.")


def why_not_interrupt_yet(answer: Interrupt) -> Refusal:
    return Refusal("4.3", "An interruption order is given only when a chit has just been drawn.")


def draw(s: State) -> Procedure[None]:
    """4.3: a chit comes out of the cup."""
    drawn = yield Draw(s.pile("cup"), 1, "a command chit", "4.3")
    s.drawn = drawn.item
    s.note("the {chit} chit is drawn", "4.3", chit=s.drawn, reveals=True)


def can_hold_okh(s: State) -> bool:
    """Whether the Axis may be holding an OKH chit, as far as the Soviet player can tell."""
    return bool(s.pile("hand")) and s.turn >= s.data.chits[OKH].from_turn


def interruption(s: State) -> Procedure[None]:
    """4.2.2, 4.3: an OKH chit in the hand sends back any chit but supply.

    Asked whatever the hand, so that the question does not give it away.
    """
    answer = yield offer(
        AXIS, (PASS, Interrupt()), {Pass: None, Interrupt: partial(why_not_interrupt, s)},
        f"{s.drawn} is drawn. Send it back with an interruption order ('pass' for no)?", "4.3",
    )  # fmt: skip
    if answer != PASS:
        s.note("an interruption order sends the {chit} chit back into the cup", "4.3", chit=s.drawn)
        s.transfer(OKH, "hand", "played")
        s.side, s.chit, s.drawn = AXIS, "interruption", ""


def why_not_interrupt(s: State, answer: Interrupt) -> Refusal | None:
    if s.drawn == SUPPLY:
        return Refusal("4.3", "The supply chit cannot be interrupted.")
    return why_not_take(s, "hand", OKH, "4.3", "There is no OKH chit in your hand.")


def carry_out(s: State) -> None:
    """4.3: the drawn chit takes effect."""
    one = s.data.chits[s.drawn]
    s.transfer(s.drawn, "cup", "played")
    s.side, s.chit, s.drawn = one.side, one.hq or one.kind, ""


def cup_is_empty(s: State) -> bool:
    """4.3: the action phase is over when cup and hand are empty."""
    return not s.pile("cup") and not s.pile("hand")
