"""The words on the HTML page of a replay: headings, the names of its buttons, the table in words.

Here: text that only the page has. Not here: sentences about events (`words.event_words`, `replay_words`).
"""

from typing import Final, NamedTuple

from client.replay.replay_words import hands, moment_anywhere, outcome, players
from client.view.view import View
from client.words import answer_words as words_answers
from client.words.english import capital
from client.words.name_words import game_title, shown, target_of
from protocol.log.table import Table
from protocol.wire.record import Record


class Button(NamedTuple):
    """A button: its command in the script, its sign, its name, and its keys by their names in a browser."""

    does: str
    sign: str
    name: str
    keys: tuple[str, ...]


BUTTONS: Final = (
    Button("first", "|«", "To the first deal", ("Home",)),
    Button("round-back", "«", "To the beginning of this round, or to the round before", ("[",)),
    Button("back", "‹", "One step back", ("ArrowLeft", "p")),
    Button("play", "Play", "Play", ("Space",)),
    Button("on", "›", "One step forward", ("ArrowRight", "n")),
    Button("round-on", "»", "To the next round", ("]",)),
    Button("last", "»|", "To the end", ("End",)),
)
"""`play` plays and pauses."""
PAUSE: Final = "Pause"
KEYS: Final = (
    "Keys: ← and → step, [ and ] go to the beginning of a round, Home and End to the first deal and to the end,"
    " Space plays and pauses."
)
STEPS: Final = "Steps"
SLIDER: Final = "Place in the game"
SPEED: Final = "Steps a second"
TABLE: Final = "The table"
SEATS: Final = "Hands and scores"
BONEYARD: Final = "Boneyard"
TO_PLAY: Final = "to play"
NOW: Final = "What happens"
LOG: Final = "The whole game"
SHEET: Final = "Scores by round"
ROUND: Final = "Round"
LED: Final = "Led"
ENDED: Final = "Ended"
TOTAL: Final = "Total"
IN_WORDS: Final = "The table in words"


def title(record: Record, table: Table) -> str:
    """`All Fives: Ann, Ben (bot) and Cho, 2026-01-02`, for the tab of a browser."""
    return f"{game_title(table.preset)}: {players(table)}, {moment_anywhere(record.header.at)[:10]}"


def heading(table: Table) -> str:
    """`All Fives to 150`."""
    return f"{game_title(table.preset)} {target_of(View(table))}"


def picture_title(table: Table, play: int, plays: int) -> str:
    """`All Fives to 150, round 2, play 12 of 57`."""
    where = place(table, play, plays)
    return f"{heading(table)}, {where[:1].lower()}{where[1:]}"


def played(record: Record, table: Table) -> str:
    """The players, the table and the time."""
    return f"{players(table)}. Table {shown(record.header.table)}, {moment_anywhere(record.header.at)}."


def came_out(table: Table) -> str:
    """`Ann won 61 to 40.`."""
    return f"{outcome(table) if table.won_by else capital(outcome(table))}."


def picture_of_round(number: int) -> str:
    """The description of a picture, for readers who cannot see it."""
    return f"The table in round {number}, as a picture; the same in words is below."


def as_it_ended(number: int) -> str:
    """The caption under a printed picture."""
    return f"Round {number}, as it ended"


def place(table: Table, play: int, plays: int) -> str:
    """`Round 2, play 12 of 57`."""
    where = f"play {play} of {plays}"
    return capital(where) if table.round is None else f"Round {table.round.number}, {where}"


def step_named(step: int) -> str:
    """The link to a step that is no play, such as a deal."""
    return f"Step {step}"


def table_in_words(view: View) -> tuple[str, ...]:
    """The tiles on the table, the ends, every hand: a sentence each."""
    return (*words_answers.chain(view), words_answers.ends(view), *hands(view))
