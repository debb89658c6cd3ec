"""What the host of a table may do, and who that is."""

from protocol.log.commands import (
    AddBot,
    EndMatch,
    Kick,
    LeaveSeat,
    Pause,
    RemoveBot,
    Resume,
    Start,
)
from protocol.log.table import Stage
from tests.daemon.harness import hosting
from tests.daemon.wire_client import parting_of


async def test_the_person_seated_first_is_the_host() -> None:
    async with hosting(think=60) as host:
        await host.open_table(bots=1)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")

        assert (ann.session.is_host, ben.session.is_host) == (True, False)
        for command in (Start(), AddBot(2, "club"), RemoveBot(3), Kick(0), Pause(), EndMatch()):
            assert await ben.refused(command) == "not_allowed"
        await ann.accepted(RemoveBot(3))
        await ann.accepted(AddBot(2, "casual"))
        await ann.accepted(Start())
        await ann.accepted(Pause())
        await ann.accepted(Resume())
        assert ann.table.stage is Stage.PLAYING


async def test_a_quotation_in_a_refusal_is_cut_to_the_clients_limit() -> None:
    async with hosting() as host:
        await host.open_table()
        ann = await host.seated("Ann")

        assert await ann.refused(AddBot(1, "x" * 10_000)) == "no_such_level"


async def test_when_the_host_leaves_its_seat_the_next_person_is_the_host() -> None:
    async with hosting() as host:
        await host.open_table()
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.accepted(LeaveSeat())

        assert await ann.refused(Start()) == "not_allowed"
        await ben.accepted(Start())


async def test_the_host_starts_and_bots_take_the_rest() -> None:
    async with hosting(think=60) as host:
        await host.open_table()
        ann = await host.seated("Ann")
        await ann.accepted(Start())

        assert [seat.bot for seat in ann.table.seats] == [None, "club", "club", "club"]
        assert ann.table.stage is Stage.PLAYING


async def test_removing_a_player_before_the_match_frees_the_seat() -> None:
    async with hosting() as host:
        await host.open_table()
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        token = ben.session.token

        await ann.accepted(Kick(1))

        assert (await ben.parting()).reason == "kicked"
        assert ann.table.seats[1].is_free
        assert (await parting_of(host.connect("Ben"), token=token)).reason == "bad_token"


async def test_removing_a_player_during_the_match_gives_the_seat_to_a_bot() -> None:
    async with hosting(think=60) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        token = ben.session.token

        await ann.accepted(Kick(1))

        assert (await ben.parting()).reason == "kicked"
        assert (ann.table.seats[1].name, ann.table.seats[1].bot) == ("Ben", "club")
        assert (await parting_of(host.connect("Ben"), token=token)).reason == "bad_token"
