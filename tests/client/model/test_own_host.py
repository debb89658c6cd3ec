"""What a player who hosts is shown and told about the ways to the table."""

import pytest
from attrs import evolve

from client.model.announcements import Announcement
from protocol.wire.operator_messages import Reach, TunnelState
from tests.client.own_host import AT_HOME, BEN, FRIENDS, INSIDE, KEY, LINK, OPEN, STARTING, hosting

FAILED = evolve(STARTING, share=TunnelState.FAILED, detail="cloudflared has ended")
OTHER_NAME = evolve(OPEN, outside=("https://grey-owl.example",))


def texts(announcements: list[Announcement]) -> list[str]:
    return [announcement.text for announcement in announcements]


# The link.


def test_at_home_the_link_comes_first_and_then_how_to_invite_others() -> None:
    assert hosting(AT_HOME).ways("oak") == (
        "Friends in this house can open this:",
        f"{INSIDE}/oak#k={KEY}",
        "For friends in other houses: `fives host --share`.",
    )


def test_while_the_tunnel_starts_friends_in_the_house_can_join() -> None:
    first, _, last = hosting(STARTING).ways("oak")

    assert (first, last) == ("Friends in this house can open this:", "Opening a way for friends in other houses ...")


def test_an_open_tunnel_is_in_the_link_with_the_key_the_invitation_and_the_way_inside() -> None:
    assert hosting(OPEN).ways("oak") == ("Your friends can open this:", LINK)


def test_the_code_for_phones_has_only_what_a_browser_needs() -> None:
    assert hosting(OPEN).link_for_browsers("oak") == f"https://quick-fox.example/oak#i={FRIENDS.invitation}"
    assert hosting(AT_HOME).link_for_browsers("oak") == f"{INSIDE}/oak"
    assert hosting(AT_HOME, has_page=False).link_for_browsers("oak") is None


def test_a_link_for_the_shell_has_no_brackets_unless_there_is_nothing_else() -> None:
    six = "http://[fd00::2]:5533"

    assert "[" not in str(hosting(evolve(AT_HOME, inside=(six, INSIDE))).link("oak"))
    assert str(hosting(evolve(AT_HOME, inside=(six,))).link("oak")) == f"{six}/oak#k={KEY}"


def test_whoever_needs_no_invitation_gets_none() -> None:
    assert "i=" not in str(hosting(evolve(OPEN, asks=False, invitations=())).link("oak"))


def test_a_host_that_nobody_else_can_reach_says_so() -> None:
    first, last = hosting(Reach()).ways("oak")

    assert first == "On this machine: fives join localhost --name NAME"
    assert last == "No other machine can join at this address."


# What is private.


@pytest.mark.parametrize(
    ("reach", "notes"),
    [
        (
            AT_HOME,
            [
                "To type the link by hand, leave out what follows the #.",
                f"Terminals are encrypted, with this host's key {KEY}.",
                "Browsers in the house are not encrypted.",
            ],
        ),
        (
            OPEN,
            [
                f"Terminals are encrypted, with this host's key {KEY}.",
                "Browsers in the house are not encrypted; through the tunnel they are, up to the tunnel's owner.",
                "If this machine sleeps, the game waits until it is awake.",
            ],
        ),
        (
            Reach(KEY, outside=("http://203.0.113.7:5533",), inside=(INSIDE,), share=TunnelState.OPEN),
            [
                f"Terminals are encrypted, with this host's key {KEY}.",
                "Browsers are not encrypted.",
                "If this machine sleeps, the game waits until it is awake.",
            ],
        ),
        (Reach(inside=(INSIDE,)), ["This host has no key, so connections in the house are not encrypted."]),
    ],
)
def test_the_notes_say_what_is_encrypted(reach: Reach, notes: list[str]) -> None:
    assert list(hosting(reach).notes) == notes


# News.


def test_a_way_that_opens_is_announced_once() -> None:
    host = hosting(STARTING)

    assert texts(host.receive(OPEN, "oak")) == [f"Your friends can open this: {LINK}"]
    assert texts(host.receive(OPEN, "oak")) == []


def test_a_way_that_is_lost_is_announced_once_and_then_the_new_name() -> None:
    host = hosting(OPEN)

    lost = texts(host.receive(FAILED, "oak"))
    assert lost == ["Friends in other houses cannot join now. Cloudflared has ended."]
    assert texts(host.receive(STARTING, "oak")) == []
    assert texts(host.receive(evolve(FAILED, detail="another reason"), "oak")) == []
    assert texts(host.receive(OTHER_NAME, "oak")) == [
        f"Your friends can open this: {LINK.replace('quick-fox', 'grey-owl')}"
    ]


def test_a_new_invitation_is_announced_with_its_link_and_those_from_before_are_not() -> None:
    host = hosting(evolve(OPEN, invitations=(FRIENDS,)))

    (said,) = texts(host.receive(evolve(OPEN, invitations=(BEN, FRIENDS)), "oak"))
    assert said == f"The link for Ben: {LINK.replace(FRIENDS.invitation, BEN.invitation)}"
    assert texts(host.receive(evolve(OPEN, invitations=(FRIENDS,)), "oak")) == []


def test_the_first_friend_from_outside_is_announced_once() -> None:
    host = hosting(OPEN)
    here, gone = evolve(OPEN, invitations=(evolve(FRIENDS, here=1),)), OPEN

    assert texts(host.receive(here, "oak")) == ["First friend from outside: it works."]
    assert texts(host.receive(gone, "oak")) == []
    assert texts(host.receive(here, "oak")) == []


def test_a_host_without_a_key_gives_no_inside_address_to_friends_outside() -> None:
    """At a friend's, that address may be a stranger's machine, which would be shown the invitation."""
    assert str(hosting(evolve(OPEN, key=None)).link("oak")) == f"https://quick-fox.example/oak#i={FRIENDS.invitation}"
