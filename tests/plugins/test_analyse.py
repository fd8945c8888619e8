"""`wargame analyse`: the worst answers of a game, each with a better one and what it cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.skirmish import Bid, State
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose, Procedure, Question
from wargame.core.title.plans import Verdict
from wargame.plugins import hookimpl
from wargame.plugins.match.analysis import Decision, Judged, analyse, decisions, judge, sides_to_judge, worst

from .shell import Shell
from .test_planner import Go, Points, add, harvest, invest


def judged(plugin: Any, *answers: Any) -> list[Judged | None]:
    """What is found of red's answers, with blue waiting after them."""
    game = skirmish(plugins=[plugin])
    for answer in answers:
        game.apply(answer, "red")
    again = skirmish(plugins=[plugin])
    found = list(decisions_of(skirmish(plugins=[plugin]), game))
    return list(analyse(again, game.journal, found, probes=60))


def decisions_of(fresh: Game, played: Game) -> list[Decision]:
    def one_by_one() -> Any:
        for answer in played.journal:
            fresh.replay([answer])
            yield answer

    return list(decisions(fresh, one_by_one(), ["red"]))


def test_a_mistake_is_found_with_the_better_answer_and_what_it_cost() -> None:
    first, second = judged(Points(invest, harvest), DONE, DONE)
    assert first is not None
    assert second is not None
    assert (first.given, first.better, first.cost) == ("done", "go 1", 5.0)
    assert second.cost == 0.0  # nothing was invested that could be harvested


def test_what_can_still_be_done_later_in_the_turn_is_no_mistake() -> None:
    def any_order(s: State, side: str) -> Procedure[None]:
        answer = yield Choose(side, [Go(n) for n in (1, 2, 0) if n not in s.tracks.values()], "Go?", "7.0")
        s.tracks["last"] = answer.points
        add(s, answer.points)

    first, second = judged(Points(any_order, any_order), Go(1), Go(0))
    assert first is not None
    assert second is not None
    assert first.cost == pytest.approx(0.0)
    assert (second.better, second.cost) == ("go 2", 2.0)


def test_an_answer_against_the_reasons_of_the_title_is_judged_by_what_it_leads_to() -> None:
    class Reasonable(Points):
        @hookimpl
        def wargame_verdict(self, question: Question) -> Verdict | None:
            return Verdict(Go(1), "It pays later.") if question.rule == "3.0" else None

    (first, _) = judged(Reasonable(invest, harvest), DONE, DONE)
    assert first is not None
    assert (first.better, first.reason, first.cost) == ("go 1", "It pays later.", -1.0)


def test_answers_given_at_once_are_judged_together() -> None:
    class WantsHighBids:
        @hookimpl
        def wargame_evaluate(self, state: State, side: str) -> float:
            return float(state.bids.get(side, -1))

    game = skirmish(plugins=[WantsHighBids()])
    found = Decision("red", 0, (Bid(1), DONE))
    one = judge(game, found, 40)
    assert one is not None
    assert one.given == "bid 1; done"
    assert one.better.startswith("bid 3")
    assert one.cost == 2.0


def test_the_worst_come_first_and_trifles_are_left_out() -> None:
    def costing(cost: float) -> Judged:
        return Judged("red", 0, "", "", "", "", "", "", cost)

    assert [one.cost for one in worst([costing(1), costing(0), costing(3), costing(2)], 2)] == [3, 2]


def test_by_default_people_are_judged() -> None:
    game = skirmish()
    game.players = {"red": "greedy", "blue": "human"}
    assert sides_to_judge(game) == ["blue"]
    game.players = {"red": "greedy", "blue": "random"}
    assert sides_to_judge(game) == ["red", "blue"]


def test_the_command_lists_the_worst_answers_and_leaves_the_file_alone(shell: Shell) -> None:
    sides = ("--side", "red=random", "--side", "blue=random")
    shell.run("run", "skirmish", "--seed", "7", *sides, "--save", "g")
    before = (shell.work / "g").read_bytes()
    done = shell.run("analyse", "g", "--side", "red", "--probes", "5", "--worst", "2")
    assert done.returncode == 0
    assert "decisions of red, each judged with 5 probes." in done.stdout
    assert (shell.work / "g").read_bytes() == before
    wrong = shell.run("analyse", "g", "--side", "green")
    assert (wrong.returncode, wrong.stderr) == (1, "Skirmish has no side 'green'; it has: red, blue.\n")
    assert shell.run("analyse", "nowhere").stderr == "Cannot read nowhere: No such file or directory.\n"
