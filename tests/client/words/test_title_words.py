"""The title of the player's window."""

from attrs import evolve

from client.view.view import View
from client.words.title_words import notification, terminal_title, winners
from protocol.log.table import Stage
from tests.protocol.table_notation import round_of

TABLE = round_of(rules="cinq-et-trois", hands="5-3 5-1 | 4-1", line="5-1 l:1-1", turn=0)
OVER = evolve(TABLE, stage=Stage.OVER, won_by=(1,))


def test_on_my_turn_the_title_says_so() -> None:
    assert terminal_title(View(TABLE, 0), "oak") == "● your turn"
    assert notification(View(TABLE, 0)) == "Your turn: Cinq et Trois"


def test_otherwise_it_names_the_game_and_the_table() -> None:
    assert terminal_title(View(TABLE, 1), "oak") == "Cinq et Trois - oak"
    assert terminal_title(View(TABLE), "oak") == "Cinq et Trois - oak"
    assert terminal_title(View(evolve(TABLE, paused=True), 0), "oak") == "Cinq et Trois - oak"
    assert terminal_title(View(TABLE, 0), None) == "fives"


def test_at_the_end_it_names_the_winner() -> None:
    assert terminal_title(View(OVER, 0), "oak") == "Ben wins - Cinq et Trois"
    assert winners(View(OVER, 1)) == "You win"
    assert winners(View(evolve(OVER, won_by=(0, 1)), 1)) == "Ann and you share the win"
    assert winners(View(evolve(OVER, won_by=()), 1)) == ""
