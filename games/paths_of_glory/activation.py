"""Activation (9.2): what a space costs, which may be marked, and what marking it would waste."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .actions import Activate
from .attackers import (
    can_attack_from,
    can_fight,
    enemies_of,
    targets,
    why_not_attack,
    why_not_attack_from,
    why_not_combine,
)
from .model import AP, CP, State
from .supply import in_supply, network, out_of_supply, own_units


def by_beach(s: State, unit: str) -> bool:
    """Whether a unit lives only through the beachhead (9.2.7.1)."""
    if not s.beachhead or unit in s.home:
        return False
    at = s.units[unit].at
    return at in network(s, "west") and at not in network(s, "west", beach=False)


def cost(s: State, space: str, use: str) -> int:
    """Activation points for a space (9.2.2, 9.2.3, 9.2.4, 9.2.7.1 and cards)."""
    here, counters = s.units_at(space), s.title.counters
    side, where = counters[here[0]].side, s.data.spaces[space]
    nations = {counters[u].nation for u in here}
    numbers, price = s.data.numbers, s.data.events.ops
    if side == CP:
        if "ap_09" in s.played and "cp_13" not in s.played and where.nation in ("fr", "be"):  # Moltke
            return len(here) * price.ap_09
        armies = [u for u in here if counters[u].army]
        if armies == ["ge_11"] and "cp_29" in s.played:  # 11th Army
            return price.cp_29
        return price.cp_10 if can_use_sud(s, here) else len(nations)
    if s.beachhead and any(by_beach(s, u) for u in here):  # 9.2.7.1
        return sum(numbers.mef_cost if u == "br_mef" else numbers.beach_cost for u in here)
    if s.played.get("ap_51") == s.turn and where.nation in ("it", "fr", "be"):  # Everyone Into Battle
        return price.ap_51
    if "be" in nations and "br" in nations and space in numbers.shared_land:  # 9.2.3
        nations.discard("be")
    if "us" in nations and "fr" in nations and where.nation in ("fr", "ge"):
        nations.discard("us")
    if use == "attack" and "ru" in nations and "cp_52" in s.played:  # Fall of the Tsar
        return len(nations) - 1 + len([u for u in here if counters[u].nation == "ru"]) * price.cp_52
    return len(nations)


def can_use_sud(s: State, here: tuple[str, ...]) -> bool:
    """Whether the units in a space can be activated as the Sud Army, once a round (CP-10)."""
    if "cp_10" not in s.played or s.sud:
        return False
    kinds = sorted((s.counter(u).nation, s.counter(u).size) for u in here)
    return len(kinds) > 1 and kinds[0][0] == "ah" and all(k == ("ge", "corps") for k in kinds[1:])


def why_not_activate(s: State, side: str, space: str, use: str) -> Refusal | None:
    """Why a space may not be activated for this use; None if it may."""
    if space not in s.data.spaces:
        return Refusal("9.2.6", f"{space} is no space of the map; only spaces with your units are activated.")
    if use not in ("move", "attack"):
        return Refusal("9.2.5", f"A space is activated to move or to attack, not to {use}.")
    if s.neutral(space):
        return Refusal("9.5.2.4", f"The Greek units in {s.name(space)} are still neutral.")
    here = own_units(s, space, side)
    if not here:
        return Refusal("9.2.6", f"{s.name(space)} holds none of your units; a fort alone is not activated.")
    if space in s.activated:
        return Refusal("9.2.5", f"{s.name(space)} is already activated to {s.activated[space]}.")
    if not any(in_supply(s, u) for u in here):
        return Refusal("14.3.1", f"The units in {s.name(space)} are out of supply; they are not activated.")
    if (price := cost(s, space, use)) > s.ops:
        return Refusal("9.2.1", f"{s.name(space)} costs {price} OPS and only {s.ops} are left.")
    if use == "move":
        return None if any(s.mf(u) for u in here) else Refusal("11.1.1", f"No unit in {s.name(space)} can move.")
    if near_east_spent(s, side, space):
        most = s.data.numbers.near_east_attacks
        return Refusal("9.2.7", f"The Near East spaces that the Allies activate for combat in a round are {most}.")
    return why_not_attack_from(s, space)


def near_east_spent(s: State, side: str, space: str) -> bool:
    """Whether the Near East attacks of the Allies are used up (9.2.7); the beachhead and the NE Army do not count."""

    def counts(x: str) -> bool:
        return x in s.data.near_east and x != s.beachhead and "br_ne" not in s.units_at(x)

    if side != AP or not counts(space):
        return False
    attacks = [x for x, use in s.activated.items() if use == "attack" and counts(x)]
    return len(attacks) >= s.data.numbers.near_east_attacks


def choices(s: State, side: str) -> list[tuple[Activate, int]]:
    """Every activation with its price, whatever has been activated and spent so far this round."""
    found = []
    starved, dear_attacks = out_of_supply(s), "cp_52" in s.played
    enemies, around = enemies_of(s, side), s.data.around_mask
    for space in s.board.members(s.occupied(side)):
        here = own_units(s, space, side)
        if not here or starved.issuperset(here):
            continue
        price = cost(s, space, "move")
        if any(s.mf(u) for u in here):
            found.append((Activate(space, "move"), price))
        if around[space] & enemies and can_attack_from(s, space):
            found.append((Activate(space, "attack"), cost(s, space, "attack") if dear_attacks else price))
    return found


def activations(s: State, side: str) -> list[Activate]:
    """What may be activated now; nothing but the Sud Army changes it while spaces are being marked."""
    key = ("activate", side, s.turn, s.round, s.boost, s.sud)
    return [
        a for a, price in s.memo(key, lambda: choices(s, side))
        if price <= s.ops and a.space not in s.activated
        and (a.use == "move" or not near_east_spent(s, side, a.space))
    ]  # fmt: skip


def idle_attacks(s: State, side: str, also: tuple[str, ...] = ()) -> list[str]:
    """Spaces activated to attack from which nothing can be attacked as things stand (12.1.9, 12.1.10, 15.2.3)."""
    spaces = [x for x, use in s.activated.items() if use == "attack"]
    return [x for x in (*spaces, *also) if not can_fight(s, x, (*spaces, *also))]


def waste(s: State, side: str, answer: object) -> str | None:
    """What an activation, or an end of marking, would waste."""
    if isinstance(answer, Activate) and answer.use == "attack":
        left = s.ops - cost(s, answer.space, "attack")
        more = [a.space for a, price in choices(s, side) if a.use == "attack" and price <= left]
        marked = [x for x, use in s.activated.items() if use == "attack"]
        if can_fight(s, answer.space, (*marked, *(x for x in more if x not in s.activated))):
            return None
        return f"Paying for {s.name(answer.space)} leads to no combat: {_no_combat(s, answer.space)}"
    if answer != DONE:
        return None
    lost = []
    if idle := idle_attacks(s, side):
        lost.append(f"no combat is possible from {s.listed(idle)}, which is paid for: {_no_combat(s, idle[0])}")
    if s.ops and activations(s, side):
        lost.append(f"{s.ops} OPS are not spent.")
    text = " And ".join(lost)
    return text[:1].upper() + text[1:] if text else None


def _no_combat(s: State, space: str) -> str:
    """The sentence that says why the units of a space cannot attack what stands beside it."""
    for target in targets(s, space):
        for u in s.units_at(space):
            if why_not_attack(s, u, target) is None and (bad := why_not_combine(s, [u], target)):
                return f"{bad[1]} ({bad[0]})"
    return "None of its units in supply can attack anything."


def marked(s: State) -> dict[str, Any]:
    """The spaces marked so far, shown with the question."""
    return {"activated": [f"{s.name(x)} to {use}" for x, use in s.activated.items()]}


def activate(s: State, side: str) -> Procedure[Done | None]:
    """Mark one space to move or attack, or end marking (9.2.5)."""

    if s.ops == 0:
        return DONE
    why_not = {Activate: lambda a: why_not_activate(s, side, a.space, a.use), Done: None}
    answer = yield offer(
        side, lambda: [*activations(s, side), DONE], why_not,
        f"Activate a space to move or attack ({s.ops} OPS left), or 'done'?", "9.2.1",
        show=partial(marked, s), warn=partial(waste, s, side), all_legal=True,
    )  # fmt: skip
    if answer == DONE:
        return DONE
    here = s.units_at(answer.space)
    price = cost(s, answer.space, answer.use)
    if side == CP and price == s.data.events.ops.cp_10 and can_use_sud(s, here):
        s.sud = True
    starved = {u for u in here if not in_supply(s, u)}  # 14.3.1
    s.moved, s.fought = s.moved | starved, s.fought | starved
    s.ops -= price
    s.activated[answer.space] = answer.use
    s.note("{space} is activated to {use} for {price}", "9.2.2", space=answer.space, use=answer.use, price=price)
    return None
