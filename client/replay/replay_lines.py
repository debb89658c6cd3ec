"""A replay in lines: for pipes to the end, for a terminal by letters and Enter.

Lives here: what each letter does, and the sentences that come of it, one fact a line. The letters are those of the
full screen. Not here: the cursor (`cursor`), the sentences (`replay.replay_words`), the command line
(`replay.command`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from client.lines.terminal import TypedLines
from client.replay import replay_line_words as words
from client.replay import replay_words
from client.replay.analysis_words import how_each_played
from client.replay.cursor import Replay
from client.replay.record_file import Shown
from client.replay.record_view import beside
from client.view.view import View
from client.words import answer_words as words_answers
from client.words.line_help import unknown_command
from client.words.name_words import is_number, name_of, seat_typed
from client.words.refusal_words import no_such_seat
from client.words.rule_words import explain
from protocol.log.events import MatchStarted, RoundDealt, SeatLeft, SeatTaken, TableOpened

Out = Callable[[str], None]

_TOLD_BY_THE_HEADING: Final = (TableOpened, SeatTaken, SeatLeft, MatchStarted)


def whole(shown: Shown) -> Iterator[str]:
    """Every line of a record to its end, rounds set apart by an empty line."""
    replay = Replay(shown.record, shown.analysis)
    yield from heading(replay)
    has_begun = False
    for told in replay.told(1, replay.head):
        event = told.entry.event
        if isinstance(event, RoundDealt):
            has_begun = True
            yield ""
        if has_begun or not isinstance(event, _TOLD_BY_THE_HEADING):
            yield from replay_words.sentences_and_cost(replay, told)
    replay.to_end()
    yield from replay_words.record_ends(replay.table)


def heading(replay: Replay) -> Iterator[str]:
    """Which game it is, who plays it, and by which house rules; asked at the first deal."""
    yield replay_words.heading(replay.record, replay.table)
    yield from replay_words.house_rules_told(replay.table)
    if replay.analysis is not None:
        yield from how_each_played(replay.analysis)


class LineReplay:
    """A replay that is led by typed lines."""

    def __init__(self, shown: Shown, out: Out, speed: float | None = None, at: int | None = None) -> None:
        self.replay = Replay(shown.record, shown.analysis)
        self._out = out
        self._doubt = shown.doubt
        self._runs_at_once = speed is not None
        self.replay.speed = speed or self.replay.speed
        if at is not None:
            self.replay.go_to(at)

    def run(self, typed: TypedLines) -> None:
        """From the first deal until somebody leaves."""
        self.begin()
        try:
            while True:
                line = typed.next(self.replay.seconds_to_next_step if self.replay.is_playing else None)
                if line is None:
                    self.run_on()
                elif not self.obey(line):
                    return
        except EOFError:
            return

    def begin(self) -> None:
        """Say which game it is and how its first round begins."""
        for line in heading(self.replay):
            self._out(line)
        if self._doubt:
            self._out(self._doubt)
        self._out(words.ENTER_STEPS)
        self._tell_shown()
        if self._runs_at_once:
            self._play("")

    def run_on(self) -> None:
        """The time of one step has passed."""
        before = self.replay.position
        self.replay.tick(self.replay.seconds_to_next_step)
        self._tell(before + 1)

    def obey(self, line: str) -> bool:
        """Do what a line says; False to leave."""
        word, _, rest = line.strip().partition(" ")
        if word in ("q", "quit"):
            return False
        if self.replay.is_playing and word not in ("+", "-"):
            self.replay.pause()
            self._out(words.paused(replay_words.place(self.replay)))
            if not word:
                return True
        if word.startswith(":"):
            word, rest = ":", f"{word[1:]} {rest}"
        elif word.isdecimal():
            word, rest = ":", word
        does = LETTERS.get(word or "n")
        if does is None:
            self._out(unknown_command(word))
        else:
            does(self, rest.strip())
        return True

    # Moving.

    def _forward(self, _: str) -> None:
        before = self.replay.position
        if self.replay.forward():
            self._tell(before + 1)
        else:
            self._out(words.THE_END)

    def _back(self, _: str) -> None:
        self._went(self.replay.back(), words.THE_BEGINNING)

    def _next_round(self, _: str) -> None:
        self._went(self.replay.next_round(), words.THE_END)

    def _previous_round(self, _: str) -> None:
        self._went(self.replay.previous_round(), words.THE_BEGINNING)

    def _next_score(self, _: str) -> None:
        self._went(self.replay.next_score(), words.NO_SCORE_AFTER)

    def _previous_score(self, _: str) -> None:
        self._went(self.replay.previous_score(), words.NO_SCORE_BEFORE)

    def _to_start(self, _: str) -> None:
        self.replay.to_start()
        self._went(moved=True)

    def _to_end(self, _: str) -> None:
        self.replay.to_end()
        self._went(moved=True)

    def _go_to(self, number: str) -> None:
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            self._out(words.which_entry(self.replay.head))
            return
        self.replay.go_to(int(number))
        self._went(moved=True)

    def _went(self, moved: bool, else_: str = "") -> None:
        if not moved:
            self._out(else_)
            return
        self._out(replay_words.place(self.replay))
        self._tell_shown()

    # Running by itself.

    def _play(self, _: str) -> None:
        self.replay.play()
        self._out(words.playing(self.replay.speed))

    def _faster(self, _: str) -> None:
        self.replay.faster()
        self._out(words.speed(self.replay.speed))

    def _slower(self, _: str) -> None:
        self.replay.slower()
        self._out(words.speed(self.replay.speed))

    # Questions.

    def _whose_view(self, whose: str) -> None:
        if not whose:
            self.replay.next_view()
        elif whose == "all":
            self.replay.look_from(None)
        else:
            seat = self._seat_called(whose)
            if seat is None:
                self._out(self._nobody(whose))
                return
            self.replay.look_from(seat)
        self._out(replay_words.place(self.replay))

    @property
    def _names(self) -> list[str]:
        return [name_of(self._beside, seat) for seat in range(len(self.replay.table.seats))]

    def _seat_called(self, whose: str) -> int | None:
        names = self._names
        seat = seat_typed(whose, names)
        if seat is None and not is_number(whose):
            begun = whose.casefold()
            return next((each for each, name in enumerate(names) if name.casefold().startswith(begun)), None)
        return seat

    def _nobody(self, whose: str) -> str:
        return no_such_seat(len(self._names)) if is_number(whose) else words.nobody_called(whose, self._names)

    def _alternatives(self, _: str) -> None:
        self._out_all(replay_words.alternatives(self._beside, self.replay.alternatives()))

    def _scores(self, _: str) -> None:
        self._out(words_answers.scores(self._beside))
        self._out_all(words_answers.rounds(self._beside, self.replay.sheet.rounds))

    def _ends(self, _: str) -> None:
        self._out(words_answers.ends(self._beside))

    def _chain(self, _: str) -> None:
        self._out_all(words_answers.chain(self._beside))

    def _hands(self, _: str) -> None:
        self._out_all(replay_words.hands(self._beside))

    def _tiles(self, _: str) -> None:
        self._out(words_answers.tiles(self._beside))

    def _last_plays(self, _: str) -> None:
        self._out_all(words_answers.last_plays([line.text for line in self.replay.sheet.log]))

    def _where(self, _: str) -> None:
        self._out(replay_words.place(self.replay))
        self._out(words_answers.whose_turn(self._beside))

    @property
    def _beside(self) -> View:
        return beside(self.replay.table)

    def _rules(self, _: str) -> None:
        table = self.replay.table
        self._out_all(explain(table.rules, len(table.seats), table.preset))

    def _help(self, _: str) -> None:
        self._out_all(f"{letter}: {meaning}." for letter, meaning in words.LETTERS.items())
        self._out(words.LEAVE)

    # Telling.

    def _tell_shown(self) -> None:
        """The step that ends at the entry shown."""
        self._out_all(replay_words.step_told(self.replay))
        if self.replay.is_at_end:
            self._out_all(replay_words.record_ends(self.replay.table))

    def _tell(self, first: int) -> None:
        self._out_all(replay_words.all_sentences(self.replay, first, self.replay.position))
        if self.replay.is_at_end:
            self._out_all(replay_words.record_ends(self.replay.table))

    def _out_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out(line)


LETTERS: Final[dict[str, Callable[[LineReplay, str], None]]] = {
    "n": LineReplay._forward,
    "p": LineReplay._back,
    "]": LineReplay._next_round,
    "[": LineReplay._previous_round,
    "}": LineReplay._next_score,
    "{": LineReplay._previous_score,
    ":": LineReplay._go_to,
    "home": LineReplay._to_start,
    "end": LineReplay._to_end,
    "play": LineReplay._play,
    "+": LineReplay._faster,
    "-": LineReplay._slower,
    "f": LineReplay._whose_view,
    "a": LineReplay._alternatives,
    "s": LineReplay._scores,
    "c": LineReplay._ends,
    "v": LineReplay._chain,
    "w": LineReplay._hands,
    "e": LineReplay._tiles,
    "l": LineReplay._last_plays,
    "t": LineReplay._where,
    "r": LineReplay._rules,
    "?": LineReplay._help,
}
