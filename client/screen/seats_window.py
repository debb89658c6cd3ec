"""The seats before a match: drawn in place of the board, one selected, with what can be done about it.

Here: the selected seat, the level of the next bot, keys and drawing. Keys that this window does not have are the
table's. Not here: the sentence about a seat (`words.answer_words`).
"""

from collections.abc import Callable, Iterator

from attrs import Factory

from client.actions.panel import Offer
from client.actions.seats import seat_offers
from client.model.model import Model
from client.screen.centred import QUIET, SAID
from client.screen.choice_list import DIGITS, MOVES, ChoiceList
from client.screen.code_window import CodeWindow
from client.screen.paper import CHOSEN, Fragment, Line, RowHit
from client.screen.question_window import QuestionWindow
from client.screen.window import Key, TableOwner, Window
from client.view.view import View
from client.words.answer_words import who_is_here
from client.words.board_words import about_board
from client.words.deal_words import how_dealt
from client.words.name_words import game_title, partners, shown, target_of
from client.words.option_words import level_in_words
from client.words.reach_words import about_opening
from client.words.room_words import comes_next as comes_next_after
from client.words.room_words import how_it_begins
from client.words.say import say, together
from client.words.table_option_words import assist_sentence
from client.words.watcher_words import watching
from protocol.frozen import define
from protocol.game.levels import LEVEL_NAMES
from protocol.log.commands import AddBot, LeaveSeat, RemoveBot, TakeSeat


@define(eq=False)
class SeatsWindow(Window):
    """The seats of a table; `level` is that of the next bot. `code_link`: the link that has a QR code, or None."""

    owner: TableOwner
    model: Model
    level: str
    code_link: Callable[[], str | None]
    rows: ChoiceList = Factory(
        lambda seats: ChoiceList(lambda: [seat.name or "" for seat in seats.model.table.seats], seats.model.seat or 0),
        takes_self=True,
    )

    @property
    def offer(self) -> Offer | None:
        """What Space does with the selected seat; None for nothing. A free seat can be taken with Enter, too."""
        offers = seat_offers(self.model, self.rows.at, self.level)
        return next((offer for offer in offers if not isinstance(offer.action, AddBot)), None)

    @property
    def may_sit(self) -> bool:
        """Whether Enter takes the selected seat."""
        return self.offer is not None and isinstance(self.offer.action, TakeSeat)

    @property
    def _is_free(self) -> bool:
        return self.model.table.seats[self.rows.at].is_free

    # Keys.

    def keys(self) -> Iterator[Key]:
        """Bots are for those who may begin."""
        offer = self.offer
        taking = "" if offer is None else offer.brief
        if self.may_sit:
            yield Key(("enter", "space"), self._take_offer, taking)
        yield Key(MOVES, self._step, say("footer.seat"), "↑↓")
        yield Key(DIGITS, self._step)
        if taking and not self.may_sit:
            yield Key(("space",), self._take_offer, taking)
        if self.model.may_begin:
            has_level = self._is_free or self.model.table.seats[self.rows.at].bot is not None
            yield Key(
                ("b",), self._seat_bot, say("footer.bot", level=level_in_words(self.level)) if self._is_free else ""
            )
            yield Key(("right", "left"), self._change_level, say("footer.level") if has_level else "", "←→")
        if self.code_link() is not None:
            yield Key(("Q",), lambda _: self.owner.open(CodeWindow(self.owner, self.code_link)))

    def passes(self, _key: str) -> bool:
        """The table is not covered."""
        return True

    def _step(self, key: str) -> None:
        self.rows.press(key, self.owner.room)

    def _take_offer(self, _: str = "") -> None:
        offer = self.offer
        if offer is None:
            return
        if isinstance(offer.action, LeaveSeat) and self.model.session.is_between_matches:
            # Space may have been meant for the end of the match, in whose place this has just come.
            self.owner.open(QuestionWindow(self.owner, offer.action, say("room.leave_seat")))
        else:
            self.owner.request(offer.action)

    def _seat_bot(self, _: str) -> None:
        if self._is_free:
            self.owner.carry_out(AddBot(self.rows.at, self.level))

    def _change_level(self, key: str) -> None:
        """Change the level of the bot in this seat, or of the next one."""
        seat = self.rows.at
        who = self.model.table.seats[seat]
        now = who.bot if who.bot in LEVEL_NAMES else self.level
        self.level = LEVEL_NAMES[(LEVEL_NAMES.index(now) + (1 if key == "right" else -1)) % len(LEVEL_NAMES)]
        if who.bot is not None and self.owner.carry_out(RemoveBot(seat)):
            self.owner.carry_out(AddBot(seat, self.level))

    def hit(self, hit: RowHit) -> None:
        """The first click selects a seat, the second does what Space does."""
        if self.rows.hit(hit):
            self._take_offer()

    # Drawing.

    def lines(self) -> tuple[Line, ...]:
        """The title of the table, how friends can join, the seats, what was said last, and what is less urgent."""
        view = self.model.view
        title = table_title(view, shown(self.model.session.table_name or ""))
        dealt = "" if self.model.is_alone else how_dealt(view.table.options)
        more = say("room.more") if self.model.notes_for_host else ""
        pairs = "" if self.model.session.is_between_matches else partners(view)  # there it is right above the seats
        about = filter(None, (pairs, assist_sentence(view.assist), dealt, more))
        board = about_board(view.table.board)
        lines: list[Line] = [[Fragment("class:title", title)], *([Fragment("", text)] for text in board), []]
        if self.model.ways_here:
            lines += [*self._ways(), []]
        lines += [[Fragment("", text)] for text in self._between_matches()]
        for seat, text in enumerate(who_is_here(view, self.model.here, self.model.presence.agreed)):
            mark, style = (">", CHOSEN) if seat == self.rows.at else (" ", "")
            lines.append([Fragment(style, f"{mark} {text}", RowHit(seat))])
        watched = watching(self.model.presence.watchers)
        if watched:
            lines.append([Fragment("", f"  {watched}")])
        if self.model.talk.room:
            lines += [[], *([Fragment(SAID, shown(said))] for said in self.model.talk.room)]
        lines += [[], *([Fragment(QUIET, sentence)] for sentence in about)]
        return tuple(lines)

    def _ways(self) -> Iterator[Line]:
        """How friends can join, with the key that copies the link."""
        host = self.model.own_host
        if host is None:
            return ([Fragment("", way)] for way in self.model.ways_here)
        ways, opening = host.ways(self.model.session.table_name, is_copied=True), about_opening(host.reach)
        return ([Fragment(QUIET if way == opening else "", way)] for way in ways)

    def _between_matches(self) -> tuple[str, ...]:
        """What comes next, and who has won what this evening; empty before a first match."""
        session = self.model.session
        if not session.is_between_matches:
            return ()
        view, evening = self.model.view, self.model.talk.evening
        comes_next = together(comes_next_after(view, session.after_match), how_it_begins(view), partners(view))
        return (*((evening,) if evening else ()), comes_next, "")


def table_title(view: View, table: str) -> str:
    """`Table oak: All Fives to 150, 4 seats`."""
    game, target = game_title(view.table.preset), target_of(view)
    return say("header.table", table=table, game=game, target=target, n=len(view.table.seats))
