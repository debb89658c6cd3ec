"""A player's seat at another host, where the game goes on: it is claimed, and the client goes there by itself."""

from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from secrets import token_hex

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock, wait_all_tasks_blocked

from client.actions.carry_out import reply
from client.lines.panel_text import panel_lines
from client.model import asking
from client.model.absent_host import Continuing
from client.model.announcements import Subject
from client.model.status import Ended, InLobby, Joined, Lost, NeedsAnswer
from client.net.absence import TIME_TO_ASK, TIME_TO_SEARCH, Absence
from client.net.held_match import HeldMatch
from client.net.link import TIME_TO_LET_IN
from client.net.pauses import FIRST_PAUSE, LONGEST_PAUSE
from client.net.remedies.moved import Moved, moved_to
from client.net.remedies.own_machine import OwnMachine
from client.panels import who
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.my_games import unfinished_at_hosts
from client.words import succession_words
from client.words.say import say
from protocol.log.commands import EndMatch, HandOver, HostReady, Say
from protocol.log.events import TableOpened, TableOptions
from protocol.log.mixing import Chain
from protocol.log.statements import signed
from protocol.log.table import Stage
from protocol.shared.address import Address, parse_address
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import (
    AskTables,
    Do,
    Farewell,
    Goodbye,
    Hello,
    Pong,
    Role,
    Tables,
    TableSummary,
)
from protocol.wire.notices import HandOverNotice
from protocol.wire.sealer import Sealer
from tests.client.at_table import new_model, welcome
from tests.client.mixed_match import ANN, BEN
from tests.client.net.linked import Dialled, Player, WayElsewhere, in_lobby, playing
from tests.client.net.test_absence import QUESTION, Alone
from tests.client.net.test_mixed_matches import move_of
from tests.client.scripted_daemon import Answer, Caller, ScriptedDaemon
from tests.client.succeeded import (
    NEW,
    NEW_HOST,
    OLD,
    OLD_HOST,
    House,
    begun_round,
    listed,
    new_host,
    old_seat,
    seat_key,
)
from tests.daemon.harness import MONTHS, Host, hosting
from tests.taken_over import HOST_KEY as KEY
from tests.taken_over import claimed, opened_from, play, record_of, seated

TRIES_BOTH = "This program tries there, and at the host before."
WORD = "a word that nobody guesses"
INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"
MOVED = Goodbye(Farewell.MOVED.value, "Ben hosts it now", NEW_HOST, KEY, NEW)
SUCCESSOR = listed("elm", OLD)


def proof(table: TableSummary, chain: Chain = ANN) -> str:
    """What proves to the host of this table whose seat it is."""
    assert table.continues is not None
    return signed(chain.secret, table.continues.claim(KEY))


def fresh_sealer() -> Sealer:
    return Sealer(lambda: "a secret of this run")


def arriving(host: Host, folder: Path) -> AbstractAsyncContextManager[Player]:
    """A player of this folder who joins the new host."""
    return playing(House(host), folder, table=None, sealer=fresh_sealer(), address=NEW_HOST)


# A seat of another host.


async def test_a_seat_of_another_host_is_claimed_where_its_game_goes_on_and_saved_for_that_host(
    tmp_path: Path, autojump_clock: object
) -> None:
    FileSeats(tmp_path).save(old_seat())
    async with new_host() as host, arriving(host, tmp_path) as player:
        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
        await wait_all_tasks_blocked()
        session = player.model.session
        assert (session.game, session.seat, session.table_name) == (NEW, 0, "elm")
        assert session.sealer.secrets == (ANN.secret,)
        assert player.texts(Subject.AWAY)[-1].startswith("The game goes on at Ben's machine. You sit at table elm")
        assert "The game goes on at Ben's machine." in panel_lines(who.panel(player.model))

    new, old = FileSeats(tmp_path).all()
    assert old == old_seat(), "its token may still be good for something"
    assert (new.address, new.table, new.game, new.continues) == (NEW_HOST, "elm", NEW, (OLD,))
    assert new.secrets == old.secrets
    assert new.token != old.token
    assert [game.command[:4] for game in unfinished_at_hosts(FileSeats(tmp_path))] == [
        ("join", NEW_HOST, "--table", "elm")
    ]


