"""The short sounds: which one belongs to what happens."""

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.sounds import Sound, sounds_of
from protocol.log.events import Event, Said
from protocol.wire.notices import ReactionNotice
from tests.client.at_table import new_model, receive, welcome
from tests.client.three_handed import game, one_round, played


def at_table(*history: Event) -> Model:
    """Ann's model, which has received this as history."""
    model = new_model()
    model.receive(welcome(head=len(history)))
    receive(model, *history)
    return model


def heard(model: Model, announcements: list[Announcement]) -> list[Sound]:
    """The sounds of what has just been announced."""
    return [sound for sound in sounds_of(announcements, model.session.entries) if sound is not None]


def test_a_play_has_a_sound_and_a_play_that_scores_another() -> None:
    model = at_table(*game())

    assert heard(model, receive(model, *played("6-6"))) == [Sound.PLAY]
    scoring = played("6-1", "6-5", "6-4", game=game(*played("6-6")))
    assert heard(model, receive(model, *scoring)) == [Sound.PLAY, Sound.PLAY, Sound.POINTS]


def test_the_end_of_a_round_has_a_sound() -> None:
    events = one_round()
    model = at_table(*events[:-3])

    assert Sound.ROUND in heard(model, receive(model, *events[-3:]))


def test_chat_and_reactions_have_a_sound() -> None:
    model = at_table(*game())

    assert heard(model, receive(model, Said(1, "Ben", "hello"))) == [Sound.CHAT]
    assert heard(model, model.receive(ReactionNotice(1, "wow"))) == [Sound.CHAT]


def test_whose_turn_it_is_has_none_here_and_neither_has_a_refusal() -> None:
    said = [Announcement(Subject.TURN, "Your turn.", 0), Announcement(Subject.REFUSED, "No.", 0)]

    assert sounds_of(said, []) == [None, None]
