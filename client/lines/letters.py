"""Line mode's letters: what a typed line asks or does.

Lives here: reading a line, and its answer. Nothing waits and nothing is printed: `line_mode` does that.
Not here: the sentences (`words.answers`), whether a deed is allowed (`model`).
"""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from attrs import define, field

from client import checks
from client.checks import WhyNot
from client.form import Form
from client.intent import Prepared
from client.lines.opening import Asked as NextQuestion
from client.lines.opening import Opening, table_to_open
from client.lines.typed_play import DRAW, HINT, KNOCK, TypedPlay, typed_play
from client.link import Link
from client.model import Model
from client.typed_seat import is_number, seat_typed
from client.view import View
from client.words import answers as words_answers
from client.words import company as words_company
from client.words import keeping_table as words_keeping
from client.words import lines as words_lines
from client.words import refusals as words_refusals
from client.words import table as words
from client.words.help import ARM_WORDS, help_lines, table_lines
from client.words.help_topics import TOPICS, no_such_topic, told
from client.words.lobby import tables_told
from client.words.rules import explain
from client.words.scoring import capital
from protocol.commands import AddBot, EndMatch, Kick, Pause, RemoveBot, Resume, Start
from protocol.events import USUAL_LEVEL
from protocol.host_flags import HostFlagError
from protocol.layout import Arm
from protocol.messages import Do, Tables
from protocol.refusals import Reason
from protocol.tiles import Tile, set_of_tiles

_LEAVE: Final = ("q", "quit", "leave", "exit")
MOST_VERBOSE: Final = 2
MOST_TOLD: Final = 500
USUALLY_TOLD_AGAIN: Final = 10


class Reply(NamedTuple):
    """What is answered at once, line by line; deeds are answered by the news they make. `leaves`: the player goes."""

    lines: tuple[str, ...] = ()
    leaves: bool = False


