"""Who has won how many matches this evening: said once, and shown with the end of the match."""

from attrs import evolve

from client.panels.words import about_round
from protocol.log.table import Stage
from protocol.wire.notices import EveningNotice, MatchesWon
from tests.client.at_table import duel, seated_model, texts


def test_the_totals_are_a_sentence_with_the_players_names() -> None:
    model = seated_model(evolve(duel("4-1 5-5 | ? ?"), stage=Stage.OVER))
    me, other = (who.name or "" for who in model.table.seats)
    totals = EveningNotice((MatchesWon(other, 3), MatchesWon(me, 1)))

    assert texts(model.receive(totals)) == [f"Tonight: {other} 3, you 1."]
    assert model.receive(totals) == [], "it comes again after a lost connection"
    bots = EveningNotice((*totals.totals, MatchesWon("Ida", 0)))
    assert texts(model.receive(bots)) == [f"Tonight: {other} 3, you 1."], "a bot that has won none is not listed"
    assert about_round(model, model.session.game, model.last_round)[0] == f"Tonight: {other} 3, you 1."
