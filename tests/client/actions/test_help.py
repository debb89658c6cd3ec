"""`fives help`: its topics, and that the commands in them are valid."""

import re
import shlex
from typing import Any, Final

import pytest

from client.actions import keys
from client.actions.help_topics import TOPICS, help_on
from client.actions.key_row import PAGE, SCREEN, KeyRow, rows_of
from client.actions.typed_help import first_examples
from client.program import command
from client.program.hosting import hosting_of
from client.words.example_commands import EXAMPLES, PROGRAM
from client.words.languages.by_name import language_named
from client.words.say import speaking
from client.words.wrapping import cells
from daemon.program import command as daemon
from protocol.shared.offered_languages import OWN_NAMES

ROWS: Final[list[KeyRow[Any]]] = [*rows_of(keys.TABLE, SCREEN), *rows_of(keys.REPLAY, SCREEN)]


def status_of(*words: str) -> object:
    try:
        return command.main(list(words))
    except SystemExit as left:
        return left.code


def test_without_a_topic_the_topics_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("help") == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if re.match("  [a-z]", line)] == list(TOPICS)
    assert [line for line in lines if len(line) > 80] == []


def test_an_unknown_topic_is_answered_with_the_list_of_topics(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("help", "chess") == 2

    told_ = capsys.readouterr()
    assert told_.out == ""
    assert told_.err.startswith("fives: there is no help about 'chess'; there is about playing, hosting, ")
    assert told_.err.count("\n") == 1


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", OWN_NAMES)
@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_wrapped_to_the_width_with_no_command_broken(name: str, language: str, width: int) -> None:
    with speaking(language_named(language)):
        lines, own = help_on(name, width), [" ".join(words) for words in commands()]

    assert [line for line in lines if cells(line) > width and " ".join(shlex.split(line)) not in own] == []
    assert lines[0]
    assert lines[-1]


def test_what_a_command_does_is_below_it_where_there_is_no_room_beside_it() -> None:
    assert help_on("learning", 80)[0] == "    fives learn     six positions, five minutes"
    assert help_on("learning", 36)[:3] == [
        "    fives learn",
        "      six positions, five minutes",
        "    fives practise",
    ]


@pytest.mark.parametrize("name", TOPICS)
def test_without_a_width_a_paragraph_is_a_line(name: str) -> None:
    wrapped, whole = " ".join(help_on(name, 60)).split(), " ".join(help_on(name)).split()

    assert len(help_on(name)) <= len(help_on(name, 60))
    assert set(re.sub(r"[.:]", "", " ".join(wrapped)).split()) == set(re.sub(r"[.:]", "", " ".join(whole)).split())


@pytest.mark.parametrize(
    ("name", "rows"), [("keys", [(row.label, row.meaning) for row in ROWS]), ("lines", first_examples())]
)
def test_the_keys_and_the_first_words_are_in_their_topic(name: str, rows: list[tuple[str, str]]) -> None:
    lines = help_on(name)

    assert [f"{key}: {meaning}." for key, meaning in rows if key and f"{key}: {meaning}." not in lines] == []


@pytest.mark.parametrize("front_end", [SCREEN, PAGE])
def test_the_keys_begin_with_twelve_to_play_and_eight_to_look_something_up(front_end: str) -> None:
    to_play = [row.label for row in rows_of(keys.TO_PLAY, front_end)]

    assert len(to_play) == 12
    assert {"i", "r", "?", "q"} <= set(to_play)
    assert len(rows_of(keys.TO_LOOK, front_end)) == 8
    assert rows_of(keys.TABLE, front_end)[:20] == rows_of((*keys.TO_PLAY, *keys.TO_LOOK), front_end)


def commands() -> list[list[str]]:
    """This project's commands in the help topics, split into words, without explanations."""
    lines = [line for topic in TOPICS.values() for line in str(topic.explains).splitlines() if line.startswith("    ")]
    found = [shlex.split(re.split(r" {2,}", line.strip())[0]) for line in lines]
    return [words for words in found if words[0] not in ("cloudflared", "ssh", "tailscale")]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_in_the_help_is_valid(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    program, *rest = words
    if program == "fives":
        assert command._parser().parse_args(rest).command is not None
        return
    assert program == "fivesd"
    with pytest.raises(SystemExit):
        daemon.main(["--help"])
    known = re.findall(r"--[a-z-]+", capsys.readouterr().out)
    assert {word for word in rest if word.startswith("-")} <= set(known)


@pytest.mark.parametrize("name", ["", *EXAMPLES])
def test_every_example_of_a_command_is_valid(name: str) -> None:
    for example, _ in EXAMPLES[name] if name else PROGRAM:
        program, *rest = shlex.split(example)
        given = command._parser().parsed(rest)

        assert program == "fives"
        assert given.command == (name or given.command)
        if given.command in ("play", "host"):
            assert hosting_of(given)


def test_the_help_for_hosts_is_one_screen_that_begins_with_the_link() -> None:
    lines = help_on("hosting", 80)

    assert len(lines) <= 25
    assert "a link" in " ".join(lines[:5])
    assert "fives help reach" in lines[-2] + lines[-1]


def test_the_help_about_reach_names_every_other_way_to_friends_elsewhere() -> None:
    text = "\n".join(help_on("reach"))

    for way in ("A tunnel of your own:", "A forwarded port:", "A VPN ", "A machine that stays on:"):
        assert way in text, way


@pytest.mark.parametrize("name", TOPICS)
def test_the_help_refers_to_no_file_that_an_installation_lacks(name: str) -> None:
    assert ".md" not in str(TOPICS[name].explains)


def test_the_help_promises_no_key_with_ctrl_or_alt() -> None:
    assert "no key needs Ctrl or Alt held down" in " ".join(help_on("keys"))
    assert not [row.label for row in ROWS if "Ctrl" in row.label or "Alt" in row.label]
