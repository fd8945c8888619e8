"""The commands at the terminal: help, undo, log, map, units, save, rules, quit, and the title's own lookups."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import WargameError
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.title.picture import Cell, Lookup, Picture
from wargame.plugins.answers.batch import ROUTE
from wargame.plugins.answers.names import Names
from wargame.plugins.answers.reader import Reader
from wargame.plugins.bots.planner import PlannerBot
from wargame.plugins.bots.thought import Thought
from wargame.plugins.cli.catalogue import rule_lines
from wargame.plugins.maps.text import draw, panel_table, picture_of
from wargame.plugins.match.advice import advise
from wargame.plugins.match.files import MissingFolder
from wargame.plugins.match.log import describe_event
from wargame.plugins.match.match import Match, stopped_by_interrupt
from wargame.plugins.match.thoughts import lines as thought_lines
from wargame.plugins.match.thoughts import reason_line
from wargame.plugins.terminal.panels import space_panel, unit_panel, units_panel

FORMS = 8  # kinds of answers named in the help
LOG = 30  # events shown if no number is given
ANSWER_FIRST = {"unit", "units", "hex", "space"}  # commands that give way to an answer with the same first word
HELP = (
    ("Enter", "list the legal answers with their numbers (or take the only one)"),
    ("an answer", "as listed, its number, or words that fit only one (a hex, a unit's name); Tab completes"),
    ("VERB all", "every answer with this word, one after the other; several at once: 'take A B'"),
    ("unit X to Y", "march by the cheapest path; 'unit X to Y via Z'"),
    ("some words", "list the answers that contain them"),
    ("list [WORDS]", "list all answers, or those that contain these words"),
    ("map [REGION|SPACE]", "the map, or a part of it in more detail"),
    ("status", "the tables beside the map: the score, a battle board"),
    ("units [SIDE]", "the pieces of a side: where they are, with factors and state"),
    ("unit X", "one unit"),
    ("hex X, space X", "one space: terrain, units, neighbours"),
    ("log [N|all]", "the last events"),
    ("why", "what the bots considered in their last turn, and what they feared, as far as you may know it"),
    ("hint [LEVEL]", "what planner:normal would do in your place ('hint hard', 'hint 5s', 'hint 200p')"),
    ("rules [NUMBER]", "a rule in our own words; without a number, the one that asks"),
    ("undo", "take back the last answer (not past dice, revealed cards or another person's answer)"),
    ("save [FILE]", "say where the game is saved; with a name, save to that file from now on"),
    ("quit", "save and leave; 'wargame resume FILE' continues"),
)


class LeaveGame(Exception):
    """The person wants to leave; every answer is saved already."""


class Commands:
    """The commands of one game; each returns whether another question may now be open."""

    def __init__(self, match: Match, console: Console, confirm: Callable[[str], bool] = lambda text: False) -> None:
        self.match = match
        self.confirm = confirm
        self.game = match.game
        self.console = console
        self.lookups = self.game.rules.lookups()
        self._drawn: Sequence[Cell] = ()  # the whole map as it was drawn last
        self.general: dict[str, Callable[[str, str, Question], bool | None]] = {
            "help": self._help, "?": self._help, "undo": self._undo, "log": self._log, "map": self._map,
            "save": self._save, "rules": self._rules, "rule": self._rules, "quit": self._quit,
            "exit": self._quit, "why": self._why, "hint": self._hint,
        }  # fmt: skip
        about_map = {"status": self._status, "units": self._units, "unit": self._unit, "hex": self._space,
                   "space": self._space}  # fmt: skip
        self.general |= {word: run for word, run in about_map.items() if word not in self.lookups}

    def knows(self, text: str, reader: Reader) -> bool:
        """Whether a line is a command, not an answer."""
        word = text.split()[0].casefold()
        if reader.is_answer(text) or ROUTE.fullmatch(text):
            return False
        if word in ANSWER_FIRST and word in reader.verbs():
            return False
        return word in self.general or word in self.lookups or word == "list"

    def completions(self, start: str, reader: Reader) -> list[str]:
        """The answers and commands that begin like this."""
        folded = start.casefold()
        commands = [*self.general, "list", *self.lookups]
        return [one for one in (*reader.texts, *commands) if one.casefold().startswith(folded) and one != "?"]

    def do(self, text: str, side: str, question: Question) -> bool:
        """Carry out a command for the side at the screen."""
        word, _, rest = text.partition(" ")
        word, rest = word.casefold(), rest.strip()
        try:
            if word in self.general:
                return bool(self.general[word](rest, side, question))
            self._look_up(word, rest.split(), side)
        except WargameError as error:
            self.console.print(escape(str(error)), style="red")
        return False

    def _look_up(self, word: str, rest: Sequence[str], side: str) -> None:
        try:
            panel = self.lookups[word](self.game.state, side or None, rest)
        except (LookupError, ValueError, AssertionError):  # arguments that the title's lookup did not expect
            raise WargameError(f"'{' '.join((word, *rest))}' finds nothing; is a word missing or misspelt?") from None
        self.console.print(panel_table(panel))

    # --- commands ----------------------------------------------------------------------------------------------

    def _help(self, rest: str, side: str, question: Question) -> None:
        grid = Table(box=None, pad_edge=False, show_header=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for word, what in HELP:
            if word not in self.lookups:
                grid.add_row(escape(word), escape(what))
        for word, lookup in self.lookups.items():
            grid.add_row(escape(word), escape(_summary(lookup)))
        self.console.print(grid)
        forms = list(dict.fromkeys(getattr(type(a), "form", str(a)) for a in self._some(question)))
        if forms:
            more = "; ..." if len(forms) > FORMS else ""
            self.console.print(f"Answers here look like: {'; '.join(forms[:FORMS])}{more}", markup=False)
        known = [cls.form for cls in self.game.title.actions if hasattr(cls, "form")]
        if known:
            self.console.print(f"All kinds of answers in this title: {'; '.join(known)}", markup=False)

    def _some(self, question: Question) -> Sequence[Action]:
        return () if question.side == CHANCE else question.actions[:2000]

    def _undo(self, rest: str, side: str, question: Question) -> bool:
        self.match.take_back(side if question.side == CHANCE else question.side, self._agree)
        self.console.print("Taken back.")
        return True

    def _agree(self, sides: Sequence[str], why: str) -> bool:
        return self.confirm(f"{why}. {' and '.join(sides)}: do you agree to take it back?")

    def _log(self, rest: str, side: str, question: Question) -> None:
        events = [(number, event) for number, event in enumerate(self.game.events) if event.seen_by(side or None)]
        reasons = self.match.memory.reasons(self.game, side)
        count = len(events) if rest == "all" else int(rest) if rest.isdigit() else LOG
        told = -1
        for number, event in events[max(0, len(events) - count) :]:
            for at in range(told + 1 if told >= 0 else number, number + 1):
                self._print_reasons(reasons.pop(at, ()))
            self.console.print(describe_event(event), markup=False)
            told = number
        for at in sorted(at for at in reasons if at > told):
            self._print_reasons(reasons[at])
        if told < 0 and not reasons:
            self.console.print("Nothing has happened yet.")

    def _print_reasons(self, thoughts: Sequence[Thought]) -> None:
        for thought in thoughts:
            self.console.print(f"  ({reason_line(thought)})", style="dim", markup=False)

    def _why(self, rest: str, side: str, question: Question) -> None:
        thoughts = self.match.memory.last_turn(self.game, side)
        for thought in thoughts:
            for line in thought_lines(thought):
                self.console.print(line, markup=False)
        if not thoughts:
            self.console.print("No bot has decided anything yet, or nothing that you may know of.")

    def _hint(self, rest: str, side: str, question: Question) -> None:
        if question.side == CHANCE:
            raise WargameError("The dice are yours; there is no better roll.")
        bot = PlannerBot(len(self.game.journal), rest or "normal")
        with self.console.status("Thinking ... (Ctrl-C: enough)"), stopped_by_interrupt(bot):
            hint = advise(self.game, question.side, bot)
        for line in hint.lines() if hint is not None else ("There is only one answer.",):
            self.console.print(line, markup=False, soft_wrap=True)

    def _map(self, rest: str, side: str, question: Question) -> None:
        self.draw_map(side or None, rest)

    def draw_map(self, side: str | None, where: str = "") -> None:
        try:
            picture = picture_of(self.game, side)
        except WargameError as error:
            self.console.print(escape(str(error)))
            return
        self.console.print(draw(picture, self.game.title.colours, self.console, where))
        if not where:
            self._drawn = picture.cells

    def map_has_changed(self, side: str | None) -> bool:
        """Whether the whole map looks different from when it was drawn last."""
        try:
            return self._drawn != picture_of(self.game, side).cells
        except WargameError:
            return False

    def _status(self, rest: str, side: str, question: Question) -> None:
        for panel in self._picture(side).panels:
            self.console.print(panel_table(panel))

    def _units(self, rest: str, side: str, question: Question) -> None:
        self.console.print(panel_table(units_panel(self._picture(side), rest or side)))

    def _unit(self, rest: str, side: str, question: Question) -> None:
        self.console.print(panel_table(unit_panel(self._picture(side), rest.split())))

    def _space(self, rest: str, side: str, question: Question) -> None:
        self.console.print(panel_table(space_panel(self._picture(side), rest.split())))

    def _picture(self, side: str) -> Picture:
        return picture_of(self.game, side or None)

    def names(self, side: str) -> Names:
        """The units and spaces that the side sees, by name; none for a title without a map."""
        try:
            return Names.of(self._picture(side))
        except WargameError:
            return Names()

    def _save(self, rest: str, side: str, question: Question) -> None:
        if rest:
            path = Path(os.path.expanduser(rest))
            try:
                self.match.save(path)
            except MissingFolder as missing:
                if not self.confirm(f"The folder {missing.folder} does not exist. Make it?"):
                    raise
                self.match.save(path, make_folder=True)
        hint = "'save FILE' saves it" if self.match.path is None else "every answer is there already"
        self.console.print(f"{self.match.saved_where}; {hint}.", markup=False, soft_wrap=True)

    def _rules(self, rest: str, side: str, question: Question) -> None:
        number = rest or question.rule
        if not number:
            raise WargameError("Write 'rules' and a number, for example a number shown in brackets.")
        for line in rule_lines(self.game.title.id, number, tests=False):
            self.console.print(line, markup=False)

    def _quit(self, rest: str, side: str, question: Question) -> None:
        raise LeaveGame


def _summary(lookup: Lookup) -> str:
    """The first line of a lookup's docstring, in the style of the other commands."""
    summary = (lookup.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return summary[:1].lower() + summary[1:]
