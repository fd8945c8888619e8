"""Operations: activation (9.2), movement (11.1) and entrenching (11.2)."""

from __future__ import annotations

from itertools import combinations

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.questions import Choose, Procedure, Reason, Roll

from .combat import targets
from .model import AP, CHANNEL, CP, ENEMY, SHARED, STACK, Activate, Entrench, Group, State, Stop, To
from .supply import besieged, besieging_force, fort_owner, in_supply, may_stand, network, stand_refusal

Units = tuple[str, ...]


def own_units(s: State, space: str, side: str) -> tuple[str, ...]:
    here = s.units_at(space)
    return here if here and s.side_of(here[0]) == side and not s.neutral(space) else ()


def by_beach(s: State, unit: str) -> bool:
    """Whether a unit lives only through the beachhead (9.2.7.1)."""
    if not s.beachhead or unit in s.home:
        return False
    return s.units[unit].at in network(s, "west") and s.units[unit].at not in network(s, "west", False)


def cost(s: State, space: str, use: str) -> int:
    """Activation points for a space (9.2.2, 9.2.3, 9.2.4, 9.2.7.1 and cards)."""
    here = s.units_at(space)
    side, where = s.side_of(here[0]), s.data.spaces[space]
    nations = {s.counter(u).nation for u in here}
    if side == CP:
        if "ap_09" in s.played and "cp_13" not in s.played and where.nation in ("fr", "be"):  # Moltke
            return len(here)
        armies = [u for u in here if s.counter(u).army]
        if armies == ["ge_11"] and "cp_29" in s.played:  # 11th Army
            return 1
        if "cp_10" in s.played and "sud" not in s.limits and sud_army(s, here):
            return 1
        return len(nations)
    if s.beachhead and any(by_beach(s, u) for u in here):  # 9.2.7.1
        return sum(3 if u == "br_mef" else 1 for u in here)
    if s.played.get("ap_51") == s.turn and where.nation in ("it", "fr", "be"):  # Everyone Into Battle
        return 1
    if "be" in nations and "br" in nations and space in SHARED:
        nations.discard("be")
    if "us" in nations and "fr" in nations and where.nation in ("fr", "ge"):
        nations.discard("us")
    russians = len([u for u in here if s.counter(u).nation == "ru"])
    if use == "attack" and russians and "cp_52" in s.played:  # Fall of the Tsar
        return len(nations) - 1 + russians
    return len(nations)


def sud_army(s: State, here: tuple[str, ...]) -> bool:
    kinds = sorted((s.counter(u).nation, s.counter(u).size) for u in here)
    return len(kinds) > 1 and kinds[0][0] == "ah" and all(k == ("ge", "corps") for k in kinds[1:])


def refusal(s: State, side: str, space: str, use: str) -> Reason | None:
    """Why a space may not be activated so; None if it may."""
    here = own_units(s, space, side)
    if not here:
        return "9.2.6", f"{space} holds none of your units; a fort alone is not activated."
    if space in s.activated:
        return "9.2.5", f"{space} is already activated for {s.activated[space]}."
    if not any(in_supply(s, u) for u in here):
        return "14.3.1", f"The units in {space} are out of supply; they are not activated."
    if (price := cost(s, space, use)) > s.ops:
        return "9.2.1", f"{space} costs {price} OPS and only {s.ops} are left."
    if use == "move":
        return None if any(s.mf(u) for u in here) else ("11.1.1", f"No unit in {space} can move.")
    if near_east_spent(s, side, space):
        return "9.2.7", "The Allies activate one Near East space for combat a round."
    return None if targets(s, space) else ("12.1.1", f"Nothing beside {space} can be attacked from there.")


def near_east_spent(s: State, side: str, space: str) -> bool:
    """Whether the one Near East attack of the Allies is taken (9.2.7); the beachhead and the NE Army do not count."""

    def counts(x: str) -> bool:
        return x in s.data.near_east and x != s.beachhead and "br_ne" not in s.units_at(x)

    return side == AP and counts(space) and any(use == "attack" and counts(x) for x, use in s.activated.items())


