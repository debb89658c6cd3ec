"""A host that comes back: what its players hear about the match that has gone on elsewhere, and how they go there."""

import pytest
from attrs import evolve

from client.actions.carry_out import to_confirm
from client.lines.panel_text import panel_lines
from client.model.model import Model
from client.panels import menu, who
from client.words import take_over_words
from protocol.log.commands import HandOver
from protocol.wire.notices import PlaysAtNotice, PresenceNotice
from tests.client.at_table import seated_model, texts
from tests.protocol.table_notation import round_of

THERE = PlaysAtNotice(1, "http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v")
NEWS = "Ben plays this match at 192.168.1.20: it went on there while this host was away."
MENU = " The menu (x) has a way there, with everybody here. Until then this table goes on, too."


def hosting(*, is_host: bool = True, is_drawn: bool = False) -> Model:
    model = seated_model(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5 | 3-3 2-2"), is_host=is_host)
    model.is_drawn, model.session.table = is_drawn, evolve(model.session.table)
    return model


@pytest.mark.parametrize(
    ("model", "way"),
    [
        (hosting(), " Type handover Ben to go there, with everybody here. Until then this table goes on, too."),
        (
            hosting(is_drawn=True),
            " The menu (x) has a way there, with everybody here. Until then this table goes on, too.",
        ),
        (hosting(is_host=False), " The host of this table can take everybody there."),
    ],
)
def test_who_plays_where_is_said_once_and_the_host_hears_how_to_go_there(model: Model, way: str) -> None:
    assert texts(model.receive(THERE)) == [NEWS + way]
    assert model.receive(THERE) == []
    assert texts(model.receive(evolve(THERE, seat=2))) == ["Cho plays it there, too."]


def test_the_host_can_leave_the_match_to_that_host_after_a_question() -> None:
    model, label = hosting(), "Go on where Ben plays this match"
    model.presence.here = {1: False, 2: True}
    assert label not in panel_lines(menu.panel(model))

    model.receive(THERE)

    assert any(label in line for line in panel_lines(menu.panel(model)))
    assert NEWS in panel_lines(who.panel(model))
    question = "Leave this match to the host where Ben plays it? Everybody goes there, for good."
    assert to_confirm(model, HandOver(1)) == question
    model.receive(PresenceNotice(1, here=True))
    assert to_confirm(model, HandOver(1)) == take_over_words.hand_over_question(model.view, 1)


@pytest.mark.parametrize("notice", [PlaysAtNotice(0, THERE.text), PlaysAtNotice(7, THERE.text), PlaysAtNotice(1, "//")])
def test_what_makes_no_sense_is_not_said(notice: PlaysAtNotice) -> None:
    assert hosting().receive(notice) == []
