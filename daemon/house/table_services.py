"""What the tables of a house share, made from what a program or a test has."""

import random

import trio

from daemon.house.house_rules import HouseRules
from daemon.journal.interface import Journal
from daemon.journal.record_folder import Records
from daemon.reminders.reminders import Reminders
from daemon.table.bot_seats import Thinking
from daemon.table.matches import Matches
from daemon.table.table_state import Services
from daemon.table.timers import Timers
from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.log.deal import Chance


def table_services(
    nursery: trio.Nursery,
    journal: Journal,
    records: Records,
    chance: Chance,
    rules: HouseRules,
    run_in_worker: RunInWorker = run_in_this_process,
    reminders: Reminders | None = None,
) -> Services:
    """The services of all tables of a house. Their tasks run in the nursery.

    `reminders`: None if players are not reminded of their turns.
    """
    bot_chance = random.Random(chance.randrange(2**62))  # noqa: S311 - it decides what bots do, never what is dealt
    pace = random.Random(chance.randrange(2**62))  # noqa: S311 - how long bots wait is no secret
    timers = Timers()
    nursery.start_soon(timers.run)
    return Services(
        nursery=nursery,
        journal=journal,
        chance=chance,
        timers=timers,
        thinking=Thinking(run_in_worker, bot_chance, pace, rules.think),
        matches=Matches(records, rules.matches, is_private=rules.is_private),
        reminders=Reminders() if reminders is None else reminders,
        most_seats_from_one=rules.most_seats_from_one,
    )
