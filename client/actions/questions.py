"""Questions about the table and their letters, the same for every front end. Asking changes nothing.

Not here: the sentences (`words.answer_words`), actions (`actions`), questions that only one front end has.
"""

from collections.abc import Callable
from typing import Final

from client.actions.beginning import after_match
from client.model.model import Model
from client.words import answer_words, deal_words, presence_words
from client.words.say import say, together

Lines = tuple[str, ...]


def answer(model: Model, letter: str, now: float = 0.0) -> Lines:
    """The answer, in lines. `now` is on the model's clock."""
    if model.session.game is None:
        return (say("refusal.not_at_a_table"),)
    return _QUESTIONS[letter](model, now)


def _turn(model: Model, now: float) -> Lines:
    if model.awaits_agreement:
        return (after_match(model) or answer_words.whose_turn(model.view),)
    missing = model.deal_waits_for(now)
    now_at = answer_words.whose_turn(model.view) if missing is None else deal_words.waiting_for(model.view, missing)
    sentences = [model.awaited_machine or now_at]
    for clock in model.presence.clocks.values():
        sentence = presence_words.grace if clock.kind == "grace" else presence_words.time_left
        sentences.append(sentence(model.view, clock.seat, max(0.0, clock.until - now)))
    return (together(*sentences),)


def _chat(model: Model, _: float) -> Lines:
    said = [presence_words.said(model.view, remark) for remark in list(model.talk.chat)[-answer_words.LAST_PLAYS :]]
    return tuple(said) or (say("answer.nothing_said"),)


_QUESTIONS: Final[dict[str, Callable[[Model, float], Lines]]] = {
    "w": lambda model, _: (answer_words.hand(model.view),),
    "z": lambda model, _: (answer_words.playable(model.view),),
    "c": lambda model, _: (answer_words.ends(model.view),),
    "v": lambda model, _: tuple(answer_words.chain(model.view)),
    "e": lambda model, _: (answer_words.tiles(model.view),),
    "t": _turn,
    "l": lambda model, _: tuple(answer_words.last_plays([line.text for line in model.sheet.log])),
    "m": _chat,
}
