"""The set-up of a match, as asked for on the command line: who plays which side of which game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
import click

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.core.title.title import Title
from wargame.plugins import new_game
from wargame.plugins.manager import get_title, make_observers
from wargame.plugins.match.bots import HUMAN, Bot, make_bot
from wargame.plugins.match.match import Match

ONE_HUMAN = "one human"  # in a save file: one person plays all sides marked so, and may see what each of them sees
OPPONENT = "planner:normal"  # plays the sides that nobody was named for against a person
AUTOMATIC = "greedy"  # plays them where bots play all sides


@attrs.frozen
class Setup:
    """The game to play and who plays it; what is left out, the title or chance decides."""

    title: str
    scenario: str | None = None
    seed: int | None = None
    dice: str = "seeded"
    options: Mapping[str, str] = attrs.field(factory=dict)
    sides: Mapping[str, str] = attrs.field(factory=dict)
    variants: tuple[str, ...] = ()
    data: Path | None = None
    save: Path | None = None
    auto: bool = False
    free_undo: bool = False
    think: float | None = None  # seconds that a planner thinks in each of its turns
    probes: int | None = None  # or the number of its probes
    observers: tuple[str, ...] = ()

    @property
    def level(self) -> str:
        """The level that planners get; empty if they keep their own."""
        if self.think is not None and self.probes is not None:
            raise click.UsageError("Give --think or --probes, not both.")
        if self.think is not None:
            return f"{self.think:g}s"
        return "" if self.probes is None else f"{self.probes}p"

    def new_game(self) -> Game:
        """A game set up so."""
        seed = secrets.randbelow(10_000) if self.seed is None else self.seed
        title = get_title(self.title, self.data, self.variants)
        named = {find_side(title, side) for side, player in self.sides.items() if player != HUMAN}
        options = title.bot_options(self.options) if self.auto or named == set(title.sides) else self.options
        return new_game(
            self.title, self.scenario, seed, options, dice=self.dice, variants=self.variants, data=self.data,
            observers=make_observers(self.observers, title, seed),
        )  # fmt: skip


def find_side(title: Title, text: str) -> str:
    """The side with this name, in upper or lower case, or the only one whose name starts with it."""
    folded = text.casefold()
    exact = [side for side in title.sides if side.casefold() == folded]
    fits = exact or [side for side in title.sides if folded and side.casefold().startswith(folded)]
    if len(fits) != 1:
        raise WargameError(f"{title.name} has no side '{text}'; it has: {', '.join(title.sides)}.")
    return fits[0]


def choose_players(title: Title, setup: Setup, picked: Sequence[str] = ()) -> dict[str, str]:
    """Who plays each side: a person, or a bot by its name.

    Sides that nobody was named for are played by bots if a person plays another side, otherwise by people.
    """
    wanted: dict[str, str] = {}
    for text, player in setup.sides.items():
        side = find_side(title, text)
        if side in wanted:
            raise click.UsageError(f"--side {side} is given more than once.")
        wanted[side] = player
    wanted |= dict.fromkeys(picked, ONE_HUMAN)
    person = any(player in (HUMAN, ONE_HUMAN) for player in wanted.values())
    if setup.auto and person:
        raise click.UsageError("--auto plays all sides with bots; leave it out to play a side yourself.")
    rest = AUTOMATIC if setup.auto else OPPONENT if person else HUMAN
    return {side: _with_level(wanted.get(side, rest), setup.level) for side in title.sides}


def _with_level(player: str, level: str) -> str:
    """A planner with the level of --think or --probes; anybody else as named."""
    kind = OPPONENT.partition(":")[0]
    return f"{kind}:{level}" if level and player.partition(":")[0] == kind else player


def make_match(game: Game, setup: Setup, picked: Sequence[str] = (), *, as_saved: bool = False) -> Match:
    """The match of a game with a player for every side: those of the set-up, or (`as_saved`) of its save file."""
    players = game.players if as_saved else choose_players(game.title, setup, picked)
    seats: dict[str, Bot | None] = {}
    for number, side in enumerate(game.title.sides):
        player = players.get(side, HUMAN)
        seed = game.seed * 31 + number + len(game.journal)
        seats[side] = None if player in (HUMAN, ONE_HUMAN) else make_bot(player, seed)
    if game.dice == "manual":
        seats[CHANCE] = None
    game.players = dict(players)
    return Match(game, seats, setup.free_undo, ONE_HUMAN in players.values())


def describe_bots(match: Match) -> str:
    """A sentence saying which bot plays which sides: `greedy plays ru and cp.`"""
    sides: dict[str, list[str]] = {}
    for side, player in match.game.players.items():
        if match.players.get(side) is not None:
            sides.setdefault(player, []).append(side)
    return " ".join(f"{bot} plays {' and '.join(own)}." for bot, own in sides.items())
