"""Browsers at the port of a running `fivesd`, beside terminals."""

import os
import re
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from client.web.policy import POLICY
from protocol.log.commands import Say
from protocol.log.table import Stage
from protocol.wire.messages import Farewell
from tests.client.web.at_site import plays_to_the_end
from tests.client.web.page_client import PageClient, answered, handshake, request, status_of
from tests.daemon.ways import PAGE_STOPS
from tests.end_to_end.program import ROOT, TIME_TO_END, Running, fivesd, running
from tests.ended import ended
from tests.ports import free_port

PAGE = ("--rules", "all-fives", "--seats", "2", "--set", "target=40", "--think", "0")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals and processes")


async def asked(port: int, sent: bytes) -> bytes:
    """The answer to a request at the daemon's port."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    async with stream:
        return await answered(stream, sent)


async def until_answered(port: int, sent: bytes) -> None:
    """Ask until the page is there."""
    with trio.fail_after(TIME_TO_END):
        while status_of(await asked(port, sent)) != 200:  # noqa: ASYNC110 - another process begins
            await trio.sleep(0.1)


async def until_gone(process: int) -> None:
    """Wait until there is no such process."""
    with trio.fail_after(TIME_TO_END):
        while await trio.Path(f"/proc/{process}").exists():  # noqa: ASYNC110 - another process ends
            await trio.sleep(0.05)


async def tab(port: int, name: str, host: str = "localhost") -> PageClient:
    """A tab whose player has a seat."""
    client = PageClient(await trio.open_tcp_stream("127.0.0.1", port))
    await client.open({"name": name, "seats": []}, origin=f"http://{host}")
    await client.until(lambda page: page.seats)
    return client


def page_process(daemon: Running) -> int | None:
    """The process id of the daemon's page process; None while there is none."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if words[3:6] == [b"client", b"page", b"--child"] and int(parent) == daemon.process.pid:
            return int(folder.name)
    return None


async def test_a_browser_and_a_terminal_play_a_match_at_the_same_port(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        ann = await daemon.client("Ann")
        await ann.enter()
        ben = await tab(daemon.port, "Ben")
        await ann.until(lambda: ann.is_at(Stage.PLAYING))

        with trio.fail_after(TIME_TO_END):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ann.play_some, 1000)
                await plays_to_the_end(ben)
                nursery.cancel_scope.cancel()

        # A reload, which finds the seat again.
        await ben.leave()
        again = PageClient(await trio.open_tcp_stream("127.0.0.1", daemon.port))
        await again.open(ben.kept, origin="http://localhost")
        await again.shows("actions", "rematch")
        await again.leave()


REQUESTS = [
    (request("/", host="localhost"), 200),
    (request("/page.js", host="127.0.0.1:5533"), 200),
    (request("/", host="[::1]"), 200),
    (request("/", host=socket.gethostname()), 200),
    (request("/", host="tunnel.example"), 200),
    (request("/", host="evil.example"), 421),
    (request("/etc/passwd", host="localhost"), 404),
    (request("/", host="localhost", method="POST"), 405),
    (request("/", host="localhost", method="HEAD"), 200),
    (handshake(host="localhost", origin="http://evil.example"), 403),
    (handshake(host="localhost", origin=None), 403),
    (b"GET " + 9000 * b"x", 431),
]


async def test_requests_are_answered_at_the_daemon_s_port(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, "--known-as", "tunnel.example", has_page=True) as daemon:
        answers = [await asked(daemon.port, sent) for sent, _ in REQUESTS]

    assert [status_of(answer) for answer in answers] == [status for _, status in REQUESTS]
    allowed = [re.sub(rb" 'sha256-[^']+'", b"", answer) for answer in answers]  # what the document itself has in it
    assert all(POLICY.encode() in answer for answer in allowed)