@pytest.mark.parametrize("named", [None, "elm"])
async def test_the_claim_proves_the_seat_and_shows_no_token(
    tmp_path: Path, autojump_clock: object, named: str | None
) -> None:
    FileSeats(tmp_path).save(old_seat())
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=named, sealer=fresh_sealer(), address=NEW_HOST):
        caller = await daemon.call()
        assert await caller.receives() == AskTables(), "a host that knew the id could pretend to go on with the game"
        await caller.sends(Tables((SUCCESSOR, evolve(listed("oak"), home=True))))

        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.table, hello.token, hello.comes, hello.seal) == ("elm", None, proof(SUCCESSOR), None)
        assert hello.seat_key == seat_key(ANN)


@pytest.mark.parametrize(
    "tables",
    [
        (listed("elm", OLD, "b", "c"), listed("ash")),
        (listed("elm", OLD, entry=21), listed("ash", OLD, entry=20)),
        (listed("elm", OLD, seat=1), listed("ash", OLD, seat=2), listed("oak", OLD, seat=None)),
    ],
)
async def test_of_two_successors_the_one_with_more_rounds_and_then_the_lower_seat_is_right(
    tmp_path: Path, autojump_clock: object, tables: tuple[TableSummary, ...]
) -> None:
    FileSeats(tmp_path).save(old_seat())
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None, address=NEW_HOST):
        caller = await in_lobby(daemon, *reversed(tables))
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.table, hello.comes) == ("elm", proof(tables[0]))


@pytest.mark.parametrize("named", [None, "elm"])
async def test_a_host_that_lists_a_game_under_its_id_at_another_host_is_not_shown_the_token_for_that_one(
    tmp_path: Path, autojump_clock: object, named: str | None
) -> None:
    """Everybody in the network of the other host learns the id."""
    FileSeats(tmp_path).save(old_seat())
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=named, sealer=fresh_sealer(), address=NEW_HOST):
        caller = await in_lobby(daemon, evolve(SUCCESSOR, game=OLD))
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.token, hello.comes) == (None, None)


@pytest.mark.parametrize(
    "saved",
    [
        evolve(old_seat(), secrets=()),
        evolve(old_seat(), is_over=True),
        old_seat("Ben", BEN),
        evolve(old_seat(), game="another game"),
    ],
)
async def test_other_seats_of_other_hosts_are_not_claimed(
    tmp_path: Path, autojump_clock: object, saved: object
) -> None:
    FileSeats(tmp_path).save(saved)  # type: ignore[arg-type]  # a seat, as given
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None, address=NEW_HOST):
        caller = await in_lobby(daemon, SUCCESSOR)
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.comes, hello.token) == (None, None)


async def test_a_refused_claim_is_explained_and_the_player_comes_without_the_seat(
    tmp_path: Path, autojump_clock: object
) -> None:
    FileSeats(tmp_path).save(evolve(old_seat(), secrets=("a secret that the log does not know",)))
    async with new_host() as host, arriving(host, tmp_path) as player:
        await player.until(lambda: isinstance(player.model.status, InLobby))

        first, full = player.texts(Subject.REFUSED)
        assert first == succession_words.claim_refused("Ann")
        assert full.startswith("Every seat of table elm is taken.")


async def test_the_seat_at_a_former_host_goes_when_the_match_has_ended(tmp_path: Path, autojump_clock: object) -> None:
    seats = FileSeats(tmp_path)
    for seat in (old_seat(), old_seat("Ben", BEN)):
        seats.save(seat)
    async with new_host() as host, arriving(host, tmp_path) as player:
        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
        operator = await host.operator("Cy", role=Role.SPECTATOR)
        await operator.enter(table="elm")
        await operator.accepted(EndMatch())
        await player.until(lambda: player.model.table.stage is Stage.OVER)
        await wait_all_tasks_blocked()

    (saved,) = FileGames(tmp_path).all()
    assert (saved.result.game, saved.result.host, saved.result.continues) == (NEW, NEW_HOST, (OLD,))
    assert [(seat.name, seat.game, seat.is_over) for seat in seats.all()] == [("Ann", NEW, True), ("Ben", OLD, False)]


# A host that says where the game goes on.


async def at_old_host(daemon: ScriptedDaemon, *, seat: int | None = 0) -> Caller:
    """Welcome the next caller to the game at the old host."""
    caller, events = await daemon.call(), begun_round(2)
    await caller.receives()
    await caller.sends(evolve(welcome(head=len(events), seat=seat), game=OLD))
    await caller.sends_events(events, seat=seat)
    return caller


