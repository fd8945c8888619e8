"""`wargame protocol`: one JSON object per line on stdin and stdout, so that a program in any language can play.

    {"cmd": "decision"}                                  who is asked what, with all legal answers
    {"cmd": "act", "side": "red", "action": "move r1 B"}
    {"cmd": "undo"}  {"cmd": "view", "side": "red"}  {"cmd": "events", "side": "red", "since": 0}
    {"cmd": "position"}  {"cmd": "save", "path": "game.jsonl"}  {"cmd": "quit"}

`act` also says as `"warning"` what the answer wasted, such as points left unspent. Every line is answered by
`{"ok": true, ...}` or `{"ok": false, "error": {"rule": ..., "message": ...}}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from wargame.core.engine.errors import IllegalAction, WargameError
from wargame.core.engine.questions import CHANCE, Draw, Question, Roll
from wargame.plugins.answers.reader import can_be_listed
from wargame.plugins.match.files import default_path
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import Setup, find_side, make_match


class Server:
    """Answers requests about one game; sides played by bots answer by themselves."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.commands: dict[str, Callable[[dict[str, object]], dict[str, object]]] = {
            "decision": self.decision, "act": self.act, "undo": self.undo, "view": self.view,
            "position": self.position, "events": self.events, "save": self.save, "quit": lambda asked: {"bye": True},
        }  # fmt: skip
        match.let_bots_answer()

    def answer(self, line: bytes) -> tuple[dict[str, object], bool]:
        """The answer to a line, and whether it was the last."""
        asked: dict[str, object] = {}
        try:
            asked = read_request(line)
            reply = {"ok": True, **self._command(asked)(asked)}
        except IllegalAction as error:
            reply = failure(error.rule, error.message)
        except WargameError as error:
            reply = failure("", str(error))
        except Exception as error:  # never a crash: the program at the other end gets the error
            reply = failure("", f"Internal error ({type(error).__name__}: {error}).")
        if "id" in asked:
            reply["id"] = asked["id"]
        return reply, bool(reply.get("bye"))

    def _command(self, asked: dict[str, object]) -> Callable[[dict[str, object]], dict[str, object]]:
        command = asked.get("cmd")
        if not isinstance(command, str) or command not in self.commands:
            raise WargameError(f"There is no cmd {json.dumps(command)}; there are: {', '.join(self.commands)}.")
        return self.commands[command]

    def _side(self, asked: dict[str, object]) -> str | None:
        """The side a request is about; None: all, which only who plays all sides may see."""
        side = asked.get("side")
        people = self.match.people
        if side is None:
            bots = len(people) < len(self.match.players)
            return next((s for s in people if s != CHANCE), None) if bots else None
        if not isinstance(side, str):
            raise WargameError(f"A side is a text, not {json.dumps(side)}.")
        name = side if side in self.match.players else find_side(self.game.title, side)
        if name not in people:
            raise WargameError(f"{name} is played by a bot here.")
        return name

    def decision(self, asked: dict[str, object]) -> dict[str, object]:
        side = None if asked.get("side") is None else self._side(asked)
        open_ = {name: q for name, q in self.game.decisions.items() if side in (None, name)}
        written = {name: question_data(q) for name, q in open_.items()}
        first = next(iter(written.values()), None)
        result = self.game.result
        return {
            "decision": first,
            "decisions": written,
            "result": None if result is None else {
                "winners": list(result.winners), "rule": result.rule, "reason": result.reason,
                "score": dict(result.score), "text": result.text,
            },
        }  # fmt: skip

    def act(self, asked: dict[str, object]) -> dict[str, object]:
        action = asked.get("action")
        if not isinstance(action, str):
            raise WargameError('act takes the text of an action: {"cmd": "act", "side": S, "action": "text"}.')
        side = None if asked.get("side") is None else self._side(asked)
        if side is None and self.game.decision is not None:
            side = self.game.decision.side
        seen = len(self.game.events)
        before = len(self.game.journal)
        warning = self._warning(action, side)
        self.game.apply(action, side)
        written = str(self.game.journal[before].action)
        self.match.let_bots_answer()
        looks = side if side != CHANCE else self._side({})
        happened = [event.as_dict() for event in self.game.events_for(looks, seen)]
        reply: dict[str, object] = {
            "side": side,
            "action": written,
            "events": happened,
            "asked": list(self.game.decisions),
        }
        return reply if warning is None else {**reply, "warning": warning}

    def _warning(self, action: str, side: str | None) -> str | None:
        """What an answer wastes, as a person would be warned before giving it."""
        question = self.game.decisions.get(side or "")
        if question is None:
            return None
        try:
            return question.warning(question.take(action, self.game.title.notation))
        except IllegalAction:
            return None  # `apply` says what is wrong

    def undo(self, asked: dict[str, object]) -> dict[str, object]:
        side = None if asked.get("side") is None else self._side(asked)
        self.match.take_back(side)
        self.match.let_bots_answer()
        return {"answers": len(self.game.journal), "asked": list(self.game.decisions)}

    def view(self, asked: dict[str, object]) -> dict[str, object]:
        return {"view": self.game.view(self._side(asked))}

    def position(self, asked: dict[str, object]) -> dict[str, object]:
        return {"position": self.game.position()}

    def events(self, asked: dict[str, object]) -> dict[str, object]:
        since = asked.get("since", 0)
        if type(since) is not int or since < 0:
            raise WargameError("since is the number of events already seen.")
        happened = [event.as_dict() for event in self.game.events_for(self._side(asked), since)]
        return {"events": happened, "next": len(self.game.events)}

    def save(self, asked: dict[str, object]) -> dict[str, object]:
        path = asked.get("path", asked.get("file"))
        if path is not None and (not isinstance(path, str) or not path or "\0" in path):
            raise WargameError("path is the name of a file.")
        if path is not None or self.match.path is None:
            self.match.save(Path(path) if path else default_path(self.game), make_folder=not path)
        return {"path": str(self.match.path)}


def read_request(line: bytes) -> dict[str, object]:
    """A line as the JSON object it must be."""
    try:
        asked = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise WargameError("The line is not JSON in UTF-8.") from None
    if not isinstance(asked, dict):
        raise WargameError('A request is a JSON object such as {"cmd": "decision"}.')
    return asked


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def question_data(question: Question) -> dict[str, object]:
    """A question as JSON; `complete` is false where not all legal answers can be listed: then of what they are made."""
    listed = can_be_listed(question)
    asked: dict[str, object] = {
        "side": question.side,
        "prompt": question.prompt,
        "rule": question.rule,
        "actions": [str(action) for action in question.actions] if listed else [],
        "complete": listed,
        "shown": question.shown(),
    }
    if isinstance(question, Roll):
        asked |= {"count": question.count, "faces": question.faces}
    elif isinstance(question, Draw):
        asked |= {"count": question.count, "items": list(question.items)}
    return asked


def failure(rule: str, message: str) -> dict[str, object]:
    return {"ok": False, "error": {"rule": rule, "message": message}}


def serve(setup: Setup, source: IO[bytes] | None = None, sink: IO[bytes] | None = None) -> None:
    """Answer line by line until `quit` or the end of input."""
    source, sink = source or sys.stdin.buffer, sink or sys.stdout.buffer
    game = setup.new_game()
    match = make_match(game, setup)
    if setup.save is not None:
        match.save(setup.save)
    server = Server(match)
    for line in source:
        if not line.strip():
            continue
        reply, last = server.answer(line)
        sink.write(json.dumps(reply, ensure_ascii=False, default=str).encode("utf-8", "replace") + b"\n")
        sink.flush()
        if last:
            return
