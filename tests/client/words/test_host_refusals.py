"""A host chooses a sentence of the catalogue by a code, gives facts for it, and nothing else."""

from collections.abc import Mapping
from gettext import NullTranslations
from string import Formatter

import pytest

from client.view.view import View
from client.words import reach_words
from client.words.refusal_words import refused_by_daemon
from client.words.say import Language, speaking
from protocol.log.not_allowed import AT_A_TABLE, OF_A_HOST, NotAllowed
from protocol.log.refusals import Reason
from protocol.wire.messages import NotAccepted
from tests.protocol.table_notation import round_of

DETAIL = "as the host says"


NO_FACTS: Mapping[str, str | int] = {}


def said(
    code: str | None,
    facts: Mapping[str, str | int] = NO_FACTS,
    *,
    reason: str = "not_allowed",
    detail: str = DETAIL,
) -> str:
    """What a player reads of this refusal."""
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 0)
    return refused_by_daemon(view, NotAccepted("a", reason, detail, code, dict(facts)), None)


def told(refused: NotAllowed) -> str:
    return said(refused.code, refused.facts)


def test_what_is_not_allowed_is_said_by_its_code_and_its_facts() -> None:
    assert told(NotAllowed("host_only")) == "Only the host of the table may do that."
    assert told(NotAllowed("player_is_away", seat=2)) == "The player of seat 2 is away."
    assert told(NotAllowed("seats_from_one_address", n=1)) == "This host allows 1 seat at a table from one address."
    assert told(NotAllowed("seats_from_one_address", n=3)) == "This host allows 3 seats at a table from one address."


@pytest.mark.parametrize("code", AT_A_TABLE)
def test_at_a_table_it_reads_as_what_the_host_says_in_english(code: str) -> None:
    """The facts are numbers: those that count have to be, and others may be."""
    sentence = AT_A_TABLE[code]
    text = sentence if isinstance(sentence, str) else sentence[1]
    refused = NotAllowed(code, **{fact: 7 for _, fact, _, _ in Formatter().parse(text) if fact})

    assert told(refused) == said(None, detail=refused.detail)


def test_what_only_a_host_asks_for_is_said_by_its_code_too() -> None:
    refused = NotAllowed("not_invited", name="'Zoe'")
    by_code, in_words = (
        reach_words.refused(NotAccepted("a", "not_allowed", detail, refused.code, dict(refused.facts)))
        for detail in (DETAIL, refused.detail)
    )

    assert by_code == in_words == "That is not possible: nobody is invited as 'Zoe'."
    assert (
        reach_words.refused(NotAccepted("a", "store_failed", "the disk is full"))
        == "That is not possible: the disk is full."
    )


class Spanish(NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return "Solo el anfitrión puede hacerlo." if context == "not_allowed.host_only" else message


def test_it_is_said_in_the_language_of_the_reader() -> None:
    with speaking(Language(Spanish(), {})):
        assert said("host_only") == "Solo el anfitrión puede hacerlo."


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("not_on_sundays", {}),
        ("host_only", {"most": 5}),
        ("tried_often", {}),
        ("seats_from_one_address", {"n": "many"}),
        ("match.won", {}),
        ("../match.won", {"who": "Eve"}),
        ("", {}),
    ],
)
def test_of_a_code_or_facts_that_are_unknown_the_host_s_own_sentence_is_shown(
    code: str, facts: dict[str, str | int]
) -> None:
    assert said(code, facts) == "As the host says."


def test_another_reason_is_said_in_the_player_s_own_words_whatever_the_code() -> None:
    assert said("host_only", reason=Reason.MATCH_OVER) == "The match is over."


def test_a_fact_is_shown_clean_and_as_it_is() -> None:
    assert said("no_hints", {"assist": "\x1b[31m{most}"}) == "This table gives no hints: its assist is {most}."


def test_each_code_of_a_host_has_a_row() -> None:
    assert not AT_A_TABLE.keys() & OF_A_HOST.keys()
