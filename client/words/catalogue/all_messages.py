"""All messages by their keys."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue import (
    answers,
    arrivals,
    boards,
    buttons,
    company,
    counts,
    deals,
    ends,
    events,
    highlights,
    hints,
    leaving,
    lessons,
    names,
    points,
    presence,
    refusals,
    repeats,
    replays,
    rooms,
    sheets,
    table_options,
)
from client.words.catalogue.row import Row

TOPICS: Final = (
    answers,
    arrivals,
    boards,
    buttons,
    company,
    counts,
    deals,
    ends,
    events,
    highlights,
    hints,
    leaving,
    lessons,
    names,
    points,
    presence,
    refusals,
    repeats,
    replays,
    rooms,
    sheets,
    table_options,
)
MESSAGES: Final[Mapping[str, Row]] = {key: row for topic in TOPICS for key, row in topic.MESSAGES.items()}
