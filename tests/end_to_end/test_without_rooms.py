"""What a daemon and its players do without the features that stand alone: everything else.

Such a feature is a folder that nothing else has to know (a *room*). Without these folders matches are played in each
front end, and what was stored with them is read. Not here: a room without the others (an import contract: none imports
another).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import trio

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.client.web import page_client
from tests.client.web.at_site import plays_to_the_end
from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import COMMAND, ROOT, TIME_TO_END, environment, fivesd, running
from tests.end_to_end.pseudo_terminal import fives
from tests.end_to_end.screen_player import play_with_keys
from tests.end_to_end.test_page import tab, until_answered

ROOMS: Final = ("club", "engine", "mapping", "measure")
TABLE: Final = ("--rules", "all-fives", "--seats", "2", "--think", "0")
GAME: Final = (*TABLE, "--set", "target=40")
PLAY: Final = ("play", *GAME, "--name", "Ann")
ENGINE: Final = ROOT / "tests" / "examples" / "greedy_engine.py"
RECORD: Final = ROOT / "tests" / "records" / "all-fives.jsonl"


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages without the folders of these features."""
    copy = tmp_path_factory.mktemp("core")
    for package in ("daemon", "client", "protocol"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for room in ROOMS:
        shutil.rmtree(copy / "daemon" / room)
    return copy


@pytest.fixture
def in_core(core: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Where Python finds these packages and no others, wherever a program is started."""
    found = {"PYTHONPATH": str(core), "PYTHONSAFEPATH": "1"}
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    without = subprocess.run([sys.executable, "-c", "import daemon.club"], capture_output=True, check=False)
    assert b"No module named 'daemon.club'" in without.stderr
    return found


def run(*words: str | Path) -> str:
    """What a program of this copy prints; it ends with status 0."""
    ended = subprocess.run(
        [sys.executable, "-m", *words],
        env=dict(os.environ), capture_output=True, text=True, check=False, timeout=TIME_TO_END,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.usefixtures("in_core")
def test_a_match_is_played_in_line_mode_stored_and_shown(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client", *PLAY, "--data", str(tmp_path)]

    status, lines, errors = play_in_lines(command, dict(os.environ))

    assert (status, errors) == (0, ""), lines[-20:]
    assert any("the match" in line for line in lines)
    assert "All Fives" in run("client", "games", "--data", tmp_path)
    (record,) = (tmp_path / "records").iterdir()
    assert "the match" in run("client", "replay", record)


@pytest.mark.usefixtures("in_core")
def test_a_match_is_played_on_the_full_screen(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        play_with_keys(terminal)
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


async def test_a_match_is_played_on_the_page(in_core: dict[str, str], tmp_path: Path) -> None:
    async with running(tmp_path / "data", *GAME, "--bots", "1", has_page=True, more=in_core) as daemon:
        await until_answered(daemon.port, page_client.request(host="localhost"))
        ann = await tab(daemon.port, "Ann")
        with trio.fail_after(TIME_TO_END):
            await plays_to_the_end(ann)
            await ann.shows("actions", "rematch")
        await ann.leave()


@pytest.mark.usefixtures("in_core")
def test_a_host_plays_and_keeps_a_match(tmp_path: Path) -> None:
    run("daemon", "--hidden", *GAME, "--bots", "2", "--matches", "1", "--port", "0", "--data", tmp_path)

    reads_its_only_game(tmp_path)


def reads_its_only_game(data: Path) -> None:
    """Read the journal and the record of a host's folder with a program without these features."""
    game = run("daemon", "games", "--data", data).split()[0]
    exported = run("daemon", "export", game, "-o", "-", "--data", data)
    (record,) = (data / "records").iterdir()
    assert "round_ended" in exported
    assert exported == record.read_text(encoding="utf-8")
    assert "no damage" in run("daemon", "verify", "--data", data)
    assert "the match" in run("client", "replay", record)


async def test_what_an_engine_has_played_is_read(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async with running(tmp_path / "data", *TABLE, "--set", "max_rounds=1", "--bots", "1", "--matches", "1") as daemon:
        at, engine = f"127.0.0.1:{daemon.port}", (sys.executable, str(ENGINE))
        await trio.run_process(
            [*COMMAND, "engine", "--join", at, "--", *engine], env=environment(), capture_stdout=True
        )
        assert await daemon.ends() == 0

    request.getfixturevalue("in_core")
    await trio.to_thread.run_sync(reads_its_only_game, tmp_path / "data")


def test_what_was_measured_is_shown(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    measured = fivesd("analyse", "--worlds", "2", "--json", RECORD).stdout
    (tmp_path / "analysis.json").write_text(measured, encoding="utf-8")

    request.getfixturevalue("in_core")
    assert "Ann lost" in run("client", "replay", "--analysis", tmp_path / "analysis.json", RECORD)


def test_a_record_from_a_club_is_read(tmp_path: Path, club_url: str, request: pytest.FixtureRequest) -> None:
    record, club = tmp_path / "club.fives.jsonl", ("--journal", club_url)
    fivesd(*TABLE, "--set", "max_rounds=1", "--bots", "2", "--matches", "1", "--port", "0", "--data", tmp_path)
    fivesd("import", *club, tmp_path)
    game = fivesd("games", *club, "--data", tmp_path).stdout.split()[0]
    fivesd("export", game, "-o", record, *club, "--data", tmp_path)

    request.getfixturevalue("in_core")
    assert "All Fives" in run("client", "replay", record)
