"""Invitations: making, finding and ending them, and the file that keeps them."""

import os
import stat
from pathlib import Path

import pytest
import trio

from daemon.guest import Guest
from daemon.house.invitation_file import DAMAGED, INVITATIONS, InvitationFile
from daemon.house.invitations import MOST, Invitations
from daemon.net.addresses import origin_of
from protocol.log.refusals import Refused
from protocol.shared.join_link import parse_link
from tests.daemon.harness import ELSEWHERE, KeptInvitations


def guest() -> Guest:
    return Guest(origin_of(ELSEWHERE), lambda _: None)


def names_of(invitations: Invitations) -> list[str]:
    return [listed.name for listed in invitations.listed()]


@pytest.fixture
async def some() -> Invitations:
    invitations = Invitations(KeptInvitations(), {})
    for name in ("Ann", "Ben", "Cy"):
        await invitations.invite(name)
    return invitations


async def test_each_name_has_one_invitation_which_a_link_can_carry(some: Invitations) -> None:
    shown = [listed.invitation for listed in some.listed()]

    assert len(set(shown)) == 3
    for invitation in shown:
        assert parse_link(f"http://192.168.1.20/oak#i={invitation}").invitation == invitation


async def test_the_same_name_is_compared_as_names_are_and_becomes_the_newest(some: Invitations) -> None:
    before = {listed.name: listed.invitation for listed in some.listed()}
    assert names_of(some) == ["Cy", "Ben", "Ann"]

    await some.invite(" ＢＥＮ\x1b[1m")

    assert names_of(some) == ["Ben", "Cy", "Ann"]
    assert {listed.name: listed.invitation for listed in some.listed()} == before


@pytest.mark.parametrize("name", ["", "you", "x" * 25, "Ann\u0430"])
async def test_a_name_that_no_player_could_have_is_refused(some: Invitations, name: str) -> None:
    with pytest.raises(Refused, match="name"):
        await some.invite(name)


async def test_there_may_be_a_hundred_of_them() -> None:
    invitations = Invitations(KeptInvitations(), {f"friend {nth}": f"{nth:026}" for nth in range(MOST)})

    with pytest.raises(Refused, match="100 names are invited"):
        await invitations.invite("one more")
    await invitations.invite("friend 7")

    assert names_of(invitations)[0] == "friend 7"
    assert len(names_of(invitations)) == MOST


async def test_guests_are_counted_by_the_invitation_with_which_they_came(some: Invitations) -> None:
    shown = {listed.name: listed.invitation for listed in some.listed()}
    first, second = guest(), guest()

    assert some.admit(first, shown["Ben"]) == "Ben"
    assert some.admit(second, shown["Ben"]) == "Ben"
    assert some.admit(guest(), "x" * 26) is None
    assert some.admit(guest(), "é\N{DOMINO TILE HORIZONTAL BACK}") is None

    assert {listed.name: listed.here for listed in some.listed()} == {"Ann": 0, "Ben": 2, "Cy": 0}
    assert some.lose(first)
    assert not some.lose(first)
    assert {listed.name: listed.here for listed in some.listed()} == {"Ann": 0, "Ben": 1, "Cy": 0}


async def test_an_ended_one_is_not_valid_and_names_the_guests_who_came_with_it(some: Invitations) -> None:
    shown = {listed.name: listed.invitation for listed in some.listed()}
    of_ben, of_cy = guest(), guest()
    some.admit(of_ben, shown["Ben"])
    some.admit(of_cy, shown["Cy"])

    assert await some.end("ben") == [of_ben]
    assert some.admit(guest(), shown["Ben"]) is None
    with pytest.raises(Refused, match="nobody is invited as 'ben'"):
        await some.end("ben")
    await some.invite("Ben")
    assert some.admit(guest(), shown["Ben"]) is None, "the same name, but another invitation"
    assert await some.end(None) == [of_ben, of_cy]
    assert names_of(some) == []


async def test_what_cannot_be_stored_is_refused_and_changes_nothing() -> None:
    store = KeptInvitations()
    invitations = Invitations(store, {})
    await invitations.invite("Ann")
    store.is_full = True

    with pytest.raises(Refused, match="No space left"):
        await invitations.invite("Ben")
    with pytest.raises(Refused, match="No space left"):
        await invitations.end(None)

    assert names_of(invitations) == ["Ann"]


# The file.


async def test_the_file_keeps_them_in_order_for_its_owner_alone(tmp_path: Path) -> None:
    invitations = await Invitations.stored_in(InvitationFile(tmp_path))
    assert names_of(invitations) == []
    for name in ("Ann", "Ben", "Åsa"):
        await invitations.invite(name)

    again = await Invitations.stored_in(InvitationFile(tmp_path))

    assert again.listed() == invitations.listed()
    assert [path.name for path in await trio.Path(tmp_path).iterdir()] == [INVITATIONS]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / INVITATIONS).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"invitations": null}',
        b'{"invitations": [{"name": "Ann"}]}',
        b'{"invitations": [{"name": "Ann", "invitation": "short"}]}',
        b'{"invitations": [{"name": "\\u001b[1mAnn", "invitation": "aaaaaaaaaaaaaaaaaaaaaaaaaa"}]}',
        b"[" * 100_000,
    ],
)
async def test_a_damaged_file_is_moved_aside_with_a_warning(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / INVITATIONS).write_bytes(content)

    invitations = await Invitations.stored_in(InvitationFile(tmp_path))

    assert names_of(invitations) == []
    assert (tmp_path / DAMAGED).read_bytes() == content
    assert caplog.messages == [
        f"{tmp_path / INVITATIONS} cannot be read and is now {DAMAGED}; nobody from outside is invited"
    ]
    await invitations.invite("Ann")
    assert names_of(await Invitations.stored_in(InvitationFile(tmp_path))) == ["Ann"]


async def test_no_text_about_an_invitation_shows_it(some: Invitations) -> None:
    for listed in some.listed():
        assert listed.invitation not in repr(listed)
