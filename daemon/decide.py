"""Authority: what a command brings about, or why it is refused.

Lives here: `decide`, pure but for the chance it is handed. It checks; the fold never does.
Not here: who the asker is (the table task knows by the token), ids (`answers`), stale commands (`table_commands`),
storing what was decided.
"""

from collections.abc import Iterator
from typing import NamedTuple, NoReturn, assert_never

from daemon.bot_names import name_for
from daemon.bots.bot_levels import LEVELS
from daemon.deal import Chance, deal
from protocol.clean import clean
from protocol.game.layout import Arm
from protocol.log import commands
from protocol.log.choices import arms_of, choices, drawable, may_draw, plays_of
from protocol.log.commands import (
    AddBot,
    Command,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    Rematch,
    RemoveBot,
    Resume,
    Say,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.consequences import consequences
from protocol.log.events import (
    Assist,
    Event,
    HintTaken,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MoveEvent,
    Paused,
    Resumed,
    Said,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TileDrawn,
    TilePlayed,
)
from protocol.log.refusals import Reason, Refused
from protocol.log.table import PLAYING, Round, Stage, Table, evolve, fold
from protocol.wire.messages import LONGEST_SAYING


class Asker(NamedTuple):
    """Who asks: the seat is None for somebody beside the table. `match` is the number the table's next match has.

    `all_are_here`: whether everybody else who sits at the table is connected.
    """

    seat: int | None
    name: str
    is_host: bool = False
    match: int = 1
    all_are_here: bool = True


def decide(table: Table, asker: Asker, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events that this command brings about, to be appended as one. Raises `Refused`; then nothing has changed.

    `Rematch` brings about no event of this game: it is allowed or refused, and the next game is another log.
    """
    match command:
        case PlayTile() | DrawTile() | Knock():
            return _what_follows(table, _move(table, asker, command), chance)
        case TakeHint():
            return _take_hint(table, _own_seat(asker))
        case Say():
            return (Said(asker.seat, asker.name, _saying(command.text)),)
        case TakeSeat():
            seat = _seat_to_take(table, asker, command.seat)
            return sit_down(table, seat, asker.name, asker.match, chance, all_are_here=asker.all_are_here)
        case LeaveSeat():
            _check_before_the_match(table)
            return (SeatLeft(_own_seat(asker)),)
        case Start():
            return _start(table, asker, chance)
        case AddBot():
            return _add_bot(table, asker, command, chance)
        case RemoveBot():
            return _remove_bot(table, asker, command.seat)
        case Kick():
            return _kick(table, asker, command.seat)
        case Pause() | Resume():
            return _pause(table, asker, pauses=isinstance(command, Pause))
        case EndMatch():
            _check_host(asker)
            _check_playing(table)
            return (MatchAbandoned(table.scores),)
        case Rematch():
            _own_seat(asker)
            if table.stage is not Stage.OVER:
                _refuse(Reason.MATCH_NOT_OVER, "the match is not over yet")
            return ()
        case _:
            assert_never(command)


def sit_down(
    table: Table, seat: int, name: str, match: int, chance: Chance, *, all_are_here: bool, bot: str | None = None
) -> tuple[Event, ...]:
    """Somebody takes a free seat; where it was the last one, and nobody is away, the match starts."""
    taken = SeatTaken(seat, name, bot)
    after = evolve(table, taken)
    return (taken, *begin(after, match, chance)) if after.is_full and all_are_here else (taken,)


def begin(table: Table, match: int, chance: Chance) -> tuple[Event, ...]:
    """The match starts, at a table whose every seat is taken, with the first deal."""
    started = MatchStarted(match)
    return (started, deal(evolve(table, started), chance))


def _refuse(reason: Reason, detail: str) -> NoReturn:
    raise Refused(reason, detail)


def _own_seat(asker: Asker) -> int:
    if asker.seat is None:
        _refuse(Reason.NOT_SEATED, "only a player who sits at the table may do that")
    return asker.seat


def _check_host(asker: Asker) -> None:
    if not asker.is_host:
        _refuse(Reason.NOT_ALLOWED, "only the host of the table may do that")


def _check_before_the_match(table: Table) -> None:
    if table.stage is not Stage.SEATING:
        _refuse(Reason.ALREADY_STARTED, "seats change only before a match")


def _check_playing(table: Table) -> None:
    if table.stage is PLAYING:
        return
    if table.stage is Stage.SEATING:
        _refuse(Reason.NOT_STARTED, "the match has not started")
    _refuse(Reason.MATCH_OVER, "the match is over")


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        _refuse(Reason.NO_SUCH_SEAT, f"there is no such seat: the table has {len(table.seats)}")


# What a seat does in its turn.


def _what_follows(table: Table, move: MoveEvent, chance: Chance) -> tuple[Event, ...]:
    """This move, all that the rules make of it, and the next deal where it ended a round."""
    events, after = consequences(table, move)
    if after.round is not None and after.round.ended is not None and after.stage is PLAYING:
        return (*events, deal(after, chance))
    return events


def _move(table: Table, asker: Asker, command: commands.Move) -> MoveEvent:
    seat = _own_seat(asker)
    round_ = _round_in_turn(table, seat)
    match command:
        case PlayTile():
            return TilePlayed(seat, command.tile, _arm(table, round_, seat, command))
        case DrawTile():
            _check_nothing_fits(table, seat)
            if not may_draw(table.rules, round_):
                _refuse(Reason.NOTHING_TO_DRAW, "there is nothing to draw: knock")
            return TileDrawn(seat, round_.boneyard[0])
        case Knock():
            _check_nothing_fits(table, seat)
            if may_draw(table.rules, round_):
                left = drawable(table.rules, round_)
                _refuse(Reason.CAN_DRAW, f"nothing fits, but {left} can be drawn: draw first")
            return Knocked(seat)


def _round_in_turn(table: Table, seat: int) -> Round:
    """The round that is on, in which it is this seat's turn."""
    _check_playing(table)
    if table.paused:
        _refuse(Reason.PAUSED, "play is paused")
    if table.round is None or table.turn != seat:
        _refuse(Reason.NOT_YOUR_TURN, "it is not your turn")
    return table.round


def _take_hint(table: Table, seat: int) -> tuple[Event, ...]:
    """All are told of the first hint of a turn; asked for again, the same is given again and no entry made."""
    if table.options.assist is not Assist.POINTS:
        _refuse(Reason.NOT_ALLOWED, f"no hints are given at this table: its assist is {table.options.assist}")
    round_ = _round_in_turn(table, seat)
    if not plays_of(table, seat):
        _refuse(Reason.NOT_ALLOWED, "nothing fits, so there is nothing to choose")
    return () if round_.has_hint else (HintTaken(seat),)


def _arm(table: Table, round_: Round, seat: int, command: PlayTile) -> Arm:
    tile, arm = command.tile, command.arm
    if tile not in round_.hands[seat]:
        _refuse(Reason.TILE_NOT_HELD, f"{tile} is not in your hand")
    arms = arms_of(table, seat, tile)
    if round_.layout.lead is None and not arms:
        wanted = "a double" if round_.lead is None else str(round_.lead)
        _refuse(Reason.MUST_LEAD, f"{wanted} has to lead this round")
    if arm is None and len(arms) > 1:
        _refuse(Reason.AMBIGUOUS_ARM, f"{tile} fits {' and '.join(arms)}: say which")
    if arm is None and arms:
        return arms[0]
    if arm not in arms and round_.layout.lead is None:
        _refuse(Reason.DOES_NOT_FIT, "nothing lies on the table yet: lay it as the lead, at the start")
    if arm is None or arm not in arms:
        ends = " and ".join(str(end.pip) for end in round_.layout.ends)
        where = "" if arm is None or not arms else f" on the {arm}"
        _refuse(Reason.DOES_NOT_FIT, f"{tile} does not match{where}: ends are {ends}")
    return arm


def _check_nothing_fits(table: Table, seat: int) -> None:
    plays = choices(table, seat).plays
    if plays:
        _refuse(Reason.CAN_PLAY, f"{plays[0].tile} fits, so it has to be played")


# Who sits where.


def _seat_to_take(table: Table, asker: Asker, wanted: int | None) -> int:
    _check_before_the_match(table)
    if asker.seat is not None:
        _refuse(Reason.NOT_ALLOWED, "you have a seat: leave it first")
    if wanted is None:
        return lowest_free_seat(table)
    _check_seat(table, wanted)
    if not table.seats[wanted].is_free:
        _refuse(Reason.SEAT_OCCUPIED, f"that seat is taken by {table.seats[wanted].name}")
    return wanted


def lowest_free_seat(table: Table) -> int:
    """The seat of whoever comes next. Raises `Refused` at a full table."""
    for seat, who in enumerate(table.seats):
        if who.is_free:
            return seat
    return _refuse(Reason.TABLE_FULL, "every seat is taken")


def _start(table: Table, asker: Asker, chance: Chance) -> tuple[Event, ...]:
    _check_host(asker)
    _check_before_the_match(table)
    seated = tuple(bots_for_free_seats(table, table.options.bot_level, chance))
    return (*seated, *begin(fold(seated, table), asker.match, chance))


def bots_for_free_seats(table: Table, level: str, chance: Chance, count: int | None = None) -> Iterator[SeatTaken]:
    """Computer players for the highest free seats: for all of them, or for so many."""
    names = [seat.name for seat in table.seats if seat.name is not None]
    free = [seat for seat, who in enumerate(table.seats) if who.is_free]
    for seat in free if count is None else free[len(free) - count :]:
        names.append(name_for(names, chance))
        yield SeatTaken(seat, names[-1], level)


def _check_level(level: str) -> None:
    if level not in LEVELS:
        _refuse(Reason.NO_SUCH_LEVEL, f"there is no level {level!r}: they are {', '.join(LEVELS)}")


def _add_bot(table: Table, asker: Asker, command: AddBot, chance: Chance) -> tuple[Event, ...]:
    _check_host(asker)
    _check_seat(table, command.seat)
    _check_level(command.level)
    who = table.seats[command.seat]
    if table.stage is Stage.PLAYING and who.is_person:
        if who.stand_in is not None:
            _refuse(Reason.SEAT_OCCUPIED, f"a bot plays for {who.name} already")
        return (StandInSeated(command.seat, command.level),)
    if table.stage is Stage.PLAYING:
        _refuse(Reason.ALREADY_STARTED, f"{who.name} is a bot already, and seats change only before a match")
    _check_before_the_match(table)
    if not who.is_free:
        _refuse(Reason.SEAT_OCCUPIED, f"that seat is taken by {who.name}")
    names = [seat.name for seat in table.seats if seat.name is not None]
    name, all_are_here = name_for(names, chance), asker.all_are_here
    return sit_down(table, command.seat, name, asker.match, chance, all_are_here=all_are_here, bot=command.level)


def _remove_bot(table: Table, asker: Asker, seat: int) -> tuple[Event, ...]:
    _check_host(asker)
    _check_seat(table, seat)
    _check_before_the_match(table)
    if table.seats[seat].bot is None:
        _refuse(Reason.NOT_ALLOWED, "no bot sits on that seat")
    return (SeatLeft(seat),)


def _kick(table: Table, asker: Asker, seat: int) -> tuple[Event, ...]:
    """Before a match the seat is free again; in a match a bot has it for good, under the name that all know."""
    _check_host(asker)
    _check_seat(table, seat)
    who = table.seats[seat]
    if not who.is_person or seat == asker.seat or who.name is None:
        _refuse(Reason.NOT_ALLOWED, "only another person can be sent away")
    if table.stage is Stage.SEATING:
        return (SeatLeft(seat),)
    _check_playing(table)
    return (SeatTaken(seat, who.name, table.options.bot_level),)


# What is said and when play stops.


def _saying(text: str) -> str:
    said = clean(text)
    if not said:
        _refuse(Reason.NOT_ALLOWED, "there is nothing to say in that")
    if len(said) > LONGEST_SAYING:
        _refuse(Reason.NOT_ALLOWED, f"that is {len(said)} characters; at most {LONGEST_SAYING} can be said at once")
    return said


def _pause(table: Table, asker: Asker, *, pauses: bool) -> tuple[Event, ...]:
    _check_host(asker)
    _check_playing(table)
    if table.paused == pauses:
        _refuse(*((Reason.PAUSED, "play is paused already") if pauses else (Reason.NOT_PAUSED, "play is not paused")))
    return (Paused(asker.seat) if pauses else Resumed(asker.seat),)
