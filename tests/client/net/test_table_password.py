"""A table with a password: the player is asked for it."""

from pathlib import Path

import pytest

from client.model.announcements import Subject
from client.model.status import Ended, InLobby, NeedsAnswer
from client.net.remedies.other_table import AskPassword
from client.words import lobby_words
from protocol.wire.messages import (
    Farewell,
    Goodbye,
    Hello,
)
from tests.client.net.linked import Player, a_table, in_lobby, playing, seated
from tests.client.scripted_daemon import ScriptedDaemon


async def password_refused(daemon: ScriptedDaemon, password: str | None) -> None:
    """The next connection gives this password, and is sent away for it."""
    caller = await daemon.call()
    hello = await caller.receives()
    assert isinstance(hello, Hello)
    assert (hello.table, hello.password) == ("oak", password)
    await caller.sends(Goodbye(Farewell.BAD_PASSWORD.value, ""))


def needs_password(player: Player) -> bool:
    return isinstance(player.model.status, NeedsAnswer)


async def test_a_password_is_asked_for_until_it_is_right(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.remedies.insert(0, AskPassword())
        await password_refused(daemon, None)
        for typed in ("plumb", "plump"):
            await player.until(lambda: needs_password(player))
            player.link.give_answer(typed)
            await password_refused(daemon, typed)
        await player.until(lambda: needs_password(player))
        player.link.give_answer("plum")
        caller = await seated(daemon)

        assert player.texts(Subject.LINK) == [
            lobby_words.password_wanted("oak", is_wrong=False),
            lobby_words.password_wanted("oak", is_wrong=True),
            lobby_words.password_wanted("oak", is_wrong=True),
        ]
        await caller.hangs_up()


async def test_three_wrong_passwords_are_enough(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.remedies.insert(0, AskPassword())
        await password_refused(daemon, None)
        for typed in ("a", "b", "c"):
            await player.until(lambda: needs_password(player))
            player.link.give_answer(typed)
            await password_refused(daemon, typed)

        await player.until(lambda: player.model.status == Ended(lobby_words.wrong_passwords("oak", 3)))


async def test_an_empty_password_ends_the_link(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.remedies.insert(0, AskPassword())
        await password_refused(daemon, None)
        await player.until(lambda: needs_password(player))
        player.link.give_answer("")

        await player.until(lambda: player.model.status == Ended(lobby_words.no_password("oak")))


@pytest.mark.parametrize("is_there", [True, False])
async def test_no_password_is_asked_for_after_one_from_the_command_line_or_without_a_terminal(
    tmp_path: Path, autojump_clock: object, is_there: bool
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        given = player.model.session.password = "plumb" if is_there else None
        if is_there:
            player.link.remedies.insert(0, AskPassword())
        await password_refused(daemon, given)

        await player.until(lambda: isinstance(player.model.status, Ended))


async def test_giving_up_on_the_password_of_a_chosen_table_leads_back_to_the_lobby(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        player.link.remedies.insert(0, AskPassword())
        caller = await in_lobby(daemon, a_table("ash"), a_table("oak"))
        await player.until(lambda: isinstance(player.model.status, InLobby))
        player.link.move_to("oak")
        assert isinstance(await caller.receives(), Hello)
        await caller.sends(Goodbye(Farewell.BAD_PASSWORD.value, ""))
        await player.until(lambda: needs_password(player))
        player.link.give_answer("")

        await in_lobby(daemon, a_table("ash"), a_table("oak"))
        await player.until(lambda: lobby_words.no_password("oak") in player.texts(Subject.REFUSED))