def choices(s: State, side: str) -> list[tuple[Activate, int]]:
    """Every activation with its price, whatever has been activated and spent so far this round."""
    found = []
    for space in s.data.spaces:
        here = own_units(s, space, side) if space in s.at else ()
        if not here or not any(in_supply(s, u) for u in here):
            continue
        if any(s.mf(u) for u in here):
            found.append((Activate(space, "move"), cost(s, space, "move")))
        if targets(s, space):
            found.append((Activate(space, "attack"), cost(s, space, "attack")))
    return found


def activations(s: State, side: str) -> list[Activate]:
    """What may be activated now; nothing but the Sud Army changes it while spaces are being marked."""
    key = ("activate", side, s.turn, s.round, s.boost, "sud" in s.limits)
    return [
        a for a, price in s.memo(key, lambda: choices(s, side))
        if price <= s.ops and a.space not in s.activated
        and (a.use == "move" or not near_east_spent(s, side, a.space))
    ]  # fmt: skip


def activate(s: State, side: str) -> Procedure[Done | None]:
    """Mark one space to move or attack, or end marking (9.2.5)."""

    def why(answer: object) -> Reason | None:
        return refusal(s, side, answer.space, answer.use) if isinstance(answer, Activate) else None

    if s.ops == 0:
        return DONE
    prompt = f"Activate a space ({s.ops} OPS left)?"
    answer = yield Choose(side, lambda: [*activations(s, side), DONE], prompt, "9.2.1", refuse=why)
    if answer == DONE:
        return DONE
    here = s.units_at(answer.space)
    price = cost(s, answer.space, answer.use)
    if side == CP and price == 1 and sud_army(s, here) and "cp_10" in s.played:
        s.limit("sud")
    starved = {u for u in here if not in_supply(s, u)}  # 14.3.1
    s.moved, s.fought = s.moved | starved, s.fought | starved
    s.ops -= price
    s.activated[answer.space] = answer.use
    s.note("{space} is activated to {use} for {price}", "9.2.2", space=answer.space, use=answer.use, price=price)
    return None


# --- movement -------------------------------------------------------------------------------------------------------


def movable(s: State, side: str) -> list[str]:
    return [
        u for x, use in s.activated.items() if use == "move" for u in own_units(s, x, side)
        if u not in s.moved and s.mf(u)
    ]  # fmt: skip


def groups(s: State, side: str) -> list[Group]:
    """Every stack that may start moving: alike units count once, a siege is not broken (15.2.4)."""
    found: dict[tuple[object, ...], Group] = {}
    for space, use in s.activated.items():
        free = [u for u in own_units(s, space, side) if use == "move" and u not in s.moved and s.mf(u)]
        for mask in range(1, 1 << len(free)):
            units = tuple(u for i, u in enumerate(free) if mask >> i & 1)
            key = (space, *sorted((s.counter(u).type, s.units[u].steps) for u in units))
            if key in found or leave_refusal(s, side, space, units) is not None:
                continue
            if next_steps(s, side, units, space, 0):
                found[key] = Group(units)
    return list(found.values())


def leave_refusal(s: State, side: str, space: str, units: tuple[str, ...]) -> Reason | None:
    if fort_owner(s, space) == ENEMY[side] and besieged(s, space):
        stay = [u for u in s.units_at(space) if u not in units]
        if stay and not besieging_force(s, stay, s.fort(space)) and not may_follow(s, side, space, stay):
            return "15.2.4", f"The units left in {space} could neither keep up the siege nor leave too."
    return None


def may_follow(s: State, side: str, space: str, stay: list[str]) -> bool:
    """Whether the rest of a siege can go as well: free to move, and one space beside the fort takes all (15.2.4)."""
    if s.activated.get(space) != "move" or any(u in s.moved or not s.mf(u) for u in stay):
        return False
    return any(
        len(s.units_at(to)) + len(s.units_at(space)) <= 3 and fort_owner(s, to) != ENEMY[side]
        and all(may_enter(s, side, (u,), space, to) is None and may_stop(s, side, (u,), to) is None for u in stay)
        for to in s.data.around[space] if to != space
    )  # fmt: skip


