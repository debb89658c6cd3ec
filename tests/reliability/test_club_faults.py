"""Two real daemons over one PostgreSQL: the short form of the faults, and a daemon that does not know its end."""

import signal
import sys
from copy import deepcopy
from random import Random

import pytest
import trio

if sys.platform == "win32":
    pytest.skip("it stops programs with signals, which are POSIX's", allow_module_level=True)

from protocol.log.commands import Say
from protocol.log.events import Entry, Said
from protocol.wire.messages import Accepted, OpenTable, Tables
from protocol.wire.session import Session
from tests import postgres
from tests.daemon.club.club_daemon import stored
from tests.daemon.wire_client import FarewellError, WireClient
from tools.reliability import club_faults
from tools.reliability.club_faults import LEASE, Member

pytestmark = [
    pytest.mark.skipif(postgres.program("initdb") is None, reason=postgres.WHY_NOT),
    pytest.mark.no_lines("its daemons are killed before their page processes have started"),
]


async def test_faults_of_a_club_lose_double_and_change_nothing_that_was_shown() -> None:
    survived = await club_faults.survive(20, seed=5)

    assert survived.faults == 20
    assert survived.found.shown > 0


async def taken_over(member: Member, session: Session) -> WireClient:
    """A client welcomed by this daemon, once the lease of the other one has run out."""
    with trio.fail_after(20 * LEASE):
        while True:
            client = await member.client(session)
            try:
                await client.enter()
            except FarewellError:
                await client.leave()
                await trio.sleep(LEASE / 5)
            else:
                return client


async def test_a_daemon_frozen_past_its_lease_stores_and_sends_nothing() -> None:
    async with club_faults.running_club(Random(1)) as club:
        west, east = club.members
        ann = await west.client(Session("tests", "Ann"))
        await ann.send(OpenTable("all-fives"))
        await ann.enter(table=(await ann.expect(Tables)).opened)
        await ann.accepted(Say("before"))

        assert west.process is not None
        west.process.send_signal(signal.SIGSTOP)
        stale = ann.asks(Say("to the frozen daemon"))
        await ann.send(stale)
        back = await taken_over(east, deepcopy(ann.session))
        await back.accepted(Say("to its successor"))
        received = len(ann.received)
        west.process.send_signal(signal.SIGCONT)
        goodbye = await ann.parting()

        assert (goodbye.reason, goodbye.address) == ("moved", east.address)
        assert not [message for message in ann.received[received:] if isinstance(message, Entry | Accepted)]
        game = ann.session.game
        assert game is not None
        await ann.leave()
        await back.leave()
        said = [entry.event for entry in stored(club.server.url(), game).entries if isinstance(entry.event, Said)]
        assert [event.text for event in said] == ["before", "to its successor"]
        club.check_epochs()
