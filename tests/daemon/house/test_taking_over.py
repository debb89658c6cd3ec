"""A game goes on at another host, from a player's own record of it: its score, its seats, its deals (WIRE.md)."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from trio.testing import MockClock

from daemon.house.taking_over import game_in, go_on_from_copy, take_over
from protocol.log.audit import audit
from protocol.log.commands import EndMatch, Readmit, Say
from protocol.log.events import Entry, HostChanged, RoundDealt, Said, Scored, TableOptions
from protocol.log.statements import SeatKey, i_host
from protocol.log.succession import Continued, part_to_go_on_with
from protocol.log.table import Stage
from protocol.shared.exit_status import MisusedError
from protocol.wire.codec import OverLimitError
from protocol.wire.messages import AskTables, Farewell, Role, Tables, TableSummary
from protocol.wire.session import Session
from protocol.wire.stored_history import history_of
from tests.daemon.harness import MONTHS, Host, KeptInvitations, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import (
    GAME,
    HOST_KEY,
    SHORT,
    claim_of,
    claimed,
    listed_at,
    opened_from,
    play,
    play_to_round,
    record_of,
    scores_after,
    seated,
)


@asynccontextmanager
async def another_host(journal: MemoryJournal | None = None, **more: Any) -> AsyncIterator[Host]:
    """A host that nobody has played at yet."""
    async with hosting(journal, patience=MONTHS, **more) as host:
        yield host


async def two_players(
    *,
    rounds: int = 3,
    mix: tuple[bool, bool] = (True, True),
    pages: tuple[bool, bool] = (False, False),
    **options: Any,
) -> list[WireClient]:
    """Ann and Ben, whose host ends in this round of their match. `pages`: who plays in a browser."""
    async with another_host() as host:
        await host.open_table(GAME, set=SHORT, options=TableOptions(**options))
        programs = zip(("Ann", "Ben"), mix, pages, strict=True)
        players = [await seated(host, name, mixes=mixes, is_page=is_page) for name, mixes, is_page in programs]
        await play_to_round(rounds, *players)
    return players


def continued(table: TableSummary) -> Continued:
    """What the game of this table continues."""
    assert table.continues is not None
    return table.continues


@pytest.mark.parametrize("deals", ["mixed", "host"])
async def test_score_rounds_and_seats_are_as_they_were_and_the_round_is_dealt_again(tmp_path: Path, deals: str) -> None:
    ann, ben = await two_players(deals=deals)
    async with another_host() as host:
        game = await opened_from(record_of(ben, tmp_path), host, seat=1)

        (there, welcome), (also, _) = await claimed(host, ben), await claimed(host, ann)

        assert (welcome.game, welcome.resumed_from, welcome.succession) == (game, ann.session.game, 1)
        assert (there.seat, also.seat) == (1, 0)
        await play_to_round(3, there, also)
        assert scores_after(there.session.entries) == scores_after(ben.session.entries) != (0, 0)
        continues = there.session.succession.continues
        assert continues is not None
        assert (continues.games, continues.seat) == ((ann.session.game,), 1)
        kept = slice(continues.entry - 1)
        assert there.session.entries[kept] == ben.session.entries[kept]
        assert also.session.entries[kept] == ann.session.entries[kept]


async def test_mixed_deals_stay_mixed_and_the_match_is_sound_to_its_end(tmp_path: Path) -> None:
    ann, ben = await two_players()
    async with another_host() as host:
        game = await opened_from(record_of(ann, tmp_path), host)
        (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)

        await play(one, other, until=lambda: one.is_at(Stage.OVER))

        entries = (await host.journal.read(game)).entries
        assert audit(entries) is None
        deals = [entry.event for entry in entries if isinstance(entry.event, RoundDealt)]
        assert all(deal.numbers is not None and None not in deal.numbers for deal in deals)
        assert one.session.sealer.fault is None


async def test_a_number_that_the_host_before_may_have_had_is_not_used_again(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    known = {number for event in ann.events if isinstance(event, RoundDealt) for number in event.numbers or ()}
    async with another_host() as host:
        game = await opened_from(record_of(ann, tmp_path), host)
        (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)
        await play_to_round(2, one, other)

        entries = (await host.journal.read(game)).entries

    dealt = next(entry.event for entry in reversed(entries) if isinstance(entry.event, RoundDealt))
    assert not known & set(dealt.numbers or ())


async def test_before_the_first_round_is_over_the_match_begins_again(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=1)
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)
        (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)

        await play_to_round(2, one, other)

        assert one.table.match == 1


async def test_what_one_host_was_shown_proves_nothing_to_the_next(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as second:
        await opened_from(record_of(ann, tmp_path), second)
        shown = ben.session.sealer.signed(await claim_of(second))
        (one, _), (other, _) = await claimed(second, ann), await claimed(second, ben)
        await play_to_round(3, one, other)
    async with another_host() as third:
        await opened_from(record_of(one, tmp_path), third)

        goodbye = await parting_of(third.connect("Ben"), seat_key=ben.session.sealer.seat_key, comes=shown)
        assert goodbye.reason == Farewell.BAD_TOKEN
        back, welcome = await claimed(third, other)

        assert (back.seat, welcome.succession) == (1, 2)


async def test_what_a_stranger_was_shown_proves_nothing_to_the_right_host(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)
        key, sealer = ben.session.sealer.seat_key, ben.session.sealer
        to_a_stranger = sealer.signed(await claim_of(host, "strng-er000-00000-00000"))
        says_who_hosts = sealer.signed(i_host(ann.session.game or "", 1, "any", 1, "", HOST_KEY))
        by_another = ann.session.sealer.signed(await claim_of(host))

        for comes in (to_a_stranger, says_who_hosts, by_another, "", "0" * 128, "not a signature"):
            assert (await parting_of(host.connect("Ben"), seat_key=key, comes=comes)).reason == Farewell.BAD_TOKEN
        for seat_key in (None, SeatKey("0" * 64)):
            right = sealer.signed(await claim_of(host))
            refused = await parting_of(host.connect("Ben"), seat_key=seat_key, comes=right)
            assert refused.reason in (Farewell.BAD_TOKEN, Farewell.TABLE_FULL)

        back, _ = await claimed(host, ben)
        assert back.seat == 1


async def test_a_claim_is_worth_nothing_at_a_first_host_and_no_token_is_known_at_another(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)
        with_token = host.connect("Ann")
        assert (await parting_of(with_token, token=ann.session.token)).reason == Farewell.BAD_TOKEN
        claim = ben.session.sealer.signed(await claim_of(host))
    async with another_host() as first:
        await first.open_table(GAME)
        stranger = first.connect("Ben")
        await stranger.enter(comes=claim)
        assert stranger.seat == 0, "as without it"


async def test_a_player_who_goes_on_proves_it_to_everybody_who_has_the_game(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as host:
        record = record_of(ann, tmp_path)
        game = await opened_from(record, host, secret=ann.session.sealer.seat_secret)
        continues = continued(await listed_at(host))

        proves = ben.session.succession.host_is_player
        assert proves(continues, game, HOST_KEY)
        assert continues.history == history_of(ben.session.entries[: continues.taken_over])
        assert not proves(continues, game, "other-host0-00000-00000")
        assert not proves(continues, "another game", HOST_KEY)
        for false in (
            {"seat": 1},
            {"seat": None},
            {"seat": 9},
            {"entry": continues.entry + 1},
            {"history": "0" * 64},
            {"games": ("another",)},
            {"games": (*continues.games, "another")},
            {"signature": None},
            {"signature": "0" * 128},
            {"signature": "?"},
        ):
            assert not proves(evolve(continues, **false), game, HOST_KEY), false


async def test_who_only_watched_or_comes_without_the_secret_cannot_prove_to_be_a_player(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    for seat, secret in ((None, None), (0, None), (0, secrets.token_hex(32)), (1, ann.session.sealer.seat_secret)):
        async with another_host() as host:
            game = await opened_from(record_of(ann, tmp_path), host, seat=seat, secret=secret)
            assert not ben.session.succession.host_is_player(continued(await listed_at(host)), game, HOST_KEY)


async def test_the_proof_is_in_the_journal_and_in_every_record(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as host:
        game = await opened_from(record_of(ann, tmp_path), host, secret=ann.session.sealer.seat_secret)
        (back, _), stored = await claimed(host, ben), await host.journal.read(game)
    proof = next(entry.event for entry in stored.entries if isinstance(entry.event, HostChanged))
    assert proof.signature
    assert proof in back.events
    assert audit(stored.entries) is None


async def test_a_key_that_a_hosts_page_keeps_says_whose_seat_it_is_and_not_who_hosts(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2, pages=(True, False))
    assert [key and key.page for key in ben.session.succession.seat_keys] == [True, False]
    async with another_host() as host:
        game = await opened_from(record_of(ann, tmp_path), host, secret=ann.session.sealer.seat_secret)
        assert not ben.session.succession.host_is_player(continued(await listed_at(host)), game, HOST_KEY)

        (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)
        before = one.session.succession.seat_keys[0]
        await play_to_round(3, one, other)

        renewed = one.session.succession.seat_keys[0]
        assert renewed != before, "the host before knows that one"
        assert renewed == one.session.sealer.seat_key
        assert other.session.succession.seat_keys[1] == ben.session.sealer.seat_key, "and no player's own"


async def test_who_claimed_a_seat_comes_back_with_the_token_of_the_new_host(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2)
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)
        one, _ = await claimed(host, ann)
        await one.leave()

        assert (await host.back(one)).seat == 0


async def test_a_player_who_can_prove_nothing_is_let_back_by_name(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2, mix=(True, False))
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)
        operator = await host.operator()
        operator.session.claim(await claim_of(host), ann.session.sealer.secrets)
        await operator.enter()
        newcomer = host.connect("Ben")
        assert (await parting_of(newcomer)).reason == Farewell.TABLE_FULL

        await operator.accepted(Readmit(1))

        assert (await host.seated("Ben")).seat == 1


async def test_the_list_says_which_game_goes_on_here(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2)
    journal = MemoryJournal()
    async with another_host(journal) as host:
        await opened_from(record_of(ann, tmp_path), host)
        for client in (host.connect("Ann"), host.connect("Ann")):
            await client.send(AskTables())
            (table,) = (await client.expect(Tables)).tables
            assert table.continues is not None
            assert (table.continues.games, table.continues.seat) == ((ann.session.game,), 0)


async def test_the_same_record_is_taken_over_once_and_a_longer_one_again(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=3)
    journal = MemoryJournal()
    kept = next(
        entry.seq for entry in ann.session.entries if isinstance(entry.event, RoundDealt) and entry.event.round == 2
    )
    shorter, longer = record_of(ann, tmp_path, entries=kept), tmp_path / "longer.jsonl"
    first = await take_over(journal, game_in(shorter, None), None)
    record_of(ann, tmp_path).rename(longer)

    assert await take_over(journal, game_in(longer, None), None) != first
    assert len(await journal.games()) == 2
    record_of(ann, tmp_path, entries=kept)
    assert await take_over(journal, game_in(shorter, 0), None) in {info.game for info in await journal.games()}
    assert len(await journal.games()) == 2


async def test_a_host_does_not_take_over_its_own_game(tmp_path: Path) -> None:
    async with another_host() as host:
        await host.open_table(GAME, set=SHORT)
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        await play_to_round(2, ann, ben)

        with pytest.raises(MisusedError, match="is this host's own"):
            await take_over(host.journal, game_in(record_of(ann, tmp_path), None), None)


async def test_nobody_goes_on_with_a_match_that_has_not_begun_or_is_over(tmp_path: Path) -> None:
    async with another_host() as host:
        await host.open_table(GAME, set=SHORT)
        ann = await seated(host, "Ann")
        with pytest.raises(MisusedError, match="has not begun"):
            game_in(record_of(ann, tmp_path), None)
        ben = await seated(host, "Ben")
        await play_to_round(2, ann, ben)
        await ann.accepted(EndMatch())
        with pytest.raises(MisusedError, match="has ended"):
            game_in(record_of(ann, tmp_path), None)


async def test_a_match_whose_record_ends_right_before_its_winner_is_over_too(tmp_path: Path) -> None:
    async with another_host() as host:
        await host.open_table(GAME, set=SHORT)
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        await play(ann, ben, until=lambda: ann.is_at(Stage.OVER))

    with pytest.raises(MisusedError, match="has ended"):
        game_in(record_of(ann, tmp_path, entries=ann.session.head - 1), None)


async def test_an_invented_record_is_refused_with_the_entry_that_is_wrong(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=3)
    entries = ann.session.entries
    at, scored = next((at, entry.event) for at, entry in enumerate(entries) if isinstance(entry.event, Scored))
    entries[at] = evolve(entries[at], event=evolve(scored, awarded=0))

    with pytest.raises(MisusedError, match=f"entry {at + 1}: scored: by the rules awarded is"):
        game_in(record_of(ann, tmp_path), None)


@pytest.mark.parametrize("seat", [1, 2, 11])
async def test_only_a_person_of_the_game_goes_on_with_it(tmp_path: Path, seat: int) -> None:
    async with another_host() as host:
        await host.open_table(GAME, set=SHORT, bots=1)
        ann = await seated(host, "Ann")
        await play_to_round(2, ann)

        with pytest.raises(MisusedError, match="not a person's"):
            game_in(record_of(ann, tmp_path), seat)


@pytest.mark.parametrize(
    "text", [b"{}\n", b"\x00\xff\n", b'{"record":"fives","version":9,"game":"g","table":"t","at":"x"}\n']
)
def test_what_is_not_a_record_is_refused_in_one_line(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text)

    with pytest.raises(MisusedError, match="line 1: ") as refused:
        game_in(path, None)

    assert "\n" not in str(refused.value)


async def test_a_strange_name_of_a_table_does_not_become_part_of_an_id(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2)
    ann.session.table_name = "../../up\x1b[31m"

    game = await take_over(MemoryJournal(), game_in(record_of(ann, tmp_path), None), None)

    assert game[11:15] == "oak-"


async def test_whoever_watches_there_sees_who_hosts_the_game_now(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2)
    async with another_host() as host:
        await opened_from(record_of(ann, tmp_path), host)

        eve = await seated(host, "Eve", role=Role.SPECTATOR)

        assert [event.seat for event in eve.events if isinstance(event, HostChanged)] == [0]


async def test_a_restored_copy_goes_on_from_the_last_round_under_another_id_with_all_keys_of_seats(
    autojump_clock: MockClock,
) -> None:
    copied = MemoryJournal()
    async with another_host() as host:
        await host.open_home(GAME, set=SHORT)
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        await play_to_round(2, ann, ben)
        await (await seated(host, "Eve", role=Role.SPECTATOR)).accepted(Say("well played"))
        stored = await host.journal.read(ann.session.game or "")
        await copied.append(ann.session.game or "", 0, stored.entries, stored.private)
        await play_to_round(3, ann, ben)

    await go_on_from_copy(copied)
    await go_on_from_copy(copied)

    async with another_host(copied) as host:
        home = await host.open_home(GAME, set=SHORT)
        assert home.continues is not None
        assert home.continues.games[0] == ann.session.game
        one, other = await host.back(ann), await host.back(ben)
        assert (one.seat, other.seat, one.session.game) == (0, 1, home.game)
        await play_to_round(3, one, other)
        assert Said(None, "Eve", "well played") in one.events
        assert audit((await host.journal.read(home.game)).entries, goes_on=True) is None


async def test_a_host_that_ends_before_its_first_round_still_counts(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host() as second:
        await opened_from(record_of(ann, tmp_path), second)
        (one, _), (other, _) = await claimed(second, ann), await claimed(second, ben)
        await play_to_round(2, one, other)
    async with another_host() as third:
        game = await opened_from(record_of(one, tmp_path), third)
        (there, welcome), (also, _) = await claimed(third, one), await claimed(third, other)

        assert welcome.succession == 2
        assert there.session.succession.continues == also.session.succession.continues
        await play(there, also, until=lambda: there.is_at(Stage.OVER))
        assert audit((await third.journal.read(game)).entries) is None


async def test_whoever_can_prove_a_seat_needs_no_invitation(tmp_path: Path) -> None:
    ann, ben = await two_players(rounds=2)
    async with another_host(invitations=KeptInvitations()) as host:
        await opened_from(record_of(ann, tmp_path), host)
        stranger, friend = await host.outside("Ben"), await host.outside("Ben")

        key = ben.session.sealer.seat_key
        assert (await parting_of(stranger, seat_key=key, comes="0" * 128)).reason == Farewell.NOT_INVITED
        friend.session.sealer = ben.session.sealer
        friend.session.claim(await claim_of(host), ben.session.sealer.secrets)
        await friend.enter()

        assert friend.seat == 1


async def test_a_game_with_endless_changes_of_its_host_is_refused(tmp_path: Path) -> None:
    ann, _ = await two_players(rounds=2)
    kept = [*part_to_go_on_with(ann.session.entries)]
    at = kept[-1].at
    changes = (HostChanged("g", 0, "0" * 64) for _ in range(200))
    ann.session.entries[:] = [*kept, *(Entry(nth, at, change) for nth, change in enumerate(changes, len(kept) + 1))]

    with pytest.raises(MisusedError, match="too many"):
        game_in(record_of(ann, tmp_path), None)
    follower = Session("tests", "Eve")
    with pytest.raises(OverLimitError):
        [*map(follower.receive, ann.session.entries)]
