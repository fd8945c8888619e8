"""Plans worth trying in Paths of Glory: whole actions with a card, and what is left to decide in each phase.

A plan for an action names its activations, marches and attacks at once, so that bots see what comes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan

from .actions import Activate, Advance, Automatic, Entrench, Place, Play, Redeploy, Retreat, Stand, Stop, To, UseCard
from .arrivals import arriving
from .cards import why_not_play
from .conditions import why_not_meet
from .evaluation import IN_RESERVE, count, unit_table
from .ground import force, ground
from .model import State
from .operations import (
    Operation,
    assault,
    attackers_of,
    carried_out,
    choose,
    digger,
    marches,
    operations,
    strike,
    together,
    trench_worth,
)
from .transfers import possible, transfers

VARIANTS = 4  # different ways to spend the points of a card
KEPT = 0.05  # for each point of operations of a card that is not spent on an event
ENTRY = 20.0  # a nation that enters the war


def plans(s: State, side: str, question: Question) -> list[Plan] | None:
    """What is worth trying at a question; None where any answer may be tried."""
    make = PLANS.get(question.rule)
    return None if make is None else list(make(s, side, question))


# --- the card ----------------------------------------------------------------------------------------------------


def actions(s: State, side: str, question: Question) -> Iterator[Plan]:
    """8.1.3: the best card for each number of points, the best redeployment, replacements, each event."""
    cards = sorted(s.pile(f"{side}_hand"), key=lambda c: (event_worth(s, side, c), c))
    spend: dict[int, str] = {}
    for c in cards:  # the card whose event is missed least
        if why_not_play(s, side, c, "ops") is None:
            spend.setdefault(s.data.cards[c].ops, c)
    best = max(spend, default=0)
    for points, c in sorted(spend.items(), reverse=True):
        for number, chosen in enumerate(ways_to_spend(s, side, points, VARIANTS if points == best else 1)):
            price = max(0.0, event_worth(s, side, c)) * 0.3
            yield action_with(s, side, Play(c, "ops"), points, chosen, price + 0.01 * number)
        if points == best:
            yield Plan(f"operations with {s.name(c)}, step by step", (Play(c, "ops"),), -5.0)
    yield from _one_point(s, side)
    yield from _redeployments(s, side, cards)
    yield from _replacements(s, side, cards)
    for c in cards:
        if why_not_play(s, side, c, "event") is None:
            yield Plan(f"{s.name(c)} as an event", (Play(c, "event"),), event_worth(s, side, c))


def action_with(
    s: State, side: str, first: Any, points: int, chosen: list[Operation], price: float = 0.0
) -> Plan:
    """A whole action: a card, what it activates, and what the activated units do."""
    name = "; ".join(one.name for one in chosen) or "nothing"
    worth = sum(one.worth for one in chosen) - price
    how = f"operations with {s.name(first.card)}" if isinstance(first, Play) else "one operation without a card"
    return Plan(f"{how}: {name}", (first, *carried_out(s, side, points, chosen)), worth)


def ways_to_spend(s: State, side: str, points: int, number: int) -> list[list[Operation]]:
    """Different sets of operations that points can pay for, the most obvious first."""
    offered = operations(s, side)
    found = [choose(s, side, points, offered)]
    for other in (
        sorted(offered, key=lambda one: -one.worth),
        sorted(offered, key=lambda one: (not one.attack, -one.rate)),
        sorted(offered, key=lambda one: (one.attack, -one.rate)),
        [one for one in offered if one not in found[0][:1]],
    ):
        chosen = choose(s, side, points, other)
        if chosen and {one.name for one in chosen} not in [{one.name for one in old} for old in found]:
            found.append(chosen)
    return [chosen for chosen in found[:number] if chosen]


def _one_point(s: State, side: str) -> Iterator[Plan]:
    """8.1.3: one operation without a card."""
    points = s.data.numbers.automatic_ops
    chosen = choose(s, side, points, operations(s, side))
    yield action_with(s, side, Automatic(), points, chosen)


def _redeployments(s: State, side: str, cards: list[str]) -> Iterator[Plan]:
    """9.3: the cheapest card for what is most worth moving."""
    able = [c for c in cards if why_not_play(s, side, c, "sr") is None]
    best: dict[int, str] = {}
    for c in able:
        best.setdefault(s.data.cards[c].sr, c)
    for points, c in sorted(best.items(), reverse=True)[:2]:
        chosen = transfers(s, side, points)
        if chosen:
            answers = [answer for one in chosen for answer in (Redeploy(one.unit), Place(one.unit, one.to))]
            name = "; ".join(f"{s.name(one.unit)} to {s.name(one.to)}" for one in chosen)
            worth = sum(one.worth for one in chosen) - 0.3 * max(0.0, event_worth(s, side, c))
            yield Plan(f"redeploy with {s.name(c)}: {name}", (Play(c, "sr"), *answers), worth)


def _replacements(s: State, side: str, cards: list[str]) -> Iterator[Plan]:
    """9.4: the card that repairs most."""
    needs, tracks = count(s).needs, s.tracks
    worth = s.title.weights_in(s.scenario)["replacement points"]
    best: tuple[float, str] | None = None
    for c in cards:
        if why_not_play(s, side, c, "rp") is None:
            points = s.data.cards[c].points
            used = sum(min(2 * n, max(0, needs.get(p, 0) - tracks.get(f"rp_{p}", 0))) for p, n in points.items())
            gain = worth * used / 2 - 0.3 * max(0.0, event_worth(s, side, c))
            if best is None or gain > best[0]:
                best = gain, c
    if best is not None and best[0] > 0:
        yield Plan(f"replacements with {s.name(best[1])}", (Play(best[1], "rp"),), best[0])


def event_worth(s: State, side: str, card: str) -> float:
    """What a card is worth as an event, now or later in the game."""
    c, weights = s.data.cards[card], s.title.weights_in(s.scenario)
    if c.combat:
        return weights["combat cards"]
    if card in s.data.events.needs and why_not_meet(s, side, card) is not None:
        return 0.0
    worth = weights["war status"] * c.war_status + weights.get(f"event {card}", 0.0)
    table = unit_table(s.data)
    if c.reinforces:
        worth += weights["strength"] * sum(abs(table[u].values[2]) for u in arriving(s, c)) * IN_RESERVE
    verb, *rest = s.data.events.does.get(card, "nothing").split()
    if verb == "vp":
        worth += abs(int(rest[0])) * weights["victory points"]
    elif verb == "enter":
        worth += ENTRY
    elif verb in ("guns_of_august", "high_seas_fleet", "war_in_africa", "zimmermann", "fall_of_the_tsar"):
        worth += weights["victory points"]
    elif verb == "landwehr":
        worth += 2 * weights["replacement points"]
    if c.ops_too:
        worth += sum(one.worth for one in choose(s, side, c.ops, operations(s, side)))
    return worth


# --- an action step by step --------------------------------------------------------------------------------------


def activations(s: State, side: str, question: Question) -> Iterator[Plan]:
    """9.2.1: each operation that can still be paid for, or what is left of the best of them together."""
    offered = [one for one in operations(s, side) if _can_join(s, one)]
    chosen = choose(s, side, s.ops, offered)
    if len(chosen) > 1:
        name = "; ".join(one.name for one in chosen)
        yield Plan(name, carried_out(s, side, s.ops, chosen), sum(one.worth for one in chosen))
    for one in sorted(offered, key=lambda one: -one.rate)[:10]:
        yield Plan(one.name, tuple(Activate(*use) for use in one.uses), one.rate)
    yield Plan("no more activations", (DONE,), 0.0)


def _can_join(s: State, one: Operation) -> bool:
    """Whether an operation fits what has been activated so far."""
    return one.price <= s.ops and not any(space in s.activated for space, _ in one.uses)


def movements(s: State, side: str, question: Question) -> Iterator[Plan]:
    """11.1.1: the best marches and trenches of the activated spaces."""
    map_of = ground(s, side)
    for space, use in s.activated.items():
        if use == "move":
            for one in marches(s, side, space):
                yield Plan(one.name, one.answers, one.worth)
            if map_of.beside(space) and {"ap_12", "cp_06"} & s.played.keys() and (unit := digger(s, side, space)):
                name = f"{s.name(unit)} entrenches in {s.name(space)}"
                yield Plan(name, (Entrench(unit),), trench_worth(s, map_of, space, unit))
    yield Plan("no more moves", (DONE,), 0.0)


def onward(s: State, side: str, question: Question) -> Iterator[Plan]:
    """11.1.3: where a stack on the march goes next."""
    units, map_of = s.march[0], ground(s, side)
    who, at = force(s, units), s.units[units[0]].at
    for action in question.actions:
        if isinstance(action, To):
            worth = map_of.prize(action.space) + map_of.coming(action.space, who)
            yield Plan(str(action), (action,), worth)
        elif isinstance(action, Stop):
            yield Plan(str(action), (action,), -map_of.leaving(at, who))


def attacks(s: State, side: str, question: Question) -> Iterator[Plan]:
    """12.1.1: each target with all that may attack it together, and with those of one space."""
    spaces = [x for x, use in s.activated.items() if use == "attack"]
    for target, near in attackers_of(s, side, spaces).items():
        groups = [together(s, [u for units in near.values() for u in units], target)]
        groups += [together(s, units, target) for units in near.values() if len(near) > 1]
        for units in groups:
            if units:
                name = f"attack {s.name(target)} with {s.listed(units, 4)}"
                yield Plan(name, strike(target, units), assault(s, side, target, units))
    yield Plan("no more attacks", (DONE,), 0.0)


def redeployments(s: State, side: str, question: Question) -> Iterator[Plan]:
    """9.3.2: what is most worth moving."""
    for one in possible(s, side, s.sr)[:8]:
        name = f"{s.name(one.unit)} to {s.name(one.to)}"
        yield Plan(name, (Redeploy(one.unit), Place(one.unit, one.to)), one.worth)
    yield Plan("no more redeployments", (DONE,), 0.0)


# --- in a combat -------------------------------------------------------------------------------------------------


def combat_cards(s: State, side: str, question: Question) -> Iterator[Plan]:
    """12.2.5: each card, or none."""
    for action in question.actions:
        if isinstance(action, UseCard):
            spec = s.data.events.combat.get(action.card)
            worth = 1.0 * (spec.drm if spec is not None else 1) + (1.0 if spec is not None and spec.effect else 0.0)
            yield Plan(s.name(action.card), (action,), worth - (1.5 if s.data.cards[action.card].asterisk else 0.0))
    yield Plan("no more cards", (DONE,), 0.1)


def holding(s: State, side: str, question: Question) -> Iterator[Plan]:
    """12.5.3: a step for the space, or the retreat."""
    weights, table = s.title.weights_in(s.scenario), unit_table(s.data)
    for action in question.actions:
        if isinstance(action, Stand):
            row, steps = table[action.unit], s.units[action.unit].steps
            space = s.units[action.unit].at
            loss = abs(row.values[steps] - row.values[steps - 1]) * weights["strength"]
            gain = weights["victory points"] if s.data.spaces[space].vp else 1.0
            level = s.trenches.get(space, ("", 0))[1]
            yield Plan(str(action), (action,), gain + weights["trenches"] * level - loss)
    yield Plan("retreat", (DONE,), 0.0)


def retreats(s: State, side: str, question: Question) -> Iterator[Plan]:
    """12.5.5: to where the unit does most good."""
    map_of = ground(s, side)
    for action in question.actions:
        if isinstance(action, Retreat):
            end = action.path[-1]
            worth = map_of.coming(end, force(s, (action.unit,)))
            yield Plan(str(action), (action,), worth)


def advances(s: State, side: str, question: Question) -> Iterator[Plan]:
    """12.6.1: forward, if the space is worth it and can be held."""
    map_of = ground(s, side)
    for action in question.actions:
        if isinstance(action, Advance):
            who = force(s, (action.unit,))
            worth = sum(map(map_of.prize, action.path)) + map_of.coming(action.path[-1], who)
            yield Plan(str(action), (action,), worth + map_of.leaving(s.units[action.unit].at, who) + 1.0)
    yield Plan("no advance", (DONE,), 0.0)


PLANS: dict[str, Callable[[State, str, Question], Iterable[Plan]]] = {
    "8.1.3": actions, "9.2.1": activations, "11.1.1": movements, "11.1.3": onward, "12.1.1": attacks,
    "9.3.2": redeployments, "12.2.5": combat_cards, "12.5.3": holding, "12.5.5": retreats, "12.6.1": advances,
}  # fmt: skip
