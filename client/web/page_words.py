"""The labels of the page.

Not here: sentences about the game (`client.words`).
"""

import html
from typing import Final

from client.actions.action import Action, GoTo, NewTable
from client.picture.markup import Markup
from client.view.view import View
from client.words.name_words import name_of, player, shown
from client.words.number_words import in_short
from client.words.say import Phrase, say
from client.words.title_words import PROGRAM, winners
from protocol.game.tiles import Tile
from protocol.log.commands import EndMatch, Kick, PlayTile, Rematch, Start
from protocol.log.operator_commands import CloseTable, Revoke
from protocol.sentences import Sentence
from protocol.wire.messages import OpenTable


def colon() -> Markup:
    """The colon between two parts of a line, with the spaces around it, which escaped text has not at its ends."""
    return Markup(html.escape(say("colon")))


def unreached(view: View, seat: int | None) -> str:
    """Says that the browser does not reach the next host, before the link there. `seat`: its player's, if known."""
    if seat is None or not 0 <= seat < len(view.table.seats):
        return say("page.unreached_unknown")
    return say("page.unreached", who=player(view, seat))


def untried(view: View, seat: int | None) -> str:
    """Says that the browser cannot try whether it reaches the next host, before the link there. `seat`: as above."""
    if seat is None or not 0 <= seat < len(view.table.seats):
        return say("page.untried_unknown")
    return say("page.untried", who=player(view, seat))


def to_confirm(view: View, action: Action) -> str:
    """The question before an action that costs something."""
    match action:
        case NewTable() | OpenTable():
            return say("page.open_another")
        case GoTo():
            return say("page.go_to", table=shown(action.table))
        case CloseTable():
            return say("page.close_table", table=shown(action.table))
        case Revoke():
            return say("page.take_back")
        case EndMatch():
            return say("page.end_match")
        case Start() | Rematch():
            return say("page.begin_question")
        case Kick():
            return say("page.send_away", player=name_of(view, action.seat))
        case PlayTile(tile_):
            return say("page.play_tile", tile=tile_)
        case _:
            return say("page.sure")


def gone(table: str) -> str:
    """The heading of the page for a link to a table that the host does not have."""
    return say("page.no_table", table=shown(table))


def lost(why: str) -> str:
    """The connection to the host is lost; `why` is the middle of a sentence."""
    return say("page.lost", why=why, saved=say("script.saved"))


def no_name(why: Sentence) -> str:
    """The refusal of a name."""
    return say("page.no_name", why=why)


def title(view: View, *, is_joined: bool) -> str:
    """`Your turn - fives`, `Ana's turn - fives`, `Ben wins - fives`."""
    if is_joined and winners(view):
        return say("page.title", what=winners(view), program=PROGRAM)
    if not is_joined or view.turn is None:
        return PROGRAM
    return say("page.title_turn", who=player(view, view.turn), program=PROGRAM)


def is_ready(tile: Tile, arm: str) -> str:
    """A play prepared for the next turn."""
    return say("page.is_ready_at", tile=tile, where=arm) if arm else say("page.is_ready", tile=tile)


def others_turn(view: View, seat: int) -> str:
    """`Ben's turn. Tap a tile to have it ready.`"""
    return say("page.others_turn", who=player(view, seat))


def who_leads(view: View) -> str:
    """`You lead with 6-6`, `Ben leads`."""
    assert view.turn is not None
    who, tile = player(view, view.turn), view.must_lead
    return say("page.leads", who=who) if tile is None else say("page.leads_with", who=who, tile=tile)


def which_end(tile: Tile) -> str:
    """What the places for a tile are called as a group."""
    return say("page.which_end", tile=tile)


def points_for(points: int, view: View, seat: int) -> str:
    """`10 points for Ben`."""
    return say("page.points_for", points=say("count.points", n=points), who=player(view, seat))


def speed(steps: float) -> str:
    """`2 a second`."""
    return say("page.a_second", steps=in_short(steps))


def as_seen_by(view: View, seat: int) -> str:
    """`As Ana saw it`."""
    return say("page.as_seen_by", who=player(view, seat))


def round_heading(number: int) -> str:
    """`Round 2`."""
    return say("round.heading", round=number)


def in_line(before: int) -> str:
    """An analysis that waits for `before` others."""
    return say("page.analysis_waits", n=before)


REPLAY_STEPS: Final = (
    ("first", "«", Phrase("page.to_start")),
    ("back", "‹", Phrase("page.step_back")),
    ("on", "›", Phrase("page.step_on")),
    ("last", "»", Phrase("page.to_end")),
)