def can_follow(player: Player, to: Dialled, own_machine: OwnMachine | None = None) -> list[JoinLink]:
    """Have a link go to this host where it is sent; returns the links that it has followed."""
    way = WayElsewhere(player, to)
    player.link.remedies.insert(0, Moved(way, own_machine=own_machine))
    return way.followed


@pytest.mark.parametrize(("role", "seat"), [(Role.PLAYER, 0), (Role.SPECTATOR, None), (Role.SPECTATOR, 0)])
async def test_the_client_goes_by_itself_to_where_the_game_goes_on(
    tmp_path: Path, autojump_clock: object, role: Role, seat: int | None
) -> None:
    """The last one came to watch, and has sat down since."""
    old = ScriptedDaemon()
    async with (
        new_host() as host,
        playing(old, tmp_path, role, sealer=Sealer(lambda: ANN.secret), address=OLD_HOST) as player,
    ):
        house = House(host)
        followed = can_follow(player, house)
        caller = await at_old_host(old, seat=seat)
        await caller.sends(MOVED)
        await player.until(lambda: player.model.session.game == NEW and player.model.session.is_caught_up)

        assert followed == [JoinLink(parse_link(NEW_HOST).endpoints, key=KEY)]
        assert player.texts(Subject.LINK) == [
            "The game goes on at ben.example.",
            "Its first round is the one that you have seen, move by move.",
        ]
        assert (player.model.seat, house.dials) == (seat, 1)
        assert player.texts(Subject.ALARM) == []


async def test_the_host_before_does_not_know_the_token_at_the_next_host(tmp_path: Path, autojump_clock: object) -> None:
    old, seen = ScriptedDaemon(), set[str | None]()
    async with (
        new_host() as host,
        playing(old, tmp_path, sealer=Sealer(lambda: ANN.secret), address=OLD_HOST) as player,
    ):
        player.model.session.new_token = partial(token_hex, 16)
        can_follow(player, House(host))
        events = begun_round(2)
        for is_last in (False, True):
            caller = await old.call()
            hello = await caller.receives()
            assert isinstance(hello, Hello)
            seen |= {hello.token, hello.own_token}
            token = hello.token or hello.own_token
            await caller.sends(evolve(welcome(head=len(events), seat=0), game=OLD, token=token))
            await caller.sends_events(events, seat=0)
            await player.until(lambda: player.model.session.is_caught_up and player.model.session.game == OLD)
            if not is_last:
                await caller.hangs_up()
        await caller.sends(MOVED)
        await player.until(lambda: player.model.session.game == NEW and player.model.session.is_caught_up)

        assert player.model.seat == 0
        assert player.model.session.token not in seen


async def test_a_host_without_a_key_cannot_send_anybody_on(tmp_path: Path, autojump_clock: object) -> None:
    """Whoever is in between could say the same."""
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST, host_key=None) as player:
        followed = can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        await player.until(lambda: player.ended is not None)

        assert followed == []
        assert player.ended is not None
        assert f"`fives join ben.example#k={KEY}` joins it at ben.example." in player.ended.text


@pytest.mark.parametrize("tables", [(), (evolve(listed("ash"), home=True),)])
async def test_a_player_who_was_away_asks_the_old_host_for_the_game_although_it_is_not_listed(
    tmp_path: Path, autojump_clock: object, tables: tuple[TableSummary, ...]
) -> None:
    FileSeats(tmp_path).save(evolve(old_seat(), key=""))
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, table=None, address=OLD_HOST) as player:
        can_follow(player, new)
        caller = await in_lobby(old, *tables)
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.table, hello.token) == ("oak", "Ann's token")
        await caller.sends(MOVED)

        caller = await new.call()
        assert await caller.receives() == AskTables((NEW, OLD))


async def test_a_newcomer_at_a_host_without_any_table_asks_for_its_own_once(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon)
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.table is None
        await caller.sends(Tables(()))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert len(player.texts(Subject.TABLES)) == 1


