"""What a player is told before and after an answer: sheets read back, waste, refusals, and garbage (VII.2)."""

import random

import pytest

from wargame.core.engine.actions import DONE, NO, PASS, Dice, Drawn
from wargame.core.engine.errors import IllegalAction
from wargame.games.diplomacy.actions import AgreeDraw, Leave, Recall, Sheet, Tell
from wargame.games.diplomacy.geography import geography
from wargame.games.diplomacy.model import POWERS
from wargame.games.diplomacy.orders import Order
from wargame.plugins import new_game

from .support import game_at, hand_in, refused

GEO = geography()
TWO = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}


def warned(game, text, side):
    """What the side is asked once more before its answer is taken; nothing happens yet."""
    before = game.position()
    question = game.decisions[side]
    found = question.warning(question.read(text, game.title.notation))
    assert game.position() == before
    return found


# --- sheets are read back, waste is told ---


@pytest.mark.rule("VII.2")
def test_a_sheet_with_an_error_is_read_back_before_it_is_handed_in():
    game = game_at(units=TWO)
    assert warned(game, "sheet A PAR - BUR; F BRE - MAO", "FRANCE") is None
    assert warned(game, "sheet A PAR - MOS; F BRE - ATLANTIS", "FRANCE") == (
        "'A PAR - MOS' is void: A PAR is not beside Moscow and no fleets could convoy it there (VIII.1). "
        "'F BRE - ATLANTIS' is void: 'F BRE - ATLANTIS' cannot be understood: 'ATLANTIS' is no space (VII.2). "
        "Without an order and so holding: F BRE (VII.1)."
    )
    assert warned(game, "sheet A PAR - BUR; A PAR - PIC; F BRE H", "FRANCE") == (
        "'A PAR - PIC' is void: A PAR was given two different orders (VII.1)."
    )
    game.apply("sheet A PAR - MOS; F BRE - ATLANTIS", "FRANCE")  # it may be handed in all the same
    assert set(game.decisions) == {"GERMANY"}


@pytest.mark.rule("VII.1")
def test_units_left_without_an_order_are_named():
    game = game_at(units=TWO)
    holding = "Without an order and so holding: {} (VII.1)."
    assert warned(game, "done", "FRANCE") == holding.format("F BRE, A PAR")
    assert warned(game, "sheet A PAR - BUR", "FRANCE") == holding.format("F BRE")
    game.apply("F BRE - MAO", "FRANCE")
    assert warned(game, "done", "FRANCE") == holding.format("A PAR")
    game.apply("A PAR H", "FRANCE")
    assert warned(game, "done", "FRANCE") is None


@pytest.mark.rule("X.1")
def test_a_support_that_does_not_fit_the_sheets_own_orders_is_read_back():
    game = game_at(units=TWO)
    assert warned(game, "sheet A PAR - BUR; F BRE S A PAR - PIC", "FRANCE") == (
        "'F BRE S A PAR - PIC' is void: A PAR was not ordered to PIC (X.1)."
    )


@pytest.mark.rule("X.1")
def test_but_not_one_for_another_power_whose_orders_nobody_knows():
    game = game_at(units={"FRANCE": ["A BUR"], "GERMANY": ["A MUN"]})
    assert warned(game, "sheet A BUR S A MUN - RUH", "FRANCE") is None


@pytest.mark.rule("XII.2")
def test_retreats_that_a_sheet_leaves_out_or_gets_wrong_are_read_back():
    game = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert warned(game, "sheet A BUR R MUN", "GERMANY") is None
    assert warned(game, "sheet A BUR R PAR", "GERMANY") == (
        "'A BUR R PAR' is void: A BUR cannot retreat to PAR: the attack came from there (XII). "
        "Without a retreat and so removed: A BUR (XII.2)."
    )
    assert warned(game, "A BUR D", "GERMANY") is None


