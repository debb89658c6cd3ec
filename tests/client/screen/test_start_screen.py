"""The start screen of `fives play`: its lines, what must be typed, and the way to the list of hosts."""

from collections.abc import Sequence

import pytest
import trio

from client.actions.action import SeeGames
from client.net.lan_hosts import Join
from client.picture.pinwheel import Size
from client.screen import bridge
from client.screen.paper import RowHit
from client.screen.start_screen import Begin, Chosen, Continue, Learn, Practise, StartScreen, UnfinishedMatch
from client.terminal.look import Look
from protocol.game.presets import PRESETS
from tests.client.drawn_terminal import terminal
from tests.client.frames import as_text, painted
from tests.client.model.test_lan_hosts import OAK, announced, find
from tests.client.screen.test_join_screen import no_ways

SIZES = [Size(80, 24), Size(120, 40), Size(40, 20), Size(20, 8)]
MATCHES = (
    UnfinishedMatch("cinq-et-trois", "Cinq et Trois with Wanda, round 2, scores you 4, Wanda 1"),
    UnfinishedMatch("all-fives", "All Fives with Felix, round 1"),
)


def start_screen(matches: Sequence[UnfinishedMatch], look: Look | None = None) -> StartScreen:
    return StartScreen(matches, look, ways=no_ways())


on_the_bridge = pytest.mark.trio(run=bridge.run)


@pytest.fixture
def first_start() -> StartScreen:
    """The screen of a player who has no unfinished match."""
    return start_screen(())


@pytest.fixture
def later() -> StartScreen:
    """The screen of a player with two unfinished matches."""
    return start_screen(MATCHES)


def seen(screen: StartScreen, size: Size = SIZES[0]) -> str:
    return as_text(painted(screen, size))


def lines_to_choose_from(screen: StartScreen) -> list[str]:
    return [line[2:-1].strip() for line in seen(screen).split("\n") if line.startswith("│ ") and line[2:-1].strip()]


def go_to(screen: StartScreen, text: str) -> None:
    """Select the line with this text."""
    lines = lines_to_choose_from(screen)
    screen.press("1")
    for _ in range(next(at for at, line in enumerate(lines) if text in line)):
        screen.press("down")
    assert f"> {text}" in seen(screen)


# Choosing.


def test_somebody_without_any_game_is_offered_the_lessons_and_somebody_with_games_the_exercises(
    first_start: StartScreen, later: StartScreen
) -> None:
    assert lines_to_choose_from(first_start)[1] == "Learn to play: six positions, five minutes"
    go_to(first_start, "Learn to play: six positions, five minutes")
    first_start.press("enter")
    assert first_start.chosen == Learn()

    assert "Learn to play" not in seen(later)
    returning = StartScreen((), ways=no_ways(), has_games=True)
    assert "Learn to play" not in seen(returning)
    go_to(returning, "Practise: exercises from your own games")
    returning.press("enter")
    assert returning.chosen == Practise()


def test_at_the_first_start_enter_begins_the_usual_game(first_start: StartScreen) -> None:
    assert "> New match: Fives and Threes" in seen(first_start)
    assert "Enter begin" in seen(first_start)

    first_start.press("enter")
    assert first_start.is_left
    assert first_start.chosen == Begin("fives-and-threes")


def test_the_most_recent_match_is_selected_and_enter_continues_it(later: StartScreen) -> None:
    assert "> Continue: Cinq et Trois with Wanda, round 2, scores you 4, Wanda 1" in seen(later)
    assert "Enter continue" in seen(later)

    later.press("enter")
    assert later.chosen == Continue(0)


def test_the_lines_are_matches_games_my_games_and_joining(later: StartScreen) -> None:
    lines = lines_to_choose_from(later)

    assert [line.partition(" with")[0] for line in lines[:2]] == ["> Continue: Cinq et Trois", "Continue: All Fives"]
    assert lines[2:-2] == [f"New match: {preset.title}" for preset in PRESETS.values()]
    assert lines[-2:] == ["My games: replays, analysis, totals", "Join a friend's table"]


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("Continue: All Fives", Continue(1)),
        ("New match: All Threes", Begin("all-threes")),
        ("My games", SeeGames()),
    ],
)
def test_each_line_is_chosen_by_enter_and_by_two_clicks(line: str, chosen: Chosen) -> None:
    by_key, by_click = start_screen(MATCHES), start_screen(MATCHES)
    go_to(by_key, line)
    by_key.press("enter")
    row = next(at for at, text in enumerate(lines_to_choose_from(by_click)) if line in text)
    by_click.hit(RowHit(row))
    assert not by_click.is_left
    by_click.hit(RowHit(row))

    assert by_key.chosen == by_click.chosen == chosen