async def test_after_a_hand_over_the_match_goes_on_at_the_next_host_and_nothing_is_wrong(
    tmp_path: Path, autojump_clock: object
) -> None:
    """Two houses in memory; Ben's machine is the next host."""
    async with hosting(patience=MONTHS) as old, hosting(patience=MONTHS) as new:
        await old.open_home("all-fives", set={"target": 250}, seats=2, options=TableOptions(deals="mixed"))
        async with playing(House(old), tmp_path, table=None, sealer=fresh_sealer(), address=OLD_HOST) as ann:
            can_follow(ann, House(new))
            await ann.until(lambda: isinstance(ann.model.status, Joined))
            ben, host = await seated(old, "Ben"), await old.operator("Cy", role=Role.SPECTATOR)
            await host.enter()
            await host.accepted(HandOver(1))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(plays_on, ann)
                await play(ben, until=lambda: HandOverNotice(1, here=True) in ben.received)
                game = await opened_from(record_of(ben, tmp_path), new, seat=1, word=WORD)
                ready = HostReady(NEW_HOST, KEY, game, release=WORD)
                await ben.send(ben.asks(ready))
                ann.link.held = HeldMatch(ann.link, lambda: ready, lambda: None, nobody)
                nursery.start_soon(ann.link.held.watch)
                there, _ = await claimed(new, ben)
                await play(there, until=lambda: there.table.round is not None and there.table.round.number == 3)
                nursery.cancel_scope.cancel()

            session = ann.model.session
            assert (session.game, session.seat, session.succession.number) == (game, 0, 1)
            assert ann.texts(Subject.ALARM) == []
            assert "Deal checked: mixed by you, Ben and the host." in ann.texts(Subject.DEAL)


async def test_a_next_host_that_shows_another_match_is_not_confirmed_and_the_match_comes_back(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """As if Ben had changed the record that his machine goes on with."""
    async with hosting(patience=MONTHS) as old, hosting(patience=MONTHS) as new:
        await old.open_home("all-fives", set={"target": 250}, seats=2, options=TableOptions(deals="mixed"))
        async with playing(House(old), tmp_path, table=None, sealer=fresh_sealer(), address=OLD_HOST) as ann:
            can_follow(ann, House(new))
            await ann.until(lambda: isinstance(ann.model.status, Joined))
            ben, host = await seated(old, "Ben"), await old.operator("Cy", role=Role.SPECTATOR)
            await host.enter()
            await host.accepted(HandOver(1))
            await ben.until(lambda: HandOverNotice(1, here=True) in ben.received)
            opened = ben.session.entries[0].event
            assert isinstance(opened, TableOpened)
            changed = evolve(opened, rules=evolve(opened.rules, target=100))
            ben.session.entries[0] = evolve(ben.session.entries[0], event=changed)
            game = await opened_from(record_of(ben, tmp_path), new, seat=1, word=WORD)
            ready = HostReady(NEW_HOST, KEY, game, release=WORD)
            async with trio.open_nursery() as nursery:
                ann.link.held = HeldMatch(ann.link, lambda: ready, lambda: None, nobody)
                nursery.start_soon(ann.link.held.watch)
                await ben.send(ben.asks(ready))
                await ann.until(lambda: say("held.not_confirmed") in ann.texts(Subject.LINK))
                await ann.until(lambda: say("held.back") in ann.texts(Subject.LINK))
                nursery.cancel_scope.cancel()

            assert ann.model.session.game == ben.session.game
            assert len(ann.texts(Subject.ALARM)) == 1


async def nobody(_: Hello) -> None:
    """There are no other hosts."""
    await trio.lowlevel.checkpoint()


async def plays_on(player: Player) -> None:
    """Play whenever it is the player's turn."""
    while True:
        move = move_of(player.model)
        if move is not None:
            player.model.ask(move)
            player.link.flush()
        await player._received.wait()


async def test_a_next_host_that_cannot_be_reached_burns_no_bridge(tmp_path: Path, autojump_clock: object) -> None:
    """The table stays on the screen, and both hosts are tried in turn, until the player is welcomed at one of them."""
    old, new = ScriptedDaemon(), ScriptedDaemon(refuses=2)
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        followed = can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        for _ in range(2):
            await player.until(lambda: isinstance(player.model.status, Lost))
            assert player.model.view.is_playing
            assert player.model.seat == 0
            again = await old.call()
            hello = await again.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token) == (OLD, "t1"), "at the host before, with what is known to that one"
            await again.sends(MOVED)

        caller = await in_lobby(new, SUCCESSOR)
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.table, hello.token) == ("elm", None)
        assert len(followed) == 3
        told = "Nobody answers at ben.example: this program tries there, and at the host before."
        assert player.texts(Subject.LINK)[:2] == ["The game goes on at ben.example.", told]


