"""Settings for every test, which tests are slow, and which worker begins with which."""

import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

from tests.daemon import ways
from tests.daemon.ways import Way

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

HERE: Final = Path(__file__).parent

os.environ["LANGUAGE"] = "en"  # whatever the language of this machine, also for programs that tests start

# How thorough the property tests are: quick, with the same examples each time; long and random with FIVES_LONG=1. None
# has a time: another program may have the processor.
settings.register_profile(
    "every run",
    deadline=None,
    max_examples=60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("long" if os.environ.get("FIVES_LONG") == "1" else "every run")

SLOW: Final = {
    "bench": "measures running programs",
    "client/actions/test_one_answer.py": "tries every command of every player at every stage",
    "client/picture/test_round_picture.py": "draws many boards, tile by tile",
    "client/program": "runs `fives`",
    "client/replay/test_analyser.py": "analyses games in child programs",
    "client/replay/test_replay_process.py": "runs `fives replay`",
    "client/screen/test_style.py": "draws a match in every style",
    "client/screen/test_terminal_screens.py": "draws every state of every game at every size",
    "client/terminal/test_tones.py": "starts programs, some of which hang",
    "client/test_child.py": "starts child programs",
    "client/web/export/test_document.py": "draws every step of a match",
    "client/web/export/test_document_in_browser.py": "starts a browser",
    "client/web/test_access.py": "starts a browser",
    "client/web/test_analyses.py": "analyses games in child programs",
    "client/web/test_first_page_stays.py": "starts a browser",
    "client/web/test_kept_pieces.py": "draws each part of the page at every step of a match",
    "client/web/test_look.py": "starts a browser",
    "client/web/test_replay_look.py": "starts browsers",
    "client/web/test_smallest_screens.py": "starts a browser",
    "client/web/test_spoken_names.py": "starts a browser",
    "client/web/test_trust.py": "draws whole games for one viewer after another",
    "client/web/test_tv_look.py": "starts a browser",
    "client/web/test_visit_memory.py": "plays whole matches on the page",
    "client/words/test_plain.py": "runs `fives` with other encodings",
    "daemon/bots/test_bot_levels.py": "plays with every level under many house rules",
    "daemon/bots/test_solver.py": "searches rounds to their end",
    "daemon/club": "starts a PostgreSQL server",
    "daemon/engine": "starts engines",
    "daemon/journal": "starts a PostgreSQL server, and damages files byte by byte",
    "daemon/measure": "plays many matches, and analyses games in child programs",
    "daemon/net/test_hostile.py": "floods a host, in every way to connect",
    "daemon/program/test_copying.py": "copies whole journals",
    "daemon/program/test_page_process.py": "starts page processes",
    "daemon/share": "starts programs of tunnels",
    "daemon/table/test_workers.py": "starts worker processes",
    "daemon/test_child.py": "starts child programs",
    "daemon/test_secrets.py": "plays matches that differ in hidden facts",
    "end_to_end": "runs every program",
    "fuzz": "bends records of whole matches",
    "reliability": "runs `fivesd` and hostile hosts",
    "simulator": "plays many matches on unreliable networks",
    "test_gate.py": "plays matches and compares all that was sent, stored and said",
    "test_scenes.py": "plays every game up to every scene",
}
"""Folders and files of tests that are marked `slow`, and why. A single slow test has the mark itself."""

LONGEST: Final = ("end_to_end", "reliability", "daemon/measure", "client/program")
"""Folders of slow tests that take up to a minute each, so that workers begin with them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--over-tls` and `--over-lines`: how every client of the wire connects."""
    parser.addoption("--over-tls", action="store_true", help="run every test with clients of the wire over TLS")
    parser.addoption("--over-lines", action="store_true", help="run every test with clients of the wire over /lines")


def pytest_configure() -> None:
    """Enable Ctrl-C and set the clock to UTC, here and in every program that a test starts.

    These programs keep compiled modules: otherwise each of some hundred starts compiles them all. So do the tests:
    otherwise each worker has pytest rewrite all their asserts, half a minute of its processor.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as when the tests run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ["TZ"] = "UTC"  # so that local times are the same on every machine
    if hasattr(time, "tzset"):
        time.tzset()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With `-n auto` as many workers as processors; two more with slow tests, which wait for programs and clocks."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + (0 if config.option.markexpr == "not slow" else 2)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect without the garbage collector: nearly all that it would look through again and again is kept.

    It does not look at that later, either: a test that has it look would wait for a search of all tests.
    """
    gc.disable()
    try:
        if session.config.args == session.config.getini("testpaths"):
            _compile_a_share()
        return (yield)
    finally:
        if hasattr(gc, "freeze"):  # PyPy's has nothing like it
            gc.freeze()
        gc.enable()


def _compile_a_share() -> None:
    """Import the test modules, beginning in a place that no other worker begins in.

    In a new checkout every worker would else have the same modules compiled at the same time, each all of them.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")  # gw0, gw1 ...
    if not worker:
        return
    files = sorted(HERE.rglob("test_*.py"))
    first = len(files) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in (*files[first:], *files[:first]):
        with suppress(Exception, pytest.skip.Exception):  # the collection reports it
            import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, with the reason, and deal all tests to the workers."""
    for item in items:
        if (why := _why_slow(item.path)) is not None:
            item.add_marker(pytest.mark.slow(why))
    items[:] = _dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _dealt(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order in which each worker begins with its share of the longest, and has short ones at the end.

    With `worksteal` each worker gets one stretch of the list, all of equal length, and one that has nothing left takes
    half of what another has left, from its end. So nobody waits at the end while another runs long tests. The tests of
    a file stay together, because they share a browser or a host.
    """
    if workers == 1:
        return list(items)
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    slow = [file for file in files if _why_slow(file[0].path) is not None]
    slow.sort(key=lambda file: not file[0].nodeid.removeprefix("tests/").startswith(LONGEST))
    quick = (item for item in items if _why_slow(item.path) is None)
    order: list[pytest.Item] = []
    for worker in range(workers):
        hand = [item for file in slow[worker::workers] for item in file]
        share = (len(items) - len(order)) // (workers - worker)
        order += [*hand, *islice(quick, max(0, share - len(hand)))]
    return [*order, *quick]


@cache
def _why_slow(path: Path) -> str | None:
    place = path.relative_to(HERE)
    return next((SLOW[slow.as_posix()] for slow in (place, *place.parents) if slow.as_posix() in SLOW), None)


@pytest.fixture(autouse=True)
def as_the_option_says(request: pytest.FixtureRequest) -> Iterator[None]:
    """The clients of the wire connect as the options of the run say, or plainly if the test is marked so."""
    with ways.connecting(_way(request)):
        yield


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """What a program that runs in this process logs, it does not choose for the tests after it."""
    connections = logging.getLogger("fivesd.connection")
    level = connections.level
    yield
    connections.setLevel(level)


@pytest.fixture(params=[Way.PLAIN, Way.TLS], ids=lambda way: way.value)
def plain_or_over_tls(request: pytest.FixtureRequest, as_the_option_says: None) -> Iterator[None]:
    """The test's clients of the wire connect without TLS, and in a second run with it."""
    yield from _connecting(request)


@pytest.fixture(params=list(Way), ids=lambda way: way.value)
def every_way(request: pytest.FixtureRequest, as_the_option_says: None) -> Iterator[None]:
    """The test's clients of the wire connect in every way, each in a run of its own."""
    yield from _connecting(request)


@pytest.fixture(scope="session")
def postgres_server() -> "Iterator[PostgresServer]":
    """A PostgreSQL server for all tests of this process. It does not wait for the disk."""
    from tests import postgres  # the driver takes long to import

    if postgres.program("initdb") is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.running_server() as server:
        yield server


@pytest.fixture
def club_url(postgres_server: "PostgresServer") -> str:
    """The URL of a new, empty database."""
    return postgres_server.url(postgres_server.new_database())


def _connecting(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.param is not Way.PLAIN and request.node.get_closest_marker("plain"):
        pytest.skip("it is marked `plain`")
    with ways.connecting(request.param if ways.chosen() is Way.PLAIN else ways.chosen()):
        yield


def _way(request: pytest.FixtureRequest) -> Way:
    if request.node.get_closest_marker("plain"):
        return Way.PLAIN
    if request.config.getoption("--over-lines"):
        return Way.PLAIN if request.node.get_closest_marker("no_lines") else Way.LINES
    return Way.TLS if request.config.getoption("--over-tls") else Way.PLAIN
