"""The player's own moves: checked, sent or prepared."""

import pytest
from attrs import evolve

from client.model import asking, moves
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.premove import Premove
from protocol.game.layout import Arm
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.events import (
    Paused,
    TileDrawn,
)
from protocol.log.refusals import Reason
from protocol.log.table import Stage, Table
from protocol.wire.messages import Do
from tests.client.at_table import (
    accepted,
    do_of,
    draw_game,
    duel,
    last_command,
    receive,
    refused,
    seated_model,
    texts,
    welcome,
)
from tests.protocol.table_notation import plays, round_of, tile_of

# Playing.


def test_a_tile_that_fits_one_end_needs_no_end_named() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))

    moves.play(model, tile_of("4-1"))

    assert last_command(model) == PlayTile(tile_of("4-1"), Arm.LEFT)


@pytest.mark.parametrize(
    ("hands", "line", "play", "arm", "reason"),
    [
        ("4-1 5-5 | ?", "3-1", "6-6", None, Reason.TILE_NOT_HELD),
        ("4-1 5-5 | ?", "3-1", "5-5", None, Reason.DOES_NOT_FIT),
        ("4-1 5-5 | ?", "3-1", "4-1", Arm.RIGHT, Reason.DOES_NOT_FIT),
        ("3-1 5-5 | ?", "3-1", "3-1", None, Reason.AMBIGUOUS_ARM),
    ],
)
def test_a_play_that_would_be_refused_is_not_sent(
    hands: str, line: str, play: str, arm: Arm | None, reason: Reason
) -> None:
    model = seated_model(duel(hands, line))

    outcome = moves.play(model, tile_of(play), arm)

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is reason
    assert not model.pending.outbox


def test_the_tile_that_must_lead_is_named_in_the_refusal() -> None:
    model = seated_model(round_of(hands="6-6 1-0 | ? | ? | ?", lead="6-6"))

    assert moves.play(model, tile_of("1-0")) == WhyNot("This round must be led with 6-6.", Reason.MUST_LEAD)


@pytest.mark.parametrize(
    ("table", "seat", "reason"),
    [
        (duel("4-1 | ?"), None, Reason.NOT_SEATED),
        (evolve(duel("4-1 | ?"), paused=True), 0, Reason.PAUSED),
        (evolve(duel("4-1 | ?"), stage=Stage.OVER), 0, Reason.MATCH_OVER),
        (evolve(duel("4-1 | ?"), stage=Stage.SEATING), 0, Reason.NOT_STARTED),
    ],
)
def test_no_move_is_sent_where_none_is_possible(table: Table, seat: int | None, reason: Reason) -> None:
    model = seated_model(table, seat)

    outcome = moves.play(model, tile_of("4-1"))

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is reason


def test_a_player_who_can_play_can_neither_draw_nor_knock() -> None:
    model = seated_model(draw_game("4-1 5-5 | ?", boneyard="? ?"))

    assert moves.draw(model) == WhyNot("You can play 4-1.", Reason.CAN_PLAY)
    assert moves.knock(model) == WhyNot("You can play 4-1.", Reason.CAN_PLAY)


def test_a_player_who_can_draw_cannot_knock() -> None:
    outcome = moves.knock(seated_model(draw_game("5-5 | ?", boneyard="? ?")))

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is Reason.CAN_DRAW


def test_a_second_play_waits_for_the_answer_to_the_first() -> None:
    model = seated_model(duel("4-1 5-1 | ? ?"))
    do = do_of(moves.play(model, tile_of("4-1")))

    assert isinstance(moves.play(model, tile_of("5-1")), WhyNot)
    refused(model, do, Reason.STALE)
    assert isinstance(moves.play(model, tile_of("5-1")), Do)


def test_a_refusal_is_announced_in_the_clients_words() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    do = do_of(moves.play(model, tile_of("4-1")))

    announcements = refused(model, do, Reason.STALE, "the log has gone on")

    assert announcements == [Announcement(Subject.REFUSED, "Too late: the table has changed. Look again.", 0)]


def test_ids_begin_with_the_run_and_are_never_reused() -> None:
    model = seated_model(duel("4-1 | ?"))

    ids = [do_of(asking.say(model, "hello")).id for _ in range(3)]

    assert ids == ["r-1", "r-2", "r-3"]


def test_a_daemon_that_does_not_answer_gets_only_so_many_commands() -> None:
    model = seated_model(duel("4-1 | ?"))
    outcomes = [asking.say(model, "hello") for _ in range(20)]

    assert [isinstance(outcome, Do) for outcome in outcomes] == [True] * 16 + [False] * 4


# Drawing until a tile fits is one action.


