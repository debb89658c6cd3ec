"""The typed lines of line mode: plays, commands, questions.

Here: reading a line and answering it, and what one line leaves for the next: a tile that still needs an end, an action
to confirm. Nothing waits and nothing is printed here (`line_mode` does that). Not here: questions
(`actions.questions`), commands (`actions.typed_commands`), whether a move is allowed (`model`).
"""

import math
import re
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from attrs import define, field

from client.actions.action import (
    Action,
    AnalyseMatch,
    Ask,
    Leave,
    NewInvitation,
    NewTable,
    OtherGame,
    PlayOnAs,
    SeeGames,
    SeeTables,
    Show,
    TryNow,
    TypeReminder,
)
from client.actions.beginning import ONE_TOO_MANY
from client.actions.carry_out import FETCHED, Outcome, carry_out, finished_match, give_up_seat, reply, to_confirm
from client.actions.excursion import Excursions
from client.actions.form import Form
from client.actions.help_topics import TOPICS, help_on, no_such_topic
from client.actions.next_step import next_step
from client.actions.panel import Panel
from client.actions.questions import answer
from client.actions.typed_commands import COMMANDS, key_action, read_action
from client.actions.typed_help import ARM_WORDS, EVERYTHING, first_lines, help_lines, table_lines, unknown_command
from client.lines.opening import NextQuestion, Opening
from client.lines.panel_text import NOTHING_CHOSEN, panel_lines, typed_choice
from client.model import asking, checks, moves
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import NeedsAnswer
from client.net.link import Link
from client.panels.by_name import BY_NAME
from client.terminal.look import Habits
from client.view.view import View
from client.words import reach_words, refusal_words, reminder_words
from client.words.english import capital, count
from protocol.game.layout import Arm
from protocol.game.tiles import Tile, set_of_tiles, tile
from protocol.log.commands import DrawTile, Knock, Rematch, TakeHint
from protocol.log.refusals import Reason

MOST_VERBOSE: Final = 2
MOST_KEPT: Final = 500
DEFAULT_REPEATED: Final = 10
YES: Final = ("y", "yes")
_PLAY: Final = re.compile(r"(?:play\s+)?(\d{1,2})(?:-(\d{1,2}))?(?:\s+(?:on\s+the\s+)?(\w+)|([a-z]+))?\.?")
"""Also as a hint says it: `Play 6-4 on the left.`"""


class TypedPlay(NamedTuple):
    """A play as typed: a tile or its number in the hand, from 1; and the word for an end, which may be invalid."""

    number: int | None
    tile: Tile | None
    arm: str | None


def typed_play(line: str) -> TypedPlay | None:
    """The play in a line, or None if the line is something else."""
    found = _PLAY.fullmatch(line.strip().casefold())
    if found is None:
        return None
    first, second, apart, joined = found.groups()
    if second is None:
        return TypedPlay(int(first), None, apart or joined)
    return TypedPlay(None, tile(int(first), int(second)), apart or joined)


def is_move(line: str) -> bool:
    """Whether a line is a play, draw, knock or hint, and so has to wait for the player's turn."""
    word = line.strip()
    is_key = isinstance(key_action(word), DrawTile | Knock | TakeHint)
    return typed_play(line) is not None or is_key or (not word and bool(line))


class Reply(NamedTuple):
    """The immediate answer, in lines; moves are answered by announcements. `leaves`: the player leaves.

    `excursion`: where the player goes for a while.
    """

    lines: tuple[str, ...] = ()
    leaves: bool = False
    excursion: Callable[[Excursions], Awaitable[tuple[str, ...]]] | None = None


