"""Line mode's letters: what a typed line asks or does.

Lives here: reading a line, and its answer; what one line leaves for the next: which end was asked for, what has to be
said twice. Nothing waits and nothing is printed: `line_mode` does that.
Not here: letters that only ask (`actions.questions`), commands (`actions.orders`), whether a move is allowed (`model`).
"""

import re
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from attrs import define, field

from client.actions.actions import (
    DRAW,
    HINT,
    KNOCK,
    Action,
    Leave,
    NewTable,
    Outcome,
    carry_out,
    read_action,
    reply,
)
from client.actions.confirmations import to_confirm
from client.actions.form import Form
from client.actions.questions import answer, letter_of
from client.lines.opening import NextQuestion, Opening
from client.model import checks
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.premove import Premove
from client.model.status import NeedsPassword
from client.net.link import Link
from client.view.view import View
from client.words import refusal_words as words_refusals
from client.words.english import capital, count
from client.words.help_topics import TOPICS, no_such_topic, told
from client.words.line_help import ARM_WORDS, help_lines, table_lines, unknown_command
from client.words.name_words import shown
from protocol.game.layout import Arm
from protocol.game.tiles import Tile, set_of_tiles, tile
from protocol.log.refusals import Reason
from protocol.wire.messages import OpenTable

MOST_VERBOSE: Final = 2
MOST_TOLD: Final = 500
USUALLY_TOLD_AGAIN: Final = 10
_PLAY: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?(?:\s+(\w+)|([a-z]+))?")


class TypedPlay(NamedTuple):
    """A play as typed: a tile, or its number in the hand from 1; and an end, or a word that is none."""

    number: int | None
    tile: Tile | None
    arm: str | None


def typed_play(line: str) -> TypedPlay | None:
    """The play that a line asks for, or None where it asks for something else."""
    found = _PLAY.fullmatch(line.strip().casefold())
    if found is None:
        return None
    first, second, apart, joined = found.groups()
    if second is None:
        return TypedPlay(int(first), None, apart or joined)
    return TypedPlay(None, tile(int(first), int(second)), apart or joined)


def is_move(line: str) -> bool:
    """Whether a line plays, draws or knocks, or asks for a hint: what has to wait for its turn."""
    word = line.strip().casefold()
    return typed_play(line) is not None or word in (*DRAW, *KNOCK, *HINT) or (not word and bool(line))


class Reply(NamedTuple):
    """What is answered at once, line by line; moves are answered by the news they make. `leaves`: the player goes."""

    lines: tuple[str, ...] = ()
    leaves: bool = False


