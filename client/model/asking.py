"""What a player asks for beside moves: a hint, chat, a reaction; and of the lobby: the tables, a new one, the league.

Here, too: leading everybody to another host. Not here: moves (`moves`), what a front end offers (`client.actions`).
"""

from client.model import checks
from client.model.checks import WhyNot
from client.model.hint import why_none
from client.model.model import Model
from client.model.status import InLobby, Joined, Lost
from client.words import hint_words, reaction_words, refusal_words, take_over_words
from client.words.name_words import shown
from client.words.take_over_words import Successor
from protocol.log.commands import HostReady, React, Say, TakeHint
from protocol.shared.household import is_of_one_card
from protocol.wire.messages import LONGEST_SAYING, AskLeague, AskTables, Do, OpenTable


def hint(model: Model) -> Do | WhyNot:
    """Ask for a hint; the whole table sees that."""
    refusal = checks.why_no_move(model.view)
    if refusal is not None:
        return refusal
    if isinstance(model.status, Lost):
        return WhyNot(refusal_words.not_connected())  # once sent, it would be about a table that has changed
    reason = why_none(model.view)
    return model.ask(TakeHint()) if reason is None else WhyNot(hint_words.no_hint(model.view, reason))


def say(model: Model, text: str) -> Do | WhyNot:
    """Send a chat message to the table."""
    said = shown(text)
    if len(said) > LONGEST_SAYING:
        return WhyNot(refusal_words.too_long_to_say(len(said), LONGEST_SAYING))
    return model.ask(Say(said)) if said else WhyNot(refusal_words.nothing_to_say())


def react(model: Model, reaction: React) -> Do | WhyNot:
    """Show everybody a reaction, or say why not."""
    why_not = reaction_words.why_none(model.view)
    return model.ask(reaction) if why_not is None else WhyNot(why_not)


def list_tables(model: Model, named: str = "") -> WhyNot | None:
    """Ask for the list of tables; in a club that has more than it lists, for those in whose names this one is."""
    return _ask_lobby(model, AskTables(model.lobby.own_games, named if model.lobby.may_have_more else ""))


def fetch_league(model: Model) -> WhyNot | None:
    """Ask for the host's league, and what has been played."""
    return _ask_lobby(model, AskLeague())


def open_table(model: Model, wanted: OpenTable) -> WhyNot | None:
    """Ask for a new table; its password is then used to join it."""
    model.session.password = wanted.password or model.session.password
    return _ask_lobby(model, wanted)


def _ask_lobby(model: Model, question: AskTables | OpenTable | AskLeague) -> WhyNot | None:
    if not isinstance(model.status, Joined | InLobby):
        return WhyNot(refusal_words.not_connected())
    model.pending.add_question(question)
    return None


def lead_to(model: Model, rival: Successor) -> Do | WhyNot:
    """Leave the match that the player hosts to another host that goes on with it, and lead everybody there."""
    key = rival.link.key
    if key is None or is_of_one_card(rival.link.address.host):
        return WhyNot(take_over_words.not_reachable())
    return model.ask(HostReady(str(rival.link), key, rival.game))
