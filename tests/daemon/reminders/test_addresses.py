"""What a player may paste as an address for reminders. Its kind follows from its form."""

import pytest

from daemon.reminders.addresses import LONGEST_ADDRESS, AddressFaultError, read_address
from protocol.shared.reminder_kinds import ReminderKind
from tests.daemon.reminders.pasted import DISCORD, MATTERMOST, NTFY, SLACK


@pytest.mark.parametrize(
    ("pasted", "kind", "place"),
    [
        (NTFY, ReminderKind.NTFY, "ntfy (ntfy.sh)"),
        ("https://push.example.org/ann_2", ReminderKind.NTFY, "ntfy (push.example.org)"),
        ("https://ntfy.sh:443/ann", ReminderKind.NTFY, "ntfy (ntfy.sh)"),
        (DISCORD, ReminderKind.DISCORD, "Discord (discord.com)"),
        ("https://DISCORD.com/api/webhooks/1/a?thread_id=2", ReminderKind.DISCORD, "Discord (discord.com)"),
        ("https://discord.com/api/v10/webhooks/1/a", ReminderKind.DISCORD, "Discord (discord.com)"),
        (SLACK, ReminderKind.SLACK, "Slack (hooks.slack.com)"),
        (MATTERMOST, ReminderKind.MATTERMOST, "Mattermost (chat.example.org)"),
        ("https://example.org/chat/hooks/abc", ReminderKind.MATTERMOST, "Mattermost (example.org)"),
        ("ann+dominoes@example.org", ReminderKind.EMAIL, "e-mail (example.org)"),
        (f"  {NTFY}\n", ReminderKind.NTFY, "ntfy (ntfy.sh)"),
    ],
)
def test_the_kind_follows_from_the_form(pasted: str, kind: ReminderKind, place: str) -> None:
    address = read_address(pasted)

    assert (address.kind, address.place) == (kind, place)


def test_a_link_that_was_broken_on_its_way_is_the_whole_one() -> None:
    assert read_address(f"{SLACK[:40]}\r\n  {SLACK[40:]}").text == SLACK


@pytest.mark.parametrize(
    ("pasted", "why"),
    [
        ("", "1 to 400"),
        ("ntfy.sh/ann", "https://"),
        ("https://ntfy.sh/" + LONGEST_ADDRESS * "a", "1 to 400"),
        ("https://ntfy.sh/a\r\nHost: b", "https://ntfy.sh/TOPIC"),
        ("ann @example.org", "without spaces"),
        ("https://ntfy.sh/a\x00b", "without spaces"),
        ("https://ntfy.sh/\u00e4", "without spaces"),
        ("http://ntfy.sh/ann", "https://"),
        ("ftp://ntfy.sh/ann", "https://"),
        ("https://ntfy.sh:8443/ann", "no other port"),
        ("https://ntfy.sh:x/ann", "not a link"),
        ("https://ann:secret@ntfy.sh/ann", "a machine of the internet"),
        ("https://ntfy.sh/ann#top", "a machine of the internet"),
        ("https://localhost/ann", "own servers in a home network"),
        ("https://nas/ann", "own servers in a home network"),
        ("https://192.168.1.20/ann", "own servers in a home network"),
        ("https://9.9.9.9/ann", "a machine of the internet"),
        ("https://[2620:fe::fe]/ann", "a machine of the internet"),
        ("https://2130706433/ann", "a machine of the internet"),
        ("https://0x7f.1/ann", "a machine of the internet"),
        ("https:///ann", "a machine of the internet"),
        ("https://discord.com/channels/1/2", "webhook of Discord"),
        ("https://discord.com/api/webhooks/1/%61", "webhook of Discord"),
        ("https://hooks.slack.com/", "webhook of Slack"),
        ("https://example.org/x/../hooks/abc", "https://ntfy.sh/TOPIC"),
        ("https://example.org/", "https://ntfy.sh/TOPIC"),
        ("https://example.org/one/two", "https://ntfy.sh/TOPIC"),
        ("ann@localhost", "https://"),
        ("-oQ/tmp@example.org", "https://"),
        ("ann@[127.0.0.1]", "https://"),
        ('"ann"@example.org', "https://"),
        ("ann@example.org,ben@example.org", "https://"),
    ],
)
def test_what_cannot_be_an_address_and_why(pasted: str, why: str) -> None:
    with pytest.raises(AddressFaultError, match=why) as error:
        read_address(pasted)

    assert pasted.strip() == "" or pasted.strip() not in str(error.value)


def test_a_kind_that_the_host_does_not_use_is_named_with_those_that_it_uses() -> None:
    with pytest.raises(AddressFaultError, match="by Slack; it does by ntfy, Discord"):
        read_address(SLACK, (ReminderKind.NTFY, ReminderKind.DISCORD))


@pytest.mark.parametrize(
    ("pasted", "other"),
    [
        ("https://NTFY.sh:443/ann", "https://ntfy.sh/ann"),
        ("Ann@Example.org", "ann@example.org"),
        ("https://discord.com/api/webhooks/1/a", "https://ptb.discord.com/api/v10/webhooks/1/a?thread_id=2"),
        ("https://example.org/hooks/abc", "https://example.org/hooks/abc?more"),
    ],
)
def test_two_links_to_one_place_count_as_one(pasted: str, other: str) -> None:
    assert read_address(pasted).key == read_address(other).key


def test_an_address_is_not_in_what_a_log_would_show_of_it() -> None:
    assert "ann-7f3k" not in repr(read_address(NTFY))
