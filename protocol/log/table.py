"""The table, and the one fold that rebuilds it from its log.

Here: `Table` and `evolve(table, event)`, for full sight (the daemon, a record) and for partial sight (a seat, a
spectator, a bot). A hidden tile is a value, so the fold need not know who is looking. It never checks and never fails.
Not here: whether an event is possible (`sanity`) or correct (`audit`), and whether a command is allowed (`choices`, the
daemon's `decide`).
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache
from typing import TypeVar, assert_never

from attrs import evolve as changed

from protocol.frozen import frozen
from protocol.game.layout import Layout
from protocol.game.presets import DEFAULT_PRESET, PRESETS, make_rules
from protocol.game.rules import Rules
from protocol.game.tiles import Hand, Tile, without
from protocol.log import events

E = TypeVar("E")


class Stage(StrEnum):
    """The stage of a game: players are taking seats, the match is running, or it has ended."""

    SEATING = "seating"
    PLAYING = "playing"
    OVER = "over"


def seat_named(seat: int) -> str:
    """`seat 1` for seat 0: people count seats from 1, logs and the wire from 0."""
    return f"seat {seat + 1}"


@frozen
class FormerPlayer:
    """A bot whose seat a person took in a match. `until`: the last round that it played."""

    name: str
    bot: str
    until: int


@frozen
class Seat:
    """A seat and its player. `name` is None if the seat is free; `bot` is the level of a bot, or None for a person.

    `stand_in` is the level of the bot that plays for a person who is away. `former`: the bots that had the seat earlier
    in the match, until a person took it.
    """

    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    former: tuple[FormerPlayer, ...] = ()

    @property
    def is_free(self) -> bool:
        """Whether nobody has this seat."""
        return self.name is None

    @property
    def is_person(self) -> bool:
        """Whether a person has this seat, connected or away."""
        return self.name is not None and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The level of the bot that plays for this seat now, or None if a person does."""
        return self.bot or self.stand_in

    @property
    def joined(self) -> int:
        """After which round of the match its person sat down; 0 for who has begun it."""
        return self.former[-1].until if self.former else 0

    def former_in(self, round_: int) -> FormerPlayer | None:
        """The bot that played this seat in that round, and has it no more; None if the player of now did."""
        return next((player for player in self.former if round_ <= player.until), None)


@frozen
class Round:
    """A round: the hands and the boneyard, which may contain hidden tiles, the layout, and whose turn it is.

    `knocks`: how many since the last tile was laid. `has_drawn`, `has_hint`: the seat in turn has already drawn, or
    taken a hint. `drawn`: every tile drawn in this round, in order. `first_out`: the first seat without tiles.
    `ended`: None while the round is running.
    """

    number: int
    hands: tuple[Hand, ...]
    boneyard: Hand
    leader: int
    chosen_by: Tile | None
    lead: Tile | None
    layout: Layout
    turn: int
    knocks: int = 0
    has_drawn: bool = False
    has_hint: bool = False
    drawn: Hand = ()
    first_out: int | None = None
    ended: events.HowRoundEnded | None = None

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise that holds tiles, or `seat` itself if no other does."""
        return _seat_after(self.hands, seat)


def _seat_after(hands: tuple[Hand, ...], seat: int) -> int:
    seats = len(hands)
    for step in range(1, seats):
        following = (seat + step) % seats
        if hands[following]:
            return following
    return seat


@frozen
class Table:
    """A table and its game, as far as its log has been read.

    `scores` are by side. `next_double`: the number of the double that should lead next (`double_cycle`, RULES.md 1.15).
    `repeats`: the id of the game whose deals this one repeats, all or some of them, None for other games. Its players
    know them, so it counts nowhere.
    `board`: what the game counts for in a league, or None.
    """

    preset: str
    rules: Rules
    options: events.TableOptions
    seats: tuple[Seat, ...]
    stage: Stage
    match: int
    paused: bool
    scores: tuple[int, ...]
    round: Round | None
    next_double: int
    won_by: tuple[int, ...]
    won_how: events.HowMatchWon | None
    repeats: str | None = None
    board: events.Board | None = None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, or None while no round is running."""
        if self.round is None or self.round.ended is not None or self.stage is not Stage.PLAYING:
            return None
        return self.round.turn

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.is_free for seat in self.seats)

    def side_of(self, seat: int) -> int:
        """The side that this seat plays for."""
        return self.rules.side_of(seat)

    def score_of(self, seat: int) -> int:
        """The score of this seat's side."""
        return self.scores[self.rules.side_of(seat)]


