"""Other hosts of the match that is being played: where it goes on without its host, and who hosts it, too.

Here: what a link needs for that. Not here: the times (`net.absence`), the search (`net.successors`), hosting the match
on this machine (`hosting_here`), the connection to another host (`arrival`).
"""

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

import trio

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.net.absence import Absence
from client.net.dial import HostDial
from client.net.former_hosts import FormerHosts
from client.net.held_match import HeldMatch
from client.net.link import Link
from client.net.receiving import Receiving
from client.net.rehearsal import Rehearsal
from client.net.remedies.moved import Moved
from client.net.remedies.own_machine import OwnMachine
from client.net.successors import TIME_TO_LOOK, KnownGame, search_for
from client.net.taking_back import TakingBack
from client.net.tcp import open_tcp
from client.program.arrival import HostArrival
from client.program.hosting import HostOptions
from client.program.hosting_here import HostHere
from client.program.private_daemon import HostedDaemon
from client.store.browser_seats import way_back
from client.store.known_hosts import keys_by_name
from client.store.saved_seats import SavedSeat
from client.words import take_over_words
from client.words.take_over_words import Successor
from protocol.shared.address import is_this_machine
from protocol.shared.join_link import Endpoint, JoinLink

TIME_BETWEEN_LOOKS: Final = 120.0
"""Seconds after which a host looks again whether somebody else hosts the same match."""


@asynccontextmanager
async def other_hosts(
    link: Link, host: HostDial, own: tuple[HostedDaemon, HostOptions] | None = None
) -> AsyncIterator[tuple[HostArrival, HostHere]]:
    """Have this link follow its match from the first host to other ones. What is begun for that ends with this.

    `host`: the first one. `own`: as in `HostHere`.
    """
    async with AsyncExitStack() as stack, trio.open_nursery() as nursery:
        own_key = None if own is None else own[0].key
        arrival, here = HostArrival(host, link, own_key or ""), HostHere(link, stack, own)
        link.dial, link.dial_beside = arrival.dial, host.dial
        _go_on_elsewhere(link, arrival, nursery, here)
        if own is not None:
            daemon, options = own
            link.taking_back = TakingBack(
                link, nursery.start_soon, lambda: open_tcp(daemon.address), options.secret
            ).begin
        link.model.absent_host.can_host = link.autosave.unfinished is not None
        link.model.way_back = partial(_way_back, link, arrival)
        yield arrival, here
        nursery.cancel_scope.cancel()


def _way_back(link: Link, arrival: HostArrival) -> str | None:
    found = arrival.host.transport
    return link_to_seat(link.model, link.autosave.seats.current, None if found is None else found.endpoint)


def link_to_seat(model: Model, mine: SavedSeat | None, connected: Endpoint | None) -> str | None:
    """The link that opens this seat of the player's in a browser of another device; None if there is none.

    `connected`: where this program has connected to the host; one's own is only reached like that on this machine.
    """
    if mine is None or model.seat is None:
        return None
    host = model.own_host
    endpoint = connected if host is None else next(iter(host.ways_in if host.has_page else ()), None)
    if endpoint is None or is_this_machine(endpoint.address.host):
        return None
    return str(JoinLink((endpoint,), model.session.table_name, back=way_back(mine)))


def _go_on_elsewhere(link: Link, arrival: HostArrival, nursery: trio.Nursery, here: HostHere) -> None:
    known = keys_by_name(arrival.host.known.all())
    moved = Moved(arrival, arrival.redial, _own_machine(link, here))
    link.remedies.insert(0, moved)
    link.absence = Absence(
        link.model,
        nursery,
        lambda: search_for(KnownGame.of(link.model.session, link.choice.key_of_host), known),
        lambda found: moved.go_to(found.link, link),
        here.start,
        link.deliver,
    )
    link.rehearsal = Rehearsal(nursery, link.answer_rehearsal, lambda: arrival.host.link.endpoints)
    link.receiving = Receiving(link.model, nursery, here, link.deliver, link.flush)
    nursery.start_soon(_watch_for_rivals, link, known)
    former = FormerHosts(link, partial(_present_host, link, arrival), arrival.dial_to)
    link.held = HeldMatch(link, former.present_host, partial(_dialled, arrival), former.answer)
    nursery.start_soon(former.keep_informing)
    nursery.start_soon(link.held.watch)


def _own_machine(link: Link, here: HostHere) -> OwnMachine:
    """What this machine can host again. A daemon of this program is kept running by itself."""

    def command(where: JoinLink, game: str | None) -> tuple[str, ...]:
        is_hosted = here.own is not None or here.options is not None or where.key is None
        return () if is_hosted else link.autosave.seats.command_to_host_again(where.key or "", game)

    return OwnMachine(command, asks=sys.stdin.isatty())


def _present_host(link: Link, arrival: HostArrival) -> JoinLink | None:
    """The link to the host where the player is, for others; None if nobody is known to reach it."""
    own = link.model.own_host
    return _dialled(arrival) if own is None else own.link(None)


def _dialled(arrival: HostArrival) -> JoinLink | None:
    """The link to the host that was dialled last, which is not the player's own."""
    found = arrival.host.transport
    return None if found is None else JoinLink((found.endpoint,), key=found.key)


async def _watch_for_rivals(link: Link, known: Mapping[str, str]) -> None:
    """Tell a player who hosts a match whenever somebody else in the network is found to host it, too.

    A host may come back after somebody has gone on without it, and two players may have gone on at the same time.
    """
    model, told = link.model, set[Successor]()
    while True:
        if model.own_host is None or not model.view.is_playing:
            await trio.sleep(TIME_TO_LOOK)
        else:
            game = KnownGame.of(model.session, link.choice.key_of_host)
            own = {*game.games[-1:], *link.autosave.seats.unfinished_games()}
            found = await search_for(game, known, own).run_for(TIME_TO_LOOK)
            model.absent_host.found = found
            if found is not None and found not in told:
                told.add(found)
                text = take_over_words.hosts_too(found, is_drawn=model.is_drawn)
                link.deliver([Announcement(Subject.LINK, text)])
            await trio.sleep(TIME_BETWEEN_LOOKS)
