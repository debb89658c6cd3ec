"""The player's games and records in words: a line for each of them in a list, and the totals.

Not here: the games (`store.my_games`), the lists (`screen.games_window`, `lines.games_lines`, `web.games_windows`).
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from client.replay.replay_words import moment, outcome, players
from client.store.my_games import MyGame, Total, Totals, UnfinishedGame, side_of
from client.store.saved_games import FinishedGame, Result
from client.store.saved_records import SavedRecord
from client.words.catalogue.row import Person
from client.words.english import in_line, listed
from client.words.name_words import game_title, shown
from client.words.number_words import with_fraction
from client.words.option_words import level_in_words
from client.words.say import Who, say
from protocol.shared.quoting import command_of


def finished_game(game: FinishedGame) -> str:
    """`2026-01-02 03:04, All Fives with Ben and Cho (club): you won 61 to 40 to 12`."""
    line = result_line(game.result, moment(game.result.at))
    return line if game.record is not None else say("games.record_deleted", result=line)


def result_line(result: Result, at: str) -> str:
    """The line of a finished game, without a word about its record. `at`: when it ended, as it is shown."""
    game, others, ended = game_title(result.preset), with_whom(result), outcome_of(result)
    if result.repeats:
        return say("games.result_not_counted", moment=at, game=game, others=others, outcome=ended)
    key = "games.result_left_to_bot" if result.left_to_bots else "games.result"
    if result.seat in result.newcomers:
        key = "games.result_joined"
    return say(key, moment=at, game=game, others=others, outcome=ended)


def with_whom(result: Result, *, is_first: bool = False) -> str:
    """`with Ben and Cho (club)`, `alone`, `watched, Ann and Ben`; `is_first`: with a capital letter."""
    others = [_name(result, seat) for seat in range(len(result.players)) if seat != result.seat]
    if not others:
        return say("games.alone_first" if is_first else "games.alone")
    if result.seat is None:
        return say("games.watched_first" if is_first else "games.watched", players=listed(others))
    return say("games.with_first" if is_first else "games.with", players=listed(others))


def _name(result: Result, seat: int) -> str:
    name = _player(result, seat)
    level = result.bots[seat] if seat < len(result.bots) else None
    return name if level is None else say("games.bot", player=name, level=level_in_words(level))


def _player(result: Result, seat: int, *, is_first: bool = False) -> str:
    name = shown(result.players[seat])
    return name or say("name.seat_first" if is_first else "name.seat", number=seat + 1)


def outcome_of(result: Result, *, is_first: bool = False) -> str:
    """`you won 61 to 40`; with more than two sides `you won with 61, Ben 40, Cho 12`; `is_first`: with a capital."""
    if not result.won_by:
        return say("games.ended_by_host_first" if is_first else "games.ended_by_host")
    won = next((score for side, score in enumerate(result.scores) if side in result.won_by), 0)
    others = [(score, side) for side, score in enumerate(result.scores) if side not in result.won_by]
    others.sort(key=lambda other: -other[0])
    who = _sides(result, result.won_by)
    if len(result.won_by) > 1:
        first = say("games.tied_first" if is_first else "games.tied", who=who, won=won)
    elif len(others) == 1:
        return say("games.won_to_first" if is_first else "games.won_to", who=who, won=won, lost=others[0][0])
    else:
        first = say("games.won_with_first" if is_first else "games.won_with", who=who, won=won)
    scores = (say("games.other_score", player=_sides(result, (side,)).name, score=score) for score, side in others)
    return in_line((first, *scores))


def has_won(result: Result) -> bool:
    """Whether the player's side has won."""
    return result.seat is not None and side_of(result, result.seat) in result.won_by


def _sides(result: Result, sides: Collection[int]) -> Who:
    """These sides, of which one may be the player's: `you`, even with a partner."""
    mine = None if result.seat is None else side_of(result, result.seat)
    first, *others = sides
    rest = [_side(result, side, mine) for side in others]
    one, is_several = _side(result, first, mine), bool(others) or len(_seats(result, first)) > 1
    person = Person.MANY if is_several else Person.ONE
    if mine in sides:
        person = Person.WE if others else Person.YOU
    return Who(person, listed([one, *rest]), listed([_side(result, first, mine, is_first=True), *rest]))


def _side(result: Result, side: int, mine: int | None, *, is_first: bool = False) -> str:
    if side == mine:
        return say("name.you_first" if is_first else "name.you")
    first, *others = _seats(result, side) or (None,)
    if first is None:
        return say("games.side_first" if is_first else "games.side", number=side + 1)
    return listed([_player(result, first, is_first=is_first), *(_player(result, seat) for seat in others)])


def _seats(result: Result, side: int) -> list[int]:
    return [seat for seat in range(len(result.players)) if side_of(result, seat) == side]


def totals(sums: Totals) -> Iterator[str]:
    """A line for each game, then for each bot level, then for each friend."""
    if not sums.games:
        yield say("games.no_totals")
    for preset, total in sums.games.items():
        yield say("games.total_of_game", game=game_title(preset), total=_total(total))
    for level, total in sums.levels.items():
        yield say("games.total_with_bots", level=level_in_words(level), total=_total(total))
    for friend, total in sums.friends.items():
        yield say("games.total_with_friend", friend=shown(friend), total=_total(total))


def _total(total: Total) -> str:
    won = say("games.won", n=total.won)
    if total.points_a_round is None:
        return say("games.total", n=total.played, won=won)
    return say("games.total_points", n=total.played, won=won, points=with_fraction(total.points_a_round))


def command_to_continue(game: UnfinishedGame) -> str:
    """The command that continues a game."""
    return command_of(("fives", *game.command))


def about_unfinished(game: UnfinishedGame) -> str:
    """The game in words, and the command that continues it on this machine, if that can go on without its host."""
    if not game.take_over:
        return game.summary
    return say("games.take_over", game=game.summary, command=command_of(("fives", *game.take_over)))


def listed_game(game: MyGame) -> str:
    """The line of a game in a list to choose from."""
    if isinstance(game, UnfinishedGame):
        return say("games.unfinished", game=about_unfinished(game))
    return finished_game(game)


def listed_record(saved: SavedRecord, results: Mapping[Path, Result]) -> str:
    """`2026-01-02 03:04, All Fives, Ann, Ben (bot): Ann won 250 to 180`; the fault of a damaged one.

    One of the player's own games, whose results these are by their records, has the line of the player's games.
    """
    own = results.get(saved.path)
    if own is not None and saved.table is not None and saved.record is not None and saved.record.entries:
        return result_line(own, moment(own.at))
    if saved.record is None or saved.table is None:
        return say("games.damaged", fault=shown(saved.fault or ""))
    when, game = moment(saved.record.header.at), game_title(saved.table.preset)
    if not saved.record.entries:
        return say("games.no_entries", moment=when)
    entry = "games.record" if saved.table.repeats is None else "games.record_not_counted"
    return say(entry, moment=when, game=game, players=players(saved.table), outcome=outcome(saved.table))
