"""All messages by their keys."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue import (
    counts,
    deals,
    ends,
    events,
    highlights,
    hints,
    names,
    points,
    presence,
    refusals,
    replays,
)
from client.words.catalogue.row import Row

TOPICS: Final = (counts, deals, ends, events, highlights, hints, names, points, presence, refusals, replays)
MESSAGES: Final[Mapping[str, Row]] = {key: row for topic in TOPICS for key, row in topic.MESSAGES.items()}
