"""The events that a command causes, or the reason why it is refused.

Here: `decide`, which has the last word. It is pure, except for the source of chance. It checks everything, because the
fold checks nothing.
Not here: whether the rules allow a move (`protocol.log.choices`), who sends a command (the table knows that by the
token), ids (`accepted_commands`), stale commands (`table_commands`), and storing the events.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn, assert_never

from daemon.bot_names import name_for
from daemon.dealer import Dealer
from protocol.clean import clean
from protocol.game.levels import LEVEL_NAMES
from protocol.game.options import RulesError
from protocol.game.table_options import Assist
from protocol.log import commands, events
from protocol.log.choices import arms_of, drawable, plays_of, why_no_hint, why_no_match, why_not
from protocol.log.commands import Command
from protocol.log.consequences import consequences
from protocol.log.deal import Chance
from protocol.log.events import Event
from protocol.log.mixing import is_link
from protocol.log.not_allowed import NotAllowed
from protocol.log.operator_commands import OfOperator
from protocol.log.reactions import Reaction, why_no_reaction
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Stage, Table, fold
from protocol.sentences import in_line
from protocol.shared.address import AddressError, is_this_machine
from protocol.shared.host_key import parse_key
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.limits import LONGEST_TEXT
from protocol.wire.messages import LONGEST_SAYING
from protocol.wire.table_request import game_changed


class Asker(NamedTuple):
    """The sender of a command; `seat` is None for a spectator.

    `may_begin`: without being the host, may begin the match and seat bots before it.
    `match`: the number that the table's next match will have. `begins_when_full`: whether that match begins by itself
    once nobody is missing. `names`: names that a bot may not get, such as spectators'; they need not include the names
    on seats. `undecided`: the seats of people who have not agreed to the match. `is_sent_away`: the host has sent this
    spectator away from this match; `is_refused`: they have been refused a seat in this round. `seats_asked_for`: by
    seat, the names of those who ask for the seats of bots. `host_is_here`: whether somebody with the host's rights is.
    """

    seat: int | None
    name: str
    is_host: bool = False
    may_begin: bool = False
    match: int = 1
    begins_when_full: bool = True
    names: tuple[str, ...] = ()
    undecided: Collection[int] = ()
    is_sent_away: bool = False
    is_refused: bool = False
    seats_asked_for: Mapping[int, str] = {}
    host_is_here: bool = True

    def is_between_matches(self, table: Table) -> bool:
        """Whether the players of this table wait for another match after one, in the same seats or in others."""
        return table.stage is Stage.SEATING and self.match > 1


def decide(table: Table, asker: Asker, command: Command, dealer: Dealer) -> tuple[Event, ...]:
    """The events that this command causes, to be appended together. Raises `Refused`; then nothing has changed.

    An allowed `Rematch` or `ChangeGame` causes no event: it leads to a game with its own log. Neither does a `Seal` or
    `Reveal`: what it gives comes into the log with the next match or deal. Nor a `React`, which is shown and forgotten,
    nor what concerns reminders, which is nobody else's business.
    """
    match command:
        case commands.PlayTile() | commands.DrawTile() | commands.Knock():
            return _with_consequences(table, _move(table, _own_seat(asker), command), dealer)
        case commands.TakeHint():
            return _take_hint(table, _own_seat(asker))
        case commands.Say():
            return (events.Said(asker.seat, asker.name, _saying(command.text)),)
        case commands.React():
            return _react(table, asker, command.reaction)
        case commands.TakeSeat():
            seat = _seat_to_take(table, asker, command.seat)
            begins = asker.begins_when_full
            return sit_down(table, seat, asker.name, asker.match, dealer, begins_when_full=begins)
        case commands.LeaveSeat():
            _check_before_the_match(table)
            return (events.SeatLeft(_own_seat(asker)),)
        case commands.RequestSeat():
            return _request_seat(table, asker, command.seat)
        case commands.AnswerRequest():
            return _answer_request(table, asker, command)
        case commands.Start():
            return _start(table, asker, dealer)
        case commands.AddBot():
            return _add_bot(table, asker, command, dealer)
        case commands.RemoveBot():
            return _remove_bot(table, asker, command.seat)
        case commands.ChangeGame():
            return _change_game(table, asker, command)
        case commands.Kick():
            return _kick(table, asker, command.seat)
        case commands.Readmit():
            return _readmit(table, asker, command.seat)
        case commands.Pause() | commands.Resume():
            return _pause(table, asker, pauses=isinstance(command, commands.Pause))
        case commands.EndMatch():
            _check_host(asker)
            _check_match_is_running(table)
            return (events.MatchAbandoned(table.scores),)
        case commands.HandOver():
            return _hand_over(table, asker, command.seat)
        case commands.HostReady():
            _check_match_is_running(table)
            _check_may_leave(table)
            check_host(command)
            return ()
        case commands.TryHost():
            _check_match_is_running(table)
            _check_may_leave(table)
            _check_can_be_tried(command)
            return ()
        case commands.TriedHost():
            _own_seat(asker)
            return ()
        case commands.GoOn():
            _check_match_is_running(table)
            return ()
        case commands.Seal():
            return _seal(command)
        case commands.Reveal():
            dealer.check_number(table, _own_seat(asker), command)
            return ()
        case commands.RemindAt() | commands.RemindCode():
            _own_seat(asker)
            return ()
        case commands.Rematch():
            _own_seat(asker)
            if table.stage is not Stage.OVER and not asker.is_between_matches(table):
                _refuse(Reason.MATCH_NOT_OVER, "the match is not over yet")
            return ()
        case _ if isinstance(command, OfOperator):
            raise NotAllowed("operator_only")
        case _:
            assert_never(command)


def sit_down(
    table: Table, seat: int, name: str, match: int, dealer: Dealer, *, begins_when_full: bool, bot: str | None = None
) -> tuple[Event, ...]:
    """The events of taking a seat, that is free or a bot's. If it was the last one, the match may start."""
    left = () if table.seats[seat].is_free else (events.SeatLeft(seat),)
    taken = (*left, events.SeatTaken(seat, name, bot))
    after = fold(taken, table)
    return (*taken, *dealer.start(after, match)) if after.is_full and begins_when_full else taken


