"""Whole matches with mixed deals, as their logs have them, for what a client checks and shows."""

from collections.abc import Sequence
from random import Random

from attrs import evolve

from client.model.announcements import Announcement
from client.model.model import Model
from client.model.pending import Pending
from protocol.game.presets import PRESETS, make_rules
from protocol.log.consequences import consequences
from protocol.log.dealing import is_dealing, mixed_deal, next_round
from protocol.log.events import (
    Entry,
    Event,
    MatchStarted,
    RoundEnded,
    Seals,
    SeatTaken,
    TableOpened,
    TableOptions,
)
from protocol.log.mixing import Chain
from protocol.log.statements import SeatKey, seat_key_of
from protocol.log.table import Stage, fold
from protocol.wire.codec import encode_entry
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.client.at_table import ask_for, welcome
from tests.played import entered, move, seen_from

HOST, ANN, BEN = (Chain(name) for name in ("the host's secret", "Ann's secret", "Ben's secret"))
OPENING = 4
"""How many entries there are before the first deal."""


def mixed_match(*chains: Chain | None, target: int = 60) -> list[Event]:
    """A match of two, who mix the deals with these chains; a player without one takes no part."""
    players = chains or (ANN, BEN)
    rules, seats = make_rules(PRESETS["cinq-et-trois"], {"target": target}, 2)
    seals = Seals(HOST.seal, tuple(None if chain is None else chain.seal for chain in players))
    keys = tuple(None if chain is None else SeatKey(seat_key_of(chain.secret)) for chain in players)
    events: list[Event] = [
        TableOpened("cinq-et-trois", rules, seats, TableOptions(deals="mixed")),
        *(SeatTaken(seat, name) for seat, name in enumerate(("Ann", "Ben"))),
        MatchStarted(1, seals, keys),
    ]
    random, table = Random(3), fold(events)
    while table.stage is Stage.PLAYING:
        number = next_round(table)
        if is_dealing(table):
            numbers = tuple(None if chain is None else chain.link(number) for chain in players)
            following: tuple[Event, ...] = (mixed_deal(table, number, HOST.link(number), numbers),)
        else:
            following = consequences(table, move(table, random))[0]
            following = tuple(_with_number(event, number - 1) for event in following)
        events += following
        table = fold(following, table)
    return events


def _with_number(event: Event, number: int) -> Event:
    return evolve(event, host_number=HOST.link(number)) if isinstance(event, RoundEnded) else event


def first_of(events: Sequence[Event], kind: type[Event]) -> int:
    """The place of the first event of this kind."""
    return next(at for at, event in enumerate(events) if isinstance(event, kind))


def sealed_model(seat: int | None = 0, secret: str = ANN.secret) -> Model:
    """A model that has been welcomed to a table that is still empty, and that has made the seal of this secret."""
    model = Model(Session("fives test", "Ann", sealer=Sealer(lambda: secret)), Pending("r"))
    model.session.hello()
    model.receive(welcome(head=0, seat=seat))
    return model


def follow(model: Model, events: Sequence[Event], now: float = 0.0, *, plays: bool = True) -> list[Announcement]:
    """What the model announces about these events, which follow what it has, as they come over the wire.

    `plays`: the player of the model has asked for the plays of its seat.
    """
    entries = entered([*(entry.event for entry in model.session.entries), *events])[model.session.head :]
    announcements: list[Announcement] = []
    for entry in seen_from(model.seat, entries):
        if plays:
            ask_for(model, entry.event)
        announcements += model.receive(entry, now, line_of(entry))
    return announcements


def line_of(entry: Entry) -> bytes:
    """An entry as it comes over the wire."""
    return b'{"type":"entry",' + encode_entry(entry)[1:]
