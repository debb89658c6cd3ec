"""The state of a client: announcements, the score sheet, and recovery from a lost connection."""

from random import Random

import pytest
from attrs import evolve

from client.actions.beginning import after_match
from client.model import asking, moves
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.presence import Clock
from client.model.status import InLobby, Joined, Lost
from client.screen.prompts import waiting
from protocol.game.layout import Arm
from protocol.log.commands import Say
from protocol.log.events import (
    Entry,
    Event,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    Paused,
    PlayerReturned,
    RoundEnded,
    Said,
    StandInSeated,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage, Table
from protocol.wire.messages import Accepted, Do, Tables, TableSummary
from protocol.wire.notices import (
    GraceNotice,
    MayBeginNotice,
    PresenceNotice,
    ReadmitNotice,
    RematchNotice,
    TurnNotice,
)
from protocol.wire.session import GapError
from tests.client.at_table import (
    AT,
    accepted,
    do_of,
    draw_game,
    duel,
    last_command,
    new_model,
    receive,
    seated_model,
    texts,
    welcome,
)
from tests.client.states import match_of
from tests.played import entered, seen_from
from tests.protocol.table_notation import opened_match, plays, random_match, round_of, tile_of

# Announcements.


def test_a_play_and_its_points_are_one_announcement() -> None:
    table = duel("5-3 1-0 | 3-2 6-6", line="5-1 l:1-1")
    model = seated_model(table, 1)

    announcements = receive(model, *plays(table, 0, "5-3"))

    assert texts(announcements) == [
        "Ann plays 5-3 on the right. Left double 1 counts 2, right 3: sum 5, 1 point.",
        "Your turn. 2 tiles.",
    ]


def test_all_draws_of_a_turn_are_one_announcement_made_with_the_next_event() -> None:
    table = draw_game("5-4 5-5 | 6-6 6-5", boneyard="4-4 3-0 2-2 2-0")
    model = seated_model(evolve_turn(table, 1), 0)
    drawing = TileDrawn(1, tile_of("4-4")), TileDrawn(1, tile_of("3-0"))

    assert receive(model, *drawing) == []
    assert texts(receive(model, TilePlayed(1, tile_of("3-0"), Arm.RIGHT)))[0] == (
        "Ben draws 2 tiles, having no 1 or 3; 2 left in the boneyard."
    )


def evolve_turn(table: Table, seat: int) -> Table:
    assert table.round is not None
    return evolve(table, round=evolve(table.round, turn=seat))


def test_the_turn_is_announced_once_everything_received_is_folded() -> None:
    table = duel("5-1 2-2 | 4-3 4-4", turn=0)
    model = seated_model(table, 1)

    announcements = receive(model, *plays(table, 0, "5-1", "left"))

    assert [announcement.subject for announcement in announcements] == [Subject.PLAY, Subject.TURN]
    assert model.settle() == []


WITH_A_BOT_FOR_A_TURN = StandInSeated(0, "club"), TilePlayed(0, tile_of("5-1"), Arm.LEFT), PlayerReturned(0)


def with_a_time_for_each_turn(table: Table) -> Table:
    return evolve(table, options=evolve(table.options, turn_time=30))


def test_when_my_time_is_up_the_bots_play_is_announced() -> None:
    model = seated_model(with_a_time_for_each_turn(duel("5-1 2-2 | 4-3 4-4")), 0)

    announcements = receive(model, *WITH_A_BOT_FOR_A_TURN)

    assert texts(announcements) == [
        "Your time is up: a bot plays this turn for you.",
        "You play 5-1 on the left. Left 5, right 3: sum 8, 1 under 9.",
        "Ben's turn.",
    ]
    assert announcements[1].short == "You 5-1 left: ends 5+3 = 8"


def test_a_player_whose_time_is_up_is_not_called_away() -> None:
    model = seated_model(with_a_time_for_each_turn(duel("5-1 2-2 | 4-3 4-4")), 1)
    model.receive(PresenceNotice(0, here=True))

    assert texts(receive(model, *WITH_A_BOT_FOR_A_TURN))[::2] == [
        "Ann's time is up: a bot plays this turn.",
        "Your turn. 2 tiles.",
    ]


def test_a_bot_stands_in_for_an_absent_player_until_they_are_back() -> None:
    model = seated_model(with_a_time_for_each_turn(duel("5-1 2-2 | 4-3 4-4")), 1)
    model.receive(PresenceNotice(0, here=False))

    said = texts(receive(model, StandInSeated(0, "club")))
    model.receive(PresenceNotice(0, here=True))
    said += texts(receive(model, PlayerReturned(0)))

    assert said == ["Ann is away: a bot plays meanwhile.", "Ann plays again."]


def test_who_is_back_after_the_match_plays_again_only_with_an_agreement() -> None:
    model = seated_model(with_a_time_for_each_turn(duel("5-1 2-2 | 4-3 4-4")), 1)
    model.receive(PresenceNotice(0, here=False))
    receive(model, StandInSeated(0, "club"), MatchAbandoned((0, 0)))

    said = texts(model.receive(PresenceNotice(0, here=True))) + texts(receive(model, PlayerReturned(0)))

    assert said == ["Ann is back."]


@pytest.mark.parametrize(("seat", "said"), [(0, "you"), (1, "Ann")])
def test_a_host_may_have_a_bot_play_for_a_player_who_is_present(seat: int, said: str) -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"), seat)
    model.receive(PresenceNotice(0, here=True))

    assert texts(receive(model, StandInSeated(0, "club"))) == [f"A bot plays for {said}."]


def test_the_round_s_end_is_not_announced_by_a_turn_that_never_came() -> None:
    game = random_match("cinq-et-trois", {"target": 61}, 2, Random(3))
    end = next(nth for nth, event in enumerate(game) if isinstance(event, RoundEnded))
    model = model_told(game[: end - 2], seat=1)

    assert Subject.TURN not in {announcement.subject for announcement in receive(model, *game[end - 2 : end + 1])}


def model_told(events: list[Event], seat: int | None = 0) -> Model:
    model = new_model()
    model.receive(welcome(head=len(events), seat=seat))
    for entry in seen_from(seat, entered(events)):
        model.receive(entry)
    model.settle()
    return model


def test_history_before_arrival_is_summed_up() -> None:
    game = random_match("cinq-et-trois", {}, 2, Random(3))
    model = new_model()
    model.receive(welcome(head=20))

    announcements = [new for entry in seen_from(0, entered(game[:20])) for new in model.receive(entry)]

    assert [announcement.subject for announcement in announcements] == [Subject.AWAY]
    assert announcements[0].text.startswith(
        "You sit at table oak: Cinq et Trois to exactly 61. With Ben. This is round 1."
    )
    assert len(model.sheet.log) > 5


def test_missed_events_are_announced_on_return() -> None:
    game = random_match("cinq-et-trois", {}, 2, Random(3))
    model = model_told(game[:12])
    model.connection_lost("it rained", 0.5)
    model.connection_opened()
    model.receive(welcome(start=13, head=18))

    announcements = [new for entry in seen_from(0, entered(game[:18]))[12:] for new in model.receive(entry)]

    assert [announcement.subject for announcement in announcements] == [Subject.AWAY]
    assert announcements[0].text.startswith("While you were away: ")


def test_if_nothing_was_missed_that_and_the_turn_are_announced_at_once() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))
    model.connection_opened()

    assert texts(model.receive(welcome(start=11, head=10)) + model.settle()) == [
        "You are back. Nothing happened while you were away.",
        "Your turn. 2 tiles.",
    ]


