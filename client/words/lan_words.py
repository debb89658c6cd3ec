"""The hosts in the player's network in words, for every list of them.

Not here: which hosts are listed (`model.lan_hosts`), the lists (`screen.hosts_window`, `lines.host_lines`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from client.words import lobby_words
from client.words.catalogue.row import Person
from client.words.english import in_parts, listed
from client.words.name_words import shown
from client.words.say import Who, say
from protocol.shared.address import Address, as_typed
from protocol.wire.messages import TableSummary

JOIN_ANYWAY: Final = "join"
"""The word that joins a host whose key is not the one that the player knows."""
_MOST_SILENT: Final = 4
"""Hosts that are named among those that do not answer."""
_MOST_TABLES: Final = 3
"""Tables of a host that are described; the lobby lists all."""


def type_to_join() -> str:
    """Asks for that word."""
    return say("lan.type_to_join", word=JOIN_ANYWAY)


def about_host(
    name: str, address: Address, tables: Sequence[TableSummary], *, is_impostor: bool, shares_name: bool
) -> str:
    """`Ben: All Fives, playing, Ana and Ben, 1 free seat`: a host that answers, with its tables.

    Its address is there if others have the same name, or if it should not have that name.
    """
    if not is_impostor and not shares_name:
        return say("lan.host", name=shown(name), tables=_tables(tables))
    host = "lan.impostor" if is_impostor else "lan.host_at"
    return say(host, name=shown(name), address=as_typed(*address), tables=_tables(tables))


def where_it_leads(tables: Sequence[TableSummary]) -> str:
    """About a host that is selected in a list: to which of its tables one comes there."""
    has_home = len(tables) > 1 and any(table.home for table in tables)
    return say("lan.about_tables" if has_home else "lan.about_host")


def does_not_answer(name: str, address: Address) -> str:
    """A host that has announced itself, and cannot be reached."""
    return say("lan.does_not_answer", name=shown(name), address=as_typed(*address))


def do_not_answer(hosts: Sequence[tuple[str, Address]]) -> str:
    """Several such hosts in one sentence: the first ones, and how many more."""
    described = [say("lan.named", name=shown(name), address=as_typed(*address)) for name, address in hosts]
    more = len(hosts) - _MOST_SILENT
    named = listed([*described[:_MOST_SILENT], *([say("lan.more", n=more)] if more > 0 else [])])
    return say("lan.do_not_answer", who=Who(Person.ONE if len(hosts) == 1 else Person.MANY, named, named))


def has_gone(number: int, name: str) -> str:
    """Says that the host that was listed with this number is there no longer."""
    return say("lan.has_gone", number=number, name=shown(name))


def no_such_number(numbers: Sequence[int]) -> str:
    """Says which numbers there are."""
    return say("lan.numbers", numbers=listed(map(str, numbers), "or")) if numbers else say("lan.none_found")


def about_silence(port: int) -> str:
    """What it can mean that such a host does not answer."""
    return say("lan.silence", port=str(port))


def about_impostor(name: str) -> str:
    """A warning before joining such a host."""
    return say("lan.about_impostor", name=shown(name))


def cannot_be_found(trouble: str) -> str:
    """Says that no hosts can be listed; `trouble` is the reason."""
    return say("lan.cannot_be_listed", why=trouble)


def _tables(tables: Sequence[TableSummary]) -> str:
    if not tables:
        return say("lan.no_table")
    if len(tables) == 1:
        return lobby_words.about_table(evolve(tables[0], home=False))
    # The host's own first, and named as that: who has no seat there is led to it.
    home_first = sorted(tables, key=lambda table: not table.home)
    described = [lobby_words.table_summary(table) for table in home_first[:_MOST_TABLES]]
    more = len(tables) - len(described)
    return in_parts([*described, *([say("lan.more_tables", n=more)] if more else [])])
