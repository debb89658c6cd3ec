"""What is sent to which service: a text that mentions nobody and links to nothing."""

import json

import pytest

from daemon.reminders.addresses import read_address
from daemon.reminders.services import request_for
from daemon.reminders.texts import plain, your_code, your_turn
from tests.daemon.reminders.pasted import DISCORD, MATTERMOST, NTFY, SLACK


def test_ntfy_gets_the_text_alone() -> None:
    request = request_for(read_address(NTFY), "Your turn.")

    assert request.to_bytes().startswith(b"POST /ann-7f3k HTTP/1.1\r\nHost: ntfy.sh\r\nUser-Agent: fives/")
    assert request.to_bytes().endswith(b"\r\nContent-Length: 10\r\nConnection: close\r\n\r\nYour turn.")


@pytest.mark.parametrize(
    ("pasted", "body"),
    [
        (DISCORD, {"content": "Your turn.", "allowed_mentions": {"parse": []}}),
        (
            SLACK,
            {"text": "Your turn.", "mrkdwn": False, "link_names": False, "unfurl_links": False, "unfurl_media": False},
        ),
        (MATTERMOST, {"text": "Your turn."}),
    ],
)
def test_a_webhook_gets_json(pasted: str, body: dict[str, object]) -> None:
    request = request_for(read_address(pasted), "Your turn.")

    assert json.loads(request.body) == body
    assert request.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("others", "text"),
    [
        (["Ben"], "It is your turn in fives, at table oak with Ben."),
        (["Ben", "Cho"], "It is your turn in fives, at table oak with Ben and Cho."),
        (["Ben", "Cho", "Dan"], "It is your turn in fives, at table oak with Ben, Cho and Dan."),
        (["Ben", "Cho", "Dan", "Eve", "Fay"], "It is your turn in fives, at table oak with Ben, Cho, Dan and 2 more."),
    ],
)
def test_a_reminder_names_the_table_and_some_players(others: list[str], text: str) -> None:
    assert your_turn("oak", others) == text


def test_a_name_changes_the_word_before_it_in_spanish() -> None:
    assert your_turn("oak", ["Ana", "Inés"], "es") == "Te toca en fives, en la mesa oak, con Ana e Inés."
    assert your_turn("oak", ["Inés", "Ana"], "es").endswith(" con Inés y Ana.")


def test_a_code_says_what_to_do_with_it() -> None:
    assert your_code("482913", 10).startswith("Your code for reminders of fives: 482913. Type it in")


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("Ana-Lena O'Neill", "Ana-Lena O'Neill"),
        ("\u00c7a\u011fla \u674e", "\u00c7a\u011fla \u674e"),
        ("@everyone", "everyone"),
        ("<!channel>", "channel"),
        ("<@1234>", "1234"),
        ("[x](https://evil.org)", "xhttpsevilorg"),
        ("evil.org", "evilorg"),
        ("**Ben** `_x_`", "Ben x"),
        ("Ben\u200b\u202e", "Ben"),
        ("a\nb", "ab"),
        ("...", "somebody"),
    ],
)
def test_a_name_is_letters_and_digits_alone(name: str, sent: str) -> None:
    assert plain(name, "somebody") == sent
