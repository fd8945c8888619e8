"""The strategy options of the third scenario (13.3.4): chosen in secret, revealed together, then carried out."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal, Together
from wargame.core.mechanics.choosing import only

from .actions import ChooseStrategy, Fight, Go, Take
from .arrivals import waiting_to_land
from .battle_board import able_to_attack, designate
from .control import settle
from .model import ANTWERP, MAUBEUGE, OUT, State
from .records import ALLIED, GERMAN, SIDES
from .retreat import displace_rear
from .stacking import room

LIEGE = "72"
HOLLAND_GARRISON = ("GE-N", "GE-IIILW", "GE-HQN")


def choose_strategies(state: State) -> Procedure[None]:
    """Each side writes down none, one or two options, unseen by the other; then both are revealed."""
    chosen = yield Together({side: _write(state, side) for side in SIDES})
    for side in SIDES:
        state.secret[side] = chosen[side]
        state.strategies = (*state.strategies, *chosen[side])
        state.changed()
        for name in chosen[side]:
            strategy = state.printed.strategies[name]
            state.victory_points(side, -strategy.cost, strategy.rule)
            state.note("{side} chose {name}", strategy.rule, reveals=True, side=side, name=strategy.name)
    for side in SIDES:
        for name in chosen[side]:
            _carry_out(state, name)


def _write(state: State, side: str) -> Procedure[tuple[str, ...]]:
    chosen: list[str] = []
    while len(chosen) < 2:
        own = [s.id for s in state.printed.strategies.values() if s.side == side]
        answer = yield offer(
            side,
            [*map(ChooseStrategy, own), DONE],
            {ChooseStrategy: partial(_why_not_choose, state, own, tuple(chosen)), Done: None},
            "Which strategy option (two at most, then 'done')?",
            "13.3.4",
            show=partial(_options_shown, state, own),
        )
        if answer == DONE:
            break
        chosen.append(answer.strategy)
    return tuple(chosen)


def _why_not_choose(
    state: State, own: list[str], chosen: tuple[str, ...], answer: ChooseStrategy
) -> Refusal | None:  # fmt: skip
    """Why a strategy option may not be written down (13.3.4)."""
    name = answer.strategy
    if name in chosen:
        return Refusal("13.3.4", f"{name} is written down already.")
    if name in own:
        return None
    if name in state.printed.strategies:
        return Refusal("13.3.4", f"{name} is an option of the other side; yours are {', '.join(own)}.")
    return Refusal("13.3.4", f"There is no option {name}; yours are {', '.join(own)}.")


def _options_shown(state: State, own: list[str]) -> dict[str, Any]:
    """The options by name, with their price."""
    options = [state.printed.strategies[name] for name in own]
    return {"options": [{"option": o.id, "name": o.name, "costs": f"{o.cost} VP", "rule": o.rule} for o in options]}


def _carry_out(state: State, name: str) -> None:
    """The units and forts an option brings, moves or takes away."""
    printed = state.printed
    for unit in printed.counters.values():
        if unit.option == name and name != "al_5":
            state.place(unit.id, f"turn {unit.turn}", 2, printed.strategies[name].rule, ("variable",))
    if name == "al_2":
        for fort in ("LilleOpt", "HazebrouckOpt"):
            state.place(fort, printed.forts[fort].hex, len(printed.forts[fort].strengths), "13.3.4a2")
    elif name == "al_3":
        for unit_id, turn in {"BR-7": 7, "BR-3C": 7, "FR-N": 7, "BR-3I": 10, "BR-7I": 10}.items():
            state.move(unit_id, f"turn {turn}", "13.3.4a3")
    elif name == "al_5":
        _belgian_preparation(state)
    elif name == "ge_5":
        for unit_id in HOLLAND_GARRISON:
            state.eliminate(unit_id, "13.3.4b5", box=OUT)


def _belgian_preparation(state: State) -> None:
    """Better Belgian units and forts, and Liege still stands (13.3.4a5)."""
    for old, new in (("BE-I", "BE-Iopt"), ("BE-II", "BE-IIopt"), ("BE-3", "BE-3opt")):
        at = state.units[old].at
        state.eliminate(old, "13.3.4a5", box=OUT)
        state.place(new, at, 2, "13.3.4a5")
    state.eliminate("Antwerp", "13.3.4a5", box=OUT)
    state.place("AntwerpOpt", ANTWERP, 4, "13.3.4a5")
    state.place("LiegeOpt", LIEGE, 4, "13.3.4a5")
    state.seize(LIEGE, ALLIED, "13.3.4a5")


# --- free set-up and the first blow at Liege ---------------------------------------------------------------------


def prepare(state: State) -> Procedure[Any]:
    """One unit of a free set-up moves, the Allies first; then the Germans may strike at Liege; DONE at the end."""
    for side in SIDES:
        if not state.tracks.get(f"prepared {side}"):
            units = _free_units(state, side)
            answer: Any = PASS
            if units:
                answer = yield offer(
                    side,
                    [*map(Take, units), PASS],
                    {Take: partial(_why_not_set_up, state, side, units), Pass: None},
                    "Set up which unit anew ('pass' when no more)?",
                    "13.3.4",
                    warn=partial(_unused_set_up, state, side),
                )
            if answer == PASS:
                state.tracks[f"prepared {side}"] = 1
                return None
            yield from _set_anew(state, side, answer.unit)
            return None
    if state.has("al_5") and not state.tracks.get("prepared liege"):
        state.tracks["prepared liege"] = 1
        yield from _strike_liege(state)
    return DONE


def _class_of(state: State, unit: str) -> str:
    counter = state.unit(unit)
    if counter.kind == "hq":
        return "headquarters"
    if counter.kind == "cavalry":
        return "cavalry"
    return "corps" if counter.kind == "infantry" and counter.half_corps == 2 else ""


def _free_units(state: State, side: str) -> list[str]:
    """Units that may still be set up anew (13.3.4a1, a5, b1)."""
    found = []
    option = "al_1" if side == ALLIED else "ge_1"
    nation = "french" if side == ALLIED else "german"
    limits = state.printed.strategies[option]
    for unit in state.units:
        if not state.on_map(unit) or unit not in state.printed.counters or unit in state.moved:
            continue
        counter = state.unit(unit)
        kind = _class_of(state, unit)
        if state.has(option) and counter.nation == nation and kind:
            if state.tracks.get(f"set up {side} {kind}", 0) < getattr(limits, kind):
                found.append(unit)
        elif side == ALLIED and state.has("al_5") and counter.nation == "belgian":
            found.append(unit)
    return found


def _set_anew(state: State, side: str, unit: str) -> Procedure[None]:
    counter = state.unit(unit)
    hexes = [
        h for h, s in state.printed.spaces.items()
        if state.control[h] == side and room(state, h, (unit,), side) and h != state.units[unit].at
        and (counter.nation != "french" or "FR" in s.countries) and (counter.nation != "belgian" or s.belgium)
    ]  # fmt: skip
    why_not = partial(_why_not_set_up_in, state, unit, hexes)
    prompt = f"Where does {unit} set up ('pass' to leave it where it is)?"
    answer = yield offer(side, [*map(Go, hexes), PASS], {Go: why_not, Pass: None}, prompt, "13.3.4")
    state.moved = state.moved | {unit}
    if answer == PASS:
        return
    if counter.nation != "belgian":
        kind = f"set up {side} {_class_of(state, unit)}"
        state.tracks[kind] = state.tracks.get(kind, 0) + 1
    state.move(unit, answer.hex, "13.3.4")
    state.maubeuge = state.maubeuge | {unit} if answer.hex == MAUBEUGE else state.maubeuge - {unit}  # 13.1


def _why_not_set_up(state: State, side: str, units: list[str], answer: Take) -> Refusal | None:
    """Why a unit is not set up anew (13.3.4a1, a5, b1)."""
    unit = answer.unit
    if unit in units:
        return None
    if unit not in state.printed.counters or not state.on_map(unit) or state.unit(unit).side != side:
        return Refusal("13.3.4", f"{unit} is not one of your units on the map.")
    if unit in state.moved:
        return Refusal("13.3.4", f"{unit} has been set up anew already.")
    kind = _class_of(state, unit)
    option = "al_1" if side == ALLIED else "ge_1"
    if state.has(option) and kind and state.unit(unit).nation == ("french" if side == ALLIED else "german"):
        most = getattr(state.printed.strategies[option], kind)
        return Refusal("13.3.4", f"No more {kind} may be set up anew ({most} at most).")
    return Refusal("13.3.4", f"The options chosen do not let {unit} set up anew.")


def _unused_set_up(state: State, side: str, answer: Any) -> str | None:
    """What is left of a free set-up that has been paid for (13.3.4a1, b1)."""
    option = "al_1" if side == ALLIED else "ge_1"
    if answer != PASS or not state.has(option):
        return None
    limits = state.printed.strategies[option]
    kinds = ("corps", "cavalry", "headquarters")
    left = {k: getattr(limits, k) - state.tracks.get(f"set up {side} {k}", 0) for k in kinds}
    told = ", ".join(f"{count} {kind}" for kind, count in left.items() if count)
    return f"The option is paid for and allows more units to be set up anew: {told}." if told else None


def _why_not_set_up_in(state: State, unit: str, hexes: list[str], answer: Go) -> Refusal | None:
    """Why a unit does not set up in a hex (13.3.4a1, a5, b1)."""
    hex, counter = answer.hex, state.unit(unit)
    if hex in hexes:
        return None
    if hex not in state.printed.spaces:
        return Refusal("13.3.4", f"There is no hex {hex}.")
    if state.control[hex] != counter.side:
        return Refusal("13.3.4", f"The enemy holds {hex}.")
    if hex == state.units[unit].at:
        return Refusal("13.3.4", f"{unit} stands in {hex}; 'pass' leaves it there.")
    if not room(state, hex, (unit,), counter.side):
        return Refusal("8.4.6", f"There is no room in {hex}.")
    return Refusal("13.3.4", f"{hex} is not in {'Belgium' if counter.nation == 'belgian' else 'France'}.")


def _strike_liege(state: State) -> Procedure[None]:
    """Before turn 1 the Germans may attack the fort of Liege from 72 itself (13.3.4a5)."""
    state.moved = frozenset()
    units = state.present(LIEGE, GERMAN).combat
    if not able_to_attack(state, LIEGE, GERMAN, units):
        return
    answer = yield offer(
        GERMAN,
        [Fight(LIEGE), PASS],
        {Fight: only("hex", [LIEGE], "13.3.4a5", f"Before turn 1 only {LIEGE} is attacked."), Pass: None},
        f"Attack the fort of Liege ({LIEGE}) before turn 1?",
        "13.3.4a5",
        warn=lambda a: "This attack costs no CAP and comes only now." if a == PASS else None,
    )
    if answer == PASS:
        return
    state.active = GERMAN
    state.battles[LIEGE] = yield from designate(state, GERMAN, LIEGE, units, units)
    yield from state.rules.resolve_combat(state, LIEGE)
    state.ceding = False


# --- landings (13.3.4a4) -----------------------------------------------------------------------------------------


def _why_not_stop_landing(landed: bool, answer: Done) -> Refusal | None:
    return None if landed else Refusal("13.3.4a4", "The CAP is spent: one division at least lands.")


def landing_hexes(state: State) -> list[str]:
    """Coastal hexes with room for one more division, whoever holds them."""
    waiting = waiting_to_land(state)
    coast = [h for h, s in state.printed.spaces.items() if s.coastal]
    return [h for h in coast if any(room(state, h, (u,), ALLIED) for u in waiting)]


def land(state: State, hex: str) -> Procedure[None]:
    """Divisions kept back land on a coastal hex; against Germans there is a battle (13.3.4a4)."""
    landed: list[str] = []
    while waiting := [u for u in waiting_to_land(state) if room(state, hex, (u,), ALLIED)]:
        why_not: dict[type[Any], WhyNot | None] = {
            Take: only("unit", waiting, "13.3.4a4", f"Divisions kept back that fit into {hex}: {', '.join(waiting)}."),
            Done: partial(_why_not_stop_landing, bool(landed)),
        }
        prompt = f"Which division lands at {hex}" + (" ('done' when no more)?" if landed else "?")
        answer = yield offer(ALLIED, [*map(Take, waiting), DONE], why_not, prompt, "13.3.4a4")
        if answer == DONE:
            break
        state.bring(answer.unit, hex, state.units[answer.unit].steps, "13.3.4a4")
        landed.append(answer.unit)
    if state.space(hex).port and landed:
        state.landed = state.landed | {hex}
        state.changed()
    yield from displace_rear(state, hex, GERMAN)  # 9.4.4
    enemy = state.present(hex, GERMAN)
    if (enemy.combat or enemy.forts) and landed:
        state.battles[hex] = tuple(landed)
        state.landing = state.activated = hex
        state.fighting = True
    settle(state, hex)
