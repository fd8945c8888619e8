"""The conformance suite that any title must pass: random games, saves, undo, hidden piles, other processes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import attrs

from wargame.core.engine import journal
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.convert import digest, state_to_data
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Answer, Game
from wargame.core.engine.state import State
from wargame.core.title.picture import Picture
from wargame.plugins.manager import HookRules, make_manager, make_rules
from wargame.plugins.testkit.rule_index import (
    Failed,
    check_index,
    check_rule_markers,
    marked_tests,
    title_folder,
)

__all__ = [
    "Failed",
    "Invariant",
    "TitleConformance",
    "check_index",
    "check_invariant_fires",
    "check_other_processes",
    "check_random_game",
    "check_rule_markers",
    "marked_tests",
    "title_folder",
]

SCALARS = (type(None), bool, int, float, str)
NOTED = 400  # of a longer list of offered actions, so many are written and parsed back


@attrs.frozen
class Invariant:
    """What must be true after every answer: `fault(state)` says what is wrong, or nothing.

    `breaks(state)` damages a state so that `fault` must notice: an invariant that cannot fire checks nothing.
    """

    name: str
    fault: Callable[[Any], str | None]
    breaks: Callable[[Any], None]


# --- making and describing games -------------------------------------------------------------------------------


def title_rules(title: str) -> HookRules:
    """The rules of an installed title, or of the plugin class at `package.module:Name`."""
    if ":" not in title:
        return make_rules(title, None, (), ())
    module, name = title.split(":")
    plugin = getattr(importlib.import_module(module), name)()
    return HookRules(make_manager([plugin]).hook.wargame_title(overlay=None), [plugin])


def scenarios(title: str) -> list[str]:
    return [scenario.id for scenario in title_rules(title).title.scenarios]


def make_game(title: str, scenario: str | None = None, **given: Any) -> Game:
    rules = title_rules(title)
    options = rules.title.bot_options(given.pop("options", {}))
    return Game(rules.title, rules, scenario=scenario, options=options, **given)


def snapshot(game: Game) -> dict[str, Any]:
    """Everything by which two games that stand alike must be alike."""
    return {
        "state": state_to_data(game.state),
        "offered": {side: [str(a) for a in q.actions] for side, q in game.decisions.items()},
        "prompts": {side: [q.prompt, q.rule] for side, q in game.decisions.items()},
        "result": game.result.text if game.result is not None else None,
        "digest": game.digest(),
    }


def _picture(game: Game, side: str | None) -> Picture | None:
    rules: Any = game.rules
    found: Picture | None = rules.hook.wargame_picture(state=game.state, side=side)
    return found


def picture_fault(picture: Picture | None) -> str | None:
    """What is wrong with a picture: cells there twice, links and regions that lead nowhere."""
    if picture is None:
        return None
    ids = [cell.id for cell in picture.cells]
    twice = next((id for id, count in Counter(ids).items() if count > 1), None)
    if twice is not None:
        return f"the cell {twice} is there twice"
    ends = {end: f"the link {link.a}-{link.b}" for link in picture.links for end in (link.a, link.b)}
    inside = {id: f"the region {name}" for name, members in picture.regions.items() for id in members}
    stray = next((id for id in (*ends, *inside) if id not in ids), None)
    return None if stray is None else f"{ends.get(stray) or inside[stray]} has {stray}, which is no cell"


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    return ", ".join(key for key in one if one[key] != other[key])


# --- one random game with everything checked ---------------------------------------------------------------------


@attrs.define
class RandomGame:
    """A game played at random, with the checks that are made on the way. `where` names it in every complaint."""

    title: str
    scenario: str | None
    seed: int
    options: Mapping[str, Any] = attrs.field(factory=dict)
    invariants: tuple[Invariant, ...] = ()
    every: int = 25  # so many answers between two checks that copy or replay the game
    game: Game = attrs.field(init=False)
    source: Source = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.game = make_game(self.title, self.scenario, seed=self.seed, options=dict(self.options))
        self.source = Source(seeded(self.seed))

    def fail(self, what: str) -> Failed:
        at = f"{self.title}, scenario {self.game.scenario}, seed {self.seed}, answer {len(self.game.journal)}"
        return Failed(f"{at}, phase '{self.game.state.phase}': {what}")

    def play(self, steps: int) -> None:
        """Answer at random, at most `steps` times, checking."""
        self.check_here()
        for step in range(steps):
            if not self.game.decisions:
                break
            side, action = self.pick()
            if step % self.every == 0:
                self.check_position()
                self.check_hidden()
                self.check_told(side, action)
                self.check_undo(side, action)
            if step in (self.every, self.every * 16):
                self.check_save()
                self.check_picture()
            self.game.apply(action, side)
            self.check_here()

    def pick(self) -> tuple[str, Any]:
        decisions = self.game.decisions
        side = self.source.choice(sorted(decisions))
        return side, self.source.choice(decisions[side].actions)

    # checks after every answer

    def check_here(self) -> None:
        self.check_questions()
        for invariant in (INDEX, KINDS, *self.invariants):
            fault = invariant.fault(self.game.state)
            if fault:
                raise self.fail(f"invariant '{invariant.name}': {fault}")

    def check_questions(self) -> None:
        """No dead end, and every offered action is written so that it is read back."""
        if self.game.result is None and not self.game.decisions:
            raise self.fail("the game is not over, but nobody is asked.")
        for side, question in self.game.decisions.items():
            if not question.actions:
                raise self.fail(f"a dead end: {side} is asked '{question.prompt}' and has no legal answer.")
            self.check_notation(question)

    def check_notation(self, question: Any) -> None:
        notation, actions = self.game.title.notation, list(question.actions)
        if len(actions) > NOTED:
            actions = [self.source.choice(actions) for _ in range(NOTED)]
        for action in actions:
            text = str(action)
            try:
                read = notation.parse(text)
                if read != action:
                    read = question.read(text, notation)
            except IllegalAction:
                read = None
            if read != action:
                raise self.fail(f"'{text}' is offered as {action!r} but is read as {read!r}.")

    # checks now and then

    def check_position(self) -> None:
        """The position, through JSON, is the same game."""
        position = json.loads(json.dumps(self.game.position()))
        again = make_game(self.title, position=position)
        different = _differing(snapshot(self.game), snapshot(again))
        if different:
            raise self.fail(f"a game made from its position differs in: {different}.")

    def check_undo(self, side: str, action: Any) -> None:
        """Taking an answer back leaves all as it was, and giving it again does the same again."""
        game = self.game
        before, told = snapshot(game), [e.text for e in game.events]
        game.apply(action, side)
        after = snapshot(game)
        game.undo()
        different = _differing(before, snapshot(game))
        if different or told != [e.text for e in game.events]:
            raise self.fail(f"'{action}' ({side}) taken back leaves a difference in: {different or 'events'}.")
        game.apply(action, side)
        different = _differing(after, snapshot(game))
        if different:
            raise self.fail(f"'{action}' ({side}) given again does something else in: {different}.")
        game.undo()

    def check_hidden(self) -> None:
        """With what a side cannot know drawn anew, the side sees the same and is offered the same."""
        for side in self.game.title.sides:
            seen = self.game.view(side)
            json.dumps(seen)
            try:
                ahead = self.game.fork(side, self.seed + 1)
            except IllegalAction:
                continue  # the answers so far do not fit the new draw
            other = ahead.view(side)
            if {**seen, "asked": 0} != {**other, "asked": 0}:
                parts = _differing({**seen, **seen["state"]}, {**other, **other["state"]})
                raise self.fail(f"the view of {side} depends on what it may not know, in: {parts}.")
            if _picture(self.game, side) != _picture(ahead, side):
                raise self.fail(f"the picture for {side} depends on what it may not know.")
            if side in self.game.decisions:
                mine, same = self.game.decisions[side].actions, ahead.decisions[side].actions
                if list(map(str, mine)) != list(map(str, same)):
                    raise self.fail(f"what {side} is offered depends on what it may not know.")

    def check_told(self, side: str, action: Any) -> None:
        """What a side is told about its own answer does not depend on what it cannot know, unless that is revealed."""
        told: list[list[dict[str, Any]]] = []
        for seed in (self.seed + 1, self.seed + 2):
            try:
                ahead = self.game.fork(side, seed)
                ahead.apply(action, side)
            except IllegalAction:
                return  # the answers so far do not fit the new draw
            if ahead.undo_stop == len(ahead.journal):
                return  # dice fell, or something was revealed
            told.append([event.as_dict() for event in ahead.events_for(side)])
        if told[0] != told[1]:
            raise self.fail(f"what {side} is told about '{action}' depends on what it may not know.")

    def check_picture(self) -> None:
        """The map hangs together, for whoever looks."""
        for side in (None, *self.game.title.sides):
            fault = picture_fault(_picture(self.game, side))
            if fault:
                raise self.fail(f"the picture for {side or 'all'}: {fault}.")

    def check_save(self) -> None:
        """Saved and loaded it is the same game."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            journal.Writer(path, self.game).close()
            again = self._load(path)
        different = _differing(snapshot(self.game), snapshot(again))
        if different or [e.text for e in again.events] != [e.text for e in self.game.events]:
            raise self.fail(f"saved and loaded the game differs in: {different or 'events'}.")

    def _load(self, path: Path) -> Game:
        given = {"seed": self.seed, "options": dict(self.options)}

        def make(position: Mapping[str, Any] | None) -> Game:
            return make_game(self.title, self.scenario, **given, position=position)

        again = journal.load(journal.read(path), make)
        if isinstance(again.listener, journal.Writer):
            again.listener.close()
        return again


