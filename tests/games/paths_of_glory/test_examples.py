"""The rulebook's worked examples, die by die."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine.game import Game
from wargame.core.engine.questions import Draw
from wargame.games.paths_of_glory.model import State

from .support import fresh

SCRIPT = json.loads(Path(__file__).with_name("extended_example.json").read_text(encoding="utf-8"))
STEPS = SCRIPT["extended_example"]


class Replay:
    """Plays the script: each step becomes answers, each stated result is compared."""

    def __init__(self) -> None:
        self.game: Game = fresh("campaign")
        self.dice: list[int] = []

    @property
    def state(self) -> State:
        return self.game.state  # type: ignore[return-value]

    def do(self, text: str) -> None:
        assert self.game.decision is not None
        self.game.apply(text)

    def roll(self, die: int | None) -> None:
        assert self.game.decision is not None
        assert self.game.decision.side == "chance", self.game.decision.prompt
        self.do(f"roll {die or 3}")

    def offered(self, start: str) -> bool:
        question = self.game.decision
        return question is not None and any(str(a).startswith(start) for a in question.actions)

    def find(self, kind: str, space: str, reduced: bool, but: tuple[str, ...] = ()) -> str:
        s = self.state
        for u in s.units_at(space):
            if s.counter(u).type == kind and (s.units[u].steps == 1) == reduced and u not in but:
                return u
        raise AssertionError(f"no {kind} (reduced {reduced}) in {space}: {s.units_at(space)}")

    def cards(self, side: str, wanted: list[str], size: int) -> None:
        """Deal the hand the script needs."""
        question = self.game.decision
        assert isinstance(question, Draw)
        pick = [c for c in wanted if c in question.items][: question.count]
        pick += [c for c in question.items if c not in pick][: question.count - len(pick)]
        self.do("draw " + ",".join(pick))

    def action(self, step: dict[str, Any]) -> None:
        mode = step["mode"]
        self.do("automatic" if mode == "auto_ops" else f"play {step['card']} {mode}")
        for placed in step.get("placed", []):
            if self.offered(f"place {placed['unit']}"):
                self.do(f"place {placed['unit']} {placed['to']}")
        for unit in step.get("flipped", []):
            self.do(f"restore {unit}")
        if self.offered("restore"):
            self.do("done")
        for a in step.get("activations", []):
            before = self.state.ops
            self.do(f"activate {a['space']} {a['for']}")
            assert before - self.state.ops == a["cost"]
        if self.offered("activate") or (self.game.decision and self.game.decision.prompt.startswith("Activate")):
            self.do("done")
        self.moves(step.get("moves", []))
        for combat in step.get("combats", []):
            self.combat(combat)
        if self.game.decision and self.game.decision.prompt.startswith("Attack which"):
            self.do("done")

    def moves(self, moves: list[dict[str, Any]]) -> None:
        for m in moves:
            unit = self.find(m["unit"], m["path"][0], m["reduced"])
            self.do(f"move {unit}")
            for space in m["path"][1:]:
                self.do(f"to {space}")
            if self.offered("stop"):
                self.do("stop")
        if self.game.decision and self.game.decision.prompt.startswith("Move which"):
            self.do("done")

    def combat(self, c: dict[str, Any]) -> None:
        self.do(f"attack {c['defender_space']}")
        named: list[str] = []
        for a in c["attackers"]:
            named.append(self.find(a["unit"], a["from"], a["reduced"], tuple(named)))
            self.do(f"with {named[-1]}")
        if self.offered("fight"):
            self.do("fight")
        if self.offered("flank"):
            flank = c["flank"]
            if flank is None:
                self.do("no")
            else:
                pin = flank["pinning_space"] or c["attackers"][0]["from"]
                self.do(f"flank {pin}")
                self.roll(flank["die"])
        while self.game.decision and "combat card" in self.game.decision.prompt:
            card = next((k for k in c["combat_cards"] if self.offered(f"card {k}")), "")
            self.do(f"card {card}" if card else "done")
        fires = [("attacker", c["attacker_fire"]), ("defender", c["defender_fire"])]
        for who, shot in fires:
            self.roll(shot["die"])
            if c["order"] == "attacker_first":
                self.losses(c, "defender" if who == "attacker" else "attacker")
        if c["order"] == "simultaneous":
            self.losses(c, "defender")
            self.losses(c, "attacker")
        self.compare(c)
        self.leave(c)

    def losses(self, c: dict[str, Any], who: str) -> None:
        attacker = self.state.counter(self.state.data.types[c["attackers"][0]["unit"]][0]).side
        side = attacker if who == "attacker" else {"ap": "cp", "cp": "ap"}[attacker]
        if not self.offered("lose") or self.game.decision is None or self.game.decision.side != side:
            return
        want: dict[str, int] = {}
        for item in c[f"{who}_losses"]:
            want[item["unit"]] = want.get(item["unit"], 0) + item["steps"]
        if c.get("negated_steps") and who == "defender":
            want["fr_corps"] += c["negated_steps"]
        assert self.game.decision is not None
        for a in self.game.decision.actions:
            kinds = [self.state.counter(u).type for u in a.units]
            if {k: kinds.count(k) for k in kinds} == want:
                self.do(str(a))
                return
        raise AssertionError(f"{want} not among {[str(a) for a in self.game.decision.actions]}")

    def compare(self, c: dict[str, Any]) -> None:
        numbers = [e.fields["number"] for e in self.game.events if "loss number" in e.template]
        if c["attacker_fire"]["result"] is not None:
            assert numbers[-2] == c["attacker_fire"]["result"]
        if c["defender_fire"]["result"] is not None:
            assert numbers[-1] == c["defender_fire"]["result"]

    def leave(self, c: dict[str, Any]) -> None:
        if self.offered("hold losing"):
            self.do("done")
        left = list(c["retreat"])
        while self.offered("retreat"):
            assert self.game.decision is not None
            unit = self.game.decision.actions[0].unit
            way = next(r for r in left if r["unit"] == self.state.counter(unit).type)
            left.remove(way)
            self.do(f"retreat {unit} {'-'.join(way['path'][1:])}")
        for r in c["retreat"]:
            self.find(r["unit"], r["path"][-1], r["reduced"])
        for a in c["advance"]:
            self.do(f"advance {a['unit']} {a['to']}")
        if self.offered("advance"):
            self.do("done")

    def replacements(self, items: list[dict[str, Any]]) -> None:
        for i in items:
            if i["action"] == "recreate":
                self.do(f"rebuild {i['unit']} {i['strength']} {i['space']}")
            else:
                units = i.get("units", [i.get("unit")])
                spaces = i.get("spaces", [i.get("space")])
                for kind, space in zip(units, spaces, strict=True):
                    self.do(f"restore {self.find(kind, space, True)}")
        if self.game.decision and self.game.decision.prompt.startswith("Spend"):
            self.do("done")


def needed(turn: int, side: str) -> list[str]:
    cards = [x["card"] for x in STEPS if x["turn"] == turn and x.get("side") == side and x.get("card")]
    extra = {(1, "ap"): ["ap_06", "ap_04"], (2, "cp"): ["cp_04"], (2, "ap"): ["ap_07"]}
    return cards + extra.get((turn, side), [])


@pytest.mark.rule("12.2.1", "8.1.1", "8.1.2", "8.1.5", "6.0", "12.5.8", "12.1.4", "13.1.1", "9.2.2", "4.3.1")
def test_extended_example_die_by_die() -> None:
    r = Replay()
    r.do("choose cp_01")
    r.cards("cp", needed(1, "cp"), 6)
    r.cards("ap", needed(1, "ap"), 7)
    for step in STEPS[1:]:
        phase = step["phase"]
        if phase == "mandated_offensive":
            r.roll(step["cp"]["die"])
            r.roll(step["ap"]["die"])
        elif phase == "action":
            r.action(step)
        elif phase == "siege":
            for roll in step["rolls"]:
                r.roll(roll["die"])
        elif phase == "war_status":
            for card in step.get("cp_discards", []):
                r.do(f"discard {card}")
        elif phase == "replacement":
            for side in ("ap", "cp"):
                if r.game.decision and r.game.decision.side == side:
                    r.replacements(step[side])
        elif phase == "draw" and step["turn"] == 1:
            r.cards("ap", needed(2, "ap"), 7)
            while r.offered("discard"):
                r.do("done")
            r.cards("cp", needed(2, "cp"), 6)
        elif phase == "draw":
            r.do("discard ap_07")
        if "vp_after" in step:
            assert r.state.tracks["vp"] == step["vp_after"], step["step"]
        for side, value in step.get("war_status_after", {}).items():
            assert r.state.tracks["combined" if side == "combined" else f"{side}_ws"] == value
        if step.get("mo_fulfilled"):
            assert "made" in r.state.offensive.values()
    final = r.state
    assert {
        x: stack(final, x)
        for x in final.at
        if x in final.data.spaces
        and final.data.spaces[x].map == "europe"
        and final.holder(x) != ""
        and not final.units_at(x)[0].startswith("tu")
    } == FINAL
    assert [x for x, side in final.control.items() if side != final.data.spaces[x].control] == TAKEN
    assert final.control["nancy"] == "ap"  # besieged, not taken
    assert "nancy" not in final.trenches
    assert final.destroyed == {"liege"}
    assert "tu" in final.at_war
    assert final.commitment == {"ap": 0, "cp": 1}
    assert (final.tracks["vp"], final.tracks["ap_ws"], final.tracks["cp_ws"], final.tracks["combined"]) == (10, 1, 4, 5)
    assert len(final.pile("cp_removed")) == 4
    assert {u for u in final.units_at("ap_eliminated") if "corps" not in u} == {"fr_5", "fr_9"}
    assert {u for u in final.units_at("cp_eliminated") if "corps" not in u} == {"ge_2"}


def stack(s: Any, space: str) -> str:
    """The units of a space by kind, reduced ones in brackets."""
    kinds = [s.counter(u).type for u in s.units_at(space)]
    return " ".join(sorted(k if s.full(u) else f"({k})" for k, u in zip(kinds, s.units_at(space), strict=True)))


# Europe at the end of September 1914, as the text leaves it (Turkey apart).
FINAL = {
    "bar_le_duc": "(fr_corps)", "belgrade": "(sb_1)", "bremen": "(ge_corps)", "brussels": "(br_bef) br_1 fr_corps",
    "calais": "be_1", "caucasus": "ru_3", "cetinje": "mn_corps", "cracow": "ah_corps", "czernowitz": "ru_8",
    "debrecen": "ah_corps", "grodno": "ru_corps", "ivangorod": "ru_4", "koblenz": "ge_4",
    "konigsberg": "ge_8 ge_corps", "kovno": "ru_1", "lemberg": "ru_corps", "liege": "ge_1", "lodz": "(ge_corps)",
    "lomza": "ru_2", "lublin": "ru_5", "metz": "(ge_5)", "mulhouse": "(ge_7)", "munkacs": "(ah_2) (ah_3)",
    "nancy": "ge_3 ge_6", "novi_sad": "(ah_5)", "odessa": "ru_corps", "orleans": "(fr_3)",
    "paris": "(fr_2) (fr_6) fr_10", "przemysl": "(ah_4)", "riga": "ru_corps", "sarajevo": "ah_6",
    "szawli": "ru_corps", "tarnow": "ah_1", "timisvar": "(ah_corps)", "valjevo": "sb_2", "verdun": "(fr_1) fr_4",
    "villach": "ah_corps",
}  # fmt: skip
TAKEN = ["sedan", "liege", "lodz", "czestochowa", "lemberg", "tarnopol", "czernowitz"]
