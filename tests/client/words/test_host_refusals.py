"""A host chooses a sentence of the catalogue by a code, gives facts for it, and nothing else."""

from collections.abc import Mapping
from gettext import NullTranslations
from string import Formatter

import pytest

from client.model.league_now import HostsLeague
from client.view.view import View
from client.words import reach_words
from client.words.refusal_words import refused_by_daemon
from client.words.say import Language, speaking
from protocol.game.options import VALUES
from protocol.game.rule_faults import FAULTS as RULE_FAULTS
from protocol.league.league_faults import FAULTS as LEAGUE_FAULTS
from protocol.log.not_allowed import AT_A_TABLE, OF_A_HOST, OF_OTHER_REASONS, NotAllowed
from protocol.log.refusals import Reason
from protocol.sentences import Fact, Sentence, in_line
from protocol.wire.messages import LeagueGames, NotAccepted
from tests.protocol.table_notation import round_of

DETAIL = "as the host says"


NO_FACTS: Mapping[str, Fact] = {}


def said(
    code: str | None,
    facts: Mapping[str, Fact] = NO_FACTS,
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


@pytest.mark.parametrize("code", sorted(AT_A_TABLE.keys() - OF_OTHER_REASONS.keys()))
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


def test_a_sentence_among_the_facts_is_said_by_its_own_code() -> None:
    fault = RULE_FAULTS("not_valid", typed="'0'", values=VALUES("span", low=1, high=10000))
    refused = NotAllowed("impossible_game", option="target", why=fault)

    assert told(refused) == "target: '0' is not valid: it takes 1 to 10000."
    with speaking(Language(OfValues(), {})):
        assert told(refused) == "target: '0' is not valid: it takes 1 a 10000."


class OfValues(NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return "{low} a {high}" if context == "values.span" else message


@pytest.mark.parametrize(
    "why",
    [
        Sentence("match.won", {"who": "Eve"}),
        Sentence("refusal.paused", {}),
        Sentence("values.span", {"low": 1}),
        Sentence("wrong_rules.ignored", {"reason": Sentence("page.sure", {})}),
        Sentence("not_allowed.host_only", {}),
    ],
)
def test_a_sentence_that_is_none_of_the_protocol_s_is_not_said(why: Sentence) -> None:
    assert said("impossible_game", {"option": "target", "why": why}) == "As the host says."


def test_what_is_said_of_a_play_that_costs_much_is_a_question() -> None:
    costly = NotAllowed("costly_there", tile="6-4", loss="12")

    assert said(costly.code, costly.facts, reason="costly") == (
        "6-4 there may cost about 12 in 100 chances to win: play it anyway?"
    )
    assert said(None, reason="costly", detail=costly.detail) == said(costly.code, costly.facts, reason="costly")
    assert said(costly.code, costly.facts) == "As the host says.", "with its own reason alone"


def test_a_code_of_another_reason_is_of_that_reason_alone() -> None:
    level = NotAllowed("no_such_level", level="'grandmaster'", levels=in_line(["learner", "club"]))

    assert level.reason is Reason.NO_SUCH_LEVEL
    assert said(level.code, level.facts, reason="no_such_level") == (
        "There is no level 'grandmaster': the levels are learner, club."
    )


def test_another_reason_is_said_in_the_player_s_own_words_whatever_the_code() -> None:
    assert said("host_only", reason=Reason.MATCH_OVER) == "The match is over."


def test_a_fact_is_shown_clean_and_as_it_is() -> None:
    assert said("no_hints", {"assist": "\x1b[31m{most}"}) == "This table gives no hints: its assist is {most}."


def test_each_code_of_a_host_has_a_row() -> None:
    assert not AT_A_TABLE.keys() & OF_A_HOST.keys()


def why_no_league(message: LeagueGames) -> str:
    said = HostsLeague().take(message)
    assert said is not None
    return said[0]


def test_a_host_without_a_league_is_understood_by_a_code_too() -> None:
    none = LEAGUE_FAULTS("no_league")
    message = LeagueGames(detail=str(none), code=none.key, facts={})

    assert why_no_league(message) == "This host has no league; `fives league` makes one."
    with speaking(Language(OfLeagues(), {})):
        assert why_no_league(message) == "Hier spielt keine Liga."
        assert why_no_league(LeagueGames(detail="as the host says")) == "As the host says."


class OfLeagues(NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return "hier spielt keine Liga" if context == "wrong_league.no_league" else message


@pytest.mark.parametrize("code", ["match.you_won", "not_allowed.host_only", "wrong_league.no_teams", ""])
def test_a_host_chooses_no_other_message_for_why_it_has_no_league(code: str) -> None:
    assert why_no_league(LeagueGames(detail=DETAIL, code=code)) == "As the host says."
    unknown = LeagueGames(detail=DETAIL, code="wrong_league.no_league", facts={"n": 1})
    assert why_no_league(unknown) == "As the host says."
