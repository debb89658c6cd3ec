"""A table on the full screen: which window or part of it gets a key, and carrying out what the player asks for.

Here: `TableScreen`, the `TableOwner` of its windows. A key never raises: if something cannot be done, the player is
shown why. Not here: what a key does in a window (`window` and its neighbours) or at the table (`table_keys`), drawing
(`desk_scene`), the connection (`full_screen`).
"""

import math
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from client.actions.action import (
    Action,
    AnalyseMatch,
    Ask,
    ChangeSetting,
    CopyLink,
    GoTo,
    KeyAction,
    Leave,
    NewInvitation,
    NewTable,
    OtherAddress,
    OtherGame,
    PlayOnAs,
    SeeGames,
    SeeTables,
    Select,
    SharedAction,
    Show,
    Simple,
    TakeBack,
    TakeOver,
    TypeReminder,
)
from client.actions.beginning import ONE_TOO_MANY
from client.actions.carry_out import (
    FETCHED,
    carry_out,
    finished_match,
    give_up_seat,
    go_to_opened_table,
    now_meant,
    to_confirm,
)
from client.actions.excursion import Excursions
from client.actions.form import Form
from client.actions.help_topics import TOPICS, help_on, no_such_topic_here
from client.actions.key_row import SCREEN, actions_of
from client.actions.keys import TABLE
from client.actions.questions import answer
from client.actions.typed_commands import COMMANDS, read_action
from client.actions.typed_help import lines_about, unknown_command
from client.model import asking
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.selection import select_tile
from client.model.status import Ended, Joined, Lost, NeedsAnswer
from client.model.warned import Warned
from client.net.link import Link
from client.screen.card import Card, PlacedCard, answer_title
from client.screen.desk import Desk
from client.screen.desk_scene import frame_of, layout_of, room_for_notice
from client.screen.form_window import FormWindow
from client.screen.help_window import commands_card
from client.screen.lobby_window import lobby_window
from client.screen.paper import EndHit, KeyHit, Line, Target, TileHit
from client.screen.question_window import QuestionWindow
from client.screen.screen import Screen
from client.screen.table_keys import TableKeys
from client.screen.window import KEYS_OF_EVERY_WINDOW, CardWindow
from client.screen.windows import TableWindows, window_of
from client.words.leaving_words import HostedBy
from client.words.name_words import shown
from client.words.say import as_typed_in_english, say, together
from client.words.wrapping import wrap
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    DrawTile,
    Kick,
    LeaveSeat,
    Rematch,
    RemindAt,
    RemindCode,
    RemoveBot,
    Start,
    TakeSeat,
)
from protocol.log.operator_commands import Invite, MakeHostCode, ReadLog
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Role

_KEEP_LOOKING: Final = ("s", "l", "m", "n", "h", "r", "o", "M", "T", "?", "/", ":", ",", "q")
"""Keys that do the same while the end of a round is shown; every other key closes it."""
_WITHOUT_A_TABLE: Final = (*KEYS_OF_EVERY_WINDOW, "G", "q")


