"""What a player asked for in a match that they have left: sent where it still fits, and otherwise they read so."""

from collections.abc import Sequence

import pytest
from attrs import evolve

from client.actions.carry_out import reply
from client.model import asking
from client.model.announcements import Subject
from client.model.model import Model
from client.model.pending import MOST_WAITING
from protocol.log.commands import Knock, Pause, Say
from protocol.log.events import Entry, Event, Said
from protocol.wire.messages import Accepted, Do, Tables
from protocol.wire.notices import HeldNotice
from protocol.wire.session import Session
from tests.client.at_table import do_of, new_model, welcome
from tests.client.succeeded import NEW, OLD, begun_round, gone_on_with
from tests.played import entered, seen_from

AT_OLD = [entry.event for entry in seen_from(0, entered(begun_round(2)))]
TYPED_LATER = "It is sent when the connection is back."
SENT_ONCE_IT_GOES_ON = "It is sent once the match goes on."
NOT_SAID = "Your message got no answer, and is not sent any more: "
DROPPED = "What you asked for last got no answer, and is not sent any more."


def comes(model: Model, events: Sequence[Event], game: str, *, held: bool = False) -> list[str]:
    """Let Ann come to a game on a new connection; returns what she reads of what was not done."""
    model.connection_opened()
    said = model.receive(evolve(welcome(head=len(events)), game=game, held=held))
    for entry in seen_from(0, entered(list(events))):
        said += model.receive(Entry(entry.seq, entry.at, entry.event))
    said += model.settle()
    return [announcement.text for announcement in said if announcement.subject is Subject.REFUSED]


def gone_on(*more: Event, at: Sequence[Event] = ()) -> list[Event]:
    """The match at the next host, with what was added there."""
    return [*(entry.event for entry in gone_on_with(entered(list(at or begun_round(2))))), *more]


def disconnected() -> Model:
    """Ann, who has lost the connection in the second round at the old host."""
    model = new_model()
    comes(model, AT_OLD, OLD)
    model.connection_lost("it rained", 0.5)
    return model


def says(model: Model, text: str) -> Do:
    """Have her type this while the connection is lost."""
    do = asking.say(model, text)
    assert reply(do, model) == TYPED_LATER
    return do_of(do)


def sent(model: Model) -> list[tuple[object, int]]:
    """What is sent, and after which entry."""
    return [(one.command, one.seq) for one in model.pending.outbox if isinstance(one, Do)]


def test_what_was_typed_without_a_connection_is_said_at_the_next_host_once() -> None:
    model = disconnected()
    do, events = says(model, "plum"), gone_on()
    model.change_table(None)

    assert comes(model, events, NEW) == []
    assert sent(model) == [(Say("plum"), len(events))]
    model.receive(Accepted(do.id, len(events) + 1))
    model.settle()
    assert not model.pending.is_waiting


def test_a_message_that_had_no_answer_and_came_into_the_log_is_not_said_again() -> None:
    model = new_model()
    comes(model, AT_OLD[:-5], OLD)
    for text in ("plum", "plum", "pear"):
        do_of(asking.say(model, text))
    model.connection_lost("it rained", 0.5)
    model.change_table(None)

    said = Said(0, "Ann", "plum")
    assert comes(model, gone_on(said, Said(1, "Ben", "pear")), NEW) == []

    assert [command for command, _ in sent(model)] == [Say("plum"), Say("pear")]


def test_the_same_game_gets_what_was_typed_again_as_it_was() -> None:
    """The player goes to another host, which does not have the match, and back: the host before may have had it."""
    model = disconnected()
    do, left = says(model, "plum"), model.session
    model.change_table(None)
    model.return_to(left)

    assert comes(model, AT_OLD, OLD) == []

    assert [*model.pending.outbox] == [do]


def test_a_match_that_is_held_is_told_nothing_until_it_goes_on() -> None:
    model, events = disconnected(), gone_on()
    says(model, "plum")
    model.change_table(None)

    comes(model, events, NEW, held=True)
    assert (sent(model), model.pending.is_waiting) == ([], True)

    model.receive(HeldNotice(here=False))
    model.settle()
    assert sent(model) == [(Say("plum"), len(events))]


def goes_on(model: Model) -> list[str]:
    """The match that was held goes on; returns what Ann reads of what was not done."""
    said = model.receive(HeldNotice(here=False)) + model.settle()
    return [announcement.text for announcement in said if announcement.subject is Subject.REFUSED]


