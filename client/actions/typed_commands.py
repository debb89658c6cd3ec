"""Typed commands: `pause`, `kick Ana`, `join oak`.

Here: from the words to an action, and back. Not here: the commands (`verbs.all_verbs`), carrying one out
(`carry_out`), plays, which only line mode reads (`lines.letters`).
"""

from typing import Final

from client.actions.action import Action, KeyAction
from client.actions.key_row import LINES, actions_of
from client.actions.keys import TABLE
from client.actions.verbs.all_verbs import VERBS, verb_of
from client.model.checks import WhyNot
from client.model.model import Model
from client.words.say import as_typed_in_english, say

_KEYS: Final = actions_of(TABLE, LINES)
"""What letters and words without details ask for, as everywhere."""
_TYPED: Final = {verb.typed.word: verb for verb in VERBS if verb.typed is not None}
COMMANDS: Final = tuple(dict.fromkeys((*_TYPED, *_KEYS)))
"""Everything that `read_action` reads, by its first word."""


def read_action(model: Model, word: str, rest: str = "") -> KeyAction | WhyNot | None:
    """The action that a typed command asks for, or None if `word` is no command, also of the reader's language."""
    word = as_typed_in_english(word)
    is_at_a_table = model.session.game is not None
    typed = _TYPED.get(word.casefold())
    if typed is not None and typed.typed is not None and (is_at_a_table or not typed.needs_table):
        return typed.typed.read(model, rest)
    action = key_action(word)
    verb = typed if action is None else verb_of(action)
    if verb is not None and verb.needs_table and not is_at_a_table:
        return WhyNot(say("refusal.not_at_a_table"))
    return action


def key_action(word: str) -> KeyAction | None:
    """The action of a letter or word that stands for a key; capitals matter only where two keys differ by them."""
    word = as_typed_in_english(word)
    return _KEYS.get(word, _KEYS.get(word.casefold()))


def command_for(action: Action) -> str:
    """What can be typed for this action; `read_action` reads it as the same one. Raises `KeyError` if nothing can."""
    verb = verb_of(action)
    typed = None if verb is None or verb.typed is None else verb.typed.text(action)
    return _WORDS[action] if typed is None else typed


_WORDS: Final = {action: word for word, action in _KEYS.items()}
