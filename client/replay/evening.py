"""An evening in a few lines, to paste into a group's chat: who won how many matches, each match, the best play.

Here: which matches were of the last evening, and its lines. Everybody has a name in them, for others read them. Not
here: the matches (`store.saved_games`), its picture (`svg_file`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from client.replay.replay_words import day_here
from client.store.my_games import side_of
from client.store.saved_games import FinishedGame, Result
from client.store.saved_records import read_file
from client.view.highlights import BestPlay, highlights
from client.words.catalogue.row import Person
from client.words.english import in_line, listed
from client.words.name_words import game_title, shown
from client.words.say import Who, say
from protocol.frozen import frozen
from protocol.wire.record import RecordError

LONGEST_PAUSE: Final = timedelta(hours=4)
"""Between two matches of one evening."""


class Play(NamedTuple):
    """The best play of an evening, and the name of who made it."""

    name: str
    made: BestPlay


@frozen
class Evening:
    """The matches of an evening, the first one first; `best` is None if no record of them has a play with points."""

    matches: tuple[Result, ...]
    best: Play | None = None

    @property
    def title(self) -> str:
        """`fives, 2026-11-28`"""
        return say("evening.title", day=day_here(self.matches[0].at))

    @property
    def lines(self) -> tuple[str, ...]:
        """What there is to say about it, a sentence a line."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if len(self.matches) > 1:
            won = (say("score", side=shown(name), score=matches) for name, matches in _matches_won(self.matches))
            yield say("evening.matches_won", players=in_line(won))
        yield from map(_match, self.matches)
        if self.best is not None:
            name, made = shown(self.best.name), self.best.made
            who, points = Who(Person.ONE, name, name), say("count.points", n=made.points)
            yield say("best_play", who=who, tile=made.tile, round=made.round, points=points)


def last_evening(games: Iterable[FinishedGame], best_of: Callable[[FinishedGame], BestPlay | None]) -> Evening | None:
    """The newest match, and those before it at the same host, without a long pause; None without any match.

    `games` are in the order of the newest first. `best_of`: the best play of a match, None if it is not known.
    """
    evening = list[FinishedGame]()
    for game in games:
        if game.result.repeats or (evening and game.result.host != evening[0].result.host):
            continue
        if evening and not _is_soon_after(game.result, evening[-1].result):
            break
        evening.append(game)
    if not evening:
        return None
    in_order = evening[::-1]
    plays = [play for game in in_order if (play := _best_play(game.result, best_of(game))) is not None]
    best = max(plays, key=lambda play: play.made.points, default=None)
    return Evening(tuple(game.result for game in in_order), best)


def best_in_record(game: FinishedGame) -> BestPlay | None:
    """The best play of a match whose record is on this disk."""
    with suppress(OSError, RecordError):
        return None if game.record is None else highlights(read_file(game.record).entries).best
    return None


def _is_soon_after(before: Result, after: Result) -> bool:
    try:
        return datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at) <= LONGEST_PAUSE
    except (ValueError, TypeError):
        return False  # a time that is damaged in the file


def _best_play(result: Result, best: BestPlay | None) -> Play | None:
    return None if best is None or best.seat >= len(result.players) else Play(result.players[best.seat], best)


def _matches_won(matches: Sequence[Result]) -> list[tuple[str, int]]:
    """How many matches each person has won, the most first; of those who have won none, too."""
    won = Counter[str]()
    for result in matches:
        for seat, name in enumerate(result.players):
            is_person = seat >= len(result.bots) or result.bots[seat] is None
            if is_person and name:
                won[name] += side_of(result, seat) in result.won_by
    return won.most_common()


def _match(result: Result) -> str:
    """`All Fives: Ana 250, Ben and Cho 180.`, the winners first."""
    sides = sorted(enumerate(result.scores), key=lambda side: (side[0] not in result.won_by, -side[1]))
    scores = (say("score", side=_side(result, side), score=score) for side, score in sides)
    return say("evening.match", game=game_title(result.preset), scores=in_line(scores))


def _side(result: Result, side: int) -> str:
    names = [
        shown(name) or say("name.seat", number=seat + 1)
        for seat, name in enumerate(result.players)
        if side_of(result, seat) == side
    ]
    return listed(names) if names else say("games.side", number=side + 1)
