"""The audit of the host in a client."""

from random import Random

import pytest
from attrs import evolve

from client.model.announcements import Subject
from protocol.log.events import (
    Scored,
)
from protocol.log.table import Stage
from tests.client.at_table import ask_for, new_model, welcome
from tests.played import entered, seen_from
from tests.protocol.table_notation import random_match


@pytest.mark.parametrize("preset", ["fives-and-threes", "playroom", "cinq-et-trois", "all-fives", "all-threes"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_honest_host_is_never_accused(preset: str, seat: int | None) -> None:
    game = random_match(preset, {}, None, Random(5))
    model = new_model()
    model.receive(welcome(head=3, seat=seat))

    announcements = []
    for entry in seen_from(seat, entered(game)):
        ask_for(model, entry.event)
        announcements += model.receive(entry)

    assert model.table.stage is Stage.OVER
    assert not any(announcement.subject is Subject.ALARM for announcement in announcements)


def test_a_host_that_awards_false_points_is_found_out_at_the_end_of_the_round() -> None:
    game = random_match("cinq-et-trois", {}, 2, Random(3))
    forged = next(nth for nth, event in enumerate(game) if isinstance(event, Scored))
    event = game[forged]
    assert isinstance(event, Scored)
    game[forged] = evolve(event, play=event.play + 1, awarded=event.awarded + 1)
    model = new_model()
    model.receive(welcome(head=3))

    announcements = []
    for entry in seen_from(0, entered(game[:60])):
        ask_for(model, entry.event)
        announcements += model.receive(entry)
    alarms = [announcement for announcement in announcements if announcement.subject is Subject.ALARM]

    assert len(alarms) == 1
    assert alarms[0].text.startswith("WARNING: this host breaks the rules: scored: ")
