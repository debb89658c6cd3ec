"""Settings changed while playing: the panel, what is written to the file, and what changes in each front end."""

from pathlib import Path

import pytest

from client.actions.action import Action, ChangeSetting, Show
from client.actions.panel import Menu, Panel
from client.lines.letters import Letters
from client.model.settings import SettingNow, change_setting
from client.panels import settings
from client.picture.pinwheel import Size
from client.program import command
from client.program.app import App
from client.program.setting_flags import fill_in
from client.program.settings_command import settings_command
from client.screen.start_screen import StartScreen
from client.store.browser_settings import BrowserSettings
from client.store.file_settings import FileSettings
from client.store.files import settings_file
from client.store.settings import read_settings
from client.terminal.look import Habits, Look
from client.words.settings import SETTINGS, Place, settings_in
from protocol.game.options import Value
from protocol.log.table import fold
from protocol.shared.offered_languages import OWN_NAMES
from protocol.wire.messages import Tables
from tests.client import at_desk
from tests.client.at_desk import Player, at_table
from tests.client.at_lines import letters
from tests.client.at_table import new_model, seated_model
from tests.client.frames import as_text, painted
from tests.client.screen.test_join_screen import no_ways
from tests.client.three_handed import game, played
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.at_page import newcomer as page_newcomer