def opened_table(event: events.TableOpened) -> Table:
    """The table right after it was opened."""
    return Table(
        preset=event.preset,
        rules=event.rules,
        options=event.options,
        seats=(Seat(),) * event.seats,
        stage=Stage.SEATING,
        match=0,
        paused=False,
        scores=(0,) * event.rules.sides(event.seats),
        round=None,
        next_double=event.rules.max_pip,
        won_by=(),
        won_how=None,
        board=event.board,
    )


@cache
def empty_table() -> Table:
    """The table before any event: the default game, with all seats free."""
    preset = PRESETS[DEFAULT_PRESET]
    rules, seats = make_rules(preset)
    return opened_table(events.TableOpened(preset.name, rules, seats, events.TableOptions()))


def fold(log: Iterable[events.Event], table: Table | None = None) -> Table:
    """The table after these events: a log from its beginning, or the continuation of the log of `table`."""
    table = empty_table() if table is None else table
    for event in log:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: events.Event) -> Table:
    """The table after this event. The most common events come first, because `match` tries its cases in order."""
    match event:
        case events.TilePlayed():
            return _with_step(table, _tile_played, event)
        case events.Scored():
            return _with_round(table, table.round, _with_points(table.scores, table.side_of(event.seat), event.awarded))
        case events.Knocked():
            return _with_step(table, _knocked, event)
        case events.TileDrawn():
            return _with_step(table, _tile_drawn, event)
        case events.RoundDealt():
            return _round_dealt(table, event)
        case events.RoundEnded():
            return _round_ended(table, event)
        case events.Said():
            return table
        case events.StandInSeated():
            return _with_seat(table, event.seat, changed(table.seats[event.seat], stand_in=event.level))
        case events.PlayerReturned():
            return _with_seat(table, event.seat, changed(table.seats[event.seat], stand_in=None))
        case events.HintTaken():
            return _with_step(table, _hint_taken, event)
        case events.Paused():
            return changed(table, paused=True)
        case events.Resumed():
            return changed(table, paused=False)
        case events.HostChanged():
            return table
        case events.PlayedOn():
            return _played_on(table, event)
        case events.MatchWon():
            return changed(table, stage=Stage.OVER, scores=event.scores, won_by=event.sides, won_how=event.how)
        case events.MatchAbandoned():
            return changed(table, stage=Stage.OVER, paused=False, scores=event.scores)
        case events.MatchStarted():
            return changed(table, stage=Stage.PLAYING, match=event.match, repeats=event.repeats)
        case events.SeatTaken():
            return _with_player(table, event)
        case events.SeatLeft():
            return _with_seat(table, event.seat, Seat())
        case events.TableOpened():
            return opened_table(event)
        case _:
            assert_never(event)


def _with_points(scores: tuple[int, ...], side: int, points: int) -> tuple[int, ...]:
    return (*scores[:side], scores[side] + points, *scores[side + 1 :])


def _with_seat(table: Table, seat: int, who: Seat) -> Table:
    return changed(table, seats=(*table.seats[:seat], who, *table.seats[seat + 1 :]))


def _with_player(table: Table, event: events.SeatTaken) -> Table:
    who = table.seats[event.seat]
    former = who.former
    if event.bot is None and who.bot is not None and table.stage is Stage.PLAYING and table.round is not None:
        former = (*former, FormerPlayer(who.name or "", who.bot, table.round.number))
    return _with_seat(table, event.seat, Seat(event.name, event.bot, former=former))


