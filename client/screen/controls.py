"""What a key or a click does in the full screen.

Lives here: from a key's name to a command of the model or a change of the desk. A press never raises: what cannot be
done is said. Not here: which key of a terminal has which name (`keys`), the desk itself (`desk`).
"""

from collections.abc import Callable
from typing import Final

from attrs import define

from client.actions.actions import Leave, read_action
from client.actions.questions import answer, letter_of
from client.model.checks import WhyNot, refusal
from client.model.selection import prefer, select_tile, step_end, step_playable, step_tile
from client.model.status import Ended, Joined, Lost, NeedsPassword
from client.net.link import Link
from client.picture.board import Zoom
from client.screen import screen_words as words_screen
from client.screen.cards import Card, keys_card, rounds_card, rules_card
from client.screen.choosing import Choosing
from client.screen.desk import Desk
from client.screen.desk_scene import feed_of, room_for_notice
from client.screen.panels import REFUSED
from client.screen.paper import EndHit, KeyHit, RowHit, Target, TileHit
from client.screen.reading import AT_ITS_END, SCROLLS
from client.screen.sheet_keys import goes_through
from client.words import answer_words as words_answers
from client.words import lobby_words as words_lobby
from client.words import table_option_words as words_keeping
from client.words.english import capital
from client.words.help_topics import TOPICS, help_on, no_such_topic
from client.words.key_help import KEYS
from client.words.line_help import unknown_command
from client.words.name_words import shown
from client.words.wrapping import wrap
from protocol.game.layout import Arm
from protocol.log.commands import PlayTile, Rematch, Resume, Start
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import Role

TIME_FOR_A_SECOND_DIGIT: Final = 1.0
_QUESTIONS: Final = ("c", "v", "e", "t", "w", "l", "m", "n")
_KEEP_LOOKING: Final = ("s", "l", "m", "n", "h", "r", "o", "M", "?", "/", ":", "q")
"""Keys that do what they always do while the end of a round is looked at; every other one goes on to the table."""


