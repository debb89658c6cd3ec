"""The hosts in the player's network in lines: printed with their numbers as they are found, to choose one.

Not here: finding them (`net.lan_hosts`), the list on the full screen (`screen.hosts_window`), the sentences
(`words.lan_words`).
"""

from collections.abc import Callable
from typing import Final

import trio
from attrs import field

from client.lines.line_mode import NextLine
from client.model.lan_hosts import LanHost, LanHosts
from client.net.lan_hosts import TIME_TO_FIND, Join, WaysToJoin
from client.words import lan_words
from client.words.say import in_words, say
from protocol.digits import number_in
from protocol.frozen import define
from protocol.shared.address import Address, AddressError
from protocol.shared.join_link import CutLinkError, JoinLink, typed_link

_QUIT: Final = ("q", "quit")


async def choose_in_lines(ways: WaysToJoin, next_line: NextLine, out: Callable[[str], None]) -> Join | None:
    """Where the player wants to join: at a host of the list, or at a typed address; None if the player leaves."""
    lines = HostLines(ways.hosts, out)
    ways.hosts.changed = lines.print_changes
    out(say("lan.looking"))
    out(say("lan.question"))
    chosen: Join | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ways.search)
        nursery.start_soon(lines.print_more)
        while chosen is None and (typed := await next_line()) is not None and typed.strip() not in _QUIT:
            chosen = lines.chosen(typed.strip())
        nursery.cancel_scope.cancel()
    return chosen


@define(eq=False)
class HostLines:
    """The hosts as they have been printed. `_printed`: by number, the names of those that answer.

    Anybody can announce any number of hosts, so those that have never answered get one line together now and then, and
    each of them is in one such line only.
    """

    hosts: LanHosts
    out: Callable[[str], None]
    _printed: dict[int, str] = field(factory=dict)
    _silent: set[tuple[str, Address]] = field(factory=set)
    """Those of which the player knows that they do not answer."""
    _warned: int | None = None
    """The number of the host about which the player has just been warned."""
    _has_said_why: bool = False
    _cut: str = ""
    """A link that was typed last, and whose end is missing."""

    def print_changes(self) -> None:
        """Print each host that is new, or answers again or no longer, and each that has gone."""
        if self.hosts.trouble and not self._has_said_why:
            self._has_said_why = True
            self.out(lan_words.cannot_be_found(self.hosts.trouble))
        listed = {host.number: host for host in self._listed}
        for number in [number for number in self._printed if number not in listed]:
            self.out(lan_words.has_gone(number, self._printed.pop(number)))
        for number, host in listed.items():
            if host.is_silent and self._printed.pop(number, None) is not None:
                self._silent.add(_place_of(host))
                self.out(say("lines.numbered", number=number, choice=self.hosts.line(host)))
            elif not host.is_silent and number not in self._printed:
                self._print(host)

    async def print_more(self) -> None:
        """After a few seconds say so if nothing has been found; and from then on, ever more rarely, who is silent."""
        pause = TIME_TO_FIND
        await trio.sleep(pause)
        if not (self._printed or self._new_silent or self.hosts.trouble):
            self.out(say("lan.none_found"))
        while True:
            self.print_silent()
            await trio.sleep(pause)
            pause *= 2

    def print_silent(self) -> None:
        """Print those that do not answer, unless that has been printed before."""
        if new := self._new_silent:
            self._silent.update(map(_place_of, new))
            self.out(lan_words.do_not_answer([*map(_place_of, new)]))

    @property
    def _new_silent(self) -> list[LanHost]:
        return [host for host in self._listed if host.is_silent and _place_of(host) not in self._silent]

    def chosen(self, typed: str) -> Join | None:
        """Where a typed line leads; None if nowhere, and then the player is told why."""
        warned, self._warned = self._warned, None
        if (whole := self._with_rest(typed)) is not None:
            return Join(whole)
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
            self._cut = typed if isinstance(error, CutLinkError) else ""
            self.out(in_words(error.said))
            return None

    def _with_rest(self, typed: str) -> JoinLink | None:
        """The link that this line completes: one that was pasted with an end of a line in it comes in two."""
        cut, self._cut = self._cut, ""
        try:
            return typed_link(cut + typed) if cut and typed else None
        except AddressError:
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
            self.out(lan_words.type_to_join())
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
        silent = [host for host in self._listed if host.is_silent]
        for host in self._listed:
            if not host.is_silent:
                self._print(host)
        if silent:
            self.out(lan_words.do_not_answer([*map(_place_of, silent)]))
        if not self._listed:
            self.out(say("lan.none_found"))

    def _print(self, host: LanHost) -> None:
        self._printed[host.number] = host.announced.name
        self._silent.discard(_place_of(host))
        self.out(say("lines.numbered", number=host.number, choice=self.hosts.line(host)))


def _place_of(host: LanHost) -> tuple[str, Address]:
    return host.announced.name, host.address
