"""The player's games and records in words: a line for each of them in a list, and the totals.

Not here: the games (`store.my_games`), the lists (`screen.games_window`, `lines.games_lines`, `web.games_windows`).
"""

from collections.abc import Iterator
from typing import Final

from client.replay.replay_words import moment, outcome, players
from client.store.my_games import MyGame, Total, Totals, UnfinishedGame, side_of
from client.store.saved_games import FinishedGame, Result
from client.store.saved_records import SavedRecord
from client.words.english import count, listed
from client.words.name_words import game_title, shown
from protocol.shared.quoting import quoted

NONE: Final = "No games yet: `fives play` begins one."
NO_RECORD: Final = "its record is deleted"
NO_RECORD_TO_SHOW: Final = "The record of this game is deleted; only its result remains."
TOTALS: Final = "Totals"
NOT_COUNTED: Final = "known deals, not counted"
LEFT_TO_BOT: Final = "a bot played for you, not counted"
NO_TOTALS: Final = "You have finished no game yet that counts."
NO_ANALYSIS: Final = "Only a finished game with a record can be analysed."


def finished_game(game: FinishedGame) -> str:
    """`2026-01-02 03:04, All Fives with Ben and Cho (club): you won 61 to 40 to 12`."""
    line = result_line(game.result, moment(game.result.at))
    return line if game.record is not None else f"{line} ({NO_RECORD})"


def result_line(result: Result, at: str) -> str:
    """The line of a finished game, without a word about its record. `at`: when it ended, as it is shown."""
    mark = f" ({NOT_COUNTED})" if result.repeats else f" ({LEFT_TO_BOT})" if result.left_to_bots else ""
    return f"{at}, {game_title(result.preset)} {with_whom(result)}: {outcome_of(result)}{mark}"


def with_whom(result: Result) -> str:
    """`with Ben and Cho (club)`, `alone`, `watched, Ann and Ben`."""
    others = [_name(result, seat) for seat in range(len(result.players)) if seat != result.seat]
    if not others:
        return "alone"
    return f"with {listed(others)}" if result.seat is not None else f"watched, {listed(others)}"


def _name(result: Result, seat: int) -> str:
    name = shown(result.players[seat]) or f"seat {seat + 1}"
    level = result.bots[seat] if seat < len(result.bots) else None
    return name if level is None else f"{name} ({shown(level)})"


def outcome_of(result: Result) -> str:
    """`you won 61 to 40`; with more than two sides `you won with 61, Ben 40, Cho 12`."""
    if not result.won_by:
        return "ended by the host"
    mine = None if result.seat is None else side_of(result, result.seat)
    scores = [(score, side in result.won_by, side) for side, score in enumerate(result.scores)]
    winners = [listed(_side(result, side, mine)) for side in result.won_by]
    won = next((score for score, has_won, _ in scores if has_won), 0)
    others = sorted(((score, side) for score, has_won, side in scores if not has_won), key=lambda other: -other[0])
    if len(winners) == len(others) == 1:
        return f"{winners[0]} won {won} to {others[0][0]}"
    losers = [f"{listed(_side(result, side, mine))} {score}" for score, side in others]
    how = "tied at" if len(winners) > 1 else "won with"
    return ", ".join([f"{listed(winners)} {how} {won}", *losers])


def has_won(result: Result) -> bool:
    """Whether the player's side has won."""
    return result.seat is not None and side_of(result, result.seat) in result.won_by


def _side(result: Result, side: int, mine: int | None) -> list[str]:
    if side == mine:
        return ["you"]
    seats = [seat for seat in range(len(result.players)) if side_of(result, seat) == side]
    return [shown(result.players[seat]) or f"seat {seat + 1}" for seat in seats] or [f"side {side + 1}"]


def totals(sums: Totals) -> Iterator[str]:
    """A line for each game, then for each bot level, then for each friend."""
    if not sums.games:
        yield NO_TOTALS
    for preset, total in sums.games.items():
        yield f"{game_title(preset)}: {_total(total)}"
    for level, total in sums.levels.items():
        yield f"With {shown(level)} bots: {_total(total)}"
    for friend, total in sums.friends.items():
        yield f"With {shown(friend)}: {_total(total)}"


def _total(total: Total) -> str:
    points = "" if total.points_a_round is None else f", {total.points_a_round:.1f} points a round"
    return f"{count(total.played, 'game')}, {total.won} won{points}."


def command_to_continue(game: UnfinishedGame) -> str:
    """The command that continues a game."""
    return " ".join(map(quoted, ("fives", *game.command)))


def about_unfinished(game: UnfinishedGame) -> str:
    """The game in words, and the command that continues it on this machine, if that can go on without its host."""
    if not game.take_over:
        return game.summary
    return f"{game.summary}; if that host is gone: {' '.join(map(quoted, ('fives', *game.take_over)))}"


def listed_game(game: MyGame) -> str:
    """The line of a game in a list to choose from."""
    return f"Unfinished: {about_unfinished(game)}" if isinstance(game, UnfinishedGame) else finished_game(game)


def listed_record(saved: SavedRecord) -> str:
    """`2026-01-02 03:04, All Fives, Ann, Ben (bot): Ann won 250 to 180`; the fault of a damaged one."""
    if saved.record is None or saved.table is None:
        return f"damaged, {shown(saved.fault or '')}"
    when, game = moment(saved.record.header.at), game_title(saved.table.preset)
    if not saved.record.entries:
        return f"{when}, no entries"
    mark = "" if saved.table.repeats is None else f" ({NOT_COUNTED})"
    return f"{when}, {game}, {players(saved.table)}: {outcome(saved.table)}{mark}"
