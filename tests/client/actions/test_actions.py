"""Typed commands, their results, and which of them must be confirmed."""

import pytest
from attrs import evolve

from client.actions.action import Action, Ask, AutoKnock, GoTo, Leave, NewTable, SeeTables, SharedAction
from client.actions.carry_out import carry_out, to_confirm
from client.actions.questions import answer
from client.actions.typed_commands import key_action, read_action
from client.actions.verbs.verb import Outcome
from client.model.checks import WhyNot
from client.model.model import Model
from client.words.say import say
from protocol.game.levels import USUAL_LEVEL
from protocol.log.commands import (
    AddBot,
    EndMatch,
    HandOver,
    Kick,
    LeaveSeat,
    Pause,
    Readmit,
    Rematch,
    RemoveBot,
    Start,
    TakeSeat,
)
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, Do, OpenTable
from protocol.wire.notices import PresenceNotice
from tests.client.at_table import idle_link, new_model, seated_model
from tests.protocol.table_notation import round_of

DUEL = round_of(rules="cinq-et-trois", hands="6-0 3-1 4-1 | ? ? ?", line="3-1")


def done(order: SharedAction, model: Model) -> Outcome:
    return carry_out(order, model, idle_link(model))


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("pause", Pause()),
        ("kick Ben", Kick(1)),
        ("handover Ben", HandOver(1)),
        ("handover 2 everything", HandOver(1, everything=True)),
        ("readmit Ben", Readmit(1)),
        ("bot 2", AddBot(1, USUAL_LEVEL)),
        ("bot 2 expert", AddBot(1, "expert")),
        ("sit", TakeSeat(None)),
        ("sit 2", TakeSeat(1)),
        ("join oak", GoTo("oak")),
        ("j oak plum tree", GoTo("oak", "plum tree")),
        ("j", SeeTables()),
        ("open", NewTable()),
        ("autoknock on", AutoKnock(True)),
        ("leave", Leave()),
        ("hand", Ask("w")),
        ("Z", Ask("z")),
        ("hello", None),
        ("nonsense", None),
    ],
)
def test_a_command_is_read_as_an_action(typed: str, wish: Action | None) -> None:
    word, _, rest = typed.partition(" ")

    assert read_action(seated_model(DUEL), word, rest) == wish


def test_an_invalid_command_is_refused_with_the_reason() -> None:
    model = seated_model(DUEL)

    for word, rest in (("kick", "nobody"), ("sit", "here"), ("sit", "9"), ("open", "chess"), ("autoknock", "")):
        assert isinstance(read_action(model, word, rest), WhyNot)
    assert read_action(new_model(), "pause") == WhyNot(say("refusal.not_at_a_table"))


def test_only_the_host_may_do_what_a_host_does() -> None:
    guest = done(EndMatch(), seated_model(DUEL))

    assert isinstance(guest, WhyNot)
    assert guest.reason is Reason.NOT_ALLOWED
    assert isinstance(done(EndMatch(), seated_model(DUEL, is_host=True)), Do)


@pytest.mark.parametrize("stage", list(Stage))
def test_who_may_begin_without_being_the_host_begins_before_a_match_and_seats_bots_between_matches(
    stage: Stage,
) -> None:
    model = seated_model(evolve(DUEL, stage=stage), may_begin=True)

    assert isinstance(done(Start(), model), Do if stage is Stage.SEATING else WhyNot)
    for wish in (AddBot(1, "club"), RemoveBot(1)):
        assert isinstance(done(wish, model), WhyNot if stage is Stage.PLAYING else Do)
    for not_theirs in (Pause(), Kick(1), EndMatch()):
        outcome = done(not_theirs, model)
        assert isinstance(outcome, WhyNot)
        assert outcome.text == "Only the host of the table can do that."


def test_others_learn_who_begins_where_no_host_is() -> None:
    outcome = done(Start(), seated_model(evolve(DUEL, stage=Stage.SEATING), seat=1))

    assert isinstance(outcome, WhyNot)
    assert outcome.text == (
        "Only the host of the table can do that; where there is none, the player on the first seat can."
    )


def test_an_action_sends_a_command_prints_an_answer_or_gives_a_reason() -> None:
    model = seated_model(DUEL)

    assert isinstance(done(Rematch(), model), WhyNot)
    assert isinstance(done(Rematch(), seated_model(evolve(DUEL, stage=Stage.OVER))), Do)


def test_who_has_agreed_can_still_ask_for_other_deals() -> None:
    model = seated_model(evolve(DUEL, stage=Stage.OVER))
    model.presence.agreed.add(0)

    assert isinstance(done(Rematch(), model), str)
    assert isinstance(done(Rematch(same_deals=True), model), Do)
    assert isinstance(done(LeaveSeat(), model), Do)
    assert done(SeeTables(), model) is None
    assert AskTables() in model.pending.outbox
    assert done(AutoKnock(True), model) == "Knock for me when nothing else is possible: on."
    assert model.settings.knocks


@pytest.mark.parametrize(
    "wish", [Leave(), NewTable(), OpenTable("all-fives"), GoTo("ash"), Kick(1), EndMatch(), HandOver(1)]
)
def test_actions_that_cost_a_match_or_a_seat_must_be_confirmed(wish: Action) -> None:
    assert to_confirm(seated_model(DUEL, is_host=True), wish) is not None


@pytest.mark.parametrize("wish", [Pause(), SeeTables(), GoTo("oak"), AddBot(1, "club"), AutoKnock(False)])
def test_no_other_action_must_be_confirmed(wish: Action) -> None:
    assert to_confirm(seated_model(DUEL, is_host=True), wish) is None


@pytest.mark.parametrize("wish", [Leave(), NewTable(), GoTo("ash"), EndMatch()])
def test_a_spectator_or_a_player_after_a_match_leaves_without_confirming(wish: Action) -> None:
    assert to_confirm(seated_model(DUEL, None), wish) is None
    assert to_confirm(seated_model(evolve(DUEL, stage=Stage.OVER), is_host=True), wish) is None


def test_actions_of_the_host_alone_are_refused_without_a_question() -> None:
    assert to_confirm(seated_model(DUEL), EndMatch()) is None
    assert to_confirm(seated_model(DUEL), Kick(1)) is None


def test_giving_a_seat_by_name_must_be_confirmed_if_its_player_is_away() -> None:
    model = seated_model(DUEL, is_host=True)
    model.receive(PresenceNotice(1, here=True))
    assert to_confirm(model, Readmit(1)) is None, "the daemon refuses it"
    model.receive(PresenceNotice(1, here=False))

    assert to_confirm(model, Readmit(1)) == (
        "Let Ben come back by name? For some minutes, whoever joins as Ben gets that seat and sees its tiles."
    )
    assert isinstance(done(Readmit(1), model), Do)


def test_a_play_that_was_not_prepared_cannot_be_dropped() -> None:
    assert read_action(seated_model(DUEL), "drop") == WhyNot("No play is prepared.")


def test_a_key_can_be_typed_as_a_letter_and_as_a_word() -> None:
    model = seated_model(DUEL)

    assert (key_action("w"), key_action("HAND"), key_action("pause")) == (Ask("w"), Ask("w"), None)
    assert answer(model, "e") == ("Tiles: you 3, Ben 3.",)
    assert answer(new_model(), "w") == (say("refusal.not_at_a_table"),)
