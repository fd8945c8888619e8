"""Every hook is documented with an example that fits, and does what it says: one test a hook, found by its name."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import click
import pytest

from tests.core.skirmish import BOARD, SIDES, Move, State, move_one
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE
from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.title.picture import Cell, Panel, Picture
from wargame.core.title.title import Result, Scenario, Title
from wargame.plugins import hookimpl, hookspecs, manager, new_game
from wargame.plugins.manager import HookRules, make_manager

from .distributions import install, installed, wargame

HOOKS: dict[str, Callable[..., Any]] = {
    name: spec for name, spec in vars(hookspecs).items() if name.startswith("wargame_")
}
DOCS = Path(__file__).parents[2] / "docs"


def example(hook: str) -> str:
    """The example in a hook's docstring."""
    text = inspect.cleandoc(HOOKS[hook].__doc__ or "")
    code = text[text.index("@hookimpl") :]
    return "\n".join(line for line in code.split("\n\n")[0].splitlines())


# --- documentation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_what_it_is_for_and_shows_an_example_that_fits(hook: str) -> None:
    text = inspect.cleandoc(HOOKS[hook].__doc__ or "")
    assert len(text.split("\n\n")[0]) > 20
    found = ast.parse(textwrap.dedent(example(hook))).body[0]
    assert isinstance(found, ast.FunctionDef)
    assert found.name == hook
    assert {a.arg for a in found.args.args} <= set(inspect.signature(HOOKS[hook]).parameters)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_in_the_guide_for_plugin_authors(hook: str) -> None:
    assert f"`{hook}`" in (DOCS / "plugins.md").read_text()


