"""The rules of a table by topic, the options of the table, and what each sum scores; in play and in a replay.

Not here: the rules in three lines, which a terminal shows before these (`words.brief_rules`).
"""

from collections.abc import Sequence

from attrs import evolve

from client.actions.panel import Panel, Passage
from client.model.model import Model
from client.words.brief_rules import in_brief
from client.words.rule_words import rules_title, scores_spoken, sections
from client.words.say import say
from client.words.table_option_words import heading, table_options
from protocol.log.table import Table


def panel(table: Table, options: Sequence[str] = (), brief: Sequence[str] = ()) -> Panel:
    """The rules of this table; `options`: sentences about its options, which a replay has no use for.

    `brief`: the same in a few lines, for who has not read them before these.
    """
    rules, seats = table.rules, len(table.seats)
    by_topic = (Passage(section.sentences, section.title) for section in sections(rules, seats, table.preset))
    first = (Passage(tuple(brief)),) if brief else ()
    about = (Passage(tuple(options), heading()),) if options else ()
    sums = Passage(tuple(scores_spoken(rules)), say("table.sums"))
    title = Passage((rules_title(rules, seats, table.preset),))
    return Panel(say("panel.rules"), (title, *first, *by_topic, *about, sums))


def panel_in_play(model: Model) -> Panel:
    """The rules of the player's table, with its options."""
    options, is_known = model.table.options, model.table.repeats is not None
    options = evolve(options, deals="host") if is_known else options  # whatever the table does in other matches
    view = model.view
    brief = in_brief(view.table.rules, view.assist, is_drawn=view.is_drawn) if model.is_page else ()
    return panel(model.table, table_options(options, is_alone=model.is_alone), brief)
