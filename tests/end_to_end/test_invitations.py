"""`fivesd invite` and similar commands, and friends who come through a tunnel's port with what they print."""

from functools import partial
from pathlib import Path

import pytest
import trio

from daemon.program.operator import invitation_lines, invite, operate
from protocol.log.operator_commands import Uninvite
from protocol.shared.exit_status import FailedError
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import AskTables, Invited, Tables
from protocol.wire.session import Session
from tests.daemon import tls, ways
from tests.daemon.wire_client import WireClient, parting_of
from tests.end_to_end.program import Running, fivesd, running
from tests.ports import free_port

FLAGS = ("--rules", "all-fives", "--password", "sesame", "--listen", "127.0.0.1", "--verbose")


def link_in(line: str, name: str) -> JoinLink:
    named, _, link = line.rstrip().partition(": ")
    assert named == name
    return parse_link(link)


async def from_outside(daemon: Running, port: int, name: str, invitation: str | None = None) -> WireClient:
    stream = ways.as_clients_connect(await trio.open_tcp_stream("127.0.0.1", port))
    daemon.clients.append(WireClient(stream, Session("tests", name)))
    client = daemon.clients[-1]
    if invitation is not None:
        await client.send(Invited(invitation))
    return client


async def test_a_friend_joins_through_a_tunnel_with_the_link_that_was_printed(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", free_port()
    flags = (*FLAGS, "--outside-port", str(outside))

    async with running(data, *flags, "--known-as", "quick-fox.example.net", has_page=True) as daemon:
        done = await trio.to_thread.run_sync(partial(fivesd, "invite", "Ben", "--data", data))
        assert (done.returncode, done.stderr) == (0, "")
        link = link_in(done.stdout, "Ben")
        assert str(link).startswith("https://quick-fox.example.net/oak#k=")
        assert link.key == tls.identity().key
        assert link.invitation is not None
        assert (await parting_of(await from_outside(daemon, outside, "Eve"), password="sesame")).reason == "not_invited"
        ben = await from_outside(daemon, outside, "Ben", link.invitation)
        await ben.enter(table=link.table)

    async with running(data, *flags) as daemon:
        (listed,) = await trio.to_thread.run_sync(invitation_lines, data)
        assert link_in(listed, "Ben").invitation == link.invitation
        friend = await from_outside(daemon, outside, "Cy", link.invitation)
        await friend.send(AskTables())
        await friend.expect(Tables)

        await trio.to_thread.run_sync(operate, data, Uninvite("ben"))

        assert (await friend.parting()).reason == "not_invited"
        again = await from_outside(daemon, outside, "Ben")
        again.session = ben.session
        assert (await again.enter()).seat == ben.seat
        with pytest.raises(FailedError, match="nobody is invited as 'Ben'"):
            await trio.to_thread.run_sync(operate, data, Uninvite("Ben"))
        line, warning = await trio.to_thread.run_sync(invite, data, "Ann Lee")
        assert link_in(line, "Ann Lee").address == ("localhost", daemon.port)
        assert "for your own network only" in str(warning)
        log = daemon.errors.read_text()
        assert "came with the invitation for Ben" in log
        assert link.invitation not in log
