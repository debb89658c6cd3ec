"""The remedy for a game that goes on at another host, as the goodbye `moved` of its host says.

Here: whether a client goes there by itself. Not here: going there (the `Way` of the program), finding the table there
(`table_choice`).
"""

import ipaddress
import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import trio

from client.model.announcements import Announcement, Subject
from client.model.status import Ended
from client.net.host_connection import Cut, Parting, ended_by_host
from client.net.link import Link, Remedy, Retry
from client.net.remedies.leaving_out import RefusedCredential
from client.net.remedies.own_machine import OwnMachine
from client.words import succession_words
from client.words.say import say
from protocol.frozen import define
from protocol.shared.address import LOCALHOST, Address, AddressError, is_this_machine
from protocol.shared.host_key import parse_key
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import Farewell, Goodbye

TIME_AT_ONE_HOST: Final = 60.0
"""Seconds after which a host may send the client on at once."""
_GONE: Final = (Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.SILENT, Farewell.TROUBLE)
_NOT_THERE: Final = (*_GONE, Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE, Farewell.KICKED)
"""Goodbyes of a host that has not answered yet after which the host before is tried."""

_WITH_A_REMEDY: Final = (Farewell.MOVED, Farewell.BAD_PASSWORD, Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE)
"""Goodbyes of a host that has listed the game after which it is tried again; the last two about the seat shown."""

Redial = Callable[[JoinLink], bool]
"""Leads a link to another daemon of its host's club; False if the key is another host's."""


class Way(Protocol):
    """The way of a program to another host."""

    def follow(self, where: JoinLink) -> None:
        """Lead the link there, from the next connection on."""


@define(eq=False)
class Moved(Remedy):
    """Goes to where the game goes on, once: two hosts could send the client back and forth.

    Only the host itself can say so: on a connection without its key, anybody in between could. Until the player is
    welcomed there, both hosts are tried in turn: the new one may be out of reach. From then on, and until a round has
    ended there, the player goes back if the new one is lost, or says so, and the host before has the game. The same
    holds for a host that the player has chosen (`go_to`).

    `way` leads the link to another host; None if this program stays where it is. `redial`: None if this program knows
    only one daemon. `own_machine`: None if this program cannot host.
    """

    way: Way | None = None
    redial: Redial | None = None
    own_machine: OwnMachine | None = None
    _where: JoinLink | None = None
    """Where it has followed a game to, and not been welcomed since."""
    _game: str | None = None
    """The id of the game there, as far as the host before has said it."""
    _returns: bool = False
    """Whether the player comes back if the game is not there: they have chosen to go, or the host before waits."""
    _told: str = ""
    """Why the player does not come in there, as it was told last."""
    _has_redialled: bool = False
    _sent_on_at: float = -math.inf
    """When a host has last sent the client on, on trio's clock."""

    def go_to(self, where: JoinLink, link: Link) -> None:
        """Lead the link to another host at once."""
        assert self.way is not None
        if link.before is not None and not link.before.is_welcomed:
            link.go_back()  # to the host that has welcomed the player, which is the way back from there, too
        link.move_to_host(partial(self.way.follow, where), returns=True)
        self._where, self._game, self._returns = where, None, True

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if link.before is not None and link.before.is_welcomed and _may_be_given_up(parting):
            if await link.before.has_game():
                return self._return(link)
            if _is_gone(parting):
                return Retry(waits=True)  # one of the two may be back later
        if self._where is not None and self.way is not None and self._is_out_of_reach(parting, link):
            refused = await RefusedCredential().after(parting, link)
            if refused is None and link.before is not None and self.own_machine is not None:
                ended = await self.own_machine.host_again(self._where, self._game, link)
                if ended is not None:
                    return ended
            return refused or self._try_the_other(link, self.way, self._where, parting)
        if not isinstance(parting, Goodbye) or parting.reason != Farewell.MOVED:
            return None
        if link.receiving is not None and link.receiving.goes_there():
            link.move_to_host(link.receiving.new_host.lead)
            return Retry()
        where = moved_to(parting, link.host)
        if where is not None and self.redial is not None and self.redial(where):
            had_redialled, self._has_redialled = self._has_redialled, True
            # The second time, that daemon may be dead: then another one takes the game over within a minute.
            return Retry(waits=had_redialled)
        is_certain = bool(link.autosave.seats.certain_key) or is_this_machine(link.host.host)
        if self.way is not None and self._where is not None and link.before is not None:
            if where is None or where.key == link.before.key:  # two hosts could send the client back and forth
                return self._try_the_other(link, self.way, self._where, parting)
            link.go_back()  # the way back from the third host is that from the second one
        if where is None or self.way is None or self._has_redialled or not is_certain:
            return None
        is_new, self._game, self._returns = where != self._where, parting.game, bool(parting.waits)
        self._lead(link, self.way, where)
        if is_new:
            link.deliver([Announcement(Subject.LINK, succession_words.goes_on_at(where.endpoints[0]))])
        return Retry(waits=self._is_sent_on_again() or not is_new)

    def _is_out_of_reach(self, parting: Parting, link: Link) -> bool:
        """Whether the player cannot come in at this host for now.

        What a host says that has not welcomed the player is no word about the seat at the host before. Once it has
        listed the game, a refused seat has remedies of its own.
        """
        if not isinstance(parting, Goodbye):
            return isinstance(parting, Cut)
        if link.before is None or link.before.is_welcomed:
            return False
        session, reason = link.model.session, parting.reason
        if link.choice.is_arriving or reason in (*_GONE, Farewell.KICKED):
            return reason in _NOT_THERE
        shows_seat = session.is_claiming or session.token is not None
        return self._returns and reason not in (_WITH_A_REMEDY if shows_seat else _WITH_A_REMEDY[:2])

    def _is_sent_on_again(self) -> bool:
        """Whether a host has sent the client on a moment ago: two could do so without end."""
        now, before = trio.current_time(), self._sent_on_at
        self._sent_on_at = now
        return now - before < TIME_AT_ONE_HOST

    def _lead(self, link: Link, way: Way, where: JoinLink) -> None:
        if link.choice.watches(self._game):  # at another daemon of a club it is the same game still
            link.model.session.own_token = None  # each host gets another one
            way.follow(where)
        else:
            link.leave_for(partial(way.follow, where), self._game, returns=self._returns)
        self._where = where

    def _return(self, link: Link) -> Retry:
        """Go back to the host before, which has the game."""
        link.go_back()
        link.on_arrival.append(Announcement(Subject.LINK, say("moved.back")))
        return Retry()

    def _try_the_other(self, link: Link, way: Way, where: JoinLink, parting: Parting) -> Retry:
        """Try the host before, if the new one cannot be reached, and the other way round."""
        if link.before is not None:
            text = succession_words.nobody_there(where.endpoints[0], _what_is_wrong(parting))
            link.go_back()
            if text != self._told:
                self._told = text
                link.deliver([Announcement(Subject.LINK, text)])
        else:
            self._lead(link, way, where)
        return Retry(waits=True)

    def welcomed(self) -> None:
        """As `Remedy.welcomed`."""
        self._where, self._told, self._has_redialled = None, "", False


