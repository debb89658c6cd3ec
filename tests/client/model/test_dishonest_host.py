"""What a host can still do to a client that takes part in mixed deals, and no longer: the table of docs/deals.md.

Ann's client is on seat 0; the player on seat 1 is the host's own. The host knows every number that was given, shows
Ann whatever it likes, and chooses among deals that it has computed.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from protocol.game.presets import PRESETS, make_rules
from protocol.log import table as tables
from protocol.log.audit import audit
from protocol.log.deal import deal
from protocol.log.deal_count import count_deals
from protocol.log.dealing import mixed_deal
from protocol.log.events import (
    Event,
    MatchStarted,
    PlayerReturned,
    RoundDealt,
    Seals,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.mixing import Chain
from protocol.log.table import empty_table
from protocol.wire.messages import PROTOCOL, Welcome
from tests.client.dishonest_host import OPENED, DishonestHost
from tests.played import entered


@pytest.fixture
def host() -> DishonestHost:
    host = DishonestHost()
    host.begin()
    return host


def test_an_honest_deal_is_checked_after_its_round(host: DishonestHost) -> None:
    host.show(host.right_deal())
    host.play_round()

    assert host.ann.deals.alarms == []
    assert host.ann.about_deal == "Deal checked: mixed by you, Ben and the host."


# The host can no longer choose a deal, deal again, order the boneyard, or favour anybody.


def by_another_chain(host: DishonestHost) -> tuple[RoundDealt, str]:
    other = Chain("that the host likes better")
    return host.right_deal(own=other), other.link(1)


def by_another_chain_but_with_the_right_number(host: DishonestHost) -> tuple[RoundDealt, str]:
    return evolve(host.right_deal(own=Chain("liked better")), numbers=host.numbers()), host.own.link(1)


def with_another_number_of_its_own_player(host: DishonestHost) -> tuple[RoundDealt, str]:
    return host.right_deal((host.given[1], Chain("liked better").link(1))), host.own.link(1)


def with_a_later_number_of_its_own_player(host: DishonestHost) -> tuple[RoundDealt, str]:
    return host.right_deal((host.given[1], host.player.link(2))), host.own.link(1)


def without_ann(host: DishonestHost) -> tuple[RoundDealt, str]:
    return host.right_deal((None, host.player.link(1))), host.own.link(1)


def without_its_own_player(host: DishonestHost) -> tuple[RoundDealt, str]:
    return host.right_deal((host.given[1], None)), host.own.link(1)


def without_any_number(host: DishonestHost) -> tuple[RoundDealt, str]:
    return deal(host.table, Random(7)), host.own.link(1)


def with_a_number_that_ann_did_not_give(host: DishonestHost) -> tuple[RoundDealt, str]:
    return host.right_deal((Chain("not hers").link(1), host.player.link(1))), host.own.link(1)


def with_the_boneyard_in_another_order(host: DishonestHost) -> tuple[RoundDealt, str]:
    right = host.right_deal()
    return evolve(right, boneyard=right.boneyard[::-1]), host.own.link(1)


def with_better_tiles_for_its_own_player(host: DishonestHost) -> tuple[RoundDealt, str]:
    right = host.right_deal()
    (first, *others), taken = right.hands[1], right.boneyard[0]
    hand = tuple(sorted((taken, *others), reverse=True))  # type: ignore[type-var]
    return evolve(right, hands=(right.hands[0], hand), boneyard=(first, *right.boneyard[1:])), host.own.link(1)


def with_another_leader(host: DishonestHost) -> tuple[RoundDealt, str]:
    right = host.right_deal()
    return evolve(right, leader=1 - right.leader), host.own.link(1)


NOT_BOUND = "the number of seat 2 is not the one that its player was bound to"
NOT_FROM_NUMBERS = "the deal does not follow from the numbers of its players and the host"


@pytest.mark.parametrize(
    ("dealt", "fault"),
    [
        (by_another_chain, "the number of the host is not the one that the host was bound to"),
        (by_another_chain_but_with_the_right_number, NOT_FROM_NUMBERS),
        (with_another_number_of_its_own_player, NOT_BOUND),
        (with_a_later_number_of_its_own_player, NOT_BOUND),
        (without_ann, "the number of seat 1 is missing, although its player was there"),
        (without_its_own_player, "the number of seat 2 is missing, although its player was there"),
        (without_any_number, "the numbers of the deal are missing"),
        (with_a_number_that_ann_did_not_give, "the number of seat 1 is not the one that its player was bound to"),
        (with_the_boneyard_in_another_order, NOT_FROM_NUMBERS),
        (with_better_tiles_for_its_own_player, NOT_FROM_NUMBERS),
        (with_another_leader, NOT_FROM_NUMBERS),
    ],
)
def test_a_deal_that_the_host_has_chosen_raises_an_alarm(
    host: DishonestHost, dealt: Callable[[DishonestHost], tuple[RoundDealt, str]], fault: str
) -> None:
    """The host could compute as many deals as it liked. It can show Ann one of them, but not for a mixed one."""
    chosen, number = dealt(host)
    host.show(chosen)
    host.play_round(number)

    assert any(fault in alarm for alarm in host.ann.deals.alarms)
    assert host.ann.about_deal == ""


def test_numbers_without_seals_raise_an_alarm_and_are_no_error(host: DishonestHost) -> None:
    """Nobody was bound, so the host could give any numbers: they prove nothing."""
    host.events, host.table = [], empty_table()
    host.ann.receive(Welcome(PROTOCOL, "fivesd", "oak", "g2", 0, "t", 1, 0))
    host.show(*OPENED, MatchStarted(1))
    host.show(host.right_deal((Chain("ann's?").link(1), host.player.link(1))))
    host.play_round()

    assert any("there are numbers, but nobody was bound to one" in alarm for alarm in host.ann.deals.alarms)


# It can still leave out its own player's number, which everybody sees; that is one other deal.


def test_a_host_with_its_own_player_has_one_other_deal_which_everybody_sees() -> None:
    seen = []
    for absent in ((), (1,)):
        host = DishonestHost()
        host.begin()
        host.show(*(StandInSeated(seat, "club") for seat in absent))
        numbers = host.numbers()
        chosen = host.right_deal((numbers[0], None) if absent else numbers)
        host.show(chosen, *map(PlayerReturned, absent))
        host.play_round()
        assert host.ann.deals.alarms == []
        seen.append((chosen.hands, count_deals(entered(host.events)).lacking))

    (hands, lacking), (others, also_lacking) = seen
    assert hands != others
    assert (lacking, also_lacking) == (0, 1)


def deals_of_a_host_with_two_of_three_players(ann: Chain) -> list[Event]:
    """The deals that it can compute when it knows Ann's number: one for each group of its own that it leaves out."""
    own, players = Chain("of the host"), (ann, Chain("its first player"), Chain("its second player"))
    rules, _ = make_rules(PRESETS["all-fives"], {}, 3)
    opened = TableOpened("all-fives", rules, 3, TableOptions(deals="mixed"))
    taken = (SeatTaken(seat, name) for seat, name in enumerate(("Ann", "Ben", "Cho")))
    start: list[Event] = [opened, *taken, MatchStarted(1, Seals(own.seal, tuple(chain.seal for chain in players)))]
    deals: list[Event] = []
    for absent in ((), (1,), (2,), (1, 2)):
        events: list[Event] = [*start, *(StandInSeated(seat, "club") for seat in absent)]
        numbers = tuple(None if seat in absent else chain.link(1) for seat, chain in enumerate(players))
        deals.append(mixed_deal(tables.fold(events), 1, own.link(1), numbers))
        assert audit(entered([*events, deals[-1], *map(PlayerReturned, absent)])) is None
    return deals


