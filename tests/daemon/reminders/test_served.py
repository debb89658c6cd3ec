"""A whole daemon on real sockets sends a code to a server of the tests, as its settings say."""

import re
from pathlib import Path

import pytest
import trio

from daemon.house.house_rules import HouseRules
from daemon.program.serve import serve
from daemon.program.service import Service
from protocol.log.commands import RemindAt, RemindCode
from protocol.shared.places import PlaceLimits
from protocol.shared.reminder_kinds import ReminderKind
from protocol.wire.messages import OpenTable, ReminderWays
from protocol.wire.session import Session
from tests.daemon import tls, ways
from tests.daemon.reminders.hook_server import HOST, serving
from tests.daemon.reminders.test_web import OK, saying
from tests.daemon.wire_client import PATIENCE, WireClient


@pytest.mark.no_lines("this daemon has no page")
async def test_a_code_goes_to_the_webhook_of_a_player_and_comes_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    tls.give_identity(data)
    ports, port = trio.open_memory_channel[int](1)
    async with serving(tmp_path, saying(OK)) as hook, trio.open_nursery() as nursery:
        service = Service(
            data=data,
            table=OpenTable("cinq-et-trois"),
            house=HouseRules(),
            host="127.0.0.1",
            port=0,
            limits=PlaceLimits(),
            stops_with_stdin=False,
            announce=lambda _, _friends, number, _key: ports.send_nowait(number),
            remind_by=[ReminderKind.MATTERMOST],
            web=hook.web,
        )
        with trio.fail_after(PATIENCE):
            nursery.start_soon(serve, service)
            stream = ways.as_clients_connect(await trio.open_tcp_stream("127.0.0.1", await port.receive()))
            ann = WireClient(stream, Session("tests", "Ann"))
            await ann.enter()
            assert await ann.expect(ReminderWays) == ReminderWays(("mattermost",))
            await ann.accepted(RemindAt(f"https://{HOST}/hooks/ann"))
            await ann.expect(ReminderWays)
            found = re.search(rb"fives: (\d{6})", hook.received[0])
            assert found
            await ann.accepted(RemindCode(found[1].decode()))

            assert (await ann.expect(ReminderWays)).place == f"Mattermost ({HOST})"
            await ann.leave()
        nursery.cancel_scope.cancel()
