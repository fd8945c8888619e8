"""What a side, or a spectator, may know: nothing shown depends on a hand or a pile that it may not see."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.chance import Source, seeded
from wargame.core.title.sight import redraw
from wargame.games.paths_of_glory import lookups, wargame_lookups
from wargame.games.paths_of_glory.actions import Discard, GiveBack, Place, Restore, Retreat, Stand
from wargame.games.paths_of_glory.arrivals import reinforce
from wargame.games.paths_of_glory.combat import fight, give_back
from wargame.games.paths_of_glory.events import landwehr
from wargame.games.paths_of_glory.model import Battle, State
from wargame.games.paths_of_glory.picture import picture
from wargame.games.paths_of_glory.retreat import retreat
from wargame.games.paths_of_glory.sequence import discard_cards
from wargame.games.paths_of_glory.sight import view

from .support import AP, CP, ask, blank, hold, put, started

SPECTATOR = ""
WORDS = {"hand": (), "card": ("14",), "supply": ("paris",), "fire": (), "reserve": (), "status": ()}


def shown(s: State, side: str) -> Any:
    """All that is shown to a side whatever it asks for."""
    return view(s, side), picture(s), {name: look(s, side, WORDS[name]) for name, look in wargame_lookups().items()}


@pytest.mark.rule("9.1.3")
@pytest.mark.parametrize("side", [AP, CP, SPECTATOR])
def test_what_is_shown_does_not_depend_on_hidden_cards(side: str) -> None:
    s: Any = started().state
    before = shown(s, side)
    hidden = [name for name in ("ap_hand", "cp_hand") if not name.startswith(f"{side}_")]
    for seed in range(5):
        other = s.copy()
        redraw(other, side, Source(seeded(seed)))
        assert all(sorted(other.pile(name)) != sorted(s.pile(name)) for name in hidden)
        assert shown(other, side) == before


def test_a_spectator_sees_no_hand_and_who_sees_all_sees_both() -> None:
    s = blank()
    hold(s, AP, "ap_14")
    hold(s, CP, "cp_14")
    assert view(s, SPECTATOR)["ap_cards"]["hand"] == view(s, SPECTATOR)["cp_cards"]["hand"] == []
    assert view(s, None)["ap_cards"]["hand"] == ["ap_14"]
    assert view(s, None)["cp_cards"]["hand"] == ["cp_14"]
    assert lookups.hand(s, SPECTATOR, ()).rows == ()


def reason(question: Any, action: Any) -> tuple[str, str]:
    assert not question.accepts(action)
    refusal = question.why_not(action)
    assert "not possible here" not in refusal.text
    assert "does not answer" not in refusal.text
    return refusal.rule, refusal.text


@pytest.mark.rule("9.5.3.3")
def test_reinforcements_are_refused_where_they_cannot_enter() -> None:
    s = blank(5)
    question, _ = ask(reinforce(s, AP, s.data.cards["ap_32"]))
    unit = question.actions[0].unit
    assert reason(question, Place(unit, "berlin")) == ("9.5.3.3", f"{s.name(unit)} cannot enter in Berlin.")
    assert reason(question, Place("ge_1", "paris"))[0] == "9.5.3.3"


@pytest.mark.rule("CP-5", "17.1.3", "17.1.4.1", "17.1.7")
def test_landwehr_says_why_a_unit_is_not_flipped() -> None:
    s = blank(5)
    put(s, "koblenz", "(ge_1)", "ge_2")
    put(s, "paris", "(fr_1)")
    put(s, "cambrai", "(ge_3)")
    question, _ = ask(landwehr(s, CP, "2"))
    assert reason(question, Restore("ge_2")) == ("CP-5", "Landwehr flips reduced units; GE2 is not reduced.")
    assert reason(question, Restore("fr_1"))[0] == "CP-5"
    assert reason(question, Restore("nobody"))[0] == "CP-5"
    assert reason(question, Restore("ge_3"))[0] == "17.1.4.1"
    s.control["berlin"] = AP
    assert reason(question, Restore("ge_1"))[0] == "17.1.3"
    put(s, "cp_reserve", "(sn_corps.1)")
    assert reason(question, Restore("sn_corps.1"))[0] == "17.1.7"


@pytest.mark.rule("CP-5")
def test_landwehr_has_half_a_point_left_for_corps_only() -> None:
    s = blank(5)
    put(s, "koblenz", "(ge_1)", "(ge_corps.1)", "(ge_corps.2)")
    put(s, "essen", "(ge_corps.3)", "(ge_corps.4)")
    question, _ = ask(landwehr(s, CP, "2"), *(f"restore ge_corps.{n}" for n in (1, 2, 3)))
    assert reason(question, Restore("ge_1"))[0] == "CP-5"
    assert question.accepts(Restore("ge_corps.4"))


@pytest.mark.rule("AP-6")
def test_withdrawal_says_which_steps_it_spares() -> None:
    s = blank(2)
    put(s, "cambrai", "(fr_1)", "(fr_corps.1)", "(fr_corps.2)")
    b = Battle("cambrai", ["ge_1"], ["fr_1", "fr_corps.1", "fr_corps.2"], [], CP, ["sedan"], {AP: [], CP: []})
    question, _ = ask(give_back(s, b, ("fr_1", "fr_corps.1", "fr_corps.2"), {}))
    rule, text = reason(question, GiveBack("fr_1"))
    assert rule == "AP-6"
    assert "a corps step if it can" in text


@pytest.mark.rule("12.5.3")
def test_a_step_to_hold_is_lost_by_a_defender() -> None:
    s = blank(5)
    put(s, "cambrai", "fr_1", "fr_corps.1")
    s.trenches["cambrai"] = (AP, 1)
    b = Battle("cambrai", ["ge_1"], ["fr_1", "fr_corps.1"], [], CP, ["sedan"], {AP: [], CP: []})
    question, _ = ask(retreat(s, b, True, 2))
    assert reason(question, Stand("ge_1"))[0] == "12.5.3"


@pytest.mark.rule("12.5.5")
@pytest.mark.parametrize(("path", "text"), [
    (("amiens", "cambrai"), "no space twice"), (("sedan", "verdun"), "Enemy units stand in Sedan"),
    (("calais", "ostend"), "friendly"),
])  # fmt: skip
def test_a_retreat_is_refused_for_what_is_wrong_with_it(path: tuple[str, str], text: str) -> None:
    s = blank(5)
    put(s, "sedan", "ge_1")
    put(s, "cambrai", "fr_1")
    s.control["ostend"] = CP
    b = Battle("cambrai", ["ge_1"], ["fr_1"], [], CP, ["sedan"], {AP: [], CP: []})
    question, _ = ask(retreat(s, b, True, 2))
    rule, said = reason(question, Retreat("fr_1", path))
    assert (rule, text in said) == ("12.5.5", True), said


@pytest.mark.rule("9.5.4.6")
def test_only_combat_cards_of_the_hand_are_discarded() -> None:
    s = blank(5)
    hold(s, CP, "cp_02", "cp_03")
    question, _ = ask(discard_cards(s, CP))
    for card in (c for c in ("cp_02", "cp_03") if not s.data.cards[c].combat):
        assert reason(question, Discard(card))[0] == "9.5.4.6"
    assert reason(question, Discard("cp_14")) == ("9.5.4.6", f"You do not hold {s.name('cp_14')}.")


@pytest.mark.rule("12.3.2")
def test_only_an_attacking_space_pins_in_a_flank_attempt() -> None:
    s = blank(5)
    put(s, "sedan", "ge_1")
    put(s, "brussels", "ge_2")
    put(s, "cambrai", "fr_1")
    b = Battle("cambrai", ["ge_1", "ge_2"], ["fr_1"], [], CP, ["brussels", "sedan"], {AP: [], CP: []})
    question, _ = ask(fight(s, b))
    with pytest.raises(Exception, match="Only a space that attacks can pin the defenders; Paris is none"):
        question.check(question.read("flank paris", s.title.notation))
