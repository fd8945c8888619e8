"""The frozen names of a title: they fix what each number of an action or an observation means.

A learning agent needs the same number for the same answer in every game. `vocabulary.json` beside the title's module
lists the answers and the names of units, places, marks, tracks, cards, piles and phases, in the order of their numbers.
It was grown from random games; growing it again only adds to the ends of the lists:

    python -m wargame.plugins.gym freeze TITLE --games 40

An answer that is not listed gets one of `SPARE` further numbers. A title without the file gets a vocabulary grown from
a few random games whenever it is used: the same one as long as the title does not change.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.title.observation import Observation, observe
from wargame.plugins.manager import get_title, load
from wargame.plugins.match.setup import Setup

FILE = "vocabulary.json"
MOST = 8192  # answers that are listed
SPARE = 2048  # numbers for answers that are not
GROWN = 6  # games from which the vocabulary of a title without a file is grown
LONGEST = 20_000  # answers in one of these games
REMEMBERED = 200_000  # answers whose numbers are kept


@attrs.frozen
class Vocabulary:
    """The names of a title, each list in the order of their numbers."""

    actions: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers answers may have, spare ones included."""
        return len(self.actions) + SPARE

    def write(self, path: Path) -> None:
        """Write the file, one list per line."""
        lists = (f'"{name}": {json.dumps(names, ensure_ascii=False)}' for name, names in attrs.asdict(self).items())
        path.write_text("{\n" + ",\n".join(lists) + "\n}\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Vocabulary:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return cls(**{name: tuple(names) for name, names in data.items()})
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise WargameError(f"{path} is not a vocabulary: {error}.") from None

    def grown(self, names: dict[str, Counter[str]]) -> Vocabulary:
        """This vocabulary with more names at the ends of its lists: answers by how often they were seen."""
        found = {}
        for field in attrs.fields(Vocabulary):
            old: tuple[str, ...] = getattr(self, field.name)
            seen = names.get(field.name, Counter())
            order = sorted(seen, key=lambda name: (-seen[name], name)) if field.name == "actions" else sorted(seen)
            new = [name for name in order if name not in set(old)]
            found[field.name] = (*old, *new)
        return Vocabulary(**found | {"actions": found["actions"][: max(MOST, len(self.actions))]})


class Numbers:
    """The numbers of answers, remembered by the action so that its text is made only once.

    >>> numbers = Numbers(Vocabulary(actions=("done", "pass")))
    >>> numbers.of([PASS, DONE])
    [1, 0]
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._listed = {text: number for number, text in enumerate(vocabulary.actions)}
        self._known: dict[Action, int] = {}

    def of(self, actions: Iterable[Action]) -> list[int]:
        """A number for each of these answers, no number twice; -1 if even the spare ones are used up."""
        known = self._known
        try:
            found = [known[action] for action in actions]
        except KeyError:
            found = [self._number(action) for action in actions]
        first = len(self._listed)
        if found and max(found) >= first:
            self._spread(found, first)
        return found

    def _number(self, action: Action) -> int:
        number = self._known.get(action)
        if number is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            text = str(action)
            number = self._listed.get(text, -1)
            if number < 0:
                number = len(self._listed) + crc32(text.encode()) % SPARE
            self._known[action] = number
        return number

    def _spread(self, found: list[int], first: int) -> None:
        """Where two answers have the same spare number, the later one gets the next that is free."""
        used: set[int] = set()
        for i, number in enumerate(found):
            if number < first:
                continue
            for step in range(SPARE):
                free = first + (number - first + step) % SPARE
                if free not in used:
                    used.add(free)
                    found[i] = free
                    break
            else:
                found[i] = -1


def observation(game: Game, side: str) -> Observation:
    """What a side knows of a game, read from its view by the title, or by the kernel if the title does not."""
    seen = game.rules.view(game.state, side)
    found = game.rules.observation(game.title, seen)
    return observe(seen) if found is None else found


@lru_cache(maxsize=16)
def vocabulary(title: str) -> Vocabulary:
    """The vocabulary of a title: that of its file, or else one grown here and now."""
    path = vocabulary_file(title)
    return Vocabulary.read(path) if path.is_file() else grow(title, GROWN)


def vocabulary_file(title: str) -> Path:
    get_title(title)  # a title that does not exist or is broken says so
    return Path(load(title).module.__file__).parent / FILE


def grow(title: str, games: int, old: Vocabulary | None = None) -> Vocabulary:
    """A vocabulary grown from random games of all scenarios in turn; the same number of games gives the same one."""
    names: dict[str, Counter[str]] = {field.name: Counter() for field in attrs.fields(Vocabulary)}
    declared = get_title(title)
    names["units"].update(declared.counters.keys())
    names["places"].update(declared.board.names if declared.board is not None else ())
    names["places"].update(declared.boxes)
    for seed in range(games):
        scenario = declared.scenarios[seed % len(declared.scenarios)].id
        options = declared.bot_options({})
        _learn(Setup(title, scenario, seed, options=options, auto=True).new_game(), names, random.Random(seed))
    return (old or Vocabulary()).grown(names)


def _learn(game: Game, names: dict[str, Counter[str]], source: random.Random) -> None:
    """Play one game at random and note every name that comes up."""
    while game.decisions and len(game.journal) < LONGEST:
        side, question = next(iter(game.decisions.items()))
        names["actions"].update(map(str, question.actions))
        names["phases"][game.state.phase] += 1
        seen = observation(game, side)
        names["units"].update(seen.units.keys())
        for unit in seen.units.values():
            names["places"][unit["at"]] += 1
            names["marks"].update(unit.get("marks", ()))
        names["places"].update(seen.control.keys())
        names["tracks"].update(seen.tracks.keys())
        names["cards"].update(seen.cards.keys())
        names["piles"].update(seen.cards.values())
        game.apply(source.choice(question.actions), side)
