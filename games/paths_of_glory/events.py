"""What events do (9.5): one small procedure for each name in events.toml."""

from __future__ import annotations

from collections.abc import Callable

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import carried_out, why_not_one_of

from .actions import Place, Redeploy, Remove, Restore, Trench
from .arrivals import reinforce
from .conditions import russian_vp
from .entrenchment import trench_spaces
from .model import AP, CP, ENEMY, RESERVE, State
from .rail import by_land, crossing, why_not_cross
from .replacements import step_price
from .supply import capital_lost, destroy_fort, in_supply, siege_kept, usable_port
from .victory import war_status


def play_event(s: State, side: str, card: str) -> Procedure[None]:
    """Follow a card as an event and put it away (9.5.1.1, 9.5.1.2)."""
    c = s.data.cards[card]
    s.transfer(card, f"{side}_hand", f"{side}_removed" if c.asterisk else f"{side}_discard")
    s.note("{side} plays {name} as an event", f"{side.upper()}-{c.number}", side=side, card=card, name=c.name)
    s.played[card] = s.turn
    war_status(s, side, c.war_status)
    s.last[side] = "event"
    if card in s.data.events.entries:
        s.limit("neutral_entry")
    if c.reinforces:
        yield from reinforce(s, side, c)
    name, *args = s.data.events.does.get(card, "nothing").split()
    yield from carried_out(DOES[name](s, side, *args))
    if c.ops_too:
        s.ops, s.boost = c.ops, card


def nothing(s: State, side: str) -> None:
    """The event works by having been played."""


def vp(s: State, side: str, n: str, rule: str) -> None:
    s.vp(int(n), rule)


def enter_war(s: State, side: str, nation: str) -> Procedure[None]:
    """9.5.2.1, 16.1.3.1: a nation enters and sets up, its player choosing free spaces."""
    s.at_war |= {nation}
    s.changed()
    s.note("{nation} enters the war", "9.5.2.1", nation=nation)
    owner = s.data.nations[nation].side
    present = nation == "gr" and s.greek_limited
    for line in s.data.setup:
        if line.when != nation or present:
            continue
        if line.trench:
            s.trenches.setdefault(line.space, (owner, line.trench))
        elif line.space == "other":
            yield from _other_spaces(s, owner, nation, line.unit, line.count or 0)
        else:
            set_up(s, line.space, line.unit, line.count or 0, bool(line.reduced))


def set_up(s: State, space: str, kind: str, count: int, reduced: bool) -> None:
    free = [u for u in s.data.types[kind] if u not in s.units]
    for u in free[:count]:
        s.place(u, space, 1 if reduced else 2, "4.2.1")


def _other_spaces(s: State, owner: str, nation: str, kind: str, count: int) -> Procedure[None]:
    for _ in range(count):
        free = [x.id for x in s.data.spaces.values() if x.nation == nation and not s.units_at(x.id)]
        unit = next(u for u in s.data.types[kind] if u not in s.units)
        where = why_not_one_of("space", free, "4.2.2", f"It must be a free space of {s.name(nation)}.")

        def why_not(a: Place, unit: str = unit, where: WhyNot = where) -> Refusal | None:
            return where(a) if a.unit == unit else Refusal("4.2.2", f"It is {s.name(unit)} that is set up now.")

        answer = yield offer(owner, [Place(unit, x) for x in free], {Place: why_not}, "Set up a corps where?", "4.2.2")
        s.place(unit, answer.space, 2, "4.2.2")


def place_trench(s: State, side: str) -> Procedure[None]:
    """AP-12, CP-6."""
    spaces = trench_spaces(s, side)
    text = "The trench goes to a space without one that holds a supplied army of yours."
    why_not = {Trench: why_not_one_of("space", spaces, "11.2.1", text)}
    answer = yield offer(side, [*map(Trench, spaces)], why_not, "Place a trench where?", "11.2.1")
    s.trenches[answer.space] = (side, 1)