@pytest.mark.parametrize("key", ["q", "escape"])
def test_a_player_may_leave_without_choosing(later: StartScreen, key: str) -> None:
    later.press(key)

    assert later.is_left
    assert later.chosen is None


@pytest.mark.parametrize("look", [Look(), Look(is_ascii=True)])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_screen_is_filled_exactly_whatever_is_selected(size: Size, look: Look) -> None:
    screen = start_screen(MATCHES, look)
    for _ in range(2 + len(PRESETS) + 2):
        lines = painted(screen, size)
        assert len(lines) == size.height
        assert {sum(len(fragment.text) for fragment in line) for line in lines} == {size.width}
        screen.press("down")


# A new match of a game that has an unfinished one.


def test_a_new_match_ends_an_unfinished_one_only_after_the_word_end(later: StartScreen) -> None:
    go_to(later, "New match: All Fives")
    later.press("enter")
    assert "A new match ends this one: All Fives with Felix, round 1." in seen(later)
    assert not later.is_left

    later.type_in(" End ")
    assert later.chosen == Begin("all-fives")


@pytest.mark.parametrize(("typed", "says"), [("y", "Nothing has ended"), ("", "multiples of five"), (None, "Two to")])
def test_anything_else_ends_nothing_and_stays(later: StartScreen, typed: str | None, says: str) -> None:
    go_to(later, "New match: All Fives")
    later.press("enter")
    later.type_in(typed)

    assert not later.is_left
    assert says in seen(later)
    assert "A new match ends this one" not in seen(later)


# Joining.


def test_joining_lists_the_hosts_in_the_network_and_leads_back(later: StartScreen) -> None:
    go_to(later, "Join a friend's table")
    later.press("enter")
    assert "> Type an address, or paste a link" in seen(later)

    later.press("escape")
    assert "> Join a friend's table" in seen(later)
    assert not later.is_left


@on_the_bridge
async def test_the_screen_is_left_for_a_host_of_the_list() -> None:
    ways, choices = no_ways(), list[Chosen | None]()
    screen = StartScreen((), ways=ways)

    async def choose() -> None:
        choices.append(await screen.choice())

    with terminal() as at:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(choose)
            await at.shows("New match: Fives and Threes")
            at.press("\x1b[A\r")
            await at.shows("Looking for hosts in your network ...")
            ben = find(ways.hosts, announced("Ben"), OAK)
            await at.shows("> Ben: All Fives, waiting for players, Ben, 1 free seat")
            at.press("\r")

    assert choices == [Join(ben.link, ben)]


def test_a_link_that_is_pasted_here_is_ready_to_be_joined(first_start: StartScreen) -> None:
    first_start.paste("http://oak.example/oak")

    assert first_start.windows.line is not None
    assert first_start.windows.line.draft == "http://oak.example/oak"
    assert "┌─ Join a friend's table" in seen(first_start)


def test_over_another_window_a_pasted_text_has_no_use(first_start: StartScreen) -> None:
    first_start.press(",")
    first_start.paste("http://oak.example/oak")

    assert first_start.windows.line is None


def test_the_first_line_repeats_the_last_table() -> None:
    screen = StartScreen(
        (), ways=no_ways(), last=("all-fives", "All Fives to 100, 3 players, 1 house rule, master bots")
    )

    first, *_ = lines_to_choose_from(screen)
    assert first == "> As last time: All Fives to 100, 3 players, 1 house rule, master bots"
    screen.press("enter")
    assert screen.chosen == Begin("all-fives", as_last_time=True)


def test_as_last_time_ends_an_unfinished_match_of_its_game_only_after_the_word() -> None:
    screen = StartScreen(MATCHES, ways=no_ways(), last=("cinq-et-trois", "Cinq et Trois to 61, 2 players, club bots"))
    go_to(screen, "As last time")
    screen.press("enter")
    assert screen.chosen is None

    screen.type_in("end")
    assert screen.chosen == Begin("cinq-et-trois", as_last_time=True)