async def test_a_program_that_follows_is_offered_other_ways_after_30_and_60_seconds(
    tmp_path: Path, autojump_clock: object
) -> None:
    """Neither the next host nor the one before has it, however often it tries."""
    old, new, alone = ScriptedDaemon(), ScriptedDaemon(refuses=1000), Alone(new_model())
    async with playing(old, tmp_path, address=OLD_HOST) as player, trio.open_nursery() as nursery:
        alone.model = player.model
        player.model.absent_host.can_host = True
        player.model.session.sealer.restore([ANN.secret], OLD)
        player.link.absence = Absence(
            player.model, nursery, alone.search, alone.went_to.append, alone.host_here, player.link.deliver
        )
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        begun = trio.current_time()

        async def send_on() -> None:
            while True:
                caller = await old.call()
                await caller.receives()
                await caller.sends(MOVED)

        nursery.start_soon(send_on)
        await player.until(lambda: alone.looked > 0)
        assert TIME_TO_SEARCH <= trio.current_time() - begun < TIME_TO_SEARCH + LONGEST_PAUSE
        await player.until(lambda: player.model.absent_host.state is Continuing.ASKED)
        assert TIME_TO_ASK <= trio.current_time() - begun < TIME_TO_ASK + LONGEST_PAUSE
        assert player.texts(Subject.LINK)[-1] == QUESTION
        nursery.cancel_scope.cancel()


async def test_a_next_host_that_has_other_games_is_left_for_the_one_before_that_waits(
    tmp_path: Path, autojump_clock: object
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(evolve(MOVED, waits=True))
        await in_lobby(new, listed("ash", "another"))

        hello = await (await old.call()).receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.token) == (OLD, "t1")
        told = f"It does not go on there yet: the game is not at the other host. {TRIES_BOTH}"
        assert player.texts(Subject.LINK)[-1] == told


async def test_a_next_host_that_lists_the_game_and_then_does_not_have_it_is_left_for_the_one_before(
    tmp_path: Path, autojump_clock: object
) -> None:
    """The seat may be the wrong one, so the program comes without it first."""
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(evolve(MOVED, waits=True))
        caller = await in_lobby(new, SUCCESSOR)
        await caller.receives()
        await caller.sends(Goodbye(Farewell.NO_SUCH_TABLE.value, ""))

        hello = await (await old.call()).receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.token) == (OLD, "t1")
        assert player.ended is None


@pytest.mark.parametrize("reason", [Farewell.KICKED, Farewell.TROUBLE, Farewell.SHUTDOWN])
async def test_a_next_host_that_lists_the_game_and_sends_the_player_away_is_left_for_the_one_before(
    tmp_path: Path, autojump_clock: object, reason: Farewell
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        caller = await in_lobby(new, SUCCESSOR)
        await caller.receives()
        await caller.sends(Goodbye(reason.value, ""))

        hello = await (await old.call()).receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.token) == (OLD, "t1")
        assert player.ended is None
        assert player.texts(Subject.LINK)[-1].endswith("This program tries there, and at the host before.")


async def test_a_next_host_that_neither_lets_the_player_in_nor_sends_them_away_is_left_for_the_one_before(
    tmp_path: Path, autojump_clock: object
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        caller = await in_lobby(new, SUCCESSOR)
        assert isinstance(await caller.receives(), Hello)
        for seconds in (TIME_TO_LET_IN / 2, TIME_TO_LET_IN / 2 + 1):
            assert player.model.session.game is None
            await trio.sleep(seconds)
            await caller.sends(Pong(1))

        hello = await (await old.call()).receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.token) == (OLD, "t1")
        told = f"It does not go on there yet: the other host does not let you in. {TRIES_BOTH}"
        assert player.texts(Subject.LINK)[-1] == told


HOSTS_AGAIN = ("take-over", "match.jsonl")


def hosts_again(where: JoinLink, game: str | None) -> tuple[str, ...]:
    """The command of a machine that is the one to which everybody is sent."""
    return HOSTS_AGAIN if (where.key, game) == (KEY, NEW) else ()