def test_a_skipped_number_is_a_gap() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    with pytest.raises(GapError):
        model.receive(Entry(12, AT, Knocked(0)))


def test_joining_and_leaving_are_announced_but_not_presence_on_arrival() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    assert model.receive(PresenceNotice(1, here=True)) == []
    assert texts(model.receive(PresenceNotice(1, here=False))) == ["Ben is away."]
    assert model.receive(PresenceNotice(99, here=False)) == []


def test_everybody_reads_that_a_seat_may_be_taken_back_by_name() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    assert texts(model.receive(ReadmitNotice(1, 600.0))) == [
        "Ben may come back by name: whoever joins as Ben within 10 minutes gets that seat."
    ]
    assert model.receive(ReadmitNotice(99, 600.0)) == []


def test_a_player_who_wants_a_rematch_is_announced_once() -> None:
    model = seated_model(evolve(duel("5-1 2-2 | 4-3 4-4"), stage=Stage.OVER))
    model.receive(PresenceNotice(1, here=True))

    assert texts(model.receive(RematchNotice(1, 30.0))) == [
        "The next match begins in 30 seconds at the latest. Ben wants to play again."
    ]
    assert model.receive(RematchNotice(1, 25.0)) == []
    assert texts(model.receive(RematchNotice(0, 25.0))) == ["You want to play again."]


def test_a_wish_for_the_same_deals_is_announced_and_can_change() -> None:
    model = seated_model(evolve(duel("5-1 2-2 | 4-3 4-4"), stage=Stage.OVER))
    model.receive(PresenceNotice(1, here=True))
    same = RematchNotice(1, 30.0, same_deals=True)

    assert texts(model.receive(same)) == [
        "The next match begins in 30 seconds at the latest. Ben wants to play the same deals again."
        " The deals are the same if everybody wants that."
    ]
    assert model.receive(same) == []
    assert after_match(model) == "Ben wants to play the same deals again."
    assert texts(model.receive(RematchNotice(1, 20.0))) == [
        "The next match begins in 20 seconds at the latest. Ben wants to play again."
    ]
    assert after_match(model) == "Ben wants to play again."


