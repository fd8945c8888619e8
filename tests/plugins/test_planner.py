"""The planner, its levels and its budget; worlds, in which all bots look ahead."""

from __future__ import annotations

import pickle
import signal
from collections import Counter
from typing import Any

import pytest

from tests.core.skirmish import SIDES, Move, State
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE, PASS, Action, Dice, action
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose, Procedure, Question, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.title.plans import Plan, Verdict
from wargame.plugins import hookimpl, new_game
from wargame.plugins.bots import GreedyBot, PlannerBot
from wargame.plugins.bots.budget import Budget
from wargame.plugins.bots.levels import LEVELS, read_level
from wargame.plugins.bots.worlds import WIN, Deal, World
from wargame.plugins.match.bots import make_bot
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import Setup, choose_players

from .test_bots import moving, play


@action("go {points}")
class Go(Action):
    points: int


@action("hit")
class Hit(Action):
    """Attack: half of the throws are worth 5, the others cost 4."""


class Points:
    """A title in which red collects points on a track: asked as `phases` says, scored as the track stands."""

    def __init__(self, *phases: Any) -> None:
        self.phases = phases

    @hookimpl
    def wargame_phases(self, state: State) -> Sequence:
        own = (Phase(one.__name__, one, side="red") for one in self.phases)
        return Sequence("turn", *own, Phase("blue's turn", blue_waits, side="blue"), repeat=True)

    @hookimpl
    def wargame_evaluate(self, state: State, side: str) -> float:
        points = state.tracks.get("points", 0)
        return float(points if side == "red" else -points)


def blue_waits(s: State, side: str) -> Procedure[None]:
    yield Choose(side, [DONE, PASS], "Wait?", "9.0")


def add(s: State, points: int) -> None:
    s.tracks["points"] = s.tracks.get("points", 0) + points


def gamble(s: State, side: str) -> Procedure[None]:
    answer = yield Choose(side, [Hit(), Go(0), DONE], "Attack?", "1.0")
    if answer == Hit():
        roll = yield Roll(1, 6, "the attack", "1.1")
        add(s, 5 if roll.total >= 4 else -4)


# --- worlds ----------------------------------------------------------------------------------------------------------


def test_over_six_worlds_a_die_shows_each_face_once() -> None:
    game = skirmish(plugins=[Points(gamble)])
    for seed in range(5):
        dice = []
        for world in Deal(game, "red", Source(seeded(seed)), 6).some(6):
            world.give("red", Hit())
            dice += [answer.action for answer in world.game.journal if isinstance(answer.action, Dice)]
        assert sorted(die.total for die in dice) == [1, 2, 3, 4, 5, 6]


def test_copies_of_a_world_meet_the_same_dice() -> None:
    game = skirmish(plugins=[Points(gamble)])
    (world,) = Deal(game, "red", Source(seeded(1)), 1).some(1)
    ends = []
    for _ in range(3):
        copy = world.copy()
        copy.give("red", Hit())
        ends.append(copy.game.state.tracks["points"])
    assert len(set(ends)) == 1
    assert "points" not in world.game.state.tracks


class BlueWins(Points):
    """The game is over, and lost for red, as soon as there are points."""

    @hookimpl
    def wargame_victory(self, state: State) -> Any:
        from wargame.core.engine.result import Result

        return Result(("blue",), "", "over") if state.tracks.get("points") else None


def after_an_attack(points: int = 0) -> World:
    """Red has attacked, with these points before."""
    (world,) = Deal(skirmish(plugins=[BlueWins(gamble)]), "red", Source(seeded(1)), 1).some(1)
    add(world.game.state, points)
    world.give("red", Hit())
    return world


def test_a_game_that_is_won_scores_more_than_any_other() -> None:
    assert after_an_attack().score("blue") > WIN / 2
    assert after_an_attack().score("red") < -WIN / 2


def test_a_narrow_loss_scores_more_than_a_clear_one() -> None:
    assert after_an_attack(points=30).score("red") > after_an_attack(points=10).score("red")


# --- greedy: expectation, plans, verdicts ----------------------------------------------------------------------------


def test_the_greedy_bot_takes_the_mean_over_the_dice_and_not_one_throw() -> None:
    game = skirmish(plugins=[Points(gamble)])
    assert {str(GreedyBot(seed).choose(game, "red")) for seed in range(8)} == {"hit"}  # 0.5 on the mean

    class Worse(Points):
        @hookimpl(tryfirst=True)
        def wargame_evaluate(self, state: State, side: str) -> float:
            points = state.tracks.get("points", 0)
            return float(min(points, 3))  # -0.5 on the mean

    worse = skirmish(plugins=[Worse(gamble)])
    assert "hit" not in {str(GreedyBot(seed).choose(worse, "red")) for seed in range(8)}


def two_steps(s: State, side: str) -> Procedure[None]:
    """Only `go 1`, then `go 3`, is worth something."""
    first = yield Choose(side, [Go(1), Go(2), DONE], "First?", "2.0")
    second = yield Choose(side, [Go(4), Go(3)], "Second?", "2.1")
    add(s, 7 if (first, second) == (Go(1), Go(3)) else 0)


