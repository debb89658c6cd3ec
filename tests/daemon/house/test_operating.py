"""The operator's commands to a running daemon: only for those who can read its key."""

import json
import re
import stat
import sys
from pathlib import Path

import pytest

from daemon.house.key_file import is_secret_of, key_in_folder, new_key
from daemon.program import operator
from daemon.program.operator import operate
from daemon.program.running_commands import RUNNING_COMMANDS
from protocol.log.commands import AddBot, Command, EndMatch, HandOver, Kick, Pause, RemoveBot, Resume, Start
from protocol.log.events import MatchAbandoned, Paused, Resumed, SeatTaken
from protocol.log.table import Stage
from protocol.shared.exit_status import DONE, MisusedError
from protocol.shared.operator_key import KEY, OperatorKey
from protocol.wire.messages import Accepted, Do, NotAccepted
from protocol.wire.operator_messages import Operator
from tests.daemon.harness import SECRET, Host, hosting
from tests.daemon.wire_client import WireClient


async def two_players(host: Host) -> tuple[WireClient, WireClient]:
    host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
    await host.open_table("cinq-et-trois")
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    await ann.until(lambda: ann.session.head == ben.session.head)
    return ann, ben


async def operated(host: Host, command: Command, table: str | None = None) -> Accepted | NotAccepted:
    client = await host.operator()
    await client.send(Do("op-1" + repr(command), 0, command, table))
    return await client.answer_to("op-1" + repr(command))


async def test_the_operator_pauses_and_resumes_without_a_seat() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)

        assert isinstance(await operated(host, Pause()), Accepted)
        assert await ann.expect_event(Paused) == Paused(None)
        mover = ann if ann.a_move() else ben
        move = mover.a_move()
        assert move is not None
        await mover.until(lambda: mover.table.paused)
        assert await mover.refused(move) == "paused"

        assert isinstance(await operated(host, Resume()), Accepted)
        assert await ann.expect_event(Resumed) == Resumed(None)
        await mover.until(lambda: not mover.table.paused)
        await mover.accepted(move)


async def test_the_operator_can_remove_anybody_including_the_host_of_the_table() -> None:
    async with hosting(think=60) as host:
        ann, ben = await two_players(host)

        assert isinstance(await operated(host, Kick(0)), Accepted)

        assert (await ann.parting()).reason == "kicked"
        assert await ben.expect_event(SeatTaken, seat=0, bot="club")


async def test_the_operator_removes_a_bot_and_begins_the_match_at_a_guests_table() -> None:
    async with hosting() as host:
        host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
        table = await host.open_table("all-fives", seats=3, bots=1)
        ann = host.connect("Ann")
        await ann.enter(table=table)

        assert isinstance(await operated(host, RemoveBot(2), table), Accepted)
        await ann.until(lambda: ann.table.seats[2].is_free)
        assert isinstance(await operated(host, Start(), table), Accepted)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))


async def test_the_operator_ends_a_match() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)

        assert isinstance(await operated(host, EndMatch()), Accepted)

        await ann.expect_event(MatchAbandoned)
        assert ann.is_at(Stage.OVER)


async def test_a_forbidden_command_is_refused_to_the_operator_too() -> None:
    async with hosting() as host:
        await two_players(host)

        for command, reason, detail in (
            (Resume(), "not_paused", "not paused"),
            (Kick(7), "no_such_seat", "no such seat"),
            (AddBot(1, "club"), "seat_occupied", "the player of seat 2 is connected"),
        ):
            answer = await operated(host, command)
            assert isinstance(answer, NotAccepted)
            assert answer.reason == reason
            assert detail in answer.detail


@pytest.mark.parametrize("secret", ["", "a guess", SECRET + "x", "ü"])
async def test_a_wrong_secret_does_nothing(secret: str) -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        await ann.settle()
        stranger = host.connect()

        await stranger.send(Operator(secret), Do("op-1", 0, EndMatch()))

        assert (await stranger.parting()).reason == "bad_token"
        assert await ann.settle() == []


