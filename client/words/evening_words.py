"""The matches that each player has won this evening, in words.

Not here: counting them (the host does), the sentences about the match itself (`event_words`, `highlight_words`).
"""

from collections.abc import Sequence

from client.view.view import View
from client.words.english import in_line
from client.words.name_words import shown
from client.words.say import say
from protocol.wire.notices import MatchesWon


def tonight(view: View, totals: Sequence[MatchesWon]) -> str:
    """`Tonight: Ana 3, you 1.`; those without a match only if they are people at the table."""
    mine = None if view.seat is None else view.table.seats[view.seat].name
    people = {who.name for who in view.table.seats if who.is_person}
    players = (
        say("score", side=say("name.you") if row.name == mine else shown(row.name), score=row.matches)
        for row in totals
        if row.matches or row.name in people
    )
    return say("evening", players=in_line(players))
