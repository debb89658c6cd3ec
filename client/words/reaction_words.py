"""Reactions in words.

Not here: chat (`presence_words`), which reactions there are (`protocol.log.reactions`).
"""

from typing import Final

from client.view.view import View
from client.words.english import capital
from client.words.name_words import name_of
from client.words.presence_words import Saying
from protocol.log.reactions import Reaction, why_no_reaction

TITLE: Final = "React"
LABELS: Final = {
    Reaction.WELL_PLAYED: "Well played",
    Reaction.THANKS: "Thank you",
    Reaction.WOW: "Wow",
    Reaction.OOPS: "Oops",
    Reaction.BAD_LUCK: "Bad luck",
    Reaction.GOOD_GAME: "Good game",
}


def exclaimed(reaction: Reaction) -> str:
    """`Well played!`"""
    return f"{LABELS[reaction]}!"


def saying(view: View, seat: int, reaction: Reaction) -> Saying:
    """A reaction as a line of chat: `Ben: Well played!`"""
    return Saying("You" if seat == view.seat else name_of(view, seat), exclaimed(reaction), is_reaction=True)


def why_none(view: View) -> str | None:
    """Why the viewer may not react now, in a sentence; None if they may."""
    why = "you are watching: only players can react" if view.seat is None else why_no_reaction(view.table)
    return None if why is None else f"{capital(why)}."


def no_such_reaction(typed: str) -> str:
    """Says which reactions can be typed. `typed`: what was, perhaps nothing."""
    words = ", ".join(reaction.value.replace("_", " ") for reaction in Reaction)
    return f"{'Type' if not typed else 'There is no such reaction; type'} react and one of: {words}."
