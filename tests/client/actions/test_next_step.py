"""The one thing to do now, and that Enter and the large button do it in every front end."""

import pytest

from client.actions.action import Action, TakeBack, TryNow
from client.actions.next_step import next_step
from client.model.premove import Premove
from client.model.selection import Selection
from client.model.status import Lost
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import Command, DrawTile, Knock, PlayTile, Rematch, Resume, Start
from protocol.log.events import Event, Paused
from protocol.log.table import Table
from protocol.wire.notices import RematchNotice
from tests.client.at_desk import at_table
from tests.client.at_lines import letters, sent
from tests.client.at_table import seated_model
from tests.client.states import before, match_of
from tests.client.three_handed import game, played
from tests.client.web.at_page import at_page
from tests.protocol.table_notation import round_of

MY_TURN = round_of(rules="all-fives", hands="6-4 2-1 | ? ?", line="6-5")
NOTHING_FITS = round_of(rules="all-fives", hands="4-4 2-1 | ? ?", line="6-5", boneyard="? ? ?")
NOTHING_TO_DRAW = round_of(rules="all-fives", hands="4-4 2-1 | ? ?", line="6-5")
OTHERS_TURN = round_of(rules="all-fives", hands="6-4 2-1 | ? ?", line="6-5", turn=1)
FITS, FITS_NOT = Selection(Tile(6, 4), Arm.LEFT), Selection(Tile(2, 1))


def step_of(table: Table, chosen: Selection = FITS, *, seat: int | None = 0) -> tuple[str, str, Action | None] | None:
    step = next_step(seated_model(table, seat), chosen)
    return None if step is None else (step.label, step.brief, step.action)


@pytest.mark.parametrize(
    ("table", "chosen", "step"),
    [
        (MY_TURN, FITS, ("Play 6-4", "play", PlayTile(Tile(6, 4), Arm.LEFT))),
        (MY_TURN, FITS_NOT, ("2-1 does not fit", "", PlayTile(Tile(2, 1)))),
        (MY_TURN, Selection(), ("Choose a tile", "", None)),
        (NOTHING_FITS, FITS_NOT, ("Draw a tile", "draw", DrawTile())),
        (NOTHING_TO_DRAW, FITS_NOT, ("Knock", "knock", Knock())),
        (OTHERS_TURN, FITS, ("Play 6-4 on my turn", "prepare", PlayTile(Tile(6, 4), Arm.LEFT))),
        (OTHERS_TURN, FITS_NOT, ("Play 2-1 on my turn", "", PlayTile(Tile(2, 1)))),
    ],
)
def test_what_to_do_during_a_round(table: Table, chosen: Selection, step: tuple[str, str, Action | None]) -> None:
    assert step_of(table, chosen) == step


def test_a_prepared_play_can_be_taken_back_where_no_other_tile_is_chosen() -> None:
    model = seated_model(OTHERS_TURN)
    model.premoves.play = Premove(Tile(6, 4), Arm.LEFT)

    step = next_step(model, Selection())

    assert step is not None
    assert (step.label, step.action) == ("Take back 6-4", TakeBack())


def test_a_spectator_has_nothing_to_do() -> None:
    assert step_of(MY_TURN, seat=None) is None


def test_without_a_connection_the_one_thing_is_to_try_again() -> None:
    model = seated_model(MY_TURN)
    model.status = Lost("the host closed the connection", 8.0)

    step = next_step(model, FITS)

    assert step is not None
    assert step.action == TryNow()


SEATING = match_of("all-fives")[:2]
PAUSED = (*game(), Paused(0))
OVER = match_of("all-fives")
DRAWS = before("all-fives", lambda table: table.turn == 0 and seated_model(table).view.choices().may_draw)
PLAYS = game(*played("6-6", "6-1", "6-5"))


@pytest.mark.parametrize(
    ("history", "is_host", "command"),
    [(SEATING, True, Start()), (PAUSED, True, Resume()), (OVER, False, Rematch()), (DRAWS, False, DrawTile())],
)
def test_enter_does_the_same_on_the_full_screen_and_on_the_page(
    history: tuple[Event, ...], *, is_host: bool, command: Command
) -> None:
    screen, page, tapped = (
        at_table(*history, host=is_host),
        at_page(*history, host=is_host),
        at_page(*history, host=is_host),
    )
    screen.press(*(["escape"] if screen.desk.lookbacks.is_behind_play else []), "enter")
    page.page.show("")
    page.press("key", "Enter")
    (order,) = {*tapped.buttons("actions", "order"), *tapped.buttons("waiting", "order")} & {
        "start", "resume", "rematch", "draw", "b",
    }  # fmt: skip
    tapped.press("order", order)
    if command == Start():  # which is asked first, as a seat is free and nobody else is there
        assert screen.pending == page.pending == tapped.pending == ()
        screen.press("y")
        page.press("confirm")
        tapped.press("confirm")

    assert screen.pending == page.pending == tapped.pending == (command,)


@pytest.mark.parametrize(("table", "command"), [(NOTHING_FITS, DrawTile()), (NOTHING_TO_DRAW, Knock())])
def test_enter_draws_or_knocks_in_line_mode(table: Table, command: Command) -> None:
    model = seated_model(table)

    letters(model).obey("")

    assert sent(model) == [command]


def test_who_has_agreed_to_another_match_has_nothing_more_to_do() -> None:
    player = at_table(*OVER)
    player.press("enter")
    player.take(player.model.receive(RematchNotice(0, 30.0)))

    player.press("enter")

    assert next_step(player.model) is None
    assert player.pending == (Rematch(),)
    assert "Enter" not in player.lines()[-1]
    assert "You want to play again." in player.sees()


def test_enter_agrees_to_another_match_in_line_mode_once_and_then_says_so() -> None:
    player = at_table(*OVER)
    model = player.model
    lines = letters(model)

    lines.obey("")
    model.receive(RematchNotice(0, 30.0))
    (line,) = lines.obey("").lines

    assert sent(model) == [Rematch()]
    assert line == "You want to play again."


@pytest.mark.parametrize("table", [MY_TURN, OTHERS_TURN])
def test_enter_says_whose_turn_it_is_in_line_mode_where_a_tile_has_to_be_chosen(table: Table) -> None:
    model = seated_model(table)

    (line,) = letters(model).obey("").lines

    assert "turn" in line
    assert sent(model) == []
