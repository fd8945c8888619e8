"""Searches compiled for speed against the rules written out plainly, on positions of random games."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import networkx
import pytest

from wargame.games.traces_of_war.model import ISOLATED, OUT
from wargame.games.traces_of_war.records import ENEMY
from wargame.games.traces_of_war.supply import sources, supplied
from wargame.plugins import new_game

from .support import AXIS, BOARD, SOVIET, TITLE, by_road, normal

COST = {"clear": 1, "forest": 2, "rough": 2}
POSITIONS = (60, 300, 700)  # after so many answers


@cache
def position(answers: int) -> Any:
    """A position of a random game, with some supply markers put on."""
    game = new_game("traces_of_war", scenario="campaign", seed=answers)
    chance = random.Random(answers)
    for _ in range(answers):
        if game.decisions:
            side, question = next(iter(game.decisions.items()))
            game.apply(chance.choice(question.actions), side)
    s: Any = game.state
    for unit in chance.sample(sorted(s.units), 20):
        s.mark(unit, chance.choice((OUT, ISOLATED)))
    return s


def zones(s: Any, side: str) -> set[str]:
    """6.0: all hexes next to a unit, not over blocked sides."""
    found = set()
    for unit, one in s.units.items():
        if s.side_of(unit) == side:
            for hex in BOARD.neighbours(one.at):
                edge = BOARD.edge(one.at, hex)
                if edge is None or not edge.blocked:
                    found.add(hex)
    return found


def step_cost(a: str, b: str, zoc: set[str]) -> float | None:
    """9.1, 9.3: points for a step that does not take the whole move; None if there is none."""
    edge = BOARD.edge(a, b)
    road = edge is not None and edge.road
    rail = edge is not None and edge.rail
    river = edge.river if edge is not None else None
    bridge = edge is not None and edge.bridge
    if edge is not None and edge.blocked:
        return None
    if river == "major" and (not bridge or (a in zoc and b in zoc)):
        return None
    if BOARD[b].terrain == "swamp" and not road:
        return None
    points = 1.0 if road or rail else COST[BOARD[b].terrain] + (1 if river == "minor" and not bridge else 0)
    return points + 2 * (a in zoc) + 2 * (b in zoc)


def reachable(s: Any, unit: str) -> dict[str, float]:
    """Every hex with its cheapest cost, by trying until nothing changes."""
    side, start, allowance = s.side_of(unit), s.units[unit].at, s.movement(unit)
    zoc, enemy = zones(s, ENEMY[side]), {one.at for u, one in s.units.items() if s.side_of(u) == ENEMY[side]}
    cost = {start: 0.0}
    todo = [start]
    while todo:
        here = todo.pop()
        for hex in BOARD.neighbours(here):
            points = step_cost(here, hex, zoc)
            if hex in enemy or points is None or cost[here] + points > allowance:
                continue
            if cost[here] + points < cost.get(hex, 99):
                cost[hex] = cost[here] + points
                todo.append(hex)
    for hex in BOARD.neighbours(start) if allowance else ():
        edge = BOARD.edge(start, hex)
        whole = BOARD[hex].terrain == "swamp" and not (edge is not None and edge.road)
        whole = whole or (edge is not None and edge.river == "major" and not edge.bridge)
        blocked = edge is not None and edge.blocked
        if whole and not blocked and hex not in enemy and hex not in cost and not (start in zoc and hex in zoc):
            cost[hex] = allowance
    return cost


@pytest.mark.rule("9.1", "9.3", "6.0")
@pytest.mark.parametrize("answers", POSITIONS)
def test_normal_movement_is_what_the_rules_say(answers: int) -> None:
    s = position(answers)
    for unit in random.Random(1).sample(sorted(s.units), 40):
        way = normal(s, unit, s.units[unit].at, 2 * s.movement(unit))
        assert {BOARD.names[i]: spent / 2 for i, spent in way.cost.items()} == reachable(s, unit), unit


@pytest.mark.rule("9.2")
@pytest.mark.parametrize("answers", POSITIONS)
def test_strategic_movement_is_what_the_rules_say(answers: int) -> None:
    s = position(answers)
    roads = networkx.Graph((e.a, e.b) for e in TITLE.data.sides if e.road)
    for side in (SOVIET, AXIS):
        closed = zones(s, ENEMY[side]) | {one.at for u, one in s.units.items() if s.side_of(u) == ENEMY[side]}
        free = roads.subgraph(h for h in roads if h not in closed)
        for unit in s.units_on_map(side):
            start, most = s.units[unit].at, 2 * s.movement(unit)
            far = networkx.single_source_shortest_path_length(free, start, most) if start in free else {}
            found = by_road(s, unit, start, most)
            assert {BOARD.names[i] for i in found.came} == set(far) - {start}


@pytest.mark.rule("8.1", "6.0")
@pytest.mark.parametrize("answers", POSITIONS)
def test_supply_lines_are_what_the_rules_say(answers: int) -> None:
    s = position(answers)
    for side in (SOVIET, AXIS):
        own = {one.at for u, one in s.units.items() if s.side_of(u) == side}
        enemy = {one.at for u, one in s.units.items() if s.side_of(u) == ENEMY[side]}
        closed = enemy | (zones(s, ENEMY[side]) - own) | {h for h, owner in s.control.items() if owner != side}
        graph = networkx.Graph()
        graph.add_nodes_from(h for h in BOARD if h not in closed)
        for a in BOARD:
            for b in BOARD.neighbours(a):
                edge = BOARD.edge(a, b)
                river = edge is not None and edge.river == "major" and not edge.bridge
                if not closed & {a, b} and not river and not (edge is not None and edge.blocked):
                    graph.add_edge(a, b)
        lines = set()
        for source in sources(s, side):
            if source in graph:
                lines |= networkx.node_connected_component(graph, source)
        assert set(BOARD.members(supplied(s, side))) == lines
