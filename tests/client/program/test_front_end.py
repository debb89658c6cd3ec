"""A player is called once for each of their turns, and hears tones if they want them."""

from collections.abc import Sequence

import pytest
from attrs import define, field

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.sounds import TUNES, Sound
from client.model.status import Ended
from client.net.link import Link
from client.program.front_end import Bell
from client.terminal.look import Habits
from client.words.settings import WITH_PEOPLE
from protocol.game.layout import Arm
from protocol.log.events import Entry, Knocked, SeatTaken, StandInSeated, TileDrawn
from protocol.log.table import Table, evolve, fold
from tests.client import three_handed
from tests.client.at_table import AT, new_model, receive, seated_model, welcome
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


@define
class Played:
    """What plays sounds in a terminal, and here only notes them."""

    tunes: list[Sequence[int]] = field(factory=list)

    def play(self, tune: Sequence[int]) -> None:
        self.tunes.append(tune)


def seated(table: Table, seat: int) -> CountingFrontEnd:
    return CountingFrontEnd(seated_model(table, seat))


def test_the_player_is_called_once_for_each_turn() -> None:
    front = seated(AGAINST_BOT, 1)
    bell = Bell(front, Habits(rings=True), Played())

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
    bell = Bell(front, Habits(rings=True), Played())
    bell.deliver_and_ring([])

    front.model.session.table = evolve(AGAINST_BOT, TileDrawn(1, tile_of("2-1")))
    bell.deliver_and_ring([])
    assert front.calls == 1


def test_the_bell_follows_a_setting_that_changes_while_playing() -> None:
    front, habits = seated(AGAINST_BOT, 0), Habits(rings=True)
    bell = Bell(front, habits, Played())
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
    bell = Bell(front, Habits(rings=rings), Played())
    bell.deliver_and_ring([])
    front.model.session.table = evolve(table, Knocked(1))
    bell.deliver_and_ring([])

    assert front.calls == calls


def heard_of(front: CountingFrontEnd, *announcements: Announcement, has_tones: bool = True) -> list[Sequence[int]]:
    """The tunes that are played for these announcements."""
    played = Played()
    Bell(front, Habits(rings=False, has_tones=has_tones), played).deliver_and_ring(list(announcements))
    return played.tunes


BENS_CHAT = Announcement(Subject.CHAT, "Ben: hello", 1)


def test_my_turn_chat_points_and_knocks_have_tones() -> None:
    assert heard_of(seated(AGAINST_BOT, 1)) == [TUNES[Sound.TURN]]
    assert heard_of(seated(AGAINST_BOT, 0), BENS_CHAT) == [TUNES[Sound.CHAT]]


def test_a_play_has_a_tone_only_if_it_scores() -> None:
    model = new_model()
    model.receive(welcome(head=len(three_handed.game())))
    receive(model, *three_handed.game())
    announced = receive(model, *three_handed.played("6-6", "6-1", "6-5", "6-4"))

    assert heard_of(CountingFrontEnd(model), *announced)[:1] == [TUNES[Sound.POINTS]]


def test_a_knock_has_a_tone() -> None:
    front = seated(AGAINST_BOT, 0)
    front.model.session.entries.append(Entry(1, AT, Knocked(1)))

    assert heard_of(front, Announcement(Subject.PLAY, "Ben knocks: no 3.", 1, seq=1)) == [TUNES[Sound.KNOCK]]


def test_of_many_sounds_at_once_the_last_are_played_and_then_my_turn() -> None:
    chat = TUNES[Sound.CHAT]

    assert heard_of(seated(AGAINST_BOT, 1), *[chat_of(0)] * 9) == [chat, chat, TUNES[Sound.TURN]]


def test_my_own_chat_has_no_tone() -> None:
    assert heard_of(seated(AGAINST_BOT, 0), chat_of(0)) == []


def test_nothing_is_played_for_a_player_who_wants_no_tones() -> None:
    assert heard_of(seated(AGAINST_BOT, 1), BENS_CHAT, has_tones=False) == []


def chat_of(seat: int) -> Announcement:
    return Announcement(Subject.CHAT, "hello", seat)
