"""Playing at a terminal, or with answers from a pipe: the side that is asked is shown the game and answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import click
from rich.markup import escape

from wargame.core.engine.errors import IllegalAction, SaveError, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.title.title import Title
from wargame.plugins.maps.text import console_for
from wargame.plugins.match.replays import told_event
from wargame.plugins.match.table import Table, bots_at, side_named
from wargame.plugins.terminal.commands import LeaveGame, Words
from wargame.plugins.terminal.details import shown_parts
from wargame.plugins.terminal.keyboard import Keyboard
from wargame.plugins.terminal.lines import plan, route
from wargame.plugins.terminal.listing import print_list
from wargame.plugins.terminal.names import Names
from wargame.plugins.terminal.reading import ALL, Reader, how_to_answer

LOGGED = 15  # of more news than that only the end is shown, unless the screen has room for more
ASKED = 12  # lines of the screen that are left for the question
SCROLLED_AWAY = "\x1b[3J"  # clears what has left the screen


def pick_sides(title: Title) -> tuple[str, ...]:
    """The sides the person wants to play; none: all are played by people in turn."""
    keyboard = Keyboard()
    click.echo(f"{title.name}. Which side do you play? Several with commas, bots play the rest; 'all': people in turn.")
    for number, side in enumerate(title.sides, 1):
        click.echo(f"  {number} {side}")
    while True:
        text = keyboard.line("> ", lambda start: [s for s in (*title.sides, "all") if s.startswith(start)])
        if text is None:
            raise click.Abort
        if text.casefold() == "all":
            return ()
        try:
            return _sides_in(title, text)
        except WargameError as error:
            click.echo(f"{error} Write numbers or names, or 'all'.")


def _sides_in(title: Title, text: str) -> tuple[str, ...]:
    """Sides by number or name, with commas or blanks between them."""
    numbered = {str(number): side for number, side in enumerate(title.sides, 1)}
    words = text.replace(",", " ").split() or [""]
    return tuple(numbered.get(word) or side_named(title, word) for word in words)


class Terminal:
    """One game at one terminal, whoever sits there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.console = console_for()
        self.keyboard = Keyboard()
        self.words = Words(table, self.console, self._confirm)
        self.looks = ""  # the side that sits before the screen
        self.told = dict.fromkeys(table.people, 0)  # how many events each has seen
        self.seated: set[str] = set()  # who has seen the map
        self.when = ("", 0, "")
        self.at_once = False  # whether the last question was one that several sides answer unseen by each other
        self.unasked = False  # whether the person knows that the others play on alone
        self.doubtful: object = None  # an answer that would waste something: given again, it is taken

    def play(self) -> None:
        """Until the game is over, somebody leaves it, or the input ends."""
        game = self.game
        self.console.print(f"[b]{escape(game.title.name)}[/], scenario {escape(game.scenario)}, seed {game.seed}")
        if bots := bots_at(self.table):
            self.console.print(bots, markup=False)
        self.console.print(self.table.saved, markup=False, soft_wrap=True)
        try:
            while (side := self._next_side()) is not None:
                self._ask(side)
        except LeaveGame:
            self.console.print(self.table.left, markup=False, soft_wrap=True)
            return
        self._tell(self.looks)
        self._show_result()

    def _next_side(self) -> str | None:
        """The next side that a person must answer for; None when the game is over.

        Bots have answered, and so have questions to which there is one answer only.
        """
        if self.table.bot_to_answer() is not None:
            with self.console.status("The others are thinking ... (Ctrl-C saves and leaves)"):
                self._let_bots_answer()
        while (only := self.table.only_answer()) is not None:
            side, action = only
            question = self.game.decisions[side]
            self._bring_up_to_date(side)
            why = f"(no other answer to: {question.prompt})"
            self.console.print(f"[b]{escape(side)}: {escape(str(action))}[/] [dim]{escape(why)}[/]", soft_wrap=True)
            self.table.answer(action, side, asked=False)
            if self.table.bot_to_answer() is not None:
                return self._next_side()
        return next(iter(self.game.decisions), None)

    def _let_bots_answer(self) -> None:
        asked_in = self.game.state.turn
        while (bot := self.table.bot_to_answer()) is not None:
            self.table.let_bot_answer(bot)
            if not self.unasked and self.game.state.turn > asked_in + 1:
                self.unasked = True
                sides = ", ".join(self.table.people)
                self.console.print(f"Nothing is asked of {escape(sides)} for a turn or more; the others play on.")

    # --- one question ------------------------------------------------------------------------------------------

    def _ask(self, side: str) -> None:
        """Ask until there is an answer, or the question is another (after an undo)."""
        self._bring_up_to_date(side)
        question = self.game.decisions[side]
        looks = self.looks
        names = cache(lambda: self.words.names(looks).explained_by(question.shown()))
        reader = Reader(question, self.game.title.notation, names)
        self.at_once, self.doubtful = self.game.at_once, None
        self._show_question(question, reader)
        while True:
            text = self.keyboard.line("> ", lambda start: self.words.completions(start, reader))
            if text is None:
                raise LeaveGame
            if not self.keyboard.live and text:
                self.console.print(f"> {escape(text)}", soft_wrap=True)
            try:
                if self._take(text, side, reader):
                    return
            except IllegalAction as refused:
                self.console.print(f"[red]{escape(str(refused))}[/]")
            except SaveError as error:
                if not self.keyboard.live:
                    raise
                advice = "The answer was not taken; 'save FILE' saves elsewhere."
                self.console.print(f"[red]{escape(str(error))}[/] {advice}")
            except WargameError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")

    def _take(self, text: str, side: str, reader: Reader) -> bool:
        """Do what was typed; whether the question is no longer open."""
        if self.doubtful is not None and text.casefold() in ("y", "yes"):
            return self._answer(self.doubtful, side)
        if not text:
            return self._take_blank(side, reader)
        if self.words.knows(text, reader):
            return self._say(text, reader)
        names = reader.names
        march = None if reader.is_answer(text) else route(self.game, side, text, names())
        if march is not None:
            self.console.print(f"Path: {', '.join(map(str, march))}", markup=False, soft_wrap=True)
            return self._answer_all(march, side, names())
        if text.casefold().endswith(f" {ALL}") and (several := reader.several(text)):
            return self._answer_all(several, side, names())
        meant = reader.read(text)
        if meant.answer is not None:
            return self._answer(meant.answer, side, reader.question)
        if not meant.pick and (several := reader.several(text)):
            return self._answer_all(several, side, names())
        if meant.refusal is not None:
            self.console.print(f"[red]{escape(str(meant.refusal))}[/]")
        if meant.pick:
            self._list(meant.pick, reader)
        return False

    def _take_blank(self, side: str, reader: Reader) -> bool:
        """Enter: the only answer, or the list of all."""
        if len(reader.offered) == 1:
            return self._answer(reader.offered[0], side, reader.question)
        if reader.offered:
            self._list(reader.offered, reader)
        else:
            self.console.print(escape(how_to_answer(reader.question)))
        return False

    def _answer(self, action: object, side: str, question: Question | None = None) -> bool:
        """Give an answer; with its question, one that would waste something is asked for twice."""
        warning = None if question is None or action == self.doubtful else question.warning(action)
        if warning:
            self.console.print(f"[yellow]{escape(warning)}[/]")
            if self.keyboard.live:
                self.doubtful = action
                self.console.print(f"'y' or '{escape(str(action))}' again does it all the same.")
                return False
        self._give(action, side)
        return True

    def _answer_all(self, parts: Sequence[object], side: str, names: Names) -> bool:
        """Several answers of one line, each an answer of its own in the journal: all of them, or none."""
        found = plan(self.game, side, parts, names)
        for number, action in enumerate(found.answers):
            self._give(action, side, asked=number == 0)
        if found.stopped:
            self.console.print(found.stopped, markup=False)
        return True

    def _give(self, action: object, side: str, asked: bool = True) -> None:
        before = len(self.game.journal)
        self.table.answer(action, side, asked)
        self.console.print(f"[b]{escape(str(self.game.journal[before].action))}[/]", soft_wrap=True)

    def _confirm(self, text: str) -> bool:
        """Ask whoever is named in the text; nobody answers in a pipe."""
        return self.keyboard.live and (self.keyboard.line(f"{text} (y/n) ") or "").casefold() in ("y", "yes")

    def _say(self, text: str, reader: Reader) -> bool:
        word, _, rest = text.partition(" ")
        if word.casefold() == "list":
            self._list(reader.matching(rest)[1] if rest else reader.offered, reader, whole=True)
            return False
        taken_back = self.words.do(text, self.looks, reader.question)
        if taken_back:
            self.told = {side: min(seen, len(self.game.events)) for side, seen in self.told.items()}
        return taken_back

    # --- what is shown -----------------------------------------------------------------------------------------

    def _bring_up_to_date(self, side: str) -> None:
        """Seat the side that is asked, and show what is new: the map of a new turn or season, what happened, the phase.

        The map comes first, so that what happened stays on a small screen. It is drawn after orders that moved units
        too: retreats and builds are chosen on it.
        """
        self._seat(side)
        state = self.game.state
        now = (state.phase, state.turn, state.date())
        if self.keyboard.live and self.when[0]:
            viewer = self.looks or None
            if self.when[1:] != now[1:] or (self.at_once and self.words.map_has_changed(viewer)):
                self.words.draw_map(viewer)
        self._tell(self.looks)
        if now != self.when:
            self.console.print(f"{escape(state.date())}, {escape(state.phase)}", style="bold underline")
        self.when = now

    def _seat(self, side: str) -> None:
        """Somebody else is asked: what the one before may not show them is cleared from the screen.

        Who sits down for the first time sees the map; later, what has happened meanwhile.
        """
        people = [one for one in self.table.people if one != CHANCE]
        if side == CHANCE:  # the dice are typed by whoever sits there
            side = self.looks or next(iter(people), "")
        before, self.looks = self.looks, side
        if before == side:
            return
        hidden = False
        if before:
            hidden = self._hide(before, side)
            self.console.rule(side)
            if not hidden and not self.table.one_person:
                self.told = dict.fromkeys(self.told, max(self.told.values()))
        if not before or (hidden and side not in self.seated):
            self.words.draw_map(side or None)
        elif hidden:
            self.console.print("What happened since you looked ('map' draws the map):", style="dim")
        self.seated.add(side)

    def _hide(self, before: str, side: str) -> bool:
        """Clear the screen if it shows what `side` may not see, and wait for them; whether it did."""
        game = self.game
        if self.table.one_person:
            return False
        secret = any(event.seen_by(before) and not event.seen_by(side) for event in game.events)
        if not (secret or game.at_once or game.view(before)["state"] != game.view(side)["state"]):
            return False
        if self.keyboard.live:
            self._clear()
            if self.keyboard.line(f"{side} is asked. Enter, when only {side} looks. ") is None:
                raise LeaveGame
        return True

    def _clear(self) -> None:
        """Nothing that was shown or typed can be seen again, neither by scrolling up nor with the arrow keys."""
        self.keyboard.forget()
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            return
        self.console.clear()
        self.console.file.write(SCROLLED_AWAY)

    def _tell(self, side: str) -> None:
        """What happened since the side was last told."""
        news: Sequence[Event] = self.game.events_for(side or None, self.told.get(side, 0))
        room = max(LOGGED, self.console.height - ASKED)
        shown = len(news) if self.at_once else room  # the results of orders are read as a whole
        if len(news) > shown:
            left = len(news) - shown
            more = "1 more event: 'log' shows it" if left == 1 else f"{left} more events: 'log' shows them"
            self.console.print(f"({more})", style="dim")
        for event in news[-shown:]:
            self.console.print(f"  {told_event(event)}", style="italic", markup=False)
        self.told[side] = len(self.game.events)

    def _show_question(self, question: Question, reader: Reader) -> None:
        for part in shown_parts(question.shown()):
            self.console.print(part)
        rule = f" ({question.rule})" if question.rule else ""
        count = len(reader.offered)
        if not count:
            hint = "? helps"
        elif count == 1:
            hint = f"Enter: {reader.texts[0]}, ? helps"
        else:
            hint = f"Enter lists {count}, ? helps"
        self.console.print(f"[b]{escape(question.side)}[/]: {escape(question.prompt)}{escape(rule)}  [dim]({hint})[/]")

    def _list(self, answers: Sequence[object], reader: Reader, whole: bool = False) -> None:
        """Answers with their numbers, and what is known of the units and spaces in them."""
        reader.show_as(answers)
        print_list(self.console, reader.names().described(answers), whole)

    def _show_result(self) -> None:
        result = self.game.result
        if result is not None:
            self.words.draw_map(self.looks or None)
            self.console.print(f"[b]Result: {escape(result.text)}[/]")
            for side, score in result.score.items():
                self.console.print(f"  {side}: {score}", markup=False)
        self.console.print(self.table.saved, markup=False, soft_wrap=True)
