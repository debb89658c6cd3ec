"""Settings: the file, the command that shows and writes it, and the options that go before it."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from client.program import command
from client.program.setting_flags import LOOK_SETTINGS, PLAY_SETTINGS, add_settings, fill_in, flags_of
from client.program.settings_command import settings_command
from client.store.files import settings_file
from client.store.settings import IN_FILE, SettingsError, read_settings, text_with
from client.words.settings import SETTINGS, Place, PlayersName, Setting, settings_in
from protocol.game.levels import USUAL_LEVEL
from protocol.game.table_options import Assist
from protocol.log.events import TableOptions
from protocol.names import LONGEST_NAME
from tests.windows.wine import needs_real_windows


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's settings file, which does not exist yet."""
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))
    return settings_file()


@pytest.fixture
def run(file: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """`fives settings` with these arguments: its exit status, output and error output."""

    def settings(*words: str) -> tuple[int, str, str]:
        status = command.main(["settings", *words])
        return status, *capsys.readouterr()

    return settings


# The file.


def test_settings_are_in_the_platforms_configuration_folder() -> None:
    import platformdirs

    assert settings_file({}) == platformdirs.user_config_path("fives", appauthor=False) / "settings.toml"
    assert settings_file({"FIVES_HOME": "/elsewhere"}) == Path("/elsewhere/settings.toml")


def test_each_setting_of_the_file_has_a_meaning_and_is_an_option() -> None:
    assert all(setting.meaning for setting in IN_FILE.values())
    assert {*PLAY_SETTINGS, "assist", "bot-level"} == set(IN_FILE)
    assert set(LOOK_SETTINGS) <= set(PLAY_SETTINGS)


@pytest.mark.parametrize("place", [Place.SCREEN, Place.LINES, Place.PAGE], ids=lambda place: place.name)
def test_each_setting_that_can_change_while_playing_has_a_label_and_a_default(
    place: Place,
) -> None:
    for setting in settings_in(place).values():
        assert setting.label
        assert setting.default is not None
        assert all(setting.shown_as(value) for value in setting.kind.choices)


def test_a_setting_of_the_page_alone_is_none_of_the_file(run: Callable[..., tuple[int, str, str]]) -> None:
    status, _, error = run("look", "dark")

    assert status == 2
    assert "there is no setting 'look'" in error


def test_defaults_are_those_of_the_tables() -> None:
    assert all(SETTINGS["assist"].accepts(assist.value) for assist in Assist)
    assert (SETTINGS["assist"].default, SETTINGS["bot-level"].default) == (TableOptions().assist.value, USUAL_LEVEL)
    assert str(LONGEST_NAME) in str(PlayersName.values)


def test_a_form_steps_through_the_values_of_a_switch_and_leaves_a_name_as_it_is() -> None:
    bell, name = SETTINGS["bell"].kind, SETTINGS["name"].kind

    assert [bell.step(value, 1) for value in bell.choices] == [False, "people", True]
    assert [bell.step(value, -1) for value in bell.choices] == ["people", True, False]
    assert name.step("Ana", 1) == "Ana"


# Showing and changing.


def test_without_a_file_every_setting_has_its_default(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    status, printed, complaint = run()

    assert (status, complaint) == (0, "")
    first, *rows, _ = printed.splitlines()
    assert first == f"Your settings are in {file}, which does not exist yet: these are the defaults."
    assert [row.split()[0] for row in rows] == list(IN_FILE)
    assert not any("(line " in row for row in rows)
    assert not file.exists()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_settings_are_wrapped_to_the_terminal(width: int, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert settings_command(file, None, None, unset=False, width=width) == 0

    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= width
    assert [line.split()[0] for line in printed.splitlines() if " = " in line] == list(IN_FILE)
    assert SETTINGS["mouse"].brief in " ".join(printed.split())


def test_in_80_columns_each_setting_is_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('bell = "people"\n', encoding="utf-8")

    settings_command(file, None, None, unset=False, width=80)

    rows = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    first = rows.index("name")
    assert rows[first : first + len(IN_FILE)] == list(IN_FILE)


def test_a_change_is_saved_and_shown_with_its_line(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    assert run("name", "Zoë") == (0, f"name is now Zoë ({file}).\n", "")
    run("mouse", "off")
    run("verbosity", "2")

    assert file.read_text(encoding="utf-8") == 'name = "Zoë"\nmouse = false\nverbosity = 2\n'
    rows = {row.split()[0]: " ".join(row.split()) for row in run()[1].splitlines()[1:-1]}
    assert rows["mouse"].startswith("mouse = no (line 2) ")


def test_one_setting_is_shown_with_all_that_there_is_to_say_about_it(run: Callable[..., tuple[int, str, str]]) -> None:
    run("mouse", "off")

    assert run("mouse") == (
        0,
        "mouse = no (line 1)\n"
        "Choose tiles with the mouse; otherwise it selects text in the terminal. It takes yes or no.\n",
        "",
    )


@pytest.mark.parametrize("typed", ["Jose\u0301", "  José "])
def test_a_name_is_saved_as_tables_show_it(run: Callable[..., tuple[int, str, str]], typed: str) -> None:
    assert run("name", typed)[0] == 0
    assert run("name")[1].startswith("name = José (line 1)\n")


def test_unset_restores_the_default(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    run("style", "monochrome")

    assert run("--unset", "style") == (0, f"style has its default again: default ({file}).\n", "")
    assert file.read_text(encoding="utf-8") == ""
    assert run("--unset", "style") == (0, f"style is not set in {file}.\n", "")


def test_a_change_leaves_the_rest_of_the_file_alone(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    file.write_text('# mine\nbell = true   # at night: false\n\n"name"="Ann"\n# the end', encoding="utf-8")

    run("bell", "no")
    run("name", "Bea")
    run("ascii", "yes")

    assert file.read_text(encoding="utf-8") == (
        '# mine\nbell = false   # at night: false\n\n"name"="Bea"\n# the end\nascii = true\n'
    )


def test_a_value_over_several_lines_is_replaced_as_a_whole(file: Path) -> None:
    assert text_with(file, 'name = """\nAnn"""\nbell = true\n', "name", "Bea") == 'name = "Bea"\nbell = true\n'


def test_a_file_that_cannot_be_rewritten_is_left_to_its_owner(file: Path) -> None:
    nested = f"mine = {'[' * 150}{']' * 150}\n"  # valid TOML, and more than the library writes

    with pytest.raises(SettingsError, match="name cannot be changed by this command; edit the file"):
        text_with(file, nested, "name", "Bea")


@needs_real_windows("it says that it has made a link, and has made none")
def test_a_link_to_a_file_elsewhere_stays_a_link(
    run: Callable[..., tuple[int, str, str]], file: Path, tmp_path: Path
) -> None:
    real = tmp_path / "dotfiles" / "fives.toml"
    real.parent.mkdir()
    real.write_text("", encoding="utf-8")
    file.symlink_to(real)

    run("bell", "yes")

    assert file.is_symlink()
    assert real.read_text(encoding="utf-8") == "bell = true\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tarot"], "there is no setting 'tarot'; there are name, lines, "),
        (["mouse", "perhaps"], "mouse: 'perhaps' is not valid: it takes yes or no"),
        (["verbosity", "3"], "verbosity: '3' is not valid: it takes 0, 1, 2 or speech"),
        (["records", "many"], "records: 'many' is not valid: it takes 0 to 100000"),
        (["bell", "maybe"], "it takes yes, no or people"),
        (["style", "plaid"], "it takes default, "),
        (["name", "x" * 25], "it takes 1 to 24 visible characters"),
        (["name", "You"], "no word of the game such as You"),
        (["name", "\x1b[31m"], "it takes 1 to 24 visible characters"),
        (["--unset"], "--unset takes a key"),
        (["--unset", "name", "Ann"], "--unset takes a key"),
    ],
)
def test_an_invalid_change_is_one_line(
    run: Callable[..., tuple[int, str, str]], file: Path, words: list[str], says: str
) -> None:
    status, printed, complaint = run(*words)

    assert (status, printed) == (2, "")
    assert says in complaint
    assert complaint.count("\n") == 1
    assert not file.exists()


# A file written by hand.


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\ntarot = 1\n", "line 2: there is no setting 'tarot'"),
        ("# hm\n\nmouse = 1\n", "line 3: mouse = 1 is not valid: it takes true or false"),
        ('verbosity = "2"\n', "line 1: verbosity = '2' is not valid: it takes 0, 1, 2 or speech"),
        ("verbosity = 1.0\n", "line 1: verbosity = 1.0 is not valid"),
        ('lines = "yes"\n', "line 1: lines = 'yes' is not valid: it takes true or false"),
        ("style = [1, 2]\n", "line 1: style = [1, 2] is not valid"),
        ('assist = "all"\n', "line 1: assist = 'all' is not valid: it takes points, legal or none"),
        ("records = 2026-01-02\n", "line 1: records = datetime.date(2026, 1, 2) is not valid: it takes 0 to "),
        ('name = " Ann"\n', "line 1: name = ' Ann' is not valid"),
        ("verbosity = true\n", "line 1: verbosity = true is not valid"),
        ('bell = true\nname = ""\n', "line 2: name = "),
        ("[mouse]\nx = 1\n", "line 1: mouse = {'x': 1} is not valid"),
        ('bell = "maybe"\n', "line 1: bell = 'maybe' is not valid: it takes true, false or people"),
        ("mouse = no\n", "(at line 1, column 9)"),
        (f"mouse = {'[' * 5000}", "is not a valid settings file"),
        ("mouse = true\nmouse = false\n", "(at line 2, "),
    ],
)
@pytest.mark.parametrize("words", [["settings"], ["join", "nowhere.invalid"], ["play"], ["replay"]])
def test_an_error_in_the_file_is_one_line_with_its_number(
    file: Path, capsys: pytest.CaptureFixture[str], words: list[str], text: str, says: str
) -> None:
    file.write_text(text, encoding="utf-8")

    assert command.main(words) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"fives: {file}")
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_a_file_that_is_not_utf8_is_an_error(file: Path) -> None:
    file.write_bytes(b"name = '\xff'\n")

    with pytest.raises(SettingsError, match="is not UTF-8 text"):
        read_settings(file)