def _refuse(reason: Reason, detail: str) -> NoReturn:
    raise Refused(reason, detail)


def _own_seat(asker: Asker) -> int:
    if asker.seat is None:
        _refuse(Reason.NOT_SEATED, "only a player with a seat may do that")
    return asker.seat


def _check_host(asker: Asker) -> None:
    if not asker.is_host:
        raise NotAllowed("host_only")


def _check_may_begin(asker: Asker) -> None:
    if not asker.may_begin:
        _check_host(asker)


def _check_before_the_match(table: Table) -> None:
    if table.stage is not Stage.SEATING:
        _refuse(Reason.ALREADY_STARTED, "seats can change only before a match")


def _check_no_board(table: Table) -> None:
    if table.board is not None:
        raise NotAllowed("whole_board")


def _board_for(players: Sequence[str]) -> NotAllowed:
    if len(players) == 2:
        return NotAllowed("board_for_two", one=players[0], two=players[1])
    return NotAllowed("board_for_four", one=players[0], two=players[1], three=players[2], four=players[3])


def _check_match_is_running(table: Table) -> None:
    reason = why_no_match(table)
    if reason is not None:
        _refuse(reason, _SENTENCES[reason])


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        _refuse(Reason.NO_SUCH_SEAT, f"there is no such seat: the table has {len(table.seats)} seats")


# Moves.


def _move(table: Table, seat: int, command: commands.Move) -> events.MoveEvent:
    reason = why_not(table, seat, command)
    if reason is not None:
        _refuse(reason, _explained(table, seat, command, reason))
    assert table.round is not None
    match command:
        case commands.PlayTile():
            return events.TilePlayed(seat, command.tile, command.arm or arms_of(table, seat, command.tile)[0])
        case commands.DrawTile():
            return events.TileDrawn(seat, table.round.boneyard[0])
        case commands.Knock():
            return events.Knocked(seat)


def _with_consequences(table: Table, move: events.MoveEvent, dealer: Dealer) -> tuple[Event, ...]:
    """The move, its consequences by the rules, and the next deal if the move ends a round and the host alone deals."""
    decided, after = consequences(table, move)
    return dealer.go_on(decided, after) if after.turn is None else decided


_SENTENCES: Final = {
    Reason.NOT_STARTED: "the match has not started",
    Reason.MATCH_OVER: "the match is over",
    Reason.PAUSED: "play is paused",
    Reason.NOT_YOUR_TURN: "it is not your turn",
    Reason.NOTHING_TO_DRAW: "there is nothing to draw: knock",
}
"""The sentences for refusals that need no facts."""


