"""The numbers of the rulebook are data: another value in `tables.toml`, laid over with `--data`, changes play."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wargame.games.grand_illusion as plugin
from wargame.core.engine.errors import DataError
from wargame.core.mechanics.odds import Modifier, total
from wargame.core.title.title import Title
from wargame.games.grand_illusion.actions import Replace
from wargame.games.grand_illusion.activation import why_not_activate, why_not_land
from wargame.games.grand_illusion.administration import administration, end_of_action, surrender, victory_segments
from wargame.games.grand_illusion.arrivals import entry_hexes
from wargame.games.grand_illusion.battle_board import place_defender
from wargame.games.grand_illusion.bombardment import bombardment
from wargame.games.grand_illusion.combat import exchange
from wargame.games.grand_illusion.control import watch_paris
from wargame.games.grand_illusion.eastern_front import east_front
from wargame.games.grand_illusion.entry import antwerp_screened, marchers, why_not_enter
from wargame.games.grand_illusion.fortunes import fortunes
from wargame.games.grand_illusion.model import Battle, Shot, State
from wargame.games.grand_illusion.modifiers import concentric, modifiers, need
from wargame.games.grand_illusion.preview import before
from wargame.games.grand_illusion.rail import destinations
from wargame.games.grand_illusion.recovery import recover_hex
from wargame.games.grand_illusion.replacements import reinforcements
from wargame.games.grand_illusion.retreat import cavalry_flight, retreat_all
from wargame.games.grand_illusion.sequence import british_set_up, command_points, initiative
from wargame.games.grand_illusion.stacking import fits
from wargame.games.grand_illusion.supply import in_supply
from wargame.games.grand_illusion.withdrawal import _finish_withdrawal, may_withdraw
from wargame.plugins import hookimpl
from wargame.plugins.manager import HookRules

from .support import TITLE, bare, put, run, start

TABLES = Path(plugin.__file__).parent / "data" / "tables.toml"


def overlaid(folder: Path, table: str, field: str, value: str) -> Title:
    """The title with another value of one field."""
    before, heading, rest = TABLES.read_text().partition(f"[{table}]")
    changed, count = re.subn(rf"(?m)^{field} = [^#\n]*", f"{field} = {value}", rest, count=1)
    assert heading
    assert count == 1, f"there is no {field} in [{table}]"
    (folder / "tables.toml").write_text(before + heading + changed)
    return plugin.wargame_title(folder)


# --- a number of each table and what play makes of it ------------------------------------------------------------


def caps_of_turn_one(title: Title) -> Any:
    state = bare(1, title=title)
    run(command_points(state), [])
    return state.caps("allied")


def initiative_of_turn_two(title: Title) -> Any:
    state = bare(2, title=title)
    procedure = initiative(state)
    return "rolled" if next(procedure, None) is not None else state.initiative


def fortune_of_four(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "64", "GE-II", "FR-I")
    return run(fortunes(state, Battle("64", "german", ("GE-II",))), [(2, 2)]).skirmish


def die_that_hits_in_a_skirmish(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "64", "GE-II", "FR-I")
    return need(state, Battle("64", "german", ("GE-II",), skirmish=True), ("GE-II",), ("FR-I",), True)


def mountain_modifier(title: Title) -> Any:
    state = bare(6, title=title)
    mountain = next(c.id for c in state.data.counters.values() if c.mountain)
    put(state, "102", mountain, "GE-II")
    found = modifiers(state, Battle("102", "allied", (mountain,), surprise=True), (mountain,), ("GE-II",), True)
    return total(found)


def surrounded(title: Title) -> Any:
    state = bare(6, title=title)
    around = [h for h, cost in state.next_to("64").items() if cost][:3]
    for hex, unit in zip(around, ("GE-II", "GE-III", "GE-IV"), strict=True):
        state.control[hex] = "german"
        put(state, hex, unit)
    for hex in state.next_to("64"):
        if hex not in around:
            state.control[hex] = "allied"
    return concentric(state, "64", "german")


def spaces_held(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "64", "GE-II", "FR-I", "FR-II", "FR-III")
    question = next(place_defender(state, Battle("64", "german", ("GE-II",))), None)
    return question is not None  # with room for all of them nobody is asked


def surrender_on_two(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "64", "GE-II", "Namur")
    state.sieges["64"] = "german"
    run(surrender(state), [2])
    return state.on_map("Namur")


def flight_of_cavalry(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "30", "FR-1C")
    procedure = cavalry_flight(state, "30", "allied")
    question = next(procedure)
    asked = 0
    try:
        question = procedure.send(question.read("retreat", TITLE.notation))
        while True:
            asked += 1
            question = procedure.send(question.actions[0])
    except StopIteration:
        return asked


def corps_in_a_hex(title: Title) -> Any:
    state = bare(6, title=title)
    return fits(state, "64", ("FR-I", "FR-II"))


def across_red_diamonds(title: Title) -> Any:
    state = bare(6, title=title)
    hard = next(e for e in state.data.hexsides if e.side == "red_diamond")
    return state.next_to(hard.a)[hard.b]


def schlieffen_hex(title: Title) -> Any:
    state = bare(3, title=title)
    at, to = next(
        (h, n) for h, space in state.data.spaces.items() for n, cost in state.next_to(h).items()
        if cost == 1 and state.space(n).schlieffen and not space.schlieffen and not space.paris_danger
    )  # fmt: skip
    put(state, at, "GE-II")
    for hex in (at, to):
        state.seize(hex, "german")
    found = why_not_enter(state, marchers(state, ("GE-II",)), at, to, 0, False)
    return found is not None and found.rule == "8.4.8"


def rail_in_turn_two(title: Title) -> Any:
    state = bare(2, title=title)
    put(state, "59", "FR-VI")
    return bool(destinations(state, "FR-VI"))


def landing_in_turn_nine(title: Title) -> Any:
    state = bare(9, "what_if", title)
    state.strategies = ("al_4",)
    state.place("BR-1", "turn 10", 2, marks=("landing",))
    coast = next(h for h, space in state.data.spaces.items() if space.coastal)
    return why_not_land(state, "allied", coast) is None


def tired(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "59", "FR-VI", "FR-I", steps=1)
    procedure = recover_hex(state, "allied", "59")
    return next(procedure, None) is not None


def trenches_dug(title: Title) -> Any:
    state = bare(6, title=title)
    state.entrench("59", "9.7.2")
    return state.trenches["59"]


def first_retreat(title: Title) -> Any:
    return may_withdraw(bare(2, title=title), "allied")


def price_of_retreat(title: Title) -> Any:
    state = bare(5, title=title)
    before = state.tracks["vp allied"]
    run(_finish_withdrawal(state, "allied"), [])
    return before - state.tracks["vp allied"]


def arrivals_for_paris(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, next(iter(state.data.around_paris)), "GE-II")
    where = state.units["GE-II"].at
    for hex in state.data.spaces:
        state.seize(hex, "german")
    watch_paris(state, where)
    return state.units["FR-IX"].at if "FR-IX" in state.units else None


def screen(title: Title) -> Any:
    state = bare(6, title=title)
    state.belgians_in_antwerp = True
    put(state, "53", "GE-II", "GE-III")
    return antwerp_screened(state)


def army_in_turn_one(title: Title) -> Any:
    state = bare(1, title=title)
    put(state, "66", "FR-VI")
    return why_not_activate(state, "allied", "66") is None


def british_in_maubeuge(title: Title) -> Any:
    state = bare(1, title=title)
    put(state, "45", "BR-1", "BR-2", "BR-3")
    procedure = british_set_up(state)
    question, asked = next(procedure), 0
    try:
        while True:
            asked += 1
            question = procedure.send(question.actions[0])
    except StopIteration:
        return asked


def by_the_coast(title: Title) -> Any:
    state = bare(8, title=title)
    state.place("BR-4", "turn 8", 2, marks=("variable",))
    return any(state.space(h).coastal and not state.space(h).supply for h in entry_hexes(state, "BR-4"))


def price_of_a_replacement(title: Title) -> Any:
    state = bare(6, title=title)
    state.place("FR-VI", "dead", 0)
    actions = next(reinforcements(state, "allied")).actions
    return min(a.caps for a in actions if isinstance(a, Replace))


def nothing_sent_east(title: Title) -> Any:
    state = bare(3, title=title)
    run(east_front(state), [])
    return state.tracks["vp german"]


def value_of_the_cup(title: Title) -> Any:
    return sum(map(int, start(title=title).pile("german markers")))


def missed_battles(title: Title) -> Any:
    state = bare(4, title=title)
    state.tracks["mandated allied"] = 1
    before = state.tracks["vp allied"]
    run(victory_segments(state), [])
    return before - state.tracks["vp allied"]


def interim_count(title: Title) -> Any:
    state = bare(15, title=title)
    state.tracks["vp german"], state.tracks["vp allied"] = 6, 2
    run(victory_segments(state), [])
    assert state.result is not None
    return state.result.winners


def british_alone(title: Title) -> Any:
    state = bare(4, title=title)
    put(state, next(h for h, space in state.data.spaces.items() if space.schlieffen), "BR-1")
    before = state.tracks["vp allied"]
    end_of_action(state)
    return before - state.tracks["vp allied"]


def losses_of_the_short_game(title: Title) -> Any:
    state = bare(5, "short", title)
    state.tracks["french corps"] = 7
    run(administration(state), [])
    return state.tracks["vp german"]


def points_at_the_start(title: Title) -> Any:
    return start(title=title).tracks["vp allied"]


def out_of_holland(title: Title) -> Any:
    return bare(1, "what_if", title).next_to("holland")["42"]


def shipped_home(title: Title) -> Any:
    state = bare(6, title=title)
    put(state, "43", "BE-4")
    state.battles["43"] = ()
    run(retreat_all(state, "43", "allied", forced=True), ["retreat"])
    return state.units["BE-4"].at


def fed_by_emergency(title: Title) -> Any:
    state = bare(6, title=title)
    state.sieges["54"] = "german"
    for hex in ("44", "54", "63"):
        state.seize(hex, "german")
    put(state, "44", "GE-II")
    return in_supply(state, "GE-II")


CASES: list[tuple[str, str, str, Callable[[Title], Any], Any, Any]] = [
    ("caps", "allied_first_turn", "7", caps_of_turn_one, 4, 7),
    ("initiative", "german_turns", "[3]", initiative_of_turn_two, "german", "rolled"),
    ("fortunes", "4", '"attacker\'s surprise"', fortune_of_four, True, False),
    ("battle", "flight", "2", flight_of_cavalry, 3, 2),
    ("battle", "skirmish_need", "2", die_that_hits_in_a_skirmish, 1, 2),
    ("battle", "mountain_troops", "-2", mountain_modifier, -1, -2),
    ("battle", "concentric", "{ 3 = -2 }", surrounded, -1, -2),
    ("battle", "spaces", "2", spaces_held, False, True),
    ("battle", "surrender", "1", surrender_on_two, False, True),
    ("sea", "shipped_turns", "3", shipped_home, "turn 11", "turn 9"),
    ("stacking", "half_corps", "3", corps_in_a_hex, True, False),
    ("movement", "red_diamond", "3", across_red_diamonds, 2, 3),
    ("movement", "schlieffen_until", "2", schlieffen_hex, True, False),
    ("rail", "first_turn", "2", rail_in_turn_two, False, True),
    ("supply", "emergency_until", "7", fed_by_emergency, False, True),
    ("recovery", "fatigue_from", "6", tired, False, True),
    ("trenches", "dug", "2", trenches_dug, 1, 2),
    ("withdrawal", "first_turn", "2", first_retreat, False, True),
    ("withdrawal", "allied_later", "5", price_of_retreat, 2, 5),
    ("paris", "delay", "3", arrivals_for_paris, "turn 7", "turn 9"),
    ("antwerp", "corps", "3", screen, True, False),
    ("first_turn", "closed", '["76"]', army_in_turn_one, False, True),
    ("first_turn", "british_units", "1", british_in_maubeuge, 2, 1),
    ("arrivals", "by_sea", '["BR-4"]', by_the_coast, False, True),
    ("replacements", "caps", "2", price_of_a_replacement, 1, 2),
    ("eastern_front", "price", "4", nothing_sent_east, -2, -4),
    ("markers", "german", "[5, 5]", value_of_the_cup, 32, 10),
    ("mandated", "missed", "2", missed_battles, 1, 2),
    ("victory", "german_least", "7", interim_count, ("german",), ("allied",)),
    ("bef", "price", "2", british_alone, 1, 2),
    ("short", "french_corps", "8", losses_of_the_short_game, 3, 0),
    ("start", "allied_vp", "5", points_at_the_start, 3, 5),
    ("options", "from_holland", "{ 42 = 3 }", out_of_holland, 1, 3),
    ("options", "landing_from", "9", landing_in_turn_nine, False, True),
]


@pytest.mark.parametrize(("table", "field", "value", "play", "printed", "changed"), CASES)
def test_another_value_changes_play(
    tmp_path: Path, table: str, field: str, value: str, play: Callable[[Title], Any], printed: Any, changed: Any
) -> None:
    assert play(TITLE) == printed
    assert play(overlaid(tmp_path, table, field, value)) == changed


# --- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "field", "value", "words"),
    [
        ("antwerp", "screen", '["53", "620"]', "antwerp.screen: there is no hex '620'"),
        ("options", "garrison", '["GE-X9"]', "options.garrison: there is no unit 'GE-X9'"),
        ("fortunes", "4", '"sunshine"', "fortunes.4: 'sunshine' is not one of disrupted"),
        ("caps", "moltke", "[5, 6]", "2 values, but a die has 6 faces"),
        ("stacking", "half_corps", '"many"', "half_corps"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_place(
    tmp_path: Path, table: str, field: str, value: str, words: str
) -> None:
    with pytest.raises(DataError) as error:
        overlaid(tmp_path, table, field, value)
    text = (tmp_path / "tables.toml").read_text().splitlines()
    line = next(i for i, content in enumerate(text, 1) if content.startswith(f"{field} = {value}"))
    assert f"{tmp_path / 'tables.toml'}, line {line}: " in str(error.value)
    assert words in str(error.value)


# --- modifiers of a variant --------------------------------------------------------------------------------------


class Snow:
    """In snow every attack is worse by one, and terrain makes no difference."""

    @hookimpl
    def wargame_modifiers(
        self, state: State, battle: Shot, modifiers: tuple[Modifier, ...]
    ) -> tuple[Modifier, ...] | None:
        if not battle.attacking:
            return None
        kept = tuple(m for m in modifiers if m.name != "terrain")
        return (*kept, Modifier("snow", 1, "house rule"))


def snowed(state: State) -> State:
    state.rules = HookRules(TITLE, [plugin, Snow()])
    return state


@pytest.mark.rule("9.3.1")
def test_a_variant_adds_and_removes_modifiers_and_the_odds_shown_follow() -> None:
    state = bare(6)
    hex = next(
        h for h, space in state.data.spaces.items() if space.terrain == 1 and not state.present(h, "german").forts
    )
    put(state, hex, "GE-II", "FR-I")
    plain = before(state, hex, "german", ("GE-II",))
    snow = before(snowed(state), hex, "german", ("GE-II",))
    names = [[m["name"] for m in shown["battle"]["modifiers"]] for shown in (plain, snow)]
    assert names == [["terrain"], ["snow"]]
    assert plain["attackers"][0]["hits"] == snow["attackers"][0]["hits"]
    state.rules = HookRules(TITLE, [plugin])
    state.trenches[hex] = 1
    assert need(state, Battle(hex, "german", ("GE-II",)), ("GE-II",), ("FR-I",), True) == 3
    assert need(snowed(state), Battle(hex, "german", ("GE-II",)), ("GE-II",), ("FR-I",), True) == 3


@pytest.mark.rule("9.3.1")
def test_the_die_of_a_battle_follows_the_modifiers_of_a_variant() -> None:
    def after_a_five(state: State) -> bool:
        put(state, "60", "GE-II", "FR-I")
        line = {"attacker_front": (("GE-II",),), "defender_front": (("FR-I",),)}
        run(exchange(state, Battle("60", "german", ("GE-II",), **line)), [5, 6])
        return state.disrupted("FR-I")

    assert after_a_five(bare(6))
    assert not after_a_five(snowed(bare(6)))


@pytest.mark.rule("9.5.4")
def test_a_bombardment_has_modifiers_of_its_own() -> None:
    seen: list[Shot] = []

    class Watch:
        @hookimpl
        def wargame_modifiers(self, battle: Shot) -> None:
            seen.append(battle)

    state = bare(6)
    state.rules = HookRules(TITLE, [plugin, Watch()])
    put(state, "64", "GE-II", "Namur", "GE-HA420")
    run(bombardment(state, Battle("64", "german", ("GE-II",))), ["bombard GE-HA420 Namur", 6])
    assert [(shot.bombardment, shot.stack, shot.target) for shot in seen] == [(True, ("GE-HA420",), ("Namur",))]
