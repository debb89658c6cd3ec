"""Players and the host in sentences: joining, leaving, pausing, chat, clocks, trouble, a lost connection.

Not here: play (`words.event_words`), the lobby (`words.lobby_words`).
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import NamedTuple

from client.view.view import View
from client.words import deal_words
from client.words.english import capital, count, listed
from client.words.name_words import does, game_title, name_of, shown, who, whose
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
from protocol.log.table import Stage, seat_named
from protocol.wire.notices import EVERYTHING, TAKEN_BACK, HandOverNotice

TROUBLE_OVER = "The host has recovered: play continues."
PROGRAM_FAILED = "The part of fives that runs the game has failed."
PROGRAM_RESTARTED = "The host's part of fives failed and was started again. Nothing is lost."
NOT_ENCRYPTED = "Nothing is encrypted on the way to this host."
YOU_ARE_THE_HOST = "You are now the host of this table: you can start, pause, kick and end."
YOU_MAY_BEGIN = "The host is not here: you can begin the match, and seat bots."


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
    return f"A table is open: {game_title(event.preset)}, {event.seats} seats."


def seat_taken(before: View, event: SeatTaken) -> str:
    """Says that a player or bot takes a seat; during a match, that a bot takes over a seat for good."""
    if before.is_playing:
        whose_seat = "your" if before.is_you(event.seat) else whose(before, event.seat)
        return f"A bot takes over {whose_seat} seat for good."
    if event.seat == before.seat:
        return f"You take {seat_named(event.seat)}."
    bot = "" if event.bot is None else f", a {shown(event.bot)}-level bot,"
    return f"{shown(event.name)}{bot} takes {seat_named(event.seat)}."


def seat_left(before: View, event: SeatLeft) -> str:
    """`Ben leaves seat 2.`"""
    return f"{does(before, event.seat, 'leave')} {seat_named(event.seat)}."


def stand_in(before: View, event: StandInSeated, why: WhyStandIn) -> str:
    """Says that a bot stands in, for a while or for one turn."""
    match why:
        case WhyStandIn.TIME_IS_UP:
            for_you = " for you" if event.seat == before.seat else ""
            return f"{whose(before, event.seat)} time is up: a bot plays this turn{for_you}."
        case WhyStandIn.AWAY:
            return f"{who(before, event.seat)} is away: a bot plays meanwhile."
        case WhyStandIn.DEAL:
            return deal_words.missing_part(before, event.seat)
        case WhyStandIn.UNKNOWN:
            return f"A bot plays for {name_of(before, event.seat)}."


def returned(before: View, event: PlayerReturned, why: WhyStandIn) -> str:
    """Says that a player plays again; empty after a single turn. `why` is the reason for the stand-in."""
    if why in (WhyStandIn.TIME_IS_UP, WhyStandIn.DEAL):
        return ""
    if event.seat == before.seat:
        return "You have your seat back from the bot."
    is_back = "is back and " if why is WhyStandIn.AWAY else ""
    return f"{who(before, event.seat)} {is_back}plays again."


def hand_over(view: View, notice: HandOverNotice, *, by_me: bool = False) -> str:
    """`The host asks Ben to go on hosting after this round.` `by_me`: I am the host."""
    if notice.text == TAKEN_BACK:
        return "Nobody could reach the next host in time, so the game goes on here."
    if notice.seat is None:
        return "The game stays at this host."
    if notice.here:
        owner = whose(view, notice.seat).replace("Your", "your")
        return f"The game waits for {owner} machine."
    asked = "you" if view.is_you(notice.seat) else name_of(view, notice.seat)
    its = "your" if by_me else "its"
    others = f", and to have all {its} other games, too" if notice.text == EVERYTHING else ""
    return f"{'You ask' if by_me else 'The host asks'} {asked} to go on hosting after this round{others}."


def host_changed(before: View, event: HostChanged) -> str:
    """Says that another machine is the host now, and deals the round that was interrupted again."""
    return f"{goes_on_at(before, event.seat)} The round that was interrupted is dealt again."


def goes_on_at(view: View, seat: int | None) -> str:
    """`The game goes on at Ben's machine.` `seat`: as in `HostChanged`; None also where a host has taken it back."""
    if seat is None:
        return "The game goes on at this host."
    owner = "your" if view.is_you(seat) else whose(view, seat)
    return f"The game goes on at {owner} machine."


def paused(before: View, event: Paused | Resumed) -> str:
    """Says that the game is paused or resumed, and by whom."""
    stops = isinstance(event, Paused)
    if event.seat is None:
        return "The game is paused." if stops else "The game continues."
    return (
        f"{does(before, event.seat, 'pause')} the game." if stops else f"{does(before, event.seat, 'resume')} the game."
    )


def hint_taken(before: View, event: HintTaken) -> str:
    """Says that a player took a hint; the others see that, but not the hint."""
    if event.seat == before.seat:
        return "You take a hint; everyone sees that you do."
    return f"{does(before, event.seat, 'take')} a hint."


class Saying(NamedTuple):
    """A line of chat: who said it, as this viewer calls them, and what.

    `is_reaction`: it was chosen from a list, and not typed.
    """

    speaker: str
    text: str
    is_reaction: bool = False

    def __str__(self) -> str:
        return f"{self.speaker}: {self.text}"


def saying(before: View, event: Said) -> Saying:
    """A line of chat: the speaker is `Ana`, or `Ana (watching)`."""
    watching = " (watching)" if event.seat is None else ""
    speaker = "You" if event.seat is not None and event.seat == before.seat else shown(event.name)
    return Saying(f"{speaker}{watching}", shown(event.text))


def saying_to_spectators(event: Said) -> Saying:
    """What a spectator says in a round: `Eve (to spectators)`."""
    return Saying(f"{shown(event.name)} (to spectators)", shown(event.text))


def said(before: View, event: Said) -> str:
    """Chat: `Ana: nice one`."""
    return str(saying(before, event))


def said_earlier(view: View, event: Said) -> str:
    """`Earlier: Ana: nice one`."""
    return f"Earlier: {said(view, event)}"


def presence(view: View, seat: int, is_here: bool) -> str:
    """Says that a player is away or back, and what the match does meanwhile."""
    if not is_here and view.table.stage is Stage.SEATING:
        return f"{who(view, seat)} is away; the match waits until they return or leave the seat."
    if not is_here and waits_for(view, seat):
        return f"{who(view, seat)} is away, and the match waits. The host can let a bot play."
    return f"{who(view, seat)} is {'back' if is_here else 'away'}."


def who_can_begin(view: View, seat: int | None) -> str:
    """Says who can begin the match now in place of this player: the person on this seat, or the host if it is None."""
    return "The host is here: the host begins." if seat is None else f"{who(view, seat)} can begin the match now."


def waits_for(view: View, seat: int) -> bool:
    """Whether the match waits for this player, who is away, until they return or the host lets a bot play."""
    is_played_by_person = view.table.seats[seat].is_person and view.table.seats[seat].stand_in is None
    return view.is_playing and view.table.options.away is Away.WAIT and is_played_by_person


def grace(view: View, seat: int, seconds: float) -> str:
    """Says that a bot takes over unless the player is back in so many seconds."""
    return f"Unless {who(view, seat)} is back in {count(round(seconds), 'second')}, a bot takes over."


def readmit_label(view: View, seat: int) -> str:
    """The label of the host's action for a player who has lost the token of the seat: that player may come back."""
    return f"Let {name_of(view, seat)} back in by name, from another device"


