"""The hosts in the player's network in lines: printed with their numbers as they are found, to choose one.

Not here: finding them (`net.lan_hosts`), the list on the full screen (`screen.hosts_window`), the sentences
(`words.lan_words`).
"""

from collections.abc import Callable
from typing import Final

import trio
from attrs import define, field

from client.lines.line_mode import NextLine
from client.model.lan_hosts import LanHost, LanHosts
from client.net.lan_hosts import TIME_TO_FIND, Join, WaysToJoin
from client.words import lan_words
from protocol.console.address import AddressError
from protocol.console.join_link import typed_link
from protocol.digits import number_in

_QUIT: Final = ("q", "quit")


async def choose_in_lines(ways: WaysToJoin, next_line: NextLine, out: Callable[[str], None]) -> Join | None:
    """Where the player wants to join: at a host of the list, or at a typed address; None if the player leaves."""
    lines = HostLines(ways.hosts, out)
    ways.hosts.changed = lines.print_changes
    out(lan_words.LOOKING)
    out(lan_words.QUESTION)
    chosen: Join | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ways.search)
        nursery.start_soon(lines.say_if_nothing_is_found)
        while chosen is None and (typed := await next_line()) is not None and typed.strip() not in _QUIT:
            chosen = lines.chosen(typed.strip())
        nursery.cancel_scope.cancel()
    return chosen


@define(eq=False)
class HostLines:
    """The hosts as they have been printed. `_printed`: by number, each host's name and whether it did not answer."""

    hosts: LanHosts
    out: Callable[[str], None]
    _printed: dict[int, tuple[str, bool]] = field(factory=dict)
    _warned: int | None = None
    """The number of the host about which the player has just been warned."""
    _has_said_why: bool = False
    _has_found: bool = False

    def print_changes(self) -> None:
        """Print each host that is new, or answers again or no longer, and each that has gone."""
        if self.hosts.trouble and not self._has_said_why:
            self._has_said_why = True
            self.out(lan_words.cannot_be_found(self.hosts.trouble))
        listed = {host.number: host for host in self._listed}
        for number in [number for number in self._printed if number not in listed]:
            self.out(lan_words.has_gone(number, self._printed.pop(number)[0]))
        for number, host in listed.items():
            if self._printed.get(number, ("", None))[1] is not host.is_silent:
                self._print(host)

    async def say_if_nothing_is_found(self) -> None:
        """Say so after a few seconds."""
        await trio.sleep(TIME_TO_FIND)
        if not (self._has_found or self.hosts.trouble):
            self.out(lan_words.NONE_FOUND)

    def chosen(self, typed: str) -> Join | None:
        """Where a typed line leads; None if nowhere, and then the player is told why."""
        warned, self._warned = self._warned, None
        if not typed:
            self._print_all()
            return None
        if warned is not None and typed.casefold() == lan_words.JOIN_ANYWAY:
            return self._at(self._numbered(warned))
        if (number := number_in(typed)) is not None:
            return self._chosen_by_number(number)
        try:
            return Join(typed_link(typed))
        except AddressError as error:
            self.out(str(error))
            return None

    def _chosen_by_number(self, number: int) -> Join | None:
        host = self._numbered(number)
        if host is None:
            self.out(lan_words.no_such_number(sorted(self._printed)))
        elif host.is_silent:
            self.out(lan_words.about_silence(host.announced.port))
        elif self.hosts.is_impostor(host):
            self._warned = number
            self.out(lan_words.about_impostor(host.announced.name))
            self.out(lan_words.TYPE_TO_JOIN)
        else:
            return self._at(host)
        return None

    def _at(self, host: LanHost | None) -> Join | None:
        return None if host is None else Join(host.link, host)

    @property
    def _listed(self) -> list[LanHost]:
        return [*self.hosts.trusted, *self.hosts.doubtful]

    def _numbered(self, number: int) -> LanHost | None:
        return next((host for host in self._listed if host.number == number), None)

    def _print_all(self) -> None:
        for host in self._listed:
            self._print(host)
        if not self._listed:
            self.out(lan_words.NONE_FOUND)

    def _print(self, host: LanHost) -> None:
        self._has_found = True
        self._printed[host.number] = (host.announced.name, host.is_silent)
        self.out(f"{host.number}: {self.hosts.line(host)}.")
