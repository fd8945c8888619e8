"""What units, spaces, cards, sides and tracks are called: on the map and in every event, prompt and refusal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Counter, Data

SIDES = {"ap": "AP", "cp": "CP"}  # as printed
LEVEL_NAMES = {"mobilization": "Mobilization", "limited_war": "Limited War", "total_war": "Total War"}
TRACKS = {
    "vp": "victory points", "ap_ws": "AP war status", "cp_ws": "CP war status", "combined": "combined war status",
    "rp_a": "RP of the minor Allies", "ah_it": "Austria-Hungary against Italy",
}  # fmt: skip
USES = {"ops": "OPS", "sr": "SR", "rp": "RP"}
BOXES = {"reserve": "reserve box", "eliminated": "box of eliminated units"}


class Named(str):
    """An id that is written by its name where a sentence is filled in, and is the plain id for everything else.

    >>> unit = Named("ge_corps.9", "GEc9")
    >>> unit == "ge_corps.9", f"{unit} attacks"
    (True, 'GEc9 attacks')
    """

    name: str

    def __new__(cls, id: str, name: str) -> Named:
        new = super().__new__(cls, id)
        new.name = name
        return new

    def __format__(self, form: str) -> str:
        return format(self.name, form)


def short_name(counter: Counter) -> str:
    """A counter in short, as typed and drawn on the map: GE1 is an army, GEc9 a corps (alike corps are numbered)."""
    nation, _, name = counter.type.partition("_")
    number = counter.id.rpartition(".")[2] if counter.count > 1 else ""
    return f"{nation.upper()}{'c' if name == 'corps' else name.upper()}{number}"


def all_names(d: Data) -> dict[str, Named]:
    """Every id of the title with its name."""
    names = {**SIDES, **TRACKS, **USES}
    for nation in d.nations.values():
        names[nation.id] = nation.name
        names.setdefault(f"rp_{nation.id}", f"RP of {nation.name}")
    names |= {c.id: c.name for c in d.cards.values()}
    names |= {u: short_name(c) for u, c in d.counters.items()}
    names |= {x.id: x.name for x in d.spaces.values()}
    names |= {f"{side}_{box}": f"{SIDES[side]} {text}" for side in SIDES for box, text in BOXES.items()}
    return {id: Named(id, name) for id, name in names.items()}


def joined(names: Mapping[str, Named], ids: Iterable[str]) -> str:
    """Several names in a sentence."""
    return ", ".join(names[id].name if id in names else id for id in ids)
