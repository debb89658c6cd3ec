"""What a player's program does while the host of a running match is gone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from client.actions.action import TakeOver
from client.actions.carry_out import carry_out
from client.model.absent_host import Continuing
from client.model.announcements import Announcement
from client.model.checks import WhyNot
from client.model.lan_hosts import LanHosts
from client.model.model import Model
from client.model.status import Joined
from client.net.absence import LONGEST_SEARCH, TIME_TO_ASK, TIME_TO_READ, TIME_TO_SEARCH, Absence, NotHostedError
from client.net.successors import KnownGame, SuccessorSearch
from client.store.file_seats import FileSeats
from client.words import take_over_words
from client.words.say import say
from client.words.take_over_words import Proof, Successor
from protocol.log.succession import Continued, Succession
from protocol.log.table import Stage
from protocol.shared.address import parse_address
from protocol.wire.messages import Role, SeatSummary, TableSummary
from protocol.wire.notices import HandOverNotice
from protocol.wire.sealer import Sealer
from tests.client.at_table import idle_link, new_model, welcome
from tests.client.mixed_match import ANN, HOST, mixed_match
from tests.client.model.test_lan_hosts import announced
from tests.client.net.linked import playing
from tests.client.scripted_daemon import ScriptedDaemon
from tests.client.succeeded import (
    NEW,
    NEW_HOST,
    OLD,
    House,
    begun_round,
    gone_on_with,
    listed,
    new_host,
    old_seat,
    proved,
    until_round,
)
from tests.played import entered, seen_from

BEN = announced("Ben")


def with_continues(table: TableSummary, **changes: Any) -> TableSummary:
    """The table with other values in what it continues, which nobody has signed."""
    assert table.continues is not None
    return evolve(table, continues=evolve(table.continues, **changes))


SUCCESSOR = proved(listed("elm"))
UNPROVED = evolve(listed("elm", OLD), stage=Stage.PLAYING)
PROVED = "Ben goes on with this match, at 192.168.1.20: the key of the seat proves it."


def at_old_host(seat: int | None = 0) -> Model:
    """Ann in the second round at the old host."""
    model, entries = new_model(), entered(begun_round(2))
    model.session.role = Role.PLAYER if seat is not None else Role.SPECTATOR
    model.session.sealer.new_secret = lambda: "unused"
    model.session.sealer.restore([ANN.secret], OLD)
    model.receive(evolve(welcome(head=len(entries), seat=seat), game=OLD))
    for entry in seen_from(seat, entries):
        model.receive(entry)
    model.absent_host.can_host = True
    return model


@define(eq=False)
class Alone:
    """A player whose host is gone; `tables` are those of a host in the network, none if there is none."""

    model: Model
    tables: tuple[TableSummary, ...] = ()
    why_not: str = ""
    host_key: str = "the old host's key"
    said: list[str] = field(factory=list)
    went_to: list[Successor] = field(factory=list)
    hosted: int = 0
    looked: int = 0
    known_keys: dict[str, str] = field(factory=dict)

    def search(self) -> SuccessorSearch:
        hosts = LanHosts(self.known_keys)

        async def find() -> None:
            self.looked += 1
            hosts.find("ben", BEN)
            while True:
                hosts.take_answer(hosts.by_service["ben"], BEN.places[0], self.tables)
                await trio.sleep(1)

        return SuccessorSearch(KnownGame.of(self.model.session, self.host_key), hosts, find)

    async def host_here(self) -> None:
        self.hosted += 1
        await trio.sleep(1)
        if self.why_not:
            raise NotHostedError(self.why_not)

    def deliver(self, announcements: list[Announcement]) -> None:
        self.said += [announcement.text for announcement in announcements]


@asynccontextmanager
async def without_host(alone: Alone) -> AsyncIterator[Absence]:
    """The player's program right after the connection was lost."""
    async with trio.open_nursery() as nursery:
        absence = Absence(alone.model, nursery, alone.search, alone.went_to.append, alone.host_here, alone.deliver)
        alone.model.connection_lost("the host closed the connection", 1.0)
        absence.begin()
        yield absence
        nursery.cancel_scope.cancel()