def test_drawing_continues_until_a_tile_fits_and_is_announced_once() -> None:
    table = draw_game("5-5 | ? ?", boneyard="4-4 3-0 2-2 2-0")
    model = seated_model(table)
    first = do_of(moves.draw(model))

    assert receive(model, TileDrawn(0, tile_of("4-4"))) == []
    assert accepted(model, first) == []
    second = model.pending.outbox[-1]
    assert isinstance(second, Do)
    assert second.command == DrawTile()
    assert second.id != first.id

    assert texts(receive(model, TileDrawn(0, tile_of("3-0")))) == ["You draw 4-4 and 3-0. 3-0 fits on the right."]
    accepted(model, second)
    assert model.pending.outbox[-1] is second


def test_if_only_one_tile_may_be_drawn_no_second_draw_is_sent() -> None:
    table = draw_game("5-5 | ? ?", boneyard="4-4 3-0 2-2", set={"draw": "one"})
    model = seated_model(table)
    do = do_of(moves.draw(model))

    assert texts(receive(model, TileDrawn(0, tile_of("4-4")))) == ["You draw 4-4. Still nothing fits: knock."]
    accepted(model, do)
    assert list(model.pending.outbox) == [do]


# Preparing.


def test_a_play_on_another_players_turn_is_prepared_and_sent_on_mine() -> None:
    table = duel("5-1 2-2 | 4-3 4-4", turn=0)
    model = seated_model(table, 1)

    assert moves.play(model, tile_of("4-3")) == Premove(tile_of("4-3"))
    assert not model.pending.outbox

    announcements = receive(model, *plays(table, 0, "5-1", "left"))
    assert last_command(model) == PlayTile(tile_of("4-3"), Arm.RIGHT)
    assert texts(announcements)[-1] == "Your prepared 4-3 is played on the right."


def test_a_play_prepared_before_the_lead_has_no_end_and_goes_where_it_fits() -> None:
    table = round_of(rules="cinq-et-trois", hands="4-1 2-2 | 4-3 6-6", turn=1)
    model = seated_model(table)

    assert moves.play(model, tile_of("4-1")) == Premove(tile_of("4-1"))
    receive(model, *plays(table, 1, "4-3"))

    assert last_command(model) == PlayTile(tile_of("4-1"), Arm.RIGHT)


def test_a_prepared_play_that_no_longer_fits_is_dropped_with_a_word() -> None:
    table = duel("6-3 2-2 | 4-3 4-4", turn=0)
    model = seated_model(table, 1)
    moves.play(model, tile_of("4-3"))

    announcements = receive(model, *plays(table, 0, "6-3"))

    assert not model.pending.outbox
    assert model.premoves.play is None
    assert announcements[-1] == Announcement(
        Subject.OWN, "Your prepared 4-3 is dropped. 4-3 does not fit: the ends are 1 and 6.", 1
    )


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("g1", "The host has sent the match again, from its beginning."),
        ("g2", "Another host goes on with the match."),
    ],
)
def test_a_prepared_play_that_is_gone_with_its_round_is_dropped_with_a_word(game: str, why: str) -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4", turn=0), 1)
    moves.play(model, tile_of("4-3"))
    model.connection_lost("it rained", 1.0)
    model.connection_opened()

    announcements = model.receive(welcome(game=game, seat=1, head=1))

    assert model.premoves.play is None
    assert texts(announcements) == [f"Your prepared 4-3 is dropped. {why}"]


def test_a_prepared_play_waits_while_the_game_is_paused() -> None:
    table = duel("5-1 2-2 | 4-3 4-4", turn=0)
    model = seated_model(table, 1)
    moves.play(model, tile_of("4-3"))

    receive(model, *plays(table, 0, "5-1", "left"), Paused(0))

    assert not model.pending.outbox
    assert model.premoves.play == Premove(tile_of("4-3"))


def test_a_play_that_does_not_fit_now_is_not_prepared() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 6-6", turn=0), 1)

    outcome = moves.play(model, tile_of("6-6"))

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is Reason.DOES_NOT_FIT
    assert model.premoves.play is None


def test_nothing_is_prepared_while_the_game_is_paused() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 6-6", turn=0), 1)
    receive(model, Paused(0))

    outcome = moves.play(model, tile_of("4-3"))

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is Reason.PAUSED
    assert model.premoves.play is None


def test_only_a_tile_that_is_held_can_be_prepared() -> None:
    model = seated_model(duel("5-1 | 4-3", turn=0), 1)

    outcome = moves.play(model, tile_of("6-6"))

    assert isinstance(outcome, WhyNot)
    assert outcome.reason is Reason.TILE_NOT_HELD


# Automatic knocking is a setting.


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_forced_knock_is_left_to_the_player_without_autoknock(by_itself: bool) -> None:
    table = duel("6-3 2-2 | 5-5 4-4", turn=0)
    model = seated_model(table, 1)
    model.settings.use("autoknock", by_itself)

    receive(model, *plays(table, 0, "6-3"))

    assert [isinstance(sent, Do) and sent.command == Knock() for sent in model.pending.outbox] == [True] * by_itself
