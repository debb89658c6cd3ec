"""A guest tells the writer about pending output."""

from daemon.game_log import GameLog
from daemon.guest import Guest, Origin
from protocol.log.sight import SPECTATOR
from protocol.wire.messages import PROTOCOL, Farewell, Pong, Welcome
from protocol.wire.record import Header

ELSEWHERE = Origin("192.0.2.7", "192.0.2.7")


async def test_everything_sent_to_a_guest_makes_output_pending() -> None:
    pending: list[bool] = []
    guest = Guest(ELSEWHERE, pending.append)

    guest.answer(Pong(1))
    guest.follow(GameLog(Header("g", "oak", "now")), SPECTATOR, 1, Welcome(PROTOCOL, "d", "oak", "g", None, None, 1, 0))
    guest.output_pending(last=True)
    guest.dismiss(Farewell.SHUTDOWN, "the host stops")

    assert pending == [False, False, True, False]


async def test_nothing_is_sent_to_a_guest_who_has_left() -> None:
    pending: list[bool] = []
    guest = Guest(ELSEWHERE, pending.append)
    guest.leave()

    guest.answer(Pong(1))

    assert (pending, guest.has_left, guest.outbox.is_finished) == ([], True, True)
