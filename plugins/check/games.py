"""Random games with all checks of the test kit on the way, and illegal answers thrown in."""

from __future__ import annotations

import time
from collections.abc import Iterator

import attrs

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.questions import CHANCE
from wargame.core.engine.state import State
from wargame.plugins.check.finding import ERROR, WARNING, Finding, described, hook_of, of_error, of_function, unwrapped
from wargame.plugins.check.hooks import phases_of, place_of
from wargame.plugins.check.subject import Subject
from wargame.plugins.manager import HookRules
from wargame.plugins.testkit.games import Failed
from wargame.plugins.testkit.illegal import Report, throw
from wargame.plugins.testkit.random_game import RandomGame

LONGEST = 5000  # answers, after which a game is left unfinished
THROWN = 400  # made-up answers a game
ALIKE = 3  # after this many findings of the same kind, no more games are played


@attrs.define
class Played:
    """What was played, for the summary, and which units were ever seen."""

    games: int = 0
    answers: int = 0
    thrown: int = 0
    unfinished: int = 0
    seconds: float = 0.0
    units: set[str] = attrs.field(factory=set)

    def see(self, state: State) -> None:
        """The units that are in play, or in a pile, as in a cup of units."""
        self.units.update(state.units, *state.piles.values())

    @property
    def text(self) -> str:
        left = f" ({self.unfinished} not to the end)" if self.unfinished else ""
        games = f"{self.games} random game{'' if self.games == 1 else 's'}{left}"
        return f"{games}, {self.answers} answers, {self.thrown} made-up ones, {self.seconds:.0f} s"


def play_games(subject: Subject, rules: HookRules, games: int, seconds: float, played: Played) -> Iterator[Finding]:
    """Play this many games, or as many as time allows, in all scenarios by turns; yields what went wrong, once each."""
    names = [scenario.id for scenario in rules.title.scenarios]
    begun = time.process_time()
    told: set[str] = set()
    for number in range(games):
        left = seconds - (time.process_time() - begun)
        if left <= 0 or len(told) >= ALIKE:
            break
        share = left / (games - number)
        for finding in _one_game(subject, rules, names[number % len(names)], number, share, played):
            if finding.text not in told:
                told.add(finding.text)
                yield finding
    played.seconds = time.process_time() - begun


def _one_game(
    subject: Subject, rules: HookRules, scenario: str, seed: int, seconds: float, played: Played
) -> Iterator[Finding]:
    """One game and its illegal answers; most of the time is for the game."""
    end = time.process_time() + seconds
    report, phase = Report(), ""
    state: State | None = None
    try:
        random = RandomGame(subject.id, scenario, seed, every=100)
        for step in range(LONGEST):
            if not random.game.decisions or time.process_time() > end - seconds / 4:
                break
            state = random.game.state
            phase = state.phase
            yield from _asked(rules, random)
            random.play_one(step)
        played.see(random.game.state)
        played.answers += len(random.game.journal)
        played.unfinished += bool(random.game.decisions)
        yield from _winners(rules, random)
        if time.process_time() < end:
            for fault in throw(subject.id, scenario, seed, THROWN, None, report, end):
                hint = "Let one predicate list, check and refuse the answers."
                where = _place(rules, random.game.state, fault.kind[0])
                yield Finding(ERROR, str(fault), hint, *where, f"phase '{fault.kind[0]}'")
                break
    except Failed as failed:
        yield Finding(ERROR, str(failed), _hint(str(failed)), *_place(rules, state, phase), f"phase '{phase}'")
    except IllegalAction as error:
        text = f"an answer that is listed is refused: {error} (scenario {scenario}, seed {seed})"
        hint = "Let one predicate list, check and refuse the answers."
        yield Finding(ERROR, text, hint, *_place(rules, state, phase), f"phase '{phase}'")
    except Exception as error:  # a title may raise anything
        at = f" (scenario {scenario}, seed {seed})"
        hint = "Play it with 'wargame run --auto', bots random, and this seed."
        yield Finding(
            ERROR, described(error) + at, hint, *of_error(error, subject.folder), hook_of(error, f"phase '{phase}'")
        )
    played.games += 1
    played.thrown += report.thrown


def _hint(text: str) -> str:
    """What to do about what the test kit complains of."""
    hints = {
        "who may see the pile": "Declare the pile in Title.piles.",
        "is read as": "The notation must parse back to the same action.",
        "dead end": "Offer an answer that is always possible, such as DONE.",
        "invariant": "Change the state only by its verbs.",
        "depends on what it may not know": "Show only what wargame_view gives this side.",
    }
    return next((hint for words, hint in hints.items() if words in text), "")


def _place(rules: HookRules, state: State | None, phase: str) -> tuple[str, int]:
    """Where the procedure of a phase is defined; else where the sequence of play is."""
    for step in phases_of(rules.phases(state)) if state is not None else ():
        if step.name == phase and (place := of_function(unwrapped(step.run)))[0]:
            return place
    return place_of(rules, "wargame_phases")


def _asked(rules: HookRules, random: RandomGame) -> Iterator[Finding]:
    """Questions to a side that does not exist."""
    for side, question in random.game.decisions.items():
        if side != CHANCE and side not in rules.title.sides:
            where = _place(rules, random.game.state, random.game.state.phase)
            text = f"'{question.prompt}' is asked of '{side}', which is no side"
            hint = f"The sides are: {', '.join(rules.title.sides)}."
            yield Finding(ERROR, text, hint, *where, f"phase '{random.game.state.phase}'")


def _winners(rules: HookRules, random: RandomGame) -> Iterator[Finding]:
    """Winners that are no sides, and reasons without a rule."""
    result = random.game.result
    for winner in result.winners if result is not None else ():
        if winner not in rules.title.sides:
            hint = f"Result takes a tuple of sides, such as ('{rules.title.sides[0]}',)."
            text = f"the winner is '{winner}', which is no side"
            yield Finding(ERROR, text, hint, *place_of(rules, "wargame_victory"), "wargame_victory")
    if result is not None and not result.rule:
        text = f"the result '{result.text}' names no rule"
        yield Finding(WARNING, text, "Give Result a rule.", *place_of(rules, "wargame_victory"), "wargame_victory")


def set_up(subject: Subject, rules: HookRules) -> tuple[dict[str, State], list[Finding]]:
    """The state at the start of each scenario, as the hook returns it, and what went wrong in setting them up."""
    title, states, findings = rules.title, dict[str, State](), []
    for scenario in title.scenarios:
        place, what = place_of(rules, "wargame_setup"), ""
        options = title.read_options(title.bot_options({}))
        try:
            state = rules.hook.wargame_setup(title=title, scenario=scenario.id, options=dict(options))
            if isinstance(state, State):
                state.title, state.rules, state.scenario, state.options = title, rules, scenario.id, dict(options)
                state.reindex()
                states[scenario.id] = state
            else:
                what = f"it returns {type(state).__name__} instead of a State"
        except Exception as error:  # a title may raise anything
            place, what = of_error(error, subject.folder), described(error)
        if what:
            hint = "Set up a State with its verbs, such as state.place, and return it."
            findings.append(Finding(ERROR, f"scenario '{scenario.id}': {what}", hint, *place, "wargame_setup"))
    return states, findings
