"""The league of this host: its fixtures, opened as tables for each pairing.

Here: the league in the file, the results in the journal, and opening the boards of a fixture. Not here: which board
waits for a player (`boards`), what follows from results (`protocol.league.season`), who plays whom
(`protocol.league.lineup`), what is allowed at a board (`decide`).

Everything about a night is in the log: a board's first entry says what it counts for and who plays there.
"""

import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from typing import Final

import trio
from attrs import evolve

from daemon.dealer import Dealer, chance_of_board
from daemon.game_log import time_of_day
from daemon.house.boards import board_names
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.house.house_tables import HouseTables
from daemon.house.playing_on import Beginning
from daemon.journal.interface import DamagedError, GameInfo, GameOpened, StoreError
from daemon.table.accepted_commands import facts_to_send
from daemon.table.game_change import forget_replaced
from daemon.table.live_table import LiveTable
from daemon.table.openings import board_opening
from daemon.table.table_state import Services
from daemon.table.tokens import new_secret
from protocol.clean import brief, clean, shortened
from protocol.frozen import frozen
from protocol.game.levels import LEVEL_NAMES
from protocol.game.presets import make_rules, preset_named
from protocol.game.table_options import DEALS
from protocol.league.league import Fixture, League
from protocol.league.league_faults import FAULTS
from protocol.league.league_file import MOST_BOARDS, LeagueError, read_league
from protocol.league.lineup import boards_of, substituted
from protocol.league.results import EndedBoard, Result, ended_in, with_players
from protocol.league.season import Season, is_to_play, season_of
from protocol.log.events import Board, StandInSeated, TableOpened, TableOptions
from protocol.log.not_allowed import NotAllowed
from protocol.log.operator_commands import Substitute
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Stage, fold
from protocol.names import LONGEST_NAME, checked_name, comparison_key
from protocol.sentences import Said, is_sendable
from protocol.wire.codec import ViewerLine, encode_from_daemon
from protocol.wire.league_parts import parts_of
from protocol.wire.limits import LONGEST_SENTENCE
from protocol.wire.messages import Farewell, LeagueGames

ReadText = Callable[[], Awaitable[str | None]]
"""Reads the file. Raises `LeagueError` if it cannot be read."""
LONGEST_KEPT: Final = 1.0
"""Seconds for which an answer is given again: any number of browsers may ask."""
NO_LEAGUE: Final = FAULTS("no_league")

log = logging.getLogger("fivesd.house")


async def no_league() -> None:
    """There is no file of a league."""


