"""Reactions in the client: asked for if the table allows them, and shown like chat."""

from attrs import evolve

from client.actions.typed_commands import read_action
from client.model import asking
from client.model.announced_lines import lines_of
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.panels import reactions
from protocol.log.commands import React
from protocol.log.table import Table
from protocol.wire.notices import ReactionNotice
from tests.client.at_table import duel, last_command, seated_model
from tests.protocol.table_notation import round_of

WOW = React("wow")


def of_partners() -> Table:
    """A round that partners play."""
    return round_of(rules="fives-and-threes", set={"partners": "yes"}, hands="6-6 1-0 | ? | ? | ?")


def test_a_reaction_is_announced_as_a_line_of_chat_and_is_in_the_chat() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))
    (said,) = model.receive(ReactionNotice(1, "well_played"))

    assert said.subject is Subject.CHAT
    assert said.text == f"{model.table.seats[1].name}: Well played!"
    assert model.talk.chat[-1].text == "Well played!"


def test_line_mode_says_a_reaction_of_ones_own_too_because_it_was_chosen_by_a_number() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))

    assert lines_of(model.receive(ReactionNotice(0, "wow")), model, verbosity=1) == ["You: Wow!"]


def test_a_word_of_a_later_release_is_not_shown() -> None:
    assert seated_model(duel("4-1 5-5 | ? ?")).receive(ReactionNotice(1, "shrug")) == []


def test_a_player_chooses_one_of_six_words_or_types_one() -> None:
    model = seated_model(duel("4-1 5-5 | ? ?"))

    assert len(reactions.panel(model).choices) == 6
    assert read_action(model, "react", "Well Played") == React("well_played")
    assert isinstance(read_action(model, "react", "boo"), WhyNot)
    asking.react(model, WOW)
    assert last_command(model) == WOW


def test_in_a_round_of_partners_the_player_is_told_why_there_are_no_reactions() -> None:
    model = seated_model(of_partners())
    why = "Where partners play, reactions wait until the round is over."

    assert reactions.panel(model).choices == ()
    assert asking.react(model, WOW) == WhyNot(why)
    assert not isinstance(asking.react(seated_model(evolve(of_partners(), round=None)), WOW), WhyNot)


def test_a_spectator_cannot_react() -> None:
    watching = seated_model(duel("4-1 5-5 | ? ?"), seat=None)

    assert reactions.panel(watching).choices == ()
    assert asking.react(watching, WOW) == WhyNot("You are watching: only players can react.")
