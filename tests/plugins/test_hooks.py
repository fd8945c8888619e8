"""Every hook is documented with an example that fits, and does what it says: one test a hook, found by its name."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import click
import pytest

from tests.core.skirmish import BOARD, SIDES, Bid, Move, State, move_one
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE, NO, PASS, YES, Dice
from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose, Procedure, Question, Refusal, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.odds import Modifier, total
from wargame.core.title.observation import Observation, observe
from wargame.core.title.picture import Cell, Panel, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Result, Scenario, Title
from wargame.plugins import hookimpl, hookspecs, list_titles, load_game, manager, new_game
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


class Shifting:
    """A title that adds up its modifiers, for the battle as for the preview."""

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        return Sequence("turn", Phase("attack", self.attack))

    def attack(self, s: State) -> Procedure[None]:
        yield Choose("red", [DONE], "Fight?", show=lambda: {"shift": self.shift(s)})
        s.tracks["shift"] = self.shift(s)

    def shift(self, s: State) -> int:
        return total(s.rules.modifiers(s, "the hill", [Modifier("hill", -1, "8.1")]))


class Snow:
    @hookimpl
    def wargame_modifiers(self, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        return (*modifiers, Modifier("snow", -2, "house rule"))


class Doubled:
    @hookimpl
    def wargame_modifiers(self, battle: str, modifiers: tuple[Modifier, ...]) -> Any:
        if battle == "the hill":
            return [attrs.evolve(modifier, amount=2 * modifier.amount) for modifier in modifiers]
        return None


@pytest.mark.parametrize(
    ("variants", "shift"), [([], -1), ([Snow()], -3), ([Snow(), Doubled()], -6), ([Doubled(), Snow()], -4)]
)
def test_wargame_modifiers(variants: list[Any], shift: int) -> None:
    game = skirmish(plugins=[Shifting(), *variants])
    assert game.view("red")["questions"]["red"]["shown"] == {"shift": shift}
    game.apply("done")
    assert game.state.tracks["shift"] == shift


def test_modifiers_without_a_variant_are_those_of_the_title() -> None:
    class Other:
        @hookimpl
        def wargame_modifiers(self, battle: str) -> None:
            """Another battle than this variant is about."""

    mine = (Modifier("hill", -1, "8.1"),)
    for plugins in ([], [Other()]):
        state = skirmish(plugins=plugins).state
        assert state.rules.modifiers(state, "x", mine) == mine


def test_a_hook_that_each_variant_answers_in_turn_cannot_wrap_the_others() -> None:
    class Wrapper:
        @hookimpl(wrapper=True)
        def wargame_modifiers(self) -> Iterator[None]:
            return (yield)

    with pytest.raises(WargameError, match=r"wargame_modifiers of Wrapper \(.*\): it cannot wrap others\."):
        skirmish(plugins=[Wrapper()])


class NoThrees:
    """A variant: nobody bids three, and nobody moves to B."""

    @hookimpl
    def wargame_forbid(self, state: State, side: str, action: Any) -> Refusal | None:
        if action == Bid(3):
            return Refusal("house rule", f"{side} may not bid three.")
        if isinstance(action, Move) and action.to == "B":
            return Refusal("house rule", "B is mined.")
        return None


def test_wargame_forbid() -> None:
    game = skirmish(plugins=[NoThrees()])
    assert [str(a) for a in game.decisions["blue"].actions] == ["bid 1", "bid 2"]
    with pytest.raises(IllegalAction, match=r"Refused \(house rule\): blue may not bid three\."):
        game.apply("BID 3", "blue")
    for side in SIDES:
        game.apply("bid 2", side)
        game.apply("done", side)
    assert game.decision is not None
    assert game.decision.actions == (DONE,)
    assert game.decision.why_not(Move("r1", "B")) == Refusal("house rule", "B is mined.")
    assert game.decision.why_not(Move("r1", "E")) == ("3.0", "'move r1 E' is not possible here: Move which unit?")
    assert game.fork("red", 1).decisions["red"].actions == (DONE,)
    game.undo()
    assert "bid 3" not in map(str, game.decisions["blue"].actions)


def test_chance_cannot_be_forbidden_anything() -> None:
    class NoAnswer:
        @hookimpl
        def wargame_forbid(self, action: Any) -> Refusal | None:
            return Refusal("x", "no dice") if isinstance(action, Dice) else None

    game = skirmish(plugins=[Fighting(), NoAnswer()], dice="manual")
    game.apply("5")
    assert game.state.tracks["losses"] == 5


def test_a_variant_that_leaves_a_question_without_an_answer_is_told_and_the_game_is_unchanged() -> None:
    class NoMoves:
        @hookimpl
        def wargame_forbid(self, action: Any) -> Refusal | None:
            return Refusal("house rule", "Stand still.") if isinstance(action, Move) or action == DONE else None

    class Straight:
        @hookimpl
        def wargame_phases(self, state: State) -> Sequence:
            return Sequence("turn", Phase("ask", self.ask), Phase("move", move_one, side="red"))

        def ask(self, s: State) -> Procedure[None]:
            yield Choose("blue", [YES, NO], "Begin?")

    game = skirmish(plugins=[Straight(), NoMoves()])
    said = r"forbids every answer to 'Move which unit\?' \(rule 3\.0\), so red .*'move r1 B' is refused .*Stand still\."
    with pytest.raises(WargameError, match=said):
        game.apply("yes")
    assert game.journal == []
    assert game.decisions["blue"].actions == (YES, NO)


class Mines:
    @hookimpl
    def wargame_entered(self, state: State, unit: str, space: str) -> None:
        if space == "B":
            state.mark(unit, "mined")
            state.note("{unit} is mined", "house rule", unit=unit)


def test_wargame_entered() -> None:
    game = after_bids(Mines())
    assert game.state.marked("r1", "mined")
    assert [event.text for event in game.events][-2:] == ["r1: A - B", "r1 is mined"]
    game.undo()
    assert not game.state.marked("r1", "mined")
    assert not after_bids().state.marked("r1", "mined")


def test_a_unit_that_is_placed_in_play_enters_and_one_of_the_set_up_does_not() -> None:
    class Everywhere:
        @hookimpl
        def wargame_entered(self, state: State, unit: str) -> None:
            state.mark(unit, "seen")

    state = skirmish(plugins=[Everywhere()]).state
    assert not state.marked("r1", "seen")
    state.place("r1", "C")
    assert state.marked("r1", "seen")


def test_what_happens_on_entry_cannot_remove_the_unit_that_moves() -> None:
    class Pit:
        @hookimpl
        def wargame_entered(self, state: State, unit: str, space: str) -> None:
            state.eliminate(unit)

    with pytest.raises(WargameError, match=r"wargame_entered of Pit \(.*\): it has removed r1, which the rules"):
        after_bids(Pit())


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


def test_wargame_observation() -> None:
    class Stacks:
        """A title whose view lists units by space."""

        @hookimpl
        def wargame_observation(self, seen: Mapping[str, Any]) -> Observation:
            units = {name: {"at": space, "steps": 1} for space, names in seen["stacks"].items() for name in names}
            return attrs.evolve(observe(seen), units=units)

    title = skirmish().title
    found = HookRules(title, [Stacks()]).observation(title, {"stacks": {"Ford": ["1 Red"]}, "score": 3})
    assert found == Observation(units={"1 Red": {"at": "Ford", "steps": 1}}, tracks={"score": 3})
    assert rules_with().observation(title, {}) is None


class Counting:
    """A title without a score of its own: what counts, and plans."""

    @hookimpl
    def wargame_features(self, state: State, side: str) -> Mapping[str, float]:
        return {"units": len(state.units_on_map(side)), "turn": state.turn}

    @hookimpl
    def wargame_plans(self, state: State, side: str, question: Question) -> list[Plan] | None:
        return [Plan("forward", tuple(question.actions[:1]), 2.0)] if side == "red" else None

    @hookimpl
    def wargame_verdict(self, question: Question) -> Verdict | None:
        return Verdict(DONE, "enough is enough") if question.rule == "9.9" else None


def weighted(**weights: Any) -> Title:
    return attrs.evolve(skirmish().title, weights=weights)


def test_wargame_features() -> None:
    state = skirmish().state
    rules = HookRules(weighted(units=2.0, turn=1.0), [Counting()])
    assert rules.features(state, "red") == {"units": 4.0, "turn": 1.0}
    assert rules.evaluate(state, "red") == 5.0
    state.scenario = "long"
    assert HookRules(weighted(units=2.0, turn=1.0, long={"turn": 3.0}), [Counting()]).evaluate(state, "red") == 7.0


def test_a_feature_without_a_weight_is_named() -> None:
    with pytest.raises(WargameError, match="Skirmish has no weight for the feature 'turn'"):
        HookRules(weighted(units=2.0), [Counting()]).evaluate(skirmish().state, "red")


def test_wargame_plans() -> None:
    game = skirmish()
    question = game.decisions["red"]
    rules = rules_with(Counting())
    assert rules.plans(game.state, "red", question) == (Plan("forward", (question.actions[0],), 2.0),)
    assert rules.plans(game.state, "blue", question) is None


def test_wargame_verdict() -> None:
    game, rules = skirmish(), rules_with(Counting())
    assert rules.verdict(game.state, "red", Choose("red", [DONE], "?", "9.9")) == Verdict(DONE, "enough is enough")
    assert rules.verdict(game.state, "red", game.decisions["red"]) is None
    barred = Verdict(barred=(Move, DONE))
    assert barred.bars(Move("r1", "B"))
    assert barred.bars(DONE)
    assert not barred.bars(PASS)


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


TOOLS = '''
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

class Diary:
    """Every event, in a file of its own for each game.

    More that is not listed.
    """
    def __init__(self, title, seed): self.path = f"{title.id}-{seed}.txt"

    @hookimpl
    def wargame_event(self, event):
        with open(self.path, "a") as file:
            print(event.text, file=file)

class Silent:
    """Nothing at all."""

class Full:
    @hookimpl
    def wargame_event(self, event):
        raise ValueError("the disk is full")

def impossible():
    raise OSError("no ink")

@hookimpl
def wargame_observers():
    return {"diary": Diary, "silent": Silent, "full": lambda: Full(), "impossible": impossible}

@click.command()
def hello():
    """Say hello."""
    click.echo("hello from a plugin")

@hookimpl
def wargame_commands(group):
    group.add_command(hello)
'''


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[Path]:
    install(tmp_path, "stranger", {"tools": "tools"}, tools=TOOLS)
    with installed(tmp_path):
        yield tmp_path


def test_wargame_variants(tools: Path) -> None:
    assert new_game("diplomacy", variants=["short"]).variants == ("short",)


def test_wargame_bots(tools: Path) -> None:
    known = manager.offers("wargame_bots")
    assert set(known) == {"random", "greedy", "planner", "first"}
    game = skirmish()
    assert known["first"](1).choose(game, "red") == game.decisions["red"].actions[0]
    status, text = wargame(tools, "run", "diplomacy", "--side", "FRANCE=nobody")
    assert status == 1
    assert "There is no bot 'nobody'; there are: human, first, greedy, planner, random." in text


def test_wargame_commands(tools: Path) -> None:
    group = click.Group()
    manager.tools("wargame_commands").hook.wargame_commands(group=group)
    assert set(group.commands) == {"hello"}
    assert wargame(tools, "hello") == (0, "hello from a plugin\n")
    assert "hello" in wargame(tools, "--help")[1]


def test_wargame_renderers(tools: Path) -> None:
    assert wargame(tools, "map", "diplomacy", "--renderer", "names") == (0, "ADR,AEG,ALB\n")


def test_a_renderer_gets_what_it_asks_for_and_ours_come_by_the_same_hook(tmp_path: Path) -> None:
    source = """
