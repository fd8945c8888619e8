"""Declaring an attack: name its units one by one, see the odds, then make it or call it off.

Predicates of the title decide who may attack what, and with whom; `odds` works out the column and the chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from wargame.core.engine.offers import Offer, WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal

Units = tuple[str, ...]


@attrs.frozen
class Answers:
    """The actions of a title with which a unit joins, the attack is made or called off, and everyone who can joins.

    `join` is the class of an action with a field `unit`; the others are actions without fields.
    """

    join: type[Any]
    fight: Any
    call_off: Any
    everyone: Any = None


def name_attackers(
    side: str,
    units: Sequence[str],
    answers: Answers,
    prompt: Callable[[Units], str],
    rule: str,
    *,
    why_not_join: Callable[[Units, str], Refusal | None],
    why_not_fight: Callable[[Units], Refusal | None],
    why_not_call_off: Callable[[Units], Refusal | None] | None = None,
    show: Callable[[Units], dict[str, Any]] | None = None,
    warn: Callable[[Units, Any], str | None] | None = None,
    nobody: str = "Name at least one unit that attacks.",
) -> Procedure[Units]:
    """Ask which of these `units` attack; the answer is empty if the attack is called off.

    `why_not_join(chosen, unit)`: why a unit, any unit at all, may not join those chosen so far.
    `why_not_fight(chosen)`: why these units cannot make the attack; if none is chosen yet, the refusal is the text
    `nobody`. Without `why_not_call_off(chosen)` the attack can always be called off. `show(chosen)` returns the odds
    and chances, `warn(chosen, answer)` says what an answer would waste.

    The answers are listed in this order: the units, the attack, calling it off, everyone.

        answers = Answers(With, Fight(), CallOff())
        units = yield from name_attackers(
            side, attackers(s, target), answers, lambda chosen: f"Attack {target} with which units?", "10.1",
            why_not_join=partial(why_not_join, s, target), why_not_fight=partial(why_not_fight, s, target),
            show=partial(shown, s, target),
        )
    """

    def ask(chosen: Units) -> Offer:
        def why_not_make(action: Any) -> Refusal | None:
            return why_not_fight(chosen) if chosen else Refusal(rule, nobody)

        def why_not_everyone(action: Any) -> Refusal | None:
            others = _all_that_join(units, chosen, why_not_join) != chosen
            return None if others else Refusal(rule, "No other unit can join the attack.")

        candidates = [*map(answers.join, units), answers.fight, answers.call_off]
        predicates: dict[type[Any], WhyNot | None] = {
            answers.join: lambda action: why_not_join(chosen, action.unit),
            type(answers.fight): why_not_make,
            type(answers.call_off): (lambda action: why_not_call_off(chosen)) if why_not_call_off else None,
        }
        if answers.everyone is not None:
            candidates.append(answers.everyone)
            predicates[type(answers.everyone)] = why_not_everyone
        return offer(
            side, candidates, predicates, prompt(chosen), rule,
            show=(lambda: show(chosen)) if show else None,
            warn=(lambda action: warn(chosen, action)) if warn else None,
        )  # fmt: skip

    chosen: Units = ()
    while True:
        answer = yield ask(chosen)
        if answer == answers.fight:
            return chosen
        if answer == answers.call_off:
            return ()
        if answer == answers.everyone:
            chosen = _all_that_join(units, chosen, why_not_join)
        else:
            chosen = (*chosen, answer.unit)


def _all_that_join(
    units: Sequence[str], chosen: Units, why_not_join: Callable[[Units, str], Refusal | None]
) -> Units:  # fmt: skip
    """The units chosen, followed by all others that can still join them."""
    for unit in units:
        if why_not_join(chosen, unit) is None:
            chosen = (*chosen, unit)
    return chosen