def may_enter(s: State, side: str, units: tuple[str, ...], at: str, to: str) -> Reason | None:
    """Why a group may not step from a space to another; None if it may."""
    if not all(to in s.data.near(at, s.counter(u)) for u in units):
        return "11.1.4", f"There is no line from {at} to {to} that all these units may use."
    here = s.units_at(to)
    if here and s.side_of(here[0]) != side:
        return "11.1.7", f"Enemy units stand in {to}."
    if s.neutral(to):
        return "9.5.2.4", f"Neutral Greek units stand in {to}."
    for u in units:
        if bad := stand_refusal(s, u, to):
            return bad
    if s.data.caucasus(at, to):
        if "cp_52" in s.played:
            return "11.3.2", "No Russian unit moves between the Caucasus box and the Near East after Fall of the Tsar."
        if len(units) > 1 or "ru_caucasus" in s.limits:
            return "11.3.2", "One Russian corps a turn moves between the Caucasus box and the Near East."
    if fort_owner(s, to) == ENEMY[side]:
        if s.turn == 1 and s.data.spaces[to].nation == "ge" and any(s.counter(u).nation == "ru" for u in units):
            return "15.1.11", "Russian units may not besiege German forts on turn 1."
        force = [*units, *here]
        if not besieging_force(s, force, s.fort(to)) and not besieging_force(
            s, [*force, *comers(s, side, to, units)], s.fort(to)
        ):
            return "11.1.8", f"These units cannot besiege the fort of {to}."
    return None


def halts(s: State, side: str, units: Units, space: str) -> bool:
    """Whether a fort ends the move of units that enter: one that no others besiege (15.1.1, 15.2.2)."""
    if fort_owner(s, space) != ENEMY[side]:
        return False
    return not besieging_force(s, [u for u in s.units_at(space) if u not in units], s.fort(space))


def comers(s: State, side: str, fort: str, besides: tuple[str, ...] = ()) -> list[str]:
    """Other units that can still come to a fort this round, to besiege it together (15.2.1)."""
    ready = [u for u in movable(s, side) if u not in besides and s.units[u].at != fort]
    ready = [u for u in ready if fort_owner(s, s.units[u].at) != ENEMY[side]]
    if "cp_45" in s.played and besides:  # 16.4.9
        ready = [u for u in ready if (s.counter(u).nation == "ru") == (s.counter(besides[0]).nation == "ru")]
    return [u for u in ready if approach(s, side, u, s.units[u].at, s.mf(u), fort)]


def approach(s: State, side: str, unit: str, at: str, left: int, fort: str) -> list[str]:
    """The next spaces on the ways of a unit to a fort within its movement."""
    near = s.data.near(at, s.counter(unit)) if left else ()
    found = []
    for to in near:
        if to == fort:
            fits = may_stand(s, unit, fort) and may_stop(s, side, (unit,), fort, (unit,)) is None
            fits = fits and not s.data.caucasus(at, to)
        else:
            fits = left > 1 and not halts(s, side, (unit,), to) and may_enter(s, side, (unit,), at, to) is None
            fits = fits and bool(approach(s, side, unit, to, left - 1, fort))
        if fits:
            found.append(to)
    return found


def may_stop(s: State, side: str, units: Units, space: str, gone: Units = ()) -> Reason | None:
    """Why a group may not end its move in a space; None if it may. `gone`: units that will have left their space."""
    others = [u for u in s.units_at(space) if u not in units and u not in gone]
    if len(others) + len(units) > STACK and (gone or s.crowd or not room_makers(s, side, space, others, units)):
        return "10.1.1", f"More than three units would stand in {space}."
    if s.activated.get(space) == "attack":
        return "11.1.6", f"{space} is marked for attack."
    if side == CP and space in CHANNEL and not s.channel_open:
        return "11.1.9", f"The Central Powers may not end in {space} before Race to the Sea or war status 4."
    return None


def room_makers(s: State, side: str, space: str, others: list[str], coming: Units = ()) -> list[Group]:
    """Stacks of a full space that can still move on to make room for the `coming` ones (10.1.2)."""
    excess = len(others) + len(coming) - 3
    free = [u for u in others if s.activated.get(space) == "move" and u not in s.moved and s.mf(u)]
    if len(free) < excess or any(s.data.caucasus(space, n) for n in s.data.around[space]):  # 11.3.2
        return []
    stacks = (c for n in range(excess, len(free) + 1) for c in combinations(free, n))
    return [
        Group(c) for c in stacks
        if leave_refusal(s, side, space, c) is None and next_steps(s, side, c, space, 0, coming or c)
    ]  # fmt: skip


