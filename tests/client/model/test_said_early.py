"""What spectators say in a round, at a client that watches: shown at once, and not again after the round."""

from protocol.log.events import Said
from protocol.wire.notices import SaidNotice
from tests.client.at_table import duel, receive, seated_model, texts

EARLY = Said(None, "Eve", "the 6-4!")


def test_it_is_shown_at_once_and_its_entry_tells_nothing_new() -> None:
    model = seated_model(duel("? | ?"), seat=None)
    (said,) = model.receive(SaidNotice("Eve", "the 6-4!"))

    assert said.text == "Eve (to spectators): the 6-4!"
    assert receive(model, EARLY) == []
    assert list(model.talk.chat) == [EARLY]


def test_the_same_words_said_again_are_shown_again() -> None:
    model = seated_model(duel("? | ?"), seat=None)
    model.receive(SaidNotice("Eve", "the 6-4!"))
    receive(model, EARLY)

    assert texts(receive(model, EARLY)) == ["Eve (watching): the 6-4!"]


def test_a_player_reads_it_after_the_round() -> None:
    assert texts(receive(seated_model(duel("4-1 5-5 | ? ?")), EARLY)) == ["Eve (watching): the 6-4!"]
