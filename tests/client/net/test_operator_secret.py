"""The operator's secret, sent by the host's own client."""

from pathlib import Path

from client.store.file_seats import FileSeats
from protocol.wire.messages import Farewell, Goodbye, Hello
from protocol.wire.operator_messages import Operator
from tests.client.at_table import welcome
from tests.client.net.linked import playing, saved_seat
from tests.client.scripted_daemon import ScriptedDaemon


class Secrets:
    """The secret of each connection in turn, the last one for all that follow."""

    def __init__(self, *secrets: str) -> None:
        self._secrets = list(secrets)

    def __call__(self) -> str:
        return self._secrets.pop(0) if len(self._secrets) > 1 else self._secrets[0]


async def test_the_operators_secret_is_sent_first_on_each_connection(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.credentials.secret = Secrets("of this run", "of the next run")
        caller = await daemon.call()
        assert await caller.receives() == Operator("of this run")
        assert isinstance(await caller.receives(), Hello)
        await caller.sends(welcome(head=0))
        await caller.hangs_up()

        again = await daemon.call()
        assert await again.receives() == Operator("of the next run")


async def test_a_secret_left_behind_by_a_killed_daemon_is_dropped(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.credentials.secret = Secrets("of another daemon")
        caller = await daemon.call()
        assert await caller.receives() == Operator("of another daemon")
        await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, ""))

        again = await daemon.call()
        assert isinstance(await again.receives(), Hello)


async def test_the_secret_is_sent_again_if_the_seat_was_the_wrong_one(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(saved_seat("oak"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.credentials.secret = Secrets("the right one")
        for expected in (Operator, Hello):
            caller = await daemon.call()
            assert isinstance(await caller.receives(), expected)
            await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, ""))

        caller = await daemon.call()
        assert await caller.receives() == Operator("the right one")
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.token is None
