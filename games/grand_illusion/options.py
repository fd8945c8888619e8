"""The strategy options of the third scenario (13.3.4): chosen in secret, revealed together, then carried out."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import Offer, WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal, Together
from wargame.core.mechanics.arrivals import turn_box
from wargame.core.mechanics.choosing import choose_several, why_not_one_of

from .actions import ChooseStrategy, Fight, Go, Take
from .arrivals import waiting_to_land
from .battle_board import designate
from .control import settle
from .model import MAUBEUGE, OUT, State
from .preview import able_to_attack
from .records import ALLIED, GERMAN, SIDES
from .retreat import displace_rear
from .stacking import has_room

LIEGE = "72"
FREE_SET_UP = {ALLIED: ("al_1", "french"), GERMAN: ("ge_1", "german")}  # the option, and whose units (13.3.4a1, b1)


def choose_strategies(s: State) -> Procedure[None]:
    """Each side writes down none, one or two options, unseen by the other; then both are revealed."""
    chosen = yield Together({side: _write(s, side) for side in SIDES})
    for side in SIDES:
        s.secret[side] = chosen[side]
        s.strategies = (*s.strategies, *chosen[side])
        s.changed()
        for name in chosen[side]:
            strategy = s.data.strategies[name]
            s.victory_points(side, -strategy.cost, strategy.rule)
            s.note("{side} chose {name}", strategy.rule, reveals=True, side=side, name=strategy.name)
    for side in SIDES:
        for name in chosen[side]:
            _carry_out(s, name)


def _write(s: State, side: str) -> Procedure[tuple[str, ...]]:
    answers = yield from choose_several(partial(_which_option, s, side), most=s.data.tables.options.most)
    return tuple(answer.strategy for answer in answers)


def _which_option(s: State, side: str, answers: tuple[Any, ...]) -> Offer:
    own = [option.id for option in s.data.strategies.values() if option.side == side]
    chosen = tuple(answer.strategy for answer in answers)
    return offer(
        side,
        [*map(ChooseStrategy, own), DONE],
        {ChooseStrategy: partial(_why_not_choose, s, own, chosen), Done: None},
        f"Which strategy option ({s.data.tables.options.most} at most, then 'done')?",
        "13.3.4",
        show=partial(_options_shown, s, own),
    )


def _why_not_choose(
    s: State, own: list[str], chosen: tuple[str, ...], answer: ChooseStrategy
) -> Refusal | None:  # fmt: skip
    """Why a strategy option may not be written down (13.3.4)."""
    name = answer.strategy
    if name in chosen:
        return Refusal("13.3.4", f"{name} is written down already.")
    if name in own:
        return None
    if name in s.data.strategies:
        return Refusal("13.3.4", f"{name} is an option of the other side; yours are {', '.join(own)}.")
    return Refusal("13.3.4", f"There is no option {name}; yours are {', '.join(own)}.")


def _options_shown(s: State, own: list[str]) -> dict[str, Any]:
    """The options by name, with their price."""
    options = [s.data.strategies[name] for name in own]
    return {"options": [{"option": o.id, "name": o.name, "costs": f"{o.cost} VP", "rule": o.rule} for o in options]}


def _carry_out(s: State, name: str) -> None:
    """The units and forts an option brings, moves or takes away."""
    printed, rule = s.data, s.data.tables.options
    for unit in printed.counters.values():
        if unit.option == name and name != "al_5":
            s.place(unit.id, turn_box(unit.turn), 2, printed.strategies[name].rule, ("variable",))
    if name == "al_2":
        for fort in rule.new_forts:
            _build(s, fort, "13.3.4a2")
    elif name == "al_3":
        for unit_id, turn in rule.empires.items():
            s.move(unit_id, turn_box(turn), "13.3.4a3")
    elif name == "al_5":
        _belgian_preparation(s)
    elif name == "ge_5":
        for unit_id in rule.garrison:
            s.eliminate(unit_id, "13.3.4b5", box=OUT)


def _belgian_preparation(s: State) -> None:
    """Better Belgian units and forts, and Liege still stands (13.3.4a5)."""
    rule = s.data.tables.options
    for old, new in rule.better_belgians.items():
        at = s.units[old].at
        s.eliminate(old, "13.3.4a5", box=OUT)
        s.place(new, at, 2, "13.3.4a5")
    for old, new in rule.better_forts.items():
        s.eliminate(old, "13.3.4a5", box=OUT)
        _build(s, new, "13.3.4a5")
    _build(s, rule.liege_fort, "13.3.4a5")
    s.seize(LIEGE, ALLIED, "13.3.4a5")


def _build(s: State, fort: str, rule: str) -> None:
    printed = s.data.forts[fort]
    s.place(fort, printed.hex, len(printed.strengths), rule)


# --- free set-up and the first blow at Liege ---------------------------------------------------------------------


def prepare(s: State) -> Procedure[Any]:
    """One unit of a free set-up moves, the Allies first; then the Germans may strike at Liege; DONE at the end."""
    for side in SIDES:
        if not s.tracks.get(f"prepared {side}"):
            units = _free_units(s, side)
            answer: Any = PASS
            if units:
                answer = yield offer(
                    side,
                    [*map(Take, units), PASS],
                    {Take: partial(_why_not_set_up, s, side, units), Pass: None},
                    "Set up which unit elsewhere ('pass' to stop)?",
                    "13.3.4",
                    warn=partial(_unused_set_up, s, side),
                )
            if answer == PASS:
                s.tracks[f"prepared {side}"] = 1
                return None
            yield from _set_up_elsewhere(s, side, answer.unit)
            return None
    if s.has("al_5") and not s.tracks.get("prepared liege"):
        s.tracks["prepared liege"] = 1
        yield from _strike_liege(s)
    return DONE


def _class_of(s: State, unit: str) -> str:
    counter = s.unit(unit)
    if counter.kind == "hq":
        return "headquarters"
    if counter.kind == "cavalry":
        return "cavalry"
    return "corps" if s.is_corps(unit) else ""


def _free_units(s: State, side: str) -> list[str]:
    """Units that may still be set up elsewhere (13.3.4a1, a5, b1)."""
    found = []
    option, nation = FREE_SET_UP[side]
    limits = s.data.strategies[option]
    for unit in s.units:
        if not s.on_map(unit) or unit not in s.data.counters or unit in s.moved:
            continue
        counter = s.unit(unit)
        kind = _class_of(s, unit)
        if s.has(option) and counter.nation == nation and kind:
            if s.tracks.get(f"set up {side} {kind}", 0) < getattr(limits, kind):
                found.append(unit)
        elif side == ALLIED and s.has("al_5") and counter.nation == "belgian":
            found.append(unit)
    return found


def _set_up_elsewhere(s: State, side: str, unit: str) -> Procedure[None]:
    counter = s.unit(unit)
    hexes = [
        h for h, space in s.data.spaces.items()
        if s.control[h] == side and has_room(s, h, (unit,), side) and h != s.units[unit].at
        and (counter.nation != "french" or "FR" in space.countries) and (counter.nation != "belgian" or space.belgium)
    ]  # fmt: skip
    why_not = partial(_why_not_set_up_in, s, unit, hexes)
    prompt = f"Where does {unit} set up ('pass' to leave it where it is)?"
    answer = yield offer(side, [*map(Go, hexes), PASS], {Go: why_not, Pass: None}, prompt, "13.3.4")
    s.moved = s.moved | {unit}
    if answer == PASS:
        return
    if counter.nation != "belgian":
        kind = f"set up {side} {_class_of(s, unit)}"
        s.tracks[kind] = s.tracks.get(kind, 0) + 1
    s.move(unit, answer.hex, "13.3.4")
    s.maubeuge = s.maubeuge | {unit} if answer.hex == MAUBEUGE else s.maubeuge - {unit}  # 13.1


def _why_not_set_up(s: State, side: str, units: list[str], answer: Take) -> Refusal | None:
    """Why a unit may not be set up elsewhere (13.3.4a1, a5, b1)."""
    unit = answer.unit
    if unit in units:
        return None
    if unit not in s.data.counters or not s.on_map(unit) or s.unit(unit).side != side:
        return Refusal("13.3.4", f"{unit} is not one of your units on the map.")
    if unit in s.moved:
        return Refusal("13.3.4", f"{unit} has already been set up elsewhere.")
    kind = _class_of(s, unit)
    option, nation = FREE_SET_UP[side]
    if s.has(option) and kind and s.unit(unit).nation == nation:
        most = getattr(s.data.strategies[option], kind)
        return Refusal("13.3.4", f"No more {kind} may be set up elsewhere ({most} at most).")
    return Refusal("13.3.4", f"The options chosen do not let {unit} set up elsewhere.")


def _unused_set_up(s: State, side: str, answer: Any) -> str | None:
    """What is left of a free set-up that has been paid for (13.3.4a1, b1)."""
    option, _ = FREE_SET_UP[side]
    if answer != PASS or not s.has(option):
        return None
    limits = s.data.strategies[option]
    kinds = ("corps", "cavalry", "headquarters")
    left = {k: getattr(limits, k) - s.tracks.get(f"set up {side} {k}", 0) for k in kinds}
    more = ", ".join(f"{count} {kind}" for kind, count in left.items() if count)
    return f"The option is paid for and allows more units to be set up elsewhere: {more}." if more else None


def _why_not_set_up_in(s: State, unit: str, hexes: list[str], answer: Go) -> Refusal | None:
    """Why a unit may not set up in a hex (13.3.4a1, a5, b1)."""
    hex, counter = answer.hex, s.unit(unit)
    if hex in hexes:
        return None
    if hex not in s.data.spaces:
        return Refusal("13.3.4", f"There is no hex {hex}.")
    if s.control[hex] != counter.side:
        return Refusal("13.3.4", f"The enemy holds {hex}.")
    if hex == s.units[unit].at:
        return Refusal("13.3.4", f"{unit} stands in {hex}; 'pass' leaves it there.")
    if not has_room(s, hex, (unit,), counter.side):
        return Refusal("8.4.6", f"There is no room in {hex}.")
    return Refusal("13.3.4", f"{hex} is not in {'Belgium' if counter.nation == 'belgian' else 'France'}.")


def _strike_liege(s: State) -> Procedure[None]:
    """Before turn 1 the Germans may attack the fort of Liege from 72 itself (13.3.4a5)."""
    s.moved = frozenset()
    units = s.present(LIEGE, GERMAN).combat
    if not able_to_attack(s, LIEGE, GERMAN, units):
        return
    answer = yield offer(
        GERMAN,
        [Fight(LIEGE), PASS],
        {Fight: why_not_one_of("hex", [LIEGE], "13.3.4a5", f"Before turn 1 only {LIEGE} is attacked."), Pass: None},
        f"Attack the fort of Liege ({LIEGE}) before turn 1?",
        "13.3.4a5",
        warn=lambda a: "This attack costs no CAP and comes only now." if a == PASS else None,
    )
    if answer == PASS:
        return
    s.active = GERMAN
    s.battles[LIEGE] = yield from designate(s, GERMAN, LIEGE, units, units)
    yield from s.rules.resolve_combat(s, LIEGE)


# --- landings (13.3.4a4) -----------------------------------------------------------------------------------------


def _why_not_stop_landing(landed: bool, answer: Done) -> Refusal | None:
    return None if landed else Refusal("13.3.4a4", "The CAP is spent: one division at least lands.")


def landing_hexes(s: State) -> list[str]:
    """Coastal hexes with room for one more division, whoever holds them."""
    waiting = waiting_to_land(s)
    coast = [h for h, space in s.data.spaces.items() if space.coastal]
    return [h for h in coast if any(has_room(s, h, (u,), ALLIED) for u in waiting)]


def land(s: State, hex: str) -> Procedure[None]:
    """Divisions kept back land on a coastal hex; against Germans there is a battle (13.3.4a4)."""
    landed: list[str] = []
    while waiting := [u for u in waiting_to_land(s) if has_room(s, hex, (u,), ALLIED)]:
        text = f"Divisions kept back that fit into {hex}: {', '.join(waiting)}."
        why_not: dict[type[Any], WhyNot | None] = {
            Take: why_not_one_of("unit", waiting, "13.3.4a4", text),
            Done: partial(_why_not_stop_landing, bool(landed)),
        }
        prompt = f"Which division lands at {hex}" + (" ('done' to stop)?" if landed else "?")
        answer = yield offer(ALLIED, [*map(Take, waiting), DONE], why_not, prompt, "13.3.4a4")
        if answer == DONE:
            break
        s.bring(answer.unit, hex, s.units[answer.unit].steps, "13.3.4a4")
        landed.append(answer.unit)
    if s.space(hex).port and landed:
        s.landed = s.landed | {hex}
        s.changed()
    yield from displace_rear(s, hex, GERMAN)  # 9.4.4
    enemy = s.present(hex, GERMAN)
    if (enemy.combat or enemy.forts) and landed:
        s.battles[hex] = tuple(landed)
        s.landing = s.activated = hex
        s.fighting = True
    settle(s, hex)
