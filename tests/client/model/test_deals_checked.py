"""Deals checked by a client: what it says when all is well, and its alarms about the host and about its own seat."""

from typing import Any

import pytest
from attrs import evolve

from client.actions.questions import answer
from client.model.announcements import Announcement, Subject
from client.words import deal_words
from client.words.deal_words import Alarm
from client.words.leaving_words import HostedBy
from client.words.say import say
from daemon.table.next_deal import TIME_TO_REVEAL
from protocol.log.commands import Reveal
from protocol.log.events import (
    Event,
    MatchStarted,
    PlayedOn,
    PlayerReturned,
    RoundDealt,
    RoundEnded,
    Seals,
    StandInSeated,
    TilePlayed,
)
from protocol.log.statements import SeatKey, seat_key_of
from protocol.wire.messages import Accepted
from tests.client.at_table import texts, welcome
from tests.client.mixed_match import ANN, BEN, OPENING, first_of, follow, mixed_match, sealed_model
from tests.played import played_match


def about(subject: Subject, announcements: list[Announcement]) -> list[str]:
    return texts([announcement for announcement in announcements if announcement.subject is subject])


def with_event(events: list[Event], kind: type[Event], **changes: Any) -> list[Event]:
    """The events with this change of the first one of a kind."""
    at = first_of(events, kind)
    changed: Any = events[at]
    return [*events[:at], evolve(changed, **changes), *events[at + 1 :]]


@pytest.mark.parametrize(
    ("seat", "who"), [(0, "you, Ben and the host"), (1, "you, Ann and the host"), (None, "Ann, Ben and the host")]
)
def test_after_each_round_one_sentence_says_who_mixed_its_deal(seat: int | None, who: str) -> None:
    match = mixed_match()
    secret = BEN.secret if seat else ANN.secret

    announcements = follow(sealed_model(seat, secret), match)

    rounds = sum(isinstance(event, RoundEnded) for event in match)
    assert rounds > 1
    assert about(Subject.DEAL, announcements) == [f"Deal checked: mixed by {who}."] * rounds
    assert about(Subject.ALARM, announcements) == []


def test_a_page_gives_the_word_of_the_host_and_a_player_alone_has_nobody_elses() -> None:
    page, alone = sealed_model(), sealed_model()
    page.is_page, alone.hosted_by = True, HostedBy.PROGRAM

    follow(page, mixed_match())
    follow(alone, mixed_match())

    assert page.about_deal == "Deal checked by the host's page: mixed by you, Ben and the host."
    assert alone.about_deal == say("deal.how_alone")


def test_nothing_is_said_where_the_host_alone_dealt() -> None:
    assert about(Subject.DEAL, follow(sealed_model(), played_match("cinq-et-trois", seats=2))) == []


def test_what_came_with_the_welcome_is_checked_but_not_announced() -> None:
    match = mixed_match()
    model = sealed_model()
    model.session.goal = len(match)

    assert about(Subject.DEAL, follow(model, match)) == []
    assert model.about_deal


# Alarms about the host.


def test_a_deal_that_does_not_follow_raises_an_alarm_that_says_what_it_means_and_what_to_do() -> None:
    match = mixed_match()
    dealt, ended = match[first_of(match, RoundDealt)], match[first_of(match, RoundEnded)]
    assert isinstance(dealt, RoundDealt)
    assert isinstance(ended, RoundEnded)
    swapped = with_event(match, RoundDealt, boneyard=dealt.boneyard[::-1])
    swapped = with_event(swapped, RoundEnded, boneyard=ended.boneyard[::-1])
    model = sealed_model()

    (alarm,) = [one for one in follow(model, swapped) if one.subject is Subject.ALARM]

    assert "the deal does not follow from the numbers of its players and the host" in alarm.text
    assert say("deal.what_to_do") in alarm.text
    assert alarm.short.endswith(say("deal.in_brief"))
    assert model.deals.alarms == [alarm.text]
    assert model.about_deal == ""


def test_a_player_who_was_there_and_is_left_out_raises_an_alarm() -> None:
    match = with_event(mixed_match(), RoundDealt, numbers=(ANN.link(1), None))

    (alarm,) = about(Subject.ALARM, follow(sealed_model(), match))

    assert "the number of seat 2 is missing, although its player was there" in alarm


# Alarms about my own seat.


def dealt_without_me(match: list[Event]) -> list[Event]:
    """The deal of a match in which a bot stood in for seat 0."""
    dealt = match[OPENING]
    assert isinstance(dealt, RoundDealt)
    return [StandInSeated(0, "club"), evolve(dealt, numbers=(None, BEN.link(1))), PlayerReturned(0)]


def test_my_number_that_the_host_has_accepted_and_left_out_raises_an_alarm() -> None:
    match, model = mixed_match(), sealed_model()
    follow(model, match[:OPENING])
    model.pending.add_own(Reveal(1, ANN.link(1)), OPENING)
    model.receive(Accepted("r-1", OPENING))

    assert about(Subject.ALARM, follow(model, dealt_without_me(match))) == [deal_words.own_alarm(Alarm.LEFT_OUT)]


def test_my_number_that_came_too_late_raises_none() -> None:
    match, model = mixed_match(), sealed_model()
    follow(model, match[:OPENING])
    model.pending.add_own(Reveal(1, ANN.link(1)), OPENING)

    announcements = follow(model, dealt_without_me(match))

    assert about(Subject.ALARM, announcements) == []
    assert about(Subject.SEATS, announcements) == [deal_words.missing_part(model.view, 0)]


