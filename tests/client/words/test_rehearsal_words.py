"""Who reaches the machine of the next host, in sentences, for each of those who read it."""

import pytest

from client.view.view import View
from client.words import rehearsal_words, succession_words
from protocol.shared.firewall import Firewall
from protocol.shared.join_link import parse_link
from protocol.wire.notices import ReachableNotice
from tests.protocol.table_notation import round_of

TABLE = round_of(rules="all-fives", hands="5-3 6-0 | ? | ? | ?", line="5-1")
LINK = parse_link("http://192.168.1.20:5533/#k=vbnm5-a7z33-34ywp-emt4v")


def view(seat: int | None, *, is_drawn: bool = False) -> View:
    return View(TABLE, seat, is_drawn=is_drawn)


@pytest.mark.parametrize(
    ("seat", "can", "cannot", "unknown", "said"),
    [
        (0, (0, 2), (3,), (), "Dai does not reach Ben's machine. You and Cho do."),
        (2, (0, 2), (3,), (), "Dai does not reach Ben's machine. You and Ann do."),
        (3, (0, 2), (3,), (), "You do not reach Ben's machine. Ann and Cho do."),
        (1, (0,), (2, 3), (), "Cho and Dai do not reach your machine. Ann does."),
        (1, (), (0,), (), "Ann does not reach your machine."),
        (None, (0,), (), (3,), "Ann reaches Ben's machine. Whether Dai does cannot be known."),
        (0, (), (), (0, 3), "Whether you and Dai reach Ben's machine cannot be known."),
        (3, (), (), (3,), "Whether you reach Ben's machine cannot be known."),
        (0, (), (), (), ""),
    ],
)
def test_everybody_reads_who_reaches_the_machine(
    seat: int | None, can: tuple[int, ...], cannot: tuple[int, ...], unknown: tuple[int, ...], said: str
) -> None:
    assert rehearsal_words.who_reaches(view(seat), ReachableNotice(1, not cannot, can, cannot, unknown)) == said


FOUND = ReachableNotice(1, False, (0,), (3,), ())


def test_the_host_reads_how_to_decide_as_keys_or_as_words() -> None:
    assert "type handover Ben anyway, or decline" in rehearsal_words.host_decides(view(0), FOUND)
    assert "menu (x)" in rehearsal_words.host_decides(view(0, is_drawn=True), FOUND)
    question = "Dai does not reach Ben's machine. Go on there all the same?"
    assert rehearsal_words.go_anyway_question(view(0), FOUND) == question
    assert rehearsal_words.go_anyway_label(view(0), FOUND) == "Let Ben go on hosting all the same, without Dai"
    assert rehearsal_words.goes_anyway(view(3), FOUND) == (
        "The match goes to Ben's machine all the same. You stay behind for now."
    )


@pytest.mark.parametrize(
    ("firewall", "said"),
    [
        (Firewall.WINDOWS, "If Windows asks"),
        (Firewall.MACOS, "If macOS asks"),
        (Firewall.UFW, "sudo ufw allow 5533/tcp"),
        (Firewall.FIREWALLD, "sudo firewall-cmd --add-port=5533/tcp"),
        (Firewall.OFF, "let it allow TCP port 5533"),
        (Firewall.UNKNOWN, "let it allow TCP port 5533"),
    ],
)
def test_the_owner_reads_what_lets_the_others_in_on_that_system(firewall: Firewall, said: str) -> None:
    text = rehearsal_words.how_to_let_in(view(1, is_drawn=True), firewall, 5533)
    assert said in text
    assert text.endswith("T tries again.")


def test_a_browser_reads_the_link_that_it_can_try() -> None:
    said = rehearsal_words.try_yourself(view(3), 1, LINK)
    assert said.startswith("Ben's machine is ready. Whether your browser reaches it cannot be known.")
    assert "http://192.168.1.20:5533/ in another tab" in said


def test_on_arrival_the_past_is_said_to_be_the_same() -> None:
    assert [succession_words.same_history(rounds) for rounds in (0, 1, 3)] == [
        "It is the match that you have seen; no round had ended.",
        "Its first round is the one that you have seen, move by move.",
        "Its 3 rounds are those that you have seen, move by move.",
    ]
