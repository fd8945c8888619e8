"""What people are shown of the thoughts of bots, at the terminal and by `Memory`; bots in another process."""

from __future__ import annotations

from io import StringIO
from typing import Any

import attrs
from rich.console import Console

from tests.core.skirmish import State
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE, Action, action
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose, Procedure, Question
from wargame.core.engine.result import Result
from wargame.core.title.plans import Verdict
from wargame.plugins import hookimpl
from wargame.plugins.bots import GreedyBot, PlannerBot
from wargame.plugins.bots.thinker import Missed
from wargame.plugins.bots.thought import Thought
from wargame.plugins.match.apart import errand, run_errand
from wargame.plugins.match.match import Match
from wargame.plugins.match.thoughts import Memory, lines
from wargame.plugins.terminal.commands import Commands

from .shell import Shell
from .test_planner import Go, Points, add, harvest, invest


@action("play {card}")
class Play(Action):
    card: str


def play_a_card(s: State, side: str) -> Procedure[None]:
    answer = yield Choose(side, [*(Play(card) for card in s.pile("hand:red")), Go(0), Go(1)], "Play a card?", "8.0")
    if isinstance(answer, Play):
        s.piles["hand:red"] = tuple(card for card in s.pile("hand:red") if card != answer.card)
        s.note("{card} is played", "8.0", card=answer.card)
    add(s, 9 if isinstance(answer, Play) and Cards.wanted else getattr(answer, "points", 0))


class Cards(Points):
    """Red holds a card, which is worth playing or not."""

    wanted = False

    def __init__(self, wanted: bool) -> None:
        super().__init__(play_a_card)
        Cards.wanted = wanted


def holding_a_card(**given: Any) -> Game:
    game = skirmish(plugins=[Cards(given.pop("wanted", False))], **given)
    position = game.position()
    position["state"]["piles"] |= {"hand:red": ["ace"], "deck": ["king", "queen", "ten"]}
    return skirmish(plugins=[Cards(Cards.wanted)], position=position)


def thinking_match(game: Game, bot: Any) -> Match:
    return Match(game, {"red": bot, "blue": None})


def names(thought: Thought) -> set[str]:
    return {option.plan.name for option in thought.options}


def test_alternatives_that_give_a_hidden_card_away_are_shown_to_its_side_only() -> None:
    match = thinking_match(holding_a_card(), GreedyBot(1))
    match.let_bot_answer("red")
    (own,) = match.memory.last_turn(match.game, "red")
    (others,) = match.memory.last_turn(match.game, "blue")
    assert names(own) == {"play ace", "go 0", "go 1"}
    assert names(others) == {"go 0", "go 1"}


def test_a_card_that_has_been_played_is_no_secret_any_more() -> None:
    match = thinking_match(holding_a_card(wanted=True), GreedyBot(1))
    match.let_bot_answer("red")
    (seen,) = match.memory.last_turn(match.game, "blue")
    assert seen.options[0].plan.name == "play ace"


def test_when_the_game_is_over_everything_is_shown() -> None:
    match = thinking_match(holding_a_card(), GreedyBot(1))
    match.let_bot_answer("red")
    match.game.state.result = Result(("red",), "", "over")
    (seen,) = match.memory.last_turn(match.game, "blue")
    assert "play ace" in names(seen)


def test_a_secret_reason_is_told_when_the_game_is_over() -> None:
    class Plotting(Points):
        @hookimpl
        def wargame_verdict(self, question: Question) -> Verdict | None:
            return Verdict(DONE, "We wait for our ace.", secret=True) if question.rule == "1.0" else None

    from .test_planner import gamble

    match = thinking_match(skirmish(plugins=[Plotting(gamble)]), GreedyBot(1))
    match.let_bot_answer("red")
    assert match.memory.last_turn(match.game, "blue") == []
    assert match.memory.reasons(match.game, "blue") == {}
    match.game.state.result = Result(("red",), "", "over")
    assert [thought.reason for thought in match.memory.last_turn(match.game, "blue")] == ["We wait for our ace."]


def test_what_is_answered_at_once_is_not_shown_before_all_have_answered() -> None:
    match = thinking_match(skirmish(), GreedyBot(1))
    match.let_bot_answer("red")
    match.let_bot_answer("red")
    assert match.memory.last_turn(match.game, "blue") == []
    match.answer("bid 1", "blue")
    match.answer(DONE, "blue")
    assert match.memory.last_turn(match.game, "blue")


def test_thoughts_are_forgotten_with_the_answers_that_are_taken_back() -> None:
    match = thinking_match(holding_a_card(), GreedyBot(1))
    match.let_bot_answer("red")
    match.game.undo()
    match.answer(Go(0), "red")
    assert [thought.answers for thought in match.memory.last_turn(match.game, "red")] == [0]
    match.game.undo()
    match.memory.note(match.game, (), ["blue"])
    match.memory.forget_after(match.game)
    assert len(match.memory.kept) == 1
    assert Memory().last_turn(match.game, "red") == []


