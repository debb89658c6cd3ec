"""The way to a daemon: made once or told why not, kept up, and made again for as long as one stays."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from client.actions.actions import ChangeName, carry_out
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.pending import Pending
from client.model.status import Connecting, Ended, InLobby, Joined, Lost, NeedsPassword
from client.net.keeping import Keeping, KeptSeat
from client.net.keepsakes import Keepsakes
from client.net.kept_records import kept_records
from client.net.link import LONGEST_PAUSE, MOST_KEYS_TRIED, TIME_TO_KEEP, Link
from client.net.results import read_results
from client.net.room import Room
from client.net.writer import TIME_BETWEEN_PINGS
from client.screen import screen_words as words_screen
from client.words import connection_words as words_link
from client.words import lobby_words as words_lobby
from protocol.console.address import Address
from protocol.log.commands import Say
from protocol.log.events import TableOpened
from protocol.log.table import Stage
from protocol.wire.codec import dump
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    Accepted,
    AskTables,
    Do,
    Farewell,
    Goodbye,
    Hello,
    Operator,
    Ping,
    Pong,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.session import Session
from tests.client.at_table import welcome
from tests.client.scripted_daemon import PATIENCE, Caller, ScriptedDaemon, at_once
from tests.protocol.table_notation import random_match

ADDRESS = Address("host", 5533)
GAME = random_match("cinq-et-trois", {}, 2, Random(3))


@define(eq=False)
class Player:
    """A link and what it has told."""

    link: Link
    news: list[Announcement]
    ended: Ended | None = None
    tellings: int = 0
    _told: trio.Event = field(factory=trio.Event)

    @property
    def model(self) -> Model:
        return self.link.model

    def tell(self, news: list[Announcement]) -> None:
        self.news += news
        self.tellings += 1
        self._told.set()
        self._told = trio.Event()

    async def until(self, is_so: Callable[[], bool]) -> None:
        with trio.fail_after(PATIENCE):
            while not is_so():
                await self._told.wait()

    async def run(self) -> None:
        self.ended = await self.link.run()

    def told(self, kind: Subject) -> list[str]:
        return [each.text for each in self.news if each.subject is kind]


@asynccontextmanager
async def playing(
    daemon: ScriptedDaemon,
    folder: Path,
    role: Role = Role.PLAYER,
    table: str | None = "oak",
    *,
    comes_back: bool = True,
) -> AsyncIterator[Player]:
    model = Model(Session("fives test", "Ann", role, wanted_table=table), Pending("r"))
    news: list[Announcement] = []
    keeping = Keeping(folder, folder / "records")
    player: Player

    def tell(some: list[Announcement]) -> None:
        player.tell(some)

    keepsakes = Keepsakes(keeping, "host:5533", "Ann", at_once)
    player = Player(Link(model, ADDRESS, keepsakes, tell, lambda: 1.0, daemon.dial, comes_back), news)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.run)
        yield player
        nursery.cancel_scope.cancel()


async def seated(daemon: ScriptedDaemon, head: int = 12) -> Caller:
    """Take the next call, and welcome it into the game as far as entry `head`."""
    caller = await daemon.call()
    assert isinstance(await caller.hears(), Hello)
    await caller.says(welcome(head=head))
    await caller.tells(GAME[:head])
    return caller


# The first connection.


async def test_a_machine_that_refuses_ends_it_with_one_line(tmp_path: Path, autojump_clock: object) -> None:
    async with playing(ScriptedDaemon(refuses=1), tmp_path) as player:
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(
        "No connection: nobody answers at host:5533: check address and port, and that a game is hosted there."
    )


async def test_an_address_that_never_answers_ends_it_after_ten_seconds(tmp_path: Path, autojump_clock: object) -> None:
    began = trio.current_time()
    async with playing(ScriptedDaemon(is_silent=True), tmp_path) as player:
        await player.until(lambda: player.ended is not None)

    assert trio.current_time() - began == pytest.approx(10)
    assert player.ended is not None
    assert "firewall" in player.ended.text


async def test_something_that_takes_the_connection_and_says_nothing_is_no_daemon(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    began = trio.current_time()
    async with playing(daemon, tmp_path) as player:
        await daemon.call()
        await player.until(lambda: player.ended is not None)

    assert trio.current_time() - began == pytest.approx(10)
    assert player.ended == Ended(f"No connection: {words_link.not_welcomed(ADDRESS)}.")


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9.6\n", b"HTTP/1.1 400 Bad Request\r\n", b"[1]\n", b"\xff\xfe\n"])
async def test_what_is_no_daemon_is_found_out(tmp_path: Path, autojump_clock: object, said: bytes) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await daemon.call()).sends(said)
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(words_link.NO_DAEMON)


async def test_an_event_of_a_later_release_asks_for_an_update(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(b'{"type":"entry","seq":13,"at":"","event":{"type":"tile_eaten","seat":0}}\n')
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(words_link.UPDATE)


async def test_messages_of_a_later_release_are_passed_over(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(b'{"type":"weather","rain":true}\n')
        await caller.tells(GAME[12:14], first=13)
        await player.until(lambda: player.model.session.head == 14)


async def test_a_game_that_cannot_be_ends_it(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    opened = GAME[0]
    assert isinstance(opened, TableOpened)
    async with playing(daemon, tmp_path) as player:
        caller = await daemon.call()
        await caller.says(welcome(head=1))
        await caller.tells([evolve(opened, seats=99)])
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(words_link.BROKEN_GAME)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (dump({"type": "goodbye", "reason": "kicked", "detail": "x" * 1001}), "`detail` has more than 1000 characters"),
        (dump({"type": "entry", "event": {"type": "said", "name": "E" * 25}}), "`name` has more than 24 characters"),
        (b" " * LONGEST_FROM_DAEMON + b"\n", "a line is longer than 1048576 bytes"),
        (b"x" * LONGEST_FROM_DAEMON, "a line is longer than 1048576 bytes"),
    ],
    ids=["a sentence", "a name", "a line", "a line without an end"],
)
async def test_a_host_that_sends_what_is_not_allowed_is_left_for_good_with_one_sentence(
    tmp_path: Path, autojump_clock: object, line: bytes, fault: str
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(line)
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"The host broke the protocol ({fault}), so the connection was closed.")
    assert daemon.dials == 1


@pytest.mark.parametrize("reason", [Farewell.TABLE_FULL, Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.MALFORMED])
async def test_a_goodbye_before_any_welcome_is_final(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await daemon.call()).says(Goodbye(reason.value, "just so"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.failed
    assert daemon.dials == 1


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Bea"], "If you sat there as Bea, --name Bea gives you your seat back."),
        (["Bea", "Cy D"], "If you sat there as Cy D or Bea, --name NAME gives you your seat back."),
        (["Cy D"], "If you sat there as Cy D, --name 'Cy D' gives you your seat back."),
    ],
)
async def test_at_a_full_table_one_is_told_of_the_names_one_has_sat_there_under(
    tmp_path: Path, autojump_clock: object, names: list[str], told: str
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        keeping, address = player.link.keepsakes.keeping, player.link.keepsakes.address
        for name in names:
            keeping.keep(KeptSeat(address, "oak", name, "key"))
        keeping.keep(KeptSeat("elsewhere", "oak", "Dai", "key"))
        await (await daemon.call()).says(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.text.endswith(told)


# Being connected.


async def test_keys_that_send_nothing_do_not_keep_the_pings_back(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as ann, trio.open_nursery() as nursery:
        caller = await seated(daemon)

        @nursery.start_soon
        async def _browse() -> None:
            while True:
                await trio.sleep(0.5)
                ann.link.flush()

        assert isinstance(await caller.hears_anything(), Ping)
        assert isinstance(await caller.hears_anything(), Ping)
        nursery.cancel_scope.cancel()


async def test_the_first_ping_comes_right_after_the_welcome_and_only_once(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await daemon.call()
        assert isinstance(await caller.hears_anything(), Hello)
        began = trio.current_time()
        await caller.says(welcome())
        assert isinstance(await caller.hears_anything(), Ping)
        assert trio.current_time() == began

        await caller.says(welcome())
        assert isinstance(await caller.hears_anything(), Ping)
        assert trio.current_time() == began + TIME_BETWEEN_PINGS


async def test_each_connection_has_its_first_ping(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        for _ in range(2):
            caller = await daemon.call()
            assert isinstance(await caller.hears_anything(), Hello)
            began = trio.current_time()
            await caller.says(welcome())
            assert isinstance(await caller.hears_anything(), Ping)
            assert trio.current_time() == began
            await caller.hangs_up()


async def test_a_quiet_line_is_kept_up_by_pings(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        began = trio.current_time()
        for _ in range(20):
            ping = await caller.hears_anything()
            assert isinstance(ping, Ping)
            await caller.says(Pong(ping.n))

        assert 100 < trio.current_time() - began <= 201
        assert isinstance(player.model.status, Joined)
        assert daemon.dials == 1


async def test_a_line_without_a_byte_for_half_a_minute_is_dead(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        began = trio.current_time()
        await daemon.call()

        assert trio.current_time() - began == pytest.approx(30.5, abs=0.6)
        assert player.told(Subject.LINK) == [words_link.lost(words_link.SILENT)]


async def test_a_command_goes_out_at_once_and_its_answer_is_told(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        player.model.say("hello")
        player.link.flush()

        assert await caller.hears() == Do("r-1", 12, Say("hello"))
        await caller.says(Accepted("r-1", 13))
        await player.until(lambda: not player.model.pending.is_waiting)


async def test_a_line_that_comes_in_pieces_is_one_line(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        for byte in b'{"type":"notice","kind":"trouble","text":"no disk"}\n':
            await caller.sends(bytes([byte]))
        await player.until(lambda: bool(player.told(Subject.ALARM)))

    assert player.told(Subject.ALARM) == ["Trouble at the host: no disk"]


# Coming back.


async def test_a_cut_line_is_mended_from_the_next_number_on(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        await caller.hangs_up()

        again = await daemon.call()
        assert await again.hears() == Hello(1, "fives test", "Ann", table="oak", game="g1", token="t1", since=12)
        assert isinstance(player.model.status, Lost)
        await again.says(welcome(start=13, head=14))
        await again.tells(GAME[12:14], first=13)
        await player.until(lambda: player.model.session.head == 14)

        assert isinstance(player.model.status, Joined)
        assert player.told(Subject.AWAY)[-1].startswith("While you were away: ")


async def test_what_was_not_answered_is_sent_again_with_its_id(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        player.model.say("hello")
        player.link.flush()
        sent = await caller.hears()
        await caller.hangs_up()

        again = await daemon.call()
        await again.hears()
        await again.says(welcome(start=13, head=12))

        assert await again.hears() == sent


async def test_attempts_go_on_for_ever_ever_slower_and_are_told_once(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        daemon.refuses = 30
        began = trio.current_time()
        await caller.hangs_up()
        with trio.fail_after(1000):
            again = await daemon._calls[1].receive()

        pauses = [0.5, 1, 2, 4, 8] + [LONGEST_PAUSE] * 26
        assert trio.current_time() - began == pytest.approx(sum(pauses))
        assert player.told(Subject.LINK) == [words_link.lost(words_link.CLOSED)]
        await again.hears()
        await again.says(welcome(start=13, head=12))
        await player.until(lambda: isinstance(player.model.status, Joined))


async def test_why_the_line_was_cut_is_told_until_it_is_mended(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        daemon.refuses = 3
        await caller.says(Goodbye(Farewell.SHUTDOWN.value, ""))
        for pause in (0.5, 1, 2, 4):
            await player.until(lambda: player.model.status == Lost("the host was shut down", pause))  # noqa: B023 - waited for in its own turn

        again = await daemon.call()
        await again.hears()
        await again.says(welcome(start=13, head=12))
        await player.until(lambda: isinstance(player.model.status, Joined))
        await again.hangs_up()
        await player.until(lambda: player.model.status == Lost(words_link.CLOSED, 0.5))


@pytest.mark.parametrize(
    "why",
    [words_link.CLOSED, words_link.SILENT, words_link.GAP, words_link.unreachable(Address("localhost", 5601))]
    + [words_link.ended_by_host(reason.value) for reason in Farewell],
)
def test_what_is_told_of_a_cut_line_has_its_important_part_on_a_small_screen(why: str) -> None:
    shown = words_screen.lost(why, 15)[:80]

    assert f"({why})" in shown
    assert "Trying again in 15 s" in shown


@pytest.mark.parametrize("reason", [Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.TROUBLE])
async def test_a_host_that_will_be_back_is_waited_for(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.says(Goodbye(reason.value, "see you"))

        await daemon.call()
        assert player.ended is None


@pytest.mark.parametrize("reason", [Farewell.REPLACED, Farewell.KICKED, Farewell.MALFORMED])
async def test_some_goodbyes_are_final(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.says(Goodbye(reason.value, "that is that"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.failed


async def test_a_host_that_has_finished_is_no_failure(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.says(Goodbye(Farewell.FINISHED.value, "thank you"))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended("The host has finished.", failed=False)


async def test_a_private_daemon_that_is_gone_is_not_waited_for(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, comes_back=False) as player:
        caller = await seated(daemon)
        await caller.hangs_up()
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"No connection: {words_link.CLOSED}. Your match is kept: `fives play` continues it.")


async def test_a_private_daemon_that_is_shut_down_has_kept_the_game_too(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, comes_back=False) as player:
        caller = await seated(daemon)
        await caller.says(Goodbye(Farewell.SHUTDOWN.value, ""))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended("The host has been shut down. Your match is kept: `fives play` continues it.")


async def test_a_private_daemon_that_never_answered_has_kept_nothing(tmp_path: Path, autojump_clock: object) -> None:
    async with playing(ScriptedDaemon(refuses=1), tmp_path, comes_back=False) as player:
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert "kept" not in player.ended.text


async def test_a_gap_asks_for_the_whole_game_once(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.tells(GAME[13:14], first=14)

        again = await daemon.call()
        hello = await again.hears()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.since, hello.token) == (None, None, "t1")
        await again.says(welcome(head=14))
        await again.tells(GAME[:14])
        await player.until(lambda: player.model.session.head == 14)

        await again.tells(GAME[15:16], first=16)
        await player.until(lambda: player.ended is not None)
        assert player.ended == Ended(words_link.BROKEN_GAME)


# Keys to seats.


async def test_the_key_of_a_seat_is_kept_and_used_by_a_later_run(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.hears_anything()
    kept = KeptSeat("host:5533", "oak", "Ann", "t1", "g1")
    assert Keeping(tmp_path).seat("host:5533", "Ann") == kept

    async with playing(daemon, tmp_path):
        assert await (await daemon.call()).hears() == Hello(1, "fives test", "Ann", table="oak", token="t1")


@pytest.mark.parametrize("reason", [Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE])
async def test_keys_that_fit_nowhere_are_tried_and_then_one_joins_as_a_stranger(
    tmp_path: Path, autojump_clock: object, reason: Farewell
) -> None:
    keeping = Keeping(tmp_path)
    for nth in range(MOST_KEYS_TRIED + 1):
        keeping.keep(KeptSeat("host:5533", f"table-{nth}", "Ann", f"t{nth}", f"g{nth}"))
    tables = [a_table(f"table-{nth}", game=f"g{nth}") for nth in range(MOST_KEYS_TRIED + 1)]
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        for nth in range(MOST_KEYS_TRIED, 0, -1):
            caller = await told_of(daemon, *tables, HOME)
            asked = Hello(1, "fives test", "Ann", table=f"table-{nth}", token=f"t{nth}")
            assert await caller.hears() == asked
            await caller.says(Goodbye(reason.value, "who are you?"))

        again = await told_of(daemon, *tables, HOME)
        assert await again.hears() == Hello(1, "fives test", "Ann", table="oak")


async def test_who_plays_two_games_that_a_host_keeps_apart_has_the_key_to_each(
    tmp_path: Path, autojump_clock: object
) -> None:
    """A host who starts the daemon with another folder has another table oak; the first one comes back some day."""
    first, second = KeptSeat("host:5533", "oak", "Ann", "t1", "g1"), KeptSeat("host:5533", "oak", "Ann", "t2", "g2")
    for key in (first, second):
        Keeping(tmp_path).keep(key)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await daemon.call()
        assert await caller.hears() == Hello(1, "fives test", "Ann", table="oak", token="t2")
        await caller.says(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        again = await daemon.call()
        assert await again.hears() == Hello(1, "fives test", "Ann", table="oak", token="t1")
    assert Keeping(tmp_path).seat("host:5533", "Ann", but=[first]) == second


async def test_who_has_stood_up_comes_back_to_watch_and_keeps_no_key(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.says(Welcome(1, "fivesd test", "oak", "g1", None, None, 1, 1))
        await caller.tells(GAME[:1])
        await caller.says(Goodbye(Farewell.SHUTDOWN.value, "so long"))

        again = await daemon.call()
        assert await again.hears() == Hello(
            1, "fives test", "Ann", Role.SPECTATOR, table="oak", game="g1", token=None, since=1
        )
    assert Keeping(tmp_path).seat("host:5533", "Ann") is None


async def test_who_stands_up_where_nobody_may_watch_has_left_and_keeps_no_key(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.says(Goodbye(Farewell.NO_SPECTATORS.value, "nobody may watch this table"))
        await player.until(lambda: player.ended is not None)

        assert player.ended == Ended("This table does not allow spectators.", failed=False)
    assert Keeping(tmp_path).seat("host:5533", "Ann") is None


async def test_somebody_who_watches_uses_no_key(tmp_path: Path, autojump_clock: object) -> None:
    Keeping(tmp_path).keep(KeptSeat("host:5533", "oak", "Ann", "t1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, Role.SPECTATOR):
        assert await (await daemon.call()).hears() == Hello(1, "fives test", "Ann", Role.SPECTATOR, table="oak")


# Where no table is named.


ANN, BEN, FREE = SeatSummary("Ann"), SeatSummary("Ben", here=True), SeatSummary()


def a_table(
    name: str, *seats: SeatSummary, stage: Stage = Stage.SEATING, game: str = "", locked: bool = False
) -> TableSummary:
    """A table that a guest has opened."""
    return TableSummary(name, game or f"game-{name}", "all-fives", seats or (BEN, FREE), stage, locked=locked)


HOME = evolve(a_table("oak"), home=True)
FULL_HOME = evolve(HOME, seats=(BEN, SeatSummary("Cy", here=True)), stage=Stage.PLAYING)
ASH, ELM = a_table("ash"), a_table("elm", stage=Stage.PLAYING)


async def told_of(daemon: ScriptedDaemon, *tables: TableSummary) -> Caller:
    """Take the next call, and tell the tables that it asks for."""
    caller = await daemon.call()
    assert isinstance(await caller.hears(), AskTables)
    await caller.says(Tables(tables))
    return caller


def key_to(table: str, game: str = "", token: str = "t1", name: str = "Ann") -> KeptSeat:
    return KeptSeat("host:5533", table, name, token, game or f"game-{table}")


@pytest.mark.parametrize("tables", [(ASH, HOME), (HOME,), (a_table("oak"),)])
async def test_one_goes_to_the_hosts_own_table_or_to_the_only_one_and_is_told_no_list(
    tmp_path: Path, autojump_clock: object, tables: tuple[TableSummary, ...]
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, *tables)

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="oak")
        assert isinstance(player.model.status, Connecting)
        assert player.news == []


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_where_no_table_is_the_hosts_own_there_is_a_list(
    tmp_path: Path, autojump_clock: object, role: Role
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, role, table=None) as player:
        await told_of(daemon, ASH, ELM)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert len(player.told(Subject.TABLES)) == 1


@pytest.mark.parametrize("table", [HOME, FULL_HOME])
async def test_who_watches_goes_to_the_hosts_own_table_whoever_sits_there_and_whatever_keys_there_are(
    tmp_path: Path, autojump_clock: object, table: TableSummary
) -> None:
    Keeping(tmp_path).keep(key_to("ash"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, Role.SPECTATOR, table=None):
        caller = await told_of(daemon, ASH, table)

        assert await caller.hears() == Hello(1, "fives test", "Ann", Role.SPECTATOR, table="oak")


async def test_one_comes_back_to_a_match_before_a_table_that_waits_and_to_either_before_the_hosts_own(
    tmp_path: Path, autojump_clock: object
) -> None:
    for key in (key_to("elm", token="t1"), key_to("ash", token="t2")):
        Keeping(tmp_path).keep(key)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await told_of(daemon, ASH, ELM, HOME)

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="elm", token="t1")
        await caller.says(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        again = await told_of(daemon, ASH, ELM, HOME)
        assert await again.hears() == Hello(1, "fives test", "Ann", table="ash", token="t2")
        await again.says(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        last = await told_of(daemon, ASH, ELM, HOME)
        assert await last.hears() == Hello(1, "fives test", "Ann", table="oak")


async def test_a_seat_under_another_name_is_somebody_elses(tmp_path: Path, autojump_clock: object) -> None:
    Keeping(tmp_path).keep(key_to("elm", name="Ben"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await told_of(daemon, ELM, HOME)

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="oak")


async def test_the_table_of_a_game_is_found_under_the_name_that_it_has_now(
    tmp_path: Path, autojump_clock: object
) -> None:
    Keeping(tmp_path).keep(key_to("oak", "g1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, a_table("ash", game="g1"), HOME)

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="ash", token="t1")
        await caller.says(Welcome(1, "fivesd test", "ash", "g1", 0, "t2", 1, 12))
        await caller.tells(GAME[:12])
        await player.until(lambda: player.model.session.head == 12)
        await caller.hears_anything()
    assert Keeping(tmp_path).seats("host:5533", "Ann") == [key_to("ash", "g1", "t2")]


@pytest.mark.parametrize(("seats", "table"), [((ANN, BEN), "ash"), ((BEN, FREE), "oak")])
async def test_a_key_is_tried_at_the_game_that_followed_as_long_as_its_name_sits_there(
    tmp_path: Path, autojump_clock: object, seats: tuple[SeatSummary, ...], table: str
) -> None:
    Keeping(tmp_path).keep(key_to("ash", "the game before"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await told_of(daemon, a_table("ash", *seats, stage=Stage.PLAYING), HOME)

        hello = await caller.hears()
        assert isinstance(hello, Hello)
        assert hello.table == table


@pytest.mark.parametrize("others", [(), (ASH,)])
async def test_where_the_hosts_own_table_is_full_there_is_a_list_and_one_is_told_why(
    tmp_path: Path, autojump_clock: object, others: tuple[TableSummary, ...]
) -> None:
    Keeping(tmp_path).keep(key_to("oak", name="Bea"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        await told_of(daemon, *others, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.told(Subject.REFUSED) == [
            "Every seat of table oak is taken. Choose another table or open your own; `fives watch` watches."
            " If you sat there as Bea, --name Bea gives you your seat back."
        ]
        assert len(player.told(Subject.TABLES)) == 1


async def test_a_last_seat_that_is_taken_meanwhile_leads_to_the_list_too(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, HOME)
        await caller.hears()
        await caller.says(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        await told_of(daemon, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert [text[:33] for text in player.told(Subject.REFUSED)] == ["Every seat of table oak is taken."]


async def test_the_hosts_own_table_that_everybody_has_left_after_the_match_is_not_full(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    left = evolve(HOME, seats=(SeatSummary("Cy"), SeatSummary("Dai")), stage=Stage.OVER)
    async with playing(daemon, tmp_path, table=None):
        caller = await told_of(daemon, ASH, left)

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="oak")


async def test_who_chooses_from_the_list_is_led_nowhere_when_the_line_was_cut_meanwhile(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))
        await caller.hangs_up()
        await told_of(daemon, HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.told(Subject.TABLES)[1:] == [words_lobby.tables_told(Tables((HOME,)))]


async def test_a_locked_table_among_others_is_told_from_a_wrong_password(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, ASH, HOME)
        await caller.hears()
        await caller.says(Goodbye(Farewell.BAD_PASSWORD.value, "this table has a password"))
        await told_of(daemon, ASH, HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.told(Subject.REFUSED) == ["Table oak needs a password: go to it again with the right one."]


# The lobby, and other tables.


def summary(name: str) -> TableSummary:
    return TableSummary(name, f"game-{name}", "all-fives", (), Stage.SEATING)


async def test_where_there_are_several_tables_one_is_chosen_on_the_same_connection(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await daemon.call()
        await caller.hears()
        await caller.says(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.link.move_to("oak") is None
        assert isinstance(player.model.status, Connecting)
        assert await caller.hears() == Hello(1, "fives test", "Ann", table="oak")


async def test_moving_to_another_table_makes_another_connection(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        player.model.ask_tables()
        player.link.flush()
        assert isinstance(await caller.hears(), AskTables)
        await caller.says(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.model.lobby.tables))
        began = trio.current_time()

        assert player.link.move_to("elm") is None

        assert await (await daemon.call()).hears() == Hello(1, "fives test", "Ann", table="elm")
        assert trio.current_time() == began


async def test_a_table_that_was_opened_since_the_list_was_told_can_be_gone_to(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.says(Tables((summary("oak"),)))
        await player.until(lambda: player.model.lobby.names == ("oak",))
        player.news.clear()

        assert player.link.move_to("ash") is None
        assert isinstance(await caller.hears(), AskTables)
        await caller.says(Tables((summary("ash"), summary("oak"))))

        assert await (await daemon.call()).hears() == Hello(1, "fives test", "Ann", table="ash")
        assert player.news == []


async def test_in_the_lobby_too_a_new_list_is_asked_for(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await daemon.call()
        await caller.hears()
        await caller.says(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        player.link.move_to("ash")
        assert isinstance(await caller.hears(), AskTables)
        await caller.says(Tables((summary("ash"), summary("elm"), summary("oak"))))

        assert await caller.hears() == Hello(1, "fives test", "Ann", table="ash")


async def test_a_table_that_is_not_there_leaves_everybody_where_they_are(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        player.link.move_to("ash")
        assert isinstance(await caller.hears(), AskTables)
        await caller.says(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.told(Subject.REFUSED)))

        assert player.told(Subject.REFUSED) == ["There is no table ash: there are elm and oak."]
        assert player.told(Subject.TABLES) == []
        assert isinstance(player.model.status, Joined)


async def test_a_table_that_will_not_do_leads_back_to_the_others(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await told_of(daemon, summary("elm"), summary("oak"))
        await player.until(lambda: bool(player.model.lobby.tables))
        player.model.session.password = "plum"
        player.link.move_to("elm")
        assert await caller.hears() == Hello(1, "fives test", "Ann", table="elm", password="plum")
        await caller.says(Goodbye("bad_password", "no"))

        await told_of(daemon, summary("elm"), summary("oak"))
        await player.until(lambda: isinstance(player.model.status, InLobby))
        assert any("The password is not right: go to the table again" in each.text for each in player.news)


# Records.


async def test_a_finished_game_is_kept_as_a_record(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.tells(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)
        await caller.hears_anything()

    kept = list(kept_records(tmp_path / "records"))
    assert [each.fault for each in kept] == [None]
    assert kept[0].table is not None
    assert kept[0].table.stage is Stage.OVER


async def test_a_game_that_ends_together_with_a_goodbye_is_kept_too(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.tells(GAME[12:], first=13, then=Goodbye(Farewell.FINISHED, ""))
        await caller.hears_no_more()

    assert [each.fault for each in kept_records(tmp_path / "records")] == [None]


async def test_the_result_of_a_finished_game_is_kept_beside_its_record(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.tells(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)
        table = player.model.table

    (result,) = read_results(tmp_path / "results.jsonl")
    assert (result.host, result.table, result.game, result.seat) == ("host:5533", "oak", "g1", 0)
    assert (result.scores, result.won_by) == (table.scores, table.won_by)


async def test_who_keeps_no_records_keeps_the_results(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.keepsakes.keeping.room = Room(records=0)
        caller = await seated(daemon)
        await caller.tells(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)

    assert list(kept_records(tmp_path / "records")) == []
    assert player.told(Subject.LINK) == []
    assert len(read_results(tmp_path / "results.jsonl")) == 1


async def test_a_record_that_another_has_to_make_room_for_is_told_of(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.keepsakes.keeping.room = Room(records=1)
        caller = await daemon.call()
        for game in ("g1", "g2"):
            await caller.says(welcome(game=game, head=0))
            await caller.tells(GAME)
            await trio.testing.wait_all_tasks_blocked()

    assert [kept.record.header.game for kept in kept_records(tmp_path / "records") if kept.record] == ["g2"]
    assert len(read_results(tmp_path / "results.jsonl")) == 2
    (told,) = player.told(Subject.LINK)
    assert told.startswith("The oldest record was deleted to make room (`fives settings`: records is 1, ")


@pytest.mark.parametrize(("disk", "waits"), [(TIME_TO_KEEP / 2, TIME_TO_KEEP / 2), (1000.0, TIME_TO_KEEP)])
async def test_leaving_waits_for_the_disk_but_not_for_long(
    tmp_path: Path, autojump_clock: object, disk: float, waits: float
) -> None:
    daemon = ScriptedDaemon()
    kept = trio.Event()

    async def slow(write: Callable[..., object], *args: object) -> object:
        kept.set()
        await trio.sleep(disk)
        return write(*args)

    async with playing(daemon, tmp_path) as player:
        player.link.keepsakes.aside = slow
        await seated(daemon)
        await kept.wait()
        began = trio.current_time()

    assert trio.current_time() - began == pytest.approx(waits)


async def test_a_sign_of_life_alone_gives_nobody_anything_to_do(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.is_caught_up)
        ping = await caller.hears_anything()
        assert isinstance(ping, Ping)
        before = player.tellings

        await caller.says(Pong(ping.n))
        await trio.testing.wait_all_tasks_blocked()

        assert player.tellings == before


# The operator's secret.


class Secrets:
    """The secret of each connection in turn, the last one for all that follow."""

    def __init__(self, *secrets: str) -> None:
        self._secrets = list(secrets)

    def __call__(self) -> str:
        return self._secrets.pop(0) if len(self._secrets) > 1 else self._secrets[0]


async def test_the_operators_secret_is_shown_first_on_each_connection(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.secret = Secrets("of this run", "of the next run")
        caller = await daemon.call()
        assert await caller.hears() == Operator("of this run")
        assert isinstance(await caller.hears(), Hello)
        await caller.says(welcome(head=0))
        await caller.hangs_up()

        again = await daemon.call()
        assert await again.hears() == Operator("of the next run")


async def test_a_secret_that_a_killed_daemon_left_behind_keeps_nobody_out(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.secret = Secrets("of another daemon")
        caller = await daemon.call()
        assert await caller.hears() == Operator("of another daemon")
        await caller.says(Goodbye(Farewell.BAD_TOKEN.value, ""))

        again = await daemon.call()
        assert isinstance(await again.hears(), Hello)


async def test_where_it_was_the_key_to_the_seat_that_was_wrong_the_secret_is_shown_again(
    tmp_path: Path, autojump_clock: object
) -> None:
    Keeping(tmp_path).keep(key_to("oak"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.secret = Secrets("the right one")
        for expected in (Operator, Hello):
            caller = await daemon.call()
            assert isinstance(await caller.hears(), expected)
            await caller.says(Goodbye(Farewell.BAD_TOKEN.value, ""))

        caller = await daemon.call()
        assert await caller.hears() == Operator("the right one")
        hello = await caller.hears()
        assert isinstance(hello, Hello)
        assert hello.token is None


# A table with a password.


async def password_refused(daemon: ScriptedDaemon, password: str | None) -> None:
    """The next connection gives this password, and is sent away for it."""
    caller = await daemon.call()
    hello = await caller.hears()
    assert isinstance(hello, Hello)
    assert (hello.table, hello.password) == ("oak", password)
    await caller.says(Goodbye(Farewell.BAD_PASSWORD.value, ""))


def needs_password(player: Player) -> bool:
    return isinstance(player.model.status, NeedsPassword)


async def test_a_password_is_asked_for_until_it_is_right(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.asks_password = True
        await password_refused(daemon, None)
        for typed in ("plumb", "plump"):
            await player.until(lambda: needs_password(player))
            player.link.give_password(typed)
            await password_refused(daemon, typed)
        await player.until(lambda: needs_password(player))
        player.link.give_password("plum")
        caller = await seated(daemon)

        assert player.told(Subject.LINK) == [
            words_lobby.password_wanted("oak", is_wrong=False),
            words_lobby.password_wanted("oak", is_wrong=True),
            words_lobby.password_wanted("oak", is_wrong=True),
        ]
        await caller.hangs_up()


async def test_three_wrong_passwords_are_enough(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.asks_password = True
        await password_refused(daemon, None)
        for typed in ("a", "b", "c"):
            await player.until(lambda: needs_password(player))
            player.link.give_password(typed)
            await password_refused(daemon, typed)

        await player.until(lambda: player.model.status == Ended(words_lobby.wrong_passwords("oak", 3)))


async def test_no_password_is_the_end_of_it(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.asks_password = True
        await password_refused(daemon, None)
        await player.until(lambda: needs_password(player))
        player.link.give_password("")

        await player.until(lambda: player.model.status == Ended(words_lobby.no_password("oak")))


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_password_of_the_command_line_is_not_asked_for_again_nor_any_where_nobody_can_type_it(
    tmp_path: Path, autojump_clock: object, is_there: bool
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        given = player.model.session.password = "plumb" if is_there else None
        player.link.asks_password = is_there
        await password_refused(daemon, given)

        await player.until(lambda: isinstance(player.model.status, Ended))


async def test_who_has_chosen_a_table_with_a_password_and_gives_none_may_choose_another(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        player.link.asks_password = True
        caller = await told_of(daemon, a_table("ash"), a_table("oak"))
        await player.until(lambda: isinstance(player.model.status, InLobby))
        player.link.move_to("oak")
        assert isinstance(await caller.hears(), Hello)
        await caller.says(Goodbye(Farewell.BAD_PASSWORD.value, ""))
        await player.until(lambda: needs_password(player))
        player.link.give_password("")

        await told_of(daemon, a_table("ash"), a_table("oak"))
        await player.until(lambda: words_lobby.no_password("oak") in player.told(Subject.REFUSED))


async def test_another_name_holds_from_the_next_seat_on(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        carry_out(ChangeName("Bea"), player.model, player.link)
        player.model.lobby.update(Tables((a_table("ash"),)))
        player.link.move_to("ash")
        await caller.hears_no_more()

        hello = await (await daemon.call()).hears()
        assert isinstance(hello, Hello)
        assert (hello.name, hello.table) == ("Bea", "ash")
