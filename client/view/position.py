"""A position as one seat saw it, in a few words: enough to build its table again.

Here: `Position`, taken from the entries of a game or written by hand, and the table it stands for. A position may come
from a file or a browser, so building checks everything. Pure. Not here: storing positions (`store.saved_practice`).

A move is a word in the players' notation: `6-4l` for a play and the first letter of its arm, `k` for a knock, `d` for a
drawn tile that nobody else sees, `d5-1` for one's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import attrs
from attrs import field

from client.view.view import View
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import Rules
from protocol.game.table_options import Assist
from protocol.game.tiles import HIDDEN, NotATileError, Tile, known_tiles, parse_tile, set_of_tiles
from protocol.log.choices import Play, arms_of, worth
from protocol.log.events import (
    Entry,
    Event,
    Knocked,
    MatchStarted,
    MoveEvent,
    RoundDealt,
    Scored,
    SeatTaken,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, empty_table, evolve, fold

_ARMS: Final = {arm.value[0]: arm for arm in Arm}
_KNOCK, _DRAW = "k", "d"
MOST_MOVES: Final = 300
MOST_SCORE: Final = 100_000


class PositionError(Exception):
    """These words are no position that the rules allow."""


@define(frozen=True, slots=False)
class Position:
    """A position in which `seat` is in turn.

    `house`: house rules by name, as they are spelled. `players`: each seat's name and level, None for a person.
    `dealt`: the number of tiles that each seat was dealt; `hand`: those of `seat`. `lead`: the tile that had to be led,
    if there was one. `moves`: those of the round so far. `scores`: by side, before the round. `assist`: the help that
    is shown.
    """

    preset: str
    players: tuple[tuple[str, str | None], ...]
    hand: tuple[Tile, ...]
    moves: tuple[str, ...] = ()
    seat: int = 0
    leader: int = 0
    scores: tuple[int, ...] = ()
    dealt: tuple[int, ...] = ()
    boneyard: int = 0
    round: int = 1
    lead: Tile | None = None
    house: Mapping[str, Spelling] = field(factory=dict)
    assist: Assist = Assist.POINTS

    def view(self, *, is_drawn: bool) -> View:
        """The table as this seat sees it. Raises `PositionError`."""
        return View(self.table, self.seat, is_drawn=is_drawn)

    @property
    def table(self) -> Table:
        """The table. Raises `PositionError`."""
        return self._built[0]

    @property
    def history(self) -> tuple[tuple[Table, MoveEvent], ...]:
        """The moves, each with the table before it. Raises `PositionError`."""
        return self._built[1]

    @property
    def recent(self) -> frozenset[Tile]:
        """The tiles that were played since this seat's last move."""
        since: list[Tile] = []
        for _, move in self.history:
            if move.seat == self.seat:
                since.clear()
            elif isinstance(move, TilePlayed):
                since.append(move.tile)
        return frozenset(since)

    @cached_property
    def _built(self) -> tuple[Table, tuple[tuple[Table, MoveEvent], ...]]:
        table, history = self._dealt_table(), list[tuple[Table, MoveEvent]]()
        for word in self.moves:
            move = _read_move(table, word, self.seat)
            history.append((table, move))
            table = after_move(table, move)
        if table.turn != self.seat:
            raise PositionError("it is another seat's turn")
        return table, tuple(history)

    def _dealt_table(self) -> Table:
        *opening, deal = self._opening()
        table = fold(opening)
        return evolve(attrs.evolve(table, scores=self.scores or table.scores), deal)

    def _opening(self) -> Iterator[Event]:
        """The events up to the deal."""
        seats = len(self.players)
        try:
            rules, _ = make_rules(preset_named(self.preset), self.house, seats)
        except RulesError as error:
            raise PositionError(str(error)) from error
        self._check(rules, seats)
        yield TableOpened(self.preset, rules, seats, TableOptions(assist=self.assist))
        for seat, (name, bot) in enumerate(self.players):
            yield SeatTaken(seat, name, bot)
        yield MatchStarted(1)
        dealt = self.dealt or (len(self.hand),) * seats
        hands = tuple(self.hand if seat == self.seat else (HIDDEN,) * many for seat, many in enumerate(dealt))
        yield RoundDealt(self.round, hands, (HIDDEN,) * self.boneyard, self.leader, None, self.lead)

    def _check(self, rules: Rules, seats: int) -> None:
        tiles = set_of_tiles(rules.max_pip)
        numbers = (*self.dealt, self.boneyard)
        is_possible = (
            0 <= self.seat < seats
            and 0 <= self.leader < seats
            and len(self.dealt) in (0, seats)
            and len(self.scores) in (0, rules.sides(seats))
            and all(0 <= score <= MOST_SCORE for score in self.scores)
            and min(numbers) >= 0
            and sum(numbers) <= len(tiles)
            and len(set(self.hand)) == len(self.hand)
            and set(self.hand) <= set(tiles)
            and len(self.moves) <= MOST_MOVES
        )
        if not is_possible:
            raise PositionError("no round is dealt like that")