def reveal_hand(s: State, side: str) -> None:
    """AP-23, CP-17: the enemy hand is seen."""
    hand = s.pile(f"{ENEMY[side]}_hand")
    s.note("The enemy holds {hand}", "9.5.1.1", to=(side,), reveals=True, hand=s.listed(hand))


def salonika(s: State, side: str, most: str) -> Procedure[None]:
    """AP-30: some corps go to Salonika; Greece enters in a limited way (9.5.2.4)."""
    if "gr" not in s.at_war:
        s.greek_limited = True
        s.changed()
        for line in s.data.setup:
            if line.when == "gr":
                set_up(s, line.space, line.unit, line.count or 0, bool(line.reduced))
    s.last[AP] = "sr"
    for left in range(int(most), 0, -1):
        if s.holder("salonika") == CP or s.control["salonika"] == CP or s.packed("salonika"):
            return
        ready = [u for u in s.units if why_not_sail(s, u) is None]
        if not ready:
            return

        def waste(answer: object, left: int = left) -> str | None:
            return f"{left} more corps may go to Salonika." if answer == DONE else None

        prompt = f"Send which corps to Salonika ({left} more), or 'done'?"
        why_not = {Redeploy: lambda a: why_not_sail(s, a.unit), Done: None}
        answer = yield offer(AP, [*map(Redeploy, ready), DONE], why_not, prompt, "AP-30", warn=waste, all_legal=True)
        if answer == DONE:
            return
        if limit := crossing(s, answer.unit, s.units[answer.unit].at, "salonika"):
            s.limit(limit)
        s.go(answer.unit, "salonika", "AP-30")


def why_not_sail(s: State, unit: str) -> Refusal | None:
    """Why a corps may not redeploy to Salonika; None if it may: from the reserve box (13.1.10), from a port by sea
    (13.1.7) or by land (13.1.6)."""
    if unit not in s.units or s.counter(unit).type not in ("br_corps", "fr_corps"):
        return Refusal("AP-30", f"Only British and French corps go to Salonika; {s.name(unit)} does not.")
    at = s.units[unit].at
    if at == RESERVE[AP]:
        lost = capital_lost(s, s.counter(unit).nation)
        return Refusal("13.1.10", f"The enemy holds the capital of {s.name(s.counter(unit).nation)}.") if lost else None
    if at == "salonika" or at not in s.data.spaces:
        return Refusal("AP-30", f"{s.name(unit)} in {s.name(at)} cannot be sent to Salonika.")
    if not in_supply(s, unit):
        return Refusal("13.1.5", f"{s.name(unit)} is out of supply.")
    if not siege_kept(s, unit):
        return Refusal("15.2.4", f"{s.name(unit)} is needed for the siege of {s.name(at)}.")
    if not usable_port(s, at, AP) and not by_land(s, unit, "salonika"):
        return Refusal(
            "13.1.7", f"{s.name(unit)} is not in a friendly port, and no friendly spaces lead to Salonika by land."
        )
    return why_not_cross(s, unit, at, "salonika")


def zimmermann(s: State, side: str) -> None:
    """AP-54, 16.3.3."""
    s.at_war |= {"us"}
    s.changed()
    s.vp(-1, "AP-54")


def guns_of_august(s: State, side: str) -> None:
    """CP-1: Liege falls and three armies stand ready to attack."""
    destroy_fort(s, "liege", "CP-1")
    for u in ("ge_1", "ge_2"):
        s.go(u, "liege", "CP-1")
    s.take("liege", CP, "CP-1")
    s.activated["liege"] = "attack"
    s.activated["koblenz"] = "attack"


def landwehr(s: State, side: str, points: str) -> Procedure[None]:
    """CP-5: RPs at once to flip reduced units."""
    halves = 2 * int(points)
    while halves:
        ready = [u for u in s.units if why_not_flip(s, u, halves) is None]
        if not ready:
            return

        def waste(answer: object, halves: int = halves) -> str | None:
            return f"{halves / 2:g} RP of Landwehr are not spent." if answer == DONE else None

        prompt = f"Restore which unit ({halves / 2:g} RP left), or 'done'?"
        why_not = {Restore: lambda a, halves=halves: why_not_flip(s, a.unit, halves), Done: None}
        answer = yield offer(CP, [*map(Restore, ready), DONE], why_not, prompt, "CP-5", warn=waste, all_legal=True)
        if answer == DONE:
            return
        s.restore(answer.unit, "CP-5")
        halves -= step_price(s, answer.unit)


