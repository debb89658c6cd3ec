"""The host changes the game of a table before its match: what a player there is told, and what stays."""

from collections.abc import Sequence

import pytest

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from protocol.game.options import Spelling
from protocol.log.commands import ChangeGame, Say
from protocol.log.events import Entry, Event, MatchStarted, Said, SeatTaken, TableOpened, TableOptions
from protocol.log.table import Stage
from protocol.wire.messages import Accepted
from protocol.wire.notices import PresenceNotice
from tests.client.at_table import AT, do_of, new_model, receive, texts, welcome
from tests.protocol.table_notation import rules_of

ANN, BEN = SeatTaken(0, "Ann"), SeatTaken(1, "Ben")


def opening(preset: str, set: dict[str, Spelling] | None = None, seats: int = 4) -> TableOpened:  # noqa: A002 - as --set
    return TableOpened(preset, rules_of(preset, set, seats), seats, TableOptions())


BEFORE = (opening("all-threes"), ANN, BEN)


def joined(model: Model, *log: Event, game: str = "g1", seat: int | None = 1, host: bool = False) -> list[Announcement]:
    """What is announced at a welcome to this game."""
    announcements = model.receive(welcome(head=len(log), seat=seat, game=game, host=host))
    for seq, event in enumerate(log, start=1):
        announcements += model.receive(Entry(seq, AT, event))
    return announcements + model.settle()


def after_change(*log: Event, seat: int | None = 1, was: int | None = 1, host: bool = False) -> Sequence[Announcement]:
    """What is announced when the game is changed to this one, before its match."""
    model = new_model()
    joined(model, *BEFORE, seat=was, host=host)
    return joined(model, *log, game="g2", seat=seat, host=host)


def test_everybody_is_told_which_game_it_is_now() -> None:
    log = (opening("all-fives", {"target": 250}), ANN, BEN)

    assert texts(after_change(*log)) == ["The host changes the game to All Fives to 250."]
    assert texts(after_change(*log, seat=None, was=None)) == ["The host changes the game to All Fives to 250."]
    assert texts(after_change(*log, seat=0, was=0, host=True)) == ["You change the game to All Fives to 250."]


def test_it_is_said_in_every_front_end_at_every_verbosity() -> None:
    (announcement,) = after_change(opening("all-fives"), ANN, BEN)

    assert announcement.subject is Subject.AWAY


@pytest.mark.parametrize(
    ("opened", "says"),
    [
        (opening("all-threes", {"hand": 5}), "The host changes the rules of All Threes to 100."),
        (opening("all-threes", {"partners": True}), "The host changes the rules of All Threes to 100. "),
        (opening("all-threes", seats=3), "The host changes the rules of All Threes to 100, 3 seats."),
        (opening("all-threes", {"target": 31}), "The host changes the game to All Threes to 31."),
    ],
)  # fmt: skip
def test_only_the_rules_of_the_same_game_can_be_changed(opened: TableOpened, says: str) -> None:
    (text,) = texts(after_change(opened, ANN, BEN))

    assert text.startswith(says)


def test_a_player_on_another_seat_is_told_which() -> None:
    (text,) = texts(after_change(opening("all-fives", seats=3), ANN, SeatTaken(2, "Ben"), seat=2))

    assert text == "The host changes the game to All Fives to 200, 3 seats. You sit on seat 3 now."


def test_a_match_that_begins_at_once_is_part_of_the_sentence() -> None:
    model = new_model()
    joined(model, *BEFORE)
    opened = opening("cinq-et-trois", seats=2)

    announced = joined(model, opened, ANN, BEN, MatchStarted(1), game="g2")

    assert model.table.stage is Stage.PLAYING
    assert texts(announced)[0].startswith("The host changes the game to Cinq et Trois to exactly 61, 2 seats.")


def test_what_was_said_before_stays_and_a_rematch_forgets_it() -> None:
    model = new_model()
    joined(model, *BEFORE)
    receive(model, Said(0, "Ann", "to 250?"))

    duel = (opening("all-fives", seats=2), ANN, BEN)
    joined(model, *duel, MatchStarted(1), game="g2")
    assert [said.text for said in model.talk.chat] == ["to 250?"]

    joined(model, *duel, MatchStarted(2), game="g3")
    assert not model.talk.chat


def test_a_player_who_comes_back_to_a_changed_game_is_told_where_they_sit() -> None:
    model = new_model()
    joined(model, *BEFORE)
    model.connection_lost("the network", 1.0)
    model.connection_opened()

    (text,) = texts(joined(model, opening("all-fives"), ANN, BEN, game="g2"))

    assert text.startswith("You sit at table oak: All Fives to 200.")


def test_who_is_here_is_learned_again_because_seats_may_have_changed() -> None:
    model = new_model()
    joined(model, *BEFORE, SeatTaken(3, "Cho"))
    model.receive(PresenceNotice(3, here=False))

    joined(model, opening("all-fives", seats=3), ANN, BEN, SeatTaken(2, "Cho"), game="g2")
    assert model.here == {}

    (text,) = texts(model.receive(PresenceNotice(2, here=False)))
    assert text.startswith("Cho is away")


def test_a_command_that_was_on_its_way_still_gets_its_answer() -> None:
    model = new_model()
    joined(model, *BEFORE, seat=0, host=True)
    change, say = do_of(model.ask(ChangeGame("all-fives"))), do_of(model.ask(Say("done")))

    joined(model, opening("all-fives"), ANN, BEN, game="g2", seat=0, host=True)
    assert model.pending.waiting == (ChangeGame("all-fives"), Say("done"))

    for do in (change, say):
        model.receive(Accepted(do.id, 3))
    assert not model.pending.waiting