def check_random_game(
    title: str,
    scenario: str | None = None,
    seed: int = 0,
    *,
    options: Mapping[str, Any] | None = None,
    steps: int = 2000,
    finish: bool = False,
    invariants: Iterable[Invariant] = (),
    every: int = 25,
) -> Game:
    """Play a game at random to its end (`finish`: it must come within `steps` answers) with all checks; returns it."""
    random = RandomGame(title, scenario, seed, options or {}, tuple(invariants), every)
    random.play(steps)
    if finish and random.game.decisions:
        raise random.fail(f"the game is not over after {steps} answers.")
    random.check_save()
    return random.game


# --- the same in other processes -----------------------------------------------------------------------------------


def trace(title: str, scenario: str, seed: int, options: Mapping[str, Any], answers: list[list[str]]) -> list[str]:
    """A hash of the game at its start and after each of these answers."""
    game = make_game(title, scenario, seed=seed, options=options)
    found = [digest(snapshot(game))]
    for side, text in answers:
        game.replay([Answer(side, text)])
        found.append(digest([snapshot(game), game.events[-1].text if game.events else ""]))
    return found


def check_other_processes(
    title: str,
    scenario: str | None = None,
    seed: int = 0,
    *,
    options: Mapping[str, Any] | None = None,
    steps: int = 150,
    hash_seeds: Iterable[int] = (1, 2),
) -> None:
    """The journal of a random game replays alike, answer by answer, in processes that hash texts differently."""
    random = RandomGame(title, scenario, seed, options or {})
    for _ in range(steps):
        if random.game.decisions:
            side, action = random.pick()
            random.game.apply(action, side)
    game = random.game
    answers = [a.as_list() for a in game.journal]
    order: dict[str, Any] = {
        "title": title,
        "scenario": game.scenario,
        "seed": seed,
        "options": dict(game.options),
        "answers": answers,
    }
    traces = {"here": trace(**order)}
    for hash_seed in hash_seeds:
        traces[f"PYTHONHASHSEED={hash_seed}"] = _trace_elsewhere(order, hash_seed)
    for name, found in traces.items():
        for number, (one, other) in enumerate(zip(traces["here"], found, strict=True)):
            if one != other:
                last = " ".join(answers[number - 1]) if number else "the set-up"
                raise random.fail(f"replayed with {name}, it differs after answer {number} ({last}).")