@define(eq=False)
class Letters:
    """`habits`: also how much is announced. `asks_before_leaving`: actions that cost something must be confirmed.

    `announced`: past announcements, oldest first. `awaits_tables`: the player has asked for the list of tables.
    """

    model: Model
    link: Link
    habits: Habits = field(factory=Habits)
    asks_before_leaving: bool = True
    announced: deque[str] = field(factory=lambda: deque[str](maxlen=MOST_KEPT))
    _now: float = 0.0
    """When the last line came."""
    _said_at: float = -math.inf
    _undecided: Tile | None = None
    _to_confirm: Action | None = None
    awaits_tables: bool = False
    _opening: Opening | None = None
    _choosing: Panel | None = None

    def obey(self, line: str, now: float = 0.0) -> Reply:
        """Carry out a line and answer it. `now` is on the model's clock."""
        self._now = now
        if isinstance(self.model.status, NeedsAnswer):
            self.link.give_answer(line.strip())
            return Reply()
        if self._opening is not None and not line.startswith("/"):
            return self._opened(self._opening.answer(line))
        choosing, self._choosing = self._choosing, None
        if choosing is not None:
            chosen = self._chosen(choosing, line.strip())
            if chosen is not None:
                return chosen
        undecided, self._undecided = self._undecided, None
        unsure, self._to_confirm = self._to_confirm, None
        if line.startswith("/"):
            self._said_at = now
            return self._done(asking.say(self.model, line[1:]))
        if not line:
            return self._enter(now)
        word, _, rest = (line.strip() or "b").partition(" ")
        rest = rest.strip()
        if undecided is not None and word.casefold() in ARM_WORDS and word not in ("l", "r"):
            return self._play(undecided, ARM_WORDS[word.casefold()])
        play = typed_play(line)
        if play is not None:
            return self._typed_play(play)
        if word.casefold() in YES and unsure is None and self.model.warned is not None:
            unsure = self.model.warned.play
        if word.casefold() in YES and unsure is not None:
            return self._order(unsure, unsure)
        if word.casefold() in _OF_LINE_MODE:
            return _OF_LINE_MODE[word.casefold()](self, rest)
        wish = read_action(self.model, word, rest)
        match wish:
            case WhyNot():
                return Reply(tuple(wish.text.splitlines()))
            case Ask(letter):
                return Reply(answer(self.model, letter, now))
            case _ if isinstance(wish, Action):
                return self._order(wish, unsure)
            case _ if word.startswith("https://") and self.model.presence.reminders is not None:
                return Reply((reminder_words.HOW_TO_GIVE,))
            case _:
                return Reply((unknown_command(word, (*COMMANDS, *_OF_LINE_MODE)),))

    def _enter(self, now: float) -> Reply:
        """Enter alone: try again, draw, knock or agree, if that is the one thing to do; otherwise whose turn it is."""
        step = next_step(self.model)
        if step is not None and isinstance(step.action, Rematch) and now - self._said_at < ONE_TOO_MANY:
            return Reply()
        if step is not None and isinstance(step.action, TryNow | DrawTile | Knock | Rematch):
            return self._order(step.action, None)
        return Reply(answer(self.model, "t", now))

    def _order(self, wish: Action, unsure: Action | None) -> Reply:
        """Carry out an action. One that costs something is confirmed by `y`, or by typing it a second time."""
        question = None if wish == unsure else to_confirm(self.model, wish, self._now)
        if question is not None and self.asks_before_leaving:
            self._to_confirm = wish
            return Reply((f"{question} Type y to confirm.",))
        match wish:
            case Leave():
                give_up_seat(self.model)
                return Reply(leaves=True)
            case PlayOnAs():
                return Reply()  # only a replay offers it
            case Show(panel) if panel in FETCHED:
                return self._done(carry_out(FETCHED[panel], self.model, self.link))
            case Show():
                return self.show(wish.panel)
            case SeeTables():
                self.awaits_tables = True
                return self._done(carry_out(wish, self.model, self.link))
            case NewInvitation():
                return Reply((reach_words.HOW_TO_INVITE,))
            case TypeReminder(is_code):
                return Reply((reminder_words.HOW_TO_TYPE if is_code else reminder_words.HOW_TO_GIVE,))
            case SeeGames():
                return Reply(excursion=lambda excursions: excursions.see_games())
            case AnalyseMatch():
                found = finished_match(self.model)
                if isinstance(found, WhyNot):
                    return self._done(found)
                return Reply(excursion=lambda excursions: excursions.analyse(found))
            case NewTable():
                self._opening = Opening(Form(self.model.new_tables), self.model.house_rules)
                return self._opened(self._opening.begin())
            case OtherGame():
                self._opening = Opening(Form.of(self.model.table), self.model.house_rules)
                return self._opened(self._opening.begin())
            case _:
                return self._done(carry_out(wish, self.model, self.link))

    # Panels.

    def show(self, name: str) -> Reply:
        """Print a panel. At a keyboard, the next line may be the number of a choice."""
        if not self._is_at_a_table and name not in _WITHOUT_A_TABLE:
            return Reply((refusal_words.NOT_AT_A_TABLE,))
        if name in _OTHER_PANELS:
            return _OTHER_PANELS[name](self, "")
        panel = BY_NAME[name](self.model)
        self.awaits_tables = False
        if self.asks_before_leaving and panel.choices:
            self._choosing = panel
        return Reply(tuple(panel_lines(panel, asks=self._choosing is not None)))

    def _chosen(self, panel: Panel, line: str) -> Reply | None:
        """Carry out the choice that was typed; None for a line that is something else, which ends the choosing."""
        if not line:
            return Reply((NOTHING_CHOSEN,))
        action = typed_choice(panel, line)
        if isinstance(action, WhyNot):
            self._choosing = panel
            return self._done(action)
        return None if action is None else self._order(action, None)

    @property
    def _is_at_a_table(self) -> bool:
        return self.model.session.game is not None

    @property
    def _view(self) -> View:
        return self.model.view

    def _done(self, outcome: Outcome) -> Reply:
        self.link.flush()
        text = reply(outcome, self.model)
        return Reply((text,)) if text else Reply()

    # Playing.

    def _typed_play(self, play: TypedPlay) -> Reply:
        if not self._is_at_a_table:
            return Reply((refusal_words.NOT_AT_A_TABLE,))
        arm = None if play.arm is None else ARM_WORDS.get(play.arm)
        if play.arm is not None and arm is None:
            return Reply((refusal_words.no_such_end(play.arm),))
        if play.number is not None:
            hand = self._view.my_hand()
            refusal = checks.why_no_move(self._view)
            if refusal is not None:
                return self._done(refusal)
            if not 1 <= play.number <= len(hand):
                return Reply((_no_such_number(len(hand)),))
            return self._play(hand[play.number - 1], arm)
        assert play.tile is not None
        if play.tile not in set_of_tiles(self.model.table.rules.max_pip):
            return Reply((f"There is no {play.tile} in this set.",))
        return self._play(play.tile, arm)

    def _play(self, tile_: Tile, arm: Arm | None) -> Reply:
        if self._view.layout.lead is None and self._view.is_my_turn:
            arm = None  # the first tile has no ends to choose from
        outcome = moves.play(self.model, tile_, arm)
        if isinstance(outcome, WhyNot) and outcome.reason is Reason.AMBIGUOUS_ARM:
            self._undecided = tile_
        return self._done(outcome)

    # Commands of line mode alone.

    def _repeat(self, rest: str) -> Reply:
        most = int(rest) if rest.isdecimal() and len(rest) < 4 else DEFAULT_REPEATED
        return Reply(tuple(self.announced)[-most:] or ("Nothing has been announced yet.",))

    def _help(self, about: str) -> Reply:
        if not about:
            return Reply(tuple(first_lines(is_at_a_table=self._is_at_a_table)))
        if about != EVERYTHING:
            if about not in TOPICS:
                return Reply((f"{capital(no_such_topic(about))}.",))
            return Reply(tuple(line for line in help_on(about) if line))
        return Reply(tuple(help_lines(is_host=self.model.is_host, may_begin=self.model.may_begin)))

    def _set_verbosity(self, rest: str) -> Reply:
        if rest not in map(str, range(MOST_VERBOSE + 1)):
            return Reply((f"Verbosity is {self.habits.verbosity}; it goes from 0 to {MOST_VERBOSE}.",))
        self.habits.verbosity = int(rest)
        return Reply((f"Verbosity {rest}.",))

    def _menu(self, _: str) -> Reply:
        """The menu of the table; for those who cannot choose from it, the commands about tables."""
        if self._is_at_a_table and self.asks_before_leaving:
            return self.show("menu")
        return Reply(tuple(table_lines(is_host=self.model.is_host, may_begin=self.model.may_begin)))

    def _opened(self, step: NextQuestion) -> Reply:
        if step.is_over:
            self._opening = None
        if step.wanted is None:
            return Reply(step.lines)
        return self._done(carry_out(step.wanted, self.model, self.link))


_OF_LINE_MODE: Final[dict[str, Callable[[Letters, str], Reply]]] = {
    "help": Letters._help,
    "?": Letters._help,
    "h": Letters._repeat,
    "history": Letters._repeat,
    "x": Letters._menu,
    "verbosity": Letters._set_verbosity,
}
"""What means something else in line mode, also where there is no table."""
_WITHOUT_A_TABLE: Final = ("tables", "settings", "host", "invitations", "phone")
"""Panels that need no table."""
_OTHER_PANELS: Final = {"keys": Letters._help, "history": Letters._repeat}
"""What line mode has for other panels than those of `panels.by_name`."""


def _no_such_number(held: int) -> str:
    if not held:
        return "You hold no tiles."
    return f"You hold {count(held, 'tile')}: give a number from 1 to {held}, or the tile, like 4-1."
