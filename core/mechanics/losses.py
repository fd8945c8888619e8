"""Losses: a unit loses a step, and the owner of several units distributes their losses one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.state import State
from wargame.core.mechanics.choosing import carried_out, why_not_one_of


def lose_step(state: State, unit: str, rule: str, box: str = "") -> None:
    """Reduce a unit, or eliminate it if it has one step left (to a box, if one is given).

    >>> state.restore("red 1")                # now it has two steps
    >>> lose_step(state, "red 1", "10.3")
    >>> state.units["red 1"].steps
    1
    >>> lose_step(state, "red 1", "10.3", box="dead")
    >>> state.units["red 1"].at
    'dead'
    """
    if state.units[unit].steps > 1:
        state.reduce(unit, rule)
    else:
        state.eliminate(unit, rule, box)


def share_losses(
    side: str,
    points: int,
    losers: Callable[[], Sequence[str]],
    lose: Callable[[Any], object],
    answer: type[Any],
    prompt: Callable[[int], str],
    rule: str,
    *,
    instead: Mapping[Any, WhyNot | None] | None = None,
    always: bool = False,
    refusal: Refusal | None = None,
    name: Callable[[str], str] = str,
) -> Procedure[int]:
    """Ask `side` which unit takes each loss point; returns the number of points that no unit could take.

    `losers()` returns the units that can lose a step now; it is called again for each point. `answer` is the class of
    an action with a field `unit`; `lose(answer)` carries it out and may be a procedure. `instead` maps other answers
    that take a point, such as a retreat, to their predicates. If only one answer is possible, it is not asked for,
    unless `always`. `prompt(left)` gets the number of points left. `refusal` is for any other unit; its text may
    contain `{value}`, which becomes `name(unit)`.

        yield from share_losses(side, 2, lambda: alive(s, units), lambda a: lose_step(s, a.unit, "10.3"), Lose,
                                lambda left: f"Which unit loses a step ({left} to go)?", "10.3")
    """
    others = dict(instead or {})
    other_rule, text = refusal or (rule, "{value} is not a unit that can lose a step here.")
    for left in range(points, 0, -1):
        units = tuple(losers())
        if not units:
            return left
        predicates: dict[type[Any], WhyNot | None] = {type(other): why for other, why in others.items()}
        predicates[answer] = why_not_one_of("unit", units, other_rule, text, name)
        question = offer(side, [*map(answer, units), *others], predicates, prompt(left), rule)
        possible = question.actions
        chosen = possible[0] if len(possible) == 1 and not always else (yield question)
        yield from carried_out(lose(chosen))
    return 0