def _played_on(table: Table, event: events.PlayedOn) -> Table:
    pairs = zip(event.names, table.seats, strict=False)
    seats = tuple(
        Seat(name) if nth == event.seat else Seat(name, who.bot or event.level) for nth, (name, who) in enumerate(pairs)
    )
    return changed(table, seats=seats, paused=False, repeats=event.game)


def _with_step(table: Table, step: Callable[[Round, E], Round], event: E) -> Table:
    return table if table.round is None else _with_round(table, step(table.round, event), table.scores)


def _with_round(table: Table, round_: Round | None, scores: tuple[int, ...], next_double: int | None = None) -> Table:
    """The table with this round, these scores and, if it is given, this `next_double`.

    This and `_after` list every field, because `changed` takes two and a half times as long, and nearly every event of
    a game comes through here. They pass them by position, because a class takes keywords as a dict, which would cost a
    twentieth of the event loop's work for a move; the tests compare each step with `changed`.
    """
    return Table(
        table.preset,
        table.rules,
        table.options,
        table.seats,
        table.stage,
        table.match,
        table.paused,
        scores,
        round_,
        table.next_double if next_double is None else next_double,
        table.won_by,
        table.won_how,
        table.repeats,
        table.board,
    )


def _after(
    before: Round, hands: tuple[Hand, ...], layout: Layout, knocks: int, first_out: int | None, turn: int
) -> Round:
    """The round after the turn has passed to the next seat."""
    return Round(
        before.number,
        hands,
        before.boneyard,
        before.leader,
        before.chosen_by,
        before.lead,
        layout,
        turn,
        knocks,
        False,  # has_drawn
        False,  # has_hint
        before.drawn,
        first_out,
        before.ended,
    )


def _tile_played(round_: Round, event: events.TilePlayed) -> Round:
    seat, hands = event.seat, round_.hands
    left = without(hands[seat], event.tile)
    hands = (*hands[:seat], left, *hands[seat + 1 :])
    first_out = seat if not left and round_.first_out is None else round_.first_out
    layout = round_.layout.lay(event.tile, event.arm)
    return _after(round_, hands, layout, 0, first_out, _seat_after(hands, seat))


def _knocked(round_: Round, event: events.Knocked) -> Round:
    turn = _seat_after(round_.hands, event.seat)
    return _after(round_, round_.hands, round_.layout, round_.knocks + 1, round_.first_out, turn)


def _hint_taken(round_: Round, _event: events.HintTaken) -> Round:
    return changed(round_, has_hint=True)


def _tile_drawn(round_: Round, event: events.TileDrawn) -> Round:
    seat, hands = event.seat, round_.hands
    return changed(
        round_,
        hands=(*hands[:seat], (*hands[seat], event.tile), *hands[seat + 1 :]),
        boneyard=round_.boneyard[1:],
        drawn=(*round_.drawn, event.tile),
        has_drawn=True,
    )


def _round_dealt(table: Table, event: events.RoundDealt) -> Table:
    chosen_by = event.chosen_by
    round_ = Round(
        number=event.round,
        hands=event.hands,
        boneyard=event.boneyard,
        leader=event.leader,
        chosen_by=chosen_by,
        lead=event.lead,
        layout=Layout(table.rules.spinning),
        turn=event.leader,
    )
    next_double = None
    if chosen_by is not None and chosen_by.is_double:
        # The cycle continues from the double that chose the leader, whichever tile is then led (RULES.md 1.15).
        next_double = (chosen_by.high - 1) % (table.rules.max_pip + 1)
    return _with_round(table, round_, table.scores, next_double)


def _round_ended(table: Table, event: events.RoundEnded) -> Table:
    if table.round is None:
        return table
    over = changed(table.round, ended=event.how, hands=event.hands, boneyard=event.boneyard, drawn=event.drawn)
    scores = table.scores if event.winner is None else _with_points(table.scores, event.winner, event.pips)
    return _with_round(table, over, scores)
