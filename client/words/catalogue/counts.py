"""Numbers of things. Each is a part of another message."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "count.points": ("no points", "{n} point", "{n} points"),
    "count.pips": ("no pips", "{n} pip", "{n} pips"),
    "count.knocks": ("no knocks", "{n} knock", "{n} knocks"),
    "percent": "{number} %",
    # A number with a fraction, such as 3.5, with the sign that stands between them; `whole` may have a minus.
    "number.fraction": "{whole}.{fraction}",
    # A day in digits, as `2026-11-26` in English: the year has four, the others two.
    "date.day": "{year}-{month}-{day}",
    "date.day_and_time": "{day} {time}",
    "in_100.less_than_1": "less than 1",
    "count.tiles": ("no tiles", "{n} tile", "{n} tiles"),
    "count.seconds": ("no seconds", "{n} second", "{n} seconds"),
    "count.minutes": ("no minutes", "{n} minute", "{n} minutes"),
    # What is no sentence by itself, such as a heading, where sentences follow.
    "as_sentence": "{words}.",
}