@define(eq=False)
class Controls:
    """One player's keys and clicks. `width` is how wide the screen is, for text that has to be set beforehand."""

    desk: Desk
    link: Link
    choosing: Choosing
    width: int = 80
    _digits: str = ""
    _digit_at: float = 0.0

    @classmethod
    def at(cls, desk: Desk, link: Link) -> "Controls":
        """The controls of whoever sits at this desk."""
        only_watches = desk.model.session.role is Role.SPECTATOR
        return cls(desk, link, Choosing(desk, link, only_watches))

    # Keys.

    def press(self, key: str, now: float = 0.0) -> None:
        """Do what a key asks for, in the state the desk is in."""
        desk = self.desk
        if isinstance(desk.model.status, Ended) and desk.over.asks is None:
            self._put_away_the_end()
        elif desk.over.card is not None and desk.over.asks is None:
            desk.over.read_on(key)
        elif desk.looks_back and not desk.over.has_sheet and key not in _KEEP_LOOKING:
            desk.go_on()
        else:
            desk.notice = None
            if not self.choosing.press(key) and goes_through(desk.over, key):
                self._press(key, now)
        self.link.flush()

    def interrupt(self) -> None:
        """Leave, whatever lies over the board; who hosts is asked first, and leaves the second time."""
        over = self.desk.over
        if not self.desk.model.invitation or (over.asks is not None and isinstance(over.asks.wish, Leave)):
            self.desk.is_leaving = True
        else:
            over.entry, over.card, self.desk.notice = "", None, None
            self.choosing.wish(Leave())

    def _put_away_the_end(self) -> None:
        """Leave, once it has been read how the connection ended; others may still play where this player hosts."""
        if self.desk.model.invitation:
            self.choosing.wish(Leave())
        else:
            self.desk.is_leaving = True

    def follow(self) -> None:
        """Do what follows from news by itself: go to a table that was opened, have a password typed."""
        self.choosing.follow()
        if isinstance(self.desk.model.status, NeedsPassword):
            self.desk.over.begin_line(words_lobby.ASKS_FOR_WORD)

    def _press(self, key: str, now: float) -> None:
        if key.isdecimal():
            self._digit(key, now)
        elif key in _QUESTIONS:
            self._answer(key, now)
        elif key in _KEYS:
            _KEYS[key](self)

    def hit(self, target: Target, now: float = 0.0) -> None:
        """Do what a click asks for. One on the table is none for what lies over it; a card or a question goes away."""
        desk = self.desk
        is_read = desk.over.card is not None or desk.over.asks is not None
        if isinstance(target, KeyHit):
            if desk.over.card is not None and target.key not in (*SCROLLS, "escape"):
                desk.over.card = None  # a key that is named on the card, to be pressed under it
            self.press(target.key, now)
        elif is_read or (desk.looks_back and not desk.over.has_sheet):
            self.press("escape", now)
        elif isinstance(target, RowHit):
            self.choosing.hit(target)
            self.link.flush()
        elif desk.over.has_sheet:
            return
        elif isinstance(target, TileHit):
            self._click_tile(target)
        elif isinstance(target, EndHit):
            self._click_end(target)

    def type_in(self, text: str | None, now: float = 0.0) -> None:
        """A line has been typed, something to say or a command; None where it was given up."""
        sign, self.desk.over.entry = self.desk.over.entry, ""
        if isinstance(self.desk.model.status, NeedsPassword):
            self.link.give_password((text or "").strip())
            return
        if text is None or not text.strip() or self.choosing.type_in(sign, text):
            self.link.flush()
            return
        if sign == "/":
            is_said = self.desk.answer(self.desk.model.say(text))
            if not is_said and isinstance(self.desk.model.status, Joined | Lost):
                self.desk.over.begin_line("/", text)  # nobody types that much twice
        else:
            self._obey(text.strip(), now)
        self.link.flush()

    def _obey(self, command: str, now: float) -> None:
        """A command in words; a question by its letter or its word; a key by its sign."""
        word, _, rest = command.partition(" ")
        wish = read_action(self.desk.model, word.casefold(), rest.strip())
        letter = letter_of(word if len(word) == 1 else word.casefold())  # M is no m
        if isinstance(wish, WhyNot):
            self._tell(shown(word), tuple(wish.text.splitlines()), REFUSED)
        elif wish is not None:
            self.choosing.wish(wish)
        elif word in ("?", "help"):
            self._help_in_words(rest.strip())
        elif letter in (*_QUESTIONS, "z"):
            self._answer(letter, now)
        elif (letter or word) in _KEYS:
            self._press(letter or word, now)
        else:
            self.desk.tell(unknown_command(word), REFUSED)

    def _help_in_words(self, topic: str) -> None:
        if not topic:
            self.desk.over.card = Card(words_screen.COMMANDS, words_screen.commands(is_host=self.desk.model.is_host))
        elif topic in TOPICS:
            self.desk.over.card = Card(topic, tuple(help_on(topic)))
        else:
            self.desk.tell(f"{capital(no_such_topic(topic))}.", REFUSED)

    def _answer(self, letter: str, now: float) -> None:
        self._tell(words_screen.TITLES[letter], answer(self.desk.model, letter, now), "class:notice")

    def _tell(self, title: str, lines: tuple[str, ...], style: str) -> None:
        """What is short in the message line, what is long on a card."""
        is_short = len(wrap(" ".join(lines), self.width)) <= room_for_notice(self.desk)
        if len(lines) <= 1 and is_short:
            self.desk.tell(" ".join(lines), style)
        else:
            self.desk.over.card = Card(title, lines)

    # Choosing.

    def _digit(self, digit: str, now: float) -> None:
        view = self.desk.model.view
        hand = view.my_hand()
        is_second = now - self._digit_at <= TIME_FOR_A_SECOND_DIGIT
        self._digits = self._digits + digit if is_second else digit
        if not 1 <= int(self._digits) <= len(hand):
            self._digits = digit
        self._digit_at = now
        if 1 <= int(self._digits) <= len(hand):
            self.desk.model.selection = select_tile(view, hand[int(self._digits) - 1])
        elif hand:
            self.desk.tell(words_screen.no_such_number(int(digit), len(hand)), REFUSED)

    def _step_tile(self, step: int) -> None:
        model = self.desk.model
        model.selection = step_tile(model.view, model.selection, step)

    def _step_end(self, step: int) -> None:
        model = self.desk.model
        model.selection = step_end(model.view, model.selection, step)

    def _step_playable(self, step: int) -> None:
        model = self.desk.model
        if not any(model.view.arms_shown(tile) for tile in model.view.my_hand()):
            self.desk.tell(words_answers.playable(model.view))
        model.selection = step_playable(model.view, model.selection, step)

    def _prefer(self, arm: Arm) -> None:
        model = self.desk.model
        model.selection = prefer(model.view, model.selection, arm)

    def _click_tile(self, hit: TileHit) -> None:
        model = self.desk.model
        if model.selection.tile == hit.tile:
            self.press("enter")
        else:
            model.selection = select_tile(model.view, hit.tile)

    def _click_end(self, hit: EndHit) -> None:
        model = self.desk.model
        tile = model.selection.tile
        if tile is None:
            return
        if model.selection.arm is hit.arm:
            self.press("enter")
        elif hit.arm in model.view.arms_to_choose(tile):
            model.selection = prefer(model.view, model.selection, hit.arm)
        else:
            not_there = refusal(model.view, Reason.DOES_NOT_FIT, PlayTile(tile, hit.arm))
            self.desk.tell(not_there.text, REFUSED)

    # Moves.

    def _enter(self) -> None:
        desk, model = self.desk, self.desk.model
        if desk.is_connecting:
            pass
        elif desk.is_seating:
            self.choosing.order(Start())
        elif model.table.stage is Stage.OVER:
            desk.asks_for_another = True
            self.choosing.order(Rematch())
        elif model.table.paused and model.is_host:
            self.choosing.order(Resume())
        elif model.view.choices().may_draw:
            self._draw()
        elif model.view.choices().may_knock:
            self._knock()
        else:
            self.desk.answer(model.play_selected())

    def _draw(self) -> None:
        self.desk.answer(self.desk.model.draw())

    def _knock(self) -> None:
        self.desk.answer(self.desk.model.knock())

    def _escape(self) -> None:
        if self.desk.model.premoves.play is not None:
            self.desk.model.premoves.play = None
            self.desk.tell(words_screen.PREPARED_DROPPED)

    def _hint(self) -> None:
        self.desk.answer(self.desk.model.hint())

    # What lies over the board.

    def _rounds(self) -> None:
        model = self.desk.model
        self.desk.over.card = rounds_card(model.view, model.sheet.rounds, self.width)

    def _rules(self) -> None:
        table = self.desk.model.table
        self.desk.over.card = rules_card(table, self.width, words_keeping.how_kept(table.options))

    def _help(self) -> None:
        self.desk.over.card = keys_card(KEYS, self.width)

    def _told(self) -> None:
        self.desk.over.card = Card(
            words_screen.TOLD, tuple(remark.text for remark in feed_of(self.desk)), top=AT_ITS_END
        )

    def _zoom(self) -> None:
        self.desk.largest = Zoom((self.desk.largest + 1) % len(words_screen.ZOOMS))
        self.desk.tell(words_screen.ZOOMS[self.desk.largest])

    def _mouse(self) -> None:
        self.desk.uses_mouse = not self.desk.uses_mouse
        self.desk.tell(words_screen.MOUSE_ON if self.desk.uses_mouse else words_screen.MOUSE_OFF)

    def _speak(self) -> None:
        self.desk.over.begin_line("/")

    def _command(self) -> None:
        self.desk.over.begin_line(":")

    def _tables(self) -> None:
        self.choosing.see_tables()

    def _menu(self) -> None:
        self.choosing.see_menu()

    def _leave(self) -> None:
        self.choosing.wish(Leave())


_KEYS: Final[dict[str, Callable[[Controls], None]]] = {
    "left": lambda controls: controls._step_tile(-1),
    "right": lambda controls: controls._step_tile(1),
    "up": lambda controls: controls._step_end(-1),
    "down": lambda controls: controls._step_end(1),
    "tab": lambda controls: controls._step_end(1),
    "z": lambda controls: controls._step_playable(1),
    "Z": lambda controls: controls._step_playable(-1),
    "g": lambda controls: controls._prefer(Arm.LEFT),
    "d": lambda controls: controls._prefer(Arm.RIGHT),
    "enter": Controls._enter,
    "space": Controls._draw,
    "b": Controls._draw,
    "k": Controls._knock,
    "p": Controls._knock,
    "escape": Controls._escape,
    "i": Controls._hint,
    "s": Controls._rounds,
    "r": Controls._rules,
    "h": Controls._told,
    "?": Controls._help,
    "o": Controls._zoom,
    "M": Controls._mouse,
    "/": Controls._speak,
    ":": Controls._command,
    "j": Controls._tables,
    "x": Controls._menu,
    "q": Controls._leave,
}
