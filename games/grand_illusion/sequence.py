"""The turn (4.0), with CAPs (5), initiative (6) and the British set-up."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.choosing import why_not_one_of

from .action_phase import action_phase
from .actions import Take
from .administration import administration, victory_segments
from .eastern_front import east_front
from .model import MAUBEUGE, State
from .options import choose_strategies, prepare
from .rail import strategic_movement
from .records import ALLIED, ENEMY, GERMAN
from .replacements import reinforcements

# --- CAPs (5) and initiative (6) ---------------------------------------------------------------------------------


def command_points(s: State) -> Procedure[None]:
    """Both sides receive their CAPs (5.1); those left over are lost."""
    table, options = s.data.tables.caps, s.data.tables.options
    for side in (ALLIED, GERMAN):
        if s.turn == 1 and not s.what_if():
            caps = table.first_turn(side)  # 5.1.4
        else:
            roll = yield Roll(1, 6, why=f"the CAPs of the {s.name(side)}", rule="5.1.1")
            caps = column(s, side)[roll.total - 1]
            s.note("{side} rolls {die} for CAPs", "5.1.1", side=side, die=roll.total)
        if s.turn == 1 and s.what_if():
            caps += s.caps(side)  # won in the blow at Liege (13.3.4a5)
        if side == ALLIED and s.has("al_3") and s.turn >= options.empires_from:
            caps += options.empires_caps  # 13.3.4a3
        if side == GERMAN and 0 < s.tracks.get("ninth army", 0) < s.turn:
            caps += options.ninth_army_caps  # 13.3.4b4
        s.tracks["caps " + side] = caps = min(caps, table.most)
        s.note("{side} receives {caps} CAPs", "5.1.1", side=side, caps=caps)
    s.owe_battles()


def column(s: State, side: str) -> tuple[int, ...]:
    """The CAPs by die of the commander: another after a general retreat (5.1.2, 5.1.3)."""
    table, later = s.data.tables.caps, s.withdrawn.get(side, s.turn) < s.turn
    if side == ALLIED:
        return table.joffre2 if later else table.joffre
    return table.falkenhayn if later else table.moltke


def initiative(s: State) -> Procedure[None]:
    """Who goes first this turn (6.0)."""
    rule, bound = s.data.tables.initiative, not s.what_if()
    if bound and s.turn in rule.allied_turns:
        first = ALLIED
    elif bound and s.turn in rule.german_turns:
        first = GERMAN
    else:
        allied = yield Roll(1, 6, why="Allied initiative", rule="6.0")
        german = yield Roll(1, 6, why="German initiative", rule="6.0")
        first = ALLIED if allied.total > german.total else GERMAN
        dice = {"allied": allied.total, "german": german.total}
        s.note("Initiative: allied rolls {allied}, german {german}", "6.0", **dice)
    s.initiative = s.active = first
    s.note("{side} has the initiative", "6.0", side=first)


def british_set_up(s: State) -> Procedure[None]:
    """A few British infantry units may begin the game in Maubeuge instead of Le Cateau (3.1.1)."""
    rule = s.data.tables.first_turn
    start, most = rule.british_start, rule.british_units
    for _ in range(most):
        units = [u for u in s.present(start, ALLIED).combat if s.is_infantry(u)]
        british = [u for u in units if s.unit(u).nation == "british"]
        choice = why_not_one_of("unit", british, "3.1.1", f"Only British infantry of hex {start} may begin elsewhere.")
        prompt = f"Which British infantry begins in {MAUBEUGE} instead of {start} ({most} units at most, then 'done')?"
        answer = yield offer(ALLIED, [*map(Take, british), DONE], {Take: choice, Done: None}, prompt, "3.1.1")
        if answer == DONE:
            return
        s.move(answer.unit, MAUBEUGE, "3.1.1")
        s.maubeuge = s.maubeuge | {answer.unit}


TURN = Sequence(
    "turn",
    Phase("British set-up", british_set_up, when=lambda s: s.turn == 1),
    Phase("strategy options", choose_strategies, when=lambda s: s.turn == 1 and s.what_if() and not s.secret),
    Phase("preparation", prepare, when=lambda s: s.turn == 1 and s.what_if(), repeat=True),
    Phase("command points", command_points),
    Phase("initiative", initiative),
    Phase("reinforcements", reinforcements, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("reinforcements", reinforcements, side=lambda s: s.initiative, repeat=True),
    Phase("eastern front", east_front, when=lambda s: s.turn == s.data.tables.eastern_front.turn and not s.what_if()),
    Phase("action", lambda s, side: action_phase(s), side=lambda s: s.withdrawing or s.active, repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: s.initiative, repeat=True),
    Phase("victory", victory_segments),
    Phase("administration", administration),
    repeat=True,
)