@pytest.mark.parametrize("typed", ["y", ""])
async def test_who_is_sent_to_their_own_machine_where_nobody_answers_can_host_the_match_again(
    tmp_path: Path, autojump_clock: object, typed: str
) -> None:
    old = ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, ScriptedDaemon(refuses=1), OwnMachine(hosts_again, asks=True))
        await (await at_old_host(old)).sends(MOVED)
        await player.until(lambda: isinstance(player.model.status, NeedsAnswer))
        assert player.texts(Subject.LINK)[-1] == say("own_host.question")
        player.link.give_answer(typed)
        await player.until(lambda: player.ended is not None)

        assert player.ended == Ended(failed=False, then=HOSTS_AGAIN)


async def test_who_does_not_host_it_again_tries_both_hosts_and_is_not_asked_again(
    tmp_path: Path, autojump_clock: object
) -> None:
    old = ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, ScriptedDaemon(refuses=2), OwnMachine(hosts_again, asks=True))
        await (await at_old_host(old)).sends(MOVED)
        await player.until(lambda: isinstance(player.model.status, NeedsAnswer))
        player.link.give_answer("n")
        for _ in range(2):
            again = await old.call()
            await again.receives()
            await again.sends(MOVED)

        assert player.texts(Subject.LINK).count(say("own_host.question")) == 1


async def test_without_a_terminal_a_line_says_how_the_match_is_hosted_again(
    tmp_path: Path, autojump_clock: object
) -> None:
    old = ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, ScriptedDaemon(refuses=1), OwnMachine(hosts_again, asks=False))
        await (await at_old_host(old)).sends(MOVED)
        await (await old.call()).receives()

        assert "`fives take-over match.jsonl` does." in player.texts(Subject.LINK)[1]


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        (Farewell.KICKED, "the host closed the connection."),
        (Farewell.BAD_TOKEN, "the host closed the connection."),
        (Farewell.TOO_MANY, "the host accepts no more connections now."),
    ],
)
async def test_a_next_host_that_sends_the_player_away_at_once_takes_no_seat_at_the_host_before(
    tmp_path: Path, autojump_clock: object, reason: Farewell, why: str
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        for _ in range(2):
            caller = await new.call()
            await caller.receives()
            await caller.sends(Goodbye(reason.value, "go away"))
            again = await old.call()
            hello = await again.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token) == (OLD, "t1")
            await again.sends(MOVED)

        told = f"It does not go on there yet: {why} {TRIES_BOTH}"
        assert player.texts(Subject.LINK) == ["The game goes on at ben.example.", told]


async def test_a_next_host_that_only_lists_the_game_takes_nothing_from_the_player(
    tmp_path: Path, autojump_clock: object
) -> None:
    """The way back leads to the table as it was, where the match can still be taken over."""
    old, new, events = ScriptedDaemon(), ScriptedDaemon(), begun_round(2)
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        for _ in range(2):
            caller = await in_lobby(new, SUCCESSOR)
            await caller.receives()
            await caller.hangs_up()
            await player.until(lambda: isinstance(player.model.status, Lost))
            assert player.model.view.is_playing
            again = await old.call()
            hello = await again.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token, hello.since) == (OLD, "t1", None)
            await again.sends(MOVED)
        await (await in_lobby(new, SUCCESSOR)).hangs_up()
        again = await old.call()
        await again.receives()
        await again.sends(evolve(welcome(head=len(events)), game=OLD))
        await again.sends_events(events, seat=0)
        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)

        assert (player.model.session.game, player.model.seat) == (OLD, 0)
        assert player.texts(Subject.ALARM) == []


@pytest.mark.parametrize(
    "first",
    [Pong(1), Goodbye(Farewell.TOO_MANY.value, ""), evolve(welcome(head=1), game=OLD, token="t9")],
    ids=["pong", "goodbye", "welcome"],
)
async def test_whatever_the_next_host_says_first_it_is_not_shown_the_token_of_the_host_before(
    tmp_path: Path, autojump_clock: object, first: Answer
) -> None:
    """A seat is saved for the host that gave it, and for no other one."""
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST, sealer=Sealer(lambda: ANN.secret)) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        caller = await new.call()
        await caller.receives()
        await caller.sends(first)
        await wait_all_tasks_blocked()
        if isinstance(first, Goodbye):
            await (await old.call()).sends(MOVED)
            caller = await new.call()
            await caller.receives()
        await caller.sends(Tables((evolve(SUCCESSOR, game=OLD),)))
        hello = await caller.receives()

        assert isinstance(hello, Hello)
        assert hello.token is None
        assert [(seat.address, seat.token) for seat in FileSeats(tmp_path).all()] == [(OLD_HOST, "t1")]


