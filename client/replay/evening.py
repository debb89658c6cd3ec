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
from client.words.say import Who, say, together
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.participation import seats_with_stand_ins
from protocol.wire.record import RecordError

LONGEST_PAUSE: Final = timedelta(hours=4)
"""Between two matches of one evening."""


class Play(NamedTuple):
    """The best play of an evening, and the name of who made it."""

    name: str
    made: BestPlay


@frozen
class Seen:
    """What the record of a match shows: its best play, and the seats of people for whom a bot played for a while.

    There is nothing in it without a record.
    """

    best: BestPlay | None = None
    stand_ins: frozenset[int] = frozenset()


def seen_in(entries: Sequence[Entry]) -> Seen:
    """What these entries of a match show."""
    return Seen(highlights(entries).best, seats_with_stand_ins(entry.event for entry in entries))


@frozen
class Match:
    """A match of an evening, and what its record shows."""

    result: Result
    seen: Seen


@frozen
class Evening:
    """The matches of an evening, the first one first; `best` is None if no record of them has a play with points."""

    matches: tuple[Match, ...]
    best: Play | None = None

    @property
    def title(self) -> str:
        """`fives, 2026-11-28`"""
        return say("evening.title", day=day_here(self.matches[0].result.at))

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


def last_evening(games: Iterable[FinishedGame], look: Callable[[FinishedGame], Seen]) -> Evening | None:
    """The newest match, and those before it at the same host, without a long pause; None without any match.

    `games` are in the order of the newest first. `look`: what the record of a match shows.
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
    matches = tuple(Match(game.result, look(game)) for game in reversed(evening))
    plays = [play for match in matches if (play := _best_play(match)) is not None]
    return Evening(matches, max(plays, key=lambda play: play.made.points, default=None))


def look_at_record(game: FinishedGame) -> Seen:
    """What the record of a match shows, if it is on this disk."""
    with suppress(OSError, RecordError):
        return Seen() if game.record is None else seen_in(read_file(game.record).entries)
    return Seen()


def _is_soon_after(before: Result, after: Result) -> bool:
    try:
        return datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at) <= LONGEST_PAUSE
    except (ValueError, TypeError):
        return False  # a time that is damaged in the file


def _best_play(match: Match) -> Play | None:
    players, best = match.result.players, match.seen.best
    return None if best is None or best.seat >= len(players) else Play(players[best.seat], best)


def _matches_won(matches: Sequence[Match]) -> list[tuple[str, int]]:
    """How many matches each person has won, the most first; of those who have won none, too."""
    won = Counter[str]()
    for result in (match.result for match in matches):
        for seat, name in enumerate(result.players):
            if not _is_bot(result, seat) and name:
                won[name] += side_of(result, seat) in result.won_by
    return won.most_common()


def _is_bot(result: Result, seat: int) -> bool:
    return seat < len(result.bots) and result.bots[seat] is not None


def _match(match: Match) -> str:
    """`All Fives: Ana 250, Ben and Emil (bot) 180. A bot played for Ben for a while.`, the winners first."""
    result = match.result
    sides = sorted(enumerate(result.scores), key=lambda side: (side[0] not in result.won_by, -side[1]))
    scores = (say("score", side=_side(result, side), score=score) for side, score in sides)
    said = say("evening.match", game=game_title(result.preset), scores=in_line(scores))
    return together(said, *_bots_played(match))


def _bots_played(match: Match) -> Iterator[str]:
    """Says for whom bots have played, also before somebody took their seat."""
    result, seats = match.result, {*match.seen.stand_ins, *match.result.newcomers}
    names = [_name(result, seat) for seat in range(len(result.players)) if seat in seats]
    if names:
        yield say("evening.bot_played", players=listed(names))


def _side(result: Result, side: int) -> str:
    names = [_player(result, seat) for seat in range(len(result.players)) if side_of(result, seat) == side]
    return listed(names) if names else say("games.side", number=side + 1)


def _player(result: Result, seat: int) -> str:
    name = _name(result, seat)
    return say("replay.bot", player=name) if _is_bot(result, seat) else name


def _name(result: Result, seat: int) -> str:
    return shown(result.players[seat]) or say("name.seat", number=seat + 1)
