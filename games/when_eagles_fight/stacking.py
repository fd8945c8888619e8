"""Where a unit may stand: closed territory (3.2), cooperation (6.3, 6.4), stacking (8.x), the Romanian (15.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import combinations

import attrs

from wargame.core.engine.questions import Refusal

from .model import BOXES, State, bulk
from .printed import Data
from .refusals import in_words


def limit(s: State) -> int:
    """How many half corps may stand in a hex (8.1)."""
    return 2 * s.data.numbers.stacking.corps


@attrs.frozen
class Makeup:
    """What counts for the limits of a stack."""

    nations: frozenset[str]
    bulk: int  # half corps (8.1)
    guns: int  # heavy artillery (8.5)
    germans: int  # units that count for cooperation (6.3, 6.4)
    austrians: int


@lru_cache(maxsize=4096)
def makeup(data: Data, units: tuple[str, ...]) -> Makeup:
    counters = [data.counters[u] for u in units]
    field = [c.nation for c in counters if c.bulk]
    return Makeup(
        frozenset(c.nation for c in counters), sum(c.bulk for c in counters), sum(c.artillery for c in counters),
        field.count("german"), field.count("austro_hungarian"),
    )  # fmt: skip


def has_room(s: State, units: tuple[str, ...], hex_id: str) -> bool:
    """Whether units of one nation join others of it well within the limits: then nothing more is to be asked."""
    data = s.data
    new, there, most = makeup(data, units), makeup(data, s.at.get(hex_id, ())), data.numbers.stacking
    return (
        len(new.nations | there.nations) == 1
        and new.bulk + there.bulk <= 2 * most.corps
        and new.guns + there.guns <= most.heavy_artillery
    )


def combined_limit(s: State) -> int:
    """How many German units may be stacked with Austro-Hungarians, on the whole map (6.4, 15.4)."""
    limit = s.box.combined_germans
    if s.brusilov:
        limit = min(s.data.numbers.cooperation.most_in_offensive, limit + s.turn - s.brusilov + 1)
    return limit


def germans(s: State, units: Iterable[str]) -> int:
    """German units that count for stacking."""
    counters = s.data.counters
    return sum(1 for u in units if counters[u].nation == "german" and counters[u].bulk)


def austrians(s: State, units: Iterable[str]) -> bool:
    counters = s.data.counters
    return any(counters[u].nation == "austro_hungarian" and counters[u].bulk for u in units)


def combined_germans(s: State, moving: Collection[str] = (), to: str = "") -> int:
    """German units stacked with Austro-Hungarians (6.4), those in `to` and those that move there left out."""

    def find() -> dict[str, int]:
        return {
            h: makeup(s.data, units).germans for h, units in s.at.items()
            if len(units) > 1 and h not in BOXES and makeup(s.data, units).austrians
        }  # fmt: skip

    stacks = s.memo("combined", find)
    total = sum(stacks.values()) - stacks.get(to, 0)
    for hex_id in {s.units[u].at for u in moving} - {to} & stacks.keys():
        stay = [u for u in s.at[hex_id] if u not in moving]
        total -= stacks[hex_id] - (germans(s, stay) if austrians(s, stay) else 0)
    return total


def why_not_enter(s: State, unit: str, hex_id: str, escort: bool = False) -> Refusal | None:
    """Why a unit may never enter a hex, whoever is there. `escort`: it goes with a German unit (6.3)."""
    data = s.data
    here, rows, nation = data.hexes[hex_id], data.numbers.cooperation, data.counters[unit].nation
    if here.country == "romania" and not s.romania:
        return Refusal("3.2", f"Romania is neutral: {unit} cannot enter {hex_id}.")
    if nation == "austro_hungarian":
        if here.country == "germany":
            return Refusal("6.3", f"Austro-Hungarian units never enter Germany: {unit} cannot go to {hex_id}.")
        if here.row < rows.north_row and not escort:
            return Refusal("6.3", f"{unit} goes north of row {rows.north_row} only together with a German unit.")
    elif nation == "romanian" and here.row < rows.romanian_row:
        return Refusal("15.6", f"{unit} never goes north of row {rows.romanian_row}.")
    return None


def why_not_stack(s: State, units: Collection[str], hex_id: str) -> Refusal | None:
    """Why some units may not join those in a hex (8.1, 8.2, 8.5, 6.4); they are not counted twice."""
    units, here = tuple(units), s.at.get(hex_id, ())
    others = tuple([u for u in here if u not in units])
    data = s.data
    new, there, most = makeup(data, units), makeup(data, others), data.numbers.stacking
    if new.bulk and here and new.bulk + there.bulk > 2 * most.corps:
        return Refusal("8.1", f"No more than {in_words(most.corps)} corps may stand in {hex_id}.")
    if new.guns and here and new.guns + there.guns > most.heavy_artillery:
        what = "heavy artillery unit" if most.heavy_artillery == 1 else "heavy artillery units"
        return Refusal("8.5", f"No more than {in_words(most.heavy_artillery)} {what} may stand in {hex_id}.")
    added = new.germans + there.germans
    if added and new.austrians + there.austrians and combined_germans(s, units, hex_id) + added > combined_limit(s):
        said = f"Only {combined_limit(s)} German units may be stacked with Austro-Hungarians this turn."
        return Refusal("6.4", said)
    return None


def why_not_stand(s: State, unit: str, hex_id: str) -> Refusal | None:
    """Why one unit may not come to stand in a hex by placement, rail, retreat or advance."""
    counter, there = s.data.counters[unit], s.at.get(hex_id, ())
    if there and s.side_of(there[0]) != counter.side:
        return Refusal("12.4", f"{hex_id} is held by the enemy.")
    escort = counter.nation == "austro_hungarian" and germans(s, there) > 0
    return why_not_enter(s, unit, hex_id, escort) or why_not_stack(s, (unit,), hex_id)


def why_not_leave(s: State, unit: str, leaving: Collection[str] = ()) -> Refusal | None:
    """A German may not leave Austro-Hungarians alone in the north (6.3)."""
    if s.data.counters[unit].nation != "german":
        return None
    hex_id = s.units[unit].at
    if s.data.hexes[hex_id].row >= s.data.numbers.cooperation.north_row:
        return None
    stay = [u for u in s.at[hex_id] if u != unit and u not in leaving]
    if austrians(s, stay) and not germans(s, stay):
        north = f"north of row {s.data.numbers.cooperation.north_row} in {hex_id}"
        return Refusal("6.3", f"{unit} cannot leave Austro-Hungarian units alone {north}.")
    return None


def surplus(s: State, hex_id: str) -> list[str]:
    """Units of an over-stacked hex whose removal costs the fewest steps in all (8.3)."""
    units = [u for u in s.at[hex_id] if s.data.counters[u].bulk]
    excess = bulk(s, units) - limit(s)
    groups = [g for n in range(1, len(units) + 1) for g in combinations(units, n) if bulk(s, g) >= excess]
    price = {g: sum(s.units[u].steps for u in g) for g in groups}
    least = min(price.values())
    return sorted({u for g in groups if price[g] == least for u in g})


def overstacked(s: State) -> list[str]:
    """Hexes with too many units (8.3): only a hand-made position can have them."""
    return [h for h, units in s.at.items() if h not in BOXES and bulk(s, units) > limit(s)]
