"""The machine to which a match is to go: what each front end says in place of whose turn it is, and who decides."""

import pytest

from client.actions.carry_out import to_confirm
from client.actions.panel import Menu, Scan
from client.actions.questions import answer
from client.actions.typed_commands import command_for, read_action
from client.model.absent_host import Continuing
from client.model.model import Model
from client.panels.by_name import BY_NAME
from protocol.log.commands import HandOver, TryHost
from protocol.log.refusals import Reason
from protocol.wire.messages import Do, NotAccepted
from protocol.wire.notices import HandOverNotice, ReachableNotice, TryHostNotice
from tests.client.at_table import seated_model
from tests.protocol.table_notation import round_of

PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5 | 2-2 3-3", line="6-6")
KEY = "vbnm5-a7z33-34ywp-emt4v"
LINK = f"http://192.168.1.20:5533/#k={KEY}"
CANNOT = ReachableNotice(1, False, (0,), (2,), ())


def waiting(*, host: bool = False, asked: int = 1, drawn: bool = False) -> Model:
    """Ann, while the table waits for Ben's machine, or for her own."""
    model = seated_model(PLAYING, is_host=host)
    model.is_drawn = drawn
    model.absent_host.can_host = True
    model.receive(HandOverNotice(asked, here=True))
    return model


def texts(model: Model, notice: TryHostNotice | ReachableNotice) -> list[str]:
    return [announcement.text for announcement in model.receive(notice)]


def test_what_the_match_waits_for_is_said_in_place_of_whose_turn_it_is() -> None:
    model = waiting()
    assert answer(model, "t") == ("The match is to go to Ben's machine.",)
    assert texts(model, TryHostNotice(1, LINK)) == [
        "Ben's machine is ready, at 192.168.1.20. Your program tries to reach it."
    ]
    assert answer(model, "t") == ("Everybody tries to reach Ben's machine.",)
    assert texts(model, CANNOT) == [
        "Cho does not reach Ben's machine. You do. The host decides.",
    ]
    assert answer(model, "t") == ("The host decides: Cho does not reach Ben's machine.",)
    assert texts(model, ReachableNotice(1, True, (0,), (2,), ())) == [
        "The match goes to Ben's machine all the same. Cho stays behind for now."
    ]
    assert answer(model, "t") == ("The match goes to Ben's machine now.",)
    model.receive(HandOverNotice(None, here=False))
    assert "turn" in answer(model, "t")[0]


def test_the_host_decides_in_the_menu_or_by_a_typed_command_and_is_asked_before() -> None:
    model = waiting(host=True)
    model.receive(TryHostNotice(1, LINK))
    anyway = HandOver(1, anyway=True)
    assert to_confirm(model, anyway) != "Cho does not reach Ben's machine. Go on there all the same?"
    model.receive(CANNOT)

    labels = [
        choice.label for block in BY_NAME["menu"](model).blocks if isinstance(block, Menu) for choice in block.choices
    ]
    assert "Let Ben go on hosting all the same, without Cho" in labels
    assert "Leave this match at its host" in labels
    assert to_confirm(model, anyway) == "Cho does not reach Ben's machine. Go on there all the same?"
    assert read_action(model, "handover", "Ben anyway") == anyway
    assert read_action(model, *command_for(anyway).split(" ", 1)) == anyway


def test_others_have_no_such_choice() -> None:
    model = waiting()
    model.receive(CANNOT)
    assert not model.may_decide


def test_who_hosts_next_reads_first_how_to_agree_and_then_who_does_not_reach_that_machine() -> None:
    model = waiting(asked=0)
    assert model.awaited_machine == "To host this match on your machine, type take over."
    model.absent_host.state = Continuing.STARTING
    assert model.awaited_machine == "Starting to host this match here ..."
    model.presence.next_host.is_tried = True
    assert model.awaited_machine == "The others try to reach your machine."
    model.receive(ReachableNotice(0, False, (1,), (2,), ()))
    assert model.awaited_machine == "Take over tries again: Cho does not reach your machine."


def test_a_browser_gets_the_link_and_its_code_to_try() -> None:
    model = waiting()
    model.is_page = True
    (said,) = texts(model, TryHostNotice(1, LINK))
    assert "http://192.168.1.20:5533/ in another tab" in said
    codes = [block.link for block in BY_NAME["who"](model).blocks if isinstance(block, Scan)]
    assert codes == ["http://192.168.1.20:5533/"]


def test_a_host_that_names_no_link_or_no_seat_says_nothing() -> None:
    for notice in (TryHostNotice(1, "javascript:alert(1)"), TryHostNotice(1, "192.168.1.20"), TryHostNotice(9, LINK)):
        assert texts(waiting(), notice) == []
    for found in (ReachableNotice(9, True, (), (), ()), ReachableNotice(1, False, (), (9,), ())):
        model = waiting()
        assert texts(model, found) == []
        assert not model.presence.next_host.waits_for_host


@pytest.mark.parametrize(
    "found",
    [
        ReachableNotice(1, False, (0,), (), ()),
        ReachableNotice(1, False, (0,), (2, 2, 2), ()),
        ReachableNotice(1, False, (2,), (2,), ()),
        ReachableNotice(1, False, (0,), (9,), ()),
    ],
)
def test_a_host_that_says_nothing_about_who_reaches_it_asks_for_no_decision(found: ReachableNotice) -> None:
    model = waiting(host=True)
    model.receive(TryHostNotice(1, LINK))
    assert texts(model, found) == []
    assert to_confirm(model, HandOver(1, anyway=True)) is not None
    assert answer(model, "t") == ("Everybody tries to reach Ben's machine.",)


def test_a_machine_that_is_not_tried_again_is_as_it_was() -> None:
    model = waiting(asked=0)
    model.absent_host.state = Continuing.STARTING
    next_host = model.presence.next_host
    next_host.is_offered()
    model.receive(ReachableNotice(0, False, (1,), (2,), ()))
    next_host.is_offered()
    model.ask(TryHost(LINK, KEY))
    asked = model.pending.outbox[-1]
    assert isinstance(asked, Do)

    said = model.receive(NotAccepted(asked.id, Reason.NOT_ALLOWED, "this machine has been tried 5 times"))

    assert "tried 5 times" in said[0].text
    assert answer(model, "t") == ("Take over tries again: Cho does not reach your machine.",)