class LeagueNight:
    """The league of a host. `read_text` returns the text of its file as it is now, or None if there is none."""

    def __init__(self, services: Services, tables: HouseTables, guests: GuestsAtTables, read_text: ReadText) -> None:
        self.name: str | None = None
        """The league's name, as far as the file has been read."""
        self._tables = tables
        self._guests = guests
        self._journal = services.journal
        self._chance = services.chance
        self._read_text = read_text
        self._outcomes: dict[str, Result | EndedBoard | None] = {}
        """By finished game, what came of it if it is of any league: a finished game never changes."""
        self._opening = trio.Lock()
        self._answering = trio.Lock()
        self._answer: tuple[ViewerLine, ...] = ()
        self._answered_at = -math.inf

    # What the file and the journal say.

    async def answer(self) -> tuple[ViewerLine, ...]:
        """The lines that have the league and the results that count for it, or why there is none.

        They are at most a second old.
        """
        async with self._answering:
            if trio.current_time() >= self._answered_at + LONGEST_KEPT:
                self._answer = tuple(map(encode_from_daemon, parts_of(await self._games())))
                self._answered_at = trio.current_time()
            return self._answer

    async def _games(self) -> LeagueGames:
        try:
            league = await self.league()
            season = await self._season(league)
            ended = sorted((each for now in season.fixtures for each in now.ended), key=lambda each: each.at)
            return LeagueGames(league, season.results, ended=tuple(ended[-MOST_BOARDS:]))
        except LeagueError as error:
            return _none_because(error.said)
        except StoreError:
            return _none_because(FAULTS("no_results"))

    async def look(self) -> None:
        """Read the file at the start, and log what is wrong with it."""
        try:
            self._tidy(await self.league())
        except LeagueError as error:
            if error.said != NO_LEAGUE:
                log.warning("there is no league: %s", clean(str(error)))

    async def league(self) -> League:
        """The league in the file, as it is now. Raises `LeagueError`."""
        try:
            text = await self._read_text()
            if text is None:
                raise LeagueError(NO_LEAGUE)
            league = read_league(text)
        except LeagueError:
            self.name = None
            raise
        self.name = league.name
        return league

    async def _season(self, league: League) -> Season:
        """The season of this league, with the results that count for it. Raises `StoreError`."""
        finished = await self._journal.finished()
        new = finished - self._outcomes.keys()
        infos = await self._journal.games(new) if new else []
        of_boards = [info.game for info in infos if info.opened.board is not None]
        have_stand_ins = await self._journal.games_with(StandInSeated, of_boards) if of_boards else set()
        for info in infos:
            self._outcomes[info.game] = await self._outcome(info, have_stand_ins)
        found = [outcome for game, outcome in self._outcomes.items() if game in finished]
        results = (outcome for outcome in found if isinstance(outcome, Result))
        return season_of(league, results, (outcome for outcome in found if isinstance(outcome, EndedBoard)))

    async def _outcome(self, info: GameInfo, have_stand_ins: Set[str]) -> Result | EndedBoard | None:
        """What came of a finished game, if it is of any league. One that cannot be read was played by people.

        Without a stand-in, the summary of a game says all that counts.
        """
        board = info.opened.board
        if board is None:
            return None
        result = Result(info.game, info.at, board, info.scores, info.won_by)
        if info.won_by and info.game not in have_stand_ins:
            return result
        try:
            entries = (await self._journal.read(info.game)).entries
        except (StoreError, DamagedError):
            entries = ()
        if not info.won_by:
            return ended_in(info.game, board, entries) or EndedBoard(info.game, info.last_at, board, info.scores)
        return with_players(result, entries) if entries else result

    # Opening a fixture.

    async def open(self, number: int, substitutes: Sequence[Substitute]) -> None:
        """Open the boards of a fixture that have not been played, and lead those who are here. Raises `Refused`.

        Boards that are open stay, unless a substitute is to play at one that has not begun.
        """
        async with self._opening:
            try:
                league = await self.league()
                fixture = _fixture_to_play(league, number)
                season = await self._season(league)
                played = [result.board for result in season.results if _is_of(fixture, result)]
                decided = {*(board.number for board in played), *(award.board for award in fixture.awarded)}
                self._tidy(league)
                night = _Night(league, *_substitutes(league, substitutes), _players_at(*played))
                for board in boards_of(league, fixture):
                    if board.number not in decided:
                        await self._open_board(night, board)
            except LeagueError as error:
                raise _no_league(error) from error
            except StoreError as error:
                raise Refused(Reason.STORE_FAILED, self._journal.trouble.reason) from error
        home = self._tables.home_table
        for guest in () if home is None or home.stage is Stage.PLAYING else home.guests:
            self._tables.boards.lead_on(guest)

    def _tidy(self, league: League) -> None:
        """Close the boards that everybody has left and that have been played, or are not to be played any more."""
        for table in self._tables.boards:
            if table.is_over and table.is_deserted:
                self._tables.clear_away(table)  # who comes back finds the game again
        for table in self._tables.boards:
            if table.board is not None and not table.guests and not is_to_play(league, table.board):
                self._tables.put_away(table)

    async def _open_board(self, night: "_Night", board: Board) -> None:
        """Open this board, or one with substitutes in place of the open one, unless that is as it is to be."""
        old = self._open_table(board)
        before = board if old is None or old.board is None else old.board
        wanted = substituted(before, night.names)
        if old is not None and (wanted == before or old.stage is Stage.PLAYING):
            return
        if len(_players_at(wanted)) < len(wanted.players):
            raise NotAllowed("two_seats", board=board.number)
        guests = () if old is None else self._tables.put_away(old)
        if guests is None:
            raise Refused(Reason.ALREADY_STARTED, f"board {board.number} is just beginning; try again")
        opened = _opening_of(night.league, wanted, self._tables.home.options)
        secret = self._secret_for(wanted, old, night.have_played)
        new = await self._begin(opened, night.levels, secret, None if old is None else old.game)
        for guest in guests:
            if new.expects(guest.name):
                self._guests.lead(guest, new)
            else:
                guest.dismiss(Farewell.NO_SUCH_TABLE, "somebody else plays at this board")
        if old is not None:
            await forget_replaced(self._journal, old.name, old.game)

    async def _begin(
        self, opened: TableOpened, levels: Mapping[str, str], secret: str, instead_of: str | None
    ) -> LiveTable:
        """Open a table for a board, with the password of the host's own. Raises `StoreError`.

        `levels`: those of its players who are bots, by name. `secret`: the deals of the boards that share it are the
        same. `instead_of`: the game that this one replaces.
        """
        board, home = opened.board, self._tables.home_table
        assert board is not None
        dealer = Dealer(chance_of_board(fold([opened]), secret) or self._chance)
        password = None if home is None else home.password
        private = GameOpened("", time_of_day(), password, instead_of=instead_of, secret=secret)
        begun = Beginning(board_opening(opened, levels, dealer))
        table = await self._tables.begin(begun, private, *board_names(board))
        log.info("table %s is open, board %d of fixture %d", table.name, board.number, board.fixture)
        return table

    def _secret_for(self, board: Board, old: LiveTable | None, have_played: Set[str]) -> str:
        """The secret of other boards, if this one is to have the same deals and none of its players meets them again.

        A board that takes the place of an old one keeps its deals, unless a substitute may know them.
        """
        new = _players_at(board)
        if old is not None and old.board is not None:
            new -= _players_at(old.board)
        if not board.duplicate or not have_played.isdisjoint(new):
            return new_secret()
        others = [(table.secret, at) for table in self._tables.boards if (at := table.board) and _is_like(at, board)]
        secrets = [secret for secret, _ in others] if old is None else [old.secret]
        for secret in secrets:
            if new.isdisjoint(_players_at(*(at for its_secret, at in others if its_secret == secret))):
                return secret
        return new_secret()

    def _open_table(self, board: Board) -> LiveTable | None:
        """The table of this board that is not over, or None."""
        for table in self._tables.boards:
            at = table.board
            if at is not None and not table.is_over and _place(at) == _place(board):
                return table
        return None