def test_the_guide_names_no_hook_that_does_not_exist() -> None:
    import re

    assert set(re.findall(r"`(wargame_\w+)`", (DOCS / "plugins.md").read_text())) == set(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_test(hook: str) -> None:
    assert f"test_{hook}" in globals()


# --- one test a hook -------------------------------------------------------------------------------------------------


def rules_with(*plugins: Any) -> HookRules:
    rules = skirmish(plugins=plugins).rules
    assert isinstance(rules, HookRules)
    return rules


def test_wargame_title(tmp_path: Path) -> None:
    class Overlaid:
        @hookimpl
        def wargame_title(self, overlay: Path | None) -> Title:
            return Title("t", str(overlay), "1", SIDES, (Scenario("s", "S"),), State)

    title = make_manager([Overlaid()]).hook.wargame_title(overlay=tmp_path)
    assert title.name == str(tmp_path)


def test_wargame_setup() -> None:
    class Elsewhere:
        @hookimpl
        def wargame_setup(self, title: Title, scenario: str, options: Mapping[str, Any]) -> State:
            state = State(title=title)
            state.place("r1", "C", steps=options["last_turn"])
            state.note(scenario)
            return state

    game = skirmish(plugins=[Elsewhere()], scenario="long", options={"last_turn": 4})
    assert game.state.units["r1"].at == "C"
    assert game.state.units["r1"].steps == 4
    assert game.state.scenario == "long"


def test_wargame_phases() -> None:
    class OnlyMoves:
        @hookimpl
        def wargame_phases(self, state: State) -> Sequence:
            return Sequence("turn", Phase("blue first", move_one, side="blue", repeat=True))

    game = skirmish(plugins=[OnlyMoves()])
    assert game.state.phase == "blue first"
    assert list(game.decisions) == ["blue"]


class Fighting:
    """A title in which red attacks and the hook decides how."""

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        return Sequence("turn", Phase("attack", self.attack))

    def attack(self, s: State) -> Procedure[None]:
        s.tracks["losses"] = yield from s.rules.resolve_combat(s, "the hill")

    @hookimpl
    def wargame_resolve_combat(self, state: State, battle: Any) -> Procedure[int]:
        return self.fight(battle)

    def fight(self, battle: str) -> Procedure[int]:
        roll = yield Roll(1, 6, battle)
        return int(roll.total)


class Bloodier:
    """A variant: what is lost counts twice."""

    @hookimpl(wrapper=True)
    def wargame_resolve_combat(self, state: State, battle: Any) -> Iterator[None]:
        fight = yield
        return self.twice(fight)  # type: ignore[return-value]

    def twice(self, fight: Any) -> Procedure[int]:
        lost = yield from fight
        return 2 * int(lost)


def test_wargame_resolve_combat() -> None:
    for plugins, losses in (([Fighting()], 5), ([Fighting(), Bloodier()], 10)):
        game = skirmish(plugins=plugins, dice="manual")
        assert game.decision is not None
        assert game.decision.prompt == "Roll 1d6 for the hill"
        game.apply("5")
        assert game.state.tracks["losses"] == losses


def test_wargame_victory() -> None:
    class AtOnce:
        @hookimpl
        def wargame_victory(self, state: State) -> Result | None:
            return Result(("red",), "9.9", "bids are in") if state.bids else None

    game = skirmish(plugins=[AtOnce()])
    for side in SIDES:
        game.apply("bid 1", side)
        game.apply("done", side)
    assert game.result == Result(("red",), "9.9", "bids are in")


def test_victory_may_be_asked_of_nobody_of_a_wrapper_alone_and_without_arguments() -> None:
    class Never:
        @hookimpl
        def wargame_victory(self) -> Result:
            return Result((), "1", "at once")

    class Only:
        @hookimpl(wrapper=True)
        def wargame_victory(self, state: State) -> Iterator[None]:
            result = yield
            return result or Result((), "2", "wrapped")  # type: ignore[return-value]

    state = skirmish().state
    for plugin, rule in ((object(), None), (Never(), "1"), (Only(), "2")):
        result = HookRules(state.title, [plugin]).victory(state)
        assert (result.rule if result else None) == rule


def test_wargame_view() -> None:
    class Blind:
        @hookimpl
        def wargame_view(self, state: State, side: str | None) -> dict[str, Any]:
            return {"for": side}

    assert skirmish(plugins=[Blind()]).view("red")["state"] == {"for": "red"}


def test_without_wargame_view_all_but_the_generator_is_seen() -> None:
    class Open:
        pass

    state = skirmish().state
    seen = HookRules(state.title, [Open()]).view(state, "red")
    assert set(seen) >= {"units", "control", "piles", "turn"}
    assert "rng" not in seen


def test_wargame_redraw() -> None:
    class Marked:
        @hookimpl
        def wargame_redraw(self, state: State, side: str, source: Any) -> bool:
            state.tracks[side] = source.pick(100)
            return True

    game = skirmish(plugins=[Marked()])
    assert set(game.fork("red", 1).state.tracks) == {"red"}
    assert game.fork("red", 1).state.tracks == game.fork("red", 1).state.tracks
    assert len({game.fork("red", seed).state.tracks["red"] for seed in range(9)}) > 1
    assert game.fork().state.tracks == game.state.tracks == {}


def test_wargame_evaluate() -> None:
    assert rules_with().evaluate(skirmish().state, "red") == 1.0  # two of red's, one of blue's

    class Nothing:
        pass

    assert HookRules(skirmish().title, [Nothing()]).evaluate(skirmish().state, "red") == 0.0


class Shown:
    @hookimpl
    def wargame_picture(self, state: State, side: str | None) -> Picture:
        return Picture("network", tuple(Cell(name, i, 0) for i, name in enumerate(BOARD)))


def test_wargame_picture() -> None:
    from wargame.plugins.maps.text import picture_of

    assert [cell.id for cell in picture_of(skirmish(plugins=[Shown()]), "red").cells] == list("ABCDE")


def test_wargame_route() -> None:
    class Marching:
        @hookimpl
        def wargame_route(self, units: tuple[str, ...], to: str, via: tuple[str, ...]) -> tuple[Any, ...]:
            return tuple(Move(units[0], space) for space in (*via, to))

    rules = rules_with(Marching())
    state = skirmish().state
    found = rules.hook.wargame_route(state=state, side="red", units=("r1",), to="C", via=("B",))
    assert found == (Move("r1", "B"), Move("r1", "C"))
    assert rules.route(state, "red", ("r1",), "C", ("B",)) == found
    assert rules_with(Shown()).route(state, "red", ("r1",), "C") is None


def test_wargame_lookups() -> None:
    class Hand:
        @hookimpl
        def wargame_lookups(self) -> dict[str, Any]:
            return {"hand": lambda state, side, words: Panel("Hand", ((side, *words),))}

    rules = rules_with(Hand(), Shown())
    (found,) = rules.hook.wargame_lookups()
    assert list(rules.lookups()) == ["hand"]
    assert rules.has("wargame_lookups")
    assert not rules.has("wargame_route")
    assert found["hand"](skirmish().state, "red", ["x"]) == Panel("Hand", (("red", "x"),))


TOOLS = """
import click
from wargame.plugins import hookimpl

class FirstBot:
    def __init__(self, seed): self.seed = seed
    def choose(self, game, side): return game.decisions[side].actions[0]

class Short:
    @hookimpl(wrapper=True)
    def wargame_victory(self, state):
        result = yield
        return result

@hookimpl
def wargame_bots():
    return {"first": FirstBot}

@hookimpl
def wargame_variants():
    return {"short": ("diplomacy", Short())}

@hookimpl
def wargame_renderers():
    return {"names": lambda picture: ",".join(sorted(cell.id for cell in picture.cells)[:3])}

@click.command()
def hello():
    click.echo("hello from a plugin")

@hookimpl
def wargame_commands(group):
    group.add_command(hello)
"""


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[Path]:
    install(tmp_path, "stranger", {"tools": "tools"}, tools=TOOLS)
    with installed(tmp_path):
        yield tmp_path


def test_wargame_variants(tools: Path) -> None:
    assert new_game("diplomacy", variants=["short"]).variants == ("short",)


def test_wargame_bots(tools: Path) -> None:
    known = manager.offers("wargame_bots")
    assert set(known) == {"random", "greedy", "first"}
    game = skirmish()
    assert known["first"](1).choose(game, "red") == game.decisions["red"].actions[0]
    status, text = wargame(tools, "run", "diplomacy", "--side", "FRANCE=nobody")
    assert status == 1
    assert "There is no bot 'nobody'; there are: human, first, greedy, random." in text


def test_wargame_commands(tools: Path) -> None:
    group = click.Group()
    manager.tools("wargame_commands").hook.wargame_commands(group=group)
    assert set(group.commands) == {"hello"}
    assert wargame(tools, "hello") == (0, "hello from a plugin\n")
    assert "hello" in wargame(tools, "--help")[1]


def test_wargame_renderers(tools: Path) -> None:
    assert wargame(tools, "map", "diplomacy", "--renderer", "names") == (0, "ADR,AEG,ALB\n")


def after_bids(*observers: Any) -> Game:
    game = skirmish(plugins=observers)
    for side in SIDES:
        game.apply("bid 1", side)
        game.apply(DONE, side)
    game.apply(Move("r1", "B"))
    return game


def test_wargame_event() -> None:
    heard: list[str] = []

    class Listener:
        @hookimpl
        def wargame_event(self, event: Event) -> None:
            heard.append(event.text)

    game = after_bids(Listener())
    assert heard == [event.text for event in game.events]


def test_an_observer_that_fails_hears_no_more_and_the_game_goes_on() -> None:
    @attrs.define(eq=False)
    class Broken:
        calls: int = 0

        @hookimpl
        def wargame_event(self, event: Event) -> None:
            self.calls += 1
            raise ValueError("no room")

    broken = Broken()
    with pytest.warns(UserWarning, match=r"hears no more of the game: ValueError: no room\."):
        game = after_bids(broken)
    assert broken.calls == 1
    assert game.state.units["r1"].at == "B"