def test_a_seal_at_my_seat_that_i_did_not_make_raises_an_alarm() -> None:
    strange = with_event(mixed_match(), MatchStarted, seals=Seals("0" * 64, ("1" * 64, BEN.seal)))

    announcements = follow(sealed_model(), strange[:OPENING])

    assert about(Subject.ALARM, announcements) == [deal_words.own_alarm(Alarm.STRANGE_SEAL)]


@pytest.mark.parametrize(
    "strange",
    [SeatKey("1" * 64), SeatKey(seat_key_of(BEN.secret)), SeatKey(seat_key_of(ANN.secret), page=True)],
    ids=["made up", "of another player", "said to be a page's"],
)
@pytest.mark.parametrize("kind", [MatchStarted, RoundEnded])
def test_a_key_at_my_seat_that_i_did_not_make_raises_an_alarm(kind: type[Event], strange: SeatKey) -> None:
    match = with_event(mixed_match(), kind, seat_keys=(strange, None))

    announcements = follow(sealed_model(), match[: first_of(match, kind) + 1])

    assert about(Subject.ALARM, announcements) == [deal_words.own_alarm(Alarm.STRANGE_KEY)]


def test_my_own_key_and_those_of_others_raise_none() -> None:
    keys = (SeatKey(seat_key_of(ANN.secret)), SeatKey("1" * 64))
    match = with_event(mixed_match(), MatchStarted, seat_keys=keys)

    assert about(Subject.ALARM, follow(sealed_model(), match)) == []


def test_a_key_that_was_kept_beside_the_seat_or_is_from_before_this_connection_raises_none() -> None:
    match = with_event(mixed_match(), MatchStarted, seat_keys=(SeatKey(seat_key_of(ANN.secret)), None))
    for secrets, head in ([ANN.secret], OPENING - 1), (["another secret"], OPENING):
        model = sealed_model(secret="another secret")
        model.session.come_back_to("t1", secrets)
        model.connection_opened()
        model.receive(welcome(head=head))

        assert about(Subject.ALARM, follow(model, match[:OPENING])) == []


def test_a_seal_that_another_program_of_mine_may_have_made_before_this_connection_raises_none() -> None:
    model = sealed_model(secret="another secret")
    model.session.token = "t1"
    model.connection_opened()
    model.receive(welcome(head=OPENING))

    assert about(Subject.ALARM, follow(model, mixed_match()[:OPENING])) == []


def my_turn(match: list[Event]) -> int:
    """The place of the first tile that seat 0 plays."""
    return next(at for at, event in enumerate(match) if isinstance(event, TilePlayed) and event.seat == 0)


def test_a_tile_played_for_me_that_i_did_not_play_raises_an_alarm() -> None:
    match, model = mixed_match(), sealed_model()
    at = my_turn(match)
    follow(model, match[:at])

    alarms = about(Subject.ALARM, follow(model, match[at:], plays=False))

    assert alarms == [deal_words.own_alarm(Alarm.STRANGE_PLAY)], "each alarm is raised once"


def test_a_running_match_that_bots_are_said_to_play_on_raises_an_alarm() -> None:
    match, model = mixed_match(), sealed_model()
    at = my_turn(match)
    follow(model, match[:at])

    alarms = about(Subject.ALARM, follow(model, [PlayedOn("g0", 1, ("Ann", "Ben"), "club")]))

    assert alarms == [deal_words.own_alarm(Alarm.PLAYED_ON)]


def test_a_match_that_is_played_on_begins_with_that_and_raises_none() -> None:
    match, model = mixed_match(), sealed_model()
    history = [*match[: my_turn(match)], PlayedOn("g0", 0, ("Ann", "Ben"), "club")]
    model.receive(welcome(head=len(history)))

    assert about(Subject.ALARM, follow(model, history)) == []


def test_a_tile_that_i_have_asked_to_play_raises_none_even_before_the_answer() -> None:
    match, model = mixed_match(), sealed_model()
    at = my_turn(match)
    follow(model, match[:at])

    assert about(Subject.ALARM, follow(model, match[at : at + 1])) == []


def test_a_tile_that_a_stand_in_plays_or_that_was_played_before_the_welcome_raises_none() -> None:
    match = mixed_match()
    at = my_turn(match)
    stood_in, came_back = sealed_model(), sealed_model()
    follow(stood_in, [*match[:at], StandInSeated(0, "club")])
    came_back.session.token = "t1"
    came_back.connection_opened()
    came_back.receive(welcome(head=at + 1))

    assert about(Subject.ALARM, follow(stood_in, match[at : at + 1], plays=False)) == []
    assert about(Subject.ALARM, follow(came_back, match[: at + 1], plays=False)) == []


# Waiting for a deal.


def test_a_deal_that_waits_for_somebody_says_for_whom_but_not_at_once() -> None:
    model = sealed_model()
    follow(model, mixed_match()[:OPENING], now=100.0)

    assert model.deal_waits_for(101.0) is None
    waits_for = model.deal_waits_for(102.0)
    assert waits_for == (1,)
    brief = "Waiting for Ben's part of the deal."
    assert deal_words.waiting_for(model.view, waits_for, is_brief=True) == brief
    assert answer(model, "t", 102.0) == (f"{brief} In 10 s it goes on without.",)
    assert deal_words.TIME_TO_COME == TIME_TO_REVEAL
    follow(model, mixed_match()[OPENING : OPENING + 1], now=102.0)
    assert model.deal_waits_for(110.0) is None
