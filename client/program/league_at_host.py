"""Asking a host for its league.

Not here: what is printed of it (`league_command`).
"""

import trio

from client.net.dial import HostDial
from client.net.request import RequestError, Requests
from client.net.tcp import NoConnectionError
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from protocol.shared.join_link import JoinLink
from protocol.wire.messages import LeagueGames


def fetched_league(link: JoinLink) -> LeagueGames | str:
    """What the host at this link says about its league; without an answer, why, in a line."""
    return trio.run(_ask, link)


async def _ask(link: JoinLink) -> LeagueGames | str:
    try:
        stream = await HostDial(link, FileHosts(data_folder())).dial_invited(link.address)
        async with stream:
            return await Requests(stream).league()
    except (NoConnectionError, RequestError) as error:
        return str(error)
