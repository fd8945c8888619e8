"""All hooks, with a complete example each: the contract between the kernel, titles and other plugins.

A plugin is a module (or object) with functions marked `@hookimpl`, found through an entry point of the group
`wargame`. An implementation takes only the arguments it wants. Each game has a manager of its own, with its title, the
variants chosen for it and the observers, so a hook call never reaches another title.

    from wargame.plugins import hookimpl

    @hookimpl
    def wargame_title(overlay):
        return Title(id="my_title", ...)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pluggy

from wargame.core.engine.chance import Source
from wargame.core.engine.events import Event
from wargame.core.engine.questions import Procedure, Question, Refusal
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence as PlaySequence
from wargame.core.engine.state import State
from wargame.core.mechanics.odds import Modifier
from wargame.core.title.data import Overlay
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Title

hookspec = pluggy.HookspecMarker("wargame")


@hookspec(firstresult=True)
def wargame_title(overlay: Overlay) -> Title | None:
    """What the title is: sides, scenarios, options, board, counters.

    `overlay` is what is laid over its data, the folders of variants and of `--data`; give it to the `DataFolder`.

    @hookimpl
    def wargame_title(overlay):
        data = DataFolder(Path(__file__).parent / "data", overlay)
        return Title(id="skirmish", name="Skirmish", version="1", sides=("red", "blue"),
                     scenarios=(Scenario("basic", "Basic"),), state=State, actions=(Move,),
                     board=Board.of_edges(data.csv("spaces.csv", Space), data.csv("edges.csv", Edge)),
                     data_hash=data.hash())
    """


@hookspec(firstresult=True)
def wargame_setup(title: Title, scenario: str, options: dict[str, Any]) -> State | None:
    """The state at the start of a scenario. Its verbs may be used; chance may not (ask it in the first phase).

    @hookimpl
    def wargame_setup(title, scenario, options):
        state = State(title=title)
        state.place("1 Army", "Paris", steps=2)
        return state
    """


@hookspec(firstresult=True)
def wargame_phases(state: State) -> PlaySequence | None:
    """The sequence of play.

    @hookimpl
    def wargame_phases(state):
        return Sequence("turn", Phase("Red moves", move_one, side="red", repeat=True), ..., repeat=True)
    """


@hookspec(firstresult=True)
def wargame_resolve_combat(state: State, battle: Any) -> Procedure[Any] | None:
    """A procedure that fights one battle; the title's phases call it with `yield from state.rules.resolve_combat(...)`.

    @hookimpl
    def wargame_resolve_combat(state, battle):
        return fight(state, battle)          # fight is a generator function

    A variant wraps it: `result = yield` in a `@hookimpl(wrapper=True)` gets the procedure and may return another.
    """


@hookspec
def wargame_modifiers(state: State, battle: Any, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...] | None:
    """The modifiers of a battle, of which a variant adds, removes or changes some; the preview shows the same.

    `battle` is what the title gives: its page says which battle, and which of its sums, this is. Each variant, in the
    order in which they were chosen, gets what the one before it returned. None: nothing changes. It reads the state and
    does not change it.

    @hookimpl
    def wargame_modifiers(state, battle, modifiers):
        if state.turn in (1, 2, 12):
            return (*modifiers, Modifier("snow", -1, "house rule"))

    A title calls it where it adds up its modifiers, for the preview and for the battle:

        found = state.rules.modifiers(state, battle, (terrain(state, battle), river(state, battle)))
        shift = total(found)
    """


@hookspec(firstresult=True)
def wargame_forbid(state: State, side: str, action: Any) -> Refusal | None:
    """Why a variant forbids an action that the title allows; None if it does not.

    The action is no longer listed, and typing it is refused for this reason. If it would leave a question without any
    answer, the answer before it is refused with a sentence that says so: never forbid the only way to go on (`done`,
    `pass`). What the rules do without asking is not covered.

    @hookimpl
    def wargame_forbid(state, side, action):
        if isinstance(action, Attack) and state.turn == 1:
            return Refusal("house rule", "Nobody attacks on the first turn.")
    """


@hookspec
def wargame_entered(state: State, unit: str, space: str) -> None:
    """A unit has entered a space or box, by `state.move` or `state.place` (set-up excepted).

    It may use the verbs of the state. It may not remove the unit, which the rules are still moving: reduce or mark it.

    @hookimpl
    def wargame_entered(state, unit, space):
        if space in MINED and "mined" not in state.units[unit].marks:
            state.mark(unit, "mined")
            state.note("{unit} runs into mines at {space}", "house rule", unit=unit, space=space)
    """


@hookspec(firstresult=True)
def wargame_victory(state: State) -> Result | None:
    """Who has won, if anyone has; asked after every procedure, so look at cheap things first.

    @hookimpl
    def wargame_victory(state):
        if state.turn > 10:
            return Result(("blue",), "4.2", "Red ran out of time.")
    """


@hookspec(firstresult=True)
def wargame_view(state: State, side: str | None) -> dict[str, Any] | None:
    """What `side` may know of the state, JSON-able (None: a moderator, who sees all).

    Without it, everything is shown but the generator of chance and what is in the piles that `Title.piles` hides. A
    title with more to hide starts from that:

    @hookimpl
    def wargame_view(state, side):
        seen = sight.view(state, side)                 # from wargame.core.title import sight
        if side not in (None, "red"):
            seen["ambushes"] = len(state.ambushes)
        return seen
    """


@hookspec(firstresult=True)
def wargame_redraw(state: State, side: str, source: Source) -> bool | None:
    """Draw anew, in place, all that `side` cannot know, in a way that fits what it knows: for bots that look ahead.

    Without it (or where it returns None), the piles that `Title.piles` hides are dealt anew.

    @hookimpl
    def wargame_redraw(state, side, source):
        sight.redraw(state, side, source)
        if side == "blue":
            state.ambushes = {source.choice(state.board.names): 1 for _ in state.ambushes}
        return True
    """


@hookspec(firstresult=True)
def wargame_observation(title: Title, seen: Mapping[str, Any]) -> Observation | None:
    """The facts of a view (`seen` is what `wargame_view` returned), for programs that learn.

    Without it they are read from a view that has the shape of the kernel's own: units with `at`, `steps` and `marks`,
    `control`, `piles`, and every number as a track. A title with other views says where its facts are:

    @hookimpl
    def wargame_observation(title, seen):
        units = {name: {"at": space, "steps": 1} for space, names in seen["stacks"].items() for name in names}
        return attrs.evolve(observe(seen), units=units)
    """


@hookspec(firstresult=True)
def wargame_evaluate(state: State, side: str) -> float | None:
    """A rough score of the state for a side, higher is better: for bots. Without it, see `wargame_features`.

    @hookimpl
    def wargame_evaluate(state, side):
        return sum(1 if state.side_of(u) == side else -1 for u in state.units)
    """


@hookspec(firstresult=True)
def wargame_picture(state: State, side: str | None) -> Picture | None:
    """The map as `side` may see it.

    @hookimpl
    def wargame_picture(state, side):
        cells = tuple(Cell(s.id, s.x, s.y, s.name) for s in state.board.spaces)
        return Picture("network", cells)
    """


@hookspec
def wargame_lookups() -> Mapping[str, Lookup] | None:
    """A title's own words in the terminal (`hand`, `card 14`, `supply`): each gets the state, the side that looks and
    the words after it, and returns a panel. The first line of its docstring is its line in the help.

    @hookimpl
    def wargame_lookups():
        return {"hand": hand}

    def hand(state, side, words):
        '''The cards in your hand.'''
        return Panel("Hand", tuple((card,) for card in state.pile(f"hand:{side}")))
    """


@hookspec(firstresult=True)
def wargame_route(
    state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...]
) -> tuple[Any, ...] | None:
    """The answers, in order, that march units from where they stand to a space by the cheapest legal path.

    For titles that ask for a move step by step: at the terminal `unit X to HEX` (and `via HEX`) is one line. `state` is
    that of the open question. An empty tuple: there is no such path; None: the title does not know this. Without it,
    an answer with the fields `unit` and `to` is taken for the whole march.
    A title that can say which rule is in the way raises `IllegalAction(rule, text)` instead of the empty tuple.

    @hookimpl
    def wargame_route(state, side, units, to, via):
        return tuple(Step(units[0], space) for space in cheapest_path(state, units[0], to, via))
    """


@hookspec
def wargame_variants() -> Mapping[str, tuple[str, object] | tuple[str, object, Path]] | None:
    """Variants this plugin offers: name to (title id, plugin whose hooks change the rules).

    A third value is a folder laid over the data of the title, as `--data` does; the plugin may then be None.

    @hookimpl
    def wargame_variants():
        return {"long-game": ("skirmish", LongGame()), "mud": ("skirmish", None, Path(__file__).parent / "mud")}
    """


@hookspec
def wargame_bots() -> Mapping[str, Callable[[int], Any]] | None:
    """Bots: name to a function that makes one from a seed; a bot has `choose(game, side)`, which returns an action.

    A function with a parameter `level` makes a bot with levels: `--side SIDE=first:hard` calls it with `level="hard"`.
    For bots that can be stopped while they think, and that say why they answered, see `wargame.plugins.match.bots.Bot`.
    `wargame list --plugins` shows the first line of the docstring of each, as for renderers and observers.

    @hookimpl
    def wargame_bots():
        return {"first": lambda seed: FirstBot()}
    """


@hookspec
def wargame_commands(group: Any) -> None:
    """Add commands to the `wargame` command line (a click group).

    @hookimpl
    def wargame_commands(group):
        group.add_command(my_command)
    """


@hookspec
def wargame_renderers() -> Mapping[str, Callable[..., str]] | None:
    """Ways to draw a picture: name to a function of a Picture that returns text (a terminal map, an SVG file ...).

    The function may also take by name: `colours` (of the sides), `where` (a region, or the space around which to draw;
    empty: all), `width` (columns of the terminal), `heading` and `theme`. Its docstring says in a line what it draws.

    @hookimpl
    def wargame_renderers():
        return {"plain": lambda picture: ", ".join(cell.id for cell in picture.cells)}
    """


@hookspec
def wargame_observers() -> Mapping[str, Callable[..., Any]] | None:
    """Observers for `--observer NAME` of `wargame run` and `simulate`: name to a function that makes one for a game.

    An observer is an object with the hook `wargame_event`. The function may take `title` (the Title) and `seed` (that
    of the game) by name. In a simulation each game has an observer of its own, in the process that plays the game.

    @hookimpl
    def wargame_observers():
        return {"diary": Diary}

    class Diary:
        '''Every event, in a text file for each game.'''

        def __init__(self, title, seed):
            self.path = Path(f"{title.id}-{seed}.txt")

        @hookimpl
        def wargame_event(self, event):
            with self.path.open("a") as file:
                print(event.text, file=file)
    """


@hookspec
def wargame_event(event: Event) -> None:
    """Something happened in a game: for observers (a log, sounds, statistics).

    @hookimpl
    def wargame_event(event):
        log.append(event.text)
    """


@hookspec(firstresult=True)
def wargame_features(state: State, side: str) -> Mapping[str, float] | None:
    """What counts in a position, as named numbers from the point of view of `side`, for bots.

    The score of the position is their sum, each times its weight in `Title.weights`. A title that implements
    `wargame_evaluate` as well is scored by that.

    @hookimpl
    def wargame_features(state, side):
        own = state.units_on_map(side)
        return {"units": len(own), "objectives": sum(state.control[s] == side for s in state.data.objectives)}

    with `Title(weights=data.toml_table("weights.toml"))` and, in `data/weights.toml`, `units = 1.0` and
    `objectives = 5.0`. A table `[long]` in that file has the weights that are different in the scenario `long`.
    """


@hookspec(firstresult=True)
def wargame_plans(state: State, side: str, question: Question) -> Iterable[Plan] | None:
    """What is worth trying at a question: march there, attack with all in reach, hold, entrench ... for bots.

    `state` is a copy in which everything hidden from `side` was dealt anew. Plans that begin with an answer that is not
    legal now are ignored. Ten good plans are better than a hundred. Without this hook, or where it returns None, bots
    try the listed answers.

    @hookimpl
    def wargame_plans(state, side, question):
        if state.phase != "combat":
            return None
        return [Plan(f"attack {hex} with all", (Attack(hex), *map(With, near(state, hex)), Fight()), gain(state, hex))
                for hex in targets(state, side)]
    """


@hookspec(firstresult=True)
def wargame_verdict(state: State, side: str, question: Question) -> Verdict | None:
    """How a bot decides a question that is never a coin toss, with the reason: peace, resignation, a draw, set-up.

    None leaves the question to search. It is also asked inside the bots' look-ahead, for all sides: make it fast, and
    look at `state.phase` or `question.rule` first. `state` is a copy as for `wargame_plans`.

    @hookimpl
    def wargame_verdict(state, side, question):
        if question.rule == "16.5.2":
            return Verdict(NO, "We are ahead.") if score(state, side) > 0 else Verdict(YES, "We would lose the war.")
        return None
    """