def next_steps(s: State, side: str, units: Units, at: str, spent: int, gone: Units = ()) -> list[str]:
    """Spaces the group may step to from which it can still end its move legally."""
    left = min(s.mf(u) for u in units) - spent
    if left <= 0 or (spent and halts(s, side, units, at)):
        return []
    found = []
    for to in s.data.near(at, s.counter(units[0])):
        if may_enter(s, side, units, at, to) is None and (
            may_stop(s, side, units, to, gone) is None or next_steps(s, side, units, to, spent + 1, gone)
        ):
            found.append(to)
    return found


def move_group(s: State, side: str) -> Procedure[Done | None]:
    """Move one stack space by space, or let an army entrench, or end movement (9.2.8, 11.1)."""
    if s.siege:
        yield from _join_siege(s, side)
        return None
    if s.crowd:
        yield from _make_room(s, side)
        return None
    if s.leaving:
        yield from _give_up_siege(s, side)
        return None
    free = movable(s, side)
    if not free:
        return DONE

    def offers() -> list[object]:
        dig = []
        if {"ap_12", "cp_06"} & s.played.keys():  # 11.2.1
            dig = [Entrench(u) for u in free if entrench_refusal(s, side, u) is None]
        return [*groups(s, side), *dig, DONE]

    def why(answer: object) -> Reason | None:
        if isinstance(answer, Entrench):
            return entrench_refusal(s, side, answer.unit)
        if isinstance(answer, Group):
            for u in answer.units:
                if u not in s.units or s.side_of(u) != side or s.activated.get(s.units[u].at) != "move":
                    return "9.2.8", f"{u} is not in a space activated to move."
                if u in s.moved or not s.mf(u):
                    return "11.1.5", f"{u} cannot move (again) this round."
            return leave_refusal(s, side, s.units[answer.units[0]].at, answer.units)
        return None

    answer = yield Choose(side, offers, "Move which stack?", "11.1.1", refuse=why)
    if answer == DONE:
        return DONE
    if isinstance(answer, Entrench):
        s.digging = (*s.digging, answer.unit)
        s.moved = s.moved | {answer.unit}
        return None
    yield from _march(s, side, answer.units)
    at = s.units[answer.units[0]].at
    if fort_owner(s, at) == ENEMY[side] and not besieged(s, at):
        s.siege = at
    if len(s.units_at(at)) > STACK:
        s.crowd = at
    return None


def _make_room(s: State, side: str) -> Procedure[None]:
    """Units move on out of a space that others have entered above the stacking limit (10.1.2)."""
    here = s.crowd

    def why(answer: object) -> Reason:
        return "10.1.1", f"More than three units stand in {here}; some that have not moved must go on first."

    ready = room_makers(s, side, here, list(s.units_at(here)))
    answer = yield Choose(side, ready, f"Which units leave {here}, where more than three stand?", "10.1.2", refuse=why)
    yield from _march(s, side, answer.units)
    s.crowd = ""


def _join_siege(s: State, side: str) -> Procedure[None]:
    """One more unit goes to the fort that the stacks moved so far cannot besiege alone (15.2.1)."""

    def why(answer: object) -> Reason:
        return "15.2.1", f"The siege of {s.siege} must be made up first, by units that can reach it."

    ready = [Group((u,)) for u in s.distinct(comers(s, side, s.siege))]
    unit = (yield Choose(side, ready, f"Which unit joins the siege of {s.siege}?", "15.2.1", refuse=why)).units[0]
    s.moved = s.moved | {unit}
    left = s.mf(unit)
    while (at := s.units[unit].at) != s.siege:
        ways = [To(x) for x in approach(s, side, unit, at, left, s.siege)]
        to = (yield Choose(side, ways, f"From {at} on to {s.siege}?", "15.2.1", refuse=why)).space
        step(s, side, (unit,), at, to, "11.1.13")
        left -= 1
    if besieged(s, s.siege):
        s.siege = ""