async def test_a_page_gets_another_name_while_it_is_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, *PAGE, has_page=True) as daemon:
        before = status_of(await asked(daemon.port, request(host="new.example")))
        done = await trio.to_thread.run_sync(partial(fivesd, "known-as", "New.Example", "--data", data))
        wrong = await trio.to_thread.run_sync(partial(fivesd, "known-as", "http://x/", "--data", data))
        await until_answered(daemon.port, request(host="new.example"))

        assert (before, done.returncode, done.stderr) == (421, 0, "")
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


async def test_without_a_page_a_browser_is_a_client_that_makes_no_sense(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, "--no-page", has_page=True) as daemon:
        answer = await asked(daemon.port, request(host="localhost"))
        done = await trio.to_thread.run_sync(partial(fivesd, "known-as", "x.example", "--data", tmp_path / "data"))

        assert Farewell.MALFORMED.value.encode() in answer
        assert page_process(daemon) is None
        assert (done.returncode, done.stderr) == (1, "fivesd: this daemon has no page\n")


@pytest.mark.no_lines(PAGE_STOPS)
async def test_a_page_process_that_is_killed_is_started_again_and_terminals_play_on(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        ann = await daemon.client("Ann")
        await ann.enter()
        ben = await tab(daemon.port, "Ben")
        first = page_process(daemon)
        assert first is not None

        os.kill(first, signal.SIGKILL)

        await ben.ends()
        await ben.leave()
        await ann.accepted(Say("anyone?"))
        await until_answered(daemon.port, request(host="localhost"))
        again = PageClient(await trio.open_tcp_stream("127.0.0.1", daemon.port))
        await again.open(ben.kept, origin="http://localhost")
        await again.until(lambda page: "tile" in page.parts["hand"])

        assert page_process(daemon) not in (None, first)
        said = daemon.errors.read_text().splitlines()
        assert [line for line in said if "page for browsers" in line] == [
            line for line in said if "has stopped (exit status -9) and is started again" in line
        ]
        assert sum("page for browsers" in line for line in said) == 1
        await again.leave()


@pytest.mark.no_lines(PAGE_STOPS)
async def test_a_page_process_that_hangs_costs_terminals_nothing_and_browsers_are_told(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        assert status_of(await asked(daemon.port, request(host="localhost"))) == 200
        ann = await daemon.client("Ann")
        await ann.enter()
        page = page_process(daemon)
        assert page is not None
        os.kill(page, signal.SIGSTOP)
        try:
            async with trio.open_nursery() as nursery:

                async def browser() -> None:
                    assert status_of(await asked(daemon.port, request(host="localhost"))) == 503

                for _ in range(20):
                    nursery.start_soon(browser)
                await ann.accepted(Say("hello"))
        finally:
            os.kill(page, signal.SIGCONT)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_daemon_that_is_stopped_ends_its_page_process_and_its_browsers(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        tabs = [await tab(daemon.port, "Ann"), await tab(daemon.port, "Ben")]
        idle = [await trio.open_tcp_stream("127.0.0.1", daemon.port) for _ in range(5)]
        for stream in idle:
            await stream.send_all(b"GET / HTTP/1.1\r\n")
        page = page_process(daemon)
        assert page is not None

        daemon.process.send_signal(number)

        assert await daemon.ends() == 0
        for browser in tabs:
            assert await browser.ends() is not None
            await browser.leave()
        await until_gone(page)
        assert "Traceback" not in daemon.errors.read_text()
        for stream in idle:
            await stream.aclose()


async def test_a_daemon_that_is_killed_takes_its_page_process_with_it(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        assert status_of(await asked(daemon.port, request(host="localhost"))) == 200
        page = page_process(daemon)
        assert page is not None

        daemon.process.kill()
        await daemon.ends()

        await until_gone(page)


async def test_a_tunnel_has_a_port_of_its_own_and_says_where_browsers_are(tmp_path: Path) -> None:
    flags = ("--outside-port", str(free_port()), "--trust-forwarded", "--most-from-one", "2", "--no-invitations")
    async with running(tmp_path / "data", *PAGE, *flags, has_page=True) as daemon:
        outside = int(flags[1])

        def asks(address: str) -> bytes:
            return request("/", f"X-Forwarded-For: {address}", host="localhost")

        assert status_of(await asked(outside, asks("203.0.113.9"))) == 200
        tabs = []
        for _ in range(2):
            client = PageClient(await trio.open_tcp_stream("127.0.0.1", outside))
            await client.open(origin="http://localhost", forwarded="203.0.113.9")
            await client.shows("lobby", 'data-press="name"')
            tabs.append(client)

        assert status_of(await asked(outside, asks("203.0.113.10"))) == 200
        assert status_of(await asked(daemon.port, request(host="localhost"))) == 200
        await tabs[0].press("show", "keys")
        await tabs[0].shows("window", "Escape")
        assert status_of(await asked(outside, asks("198.51.100.1, 203.0.113.9"))) == 200
        await tabs[1].until(lambda page: "somebody else has your place" in page.parts["status"])
        for client in tabs:
            await client.leave()


async def test_a_stranger_with_many_idle_browsers_does_not_keep_a_player_out(tmp_path: Path) -> None:
    flags = ("--outside-port", str(free_port()), "--most-from-one", "10", "--seats", "4", "--no-invitations")
    async with running(tmp_path / "data", *PAGE, *flags, has_page=True):
        outside = int(flags[1])
        ann = PageClient(await trio.open_tcp_stream("127.0.0.1", outside))
        await ann.open({"name": "Ann", "seats": []}, origin="http://localhost")
        await ann.until(lambda page: page.seats)
        await ann.leave()
        idle = []
        for _ in range(60):
            client = PageClient(await trio.open_tcp_stream("127.0.0.1", outside))
            await client.open(origin="http://localhost")
            idle.append(client)

        again = PageClient(await trio.open_tcp_stream("127.0.0.1", outside))
        await again.open(ann.kept, origin="http://localhost")
        await again.shows("waiting", "Table oak")
        assert status_of(await asked(outside, request(host="localhost"))) == 200
        for client in (again, *idle):
            await client.leave()


@pytest.mark.no_lines(PAGE_STOPS)
async def test_two_hundred_half_open_browsers_cost_a_terminal_nothing(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *PAGE, has_page=True) as daemon:
        assert status_of(await asked(daemon.port, request(host="localhost"))) == 200
        streams = [await trio.open_tcp_stream("127.0.0.1", daemon.port) for _ in range(200)]
        for stream in streams:
            await stream.send_all(b"GET / HTTP/1.1\r\nX-Slow: ")
        ann = await daemon.client("Ann")
        await ann.enter()

        await ann.accepted(Say("hello"))
        assert status_of(await asked(daemon.port, request(host="localhost"))) == 200
        page = page_process(daemon)
        assert page is not None
        os.kill(page, signal.SIGKILL)  # under this load

        await until_answered(daemon.port, request(host="localhost"))
        await ann.accepted(Say("still here"))
        for stream in streams:
            await stream.aclose()


def test_the_flags_of_the_page_are_checked(tmp_path: Path) -> None:
    for flags, why in (
        (["--known-as", "http://x"], "is not the name of a machine"),
        (["--known-as", "x", "--no-page"], "--known-as"),
        (["--trust-forwarded"], "--outside-port"),
        (["--outside-port", "0"], "--outside-port"),
    ):
        done = fivesd("--port", "0", "--data", tmp_path / "data", *flags)

        assert done.returncode == 2, flags
        assert why in done.stderr
        assert done.stderr.count("\n") == 1


def test_fives_page_serves_any_host_and_says_where(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client", "page", "localhost:1", "--port", "0", "--listen", "127.0.0.1"]
    with ended(subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True)) as page:
        assert page.stdout is not None
        line = page.stdout.readline()
        port = int(re.findall(r"http://127\.0\.0\.1:(\d+)/", line)[0])
        with socket.create_connection(("127.0.0.1", port), TIME_TO_END) as browser:
            browser.sendall(request(host="localhost"))
            answer = browser.recv(100)
        page.send_signal(signal.SIGINT)

        assert answer.startswith(b"HTTP/1.1 200 ")
        assert page.wait(TIME_TO_END) == 0
