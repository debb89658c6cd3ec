"""What a player who hosts is shown and told about the ways to the table."""

import pytest
from attrs import evolve

from client.model.announcements import Announcement
from client.model.own_host import OwnHost
from protocol.shared.household import TUNNEL
from protocol.wire.operator_messages import HostCode, Reach, TunnelState, WrongCode
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


def test_a_host_sees_that_the_table_has_a_password() -> None:
    host = hosting(AT_HOME)
    host.locked = frozenset({"oak"})

    assert host.ways("oak")[-1] == "Who comes needs the table's password, too."
    assert host.ways("ash") == hosting(AT_HOME).ways("ash")


def test_while_the_tunnel_starts_friends_in_the_house_can_join() -> None:
    first, _, last = hosting(STARTING).ways("oak")

    assert (first, last) == (
        "Friends in this house can open this:",
        "Waiting for the tunnel's link, up to a minute ...",
    )


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


# The machine's addresses.

VPN, MOVED = "http://10.8.0.2:5533", "http://192.168.88.50:5533"
TWO_WAYS = evolve(AT_HOME, inside=(INSIDE, VPN))


def test_another_address_is_announced_with_its_link_once() -> None:
    host = hosting(AT_HOME)

    assert texts(host.receive(evolve(AT_HOME, inside=(MOVED,)), "oak")) == [
        f"You have another address. Send this link: {MOVED}/oak#k={KEY}"
    ]
    assert texts(host.receive(evolve(AT_HOME, inside=(MOVED, VPN)), "oak")) == [], "the link begins as before"
    assert host.ways("oak")[1] == f"{MOVED}/oak#k={KEY},also=10.8.0.2:5533"


def test_a_network_that_is_away_for_a_moment_is_no_news() -> None:
    host = hosting(AT_HOME)

    assert texts(host.receive(evolve(AT_HOME, inside=()), "oak")) == []
    assert texts(host.receive(AT_HOME, "oak")) == []


def test_a_host_who_began_without_a_network_gets_a_link_as_soon_as_there_is_one() -> None:
    host = hosting(Reach(KEY))

    assert texts(host.receive(AT_HOME, "oak")) == [
        f"This machine is in a network now. Send this link: {INSIDE}/oak#k={KEY}"
    ]


def test_another_address_of_the_router_is_another_link() -> None:
    mapped = evolve(OPEN, outside=("http://81.2.69.142:5533",))
    host = hosting(mapped)

    (said,) = texts(host.receive(evolve(mapped, outside=("http://81.2.69.160:5533",)), "oak"))
    assert said.startswith("The link has changed. Send this one: http://81.2.69.160:5533/oak#")


def test_while_a_tunnel_is_away_the_address_in_the_house_is_not_taken_for_its_link() -> None:
    host = hosting(OPEN)
    host.receive(FAILED, "oak")

    assert texts(host.receive(evolve(FAILED, inside=(MOVED,)), "oak")) == []
    assert texts(host.receive(evolve(OPEN, inside=(MOVED,)), "oak")) == [
        f"Your friends can open this: {LINK.replace('192.168.1.20', '192.168.88.50')}"
    ]


def test_the_host_can_have_the_link_begin_with_each_of_the_addresses() -> None:
    host = hosting(TWO_WAYS)

    assert host.choose_other_way()
    assert str(host.link("oak")) == f"{VPN}/oak#k={KEY},also=192.168.1.20:5533"
    assert host.link_for_browsers("oak") == f"{VPN}/oak"
    assert texts(host.receive(TWO_WAYS, "oak")) == [], "the host has just seen it"
    assert host.choose_other_way()
    assert str(host.link("oak")) == f"{INSIDE}/oak#k={KEY},also=10.8.0.2:5533"


def test_a_chosen_address_that_goes_away_is_news() -> None:
    host = hosting(TWO_WAYS)
    host.choose_other_way()

    assert texts(host.receive(AT_HOME, "oak")) == [f"You have another address. Send this link: {INSIDE}/oak#k={KEY}"]


def test_a_link_with_one_address_has_no_other() -> None:
    assert not hosting(AT_HOME).choose_other_way()
    assert not hosting(Reach()).choose_other_way()


