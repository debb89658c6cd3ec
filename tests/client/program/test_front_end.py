"""The bell rings once for each turn of this player."""

from client.model.announcements import Announcement
from client.program.front_end import Bell
from protocol.game.layout import Arm
from protocol.log.events import Knocked
from protocol.log.table import fold
from tests.client.at_table import seated_model
from tests.client.recorded import laid, small_record


def test_the_bell_rings_once_for_each_turn() -> None:
    record = small_record(laid(0, "6-3", Arm.START))
    rung: list[None] = []
    delivered: list[list[Announcement]] = []
    ben = seated_model(fold(entry.event for entry in record.entries), seat=1)
    bell = Bell(ben, delivered.append, lambda: rung.append(None))

    bell.deliver_and_ring([])
    bell.deliver_and_ring([])
    assert (len(rung), len(delivered)) == (1, 2)

    ben.session.table = fold(entry.event for entry in small_record(laid(0, "6-3", Arm.START), Knocked(1)).entries)
    bell.deliver_and_ring([])
    assert len(rung) == 1

    ben.session.table = fold(entry.event for entry in record.entries)
    bell.deliver_and_ring([])
    assert len(rung) == 2
