"""The settings file of a host: a command for e-mail, as a list of words."""

from pathlib import Path

import pytest

from daemon.program.settings_file import SETTINGS, settings_in
from protocol.shared.exit_status import MisusedError
from protocol.shared.reminder_kinds import ReminderKind, web_kinds


def test_without_a_file_nobody_gets_e_mail(tmp_path: Path) -> None:
    assert settings_in(tmp_path).email == ()


def test_a_command_is_a_list_of_words_one_of_which_takes_the_address(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('email = ["msmtp", "--", "{address}"]\n')

    assert settings_in(tmp_path).email == ("msmtp", "--", "{address}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('email = "msmtp {address}"', "has to be a list of words"),
        ('email = ["msmtp", 1, "{address}"]', "has to be a list of words"),
        ('email = ["msmtp", ""]', "has to be a list of words"),
        ('email = ["msmtp"]', "has to hold {address}"),
        ('email = ["{address}"]', "has to hold {address}"),
        ('mail = ["msmtp", "{address}"]', "there is no setting mail"),
        ("email = [", "fivesd.toml: "),
    ],
)
def test_a_file_that_is_not_valid_prevents_the_start(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / SETTINGS).write_text(text)

    with pytest.raises(MisusedError, match=why):
        settings_in(tmp_path)


def test_the_flag_takes_the_services_of_the_web() -> None:
    assert web_kinds("discord, ntfy") == (ReminderKind.NTFY, ReminderKind.DISCORD)
    with pytest.raises(MisusedError, match=r"needs a command in `fivesd\.toml`"):
        web_kinds("ntfy,email")
    with pytest.raises(MisusedError, match="there is no 'pigeon'; choose from ntfy, discord, slack, mattermost"):
        web_kinds("pigeon")
