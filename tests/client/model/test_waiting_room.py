"""What the waiting room shows of the talk, of those who come and go, and of those who watch."""

from attrs import evolve

from client.actions.beginning import question_before_beginning
from client.model.model import Model
from client.panels import who
from client.words.watcher_words import watching
from protocol.log.events import Event, Said, SeatLeft, SeatTaken
from protocol.wire.notices import PresenceNotice, WatchersNotice
from tests.client import three_handed as three
from tests.client.at_table import new_model, receive, texts, welcome

WES = WatchersNotice(("Wes",), 1)
OPENED = three.OPENING[0]


def arriving(*before: Event, seat: int | None = 0) -> tuple[Model, list[str]]:
    """A player who comes after these events, and what is announced to them."""
    model = new_model(is_drawn=True)
    announced = model.receive(welcome(head=1 + len(before), seat=seat))
    return model, texts([*announced, *receive(model, OPENED, *before)])


def test_it_shows_what_was_said_and_who_came_before_one_came_and_since() -> None:
    model, _ = arriving(SeatTaken(1, "Ben"), Said(1, "Ben", "hello"), SeatTaken(0, "Ann"))
    receive(model, SeatTaken(2, "Cho"), Said(0, "Ann", "welcome"), SeatLeft(2))

    assert [*model.talk.room] == [
        "Ben takes seat 2.", "Ben: hello", "Cho takes seat 3.", "You: welcome", "Cho leaves seat 3.",
    ]  # fmt: skip


def test_after_a_match_those_who_were_at_the_table_have_not_just_sat_down() -> None:
    model = new_model()
    model.receive(evolve(welcome(head=4), after_match=1))
    receive(model, OPENED, SeatTaken(1, "Ben"), SeatTaken(0, "Ann"), Said(1, "Ben", "hello"))

    assert [*model.talk.room] == ["Ben: hello"]
    assert question_before_beginning(model, now=0.0) is None

    receive(model, SeatTaken(2, "Cho"))
    assert [*model.talk.room][1:] == ["Cho takes seat 3."]


def test_bots_and_ones_own_seat_are_in_the_list_of_seats_alone() -> None:
    model, _ = arriving(SeatTaken(0, "Ann"))
    receive(model, SeatTaken(1, "Uma", "club"), SeatLeft(1))

    assert [*model.talk.room] == []


def test_who_loses_the_connection_and_who_watches_is_a_line_in_it() -> None:
    model, _ = arriving(SeatTaken(0, "Ann"), SeatTaken(1, "Ben"))
    model.receive(PresenceNotice(1, here=True))
    model.receive(PresenceNotice(1, here=False))
    model.receive(WES)

    assert [line.partition(";")[0] for line in model.talk.room] == ["Ben takes seat 2.", "Ben is away", "Wes watches."]


def test_in_a_match_who_watches_is_announced_and_listed_and_the_room_is_left_alone() -> None:
    model, _ = arriving(*three.OPENING[1:], three.DEAL)
    room = [*model.talk.room]

    assert texts(model.receive(WES)) == ["Wes watches."]
    assert watching(WES) in str(who.panel(model))
    assert texts(model.receive(WES)) == []
    assert texts(model.receive(WatchersNotice((), 0))) == ["Wes watches no more."]
    assert [*model.talk.room] == room


def test_who_sits_down_has_not_stopped_watching() -> None:
    model, _ = arriving(SeatTaken(0, "Ann"))
    model.receive(WES)
    receive(model, SeatTaken(1, "Wes"))

    assert "watches" not in str(who.panel(model)), "although the host says so only some seconds later"
    assert texts(model.receive(WatchersNotice((), 0))) == []


def test_a_spectator_is_not_told_who_else_watches() -> None:
    model, _ = arriving(SeatTaken(1, "Ben"), seat=None)

    assert model.receive(WES) == []
    assert model.presence.watchers is None
