"""A client's part in mixed deals: when it seals, and which number it gives for which round."""

from collections.abc import Sequence
from itertools import count

import pytest
from attrs import evolve as changed

from protocol.game.presets import make_rules, preset_named
from protocol.log.commands import Command, Reveal, Seal
from protocol.log.events import (
    Event,
    HostChanged,
    HowRoundEnded,
    MatchAbandoned,
    MatchStarted,
    PlayerReturned,
    RoundDealt,
    RoundEnded,
    Seals,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.mixing import Chain
from protocol.log.statements import SeatKey, seat_key_of
from protocol.log.table import Table, empty_table, evolve
from protocol.wire.sealer import Sealer
from tests.protocol.table_notation import hand_of, hands_of

HOST = Chain("the host's")
RULES, SEATS = make_rules(preset_named("cinq-et-trois"))


class Follower:
    """A client on seat 0, which has said hello."""

    def __init__(self, sealer: Sealer | None = None, *, comes_back: bool = False, deals: str | None = "mixed") -> None:
        numbers = count(1)
        self.sealer = sealer or Sealer(lambda: f"secret {next(numbers)}")
        self.sealed = self.sealer.seal_for_hello(comes_back=comes_back)
        self.seal = None if self.sealed is None else self.sealed.seal
        self.table: Table = empty_table()
        opened = TableOpened("cinq-et-trois", RULES, SEATS, TableOptions(deals=deals))
        self.follow(opened, SeatTaken(0, "Ann"), SeatTaken(1, "Ben"))

    def follow(self, *events: Event) -> "Follower":
        for event in events:
            self.sealer.note(self.table, 0, event)
            self.table = evolve(self.table, event)
        return self

    def owes(self) -> list[Command]:
        return self.sealer.owed(self.table, 0)


def sealed(secret: str) -> Seal:
    return Seal(Chain(secret).seal, SeatKey(seat_key_of(secret)))


SECRETS = {Chain(secret).seal: secret for secret in ("secret 1", "another secret")}


def started(*seals: str | None) -> MatchStarted:
    """The start of a match with these seals, and the keys that came with them."""
    return MatchStarted(1, Seals(HOST.seal, seals), keys_with(seals))


def keys_with(seals: Sequence[str | None]) -> tuple[SeatKey | None, ...]:
    return tuple(SeatKey(seat_key_of(SECRETS[seal])) if seal in SECRETS else None for seal in seals)


def dealt(round_: int, *numbers: str | None) -> RoundDealt:
    return RoundDealt(round_, hands_of("6-6 | 5-5"), hand_of("1-0"), 0, None, None, numbers)


def ended(round_: int, *seals: str | None) -> RoundEnded:
    hands, how = hands_of(" | 5-5"), HowRoundEnded.OUT
    new = (seals or None, keys_with(seals) or None)
    return RoundEnded(how, hands, hand_of("1-0"), (), None, 0, HOST.link(round_), *new)


def test_the_seal_comes_with_the_hello_and_the_number_when_it_is_in_the_log() -> None:
    ann = Follower()
    assert ann.seal == Chain("secret 1").seal
    assert ann.owes() == []

    ann.follow(started(ann.seal, None))

    assert ann.owes() == [Reveal(1, Chain("secret 1").link(1))]
    assert ann.owes() == [], "a number is given once on a connection"


def test_a_seal_offered_before_the_player_asked_for_a_new_seat_is_known_in_the_log() -> None:
    sealer = Sealer(lambda: "secret 1")
    sealer.seal_for_hello(comes_back=False)  # the host has no table yet
    sealer.restore([])
    client = Follower(sealer)

    client.follow(started(client.seal, None))

    assert sealer.has_made(client.seal or "")
    assert client.owes() == [Reveal(1, Chain("secret 1").link(1))]


def test_each_round_has_the_next_number() -> None:
    ann, chain = Follower(), Chain("secret 1")
    ann.follow(started(ann.seal, None), dealt(1, chain.link(1), None), ended(1))
    assert ann.owes() == [Reveal(2, chain.link(2))]

    ann.follow(dealt(2, chain.link(2), None), ended(2))
    assert ann.owes() == [Reveal(3, chain.link(3))]


def test_a_missed_deal_counts() -> None:
    ann, chain = Follower(), Chain("secret 1")
    ann.follow(started(ann.seal, None), StandInSeated(0, "club"), dealt(1, None, None))
    assert ann.owes() == [], "a bot plays for this seat"

    ann.follow(PlayerReturned(0), ended(1))
    assert ann.owes() == [Reveal(2, chain.link(2))]


@pytest.mark.parametrize("deals", ["mixed", None])
def test_a_client_gives_nothing_where_it_does_not_take_part(deals: str | None) -> None:
    """Neither without secrets, nor at a daemon of an older release, which does not say who deals."""
    ann = Follower(Sealer() if deals else None, deals=deals)
    ann.follow(MatchStarted(1))

    assert (ann.seal is None) == (deals is not None)
    assert ann.owes() == []


def test_a_seal_that_this_client_has_not_given_is_not_answered() -> None:
    """Its numbers may be known: a host could show the seal of an earlier game again."""
    ann = Follower()
    ann.follow(started(Chain("an earlier game's").seal, None))

    assert ann.owes() == [], "its own seal is with the daemon, and counts from the next deal on"
    ann.follow(dealt(1, None, None), ended(1, ann.seal, None))
    assert ann.owes() == [Reveal(2, Chain("secret 1").link(1))]


def test_after_a_match_there_is_a_seal_for_the_next_one() -> None:
    ann = Follower()
    ann.follow(started(ann.seal, None), dealt(1, None, None), MatchAbandoned((0, 0)))

    assert ann.owes() == [sealed("secret 2")]
    assert ann.owes() == []


def test_whoever_comes_back_goes_on_with_the_secrets_that_were_kept() -> None:
    ann, chain = Follower(), Chain("secret 1")
    log = (started(ann.seal, None), dealt(1, chain.link(1), None), ended(1))
    again = Sealer(lambda: "another secret")
    again.restore(ann.sealer.secrets)

    back = Follower(again, comes_back=True).follow(*log)

    assert back.seal is None
    assert back.owes() == [Reveal(2, chain.link(2))]


def test_a_chain_of_an_earlier_game_is_neither_offered_nor_answered_again() -> None:
    """Its numbers are known. A host could show its seal again, or wait for somebody who comes back with it."""
    ann, chain = Follower(), Chain("secret 1")
    ann.follow(started(ann.seal, None), dealt(1, chain.link(1), None), ended(1))
    for seal in (chain.seal, None):
        again = Sealer(lambda: "another secret")
        again.restore(ann.sealer.secrets, "the first game")
        back = Follower(again, comes_back=True)
        again.begin("the second game")

        back.follow(started(seal, Chain("Ben's").seal))
        assert back.owes() == [sealed("another secret")]


def test_in_a_game_that_follows_without_a_pause_the_chain_of_the_last_one_is_not_offered_again() -> None:
    ann = Follower()
    ann.follow(started(ann.seal, None))
    back = Follower(ann.sealer, comes_back=True)
    ann.sealer.begin("the second game")

    back.follow(started(None, Chain("Ben's").seal))
    assert back.owes() == [sealed("secret 2")]


def test_whoever_comes_back_without_them_seals_for_the_deal_after_the_next() -> None:
    ann = Follower()
    log = (started(ann.seal, None), dealt(1, Chain("secret 1").link(1), None), ended(1))

    back = Follower(Sealer(lambda: "another secret"), comes_back=True).follow(*log)
    assert back.seal == Chain("another secret").seal
    assert back.owes() == []

    back.follow(dealt(2, None, None), ended(2, back.seal, None))
    assert back.owes() == [Reveal(3, Chain("another secret").link(1))]


# The key of the seat.


def with_key(secret: str, *, page: bool = False) -> MatchStarted:
    """The start of a match that the host alone deals, with this key at the client's seat."""
    return MatchStarted(1, seat_keys=(SeatKey(seat_key_of(secret), page), None))


def test_the_key_comes_with_the_seal_of_the_same_secret_also_where_the_host_alone_deals() -> None:
    ann = Follower(deals="host")
    assert ann.sealed == sealed("secret 1")

    ann.follow(with_key("secret 1"))

    assert ann.owes() == []
    assert ann.sealer.seat_secret == "secret 1"


def test_whoever_was_away_at_the_start_gives_a_key_for_the_next_round() -> None:
    ann = Follower(deals="host")
    again = Sealer(lambda: "another secret")
    again.restore(ann.sealer.secrets)

    assert Follower(again, comes_back=True, deals="host").follow(MatchStarted(1)).owes() == [sealed("another secret")]


def test_a_key_of_an_earlier_game_is_not_given_for_another_one() -> None:
    """The secrets of that game are not kept any more, so nothing could be signed with it."""
    ann = Follower(deals="host").follow(with_key("secret 1"))
    again = Sealer(lambda: "another secret")
    again.restore(ann.sealer.secrets, "the first game")

    back = Follower(again, comes_back=True, deals="host")
    again.begin("the second game")
    assert back.sealed is None
    assert back.owes() == [sealed("another secret")]


@pytest.mark.parametrize("deals", ["mixed", "host"])
def test_at_another_host_a_page_makes_another_key_and_keeps_the_one_that_still_counts(deals: str) -> None:
    first = Sealer(lambda: "secret 1", is_page=True)
    before = Follower(first, deals=deals)
    seals = Seals(HOST.seal, (before.seal, None)) if deals == "mixed" else None
    began = changed(with_key("secret 1", page=True), seals=seals)
    before.follow(began)
    at_next = Sealer(lambda: "secret 2", is_page=True)
    at_next.restore(first.secrets)

    there = Follower(at_next, comes_back=True, deals=deals).follow(began, HostChanged("g1", None, "0" * 64))

    renewed = changed(sealed("secret 2"), seat_key=SeatKey(seat_key_of("secret 2"), page=True))
    assert there.owes()[0] == renewed
    assert at_next.seat_secret == "secret 1", "this host may end before the round does"
    assert at_next.secrets == ("secret 1", "secret 2")
    there.follow(dealt(1, None, None), changed(ended(1), seat_keys=(renewed.seat_key, None)))
    assert at_next.seat_secret == "secret 2"


def test_the_key_of_a_program_stays_at_another_host() -> None:
    ann = Follower(deals="host").follow(with_key("secret 1"), HostChanged("g1", None, None))

    assert ann.owes() == []


def test_a_number_is_given_again_on_a_new_connection() -> None:
    ann = Follower().follow()
    log = started(ann.seal, None)
    number = ann.follow(log).owes()
    ann.sealer.begin()

    assert Follower(ann.sealer, comes_back=True).follow(log).owes() == number


def test_a_secret_is_not_shown() -> None:
    ann = Follower()

    assert "secret 1" not in repr(ann.sealer)