QUESTION = "The host's machine does not answer. Continue the match here? Type take over."


async def test_after_a_minute_without_the_host_a_player_is_asked(autojump_clock: object) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_ASK - 1)
        assert absence.take_over() == WhyNot(say("take_over.not_now"))
        absence.begin()
        await trio.sleep(2)

    assert alone.said == [QUESTION]
    assert alone.model.absent_host.state is Continuing.ASKED


async def test_a_player_whose_program_is_trying_another_host_at_that_moment_is_asked_once_it_is_back(
    autojump_clock: object,
) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone):
        await trio.sleep(TIME_TO_SEARCH - 1)
        left = alone.model.session
        alone.model.change_table(None)
        await trio.sleep(TIME_TO_ASK)
        assert (alone.said, alone.looked) == ([], 0)
        alone.model.return_to(left)
        alone.model.connection_lost("the host closed the connection", 1.0)
        await trio.sleep(2)

    assert (alone.said, alone.looked) == ([QUESTION], 1)


async def test_who_agrees_to_a_hand_over_just_after_the_host_is_lost_does_not_host_beside_it(
    autojump_clock: object,
) -> None:
    alone = Alone(at_old_host())
    alone.model.receive(HandOverNotice(0, here=False))
    assert alone.model.absent_host.state is Continuing.ASKED
    async with without_host(alone) as absence:
        await trio.sleep(1)
        assert absence.take_over() == WhyNot(say("take_over.not_now"))

    assert alone.hosted == 0


async def test_nobody_is_asked_where_the_match_cannot_go_on(autojump_clock: object) -> None:
    browser, spectator, over, unproved = at_old_host(), at_old_host(seat=None), new_model(), at_old_host()
    browser.absent_host.can_host = False
    unproved.session.sealer.restore(["another secret"])
    for model in (browser, spectator, over, unproved):
        alone = Alone(model)
        async with without_host(alone):
            await trio.sleep(TIME_TO_ASK + 1)
        assert alone.said == []


async def test_a_host_that_answers_in_time_ends_all_of_it(autojump_clock: object) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_SEARCH - 1)
        absence.end()
        await trio.sleep(TIME_TO_ASK)

    assert (alone.said, alone.looked) == ([], 0)


async def test_a_player_who_agrees_hosts_the_match_once(autojump_clock: object) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_ASK + 1)
        assert absence.take_over() is None
        assert absence.take_over() == WhyNot(say("take_over.not_now"))
        await trio.sleep(2)

    assert alone.hosted == 1
    assert alone.said == [QUESTION, say("take_over.starting")]


async def test_a_player_who_cannot_host_is_told_why_and_may_try_again(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), why_not="port 5533 is in use")
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_ASK + 1)
        absence.take_over()
        await trio.sleep(2)
        assert alone.said[-1] == "The match cannot go on here: port 5533 is in use."
        assert absence.take_over() is None


async def test_a_player_who_cannot_host_is_still_asked_about_somebody_who_does(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), why_not="port 5533 is in use")
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_ASK + 1)
        absence.take_over()
        await trio.sleep(2)
        alone.tables = (SUCCESSOR,)
        await trio.sleep(2)

        assert alone.said[-1].startswith(PROVED)


async def test_a_player_is_asked_about_a_host_that_goes_on_with_the_match(
    autojump_clock: object,
) -> None:
    alone = Alone(at_old_host(), (SUCCESSOR,))
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_SEARCH + 1)
        assert alone.went_to == [], "nobody goes anywhere without being asked"
        assert alone.said == [f"{PROVED} Type go there to play there."]
        assert absence.go_there() is None
        assert absence.go_there() == WhyNot(say("take_over.nobody_found"))

    (found,) = alone.went_to
    assert (found.name, found.link.table, found.link.key, found.proof) == ("Ben", "elm", BEN.key, Proof.PLAYER)
    assert alone.said[-1] == "You go to 192.168.1.20, where this match goes on."


