"""Reactions in words.

Not here: chat (`presence_words`), which reactions there are (`protocol.log.reactions`).
"""

from client.view.view import View
from client.words.english import in_line
from client.words.name_words import who
from client.words.presence_words import Saying
from client.words.say import say
from protocol.game.table_options import Reactions
from protocol.log.reactions import Reaction, why_no_reaction


def label(reaction: Reaction) -> str:
    """`Well played`"""
    return say(f"reaction.{reaction}")


def reaction_named(typed: str) -> Reaction | None:
    """The reaction that is typed like this, in English or in the reader's language; None if there is none."""
    words = " ".join(typed.replace("_", " ").casefold().split())
    in_english = {reaction.replace("_", " "): reaction for reaction in Reaction}
    return {label(reaction).casefold(): reaction for reaction in Reaction}.get(words) or in_english.get(words)


def exclaimed(reaction: Reaction) -> str:
    """`Well played!`"""
    return say("react.said", reaction=label(reaction))


def saying(view: View, seat: int, reaction: Reaction) -> Saying:
    """A reaction as a line of chat: `Ben: Well played!`"""
    return Saying(who(view, seat), exclaimed(reaction), is_reaction=True)


def why_none(view: View) -> str | None:
    """Why the viewer may not react now, in a sentence; None if they may."""
    if view.seat is None:
        return say("react.watching")
    if why_no_reaction(view.table) is None:
        return None
    return say("react.none" if view.table.options.reactions is Reactions.NONE else "react.wait")


def no_such_reaction(typed: str) -> str:
    """Says which reactions can be typed. `typed`: what was, perhaps nothing."""
    words = in_line(label(reaction).lower() for reaction in Reaction)
    return say("react.no_such" if typed else "react.type", reactions=words)
