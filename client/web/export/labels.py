"""The labels of an exported game.

Not here: labels that the page has, too (`page_words`), sentences about the game (`client.words`, `replay_words`).
"""

from typing import Final

from client.replay.replay_words import moment_anywhere, outcome, players
from client.words.english import capital
from client.words.name_words import game_title, shown
from protocol.log.table import Table
from protocol.wire.record import Record

PLAY: Final = "Play"
PAUSE: Final = "Pause"
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
ABOUT_KEYS: Final = (
    "Keys: ← and → step, [ and ] go to the beginning of a round, Home and End to the first deal and to the end,"
    " Space plays and pauses."
)
ROUND_STEPS: Final = (
    ("round-back", "‹ Round", "A round back"),
    ("round-on", "Round ›", "A round on"),
)
STEPS: Final = "Steps"
SLIDER: Final = "Place in the game"
SPEED: Final = "Steps a second"
TABLE: Final = "The table"
HANDS: Final = "Hands and scores"
BONEYARD: Final = "Boneyard"
NOW: Final = "What happens"
LOG: Final = "The whole game"
SHEET: Final = "Scores by round"
IN_WORDS: Final = "The table in words"


def title(record: Record, table: Table) -> str:
    """`All Fives: Ann, Ben (bot) and Cho, 2026-01-02`, for the tab of a browser."""
    return f"{game_title(table.preset)}: {players(table)}, {moment_anywhere(record.header.at)[:10]}"


def players_and_time(record: Record, table: Table) -> str:
    """The players, the table and the time."""
    return f"{players(table)}. Table {shown(record.header.table)}, {moment_anywhere(record.header.at)}."


def outcome_sentence(table: Table) -> str:
    """`Ann won 61 to 40.`."""
    return f"{outcome(table) if table.won_by else capital(outcome(table))}."


def picture_of_round(number: int) -> str:
    """The description of a picture, for readers who cannot see it."""
    return f"The table in round {number}, as a picture; the same in words is below."


def round_caption(number: int) -> str:
    """The caption under a printed picture."""
    return f"Round {number}, as it ended"


def step_label(step: int) -> str:
    """The link to a step that is no play, such as a deal."""
    return f"Step {step}"
