"""The words of a match, who mixed its deals, and what is wrong with it."""

from collections.abc import Iterator

from client.actions.panel import Panel, Passage
from client.model.model import Model
from client.words import deal_words, repeat_words
from client.words.say import say


def panel(model: Model) -> Panel:
    """Warnings first, if there are any; then the words, and the deals."""
    blocks = [Passage(tuple(model.deals.alarms), say("deal.warnings"))] if model.deals.alarms else []
    if not model.is_alone:
        blocks.append(Passage(tuple(_words(model)) or (say("deal.no_words_yet"), say("deal.compare"))))
    return Panel(say("panel.words"), (*blocks, Passage(tuple(_deals(model)), say("deal.heading"))))


def about_last_round(model: Model) -> tuple[str, ...]:
    """Who has won what this evening, the check of the last deal, its words, and what they are for."""
    return tuple(filter(None, (model.talk.evening, model.about_deal, *_words(model))))


def about_round(model: Model, game: str | None, number: int) -> tuple[str, ...]:
    """Who has won what this evening; and in one short line the check of the deal of this round, and its words."""
    end = model.about_end(game, number)
    if end is None:
        return ()
    deal = "" if model.is_alone else deal_words.in_brief(end.words, is_checked=end.is_checked)
    return tuple(filter(None, (end.evening, deal)))


def _words(model: Model) -> Iterator[str]:
    if model.deals.words.words and not model.is_alone:
        yield deal_words.words_after(model.deals.words.round, model.deals.words.words)
        yield say("deal.compare")


def _deals(model: Model) -> Iterator[str]:
    options = model.table.options
    if model.table.repeats is not None:
        yield repeat_words.not_mixed()
        return
    if model.is_alone or not options.may_mix:
        yield say("deal.how_alone") if model.is_alone else say("deal.how_host")
        return
    yield from deal_words.explained()
    if model.about_deal:
        yield model.about_deal
    if model.is_page:
        yield say("deal.by_page")