PLAYING = game(*played("6-6", "6-1", "6-5"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The settings file, which does not exist yet."""
    return tmp_path / "settings.toml"


def stored(file: Path, look: Look | None = None, habits: Habits | None = None, *, lines: bool = False) -> FileSettings:
    """The settings of a session in a terminal with this file."""
    names = settings_in(Place.LINES if lines else Place.SCREEN)
    return FileSettings(file, [*names], look or Look(), habits or Habits(), read_settings(file).values)


def rows(panel: Panel) -> list[tuple[str, Action]]:
    return [(choice.text, choice.offers[0].action) for choice in panel.choices]


# The panel.


def test_a_switch_is_turned_and_of_other_settings_a_value_is_chosen(file: Path) -> None:
    panel = settings.panel(stored(file))

    assert rows(panel) == [
        ("Choose tiles with the mouse: on", ChangeSetting("mouse")),
        ("Knock for me when nothing else is possible: off", ChangeSetting("autoknock")),
        ("Short tones for your turn, points, knocks and chat: off", ChangeSetting("tones")),
        ("Draw without box characters and arrows: off", ChangeSetting("ascii")),
        ("always", ChangeSetting("bell", value=True)),
        ("never", ChangeSetting("bell", value=False)),
        ("if others play (chosen)", ChangeSetting("bell", "people")),
        ("default (chosen)", ChangeSetting("style", "default")),
        ("dark-table", ChangeSetting("style", "dark-table")),
        ("high-contrast", ChangeSetting("style", "high-contrast")),
        ("monochrome", ChangeSetting("style", "monochrome")),
        ("that of the system (chosen)", ChangeSetting("language", "auto")),
        *((name, ChangeSetting("language", language)) for language, name in OWN_NAMES.items()),
    ]
    headings = [block.heading for block in panel.blocks if isinstance(block, Menu)]
    assert headings == ["Playing", "Drawing", "Ring the bell when it is your turn", "The colours", "Language"]


def test_what_an_option_overrides_is_marked(file: Path) -> None:
    file.write_text('autoknock = true\nstyle = "monochrome"\n', encoding="utf-8")

    panel = settings.panel(stored(file, Look("dark-table")))

    assert (
        "Knock for me when nothing else is possible: off (by an option on the command line; saved: on)",
        ChangeSetting("autoknock"),
    ) in rows(panel)
    assert isinstance(panel.blocks[-2], Menu)
    assert panel.blocks[-2].heading == "The colours (by an option on the command line; saved: monochrome)"


def test_what_was_changed_for_this_session_alone_is_marked(file: Path) -> None:
    of_session = stored(file)

    of_session.use("mouse", value=False)

    assert rows(settings.panel(of_session))[0][0] == "Choose tiles with the mouse: off (until you leave; saved: on)"


def test_the_panel_of_a_page_has_its_own_settings() -> None:
    panel = settings.panel(BrowserSettings())

    assert [label for label, _ in rows(panel)] == [
        "A sound when it is your turn: on",
        "Vibrate when it is your turn: on",
        "Short sounds for plays, points, knocks and chat: on",
        "Letter keys play (c: ends, s: scores, and so on): on",
        "Knock for me when nothing else is possible: off",
        "little",
        "the usual (chosen)",
        "everything",
        "few words, for a screen reader",
        "dark felt (chosen)",
        "light",
        "as the device",
        "that of the system (chosen)",
        *OWN_NAMES.values(),
    ]


# The file.


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("mouse", None, "Choose tiles with the mouse: off. Saved."),
        ("autoknock", None, "Knock for me when nothing else is possible: on. Saved."),
        ("bell", True, "Ring the bell when it is your turn: always. Saved."),
        ("style", "monochrome", "The colours: monochrome. Saved."),
    ],
)
def test_a_change_is_saved_as_the_command_saves_it(
    file: Path, tmp_path: Path, name: str, value: Value | None, said: str
) -> None:
    before = "# mine\nrecords = 7\n"
    other = tmp_path / "other.toml"
    for path in (file, other):
        path.write_text(before, encoding="utf-8")

    of_session = stored(file)
    assert change_setting(of_session, name, value) == said

    now = next(setting.value for setting in of_session.now() if setting.name == name)
    spelled = {True: "yes", False: "no"}.get(now, now) if isinstance(now, bool) else now
    assert settings_command(other, name, str(spelled), unset=False) == 0
    assert file.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_one_line_and_the_change_holds_for_this_session(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    path, habits = in_the_way / "settings.toml", Habits()
    of_session = FileSettings(path, [*settings_in(Place.SCREEN)], Look(), habits)

    said = change_setting(of_session, "autoknock", None)

    assert said.startswith("Knock for me when nothing else is possible: on, until you leave. It is not saved: ")
    assert "\n" not in said
    assert habits.knocks_by_itself
    assert of_session.now()[2] == SettingNow(SETTINGS["autoknock"], value=True, saved=False)


def test_a_file_damaged_meanwhile_stays_as_it_is(file: Path) -> None:
    look = Look()
    of_session = stored(file, look)
    file.write_text("mouse = = 1\n", encoding="utf-8")

    said = change_setting(of_session, "style", "dark-table")

    assert "It is not saved: " in said
    assert look.style == "dark-table"
    assert file.read_text(encoding="utf-8") == "mouse = = 1\n"


def test_a_saved_change_of_what_an_option_sets_says_that_the_option_comes_first(file: Path) -> None:
    of_session = stored(file, Look(uses_mouse=False))

    said = change_setting(of_session, "mouse", None)

    assert said == (
        "Choose tiles with the mouse: on. Saved, but the option on your command line overrides it the next time, too."
    )
    assert rows(settings.panel(of_session))[0][0] == "Choose tiles with the mouse: on"


def test_the_program_knows_which_settings_the_command_line_overrides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))
    settings_file().write_text("autoknock = true\n", encoding="utf-8")
    given = command._parser().parsed(["join", "oak.example", "--lines", "--no-autoknock", "--name", "Ann"])
    fill_in(given, settings_file())

    panel = settings.panel(App.from_arguments(given).settings)

    assert rows(panel)[1][0].endswith(": off (by an option on the command line; saved: on)")


# The full screen.


def at_settings(file: Path) -> Player:
    """A player at a table who has opened the settings."""
    player = at_table(*PLAYING, host=True)
    player.model.settings = stored(file, player.desk.look)
    player.press(",")
    return player


@pytest.mark.parametrize("size", [at_desk.NORMAL, at_desk.SMALL, at_desk.WIDE])
def test_a_setting_is_chosen_on_the_full_screen_and_the_panel_stays(file: Path, size: Size) -> None:
    player = at_settings(file)
    assert "> Choose tiles with the mouse: on" in player.sees(size)

    player.press("enter")

    assert not player.screen.look.uses_mouse
    assert "> Choose tiles with the mouse: off" in player.sees(size)
    assert "Saved." in player.sees(size)
    assert read_settings(file).values == {"mouse": False}

    player.press(",")
    assert player.windows.front is None


def test_the_style_changes_at_once(file: Path) -> None:
    player = at_settings(file)

    player.press("up", *["up"] * len(SETTINGS["language"].kind.choices), "up", "enter")

    assert player.screen.look.style == "high-contrast"
    assert "high-contrast (chosen)" in player.sees()


def test_m_changes_the_mouse_for_this_session_and_the_panel_says_so(file: Path) -> None:
    player = at_settings(file)

    player.press("M")

    assert "Choose tiles with the mouse: off (until you leave; saved: on)" in player.sees(at_desk.WIDE)
    assert not file.exists()


@pytest.mark.parametrize("keys", [(":", "settings"), ("x", "Settings")])
def test_the_settings_are_a_command_and_a_line_of_the_menu(keys: tuple[str, str]) -> None:
    player = at_table(*PLAYING, host=True)
    if keys[0] == ":":
        player.type(*keys)
    else:
        player.press("x")
        while f"> ,  {keys[1]}" not in player.sees():
            player.press("down")
        player.press("enter")

    assert "─ Settings ─" in player.sees()


def test_in_the_lobby_a_key_opens_the_settings() -> None:
    player = at_desk.newcomer()
    player.take(player.model.receive(Tables(())))

    assert ", settings" in player.sees()
    player.press(",")

    assert "─ Settings ─" in player.sees()


def test_on_the_start_screen_a_key_opens_the_settings(file: Path) -> None:
    look = Look()
    screen = StartScreen((), look, stored(file, look), ways=no_ways())
    assert ", settings" in as_text(painted(screen, at_desk.NORMAL))

    screen.press(",")
    for key in ("up", *["up"] * len(SETTINGS["language"].kind.choices), "enter"):
        screen.press(key)

    assert look.style == "monochrome"
    assert "The colours: monochrome. Saved." in as_text(painted(screen, at_desk.NORMAL))
    screen.press("escape")
    assert "> New match" in as_text(painted(screen, at_desk.NORMAL))


# Line mode.


def in_lines(file: Path) -> Letters:
    """A player in line mode whose settings are in this file."""
    model, habits = seated_model(fold(PLAYING)), Habits()
    model.settings = stored(file, habits=habits, lines=True)
    table = letters(model)
    table.habits = habits
    return table


def test_in_line_mode_a_number_chooses_a_setting(file: Path) -> None:
    table = in_lines(file)

    assert table.obey("settings").lines == (
        "Playing:",
        "1: Short sounds for plays, points, knocks and chat: off.",
        "2: Knock for me when nothing else is possible: off.",
        "3: Short tones for your turn, points, knocks and chat: off.",
        "Ring the bell when it is your turn:",
        "4: always.",
        "5: never.",
        "6: if others play (chosen).",
        "How much is announced:",
        "7: little.",
        "8: the usual (chosen).",
        "9: everything.",
        "10: few words, for a screen reader.",
        "Language:",
        "11: that of the system (chosen).",
        *(f"{number}: {name}." for number, name in enumerate(OWN_NAMES.values(), start=12)),
        "Type a number. Enter alone chooses nothing.",
    )
    assert table.obey("9").lines == ("How much is announced: everything. Saved.",)
    assert table.habits.verbosity == 2
    assert read_settings(file).values == {"verbosity": 2}


def test_in_line_mode_the_panel_knows_what_was_typed_for_this_session(file: Path) -> None:
    table = in_lines(file)
    table.obey("verbosity 0")
    table.obey("autoknock on")

    lines = table.obey(",").lines

    assert "2: Knock for me when nothing else is possible: on (until you leave; saved: off)." in lines
    assert "How much is announced (until you leave; saved: the usual):" in lines
    assert not file.exists()


def test_in_line_mode_settings_need_no_table() -> None:
    model = new_model()
    model.receive(Tables(()))

    assert letters(model).obey("settings").lines == letters(seated_model(fold(PLAYING))).obey("settings").lines


# The page.


def button(player: PagePlayer, name: str) -> str:
    """The button of a switch, as HTML."""
    key = f'data-value="settings ChangeSetting &quot;{name}&quot; null"'
    html = player.page.parts()["window"]
    at = html.index(key)
    return html[html.rindex("<button", 0, at) : html.index("</button>", at)]


def test_a_switch_of_the_page_stays_the_same_button_and_says_whether_it_is_on() -> None:
    player = at_page(*PLAYING)
    player.press("key", ",")
    assert player.said
    assert 'role="switch" aria-checked="true"' in button(player, "sound")

    player.choose("settings", ChangeSetting("sound"))

    assert 'role="switch" aria-checked="false"' in button(player, "sound")
    assert player.page.store.to_json()["settings"] == {"sound": False}
    assert player.said == "", "the button says it"


def test_autoknock_of_the_page_is_that_of_the_table() -> None:
    player = at_page(*PLAYING)
    player.page.show("settings")

    player.choose("settings", ChangeSetting("autoknock"))

    assert player.page.model.settings.knocks


def test_how_much_the_page_announces_is_chosen_directly() -> None:
    player = at_page(*PLAYING)
    player.page.show("settings")

    player.choose("settings", ChangeSetting("verbosity", 2))

    assert player.page.settings["verbosity"] == 2
    assert player.sees("window").startswith("Settings")


def test_the_lobby_of_the_page_leads_to_the_settings() -> None:
    player = page_newcomer()
    player.page.receive(player.page.model.receive(Tables(())))

    assert "settings" in player.buttons("lobby", "show")
    player.page.act(Show("settings"))
    player.choose("settings", ChangeSetting("vibration"))

    assert not player.page.settings["vibration"]
