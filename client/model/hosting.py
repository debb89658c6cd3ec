"""What a player who hosts asks of their own daemon.

Not here: what the daemon says about itself (`own_host`), what a front end offers (`client.actions`).
"""

from collections.abc import Sequence

from client.model import asking
from client.model.checks import WhyNot
from client.model.model import Model
from client.words import take_over_words
from client.words.take_over_words import Successor
from protocol.console.household import is_of_one_card
from protocol.log.commands import Command, EndMatch, HostReady
from protocol.log.table import Stage
from protocol.wire.messages import Do
from protocol.wire.operator_messages import (
    AskFixture,
    AskHostCode,
    AskLog,
    CloseTable,
    Invite,
    KnownAs,
    Operate,
    Revoke,
    Substitute,
    Uninvite,
)


def invite(model: Model, name: str) -> WhyNot | None:
    """Ask for an invitation with this name."""
    return model.ask_own_host(lambda id_: Invite(id_, name))


def uninvite(model: Model, name: str | None) -> WhyNot | None:
    """End the invitation with this name; None: all of them."""
    return model.ask_own_host(lambda id_: Uninvite(id_, name))


def operate(model: Model, command: Command, table: str | None = None) -> WhyNot | None:
    """Carry out this command at a table; None: at this one."""
    name = table or model.session.table_name
    return model.ask_own_host(lambda id_: Operate(id_, None, name, command))


def close_table(model: Model, table: str) -> WhyNot | None:
    """Close a table, and end its match first."""
    summary = model.lobby.named(table)
    if summary is not None and summary.stage is Stage.PLAYING:
        operate(model, EndMatch(), table)
    return model.ask_own_host(lambda id_: CloseTable(id_, table)) or asking.list_tables(model)


def open_fixture(model: Model, number: int, substitutes: Sequence[tuple[str, str]] = ()) -> WhyNot | None:
    """Open the boards of a fixture of the league, with these substitutes: pairs of a player, and who plays instead."""
    named = tuple(Substitute(*pair) for pair in substitutes)
    return model.ask_own_host(lambda id_: AskFixture(id_, number, named)) or asking.list_tables(model)


def make_host_code(model: Model) -> WhyNot | None:
    """Ask for a code that lets a browser host."""
    return model.ask_own_host(AskHostCode)


def revoke(model: Model, number: int | None) -> WhyNot | None:
    """Take the host's controls back from the browser with this number; None: from all."""
    return model.ask_own_host(lambda id_: Revoke(id_, number))


def ask_log(model: Model) -> WhyNot | None:
    """Ask for the last lines of the log."""
    return model.ask_own_host(AskLog)


def name_page(model: Model, name: str) -> WhyNot | None:
    """Have browsers find the page under another name, too."""
    return model.ask_own_host(lambda id_: KnownAs(id_, None, name))


def lead_to(model: Model, rival: Successor) -> Do | WhyNot:
    """Leave the match that the player hosts to another host that goes on with it, and lead everybody there."""
    key = rival.link.key
    if key is None or is_of_one_card(rival.link.address.host):
        return WhyNot(take_over_words.NOT_REACHABLE)
    return model.ask(HostReady(str(rival.link), key, rival.game))
