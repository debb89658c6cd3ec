"""What the players of a match can prove where it goes on, and nobody else can: for each host that ends.

Here: who hosts there, whose the seats are, which keys are new, and the digest of what came before. Not here: hosts that
end (`successors`).
"""

import secrets
from collections.abc import Sequence

from attrs import evolve

from protocol.log.events import Entry, HostChanged, RoundEnded
from protocol.log.statements import signed
from protocol.log.succession import Continued, SeatClaim, Succession
from protocol.log.table import Stage, empty_table, fold
from protocol.log.table import evolve as folded
from protocol.wire.messages import TableSummary
from protocol.wire.stored_history import fault_in_history
from tests.daemon.wire_client import WireClient

ANOTHER_KEY = "other-host0-00000-00000"
"""That of a host where nobody plays."""


def succession_of(entries: Sequence[Entry]) -> Succession:
    """What these entries show about the hosts and the keys of the seats."""
    succession, table = Succession(), empty_table()
    for entry in entries:
        succession.note(table, entry)
        table = folded(table, entry.event)
    return succession


def check_who_can_host(players: Sequence[WireClient], entries: int, there: TableSummary, host_key: str) -> None:
    """The host proves to every player that it is a player's, unless a page keeps the key; and nobody else can."""
    continues = there.continues
    assert continues is not None
    assert continues.seat is not None
    logs = [succession_of(player.session.entries[:entries]) for player in players]
    host = players[continues.seat].session.sealer
    for log in logs:
        assert log.host_is_player(continues, there.game, host_key) == (not host.is_page), "who hosts is not proved"

    def proves(seat: int | None, signature: str | None) -> bool:
        return logs[0].host_is_player(evolve(continues, seat=seat, signature=signature), there.game, host_key)

    statement = continues.statement(there.game, host_key)
    for player in players:
        signature, seat = player.session.sealer.signed(statement), player.seat or 0
        can_host = not player.session.sealer.is_page
        assert proves(seat, signature) == can_host, "who hosts is not proved by the key of the seat"
        assert not proves((seat + 1) % len(players), signature), "one player can host in the name of another"
    assert not proves(continues.seat, signed(secrets.token_hex(32), statement)), "a spectator can host in a name"
    assert not proves(None, continues.signature)
    others = (
        continues.statement("another game", host_key),
        continues.statement(there.game, ANOTHER_KEY),
        evolve(continues, games=("another match", *continues.games[1:])).statement(there.game, host_key),
        evolve(continues, games=(*continues.games, "one more")).statement(there.game, host_key),
        continues.claim(host_key),
    )
    for other in others:
        assert not proves(continues.seat, host.signed(other)), "another statement is taken for this one"
    before = logs[0].continues
    assert before is None or not proves(before.seat, before.signature), "the host before could host here, too"


def check_claims(players: Sequence[WireClient], host_log: Succession, host_key: str) -> None:
    """Each player's claim is good for the seat at this host, and at no other one."""
    continues = host_log.continues
    assert continues is not None
    claims = [_claim(player, continues, host_key) for player in players]
    assert list(map(host_log.seat_for, claims)) == [player.seat for player in players], "a claim is not good"
    one, another, *_ = claims
    assert host_log.seat_for(one._replace(host_key=ANOTHER_KEY)) is None, "a claim is good elsewhere"
    assert host_log.seat_for(one._replace(key=another.key)) is None, "a claim is good for another seat"
    at_next = evolve(host_log, continues=evolve(continues, games=(*continues.games, "one more")))
    assert at_next.seat_for(one) is None, "a claim is good at the next host"


def _claim(player: WireClient, continues: Continued, host_key: str) -> SeatClaim:
    sealer = player.session.sealer
    assert sealer.seat_key is not None
    return SeatClaim(sealer.seat_key.key, sealer.signed(continues.claim(host_key)) or "", host_key)


def claim_for_another_host(player: WireClient, continues: Continued) -> str | None:
    """What a stranger has been shown, who has another key."""
    return player.session.sealer.signed(continues.claim(ANOTHER_KEY))


def check_keys(players: Sequence[WireClient]) -> None:
    """Since the host changed, each page has one new key, from the first round that ended on, and nobody else has."""
    for player in players:
        entries, seat = player.session.entries, player.seat or 0
        change = max(nth for nth, entry in enumerate(entries) if isinstance(entry.event, HostChanged))
        before = succession_of(entries[:change]).seat_keys[seat]
        ended = [nth for nth, entry in enumerate(entries) if nth > change and isinstance(entry.event, RoundEnded)]
        keys = [_keys_in(entries[nth])[seat : seat + 1] for nth in ended]
        has_next_round = ended and fold(entry.event for entry in entries[: ended[0] + 2]).stage is Stage.PLAYING
        new = player.session.sealer.seat_key if player.session.sealer.is_page and has_next_round else None
        assert [key[0] for key in keys if any(key)] == ([] if new is None else [new]), "a key is new, or is not"
        assert not keys or new is None or keys[0] == (new,), "a page's key was renewed too late"
        assert new is None or new != before


def _keys_in(entry: Entry) -> Sequence[object]:
    return entry.event.seat_keys or () if isinstance(entry.event, RoundEnded) else ()


def check_history(entries: Sequence[Entry]) -> None:
    """Each host has named what was before it, and one that names anything else is found."""
    assert fault_in_history(entries) is None
    for nth, entry in enumerate(entries):
        if isinstance(entry.event, HostChanged):
            wrong = evolve(entry, event=evolve(entry.event, history="0" * 64))
            fault = fault_in_history([*entries[:nth], wrong, *entries[nth + 1 :]])
            assert fault is not None
            assert fault.seq == entry.seq
