"""Everybody's chances to win in an analysed match, in a line for each player.

Here: the line: a name, a figure, and how high the chances were from play to play, with the numbers of the costliest
plays in it. Pure. Not here: the sentences (`replay.replay_words`), the list that has these lines under it
(`costly_window`), the curve of the scores (`score_curve`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from client.replay import replay_words
from client.screen.paper import Fragment, Line, columns
from client.words.name_words import shown
from client.words.wrapping import cells
from protocol.wire.analysis import Analysis, JudgedPlay

_HEIGHTS: Final = "▁▂▃▄▅▆▇█"
_LEAST, _MOST = 8, 60
"""The fewest and the most columns of a line."""


def chance_lines(found: Analysis, costliest: Sequence[JudgedPlay], width: int) -> list[Line]:
    """The lines in so many columns; none if there is no room, or nothing to compare."""
    if len(found.plays) < 2:
        return []
    figures = [replay_words.figure(judged) for judged in found.players]
    names = columns(
        [[shown(judged.name), what, figure] for judged, (figure, what) in zip(found.players, figures, strict=True)],
        left=2,
    )
    room = min(_MOST, width - 2 - max(map(cells, names)))
    if room < _LEAST:
        return []
    lines: list[Line] = []
    for name, judged in zip(names, found.players, strict=True):
        wins = {_column(found, play, room): play.win for play in found.plays if play.seat == judged.seat}
        slips = {
            _column(found, play, room): nth for nth, play in enumerate(costliest, start=1) if play.seat == judged.seat
        }
        lines.append([Fragment("class:card", f"{name}  {_curve(wins, slips, room)}")])
    return lines


def _column(found: Analysis, play: JudgedPlay, room: int) -> int:
    first, last = found.plays[0].seq, found.plays[-1].seq
    return min(room - 1, max(0, (play.seq - first) * (room - 1) // max(1, last - first)))


def _curve(wins: Mapping[int, float], slips: Mapping[int, int], room: int) -> str:
    """`▃▃▄▆2▅`: each chance until the next play; empty before the first one."""
    curve, sign = "", " "
    for column in range(room):
        sign = _sign(wins[column]) if column in wins else sign
        curve += str(slips.get(column, sign))
    return curve


def _sign(chance: float) -> str:
    return _HEIGHTS[min(len(_HEIGHTS) - 1, int(min(1.0, max(0.0, chance)) * len(_HEIGHTS)))]