def _give_up_siege(s: State, side: str) -> Procedure[None]:
    """The last besiegers follow those that left them too weak to go on with the siege (15.2.4)."""
    here = s.leaving

    def why(answer: object) -> Reason:
        return "15.2.4", f"The units left in {here} no longer besiege its fort and must leave it first."

    ready = [g for g in groups(s, side) if s.units[g.units[0]].at == here]
    if ready:
        answer = yield Choose(side, ready, f"Which units leave the fort of {here} too?", "15.2.4", refuse=why)
        yield from _march(s, side, answer.units)
    if not ready or not own_units(s, here, side):
        s.limits = s.limits - {f"leaving:{here}"}


def _march(s: State, side: str, units: tuple[str, ...]) -> Procedure[None]:
    """A stack goes from space to space until it stops; a siege it leaves too weak is given up (15.2.4)."""
    start = s.units[units[0]].at
    siege = besieged(s, start)
    yield from _march_on(s, side, units)
    if siege and own_units(s, start, side) and not besieged(s, start):
        s.limit(f"leaving:{start}")


def _march_on(s: State, side: str, units: tuple[str, ...]) -> Procedure[None]:
    spent = 0
    s.moved = s.moved | set(units)
    while True:
        at = s.units[units[0]].at
        ways = next_steps(s, side, units, at, spent)
        offers: list[To | Stop] = [To(x) for x in ways]
        if spent and may_stop(s, side, units, at) is None:
            offers.append(Stop())
        if offers == [Stop()]:
            return

        def why(answer: object, at: str = at, spent: int = spent) -> Reason | None:
            if isinstance(answer, To):
                if spent >= min(s.mf(u) for u in units):
                    return "11.1.5", "The movement factor is spent."
                if answer.space not in s.data.spaces:
                    return "11.1.3", f"There is no space {answer.space}."
                return may_enter(s, side, units, at, answer.space) or may_stop(s, side, units, answer.space)
            return may_stop(s, side, units, at)

        answer = yield Choose(side, offers, f"From {at} to where?", "11.1.3", refuse=why)
        if answer == Stop():
            return
        spent += 1
        step(s, side, units, at, answer.space, "11.1.13")


def step(s: State, side: str, units: tuple[str, ...], at: str, to: str, rule: str) -> None:
    """Units enter a space and take it unless a fort stands there (11.1.13, 11.1.14, 15.1.9)."""
    if s.data.caucasus(at, to):
        s.limit("ru_caucasus")
    ours = s.control[to] == side
    for u in units:
        s.go(u, to, rule)
    if ours:
        if not all(u.startswith("ana") for u in units):  # 11.1.14: now it is held by others
            s.limits = s.limits - {f"ana:{to}"}
        return
    if fort_owner(s, to) == ENEMY[side]:
        return
    if all(u.startswith("ana") for u in s.units_at(to)):
        s.limit(f"ana:{to}")
    s.take(to, side, rule)


def entrench_refusal(s: State, side: str, unit: str) -> Reason | None:
    if not {"ap_12", "cp_06"} & s.played.keys():
        return "11.2.1", "Nobody has played the Entrench event."
    if unit not in s.units or s.side_of(unit) != side or s.activated.get(s.units[unit].at) != "move":
        return "11.2.1", f"{unit} is not in a space activated to move."
    if not s.counter(unit).army or unit in s.moved:
        return "11.2.1", f"Only an army that has not moved entrenches, {unit} does not."
    space = s.units[unit].at
    if s.trenches.get(space, ("", 0))[1] == 2:
        return "11.2.3", f"{space} has a level 2 trench."
    if any(s.units[u].at == space for u in s.digging):
        return "11.2.2", f"Another army already entrenches in {space}."
    return None


def entrenching(s: State, side: str) -> Procedure[None]:
    """Roll for each army that digs (11.2.2, 11.2.9)."""
    failed = set()
    for unit in s.digging:
        space = s.units[unit].at
        roll = (yield Roll(1, 6, f"{unit} entrenching in {space}", "11.2.2")).total
        if s.options.get("entrench_again") and unit in s.failed_digging:  # 11.2.9
            roll -= 1
        if roll <= s.lf(unit):
            s.trenches[space] = (side, s.trenches.get(space, ("", 0))[1] + 1)
            s.note("{unit} entrenches in {space}", "11.2.2", unit=unit, space=space)
        elif s.counter(unit).nation in ("ge", "br", "fr", "it"):
            failed.add(unit)
    s.failed_digging = frozenset(failed) | {u for u in s.failed_digging if s.side_of(u) != side}
    s.digging = ()