def why_not_flip(s: State, unit: str, halves: int) -> Refusal | None:
    """Why Landwehr may not flip a unit for what is left of its points, in halves; None if it may."""
    if unit not in s.units or s.side_of(unit) != CP:
        return Refusal("CP-5", f"{s.name(unit)} is not a unit of yours in play.")
    x, c = s.units[unit], s.counter(unit)
    if x.steps != 1:
        return Refusal("CP-5", f"Landwehr flips reduced units; {s.name(unit)} is not reduced.")
    if not c.pool:
        return Refusal("17.1.7", f"{s.name(unit)} takes no replacements.")
    if (price := step_price(s, unit)) > halves:
        return Refusal("CP-5", f"{s.name(unit)} costs {price / 2:g} RP, and {halves / 2:g} RP are left.")
    if capital_lost(s, c.nation):
        return Refusal("17.1.3", f"The enemy holds the capital of {s.name(c.nation)}.")
    if x.at != RESERVE[CP] and not in_supply(s, unit, own=True):
        return Refusal("17.1.4.1", f"{s.name(unit)} does not draw supply from a source of its own.")
    return None


def high_seas_fleet(s: State, side: str) -> None:
    s.pending = "cp_25"


def war_in_africa(s: State, side: str, points: str) -> Procedure[None]:
    """CP-32: the Allies give up a British corps or a VP."""
    ready = [u for u, x in s.units.items() if s.counter(u).type == "br_corps" and x.steps and x.at != "ap_eliminated"]
    living = why_not_one_of("unit", ready, "CP-32", "Only a living British corps can be given up.")
    why_not = {Remove: living, Pass: None}
    prompt = f"Remove a British corps, or 'pass' for {int(points):+d} VP?"
    answer = yield offer(AP, [*map(Remove, ready), PASS], why_not, prompt, "CP-32")
    if answer == PASS:
        s.vp(int(points), "CP-32")
    else:
        s.eliminate(answer.unit, "CP-32")
        s.gone |= {answer.unit}


def fall_of_the_tsar(s: State, side: str, neutral: str, at_war: str) -> None:
    """CP-52, 16.4.5: victory points while Romania is neutral, or at war."""
    s.tracks["tsar_fell"] = russian_vp(s)
    s.vp(int(at_war if "ro" in s.at_war else neutral), "CP-52")


def call_off(s: State, side: str, whose: str, nation: str) -> None:
    """CP-53, CP-54: a mandated offensive of this nation is no longer asked for (7.1.5, 7.1.10, 7.1.11)."""
    if s.offensive.get(whose) == nation:
        s.offensive[whose] = "none"


def lloyd_george(s: State, side: str) -> None:
    """CP-55."""
    s.limit("lloyd_george")


def brest_litovsk(s: State, side: str) -> None:
    """CP-45, 16.4.9: Russians abroad or among Allies are interned."""
    for u, x in list(s.units.items()):
        if s.counter(u).nation != "ru" or x.at not in s.data.spaces:
            continue
        mixed = any(s.counter(o).nation != "ru" for o in s.units_at(x.at))
        if mixed or s.data.spaces[x.at].nation not in s.data.numbers.russian_land:
            s.die(u, "16.4.9")


DOES: dict[str, Callable[..., object]] = {
    "nothing": nothing, "vp": vp, "enter": enter_war, "place_trench": place_trench, "reveal_hand": reveal_hand,
    "salonika": salonika, "zimmermann": zimmermann, "guns_of_august": guns_of_august, "landwehr": landwehr,
    "high_seas_fleet": high_seas_fleet, "war_in_africa": war_in_africa, "fall_of_the_tsar": fall_of_the_tsar,
    "call_off": call_off, "lloyd_george": lloyd_george, "brest_litovsk": brest_litovsk,
}  # fmt: skip
