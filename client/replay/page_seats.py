"""The seats on a page, each with its player, score and hand, and the boneyard.

Here: the steps at which each of these is shown. Pure. Hands are pictures; in words they are with the table
(`page_table`). Not here: the log (`page_log`).
"""

from collections.abc import Iterator

from client.picture.markup import SPACE, Markup, tag
from client.picture.svg import symbol_of
from client.replay import html_words as words
from client.replay.page_steps import Steps, stays, timed
from client.replay.record_view import beside
from client.words.english import count
from client.words.name_words import sides_named, who
from protocol.game.tiles import Hand, SeenTile
from protocol.log.table import Table


def seats(steps: Steps) -> Iterator[Markup]:
    """A box for each seat, then the boneyard if the game has one."""
    for seat in range(len(steps.tables[-1].seats)):
        yield _seat(steps, seat)
    if any(_boneyard(table) for table in steps.tables):
        left = steps.spans(lambda table: count(len(_boneyard(table)), "tile"))
        heading = tag("h3", words.BONEYARD, SPACE, *(timed("span", span, steps.last, span.value) for span in left))
        yield tag("div", heading, _hand(steps, [_boneyard(table) for table in steps.tables]), class_="seat boneyard")


def _seat(steps: Steps, seat: int) -> Markup:
    now = steps.last
    names = (timed("span", span, now, span.value) for span in steps.spans(lambda table: who(beside(table), seat)))
    scores = (timed("b", span, now, span.value) for span in steps.spans(lambda table: _score(table, seat)))
    turns = (
        timed("em", span, now, words.TO_PLAY) for span in steps.spans(lambda table: table.turn == seat) if span.value
    )
    heading = tag("h3", *names, SPACE, *scores, SPACE, *turns)
    return tag("div", heading, _hand(steps, [beside(table).hand_of(seat) for table in steps.tables]), class_="seat")


def _score(table: Table, seat: int) -> str:
    """The score of the seat's side; partners share it, so both names are given."""
    side = table.side_of(seat)
    score = str(table.scores[side])
    return f"{sides_named(beside(table), side)}: {score}" if table.rules.partners else score


def _boneyard(table: Table) -> Hand:
    return () if table.round is None else table.round.boneyard


def _hand(steps: Steps, hands: list[Hand]) -> Markup:
    shapes = (
        timed("svg", held, steps.last, _tile(held.value), class_="tile", viewBox="-10 -20 20 40")
        for held in stays(hands)
    )
    return tag("div", *shapes, class_="hand", aria_hidden="true")


def _tile(tile: SeenTile) -> Markup:
    return tag("use", href=f"#{symbol_of(tile)}")