def _explained(table: Table, seat: int, command: Command, reason: Reason) -> str:
    """The sentence for a refused move, with the facts that a player needs to choose another."""
    if reason in _SENTENCES:
        return _SENTENCES[reason]
    round_ = table.round
    assert round_ is not None
    match command, reason:
        case _, Reason.CAN_PLAY:
            return f"{plays_of(table, seat)[0].tile} fits, so you must play"
        case _, Reason.CAN_DRAW:
            return f"no tile fits, but {drawable(table.rules, round_)} can be drawn: draw first"
        case commands.PlayTile(), Reason.TILE_NOT_HELD:
            return f"{command.tile} is not in your hand"
        case commands.PlayTile(), Reason.MUST_LEAD:
            return f"{round_.lead or 'a double'} has to lead this round"
        case commands.PlayTile(), Reason.AMBIGUOUS_ARM:
            return f"{command.tile} fits {' and '.join(arms_of(table, seat, command.tile))}: say which"
        case commands.PlayTile(), Reason.DOES_NOT_FIT if round_.layout.lead is None:
            return "the table is empty: lay the lead, at the start"
        case commands.PlayTile(), Reason.DOES_NOT_FIT:
            fits_elsewhere = arms_of(table, seat, command.tile)
            where = f" on the {command.arm}" if fits_elsewhere else ""
            ends = " and ".join(str(end.pip) for end in round_.layout.ends)
            return f"{command.tile} does not fit{where}: the ends are {ends}"
    raise AssertionError(f"{command} cannot be refused as {reason}")


def _take_hint(table: Table, seat: int) -> tuple[Event, ...]:
    """The event of the first hint in a turn. Asking again gives the same hint without another event."""
    reason = why_no_hint(table, seat)
    if reason is Reason.NOT_ALLOWED:
        assist = table.options.assist
        if assist is Assist.POINTS:
            raise NotAllowed("nothing_to_choose")
        raise NotAllowed("no_hints", assist=assist.value)
    if reason is not None:
        _refuse(reason, _SENTENCES[reason])
    assert table.round is not None
    return () if table.round.has_hint else (events.HintTaken(seat),)


# Seats.


def _seat_to_take(table: Table, asker: Asker, wanted: int | None) -> int:
    _check_before_the_match(table)
    if asker.seat is not None:
        raise NotAllowed("has_a_seat")
    if table.board is not None:
        wanted = table.board.seat_of(asker.name)
        if wanted is None:
            raise _board_for(table.board.players)
    bots_make_way = asker.is_between_matches(table)
    if wanted is None:
        return seat_for_newcomer(table, bots_make_way=bots_make_way)
    _check_seat(table, wanted)
    who = table.seats[wanted]
    if not who.is_free and not (bots_make_way and who.bot is not None):
        _refuse(Reason.SEAT_OCCUPIED, f"that seat is taken by {who.name}")
    return wanted


def _request_seat(table: Table, asker: Asker, seat: int | None) -> tuple[Event, ...]:
    """No event: a request is not part of the game. Whoever is admitted sits down with the end of the round."""
    if asker.seat is not None:
        raise NotAllowed("has_a_seat")
    if seat is None:
        return ()
    _check_match_is_running(table)
    _check_no_board(table)
    if table.repeats is not None:
        raise NotAllowed("deals_are_known")
    if asker.is_sent_away:
        raise NotAllowed("sent_away")
    if asker.is_refused:
        raise NotAllowed("ask_after_round")
    _check_seat(table, seat)
    who = table.seats[seat]
    if who.bot is None:
        _refuse(Reason.SEAT_OCCUPIED, f"that seat is taken by {who.name}")
    asked_by = asker.seats_asked_for.get(seat, asker.name)
    if asked_by != asker.name:
        raise NotAllowed("seat_asked_for", name=asked_by)
    return ()


def _answer_request(table: Table, asker: Asker, answer: commands.AnswerRequest) -> tuple[Event, ...]:
    """No event, as for a request."""
    if not asker.is_host:
        _own_seat(asker)
        if asker.host_is_here:
            raise NotAllowed("host_answers")
    _check_match_is_running(table)
    if asker.seats_asked_for.get(answer.seat) != answer.name:
        raise NotAllowed("no_such_request", name=repr(answer.name), seat=answer.seat + 1)
    return ()