@frozen
class _Night:
    """A fixture that is being opened: substitutes by player, the levels of bots by name, and who has played in it."""

    league: League
    names: dict[str, str]
    levels: dict[str, str]
    have_played: Set[str]


def _players_at(*boards: Board) -> set[str]:
    """The players of these boards, as names are compared."""
    return {comparison_key(player) for board in boards for player in board.players}


def _place(board: Board) -> tuple[str, int, int]:
    return board.league, board.fixture, board.number


def _is_like(one: Board, other: Board) -> bool:
    """Whether boards can have the same deals: they are of one fixture, and as many play there."""
    return (one.league, one.fixture, len(one.players)) == (other.league, other.fixture, len(other.players))


def _is_of(fixture: Fixture, result: Result) -> bool:
    return result.board.fixture == fixture.number


def _no_league(error: LeagueError) -> NotAllowed:
    return NotAllowed("no_league" if error.said == NO_LEAGUE else "league_file", why=error.said)


def _none_because(why: Said) -> LeagueGames:
    """The answer of a host without a league."""
    detail = shortened(clean(str(why)), LONGEST_SENTENCE)
    if isinstance(why, str) or not is_sendable(why.facts):
        return LeagueGames(detail=detail)
    return LeagueGames(detail=detail, code=why.key, facts=facts_to_send(why.facts))


def _fixture_to_play(league: League, number: int) -> Fixture:
    fixture = league.fixture(number)
    if fixture is None:
        raise NotAllowed("no_such_fixture", fixture=number)
    if fixture.walkover is not None:
        raise NotAllowed("walkover", fixture=number, team=fixture.walkover)
    for team in filter(league.has_withdrawn, fixture.teams):
        raise NotAllowed("withdrawn", fixture=number, team=team)
    return fixture


def _substitutes(league: League, given: Sequence[Substitute]) -> tuple[dict[str, str], dict[str, str]]:
    """The names of substitutes by player, and the levels of bots by name. Raises `Refused`.

    A bot that is a substitute has a name of its own, such as `Ben bot`.
    """
    levels = {name: team.bots for team, name in league.players if team.bots is not None}
    names: dict[str, str] = {}
    for substitute in given:
        name, fault = checked_name(substitute.by)
        if fault is not None:
            raise NotAllowed("cannot_substitute", name=brief(substitute.by), why=fault)
        if name in LEVEL_NAMES:
            level, name = name, f"{substitute.player[: LONGEST_NAME - 4]} bot"
            levels[name] = level
        names[substitute.player] = name
    return names, levels


def _opening_of(league: League, board: Board, options: TableOptions) -> TableOpened:
    """The first event of a board, which is run like the host's own table. Its rules have been checked with the file."""
    seats = len(board.players)
    rules, _ = make_rules(preset_named(league.game_for(seats)), league.rules_for(seats), seats)
    deals = "host" if board.duplicate else options.deals or DEALS.default
    return TableOpened(league.game_for(seats), rules, seats, evolve(options, deals=deals), board)
