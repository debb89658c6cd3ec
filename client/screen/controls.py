"""What the player does on the full screen: keys, clicks and typed lines, and carrying out what they ask for.

Here: which window or table gets a key, and `Controls`, the `Owner` of the windows. A key never raises: if something
cannot be done, the player is shown why. Not here: what a key does in a window (`window` and its neighbours) or at the
table (`table_keys`), the terminal's names for keys (`keys`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

from attrs import Factory, define

from client.actions.actions import (
    COMMANDS,
    Action,
    AnalyseMatch,
    GoTo,
    Leave,
    NewTable,
    SeeGames,
    SeeTables,
    SharedAction,
    carry_out,
    finished_match,
    go_to_opened_table,
    read_action,
    to_confirm,
)
from client.actions.excursion import Excursions
from client.actions.form import Form
from client.actions.questions import WORDS, answer, letter_of
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Ended, Joined, Lost, NeedsAnswer
from client.net.link import Link
from client.picture.pinwheel import Size
from client.screen.card import ANSWER_TITLES, SCROLLS, Card
from client.screen.desk import Desk
from client.screen.desk_scene import frame_of, room_for_notice
from client.screen.form_window import FormWindow
from client.screen.help_window import commands_card
from client.screen.lobby_window import LobbyWindow
from client.screen.paper import KeyHit, RowHit, Target
from client.screen.question_window import QuestionWindow
from client.screen.table_keys import QUESTIONS, TableKeys
from client.screen.window import KEYS_OF_EVERY_WINDOW, CardWindow, Window
from client.screen.windows import BY_KEY, TypedLine, Windows
from client.words.english import capital
from client.words.help_topics import TOPICS, help_on, no_such_topic
from client.words.leaving_words import HostedBy
from client.words.line_help import unknown_command
from client.words.lobby_words import ASKS_FOR_WORD
from client.words.name_words import shown
from client.words.refusal_words import NOT_AT_A_TABLE
from client.words.wrapping import wrap
from protocol.wire.messages import OpenTable, Role

_KEEP_LOOKING: Final = ("s", "l", "m", "n", "h", "r", "o", "M", "?", "/", ":", "q")
"""Keys that do the same while the end of a round is shown; every other key closes it."""
_WITHOUT_A_TABLE: Final = (*KEYS_OF_EVERY_WINDOW, "q")


ANSWER: Final = "answer:"
"""The sign of the line in which the player answers a question that is asked before there is a table."""


@define(eq=False)
class Controls:
    """One player's keys and clicks. `only_watches`: the player asked to watch, and takes no seat.

    `excursion`: where the player goes next for a while.

    `_tried`: the table that a password was typed for. `_now`: the time of the last key, in seconds on trio's clock.
    """

    desk: Desk
    link: Link
    only_watches: bool = False
    windows: Windows = Factory(lambda self: Windows(self.desk, self), takes_self=True)
    _table: TableKeys = Factory(lambda self: TableKeys(self.desk, self), takes_self=True)
    excursion: Callable[[Excursions], Awaitable[None]] | None = None
    _tried: str = ""
    _game: str | None = None
    _ended: Ended | None = None
    _now: float = 0.0

    @classmethod
    def at(cls, desk: Desk, link: Link) -> "Controls":
        """The controls of the player at this desk."""
        only_watches = desk.model.session.role is Role.SPECTATOR
        return cls(desk, link, only_watches, game=desk.model.session.game)

    @property
    def _model(self) -> Model:
        return self.desk.model

    # News.

    def take(self, announcements: list[Announcement], now: float) -> None:
        """Receive announcements; an empty list too, because the status may have changed."""
        if self._model.session.game != self._game:
            self._game = self._model.session.game
            self.windows.begin_game()
        if isinstance(self._model.status, Ended) and self._model.status is not self._ended:
            self._ended = self._model.status
            self.windows.close_question()
        has_list = self.windows.is_listing_tables or any(isinstance(each, FormWindow) for each in self.windows.opened)
        self.desk.take([each for each in announcements if not (has_list and each.subject is Subject.TABLES)], now)
        hint = [each.text for each in announcements if each.subject is Subject.HINT]
        if hint:
            self.windows.open(CardWindow(self, Card("Hint", tuple(line for each in hint for line in (each, ""))[:-1])))
        self._follow()

    def _follow(self) -> None:
        """Go to the table that was opened for this player; ask for a password that is needed."""
        lobby = self._model.lobby
        if self._tried in lobby.names and self.windows.lobby.is_only_place:
            self.windows.lobby.rows.select(lobby.names.index(self._tried))
            self._tried = ""
        if lobby.opened is not None:
            self.windows.close_all()
            self.desk.answer(go_to_opened_table(self._model, self.link))
        status = self._model.status
        if isinstance(status, NeedsAnswer):  # `type_in` passes the answer on, also if there is none
            self.type_line(ASKS_FOR_WORD if status.is_secret else ANSWER, lambda _: None)

    @property
    def ages(self) -> bool:
        """Whether time alone changes the screen or what is known; if not, no clock has to run."""
        return self.desk.ages or self.windows.is_listing_tables

    # Keys and clicks.

    def press(self, key: str, now: float = 0.0) -> None:
        """Do what a key asks for."""
        self._now = now
        front = self.windows.front
        if isinstance(self._model.status, Ended) and self.windows.question is None:
            self._leave_at_the_end()
        elif isinstance(front, CardWindow):
            front.press(key)
        elif self._shows_only_an_end and key not in _KEEP_LOOKING:
            self.desk.go_on()
        else:
            self.desk.notice = None
            if (front is None or not front.press(key)) and self._reaches_table(front, key):
                self._press(key)
        self.link.flush()

    @property
    def _shows_only_an_end(self) -> bool:
        """Whether the end of a round is shown, though play goes on, and nothing is open over it."""
        return self.desk.looks_back and not self.windows.over_board

    def _reaches_table(self, front: Window | None, key: str) -> bool:
        has_table = self._model.session.game is not None or key in _WITHOUT_A_TABLE
        return has_table if front is None else front.passes(key)

    def _press(self, key: str) -> None:
        if key in BY_KEY:
            self.windows.open(BY_KEY[key](self.desk, self))
        elif key in QUESTIONS:
            self._answer(key)
        elif key in _LINES:
            self.type_line(key, _LINES[key](self))
        else:
            self._table.press(key, self._now)

    def _leave_at_the_end(self) -> None:
        """Leave once the player has read why the connection ended. A host is asked if others may still play."""
        status = self._model.status
        if self._hosts and not (isinstance(status, Ended) and status.host_is_gone):
            self.request(Leave())
        else:
            self.desk.is_leaving = True

    @property
    def _hosts(self) -> bool:
        return self._model.hosted_by is HostedBy.PLAYER

    def interrupt(self) -> None:
        """Leave, whatever is open. A host is asked first, and leaves the second time."""
        question = self.windows.question
        if not self._hosts or (question is not None and isinstance(question.action, Leave)):
            self.desk.is_leaving = True
        else:
            self.windows.close_texts()
            self.desk.notice = None
            self.request(Leave())

    def scroll(self, by: int) -> None:
        """The wheel was turned by so many lines. It only scrolls."""
        if self.windows.over_board and self.windows.front is not None:
            self.windows.front.scroll(by)

    def hit(self, target: Target, now: float = 0.0) -> None:
        """Do what a click asks for. A click beside a text or a question closes it and does nothing else."""
        front = self.windows.front
        if isinstance(target, KeyHit):
            if isinstance(front, CardWindow) and target.key not in (*SCROLLS, "escape"):
                self.close()  # a key that the text names works on what is under the text
            self.press(target.key, now)
        elif isinstance(front, CardWindow | QuestionWindow) or self._shows_only_an_end:
            self.press("escape", now)
        elif isinstance(target, RowHit):
            if front is not None:
                front.hit(target)
        elif not self.windows.over_board:
            self._table.hit(target)
        self.link.flush()

    # What windows can have done.

    def request(self, action: Action) -> None:
        """Carry this out; if the player would lose something by it, ask first."""
        question = to_confirm(self._model, action)
        if question is None:
            self.carry_out(action)
        else:
            self.windows.open(QuestionWindow(self, action, question))

    def carry_out(self, action: Action) -> bool:
        """Carry this out without asking. False if it is refused; the player is then shown why."""
        match action:
            case Leave():
                self.desk.is_leaving = True
            case GoTo():
                return self._go_to(action)
            case NewTable():
                self.windows.open(FormWindow(self, Form(self._model.new_tables), self._model.house_rules))
            case SeeTables():
                return self._see_tables()
            case SeeGames():
                self.windows.close_all()
                self.excursion = lambda excursions: excursions.see_games()
            case AnalyseMatch():
                return self._analyse()
            case OpenTable():
                return self._carry_out_shared(action)  # the form stays open until the table is
            case _:
                self.windows.close_all()
                return self._carry_out_shared(action)
        return True

    def close(self) -> None:
        """Close the window in front."""
        self.windows.close()

    def type_line(self, sign: str, then: Callable[[str], object], draft: str = "") -> None:
        """Let the player type a line after `sign`, starting from `draft`; `then` receives it unless it is blank."""
        self.windows.line = TypedLine(sign, then, draft)

    def furthest(self) -> int:
        """Lines by which the window in front can be scrolled at most on this terminal; 0 if all of it is visible."""
        return frame_of(self.desk, self.windows, self.desk.size, 0.0).furthest

    def room(self) -> Size:
        """The width of the terminal, and the lines of the window in front that are visible at a time."""
        size = self.desk.size
        return Size(size.width, frame_of(self.desk, self.windows, size, 0.0).page or size.height)

    def _carry_out_shared(self, action: SharedAction) -> bool:
        return self.desk.answer(carry_out(action, self._model, self.link))

    def _analyse(self) -> bool:
        found = finished_match(self._model)
        if isinstance(found, WhyNot):
            return self.desk.answer(found)
        self.windows.close_all()
        self.excursion = lambda excursions: excursions.analyse(found)
        return True

    def _see_tables(self) -> bool:
        is_asked = self.desk.answer(self._model.ask_tables())
        if is_asked and not self.windows.lobby.is_only_place:
            self.windows.open(LobbyWindow(self, self._model))
        return is_asked

    def _go_to(self, action: GoTo) -> bool:
        """Go to a table; a locked one whose password is not known asks for it first."""
        model, table = self._model, action.table
        if model.session.game is not None and table == model.session.table_name:
            self.windows.close_all()
            return True
        summary = model.lobby.named(table)
        model.session.password = action.password or model.session.password
        is_mine = self.link.has_saved_seat(table)
        watches = action.watches or self.only_watches or (model.lobby.is_full(table) and not is_mine)
        model.session.role = Role.SPECTATOR if watches else Role.PLAYER
        if summary is not None and summary.locked and not is_mine and model.session.password is None:
            self.type_line(ASKS_FOR_WORD, lambda typed: self._go_with_password(table, typed))
            return True
        return self._go(table)

    def _go_with_password(self, table: str, typed: str) -> None:
        self._model.session.password = typed.strip()
        self._tried = table
        self._go(table)

    def _go(self, table: str) -> bool:
        is_going = self.desk.answer(self.link.move_to(table))
        if is_going:
            self.windows.close_all()
        return is_going

    # Typed lines.

    def type_in(self, text: str | None, now: float = 0.0) -> None:
        """The line that was typed; None if the player gave it up."""
        self._now = now
        line, self.windows.line = self.windows.line, None
        if isinstance(self._model.status, NeedsAnswer):
            self.link.give_answer(None if text is None else text.strip())
            return
        if line is not None and text is not None and text.strip():
            line.then(text)
        self.link.flush()

    def _say(self, text: str) -> None:
        is_said = self.desk.answer(self._model.say(text))
        if not is_said and isinstance(self._model.status, Joined | Lost):
            self.type_line("/", self._say, text)  # to be corrected, not typed again

    def _obey(self, typed: str) -> None:
        """A command in words; a question by its letter or its word; a key by its sign."""
        word, _, rest = typed.strip().partition(" ")
        action = read_action(self._model, word.casefold(), rest.strip())
        letter = letter_of(word if len(word) == 1 else word.casefold())  # M is another key than m
        key = letter or word
        if isinstance(action, WhyNot):
            self._tell(shown(word), tuple(action.text.splitlines()), Subject.REFUSED)
        elif action is not None:
            self.request(action)
        elif word in ("?", "help"):
            self._help_in_words(rest.strip())
        elif key in ("z", *QUESTIONS):
            self._answer(key)
        elif not (key in BY_KEY or key in _LINES or self._table.has(key)):
            self.desk.notify(unknown_command(word, (*COMMANDS, *WORDS, "help")), Subject.REFUSED)
        elif self._model.session.game is None and key not in _WITHOUT_A_TABLE:
            self.desk.notify(NOT_AT_A_TABLE, Subject.REFUSED)
        else:
            self._press(key)

    def _help_in_words(self, topic: str) -> None:
        if not topic:
            self.windows.open(CardWindow(self, commands_card(self._model)))
        elif topic in TOPICS:
            self.windows.open(CardWindow(self, Card(topic, tuple(help_on(topic)))))
        else:
            self.desk.notify(f"{capital(no_such_topic(topic))}.", Subject.REFUSED)

    def _answer(self, letter: str) -> None:
        self._tell(ANSWER_TITLES[letter], answer(self._model, letter, self._now), Subject.ANSWER)

    def _tell(self, title: str, lines: tuple[str, ...], subject: Subject) -> None:
        """Show a short text as a notice and a long one on a card."""
        room = room_for_notice(self.desk, self.windows)
        if len(lines) <= 1 and len(wrap(" ".join(lines), self.desk.size.width)) <= room:
            self.desk.notify(" ".join(lines), subject)
        else:
            self.windows.open(CardWindow(self, Card(title, lines)))


_LINES: Final[dict[str, Callable[[Controls], Callable[[str], object]]]] = {
    "/": lambda controls: controls._say,
    ":": lambda controls: controls._obey,
}
"""Keys that start a line to type, and where it goes."""
