"""Transcripts of two rounds in line mode, word for word, so that every changed sentence is seen in context.

They are for eyes and for ears.

They are in `transcripts/`. After an intended change, run this file with `FIVES_TRANSCRIPTS=write` in the environment
and read the difference.
"""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from client.lines.letters import Letters
from client.model.announced_lines import lines_of
from client.words.settings import SPEECH
from client.words.spoken_words import for_ears
from protocol.game.presets import PRESETS
from protocol.log.choices import choices
from protocol.log.events import Entry, Event, MatchWon, RoundDealt, RoundEnded, Said, Scored
from protocol.log.sight import Viewer, see
from protocol.log.table import evolve, fold
from tests.client.at_table import AT, ask_for, idle_link, new_model, welcome
from tests.played import played_match

TRANSCRIPTS = Path(__file__).parent / "transcripts"
_TOGETHER = (Scored, RoundEnded, RoundDealt, MatchWon)
"""Events that arrive together with the entry before them."""
QUESTIONS = ("t", "w", "z", "c", "v", "e", "s", "l", "n", "m", "h 3")


def two_rounds(game: str) -> list[Event]:
    """A match up to the lead of its third round, with a chat message, and with a knock or a draw in every game."""
    events = played_match(game, chance=11)
    first, *others = [at for at, event in enumerate(events) if isinstance(event, RoundDealt)]
    events = events[: others[1] + 2] if len(others) > 1 else events
    return [*events[: first + 1], Said(1, "Ben", "good luck"), *events[first + 1 :]]


def transcript(game: str, verbosity: int | str) -> Iterator[str]:
    """The output for the player on seat 0, with every question asked once, early in the first round."""
    model = new_model()
    letters = Letters(model, idle_link(model))
    events = two_rounds(game)
    announcements = model.receive(welcome(head=1))
    table = fold([])
    is_asked = False
    for seq, (event, following) in enumerate(pairwise([*events, None]), start=1):
        assert event is not None
        ask_for(model, event)
        announcements += model.receive(Entry(seq, AT, see(event, Viewer(0)).event))
        table = evolve(table, event)
        if isinstance(following, _TOGETHER):
            continue
        announcements += model.settle()
        for line in lines_of(announcements, model, verbosity):
            letters.announced.append(line)
            yield line
        announcements = []
        laid = 0 if table.round is None else len(table.round.layout.tiles)
        if not is_asked and laid > 2 and table.turn == 0 and choices(table, 0).plays:
            is_asked = True
            for question in QUESTIONS:
                yield f"> {question}"
                yield from letters.obey(question).lines


@pytest.mark.parametrize("verbosity", [1, SPEECH])
@pytest.mark.parametrize("game", PRESETS)
def test_two_rounds_word_for_word(game: str, verbosity: int | str) -> None:
    lines = transcript(game, verbosity)
    printed = "".join(f"{for_ears(line) if verbosity == SPEECH else line}\n" for line in lines)
    kept = TRANSCRIPTS / (f"{game}-{SPEECH}.txt" if verbosity == SPEECH else f"{game}.txt")
    if os.environ.get("FIVES_TRANSCRIPTS") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(printed, encoding="utf-8")

    assert printed == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("verbosity", [0, 1, 2, SPEECH])
def test_the_output_is_lines_of_plain_text(game: str, verbosity: int | str) -> None:
    for line in transcript(game, verbosity):
        assert line.isprintable()
        assert line == line.strip()
        assert line


def test_a_lower_verbosity_prints_less() -> None:
    lengths = [sum(map(len, transcript("all-fives", verbosity))) for verbosity in (SPEECH, 0, 1, 2)]

    assert lengths == sorted(set(lengths))
