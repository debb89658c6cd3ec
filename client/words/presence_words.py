"""Players and the host in sentences: joining, leaving, pausing, chat, clocks, trouble, a lost connection.

Not here: play (`words.event_words`), the lobby (`words.lobby_words`).
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import NamedTuple

from client.view.view import View
from client.words import deal_words
from client.words.name_words import game_title, name_of, player, players, shown
from client.words.option_words import level_in_words
from client.words.say import say, together
from protocol.game.table_options import Away
from protocol.log.events import (
    HintTaken,
    HostChanged,
    Paused,
    PlayerReturned,
    Resumed,
    Said,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
)
from protocol.log.participation import sends_away
from protocol.log.table import Stage
from protocol.wire.notices import EVERYTHING, TAKEN_BACK, HandOverNotice


class WhyStandIn(Enum):
    """Why a bot stands in, as far as known: no event says so."""

    AWAY = auto()
    TIME_IS_UP = auto()
    """For one turn; the player's return is not announced."""
    DEAL = auto()
    """For a deal that lacks the player's number; the return is not announced either."""
    UNKNOWN = auto()


def opened(event: TableOpened) -> str:
    """`A table is open: All Fives, 4 seats.`"""
    return say("seat.table_is_open", game=game_title(event.preset), n=event.seats)


def seat_taken(before: View, event: SeatTaken) -> str:
    """Says that a player or bot takes a seat; during a match, who takes whose seat for good."""
    seat, name = event.seat + 1, shown(event.name)
    if before.is_playing and event.bot is None:
        bot = shown(before.seat_at(event.seat).name or "")
        if before.is_yours(event.seat):
            return say("seat_request.you_sit", bot=bot, seat=seat)
        return say("seat_request.sits", name=name, bot=bot, seat=seat)
    if before.is_playing:
        who = player(before, event.seat)
        is_removed = sends_away(before.seat_at(event.seat).name, event)
        return say("seat.bot_for_good", who=who) if is_removed else say("seat.bot_instead", who=who, name=name)
    if event.seat == before.seat:
        return say("seat.you_take", seat=seat)
    if event.bot is None:
        return say("seat.takes", name=name, seat=seat)
    return say("seat.bot_takes", name=name, level=level_in_words(event.bot), seat=seat)


def seat_left(before: View, event: SeatLeft) -> str:
    """`Ben leaves seat 2.`"""
    return say("seat.leaves", who=player(before, event.seat), seat=event.seat + 1)


def stand_in(before: View, event: StandInSeated, why: WhyStandIn) -> str:
    """Says that a bot stands in, for a while or for one turn."""
    who = player(before, event.seat)
    match why:
        case WhyStandIn.TIME_IS_UP:
            return say("stand_in.time_is_up", who=who)
        case WhyStandIn.AWAY:
            return say("stand_in.away", who=who)
        case WhyStandIn.DEAL:
            return deal_words.missing_part(before, event.seat)
        case WhyStandIn.UNKNOWN:
            return say("stand_in.plays_for", who=who)


def returned(before: View, event: PlayerReturned, why: WhyStandIn) -> str:
    """Says that a player plays again; empty after a single turn. `why` is the reason for the stand-in.

    After the match they have the seat back, and play again only if they agree.
    """
    if why in (WhyStandIn.TIME_IS_UP, WhyStandIn.DEAL):
        return ""
    if event.seat == before.seat:
        return say("stand_in.seat_back")
    if before.table.stage is Stage.OVER:
        return ""
    return say("stand_in.plays_again", who=player(before, event.seat))  # that they are back has been said


def hand_over(view: View, notice: HandOverNotice, *, by_me: bool = False) -> str:
    """`The host asks Ben to go on hosting after this round.` `by_me`: I am the host."""
    if notice.text == TAKEN_BACK:
        return say("next_host.nobody_reached_it")
    if notice.seat is None:
        return say("next_host.stays")
    who = player(view, notice.seat)
    if notice.here:
        return say("next_host.waits_for", who=who)
    if notice.text == EVERYTHING:
        return say("next_host.you_ask_for_all" if by_me else "next_host.asked_for_all", who=who)
    return say("next_host.you_ask" if by_me else "next_host.asked", who=who)


def host_changed(before: View, event: HostChanged) -> str:
    """Says that another machine is the host now, and deals the round that was interrupted again."""
    return together(goes_on_at(before, event.seat), say("next_host.dealt_again"))


def goes_on_at(view: View, seat: int | None) -> str:
    """`The game goes on at Ben's machine.` `seat`: as in `HostChanged`; None also where a host has taken it back."""
    return say("next_host.goes_on_here") if seat is None else say("next_host.goes_on", who=player(view, seat))


def paused(before: View, event: Paused | Resumed) -> str:
    """Says that the game is paused or resumed, and by whom."""
    stops = isinstance(event, Paused)
    if event.seat is None:
        return say("paused" if stops else "resumed")
    return say("paused.by" if stops else "resumed.by", who=player(before, event.seat))


def hint_taken(before: View, event: HintTaken) -> str:
    """Says that a player took a hint; the others see that, but not the hint."""
    return say("hint_taken", who=player(before, event.seat))


class Saying(NamedTuple):
    """A line of chat: who said it, as this viewer calls them, and what.

    `is_reaction`: it was chosen from a list, and not typed.
    """

    speaker: str
    text: str
    is_reaction: bool = False

    def __str__(self) -> str:
        return say("saying", speaker=self.speaker, text=self.text)


