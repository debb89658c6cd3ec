"""A host whose store was put back to an earlier moment: what the player's program says to it, and tells the player."""

import json
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.model.announcements import Subject
from client.model.status import Ended, Joined
from client.net.pauses import LONGEST_PAUSE
from client.net.remedies.other_table import TIME_TO_FIND_AGAIN
from client.store.file_seats import FileSeats
from client.words.say import say
from protocol.log.events import Event, MoveEvent, Said, TilePlayed
from protocol.log.history import BEGINNING, CHARACTERS_SAID, digest_after
from protocol.log.sight import Viewer, see
from protocol.log.table import fold
from protocol.wire.codec import encode_event
from protocol.wire.messages import Farewell, Goodbye, Hello, Role, Tables, Welcome
from tests.client.at_table import AT, welcome
from tests.client.net.linked import GAME, Player, playing, seated
from tests.client.scripted_daemon import Caller, ScriptedDaemon

HEAD = 30
OTHER: tuple[Event, ...] = (*GAME[:20], *(Said(1, "Ben", f"word {nth}") for nth in range(HEAD)))
"""A game that goes on differently after entry 20."""


async def hello_of(caller: Caller) -> Hello:
    hello = await caller.receives()
    assert isinstance(hello, Hello)
    return hello


async def reconnected(daemon: ScriptedDaemon, player: Player, caller: Caller) -> tuple[Caller, Hello]:
    """The next connection of a player who has received the game up to `HEAD`, and its hello."""
    await player.until(lambda: player.model.session.head == HEAD)
    await caller.hangs_up()
    again = await daemon.call()
    return again, await hello_of(again)


async def test_a_hello_says_what_the_entries_come_to(tmp_path: Path, autojump_clock: MockClock) -> None:
    daemon, digest = ScriptedDaemon(), BEGINNING
    for seq, event in enumerate(GAME[:HEAD], start=1):
        digest = digest_after(digest, seq, AT, json.loads(encode_event(see(event, Viewer(0)).event)))
    async with playing(daemon, tmp_path) as player:
        _, hello = await reconnected(daemon, player, await seated(daemon, HEAD))

        assert (hello.since, hello.history) == (HEAD, digest[:CHARACTERS_SAID])


@pytest.mark.parametrize(
    ("now", "head"), [(GAME, 20), (OTHER, 24), (OTHER, HEAD + 5)], ids=["less", "another end", "another end and more"]
)
@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_the_player_reads_how_far_the_host_went_back_and_the_scores_then_and_now(
    tmp_path: Path, autojump_clock: MockClock, now: tuple[Event, ...], head: int, role: Role
) -> None:
    daemon, seat = ScriptedDaemon(), 0 if role is Role.PLAYER else None
    token = None if seat is None else "t1"
    async with playing(daemon, tmp_path, role) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(Welcome(1, "fivesd test", "oak", "g1", seat, token, 1, HEAD))
        await caller.sends_events(GAME[:HEAD], seat=seat)
        again, _ = await reconnected(daemon, player, caller)
        await again.sends(Welcome(1, "fivesd test", "oak", "g1", seat, token, 1, head))
        await again.sends_events(now[:head], seat=seat)
        await player.until(lambda: player.model.session.head == head and isinstance(player.model.status, Joined))

    moves = sum(isinstance(event, MoveEvent) for event in GAME[20:HEAD])
    before, after = fold(GAME[:HEAD]).scores, fold(now[:head]).scores
    (text,) = player.texts(Subject.ALARM)
    assert f"The host has gone back to an earlier moment of this game: {moves} moves that you saw are gone." in text
    names = ("you", "Ben") if seat == 0 else ("Ann", "Ben")
    listed = [", ".join(f"{name} {score}" for name, score in zip(names, by, strict=True)) for by in (before, after)]
    assert before != after
    assert f"Scores then: {listed[0]}. Scores now: {listed[1]}." in text