@define(eq=False)
class Letters:
    """The letters of one player. `verbosity`: 0 to 2; `asks_before_leaving`: what ends a match has to be said twice.

    `told`: what has been told unasked, oldest first.
    """

    model: Model
    link: Link
    verbosity: int = 1
    asks_before_leaving: bool = True
    told: deque[str] = field(factory=lambda: deque[str](maxlen=MOST_TOLD))
    _undecided: Tile | None = None
    _asked: str = ""
    _opening: Opening | None = None

    def obey(self, line: str) -> Reply:
        """Do what a line asks, and answer."""
        if self._opening is not None and not line.startswith("/"):
            return self._opened(self._opening.answer(line))
        undecided, self._undecided = self._undecided, None
        asked, self._asked = self._asked, ""
        if line.startswith("/"):
            return self._done(self.model.say(line[1:]))
        word, _, rest = line.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not word:
            word = "b" if line else "t"
        if undecided is not None and word in ARM_WORDS and word not in ("l", "r"):
            return self._play(undecided, ARM_WORDS[word])
        if word in _LEAVE:
            return self._leave(is_sure=asked == "q")
        if word == "end" and self.model.is_host and not self._is_sure(asked == "end"):
            self._asked = "end"
            return Reply((words_lines.END_IS_FOR_EVERYBODY,))
        play = typed_play(line)
        if play is not None:
            return self._typed_play(play)
        return self._letter(word, rest)

    def _letter(self, word: str, rest: str) -> Reply:
        about_the_table = _ABOUT_THE_TABLE.get(word)
        if about_the_table is not None:
            return about_the_table(self, rest) if self._is_at_a_table else Reply((words_refusals.NOT_AT_A_TABLE,))
        does = _ANYWHERE.get(word)
        if does is None:
            return Reply((words_lines.means_nothing(word),))
        return does(self, rest)

    @property
    def _is_at_a_table(self) -> bool:
        return self.model.session.game is not None

    @property
    def _view(self) -> View:
        return self.model.view

    def _done(self, outcome: Do | Prepared | WhyNot | None) -> Reply:
        self.link.flush()
        match outcome:
            case WhyNot():
                return Reply((outcome.text,))
            case Prepared():
                return Reply((words.prepared_play(outcome.tile, outcome.arm),))
            case _:
                return Reply()

    # Playing.

    def _typed_play(self, play: TypedPlay) -> Reply:
        if not self._is_at_a_table:
            return Reply((words_refusals.NOT_AT_A_TABLE,))
        arm = None if play.arm is None else ARM_WORDS.get(play.arm)
        if play.arm is not None and arm is None:
            return Reply((words_lines.no_end(play.arm),))
        if play.number is not None:
            hand = self._view.my_hand()
            reason = checks.before_any_deed(self._view)
            if reason is not None:
                return self._done(checks.why_not(self._view, reason))
            if not 1 <= play.number <= len(hand):
                return Reply((words_lines.no_such_number(len(hand)),))
            return self._play(hand[play.number - 1], arm)
        assert play.tile is not None
        if play.tile not in set_of_tiles(self.model.table.rules.max_pip):
            return Reply((words_lines.no_such_tile(play.tile),))
        return self._play(play.tile, arm)

    def _play(self, tile_: Tile, arm: Arm | None) -> Reply:
        if self._view.layout.lead is None and self._view.is_my_turn:
            arm = None  # a lead has no ends to choose from
        outcome = self.model.play(tile_, arm)
        if isinstance(outcome, WhyNot) and outcome.reason is Reason.AMBIGUOUS_ARM:
            self._undecided = tile_
        return self._done(outcome)

    def _draw(self, _: str) -> Reply:
        return self._done(self.model.draw())

    def _knock(self, _: str) -> Reply:
        return self._done(self.model.knock())

    # Asking.

    def _hand(self, _: str) -> Reply:
        return Reply((words_answers.hand(self._view),))

    def _playable(self, _: str) -> Reply:
        return Reply((words_answers.playable(self._view),))

    def _ends(self, _: str) -> Reply:
        return Reply((words_answers.ends(self._view),))

    def _chain(self, _: str) -> Reply:
        return Reply(tuple(words_answers.chain(self._view)))

    def _scores(self, _: str) -> Reply:
        view = self._view
        return Reply((words_answers.scores(view), *words_answers.rounds(view, self.model.sheet)))

    def _tiles(self, _: str) -> Reply:
        return Reply((words_answers.tiles(self._view),))

    def _turn(self, _: str) -> Reply:
        return Reply((words_answers.whose_turn(self._view),))

    def _last_plays(self, _: str) -> Reply:
        return Reply(tuple(words_answers.last_plays(self.model.sheet)))

    def _hint(self, _: str) -> Reply:
        return self._done(self.model.hint())

    def _rules(self, _: str) -> Reply:
        table = self.model.table
        rules = (line for line in explain(table.rules, len(table.seats), table.preset) if line)
        return Reply((*rules, *words_keeping.how_kept(table.options)))

    def _who(self, _: str) -> Reply:
        return Reply(tuple(words_answers.who_is_here(self._view, self.model.here)))

    def _chat(self, _: str) -> Reply:
        said = [words_company.said(self._view, each) for each in list(self.model.chat)[-words_answers.LAST_PLAYS :]]
        return Reply(tuple(said) or (words_lines.NOTHING_SAID,))

    def _told_again(self, rest: str) -> Reply:
        most = int(rest) if rest.isdecimal() and len(rest) < 4 else USUALLY_TOLD_AGAIN
        return Reply(tuple(self.told)[-most:] or (words_lines.NOTHING_TOLD,))

    def _help(self, about: str) -> Reply:
        if about:
            found = [line for line in told(about) if line] if about in TOPICS else [f"{capital(no_such_topic(about))}."]
            return Reply(tuple(found))
        return Reply(tuple(help_lines(is_host=self.model.is_host)))

    # Settings, and leaving.

    def _set_verbosity(self, rest: str) -> Reply:
        if rest not in map(str, range(MOST_VERBOSE + 1)):
            return Reply((words_lines.verbosity_is(self.verbosity, MOST_VERBOSE),))
        self.verbosity = int(rest)
        return Reply((words_lines.verbosity(rest),))

    def _set_autoknock(self, rest: str) -> Reply:
        if rest not in ("on", "off"):
            return Reply((words_lines.ON_OR_OFF,))
        self.model.intent.knocks = rest == "on"
        return Reply((words_lines.autoknock(rest),))

    def _is_sure(self, has_been_asked: bool) -> bool:
        return has_been_asked or not self.asks_before_leaving or not self._view.is_playing

    def _leave(self, *, is_sure: bool) -> Reply:
        if self.model.seat is not None and not self._is_sure(is_sure):
            self._asked = "q"
            return Reply((words_lines.STILL_ON,))
        return Reply(leaves=True)

    # The table.

    def _rematch(self, _: str) -> Reply:
        return self._done(self.model.rematch())

    def _sit(self, rest: str) -> Reply:
        if rest and not rest.isdecimal():
            return Reply((words_lines.WHICH_SEAT,))
        if not rest:
            return self._done(self.model.take_seat())
        seat = self._seat(rest)
        return self._done(self.model.take_seat(seat)) if seat is not None else self._nobody(rest)

    def _stand(self, _: str) -> Reply:
        return self._done(self.model.leave_seat())

    def _tables(self, _: str) -> Reply:
        return self._done(self.model.ask_tables())

    def _look_round(self, rest: str) -> Reply:
        return self._join(rest) if rest else self._tables(rest)

    def _table_help(self, _: str) -> Reply:
        return Reply(tuple(table_lines(is_host=self.model.is_host)))

    def _join(self, rest: str) -> Reply:
        if not rest:
            told = tables_told(Tables(self.model.lobby.tables))
            return Reply((*told.splitlines(), words_lines.WHICH_TABLE))
        table, _, password = rest.partition(" ")
        self.model.session.password = password.strip() or self.model.session.password
        return self._done(self.link.move_to(table))

    def _open(self, rest: str) -> Reply:
        if not rest:
            self._opening = Opening(Form(self.model.new_tables))
            return self._opened(self._opening.begin())
        try:
            wanted = table_to_open(rest, self.model.new_tables)
        except HostFlagError as error:
            return Reply((words_lines.not_opened(str(error)),))
        return self._done(self.model.open_table(wanted))

    def _opened(self, asked: NextQuestion) -> Reply:
        if asked.is_over:
            self._opening = None
        if asked.wanted is None:
            return Reply(asked.lines)
        return self._done(self.model.open_table(asked.wanted))

    def _start(self, _: str) -> Reply:
        return self._done(self.model.as_host(Start()))

    def _pause(self, _: str) -> Reply:
        return self._done(self.model.as_host(Pause()))

    def _resume(self, _: str) -> Reply:
        return self._done(self.model.as_host(Resume()))

    def _end(self, _: str) -> Reply:
        return self._done(self.model.as_host(EndMatch()))

    def _kick(self, rest: str) -> Reply:
        seat = self._seat(rest)
        return self._done(self.model.as_host(Kick(seat))) if seat is not None else self._nobody(rest)

    def _bot(self, rest: str) -> Reply:
        who, _, level = rest.partition(" ")
        seat = self._seat(who)
        if seat is None:
            return self._nobody(who)
        return self._done(self.model.as_host(AddBot(seat, level.strip() or USUAL_LEVEL)))

    def _unbot(self, rest: str) -> Reply:
        seat = self._seat(rest)
        return self._done(self.model.as_host(RemoveBot(seat))) if seat is not None else self._nobody(rest)

    def _seat(self, who: str) -> int | None:
        return seat_typed(who, [words.shown(seat.name or "") for seat in self.model.table.seats])

    def _nobody(self, who: str) -> Reply:
        if is_number(who):
            return Reply((words_refusals.no_such_seat(len(self.model.table.seats)),))
        return Reply((words_lines.nobody_called(who),))


