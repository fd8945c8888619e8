"""Who may be where: closed and neutral countries, the limits of nations and maps, and stacking (10.1, 11.1, 11.3)."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.stacking import Limit, Stacking

from .model import AP, BEF_LAND, RUSSIAN_LAND, STACK, State
from .records import Space


def is_open(s: State, space: str) -> bool:
    """Whether armies at war may be in a space at all (11.1.10-11.1.12, 9.5.2.4)."""
    return space in s.data.open_spaces(s.at_war, s.greek_limited, s.beachhead) and not s.neutral(space)


def can_operate(s: State, unit: str, space: str) -> bool:
    """Whether national and regional limits let a unit be in a space."""
    return why_not_operate(s, unit, space) is None


def operable(s: State, unit: str) -> int:
    """The spaces where a unit may operate, as a set: all of `why_not_operate` at once."""
    c = s.counter(unit)
    key = ("operable", c.type, unit in s.home)
    if s.greek_limited or (c.side == AP and "cp_45" in s.played):  # then it matters who is where
        return s.memo(key, lambda: _operable(s, unit))
    kept = s.data.operable
    always = (*key, s.at_war, s.beachhead)
    if always not in kept:
        kept[always] = _operable(s, unit)
    return kept[always]


def _operable(s: State, unit: str) -> int:
    return s.board.mask(x for x in s.data.spaces if why_not_operate(s, unit, x) is None)


def why_not_operate(s: State, unit: str, space: str) -> Refusal | None:
    """Why a unit may not be in a space, whoever else is there (11.1.10-11.1.15, 11.3.1, 13.1.10, 16.4.9)."""
    c, d = s.counter(unit), s.data
    where = d.spaces[space]
    if space not in d.open_spaces(s.at_war, s.greek_limited, s.beachhead):
        return _why_closed(where)
    if s.greek_limited and s.neutral(space):
        return Refusal("9.5.2.4", f"Neutral Greek units stand in {where.name}.")
    if where.nation == "ar" and c.kind != "ana":
        return Refusal("11.1.4", f"Only the ANA may be in {where.name}.")
    if c.size == "army" and space in d.near_east and (not c.near_east or unit in s.home):
        return Refusal("11.3.1", f"{s.name(unit)} may not enter or attack {where.name} on the Near East map.")
    if space == "salonika" and unit == "fr_orient" and unit in s.home:
        return Refusal("9.5.3.4", f"{s.name(unit)} entered at home and may no longer operate in {where.name}.")
    if (c.kind == "bef" or unit == "br_bef") and where.nation not in BEF_LAND:
        return Refusal("11.1.15", "The BEF operates in Britain, France, Belgium and Germany only.")
    if c.nation == "mn":
        return None if where.nation == "mn" else Refusal("13.1.10", "The Montenegrin corps never leaves Montenegro.")
    if c.side == AP and "cp_45" in s.played:
        return _why_not_after_brest_litovsk(s, c.nation, where)
    return None


def _why_not_after_brest_litovsk(s: State, nation: str, where: Space) -> Refusal | None:
    """16.4.9: Russians stay in their region, and they and the other Allies keep apart."""
    after = "after the Treaty of Brest-Litovsk"
    if nation == "ru" and where.nation not in RUSSIAN_LAND:
        return Refusal("16.4.9", f"Russian units may not operate in {where.name} {after}.")
    allies = (s.counter(u).nation for u in s.units_at(where.id) if s.side_of(u) == AP)
    if any((other == "ru") != (nation == "ru") for other in allies):
        return Refusal("16.4.9", f"Russian units and other Allies may not both be in {where.name} {after}.")
    return None


def _why_closed(where: Space) -> Refusal:
    """Why no unit may be in a space that is not open to armies at war."""
    if not where.nation:
        return Refusal("11.1.10", f"{where.name} is entered only with the beachhead marker there.")
    if where.nation == "pe":
        return Refusal("11.1.12", f"{where.name} in Persia is closed until Turkey is at war.")
    return Refusal("11.1.11", f"{where.name} is in a neutral nation.")


STACKING = Stacking(
    (Limit("units", "10.1.1", lambda s, unit: 1, STACK, "Only three units may stand in {space}."),),
    entry=(why_not_operate,),
    enemy="11.1.7",
)  # fmt: skip