def _is_gone(parting: Parting) -> bool:
    """Whether a host where the player was is lost, for now or for good."""
    return isinstance(parting, Cut) or (isinstance(parting, Goodbye) and parting.reason in _GONE)


def _may_be_given_up(parting: Parting) -> bool:
    """Whether it is lost, or sends everybody elsewhere, such as to the host before."""
    return _is_gone(parting) or (isinstance(parting, Goodbye) and parting.reason == Farewell.MOVED)


def _what_is_wrong(parting: Parting) -> str:
    """What is wrong at a host where the player does not come in; empty if nobody answers there."""
    if isinstance(parting, Goodbye):
        return ended_by_host(parting.reason)
    return parting.why if isinstance(parting, Cut) and parting.is_final else ""


def moved_to(goodbye: Goodbye, present: Address) -> JoinLink | None:
    """The link to the host to which the game has moved; None if the client does not go there by itself.

    `present`: the address of the host that says so. What it says may be anything: without a key nobody could tell who
    answers there, and a host elsewhere is not to send the client to programs on its own machine.
    """
    with suppress(AddressError):
        said = parse_link(goodbye.address or "")
        key = said.key if goodbye.key is None else parse_key(goodbye.key)
        may_be_here = is_here(present.host)
        endpoints = tuple(place for place in said.endpoints if may_be_here or not is_here(place.address.host))
        if key is not None and said.key in (None, key) and endpoints:
            return JoinLink(endpoints, key=key, invitation=said.invitation)
    return None


def is_here(host: str) -> bool:
    """Whether a connection to this host may lead to this machine itself, as far as its name says."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        name = host.casefold().rstrip(".")
        return name == LOCALHOST or name.endswith(f".{LOCALHOST}") or name.startswith((f"{LOCALHOST}.", "ip6-"))
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_loopback or ip.is_unspecified
