"""The player's exercises as JSON values, short enough for a browser, and in a file of the data folder.

Here: writing and reading both; what is damaged is left out. Not here: the exercises (`model.practice`), the other
things that a browser stores (`browser_store`).
"""

import json
from datetime import date
from typing import Any, Final

from client.model.practice import MOST_EXERCISES, MOST_GAMES, Exercise, Practice, Scheduled, play_of
from client.store.documents import Contents, Document
from client.view.position import MOST_SCORE, Position, PositionError, play_word, read_play
from protocol.game.tiles import NotATileError, parse_tile
from protocol.log.choices import plays_of
from protocol.wire.explained import ExplainedPlay
from protocol.wire.hints import HintedPlay
from protocol.wire.limits import LONGEST_TEXT

_MOST_ABOUT: Final = 10


def practice_to_json(practice: Practice, most_bytes: int | None = None) -> dict[str, object]:
    """The JSON values. `most_bytes`: of all exercises.

    Then known ones are left out, games without an exercise, and those last due if there is no room.
    """
    if most_bytes is None:
        return {"games": list(practice.games), "exercises": [_row(known) for known in practice.scheduled]}
    scheduled = _fitting(practice, most_bytes)
    games = dict.fromkeys(known.exercise.game for known in scheduled)
    return {"games": list(games), "exercises": [_row(known) for known in scheduled]}


def practice_from_json(value: Any) -> Practice:
    """The exercises in these JSON values; all else in them is ignored. Raises `ValueError`."""
    if not isinstance(value, dict):
        raise ValueError("not exercises")  # noqa: TRY004 - of a file, not of an argument
    games, rows = value.get("games"), value.get("exercises")
    known = [game for game in games if _is_text(game)] if isinstance(games, list) else []
    listed = rows[:MOST_EXERCISES] if isinstance(rows, list) else []
    exercises = [found for row in listed if (found := _scheduled(row)) is not None]
    return Practice(tuple(exercises), tuple(known[:MOST_GAMES]))


def _fitting(practice: Practice, most_bytes: int) -> tuple[Scheduled, ...]:
    """The exercises that fit, in their order."""
    wanted = [known for known in practice.scheduled if known.due is not None]
    kept, room = set[tuple[str, int]](), most_bytes
    for known in sorted(wanted, key=lambda known: known.due or date.max):
        room -= len(json.dumps(_row(known), ensure_ascii=False).encode())
        if room < 0:
            break
        kept.add(known.exercise.key)
    return tuple(known for known in wanted if known.exercise.key in kept)


def _row(known: Scheduled) -> list[object]:
    exercise, due = known.exercise, known.due
    when = None if due is None else due.isoformat()
    made = play_word(exercise.made)
    return [
        exercise.game,
        exercise.seq,
        exercise.at,
        known.right,
        when,
        _of(exercise.position),
        made,
        [*map(_of_play, exercise.plays)],
    ]


def _of(position: Position) -> list[object]:
    return [
        position.preset,
        dict(position.house),
        [list(player) for player in position.players],
        position.seat,
        position.leader,
        list(position.scores),
        position.round,
        list(position.dealt),
        position.boneyard,
        " ".join(map(str, position.hand)),
        " ".join(position.moves),
        None if position.lead is None else str(position.lead),
    ]


def _of_play(explained: ExplainedPlay) -> list[object]:
    play, reply = explained.play, explained.play.reply
    figures = [play.points, play.win, play.error, play.knock, None if reply is None else str(reply)]
    figures += [play.reply_points, play.reply_chance, explained.lost]
    return [play_word(play_of(explained)), *figures, explained.why, list(explained.about)]


def _scheduled(row: object) -> Scheduled | None:
    """The exercise in this row; None if it is not one that can be asked."""
    match row:
        case [str(game), int(seq), str(at), int(right), str() | None as due, list(position), str(made), list(plays)]:
            try:
                asked = Exercise(game, seq, at, _position(position), read_play(made), tuple(map(_play, plays)))
                when = None if due is None else date.fromisoformat(due)
                legal = set(plays_of(asked.position.table, asked.position.seat))
            except (PositionError, NotATileError, ValueError):
                return None
            are_known = _is_text(game) and _is_text(at) and set(map(play_of, asked.plays)) == legal
            return Scheduled(asked, when, max(0, right)) if are_known and asked.made in legal else None
        case _:
            return None


def _position(row: list[Any]) -> Position:
    match row:
        case [
            str(preset),
            dict(house),
            list(players),
            int(seat),
            int(leader),
            list(scores),
            int(number),
            list(dealt),
            int(boneyard),
            str(hand),
            str(moves),
            str() | None as lead,
        ] if all(isinstance(many, int) for many in (*scores, *dealt)) and _are_spelled(house):
            return Position(
                preset,
                tuple(map(_player, players)),
                tuple(map(parse_tile, hand.split())),
                tuple(moves.split()),
                seat,
                leader,
                tuple(scores),
                tuple(dealt),
                boneyard,
                number,
                None if lead is None else parse_tile(lead),
                house,
            )
        case _:
            raise PositionError("these values are no position")


def _are_spelled(house: dict[Any, Any]) -> bool:
    return all(_is_text(name) and _is_text(spelled) for name, spelled in house.items())


def _player(row: object) -> tuple[str, str | None]:
    match row:
        case [str(name), str() | None as bot] if _is_text(name):
            return name, bot
        case _:
            raise PositionError("these values are no player")


def _play(row: object) -> ExplainedPlay:
    match row:
        case [
            str(word),
            int(points),
            int() | float() as win,
            int() | float() as error,
            int() | float() as knock,
            str() | None as reply,
            int() | float() as reply_points,
            int() | float() as reply_chance,
            int() | float() as lost,
            str(why),
            list(about),
        ] if (
            all(0 <= chance <= 1 for chance in (win, error, knock, reply_chance, lost))
            and all(0 <= score <= MOST_SCORE for score in (points, reply_points))
            and len(about) <= _MOST_ABOUT
        ):
            tile = None if reply is None else parse_tile(reply)
            play = HintedPlay(*read_play(word), points, win, error, knock, tile, reply_points, reply_chance)
            return ExplainedPlay(play, lost, why, tuple(number for number in about if isinstance(number, int)))
        case _:
            raise PositionError("these values are no play")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


PRACTICE: Final = Document(
    "practice", Contents.EXERCISES, practice_from_json, practice_to_json, Practice, most=16 * 1024 * 1024
)