_ABOUT_THE_TABLE: Final[dict[str, Callable[[Letters, str], Reply]]] = {
    **dict.fromkeys(DRAW, Letters._draw),
    **dict.fromkeys(KNOCK, Letters._knock),
    **dict.fromkeys(("w", "hand"), Letters._hand),
    **dict.fromkeys(("z", "fits"), Letters._playable),
    **dict.fromkeys(("c", "ends"), Letters._ends),
    **dict.fromkeys(("v", "chain"), Letters._chain),
    **dict.fromkeys(("s", "scores"), Letters._scores),
    **dict.fromkeys(("e", "tiles"), Letters._tiles),
    **dict.fromkeys(("t", "turn"), Letters._turn),
    **dict.fromkeys(("l", "plays"), Letters._last_plays),
    **dict.fromkeys(HINT, Letters._hint),
    **dict.fromkeys(("r", "rules"), Letters._rules),
    **dict.fromkeys(("n", "who"), Letters._who),
    **dict.fromkeys(("m", "chat"), Letters._chat),
    "rematch": Letters._rematch,
    "sit": Letters._sit,
    "stand": Letters._stand,
    "start": Letters._start,
    "pause": Letters._pause,
    "resume": Letters._resume,
    "end": Letters._end,
    "kick": Letters._kick,
    "bot": Letters._bot,
    "unbot": Letters._unbot,
}
"""What there has to be a table for."""

_ANYWHERE: Final[dict[str, Callable[[Letters, str], Reply]]] = {
    "h": Letters._told_again,
    "?": Letters._help,
    "help": Letters._help,
    "verbosity": Letters._set_verbosity,
    "autoknock": Letters._set_autoknock,
    "tables": Letters._tables,
    "join": Letters._join,
    "j": Letters._look_round,
    "x": Letters._table_help,
    "open": Letters._open,
}
