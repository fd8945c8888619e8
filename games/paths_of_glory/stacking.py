"""Who may be where: closed and neutral countries, the limits of nations and maps, and stacking (10.1, 11.1, 11.3)."""

from __future__ import annotations

from functools import lru_cache

from wargame.core.engine.questions import Refusal
from wargame.core.mechanics.board import Board
from wargame.core.mechanics.stacking import Limit, Stacking

from .model import AP, State
from .records import Space


def is_open(s: State, space: str) -> bool:
    """Whether armies at war may be in a space at all (11.1.10-11.1.12, 9.5.2.4)."""
    return space in _open_spaces(s) and not s.neutral(space)


def _open_spaces(s: State) -> frozenset[str]:
    return s.data.open_spaces(s.at_war, s.greek_limited, s.beachhead)


@lru_cache(maxsize=64)
def _set_of(board: Board, spaces: frozenset[str]) -> int:
    return board.mask(spaces)


def can_operate(s: State, unit: str, space: str) -> bool:
    """Whether national and regional limits let a unit be in a space."""
    return bool(operable(s, unit) & s.board.bit[space])


def operable(s: State, unit: str) -> int:
    """The spaces where a unit may be, whoever else of its side is there, as a set: all of `why_not_operate` at once."""
    kind = (s.counter(unit).type, unit in s.home, "cp_45" in s.played)
    return s.memo(("operable", kind), lambda: _operable(s, unit, kind))


def _operable(s: State, unit: str, kind: tuple[str, bool, bool]) -> int:
    kept = s.data.operable
    if kind not in kept:  # the limits of nations and maps are the same in all positions
        kept[kind] = s.board.mask(x.id for x in s.data.spaces.values() if _why_not_ever(s, unit, x) is None)
    found = kept[kind] & _set_of(s.board, _open_spaces(s))
    if kind[-1]:  # 16.4.9 looks at who is there
        return found & ~s.board.mask(x for x in s.at if x in s.data.spaces and _why_not_now(s, unit, x) is not None)
    if not s.greek_limited:
        return found
    return found & ~s.memo("neutral set", lambda: s.board.mask(x for x in s.at if x in s.data.spaces and s.neutral(x)))


def why_not_operate(s: State, unit: str, space: str) -> Refusal | None:
    """Why a unit may not be in a space by the limits of nations and maps (11.1.10-11.1.15, 11.3.1, 13.1.10, 16.4.9)."""
    if can_operate(s, unit, space):
        return None
    where = s.data.spaces[space]
    if space not in _open_spaces(s):
        return _why_closed(where)
    return _why_not_now(s, unit, space) or _why_not_ever(s, unit, where)


def _why_not_ever(s: State, unit: str, where: Space) -> Refusal | None:
    """Limits of nations and maps, whatever units are there."""
    c = s.counter(unit)
    if where.nation == "ar" and c.kind != "ana":
        return Refusal("11.1.4", f"Only the ANA may be in {where.name}.")
    if c.army and where.near_east and (not c.near_east or unit in s.home):
        return Refusal("11.3.1", f"{s.name(unit)} may not enter or attack {where.name} on the Near East map.")
    if where.id == "salonika" and unit == "fr_orient" and unit in s.home:
        return Refusal("9.5.3.4", f"{s.name(unit)} entered at home and may no longer operate in {where.name}.")
    if (c.kind == "bef" or unit == "br_bef") and where.nation not in s.data.numbers.bef_land:
        return Refusal(
            "11.1.15", f"The BEF may not operate in {where.name}, outside Britain, France, Belgium and Germany."
        )
    if c.nation == "mn" and where.nation != "mn":
        return Refusal("13.1.10", "The Montenegrin corps never leaves Montenegro.")
    if c.nation == "ru" and "cp_45" in s.played and where.nation not in s.data.numbers.russian_land:
        return Refusal("16.4.9", f"Russian units may not operate in {where.name} after the Treaty of Brest-Litovsk.")
    return None


def _why_not_now(s: State, unit: str, space: str) -> Refusal | None:
    """Neutral Greeks keep everybody out (9.5.2.4); after the treaty Russians and other Allies keep apart (16.4.9)."""
    if s.neutral(space):
        return Refusal("9.5.2.4", f"Neutral Greek units stand in {s.name(space)}.")
    c = s.counter(unit)
    if c.side == AP and "cp_45" in s.played and c.nation != "mn":
        allies = (s.counter(u).nation for u in s.units_at(space) if s.side_of(u) == AP)
        if any((nation == "ru") != (c.nation == "ru") for nation in allies):
            text = f"Russians and other Allies do not meet after the Treaty of Brest-Litovsk, as in {s.name(space)}."
            return Refusal("16.4.9", text)
    return None


def _why_closed(where: Space) -> Refusal:
    """Why no unit may be in a space that is not open to armies at war."""
    if not where.nation:
        return Refusal("11.1.10", f"{where.name} is entered only with the beachhead marker there.")
    if where.nation == "pe":
        return Refusal("11.1.12", f"{where.name} in Persia is closed until Turkey is at war.")
    return Refusal("11.1.11", f"{where.name} is in a neutral nation.")


STACKING: Stacking[State] = Stacking(
    (Limit("units", "10.1.1", lambda s, unit: 1, lambda s, space: s.data.numbers.stack),),
    entry=(why_not_operate,),
    enemy="11.1.7",
)  # fmt: skip
