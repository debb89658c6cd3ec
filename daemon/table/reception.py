"""The way in to a table, and out: who gets which seat, who is back in their own, who looks on.

Lives here: what a hello comes to once it has reached its table. Not here: which table that is (`house`), names and
passwords (`admission`), what is kept and told (`table_game`).
"""

import logging

from daemon.decide import begin, lowest_free_seat, sit_down
from daemon.guest import Guest, PartingError
from daemon.journal.interface import StoreError, TokenIssued
from daemon.table.admission import check_spectators, free_name, name_from, start_for
from daemon.table.table_game import TableGame
from protocol.log.events import PlayerReturned
from protocol.log.refusals import Refused
from protocol.log.table import Stage
from protocol.wire.messages import Farewell, Hello, Role

log = logging.getLogger("fivesd.table")


async def let_in(game: TableGame, guest: Guest, hello: Hello) -> None:
    """Answer a hello: by a welcome, or by a goodbye that says why not."""
    try:
        if hello.role is Role.PLAYER:
            await _seat_player(game, guest, hello)
        else:
            check_spectators(game.log.table)
            guest.name = name_from(hello)
            game.welcome(guest, start_for(game.log, guest, hello))
    except PartingError as parting:
        guest.dismiss(parting.reason, parting.detail)
    except StoreError as error:
        guest.dismiss(Farewell.TROUBLE, "the host's disk takes nothing: try again later")
        game.tell_of_trouble(error)


async def _seat_player(game: TableGame, guest: Guest, hello: Hello) -> None:
    if hello.token is not None:
        issued = game.tokens.find(hello.token)
        if issued is None:
            raise PartingError(Farewell.BAD_TOKEN, "that token is not for any seat at this table")
        await _come_back(game, guest, hello, issued)
        return
    wanted = name_from(hello)
    if game.is_deserted and any(who.bot is None for who in game.log.table.seats):
        await game.next_game(keeps_people=False)
    name = free_name(game.log.table, wanted)
    try:
        seat = lowest_free_seat(game.log.table)
        chance, all_are_here = game.means.chance, game.all_are_here
        events = sit_down(game.log.table, seat, name, game.next_match, chance, all_are_here=all_are_here)
    except Refused:
        watching = "; you may watch: fives watch" if game.log.table.options.spectators else ""
        raise PartingError(Farewell.TABLE_FULL, f"every seat of table {game.name} is taken{watching}") from None
    guest.name = name
    await game.store(events, [game.issue_token(guest, seat)])
    game.present.sit(guest, seat)
    game.welcome(guest, 1)
    log.info("%s: %s takes seat %d", game.name, name, seat + 1)


async def _come_back(game: TableGame, guest: Guest, hello: Hello, issued: TokenIssued) -> None:
    seat = issued.seat
    who = game.log.table.seats[seat]
    guest.name, guest.token = who.name or "", hello.token
    await game.renew_token(guest, issued)
    older = game.present.on_seat(seat)
    if older is not None:
        game.present.let_go(older)
        older.dismiss(Farewell.REPLACED, "you are connected from somewhere else now")
    game.present.sit(guest, seat)
    game.welcome(guest, start_for(game.log, guest, hello))
    log.info("%s: %s is back on seat %d", game.name, guest.name, seat + 1)
    table = game.log.table
    if who.stand_in is not None:
        await game.store([PlayerReturned(seat)])
    elif table.stage is Stage.SEATING and table.is_full and game.all_are_here:
        await game.store(begin(table, game.next_match, game.means.chance))


def see_off(game: TableGame, guest: Guest) -> None:
    """A connection has ended: the others are told where a bot will stand in."""
    if not game.present.let_go(guest):
        return
    log.info("%s: %s is away", game.name, guest.name)
    game.mention_clocks()
