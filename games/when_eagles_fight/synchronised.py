"""Synchronised planning: three Austro-Hungarian attacks at 2:1 or better are due on turn 1 (3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from wargame.core.engine.questions import Refusal

from .attackers import available, ratio_of
from .model import State
from .records import CP

Targets = Mapping[str, tuple[str, ...]]  # the hexes that can be attacked, each with the units that can


def attacks_due(s: State, side: str) -> int:
    """How many of the three attacks a side has still to make."""
    planned = s.turn == 1 and side == CP and s.scenario == "historical"
    return max(0, s.data.numbers.first_turn.attacks_due - s.ah_attacks) if planned else 0


def least_odds(s: State) -> int:
    """The odds at which an attack counts: 2 for 2:1."""
    return s.data.numbers.first_turn.least_odds


def austro_hungarian(s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u for u in units if s.data.counters[u].nation == "austro_hungarian")


def counts(s: State, attackers: tuple[str, ...], odds: int) -> bool:
    """Whether an attack is one of the three."""
    return odds >= least_odds(s) and bool(austro_hungarian(s, attackers))


def has_strong_austrians(s: State, target: str, units: tuple[str, ...]) -> bool:
    """Whether the Austro-Hungarians among some units reach 2:1."""
    own = austro_hungarian(s, units)
    return bool(own) and ratio_of(s, target, own) >= least_odds(s)


def synchronised(s: State, side: str, targets: Targets) -> list[str]:
    """Where an attack that is still due is possible in the combat phase."""
    if s.phase != "Central Powers combat" or not attacks_due(s, side):
        return []
    return [target for target, units in targets.items() if has_strong_austrians(s, target, units)]


def why_not_divert(s: State, side: str, target: str, chosen: tuple[str, ...]) -> Refusal | None:
    """Why an attack that is not one of the three may not be made: it leaves fewer of them possible than are due."""
    targets = available(s, side) if s.turn == 1 else {}
    must = synchronised(s, side, targets)
    if not must or counts(s, chosen, ratio_of(s, target, chosen)):
        return None
    others = [
        t for t in must
        if t != target and has_strong_austrians(s, t, tuple(u for u in targets[t] if u not in chosen))
    ]  # fmt: skip
    if len(others) >= min(attacks_due(s, side), len(must)):
        return None
    return Refusal(
        "3.6", f"This attack would leave too few of the Austro-Hungarian attacks at {least_odds(s)}:1 due on turn 1."
    )


# --- what the player sees ----------------------------------------------------------------------------------------


def announce(s: State, side: str) -> None:
    """What is due is announced as the movement phase begins, and again before combat."""
    due = attacks_due(s, side)
    if due:
        attacks = f"Austro-Hungarian attacks at {least_odds(s)}:1 or better"
        s.note(f"Synchronised planning: {{due}} {attacks} are due in this turn's combat phase", "3.6", due=due)


def plan(s: State, side: str) -> dict[str, Any]:
    """What is shown with the questions of turn 1."""
    due = attacks_due(s, side)
    if not due or s.phase.startswith("OberOst"):
        return {}
    possible = together(s, side, due)
    where = ", ".join(possible) or "none"
    return {"due this turn": f"{due} Austro-Hungarian attacks at {least_odds(s)}:1 (3.6), possible now: {where}"}


def warn_of_plan(s: State, side: str) -> str | None:
    """A warning for a player who ends the movement phase with fewer attacks possible than are due (3.6)."""
    due = attacks_due(s, side)
    possible = together(s, side, due) if due else ()
    if len(possible) >= due:
        return None
    now = f"only {len(possible)} can be made" if possible else "none can be made"
    return f"{due} Austro-Hungarian attacks at {least_odds(s)}:1 or better are due this turn (3.6); from here {now}."


def together(s: State, side: str, due: int) -> tuple[str, ...]:
    """Hexes, as many as are due if there are, that can each be attacked at 2:1 by Austro-Hungarians of its own."""

    def find() -> tuple[str, ...]:
        targets = available(s, side)
        ways = [(t, list(_bands(s, t, austro_hungarian(s, units)))) for t, units in targets.items()]
        return _choose([way for way in ways if way[1]], due, frozenset())

    return s.memo(("planned", side, due, s.attacked, s.defended), find)


def _bands(s: State, target: str, units: tuple[str, ...]) -> Iterator[frozenset[str]]:
    """The smallest groups that reach 2:1 against a hex."""
    found: list[frozenset[str]] = []
    for size in range(1, len(units) + 1):
        for group in combinations(units, size):
            band = frozenset(group)
            if not any(smaller <= band for smaller in found) and ratio_of(s, target, group) >= least_odds(s):
                found.append(band)
                yield band


def _choose(ways: list[tuple[str, list[frozenset[str]]]], due: int, taken: frozenset[str]) -> tuple[str, ...]:
    """The most hexes, up to those due, whose attackers are all different."""
    best: tuple[str, ...] = ()
    if not due:
        return best
    for i, (target, bands) in enumerate(ways):
        for band in bands:
            if band & taken:
                continue
            found = (target, *_choose(ways[i + 1 :], due - 1, taken | band))
            if len(found) == due:
                return found
            best = max(best, found, key=len)
    return best
