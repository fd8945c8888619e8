"""Playing at a terminal, or with answers from a pipe: whoever is asked sees the game and answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import click
from rich.markup import escape

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, SaveError, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import CHANCE, Question
from wargame.core.title.title import Title
from wargame.plugins.answers.batch import find_route, plan_batch
from wargame.plugins.answers.names import Names
from wargame.plugins.answers.reader import ALL, Reader, how_to_answer
from wargame.plugins.maps.text import console_for
from wargame.plugins.match.log import describe_event
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import describe_bots, find_side
from wargame.plugins.terminal.commands import Commands, LeaveGame
from wargame.plugins.terminal.keyboard import Keyboard
from wargame.plugins.terminal.listing import print_list
from wargame.plugins.terminal.question_details import render_details

NEWS = 15  # the last events shown if more have happened, unless the screen has room for more
ASKED = 12  # lines of the screen kept for the question
CLEAR_SCROLLBACK = "\x1b[3J"


def pick_sides(title: Title) -> tuple[str, ...]:
    """Ask which sides to play; an empty tuple means that people play all of them in turn."""
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
    return tuple(numbered.get(word) or find_side(title, word) for word in words)


class Terminal:
    """One game at one terminal, played by one person or by several in turn."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.console = console_for()
        self.keyboard = Keyboard()
        self.commands = Commands(match, self.console, self._confirm)
        self.viewer = ""  # the side at the screen
        self.events_seen = dict.fromkeys(match.people, 0)  # by each side
        self.seen_map: set[str] = set()  # the sides that have seen the map
        self.shown_phase = ("", 0, "")  # phase, turn and date, as shown last
        self.at_once = False  # whether the last question was one that several sides answer unseen by each other
        self.told_to_wait = False  # whether the person knows that the others play on alone
        self.warned_about: Action | None = None  # an answer that would waste something; given again, it is taken

    def play(self) -> None:
        """Play until the game is over, somebody leaves, or the input ends."""
        game = self.game
        self.console.print(f"[b]{escape(game.title.name)}[/], scenario {escape(game.scenario)}, seed {game.seed}")
        if bots := describe_bots(self.match):
            self.console.print(bots, markup=False)
        self.console.print(self.match.saved_where, markup=False, soft_wrap=True)
        try:
            while (side := self._next_side()) is not None:
                self._ask(side)
        except LeaveGame:
            self.console.print(self.match.farewell, markup=False, soft_wrap=True)
            return
        self._show_news(self.viewer)
        self._show_result()

    def _next_side(self) -> str | None:
        """The next side that a person must answer for, after bots and only answers; None when the game is over."""
        if self.match.bot_to_answer() is not None:
            with self.console.status("The others are thinking ... (Ctrl-C saves and leaves)"):
                self._let_bots_answer()
        while (only := self.match.only_answer()) is not None:
            side, action = only
            question = self.game.decisions[side]
            self._bring_up_to_date(side)
            why = f"(no other answer to: {question.prompt})"
            self.console.print(f"[b]{escape(side)}: {escape(str(action))}[/] [dim]{escape(why)}[/]", soft_wrap=True)
            self.match.answer(action, side, automatic=True)
            if self.match.bot_to_answer() is not None:
                return self._next_side()
        return next(iter(self.game.decisions), None)

    def _let_bots_answer(self) -> None:
        asked_in = self.game.state.turn
        while (bot := self.match.bot_to_answer()) is not None:
            self.match.let_bot_answer(bot)
            if not self.told_to_wait and self.game.state.turn > asked_in + 1:
                self.told_to_wait = True
                sides = ", ".join(self.match.people)
                self.console.print(f"Nothing is asked of {escape(sides)} for a turn or more; the others play on.")

    # --- one question ------------------------------------------------------------------------------------------

    def _ask(self, side: str) -> None:
        """Ask until the question is answered, or replaced by another after an undo."""
        self._bring_up_to_date(side)
        question = self.game.decisions[side]
        viewer = self.viewer
        names = cache(lambda: self.commands.names(viewer).explained_by(question.shown()))
        reader = Reader(question, self.game.title.notation, names)
        self.at_once, self.warned_about = self.game.at_once, None
        self._show_question(question, reader)
        while True:
            text = self.keyboard.line("> ", lambda start: self.commands.completions(start, reader))
            if text is None:
                raise LeaveGame
            if not self.keyboard.live and text:
                self.console.print(f"> {escape(text)}", soft_wrap=True)
            try:
                if self._handle(text, side, reader):
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

    def _handle(self, text: str, side: str, reader: Reader) -> bool:
        """Do what was typed; returns whether the question is closed."""
        if self.warned_about is not None and text.casefold() in ("y", "yes"):
            return self._answer(self.warned_about, side)
        if not text:
            return self._handle_enter(side, reader)
        if self.commands.knows(text, reader):
            return self._run_command(text, reader)
        names = reader.names
        route = None if reader.is_answer(text) else find_route(self.game, side, text, names())
        if route is not None:
            self.console.print(f"Path: {', '.join(map(str, route))}", markup=False, soft_wrap=True)
            return self._answer_all(route, side, names())
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

    def _handle_enter(self, side: str, reader: Reader) -> bool:
        """Enter alone: give the only answer, or list all answers."""
        if len(reader.offered) == 1:
            return self._answer(reader.offered[0], side, reader.question)
        if reader.offered:
            self._list(reader.offered, reader)
        else:
            self.console.print(escape(how_to_answer(reader.question)))
        return False

    def _answer(self, action: Action, side: str, question: Question | None = None) -> bool:
        """Give an answer; with its question, warn first if it would waste something."""
        warning = None if question is None or action == self.warned_about else question.warning(action)
        if warning:
            self.console.print(f"[yellow]{escape(warning)}[/]")
            if self.keyboard.live:
                self.warned_about = action
                self.console.print(f"'y' or '{escape(str(action))}' again gives it all the same.")
                return False
        self._give(action, side)
        return True

    def _answer_all(self, parts: Sequence[Action | str], side: str, names: Names) -> bool:
        """Give the several answers of one line, each on its own in the journal: all of them or none."""
        batch = plan_batch(self.game, side, parts, names)
        for number, action in enumerate(batch.answers):
            self._give(action, side, automatic=number > 0)
        if batch.stopped:
            self.console.print(batch.stopped, markup=False)
        return True

    def _give(self, action: Action, side: str, automatic: bool = False) -> None:
        before = len(self.game.journal)
        self.match.answer(action, side, automatic)
        self.console.print(f"[b]{escape(str(self.game.journal[before].action))}[/]", soft_wrap=True)

    def _confirm(self, text: str) -> bool:
        """Ask for a yes or no; from a pipe the answer is no."""
        return self.keyboard.live and (self.keyboard.line(f"{text} (y/n) ") or "").casefold() in ("y", "yes")

    def _run_command(self, text: str, reader: Reader) -> bool:
        word, _, rest = text.partition(" ")
        if word.casefold() == "list":
            self._list(reader.matching(rest)[1] if rest else reader.offered, reader, whole=True)
            return False
        taken_back = self.commands.do(text, self.viewer, reader.question)
        if taken_back:
            self.events_seen = {side: min(seen, len(self.game.events)) for side, seen in self.events_seen.items()}
        return taken_back

    # --- what is shown -----------------------------------------------------------------------------------------

    def _bring_up_to_date(self, side: str) -> None:
        """Show the side that is asked what is new: the map in a new turn or season, the events, the phase.

        The map comes first, so that the events stay visible on a small screen. It is drawn
        after orders that moved units too: retreats and builds are chosen on it.
        """
        self._change_viewer(side)
        state = self.game.state
        now = (state.phase, state.turn, state.date())
        if self.keyboard.live and self.shown_phase[0]:
            viewer = self.viewer or None
            if self.shown_phase[1:] != now[1:] or (self.at_once and self.commands.map_has_changed(viewer)):
                self.commands.draw_map(viewer)
        self._show_news(self.viewer)
        if now != self.shown_phase:
            self.console.print(f"{escape(state.date())}, {escape(state.phase)}", style="bold underline")
        self.shown_phase = now

    def _change_viewer(self, side: str) -> None:
        """Let another side look at the screen, once it is cleared of what they may not see.

        They see the map the first time, and later what has happened since.
        """
        people = [one for one in self.match.people if one != CHANCE]
        if side == CHANCE:  # whoever is at the screen types the dice
            side = self.viewer or next(iter(people), "")
        before, self.viewer = self.viewer, side
        if before == side:
            return
        hidden = False
        if before:
            hidden = self._clear_for(before, side)
            self.console.rule(side)
            if not hidden and not self.match.one_person:
                self.events_seen = dict.fromkeys(self.events_seen, max(self.events_seen.values()))
        if not before or (hidden and side not in self.seen_map):
            self.commands.draw_map(side or None)
        elif hidden:
            self.console.print("What happened since you looked ('map' draws the map):", style="dim")
        self.seen_map.add(side)

    def _clear_for(self, before: str, side: str) -> bool:
        """Clear the screen if it shows what `side` may not see, and wait for them; returns whether it did."""
        game = self.game
        if self.match.one_person:
            return False
        secret = any(event.seen_by(before) and not event.seen_by(side) for event in game.events)
        if not (secret or game.at_once or game.view(before)["state"] != game.view(side)["state"]):
            return False
        if self.keyboard.live:
            self._clear()
            if self.keyboard.line(f"{side} is asked. Press Enter when only {side} is looking. ") is None:
                raise LeaveGame
        return True

    def _clear(self) -> None:
        """Clear the screen, so that neither scrolling up nor the arrow keys bring anything back."""
        self.keyboard.forget()
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            return
        self.console.clear()
        self.console.file.write(CLEAR_SCROLLBACK)

    def _show_news(self, side: str) -> None:
        """Show what has happened since the side last looked."""
        news: Sequence[Event] = self.game.events_for(side or None, self.events_seen.get(side, 0))
        room = max(NEWS, self.console.height - ASKED)
        shown = len(news) if self.at_once else room  # the results of orders are shown in full
        if len(news) > shown:
            left = len(news) - shown
            more = "1 more event: 'log' shows it" if left == 1 else f"{left} more events: 'log' shows them"
            self.console.print(f"({more})", style="dim")
        for event in news[-shown:]:
            self.console.print(f"  {describe_event(event)}", style="italic", markup=False)
        self.events_seen[side] = len(self.game.events)

    def _show_question(self, question: Question, reader: Reader) -> None:
        for part in render_details(question.shown()):
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

    def _list(self, answers: Sequence[Action], reader: Reader, whole: bool = False) -> None:
        """Print answers with their numbers and what is known of the units and spaces in them."""
        reader.show_as(answers)
        print_list(self.console, reader.names().described(answers), whole)

    def _show_result(self) -> None:
        result = self.game.result
        if result is not None:
            self.commands.draw_map(self.viewer or None)
            self.console.print(f"[b]Result: {escape(result.text)}[/]")
            for side, score in result.score.items():
                self.console.print(f"  {side}: {score}", markup=False)
        self.console.print(self.match.saved_where, markup=False, soft_wrap=True)
