"""`wargame simulate`: bots play many games; who won, by which rules, and after how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean

import attrs

from wargame.core.title.title import Result
from wargame.plugins.match.table import Request, bots_at, seat


@attrs.frozen
class Played:
    """A game that is over."""

    result: Result
    turns: int
    answers: int
    bots: str = ""


def play_games(request: Request, games: int) -> Iterator[Played]:
    """One game a seed, beginning with the one asked for: each is that of `wargame run --auto --seed`."""
    first = request.seed or 0
    for seed in range(first, first + games):
        game = attrs.evolve(request, seed=seed).game()
        table = seat(game, request)
        table.let_bots_answer()
        assert game.result is not None
        yield Played(game.result, game.state.turn, len(game.journal), bots_at(table))


def summary(played: Sequence[Played]) -> Iterator[str]:
    """Who won how often and by which rules, the most frequent first; the length of the games."""
    if not played:
        yield "No game was played to its end."
        return
    if played[0].bots:
        yield played[0].bots
    ends: dict[str, list[str]] = {}
    for one in played:
        ends.setdefault(" and ".join(one.result.winners) or "draw", []).append(one.result.rule or "no rule")
    width = max(map(len, ends))
    for who, rules in sorted(ends.items(), key=lambda item: -len(item[1])):
        by_rule = ", ".join(f"{rule} ({times})" for rule, times in Counter(rules).most_common())
        yield f"{who:{width}}  {len(rules):>4}  {len(rules) / len(played):>4.0%}  by {by_rule}"
    yield f"turns: {_spread([one.turns for one in played])}; answers: {_spread([one.answers for one in played])}"


def _spread(numbers: Sequence[int]) -> str:
    return f"{mean(numbers):.1f} on average, {min(numbers)} to {max(numbers)}"


def simulate(request: Request, games: int) -> Iterator[str]:
    """The lines to print; Ctrl-C ends it with the games played so far."""
    from rich.console import Console
    from rich.progress import Progress

    played: list[Played] = []
    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("games", total=games)
            for one in play_games(request, games):
                played.append(one)
                progress.advance(task)
    except KeyboardInterrupt:
        yield f"Interrupted after {len(played)} of {games} games."
    yield from summary(played)
