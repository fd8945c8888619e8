"""Illegal answers, thrown at every question of random games: accepted exactly if legal, otherwise refused by a rule.

    check_illegal_answers("skirmish", "basic", seed=1, answers=10_000)      # raises Failed at the first fault

`python -m wargame.plugins.testkit illegal TITLE --answers 1000000` throws at all scenarios and lists all
kinds of fault.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from wargame.core.engine.actions import Dice, Drawn
from wargame.core.engine.errors import BrokenTitle, IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.core.engine.state import State
from wargame.plugins.testkit.games import Failed, make_game

EACH = 20  # answers thrown at one question
APPLIED = 2  # this many of them are given to the game itself, and as many written as text
SEEN = 200  # values of a field that were offered and are kept to draw from
GARBAGE = ("", "?", "0", "-1", "nowhere", "none", "a-b", "+", ",", "Ünknown", "x" * 300)
NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 12, 99, 10**6)
GENERIC = "is not possible here"  # what a question says that has no reason of its own


@attrs.frozen
class Fault:
    """What went wrong at one question, and where."""

    where: str
    what: str
    kind: tuple[str, ...]  # the same for faults that have the same cause, most likely

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@attrs.define
class Report:
    """What was thrown, and what came of it."""

    thrown: int = 0
    accepted: int = 0
    generic: dict[tuple[str, str], Counter[str]] = attrs.field(
        factory=dict
    )  # no reason of its own: phase, rule, action
    faults: dict[tuple[str, ...], Fault] = attrs.field(factory=dict)  # the first of each kind


class Thrower:
    """Makes up answers for one game: what is there, what was offered before, and nonsense."""

    def __init__(self, game: Game, source: random.Random) -> None:
        self.game = game
        self.source = source
        notation = game.title.notation
        self.classes = [cls for cls in notation.classes if cls not in (Dice, Drawn)]
        self.fields = {cls: tuple((f.name, _kind(cls, f.name)) for f in attrs.fields(cls)) for cls in self.classes}
        self.seen: dict[tuple[type[Any], str], list[Any]] = {}
        self.before: list[Any] = []
        self.sample: Sequence[Any] = ()  # of what is offered now
        self.pools: list[tuple[str, ...]] = []

    def look(self, question: Question) -> None:
        """Take in what there is now and what is offered."""
        game, state = self.game, self.game.state
        title = game.title
        items = tuple({item for pile in state.piles.values() for item in pile})
        pools = [
            tuple(title.counters), tuple(state.units), title.board.names if title.board is not None else (),
            tuple(state.at), title.sides, tuple(sorted(items)), (*state.piles, *state.tracks), GARBAGE,
        ]  # fmt: skip
        self.pools = [pool for pool in pools if pool]
        offered = question.actions
        self.sample = offered if len(offered) <= EACH else [self.source.choice(offered) for _ in range(EACH)]
        for action in self.sample:
            self._remember(self.before, action)
            for name, _ in self.fields.get(type(action), ()):
                self._remember(self.seen.setdefault((type(action), name), []), getattr(action, name))

    def _remember(self, values: list[Any], value: Any) -> None:
        if len(values) < SEEN:
            values.append(value)
        else:
            values[self.source.randrange(SEEN)] = value

    def answer(self) -> Any:
        """An action that was offered before, one of those with a field changed, or one made up."""
        source = self.source
        dice = source.random()
        if self.before and dice < 0.4:
            action = source.choice(self.before)
            fields = self.fields.get(type(action), ())
            if dice < 0.1 or not fields:
                return action
            name, kind = source.choice(fields)
            return attrs.evolve(action, **{name: self._value(type(action), name, kind)})
        cls = source.choice(self.classes)
        return cls(**{name: self._value(cls, name, kind) for name, kind in self.fields[cls]})

    def _value(self, cls: type[Any], name: str, kind: str) -> Any:
        source = self.source
        seen = self.seen.get((cls, name))
        if seen and source.random() < 0.4:
            return source.choice(seen)
        if kind == "bool":
            return source.random() < 0.5
        if kind == "int":
            return source.choice(NUMBERS)
        if kind == "ints":
            return tuple(source.choice(NUMBERS) for _ in range(source.randrange(4)))
        pool = source.choice(self.pools)
        if kind == "strs":
            return tuple(source.choice(pool) for _ in range(source.randrange(4)))
        return source.choice(pool)


def _kind(cls: type[Any], field: str) -> str:
    hint = str(attrs.fields_dict(attrs.resolve_types(cls))[field].type)
    if "tuple" in hint:
        return "ints" if "int" in hint else "strs"
    return next((kind for kind in ("bool", "int") if kind in hint), "str")


def throw(
    title: str,
    scenario: str | None,
    seed: int,
    answers: int,
    options: Mapping[str, Any] | None = None,
    report: Report | None = None,
    end: float | None = None,
) -> Iterator[Fault]:
    """The faults that this many made-up answers find in random games of one scenario.

    With `end`, a time of `time.process_time()`, the games stop then.
    """
    report = Report() if report is None else report
    source = random.Random(seed)
    number, until = seed, report.thrown + answers
    while report.thrown < until and not _is_over(end):
        game = make_game(title, scenario, seed=number, options=dict(options or {}))
        thrower = Thrower(game, source)
        while game.decisions and report.thrown < until and not _is_over(end):
            where = f"{title}, scenario {game.scenario}, seed {number}, answer {len(game.journal)}"
            for side, question in game.decisions.items():
                yield from _at_question(thrower, side, question, where, report)
            side = source.choice(sorted(game.decisions))
            game.apply(source.choice(game.decisions[side].actions), side)
        number += 1


def _is_over(end: float | None) -> bool:
    return end is not None and time.process_time() > end


def _at_question(thrower: Thrower, side: str, question: Question, where: str, report: Report) -> Iterator[Fault]:
    """Throw at one question; the state must stay as it is."""
    game = thrower.game
    thrower.look(question)
    listed = frozenset(question.actions)
    refused = next((action for action in thrower.sample if not question.accepts(action)), None)
    if refused is not None:
        yield Fault(where, f"{refused!r} is listed but refused", (game.state.phase, type(refused).__name__, "listed"))
    before, told = game.state.copy(), len(game.events)
    where = f"{where}, phase '{game.state.phase}', {side} is asked '{question.prompt}'"
    for number in range(EACH):
        action = thrower.answer()
        report.thrown += 1
        try:
            what = _judged(game, question, action, listed, report)
            if not what and number < APPLIED:
                what = _given(game, side, question, action)
                question = game.decisions[side]  # another one, if the answer was legal and taken back
        except Exception as error:  # whatever it is, it is no refusal
            what = _raised(error)
        if not what and (not _alike(before, game.state) or len(game.events) != told):
            what = "changed the state, or told something"
        if what:
            said = f"{action!r} {what}"
            yield Fault(where, said, (game.state.phase, question.rule, type(action).__name__, what.split(":")[0]))
            return


def _raised(error: Exception) -> str:
    """What was raised, and where: a mistake of the title is called by its first cause."""
    cause = error.__cause__ if isinstance(error, BrokenTitle) and error.__cause__ is not None else error
    return f"raises {type(cause).__name__}: {error}"


def _judged(game: Game, question: Question, action: Any, listed: frozenset[Any], report: Report) -> str:
    """What is wrong with how a question judges an action; empty if all is well."""
    refusal = question.why_not(action)
    if refusal is None:
        report.accepted += 1
        return "is accepted but not listed" if question.complete and action not in listed else ""
    if action in listed:
        return f"is listed but refused: {refusal}"
    rule, text = refusal
    if not rule or not text:
        return f"is refused without a rule or a reason: {refusal}"
    if GENERIC in text:
        report.generic.setdefault((game.state.phase, question.rule), Counter())[type(action).__name__] += 1
    return ""


def _given(game: Game, side: str, question: Question, action: Any) -> str:
    """What is wrong when the game gets an action, and when it gets its text; empty if all is well."""
    legal = question.accepts(action)
    for given in (action, str(action)):
        try:
            game.apply(given, side)
        except IllegalAction as error:
            if legal and given is action:
                return f"is legal but the game refuses it: {error}"
        else:
            game.undo()
            if not legal and given is action:
                return "is illegal but the game takes it"
    return ""


def _alike(one: State, other: State) -> bool:
    """Whether two states hold the same; what they share is not looked at twice."""
    return all(
        getattr(one, field.name) == getattr(other, field.name)
        for field in attrs.fields(type(one))
        if field.init and field.name not in ("log", "_title", "rules")  # the others are worked out from these
    )


def check_illegal_answers(
    title: str, scenario: str | None = None, seed: int = 0, *, answers: int, options: Mapping[str, Any] | None = None
) -> Report:
    """Throw this many answers at random games; Failed at the first that is wrongly accepted or refused."""
    report = Report()
    for fault in throw(title, scenario, seed, answers, options, report):
        raise Failed(str(fault))
    return report


def all_faults(title: str, scenarios: list[str], seed: int, answers: int) -> Report:
    """Throw at each scenario in turn, and keep the first fault of each kind."""
    report = Report()
    for number, scenario in enumerate(scenarios):
        for fault in throw(title, scenario, seed + 1000 * number, answers // len(scenarios), None, report):
            report.faults.setdefault(fault.kind, fault)
    return report