def test_the_address_in_the_house_can_come_before_the_tunnel_and_is_then_for_the_house() -> None:
    host = hosting(OPEN)
    host.choose_other_way()

    assert host.ways("oak")[0] == "Friends in this house can open this:"
    assert host.ways("oak")[1].startswith(f"{INSIDE}/oak#")


# Codes for a phone.

A_CODE = HostCode("k7mq-2xwe", 600)
TRIED = WrongCode("2026-01-02T03:04:05.678Z", "192.168.1.66")


def test_the_host_reads_once_who_tried_a_wrong_code_and_the_right_one_stays() -> None:
    host = hosting(AT_HOME)
    host.take(A_CODE)

    said = "Somebody at 192.168.1.66 tried a wrong code for the host's controls."
    assert texts(host.receive(evolve(AT_HOME, wrong_code=TRIED), "oak")) == [said]
    assert texts(host.receive(evolve(AT_HOME, wrong_code=TRIED, opened=False), "oak")) == []
    assert texts(host.receive(evolve(AT_HOME, wrong_code=evolve(TRIED, at="later")), "oak")) == [said]
    assert host.code == A_CODE.code


def test_a_code_that_so_many_wrong_ones_have_ended_is_shown_no_more() -> None:
    host = hosting(AT_HOME)
    host.take(A_CODE)

    (said,) = texts(host.receive(evolve(AT_HOME, wrong_code=evolve(TRIED, ends_code=True)), "oak"))
    assert said.endswith(" There were so many that the code is void: make another one.")
    assert host.code_links() == ()


@pytest.mark.parametrize(
    ("address", "invitation", "who"),
    [
        ("127.0.0.1", None, "Somebody on this machine tried"),
        (TUNNEL, "Ben", "Somebody who came through a tunnel, with the invitation for Ben, tried"),
        ("81.2.69.142", "Be\x1b[1mn", "Somebody at 81.2.69.142, with the invitation for Ben, tried"),
    ],
)
def test_a_wrong_code_is_told_with_the_way_it_came(address: str, invitation: str | None, who: str) -> None:
    tried = WrongCode(TRIED.at, address, invitation)

    (said,) = texts(hosting(AT_HOME).receive(evolve(AT_HOME, wrong_code=tried), "oak"))
    assert said.startswith(f"{who} a wrong code")


def test_a_wrong_code_from_before_is_no_news() -> None:
    assert texts(OwnHost("http://localhost").receive(evolve(AT_HOME, wrong_code=TRIED), "oak")) == []


# Whether the link works.


def test_the_host_reads_whether_anybody_in_the_house_has_opened_the_link() -> None:
    host = hosting(evolve(AT_HOME, opened=False))
    assert "Nobody in this house has opened it yet." in host.ways("oak")

    opened = "Another machine in this house has opened the link: it works."
    assert texts(host.receive(evolve(AT_HOME, opened=True), "oak")) == [opened]
    assert texts(host.receive(evolve(AT_HOME, opened=True), "oak")) == []
    assert opened in host.ways("oak")


def test_another_link_that_somebody_has_opened_is_news_again() -> None:
    host = hosting(evolve(AT_HOME, opened=True))
    host.receive(evolve(AT_HOME, inside=(MOVED,), opened=False), "oak")

    assert len(texts(host.receive(evolve(AT_HOME, inside=(MOVED,), opened=True), "oak"))) == 1


def test_a_host_that_cannot_be_listed_reads_why() -> None:
    line = "`fives join` cannot list this host, so friends need its link: the library zeroconf is not installed."
    unlisted = evolve(AT_HOME, why_unlisted="the library zeroconf is not installed")
    host = hosting(AT_HOME)
    assert line not in host.notes

    assert texts(host.receive(unlisted, "oak")) == [line]
    assert texts(host.receive(evolve(unlisted, opened=False), "oak")) == []
    assert host.notes[-1] == line


def test_a_host_that_no_link_leads_to_is_in_the_list_of_its_friends() -> None:
    assert hosting(Reach(KEY, listed_as="Mina")).ways("oak")[1] == (
        "Friends in this network type `fives join`, and choose Mina."
    )