from wargame.plugins import hookimpl

def everything(picture, colours, where, width, heading, theme):
    return repr((len(picture.cells), colours["FRANCE"], where, width, heading, theme))

@hookimpl
def wargame_renderers():
    return {"everything": everything}
"""
    install(tmp_path, "stranger", {"painter": "painter"}, painter=source)
    with installed(tmp_path):
        assert set(manager.offers("wargame_renderers")) == {"terminal", "svg", "everything"}
    words = ("map", "diplomacy", "par", "--renderer", "everything", "--width", "70", "--theme", "dark")
    status, text = wargame(tmp_path, *words)
    assert (status, ast.literal_eval(text)[1:]) == (0, ("#6fb7e0", "par", 70, "Diplomacy, Spring 1901", "dark"))


def test_the_map_of_a_position_is_drawn(tmp_path: Path) -> None:
    game = new_game("diplomacy", seed=1)
    for name, found in (("position", game.position()), ("reply", {"ok": True, "position": game.position()})):
        (tmp_path / f"{name}.json").write_text(json.dumps(found))
        status, text = wargame(tmp_path, "map", f"{name}.json", "--width", "60")
        assert (status, text) == wargame(tmp_path, "map", "diplomacy", "--width", "60")
        assert max(map(len, text.splitlines())) <= 60
    assert wargame(tmp_path, "map", "position.json", "--turn", "1")[0] == 2


PLAYED = ("run", "diplomacy", "--auto", "--seed", "3", "--option", "last_year=1901", "--save", "game.jsonl")


def test_wargame_observers(tools: Path) -> None:
    assert wargame(tools, *PLAYED, "--observer", "diary")[0] == 0
    diary = (tools / "diplomacy-3.txt").read_text().splitlines()
    assert diary == [event.text for event in load_game(tools / "game.jsonl").events]


def test_each_game_of_a_simulation_has_an_observer_of_its_own_and_rows_do_not_change(tools: Path) -> None:
    bots = [word for side in new_game("diplomacy").title.sides for word in ("--side", f"{side}=random")]
    words = ("simulate", "diplomacy", "--games", "2", "--option", "last_year=1901", *bots)
    for name, more in (("plain", ()), ("observed", ("--observer", "diary", "--workers", "2"))):
        assert wargame(tools, *words, "--out", f"{name}.jsonl", *more)[0] == 0
    assert sorted((tools / "plain.jsonl").read_text().splitlines()) == sorted(
        (tools / "observed.jsonl").read_text().splitlines()
    )
    diaries = {seed: (tools / f"diplomacy-{seed}.txt").read_text() for seed in (1, 2)}
    assert diaries[1].splitlines()
    assert diaries[1] != diaries[2]


def test_the_observer_of_the_guide_writes_down_losses(tmp_path: Path) -> None:
    source = (DOCS / "plugins.md").read_text().partition("```python losses.py\n")[2].partition("```")[0]
    install(tmp_path, "losses", {"losses": "losses"}, losses=source)
    words = ("--side", "cp=random", "--side", "ru=random", "--seed", "7", "--observer", "losses", "--save", "g.jsonl")
    assert wargame(tmp_path, "run", "when_eagles_fight", *words)[0] == 0
    lost = [event for event in load_game(tmp_path / "g.jsonl").events if "eliminated" in event.text]
    assert (tmp_path / "losses.csv").read_text().splitlines() == [
        f"7,{event.fields.get('unit', '')},{event.rule}" for event in lost
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone", r"There is no observer 'gone'; there are: diary, full, impossible, silent\."),
        ("silent", r"Mistake in the observer 'silent': it makes .*, which has no wargame_event\. Give it one"),
        ("impossible", r"Mistake in the observer 'impossible' \(.*tools\.py, line \d+\): OSError: no ink\."),
    ],
)
def test_an_observer_that_cannot_be_made_is_one_sentence(tools: Path, name: str, said: str) -> None:
    with pytest.raises(WargameError, match=said):
        manager.make_observers([name], new_game("diplomacy").title, 1)


def test_the_command_says_in_one_line_that_an_observer_failed_and_plays_on(tools: Path) -> None:
    status, text = wargame(tools, *PLAYED, "--observer", "full")
    assert status == 0
    assert [line for line in text.splitlines() if "disk" in line] == [
        "The observer Full hears no more of the game: ValueError: the disk is full."
    ]
    assert "Result: " in text
    assert wargame(tools, *PLAYED[:5], "--observer", "gone")[1].count("\n") == 1


def test_the_list_of_plugins_has_a_line_for_everything_they_offer(tools: Path) -> None:
    lines = wargame(tools, "list", "--plugins")[1].splitlines()
    assert "  bot random: Any legal answer, each equally likely" in lines
    assert "  renderer svg: The board as an SVG document, to look at in a browser or to print" in lines
    start = next(i for i, line in enumerate(lines) if line.startswith("tools  (stranger 1.0)"))
    assert [line for line in lines[start + 1 :] if line[0] == " "] == [
        "  bot first",
        "  renderer names",
        "  observer diary: Every event, in a file of its own for each game",
        "  observer silent: Nothing at all",
        "  observer full",
        "  observer impossible",
        "  variant short: diplomacy",
        "  command hello: Say hello",
    ]


@pytest.mark.parametrize("title", list_titles())
def test_every_lookup_of_our_titles_says_in_the_help_what_it_shows(title: str) -> None:
    for word, lookup in new_game(title).rules.lookups().items():
        assert len((lookup.__doc__ or "").split("\n")[0]) > 10, word


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
