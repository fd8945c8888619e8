"""The game for seven and the arrangements for fewer players (VI.3, XV.3)."""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.engine.errors import WargameError
from wargame.core.title.title import Option, Scenario, Title

from .adjudicator import PRESETS
from .geography import Geography
from .model import State
from .resolver import RuleSwitches


def name_of(hand: tuple[str, ...]) -> str:
    """What a player is called before powers are dealt: by all of them."""
    return "+".join(hand)


def scenarios(geo: Geography) -> tuple[Scenario, ...]:
    return tuple(Scenario(a.id, a.name, f"Rule {a.rule}.") for a in geo.arrangements.values())


AS_PRINTED = ("preset", "datc", "letter")
OPTIONS = (
    Option(
        "last_year", 0, "Most units win after this year (1914 games: 13 years later); 0: to the end.", "III", bots=1910
    ),
    Option("draw_powers", False, "Chance deals the powers to the players.", "I"),
    Option("negotiation", True, "Powers may send messages and agree on a draw before each movement turn.", "IV.1"),
    Option(
        "rules", "default", "The four doubtful rules: our reading, all as DATC, all by the letter.", "", tuple(PRESETS)
    ),
    Option("convoyed_attack_keeps_support", "preset", "XIII.5 as printed, or DATC.", "XIII.5", AS_PRINTED),
    Option("swap_needs_two_convoys", "preset", "XV.1c as printed, or DATC.", "XV.1c", AS_PRINTED),
    Option("dislodged_never_blocks", "preset", "X.7 as printed, or DATC.", "X.7", AS_PRINTED),
    Option("no_retreat_to_convoy_origin", "preset", "XII as printed, or DATC.", "XII", AS_PRINTED),
)


def switches(s: State) -> RuleSwitches:
    """The rule switches chosen by the options."""
    chosen = {f.name: s.option(f.name) == "letter" for f in attrs.fields(RuleSwitches) if s.option(f.name) != "preset"}
    return attrs.evolve(PRESETS[s.option("rules")], **chosen)


def last_year(s: State) -> int:
    """The year after which the game ends, 0 for none (III)."""
    return _last_year(s.data, s.option("last_year"), s.data.arrangements[s.scenario].start)


def _last_year(geo: Geography, year: int, start: int) -> int:
    """In games that begin later, a year before their first is counted from their own beginning."""
    first = min(a.start for a in geo.arrangements.values())
    return year + start - first if 0 < year < start else year


def set_up(title: Title, scenario: str, options: dict[str, Any]) -> State:
    """The state at the start: every power on its home centres, which it controls (VI.3)."""
    s = State(title=title)
    geo = s.data
    arrangement = geo.arrangements[scenario]
    year = options["last_year"]
    if year and _last_year(geo, year, arrangement.start) < arrangement.start:
        raise WargameError(f"The game begins in {arrangement.start}: last_year cannot be {year} (III).")
    s.year = arrangement.start
    s.players = {p: name_of(hand) for hand in arrangement.hands for p in hand}
    for start in geo.starts:
        s.put(start.unit, start.power)
        if (space := geo.space_of[start.unit[2:]]) in geo.centres:
            s.control[space] = start.power
    for power, homes in geo.homes.items():  # with another set-up than the rulebook's, some may be empty
        for space in homes:
            s.control.setdefault(space, power)
    if scenario == "two":  # Italy may not be entered at first
        s.closed = tuple(space.id for space in geo.spaces.values() if space.territory == "ITALY")
    return s