async def test_a_question_stays_for_a_while_whatever_the_network_says(autojump_clock: object) -> None:
    """Otherwise anybody there could fill the player's screen, or be the one to whom the key for another leads."""
    alone = Alone(at_old_host(), (SUCCESSOR,))
    async with without_host(alone):
        await trio.sleep(TIME_TO_SEARCH + 0.5)
        for nth in range(20):
            await trio.sleep(1)
            alone.tables = (evolve(UNPROVED, table=f"ash-{nth}"),)
            if nth == 3:
                assert alone.model.absent_host.found is not None
                assert alone.model.absent_host.found.link.table == "elm"

    assert len(alone.said) <= 1 + 20 / TIME_TO_READ


async def test_who_has_come_to_a_host_is_no_other_question(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (SUCCESSOR,))
    async with without_host(alone):
        await trio.sleep(TIME_TO_SEARCH + 1)
        alone.tables = (evolve(SUCCESSOR, seats=(SeatSummary("Ann"), SeatSummary("Cho", here=True))),)
        await trio.sleep(2 * TIME_TO_READ)

        assert alone.model.absent_host.found is not None
        assert alone.model.absent_host.found.people == ("Cho",)
        assert len(alone.said) == 1


async def test_a_player_who_has_gone_on_at_two_machines_reads_which_one_counts(autojump_clock: object) -> None:
    model, entries = at_old_host(seat=1), gone_on_with(entered(begun_round(2)), seat=1)
    model.receive(evolve(welcome(head=len(entries), seat=1), game=NEW))
    for entry in seen_from(1, entries):
        model.receive(entry)
    alone = Alone(model, (proved(evolve(listed("elm"), game="2025")), proved(evolve(listed("fir"), game="2027"))))
    search = alone.search()
    found = await search.run_for(5)
    assert found is not None
    search.own = (found.game,)
    search.hosts.changed()

    assert search.found is not None
    assert {found.game: found.is_right, search.found.game: search.found.is_right} == {"2025": True, "2027": False}


async def test_a_host_that_was_known_long_before_is_not_asked_about(autojump_clock: object) -> None:
    """Ann has left her match to Ben's host, and now that one is gone."""
    alone = Alone(at_old_host())
    alone.model.absent_host.found = await Alone(at_old_host(), (SUCCESSOR,)).search().run_for(5)
    async with without_host(alone) as absence:
        assert alone.model.absent_host.found is None
        await trio.sleep(1)
        assert absence.go_there() == WhyNot(say("take_over.nobody_found"))


async def test_a_player_who_has_chosen_a_host_that_does_not_answer_is_asked_again(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (SUCCESSOR,))
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_SEARCH + 1)
        absence.go_there()
        absence.begin()  # the link has tried there
        await trio.sleep(TIME_TO_ASK + 1)

        assert alone.model.absent_host.found is not None
        assert alone.model.absent_host.state is Continuing.ASKED


async def test_the_matchs_own_host_at_another_address_is_gone_to_without_a_question(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (evolve(listed("oak"), game=OLD, stage=Stage.PLAYING),), host_key=BEN.key or "")
    async with without_host(alone):
        await trio.sleep(TIME_TO_SEARCH + 1)

    assert [found.proof for found in alone.went_to] == [Proof.OWN_HOST]
    assert alone.said == ["Ben is back with this match: you go there."]


@pytest.mark.parametrize(
    ("there", "proof"),
    [
        (SUCCESSOR, Proof.PLAYER),
        (proved(listed("elm"), kept=entered(until_round(2))), Proof.PLAYER),
        (proved(listed("elm"), kept=entered(until_round(1))[:-1]), Proof.PLAYER),
        (proved(listed("elm"), kept=entered(mixed_match(target=61))[:20]), Proof.OTHER_HISTORY),
        (UNPROVED, Proof.NOBODY),
        (proved(listed("elm"), host_key="another host's key"), Proof.NOBODY),
        (proved(listed("elm"), seat=0), Proof.NOBODY),
        (proved(listed("elm"), chain=HOST), Proof.NOBODY),
        (proved(listed("elm"), games=("another game", OLD)), Proof.NOBODY),
        (evolve(SUCCESSOR, game="yet another game"), Proof.NOBODY),
        (with_continues(SUCCESSOR, entry=99_999), Proof.NOBODY),
        (with_continues(SUCCESSOR, history="0" * 64), Proof.NOBODY),
        (with_continues(SUCCESSOR, seat=7), Proof.NOBODY),
        (with_continues(SUCCESSOR, signature="0" * 128), Proof.NOBODY),
    ],
)
async def test_a_host_counts_as_a_players_only_if_it_proves_that(
    there: TableSummary, proof: Proof, autojump_clock: object
) -> None:
    alone = Alone(at_old_host(), (there,))

    found = await alone.search().run_for(5)

    assert found is not None
    assert found.proof is proof
    said = take_over_words.goes_on_there(found, is_drawn=True)
    assert ("proves it. " in said) == (proof is Proof.PLAYER)
    assert ("Nothing proves it; it calls itself Ben." in said) == (proof is Proof.NOBODY)