def test_an_agreement_to_a_rematch_ends_with_its_connection() -> None:
    model = seated_model(evolve(duel("5-1 2-2 | 4-3 4-4"), stage=Stage.OVER))
    model.receive(PresenceNotice(1, here=True))
    model.receive(RematchNotice(1, 30.0))

    model.receive(PresenceNotice(1, here=False))

    assert model.presence.agreed == set()


def test_the_clock_of_a_turn_is_the_callers_clock() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    model.receive(TurnNotice(0, seconds=30.0), now=100.0)

    assert model.clock is not None
    assert (model.clock.seat, model.clock.until) == (0, 130.0)


def test_only_my_own_time_for_a_turn_is_announced() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    assert model.receive(TurnNotice(0, seconds=30.0)) == [Announcement(Subject.TIME, "You have 30 seconds.", 0)]
    assert model.receive(TurnNotice(1, seconds=30.0)) == []


@pytest.mark.parametrize("stops", [StandInSeated(1, "club"), Paused(0), MatchAbandoned((0, 0))])
def test_the_clock_of_a_grace_stops_when_it_no_longer_applies(stops: Event) -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))
    assert texts(model.receive(GraceNotice(1, seconds=30.0))) == ["Unless Ben is back in 30 seconds, a bot takes over."]

    receive(model, stops)

    assert model.clock is None


@pytest.mark.parametrize(
    ("kind", "here", "runs_on"), [(GraceNotice, True, False), (TurnNotice, True, True), (TurnNotice, False, False)]
)
def test_a_clock_stops_when_its_player_leaves_or_returns(
    kind: type[GraceNotice | TurnNotice], here: bool, runs_on: bool
) -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))
    model.receive(kind(1, 30.0))

    model.receive(PresenceNotice(1, here=here))

    assert (model.clock is not None) == runs_on


def test_the_clock_of_a_turn_is_shown_before_that_of_an_absent_player() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))
    model.receive(TurnNotice(0, seconds=30.0))
    model.receive(GraceNotice(1, seconds=10.0))

    assert model.clock == Clock("turn", 0, 30.0)
    receive(model, *plays(model.table, 0, "5-1"))
    assert model.clock == Clock("grace", 1, 10.0)


def test_chat_is_kept_and_announced() -> None:
    model = seated_model(duel("5-1 2-2 | 4-3 4-4"))

    assert texts(receive(model, Said(1, "Ben", "hello"))) == ["Ben: hello"]
    assert [said.text for said in model.talk.chat] == ["hello"]


def test_the_tables_are_listed_and_the_client_waits_for_a_choice() -> None:
    model = new_model()

    announcements = model.receive(Tables((TableSummary("oak", "g", "all-fives", (), Stage.SEATING),)))

    assert isinstance(model.status, InLobby)
    assert texts(announcements) == ["oak: All Fives, waiting for players."]


def test_back_in_the_lobby_after_a_lost_connection_one_can_choose_again() -> None:
    model = new_model()
    tables = Tables((TableSummary("oak", "g", "all-fives", (), Stage.SEATING),))
    model.receive(tables)
    model.connection_lost("it rained", 0.5)
    assert asking.list_tables(model) is not None
    model.connection_opened()

    model.receive(tables)

    assert isinstance(model.status, InLobby)
    assert asking.list_tables(model) is None


def test_before_a_match_absent_players_are_announced_on_arrival() -> None:
    model = new_model()
    model.receive(welcome(head=3))
    receive(model, *opened_match("cinq-et-trois")[:3])

    assert texts(model.receive(PresenceNotice(1, here=False))) == [
        "Ben is away; the match waits until they return or leave the seat."
    ]
    assert waiting(model.view, model.here, begins=True) == "Waiting for Ben, away just now. Enter begins now."


# The sheet.


@pytest.mark.parametrize("preset", ["fives-and-threes", "playroom", "cinq-et-trois", "all-fives", "all-threes"])
def test_the_sheet_of_rounds_adds_up_to_the_scores(preset: str) -> None:
    game = random_match(preset, {}, None, Random(11))
    model = model_told(game, seat=None)

    totals = [sum(row.sides[side].total for row in model.sheet.rounds) for side in range(len(model.table.scores))]

    assert tuple(totals) == model.table.scores
    assert model.sheet.rounds[-1].scores == model.table.scores


# Losing the connection.