async def test_a_game_that_is_sent_again_and_has_lost_nothing_is_no_step_back(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        again, _ = await reconnected(daemon, player, await seated(daemon, HEAD))
        await again.sends(welcome(head=HEAD + 1))
        await again.sends_events(GAME[: HEAD + 1])
        await player.until(lambda: player.model.session.head == HEAD + 1)

    assert not any("gone back" in text for text in player.texts(Subject.ALARM))


async def test_an_entry_that_does_not_fit_what_the_player_had_asks_for_the_whole_game_once(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """A daemon of an older release does not compare histories, and sends the rest of another one."""
    daemon = ScriptedDaemon()
    impossible = next(event for event in GAME[:HEAD] if isinstance(event, TilePlayed))
    async with playing(daemon, tmp_path) as player:
        again, _ = await reconnected(daemon, player, await seated(daemon, HEAD))
        await again.sends(welcome(start=HEAD + 1, head=HEAD + 2))
        await again.sends_events([impossible], first=HEAD + 1)

        whole = await daemon.call()
        hello = await hello_of(whole)
        assert (hello.game, hello.since, hello.token) == ("g1", None, "t1")
        await whole.sends(welcome(head=HEAD + 5))
        await whole.sends_events(OTHER[: HEAD + 5])
        await player.until(lambda: player.model.session.head == HEAD + 5)
        assert "The host has gone back" in player.texts(Subject.ALARM)[-1]

        await whole.sends_events([impossible], first=HEAD + 6)
        await player.until(lambda: player.ended is not None)
        assert player.ended == Ended(say("connection.broken_game")), "nothing of this game was the player's own mistake"


# Tokens.


@pytest.mark.parametrize("reason", [Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE])
async def test_a_host_that_does_not_know_the_newest_token_is_shown_the_older_ones(
    tmp_path: Path, autojump_clock: MockClock, reason: Farewell
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon, HEAD)
        for token in ("t2", "t3", "t4"):
            caller, _ = await reconnected(daemon, player, caller)
            await caller.sends(Welcome(1, "fivesd test", "oak", "g1", 0, token, HEAD + 1, HEAD))
            await player.until(lambda token=token: player.model.session.token == token)  # type: ignore[misc]
        (saved,) = FileSeats(tmp_path).all()
        assert (saved.token, saved.older_tokens) == ("t4", ("t3", "t2"))

        caller, hello = await reconnected(daemon, player, caller)
        shown = [hello.token]
        for _ in range(2):
            await caller.sends(Goodbye(reason.value, "who are you?"))
            caller = await daemon.call()
            shown.append((await hello_of(caller)).token)
        await caller.sends(Welcome(1, "fivesd test", "oak", "g1", 0, "t5", HEAD + 1, HEAD))
        await player.until(lambda: player.model.session.token == "t5")

        assert shown == ["t4", "t3", "t2"]
        assert (player.model.seat, FileSeats(tmp_path).all()[0].token) == (0, "t5")


async def test_a_saved_seat_is_opened_with_its_older_tokens_too(tmp_path: Path, autojump_clock: MockClock) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller, _ = await reconnected(daemon, player, await seated(daemon, HEAD))
        await caller.sends(Welcome(1, "fivesd test", "oak", "g1", 0, "t2", HEAD + 1, HEAD))
        await player.until(lambda: player.model.session.token == "t2")
    async with playing(daemon, tmp_path, run="s"):
        caller = await daemon.call()
        assert (await hello_of(caller)).token == "t2"
        await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        assert (await hello_of(await daemon.call())).token == "t1"


# Spectators.


async def test_a_spectator_whose_table_is_gone_with_its_host_looks_for_it_for_a_minute(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    daemon, gone = ScriptedDaemon(), Goodbye(Farewell.NO_SUCH_TABLE.value, "there is no table 'oak'")
    async with playing(daemon, tmp_path, Role.SPECTATOR) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(Tables(()), Welcome(1, "fivesd test", "oak", "g1", None, None, 1, HEAD))
        await caller.sends_events(GAME[:HEAD], seat=None)
        caller, _ = await reconnected(daemon, player, caller)
        lost = autojump_clock.current_time()
        for _ in range(3):
            await caller.sends(gone)
            caller = await daemon.call()
            assert (await hello_of(caller)).game == "g1"
        await caller.sends(Welcome(1, "fivesd test", "oak", "g1", None, None, HEAD + 1, HEAD))
        await player.until(lambda: isinstance(player.model.status, Joined))
        assert autojump_clock.current_time() - lost < TIME_TO_FIND_AGAIN

        await caller.hangs_up()
        lost = autojump_clock.current_time()
        while player.ended is None:
            with trio.move_on_after(2 * LONGEST_PAUSE):
                caller = await daemon.call()
                await caller.receives()
                await caller.sends(gone)
        assert autojump_clock.current_time() - lost > TIME_TO_FIND_AGAIN
        assert "no table of that name" in player.ended.text
