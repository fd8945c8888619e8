"""The administrative phase (11): VP, victory, attrition, surrender, recovery, trenches, next turn."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Roll

from .control import settle
from .model import ANTWERP, BRUSSELS, State
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import administrative_recovery
from .retreat import displace_rear
from .supply import NATIONS, emergency_supply, in_supply, nation_of, supplied, supplied_infantry
from .victory import count_losses, draw_plan17, final_check, paris_check


def end_of_action(s: State) -> None:
    """What is counted at the end of the action phase (12.1, 11.2.1c)."""
    _bef_alone(s)
    if s.turn == 1:
        _belgians_choose_antwerp(s)
    if s.turn == s.data.tables.supply.emergency_until:
        s.emergency_over = True  # 11.2.1c
        s.changed()


def _belgians_choose_antwerp(s: State) -> None:
    """The rules of the siege of Antwerp hold if the Belgians of Brussels went there in turn 1 (12.5.1)."""
    where = [s.units[u].at for u, c in s.data.counters.items() if c.nation == "belgian" and u in s.units]
    s.belgians_in_antwerp = ANTWERP in where and BRUSSELS not in where


def victory_segments(s: State) -> Procedure[None]:
    """Mandatory battles not fought, then victory (4.0 VI A to C)."""
    for side in (ALLIED, GERMAN):  # 9.1.1b
        missed = s.tracks["mandated " + side]
        if missed:
            s.victory_points(side, -missed * s.data.tables.mandated.missed, "9.1.1")
            s.tracks["mandated " + side] = 0
    yield from draw_plan17(s)
    yield from paris_check(s)
    if s.result is None:
        yield from final_check(s)


def _bef_alone(s: State) -> None:
    """British units on Schlieffen Plan hexes cost the Allies VP in the first turns (12.1)."""
    rule = s.data.tables.bef
    if s.turn > rule.until or s.what_if():
        return
    for hex, space in s.data.spaces.items():
        own = s.present(hex, ALLIED)
        if space.schlieffen and any(s.unit(u).nation == "british" for u in (*own.combat, *own.hq)):
            s.victory_points(ALLIED, -rule.price, "12.1")
            return


def administration(s: State) -> Procedure[None]:
    """Attrition, surrender, recovery and trenches, then the next turn (11.2, 11.3)."""
    attrition(s)
    for hex in [h for h in s.data.spaces if h in s.at]:
        for side in SIDES:
            yield from displace_rear(s, hex, side)  # 9.4.4, 9.5.4
        settle(s, hex)  # 8.4.5c
    yield from surrender(s)
    _mend_railways(s)
    yield from administrative_recovery(s)
    improve_trenches(s)
    yield from draw_plan17(s)
    count_losses(s)
    s.next_turn()
    s.note("Turn {turn} begins", "11.3", turn=s.turn)


def attrition(s: State) -> None:
    """Units out of supply are disrupted or lost (11.2.6); HQs on emergency supply turn over (11.2.1c)."""
    bit, fed = s.data.bit, {nation: supplied(s, nation, attrition=True) for nation in NATIONS}
    starving = [
        u for u, unit in s.units.items()
        if unit.at in bit and u in s.data.counters and not bit[unit.at] & fed[nation_of(s, u)]
    ]  # fmt: skip
    hungry = [
        u for u in s.units
        if emergency_supply(s) and s.on_map(u) and u in s.data.counters and s.unit(u).kind == "hq"
        and s.unit(u).side == GERMAN and not in_supply(s, u, attrition=True, emergency=False)
    ]  # fmt: skip
    for unit in hungry:
        s.flip(unit, "11.2.1c")
    for unit in starving:
        if s.unit(unit).combat:
            s.lose_step(unit, "11.2.6")
        else:
            s.flip(unit, "11.2.6")
    for hex in s.data.spaces:
        settle(s, hex)


def surrender(s: State) -> Procedure[None]:
    """Besieged forts may give up (9.5.3c)."""
    rule = s.data.tables.battle
    for hex, side in list(s.sieges.items()):
        for fort in s.present(hex, ENEMY[side]).forts:
            roll = yield Roll(1, 6, why=f"the surrender of {fort}", rule="9.5.3")
            surrenders = roll.total <= (rule.large_surrender if s.data.forts[fort].large_garrison else rule.surrender)
            result = "it surrenders" if surrenders else "it holds out"
            s.note("{fort}, besieged, rolls {die}: {result}", "9.5.3", fort=fort, die=roll.total, result=result)
            if surrenders:
                s.kill(fort, "9.5.3")
        settle(s, hex)


def _mend_railways(s: State) -> None:
    """The end of rail at Mezieres goes once Namur has fallen, but not in the first turns (11.2.1d)."""
    if s.end_of_rail and s.namur_fell and s.turn >= s.data.tables.supply.mended_from:
        s.end_of_rail = False
        s.changed()
        s.note("The railway beyond Mezieres is mended", "11.2.1d")


def improve_trenches(s: State) -> None:
    """Trenches with supplied infantry of both sides are deepened (11.2.8)."""
    levels = s.data.tables.trenches
    for hex, level in s.trenches.items():
        if level == levels.dug and all(supplied_infantry(s, hex, side) for side in SIDES):
            s.trenches[hex] = levels.improved
            s.note("The trenches of {hex} are improved", "11.2.8", hex=hex)
