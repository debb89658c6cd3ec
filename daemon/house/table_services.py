"""What the tables of a house share: the journal, chance, worker processes, the timers, the count of matches."""

import random
from collections.abc import Callable
from functools import partial

import trio

from daemon.guest import Guest
from daemon.house.house_rules import HouseRules
from daemon.journal.interface import Journal
from daemon.journal.record_folder import Records
from daemon.reminders.reminders import Reminders
from daemon.table.bot_seats import BotSeats
from daemon.table.hint_requests import Hints
from daemon.table.matches import Matches
from daemon.table.play_warnings import PlayWarnings
from daemon.table.table_state import Services
from daemon.table.timers import Timers
from daemon.table.workers import RunInWorker
from protocol.log.deal import Chance


def table_services(
    nursery: trio.Nursery,
    journal: Journal,
    records: Records,
    chance: Chance,
    rules: HouseRules,
    run_in_worker: RunInWorker,
    reminders: Reminders,
    leads_on: Callable[[Guest], bool],
    own_key: Callable[[], str | None],
) -> Services:
    """The services of all tables of a house. Their tasks run in the nursery. The last two are as in `Services`."""
    bot_chance = random.Random(chance.randrange(2**62))  # noqa: S311 - it decides what bots do, never what is dealt
    # The bots' pace has its own random source, so that it cannot show how many choices they had.
    pace = random.Random(chance.randrange(2**62))  # noqa: S311 - how long bots wait is no secret
    timers = Timers()
    nursery.start_soon(timers.run)
    return Services(
        journal=journal,
        records=records,
        chance=chance,
        pace=pace,
        think=rules.think,
        most_seats_from_one=rules.most_seats_from_one,
        matches=Matches(rules.matches, is_private=rules.is_private),
        timers=timers,
        nursery=nursery,
        reminders=reminders,
        hints=partial(Hints, nursery, run_in_worker),
        warnings=partial(PlayWarnings, nursery, run_in_worker),
        bots=partial(BotSeats, nursery, run_in_worker, bot_chance),
        leads_on=leads_on,
        own_key=own_key,
    )
