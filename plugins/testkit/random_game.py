"""One random game with everything checked on the way: notation, positions, saves, undo, hidden parts, pictures."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine import journal
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import BrokenTitle, IllegalAction
from wargame.core.engine.game import Game
from wargame.core.title import sight
from wargame.core.title.picture import Picture
from wargame.plugins.manager import HookRules
from wargame.plugins.testkit.games import Failed, make_game, snapshot
from wargame.plugins.testkit.invariants import INDEX, KINDS, Invariant

NOTED = 400  # of a longer list of offered actions, this many are written and parsed back
# Each check of a random game, and what it means that it was never made.
CHECKS = {
    "notation": "no answer was offered",
    "invariants": "no game was played",
    "owners of piles": "wargame_view decides who sees what, or there is no pile",
    "positions": "no game was played",
    "hidden parts": "no part could be drawn anew",
    "events of an answer": "dice fell, or something was revealed, whenever it was tried",
    "undo": "no game was played",
    "saves": "no game was played",
    "pictures": "there is no wargame_picture",
}


@attrs.define
class RandomGame:
    """A game played at random, with the checks that are made on the way. `where` names it in every complaint."""

    title: str
    scenario: str | None
    seed: int
    options: Mapping[str, Any] = attrs.field(factory=dict)
    invariants: tuple[Invariant, ...] = ()
    every: int = 25  # answers between two checks that copy or replay the game
    ran: Counter[str] = attrs.field(factory=Counter)  # how often each of `CHECKS` was made
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
            self.play_one(step)

    def play_one(self, step: int) -> None:
        """One answer at random; now and then, by the number of the step, the checks that take longer."""
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
        self.check_piles()
        self.check_questions()
        for invariant in (INDEX, KINDS, *self.invariants):
            fault = invariant.fault(self.game.state)
            if fault:
                raise self.fail(f"invariant '{invariant.name}': {fault}")
            self.ran["invariants"] += 1

    def check_piles(self) -> None:
        """Somebody has said who may see each pile."""
        rules = self.game.rules
        if isinstance(rules, HookRules) and not rules.has("wargame_view"):
            for name in self.game.state.piles:
                if sight.declared(self.game.title, name) is None:
                    raise self.fail(f"who may see the pile '{name}'? Declare it in Title.piles, or hook wargame_view.")
                self.ran["owners of piles"] += 1

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
            self.ran["notation"] += 1

    # checks now and then

    def check_position(self) -> None:
        """The position, through JSON, is the same game."""
        position = json.loads(json.dumps(self.game.position()))
        again = make_game(self.title, position=position)
        different = _differing(snapshot(self.game), snapshot(again))
        if different:
            raise self.fail(f"a game made from its position differs in: {different}.")
        self.ran["positions"] += 1

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
        self.ran["undo"] += 1

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
            if self.game.rules.picture(self.game.state, side) != ahead.rules.picture(ahead.state, side):
                raise self.fail(f"the picture for {side} depends on what it may not know.")
            if side in self.game.decisions:
                mine, same = self.game.decisions[side].actions, ahead.decisions[side].actions
                if list(map(str, mine)) != list(map(str, same)):
                    raise self.fail(f"what {side} is offered depends on what it may not know.")
            self.ran["hidden parts"] += 1

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
        self.ran["events of an answer"] += 1

    def check_picture(self) -> None:
        """The map hangs together, for whoever looks."""
        for side in (None, *self.game.title.sides):
            picture = self.game.rules.picture(self.game.state, side)
            fault = picture_fault(picture)
            if fault:
                raise self.fail(f"the picture for {side or 'all'}: {fault}.")
            self.ran["pictures"] += picture is not None

    def check_save(self) -> None:
        """Saved and loaded, it is the same game."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            journal.Writer(path, self.game).close()
            again = self._load(path)
        different = _differing(snapshot(self.game), snapshot(again))
        if different or [e.text for e in again.events] != [e.text for e in self.game.events]:
            raise self.fail(f"saved and loaded the game differs in: {different or 'events'}.")
        self.ran["saves"] += 1

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
) -> RandomGame:
    """Play a game at random to its end (`finish`: it must come within `steps` answers) with all checks.

    Returns the game and what was checked.
    """
    try:
        random = RandomGame(title, scenario, seed, options or {}, tuple(invariants), every)
        random.play(steps)
    except BrokenTitle as error:
        raise Failed(f"{title}, scenario {scenario}, seed {seed}: {error}") from error
    if finish and random.game.decisions:
        raise random.fail(f"the game is not over after {steps} answers.")
    random.check_save()
    return random


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
