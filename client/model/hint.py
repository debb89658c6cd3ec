"""A hint: whether one is on its way, whether it is still current, and what it says.

Here: the request of one player, and the sentences, also why there is no hint. Not here: sending the request (`model`),
working the hint out (the daemon does), the announcement that a player took one (`words.presence_words`).
"""

from typing import Final

from attrs import define

from client.view.view import View
from client.words.english import capital, count, listed
from client.words.name_words import name_of
from client.words.score_words import at_end
from protocol.game.table_options import Assist
from protocol.log.choices import why_no_hint
from protocol.log.commands import TakeHint
from protocol.log.events import Entry, Knocked, RoundDealt, TileDrawn, TilePlayed
from protocol.log.refusals import Reason
from protocol.wire.hints import HintedPlay, Why, next_best
from protocol.wire.messages import Do, Hint

NOT_AT_THIS_TABLE: Final = "This table gives no hints."
OUT_OF_TURN: Final = "You can take a hint only on your turn."


@define
class HintRequest:
    """`is_awaited`: the daemon is working on a hint. `last_move`: the entry that last changed the table."""

    is_awaited: bool = False
    last_move: int = 0

    def reset(self) -> None:
        """Start again with an empty log: another game, or the same one from its first entry."""
        self.is_awaited, self.last_move = False, 0

    def accepted(self, do: Do | None) -> None:
        """Note an accepted command; the hint itself follows its `accepted`."""
        if do is not None and isinstance(do.command, TakeHint):
            self.is_awaited = True

    def note(self, entry: Entry) -> None:
        """Note an entry: once the table changes, a hint for the turn before it no longer comes."""
        if isinstance(entry.event, TilePlayed | TileDrawn | Knocked | RoundDealt):
            self.is_awaited, self.last_move = False, entry.seq

    def cancel(self) -> None:
        """Stop waiting: the connection is a new one, or the host cannot give a hint."""
        self.is_awaited = False

    def is_current(self, hint: Hint) -> bool:
        """Whether this hint, which has just come, is about the table as it is now."""
        self.is_awaited = False
        return hint.seq == self.last_move


def why_none(view: View) -> str | None:
    """Why I cannot have a hint now, or None if I can."""
    reason = Reason.NOT_SEATED if view.seat is None else why_no_hint(view.table, view.seat)
    if reason is None:
        return None
    if view.assist is not Assist.POINTS:
        return NOT_AT_THIS_TABLE
    if reason is not Reason.NOT_ALLOWED:
        return OUT_OF_TURN
    return f"Nothing fits: {'draw' if view.choices().may_draw else 'knock'}."


def sentences(view: View, hint: Hint) -> list[str]:
    """The advice, then a line for each play, best first."""
    return [advice(view, hint), *(estimate(view, play) for play in hint.plays)]


def advice(view: View, hint: Hint) -> str:
    """`Play 6-4 on the left: 3 points. Next best: 5-5 on the right, no points.`"""
    best, other = hint.plays[0], next_best(hint.plays)
    play, why = f"Play {_laid(view, best)}", hint.why
    if why == Why.WINS:
        return f"{play}: it wins the match."
    if other is None or why == Why.ONLY_PLAY:
        return f"{play}: nothing else fits."
    against = _laid(view, other)
    match why:
        case Why.POINTS:
            return f"{play}: {count(best.points, 'point')}. Next best: {against}, {count(other.points, 'point')}."
        case Why.REPLY:
            return f"{play}: it leaves {_next(view)} less to score than {against}."
        case Why.KNOCK:
            return f"{play}: {_next(view)} is more likely to have nothing that fits than after {against}."
        case Why.CHANCE:
            return f"{play}: it wins {best.win:.0%} of such matches, {against} {other.win:.0%}.".replace("%", " %")
        case Why.EVEN:
            return f"{play}, or {against}: they are about the same."
        case _:
            return f"{play}."  # a reason of a later release


def estimate(view: View, play: HintedPlay) -> str:
    """`6-4 on the left: 3 points. You win 54 %, give or take 2. Then Ben ...`"""
    we = "Your side wins" if view.table.rules.partners else "You win"
    error = f", give or take {max(1, round(200 * play.error))}" if play.error else ""
    scored = f"{capital(_laid(view, play))}: {count(play.points, 'point')}. {we} {play.win:.0%} of such matches{error}."
    return f"{scored}{_afterwards(view, play)}".replace("%", " %")


def _afterwards(view: View, play: HintedPlay) -> str:
    if play.knock >= 1:
        return f" Then {_next(view)} has nothing that fits."
    if play.reply is None:
        return ""
    parts = [f"scores {play.reply_points:.1f} on average", f"will most likely play {play.reply}"]
    if play.knock >= 0.01:
        parts.insert(0, f"has nothing that fits {play.knock:.0%} of the time")
    return f" Then {_next(view)} {listed(parts)}."


def _laid(view: View, play: HintedPlay) -> str:
    return f"{play.tile} {at_end(view, play.arm)}"


def _next(view: View) -> str:
    """The name of the next player."""
    if view.round is None or view.seat is None:
        return "the next player"
    return name_of(view, view.round.seat_after(view.seat))