def seat_for_newcomer(table: Table, *, bots_make_way: bool) -> int:
    """The seat for the next person who sits down: the lowest free one, or the lowest of a bot if bots make way.

    Raises `Refused` at a full table.
    """
    free = [seat for seat, who in enumerate(table.seats) if who.is_free]
    bots = [seat for seat, who in enumerate(table.seats) if who.bot is not None] if bots_make_way else []
    for seat in (*free, *bots):
        return seat
    return _refuse(Reason.TABLE_FULL, "every seat is taken")


def _start(table: Table, asker: Asker, dealer: Dealer) -> tuple[Event, ...]:
    _check_may_begin(asker)
    _check_before_the_match(table)
    _check_no_board(table)
    seated = tuple(bots_for_free_seats(table, table.options.bot_level, dealer.chance, names=asker.names))
    return (*seated, *dealer.start(fold(seated, table), asker.match))


def bots_for_free_seats(
    table: Table, level: str, chance: Chance, count: int | None = None, names: Iterable[str] = ()
) -> Iterator[events.SeatTaken]:
    """Bots on the highest free seats: `count` of them, or one on every free seat. None of them gets one of `names`."""
    names = _names(table, names)
    free = [seat for seat, who in enumerate(table.seats) if who.is_free]
    for seat in free if count is None else free[len(free) - count :]:
        names.append(name_for(names, chance))
        yield events.SeatTaken(seat, names[-1], level)


def bot_in_place_of(
    table: Table, seat: int, level: str, undecided: Collection[int], chance: Chance, names: Iterable[str]
) -> events.StandInSeated | events.SeatTaken:
    """A bot for a person in a match: it stands in for them, unless they are `undecided` about the match.

    Then it has the seat from now on, under a name of its own, none of `names`: a bot plays a match in somebody's name
    only if they have agreed to it.
    """
    if seat in undecided:
        return events.SeatTaken(seat, name_for(_names(table, names), chance), level)
    return events.StandInSeated(seat, level)


def _names(table: Table, others: Iterable[str]) -> list[str]:
    return [*others, *(seat.name for seat in table.seats if seat.name is not None)]


def _check_level(level: str) -> None:
    if level not in LEVEL_NAMES:
        raise NotAllowed("no_such_level", level=repr(level), levels=in_line(LEVEL_NAMES))


def _add_bot(table: Table, asker: Asker, command: commands.AddBot, dealer: Dealer) -> tuple[Event, ...]:
    _check_may_begin(asker)
    if table.stage is Stage.PLAYING:
        _check_host(asker)
    _check_seat(table, command.seat)
    _check_level(command.level)
    who = table.seats[command.seat]
    if table.stage is Stage.PLAYING and who.is_person:
        if who.stand_in is not None:
            _refuse(Reason.SEAT_OCCUPIED, f"a bot already plays for {who.name}")
        return (bot_in_place_of(table, command.seat, command.level, asker.undecided, dealer.chance, asker.names),)
    if table.stage is Stage.PLAYING:
        _refuse(Reason.ALREADY_STARTED, f"{who.name} is a bot already, and seats can change only before a match")
    _check_before_the_match(table)
    _check_no_board(table)
    if not who.is_free:
        _refuse(Reason.SEAT_OCCUPIED, f"that seat is taken by {who.name}")
    name, begins = name_for(_names(table, asker.names), dealer.chance), asker.begins_when_full
    return sit_down(table, command.seat, name, asker.match, dealer, begins_when_full=begins, bot=command.level)


def _remove_bot(table: Table, asker: Asker, seat: int) -> tuple[Event, ...]:
    _check_may_begin(asker)
    _check_seat(table, seat)
    _check_before_the_match(table)
    if table.seats[seat].bot is None:
        raise NotAllowed("no_bot_there")
    return (events.SeatLeft(seat),)


def _change_game(table: Table, asker: Asker, command: commands.ChangeGame) -> tuple[Event, ...]:
    """No event: the table goes on with the changed game, in which everybody keeps their seats."""
    _check_host(asker)
    if table.stage is not Stage.SEATING:
        _refuse(Reason.ALREADY_STARTED, "the game can change only before a match")
    _check_no_board(table)
    try:
        opened = game_changed(command, table.options)
    except RulesError as error:
        raise NotAllowed("impossible_game", option=error.option, why=error.text) from error
    people = sum(who.is_person for who in table.seats)
    if people > opened.seats:
        raise NotAllowed("too_few_seats", n=people, seats=opened.seats)
    if asker.seat is None and not opened.options.spectators:
        raise NotAllowed("host_watches")
    return ()


