"""What counts in a position, for bots; the weights are in `data/weights.toml`.

Every feature is counted from the point of view of the Central Powers and turned round for the Russians.
"""

from __future__ import annotations

from wargame.core.mechanics.odds import total

from .forces import Forces, Place, balance, bare_capitals, forces, open_places, safe_supply
from .model import State
from .prospects import assaults
from .records import CP, ENEMY, RU
from .supply import controlled
from .victory import (
    ah_hexes_taken,
    cities_taken,
    german_cities_taken,
    is_check,
    last_turn,
    numbers,
    revolution_modifiers,
    revolution_number,
)  # fmt: skip

NEXT_CHECK = 0.75  # how much less a check counts for each turn that it is away
DIE = 6
CONQUEST = 2.0  # how much worse it is to leave open what was taken in the enemy's country
LATER = 0.25  # what a side that does not move next could still take
SAVED, SAFE = 0.35, 0.8  # the chance that units cut off are lost: if they can still move, and if only just
REACH = 4  # from how far enemies come to attack
RISK = ((1.0, 0.0), (2.0, 0.15), (3.0, 0.35), (5.0, 0.6))  # what is lost of a stack, by the odds against it
HOPELESS = 0.8
SPREAD = 0.5  # an enemy who threatens many stacks threatens each of them less


def features(s: State, side: str) -> dict[str, float]:
    """The features of a position from the point of view of a side."""
    there = forces(s)
    sign = 1.0 if side == CP else -1.0
    found = {
        "cities": float(cities_taken(s)),
        "Austro-Hungarian hexes": -float(ah_hexes_taken(s)),
        "German cities": -float(german_cities_taken(s)),
        "towns": float((controlled(s, CP) & s.data.places).bit_count()),
        "revolution": chance_of_revolution(s),
        "collapse": -share_of_collapse(s),
        "strength": sum(there.worth[CP].values()) - sum(there.worth[RU].values()),
        "cut off": attrition_of(s, there, RU) - attrition_of(s, there, CP),
        "overextended": overextended(s, there, RU) - overextended(s, there, CP),
        "balance": balance(s),
        "exposed": exposed(s),
        "bare capitals": sum(bare_capitals(s, RU).values()) - sum(bare_capitals(s, CP).values()),
        "prospects": prospects(s),
        "danger": danger(s, there),
    }
    return {name: sign * value for name, value in found.items()}


# --- whose turn it is ---------------------------------------------------------------------------------------------

RUSSIAN_TURN = {
    "Russian movement", "Brusilov offensive", "STAVKA", "ammunition", "Russian shortage markers",
    "Central Powers shortage markers", "Russian combat begins", "Russian combat", "Russian attrition",
}  # fmt: skip
GERMAN_TURN = {
    "Central Powers movement", "OberOst", "Central Powers combat begins", "Central Powers combat",
    "OberOst combat begins", "OberOst combat", "Central Powers attrition",
}  # fmt: skip
MOVING = {"Russian movement", "Central Powers movement"}


def in_turn(s: State) -> str:
    """The side whose player turn it is; "" between the turns."""
    return RU if s.phase in RUSSIAN_TURN else CP if s.phase in GERMAN_TURN else ""


def next_to_move(s: State) -> str:
    """The side that moves next, after the player turn that is going on."""
    now = in_turn(s)
    if now:
        return ENEMY[now]
    return CP if s.data.scenarios[s.scenario].schlieffen_east else RU


# --- victory ------------------------------------------------------------------------------------------------------


def _nearness_of_check(s: State) -> float:
    """1 if victory is checked at the end of this turn, less for each turn before that."""
    away = 0
    if not is_check(s):
        turns = s.data.turns
        away = next((n for n in range(24) if turns[min(s.turn + n, 24)].revolution is not None), 0)
        away = min(away, last_turn(s) - s.turn)
    return NEXT_CHECK**away


def chance_of_revolution(s: State) -> float:
    """The chance that the Czar falls at the next check, and a share of what is still missing (4.4)."""
    missing = revolution_number(s) - cities_taken(s) - total(revolution_modifiers(s))
    chance = min(1.0, max(0.0, (DIE + 1 - missing) / DIE))
    return chance * _nearness_of_check(s)


def share_of_collapse(s: State) -> float:
    """How much of what they need the Russians have: Austro-Hungarian victory hexes, or German cities (4.3)."""
    box = numbers(s)
    hexes = ah_hexes_taken(s) / (box.ah_victory_hexes or 4)
    cities = german_cities_taken(s) / (box.german_cities or 3)
    best = min(1.0, max(hexes, cities))
    return best * best * _nearness_of_check(s)


# --- supply, places left open, attacks ----------------------------------------------------------------------------


def attrition_of(s: State, there: Forces, side: str) -> float:
    """The strength that a side is likely to lose because it is cut off (9.4)."""
    lost = sum(there.cut_off[side].values())
    if in_turn(s) != side:
        return SAVED * lost
    return (SAFE if s.phase in MOVING else 1.0) * lost


def overextended(s: State, there: Forces, side: str) -> float:
    """The strength that the enemy could cut off by walking into open places."""
    safe, bit = safe_supply(s, side), s.board.bit
    cut = there.cut_off[side]
    return sum(worth for h, worth in there.worth[side].items() if not bit[h] & safe and h not in cut)


def exposed(s: State) -> float:
    """The places that each side can walk into, of the Russians less those of the Central Powers."""
    value, mover = 0.0, next_to_move(s)
    for place in open_places(s, RU):
        value += _exposure(place, RU) * (1.0 if mover == CP else LATER)
    for place in open_places(s, CP):
        value -= _exposure(place, CP) * (1.0 if mover == RU else LATER)
    return value


def _exposure(place: Place, owner: str) -> float:
    """What it means that the enemy can walk in: what was taken in his country is lost again."""
    return place.weight * (1.0 if place.home == owner else CONQUEST)


def prospects(s: State) -> float:
    """What the side in its turn would gain by the attacks it can make now."""
    side = in_turn(s)
    if not side or s.phase.endswith("attrition"):
        return 0.0
    value = sum(one.gain for one in assaults(s, side))
    return value if side == CP else -value


def danger(s: State, there: Forces) -> float:
    """What the attacks of the side that moves next could cost the other."""
    attacker = next_to_move(s)
    owner = ENEMY[attacker]
    board, own = s.board, there.defence[owner]
    spots = board.mask(own)
    threats: dict[str, float] = {}
    for hex_id, attack in there.attack[attacker].items():
        hit = board.within(hex_id, REACH) & spots if attack else 0
        if hit:
            near = board.members(hit)
            each = attack / len(near) ** SPREAD
            for target in near:
                threats[target] = threats.get(target, 0.0) + each
    lost = (_risk(s, threat, own[at], at) * there.worth[owner][at] for at, threat in threats.items())
    value = sum(lost)
    return value if owner == RU else -value


def _risk(s: State, threat: float, defence: float, target: str) -> float:
    """The share of a stack that attacks at these odds cost."""
    odds = threat / max(1.0, defence)
    if s.fortress_at(target) or s.data.hexes[target].kind == "city":
        odds /= 2
    for most, share in RISK:
        if odds < most:
            return share
    return HOPELESS
