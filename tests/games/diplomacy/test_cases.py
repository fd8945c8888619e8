"""Every case of the DATC and every example of the rulebook, under the rule presets they hold for."""

import json
from pathlib import Path

import pytest

from wargame.games.diplomacy import adjudicate

from .support import game_at, hand_in, units

CASES = Path(__file__).parent / "cases"
DATC = json.loads((CASES / "datc.json").read_text(encoding="utf-8"))
EXAMPLES = json.loads((CASES / "rulebook_examples.json").read_text(encoding="utf-8"))["cases"]


def datc_steps():
    """Each step with the result expected under `datc`, and under `letter` where that is known."""
    for case in DATC["cases"] + DATC["extra_cases"]:
        letter = case.get("rulebook_expected")
        for number, step in enumerate(case["steps"]):
            name = f"{case['id']}-{step['phase']}"
            yield pytest.param(case, number, step["expected"], "datc", id=f"{name}-datc")
            if letter and letter["step"] == number:
                yield pytest.param(case, number, letter, "letter", id=f"{name}-letter")
            elif case.get("rulebook_status") != "differs":
                yield pytest.param(case, number, step["expected"], "letter", id=f"{name}-letter")


def steps_of(kind):
    return [p for p in datc_steps() if p.values[0]["steps"][p.values[1]]["phase"].endswith(kind)]


def listed(powers):
    return {power: sorted(them) for power, them in powers.items() if them}


def check(step, orders, expected, rules):
    found = adjudicate(units=step["units"], orders=orders, rules=rules)
    assert found.units == listed(expected["units_after"])
    assert {u: d.attacked_from for u, d in found.dislodged.items()} == {
        d["unit"]: d["dislodged_by_unit_from"] for d in expected["dislodged"]
    }
    for dislodged in expected["dislodged"]:
        if "retreat_options" in dislodged:
            assert sorted(found.dislodged[dislodged["unit"]].retreats) == sorted(dislodged["retreat_options"])
    assert found.contested == set(expected.get("contested", found.contested))
    assert set(found.reasons) == set(found.outcomes) == {u for them in step["units"].values() for u in them}


def test_every_case_is_there():
    assert (len(DATC["cases"]), len(DATC["extra_cases"]), len(EXAMPLES)) == (167, 13, 34)


@pytest.mark.parametrize(("case", "number", "expected", "rules"), steps_of("M"))
def test_datc_movement(case, number, expected, rules):
    step = case["steps"][number]
    check(step, step["orders"], expected, rules)


@pytest.mark.rule("XII", "XII.1", "XII.2")
@pytest.mark.parametrize(("case", "number", "expected", "rules"), steps_of("R"))
def test_datc_retreats(case, number, expected, rules):
    before, step = case["steps"]
    game = game_at(units=before["units"], options={"rules": rules})
    hand_in(game, before["orders"])
    assert units(game) == listed(step["units"])
    hand_in(game, step["orders"])
    assert units(game) == listed(expected["units_after"])


@pytest.mark.rule("XIV.2", "XV.5")
@pytest.mark.parametrize(("case", "number", "expected", "rules"), steps_of("A"))
def test_datc_adjustments(case, number, expected, rules):
    step = case["steps"][number]
    game = game_at("adjustments", units=step["units"], centres=step["centers"], options={"rules": rules})
    hand_in(game, step["orders"])
    assert units(game) == listed(expected["units_after"])


@pytest.mark.rule("X.2", "XI", "XIII.1")
@pytest.mark.parametrize("rules", ["default", "datc", "letter"])
@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_example_of_the_rulebook(case, rules):
    check(case, case["orders"], case["expected"], rules)


@pytest.mark.rule("VII.2", "VII.4", "X.1", "XIII.1")
@pytest.mark.parametrize("case", [c for c in EXAMPLES if c["orders_es"]], ids=lambda case: case["id"])
def test_example_as_printed_in_spanish(case):
    check(case, {**case["orders"], **case["orders_es"]}, case["expected"], "default")