def test_the_same_holds_when_the_player_comes_back_to_the_host_that_holds_it() -> None:
    model, events = new_model(), gone_on()
    comes(model, events, NEW, held=True)
    model.connection_lost("it rained", 0.5)
    do = says(model, "plum")

    model.connection_opened()
    model.receive(evolve(welcome(head=len(events)), game=NEW, held=True, from_=len(events) + 1))
    model.settle()
    assert (sent(model), model.pending.is_waiting) == ([], True)

    assert goes_on(model) == []
    assert [*model.pending.outbox] == [do]
    model.receive(Accepted(do.id, len(events) + 1))
    model.settle()
    assert not model.pending.is_waiting


def test_what_is_said_where_a_match_is_held_is_sent_once_it_goes_on_as_the_player_reads() -> None:
    model, events = new_model(), gone_on()
    comes(model, events, NEW, held=True)

    do = asking.say(model, "plum")
    assert reply(do, model) == SENT_ONCE_IT_GOES_ON
    assert sent(model) == []

    assert goes_on(model) == []
    assert sent(model) == [(Say("plum"), len(events))]


def test_what_is_said_where_a_match_is_held_goes_back_with_it_to_the_host_before() -> None:
    model, left = new_model(), Session("fives test", "Ann")
    comes(model, gone_on(), NEW, held=True)
    asking.say(model, "plum")
    model.return_to(left)

    assert comes(model, AT_OLD, OLD) == []
    assert sent(model) == [(Say("plum"), len(AT_OLD))]


def test_a_player_who_has_said_much_where_a_match_is_held_has_to_wait() -> None:
    model = new_model()
    comes(model, gone_on(), NEW, held=True)
    for number in range(MOST_WAITING):
        do_of(asking.say(model, f"plum {number}"))

    assert reply(asking.say(model, "one more"), model) == (
        "The host has not answered your last requests yet. Wait a moment."
    )
    assert goes_on(model) == []
    assert len(sent(model)) == MOST_WAITING


def test_a_match_that_comes_back_to_the_host_before_has_what_was_said_on_the_way() -> None:
    model, left = disconnected(), Session("fives test", "Ann")
    model.change_table(None)
    comes(model, gone_on(), NEW, held=True)
    model.connection_lost("it rained", 0.5)
    says(model, "plum")
    model.return_to(left)

    assert comes(model, AT_OLD, OLD) == []

    assert sent(model) == [(Say("plum"), len(AT_OLD))]


@pytest.mark.parametrize("is_typed_later", [True, False])
def test_a_move_is_not_made_in_a_round_that_is_dealt_again_and_the_player_reads_so(*, is_typed_later: bool) -> None:
    model = new_model()
    comes(model, AT_OLD, OLD)
    if is_typed_later:
        model.connection_lost("it rained", 0.5)
    model.ask(Knock())
    model.pending.outbox.clear()
    model.change_table(None)

    assert comes(model, gone_on(), NEW) == [DROPPED]
    assert (sent(model), model.pending.is_waiting) == ([], False)


def test_whatever_else_was_to_be_sent_later_is_named_too_and_what_a_program_asked_by_itself_is_not() -> None:
    model = disconnected()
    model.ask(Pause())
    model.change_table(None)
    assert comes(model, gone_on(), NEW) == [DROPPED]

    model.ask(Pause())
    model.connection_lost("it rained", 0.5)
    model.change_table(None)
    assert comes(model, begun_round(1), "another match") == []


def test_at_another_match_the_player_reads_what_was_not_said() -> None:
    model = disconnected()
    says(model, "plum")
    says(model, "pear")
    model.change_table("ash")

    assert comes(model, begun_round(1), "another match") == [f"{NOT_SAID}plum", f"{NOT_SAID}pear"]
    assert (sent(model), model.pending.is_waiting) == ([], False)
    assert model.settle() == []


def test_the_next_match_of_a_table_gets_nothing_that_was_meant_for_the_one_before() -> None:
    model = disconnected()
    says(model, "plum")

    assert comes(model, begun_round(1), "another match") == [f"{NOT_SAID}plum"]
    assert sent(model) == []


def test_who_is_at_no_table_any_more_reads_it_too() -> None:
    model = disconnected()
    says(model, "plum")
    model.change_table(None)
    model.receive(Tables(()))

    (announcement,) = model.drop_unsent()

    assert (announcement.subject, announcement.text) == (Subject.REFUSED, f"{NOT_SAID}plum")
    assert model.drop_unsent() == []