def after_move(table: Table, move: MoveEvent) -> Table:
    """The table after this move and its points; whether it ends the round or the match is left open."""
    after = evolve(table, move)
    if not isinstance(move, TilePlayed):
        return after
    earned = worth(table, move.seat, Play(move.tile, move.arm))
    kinds = earned.play, earned.knocks, earned.chip_out
    return evolve(after, Scored(move.seat, earned.end_sum, *kinds, earned.awarded)) if earned.offered else after


def _read_move(table: Table, word: str, own: int) -> MoveEvent:
    seat = table.turn
    if seat is None or table.round is None:
        raise PositionError("nobody is in turn")
    try:
        if word == _KNOCK:
            return Knocked(seat)
        if word.startswith(_DRAW):
            return TileDrawn(seat, parse_tile(word[1:]) if word[1:] else HIDDEN)
        tile, arm = parse_tile(word[:-1]), _ARMS[word[-1:]]
    except (NotATileError, KeyError):
        raise PositionError(f"{word!r} is no move") from None
    arms = arms_of(table, seat, tile) if seat == own else table.round.layout.arms_for(tile)
    if tile in table.round.layout.tiles or arm not in arms:
        raise PositionError(f"{word} does not fit")
    return TilePlayed(seat, tile, arm)


def move_word(move: MoveEvent) -> str:
    """The word for a move."""
    match move:
        case TilePlayed():
            return play_word(Play(move.tile, move.arm))
        case TileDrawn():
            return _DRAW if move.tile is HIDDEN else f"{_DRAW}{move.tile}"
        case Knocked():
            return _KNOCK


def play_word(play: Play) -> str:
    """`6-4l`."""
    return f"{play.tile}{play.arm.value[0]}"


def read_play(word: str) -> Play:
    """The play in such a word. Raises `PositionError`."""
    try:
        return Play(parse_tile(word[:-1]), _ARMS[word[-1:]])
    except (NotATileError, KeyError):
        raise PositionError(f"{word!r} is no play") from None


def position_before(entries: Sequence[Entry], seq: int, seat: int, house: Mapping[str, Spelling]) -> Position:
    """The position before entry `seq`, as this seat saw it; `house`: how the rules differ from the game's own.

    Raises `PositionError` if the seat's hand is hidden, or there is no round.
    """
    table, deal, moves, scores = empty_table(), None, list[str](), tuple[int, ...]()
    for entry in entries[: seq - 1]:
        event = see(entry.event, Viewer(seat)).event
        table = evolve(table, event)
        if isinstance(event, RoundDealt):
            deal, moves, scores = event, [], table.scores
        elif isinstance(event, MoveEvent):
            moves.append(move_word(event))
    if deal is None or HIDDEN in deal.hands[seat]:
        raise PositionError("the hand is not known")
    position = Position(
        table.preset,
        tuple((sits.name or "", sits.played_by) for sits in table.seats),
        known_tiles(deal.hands[seat]),
        tuple(moves),
        seat,
        deal.leader,
        scores,
        tuple(len(hand) for hand in deal.hands),
        len(deal.boneyard),
        deal.round,
        deal.lead,
        house,
    )
    if position.table.scores != table.scores:
        raise PositionError("its points do not follow from its moves")
    return position