class Planned(Points):
    @hookimpl
    def wargame_plans(self, state: State, side: str, question: Question) -> list[Plan] | None:
        if question.rule != "2.0":
            return None
        return [Plan("both", (Go(1), Go(3))), Plan("nonsense", (Go(99),), 50.0), Plan("neither", (DONE,), 3.0)]


def test_a_plan_is_followed_to_its_end_and_one_that_cannot_begin_is_ignored() -> None:
    game, bot = skirmish(plugins=[Planned(two_steps)]), GreedyBot(1)
    for expected in (Go(1), Go(3)):
        assert bot.choose(game, "red") == expected
        game.apply(expected, "red")
    assert game.state.tracks["points"] == 7


def test_a_plan_is_given_up_where_a_new_decision_begins_that_it_does_not_fit() -> None:
    game, bot = skirmish(plugins=[Planned(two_steps)]), GreedyBot(1)
    bot.choose(game, "red")
    for answer, side in ((Go(2), "red"), (Go(4), "red"), (DONE, "blue")):  # somebody else answers for red
        game.apply(answer, side)
    assert bot.choose(game, "red") == Go(1)


class Decided(Points):
    @hookimpl
    def wargame_verdict(self, question: Question) -> Verdict | None:
        return Verdict(DONE, "We never gamble.") if question.rule == "1.0" else None


def test_a_verdict_is_given_without_search_and_its_reason_is_remembered() -> None:
    bot = GreedyBot(1)
    assert bot.choose(skirmish(plugins=[Decided(gamble)]), "red") == DONE
    (thought,) = bot.thoughts
    assert (thought.reason, thought.options, thought.rule) == ("We never gamble.", (), "1.0")


def test_what_a_verdict_bars_is_not_tried() -> None:
    class Barred(Points):
        @hookimpl
        def wargame_verdict(self, question: Question) -> Verdict | None:
            return Verdict(barred=(Hit,))

    bot = GreedyBot(1)
    assert bot.choose(skirmish(plugins=[Barred(gamble)]), "red") != Hit()
    assert Hit() not in [option.plan.answers[0] for option in bot.thoughts[0].options]


# --- the planner -----------------------------------------------------------------------------------------------------


def invest(s: State, side: str) -> Procedure[None]:
    answer = yield Choose(side, [DONE, Go(1)], "Invest?", "3.0")
    if answer == Go(1):
        add(s, -1)
        s.tracks["invested"] = 1


def harvest(s: State, side: str) -> Procedure[None]:
    answer = yield Choose(side, [DONE, Go(5)], "Harvest?", "4.0")
    if answer == Go(5) and s.tracks.get("invested"):
        add(s, 6)


def test_the_planner_sees_the_whole_turn_where_greedy_sees_one_decision() -> None:
    game = skirmish(plugins=[Points(invest, harvest)])
    assert GreedyBot(1).choose(game, "red") == DONE
    bot = PlannerBot(1, "200p")
    for expected in (Go(1), Go(5)):
        assert bot.choose(game, "red") == expected
        game.apply(expected, "red")


class Covered(Points):
    """What red may answer depends on something covered, which is another thing in each world."""

    @hookimpl
    def wargame_redraw(self, state: State, side: str, source: Source) -> bool:
        state.tracks["covered"] = 1 + source.pick(6)
        return True


def uncover(s: State, side: str) -> Procedure[None]:
    answer = yield Choose(side, [Go(s.tracks.get("covered", 0)), DONE], "Go?", "1.0")
    if isinstance(answer, Go):
        add(s, answer.points)


def test_the_planner_answers_what_is_legal_here_and_not_in_its_worlds() -> None:
    game = skirmish(plugins=[Covered(uncover)])
    assert game.decision is not None
    for seed in range(5):
        assert game.decision.accepts(PlannerBot(seed, "20p").choose(game, "red"))


def test_the_planner_fears_the_reply() -> None:
    class Punished(Points):
        """Blue takes 10 points if red has gone 5."""

        @hookimpl(tryfirst=True)
        def wargame_phases(self, state: State) -> Sequence:
            def blue(s: State, side: str) -> Procedure[None]:
                answer = yield Choose(side, [DONE, Hit()], "Punish?", "5.0")
                if answer == Hit() and s.tracks.get("points", 0) == 5:
                    add(s, -10)

            def red(s: State, side: str) -> Procedure[None]:
                answer = yield Choose(side, [Go(5), Go(3), DONE], "Take how much?", "5.1")
                add(s, getattr(answer, "points", 0))

            return Sequence("turn", Phase("red", red, side="red"), Phase("blue", blue, side="blue"), repeat=True)

        @hookimpl
        def wargame_plans(self, state: State, side: str, question: Question) -> list[Plan] | None:
            return [Plan("punish red", (Hit(),), 1.0)] if side == "blue" else None

    bot = PlannerBot(1, "60p")
    assert bot.choose(skirmish(plugins=[Punished()]), "red") == Go(3)
    assert GreedyBot(1).choose(skirmish(plugins=[Punished()]), "red") == Go(5)
    greedy = PlannerBot(1, "2p")  # no probe is left for the reply
    assert greedy.choose(skirmish(plugins=[Punished()]), "red") != Go(3)


