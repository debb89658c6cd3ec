"""A player in line mode without a terminal: lines in, answers out."""

from client.lines.letters import Letters
from client.model.model import Model
from protocol.log.table import Table
from protocol.wire.messages import Do
from tests.client.at_table import idle_link, seated_model


def letters(model: Model, *, asks_before_leaving: bool = True) -> Letters:
    """The letters of a player with this model."""
    return Letters(model, idle_link(model), asks_before_leaving=asks_before_leaving)


def sent(model: Model) -> list[object]:
    """The commands and requests in the outbox."""
    return [message.command if isinstance(message, Do) else message for message in model.pending.outbox]


def at(table: Table, *, seat: int | None = 0, is_host: bool = False) -> tuple[Letters, Model]:
    """A player in line mode at this table."""
    model = seated_model(table, seat, is_host=is_host)
    return letters(model), model
