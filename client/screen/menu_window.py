"""The menu of the player's table, opened with `x`: what can be done with it beside playing.

Here: its choices (only what is allowed now), its keys, its drawing. Not here: carrying one out (`controls`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from attrs import Factory, define

from client.actions.actions import Action, AnalyseMatch, SeeGames, SeeTables
from client.model.model import Model
from client.screen.card import Card
from client.screen.choice_list import DIGITS, MOVES, ChoiceList
from client.screen.paper import RowHit
from client.screen.window import Key, Window
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
class MenuWindow(Window):
    """What can be done with this table, one line selected."""

    model: Model
    rows: ChoiceList = Factory(
        lambda menu: ChoiceList(lambda: [each.text for each in choices(menu.model)]), takes_self=True
    )

    def keys(self) -> Iterator[Key]:
        """Those of a list."""
        action = choices(self.model)[self.rows.at].action
        yield Key(("enter", "space"), self._choose, "continue" if isinstance(action, SeeTables) else "do it", "Enter")
        yield Key(MOVES, self._step, "choose", "↑↓")
        yield Key(DIGITS, self._step)
        yield Key(("escape", "left", "j", "x"), self._close, "back", "Esc")

    def _step(self, key: str) -> None:
        self.rows.press(key, self.owner.room)

    def _choose(self, _: str = "") -> None:
        self.owner.request(choices(self.model)[self.rows.at].action)

    def _close(self, _: str) -> None:
        self.owner.close()

    def hit(self, hit: RowHit) -> None:
        """The first click selects a line, the second chooses it."""
        if self.rows.hit(hit):
            self._choose()

    def scroll(self, by: int) -> None:
        """The wheel moves the selection in a menu that is longer than the screen."""
        if self.owner.furthest():
            self.rows.scroll(by)

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
            yield Choice(presence_words.let_back(view, seat), Readmit(seat))
        yield Choice(f"Send {name} away from the table", Kick(seat))