def _kick(table: Table, asker: Asker, seat: int) -> tuple[Event, ...]:
    """Before a match, the seat becomes free. In a match, a bot takes over the seat under the same name."""
    _check_host(asker)
    _check_seat(table, seat)
    who = table.seats[seat]
    if not who.is_person or seat == asker.seat or who.name is None:
        raise NotAllowed("remove_another")
    if table.stage is Stage.SEATING:
        return (events.SeatLeft(seat),)
    _check_match_is_running(table)
    return (events.SeatTaken(seat, who.name, table.options.bot_level),)


def _readmit(table: Table, asker: Asker, seat: int) -> tuple[Event, ...]:
    """No event: the permission is not part of the game. The table keeps it, for a while."""
    _check_host(asker)
    _check_seat(table, seat)
    if not table.seats[seat].is_person or seat == asker.seat:
        raise NotAllowed("readmit_another")
    return ()


def _hand_over(table: Table, asker: Asker, seat: int | None) -> tuple[Event, ...]:
    """No event: who is asked is not part of the game. The table keeps it."""
    if seat is None:
        return ()
    _check_host(asker)
    _check_match_is_running(table)
    _check_seat(table, seat)
    if not table.seats[seat].is_person or seat == asker.seat:
        raise NotAllowed("hand_to_another")
    _check_may_leave(table)
    return ()


def _check_may_leave(table: Table) -> None:
    if table.board is not None:
        raise NotAllowed("board_stays")


def check_other_host(named: commands.HostReady | commands.TryHost, own_key: str | None) -> None:
    """Raise `Refused` if that is this host itself, by its key: everybody would be sent round in a circle."""
    if named.key is not None and named.key == own_key:
        raise NotAllowed("this_host")


def check_host(named: commands.HostReady) -> None:
    """Raise `Refused` if that can be no host. Otherwise no event: the log ends here."""
    _link_in(named.address)
    if (named.key is not None and parse_key(named.key) is None) or not 0 < len(named.game) <= LONGEST_TEXT:
        raise NotAllowed("not_a_host")


def _check_can_be_tried(named: commands.TryHost) -> None:
    """Refuse a host that other machines cannot try. No event: nobody goes there yet."""
    link = _link_in(named.address)
    if parse_key(named.key) is None or link.key not in (None, named.key):
        raise NotAllowed("not_a_host_key")
    if all(is_this_machine(place.address.host) for place in link.endpoints):
        raise NotAllowed("not_for_others")


def _link_in(address: str) -> JoinLink:
    try:
        return parse_link(address)
    except AddressError as error:
        raise NotAllowed("unusable_link", link=error.typed, why=error.why) from error


def _seal(command: commands.Seal) -> tuple[Event, ...]:
    """No event: the seal comes into the log with the next match or deal. The table keeps it until then."""
    if not is_link(command.seal):
        raise NotAllowed("not_a_seal")
    if command.seat_key is not None and not command.seat_key.is_wellformed:
        raise NotAllowed("not_a_seat_key")
    return ()


# Talking and pausing.


def _saying(text: str) -> str:
    said = clean(text)
    if not said:
        raise NotAllowed("empty")
    if len(said) > LONGEST_SAYING:
        raise NotAllowed("too_long", length=len(said), most=LONGEST_SAYING)
    return said


def _react(table: Table, asker: Asker, reaction: str) -> tuple[Event, ...]:
    """No event: a reaction is shown, not stored."""
    _own_seat(asker)
    why_not = why_no_reaction(table)
    if why_not is not None:
        raise NotAllowed(why_not)
    if reaction not in tuple(Reaction):
        raise NotAllowed("no_such_reaction", reactions=", ".join(Reaction))
    return ()


def _pause(table: Table, asker: Asker, *, pauses: bool) -> tuple[Event, ...]:
    _check_host(asker)
    _check_match_is_running(table)
    if table.paused == pauses:
        _refuse(*((Reason.PAUSED, "play is paused already") if pauses else (Reason.NOT_PAUSED, "play is not paused")))
    return (events.Paused(asker.seat) if pauses else events.Resumed(asker.seat),)