@define(eq=False)
class Letters:
    """The letters of one player.

    `verbosity`: 0 to 2; `asks_before_leaving`: what cannot be taken back has to be said twice; `told`: what has been
    told unasked, oldest first.
    """

    model: Model
    link: Link
    verbosity: int = 1
    asks_before_leaving: bool = True
    told: deque[str] = field(factory=lambda: deque[str](maxlen=MOST_TOLD))
    _undecided: Tile | None = None
    _unsure: Action | None = None
    _opening: Opening | None = None

    def obey(self, line: str, now: float = 0.0) -> Reply:
        """Do what a line asks, and answer. `now` is on the clock that the model is told by."""
        if isinstance(self.model.status, NeedsPassword):
            self.link.give_password(line.strip())
            return Reply()
        if self._opening is not None and not line.startswith("/"):
            return self._opened(self._opening.answer(line))
        undecided, self._undecided = self._undecided, None
        unsure, self._unsure = self._unsure, None
        if line.startswith("/"):
            return self._done(self.model.say(line[1:]))
        word, _, rest = line.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not word:
            word = "b" if line else "t"
        if undecided is not None and word in ARM_WORDS and word not in ("l", "r"):
            return self._play(undecided, ARM_WORDS[word])
        play = typed_play(line)
        if play is not None:
            return self._typed_play(play)
        wish = read_action(self.model, word, rest)
        if isinstance(wish, WhyNot):
            return Reply(tuple(wish.text.splitlines()))
        return self._letter(word, rest, now) if wish is None else self._order(wish, unsure, f"{word} {rest}")

    def _letter(self, word: str, rest: str, now: float) -> Reply:
        letter = letter_of(word)
        if letter is not None:
            return Reply(answer(self.model, letter, now))
        does = _OF_LINE_MODE.get(word)
        return Reply((unknown_command(word),)) if does is None else does(self, rest)

    def _order(self, wish: Action, unsure: Action | None, typed: str) -> Reply:
        # To open a table is not yet to go there.
        doubted = None if isinstance(wish, NewTable | OpenTable) or wish == unsure else to_confirm(self.model, wish)
        if doubted is not None and self.asks_before_leaving:
            self._unsure = wish
            without_password = typed.split()[:2]
            return Reply((f"{doubted} Type {' '.join(without_password)} again to confirm.",))
        match wish:
            case Leave():
                return Reply(leaves=True)
            case NewTable():
                self._opening = Opening(Form(self.model.new_tables))
                return self._opened(self._opening.begin())
            case _:
                return self._done(carry_out(wish, self.model, self.link))

    @property
    def _is_at_a_table(self) -> bool:
        return self.model.session.game is not None

    @property
    def _view(self) -> View:
        return self.model.view

    def _done(self, outcome: Outcome | Premove) -> Reply:
        self.link.flush()
        text = reply(outcome, self.model)
        return Reply((text,)) if text else Reply()

    # Playing.

    def _typed_play(self, play: TypedPlay) -> Reply:
        if not self._is_at_a_table:
            return Reply((words_refusals.NOT_AT_A_TABLE,))
        arm = None if play.arm is None else ARM_WORDS.get(play.arm)
        if play.arm is not None and arm is None:
            return Reply((f"{shown(play.arm)} is no end: say left, right, up or down.",))
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
            arm = None  # a lead has no ends to choose from
        outcome = self.model.play(tile_, arm)
        if isinstance(outcome, WhyNot) and outcome.reason is Reason.AMBIGUOUS_ARM:
            self._undecided = tile_
        return self._done(outcome)

    # What only line mode has.

    def _told_again(self, rest: str) -> Reply:
        most = int(rest) if rest.isdecimal() and len(rest) < 4 else USUALLY_TOLD_AGAIN
        return Reply(tuple(self.told)[-most:] or ("Nothing has been announced yet.",))

    def _help(self, about: str) -> Reply:
        if about:
            found = [line for line in told(about) if line] if about in TOPICS else [f"{capital(no_such_topic(about))}."]
            return Reply(tuple(found))
        return Reply(tuple(help_lines(is_host=self.model.is_host)))

    def _set_verbosity(self, rest: str) -> Reply:
        if rest not in map(str, range(MOST_VERBOSE + 1)):
            return Reply((f"Verbosity is {self.verbosity}; it goes from 0 to {MOST_VERBOSE}.",))
        self.verbosity = int(rest)
        return Reply((f"Verbosity {rest}.",))

    def _table_help(self, _: str) -> Reply:
        return Reply(tuple(table_lines(is_host=self.model.is_host)))

    def _opened(self, asked: NextQuestion) -> Reply:
        if asked.is_over:
            self._opening = None
        if asked.wanted is None:
            return Reply(asked.lines)
        return self._done(self.model.open_table(asked.wanted))


_OF_LINE_MODE: Final[dict[str, Callable[[Letters, str], Reply]]] = {
    "h": Letters._told_again,
    "?": Letters._help,
    "help": Letters._help,
    "verbosity": Letters._set_verbosity,
    "x": Letters._table_help,
}


def _no_such_number(held: int) -> str:
    if not held:
        return "You hold no tiles."
    return f"You hold {count(held, 'tile')}: give a number from 1 to {held}, or the tile, like 4-1."
