"""A replay in lines: for a pipe to the end, at a terminal by letters and Enter.

Here: the typed letters, and the answers printed one fact a line. Not here: the answers (`answers`), waiting
for an analysis (`analysis_lines`), the cursor (`cursor`), the command line (`program.replay_command`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from client.actions.action import AnalyseMatch, Ask, Go, Leave, PlayOnAs, Replaying, Show
from client.actions.key_row import LINES, actions_of, rows_of
from client.actions.keys import REPLAY
from client.actions.panel import Panel
from client.actions.typed_help import in_words_of_reader, unknown_command
from client.lines.panel_text import panel_lines, typed_choice
from client.model.checks import WhyNot
from client.panels.by_name import OF_REPLAY
from client.replay import answers, replay_words
from client.replay.answers import QUESTIONS
from client.replay.continuation import Continuation
from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord, saved_analysis
from client.terminal.typed_lines import TypedLines
from client.words.say import as_typed_in_english, say
from protocol.digits import number_in
from protocol.log.events import MatchStarted, RoundDealt, SeatLeft, SeatTaken, TableOpened

Out = Callable[[str], None]

_IN_THE_HEADING: Final = (TableOpened, SeatTaken, SeatLeft, MatchStarted)
_KEYS: Final = actions_of(REPLAY, LINES)


def all_lines(opened: OpenedRecord) -> Iterator[str]:
    """Every line of a record to its end, with an empty line before each round."""
    replay = Replay(opened.record, opened.analysis)
    yield from answers.heading(replay)
    has_begun = False
    for seen in replay.seen(1, replay.head):
        event = seen.entry.event
        if isinstance(event, RoundDealt):
            has_begun = True
            yield ""
        if has_begun or not isinstance(event, _IN_THE_HEADING):
            yield from replay_words.sentences_and_cost(replay, seen)
    replay.to_end()
    yield from replay_words.record_ends(replay.table)


class LineReplay:
    """A replay controlled by typed lines. `speed`: it plays at once, so many steps a second; `at`: the first play."""

    def __init__(
        self,
        opened: OpenedRecord,
        out: Out,
        speed: float | None = None,
        at: int | None = None,
        *,
        analyses: bool = False,
    ) -> None:
        self.replay = Replay(opened.record, opened.analysis, own=opened.seat)
        self._out = out
        self._doubt = opened.doubt
        self._plays_at_once = speed is not None
        self._analyses_at_once = analyses
        self._path = opened.path
        self._wants_analysis = False
        self._choosing: Panel | None = None
        self._continuation: Continuation | None = None
        self.replay.speed = speed or self.replay.speed
        if at is not None:
            self.replay.go_to_play(at)

    def run(self, typed: TypedLines) -> Continuation | None:
        """Replay until the player leaves; returns where the player plays on, if anywhere."""
        self._run(typed)
        return self._continuation

    def _run(self, typed: TypedLines) -> None:
        self.begin()
        try:
            if self._analyses_at_once:
                self.obey("A")
                self._follow(typed)
            while True:
                line = typed.next(self.replay.seconds_to_next_step if self.replay.is_playing else None)
                if line is None:
                    self.take_due_step()
                elif not self.obey(line):
                    return
                self._follow(typed)
        except EOFError:
            return

    def _follow(self, typed: TypedLines) -> None:
        """If the player has asked for the analysis, wait until it is there, or the player stops it."""
        if not self._wants_analysis:
            return
        self._wants_analysis = False
        from client.lines.analysis_lines import analysis_in_lines  # noqa: PLC0415 - it imports trio

        found = analysis_in_lines(self.replay.record, self._path, typed, self._out)
        if found is not None:
            self.replay.take_analysis(found)
            self._print_all(answers.analysis(self.replay))

    def begin(self) -> None:
        """Print the heading and the first deal."""
        self._print_all(answers.heading(self.replay))
        if self._doubt:
            self._out(self._doubt)
        self._out(say("lines.enter_steps"))
        self._print_all(answers.step(self.replay))
        if self._plays_at_once:
            self._play()

    def take_due_step(self) -> None:
        """Take the step that is due, and print it."""
        before = self.replay.position
        self.replay.tick(self.replay.seconds_to_next_step)
        self._print_all(answers.steps_after(self.replay, before))

    def obey(self, line: str) -> bool:
        """Answer a typed line; False to leave."""
        choosing, self._choosing = self._choosing, None
        chosen = None if choosing is None else typed_choice(choosing, line.strip())
        if isinstance(chosen, PlayOnAs) and self.replay.turn_to_play_on is not None:
            self._continuation = self.replay.continuation(chosen.seat, self._path)
            return False
        if choosing is not None and (isinstance(chosen, WhyNot) or not line.strip()):
            self._choosing = choosing if line.strip() else None
            self._out(chosen.text if isinstance(chosen, WhyNot) else say("lines.nothing_chosen"))
            return True
        typed, _, rest = line.strip().partition(" ")
        word = as_typed_in_english(typed)
        if _KEYS.get(word) == Leave():
            return False
        if self.replay.is_playing and word not in ("+", "-"):
            self.replay.pause()
            self._out(answers.paused(self.replay))
            if not word:
                return True
        if word.startswith(":"):
            word, rest = ":", f"{word[1:]} {rest}"
        elif word.isdecimal():
            word, rest = ":", word
        self._answer(word or "n", rest.strip())
        return True

    def _answer(self, word: str, rest: str) -> None:
        action = _KEYS.get(word)
        match action:
            case Go.ON:
                self._forward()
            case Go():
                self._show_place(answers.move(self.replay, action))
            case Replaying.GO_TO_PLAY:
                self._show_place(answers.go_to(self.replay, rest))
            case Replaying.NEXT_VIEW:
                self._out(answers.look_from(self.replay, rest) or replay_words.place(self.replay))
            case Replaying.BETTER:
                self._better()
            case Replaying.RUN:
                self._play()
            case Replaying.FASTER | Replaying.SLOWER:
                self.replay.faster() if action is Replaying.FASTER else self.replay.slower()
                self._out(answers.speed(self.replay))
            case AnalyseMatch():
                self._analyse(rest)
            case Show("keys"):
                rows = rows_of(REPLAY, LINES)
                self._print_all(
                    say("lines.key", typed=in_words_of_reader(row.typed), meaning=row.meaning) for row in rows
                )
            case Show(panel) if panel in OF_REPLAY:
                shown = OF_REPLAY[panel](self.replay)
                self._choosing = shown if shown.choices else None
                self._print_all(panel_lines(shown, asks=bool(shown.choices)))
            case Ask() | Show():
                self._print_all(QUESTIONS[word](self.replay))
            case _:
                self._out(unknown_command(word, _KEYS))

    def _forward(self) -> None:
        before = self.replay.position
        why_not = answers.move(self.replay, Go.ON)
        self._print_all((why_not,) if why_not else answers.steps_after(self.replay, before))

    def _show_place(self, why_not: str) -> None:
        """The place and the step there; or why the cursor has not moved."""
        if why_not:
            self._out(why_not)
            return
        self._out(replay_words.place(self.replay))
        self._print_all(answers.step(self.replay))

    def _analyse(self, rest: str) -> None:
        """List the costliest plays, go to one of them, or start the analysis."""
        if self.replay.analysis is None:
            found = saved_analysis(self._path, self.replay.record)
            if found is None:
                self._wants_analysis = True
                return
            self.replay.take_analysis(found)
        if not rest:
            self._print_all(answers.analysis(self.replay))
        elif number_in(rest) in range(1, len(self.replay.costliest) + 1):
            self.replay.to_costly(self.replay.costliest[int(rest) - 1])
            self._out(replay_words.place(self.replay))
            self._show_better()
        else:
            self._out(replay_words.no_such_costly(len(self.replay.costliest)))

    def _better(self) -> None:
        self.replay.toggle_better()
        self._show_better()

    def _show_better(self) -> None:
        self._out(replay_words.better_shown(self.replay))
        if self.replay.shows_better:
            self._print_all(QUESTIONS["v"](self.replay))

    def _play(self) -> None:
        self.replay.play()
        self._out(answers.playing(self.replay))

    def _print_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out(line)
