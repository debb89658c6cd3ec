"""How long line mode is for those who listen: words, and seconds of speech, of a turn, a round and a match.

    python -m tools.listening                        25 turns, and a match, of each game, at each verbosity
    python -m tools.listening --language es          the same in Spanish, with a Spanish voice
    python -m tools.listening --hear all-fives       two rounds of one game, as they are heard, turn by turn

A turn is all that line mode prints from my move until it is my turn again, over the end of a round, too. The others
are bots of the level club: three, or one in a game of two seats. It is spoken by `espeak-ng`, at 175 words a minute;
where that is missing, only words are counted. Not here: what is printed (`client.model.announced_lines`).
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import wave
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from attrs import evolve, field, frozen

from client.model.announced_lines import lines_of
from client.model.announcements import Announcement, Subject
from client.words.languages.by_name import language_named
from client.words.say import name_of_language, speaking
from client.words.settings import SETTINGS, SPEECH
from client.words.spoken_words import for_ears
from daemon.bots.bare_match import BareMatch, Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.bot_player import BotPlayer
from protocol.frozen import define
from protocol.game.options import Value
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import SET_SIZES
from protocol.log.commands import Move
from protocol.log.events import Entry, Event, MatchWon, RoundDealt, RoundEnded, Scored, SeatTaken
from protocol.shared.offered_languages import ENGLISH, OWN_NAMES
from tests.client.at_table import AT, ask_for, new_model, welcome

SEATS: Final = 4
"""At most, for a game of two seats has no more."""
NAMES: Final = ("Ana", "Felix", "Mabel", "Rosa")
VERBOSITIES: Final = tuple(reversed(SETTINGS["verbosity"].kind.choices))
ESPEAK: Final = "espeak-ng"
_WORDS_A_MINUTE: Final = 175
_TOGETHER: Final = (Scored, RoundEnded, RoundDealt, MatchWon)
"""Events that arrive together with the entry before them."""


@define
class Seated:
    """The bot that plays my seat, and what I see of the match."""

    player: BotPlayer
    events: list[Event] = field(factory=list)

    def observe(self, event: Event) -> None:
        """Follow the next event."""
        self.player.observe(event)
        self.events.append(evolve(event, name=NAMES[event.seat]) if isinstance(event, SeatTaken) else event)

    def choose(self, rng: Random) -> Move:
        """Its move."""
        return self.player.choose(rng)


@frozen
class Heard:
    """What is heard in some time: of what happened at once, from my move until my next turn, in a round, in a match."""

    lines: tuple[str, ...]
    is_mine: bool = False
    is_my_turn: bool = False
    has_deal: bool = False

    @property
    def words(self) -> int:
        """How many words stand there."""
        return sum(len(line.split()) for line in self.lines)


def match(game: str, number: int) -> list[Event]:
    """The events of a match between bots of the level club, as seat 0 sees them."""
    preset, level = PRESETS[game], LEVELS["club"]
    seats = min(SEATS, preset.seats[SET_SIZES[0]][1])
    rules, _ = make_rules(preset, None, seats)
    me, *others = (BotPlayer(level, seat) for seat in range(seats))
    seated = Seated(me)
    BareMatch(Contest(game, rules, seats, seed=1), (seated, *others), str(number)).play()
    return seated.events


def heard(events: Sequence[Event], verbosity: Value) -> Iterator[Heard]:
    """What line mode prints of a match at this verbosity, in pieces of what happens at once."""
    model = new_model(NAMES[0])
    announcements, has_deal = model.receive(welcome(head=1)), False
    for seq, (event, following) in enumerate(pairwise([*events, None]), start=1):
        assert event is not None
        ask_for(model, event)
        announcements += model.receive(Entry(seq, AT, event))
        has_deal |= isinstance(event, RoundDealt)
        if isinstance(following, _TOGETHER):
            continue
        announcements += model.settle()
        lines = _printed(lines_of(announcements, model, verbosity), verbosity)
        is_mine = any(announcement.subject is Subject.OWN for announcement in announcements)
        yield Heard(tuple(lines), is_mine, _is_my_turn(announcements), has_deal)
        announcements, has_deal = [], False


def turns(pieces: Iterable[Heard]) -> Iterator[Heard]:
    """The turns of a match."""
    lines, has_moved = list[str](), False
    for piece in pieces:
        if piece.is_mine:
            lines, has_moved = [], True
        lines += piece.lines
        if has_moved and piece.is_my_turn:
            yield Heard(tuple(lines))
            has_moved = False


def rounds(pieces: Iterable[Heard]) -> Iterator[Heard]:
    """The rounds of a match, each with the deal of the next one, or with the end of the match."""
    lines, is_dealt = list[str](), False
    for piece in pieces:
        lines += piece.lines
        if piece.has_deal:
            if is_dealt:
                yield Heard(tuple(lines))
            lines, is_dealt = [], True
    yield Heard(tuple(lines))


def _printed(lines: Sequence[str], verbosity: Value) -> Sequence[str]:
    return [for_ears(line) for line in lines] if verbosity == SPEECH else lines


def _is_my_turn(announcements: Sequence[Announcement]) -> bool:
    return any(announcement.subject is Subject.TURN and announcement.seat == 0 for announcement in announcements)


def first_turns(game: str, verbosity: Value, most: int) -> list[Heard]:
    """So many turns, of as many matches as it takes."""
    found, number = list[Heard](), 0
    while len(found) < most:
        found += turns(heard(match(game, number), verbosity))
        number += 1
    return found[:most]


def seconds(lines: Sequence[str]) -> float | None:
    """How long it takes to say these lines in the reader's language; None without a program that speaks."""
    espeak = shutil.which(ESPEAK)
    if espeak is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "speech.wav"
        command = (espeak, "-v", name_of_language(), "-s", str(_WORDS_A_MINUTE), "-w", str(file))
        subprocess.run(command, input="\n".join(lines), text=True, check=True)  # noqa: S603 - the player's own
        with wave.open(str(file)) as speech:
            return float(speech.getnframes() / speech.getframerate())


