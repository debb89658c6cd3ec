"""The hosts in the network in lines: what is printed when, and what a typed line chooses."""

import pytest
import trio
from trio.testing import MockClock

from client.lines.host_lines import HostLines
from client.model.lan_hosts import LanHosts
from client.net.lan_hosts import Join
from client.words import lan_words
from protocol.shared.announced_host import SERVICE
from protocol.shared.join_link import parse_link
from tests.client.model.test_lan_hosts import BENS, OAK, OTHER, announced, find


@pytest.fixture
def printed() -> list[str]:
    return []


@pytest.fixture
def lines(printed: list[str]) -> HostLines:
    """The list of a player who knows Ben's key, before anything has been found."""
    lines = HostLines(LanHosts({"ben": BENS}), printed.append)
    lines.hosts.changed = lines.print_changes
    return lines


def test_each_host_is_printed_once_with_a_number_and_again_when_it_has_gone(
    lines: HostLines, printed: list[str]
) -> None:
    ana = announced("Ana", OTHER)
    find(lines.hosts, ana, OAK)
    find(lines.hosts, announced("Ben"))
    find(lines.hosts, ana, OAK, OAK)
    lines.hosts.lose(ana.service_name)

    assert printed == [
        "1: Ana: All Fives, waiting for players, Ben, 1 free seat.",
        "2: Ben: no table is open.",
        "1: Ana has gone.",
    ]


def test_a_host_that_no_longer_answers_and_one_that_answers_again_are_printed(
    lines: HostLines, printed: list[str]
) -> None:
    ben = find(lines.hosts, announced("Ben"))
    lines.hosts.take_silence(ben)
    lines.hosts.take_silence(ben)
    lines.hosts.take_answer(ben, ben.address, [])

    assert printed[1:] == ["1: Ben (192.168.1.20) does not answer.", "1: Ben: no table is open."]


async def test_hosts_that_never_answered_are_named_once_together_however_many_are_announced(
    lines: HostLines, printed: list[str], autojump_clock: MockClock
) -> None:
    async def announces() -> None:
        for number in range(100):
            service = f"{number}.{SERVICE}"
            lines.hosts.find(service, announced(f"Host {number}"))
            lines.hosts.take_silence(lines.hosts.by_service[service])
            await trio.sleep(0.2)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(lines.print_more)
        nursery.start_soon(announces)
        await trio.sleep(1)
        find(lines.hosts, announced("Ben"))
        await trio.sleep(19)
        nursery.cancel_scope.cancel()

    assert printed[0].endswith(": Ben: no table is open.")
    assert len(printed) == 4, "in twenty seconds"
    assert "Host 0 (192.168.1.20), " in printed[1]
    assert printed[1].endswith(" more do not answer.")


def test_enter_lists_those_that_do_not_answer_in_one_line(lines: HostLines, printed: list[str]) -> None:
    for name in ("Ana", "Ben", "Cho"):
        lines.hosts.take_silence(find(lines.hosts, announced(name, OTHER)))
    find(lines.hosts, announced("Dai"))
    printed.clear()

    lines.chosen("")

    assert printed == [
        "4: Dai: no table is open.",
        "Ana (192.168.1.20), Ben (192.168.1.20) and Cho (192.168.1.20) do not answer.",
    ]


def test_a_number_joins_and_enter_lists_the_hosts_as_they_are_now(lines: HostLines, printed: list[str]) -> None:
    ben = find(lines.hosts, announced("Ben"))
    lines.hosts.take_answer(ben, ben.address, [OAK])
    assert lines.chosen("") is None
    assert printed[-1] == "1: Ben: All Fives, waiting for players, Ben, 1 free seat."

    assert lines.chosen("1") == Join(ben.link, ben)


@pytest.mark.parametrize("typed", ["192.168.1.20", f"https://quick-fox.example.net/oak#k={BENS}"])
def test_an_address_or_a_link_can_be_typed_instead(lines: HostLines, typed: str) -> None:
    assert lines.chosen(typed) == Join(parse_link(typed))


def test_a_link_that_was_pasted_in_two_lines_is_joined_when_both_have_come(
    lines: HostLines, printed: list[str]
) -> None:
    link = f"https://quick-fox.example.net/oak#k={BENS}"

    assert lines.chosen(link[:-2]) is None
    assert printed[-1].endswith("cannot be used: its end is missing; copy the whole link.")
    assert lines.chosen(link[-2:]) == Join(parse_link(link))


@pytest.mark.parametrize(
    ("typed", "says"), [("2", "The numbers are 1."), ("two words", "'two words' is not an address")]
)
def test_anything_else_is_explained(lines: HostLines, printed: list[str], typed: str, says: str) -> None:
    find(lines.hosts, announced("Ben"))

    assert lines.chosen(typed) is None
    assert says in printed[-1]


def test_another_machine_of_a_known_name_is_joined_only_after_a_warning_and_a_word(
    lines: HostLines, printed: list[str]
) -> None:
    impostor = find(lines.hosts, announced("Ben", OTHER))
    assert printed[-1].startswith("1: Another machine that calls itself Ben (192.168.1.20)")

    assert lines.chosen("1") is None
    assert printed[-2:] == [lan_words.about_impostor("Ben"), lan_words.type_to_join()]
    assert lines.chosen("Join") == Join(impostor.link, impostor)


def test_the_word_without_the_warning_is_a_name(lines: HostLines) -> None:
    find(lines.hosts, announced("Ben", OTHER))
    lines.chosen("1")
    lines.chosen("")

    assert lines.chosen("join") == Join(parse_link("join"))


def test_a_host_that_does_not_answer_is_not_joined(lines: HostLines, printed: list[str]) -> None:
    lines.hosts.take_silence(find(lines.hosts, announced("Ben")))

    assert lines.chosen("1") is None
    assert printed[-1] == lan_words.about_silence(5533)


def test_why_nothing_can_be_found_is_printed_once(lines: HostLines, printed: list[str]) -> None:
    lines.hosts.trouble = "the library zeroconf is not installed"
    lines.hosts.changed()
    lines.hosts.changed()

    assert printed == ["Hosts in your network cannot be listed: the library zeroconf is not installed."]