async def test_the_password_of_the_host_before_is_not_said_to_the_next_one(
    tmp_path: Path, autojump_clock: object
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST, sealer=Sealer(lambda: ANN.secret)) as player:
        player.model.session.password = "plum"
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        caller = await in_lobby(new, SUCCESSOR)
        hello = await caller.receives()

        assert isinstance(hello, Hello)
        assert (hello.table, hello.password) == ("elm", None)


async def test_two_hosts_that_send_the_player_to_each_other_are_not_asked_without_a_pause(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        way = WayElsewhere(player, new)
        player.link.remedies.insert(0, Moved(way))
        await (await at_old_host(old)).sends(MOVED)
        began = trio.current_time()
        for nth in range(20):
            caller = await new.call()
            if isinstance(await caller.receives(), AskTables):
                await caller.sends(Tables((evolve(SUCCESSOR, game=NEW),)))
                await caller.receives()
                await caller.sends(evolve(welcome(head=1), game=NEW))
            await caller.sends(MOVED)  # also to the question whether it has the game after all
            if nth == 0:
                await (await old.call()).sends(MOVED)

        assert trio.current_time() - began >= 9 * FIRST_PAUSE


async def test_a_host_that_the_player_has_chosen_and_that_does_not_answer_burns_no_bridge(
    tmp_path: Path, autojump_clock: object
) -> None:
    old, chosen = ScriptedDaemon(), ScriptedDaemon(refuses=1)
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        moved = Moved(WayElsewhere(player, chosen))
        player.link.remedies.insert(0, moved)
        caller = await at_old_host(old)
        await player.until(lambda: player.model.session.is_caught_up)
        await caller.hangs_up()
        moved.go_to(JoinLink(parse_link(NEW_HOST).endpoints, key=KEY), player.link)

        again = await old.call()
        hello = await again.receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.token) == (OLD, "t1")


async def test_from_a_chosen_host_without_the_game_the_player_returns_and_can_go_to_another_one(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    old, liar, ben = ScriptedDaemon(), ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        way = WayElsewhere(player, liar)
        moved = Moved(way)
        player.link.remedies.insert(0, moved)
        caller = await at_old_host(old)
        await player.until(lambda: player.model.session.is_caught_up)
        moved.go_to(JoinLink(parse_link(NEW_HOST).endpoints, key=KEY), player.link)
        began = trio.current_time()
        for _ in range(5):
            await in_lobby(liar, evolve(listed("ash"), home=True))
            caller = await old.call()
            hello = await caller.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token) == (OLD, "t1")
            await caller.hangs_up()
        assert trio.current_time() - began > 10 * FIRST_PAUSE, "both are asked less and less often"
        assert player.model.view.is_playing
        told = f"It does not go on there yet: the game is not at the other host. {TRIES_BOTH}"
        assert player.texts(Subject.LINK)[-1] == told

        await in_lobby(liar, evolve(listed("ash"), home=True))
        caller = await at_old_host(old)
        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
        assert player.model.session.game == OLD

        way.to = ben
        moved.go_to(JoinLink(parse_link(NEW_HOST).endpoints, key=KEY), player.link)

        assert await (await ben.call()).receives() == AskTables((OLD,))


