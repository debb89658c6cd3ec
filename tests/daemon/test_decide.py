"""The events that a command causes, or the reason for its refusal: given a table, when a command, then events."""

from random import Random
from typing import Any

import pytest
from attrs import evolve as changed

from daemon.dealer import Dealer
from daemon.decide import Asker, decide
from protocol.game.layout import Arm
from protocol.game.levels import USUAL_LEVEL
from protocol.game.presets import PRESETS, make_rules
from protocol.game.table_options import Assist
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    Rematch,
    RemoveBot,
    Resume,
    Say,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.events import (
    Event,
    HintTaken,
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    Paused,
    Resumed,
    RoundDealt,
    RoundEnded,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Stage, Table, evolve, fold
from protocol.wire.messages import LONGEST_SAYING
from tests.protocol.table_notation import round_of, tile_of

HOST = Asker(0, "Ann", is_host=True)
ANN = Asker(0, "Ann")
BEN = Asker(1, "Ben")
SPECTATOR = Asker(None, "Eve")


def play(tile: str, arm: Arm | None = None) -> PlayTile:
    return PlayTile(tile_of(tile), arm)


def seating(*names: str | None, preset: str = "fives-and-threes") -> Table:
    """A table before its match with these people seated; `bot` seats a bot."""
    rules, seats = make_rules(PRESETS[preset])
    table = fold([TableOpened(preset, rules, seats, TableOptions())])
    for seat, name in enumerate(names):
        if name is not None:
            table = evolve(table, SeatTaken(seat, name, "club" if name == "bot" else None))
    return table


def decided(table: Table, asker: Asker, command: Command) -> tuple[Event, ...]:
    return decide(table, asker, command, Dealer(Random(7)))


def with_seat(table: Table, seat: int, **facts: Any) -> Table:
    seats = table.seats
    return changed(table, seats=(*seats[:seat], changed(seats[seat], **facts), *seats[seat + 1 :]))


# Moves.

TWO_FIT = round_of(rules="cinq-et-trois", hands="6-3 1-0 | 5-5", line="6-3")


def with_assist(assist: Assist) -> Table:
    """A table with this level of assistance, with the seat in turn."""
    return changed(TWO_FIT, options=TableOptions(assist=assist))


def test_a_tile_is_played_on_the_named_arm() -> None:
    table = round_of(rules="cinq-et-trois", hands="1-1 1-0 | 5-5", line="6-1")

    assert decided(table, ANN, play("1-1", Arm.LEFT)) == (TilePlayed(0, tile_of("1-1"), Arm.LEFT),)


def test_the_arm_may_be_omitted_when_only_one_end_fits() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-2 1-0 | 5-5", line="6-1")

    (played, *_) = decided(table, ANN, play("1-0"))

    assert played == TilePlayed(0, tile_of("1-0"), Arm.LEFT)


def test_a_score_follows_the_tile_that_made_it() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-4 1-0 | 5-5", line="6-5")

    assert decided(table, ANN, play("6-4")) == (
        TilePlayed(0, tile_of("6-4"), Arm.RIGHT),
        Scored(0, sum=9, play=3, knocks=0, chip_out=0, awarded=3),
    )


def test_the_last_tile_of_a_hand_brings_the_next_deal_in_the_same_batch() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 5-5", line="3-3")

    played, scored, ended, dealt = decided(table, ANN, play("6-3", Arm.LEFT))

    assert played == TilePlayed(0, tile_of("6-3"), Arm.LEFT)
    assert scored == Scored(0, sum=12, play=4, knocks=0, chip_out=1, awarded=5)
    assert isinstance(ended, RoundEnded)
    assert ended.how is HowRoundEnded.OUT
    assert isinstance(dealt, RoundDealt)
    assert (dealt.round, [len(hand) for hand in dealt.hands]) == (2, [7, 7])


def test_a_play_that_reaches_the_target_ends_round_and_match_and_deals_nothing() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-4 1-0 | 5-5", line="6-5", scores=(58, 3))

    *_, ended, won = decided(table, ANN, play("6-4"))

    assert isinstance(ended, RoundEnded)
    assert ended.how is HowRoundEnded.WON
    assert won == MatchWon(HowMatchWon.TARGET, (0,), (61, 3))


def test_a_seat_that_cannot_play_draws_the_next_tile_of_the_boneyard() -> None:
    table = round_of(rules="all-fives", hands="6-3 | 5-5", line="1-0", boneyard="4-2 4-1")

    assert decided(table, ANN, DrawTile()) == (TileDrawn(0, tile_of("4-2")),)


def test_a_draw_that_leaves_nobody_a_move_ends_the_round_and_the_next_is_dealt() -> None:
    table = round_of(rules="all-fives", hands="6-3 | 5-5", line="1-0", boneyard="4-2")

    drawn, ended, dealt = decided(table, ANN, DrawTile())

    assert drawn == TileDrawn(0, tile_of("4-2"))
    assert isinstance(ended, RoundEnded)
    assert (ended.how, ended.drawn) == (HowRoundEnded.BLOCKED, (tile_of("4-2"),))
    assert isinstance(dealt, RoundDealt)


def test_a_seat_that_can_neither_play_nor_draw_knocks() -> None:
    table = round_of(rules="fives-and-threes", hands="6-3 | 1-1 | 5-5 | 4-4", line="1-0")

    assert decided(table, ANN, Knock()) == (Knocked(0),)


def test_a_block_is_declared_after_everybody_knocked_when_the_rules_say_so() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-3 | 5-5", line="1-0", knocks=1)

    knocked, ended, dealt = decided(table, ANN, Knock())

    assert knocked == Knocked(0)
    assert isinstance(ended, RoundEnded)
    assert ended.how is HowRoundEnded.BLOCKED
    assert isinstance(dealt, RoundDealt)


# Seats before the match.


def test_taking_the_last_free_seat_starts_the_match() -> None:
    table = seating("Ann", preset="cinq-et-trois")

    taken, started, dealt = decided(table, Asker(None, "Ben", match=3), TakeSeat())

    assert (taken, started) == (SeatTaken(1, "Ben"), MatchStarted(3))
    assert isinstance(dealt, RoundDealt)
    assert dealt.round == 1


def test_a_spectator_takes_the_lowest_free_seat_or_the_one_named() -> None:
    table = seating("Ann", None, "Cho")

    assert decided(table, SPECTATOR, TakeSeat()) == (SeatTaken(1, "Eve"),)
    assert decided(table, SPECTATOR, TakeSeat(3)) == (SeatTaken(3, "Eve"),)


def test_a_player_may_leave_a_seat_before_the_match() -> None:
    assert decided(seating("Ann"), ANN, LeaveSeat()) == (SeatLeft(0),)


def test_a_start_fills_the_free_seats_with_bots_of_different_names() -> None:
    *seated, started, dealt = decided(seating("Ann", "Ben"), HOST, Start())

    bots = [event for event in seated if isinstance(event, SeatTaken)]
    assert [(bot.seat, bot.bot) for bot in bots] == [(2, USUAL_LEVEL), (3, USUAL_LEVEL)]
    assert len({"Ann", "Ben", *(bot.name for bot in bots)}) == 4
    assert started == MatchStarted(1)
    assert isinstance(dealt, RoundDealt)


def test_the_host_seats_a_bot_of_a_level_and_removes_it_again() -> None:
    table = seating("Ann")

    (taken,) = decided(table, HOST, AddBot(2, "casual"))

    assert isinstance(taken, SeatTaken)
    assert (taken.seat, taken.bot) == (2, "casual")
    assert decided(evolve(table, taken), HOST, RemoveBot(2)) == (SeatLeft(2),)


def test_a_bot_on_the_last_free_seat_starts_the_match() -> None:
    taken, started, dealt = decided(seating("Ann", preset="cinq-et-trois"), HOST, AddBot(1, "club"))

    assert isinstance(taken, SeatTaken)
    assert (started, type(dealt)) == (MatchStarted(1), RoundDealt)


def test_removing_a_person_before_the_match_leaves_a_free_seat() -> None:
    assert decided(seating("Ann", "Ben"), HOST, Kick(1)) == (SeatLeft(1),)


def test_the_host_changes_the_game_before_the_match_and_it_is_no_event_of_this_game() -> None:
    assert decided(seating("Ann", "Ben"), HOST, ChangeGame("all-fives", {"target": "250"}, 2)) == ()


# During the match.


def test_the_first_hint_of_a_turn_is_an_event_and_a_second_is_not() -> None:
    assert decided(TWO_FIT, ANN, TakeHint()) == (HintTaken(0),)
    assert decided(evolve(TWO_FIT, HintTaken(0)), ANN, TakeHint()) == ()


def test_a_bot_takes_over_the_seat_and_name_of_a_player_removed_during_the_match() -> None:
    assert decided(TWO_FIT, HOST, Kick(1)) == (SeatTaken(1, TWO_FIT.seats[1].name or "", USUAL_LEVEL),)


def test_the_host_seats_a_stand_in_for_an_absent_player() -> None:
    assert decided(TWO_FIT, HOST, AddBot(1, "casual")) == (StandInSeated(1, "casual"),)


def test_play_is_paused_and_continues() -> None:
    assert decided(TWO_FIT, HOST, Pause()) == (Paused(0),)
    assert decided(evolve(TWO_FIT, Paused(0)), HOST, Resume()) == (Resumed(0),)


def test_a_match_is_abandoned_with_its_current_scores() -> None:
    table = changed(TWO_FIT, scores=(12, 30))

    assert decided(table, HOST, EndMatch()) == (MatchAbandoned((12, 30)),)
    assert decided(evolve(table, Paused(0)), HOST, EndMatch()) == (MatchAbandoned((12, 30)),)


def test_a_rematch_is_allowed_after_the_match_and_is_no_event_of_this_game() -> None:
    over = evolve(TWO_FIT, MatchWon(HowMatchWon.TARGET, (0,), (61, 3)))

    assert decided(over, BEN, Rematch()) == ()


def test_anybody_may_chat_at_any_stage_and_escapes_are_removed() -> None:
    for table in (seating("Ann"), TWO_FIT, evolve(TWO_FIT, Paused(0))):
        assert decided(table, SPECTATOR, Say(" hello\x1b[31m\n all ")) == (Said(None, "Eve", "hello all"),)


# Refusals.

LEAD = round_of(rules="fives-and-threes", hands="6-3 6-6 | 1-1 | 5-5 | 4-4", lead="6-6")
STUCK = round_of(rules="all-fives", hands="6-3 | 1-1", line="2-0", boneyard="4-2 4-1")
OVER = evolve(TWO_FIT, MatchWon(HowMatchWon.TARGET, (0,), (61, 3)))
ENDED = round_of(rules="cinq-et-trois", hands="6-3 | ", line="6-2", ended=HowRoundEnded.OUT)
FULL = changed(
    fold([SeatTaken(seat, name) for seat, name in enumerate("ABCD")], seating()),
    stage=Stage.SEATING,
)

REFUSALS: dict[str, tuple[Table, Asker, Command, Reason]] = {
    "a spectator plays": (TWO_FIT, SPECTATOR, play("6-3"), Reason.NOT_SEATED),
    "a spectator draws": (STUCK, SPECTATOR, DrawTile(), Reason.NOT_SEATED),
    "a spectator knocks": (TWO_FIT, SPECTATOR, Knock(), Reason.NOT_SEATED),
    "a spectator leaves a seat": (seating("Ann"), SPECTATOR, LeaveSeat(), Reason.NOT_SEATED),
    "a spectator wants a rematch": (OVER, SPECTATOR, Rematch(), Reason.NOT_SEATED),
    "a taken seat is taken": (seating("Ann"), SPECTATOR, TakeSeat(0), Reason.SEAT_OCCUPIED),
    "a bot for a taken seat": (seating("Ann", "Ben"), HOST, AddBot(1, "club"), Reason.SEAT_OCCUPIED),
    "a second stand-in": (with_seat(TWO_FIT, 1, stand_in="club"), HOST, AddBot(1, "club"), Reason.SEAT_OCCUPIED),
    "no seat is free": (FULL, SPECTATOR, TakeSeat(), Reason.TABLE_FULL),
    "a play before the match": (seating("Ann"), ANN, play("6-6"), Reason.NOT_STARTED),
    "a pause before the match": (seating("Ann"), HOST, Pause(), Reason.NOT_STARTED),
    "an end before the match": (seating("Ann"), HOST, EndMatch(), Reason.NOT_STARTED),
    "another game in the match": (TWO_FIT, HOST, ChangeGame("all-fives"), Reason.ALREADY_STARTED),
    "another game after the match": (OVER, HOST, ChangeGame("all-fives"), Reason.ALREADY_STARTED),
    "another game by a guest": (seating("Ann"), ANN, ChangeGame("all-fives"), Reason.NOT_ALLOWED),
    "another game by a guest who may begin": (
        seating("Ann"), ANN._replace(may_begin=True), ChangeGame("all-fives"), Reason.NOT_ALLOWED,
    ),
    "a game that does not exist": (seating("Ann"), HOST, ChangeGame("chess\x1b[2J"), Reason.NOT_ALLOWED),
    "rules that are not possible": (seating("Ann"), HOST, ChangeGame("all-fives", {"hand": 30}), Reason.NOT_ALLOWED),
    "fewer seats than people": (
        seating("Ann", "Ben", "Cho"), HOST, ChangeGame("all-fives", seats=2), Reason.NOT_ALLOWED,
    ),
    "a spectator shuts out spectators": (
        seating("Ann"), SPECTATOR._replace(is_host=True),
        ChangeGame("all-fives", options=TableOptions(spectators=False)), Reason.NOT_ALLOWED,
    ),
    "a seat is left in the match": (TWO_FIT, ANN, LeaveSeat(), Reason.ALREADY_STARTED),
    "a seat is taken in the match": (TWO_FIT, SPECTATOR, TakeSeat(), Reason.ALREADY_STARTED),
    "a seat is taken after the match": (OVER, SPECTATOR, TakeSeat(), Reason.ALREADY_STARTED),
    "a second start": (TWO_FIT, HOST, Start(), Reason.ALREADY_STARTED),
    "a bot leaves in the match": (with_seat(TWO_FIT, 1, bot="club"), HOST, RemoveBot(1), Reason.ALREADY_STARTED),
    "a bot for a bot in the match": (
        with_seat(TWO_FIT, 1, bot="club"), HOST, AddBot(1, "club"), Reason.ALREADY_STARTED,
    ),
    "out of turn": (TWO_FIT, BEN, play("5-5"), Reason.NOT_YOUR_TURN),
    "between rounds": (ENDED, ANN, play("6-3"), Reason.NOT_YOUR_TURN),
    "a tile of another player": (TWO_FIT, ANN, play("5-5"), Reason.TILE_NOT_HELD),
    "a tile that fits nowhere": (TWO_FIT, ANN, play("1-0"), Reason.DOES_NOT_FIT),
    "a tile on the wrong end": (
        round_of(rules="cinq-et-trois", hands="6-2 | 5-5", line="6-1"), ANN, play("6-2", Arm.LEFT), Reason.DOES_NOT_FIT,
    ),
    "a lead on an arm": (LEAD, ANN, play("6-6", Arm.LEFT), Reason.DOES_NOT_FIT),
    "a second lead": (TWO_FIT, ANN, play("6-3", Arm.START), Reason.DOES_NOT_FIT),
    "a narrow end where there is no spinner": (TWO_FIT, ANN, play("6-3", Arm.UP), Reason.DOES_NOT_FIT),
    "no arm where two fit": (TWO_FIT, ANN, play("6-3"), Reason.AMBIGUOUS_ARM),
    "another tile has to lead": (LEAD, ANN, play("6-3"), Reason.MUST_LEAD),
    "a double has to lead": (
        round_of(rules="fives-and-threes", set={"lead_tile": "any_double"}, hands="6-3 4-4 | 1-1 | 5-5 | 2-2"),
        ANN, play("6-3"), Reason.MUST_LEAD,
    ),
    "a knock although a tile fits": (TWO_FIT, ANN, Knock(), Reason.CAN_PLAY),
    "a draw although a tile fits": (
        round_of(rules="all-fives", hands="6-3 | 5-5", line="6-0", boneyard="4-2"), ANN, DrawTile(), Reason.CAN_PLAY,
    ),
    "a knock as the lead": (LEAD, ANN, Knock(), Reason.CAN_PLAY),
    "a knock although there is a boneyard": (STUCK, ANN, Knock(), Reason.CAN_DRAW),
    "a draw where nobody draws": (
        round_of(rules="cinq-et-trois", hands="6-3 | 5-5", line="2-0", boneyard="4-2"),
        ANN, DrawTile(), Reason.NOTHING_TO_DRAW,
    ),
    "a draw from an empty boneyard": (
        round_of(rules="all-fives", hands="6-3 | 0-0", line="2-0"), ANN, DrawTile(), Reason.NOTHING_TO_DRAW,
    ),
    "a draw from the reserve": (
        round_of(rules="all-fives", set={"reserve": 2}, hands="6-3 | 0-0", line="2-0", boneyard="4-2 4-1"),
        ANN, DrawTile(), Reason.NOTHING_TO_DRAW,
    ),
    "a second draw where one is drawn": (
        round_of(
            rules="all-fives", set={"draw": "one"}, hands="6-3 | 0-0", line="2-0", boneyard="4-2", has_drawn=True
        ),
        ANN, DrawTile(), Reason.NOTHING_TO_DRAW,
    ),
    "a play after the match": (OVER, ANN, play("6-3"), Reason.MATCH_OVER),
    "a pause after the match": (OVER, HOST, Pause(), Reason.MATCH_OVER),
    "a second end": (OVER, HOST, EndMatch(), Reason.MATCH_OVER),
    "sent away after the match": (OVER, HOST, Kick(1), Reason.MATCH_OVER),
    "a rematch before the match": (seating("Ann"), ANN, Rematch(), Reason.MATCH_NOT_OVER),
    "a rematch in the match": (TWO_FIT, ANN, Rematch(), Reason.MATCH_NOT_OVER),
    "a play in a pause": (evolve(TWO_FIT, Paused(0)), ANN, play("6-3", Arm.LEFT), Reason.PAUSED),
    "a second pause": (evolve(TWO_FIT, Paused(0)), HOST, Pause(), Reason.PAUSED),
    "no pause to end": (TWO_FIT, HOST, Resume(), Reason.NOT_PAUSED),
    "a start by a guest": (seating("Ann"), ANN, Start(), Reason.NOT_ALLOWED),
    "a bot by a guest": (seating("Ann"), ANN, AddBot(1, "club"), Reason.NOT_ALLOWED),
    "a bot sent off by a guest": (seating("Ann", "bot"), ANN, RemoveBot(1), Reason.NOT_ALLOWED),
    "a pause by a guest": (TWO_FIT, ANN, Pause(), Reason.NOT_ALLOWED),
    "an end of pause by a guest": (evolve(TWO_FIT, Paused(0)), ANN, Resume(), Reason.NOT_ALLOWED),
    "an end by a guest": (TWO_FIT, ANN, EndMatch(), Reason.NOT_ALLOWED),
    "a player removed by a guest": (TWO_FIT, ANN, Kick(1), Reason.NOT_ALLOWED),
    "the host sends itself away": (TWO_FIT, HOST, Kick(0), Reason.NOT_ALLOWED),
    "a bot is sent away": (seating("Ann", "bot"), HOST, Kick(1), Reason.NOT_ALLOWED),
    "nobody is sent away": (seating("Ann"), HOST, Kick(1), Reason.NOT_ALLOWED),
    "a person is no bot": (seating("Ann", "Ben"), HOST, RemoveBot(1), Reason.NOT_ALLOWED),
    "a second seat": (seating("Ann"), ANN, TakeSeat(2), Reason.NOT_ALLOWED),
    "nothing is said": (TWO_FIT, ANN, Say("\x1b[2J \u202e"), Reason.NOT_ALLOWED),
    "too much is said": (TWO_FIT, ANN, Say("a" * (LONGEST_SAYING + 1)), Reason.NOT_ALLOWED),
    "a hint where only legal plays are shown": (with_assist(Assist.LEGAL), ANN, TakeHint(), Reason.NOT_ALLOWED),
    "a hint where nothing is shown": (with_assist(Assist.NONE), ANN, TakeHint(), Reason.NOT_ALLOWED),
    "a hint where nothing fits": (
        round_of(rules="cinq-et-trois", hands="1-0 | 5-5", line="6-3"), ANN, TakeHint(), Reason.NOT_ALLOWED,
    ),
    "a hint from beside the table": (TWO_FIT, SPECTATOR, TakeHint(), Reason.NOT_SEATED),
    "a hint out of turn": (TWO_FIT, BEN, TakeHint(), Reason.NOT_YOUR_TURN),
    "a hint before the match": (seating("Ann"), ANN, TakeHint(), Reason.NOT_STARTED),
    "a hint in a pause": (evolve(TWO_FIT, Paused(0)), ANN, TakeHint(), Reason.PAUSED),
    "a hint after the match": (OVER, ANN, TakeHint(), Reason.MATCH_OVER),
    "a seat too far": (seating("Ann"), SPECTATOR, TakeSeat(4), Reason.NO_SUCH_SEAT),
    "a seat before the first": (seating("Ann"), SPECTATOR, TakeSeat(-1), Reason.NO_SUCH_SEAT),
    "a bot on no seat": (seating("Ann"), HOST, AddBot(2**53, "club"), Reason.NO_SUCH_SEAT),
    "a bot off no seat": (seating("Ann"), HOST, RemoveBot(-4), Reason.NO_SUCH_SEAT),
    "sent away from no seat": (TWO_FIT, HOST, Kick(-1), Reason.NO_SUCH_SEAT),
    "a bot of no level": (seating("Ann"), HOST, AddBot(1, "grandmaster"), Reason.NO_SUCH_LEVEL),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_a_command_is_refused(case: str) -> None:
    table, asker, command, reason = REFUSALS[case]
    chance = Random(7)
    before = chance.getstate()

    with pytest.raises(Refused) as refused:
        decide(table, asker, command, Dealer(chance))

    assert refused.value.reason is reason
    assert refused.value.detail
    assert chance.getstate() == before, "no chance is used up by what does not happen"


def test_every_reason_that_depends_only_on_the_table_is_tested_here() -> None:
    by_the_table_task = {
        Reason.COSTLY,
        Reason.STALE,
        Reason.ID_REUSED,
        Reason.TOO_FAST,
        Reason.STORE_FAILED,
    }
    by_the_house = {Reason.PLAYED_ELSEWHERE, Reason.NOT_KNOWN_ELSEWHERE}

    assert {reason for *_, reason in REFUSALS.values()} == set(Reason) - by_the_table_task - by_the_house


def test_chat_of_the_greatest_length_is_accepted() -> None:
    (said,) = decided(TWO_FIT, ANN, Say("a" * LONGEST_SAYING))

    assert isinstance(said, Said)
    assert len(said.text) == LONGEST_SAYING


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (ChangeGame("chess\x1b[2J"), r"^not_allowed: rules: there is no game called 'chess"),
        (ChangeGame("all-fives", {"target": "-1"}), "^not_allowed: target: '-1' is not valid: it takes 1 to"),
        (ChangeGame("all-fives", seats=2), "^not_allowed: seats: 3 people sit here, and 2 seats are too few for them"),
    ],
)
def test_a_refused_game_is_explained_as_for_a_new_table(change: ChangeGame, says: str) -> None:
    with pytest.raises(Refused, match=says) as refused:
        decided(seating("Ann", "Ben", "Cho"), HOST, change)

    assert "\x1b" not in str(refused.value)


def test_a_refusal_names_the_ends() -> None:
    with pytest.raises(Refused, match="1-0 does not fit: the ends are 3 and 6"):
        decided(TWO_FIT, ANN, play("1-0"))


def test_without_ends_a_refusal_says_how_to_lead() -> None:
    with pytest.raises(Refused, match="the table is empty: lay the lead"):
        decided(LEAD, ANN, play("6-6", Arm.LEFT))
