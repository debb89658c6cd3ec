"""A panel in line mode: one fact a line, the word that tells it from others first; choices have numbers.

Here: printing any panel, and reading which choice was typed. Not here: what is in a panel (`client.panels`), when one
is printed (`letters`).
"""

from collections.abc import Iterator

from client.actions.action import Action
from client.actions.key_row import LINES
from client.actions.panel import Grid, Menu, Panel, Passage, Scan
from client.model.checks import WhyNot
from client.words.say import say
from protocol.digits import number_in


def panel_lines(panel: Panel, *, asks: bool = False) -> Iterator[str]:
    """The panel in lines; `asks`: its choices are numbered, and the last line asks for a number."""
    number, keys = 0, _keys_of(panel) if asks and panel.choices else ()
    for block in panel.blocks:
        if isinstance(block, Scan):
            continue
        if block.heading:
            yield say("lines.heading", heading=block.heading)
        match block:
            case Passage():
                yield from block.lines
            case Grid():
                yield from (row.spoken for row in block.rows)
            case Menu():
                for choice in block.choices:
                    number += 1
                    yield (
                        _choice(choice.text, number, keys[number - 1])
                        if asks
                        else say("lines.choice", choice=choice.text)
                    )
    if asks and number:
        yield _question(panel)


def _keys_of(panel: Panel) -> tuple[str, ...]:
    from client.actions.keys import keys_of  # noqa: PLC0415 - printed sheets have none, and do without all commands

    return keys_of(panel, LINES)


def _choice(text: str, number: int, letter: str) -> str:
    if letter:
        return say("lines.numbered_or_key", number=number, letter=letter, choice=text)
    return say("lines.numbered", number=number, choice=text)


def _question(panel: Panel) -> str:
    """Asks for a number, with an example where a line has a second offer."""
    lines = enumerate(panel.choices, start=1)
    typed = next((f"{number} {choice.offers[1].label.lower()}" for number, choice in lines if choice.offers[1:]), None)
    return say("lines.type_number") if typed is None else say("lines.type_number_or_word", typed=typed)


def typed_choice(panel: Panel, typed: str) -> Action | WhyNot | None:
    """The action for a typed number, with the label of another offer after it if there is one; None for other lines."""
    first, _, word = typed.partition(" ")
    number = number_in(first)
    if number is None:
        return None
    if not 1 <= number <= len(panel.choices):
        return WhyNot(say("lines.numbers_go_to", most=len(panel.choices)))
    offers = panel.choices[number - 1].offers
    found = [offer for offer in offers if offer.label.casefold().startswith(word.strip().casefold())]
    if not found:
        return WhyNot(say("lines.not_possible_with", number=number))
    return found[0].action