@pytest.mark.rule("XIV.2")
def test_builds_and_removals_left_out_are_told():
    game = game_at("adjustments", units={"FRANCE": ["A GAS"], "ITALY": ["A ROM", "A TUS"]},
                   centres={"FRANCE": ["PAR", "MAR", "BRE"], "ITALY": ["ROM"]})  # fmt: skip
    assert warned(game, "pass", "FRANCE") == "Builds left out: 2 (XIV.2)."
    assert warned(game, "sheet A PAR B", "FRANCE") == "Builds left out: 1 (XIV.2)."
    assert warned(game, "sheet A PAR B; F MAR B", "FRANCE") is None
    assert warned(game, "sheet A MUN D", "ITALY") == (
        "'A MUN D' is void: ITALY has no unit in Munich to remove (XIV.2). "
        "Removals left out, chosen as in civil disorder: 1 (XV.5)."
    )


# --- every question has a reason of its own ---


@pytest.mark.rule("XII.1")
def test_the_retreat_of_another_unit_waits_for_its_turn():
    stands = {"FRANCE": ["A PAR", "A MAR", "A TYR", "A BOH"], "GERMANY": ["A BUR", "A MUN"]}
    game = game_at(units=stands)
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A BOH - MUN", "A TYR S A BOH - MUN"]})
    why = "A BUR is asked about now; 'sheet' and all retreats answers for all at once."
    assert refused(game, "A MUN R BER", "GERMANY") == ("XII.1", why)


@pytest.mark.rule("XII")
@pytest.mark.parametrize("text", ["pass", "done"])
def test_a_dislodged_unit_must_retreat_or_be_removed(text):
    game = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    why = f"'{text}' is no retreat; write 'A BUR R' and a space, or 'A BUR D'."
    assert refused(game, text, "GERMANY") == ("XII", why)


