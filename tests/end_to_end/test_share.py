"""`fivesd --share` with a tunnel program: friends in other houses come in by the link, whatever the tunnel does."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from protocol.log.operator_commands import FollowReach
from protocol.shared.friends_link import friends_link, invitation_for_friends
from protocol.shared.operator_key import read_key
from protocol.wire.messages import AskTables, Do, Tables
from protocol.wire.operator_messages import Operator, Reach, TunnelState
from tests.client.browser import browser
from tests.daemon.wire_client import WireClient
from tests.end_to_end.program import Running, check_one_plain_line, environment, fivesd, running
from tests.end_to_end.pseudo_terminal import fives
from tests.end_to_end.test_page_in_browser import open_page, type_name
from tests.fake_tunnel import FOX, OWL, Tunnel

TIME_LIMIT = 120.0

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the tests' tunnel needs POSIX")


async def asked(daemon: Running) -> WireClient:
    """A client that follows how friends can join."""
    key = read_key(daemon.data)
    assert key is not None
    client = await daemon.client("Host")
    await client.send(Operator(key.secret))
    await client.send(AskTables())  # whoever asks for that may stay
    await client.expect(Tables)
    await client.send(Do("reach", 0, FollowReach()))
    return client


async def reach_where(client: WireClient, is_so: Callable[[Reach], bool]) -> Reach:
    """Wait until the daemon says so."""
    with trio.fail_after(TIME_LIMIT):
        while not is_so(reach := await client.expect(Reach)):
            pass
    return reach


def is_open_at(name: str) -> Callable[[Reach], bool]:
    return lambda reach: reach.share == TunnelState.OPEN and any(name in link for link in reach.outside)


def link_in(reach: Reach) -> str:
    """The link that a host gives away."""
    invitation = invitation_for_friends(reach)
    assert invitation is not None
    return str(friends_link(reach, "oak", invitation.invitation))


async def joined(link: str, tunnel: Tunnel, home: Path, typed: str = "q\n") -> "subprocess.CompletedProcess[bytes]":
    """A friend who joins by this link with `fives`."""
    command = [sys.executable, "-m", "client", "join", link, "--name", "Ben", "--lines", "--data", str(home)]
    more = {**environment(), **tunnel.environment, "XDG_DATA_HOME": str(home)}
    with trio.fail_after(TIME_LIMIT):
        return await trio.run_process(
            command, stdin=typed.encode(), capture_stdout=True, capture_stderr=True, check=False, env=more
        )


def sits_down_on_a_phone(link: str, folder: Path) -> None:
    """A friend who opens this link on a phone and gives a name."""
    with browser(folder, trusts_everybody=True) as tab:
        tab.be_a_phone(360, 640, 2)
        open_page(tab, link)
        type_name(tab, "Cho")
        tab.until("document.querySelector('#waiting h2')?.textContent ?? ''", "Table oak")


async def until_gone(word: str) -> None:
    """Wait until no process has this word in its command."""
    with trio.fail_after(TIME_LIMIT):
        pgrep = ["pgrep", "-f", word]
        while not (await trio.run_process(pgrep, check=False, capture_stdout=True)).returncode:  # noqa: ASYNC110
            await trio.sleep(0.1)


async def test_a_friend_comes_in_by_the_link_whatever_the_tunnel_prints_and_when_its_name_changes(
    tmp_path: Path,
) -> None:
    tunnel = Tunnel(tmp_path / "tunnel", names=(FOX, OWL), garbage=True, dead=("dead-cat.localhost",))
    options = ("--share", tunnel.command)
    async with running(tmp_path / "host", *options, has_page=True, more=tunnel.environment) as daemon:
        host = await asked(daemon)
        reach = await reach_where(host, is_open_at(FOX))

        done = await joined(link_in(reach), tunnel, tmp_path / "ben")
        assert b"You sit at table oak" in done.stdout, done
        assert (await reach_where(host, lambda reach: reach.invitations[0].here == 1)).invitations[0].name == "friends"

        tunnel.stop()
        lost = await reach_where(host, lambda reach: reach.share == TunnelState.FAILED)
        assert lost.outside == ()
        assert "It is started again in 1 s" in lost.detail
        again = await reach_where(host, is_open_at(OWL))

        stranger = await joined(str(friends_link(again, "oak")), tunnel, tmp_path / "eve")
        assert stranger.returncode == 1
        assert b"by invitation" in stranger.stderr

        done = await joined(link_in(again), tunnel, tmp_path / "ben", "n\nq\n")
        assert b"You are back at table oak" in done.stdout or b"Seat 1: You" in done.stdout, done
        await trio.to_thread.run_sync(sits_down_on_a_phone, link_in(again), tmp_path / "cho")
        daemon.process.kill()
        await until_gone(str(tunnel.folder))
    assert tunnel.runs == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--no-page", "--share=my-tunnel {port}"), ["--share needs the page"]),
        (("--share", "all-fives"), ["has no {port}"]),
        (("--share", "no-such-tunnel {port}"), ["there is no program 'no-such-tunnel'"]),
        (("--share",), ["--share needs a tunnel program: install cloudflared"]),
    ],
)
def test_what_cannot_be_shared_is_an_error_before_the_game_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], words: list[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    done = fivesd("--data", tmp_path / "host", *options)

    assert (done.returncode, done.stdout) == (2, "")
    check_one_plain_line(done.stderr, words)
    assert not (tmp_path / "host").exists()


def test_the_waiting_room_shows_the_link_once_it_works_and_copies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tunnel = Tunnel(tmp_path / "tunnel")
    for name, value in {**tunnel.environment, "XDG_DATA_HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    options = ("--hidden", "--port", "0", "--name", "Hana", "--share", tunnel.command)
    with fives("host", *options, home=tmp_path / "hana") as host:
        host.shows("Waiting for the tunnel's link, up to a minute ...", "Seat 1: You.")
        host.shows("Your friends can open this; L copies it, Q shows its QR code:", f"https://{FOX}:")
        host.press("L")
        host.shows("Copied, if your terminal allows it")
        assert b"\x1b]52;c;" in host.written
        host.press("I")
        host.shows("friends: nobody here now", "Invite a friend")
