"""Every case of the DATC and every example of the rulebook, under the rule presets they hold for."""

import json
from pathlib import Path

import pytest

from wargame.games.diplomacy import adjudicate

CASES = Path(__file__).parent / "cases"
DATC = json.loads((CASES / "datc.json").read_text())
EXAMPLES = json.loads((CASES / "rulebook_examples.json").read_text())["cases"]


def datc_steps():
    """Each movement step with the result expected under `datc`, and under `letter` where that is known."""
    for case in DATC["cases"] + DATC["extra_cases"]:
        letter = case.get("rulebook_expected")
        for number, step in enumerate(case["steps"]):
            if not step["phase"].endswith("M"):
                continue
            name = f"{case['id']}-{number}"
            yield pytest.param(step, step["expected"], "datc", id=f"{name}-datc")
            if letter and letter["step"] == number:
                yield pytest.param(step, letter, "letter", id=f"{name}-letter")
            elif case.get("rulebook_status") != "differs":
                yield pytest.param(step, step["expected"], "letter", id=f"{name}-letter")


def check(step, orders, expected, rules):
    found = adjudicate(units=step["units"], orders=orders, rules=rules)
    assert found.units == {p: sorted(u) for p, u in expected["units_after"].items() if u}
    assert {u: d.attacked_from for u, d in found.dislodged.items()} == {
        d["unit"]: d["dislodged_by_unit_from"] for d in expected["dislodged"]
    }
    for dislodged in expected["dislodged"]:
        if "retreat_options" in dislodged:
            assert sorted(found.dislodged[dislodged["unit"]].retreats) == sorted(dislodged["retreat_options"])
    assert set(found.reasons) == set(found.outcomes)


@pytest.mark.parametrize(("step", "expected", "rules"), list(datc_steps()))
def test_datc(step, expected, rules):
    check(step, step["orders"], expected, rules)


@pytest.mark.rule("X.2", "XI", "XIII.1")
@pytest.mark.parametrize("rules", ["default", "datc", "letter"])
@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_example_of_the_rulebook(case, rules):
    check(case, case["orders"], case["expected"], rules)


@pytest.mark.rule("VII.2", "VII.4", "X.1", "XIII.1")
@pytest.mark.parametrize("case", [c for c in EXAMPLES if c["orders_es"]], ids=lambda case: case["id"])
def test_example_as_printed_in_spanish(case):
    check(case, {**case["orders"], **case["orders_es"]}, case["expected"], "default")
