"""What a side may know: all but the other side's hand and both draw piles. A spectator (side "") knows no hand.

Pictures and lookups begin here too. A bot that looks ahead has the hidden cards dealt anew, as the piles declare.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from wargame.core.engine.state import Unit
from wargame.core.title.observation import Observation, observe
from wargame.core.title.sight import sees
from wargame.core.title.title import NOBODY, Pile

from .conditions import capitulation, russian_vp, us_entry
from .model import AP, CP, LEVELS, State
from .supply import out_of_supply

PILES = {f"{side}_hand": Pile(side, deck=side) for side in (AP, CP)}
PILES |= {f"{side}_deck": Pile(NOBODY, deck=side) for side in (AP, CP)}  # all other piles are open


def hand(s: State, whose: str, side: str | None) -> tuple[str, ...]:
    """The hand of a side as another sees it: nothing, unless it is its own (or `side` is None, who sees all)."""
    name = f"{whose}_hand"
    return s.pile(name) if sees(s.title, side, name) else ()


def view(state: State, side: str | None) -> dict[str, Any]:
    """The whole game as a side may know it; None sees all."""
    s = state
    shown: dict[str, Any] = {
        "turn": s.turn,
        "turn_name": s.date(),
        "round": s.round,
        "vp": s.tracks["vp"],
        "war_status": {k: s.tracks[f"{k}_ws"] for k in (AP, CP)} | {"combined": s.tracks["combined"]},
        "commitment": {k: LEVELS[v] for k, v in s.commitment.items()},
        "us_entry": us_entry(s),
        "russian_capitulation": capitulation(s),
        "russian_vp": russian_vp(s),
        "replacements": {k[3:]: v / 2 for k, v in s.tracks.items() if k.startswith("rp_") and v},
        "mandated_offensive": dict(s.offensive),
        "at_war": sorted(s.at_war),
        "control": s.control.copy(),
        "trenches": {x: f"{owner} {level}" for x, (owner, level) in s.trenches.items()},
        "beachhead": s.beachhead,
        "destroyed_forts": sorted(s.destroyed),
        "units": s.by_unit(_unit),
        "activated": dict(s.activated),
        "out_of_supply": sorted(out_of_supply(s)),
        "events": dict(s.played),
    }
    for one in (AP, CP):
        shown[f"{one}_cards"] = {
            "table": list(s.pile(f"{one}_table")),
            "discard": list(s.pile(f"{one}_discard")),
            "removed": list(s.pile(f"{one}_removed")),
            "hand": list(hand(s, one, side)),
            "hand_size": len(s.pile(f"{one}_hand")),
            "deck_size": len(s.pile(f"{one}_deck")),
        }
    return shown


def _unit(unit: Unit) -> dict[str, Any]:
    """Where a unit is and in what condition."""
    return {"at": unit.at, "steps": unit.steps}


def observation(seen: Mapping[str, Any]) -> Observation:
    """The facts of a view for programs that learn: each card that is seen is in a pile such as `ap_hand`."""
    cards = {
        card: f"{side}_{pile}"
        for side in (AP, CP) for pile in ("hand", "table", "discard", "removed") for card in seen[f"{side}_cards"][pile]
    }  # fmt: skip
    return attrs.evolve(observe(seen), cards=cards)
