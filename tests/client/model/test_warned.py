"""A warning before a play that certainly costs much: asked for, shown as a question, and over with the turn."""

from attrs import evolve

from client.model import moves
from client.model.announcements import Subject
from client.model.model import Model
from client.model.premove import Premove
from protocol.game.layout import Arm
from protocol.log.commands import PlayTile
from protocol.log.events import TableOptions, TilePlayed
from protocol.log.refusals import Reason
from tests.client.at_table import do_of, duel, last_command, receive, refused, seated_model
from tests.protocol.table_notation import tile_of

FOUR_ONE = PlayTile(tile_of("4-1"), Arm.LEFT)
WARNING = "4-1 may cost about 12 in 100 chances to win"


def at_careful_table(turn: int = 0) -> Model:
    """A player at a table that warns, who can play 4-1."""
    return seated_model(evolve(duel("4-1 5-5 | 3-3 ?", turn=turn), options=TableOptions(warnings=True)))


def warned() -> Model:
    """The same player, who has been warned of 4-1."""
    model = at_careful_table()
    refused(model, do_of(moves.play(model, FOUR_ONE.tile)), Reason.COSTLY, WARNING)
    return model


def test_a_play_asks_for_a_warning_only_where_the_table_gives_any() -> None:
    careful, other = at_careful_table(), seated_model(duel("4-1 5-5 | ? ?"))
    moves.play(careful, FOUR_ONE.tile)
    moves.play(other, FOUR_ONE.tile)

    assert last_command(careful) == evolve(FOUR_ONE, warn=True)
    assert last_command(other) == FOUR_ONE


def test_the_player_is_asked_and_learns_in_words_how_to_answer() -> None:
    model = at_careful_table()
    (said,) = refused(model, do_of(moves.play(model, FOUR_ONE.tile)), Reason.COSTLY, WARNING)

    assert said.subject is Subject.WARNING
    assert said.text == f"{WARNING}: play it anyway? Type y to play it, or play another tile."


def test_the_same_play_is_then_sent_as_meant() -> None:
    model = warned()
    moves.play(model, FOUR_ONE.tile)

    assert last_command(model) == FOUR_ONE


def test_the_question_ends_with_the_turn() -> None:
    model = warned()
    assert model.warned is not None

    receive(model, TilePlayed(0, FOUR_ONE.tile, Arm.LEFT))

    assert model.warned is None


def test_a_prepared_play_cannot_wait_for_an_answer_and_asks_for_no_warning() -> None:
    model = at_careful_table(turn=1)
    model.premoves.play = Premove(FOUR_ONE.tile)

    receive(model, TilePlayed(1, tile_of("3-3"), Arm.RIGHT))

    assert last_command(model) == FOUR_ONE


def test_a_player_who_cannot_be_asked_is_not_warned() -> None:
    """Lines from a pipe may have been written before the question."""
    model = at_careful_table()
    model.can_be_asked = False
    moves.play(model, FOUR_ONE.tile)

    assert last_command(model) == FOUR_ONE