async def test_two_players_who_have_gone_on_at_once_each_find_the_other_and_which_of_them_counts(
    autojump_clock: object,
) -> None:
    """Ann's seat is the lower one, so her match counts."""
    anns = gone_on_with(entered(begun_round(2)), seat=0)
    at_anns, at_bens = at_old_host(), at_old_host(seat=1)
    for model, entries in ((at_anns, anns), (at_bens, gone_on_with(entered(begun_round(2)), seat=1))):
        model.receive(evolve(welcome(head=len(entries), seat=model.seat), game=NEW))
        for entry in seen_from(model.seat, entries):
            model.receive(entry)

    ben = await Alone(at_anns, (SUCCESSOR,)).search().run_for(5)
    ann = await Alone(at_bens, (proved(listed("fir"), seat=0, chain=ANN),)).search().run_for(5)

    assert ben is not None
    assert ann is not None
    assert (ben.name, ben.proof, ben.is_right) == ("Ben", Proof.PLAYER, False)
    assert (ann.name, ann.proof, ann.is_right) == ("Ann", Proof.PLAYER, True)


class Counting(Succession):
    """A succession that counts the signatures that it is to check."""

    checked = 0

    def host_is_player(self, there: Continued, game: str, host_key: str) -> bool:
        type(self).checked += 1
        return super().host_is_player(there, game, host_key)


async def test_of_a_host_that_shows_statements_without_end_only_a_few_are_checked(autojump_clock: object) -> None:
    """Each takes some milliseconds, in which the program does nothing else."""
    alone = Alone(at_old_host())
    search = alone.search()
    search.game.succession = Counting(None, search.game.succession.seat_keys)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(search.run)
        for nth in range(10):
            alone.tables = tuple(
                with_continues(SUCCESSOR, signature=f"{1000 * nth + each:0128}") for each in range(200)
            )
            await trio.sleep(1)
        nursery.cancel_scope.cancel()

    assert search.found is not None
    assert 0 < Counting.checked < 10


@pytest.mark.parametrize(("there", "is_found"), [(SUCCESSOR, True), (UNPROVED, False)])
async def test_a_players_name_at_another_key_than_the_known_one_needs_a_proof(
    there: TableSummary, is_found: bool, autojump_clock: object
) -> None:
    """Ben has hosted on another machine before."""
    alone = Alone(at_old_host(), (there,), known_keys={"ben": "aaaaa-a7z33-34ywp-emt4v"})

    assert (await alone.search().run_for(5) is not None) == is_found


async def test_a_match_that_its_own_host_has_taken_back_is_gone_to_without_a_question(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (UNPROVED,), host_key=BEN.key or "")

    found = await alone.search().run_for(5)

    assert found is not None
    assert found.proof is Proof.OWN_HOST


async def test_a_host_without_a_seat_is_no_player_of_the_match(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (with_continues(UNPROVED, seat=None),))
    async with without_host(alone):
        await trio.sleep(TIME_TO_SEARCH + 1)

    assert alone.said == [
        "A host at 192.168.1.20 says that this match goes on there. It is no player of this match; it calls itself Ben."
        " Type go there to play there."
    ]


async def test_a_host_that_proves_nothing_never_comes_before_a_players(autojump_clock: object) -> None:
    greedy = with_continues(evolve(UNPROVED, table="ash"), entry=99_999, seat=0)
    alone = Alone(at_old_host(), (greedy, SUCCESSOR))

    found = await alone.search().run_for(5)

    assert found is not None
    assert found.link.table == "elm"