def _trace_elsewhere(order: Mapping[str, Any], hash_seed: int) -> list[str]:
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    done = subprocess.run(
        [sys.executable, "-m", "wargame.plugins.testkit", "trace"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths},
    )
    if done.returncode:
        raise Failed(f"{order['title']} does not replay in another process: {done.stderr.strip()[-2000:]}")
    return list(json.loads(done.stdout))


# --- invariants --------------------------------------------------------------------------------------------------


def _index_fault(state: State) -> str | None:
    for space, units in state.at.items():
        for unit in units:
            if unit not in state.units or state.units[unit].at != space:
                return f"the index has {unit} at {space}, where it is not."
    if sum(map(len, state.at.values())) != len(state.units):
        return "a unit is missing from the index of who stands where, or is in it twice."
    return None


def _kinds_fault(state: State) -> str | None:
    for field in attrs.fields(type(state)):
        if field.metadata.get("transient") or field.name == "result":
            continue
        value = getattr(state, field.name)
        values = [*value.keys(), *value.values()] if type(value) is dict else [value]
        for one in values:
            wrong = _not_allowed(one)
            if wrong:
                return f"field '{field.name}' holds a {wrong}; core/engine/state.py says what a field may hold."
    return None


def _not_allowed(value: Any) -> str:
    """The name of a type inside a value that a state may not hold; empty if all is well."""
    if isinstance(value, SCALARS):
        return ""
    if isinstance(value, tuple | frozenset):
        return next((wrong for one in value if (wrong := _not_allowed(one))), "")
    if attrs.has(type(value)):
        if not _is_frozen(value):
            return f"{type(value).__name__} that is not frozen"
        inner = (getattr(value, field.name) for field in attrs.fields(type(value)))
        return next((wrong for one in inner if (wrong := _not_allowed(one))), "")
    return type(value).__name__