def test_the_same_seed_and_probes_give_the_same_game() -> None:
    games = [play(skirmish(seed=2), {s: PlannerBot(n, "40p") for n, s in enumerate(SIDES)}) for _ in range(2)]
    assert games[0].result is not None
    assert games[0].digest() == games[1].digest()


def test_a_planner_that_is_pickled_between_its_answers_plays_the_same() -> None:
    whole, carried = (skirmish(plugins=[Points(invest, harvest)]) for _ in range(2))
    one, other = PlannerBot(3, "60p"), PlannerBot(3, "60p")
    for _ in range(6):
        side = next(iter(whole.decisions))
        if side == "blue":
            whole.apply(DONE, side)
            carried.apply(DONE, side)
            continue
        whole.apply(one.choose(whole, side), side)
        carried.apply(other.choose(carried, side), side)
        other = pickle.loads(pickle.dumps(other))
    assert [a.action for a in whole.journal] == [a.action for a in carried.journal]


def test_levels_are_names_times_and_probes() -> None:
    assert LEVELS["easy"].seconds == 0.3
    assert read_level("5s").seconds == 5.0
    assert read_level("400p").probes == 400
    for wrong in ("brutal", "5", "-1s", "p", ""):
        with pytest.raises(WargameError, match="has no level"):
            read_level(wrong)


def test_levels_are_part_of_a_bots_name() -> None:
    bot = make_bot("planner:hard", 1)
    assert isinstance(bot, PlannerBot)
    assert bot.level == LEVELS["hard"]
    for name, told in (
        ("planner:brutal", "The bot planner has no level 'brutal'; there are: easy, normal, hard, a time"),
        ("greedy:hard", "The bot greedy has no levels; write 'greedy'"),
        ("x:hard", "There is no bot 'x'; there are:"),
    ):
        with pytest.raises(WargameError, match=told):
            make_bot(name, 1)


def test_think_and_probes_set_the_level_of_planners() -> None:
    title = new_game("when_eagles_fight").title
    sides = {"ru": "human", "cp": "planner:hard"}
    assert choose_players(title, Setup(title.id, sides=sides, think=1.5))["cp"] == "planner:1.5s"
    assert choose_players(title, Setup(title.id, sides={"ru": "human"}, probes=30))["cp"] == "planner:30p"
    assert choose_players(title, Setup(title.id, sides={"ru": "human"}))["cp"] == "planner:normal"
    assert choose_players(title, Setup(title.id, auto=True, probes=30))["cp"] == "greedy"


def test_a_budget_counts_probes_or_the_time_between_start_and_pause() -> None:
    budget = Budget(probes=4)
    budget.spend()
    assert (budget.share, budget.over(0.25), budget.over()) == (0.25, True, False)
    assert Budget(seconds=0.0).over()
    assert not Budget(seconds=100.0).over()
    budget.start(lambda: True)
    assert budget.over()
    budget.pause()
    assert not budget.over()


# --- stopping --------------------------------------------------------------------------------------------------------


class Endless(Points):
    """Nothing to find and much to try."""

    @hookimpl
    def wargame_plans(self, state: State, side: str, question: Question) -> list[Plan] | None:
        return [Plan(f"go {n}", (Go(n),), float(n == 2)) for n in range(3)] if side == "red" else None


def wander(s: State, side: str) -> Procedure[None]:
    yield Choose(side, [Go(n) for n in range(3)], "Where?", "6.0")


def test_a_planner_that_is_stopped_plays_the_best_it_has() -> None:
    game, bot, asked = skirmish(plugins=[Endless(*[wander] * 8)]), PlannerBot(1, "1000000p"), Counter[str]()

    def stopped() -> bool:
        asked["stopped?"] += 1
        return asked["stopped?"] > 5

    bot.stopped = stopped
    assert bot.choose(game, "red") in game.decisions["red"].actions
    assert bot.thoughts[0].probes < 20


def test_ctrl_c_stops_the_thinking_and_not_the_game() -> None:
    class Slow(PlannerBot):
        def choose(self, game: Game, side: str) -> Action:
            signal.raise_signal(signal.SIGINT)
            assert self.stopped()
            return super().choose(game, side)

    game = moving()
    match = Match(game, {"red": Slow(1), "blue": None})
    match.let_bot_answer("red")
    assert game.journal[-1].side == "red"
    assert isinstance(game.journal[-1].action, Move) or game.journal[-1].action == DONE


def test_ctrl_c_twice_interrupts() -> None:
    class Deaf(PlannerBot):
        def choose(self, game: Game, side: str) -> Action:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            raise AssertionError("never reached")

    game = moving()
    with pytest.raises(KeyboardInterrupt):
        Match(game, {"red": Deaf(1), "blue": None}).let_bot_answer("red")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    "title", ["diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight"]
)
def test_the_planner_plays_every_title(title: str) -> None:
    game = new_game(title, seed=3)
    bots = {side: PlannerBot(n, "6p") for n, side in enumerate(game.title.sides)}
    play(game, bots, 12)
    assert len(game.journal) >= 12