async def test_a_host_that_proves_nothing_does_not_end_the_search_for_a_players(autojump_clock: object) -> None:
    """Otherwise whoever answers first could hide the right one from a host, and from whoever begins to host."""
    alone = Alone(at_old_host(), (UNPROVED,))
    search = alone.search()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(search.run_for, 4)
        await trio.sleep(1.5)
        alone.tables = (UNPROVED, SUCCESSOR)

    assert search.found is not None
    assert search.found.proof is Proof.PLAYER


async def test_a_host_that_turns_up_while_the_player_begins_to_host_changes_nothing(autojump_clock: object) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_ASK + 1)
        absence.take_over()
        alone.tables = (SUCCESSOR,)
        await trio.sleep(5)

    assert (alone.hosted, alone.went_to) == (1, [])


async def test_a_player_who_agrees_long_after_the_search_looks_once_more(autojump_clock: object) -> None:
    alone = Alone(at_old_host())
    async with without_host(alone) as absence:
        await trio.sleep(TIME_TO_SEARCH + LONGEST_SEARCH + 1)
        alone.tables = (SUCCESSOR,)
        assert absence.take_over() is None
        await trio.sleep(5)
        assert (alone.hosted, alone.went_to) == (0, []), "somebody hosts already"
        assert alone.said[-1].startswith(PROVED)

        assert absence.take_over() is None
        await trio.sleep(5)

    assert (alone.hosted, alone.went_to) == (1, []), "the player knows that, and hosts all the same"


async def test_of_two_successors_the_one_with_more_rounds_counts_and_then_that_of_the_lower_seat() -> None:
    def of(table: str, entry: int, seat: int | None) -> TableSummary:
        return evolve(UNPROVED, table=table, continues=Continued((OLD,), entry, seat))

    alone = Alone(at_old_host(), (of("ash", 20, 0), of("elm", 30, None), of("fir", 30, 2), of("oak", 30, 1)))

    found = await alone.search().run_for(1)

    assert found is not None
    assert found.link.table == "oak"


async def test_a_match_that_has_ended_and_another_one_are_no_successors(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (evolve(SUCCESSOR, stage=Stage.OVER), listed("fir", "another game")))

    assert await alone.search().run_for(5) is None


async def test_a_host_who_is_back_does_not_find_the_own_table(autojump_clock: object) -> None:
    alone = Alone(at_old_host(), (evolve(listed("oak", "g0"), game=OLD, stage=Stage.PLAYING), SUCCESSOR))
    search = alone.search()
    search.own = (OLD,)

    found = await search.run_for(5)

    assert found is not None
    assert found.link.table == "elm"


@pytest.mark.parametrize(("key", "is_found"), [(BEN.key, True), ("", False), ("another key", False)])
async def test_a_host_that_is_back_elsewhere_has_to_be_the_one_that_gave_the_seat(
    key: str, is_found: bool, autojump_clock: object
) -> None:
    """A game keeps its id at its own host; a seat at a host without a key, on this machine, is good only there."""
    alone = Alone(at_old_host(), (evolve(listed("oak"), game=OLD, stage=Stage.PLAYING),), host_key=key)

    found = await alone.search().run_for(5)

    assert (found is not None and found.proof is Proof.OWN_HOST) == is_found


async def test_without_an_absent_host_there_is_nothing_to_take_over() -> None:
    model = at_old_host()

    assert carry_out(TakeOver(), model, idle_link(model)) == WhyNot(say("take_over.not_now"))


async def test_a_link_that_is_led_to_another_host_claims_the_seat_there(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    FileSeats(tmp_path).save(old_seat())
    sealer = Sealer(lambda: "a secret of this run")
    async with new_host() as host, playing(daemon, tmp_path, table=None, sealer=sealer) as player:
        await daemon.call()

        def lead() -> None:
            player.link.address, player.link.dial = parse_address(NEW_HOST), House(host).dial
            player.link.autosave.seats.move_to(NEW_HOST)

        player.link.move_to_host(lead)

        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
        assert (player.model.session.game, player.model.seat) == (NEW, 0)
