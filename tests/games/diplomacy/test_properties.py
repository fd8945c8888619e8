"""What must be true of every position and every set of orders, tried on many (Hypothesis)."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.games.diplomacy import adjudicate, adjudicator
from wargame.games.diplomacy.choices import legal_orders
from wargame.games.diplomacy.geography import geography
from wargame.games.diplomacy.matching import Matching
from wargame.games.diplomacy.orders import CONVOY, MOVE, SUPPORT, Position, fit_order
from wargame.games.diplomacy.resolver import DECIDED

GEO = geography()
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY")
NARROW = {
    "NTH",
    "ENG",
    "IRI",
    "NWG",
    "SKA",
    "HEL",
    "LON",
    "BEL",
    "HOL",
    "DEN",
    "NWY",
    "EDI",
    "YOR",
    "WAL",
    "BRE",
    "PIC",
}
OUTCOMES = {"moves", "bounces", "holds", "supports", "cut", "convoys", "disrupted", "dislodged", "void"}
PIECES = (
    "A",
    "F",
    "AF",
    "E",
    "PAR",
    "BRE",
    "-",
    "S",
    "C",
    "T",
    "H",
    "M",
    "VIA",
    "CONVOY",
    "Gal",
    "Nor",
    "BUR",
    "SPA/NC",
)
WORDS = st.sampled_from((*PIECES, "R", "D", "B", "to", "French"))
RULES = st.sampled_from(["default", "datc", "letter"])


def space(unit):
    return GEO.space_of[unit[2:]]


@st.composite
def turns(draw, most=9, where=NARROW):
    """Units crowded into a corner of the map, with orders of which most fit each other."""
    stands = sorted(u for u in GEO.moves if space(u) in where)
    listed = draw(st.lists(st.sampled_from(stands), min_size=2, max_size=most, unique_by=space))
    owner = {space(u): draw(st.sampled_from(POWERS)) for u in listed}
    position = Position({space(u): u for u in listed}, owner, GEO)
    legal = {s: legal_orders(u, position) for s, u in position.units.items()}
    chosen = {s: draw(st.sampled_from(moves(orders) or orders)) for s, orders in legal.items()}
    for s in chosen:
        if draw(st.booleans()):
            fitting = [o for o in legal[s] if o.verb in (SUPPORT, CONVOY) and fits(o, chosen)]
            convoys = [o for o in fitting if o.verb == CONVOY]
            chosen[s] = draw(st.sampled_from(convoys or fitting or legal[s]))
    units = {p: [u for s, u in position.units.items() if owner[s] == p] for p in set(owner.values())}
    return units, {p: [str(chosen[space(u)]) for u in them] for p, them in units.items()}


def moves(orders):
    return [order for order in orders if order.verb == MOVE]


def fits(order, chosen):
    """Whether a support or convoy is for what the other unit was ordered to do."""
    other = chosen[space(order.other)]
    return other.verb == MOVE and GEO.space_of[other.to] == GEO.space_of[order.to] if order.to else other.verb != MOVE


def conflict_of(units, orders, rules):
    names, position = adjudicator._read_units(units, GEO, ())
    given_orders, _ = adjudicator.read_orders(orders, position)
    return names, Matching(names, position, given_orders).match(adjudicator.switches_of(rules))


def consistent(conflict):
    """Every way to say of each order whether it succeeds that contradicts no rule, by trying all of them."""
    count = len(conflict.space)
    fleets = {f for routes in conflict.routes for route in routes or () for f in route}
    open_ = [i for i in range(count) if conflict.target[i] or conflict.supported[i] or i in fleets]
    for answers in itertools.product((False, True), repeat=len(open_)):
        conflict.state = [DECIDED] * count
        conflict.result = [False] * count
        for i, answer in zip(open_, answers, strict=True):
            conflict.result[i] = answer
        if all(conflict._judge(i) == conflict.result[i] for i in open_):
            yield list(conflict.result)


@pytest.mark.rule("VII.1", "IX")
@settings(max_examples=300, deadline=None)
@given(turns(most=16, where=set(GEO.spaces)), RULES)
def test_no_unit_appears_vanishes_or_shares_a_space(turn, rules):
    units, orders = turn
    found = adjudicate(units, orders, rules)
    after = [u for them in found.units.values() for u in them]
    assert len(after) + len(found.dislodged) == sum(map(len, units.values()))
    assert len({space(u) for u in after}) == len(after)
    assert all(u in GEO.moves for u in after)
    assert {p: len(them) for p, them in units.items()} == {
        p: len(found.units.get(p, ())) + sum(d.power == p for d in found.dislodged.values()) for p in units
    }
    assert set(found.outcomes.values()) <= OUTCOMES
    assert set(found.reasons) == set(found.outcomes) == {u for them in units.values() for u in them}


@pytest.mark.rule("XII")
@settings(max_examples=200, deadline=None)
@given(turns(), RULES)
def test_retreats_are_to_free_undisputed_neighbours(turn, rules):
    found = adjudicate(*turn, rules)
    taken = {space(u) for them in found.units.values() for u in them}
    for unit, dislodged in found.dislodged.items():
        for to in dislodged.retreats:
            assert to in GEO.moves[unit]
            assert GEO.space_of[to] not in taken | found.contested
            assert rules != "letter" or GEO.space_of[to] != dislodged.attacked_from


@pytest.mark.rule("X.2", "XI", "XIII.3")
@settings(max_examples=300, deadline=None)
@given(turns(most=8), RULES)
def test_the_only_consistent_answer_is_found(turn, rules):
    names, conflict = conflict_of(*turn, rules)
    answers = list(consistent(conflict))
    found = adjudicate(*turn, rules)
    moved = {u for u, outcome in found.outcomes.items() if outcome == "moves"}
    ways = [{names[i] for i, yes in enumerate(a) if yes and conflict.target[i]} for a in answers]
    if len(ways) == 1:
        assert moved == ways[0]
    elif len(ways) > 1 and not any(conflict.routes):  # XV.1b: a rotation moves
        assert moved == max(ways, key=len)


@settings(max_examples=200, deadline=None)
@given(turns(most=12), RULES, st.randoms(use_true_random=False))
def test_the_order_of_writing_and_reading_never_matters(turn, rules, mixer):
    units, orders = turn
    shuffled = [dict(random.Random(mixer.random()).sample(list(x.items()), len(x))) for x in turn]
    shuffled = [{p: random.Random(mixer.random()).sample(them, len(them)) for p, them in x.items()} for x in shuffled]
    one, other = adjudicate(units, orders, rules), adjudicate(*shuffled, rules)
    assert (one.units, one.dislodged, one.outcomes) == (other.units, other.dislodged, other.outcomes)
    names, conflict = conflict_of(units, orders, rules)
    for i in mixer.sample(range(len(names)), len(names)):
        conflict.resolve(i)
    moved = {names[i] for i in range(len(names)) if conflict.target[i] and conflict.result[i]}
    assert moved == {u for u, outcome in one.outcomes.items() if outcome == "moves"}


@pytest.mark.rule("VII.2")
@settings(max_examples=300, deadline=None)
@given(st.lists(st.text() | st.lists(WORDS).map(" ".join), max_size=6))
def test_no_text_however_odd_stops_the_reading_of_orders(texts):
    units = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}
    found = adjudicate(units, {"FRANCE": texts})
    assert sum(map(len, found.units.values())) == 3
    assert found.outcomes["A MUN"] == "holds"


@pytest.mark.rule("VII.1")
@settings(max_examples=50, deadline=None)
@given(turns(most=12, where=set(GEO.spaces)))
def test_every_listed_order_is_possible_and_means_itself(turn):
    units, _ = turn
    owner = {space(u): p for p, them in units.items() for u in them}
    position = Position({space(u): u for them in units.values() for u in them}, owner, GEO)
    for s, unit in position.units.items():
        for order in legal_orders(unit, position):
            assert fit_order(order, owner[s], position) == order
            assert type(order).parse(str(order)) == order
