"""Combat (12.2.1): the steps of one combat, with flank attempts (12.3) and losses (12.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import NO, YES, No, Yes
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.choosing import choose_one, why_not_one_of
from wargame.core.mechanics.odds import Modifier, total

from . import battle_cards
from .actions import Flank, GiveBack, Lose, UseCard
from .advance import advance
from .attackers import crosses, trench
from .fire import ahead, defending_fort, fire, shown
from .losses import loss_plans, lost_armies, suffer
from .model import AP, CP, ENEMY, RESERVE, Battle, State, Sum
from .offensives import count_offensive
from .retreat import retreat, retreats
from .supply import destroy_fort, in_supply

LISTED = 20  # ways to take losses that are explained one by one


def fight(s: State, b: Battle) -> Procedure[None]:
    """12.2.1, step by step."""
    mark_attackers(s, b)
    if any(crosses(s, u, b.space) for u in b.attackers):
        s.limit("ru_caucasus")
    who = s.listed(b.attackers)
    s.note("{side} attacks {space} with {who}", "12.2.2", side=b.side, space=b.space, who=who, units=tuple(b.attackers))
    count_offensive(s, b)
    manned, fort = bool(b.defenders or b.idle), defending_fort(s, b)
    b.no_trench = not trench(s, b.space) or not b.defenders  # 15.1.6
    yield from flank_attempt(s, b)
    yield from battle_cards.play(s, b, lambda: shown(s, b))
    if (yield from great_retreat(s, b)):
        return
    modifiers(s, b)
    if b.first:
        for side in (b.first, ENEMY[b.first]):
            yield from fire(s, b, side)
            yield from losses(s, b, ENEMY[side])
    else:
        for side in (b.side, b.enemy):
            yield from fire(s, b, side)
        for side in (b.enemy, b.side):  # 12.2.9
            yield from losses(s, b, side)
    mark_attackers(s, b)  # corps that replaced armies took part too (12.1.5)
    ours, theirs = b.number[b.side], b.number[b.enemy]
    winner = b.side if ours > theirs else b.enemy if theirs > ours else ""  # 12.2.10
    battle_cards.settle(s, b, winner)
    won = winner == b.side and any(s.full(u) for u in b.attackers)  # 12.2.11
    paths = yield from retreat(s, b, won, ours - theirs)
    beaten = manned or s.fort(b.space) < fort  # a fort that stood off an attack alone is not entered
    if beaten and not [u for u in s.units_at(b.space) if s.side_of(u) != b.side]:
        yield from advance(s, b, paths)
    if "cp_51" in b.cards[CP] and "advanced" not in b.effects:
        s.vp(s.data.events.vp.cp_51, "CP-51")


def mark_attackers(s: State, b: Battle) -> None:
    """Attackers fight once a round (12.1.5); those that attacked another space keep up no siege in theirs (15.2.3)."""
    s.fought |= set(b.attackers)
    for u in b.attackers:
        if (at := s.units[u].at) != b.space and s.fort_owner(at) == b.enemy:
            s.sallied |= {u}


def flank_attempt(s: State, b: Battle) -> Procedure[None]:
    """12.3, and Wireless Intercepts (CP-2)."""
    if len(b.sources) < 2 or not any(s.counter(u).army for u in b.attackers) or not s.data.terrain(b.space).flank:
        return
    if not b.defenders or trench(s, b.space):  # 12.3.1
        return

    def preview() -> dict[str, Any]:
        return {**shown(s, b), "flank_chances": {s.name(x): flank_chance(s, b, x) for x in b.sources}}

    why_not = {
        Flank: lambda a: None if a.space in b.sources else _why_not_pin(s, a.space),
        UseCard: lambda a: battle_cards.why_not_use(s, b, b.side, a.card, "flank"), No: None,
    }  # fmt: skip
    prompt = "Attempt a flank attack: which space pins, or 'no'?"
    answer = yield offer(
        b.side, [*map(Flank, b.sources), UseCard("cp_02"), NO], why_not, prompt, "12.3.2", show=preview
    )  # fmt: skip
    if answer == NO:
        return
    if isinstance(answer, UseCard):
        battle_cards.lay(s, b, CP, "cp_02")
        b.first = b.side
        return
    free = total(flank_modifiers(s, b, answer.space))
    die = (yield Roll(1, 6, "the flank attempt", "12.3.3")).total
    roll = die + free
    needs = s.data.numbers.flank_needs
    b.first = b.side if roll >= needs else b.enemy
    how = "succeeds" if roll >= needs else "fails"
    text = f"The flank attempt {{how}}: rolls {{die}}, +{{free}} for free spaces, and needs {needs}"
    s.note(text, "12.3.3", how=how, die=die, free=free, roll=roll)


def _why_not_pin(s: State, space: str) -> Refusal:
    return Refusal("12.3.2", f"Only a space that attacks can pin the defenders; {s.name(space)} is none.")


def flank_modifiers(s: State, b: Battle, pinning: str) -> tuple[Modifier, ...]:
    """What is added to the flank attempt: 1 for each other attacking space that is not pinned down (12.3.2)."""
    free = [x for x in b.sources if x != pinning and not _watched(s, b, x)]
    return s.rules.modifiers(s, Sum(b, b.side, "flank"), [Modifier(s.name(x), 1, "12.3.2") for x in free])


def flank_chance(s: State, b: Battle, pinning: str) -> str:
    """How likely a flank attempt with this pinning space succeeds (12.3.3)."""
    return f"{max(0, min(6, 7 - s.data.numbers.flank_needs + total(flank_modifiers(s, b, pinning))))}/6"


def _watched(s: State, b: Battle, space: str) -> bool:
    """Whether an attacking space touches another enemy-occupied space by a solid line (12.3.2)."""
    return any(n != b.space and s.holder(n) == b.enemy for n in s.data.solid[space])


def great_retreat(s: State, b: Battle) -> Procedure[bool]:
    """AP-27: Russians leave before the dice; combat cards go back."""
    if b.enemy != AP or s.played.get("ap_27") != s.turn or not b.defenders or b.idle:
        return False
    if any(
        s.counter(u).nation != "ru" or not retreats(s, u, b.space, s.data.numbers.short_retreat) for u in b.defenders
    ):
        return False
    prompt = "Retreat one space instead of fighting: yes or no?"
    if (yield offer(AP, [YES, NO], {Yes: None, No: None}, prompt, "AP-27", show=lambda: shown(s, b))) == NO:
        return False
    battle_cards.take_back(s, b)
    b.effects.add("withdrawal")
    paths = yield from retreat(s, b, False, 0)
    yield from advance(s, b, paths)
    return True


def modifiers(s: State, b: Battle) -> None:
    """12.2.6: the modifiers that no combat card brings."""
    for side in (AP, CP):
        b.modifiers[side] += ahead(s, b, side)


def losses(s: State, b: Battle, side: str) -> Procedure[None]:
    """12.4: the units of a side take the other's result."""
    number = b.number[ENEMY[side]]
    units = b.units(side)
    if side == b.enemy and number and b.idle:  # 12.5.6
        for u in b.idle:
            s.die(u, "12.5.6")
        b.idle.clear()
    if not units:
        if side == b.enemy and 0 < defending_fort(s, b) <= number:
            destroy_fort(s, b.space, "12.4.6")
        return
    plans = loss_plans(s, units, number, side == b.side)
    lost = plans[0]
    if len(plans) > 1:
        prompt = f"Which units in the combat at {s.name(b.space)} take {number} in losses?"
        most = f"Losses fill as much of {number} as possible and never exceed it, in an order that 12.4.5 allows."
        why_not = {Lose: why_not_one_of("units", plans, "12.4.3", most)}
        show = partial(loss_table, s, plans)
        lost = (yield offer(side, [*map(Lose, plans)], why_not, prompt, "12.4.3", show=show, all_legal=True)).units
    used = sum(_points(s, lost))
    replaced = suffer(s, lost, "12.4.2", units)
    if side == b.enemy:
        if "withdrawal" in b.effects and lost:
            yield from give_back(s, b, lost, replaced)
        if not b.defenders and 0 < defending_fort(s, b) <= number - used:
            destroy_fort(s, b.space, "12.4.6")


