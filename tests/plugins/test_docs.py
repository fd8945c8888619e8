"""The guides are true: their files are written to disk, installed and played, and what they print is what comes out."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wargame.core as wargame_core
import wargame.plugins as wargame_plugins
from wargame.core.engine import journal
from wargame.core.engine.game import Game
from wargame.plugins import new_game
from wargame.plugins.match.match import Match
from wargame.plugins.protocol import Server
from wargame.plugins.simulation.report import Report
from wargame.plugins.simulation.tasks import Row

from .guide import DOCS, FENCE, Reader, blocks


def sections(guide: str) -> dict[str, str]:
    """A guide by its headings."""
    parts = re.split(r"^#{1,3} (.+)$", (DOCS / guide).read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def code(text: str, language: str) -> list[str]:
    return [found["text"] for found in FENCE.finditer(text) if found["language"] == language]


KERNEL = sections("kernel.md")
EXAMPLES = [heading for heading, text in KERNEL.items() if code(text, "pycon")]


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """A reader who has The Ford of the first tutorial."""
    reader = Reader(tmp_path_factory.mktemp("ford"))
    reader.prepare("tutorials/first_title.md")
    return reader


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """A reader who has the variants and the bot of the tutorials as well."""
    reader = Reader(tmp_path_factory.mktemp("house"))
    for page in ("first_title", "variant", "bot"):
        reader.prepare(f"tutorials/{page}.md")
    return reader


@pytest.fixture
def here(house: Reader) -> Iterator[Path]:
    with house.imports():
        yield house.folder
    house.forget()


def test_the_rules_of_the_tutorial_are_all_tested(here: Path) -> None:
    from wargame.plugins.testkit import check_rule_markers

    assert list(check_rule_markers("ford", here, here / "ford")) == ["1.1", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]


def test_the_guide_names_every_command_of_the_protocol() -> None:
    match = Match(game := new_game("diplomacy"), dict.fromkeys(game.title.sides))
    table = (DOCS / "protocol.md").read_text().partition("| `cmd` |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert named == ["decision", "act", "undo", "view", "events", "position", "save", "quit"]
    assert set(named) == set(Server(match).commands)


@pytest.mark.parametrize("words", ["map ford", "run ford --auto --seed 7"])
def test_the_commands_play_it(ford: Reader, words: str) -> None:
    text = ford.run(f"wargame {words}")
    assert text is not None
    assert ("City" in text) or ("wins" in text)


def test_the_bot_of_the_guide_plays(house: Reader) -> None:
    text = house.run("wargame run ford --side red=cautious --side blue=greedy --seed 2")
    assert text is not None
    assert "blue wins (4.2)" in text  # who never attacks does not get there


@pytest.mark.parametrize(("variants", "left"), [([], False), (["low-water"], True)])
def test_the_variant_of_the_guide_changes_one_rule(here: Path, variants: list[str], left: bool) -> None:
    game = new_game("ford", dice="manual", variants=variants)
    game.apply("move r3 hill")
    game.apply("roll 1")
    assert ("r3" in game.state.units) is left
    assert "b1" in game.state.units


def test_the_hooks_for_variants_in_the_guide_work(here: Path) -> None:
    game = new_game("ford", variants=["weather"])
    assert game.decision is not None
    refusal = game.decision.why_not(game.title.notation.parse("move r1 ford"))
    assert refusal == ("house rule", "The river is in flood on turn 1.")
    for text in ("move r1 wood", "done", "done"):
        game.apply(text)
    assert {"r1 sinks into the mud", "A storm breaks."} <= {event.text for event in game.events}
    game.apply("move r1 ford")


def test_the_kernel_guide_names_what_there_is() -> None:
    text = (DOCS / "kernel.md").read_text()
    for module in re.findall(r"`((?:core|plugins|tests)/[\w/]+\.py)`", text):
        assert (DOCS.parent / module).exists(), module
    for name in re.findall(r"`game\.(\w+)", text):
        assert hasattr(Game, name) or name in vars(new_game("diplomacy")), name


@pytest.mark.parametrize("heading", EXAMPLES)
def test_the_examples_of_the_kernel_guide_are_right(heading: str) -> None:
    (set_up,) = (block.text for block in blocks("kernel.md") if block.about == "setup")
    names: dict[str, Any] = {"__name__": "guide"}
    exec(compile(set_up, "kernel.md", "exec"), names)
    example = doctest.DocTestParser().get_doctest("".join(code(KERNEL[heading], "pycon")), names, heading, "", 0)
    found = doctest.DocTestRunner().run(example)
    assert found.failed == 0
    assert found.attempted > 0


def test_each_mechanism_of_the_kernel_guide_has_signatures_and_an_example() -> None:
    with_signatures = [heading for heading, text in KERNEL.items() if code(text, "text")]
    assert with_signatures == EXAMPLES
    text = (DOCS / "kernel.md").read_text()
    for module in pkgutil.iter_modules([str(Path(wargame_core.__path__[0]) / "mechanics")]):
        assert f"wargame.core.mechanics.{module.name}" in text or f"\n{module.name}." in text or module.name == "ways"


def public() -> dict[str, Any]:
    """What a signature may begin with: the modules of the kernel, and all that they define."""
    found: dict[str, Any] = {"plugins": wargame_plugins, "svg": importlib.import_module("wargame.plugins.maps.svg")}
    for path in Path(wargame_core.__path__[0]).glob("*/*.py"):
        if path.stem != "__init__":
            module = importlib.import_module(f"wargame.core.{path.parent.name}.{path.stem}")
            found[path.stem] = module
            defined = ((name, thing) for name, thing in vars(module).items() if inspect.isclass(thing))
            found |= {name: thing for name, thing in defined if thing.__module__ == module.__name__}
    return found


def shape(function: ast.arguments) -> list[tuple[str, bool, Any]]:
    """The names of parameters, whether they have a default, and the default where it is a plain value."""
    plain = [*function.posonlyargs, *function.args]
    defaults = [None] * (len(plain) - len(function.defaults)) + list(function.defaults)
    rest = [(a.arg, d) for a, d in zip(function.kwonlyargs, function.kw_defaults, strict=True)]
    named = [(a.arg, d) for a, d in zip(plain, defaults, strict=True)]
    named += [(a.arg, None) for a in (function.vararg,) if a]
    return [(n, d is not None, d.value if isinstance(d, ast.Constant) else ...) for n, d in named + rest]


def test_the_signatures_of_the_kernel_guide_are_those_of_the_code() -> None:
    known, count = public(), 0
    for block in (block for text in KERNEL.values() for block in code(text, "text")):
        for found in re.finditer(r"^([\w.]+)\((.*?)\)(?:  +#[^\n]*)?$", block, re.MULTILINE | re.DOTALL):
            thing: Any = known[found[1].split(".")[0]]
            for name in found[1].split(".")[1:]:
                thing = getattr(thing, name)
            parameters = list(inspect.signature(thing).parameters.values())
            if parameters and parameters[0].name == "self":
                parameters = parameters[1:]
            parsed = ast.parse(f"def _({found[2]}): pass").body[0]
            assert isinstance(parsed, ast.FunctionDef)
            shown = shape(parsed.args)
            real = [p for p in parameters if p.kind is not p.VAR_KEYWORD]
            now = f"docs/kernel.md: the signature of {found[1]} is now {inspect.signature(thing)}"
            assert [name for name, _, _ in shown] == [p.name for p in real], now
            for (_, default, value), parameter in zip(shown, real, strict=True):
                assert default == (parameter.default is not parameter.empty), now
                assert value is ... or not default or value == parameter.default, now
            count += 1
    assert count == sum(block.count("(") > 0 and len(re.findall(r"^[\w.]+\(", block, re.MULTILINE))
                        for text in KERNEL.values() for block in code(text, "text"))  # fmt: skip


def test_the_contents_of_the_kernel_guide_lead_to_its_sections() -> None:
    anchors = {heading.lower().replace(" ", "-") for heading in KERNEL}
    links = set(re.findall(r"\]\(#([^)]+)\)", (DOCS / "kernel.md").read_text()))
    assert links <= anchors
    listed = set(re.findall(r"\]\(#([^)]+)\)", KERNEL["Contents"]))
    assert listed >= {heading.lower().replace(" ", "-") for heading in EXAMPLES}


def test_the_kernel_says_what_each_of_its_modules_is_for() -> None:
    folder = Path(wargame_core.__path__[0])
    modules = {path.relative_to(folder) for path in folder.rglob("*.py")}
    names = {path.stem for path in modules if path.stem != "__init__"}
    assert names <= set(re.findall(r"`(\w+)`", wargame_core.__doc__ or ""))
    for path in modules:
        name = ".".join(part for part in path.with_suffix("").parts if part != "__init__")
        assert importlib.import_module(f"wargame.core.{name}".rstrip(".")).__doc__


def test_links_between_the_guides_lead_somewhere() -> None:
    for guide in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", guide.read_text()):
            there = target.startswith("http") or "reference/" in target or (guide.parent / target).exists()
            assert there, f"{guide.name}: {target}"


def test_the_first_agent_learns(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="environments need the extra 'rl'")
    reader = Reader(tmp_path)
    reader.prepare("howto/first_agent.md")
    before, after = map(float, re.findall(r": (\d+\.\d+)", reader.run("python agent.py 120") or ""))
    assert after > before + 1


def test_the_page_on_save_files_has_every_field_and_the_right_figures(tmp_path: Path) -> None:
    text = (DOCS / "save_format.md").read_text()
    game = new_game("diplomacy")
    game.players = {"FRANCE": "human"}
    game.save(tmp_path / "game.jsonl")
    header = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"\w+", row)] == list(header)
    assert set(game.position()) >= {"title", "version", "scenario", "options", "variants", "seed", "state", "answers"}
    assert f"Every {journal.HASH_EVERY} answers a line has a hash" in text
    assert f"Every {journal.POSITION_EVERY} answers a line has the whole position" in text
    assert f"the version of this format: {journal.FORMAT}" in text


def test_the_report_of_pairs_looks_as_shown() -> None:
    """63 pairs that the first bot won, 17 shared, 20 lost."""

    def row(seed: int, turned: bool, winner: str) -> Row:
        soviet, axis = ("random", "greedy") if turned else ("greedy", "random")
        bots = {"soviet": soviet, "axis": axis}
        won = tuple(side for side, bot in bots.items() if bot == winner)
        return Row(key=f"{seed} {turned}", title="t", scenario="s", seed=seed, turned=turned, cell="", bots=bots,
                   winners=won, rule="")  # fmt: skip

    pairs = [("greedy", "greedy")] * 63 + [("greedy", "random")] * 17 + [("random", "random")] * 20
    rows = [row(seed, turned, pair[turned]) for seed, pair in enumerate(pairs) for turned in (False, True)]
    (shown,) = (block.text for block in blocks("howto/compare_bots.md") if block.language == "text")
    assert shown.strip() in list(Report.of(rows).lines())


def test_the_options_that_guides_name_exist() -> None:
    """Every `wargame COMMAND --option` in a how-to is one that the command has."""
    from wargame.plugins.cli import main

    shown = [line for guide in (DOCS / "howto").glob("*.md") for line in guide.read_text().splitlines()]
    commands = [found[1] for line in shown if (found := re.match(r"\S*\$ wargame (.*)", line))]
    assert len(commands) >= 5
    for command, *words in (line.split() for line in commands):
        options = {name for parameter in main.commands[command].params for name in parameter.opts}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options, command
