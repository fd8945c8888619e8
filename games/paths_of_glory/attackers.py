"""Who may attack what, and with whom (12.1, 15.1, 15.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wargame.core.engine.questions import Refusal

from .model import ENEMY, State
from .stacking import is_open, why_not_operate
from .supply import besieged, besieging_force, in_supply


def trench(s: State, space: str) -> int:
    """The level of the trench that protects the units in a space (11.2)."""
    owner, level = s.trenches.get(space, ("", 0))
    return level if owner == s.holder(space) else 0


def why_not_target(s: State, side: str, space: str) -> Refusal | None:
    """Why a space is no target for a side, whoever would attack it; None if it is one (12.1.1, 15.1.2)."""
    if space not in s.data.spaces:
        return Refusal("12.1.3", f"There is no space {space}.")
    here = s.units_at(space)
    if s.neutral(space):
        return Refusal("9.5.2.4", f"Neutral Greek units stand in {s.name(space)}.")
    if not here or s.side_of(here[0]) == side:
        if s.fort_owner(space) == ENEMY[side]:
            return None
        return Refusal("12.1.1", f"There is no enemy in {s.name(space)}.")
    if all(u in s.retreated for u in here) and s.fort_owner(space) != ENEMY[side]:  # 15.1.2: a fort is a target
        return Refusal("12.1.1", f"The units in {s.name(space)} all retreated this round.")
    return None


def why_not_attack(s: State, unit: str, space: str) -> Refusal | None:
    """Why a unit may not attack a space; None if it may."""
    if unit not in s.units or s.units[unit].at not in s.data.spaces:
        return Refusal("12.1.1", f"There is no unit {unit} on the map.")
    c, at = s.counter(unit), s.units[unit].at
    where = s.data.spaces[space]
    fort = s.fort_owner(space) == ENEMY[c.side]
    if at == space and not fort:
        return Refusal("12.1.3", "Units attack adjacent spaces.")
    if at != space and space not in s.data.near(at, c):
        return Refusal("12.1.8", f"{s.name(unit)} cannot attack from {s.name(at)} to {s.name(space)}.")
    if at != space and fort and besieged(s, space):
        return Refusal("15.1.3", f"The fort of {s.name(space)} is besieged: only units there attack it.")
    sortie = c.nation == "mn" and is_open(s, space)  # it attacks out of Montenegro but never leaves it
    if not sortie and (bad := why_not_operate(s, unit, space)):
        return bad
    if s.season() in (*s.data.terrain(space).no_attack, *s.data.terrain(at).no_attack):
        text = f"No attack goes into or out of desert in a {s.season()} turn (Terrain Effects Table)."
        return Refusal("12.1.1", text)
    if fort and (bad := _fort_ban(s, c.nation, where.nation)):
        return bad
    if s.data.caucasus(at, space) and "ru_caucasus" in s.limits:
        return Refusal("12.1.8", "One Russian corps a turn crosses between the Caucasus box and the Near East.")
    return _card_ban(s, unit, space)


def _fort_ban(s: State, nation: str, land: str) -> Refusal | None:
    """Why a nation may not attack the forts of a country yet."""
    numbers = s.data.numbers
    if (nation, land) == ("ge", "ru") and "cp_11" not in s.played and s.tracks["cp_ws"] < numbers.german_fort_status:
        before = f"Oberost or war status {numbers.german_fort_status}"
        return Refusal("15.1.10", f"Germans may not attack Russian forts before {before}.")
    if (nation, land) == ("ru", "ge") and s.turn < numbers.russian_fort_turn:
        return Refusal("15.1.11", f"Russians may not attack German forts before turn {numbers.russian_fort_turn}.")
    return None


def _card_ban(s: State, unit: str, space: str) -> Refusal | None:
    """Why a card that was played as an event forbids an attack."""
    c = s.counter(unit)
    enemies = [u for u in s.units_at(space) if s.side_of(u) != c.side]
    if "cp_45" in s.played:
        if c.nation == "ru":
            return Refusal("CP-45", "Russian units no longer attack after the Treaty of Brest-Litovsk.")
        russians = any(s.counter(u).nation == "ru" for u in enemies)
        if russians and not (c.nation == "tu" and s.data.spaces[space].near_east):
            return Refusal(
                "CP-45", "Only Turks on the Near East map attack Russian units after the Treaty of Brest-Litovsk."
            )
    dug_in = trench(s, space) == s.data.numbers.trench_levels and any(s.counter(u).nation == "ge" for u in enemies)
    if dug_in and c.nation == "br" and "lloyd_george" in s.limits:
        return Refusal("CP-55", "Lloyd George forbids British attacks on Germans behind level 2 trenches this turn.")
    return None


def enemy_in(s: State, side: str, space: str) -> bool:
    """Whether something stands there that one might think of attacking: enemy units or an enemy fort."""
    return s.holder(space) == ENEMY[side] or s.neutral(space) or s.fort_owner(space) == ENEMY[side]


def targets(s: State, space: str) -> list[str]:
    """What some unit in a space may attack."""
    return list(_targets(s, space))


def can_attack_from(s: State, space: str) -> bool:
    """Whether some unit in a space may attack anything."""
    return next(_targets(s, space), None) is not None


def _targets(s: State, space: str) -> Iterator[str]:
    units = [u for u in s.units_at(space) if u not in s.fought]
    if not units:
        return
    side = s.side_of(units[0])
    for to in beside_enemy(s, side, space):
        if why_not_target(s, side, to) is None and any(why_not_attack(s, u, to) is None for u in units):
            yield to


def enemies_of(s: State, side: str) -> int:
    """The spaces with units or forts of the enemy of a side, as a set."""
    return s.memo(("enemies", side), lambda: s.occupied(ENEMY[side]) | s.forts_of(ENEMY[side]))


def beside_enemy(s: State, side: str, space: str) -> list[str]:
    """The spaces at and around a space in which enemy units or an enemy fort stand."""
    enemies = enemies_of(s, side)
    if not s.data.around_mask[space] & enemies:
        return []
    bit = s.board.bit
    return [x for x in s.data.around[space] if bit[x] & enemies]


def why_not_combine(s: State, units: list[str], space: str) -> Refusal | None:
    """Why these attackers may not attack together; None if they may (12.1.9, 12.1.10, 15.2.3)."""
    sources = {s.units[u].at for u in units}
    nations = {s.counter(u).nation for u in units}
    if len(nations) > 1 and not any(nations <= {s.counter(u).nation for u in s.units_at(x)} for x in sources):
        return Refusal("12.1.9", "No attacking space holds units of all these nations.")
    if "london" in sources and not any(s.data.spaces[x].nation in ("fr", "be") for x in sources):
        return Refusal("12.1.10", "Units in London attack only together with units in France or Belgium.")
    for x in sources - {space}:
        if s.fort_owner(x) == ENEMY[s.side_of(units[0])]:
            stay = [u for u in s.units_at(x) if u not in units and u not in s.sallied]
            if besieged(s, x) and not besieging_force(s, stay, s.fort(x)):
                return Refusal("15.2.3", f"Units needed for the siege of {s.name(x)} cannot attack elsewhere.")
    if "caucasus" in (space, *sources) and len([u for u in units if crosses(s, u, space)]) > 1:
        return Refusal("12.1.8", "One Russian corps crosses between the Caucasus box and the Near East.")
    return None


def crosses(s: State, unit: str, space: str) -> bool:
    """Whether an attack crosses between the Caucasus box and the Near East (12.1.8)."""
    return s.data.caucasus(s.units[unit].at, space)


def completable(s: State, units: list[str], rest: list[str], space: str) -> bool:
    """Whether these attackers, alone or with one or two of the rest, may attack together."""
    if why_not_combine(s, units, space) is None:
        return True
    tries = [[*units, u] for u in rest if u not in units]
    return any(why_not_combine(s, t, space) is None for t in tries) or any(
        why_not_combine(s, [*t, u], space) is None for t in tries for u in rest if u not in t
    )


def why_not_attack_from(s: State, space: str) -> Refusal | None:
    """Why no unit in a space may attack anything; None if one may, even if only together with others."""
    if can_attack_from(s, space):
        return None
    side = s.side_of(s.units_at(space)[0])
    found: list[Refusal] = []
    for to in (x for x in s.data.around[space] if enemy_in(s, side, x)):
        banned = (why_not_target(s, side, to), *(why_not_attack(s, u, to) for u in s.units_at(space)))
        found += [bad for bad in banned if bad is not None]
    found.sort(key=lambda bad: bad.rule == "12.1.8")  # a line that some unit may not use is the weakest reason
    nothing = Refusal("12.1.1", f"Nothing beside {s.name(space)} can be attacked from there.")
    return found[0] if found else nothing


def can_fight(s: State, space: str, spaces: Iterable[str]) -> bool:
    """Whether a unit in a space may take part in some attack together with units in the other `spaces`."""
    side = s.side_of(s.units_at(space)[0])
    near = dict.fromkeys((space, *spaces))
    ready = [u for x in near for u in s.units_at(x) if s.side_of(u) == side and u not in s.fought and in_supply(s, u)]
    for target in targets(s, space):
        pool = [u for u in ready if why_not_attack(s, u, target) is None]
        if any(s.units[u].at == space and completable(s, [u], pool, target) for u in pool):
            return True
    return False


def why_not_join(s: State, side: str, unit: str, target: str, chosen: list[str]) -> Refusal | None:
    """Why a unit may not join the attackers chosen so far; None if it may, perhaps together with others."""
    if unit not in s.units or s.side_of(unit) != side or s.units[unit].at not in s.data.spaces:
        return Refusal("12.1.1", f"{s.name(unit)} is not a unit of yours on the map.")
    if unit in chosen:
        return Refusal("12.1.5", f"{s.name(unit)} is in this attack already.")
    if unit in s.fought:
        return Refusal("12.1.5", f"{s.name(unit)} has already attacked this round.")
    if bad := why_not_attack(s, unit, target):
        return bad
    if s.activated.get(s.units[unit].at) != "attack":
        return Refusal("12.1.1", f"{s.name(unit)} is not in a space activated to attack.")
    if completable(s, [*chosen, unit], candidates(s, side, target), target):
        return None
    return why_not_combine(s, [*chosen, unit], target)


def candidates(s: State, side: str, target: str) -> list[str]:
    """Units in Attack spaces that may attack a target and have not fought yet (12.1.3, 12.1.5)."""
    return [
        u for x, use in s.activated.items() if use == "attack" for u in s.units_at(x)
        if u not in s.fought and s.side_of(u) == side and why_not_attack(s, u, target) is None
    ]  # fmt: skip


def open_targets(s: State, side: str) -> list[str]:
    """Spaces that some legal set of attackers may attack."""
    spaces = [x for x, use in s.activated.items() if use == "attack" and s.holder(x) == side]
    found = dict.fromkeys(t for x in spaces for t in targets(s, x))
    return [t for t in found if (pool := candidates(s, side, t)) and any(completable(s, [u], pool, t) for u in pool)]