@pytest.mark.rule("XIV.2")
def test_removals_are_not_passed():
    game = game_at("adjustments", units={"FRANCE": ["A PAR", "A PIC", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    assert refused(game, "pass", "FRANCE") == ("XIV.2", "FRANCE must still remove 2 units.")
    why = "'done' is no adjustment; write 'A PAR B' to build, 'A PAR D' to remove."
    assert refused(game, "done", "FRANCE") == ("XIV.2", why)
    game.apply("A PIC D", "FRANCE")
    assert refused(game, "pass", "FRANCE") == ("XIV.2", "FRANCE must still remove 1 unit.")


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize("text", ["sheet", "leave now", "recall", "draw FRANCE"])
def test_a_word_written_wrongly_is_refused_with_the_rule_that_asks(text):
    rule, _ = refused(game_at(units=TWO), text, "FRANCE")
    assert rule == "VII.1"


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize("text", ["A PAR - BUR\nF BRE H", " ", "A PAR  - BUR", 5, None])
def test_a_sheet_is_kept_as_one_line_so_that_a_saved_game_reads_the_same(text):
    assert refused(game_at(units=TWO), Sheet(text), "FRANCE")[0] == "VII.2"


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize(
    "order",
    [
        Order("A PAR", "H", "", "BUR"),  # what cannot be written could not be read from a saved game
        Order("A PAR", "-", "A MUN", "BUR"),
        Order("A XXX", "-", "", "BUR"),
        Order("A PAR", "-", "", "nowhere"),
        Order("F BRE", "S", "A nobody", "PIC"),
        Order("A PAR", "S", "", "BUR"),
        Order("X PAR", "H"),
        Order("", ""),
        Order(None, 5, (), ["x"]),
    ],
)
def test_an_order_of_what_is_not_on_the_map_is_refused(order):
    assert refused(game_at(units=TWO), order, "FRANCE")[0] == "VII.2"


# --- garbage ---

NAMES = [
    "", "XXX", "A PAR", "A XXX", "PAR", "MUN", "F SPA/SC", "SPA/SC", "SPA/XX", "FRANCE",
    "Atlantis", "a b", "é", "-", 7, None,
]  # fmt: skip


def some_answer(mixer):
    """Any action of the title, or a text, with any words in its places."""
    units, places = list(GEO.stands), list(GEO.space_of)

    def name():
        return mixer.choice([*NAMES, mixer.choice(units), mixer.choice(places), mixer.choice(POWERS)])

    verbs = ["H", "-", "S", "C", "R", "D", "B", "", "X"]
    order = Order(
        mixer.choice([mixer.choice(units), name()]), mixer.choice(verbs),
        mixer.choice(["", mixer.choice(units), name()]),
        mixer.choice(["", mixer.choice(places), name()]), mixer.random() < 0.1,
    )  # fmt: skip
    words = " ".join(
        str(mixer.choice([name(), *verbs, "sheet", "tell", "via convoy", ";", "recall"])) for _ in range(4)
    )
    others = [
        Tell((name(), name()), "\n"), Tell((), "hello"), Tell((name(),), name()), Sheet(name()), Recall(name()),
        Recall(f"{name()} {name()}"), Dice((1, 9)), Drawn((name(),)), DONE, PASS, NO, AgreeDraw(), None, 42, object(),
    ]  # fmt: skip
    return mixer.choice([order, order, order, words, str(order), mixer.choice(others)])


def throw_garbage(throws, seed=1, each=40):
    """Throw answers at random games in every arrangement; an answer is taken, or refused and nothing has changed."""
    mixer = random.Random(seed)
    arrangements = [s.id for s in new_game("diplomacy").title.scenarios]
    thrown = refusals = games = 0
    while thrown < throws:
        options = {"last_year": 1903, "negotiation": games % 3 == 0}
        game = new_game("diplomacy", arrangements[games % len(arrangements)], seed=games, options=options)
        games += 1
        while game.decisions and thrown < throws:
            for _ in range(each):
                if not game.decisions:
                    break
                refusals += _throw(game, some_answer(mixer), mixer.choice(list(game.decisions)))
                thrown += 1
            for side in list(game.decisions):
                if side in game.decisions:
                    game.apply(mixer.choice(game.decisions[side].actions), side)
    return refusals


def _read(question, answer, notation):
    """What an answer is, or the rule by which it is refused."""
    try:
        action = question.read(answer, notation) if isinstance(answer, str) else answer
        question.check(action)
    except IllegalAction as refusal:
        return None, refusal.rule
    return action, None


def _throw(game, answer, side):
    """Whether the answer was refused; nobody leaves for good, and a sheet is looked at only."""
    question = game.decisions[side]
    answers, events, digest = len(game.journal), len(game.events), game.digest()
    action, rule = _read(question, answer, game.title.notation)
    if rule is not None:
        assert rule or isinstance(answer, str), f"{answer!r} is refused without a rule"
        with pytest.raises(IllegalAction):
            game.apply(answer, side)
        assert (len(game.journal), len(game.events), game.digest()) == (answers, events, digest)
        return True
    question.warning(action)
    if not isinstance(action, Leave | AgreeDraw | Sheet):
        game.apply(action, side)
        written = game.journal[answers].action
        assert str(question.read(str(written), game.title.notation)) == str(written)
    return False


@pytest.mark.rule("VII.2")
def test_garbage_is_refused_with_a_rule_and_changes_nothing():
    assert throw_garbage(2000) > 1500


@pytest.mark.slow
def test_much_garbage():
    assert throw_garbage(200_000, seed=2) > 140_000


@pytest.mark.rule("VII.1")
def test_what_is_accepted_is_what_is_not_refused():
    question = game_at(units=TWO).decisions["FRANCE"]
    assert not question.complete
    for answer in (Order("A PAR", "-", "", "BUR"), Sheet("A PAR - BUR"), Leave(), DONE):
        assert (question.accepts(answer), question.why_not(answer)) == (True, None)
    assert not question.accepts(PASS)
    assert question.reason(PASS) == question.why_not(PASS)