def test_a_thought_in_words_names_the_alternatives_and_what_is_feared() -> None:
    match = thinking_match(skirmish(plugins=[Points(invest, harvest)]), PlannerBot(1, "100p"))
    match.let_bot_answer("red")
    (thought,) = match.memory.last_turn(match.game, "blue")
    told = list(lines(attrs.evolve(thought, fears=("a raid",))))
    assert told[0].endswith("Invest? (3.0)")
    assert told[1] == "  go 1"
    assert told[2] == "  rather than done (5.00 worse)"
    assert told[-1] == "  it fears: a raid"


# --- in another process ----------------------------------------------------------------------------------------------


def test_a_bot_with_its_memory_answers_from_positions_as_it_would_in_the_game(monkeypatch: Any) -> None:
    """The other process has a new game each time, which begins with the open procedure."""
    plugin = Points(invest, harvest)
    monkeypatch.setattr(
        "wargame.plugins.new_game", lambda title, position, data: skirmish(plugins=[plugin], **position)
    )
    whole, apart = skirmish(plugins=[plugin]), skirmish(plugins=[plugin])
    bot, memory = PlannerBot(0, "60p"), b""
    for _ in range(6):
        side = next(iter(whole.decisions))
        if side == "blue":
            whole.apply(DONE, side)
            apart.apply(DONE, side)
            continue
        sent = attrs.evolve(errand(apart, side, "planner:60p", memory=memory), seed=0)
        outcome = run_errand(attrs.evolve(sent, position={"position": sent.position}))
        memory = outcome.memory
        if outcome.thought is not None:
            assert outcome.thought.answers == len(apart.journal)
        whole.apply(bot.choose(whole, side), side)
        apart.apply(outcome.answer, side)
    assert [a.action for a in whole.journal] == [a.action for a in apart.journal]


def test_a_turn_that_goes_on_in_another_game_shares_its_budget() -> None:
    plugin = Points(invest, harvest, invest, harvest)
    game, bot = skirmish(plugins=[plugin]), PlannerBot(0, "60p")
    spent = []
    for _ in range(4):
        again = skirmish(plugins=[plugin], position=game.position())
        bot.missed = Missed(len(game.journal), game.turns - again.turns)
        game.apply(bot.choose(again, "red"), "red")
        spent.append(bot._budget.used)
    assert spent == sorted(spent)
    assert spent[-1] <= 70


def test_a_bot_in_another_process_stops_when_it_is_told_to(monkeypatch: Any, tmp_path: Any) -> None:
    plugin = Points(invest, harvest)
    monkeypatch.setattr(
        "wargame.plugins.new_game", lambda title, position, data: skirmish(plugins=[plugin], **position)
    )
    stop = tmp_path / "stop"
    stop.touch()
    sent = errand(skirmish(plugins=[plugin]), "red", "planner:1000000p", stop=stop)
    outcome = run_errand(attrs.evolve(sent, position={"position": sent.position}))
    assert outcome.answer in ("done", "go 1")


# --- at the terminal -------------------------------------------------------------------------------------------------


def test_the_log_tells_the_reason_of_a_decision_where_it_was_taken() -> None:
    class Cautious(Points):
        @hookimpl
        def wargame_verdict(self, question: Question) -> Verdict | None:
            return Verdict(Go(0), "We never gamble.") if question.rule == "8.0" else None

    def note_and_ask(s: State, side: str) -> Procedure[None]:
        s.note("It rains", "8.1")
        yield Choose(side, [Go(0), Go(1)], "Go?", "8.0")
        s.note("The sun shines", "8.2")

    match = thinking_match(skirmish(plugins=[Cautious(note_and_ask)]), GreedyBot(1))
    match.let_bot_answer("red")
    console = Console(file=StringIO(), width=80)
    Commands(match, console).do("log", "blue", match.game.decisions["blue"])
    assert console.file.getvalue().splitlines() == [  # type: ignore[attr-defined]
        "It rains (8.1)", "  (red decides 'go 0': We never gamble.)", "The sun shines (8.2)",
    ]  # fmt: skip


def test_why_tells_what_the_bot_considered(shell: Shell) -> None:
    sides = ("--side", "red=human", "--side", "blue=greedy")
    typed = "why\nbid 1\ndone\nmove r1 B\ndone\nwhy\nquit\n"
    told = shell.run("run", "skirmish", "--seed", "7", *sides, "--save", "g", typed=typed).stdout
    before, after = told.split("> why")[1:]
    assert "No bot has decided anything yet, or nothing that you may know of." in before
    assert "blue, blue moves: Move which unit? (3.0)" in after
    assert "rather than" in after


def test_hint_says_what_a_planner_would_do(shell: Shell) -> None:
    sides = ("--side", "red=human", "--side", "blue=random")
    typed = "bid 1\ndone\nhint 30p\nhint brutal\nquit\n"
    told = shell.run("run", "skirmish", "--seed", "7", *sides, "--save", "g", typed=typed).stdout
    hint, wrong = told.split("> hint")[1:]
    assert "(expected +0.00 by the end of the turn)" in hint
    assert "The bot planner has no level 'brutal'" in wrong


def test_help_names_both(shell: Shell) -> None:
    told = shell.run("run", "skirmish", "--seed", "7", "--side", "red=human", "--save", "g", typed="?\nquit\n").stdout
    assert "\nwhy " in told
    assert "\nhint [LEVEL] " in told
