"""The commands on stored games, on those of a club."""

import sys
from contextlib import closing
from pathlib import Path

import pytest
import trio

from daemon.club.postgres_reading import open_postgres_reader
from daemon.house.key_file import key_in_folder, new_key
from daemon.journal.interface import CommandAccepted, GameMoved, GameOpened, Journal, TokenIssued
from daemon.journal.sqlite_journal import open_journal
from daemon.net.identity import open_identity
from daemon.program.command import main
from daemon.program.folder_lock import locked
from protocol.log.events import RoundDealt
from tests.daemon.club.club_daemon import ClubDaemon, execute
from tests.daemon.journal.journals import AT, change, sayings
from tests.played import entered, played_match

GAME, OTHER, OPEN = "2026-01-02-oak-000001", "2026-01-02-ash-000002", "2026-01-02-elm-000003"


async def append_match(journal: Journal, game: str, seats: int, *, left_out: int = 0) -> None:
    """Append a match without its last entries, in two appends after the first; the second one begins a round."""
    entries = entered(played_match("all-fives", {"target": 60}, seats))
    entries = entries[: len(entries) - left_out]
    last_deal = max(nth for nth, entry in enumerate(entries) if isinstance(entry.event, RoundDealt))
    await journal.append(game, 0, entries[:1], [GameOpened(game.split("-")[3], AT)])
    await journal.append(game, 1, entries[1:last_deal], [TokenIssued(0, "digest", is_host=True, at=AT)])
    await journal.append(game, last_deal, entries[last_deal:], [])


