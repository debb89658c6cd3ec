"""The panel of words and deals, and the sentences about the last round."""

from client.actions.panel import Passage
from client.model.announcements import Subject
from client.model.model import Model
from client.panels.by_name import BY_NAME
from client.panels.words import about_round
from client.words import deal_words
from client.words.leaving_words import HostedBy
from client.words.say import say
from protocol.log.events import RoundEnded
from tests.client.mixed_match import first_of, follow, mixed_match, sealed_model

MATCH = mixed_match()
END = first_of(MATCH, RoundEnded) + 1
"""How many entries there are at the end of the first round."""


def lines(model: Model, panel: str = "words") -> list[str]:
    blocks = (block for block in BY_NAME[panel](model).blocks if isinstance(block, Passage))
    return [line for block in blocks for line in block.lines]


def test_before_the_first_words_the_panel_says_when_they_come_and_how_deals_are_made() -> None:
    model = sealed_model()
    follow(model, MATCH[:END])

    assert lines(model) == [
        say("deal.no_words_yet"),
        say("deal.compare"),
        *deal_words.explained(),
        "Deal checked: mixed by you, Ben and the host.",
    ]


def test_the_score_sheet_and_the_panel_have_the_words_of_the_last_round() -> None:
    model = sealed_model()
    follow(model, MATCH[: END + 1])
    words = deal_words.words_after(1, model.deals.words.words)

    assert lines(model, "scores") == [model.about_deal, words, say("deal.compare")]
    assert lines(model)[:2] == [words, say("deal.compare")]
    assert about_round(model, "g1", 1) == (f"Deal checked. Words: {' '.join(model.deals.words.words)}.",)
    assert about_round(model, "another game", 1) == ()
    assert about_round(model, "g1", 2) == ()


def test_what_is_wrong_comes_first() -> None:
    model = sealed_model()
    follow(model, MATCH[:END], plays=False)

    assert lines(model)[0] == model.deals.alarms[0]


def test_a_player_alone_has_nobody_to_compare_words_with() -> None:
    model = sealed_model()
    model.hosted_by = HostedBy.PROGRAM
    announcements = follow(model, MATCH)

    assert lines(model) == [say("deal.how_alone")]
    assert lines(model, "scores") == [say("deal.how_alone")]
    assert not any(announcement.subject is Subject.DEAL for announcement in announcements)


def test_the_page_says_that_it_is_the_hosts_word() -> None:
    model = sealed_model()
    model.is_page = True
    follow(model, MATCH)

    assert lines(model)[-1] == say("deal.by_page")


def test_where_the_host_alone_deals_the_panel_says_so() -> None:
    model = sealed_model()
    follow(model, MATCH[:0])

    assert lines(model)[-1] == say("deal.how_host")