def readmit_question(view: View, seat: int) -> str:
    """The question before that action, which says what it does."""
    name = name_of(view, seat)
    return f"Let {name} come back by name? For some minutes, whoever joins as {name} gets that seat and sees its tiles."


def readmitted(view: View, seat: int, seconds: float) -> str:
    """Says that the host has let the player of this seat come back by name, for so many `seconds`."""
    name, minutes = name_of(view, seat), count(round(seconds / 60), "minute")
    return f"{name} may come back by name: whoever joins as {name} within {minutes} gets that seat."


def wants_rematch(view: View, seat: int, missing: Sequence[int], seconds: float, *, same_deals: bool = False) -> str:
    """Says that a player wants another match; the people on seats `missing` have not agreed yet.

    `same_deals`: with the deals of the last one.
    """
    within = count(round(seconds), "second")
    wants = does(view, seat, "want")
    again = "to play the same deals again" if same_deals else "to play again"
    if view.seat in missing:
        condition = " The deals are the same if everybody wants that." if same_deals else ""
        return f"{wants} {again}. The next match begins in {within} at the latest.{condition}"
    waits = listed([name_of(view, other) for other in missing]) if missing else ""
    until = f", waiting at most {within} for {waits}" if missing else ""
    return f"{wants} {again}{until}."


def rematch(view: View, agreed: Sequence[int], missing: Sequence[int], want_same_deals: Collection[int] = ()) -> str:
    """The line between two matches: who wants another one, and who has still to agree.

    `want_same_deals`: those of the `agreed` who want the deals of the last one.
    """
    if not agreed or view.seat is None:
        return "The match has ended."
    if view.seat in agreed:
        waiting = f" Waiting for {listed([name_of(view, other) for other in missing])}." if missing else ""
        same = " the same deals" if view.seat in want_same_deals else ""
        return f"You want to play{same} again.{waiting}"
    others = listed([name_of(view, seat) for seat in agreed])
    same = " the same deals" if set(agreed) <= set(want_same_deals) else ""
    return f"{others} {'wants' if len(agreed) == 1 else 'want'} to play{same} again."


def time_left(view: View, seat: int, seconds: float) -> str:
    """`You have 30 seconds.`"""
    return f"{does(view, seat, 'have')} {count(round(seconds), 'second')}."


def still_thinking(view: View, seat: int) -> str:
    """Says that a bot takes a long time for its turn."""
    return f"{who(view, seat)} is still thinking; computer players sometimes take a few seconds."


def trouble(text: str) -> str:
    """Says that the host's machine has a fault; `text` says which."""
    return f"Trouble at the host: {shown(text)}"


def failed_again(seconds: float) -> str:
    """Says that the player's own daemon died twice within this time."""
    return f"The host's part of fives has failed twice within {count(round(seconds), 'second')}."


def not_restarted(why: str) -> str:
    """Says that the player's own daemon died and cannot be started; `why` is the middle of a sentence."""
    return f"The host's part of fives has failed and cannot be started again: {why}."


def connection_lost(why: str) -> str:
    """Says that this player's connection is lost during a game; `why` is the middle of a sentence."""
    return f"Connection lost. {capital(why)}. Trying again until you leave."


def encrypted(key: str) -> str:
    """Says that the connection is encrypted, and what shows with whom."""
    return f"Encrypted. Your host can see the same key: {key}."
