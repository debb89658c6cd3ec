"""What was said while a player was not there, read out where no list of the talk is in sight."""

import pytest
from attrs import evolve

from client.model.announcements import Subject
from client.model.model import Model
from protocol.log.events import Event, Said, SeatTaken
from tests.client import three_handed as three
from tests.client.at_table import new_model, receive, texts, welcome

OPENED = three.OPENING[0]
PLUM, PEAR, FIG = Said(1, "Ben", "plum"), Said(2, "Cho", "pear"), Said(1, "Ben", "fig")


def read_by(model: Model, *events: Event, game: str = "g1") -> list[str]:
    """What this player reads of the talk who is welcomed after these events of a game, from its beginning."""
    model.receive(welcome(head=len(events), game=game))
    return texts([said for said in receive(model, *events) if said.subject is Subject.CHAT])


@pytest.mark.parametrize(("is_drawn", "read"), [(False, ["Ben: word 2", "Ben: word 3", "Ben: word 4"]), (True, [])])
def test_in_a_waiting_room_it_is_the_last_that_was_said(is_drawn: bool, read: list[str]) -> None:
    said = [Said(1, "Ben", f"word {nth}") for nth in range(5)]

    assert read_by(new_model(is_drawn=is_drawn), OPENED, SeatTaken(1, "Ben"), *said) == [
        f"Earlier: {words}" for words in read
    ]


def test_in_a_match_it_is_what_was_said_since_one_last_moved_or_spoke() -> None:
    played = three.played("6-6", "6-1")
    before, after = [PLUM, Said(0, "Ann", "fine")], [PEAR]

    assert read_by(new_model(), *three.game(PLUM, *played, PEAR)) == ["Earlier: Cho: pear"]
    assert read_by(new_model(), *three.game(*before, *after)) == ["Earlier: Cho: pear"]


def test_what_was_missed_without_a_connection_is_read_when_it_is_back() -> None:
    model = new_model()
    model.receive(welcome(head=len(three.game())))
    receive(model, *three.game(PLUM))
    model.connection_lost("gone", 1.0)
    model.connection_opened()
    here = model.session.head
    model.receive(evolve(welcome(start=here + 1, head=here + 2)))

    assert texts([said for said in receive(model, PEAR, FIG) if said.subject is Subject.CHAT]) == [
        "Earlier: Cho: pear", "Earlier: Ben: fig",
    ]  # fmt: skip


def test_at_another_host_what_was_read_at_the_last_one_is_not_read_again() -> None:
    model = new_model()
    read_by(model, *three.game(PLUM))
    model.connection_lost("gone", 1.0)
    model.connection_opened()

    assert read_by(model, *three.game(PLUM, PEAR, PLUM), game="g2") == ["Earlier: Cho: pear", "Earlier: Ben: plum"]