def saying(before: View, event: Said) -> Saying:
    """A line of chat: the speaker is `Ana`, or `Ana (watching)`."""
    name = shown(event.name)
    if event.seat is None:
        speaker = say("speaker.watching", name=name)
    else:
        speaker = say("name.you_first") if event.seat == before.seat else name
    return Saying(speaker, shown(event.text))


def saying_to_spectators(event: Said) -> Saying:
    """What a spectator says in a round: `Eve (to spectators)`."""
    return Saying(say("speaker.to_spectators", name=shown(event.name)), shown(event.text))


def said(before: View, event: Said) -> str:
    """Chat: `Ana: nice one`."""
    return str(saying(before, event))


def said_earlier(view: View, event: Said) -> str:
    """`Earlier: Ana: nice one`."""
    return say("saying.earlier", saying=said(view, event))


def presence(view: View, seat: int, is_here: bool, *, is_between_matches: bool = False) -> str:
    """Says that a player is away or back, and what the match does meanwhile: the next one waits for nobody for long."""
    who = player(view, seat)
    if not is_here and view.table.stage is Stage.SEATING and not is_between_matches:
        return say("away.before_match", who=who)
    if not is_here and waits_for(view, seat):
        return say("away.match_waits", who=who)
    return say("back" if is_here else "away", who=who)


def who_can_begin(view: View, seat: int | None) -> str:
    """Says who can begin the match now in place of this player: the person on this seat, or the host if it is None."""
    return say("begin.host") if seat is None else say("begin.can", who=player(view, seat))


def waits_for(view: View, seat: int) -> bool:
    """Whether the match waits for this player, who is away, until they return or the host lets a bot play."""
    is_played_by_person = view.table.seats[seat].is_person and view.table.seats[seat].stand_in is None
    return view.is_playing and view.table.options.away is Away.WAIT and is_played_by_person


def grace(view: View, seat: int, seconds: float) -> str:
    """Says that a bot takes over unless the player is back in so many seconds."""
    return say("grace", who=player(view, seat), time=say("count.seconds", n=round(seconds)))


def readmit_label(view: View, seat: int) -> str:
    """The label of the host's action for a player who has lost the token of the seat: that player may come back."""
    return say("readmit", who=player(view, seat))


def readmit_question(view: View, seat: int) -> str:
    """The question before that action, which says what it does."""
    return say("readmit.question", name=name_of(view, seat))


def readmitted(view: View, seat: int, seconds: float) -> str:
    """Says that the host has let the player of this seat come back by name, for so many `seconds`."""
    return say("readmit.done", name=name_of(view, seat), time=say("count.minutes", n=round(seconds / 60)))


def wants_rematch(view: View, seat: int, missing: Sequence[int], seconds: float, *, same_deals: bool = False) -> str:
    """Says that a player wants another match; the people on seats `missing` have not agreed yet.

    `same_deals`: with the deals of the last one.
    """
    who, time = player(view, seat), say("count.seconds", n=round(seconds))
    if view.seat in missing:
        wants = say("rematch.wants_same_at_latest" if same_deals else "rematch.wants_at_latest", who=who, time=time)
        return together(wants, say("rematch.same_if_all") if same_deals else "")
    if not missing:
        return say("rematch.wants_same" if same_deals else "rematch.wants", who=who)
    waits = players(view, missing)
    key = "rematch.wants_same_waiting" if same_deals else "rematch.wants_waiting"
    return say(key, who=who, time=time, players=waits)


def rematch(view: View, agreed: Sequence[int], missing: Sequence[int], want_same_deals: Collection[int] = ()) -> str:
    """The line between two matches: who wants another one, and who has still to agree.

    `want_same_deals`: those of the `agreed` who want the deals of the last one.
    """
    if not agreed or view.seat is None:
        return say("rematch.ended")
    if view.seat in agreed:
        wants_same = view.seat in want_same_deals
        wants = say("rematch.want_same" if wants_same else "rematch.want", who=player(view, view.seat))
        return together(wants, say("rematch.waiting", players=players(view, missing)) if missing else "")
    want_same = set(agreed) <= set(want_same_deals)
    return say("rematch.want_same" if want_same else "rematch.want", who=players(view, agreed))


def time_left(view: View, seat: int, seconds: float) -> str:
    """`You have 30 seconds.`"""
    return say("time_left", who=player(view, seat), n=round(seconds))


def still_thinking(view: View, seat: int) -> str:
    """Says that a bot takes a long time for its turn."""
    return say("still_thinking", who=player(view, seat))


def trouble(text: str) -> str:
    """Says that the host's machine has a fault; `text` says which."""
    return say("trouble", trouble=shown(text))


def failed_again(seconds: float) -> str:
    """Says that the player's own daemon died twice within this time."""
    return say("trouble.failed_again", n=round(seconds))


def not_restarted(why: str) -> str:
    """Says that the player's own daemon died and cannot be started; `why` is the middle of a sentence."""
    return say("trouble.not_restarted", why=why)


def connection_lost(why: str) -> str:
    """Says that this player's connection is lost during a game; `why` is the middle of a sentence."""
    return say("connection.lost", why=why)


def encrypted(key: str) -> str:
    """Says that the connection is encrypted, and what shows with whom."""
    return say("connection.encrypted", key=key)
