"""A league of any size comes in messages of a size that clients take (WIRE.md, "`league`")."""

from attrs import evolve

from protocol.league.calendar import round_robin
from protocol.league.league import LONGEST_LEAGUE_NAME, League, Team
from protocol.league.lineup import boards_of
from protocol.league.results import EndedBoard, Result
from protocol.names import LONGEST_NAME
from protocol.wire.codec import decode_from_daemon, encode_from_daemon
from protocol.wire.league_parts import LeagueParts, parts_of
from protocol.wire.messages import LONGEST_FROM_DAEMON, LeagueGames

AT = "2026-11-26T19:53:05.426Z"


def longest(nth: int) -> str:
    """A name as long as a name may be, of characters that take three bytes."""
    return f"{nth:03}".ljust(LONGEST_NAME, "\u4e94")


def season(persons: int) -> LeagueGames:
    """A season in which each person has met each other twice, and every board was ended by the host once."""
    names = [longest(nth) for nth in range(persons)]
    league = League(
        name="\u4e94" * LONGEST_LEAGUE_NAME,
        teams=tuple(Team(name, (name,)) for name in names),
        fixtures=round_robin(names, twice=True),
    )
    boards = [boards_of(league, fixture)[0] for fixture in league.fixtures]
    return LeagueGames(
        league,
        tuple(Result(f"game-{nth}", AT, board, (61, 40), (0,)) for nth, board in enumerate(boards)),
        ended=tuple(EndedBoard(f"ended-{nth}", AT, board, (8, 7)) for nth, board in enumerate(boards)),
    )


def together(parts: tuple[LeagueGames, ...]) -> LeagueGames | None:
    taken, whole = LeagueParts(), None
    for part in parts:
        assert whole is None, "nothing is whole before its last part"
        whole = taken.take(part)
    return whole


def test_a_season_of_2550_boards_comes_in_lines_that_clients_read_and_is_whole_again() -> None:
    whole = season(51)
    lines = [encode_from_daemon(part) for part in parts_of(whole)]

    assert len(whole.results) == 2550
    assert max(map(len, lines)) <= LONGEST_FROM_DAEMON
    read = tuple(decode_from_daemon(line) for line in lines)
    assert together(tuple(part for part in read if isinstance(part, LeagueGames))) == whole


def test_a_small_league_and_one_that_is_none_are_one_message() -> None:
    small, none = season(3), LeagueGames(detail="this host has no league")

    assert parts_of(small) == (small,)
    assert parts_of(none) == (none,)
    assert (together((small,)), together((none,))) == (small, none)


def test_another_answer_begins_anew() -> None:
    first, *_ = parts_of(season(30))

    assert first.more
    assert together((first, *parts_of(season(3)))) == season(3)
    assert together((first, LeagueGames(detail="no league"))) == LeagueGames(detail="no league")


def test_a_host_that_never_ends_is_not_read_for_ever() -> None:
    parts, endless = LeagueParts(), LeagueGames(more=True)
    parts.take(evolve(season(3), more=True))

    assert any(parts.take(endless) is not None for _ in range(1000))
