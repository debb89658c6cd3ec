"""Questions about the position of a course, by their letters, the same for every front end.

Not here: the sentences (`words.answer_words`), the keys (`actions.keys`).
"""

from collections.abc import Callable
from typing import Final

from client.practice.course import Course
from client.view.view import View
from client.words import answer_words

_QUESTIONS: Final[dict[str, Callable[[View], tuple[str, ...]]]] = {
    "w": lambda view: (answer_words.hand(view),),
    "z": lambda view: (answer_words.playable(view),),
    "c": lambda view: (answer_words.ends(view),),
    "v": lambda view: tuple(answer_words.chain(view)),
    "e": lambda view: (answer_words.tiles(view),),
    "s": lambda view: (answer_words.scores(view),),
}


def answer(course: Course, letter: str) -> tuple[str, ...]:
    """The answer, in lines; none after the last position."""
    if course.task is None or course.view is None:
        return ()
    if letter == "l":
        return tuple(answer_words.last_plays(course.task.moves))
    return _QUESTIONS[letter](course.view)