async def test_the_host_of_a_table_is_not_an_operator() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)

        await ann.send(Do("op-1", 0, EndMatch(), ann.session.table_name))

        assert (await ann.parting()).reason == "bad_token"


async def test_a_daemon_without_a_key_has_no_operator() -> None:
    async with hosting() as host:
        await host.open_table()
        stranger = host.connect()
        await stranger.send(Operator(""), Do("op-1", 0, Pause()))

        assert (await stranger.parting()).reason == "bad_token"


async def test_the_operators_commands_are_for_the_home_table_unless_they_name_another() -> None:
    async with hosting() as host:
        host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
        home = await host.open_home()
        guests_table = await host.open_table("cinq-et-trois", bots=1)
        guest = await host.seated("Ann", table=guests_table)
        await guest.settle()

        answer = await operated(host, Pause())
        assert isinstance(answer, NotAccepted)
        assert answer.reason == "not_started", "nobody has come to the home table yet"
        assert isinstance(await operated(host, Pause(), guests_table), Accepted)
        assert home.table != guests_table


async def test_without_a_home_table_the_operator_must_name_one_of_several() -> None:
    async with hosting() as host:
        ann, _ = await two_players(host)
        await host.open_table()
        client = await host.operator()
        await client.send(Do("op-1", 0, Pause()))
        assert (await client.parting()).reason == "no_such_table"

        assert isinstance(await operated(host, Pause(), ann.session.table_name), Accepted)


# The key.


def test_the_key_is_in_the_data_folder_while_the_daemon_runs(tmp_path: Path) -> None:
    (tmp_path / KEY).write_text("left behind by one that was killed")
    key = new_key("127.0.0.1", 4711)

    with key_in_folder(tmp_path, key):
        kept = json.loads((tmp_path / KEY).read_text())
        assert (kept["port"], kept["secret"]) == (4711, key.secret)
        if sys.platform != "win32":
            assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    assert not (tmp_path / KEY).exists()


def test_every_run_has_a_new_key() -> None:
    one, other = new_key("127.0.0.1", 1), new_key("127.0.0.1", 1)

    assert one.secret != other.secret
    assert is_secret_of(one, one.secret)
    assert not is_secret_of(one, other.secret)
    assert not is_secret_of(one, "")


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("pause", Pause()),
        ("resume", Resume()),
        ("kick 3", Kick(2)),
        ("stand-in 3 --level casual", AddBot(2, "casual")),
        ("hand-over 3", HandOver(2)),
        ("hand-over 3 --everything", HandOver(2, everything=True)),
        ("hand-over 3 --anyway", HandOver(2, anyway=True)),
        ("end", EndMatch()),
    ],
)
def test_a_command_is_given_by_its_name(
    typed: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[Path, Command, str | None]]()
    monkeypatch.setattr(operator, "operate", lambda *request: asked.append(request))
    name, *rest = typed.split()

    assert RUNNING_COMMANDS[name]([*rest, "--table", "oak", "--data", str(tmp_path)]) == DONE
    assert asked == [(tmp_path, command, "oak")]


@pytest.mark.parametrize("kept", [None, "", "[]", "{}", '{"address":"127.0.0.1","port":"x","secret":""}'])
def test_without_a_running_daemon_there_is_nothing_to_operate(tmp_path: Path, kept: str | None) -> None:
    if kept is not None:
        (tmp_path / KEY).write_text(kept)

    with pytest.raises(MisusedError, match=re.escape(str(tmp_path))):
        operate(tmp_path, Pause(), None)


def test_a_killed_daemon_does_not_count_as_running(tmp_path: Path) -> None:
    (tmp_path / KEY).write_text('{"address":"127.0.0.1","port":1,"secret":"s"}')

    with pytest.raises(MisusedError, match="no running daemon uses"):
        operate(tmp_path, Pause(), None)
