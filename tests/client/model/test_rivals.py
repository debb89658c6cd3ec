"""Two hosts of one match: which one counts, what each of its hosts reads, and how everybody goes to the right one."""

import pytest
from attrs import evolve

from client.actions.action import TakeOver
from client.actions.carry_out import carry_out
from client.lines.panel_text import panel_lines
from client.model.model import Model
from client.model.own_host import OwnHost
from client.panels import menu
from client.words import take_over_words
from client.words.say import say
from client.words.take_over_words import Proof, Successor
from protocol.log.commands import HostReady
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.messages import Do
from tests.client.at_table import idle_link, new_model, welcome
from tests.client.mixed_match import ANN
from tests.client.succeeded import NEW, begun_round, gone_on_with
from tests.played import entered, seen_from

KEY = "vbnm5-a7z33-34ywp-emt4v"
THERE, ONE_CARD = (Endpoint(Address(host, 5533)) for host in ("192.168.1.20", "fe80::1%7"))
BEN = Successor("Ben", JoinLink((THERE,), "elm", KEY), ("Cho",), Proof.PLAYER, "game-elm")


def hosting(found: Successor | None = None, *, is_drawn: bool = False) -> Model:
    """Ann, who hosts her match from the second round on."""
    model, entries = new_model(is_drawn=is_drawn), gone_on_with(entered(begun_round(2)), seat=0)
    model.session.sealer.restore([ANN.secret])
    model.receive(evolve(welcome(head=len(entries), seat=0, host=True), game=NEW))
    for entry in seen_from(0, entries):
        model.receive(entry)
    model.own_host, model.absent_host.found = OwnHost("http://localhost"), found
    return model


def test_the_host_that_does_not_count_leads_everybody_to_the_other_one_with_one_key() -> None:
    model = hosting(BEN)

    carry_out(TakeOver(), model, idle_link(model))

    (asked,) = (message for message in model.pending.outbox if isinstance(message, Do))
    assert asked.command == HostReady(f"http://192.168.1.20:5533/elm#k={KEY}", KEY, "game-elm")
    assert "Lead everybody to Ben, who goes on with this match" in " ".join(panel_lines(menu.panel(model)))


@pytest.mark.parametrize(
    "found",
    [None, BEN._replace(is_right=False), BEN._replace(proof=Proof.NOBODY)],
    ids=["nobody", "a host that counts less", "a host that proves nothing"],
)
def test_nobody_is_led_anywhere_else(found: Successor | None) -> None:
    model = hosting(found)

    carry_out(TakeOver(), model, idle_link(model))

    assert [message for message in model.pending.outbox if isinstance(message, Do)] == []
    assert "Lead everybody" not in " ".join(panel_lines(menu.panel(model)))


def test_a_host_that_others_could_not_reach_is_no_place_to_lead_them_to() -> None:
    model = hosting(BEN._replace(link=JoinLink((ONE_CARD,), "elm", KEY)))

    why_not = carry_out(TakeOver(), model, idle_link(model))

    assert getattr(why_not, "text", "") == say("take_over.not_reachable")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            BEN,
            "Ben goes on with this match, at 192.168.1.20: the key of the seat proves it. Cho is there, too, it says. T"
            " leads everybody there; until then your table goes on, too.",
        ),
        (
            BEN._replace(is_right=False, people=()),
            "Ben goes on with this match, at 192.168.1.20: the key of the seat proves it. Yours counts: Ben is told to"
            " come here.",
        ),
    ],
)
def test_each_host_reads_which_of_the_two_counts(found: Successor, said: str) -> None:
    assert take_over_words.hosts_too(found, is_drawn=True) == said


def test_of_a_host_that_proves_nothing_the_player_reads_just_that() -> None:
    said = take_over_words.hosts_too(BEN._replace(proof=Proof.NOBODY, name="Ann"), is_drawn=True)

    assert said.startswith("A host at 192.168.1.20 says that this match goes on there. Nothing proves it;")
    assert "it calls itself Ann." in said
    assert "Your table goes on, too. If you know that host, `fives join" in said


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        (Proof.PLAYER, "The match goes on with Ben, at 192.168.1.20. Go there? Y does that."),
        (Proof.OTHER_HISTORY, "The match goes on with Ben, at 192.168.1.20, from other moves. Go there? Y does that."),
        (
            Proof.NOBODY,
            "A host at 192.168.1.20 says that it has this match; nothing proves it. Go there? Y does that.",
        ),
    ],
)
def test_the_question_over_the_table_says_what_is_proved(proof: Proof, said: str) -> None:
    assert take_over_words.go_there_now(BEN._replace(proof=proof)) == said
