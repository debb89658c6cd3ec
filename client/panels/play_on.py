"""Playing a finished match on from a step of its replay: on which seat."""

from collections.abc import Iterator
from typing import Final

from client.actions.action import PlayOnAs
from client.actions.panel import Choice, Menu, Panel, Passage, choice
from client.replay.cursor import Replay
from client.view.view import View
from client.words.event_words import turn
from client.words.name_words import player
from client.words.repeat_words import counts_nowhere, play_on_from, why_nobody_plays_on
from client.words.say import Phrase, say

TITLE: Final = Phrase("play_on.title")


def panel(replay: Replay) -> Panel:
    """The seats to choose from; or why nobody can play on from there."""
    start = replay.turn_to_play_on
    if start is None:
        return Panel(str(TITLE), (Passage((why_nobody_plays_on(replay.is_whole),)),))
    table = replay.table_for_all(start)
    view = replay.names(table)
    where = say("play_on.where", round=0 if table.round is None else table.round.number, turn=turn(view))
    return Panel(
        str(TITLE),
        (Passage((where, play_on_from(), counts_nowhere())), Menu(tuple(_seats(view)), say("play_on.seats"))),
    )


def _seats(view: View) -> Iterator[Choice]:
    """The seats, the one in turn first."""
    table = view.table
    for seat in sorted(range(len(table.seats)), key=lambda seat: seat != table.turn):
        held = say("count.tiles", n=len(view.hand_of(seat)))
        about = say("play_on.in_turn", held=held) if seat == table.turn else held
        yield choice(player(view, seat).first, PlayOnAs(seat), about)
