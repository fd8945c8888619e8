"""What units, spaces, cards, sides and tracks are called: on the map and in every event, prompt and refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Counter, Data

SIDES = {"ap": "AP", "cp": "CP"}  # as printed
LEVEL_NAMES = {"mobilization": "Mobilization", "limited_war": "Limited War", "total_war": "Total War"}
TRACKS = {
    "vp": "victory points", "ap_ws": "AP war status", "cp_ws": "CP war status", "combined": "combined war status",
    "rp_a": "RP of the minor Allies", "ah_it": "Austria-Hungary against Italy",
}  # fmt: skip
TRACK_BOXES = {
    "us_neutral": "US Neutral", "zimmermann_telegram_allowed": "Zimmermann Telegram allowed",
    "zimmermann_telegram": "Zimmermann Telegram", "over_there": "Over There",
    "god_save_the_tsar": "God Save the Tsar", "tsar_takes_command_allowed": "Tsar Takes Command allowed",
    "tsar_takes_command": "Tsar Takes Command", "fall_of_the_tsar_allowed": "Fall of the Tsar allowed",
    "fall_of_the_tsar": "Fall of the Tsar", "bolshevik_revolution_allowed": "Bolshevik Revolution allowed",
    "bolshevik_revolution": "Bolshevik Revolution", "treaty_of_brest_litovsk": "Treaty of Brest-Litovsk",
}  # fmt: skip
USES = {"ops": "OPS", "sr": "SR", "rp": "RP"}
BOXES = {"reserve": "reserve box", "eliminated": "box of eliminated units"}


def kind_name(counter: Counter) -> str:
    """A counter in short: GE1 for the German 1st Army, GEc for each of the German corps."""
    nation, _, name = counter.type.partition("_")
    return f"{nation.upper()}{'c' if name == 'corps' else name.upper()}"


def short_name(counter: Counter) -> str:
    """A counter as it is typed and drawn on the map: alike corps are numbered, as GEc9."""
    return kind_name(counter) + (counter.id.rpartition(".")[2] if counter.count > 1 else "")


def all_names(d: Data) -> dict[str, str]:
    """What every id of the title is called."""
    names = {**SIDES, **TRACKS, **TRACK_BOXES, **LEVEL_NAMES, **USES}
    for nation in d.nations.values():
        names[nation.id] = nation.name
        names.setdefault(f"rp_{nation.id}", f"RP of {nation.name}")
    names |= {c.id: c.name for c in d.cards.values()}
    names |= {u: short_name(c) for u, c in d.counters.items()}
    names |= {x.id: x.name for x in d.spaces.values()}
    return names | {f"{side}_{box}": f"{SIDES[side]} {text}" for side in SIDES for box, text in BOXES.items()}
