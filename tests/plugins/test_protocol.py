"""`wargame protocol`: a program plays by JSON lines; whatever it sends, it gets an answer."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from .shell import Shell, answers


class Program:
    """A program at the other end."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        self.running = running

    def send(self, line: bytes) -> dict[str, Any]:
        stdin, stdout = self.running.stdin, self.running.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(line + b"\n")
        stdin.flush()
        answer = json.loads(stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def ask(self, cmd: str, **given: Any) -> dict[str, Any]:
        return self.send(json.dumps({"cmd": cmd, **given}).encode())

    def good(self, cmd: str, **given: Any) -> dict[str, Any]:
        answer = self.ask(cmd, **given)
        assert answer["ok"], answer
        return answer

    def refused(self, cmd: str, **given: Any) -> dict[str, str]:
        answer = self.ask(cmd, **given)
        assert not answer["ok"]
        error: dict[str, str] = answer["error"]
        return error


@pytest.fixture
def started(shell: Shell) -> Iterator[list[Program]]:
    made: list[Program] = []
    yield made
    for program in made:
        program.running.kill()
        _, errors = program.running.communicate()
        assert b"Traceback" not in errors


@pytest.fixture
def both(shell: Shell, started: list[Program]) -> Program:
    """A program that plays both sides."""
    started.append(Program(shell.start("protocol", "skirmish", "--seed", "5")))
    return started[-1]


@pytest.fixture
def red(shell: Shell, started: list[Program]) -> Program:
    """A program that plays red against a bot."""
    sides = ("--side", "red=human", "--side", "blue=random")
    started.append(Program(shell.start("protocol", "skirmish", "--seed", "5", *sides)))
    return started[-1]


def bid(program: Program) -> None:
    program.good("act", side="red", action="bid 2")
    program.good("act", side="red", action="done")


def test_the_open_questions_with_all_legal_answers(both: Program) -> None:
    answer = both.good("decision")
    assert answer["decision"]["side"] == "red"
    assert answer["decision"]["prompt"] == "Bid?"
    assert answer["decision"]["rule"] == "1.0"
    assert answer["decision"]["actions"] == ["bid 1", "bid 2", "bid 3"]
    assert sorted(answer["decisions"]) == ["blue", "red"]
    assert answer["result"] is None


def test_an_answer_tells_what_happened_and_who_is_asked(both: Program) -> None:
    both.good("act", side="blue", action="bid 1")
    both.good("act", side="blue", action="done")
    both.good("act", side="red", action="BID  3")
    answer = both.good("act", side="red", action="done")
    assert answer["events"][0] == {"text": "bids: red 3, blue 1", "rule": "1.0", "fields": {"red": 3, "blue": 1}}
    assert answer["asked"] == ["red"]


def test_an_answer_tells_its_side_only_what_it_may_see(both: Program) -> None:
    both.good("act", side="red", action="bid 1")
    both.good("act", side="red", action="done")
    both.good("act", side="blue", action="bid 1")
    texts = [event["text"] for event in both.good("act", side="blue", action="done")["events"]]
    assert any(text.startswith("blue draws") for text in texts)
    assert not any(text.startswith("red draws") for text in texts)


def test_one_may_ask_for_one_side_only_or_answer_for_whoever_is_asked(both: Program) -> None:
    answer = both.good("decision", side="BLUE")
    assert answer["decision"]["side"] == "blue"
    assert list(answer["decisions"]) == ["blue"]
    assert both.good("act", action="bid 1")["side"] == "red"


def test_a_whole_game_at_random(both: Program) -> None:
    choice = random.Random(1)
    while True:
        answer = both.good("decision")
        if answer["result"] is not None:
            break
        question = choice.choice(list(answer["decisions"].values()))
        both.good("act", side=question["side"], action=choice.choice(question["actions"]))
    assert answer["decision"] is None
    assert set(answer["result"]) == {"winners", "rule", "reason", "score", "text"}
    assert both.refused("act", side="red", action="done")["message"].startswith("The game is over")


def test_a_refusal_has_the_rule_and_changes_nothing(red: Program) -> None:
    bid(red)
    red.good("act", side="red", action="move r1 B")
    before = red.good("position")
    error = red.refused("act", side="red", action="move r1 C")
    assert error == {"rule": "3.1", "message": "r1 has already moved."}
    assert red.good("position") == before


@pytest.mark.parametrize(
    "line",
    [b"", b"nonsense", b"[1]", b"3", b"null", b'{"cmd": 5}', b'{"cmd": "fly"}', b"{}", b"\xff\xfe", b"[" * 5000,
     b'{"cmd": "act"}', b'{"cmd": "act", "action": 7}', b'{"cmd": "act", "side": 7, "action": "done"}',
     b'{"cmd": "act", "side": "green", "action": "done"}', b'{"cmd": "act", "side": "red", "action": ""}',
     b'{"cmd": "events", "since": -1}', b'{"cmd": "events", "since": "x"}', b'{"cmd": "events", "since": true}',
     b'{"cmd": "view", "side": []}', b'{"cmd": "save", "path": 7}', b'{"cmd": "save", "path": "/proc/no/file"}',
     b'{"cmd": "save", "path": "a\\u0000b"}', b'{"cmd": "undo"}',
     b'{"cmd": "decision", "id": NaN}', b'{"cmd": "events", "since": Infinity}', b'{"cmd": "save", "path": "\\ud800"}',
     b'{"cmd": "save", "path": "' + b"x" * 400 + b'"}'],
)  # fmt: skip
def test_a_bad_line_gets_an_error_and_the_next_is_answered(both: Program, line: bytes) -> None:
    if line:
        answer = both.send(line)
        assert answer["ok"] is False
        assert answer["error"]["message"].endswith(".")
        assert "Internal" not in answer["error"]["message"]
        assert both.good("decision")["decision"]["prompt"] == "Bid?"
    else:
        assert both.send(b'\n{"cmd": "decision"}')["ok"]


def test_undo_takes_back_the_last_answer(red: Program) -> None:
    bid(red)
    red.good("act", action="move r1 B")
    red.good("undo")
    assert red.good("view", side="red")["view"]["state"]["units"]["r1"]["at"] == "A"
    assert "cannot be taken back" in red.refused("undo")["message"]


def test_views_and_events_hide_what_a_side_may_not_see(red: Program) -> None:
    bid(red)
    view = red.good("view")["view"]
    assert view["state"]["piles"]["hand:blue"] == 1
    assert isinstance(view["state"]["piles"]["hand:red"], list)
    texts = [event["text"] for event in red.good("events")["events"]]
    assert any(text.startswith("red draws") for text in texts)
    assert not any(text.startswith("blue draws") for text in texts)
    assert red.refused("view", side="blue")["message"] == "blue is played by a bot here."
    assert red.refused("act", side="blue", action="done")["message"] == "blue is played by a bot here."


def test_events_since_a_number(both: Program) -> None:
    for side in ("red", "blue"):
        both.good("act", side=side, action="bid 1")
        both.good("act", side=side, action="done")
    answer = both.good("events")
    assert len(answer["events"]) == answer["next"]
    assert both.good("events", since=answer["next"])["events"] == []


def test_an_id_comes_back_with_the_answer(both: Program) -> None:
    assert both.ask("decision", id=17)["id"] == 17
    assert both.ask("fly", id="x")["id"] == "x"


def test_a_saved_game_can_be_resumed(both: Program, shell: Shell) -> None:
    both.good("act", side="red", action="bid 1")
    assert both.good("save", path="p.jsonl")["path"] == "p.jsonl"
    both.good("act", side="red", action="done")
    assert both.good("save", path="q.jsonl")["path"] == "q.jsonl"
    assert both.good("save")["path"] == "q.jsonl"
    assert answers(shell.work / "q.jsonl") == [["red", "bid 1"], ["red", "done"]]
    both.running.kill()
    both.running.wait()
    assert "blue: Bid?" in shell.run("resume", "p.jsonl", typed="").stdout


def test_quit_and_the_end_of_input_end_it_well(both: Program, shell: Shell) -> None:
    assert both.good("quit")["bye"]
    assert both.running.wait(20) == 0
    done = shell.run("protocol", "skirmish", typed='{"cmd": "decision"}\n')
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"]


def test_manual_dice_are_answers_of_chance(shell: Shell, started: list[Program]) -> None:
    program = Program(shell.start("protocol", "skirmish", "--dice", "manual"))
    started.append(program)
    for side in ("red", "blue"):
        program.good("act", side=side, action="bid 1")
        program.good("act", side=side, action="done")
    question = program.good("decision")["decision"]
    assert (question["side"], question["complete"], question["actions"]) == ("chance", False, [])
    assert (question["count"], question["items"]) == (1, ["ace", "king", "queen", "ten"])
    assert not program.ask("act", side="chance", action="draw joker")["ok"]
    assert program.good("act", side="chance", action="draw ace")["asked"] == ["chance"]


def test_an_unknown_title_is_one_sentence_and_status_1(shell: Shell) -> None:
    done = shell.run("protocol", "nosuch")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_act_tells_what_an_answer_wasted(shell: Shell) -> None:
    path = shell.folder / "skirmish.py"
    warn = 'warn=lambda a: "A unit has not moved." if str(a) == "done" else None'
    path.write_text(path.read_text().replace('"Move which unit?", "3.0", refuse)', f'"Move?", "3.0", refuse, {warn})'))
    acts = [
        ("red", "bid 1"),
        ("red", "done"),
        ("blue", "bid 1"),
        ("blue", "done"),
        ("red", "move r1 B"),
        ("red", "done"),
    ]
    asked = [json.dumps({"cmd": "act", "side": side, "action": text}) for side, text in acts]
    sides = ("--side", "red=human", "--side", "blue=human")
    replies = [
        json.loads(line)
        for line in shell.run("protocol", "skirmish", *sides, typed="\n".join(asked)).stdout.splitlines()
    ]
    assert [reply.get("warning") for reply in replies] == [None] * 5 + ["A unit has not moved."]