async def fill(data: Path) -> None:
    async with open_journal(data / "journal.sqlite") as journal:
        await append_match(journal, GAME, 2)
        await append_match(journal, OTHER, 3)
        await append_match(journal, OPEN, 2, left_out=4)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data folder of a house with two finished games and an unfinished one."""
    trio.run(fill, tmp_path)
    return tmp_path


def output_of(capfd: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    """What a command prints, on standard output and on standard error."""
    capfd.readouterr()
    assert main(words) == status, capfd.readouterr()
    printed = capfd.readouterr()
    return printed.out, printed.err


def last_entry(url: str) -> int:
    """The number of the last entry of the unfinished game."""
    with open_postgres_reader(url) as reader:
        return reader.games([OPEN])[0].entries


def test_the_games_of_a_house_are_brought_into_a_club_as_they_are(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    in_house = ["--data", str(house)]
    in_club = ["--journal", club_url, *in_house]
    assert output_of(capfd, "import", str(house), "--journal", club_url) == (
        "imported 3 games; 0 games had been imported before\n",
        "",
    )

    assert output_of(capfd, "games", *in_club)[0] == output_of(capfd, "games", *in_house)[0]
    for game in (GAME, OPEN):
        assert output_of(capfd, "export", game, *in_club) == output_of(capfd, "export", game, *in_house)
    assert output_of(capfd, "verify", *in_club)[0].startswith("3 games checked: no damage")
    assert "imported 0 games; 3 games" in output_of(capfd, "import", str(house), "--journal", club_url)[0]


def test_what_a_house_has_played_since_is_brought_in_later(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def play_on() -> None:
        async with open_journal(house / "journal.sqlite") as journal:
            end = (await journal.games([OPEN]))[0].entries
            await journal.append(OPEN, end, sayings(2, after=end), [CommandAccepted("k-1", "c1", end + 2)])

    output_of(capfd, "import", str(house), "--journal", club_url)
    before = last_entry(club_url)
    trio.run(play_on)

    assert "imported 1 game; 2 games" in output_of(capfd, "import", str(house), "--journal", club_url)[0]
    assert last_entry(club_url) == before + 2
    assert "no damage" in output_of(capfd, "verify", "--journal", club_url)[0]


def test_a_game_that_went_on_in_the_club_is_left_alone(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def play_on_in_house() -> None:
        async with open_journal(house / "journal.sqlite") as journal:
            end = (await journal.games([OPEN]))[0].entries
            await journal.append(OPEN, end, sayings(3, after=end))

    output_of(capfd, "import", str(house), "--journal", club_url)
    with closing(ClubDaemon(club_url)) as daemon:
        assert daemon.own(OPEN) is None
        end = last_entry(club_url)
        assert daemon.say(OPEN, end) is None
        assert "3 games had been imported before" in output_of(capfd, "import", str(house), "--journal", club_url)[0]
    trio.run(play_on_in_house)

    _, errors = output_of(capfd, "import", str(house), "--journal", club_url, status=1)

    assert "went on differently" in errors
    assert last_entry(club_url) == end + 1


def test_a_damaged_game_is_not_imported(house: Path, club_url: str, capfd: pytest.CaptureFixture[str]) -> None:
    change(house / "journal.sqlite", f"UPDATE entries SET at = '{AT}x' WHERE game = '{GAME}' AND seq = 5")

    output, errors = output_of(capfd, "import", str(house), "--journal", club_url, status=1)

    assert output.startswith("imported 2 games")
    assert f"game {GAME} is not imported, as it is damaged: entry 2" in errors


def test_a_house_whose_daemon_runs_is_not_imported(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with locked(house), key_in_folder(house, new_key("127.0.0.1", 5533)):
        _, errors = output_of(capfd, "import", str(house), "--journal", club_url, status=2)
    assert "another daemon is using" in errors


def test_a_club_without_a_key_gets_that_of_the_house(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    open_identity(house)
    assert output_of(capfd, "import", str(house), "--journal", club_url)[1] == ""
    other = tmp_path_factory.mktemp("other")
    trio.run(fill, other)
    open_identity(other)

    assert "the club has another key" in output_of(capfd, "import", str(other), "--journal", club_url)[1]


def test_a_game_is_forgotten_unless_a_daemon_has_it(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    output_of(capfd, "import", str(house), "--journal", club_url)
    with closing(ClubDaemon(club_url, "a.example:5533")) as daemon:
        daemon.own(OPEN)
        in_club = ["--yes", "--journal", club_url, "--data", str(house / "none")]
        assert "a.example:5533 has it" in output_of(capfd, "forget", OPEN, *in_club, status=1)[1].replace(OPEN, "it")
        assert output_of(capfd, "forget", GAME, *in_club)[0] == "deleted 1 game\n"
        daemon.release(OPEN)
        assert output_of(capfd, "forget", "--older-than", "1", *in_club)[0] == "deleted 2 games\n"
    assert output_of(capfd, "games", "--journal", club_url)[0] == ""


def test_a_damaged_game_of_a_club_continues_from_its_last_finished_round(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    output_of(capfd, "import", str(house), "--journal", club_url)
    execute(club_url, f"DELETE FROM entries WHERE game = '{OPEN}' AND seq = {last_entry(club_url)}")
    assert f"`fivesd resume {OPEN}` continues it" in output_of(capfd, "games", "--journal", club_url)[0]
    with closing(ClubDaemon(club_url, "a.example:5533")) as daemon:
        daemon.own("elm")
        assert "a.example:5533" in output_of(capfd, "resume", OPEN, "--journal", club_url, status=2)[1]
        daemon.release("elm")

    assert "saved" in output_of(capfd, "resume", OPEN, "--journal", club_url)[0]

    assert "it continues as" in output_of(capfd, "games", "--journal", club_url)[0]
    assert "was resumed before" in output_of(capfd, "resume", OPEN, "--journal", club_url, status=2)[1]


async def leave(data: Path) -> None:
    """Have the house leave its unfinished game to a host that nobody can ask."""
    async with open_journal(data / "journal.sqlite") as journal:
        head = next(info.entries for info in await journal.games() if info.game == OPEN)
        await journal.append(OPEN, head, [], [GameMoved("http://192.0.2.1:5533", None, "2026-01-02-elm-000009")])


def test_a_game_of_a_club_that_was_left_to_another_host_is_taken_back(
    house: Path, club_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    trio.run(leave, house)
    output_of(capfd, "import", str(house), "--journal", club_url)
    with closing(ClubDaemon(club_url, "a.example:5533")) as daemon:
        daemon.own("elm")
        assert "a.example:5533 has elm now" in output_of(capfd, "resume", OPEN, "--journal", club_url, status=2)[1]
        daemon.release("elm")

    printed, _ = output_of(capfd, "resume", OPEN, "--journal", club_url)

    assert f"game {OPEN} was left to 192.0.2.1:5533; it goes on here" in printed
    assert "any daemon of the club plays on as soon as somebody comes" in printed
    with open_postgres_reader(club_url) as reader:
        assert any(info.resumed_from == OPEN and info.left is None for info in reader.games())


@pytest.mark.parametrize("command", [["games"], ["verify"], ["export", GAME], ["forget", GAME, "--yes"]])
def test_a_database_that_cannot_be_reached_is_reported_in_one_line(
    command: list[str], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    url = "postgresql://club:secret@127.0.0.1:1/fives"
    _, errors = output_of(capfd, *command, "--journal", url, "--data", str(tmp_path), status=2)
    assert "127.0.0.1:1/fives" in errors
    assert errors.count("\n") == 1
    assert "secret" not in errors


def test_without_the_driver_the_extra_is_named(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for words in (["games"], ["import", str(tmp_path)]):
        _, errors = output_of(capfd, *words, "--journal", "postgresql://localhost/fives", status=2)
        assert "pip install 'fives[club]'" in errors