def test_an_invalid_value_can_be_replaced(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    file.write_text("verbosity = 9\n", encoding="utf-8")

    assert run("verbosity", "2")[0] == 0
    assert file.read_text(encoding="utf-8") == "verbosity = 2\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_error(
    run: Callable[..., tuple[int, str, str]], file: Path, tmp_path: Path
) -> None:
    tmp_path.chmod(0o500)

    assert run("bell", "yes")[0] == 2


def test_rules_are_shown_despite_an_invalid_file(file: Path) -> None:
    file.write_text("tarot = 1\n", encoding="utf-8")

    assert command.main(["rules"]) == 0


# Options.


def given(file: Path, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_settings(parser, PLAY_SETTINGS)
    found = parser.parse_args(words)
    fill_in(found, file)
    return found


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--no-mouse", "--ascii", "--style=high-contrast", "--lines", "--no-bell", "--name=Ann"),
        ("--mouse", "--no-ascii", "--bell", "--autoknock", "--verbosity=2", "--records=7", "--record-mb=3"),
    ],
)
def test_another_command_gets_the_same_values(file: Path, words: tuple[str, ...]) -> None:
    found = given(file, *words)
    again = given(file, *flags_of(found, PLAY_SETTINGS))

    del found.filled_in, again.filled_in  # the flags name all values
    assert again == found


