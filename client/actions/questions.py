"""Questions about the table and their letters, the same for every front end. Asking changes nothing.

Not here: the sentences (`words.answer_words`), actions (`actions`), questions that only one front end has.
"""

from collections.abc import Callable
from typing import Final

from client.model.model import Model
from client.words import answer_words as words_answers
from client.words import presence_words as words_presence
from client.words import refusal_words as words_refusals

Lines = tuple[str, ...]


def answer(model: Model, letter: str, now: float = 0.0) -> Lines:
    """The answer, in lines. `now` is on the model's clock."""
    if model.session.game is None:
        return (words_refusals.NOT_AT_A_TABLE,)
    return _QUESTIONS[letter](model, now)


def _turn(model: Model, now: float) -> Lines:
    sentences = [words_answers.whose_turn(model.view)]
    for clock in model.presence.clocks.values():
        sentence = words_presence.grace if clock.kind == "grace" else words_presence.time_left
        sentences.append(sentence(model.view, clock.seat, max(0.0, clock.until - now)))
    return (" ".join(sentences),)


def _chat(model: Model, _: float) -> Lines:
    said = [words_presence.said(model.view, each) for each in list(model.chat)[-words_answers.LAST_PLAYS :]]
    return tuple(said) or ("Nobody has said anything.",)


_QUESTIONS: Final[dict[str, Callable[[Model, float], Lines]]] = {
    "w": lambda model, _: (words_answers.hand(model.view),),
    "z": lambda model, _: (words_answers.playable(model.view),),
    "c": lambda model, _: (words_answers.ends(model.view),),
    "v": lambda model, _: tuple(words_answers.chain(model.view)),
    "e": lambda model, _: (words_answers.tiles(model.view),),
    "t": _turn,
    "l": lambda model, _: tuple(words_answers.last_plays([line.text for line in model.sheet.log])),
    "m": _chat,
}