def loss_table(s: State, plans: list[tuple[str, ...]]) -> dict[str, Any]:
    """What each way to take losses costs, if there are few: who loses how often, and which army for good (12.4.4)."""
    rows = []
    for lost in plans if len(plans) <= LISTED else ():
        steps = ", ".join(f"{s.name(u)} twice" if lost.count(u) > 1 else s.name(u) for u in dict.fromkeys(lost))
        rows.append({"answer": str(Lose(lost)), "steps lost": steps, "gone for good": s.listed(lost_armies(s, lost))})
    return {"losses": rows}


def _points(s: State, lost: tuple[str, ...]) -> list[int]:
    """The loss factors a plan uses up."""
    steps: dict[str, int] = {}
    points = []
    for u in lost:
        n = steps.get(u, s.units[u].steps)
        c = s.counter(u)
        points.append(c.lf if n == 2 else c.reduced_lf)
        steps[u] = n - 1
    return points


def give_back(s: State, b: Battle, lost: tuple[str, ...], replaced: dict[str, str]) -> Procedure[None]:
    """AP-6: one lost corps step, else one army step, of supplied units (14.3.4) is ignored."""
    spared = [u for u in dict.fromkeys(lost) if in_supply(s, u, b.space)]
    if not spared:
        return
    corps = [u for u in spared if not s.counter(u).army]
    units = corps or spared
    spares = "Withdrawal spares a corps step if it can, else an army step, of a supplied unit that lost one."
    why_not: dict[type[Any], WhyNot | None] = {GiveBack: why_not_one_of("unit", units, "AP-6", spares)}
    if not corps:
        why_not[No] = None
    answer = yield from choose_one(
        offer(
            b.enemy, [*map(GiveBack, units), *([] if corps else [NO])], why_not, "Withdrawal spares which step?", "AP-6"
        )
    )
    if answer == NO:
        return
    unit = answer.unit
    if unit in s.units and s.units[unit].at == b.space:
        s.restore(unit, "AP-6")
        return
    if unit in s.units:
        s.eliminate(unit, "AP-6")
    s.place(unit, b.space, 1, "AP-6")
    b.defenders.append(unit)
    if unit in replaced:  # its corps is not needed after all
        s.go(replaced[unit], RESERVE[b.enemy], "AP-6")
        b.defenders.remove(replaced[unit])
