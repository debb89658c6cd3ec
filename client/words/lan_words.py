"""The hosts in the player's network in words, for every list of them.

Not here: which hosts are listed (`model.lan_hosts`), the lists (`screen.hosts_window`, `lines.host_lines`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from client.words import lobby_words
from client.words.english import count, listed
from client.words.name_words import shown
from protocol.shared.address import Address, as_typed
from protocol.wire.messages import TableSummary

TITLE: Final = "Join a friend's table"
LOOKING: Final = "Looking for hosts in your network ..."
NONE_FOUND: Final = (
    "No host found in your network so far. Some networks, such as those for guests, hide machines from each other:"
    " ask your host for the address or the link."
)
TYPE_ADDRESS: Final = "Type an address, or paste a link"
ADDRESS: Final = "link or address:"
"""The prompt of the line in which it is typed."""
ABOUT_ADDRESS: Final = "Your host gives you a link, or an address such as 192.168.1.20."
ABOUT_HOST: Final = "A host in your network. You go to your seat there, to its table, or to the list of its tables."
QUESTION: Final = "The number of a host, an address or a link; Enter lists the hosts again, q leaves:"
JOIN_ANYWAY: Final = "join"
"""The word that joins a host whose key is not the one that the player knows."""
TYPE_TO_JOIN: Final = f"type {JOIN_ANYWAY} to join it all the same:"
_MOST_SILENT: Final = 4
"""Hosts that are named among those that do not answer."""
_MOST_TABLES: Final = 3
"""Tables of a host that are described; the lobby lists all."""


def about_host(
    name: str, address: Address, tables: Sequence[TableSummary], *, is_impostor: bool, shares_name: bool
) -> str:
    """`Ben: All Fives, playing, Ana and Ben, 1 free seat`: a host that answers, with its tables.

    Its address is there if others have the same name, or if it should not have that name.
    """
    where = f" ({as_typed(*address)})"
    if is_impostor:
        return f"Another machine that calls itself {shown(name)}{where}: {_tables(tables)}"
    return f"{shown(name)}{where if shares_name else ''}: {_tables(tables)}"


def does_not_answer(name: str, address: Address) -> str:
    """A host that has announced itself, and cannot be reached."""
    return f"{shown(name)} ({as_typed(*address)}) does not answer"


def do_not_answer(hosts: Sequence[tuple[str, Address]]) -> str:
    """Several such hosts in one sentence: the first ones, and how many more."""
    described = [f"{shown(name)} ({as_typed(*address)})" for name, address in hosts[:_MOST_SILENT]]
    more = len(hosts) - len(described)
    named = listed([*described, *([f"{more} more"] if more else [])])
    return f"{named} {'does' if len(hosts) == 1 else 'do'} not answer."


def has_gone(number: int, name: str) -> str:
    """Says that the host that was listed with this number is there no longer."""
    return f"{number}: {shown(name)} has gone."


def no_such_number(numbers: Sequence[int]) -> str:
    """Says which numbers there are."""
    return f"The numbers are {listed(map(str, numbers), 'or')}." if numbers else NONE_FOUND


def about_silence(port: int) -> str:
    """What it can mean that such a host does not answer."""
    return f"It has gone, or a firewall keeps you out: ask your host to allow TCP port {port}."


def about_impostor(name: str) -> str:
    """A warning before joining such a host."""
    return f"You know {shown(name)} by another key. Ask whether this is a new machine before you join."


def cannot_be_found(trouble: str) -> str:
    """Says that no hosts can be listed; `trouble` is the reason."""
    return f"Hosts in your network cannot be listed: {trouble}."


def _tables(tables: Sequence[TableSummary]) -> str:
    if not tables:
        return "no table is open"
    plain = [evolve(table, home=False) for table in tables]
    if len(plain) == 1:
        return lobby_words.about_table(plain[0])
    described = [lobby_words.table_summary(table) for table in plain[:_MOST_TABLES]]
    more = len(plain) - len(described)
    return "; ".join([*described, *([f"{count(more, 'more table')}"] if more else [])])
