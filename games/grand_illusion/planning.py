"""What bots find worth trying in Grand Illusion: plans for each kind of question, guessed best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.questions import Question
from wargame.core.title.plans import Plan

from .actions import (
    Bombard,
    Concentrate,
    Delay,
    Entrench,
    Fight,
    Front,
    Go,
    Recover,
    Replace,
    Reserve,
    Retire,
    Retreat,
    Stay,
    Take,
)
from .activation import why_not_activate, why_not_entrench, why_not_recover
from .estimates import Guess, guess
from .marching import attack_at_once, best_marches
from .model import State
from .rail import destinations
from .records import ENEMY
from .withdrawal import why_not_withdraw_from

KEPT = 14  # plans for a question
CAP = 0.12  # what is spent with a CAP
PLACE = 0.01  # for each point of strength that stands, or fires, where it should


def plans(state: State, side: str, question: Question) -> list[Plan] | None:
    """The plans for a question; None where the listed answers are few enough to be tried."""
    make = MAKERS.get(question.rule)
    if make is None:
        return None
    found = sorted(make(state, guess(state, side), question), key=lambda plan: -plan.worth)
    return found[:KEPT] or None


# --- activations (8.1.1) -----------------------------------------------------------------------------------------


def _commands(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """Marches, attacks, recovery and trenches; to pass is worth the CAP that stays."""
    side = guess.side
    yield Plan("pass", (PASS,), 0.0)
    hexes = [h for h in s.hexes_of(side) if why_not_activate(s, side, h) is None] if not s.recovering else []
    at_once = (attack_at_once(s, guess, hex) for hex in hexes)
    for plan in (*filter(None, at_once), *best_marches(s, guess, hexes, KEPT)):
        yield Plan(plan.name, plan.answers, plan.worth - CAP)
    for hex in s.hexes_of(side):
        if why_not_recover(s, side, hex) is None:
            yield Plan(f"recover {s.space(hex).name}", (Recover(hex),), _recovery(s, guess, hex) - CAP)
        if s.trenches_allowed and why_not_entrench(s, side, hex) is None:
            yield Plan(f"entrench {s.space(hex).name}", (Entrench(hex),), _trench(s, guess, hex) - CAP)


def _recovery(s: State, guess: Guess, hex: str) -> float:
    """Units free of enemies recover at the end of the turn anyway; now it counts where they may fight before."""
    worn = [s.unit(u) for u in s.present(hex, guess.side).combat if s.units[u].steps == 1]
    gain = sum(c.strength - 0.75 * c.disrupted_strength for c in worn)
    return guess.weights["strength"] * gain * (1.0 if guess.strike(hex) else 0.5)


def _trench(s: State, guess: Guess, hex: str) -> float:
    if s.control[hex] != guess.side:
        return -1.0
    return guess.weights["trenches"] + 0.1 * guess.stake(hex) * (guess.strike(hex) > 0)


def _withdrawal(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """The free moves of a general retreat (8.7)."""
    yield Plan("end the general retreat", (DONE,), 0.0)
    if question.accepts(DONE) and any(isinstance(action, Entrench) for action in question.actions):
        for action in question.actions:
            if isinstance(action, Entrench):
                yield Plan(str(action), (action,), _trench(s, guess, action.hex) - CAP)
        return
    hexes = [h for h in s.hexes_of(guess.side) if why_not_withdraw_from(s, guess.side, h) is None]
    yield from best_marches(s, guess, hexes, KEPT, withdrawal=True)


def _declaration(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """Whether units that stand beside enemies attack them (9.1.2)."""
    for action in question.actions:
        if isinstance(action, Fight):
            units = s.present(action.hex, guess.side).combat
            yield Plan(
                f"attack in {s.space(action.hex).name}", (action, action), guess.attack(units, action.hex, action.hex)
            )
        elif action == PASS:
            yield Plan("no battle", (PASS,), 0.0)


# --- the battle board (9.2) --------------------------------------------------------------------------------------


def _places(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """The strongest stacks come first; whatever can stand in reserve does."""
    battle = s.battle
    attacking = battle is not None and battle.attacker == guess.side
    for action in question.actions:
        if isinstance(action, Front | Reserve):
            strength = sum(s.strength(u, not attacking) * (1 if s.units[u].steps == 2 else 0.5) for u in action.units)
            worth = strength - 0.3 * (len(action.units) > 1) - 0.01 * action.space
            if isinstance(action, Front) and all(s.disrupted(u) for u in action.units) and attacking:
                worth -= 3.0
            yield Plan(str(action), (action,), PLACE * worth)
        else:
            yield Plan(str(action), (action,), 0.0)


def _bombardment(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """All guns at once, at the strongest fort."""
    for action in question.actions:
        together = isinstance(action, Concentrate)
        worth = s.strength(action.fort, True) + together if isinstance(action, Bombard | Concentrate) else 0.0
        yield Plan(str(action), (action,), PLACE * worth)


def _after_battle(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """A hex is held as long as the enemy is not far stronger there, or much depends on it (9.4.1)."""
    battle = s.battle
    assert battle is not None
    hex = battle.hex
    own, enemy = guess.own(hex), guess.here.attack[ENEMY[guess.side]].get(hex, 0.0)
    worth = own - 0.6 * max(enemy, 0.7 * guess.strike(hex)) + guess.stake(hex)
    yield Plan("stay", (Stay(),), 0.1 * worth)
    if question.accepts(Retire()):
        yield Plan("retreat", (Retire(),), 0.0)


def _retreats(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """Where friends are, and enemies are not."""
    for action in question.actions:
        if not isinstance(action, Retreat):
            continue
        hex = action.hex
        worth = 0.1 * min(guess.own(hex), 15.0) - 0.1 * guess.strike(hex) + 0.3 * guess.stake(hex)
        yield Plan(str(action), (action,), worth + (0.5 if action.who == "all" else 0.0))


# --- arrivals, replacements, railways (7, 10) --------------------------------------------------------------------


def _arrivals(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """Where a unit is needed, or near what its side wants."""
    unit = next((a.unit for a in question.actions if isinstance(a, Delay)), None)
    for action in question.actions:
        if isinstance(action, Go):
            worth = _use(s, guess, unit, action.hex) if unit else guess.near[action.hex]
            yield Plan(str(action), (action,), worth)
        else:
            yield Plan(str(action), (action,), -0.5)


def _use(s: State, guess: Guess, unit: str, hex: str) -> float:
    """What a unit is worth in a hex."""
    counter = s.unit(unit)
    if counter.kind == "hq":
        own = sum(s.unit(u).nation == counter.nation for u in s.present(hex, guess.side).combat)
        return 0.1 * own * guess.near[hex] - 0.3 * len(s.present(hex, guess.side).hq)
    attack, defence = guess.power((unit,))
    safer = guess.exposure(hex, guess.own(hex)) - guess.exposure(hex, guess.own(hex) + defence)
    return guess.pull() * attack * guess.near[hex] + safer


def _replacements(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """The strongest corps, now if the CAPs allow it."""
    last = s.data.scenarios[s.scenario].turns
    yield Plan("no more replacements", (DONE,), 0.0)
    for action in question.actions:
        if not isinstance(action, Replace):
            continue
        price = action.caps * (CAP + 0.1)
        late = action.caps == 1 and s.turn + s.data.tables.replacements.delay >= last
        strength = 0.0 if late else s.unit(action.unit).strength * (0.8 if action.caps == 1 else 1.0)
        yield Plan(str(action), (action,), guess.weights["strength"] * strength - price)


def _riders(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """CAPs that are left bring units by rail from where they are idle to where they are needed (10)."""
    yield Plan("no more strategic movement", (DONE,), 0.0)
    seen: set[tuple[str, str, int]] = set()
    for action in question.actions:
        if not isinstance(action, Take):
            continue
        counter, where = s.unit(action.unit), s.units[action.unit]
        alike = (where.at, counter.kind, counter.strength)
        if alike in seen or counter.kind == "hq":
            continue
        seen.add(alike)
        start = where.at
        for hex in destinations(s, action.unit):
            worth = guess.march((action.unit,), (start, hex))
            if worth > 0.02:
                name = f"{s.name(action.unit)} by rail from {s.space(start).name} to {s.space(hex).name}"
                yield Plan(name, (action, Go(hex)), worth)


def _taken(s: State, guess: Guess, question: Question) -> Iterator[Plan]:
    """The strongest recovers (11.2.7)."""
    for action in question.actions:
        if isinstance(action, Take):
            yield Plan(str(action), (action,), float(s.unit(action.unit).strength))


Maker = Callable[[State, Guess, Question], Iterable[Plan]]
MAKERS: dict[str, Maker] = {
    "8.1.1": _commands,
    "8.7.2": _withdrawal,
    "8.7.3": _withdrawal,
    "9.1.2": _declaration,
    "9.2.2": _places,
    "9.2.3": _places,
    "9.2.5": _places,
    "9.5.4": _bombardment,
    "9.4.1": _after_battle,
    "9.4.2": _after_battle,
    "9.4.3": _retreats,
    "9.4.4": _retreats,
    "9.6.3": _retreats,
    "7.1": _arrivals,
    "7.2": _replacements,
    "10.1": _riders,
    "11.2.7": _taken,
    "9.8.3": _taken,
}
