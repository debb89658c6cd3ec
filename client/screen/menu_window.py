"""The menu of the player's table, opened with `x`: what can be done with it beside playing.

Here: its choices (only what is allowed now), its keys, its drawing. Not here: carrying one out (`table_screen`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from attrs import define

from client.actions.action import Action, AnalyseMatch, SeeGames, SeeTables, Show
from client.model.model import Model
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.window import Key, TableOwner
from client.words import presence_words
from client.words.lobby_words import OTHER_MATCHES, OTHER_TABLES
from client.words.name_words import name_of
from protocol.log.commands import AddBot, EndMatch, Kick, LeaveSeat, Pause, Readmit, Rematch, Resume, Start
from protocol.log.table import Stage


class Choice(NamedTuple):
    """A line of the menu, and what it does."""

    text: str
    action: Action


@define(eq=False)
class MenuWindow(ListWindow):
    """What can be done with this table, one line selected."""

    owner: TableOwner
    model: Model

    def lines(self) -> list[str]:
        """The choices."""
        return [choice.text for choice in choices(self.model)]

    def keys(self) -> Iterator[Key]:
        """Those of a list."""
        action = choices(self.model)[self.rows.at].action
        yield self.choosing("continue" if isinstance(action, SeeTables) else "do it")
        yield from self.moving()
        yield Key(("escape", "left", "j", "x"), self._close, "back", "Esc")

    def choose(self) -> None:
        """Do what the selected line says."""
        self.owner.request(choices(self.model)[self.rows.at].action)

    def _close(self, _: str) -> None:
        self.owner.close()

    def card(self, width: int) -> Card:
        """The menu."""
        return self.rows.card("This table", width, foot="Esc: back")


def choices(model: Model) -> tuple[Choice, ...]:
    """What can be done now, the most common first; never empty."""
    return tuple(_choices(model))


def _choices(model: Model) -> Iterator[Choice]:
    stage = model.table.stage
    if model.may_begin:
        yield Choice("Begin the match now, with computer players on the free seats", Start())
    if model.is_host:
        if stage is Stage.PLAYING and model.table.paused:
            yield Choice("Resume the game", Resume())
        elif stage is Stage.PLAYING:
            yield Choice("Pause the game", Pause())
        elif stage is Stage.OVER:
            yield Choice("Begin the next match now", Start())
        yield from _about_the_others(model)
    if model.seat is not None and stage is Stage.SEATING:
        yield Choice("Leave my seat and watch", LeaveSeat())
    if model.seat is not None and stage is Stage.OVER:
        yield Choice("Play another match, if everyone agrees", Rematch())
    if stage is Stage.OVER:
        yield Choice("Analyse the match: its costliest plays, and who was lucky", AnalyseMatch())
    yield Choice(OTHER_MATCHES if model.is_alone else OTHER_TABLES, SeeTables())
    yield Choice("Change my settings", Show("settings"))
    yield Choice("See my games, with replays and totals", SeeGames())
    if model.is_host and stage is Stage.PLAYING:
        yield Choice("End the match for everybody", EndMatch())


def _about_the_others(model: Model) -> Iterator[Choice]:
    table, view = model.table, model.view
    for seat, who in enumerate(table.seats):
        if seat == model.seat or not who.is_person:
            continue
        name, is_away = name_of(view, seat), not model.here.get(seat, True)
        if table.stage is Stage.PLAYING and is_away and who.stand_in is None:
            yield Choice(f"Let a bot play for {name} meanwhile", AddBot(seat, table.options.bot_level))
        if is_away:
            yield Choice(presence_words.readmit_label(view, seat), Readmit(seat))
        yield Choice(f"Send {name} away from the table", Kick(seat))
