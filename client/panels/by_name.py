"""The panels of a table, of a host and of a replay by their names, as `Show` names them.

To add a panel, write a module with its function, and add a row. Not here: panels of something that a front end has
beside these, such as the player's games.
"""

from collections.abc import Callable
from typing import Final

from client.actions.panel import Panel
from client.actions.verbs.going import way_to_reminders
from client.model.model import Model
from client.panels import (
    comparison,
    evening,
    hand,
    hint,
    host,
    invitations,
    league,
    lobby,
    menu,
    play_on,
    reactions,
    reminders,
    rules,
    scores,
    settings,
    way_back,
    who,
    words,
)
from client.replay.cursor import Replay

BY_NAME: Final[dict[str, Callable[[Model], Panel]]] = {
    "scores": lambda model: scores.panel(model.view, model.sheet.rounds, words.about_last_round(model)),
    "tables": lobby.panel,
    "league": league.panel,
    "fixtures": league.opening_panel,
    "rules": rules.panel_in_play,
    "who": who.panel,
    "words": words.panel,
    "settings": lambda model: settings.panel(model.settings, way_to_reminders(model)),
    "menu": menu.panel,
    "reactions": reactions.panel,
    "comparison": comparison.panel,
    "hand": hand.panel,
    "hint": hint.panel_in_play,
    "invitations": invitations.panel,
    "host": host.panel,
    "phone": host.phone_panel,
    "log": host.log_panel,
    "names": host.names_panel,
    "reminders": reminders.panel,
    "way-back": way_back.panel,
    "evening": evening.panel,
}
OF_REPLAY: Final[dict[str, Callable[[Replay], Panel]]] = {
    "scores": lambda replay: scores.panel(replay.names(replay.table), replay.sheet.rounds),
    "rules": lambda replay: rules.panel(replay.table),
    "play-on": play_on.panel,
}
"""Those of a replay."""
