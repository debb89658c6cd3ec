"""A player is called once for each of their turns."""

import pytest
from attrs import define, field

from client.model.announcements import Announcement
from client.model.model import Model
from client.model.status import Ended
from client.net.link import Link
from client.program.front_end import Bell
from client.terminal.look import Habits
from client.words.settings import WITH_PEOPLE
from protocol.game.layout import Arm
from protocol.log.events import Knocked, SeatTaken, StandInSeated, TileDrawn
from protocol.log.table import Table, evolve, fold
from tests.client.at_table import seated_model
from tests.client.recorded import laid, small_record
from tests.protocol.table_notation import tile_of

EVENTS = tuple(entry.event for entry in small_record(laid(0, "6-3", Arm.START)).entries)
AGAINST_BOT = fold(EVENTS)
WITH_BEN = fold(SeatTaken(1, "Ben") if isinstance(event, SeatTaken) and event.seat == 1 else event for event in EVENTS)


@define(eq=False)
class CountingFrontEnd:
    """A front end that counts what it gets."""

    model: Model
    calls: int = 0
    received: list[list[Announcement]] = field(factory=list)

    def receive(self, announcements: list[Announcement]) -> None:
        self.received.append(announcements)

    def call_player(self) -> None:
        self.calls += 1

    async def run(self, link: Link) -> Ended:
        raise AssertionError(f"nobody runs this at {link}")


def seated(table: Table, seat: int) -> CountingFrontEnd:
    return CountingFrontEnd(seated_model(table, seat))


def test_the_player_is_called_once_for_each_turn() -> None:
    front = seated(AGAINST_BOT, 1)
    bell = Bell(front, Habits(rings=True))

    bell.deliver_and_ring([])
    bell.deliver_and_ring([])
    assert (front.calls, len(front.received)) == (1, 2)

    front.model.session.table = evolve(AGAINST_BOT, Knocked(1))
    bell.deliver_and_ring([])
    assert front.calls == 1

    front.model.session.table = AGAINST_BOT
    bell.deliver_and_ring([])
    assert front.calls == 2


def test_the_players_own_draw_does_not_call_them_again() -> None:
    front = seated(AGAINST_BOT, 1)
    bell = Bell(front, Habits(rings=True))
    bell.deliver_and_ring([])

    front.model.session.table = evolve(AGAINST_BOT, TileDrawn(1, tile_of("2-1")))
    bell.deliver_and_ring([])
    assert front.calls == 1


def test_the_bell_follows_a_setting_that_changes_while_playing() -> None:
    front, habits = seated(AGAINST_BOT, 0), Habits(rings=True)
    bell = Bell(front, habits)
    bell.deliver_and_ring([])
    habits.rings = False
    front.model.session.table = evolve(AGAINST_BOT, Knocked(1))

    bell.deliver_and_ring([])

    assert front.calls == 0


@pytest.mark.parametrize(
    ("rings", "table", "calls"),
    [
        (WITH_PEOPLE, WITH_BEN, 1),
        (WITH_PEOPLE, AGAINST_BOT, 0),
        (WITH_PEOPLE, evolve(WITH_BEN, StandInSeated(1, "club")), 1),
        (True, AGAINST_BOT, 1),
        (False, WITH_BEN, 0),
    ],
)
def test_the_setting_says_in_which_matches_the_player_is_called(rings: bool | str, table: Table, calls: int) -> None:
    front = seated(table, 0)
    bell = Bell(front, Habits(rings=rings))
    bell.deliver_and_ring([])
    front.model.session.table = evolve(table, Knocked(1))
    bell.deliver_and_ring([])

    assert front.calls == calls