def test_a_host_with_all_players_but_one_chooses_only_whom_of_its_own_it_leaves_out() -> None:
    """One honest player is enough: none of these deals can be known before Ann's number."""
    deals, others = (deals_of_a_host_with_two_of_three_players(Chain(secret)) for secret in ("Ann's", "another"))

    assert len(set(map(str, (*deals, *others)))) == 8


def test_a_host_cannot_leave_out_whoever_gave_a_number_by_pretending_that_it_did_not_come(host: DishonestHost) -> None:
    host.show(StandInSeated(0, "club"), host.right_deal((None, host.player.link(1))), PlayerReturned(0))

    missing = "your number is missing in this deal, although the host had it"
    assert any(missing in alarm for alarm in host.ann.deals.alarms)


# Copied seals.


def test_a_copied_seal_cancels_nothing() -> None:
    """The host's player copies Ann's seal, and gives her number after her. The deal is still as random as her number:
    seat and order are hashed, so equal numbers are not taken away from each other."""
    hands = set()
    for nth in range(8):
        host = DishonestHost(secret=f"ann's secret {nth}")
        host.begin(seals=(host.ann_seal, host.ann_seal))
        chosen = host.right_deal((host.given[1], host.given[1]))
        host.show(chosen)
        host.play_round()
        assert host.ann.deals.alarms == []
        hands.add(chosen.hands)

    assert len(hands) == 8


