"""Named sets of house rules, which the form for a new table offers.

Here: `RuleSet`, and `RuleSets`, which adds and removes sets within limits. Not here: the file that they are saved in
(`store.saved_rules`), putting a set into a form (`actions.form`).
"""

from collections.abc import Callable, Mapping
from typing import Final

from attrs import field

from client.words.say import say
from protocol.clean import clean
from protocol.frozen import define, frozen

MOST_SETS: Final = 20
LONGEST_NAME: Final = 24


@frozen
class RuleSet:
    """A game with house rules. `values`: the changed options of the rules, as typed, by name."""

    name: str
    game: str
    values: Mapping[str, str] = field(factory=dict)


def name_of_set(typed: str) -> str:
    """The name as it is saved; empty if it has no visible character."""
    return " ".join(clean(typed).split())


@define
class RuleSets:
    """The player's sets, the latest last. `store` saves all of them, and returns why it cannot."""

    sets: list[RuleSet] = field(factory=list)
    store: Callable[[list[RuleSet]], str] = lambda _: ""

    def named(self, name: str) -> RuleSet | None:
        """The set of this name in any case, or None."""
        wanted = name_of_set(name).casefold()
        return next((rules for rules in self.sets if rules.name.casefold() == wanted), None)

    def save(self, rules: RuleSet) -> str:
        """Save a set in place of another of the same name; returns why it cannot be saved, empty if it is."""
        if not rules.name or len(rules.name) > LONGEST_NAME:
            return say("saving.rules_name", most=LONGEST_NAME)
        others = [saved for saved in self.sets if saved.name.casefold() != rules.name.casefold()]
        if len(others) >= MOST_SETS:
            return say("saving.rules_full", most=MOST_SETS)
        return self._stored([*others, rules])

    def delete(self, name: str) -> str:
        """Delete the set of this name; returns why it cannot be deleted, empty if it is."""
        return self._stored([saved for saved in self.sets if saved.name != name])

    def _stored(self, sets: list[RuleSet]) -> str:
        why_not = self.store(sets)
        if why_not:
            return say("saving.rules_failed", why=why_not)
        self.sets = sets
        return ""
