"""Playing a finished match on from a step of its replay: on which seat."""

from collections.abc import Iterator
from typing import Final

from client.actions.action import PlayOnAs
from client.actions.panel import Choice, Menu, Panel, Sentences, choice
from client.replay.cursor import Replay
from client.replay.record_view import spectator_view
from client.words.english import count
from client.words.event_words import turn
from client.words.name_words import name_of
from client.words.repeat_words import counts_nowhere, play_on_from, why_nobody_plays_on
from protocol.log.table import Table

TITLE: Final = "Play on from here"


def panel(replay: Replay) -> Panel:
    """The seats to choose from; or why nobody can play on from there."""
    start = replay.turn_to_play_on
    if start is None:
        return Panel(TITLE, (Sentences((why_nobody_plays_on(replay.is_whole),)),))
    table = replay.table_for_all(start)
    view = spectator_view(table, is_drawn=replay.is_drawn)
    where = f"Round {0 if table.round is None else table.round.number}. {turn(view)}"
    return Panel(TITLE, (Sentences((where, play_on_from(), counts_nowhere())), Menu(tuple(_seats(table)), "Play as")))


def _seats(table: Table) -> Iterator[Choice]:
    """The seats, the one in turn first."""
    view = spectator_view(table)
    for seat in sorted(range(len(table.seats)), key=lambda seat: seat != table.turn):
        held = count(len(view.hand_of(seat)), "tile")
        now = ", whose turn it is" if seat == table.turn else ""
        yield choice(name_of(view, seat), PlayOnAs(seat), f"{held}{now}")
