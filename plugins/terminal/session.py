"""Playing at a terminal, or with answers from a pipe: the side that is asked is shown the game and answers."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.markup import escape

from wargame.core.engine.errors import IllegalAction, SaveError, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.title.title import Title
from wargame.plugins.maps.text import console_for
from wargame.plugins.match.replays import told_event
from wargame.plugins.match.table import Table, side_named
from wargame.plugins.terminal.commands import LeaveGame, Words
from wargame.plugins.terminal.details import shown_parts
from wargame.plugins.terminal.keyboard import Keyboard
from wargame.plugins.terminal.reading import Reader, how_to_answer

LOGGED = 15  # of more news than that only the end is shown
SCROLLED_AWAY = "\x1b[3J"  # clears what has left the screen
ROWS = 18  # of a longer list of answers only so many rows are shown


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
        self.words = Words(table, self.console)
        self.looks = ""  # the side that sits before the screen
        self.told = dict.fromkeys(table.people, 0)  # so many events each has seen
        self.when = ("", 0)
        self.unasked = False  # whether it was told that the others play on alone

    def play(self) -> None:
        """Until the game is over, somebody leaves it, or the input ends."""
        game = self.game
        self.console.print(f"[b]{escape(game.title.name)}[/], scenario {escape(game.scenario)}, seed {game.seed}")
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
        """The next side that a person must answer for, after the bots have answered; None when the game is over."""
        if (bot := self.table.bot_to_answer()) is None:
            return next(iter(self.game.decisions), None)
        asked_in = self.game.state.turn
        with self.console.status("The others are thinking ... (Ctrl-C saves and leaves)"):
            while bot is not None:
                self.table.let_bot_answer(bot)
                bot = self.table.bot_to_answer()
                if not self.unasked and self.game.state.turn > asked_in + 1:
                    self.unasked = True
                    sides = ", ".join(self.table.people)
                    self.console.print(f"Nothing is asked of {escape(sides)} for a turn or more; the others play on.")
        return next(iter(self.game.decisions), None)

    # --- one question ------------------------------------------------------------------------------------------

    def _ask(self, side: str) -> None:
        """Ask until there is an answer, or the question is another (after an undo)."""
        self._seat(side)
        self._tell(self.looks)
        self._show_time()
        question = self.game.decisions[side]
        reader = Reader(question, self.game.title.notation)
        self._show_question(question, reader)
        while True:
            text = self.keyboard.line("> ", lambda start: self.words.completions(start, reader))
            if text is None:
                raise LeaveGame
            if not self.keyboard.live and text:
                self.console.print(f"> {escape(text)}", soft_wrap=True)
            if self._take(text, side, reader):
                return

    def _take(self, text: str, side: str, reader: Reader) -> bool:
        """Do what was typed; whether the question is no longer open."""
        if not text:
            if not self.keyboard.live:
                return False
            if len(reader.offered) == 1:
                return self._answer(reader.offered[0], side)
            if reader.offered:
                self._list(reader.offered, reader)
            else:
                self.console.print(escape(how_to_answer(reader.question)))
            return False
        if not reader.is_answer(text) and self.words.knows(text):
            return self._say(text, reader)
        meant = reader.read(text)
        if meant.answer is not None:
            return self._answer(meant.answer, side)
        if meant.refusal is not None:
            self.console.print(f"[red]{escape(str(meant.refusal))}[/]")
        if meant.pick:
            self._list(meant.pick, reader)
        return False

    def _answer(self, action: object, side: str) -> bool:
        before = len(self.game.journal)
        try:
            self.table.answer(action, side)
        except IllegalAction as refused:
            self.console.print(f"[red]{escape(str(refused))}[/]")
            return False
        except SaveError as error:
            if not self.keyboard.live:
                raise
            self.console.print(f"[red]{escape(str(error))}[/] The answer was not taken; 'save FILE' saves elsewhere.")
            return False
        self.console.print(f"[b]{escape(str(self.game.journal[before].action))}[/]", soft_wrap=True)
        return True

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

    def _seat(self, side: str) -> None:
        """Somebody else is asked: what the one before may not show them is cleared from the screen."""
        people = [one for one in self.table.people if one != CHANCE]
        if side == CHANCE:  # the dice are typed by whoever sits there
            side = self.looks or next(iter(people), "")
        before, self.looks = self.looks, side
        if before == side:
            return
        if before:
            hidden = self._hide(before, side)
            self.console.rule(side)
            if not hidden:
                if not self.table.one_person:
                    self.told = dict.fromkeys(self.told, max(self.told.values()))
                return
        self.words.draw_map(side or None)

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
        if len(news) > LOGGED:
            self.console.print(f"({len(news) - LOGGED} more events: 'log' shows them)", style="dim")
        for event in news[-LOGGED:]:
            self.console.print(f"  {told_event(event)}", style="italic", markup=False)
        self.told[side] = len(self.game.events)

    def _show_time(self) -> None:
        now = (self.game.state.phase, self.game.state.turn)
        if self.keyboard.live and self.when[0] and self.when[1] != now[1]:
            self.words.draw_map(self.looks or None)  # a new turn
        if now != self.when:
            self.console.print(f"Turn {now[1]}, {escape(now[0])}", style="bold underline")
        self.when = now

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
        """Answers with their numbers, in columns; of many the first."""
        if answers:
            reader.numbered = answers
        texts = self.words.named([str(one) for one in answers], self.looks)
        wide = max(map(len, texts), default=0) + len(str(len(texts))) + 3
        columns = max(1, self.console.width // wide)
        rows = -(-len(texts) // columns)
        shown = rows if whole else min(rows, ROWS)
        for row in range(shown):
            line = ""
            for number in range(row * columns, min((row + 1) * columns, len(texts))):
                line += f"{number + 1:>{len(str(len(texts)))}} {texts[number]}".ljust(wide)
            self.console.print(line.rstrip(), markup=False, soft_wrap=True)
        if shown < rows:
            more = len(texts) - shown * columns
            self.console.print(f"{more} more: write a part of an answer to see those with it, 'list' shows all.")
        if not texts:
            self.console.print("No answer fits; Enter lists those there are.")

    def _show_result(self) -> None:
        result = self.game.result
        if result is not None:
            self.words.draw_map(self.looks or None)
            self.console.print(f"[b]Result: {escape(result.text)}[/]")
            for side, score in result.score.items():
                self.console.print(f"  {side}: {score}", markup=False)
        self.console.print(self.table.saved, markup=False, soft_wrap=True)
