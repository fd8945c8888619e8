"""What a side may know of the state, and what a bot may dream up."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.state import State as KernelState

from .cards import capitulation, russian_vp, us_entry
from .model import AP, CP, ENEMY, LEVELS, State
from .supply import in_supply


def view(state: State, side: str | None) -> dict[str, Any]:
    """Everything but the other side's hand and the piles; None sees all."""
    shown: dict[str, Any] = {
        "turn": state.turn,
        "turn_name": state.data.tables["turns"]["names"][state.turn - 1],
        "round": state.round,
        "vp": state.tracks["vp"],
        "war_status": {k: state.tracks[f"{k}_ws"] for k in (AP, CP)} | {"combined": state.tracks["combined"]},
        "commitment": {k: LEVELS[v] for k, v in state.commitment.items()},
        "us_entry": us_entry(state),
        "russian_capitulation": capitulation(state),
        "russian_vp": russian_vp(state),
        "replacements": {k[3:]: v / 2 for k, v in state.tracks.items() if k.startswith("rp_") and v},
        "mandated_offensive": dict(state.offensive),
        "at_war": sorted(state.at_war),
        "control": dict(state.control),
        "trenches": {x: f"{owner} {level}" for x, (owner, level) in state.trenches.items()},
        "beachhead": state.beachhead,
        "destroyed_forts": sorted(state.destroyed),
        "units": {u: {"at": x.at, "steps": x.steps} for u, x in state.units.items()},
        "activated": dict(state.activated),
        "out_of_supply": sorted(
            u for u, x in state.units.items() if x.at in state.data.spaces and not in_supply(state, u)
        ),
        "events": {c: t for c, t in state.played.items() if not c.startswith("gone:")},
    }
    for one in (AP, CP):
        cards = {name: list(state.pile(f"{one}_{name}")) for name in ("table", "discard", "removed")}
        mine = side in (None, one)
        cards["hand"] = list(state.pile(f"{one}_hand")) if mine else []
        shown[f"{one}_cards"] = {
            **cards, "hand_size": len(state.pile(f"{one}_hand")), "deck_size": len(state.pile(f"{one}_deck")),
        }  # fmt: skip
    return shown


def redraw(state: KernelState, side: str, source: Any) -> None:
    """The enemy's hand as it might be: dealt anew from its hand and pile together."""
    s: State = state  # type: ignore[assignment]
    other = ENEMY[side]
    unseen = sorted((*s.pile(f"{other}_hand"), *s.pile(f"{other}_deck")))
    hand = [unseen.pop(source.pick(len(unseen))) for _ in s.pile(f"{other}_hand")]
    s.piles[f"{other}_hand"], s.piles[f"{other}_deck"] = tuple(sorted(hand)), tuple(sorted(unseen))
