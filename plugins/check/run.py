"""The whole check of one title, and its report."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from wargame.core.engine.errors import WargameError
from wargame.plugins.check import data, hooks
from wargame.plugins.check.finding import ERROR, Finding, described, hook_of, of_error, of_function
from wargame.plugins.check.games import Played, play_games, set_up
from wargame.plugins.check.rules import check_rules
from wargame.plugins.check.subject import Subject, find_subject
from wargame.plugins.discovery import entry_points
from wargame.plugins.manager import HookRules, make_rules

UNKNOWN = re.compile(r"unknown hook '(\w+)'")
GAMES = 20
SECONDS = 20.0


@attrs.frozen
class Checked:
    """What was found, the errors first, and what was played."""

    subject: Subject
    findings: tuple[Finding, ...]
    played: Played

    @property
    def errors(self) -> int:
        return sum(finding.level == ERROR for finding in self.findings)


def check(named: str, games: int = GAMES, seconds: float = SECONDS) -> Checked:
    """Check the title of this name or in this folder; `seconds` is the most time for its games."""
    with find_subject(named) as subject:
        played = Played()
        found = dict.fromkeys(_findings(subject, games, seconds, played))
        order = sorted(found, key=lambda finding: finding.level != ERROR)
        return Checked(subject, tuple(map(_shortened, order)), played)


def _findings(subject: Subject, games: int, seconds: float, played: Played) -> Iterator[Finding]:
    rules, wrong = _load(subject)
    title = rules.title if rules is not None else None
    found = list(data.check_files(subject, title))
    if not (found and rules is None and isinstance(wrong, Finding) and _told(wrong, found)):
        yield from [wrong] if wrong else []
    yield from found
    yield from check_rules(subject)
    if rules is None or title is None:
        return
    yield from data.check_map(subject, title)
    states, findings = set_up(subject, rules)
    findings += hooks.check_hooks(subject, rules, states)
    yield from findings
    if any(finding.level == ERROR for finding in findings):
        return  # games would stumble over the same
    for state in states.values():
        played.see(state)
    yield from play_games(subject, rules, games, seconds, played)
    to_the_end = played.games > 2 * played.unfinished  # if not, many counters had no time to come
    yield from data.check_counters(subject, title, frozenset(played.units), to_the_end)


def _told(wrong: Finding, found: list[Finding]) -> bool:
    """Whether what stopped the title from loading is among what its files show."""
    return any((one.file, one.line) == (wrong.file, wrong.line) for one in found)


def _load(subject: Subject) -> tuple[HookRules | None, Finding | None]:
    """The rules of the title, or why there are none."""
    point = next(point for point in entry_points() if point.name == subject.id)
    try:
        importlib.import_module(point.module)
    except Exception as error:  # a stranger's module may raise anything
        hint = "Mend the module; nothing else can be checked before."
        return None, Finding(ERROR, described(error), hint, *of_error(error, subject.folder))
    try:
        return make_rules(subject.id, None, (), ()), None
    except WargameError as error:
        if unknown := UNKNOWN.search(str(error)):
            module = importlib.import_module(point.module)
            place = of_function(getattr(module, unknown[1], None))
            hint = "Correct the name; docs/plugins.md lists the hooks."
            return None, Finding(ERROR, f"there is no hook '{unknown[1]}'", hint, *place, unknown[1])
        cause = error.__cause__ or error
        places = (
            data.place_of_named(subject, str(error)),
            of_error(cause, subject.folder),
            of_error(error, subject.folder),
        )
        place = next((place for place in places if place[0]), ("", 0))
        hint = "The title must load before its games can be checked."
        return None, Finding(ERROR, described(error), hint, *place, hook_of(error, "wargame_title"))


def _shortened(finding: Finding) -> Finding:
    """The finding with its file as seen from here, if it is below."""
    if not finding.file:
        return finding
    path = Path(finding.file)
    near = os.path.relpath(path) if path.is_absolute() and path.is_relative_to(Path.cwd()) else finding.file
    return attrs.evolve(finding, file=near)
