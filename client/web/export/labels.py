"""The labels of an exported game.

Not here: labels that the page has, too (`page_words`), sentences about the game (`client.words`, `replay_words`).
"""

from typing import Final

from client.replay.replay_words import day_anywhere, moment_anywhere, outcome, players
from client.words.name_words import game_title, shown
from client.words.say import Phrase, say
from protocol.log.table import Stage, Table
from protocol.wire.record import Record

KEYS: Final = {
    "first": "Home",
    "round-back": "[",
    "back": "ArrowLeft|p",
    "play": "Space",
    "on": "ArrowRight|n",
    "round-on": "]",
    "last": "End",
}
"""The keys of each button, by their names in a browser."""
ROUND_STEPS: Final = (
    ("round-back", Phrase("export.round_back_sign"), Phrase("export.round_back")),
    ("round-on", Phrase("export.round_on_sign"), Phrase("export.round_on")),
)


def title(record: Record, table: Table) -> str:
    """`All Fives: Ann, Ben (bot) and Cho, 2026-01-02`, for the tab of a browser."""
    return say(
        "export.title",
        game=game_title(table.preset),
        players=players(table),
        day=day_anywhere(record.header.at),
    )


def players_and_time(record: Record, table: Table) -> str:
    """The players, the table and the time."""
    return say(
        "export.players",
        players=players(table),
        table=shown(record.header.table),
        time=moment_anywhere(record.header.at),
    )


def outcome_sentence(table: Table) -> str:
    """`Ann won 61 to 40.`."""
    if table.won_by:
        return say("as_sentence", words=outcome(table))
    return say("export.ended_by_host" if table.stage is Stage.OVER else "export.not_finished")


def picture_of_round(number: int) -> str:
    """The description of a picture, for readers who cannot see it."""
    return say("export.picture", round=number)


def round_caption(number: int) -> str:
    """The caption under a printed picture."""
    return say("export.as_ended", round=number)


def step_label(step: int) -> str:
    """The link to a step that is no play, such as a deal."""
    return say("export.step", step=step)