def test_options_override_the_file_and_the_file_overrides_defaults(file: Path) -> None:
    file.write_text('mouse = false\nbell = true\nstyle = "monochrome"\n', encoding="utf-8")

    found = given(file, "--mouse", "--style", "high-contrast")

    assert (found.mouse, found.style) == (True, "high-contrast")
    assert found.bell is True
    assert (found.verbosity, found.ascii, found.name) == (1, False, None)


@pytest.mark.parametrize(
    ("text", "words", "rings"),
    [
        ("", [], "people"),
        ('bell = "people"\n', [], "people"),
        ("bell = true\n", [], True),
        ("bell = false\n", [], False),
        ("bell = false\n", ["--bell"], True),
        ('bell = "people"\n', ["--no-bell"], False),
    ],
)
def test_the_bell_rings_always_never_or_with_other_people(
    file: Path, text: str, words: list[str], rings: bool | str
) -> None:
    file.write_text(text, encoding="utf-8")

    assert given(file, *words).bell == rings


def test_the_bell_can_be_set_to_ring_with_other_people(run: Callable[..., tuple[int, str, str]], file: Path) -> None:
    assert run("bell", "people")[0] == 0
    assert file.read_text(encoding="utf-8") == 'bell = "people"\n'
    assert run("bell")[1].startswith("bell = people (line 1)\n")


@pytest.mark.parametrize("setting", [SETTINGS[name] for name in PLAY_SETTINGS], ids=lambda setting: setting.name)
def test_every_setting_is_also_an_option(file: Path, setting: Setting) -> None:
    spelled = {
        "name": "Ann",
        "style": "monochrome",
        "language": "en",
        "verbosity": "2",
        "records": "2",
        "record-mb": "2",
    }.get(setting.name)
    words = [f"--{setting.name}", spelled] if spelled else [f"--no-{setting.name}"]

    assert getattr(given(file, *words), setting.attribute) in ("Ann", "monochrome", "en", 2, False)


def test_the_file_shown_in_the_documentation_sets_everything() -> None:
    import tomllib

    page = (Path(__file__).parents[3] / "docs" / "playing.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    values = tomllib.loads(shown)

    assert list(values) == list(IN_FILE)
    assert all(SETTINGS[name].accepts(value) for name, value in values.items())