async def test_what_was_typed_on_the_way_to_a_host_without_the_game_is_said_at_the_one_before(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    old, liar = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        moved = Moved(WayElsewhere(player, liar))
        player.link.remedies.insert(0, moved)
        await at_old_host(old)
        await player.until(lambda: player.model.session.is_caught_up)
        moved.go_to(JoinLink(parse_link(NEW_HOST).endpoints, key=KEY), player.link)
        assert reply(asking.say(player.model, "plum"), player.model) == "It is sent when the connection is back."
        await in_lobby(liar, evolve(listed("ash"), home=True))

        caller = await at_old_host(old)

        said = await caller.receives()
        assert isinstance(said, Do)
        assert said.command == Say("plum")
        assert player.texts(Subject.REFUSED) == []


MISSED = "Your message got no answer, and is not sent any more: plum"


async def test_who_sees_the_tables_of_another_host_reads_what_was_not_said(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        await player.until(lambda: isinstance(player.model.status, Lost))
        asking.say(player.model, "plum")
        await in_lobby(new, evolve(listed("ash"), home=True))

        await player.until(lambda: MISSED in player.texts(Subject.REFUSED))


async def test_who_is_sent_away_for_good_reads_what_was_not_said(tmp_path: Path, autojump_clock: MockClock) -> None:
    old = ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        await (await at_old_host(old)).hangs_up()
        await player.until(lambda: isinstance(player.model.status, Lost))
        asking.say(player.model, "plum")
        again = await old.call()
        await again.receives()
        await again.sends(Goodbye(Farewell.KICKED, "the host says so"))

        await player.until(lambda: MISSED in player.texts(Subject.REFUSED))
        assert isinstance(player.model.status, Ended)


async def test_the_host_before_is_back_with_the_game_and_the_player_plays_on_there(
    tmp_path: Path, autojump_clock: object
) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon(refuses=1)
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        again = await old.call()
        await again.receives()
        head = player.model.session.head
        await again.sends(evolve(welcome(start=head + 1, head=head), game=OLD))
        await player.until(lambda: isinstance(player.model.status, Joined))

        assert (player.model.session.game, player.model.seat) == (OLD, 0)


async def test_between_two_hosts_that_send_the_player_to_each_other_nothing_is_lost_and_there_are_pauses(
    tmp_path: Path, autojump_clock: object
) -> None:
    """Each may be about to take the game back from the other one."""
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        began = trio.current_time()
        for _ in range(5):
            caller = await new.call()
            await caller.receives()
            await caller.sends(evolve(MOVED, address=OLD_HOST))
            again = await old.call()
            hello = await again.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token) == (OLD, "t1")
            await again.sends(MOVED)

        assert trio.current_time() - began >= 5 * FIRST_PAUSE
        assert player.model.view.is_playing


async def test_at_a_host_without_the_game_the_player_sees_the_tables(tmp_path: Path, autojump_clock: object) -> None:
    old, new = ScriptedDaemon(), ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        can_follow(player, new)
        await (await at_old_host(old)).sends(MOVED)
        await in_lobby(new, evolve(listed("ash"), home=True))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.texts(Subject.REFUSED) == [say("moved.not_here")]


async def test_a_program_that_cannot_follow_says_where_the_game_goes_on(tmp_path: Path, autojump_clock: object) -> None:
    old = ScriptedDaemon()
    async with playing(old, tmp_path, address=OLD_HOST) as player:
        await (await at_old_host(old)).sends(MOVED)
        await player.until(lambda: player.ended is not None)

        assert player.ended == Ended(
            "This game goes on at another host. (Ben hosts it now)"
            f" `fives join ben.example#k={KEY}` joins it at ben.example.",
            moved_to=JoinLink(parse_link(NEW_HOST).endpoints, key=KEY),
        )


@pytest.mark.parametrize(
    ("present", "address", "key"),
    [
        (OLD_HOST, None, KEY),
        (OLD_HOST, NEW_HOST, None),
        (OLD_HOST, NEW_HOST, "any key"),
        (OLD_HOST, "ben\x1b[2J.example", KEY),
        (OLD_HOST, f"{NEW_HOST}#k=aaaaa-a7z33-34ywp-emt4v", KEY),
        (OLD_HOST, "file:///etc/passwd", KEY),
        (OLD_HOST, "localhost:22", KEY),
        (OLD_HOST, "LocalHost.:22", KEY),
        (OLD_HOST, "127.0.0.1", KEY),
        (OLD_HOST, "0.0.0.0", KEY),
        (OLD_HOST, "[::ffff:127.0.0.1]:22", KEY),
    ],
)
def test_a_host_cannot_send_a_client_just_anywhere(present: str, address: str | None, key: str | None) -> None:
    assert moved_to(Goodbye("moved", "", address, key, NEW), parse_address(present)) is None


def test_a_link_may_say_where_to_go_and_only_that_is_taken_from_it() -> None:
    link = (
        f"https://owl.example/elm#k={KEY},i={INVITATION},also=127.0.0.1,also=192.168.1.9:5533,back=abc,host=k7mq-2xwe"
    )
    where = moved_to(Goodbye("moved", "", link, None, NEW), parse_address(OLD_HOST))

    assert where == parse_link(f"https://owl.example#k={KEY},i={INVITATION},also=192.168.1.9:5533")


def test_hosts_on_this_machine_may_follow_each_other() -> None:
    where = moved_to(Goodbye("moved", "", "localhost:5601", KEY, NEW), Address("127.0.0.1", 5533))

    assert where == JoinLink(parse_link("localhost:5601").endpoints, key=KEY)
