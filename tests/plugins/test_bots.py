"""The two bots: any legal answer, and the best by the title's own score without peeking."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.core.skirmish import SIDES, Move, State
from tests.core.support import skirmish
from wargame.core.engine.actions import DONE
from wargame.core.engine.game import Game
from wargame.plugins import hookimpl, manager, new_game
from wargame.plugins.bots import LOOKED_AT, GreedyBot, RandomBot

TITLES = ["diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight"]


def moving(**given: Any) -> Game:
    """Red is to move."""
    game = skirmish(**given)
    for side in SIDES:
        game.apply("bid 1", side)
        game.apply(DONE, side)
    return game


def play(game: Game, bots: dict[str, Any], most: int = 300) -> Game:
    for _ in range(most):
        if not game.decisions:
            break
        side = next(iter(game.decisions))
        game.apply(bots[side].choose(game, side), side)
    return game


def test_both_are_offered_through_the_hook() -> None:
    known: dict[str, Any] = {}
    for offered in manager.tools("wargame_bots").hook.wargame_bots():
        known.update(offered)
    assert isinstance(known["random"](3), RandomBot)
    assert isinstance(known["greedy"](3), GreedyBot)


def test_the_random_bot_takes_each_answer_about_as_often() -> None:
    game, bot = moving(), RandomBot(1)
    offered = game.decisions["red"].actions
    found = Counter(str(bot.choose(game, "red")) for _ in range(900))
    assert set(found) == {str(action) for action in offered}
    assert min(found.values()) > 900 / len(offered) / 2


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_a_bot_with_the_same_seed_plays_the_same_game(kind: type[Any]) -> None:
    games = [play(skirmish(seed=2), {side: kind(n) for n, side in enumerate(SIDES)}) for _ in range(2)]
    assert games[0].result is not None
    assert games[0].digest() == games[1].digest()


class Prefers:
    """Scores one space."""

    def __init__(self, space: str) -> None:
        self.space = space

    @hookimpl
    def wargame_evaluate(self, state: State, side: str) -> float:
        return float(len(state.units_at(self.space)))


def test_the_greedy_bot_takes_what_scores_best() -> None:
    game = moving(plugins=[Prefers("B")])
    for seed in range(5):
        assert GreedyBot(seed).choose(game, "red") in (Move("r1", "B"), Move("r2", "B"))


def test_the_greedy_bot_wins_where_it_can_and_does_not_lose_by_its_own_answer() -> None:
    class Ends:
        @hookimpl
        def wargame_victory(self, state: State) -> Any:
            from wargame.core.title.title import Result

            moved = next((u for u in ("r1", "r2") if state.units[u].at == "B"), None)
            winner = {"r1": "blue", "r2": "red"}.get(moved or "")
            return Result((winner,), "", "so it is") if winner else None

    game = moving(plugins=[Ends()])
    for seed in range(5):
        assert GreedyBot(seed).choose(game, "red") == Move("r2", "B")


def test_the_greedy_bot_sees_what_comes_of_answers_given_at_once() -> None:
    """Nothing happens before the last side has answered, so the copy lets the others give their first answer."""

    class WantsHighBids:
        @hookimpl
        def wargame_evaluate(self, state: State, side: str) -> float:
            return float(state.bids.get(side, -1))

    game = skirmish(plugins=[WantsHighBids()])
    highest = max(game.decisions["blue"].actions, key=lambda bid: getattr(bid, "points", -1))
    for seed in range(3):
        assert GreedyBot(seed).choose(game, "blue") == highest
    assert set(game.decisions) == set(SIDES)


def test_the_greedy_bot_cannot_peek() -> None:
    """Its score sees the other hand and the next die, and its choice still does not depend on them."""

    class Peeks:
        @hookimpl
        def wargame_evaluate(self, state: State, side: str) -> float:
            return hash((state.pile("hand:blue"), state.rng)) % 1000

    plain = moving(plugins=[Peeks()], seed=1)
    position = plain.position()
    hands = position["state"]["piles"]
    hands["hand:blue"], hands["deck"] = [hands["deck"][0]], sorted([*hands["deck"][1:], *hands["hand:blue"]])
    position["state"]["rng"] += 1
    other = skirmish(plugins=[Peeks()], position=position)
    assert other.state.pile("hand:blue") != plain.state.pile("hand:blue")
    for seed in range(10):
        assert GreedyBot(seed).choose(plain, "red") == GreedyBot(seed).choose(other, "red")


def test_of_very_many_answers_the_greedy_bot_looks_at_some() -> None:
    class Counts:
        asked = 0

        @hookimpl
        def wargame_evaluate(self, state: State, side: str) -> float:
            Counts.asked += 1
            return 0.0

    from wargame.core.engine.questions import Choose, Procedure
    from wargame.core.engine.sequence import Phase, Sequence

    class Many(Counts):
        @hookimpl
        def wargame_phases(self, state: State) -> Sequence:
            return Sequence("turn", Phase("a", self.ask), repeat=True)

        def ask(self, s: State) -> Procedure[None]:
            yield Choose("red", [Move(f"u{n}", "B") for n in range(500)], "?")

    GreedyBot(1).choose(skirmish(plugins=[Many()]), "red")
    assert Counts.asked == LOOKED_AT


@pytest.mark.parametrize("title", TITLES)
def test_the_greedy_bot_plays_every_title(title: str) -> None:
    game = new_game(title, seed=3)
    bots = {side: GreedyBot(n) for n, side in enumerate(game.title.sides)}
    play(game, bots, 12)
    assert len(game.journal) >= 12
