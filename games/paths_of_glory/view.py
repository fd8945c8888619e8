"""What a side may know of the state, what a bot may dream up, and a rough score."""

from __future__ import annotations

from typing import Any

from wargame.core.state import State as KernelState

from .cards import capitulation, russian_vp, us_entry
from .model import AP, CP, ENEMY, LEVELS, State
from .supply import in_supply


def view(s: State, side: str | None) -> dict[str, Any]:
    """Everything but the other side's hand and the piles; None sees all."""
    shown: dict[str, Any] = {
        "turn": s.turn,
        "turn_name": s.data.tables["turns"]["names"][s.turn - 1],
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
        "control": dict(s.control),
        "trenches": {x: f"{owner} {level}" for x, (owner, level) in s.trenches.items()},
        "destroyed_forts": sorted(s.destroyed),
        "units": {u: {"at": x.at, "steps": x.steps} for u, x in s.units.items()},
        "activated": dict(s.activated),
        "out_of_supply": sorted(u for u, x in s.units.items() if x.at in s.data.spaces and not in_supply(s, u)),
        "events": {c: t for c, t in s.played.items() if not c.startswith("gone:")},
    }
    for one in (AP, CP):
        cards = {name: list(s.pile(f"{one}_{name}")) for name in ("table", "discard", "removed")}
        mine = side in (None, one)
        cards["hand"] = list(s.pile(f"{one}_hand")) if mine else []
        shown[f"{one}_cards"] = {
            **cards, "hand_size": len(s.pile(f"{one}_hand")), "deck_size": len(s.pile(f"{one}_deck")),
        }  # fmt: skip
    return shown


def redraw(state: KernelState, side: str, source: Any) -> None:
    """The enemy's hand as it might be: dealt anew from its hand and pile together."""
    s: State = state  # type: ignore[assignment]
    other = ENEMY[side]
    unseen = sorted((*s.pile(f"{other}_hand"), *s.pile(f"{other}_deck")))
    hand = [unseen.pop(source.pick(len(unseen))) for _ in s.pile(f"{other}_hand")]
    s.piles[f"{other}_hand"], s.piles[f"{other}_deck"] = tuple(sorted(hand)), tuple(sorted(unseen))


def evaluate(s: State, side: str) -> float:
    """VP first, then strength on the map."""
    strength = {AP: 0.0, CP: 0.0}
    for u, x in s.units.items():
        if x.steps and x.at in s.data.spaces:
            strength[s.side_of(u)] += s.cf(u) + s.lf(u)
    score = 10.0 * (s.tracks["vp"] - 10) + strength[CP] - strength[AP]
    return score if side == CP else -score