def test_a_seal_for_my_seat_that_is_not_mine_raises_an_alarm_and_gets_no_number() -> None:
    host = DishonestHost()
    host.begin(seals=(Chain("of the host, for Ann's seat").seal, host.player.seal))

    assert host.given == {}
    assert any("a number for your seat that is not yours" in alarm for alarm in host.ann.deals.alarms)


# Old seals.


def test_a_game_that_begins_again_with_another_seal_of_the_host_raises_an_alarm(host: DishonestHost) -> None:
    """The host knows Ann's number, and looks for a chain of its own that makes a better deal with it."""
    known = host.given.copy()
    host.begin(own=Chain("liked better"))
    assert host.given == known
    host.show(host.right_deal())

    assert any("begins this deal anew after it has seen your number" in alarm for alarm in host.ann.deals.alarms)
    host.play_round()
    assert host.given == known, "it gets no more numbers"


@pytest.mark.parametrize("seat", [0, 1])
def test_an_old_seal_is_not_taken_again_in_the_same_game(host: DishonestHost, seat: int) -> None:
    """Its first numbers are known, so nobody would be bound to anything."""
    host.show(host.right_deal())
    old = (host.ann_seal, host.player.seal)[seat]
    host.play_round(seals=(old, None) if seat == 0 else (None, old))

    assert any(f"the seal of seat {seat + 1} was there before" in alarm for alarm in host.ann.deals.alarms)
    assert host.given.keys() == ({1} if seat == 0 else {1, 2})


def test_an_old_seal_is_not_answered_in_another_game(host: DishonestHost) -> None:
    """A number that was given in one game is worth nothing in another."""
    host.show(host.right_deal())
    host.play_round()
    known = host.given.copy()
    assert known.keys() == {1, 2}

    host.begin(game="g2", own=Chain("liked better"))
    host.show(StandInSeated(0, "club"), host.right_deal((None, host.player.link(1))), PlayerReturned(0))
    host.play_round()

    assert host.given == known
    assert any("a number for your seat that is not yours" in alarm for alarm in host.ann.deals.alarms)


def test_a_game_that_goes_on_under_another_id_with_the_same_entries_is_no_alarm(host: DishonestHost) -> None:
    """A damaged game is resumed like that. Its next deal is the same as before, so nobody gains a deal by it."""
    host.show(host.right_deal())
    host.play_round()
    events, wanted = host.events, host.right_deal()

    host.ann.connection_opened()
    host.ann.session.hello()
    host.ann.receive(Welcome(PROTOCOL, "fivesd", "oak", "g1, resumed", 0, "t", 1, len(events)))
    host.events, host.table, host.given = [], empty_table(), {}
    host.show(*events)

    assert host.right_deal() == wanted
    host.show(wanted)
    host.play_round()
    assert host.ann.deals.alarms == []


# Two games for two players.


def test_a_host_that_shows_two_players_different_games_cannot_give_them_the_same_words() -> None:
    def words(player: Chain) -> Any:
        host = DishonestHost(player=player)
        host.begin()
        host.show(host.right_deal())
        host.play_round()
        host.show(host.right_deal())
        return host.ann.deals.words.words

    assert len(words(Chain("one"))) == 4
    assert words(Chain("one")) == words(Chain("one"))
    assert words(Chain("one")) != words(Chain("another"))