def _said(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _measure(games: Sequence[str], verbosities: Sequence[Value], most: int) -> None:
    columns = ("turn", "seconds", "longest", "round", "seconds", "match", "seconds")
    print(f"{'game':<18}{'verbosity':<11}", *(f"{column:>8}" for column in columns))
    for game in games:
        for verbosity in verbosities:
            found = first_turns(game, verbosity, most)
            pieces = [*heard(match(game, 0), verbosity)]
            played = [*rounds(pieces)]
            whole = [line for piece in pieces for line in piece.lines]
            of_turns, of_rounds = (_seconds_of(parts) for parts in (found, played))
            row = (
                f"{median(turn.words for turn in found):g}",
                _said(median(of_turns) if of_turns else None),
                _said(max(of_turns, default=None)),
                f"{median(each.words for each in played):g}",
                _said(median(of_rounds) if of_rounds else None),
                str(Heard(tuple(whole)).words),
                _said(seconds(whole)),
            )
            print(f"{game:<18}{verbosity!s:<11}", *(f"{cell:>8}" for cell in row), flush=True)


def _seconds_of(parts: Sequence[Heard]) -> list[float]:
    return [taken for part in parts if (taken := seconds(part.lines)) is not None]


def _hear(game: str, most: int) -> None:
    for turn in first_turns(game, SPEECH, most):
        print(f"{turn.words} words, {_said(seconds(turn.lines))} seconds", *turn.lines, sep="\n", end="\n\n")


def main() -> None:
    """Measure, or print what is heard."""
    parser = argparse.ArgumentParser(prog="python -m tools.listening", description="How long a turn is for ears.")
    parser.add_argument("--turns", type=int, default=25, metavar="N", help="how many turns of each game")
    parser.add_argument("--verbosity", choices=tuple(map(str, VERBOSITIES)), help="only this one")
    parser.add_argument("--hear", choices=tuple(PRESETS), help="print the turns of this game as they are heard")
    parser.add_argument("--language", choices=tuple(OWN_NAMES), default=ENGLISH, help="the language, and its voice")
    given = parser.parse_args()
    if given.turns < 1:
        parser.error("--turns takes a number from 1 on")
    if shutil.which(ESPEAK) is None:
        print(f"{ESPEAK} is not installed, so only words are counted.", file=sys.stderr)
    with speaking(language_named(given.language)):
        if given.hear is None:
            verbosities = [one for one in VERBOSITIES if given.verbosity in (None, str(one))]
            _measure(tuple(PRESETS), verbosities, given.turns)
        else:
            _hear(given.hear, given.turns)


if __name__ == "__main__":
    main()
