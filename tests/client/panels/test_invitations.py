"""The invitations of a player who hosts: on the full screen, in line mode, and what is sent."""

from attrs import evolve

from client.lines.letters import Letters
from client.panels.by_name import BY_NAME
from client.words.say import say
from protocol.log.operator_commands import Invite, Uninvite
from protocol.log.refusals import Reason
from protocol.wire.messages import Do, NotAccepted
from tests.client.at_desk import WIDE, Player, at_table
from tests.client.at_lines import at, sent
from tests.client.own_host import AT_HOME, BEN, FRIENDS, INSIDE, LINK, OPEN, hosting
from tests.client.three_handed import OPENING
from tests.protocol.table_notation import round_of

VPN = "http://10.8.0.2:5533"
TWO_ADDRESSES = evolve(AT_HOME, inside=(INSIDE, VPN))
TWO = evolve(OPEN, invitations=(evolve(BEN, here=2), FRIENDS))
PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


def host_on_screen() -> Player:
    """A host in the waiting room, with two invitations."""
    player = at_table(OPENING[0], OPENING[1], host=True)
    player.model.own_host = hosting(TWO)
    return player


def host_in_lines() -> Letters:
    """The same in line mode, during a round."""
    letters, model = at(PLAYING, is_host=True)
    model.own_host = hosting(TWO)
    return letters


def test_the_panel_lists_invitations_with_how_many_are_here() -> None:
    model = host_on_screen().model

    labels = [choice.text for choice in BY_NAME["invitations"](model).choices]
    assert labels == [
        "Ben: 2 here now",
        "friends: nobody here now",
        "Invite a friend",
        "End all invitations",
        "Another address",
    ]


def test_the_menu_has_invitations_for_the_host_of_a_daemon_alone() -> None:
    model = host_on_screen().model
    assert "Invitations" in [choice.label for choice in BY_NAME["menu"](model).choices]

    model.own_host = None
    assert "Invitations" not in [choice.label for choice in BY_NAME["menu"](model).choices]
    assert BY_NAME["invitations"](model).choices == ()


def test_where_nobody_needs_an_invitation_none_is_offered() -> None:
    model = host_on_screen().model
    model.own_host = hosting(evolve(AT_HOME, asks=False))

    assert BY_NAME["invitations"](model).choices == ()


def test_what_is_encrypted_is_said_with_the_invitations_and_not_in_the_waiting_room() -> None:
    player = host_on_screen()
    key, browsers, *_ = player.model.notes_for_host
    assert key.startswith("Terminals are encrypted, with this host's key")

    assert "encrypted, with" not in player.sees(WIDE)
    assert "I: what is encrypted, and invitations." in player.sees(WIDE)
    player.press("n")
    assert LINK in player.sees(WIDE)
    assert "encrypted" not in player.sees(WIDE)
    player.press("escape", "I")
    assert key in player.sees(WIDE)
    assert browsers[:60] in player.sees(WIDE)


def test_who_hosts_is_told_that_the_disk_of_this_machine_is_full_and_a_guest_to_tell_the_host() -> None:
    said = []
    for is_own in (True, False):
        letters = host_in_lines()
        if not is_own:
            letters.model.own_host = None
        letters.obey("/hello")
        (request,) = letters.model.pending.outbox
        assert isinstance(request, Do)
        said += letters.model.receive(NotAccepted(request.id, Reason.STORE_FAILED.value, "the disk is full"))

    assert [announcement.text for announcement in said] == [
        "This machine could not save that, so it did not happen: the disk is full. Play goes on by itself once it can.",
        "The host could not save that, so it did not happen. Try again, and tell your host.",
    ]


# On the full screen.


def test_the_link_is_copied_with_a_key() -> None:
    player, copied = host_on_screen(), list[str]()
    player.screen.copy = copied.append

    player.press("L")

    table = player.model.session.table_name
    assert copied == [LINK.replace("/oak", f"/{table}")]
    assert "Copied, if your terminal allows it: https://quick-fox.example/" in " ".join(player.sees().split())


def test_the_selected_invitation_is_copied_and_ended_after_a_question() -> None:
    player, copied = host_on_screen(), list[str]()
    player.screen.copy = copied.append

    player.press("I", "enter")
    assert BEN.invitation in copied[0]
    player.press("e")
    assert "End the invitation for Ben?" in player.sees()
    player.press("y")

    (request,) = sent(player.model)
    assert isinstance(request, Uninvite)
    assert request.name == "Ben"


def test_a_friend_is_invited_by_a_typed_name() -> None:
    player = host_on_screen()

    player.press("I", "down", "down", "enter")
    player.screen.type_in("Cho")

    (request,) = sent(player.model)
    assert isinstance(request, Invite)
    assert request.name == "Cho"


def test_a_key_changes_the_address_in_the_link_and_in_the_code() -> None:
    player = host_on_screen()
    host = player.model.own_host = hosting(TWO_ADDRESSES)
    assert "a address" in player.sees()

    player.press("a")

    assert f"{VPN}/" in player.sees()
    assert host.link_for_browsers("oak") == f"{VPN}/oak"
    player.press("a")
    assert host.link_for_browsers("oak") == f"{INSIDE}/oak"


def test_a_host_with_one_address_is_offered_no_other() -> None:
    player = host_on_screen()
    player.model.own_host = hosting(AT_HOME)

    assert "a address" not in player.sees()
    player.press("a")
    assert say("way.only_address") in player.sees()


# In line mode.


def test_line_mode_changes_the_address_in_the_link() -> None:
    letters = host_in_lines()
    letters.model.own_host = hosting(TWO_ADDRESSES)

    assert letters.obey("address").lines[0].startswith(f"{VPN}/")
    assert letters.obey("L").lines[0].startswith(f"{VPN}/")
    assert letters.obey("a").lines[0].startswith(f"{INSIDE}/")


def test_line_mode_prints_the_link() -> None:
    letters = host_in_lines()

    assert letters.obey("L").lines == letters.obey("link friends").lines
    assert BEN.invitation in letters.obey("link Ben").lines[0]
    assert letters.obey("link Dan").lines == ("Nobody is invited as Dan.",)


def test_line_mode_invites_and_ends_invitations_by_name() -> None:
    letters = host_in_lines()

    assert letters.obey("invite").lines == ("Type invite and a name, like invite Ben.",)
    letters.obey("invite Cho")
    assert letters.obey("uninvite Ben").lines[0].startswith("End the invitation for Ben?")
    letters.obey("y")
    letters.obey("uninvite all")
    letters.obey("y")

    made, ended, all_ended = sent(letters.model)
    assert isinstance(made, Invite)
    assert isinstance(ended, Uninvite)
    assert isinstance(all_ended, Uninvite)
    assert (made.name, ended.name, all_ended.name) == ("Cho", "Ben", None)


def test_an_invitation_that_is_refused_says_why() -> None:
    letters = host_in_lines()
    letters.obey("invite Cho")
    (request,) = letters.model.pending.outbox
    assert isinstance(request, Do)

    (said,) = letters.model.receive(NotAccepted(request.id, Reason.STORE_FAILED.value, "the disk is full"))

    assert said.text == "That is not possible: the disk is full."
    assert not letters.model.pending.is_waiting


def test_other_players_are_told_that_only_a_host_has_this() -> None:
    letters, _ = at(PLAYING)

    for typed in ("L", "invite Cho", "uninvite all"):
        assert letters.obey(typed).lines == ("Only a player who hosts with `fives host` has this.",)