def _is_frozen(value: Any) -> bool:
    names = [field.name for field in attrs.fields(type(value))]
    try:
        for name in names[:1]:
            setattr(value, name, getattr(value, name))
    except attrs.exceptions.FrozenInstanceError:
        return True
    return not names


def _misplace(state: State) -> None:
    state.at["nowhere"] = ("nobody",)


def _list_in_state(state: Any) -> None:
    state.scheduled["x"] = [1]


INDEX = Invariant("who stands where", _index_fault, _misplace)
KINDS = Invariant("state fields of allowed kinds", _kinds_fault, _list_in_state)


def check_invariant_fires(title: str, invariant: Invariant, scenario: str | None = None) -> None:
    """The invariant holds at the start and notices when it is broken."""
    state = make_game(title, scenario).state.copy()
    fault = invariant.fault(state)
    if fault:
        raise Failed(f"{title}: invariant '{invariant.name}' does not hold at the start: {fault}")
    invariant.breaks(state)
    if not invariant.fault(state):
        raise Failed(f"{title}: invariant '{invariant.name}' cannot fire: it does not notice the damage.")


# --- for pytest --------------------------------------------------------------------------------------------------


class TitleConformance:
    """Subclass it as `TestConformance` in a title's tests; see the module's text."""

    title: ClassVar[str]
    invariants: ClassVar[tuple[Invariant, ...]] = ()
    options: ClassVar[Mapping[str, Any]] = {}
    seeds: ClassVar[tuple[int, ...]] = (1, 2)
    steps: ClassVar[int] = 2000  # answers a game
    finish: ClassVar[bool] = True  # whether it must be over by then
    every: ClassVar[int] = 25

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "scenario" in metafunc.fixturenames:
            metafunc.parametrize("scenario", scenarios(self.title))
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", self.seeds)
        if "invariant" in metafunc.fixturenames:
            metafunc.parametrize("invariant", (INDEX, KINDS, *self.invariants), ids=lambda i: i.name.replace(" ", "-"))

    def test_random_game(self, scenario: str, seed: int) -> None:
        check_random_game(
            self.title,
            scenario,
            seed,
            options=self.options,
            steps=self.steps,
            finish=self.finish,
            invariants=self.invariants,
            every=self.every,
        )

    def test_other_processes(self, scenario: str) -> None:
        check_other_processes(self.title, scenario, self.seeds[0], options=self.options)

    def test_invariant_fires(self, invariant: Invariant) -> None:
        check_invariant_fires(self.title, invariant)