def test_unanswered_commands_are_sent_again_with_the_same_id_after_the_welcome() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    do = do_of(moves.play(model, tile_of("4-1")))
    model.pending.outbox.clear()  # it was sent
    model.connection_lost("it rained", 0.5)
    model.connection_opened()
    assert not model.pending.outbox

    model.receive(welcome(start=11, head=10))

    assert list(model.pending.outbox) == [do]


def test_a_command_without_a_connection_is_sent_once_after_the_welcome() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    model.connection_lost("it rained", 0.5)
    do = do_of(asking.say(model, "hello?"))
    assert not model.pending.outbox
    model.connection_opened()

    model.receive(welcome(start=11, head=10))

    assert list(model.pending.outbox) == [do]


def test_a_welcome_on_the_same_connection_sends_nothing_again() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    model.connection_opened()
    model.receive(welcome(start=11, head=10))
    do_of(asking.say(model, "hello"))
    model.pending.outbox.clear()

    model.receive(welcome(start=11, head=10))

    assert not model.pending.outbox


def test_commands_of_one_game_are_not_sent_to_the_next() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    moves.play(model, tile_of("4-1"))
    model.connection_lost("it rained", 0.5)
    model.connection_opened()

    announcements = model.receive(welcome(head=0, game="g2")) + model.settle()

    assert not model.pending.outbox
    assert not model.pending.is_waiting
    assert [announcement.subject for announcement in announcements].count(Subject.REFUSED) == 1


def test_an_answer_that_comes_twice_changes_nothing() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    do = do_of(asking.say(model, "hello"))
    accepted(model, do)

    assert model.receive(Accepted(do.id, 11)) == []


def test_a_lost_connection_is_announced_once() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))

    assert len(model.connection_lost("it rained", 0.5)) == 1
    assert model.connection_lost("it rained", 1.0) == []
    assert model.status == Lost("it rained", 1.0)


def test_a_rematch_on_the_same_connection_begins_a_new_sheet() -> None:
    game = random_match("cinq-et-trois", {}, 2, Random(3))
    model = model_told(game)
    again = opened_match("cinq-et-trois")
    model.receive(welcome(head=len(again), game="g2"))

    announcements = [new for entry in seen_from(0, entered(again)) for new in model.receive(entry)]

    assert isinstance(model.status, Joined)
    assert model.sheet.rounds == []
    assert isinstance(again[-1], MatchStarted)
    assert texts(announcements) == ["Match 1 begins: Cinq et Trois to exactly 61. With Ben."]


# The selection.


def test_the_selection_never_points_at_a_tile_that_is_gone() -> None:
    table = duel("4-1 5-5 | ? ?")
    model = seated_model(table)
    assert model.selection.tile == tile_of("4-1")

    receive(model, *plays(table, 0, "4-1"))

    assert model.selection.tile == tile_of("5-5")


def test_an_empty_chat_message_is_not_sent() -> None:
    model = seated_model(duel("4-1 | ?"))

    assert isinstance(asking.say(model, "\x1b[31m  "), WhyNot)
    assert isinstance(asking.say(model, "hi\x07"), Do)
    assert last_command(model) == Say("hi")


def test_the_end_of_a_match_is_announced_with_its_best_play() -> None:
    *before, last = entered(match_of("all-fives"))
    model = new_model()
    model.receive(welcome(head=len(before)))
    for entry in before:
        model.receive(entry)

    won, best = texts(model.receive(last))
    assert "the match with" in won
    assert best.startswith("Best play: ")


# Who begins.


def test_the_first_player_is_told_when_the_host_comes_and_goes() -> None:
    model = new_model()
    model.receive(welcome(may_begin=True))
    could = [model.may_begin]
    said = []
    for seat in (None, 0):
        said += texts(model.receive(MayBeginNotice(seat)))
        could.append(model.may_begin)

    assert could == [True, False, True]
    assert said == [
        "The host is here: the host begins.",
        "The host is not here: you can begin the match, and seat bots.",
    ]
    assert not model.is_host


def test_another_player_is_told_nothing_about_who_begins() -> None:
    model = new_model()
    model.receive(welcome(seat=1))

    assert texts(model.receive(MayBeginNotice(None)) + model.receive(MayBeginNotice(0))) == []
    assert not model.may_begin


def test_in_a_match_nobody_is_told_who_may_begin() -> None:
    model = seated_model(round_of(hands="? | ? | ? | ?", line="3-1"), may_begin=True)

    assert texts(model.receive(MayBeginNotice(None)) + model.receive(MayBeginNotice(0))) == []
    assert not model.may_begin


def test_at_another_table_nobody_is_away_who_was_away_at_the_last_one() -> None:
    model = seated_model(round_of(hands="? | ? | ? | ?", line="3-1"))
    model.receive(PresenceNotice(1, here=False))
    assert model.here == {1: False}
    model.receive(evolve(welcome(game="g2"), table="3-4"))

    assert model.here == {}