class TableScreen(Screen):
    """A table, or the lobby of a host, as one player sees it. `clock` returns seconds on trio's clock.

    `only_watches`: the player asked to watch, and takes no seat. `excursion`: where the player goes next for a while.
    `copy` puts a text into the terminal's clipboard, if it can.

    `_tried`: the table that a password was typed for.
    """

    windows: TableWindows

    def __init__(self, desk: Desk, link: Link, clock: Callable[[], float] = trio.current_time) -> None:
        super().__init__(desk.look)
        self.desk = desk
        self.link = link
        self.clock = clock
        self.only_watches = desk.model.session.role is Role.SPECTATOR
        self.windows = TableWindows(desk=desk, owner=self)
        self.excursion: Callable[[Excursions], Awaitable[tuple[str, ...]]] | None = None
        self._table = TableKeys(desk, self)
        self.copy: Callable[[str], None] = lambda _: None
        self._said_at = -math.inf
        self._tried = ""
        self._game = desk.model.session.game
        self._ended: Ended | None = None
        self._warned: Warned | None = None

    @property
    def _model(self) -> Model:
        return self.desk.model

    def frame(self) -> list[Line]:
        """The table and the windows over it."""
        return frame_of(self.desk, self.windows, self.size, self.clock())

    def placed_card(self) -> PlacedCard | None:
        """The card of the window in front that has one."""
        return layout_of(self.desk, self.windows, self.size, self.clock()).card

    # News.

    def take(self, announcements: list[Announcement]) -> None:
        """Receive announcements; an empty list too, because the status may have changed."""
        if self._model.session.game != self._game:
            self._game = self._model.session.game
            self.windows.begin_game()
        if isinstance(self._model.status, Ended) and self._model.status is not self._ended:
            self._ended = self._model.status
            self.windows.close_question()
        has_list = self.windows.is_listing_tables or any(
            isinstance(window, FormWindow) for window in self.windows.opened
        )
        visible = [
            announcement for announcement in announcements if not (has_list and announcement.subject is Subject.TABLES)
        ]
        self.desk.take(visible, self.clock())
        hint = self._model.hint_request.given
        if hint is not None and any(announcement.subject is Subject.HINT for announcement in announcements):
            self._model.selection = select_tile(self._model.view, hint.plays[0].tile, hint.plays[0].arm)
        self._ask_about_play()
        self._follow()

    def _ask_about_play(self) -> None:
        """Ask the player about a play that costs much, as long as it can be made."""
        warned, question = self._model.warned, self.windows.question
        if warned is not None and warned is not self._warned:
            self.windows.open(QuestionWindow(self, warned.play, warned.question))
        elif warned is None and question is not None and question.is_about_play:
            self.windows.close_question()
        self._warned = warned

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
            self.type_line(say("lobby.asks_for_password" if status.is_secret else "question.answer"), lambda _: None)

    @property
    def changes_with_time(self) -> bool:
        """Whether time alone changes the screen or what is known; if not, no clock has to run."""
        return self.desk.changes_with_time or self.windows.is_listing_tables

    # Keys and clicks.

    def press(self, key: str) -> None:
        """Do what a key asks for."""
        front = self.windows.front
        if isinstance(self._model.status, Ended) and self.windows.question is None:
            self._leave_at_the_end()
        elif front is not None and front.is_text:
            super().press(key)
        elif self._shows_only_an_end and key not in _KEEP_LOOKING:
            self.desk.lookbacks.go_on()
        else:
            self.desk.clear_answer()
            super().press(key)
        self.link.flush()

    @property
    def _shows_only_an_end(self) -> bool:
        """Whether the end of a round is shown, though play goes on, and nothing is open over it."""
        return self.desk.lookbacks.is_behind_play and not self.windows.over_board

    def press_under_windows(self, key: str) -> None:
        """Do what a key asks for at the table; without one, few keys do anything."""
        if self.windows.front is None and self._model.session.game is None and key not in _WITHOUT_A_TABLE:
            return
        action = _KEYS.get(key)
        if action == DrawTile() and key == "space" and self._model.table.stage is Stage.OVER:
            action = Simple.SWITCH_END
        if action is not None:
            self._do(action)

    def _do(self, action: KeyAction) -> None:
        """Do what a key or a typed command stands for."""
        match action:
            case Ask(letter):
                self._answer(letter)
            case Simple():
                _SIMPLE[action](self)
            case TakeBack() if self.desk.introduction:
                self._model.introduction.close()
            case Show("rules") if self.desk.can_introduce:
                self._model.introduction.show(self._model.view)
            case _ if isinstance(action, Select):
                self._table.select(action, self.clock())
            case _ if isinstance(action, Action):
                self.request(action)

    def _do_next(self) -> None:
        self._table.do_next()

    def _switch_end(self) -> None:
        self.desk.lookbacks.shows_last_board = not self.desk.lookbacks.shows_last_board

    def _zoom(self) -> None:
        self.desk.notify(self.desk.boards.next_zoom())

    def _mouse(self) -> None:
        self.desk.notify(self.toggle_mouse())

    def _leave_at_the_end(self) -> None:
        """Leave once the player has read why the connection ended. A host is asked if others may still play."""
        status = self._model.status
        if self._hosts and not (isinstance(status, Ended) and status.host_is_gone):
            self.request(Leave())
        else:
            self.leave()

    @property
    def _hosts(self) -> bool:
        return self._model.hosted_by is HostedBy.PLAYER

    def interrupt(self) -> None:
        """Leave, whatever is open. A host is asked first, and leaves the second time."""
        question = self.windows.question
        if not self._hosts or (question is not None and isinstance(question.action, Leave)):
            self.leave()
        else:
            self.windows.close_texts()
            self.desk.notice = None
            self.request(Leave())

    def scroll(self, by: int) -> None:
        """The wheel scrolls what is longer than the screen, and does nothing else."""
        if self.windows.over_board and self.furthest():
            super().scroll(by)

    def hit(self, target: Target) -> None:
        """Do what a click asks for. A click beside a text, a question or the end of a round only closes it.

        On a tile or an end, which are beside the text, it also does what it does there.
        """
        if isinstance(target, TileHit | EndHit) and self.windows.front is not None and self.windows.front.is_text:
            self.close()
        if self._shows_only_an_end and not isinstance(target, KeyHit):
            self.press("escape")
        elif isinstance(target, TileHit | EndHit) and not self.windows.over_board:
            self._table.hit(target)
        else:
            super().hit(target)
        self.link.flush()

    # What windows can have done.

    def request(self, action: Action) -> None:
        """Carry this out; if the player would lose something by it, ask first."""
        if isinstance(action, Start | Rematch) and self.clock() - self._said_at < ONE_TOO_MANY:
            return
        question = to_confirm(self._model, action, self.clock())
        if question is None:
            self.carry_out(action)
        else:
            self.windows.open(QuestionWindow(self, action, question))

    def carry_out(self, action: Action) -> bool:
        """Carry this out without asking. False if it is refused; the player is then shown why."""
        action = now_meant(action, self._model)
        match action:
            case Leave():
                give_up_seat(self._model)
                self.leave()
            case GoTo():
                return self._go_to(action)
            case NewTable():
                self.windows.open(FormWindow(self, Form(self._model.new_tables), self._model.house_rules))
            case OtherGame():
                self.windows.open(FormWindow(self, Form.of(self._model.table), self._model.house_rules))
            case Show(panel):
                self.windows.open(window_of(panel, self.desk, self))
                return panel not in FETCHED or self._carry_out_shared(FETCHED[panel])
            case MakeHostCode():
                self.windows.open(window_of("phone", self.desk, self))
                return self._carry_out_shared(action)
            case ReadLog():
                return self._carry_out_shared(action)
            case CopyLink():
                return self._copy_link(action)
            case NewInvitation():
                self.type_line(say("question.invite"), self._invite)
            case TypeReminder(is_code):
                asks = say("remind.code") if is_code else say("remind.address")
                self.type_line(f"{asks}:", self._remind)
            case SeeTables():
                return self._see_tables()
            case SeeGames():
                self.windows.close_all()
                self._go_for_a_while(lambda excursions: excursions.see_games())
            case AnalyseMatch():
                return self._analyse()
            case PlayOnAs():
                return False  # only a replay offers it
            case TakeOver():
                self.desk.lookbacks.go_on()  # what comes of it is said beside the board
                return self._carry_out_shared(action)
            case OpenTable() | ChangeSetting() | OtherAddress():
                return self._carry_out_shared(action)  # the form stays open until the table is; the others stay open
            case _:
                if isinstance(action, _LEADS_ON) and self._model.table.stage is Stage.OVER:
                    self.desk.lookbacks.asks_for_another = True
                self.windows.close_all()
                return self._carry_out_shared(action)
        return True

    def _carry_out_shared(self, action: SharedAction) -> bool:
        return self.desk.answer(carry_out(action, self._model, self.link))

    def _copy_link(self, action: CopyLink) -> bool:
        link = carry_out(action, self._model, self.link)
        if not isinstance(link, str):
            return self.desk.answer(link)
        self.copy(link)
        self.desk.notify(say("way.copied_now", link=link))
        return True

    def _invite(self, typed: str) -> None:
        action = read_action(self._model, "invite", typed.strip())
        if isinstance(action, Invite | WhyNot):
            self.desk.answer(action if isinstance(action, WhyNot) else carry_out(action, self._model, self.link))

    def _remind(self, typed: str) -> None:
        action = read_action(self._model, "remind", typed.strip())
        if isinstance(action, RemindAt | RemindCode):
            self.desk.answer(carry_out(action, self._model, self.link))

    def _analyse(self) -> bool:
        found = finished_match(self._model)
        if isinstance(found, WhyNot):
            return self.desk.answer(found)
        self.windows.close_all()
        self._go_for_a_while(lambda excursions: excursions.analyse(found, self._model.seat))
        return True

    def _go_for_a_while(self, there: Callable[[Excursions], Awaitable[tuple[str, ...]]]) -> None:
        self.excursion = there
        self.leave()

    def _see_tables(self) -> bool:
        is_asked = self.desk.answer(asking.list_tables(self._model))
        if is_asked and not self.windows.lobby.is_only_place:
            self.windows.open(lobby_window(self, self._model))
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
            self.type_line(say("lobby.asks_for_password"), lambda typed: self._go_with_password(table, typed))
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

    def type_in(self, text: str | None) -> None:
        """The line that was typed; None if the player gave it up."""
        if isinstance(self._model.status, NeedsAnswer):
            self.windows.line = None
            self.link.give_answer(None if text is None else text.strip())
            return
        super().type_in(text)
        self.link.flush()

    def _say(self, text: str) -> None:
        is_said = self.desk.answer(asking.say(self._model, text))
        self._said_at = self.clock()
        if not is_said and isinstance(self._model.status, Joined | Lost):
            self.type_line("/", self._say, text)  # to be corrected, not typed again

    def _obey(self, typed: str) -> None:
        """A command in words; a question by its letter or its word; a key by its sign."""
        word, _, rest = typed.strip().partition(" ")
        action = _OF_THE_SCREEN.get(word) or read_action(self._model, word, rest.strip())
        if isinstance(action, WhyNot):
            self._tell(shown(word), tuple(action.text.splitlines()), Subject.REFUSED)
        elif as_typed_in_english(word) in ("?", "help"):
            self._help_in_words(rest.strip())
        elif action is None:
            self.desk.notify(unknown_command(word, (*COMMANDS, "help")), Subject.REFUSED)
        elif self._model.session.game is None and action in _OF_THE_SCREEN.values() and word not in _WITHOUT_A_TABLE:
            self.desk.notify(say("refusal.not_at_a_table"), Subject.REFUSED)
        else:
            self._do(action)

    def _help_in_words(self, topic: str) -> None:
        if not topic:
            self.windows.open(CardWindow(self, commands_card(self._model, self.size.width)))
        elif topic in TOPICS:
            self.windows.open(CardWindow(self, Card(topic, tuple(help_on(topic)))))
        elif lines_about(topic):
            self.windows.open(CardWindow(self, Card(topic, lines_about(topic))))
        else:
            self.desk.notify(no_such_topic_here(topic), Subject.REFUSED)

    def _answer(self, letter: str) -> None:
        self._tell(answer_title(letter), answer(self._model, letter, self.clock()), Subject.ANSWER)

    def _tell(self, title: str, lines: tuple[str, ...], subject: Subject) -> None:
        """Show a short text as a notice and a long one on a card."""
        room = room_for_notice(self.desk, self.windows, self.size, self.clock())
        if len(lines) <= 1 and len(wrap(together(*lines), self.size.width)) <= room:
            self.desk.notify(together(*lines), subject)
        else:
            self.windows.open(CardWindow(self, Card(title, lines)))


_LEADS_ON: Final = Rematch | TakeSeat | LeaveSeat | AddBot | RemoveBot | ChangeGame | Kick
"""What a player does after a match for whom its end need not be shown any longer."""
_KEYS: Final = actions_of(TABLE, SCREEN)
_OF_THE_SCREEN: Final = {key: action for key, action in _KEYS.items() if isinstance(action, Simple)}
"""Keys that only this front end has, and that can be typed as commands, too."""
_SIMPLE: Final[dict[Simple, Callable[[TableScreen], None]]] = {
    Simple.NEXT_STEP: TableScreen._do_next,
    Simple.SAY: lambda screen: screen.type_line("/", screen._say),
    Simple.COMMAND: lambda screen: screen.type_line(":", screen._obey),
    Simple.SWITCH_END: TableScreen._switch_end,
    Simple.ZOOM: TableScreen._zoom,
    Simple.MOUSE: TableScreen._mouse,
}
