"""The player's own games in lines: printed, or numbered to choose one, which is then replayed.

Not here: the list on the full screen (`games_window`), the sentences (`games_words`).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import asdict

from client.lines.replay_lines import LineReplay
from client.replay import games_words
from client.replay.continuation import Continuation
from client.replay.record_file import UnreadableError, open_file
from client.store.my_games import MyGame, Total, UnfinishedGame, totals_of
from client.store.saved_games import FinishedGame
from client.terminal.typed_lines import TypedLines
from client.words.say import say
from protocol.digits import number_in

Out = Callable[[str], None]
_AT_A_TIME: Final = 15
"""Games listed together."""


def printed(games: Sequence[MyGame]) -> Iterator[str]:
    """Every game, and the totals. A line of an unfinished game begins with the command that continues it."""
    if not games:
        yield say("games.none")
        return
    for game in games:
        if isinstance(game, UnfinishedGame):
            about = games_words.about_unfinished(game)
            yield say("unfinished.listed", command=games_words.command_to_continue(game), match=about)
        else:
            line = games_words.finished_game(game)
            yield line if game.record is None else say("games.result_and_file", result=line, path=str(game.record))
    yield from games_words.totals(totals_of(game for game in games if isinstance(game, FinishedGame)))


def as_json(games: Sequence[MyGame]) -> str:
    """The games and totals as one JSON object."""
    finished = [game for game in games if isinstance(game, FinishedGame)]
    totals = totals_of(finished)
    return json.dumps(
        {
            "unfinished": [
                {
                    "summary": game.summary,
                    "command": ["fives", *game.command],
                    "take_over": ["fives", *game.take_over] if game.take_over else None,
                }
                for game in games
                if isinstance(game, UnfinishedGame)
            ],
            "finished": [
                {**asdict(game.result), "record": None if game.record is None else str(game.record)}
                for game in finished
            ],
            "totals": {
                name: {key: _total(total) for key, total in by.items()}
                for name, by in (("games", totals.games), ("levels", totals.levels), ("friends", totals.friends))
            },
        },
        ensure_ascii=False,
    )


def _total(total: Total) -> dict[str, object]:
    return {"played": total.played, "won": total.won, "points_a_round": total.points_a_round}


def choose_in_lines(
    games: Sequence[MyGame], typed: TypedLines, out: Out, practise: Callable[[], str]
) -> UnfinishedGame | Continuation | None:
    """Let the player replay finished games; returns the unfinished one to continue, or where one is played on.

    None if the player leaves. `practise` asks the exercises, and returns what failed, else nothing.
    """
    if not games:
        out(say("games.none"))
        return None
    shown = _list(games, 0, out)
    try:
        while True:
            out(say("lines.game_number_or_more" if shown < len(games) else "lines.game_number"))
            word, _, rest = (typed.next() or "").strip().partition(" ")
            number = number_in(word if word != "A" else rest.strip())
            if word in ("q", "quit", ""):
                return None
            if word == "m" and shown < len(games):
                shown = _list(games, shown, out)
            elif word == "t":
                _all(games_words.totals(totals_of(game for game in games if isinstance(game, FinishedGame))), out)
            elif word == "p":
                _all(filter(None, (practise(),)), out)
            elif number is None or not 1 <= number <= len(games):
                out(say("lines.numbers_go_to", most=len(games)))
            else:
                game = games[number - 1]
                if isinstance(game, UnfinishedGame):
                    return game
                played_on = _replay(game, typed, out, analyses=word == "A")
                if played_on is not None:
                    return played_on
    except EOFError:
        return None


def _list(games: Sequence[MyGame], first: int, out: Out) -> int:
    """List the next games; returns how many have been listed."""
    after = min(first + _AT_A_TIME, len(games))
    for number in range(first, after):
        out(say("lines.numbered", number=number + 1, choice=games_words.listed_game(games[number])))
    return after


def _replay(game: FinishedGame, typed: TypedLines, out: Out, *, analyses: bool) -> Continuation | None:
    if game.record is None:
        out(say("games.no_record"))
        return None
    try:
        return LineReplay(open_file(game.record, game.result.seat), out, analyses=analyses).run(typed)
    except UnreadableError as error:
        out(say("games.fault", fault=str(error)))
        return None


def _all(lines: Iterable[str], out: Out) -> None:
    for line in lines:
        out(line)
