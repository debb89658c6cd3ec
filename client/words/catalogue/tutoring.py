"""What a tutor says of each play of the player, just after it. `reason` is a message `reason...`."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "tutor.only_play": "{play} was the only play.",
    "tutor.best": "{play} was the best play.",
    "tutor.best_wins": "{play} was the best play: it wins the match.",
    "tutor.best_points": "{play} was the best play: {points}.",
    "tutor.best_because": "{play} was the best play: {reason}.",
    "tutor.as_good": "{play} was a good play, about as good as {best}.",
    "tutor.better": (
        "{play} was better: it wins {n} in 100 more of such matches.",
        "{play} was better: it wins {n} in 100 more of such matches.",
    ),
    "tutor.better_wins": "{play} was better: it wins the match.",
    "tutor.better_points": "{play} was better: {points}; {other} has {fewer}.",
    "tutor.better_because": "{play} was better: {reason}.",
    "tutor.trouble": "There are no more comments on your plays. {why}",
}
