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


def end_of_action(state: State) -> None:
    """What is counted at the end of the action phase (12.1, 11.2.1c)."""
    _bef_alone(state)
    if state.turn == 1:
        _belgians_choose_antwerp(state)
    if state.turn == 5:
        state.emergency_over = True  # 11.2.1c
        state.changed()


def _belgians_choose_antwerp(state: State) -> None:
    """The rules of the siege of Antwerp hold if the Belgians of Brussels went there in turn 1 (12.5.1)."""
    where = [state.units[u].at for u, c in state.printed.counters.items() if c.nation == "belgian" and u in state.units]
    state.belgians_in_antwerp = ANTWERP in where and BRUSSELS not in where


def victory_segments(state: State) -> Procedure[None]:
    """Mandatory battles not fought, then victory (4.0 VI A to C)."""
    for side in (ALLIED, GERMAN):  # 9.1.1b
        missed = state.tracks["mandated " + side]
        if missed:
            state.victory_points(side, -missed, "9.1.1")
            state.tracks["mandated " + side] = 0
    yield from draw_plan17(state)
    yield from paris_check(state)
    if state.result is None:
        yield from final_check(state)


def _bef_alone(state: State) -> None:
    """British units on Schlieffen Plan hexes cost the Allies a VP in turns 1 to 5 (12.1)."""
    if state.turn > 5 or state.what_if():
        return
    for hex, space in state.printed.spaces.items():
        own = state.present(hex, ALLIED)
        if space.schlieffen and any(state.unit(u).nation == "british" for u in (*own.combat, *own.hq)):
            state.victory_points(ALLIED, -1, "12.1")
            return


def administration(state: State) -> Procedure[None]:
    """Attrition, surrender, recovery and trenches, then the next turn (11.2, 11.3)."""
    attrition(state)
    for hex in [h for h in state.printed.spaces if h in state.at]:
        for side in SIDES:
            yield from displace_rear(state, hex, side)  # 9.4.4, 9.5.4
        settle(state, hex)  # 8.4.5c
    yield from surrender(state)
    _mend_railways(state)
    yield from administrative_recovery(state)
    improve_trenches(state)
    yield from draw_plan17(state)
    count_losses(state)
    state.turn += 1
    state.note("Turn {turn} begins", "11.3", turn=state.turn)


def attrition(state: State) -> None:
    """Units out of supply are disrupted or lost (11.2.6); HQs on emergency supply turn over (11.2.1c)."""
    bit, fed = state.printed.bit, {nation: supplied(state, nation, attrition=True) for nation in NATIONS}
    starving = [
        u for u, unit in state.units.items()
        if unit.at in bit and u in state.printed.counters and not bit[unit.at] & fed[nation_of(state, u)]
    ]  # fmt: skip
    hungry = [
        u for u in state.units
        if emergency_supply(state) and state.on_map(u) and u in state.printed.counters and state.unit(u).kind == "hq"
        and state.unit(u).side == GERMAN and not in_supply(state, u, attrition=True, emergency=False)
    ]  # fmt: skip
    for unit in hungry:
        state.flip(unit, "11.2.1c")
    for unit in starving:
        if state.unit(unit).combat:
            state.lose_step(unit, "11.2.6")
        else:
            state.flip(unit, "11.2.6")
    for hex in state.printed.spaces:
        settle(state, hex)


def surrender(state: State) -> Procedure[None]:
    """Besieged forts may give up (9.5.3c)."""
    for hex, side in list(state.sieges.items()):
        for fort in state.present(hex, ENEMY[side]).forts:
            roll = yield Roll(1, 6, why=f"the surrender of {fort}", rule="9.5.3")
            surrenders = roll.total <= (1 if state.printed.forts[fort].large_garrison else 2)
            result = "it surrenders" if surrenders else "it holds out"
            state.note("{fort}, besieged, rolls {die}: {result}", "9.5.3", fort=fort, die=roll.total, result=result)
            if surrenders:
                state.kill(fort, "9.5.3")
        settle(state, hex)


def _mend_railways(state: State) -> None:
    """The end of rail at Mezieres goes once Namur has fallen, not before turn 5 (11.2.1d)."""
    if state.end_of_rail and state.namur_fell and state.turn >= 5:
        state.end_of_rail = False
        state.changed()
        state.note("The railway beyond Mezieres is mended", "11.2.1d")


def improve_trenches(state: State) -> None:
    """Trenches with supplied infantry of both sides are deepened (11.2.8)."""
    for hex, level in state.trenches.items():
        if level == 1 and supplied_infantry(state, hex, ALLIED) and supplied_infantry(state, hex, GERMAN):
            state.trenches[hex] = 2
            state.note("The trenches of {hex} are improved", "11.2.8", hex=hex)
