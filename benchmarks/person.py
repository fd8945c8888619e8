"""A person as a script: marches at the nearest objective, attacks at 2-1 and better, keeps the last garrison at home.

It knows no odds but the printed column, looks no answer ahead, and what it does not understand it leaves to chance. For
`benchmarks/strength.py --second person`, in Traces of War and When Eagles Fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from wargame.core.engine.actions import DONE, Action
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.games.traces_of_war import actions as tow
from wargame.games.traces_of_war.combat import attackers
from wargame.games.traces_of_war.model import MOVE_COMBAT
from wargame.games.traces_of_war.odds import odds
from wargame.games.when_eagles_fight import actions as wef
from wargame.games.when_eagles_fight.attackers import available, ratio_of

LEAST = 2  # attacks are made at 2-1 and better
FAR = 99


class Person:
    """Answers by the rules of thumb of the title, and else at random."""

    def __init__(self, seed: int = 0) -> None:
        self.source = Source(seeded(seed))
        self.seen: set[tuple[int, str, str]] = set()  # stacks that were looked at, by turn and phase

    def choose(self, game: Game, side: str) -> Action:
        question = game.decisions[side]
        thumb = THUMBS[game.title.id].get(question.rule)
        answer = thumb(self, game.state, side, question) if thumb is not None else None
        return cast(Action, answer if answer is not None else self.source.choice(question.actions))


def of_kind(question: Question, kind: type[Action]) -> list[Any]:
    return [action for action in question.actions if isinstance(action, kind)]


def nearest(s: Any, hex_id: str, goals: Iterable[str]) -> int:
    """How far the nearest goal is."""
    return min((s.board.distance(hex_id, goal) for goal in goals), default=FAR)


def take_part(question: Question, join: type[Action], fight: Action) -> Action:
    """Everybody joins in an attack, then it is made."""
    more = of_kind(question, join)
    return more[0] if more else fight


# --- Traces of War ---------------------------------------------------------------------------------------------------


def tow_goals(s: Any, side: str) -> list[str]:
    """Soviets: Axis cities under orders, and in the race the far bank. Axis: cities under orders that stand empty."""
    if side == "axis":
        return [city for city in s.orders if not s.holder(city)]
    cities = [city for city in s.data.majors if s.control[city] == "axis"]
    return [*cities, *s.data.crossing_points] if s.scenario == "race" else cities


def tow_march(person: Person, s: Any, side: str, question: Question) -> Action | None:
    goals, units = tow_goals(s, side), of_kind(question, tow.Pick)
    if units:
        going = [u for u in units if tow_marches(s, side, u.unit, goals)]
        return min(going, key=lambda u: nearest(s, s.units[u.unit].at, goals), default=DONE)
    return min(question.actions, key=lambda a: nearest(s, getattr(a, "hex", ""), goals) if hasattr(a, "hex") else FAR)


def tow_marches(s: Any, side: str, unit: str, goals: list[str]) -> bool:
    """The last garrison of a city under orders stays, and so does the Axis line as long as every city is held."""
    at = s.units[unit].at
    return bool(goals) and not (side == "axis" and at in s.orders and len(s.units_at(at)) == 1)


def tow_attack(person: Person, s: Any, side: str, question: Question) -> Action | None:
    if not question.accepts(DONE):
        return take_part(question, tow.With, tow.Fight())
    columns = s.data.crt.columns
    for action in of_kind(question, tow.Attack):
        column = odds(s, action.hex, attackers(s, action.hex)).column
        if column is not None and columns.index(column) >= columns.index(str(LEAST)):
            return cast(Action, action)
    return DONE


def tow_advance(person: Person, s: Any, side: str, question: Question) -> Action | None:
    goals = tow_goals(s, side)
    found = of_kind(question, tow.Advance)
    return min(found, key=lambda a: nearest(s, a.path[-1], goals), default=DONE) if goals else DONE


def tow_mode(person: Person, s: Any, side: str, question: Question) -> Action | None:
    return tow.Mode(MOVE_COMBAT) if question.accepts(tow.Mode(MOVE_COMBAT)) else None


# --- When Eagles Fight -----------------------------------------------------------------------------------------------


def wef_goals(s: Any, side: str) -> list[str]:
    """The victory hexes and capitals that the enemy controls."""
    places = s.data.hexes.values()
    return [h.id for h in places if (h.victory_hex or h.capital) and s.control.get(h.id, side) != side]


def wef_march(person: Person, s: Any, side: str, question: Question) -> Action | None:
    goals, steps = wef_goals(s, side), of_kind(question, wef.Step)
    closer = [a for a in steps if nearest(s, a.hex, goals) < nearest(s, s.units[a.units[0]].at, goals)]
    closer = [a for a in closer if not wef_last_garrison(s, side, a)]
    if closer:
        return cast(Action, max(closer, key=lambda a: (len(a.units), -nearest(s, a.hex, goals))))
    stacks = [a for a in of_kind(question, wef.Stack) if (s.turn, s.phase, a.hex) not in person.seen]
    if stacks:
        first = min(stacks, key=lambda a: nearest(s, a.hex, goals))
        person.seen.add((s.turn, s.phase, first.hex))
        return cast(Action, first)
    return DONE if question.accepts(DONE) else None


def wef_last_garrison(s: Any, side: str, action: Any) -> bool:
    """Whether the march would leave a victory hex of one's own empty."""
    here = s.units[action.units[0]].at
    return s.data.hexes[here].victory_hex and set(s.at[here]) <= set(action.units)


def wef_attack(person: Person, s: Any, side: str, question: Question) -> Action | None:
    able = available(s, side)
    for action in of_kind(question, wef.Attack):
        chase = all(s.data.counters[u].cavalry for u in s.at[action.hex])  # 13.27: it may never end
        if not chase and ratio_of(s, action.hex, able.get(action.hex, ())) >= LEAST:
            return cast(Action, action)
    return DONE if question.accepts(DONE) else None


def wef_join(person: Person, s: Any, side: str, question: Question) -> Action | None:
    more = of_kind(question, wef.With)
    return more[0] if more else wef.Confirm() if question.accepts(wef.Confirm()) else None


def wef_advance(person: Person, s: Any, side: str, question: Question) -> Action | None:
    found = of_kind(question, wef.Advance)
    return cast(Action, found[0]) if found else None


Thumb = Callable[[Person, Any, str, Question], Action | None]
THUMBS: dict[str, dict[str, Thumb]] = {
    "traces_of_war": {"4.3": tow_mode, "9.1": tow_march, "10.1": tow_attack, "10.5": tow_advance},
    "when_eagles_fight": {
        "12.2": wef_march, "13.5": wef_attack, "13.3": wef_join, "13.25": wef_advance, "13.26": wef_advance,
    },
}  # fmt: skip
