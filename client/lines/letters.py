"""The typed lines of line mode: plays, commands, questions.

Here: reading a line and answering it. Nothing waits and nothing is printed here (`line_mode` does that). Not here: what
the next line means after one that needs it (`dialogue`), questions (`actions.questions`), commands
(`actions.typed_commands`), whether a move is allowed (`model`).
"""

import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, NamedTuple

from attrs import evolve, field

from client.actions.action import (
    Action,
    AnalyseMatch,
    Ask,
    GoTo,
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
from client.actions.carry_out import FETCHED, carry_out, finished_match, give_up_seat, now_meant, reply, to_confirm
from client.actions.excursion import Excursions
from client.actions.form import Form
from client.actions.help_topics import TOPICS, help_on, no_such_topic_here
from client.actions.next_step import next_step
from client.actions.questions import answer
from client.actions.typed_commands import COMMANDS, read_action
from client.actions.typed_help import (
    EVERYTHING,
    arm_named,
    command_lines,
    first_lines,
    help_lines,
    lines_about,
    unknown_command,
)
from client.actions.verbs.verb import Outcome
from client.lines.dialogue import Choosing, Confirming, Dialogue, NamingEnd, Step, is_yes
from client.lines.opening import Opening
from client.lines.panel_text import panel_lines
from client.lines.typed_play import TypedPlay, typed_play
from client.model import asking, checks, moves
from client.model.announced_lines import lines_of
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import NeedsAnswer
from client.net.link import Link
from client.panels.by_name import BY_NAME
from client.terminal.look import Habits
from client.view.view import View
from client.words import hint_words, refusal_words
from client.words.brief_rules import in_brief
from client.words.say import as_typed_in_english, in_words, say, together
from client.words.settings import SETTINGS, SPEECH, VERBOSITY
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.options import RulesError
from protocol.game.tiles import Tile, set_of_tiles
from protocol.log.commands import DrawTile, Knock, Rematch
from protocol.log.refusals import Reason
from protocol.wire.messages import Role

MOST_KEPT: Final = 500
DEFAULT_REPEATED: Final = 10


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

    `announced`: past announcements as they were printed, oldest first. `since_my_move`: those since my last move, which
    is the first of them. `awaits_tables`: the player has asked for the list of tables.
    """

    model: Model
    link: Link
    habits: Habits = field(factory=Habits)
    asks_before_leaving: bool = True
    announced: deque[str] = field(factory=lambda: deque[str](maxlen=MOST_KEPT))
    since_my_move: deque[Announcement] = field(factory=lambda: deque[Announcement](maxlen=MOST_KEPT))
    awaits_tables: bool = False
    _only_watches: bool = field(init=False)
    """Whether the player came to watch, and takes no seat at another table either."""
    _now: float = 0.0
    """When the last line came."""
    _said_at: float = -math.inf
    _dialogue: Dialogue | None = None
    _choices: Choosing | None = None
    """The last list that was printed away from a table, where a number means nothing else: it stays possible."""

    def __attrs_post_init__(self) -> None:
        self._only_watches = self.model.session.role is Role.SPECTATOR

    def obey(self, line: str, now: float = 0.0) -> Reply:
        """Carry out a line and answer it. `now` is on the model's clock."""
        self._now = now
        if isinstance(self.model.status, NeedsAnswer):
            self.link.give_answer(line.strip())
            return Reply()
        if line.startswith("/"):
            self._said_at = now
            return self._done(asking.say(self.model, line[1:]))
        begun, self._dialogue = self._dialogue, None
        choices = None if self._is_at_a_table or not line else self._choices
        for dialogue in filter(None, (begun, choices)):
            step = dialogue.answer(line)
            if step is not None:
                return self._follow(dialogue, step)
        return self._read(line) if line else self._enter()

    def _follow(self, dialogue: Dialogue, step: Step) -> Reply:
        if step.goes_on:
            self._dialogue = dialogue
        match step.wish:
            case None:
                return Reply(step.lines)
            case TypedPlay():
                return self._typed_play(step.wish)
            case _:
                return self._order(step.wish, is_sure=step.is_sure)

    def _read(self, line: str) -> Reply:
        """Carry out a line that begins something."""
        play = typed_play(line)
        if play is not None:
            return self._typed_play(play)
        if is_yes(line) and self.model.warned is not None:
            return self._order(self.model.warned.play)
        typed, _, rest = (line.strip() or "b").partition(" ")
        word, rest = as_typed_in_english(typed), rest.strip()
        if word.casefold() in _OF_LINE_MODE:
            return _OF_LINE_MODE[word.casefold()](self, rest)
        wish = read_action(self.model, word, rest)
        match wish:
            case WhyNot():
                return Reply(tuple(wish.text.splitlines()))
            case Ask(letter):
                return Reply(answer(self.model, letter, self._now))
            case _ if isinstance(wish, Action):
                return self._order(wish)
            case _ if word.startswith("https://") and self.model.presence.reminders is not None:
                return Reply((say("remind.how_to_give"),))
            case _:
                return Reply((unknown_command(typed, (*COMMANDS, *_OF_LINE_MODE)),))

    def _enter(self) -> Reply:
        """Enter alone: try again, draw, knock or agree, if that is the one thing to do; otherwise whose turn it is."""
        step = next_step(self.model)
        if step is not None and isinstance(step.action, Rematch) and self._now - self._said_at < ONE_TOO_MANY:
            return Reply()
        if step is not None and isinstance(step.action, TryNow | DrawTile | Knock | Rematch):
            return self._order(step.action)
        return Reply(answer(self.model, "t", self._now))

    def _order(self, wish: Action, *, is_sure: bool = False) -> Reply:
        """Carry out an action. One that costs something is confirmed first, by a player who can be asked."""
        question = to_confirm(self.model, wish, self._now) if self.asks_before_leaving and not is_sure else None
        if question is not None:
            self._dialogue = Confirming(self.model, wish)
            return Reply((together(question, say("lines.confirm")),))
        wish = now_meant(wish, self.model)
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
                return Reply((say("invite.how_to_type"),))
            case TypeReminder(is_code):
                return Reply((say("remind.how_to_type") if is_code else say("remind.how_to_give"),))
            case SeeGames():
                return Reply(excursion=lambda excursions: excursions.see_games())
            case AnalyseMatch():
                found = finished_match(self.model)
                if isinstance(found, WhyNot):
                    return self._done(found)
                return Reply(excursion=lambda excursions: excursions.analyse(found, self.model.seat))
            case GoTo(watches=False) if self._only_watches:
                return self._done(carry_out(evolve(wish, watches=True), self.model, self.link))
            case NewTable():
                return self._open(Form(self.model.new_tables))
            case OtherGame():
                return self._open(Form.of(self.model.table))
            case _:
                return self._done(carry_out(wish, self.model, self.link))

    def _open(self, form: Form) -> Reply:
        self._dialogue = opening = Opening(form, self.model.house_rules)
        return Reply(opening.begin())

    @property
    def awaits_more(self) -> bool:
        """Whether the next line may answer the last one."""
        return self._dialogue is not None

    # Panels.

    def show(self, name: str) -> Reply:
        """Print a panel. At a keyboard, the next line may be the number of a choice, unless it answers a question."""
        if not self._is_at_a_table and name not in _WITHOUT_A_TABLE:
            return Reply((say("refusal.not_at_a_table"),))
        if name in _OTHER_PANELS:
            return _OTHER_PANELS[name](self, "")
        panel = BY_NAME[name](self.model)
        self.awaits_tables = False
        is_free = isinstance(self._dialogue, Choosing | None)  # a list of tables may come in the middle of another
        asks = self.asks_before_leaving and bool(panel.choices) and is_free
        if asks:
            self._dialogue = choosing = Choosing(panel)
            self._choices = None if self._is_at_a_table else choosing
        return Reply(tuple(panel_lines(panel, asks=asks)))

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
            return Reply((say("refusal.not_at_a_table"),))
        arm = None if play.arm is None else arm_named(play.arm)
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
            return Reply((say("lines.not_in_set", tile=play.tile),))
        return self._play(play.tile, arm)

    def _play(self, tile_: Tile, arm: Arm | None) -> Reply:
        if self._view.layout.lead is None and self._view.is_my_turn:
            arm = None  # the first tile has no ends to choose from
        outcome = moves.play(self.model, tile_, arm)
        if isinstance(outcome, WhyNot) and outcome.reason is Reason.AMBIGUOUS_ARM:
            self._dialogue = NamingEnd(tile_)
        return self._done(outcome)

    # Commands of line mode alone.

    def note(self, announcements: Iterable[Announcement]) -> None:
        """Keep announcements for a player who asks for them again."""
        for announcement in announcements:
            if announcement.subject is Subject.OWN and announcement.seq is not None:  # a move, no answer
                self.since_my_move.clear()
            self.since_my_move.append(announcement)

    def _repeat(self, rest: str) -> Reply:
        most = int(rest) if rest.isdecimal() and len(rest) < 4 else DEFAULT_REPEATED
        return Reply(tuple(self.announced)[-most:] or (say("lines.nothing_announced"),))

    def _help(self, about: str) -> Reply:
        if not about:
            return Reply(tuple(first_lines(self.model.table.rules if self._is_at_a_table else None)))
        if about == EVERYTHING:
            return Reply(tuple(help_lines(self.model)))
        if about in TOPICS:
            return Reply(tuple(line for line in help_on(about) if line))
        return Reply(lines_about(about) or (no_such_topic_here(about),))

    def _rules(self, about: str) -> Reply:
        """The rules in brief; with a word, all of them."""
        if about == EVERYTHING or not self._is_at_a_table:
            return self.show("rules")
        if about:
            return Reply((say("lines.rules_or_all"),))
        brief = in_brief(self.model.table.rules, self._view.assist, is_drawn=self._view.is_drawn)
        return Reply((*brief, say("lines.all_rules")))

    def _hint(self, _: str) -> Reply:
        """What each play leads to, once the player has the advice."""
        given = self.model.hint_request.given
        return Reply(() if given is None else tuple(hint_words.estimates(self._view, given)))

    def _set_verbosity(self, rest: str) -> Reply:
        kind = SETTINGS[VERBOSITY].kind
        try:
            verbosity = kind.parse(VERBOSITY, rest)
        except RulesError:
            values = in_words(kind.values)
            return Reply((say("lines.verbosity_goes_to", verbosity=self.habits.verbosity, values=values),))
        assert isinstance(verbosity, int | str)
        self.habits.verbosity = verbosity
        return Reply((say("lines.verbosity_speech" if verbosity == SPEECH else "lines.verbosity", verbosity=rest),))

    def _again(self, _: str) -> Reply:
        """What has happened since my last move, as it is said to ears, and whose turn it is."""
        if not self._is_at_a_table:
            return Reply((say("refusal.not_at_a_table"),))
        lines = lines_of(self.since_my_move, self.model, SPEECH)
        turn = () if self._view.is_my_turn else answer(self.model, "t", self._now)
        return Reply((*(lines or (say("spoken.nothing_since"),)), *turn))

    def _menu(self, _: str) -> Reply:
        """The menu of the table; for those who cannot choose from it, the commands about tables."""
        if self._is_at_a_table and self.asks_before_leaving:
            return self.show("menu")
        return Reply(tuple(command_lines(self.model)))


_OF_LINE_MODE: Final[dict[str, Callable[[Letters, str], Reply]]] = {
    "help": Letters._help,
    "?": Letters._help,
    "h": Letters._repeat,
    "history": Letters._repeat,
    "x": Letters._menu,
    "r": Letters._rules,
    "rules": Letters._rules,
    VERBOSITY: Letters._set_verbosity,
    "again": Letters._again,
}
"""What means something else in line mode, also where there is no table."""
_WITHOUT_A_TABLE: Final = ("tables", "settings", "host", "invitations", "phone")
"""Panels that need no table."""
_OTHER_PANELS: Final = {"keys": Letters._help, "history": Letters._repeat, "hint": Letters._hint}
"""What line mode has for other panels than those of `panels.by_name`."""


def _no_such_number(held: int) -> str:
    return say("lines.no_such_number", n=held) if held else say("lines.no_tiles")
