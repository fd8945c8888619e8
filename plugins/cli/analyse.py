"""`wargame analyse`: the worst answers of a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from wargame.core.engine import journal
from wargame.plugins import saved_game
from wargame.plugins.bots.worlds import WIN
from wargame.plugins.match.analysis import Judged, analyse, decisions, sides_to_judge, worst
from wargame.plugins.match.setup import find_side


def analyse_lines(file: Path, side: str | None, probes: int, number: int, data: Path | None) -> Iterator[str]:
    """The lines to print."""
    saved = journal.read(file)
    played, again = (saved_game(saved.header, saved.header["position"], data=data) for _ in range(2))
    played.players = dict(saved.header.get("players", {}))
    sides = [find_side(played.title, side)] if side is not None else sides_to_judge(played)
    found = list(decisions(played, journal.replay_saved(saved, played), sides))
    judged = list(_with_progress(analyse(again, played.journal, found, probes), len(found)))
    seen = [one for one in judged if one is not None]
    yield f"{played.title.name}: {len(seen)} decisions of {', '.join(sides)}, each judged with {probes} probes."
    mistakes = worst(seen, number)
    for place, one in enumerate(mistakes, 1):
        yield from _lines(place, one)
    if not mistakes:
        yield "Nothing better was found."


def _lines(place: int, one: Judged) -> Iterator[str]:
    rule = f" ({one.rule})" if one.rule else ""
    yield f"{place}. {one.side}, {one.date}, {one.phase}, answer {one.number + 1}: {one.prompt}{rule}"
    yield f"   given:  {one.given}"
    cost = "it decides the game" if one.cost > WIN / 2 else f"{one.cost:.2f} more"
    yield f"   better: {one.better} ({cost}){f': {one.reason}' if one.reason else ''}"


def _with_progress(judged: Iterator[Judged | None], total: int) -> Iterator[Judged | None]:
    console = Console(stderr=True)
    columns = (MofNCompleteColumn(), TextColumn("decisions"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(judged, total=total)
