"""The tables of a host: go to one, watch one, or open another. It is all there is while the player is at no table."""

from collections.abc import Iterator

from client.actions.action import GoTo, NewTable, SeeGames, Show
from client.actions.panel import Choice, Menu, Offer, Panel, Passage, choice
from client.model.model import Model
from client.words import lobby_words
from client.words.name_words import shown
from client.words.say import say
from protocol.log.operator_commands import CloseTable
from protocol.wire.messages import TableSummary


def panel(model: Model) -> Panel:
    """The tables, a line for a new one, and the way to the player's games."""
    tables, is_at_a_table = model.lobby.tables, model.session.game is not None
    about = () if is_at_a_table else (Passage((say("lobby.choose") if tables else say("lobby.no_table"),)),)
    listed = (Menu(tuple(_table(model, summary) for summary in tables)),) if tables else ()
    other = choice(say("lobby.another_match" if model.is_alone else "lobby.new_table"), NewTable())
    hosting = () if model.own_host is None else (choice(say("host.title"), Show("host")),)
    played = () if model.lobby.league is None else (_league(model.lobby.league),)
    more = Menu((other, *played, *hosting, choice(say("panel.my_games"), SeeGames())))
    return Panel(say("lobby.your_matches" if model.is_alone else "lobby.title"), (*about, *listed, more))


def _league(name: str) -> Choice:
    return choice(say("league.title"), Show("league"), shown(name))


def _table(model: Model, summary: TableSummary) -> Choice:
    is_here = model.session.game is not None and summary.table == model.session.table_name
    is_own = summary.table in model.lobby.own_tables
    detail = lobby_words.about_table(summary, is_own=is_own and not is_here)
    ways_in = () if is_here else tuple(_ways_in(model, summary, is_own=is_own))
    closes = (
        (Offer(say("offer.close"), CloseTable(summary.table), say("offer.close_briefly")),)
        if model.own_host is not None and not summary.home
        else ()
    )
    offers = (*ways_in, *closes)
    return Choice(shown(summary.table), offers, say("lobby.here", about=detail) if is_here else detail)


def _ways_in(model: Model, summary: TableSummary, *, is_own: bool) -> Iterator[Offer]:
    table = summary.table
    if is_own:
        yield Offer(say("offer.take_seat"), GoTo(table), say("offer.take_seat_briefly"))
    elif not model.lobby.is_full(table):
        asks = summary.locked and model.session.password is None
        brief = say("offer.join_with_password_briefly" if asks else "offer.join_briefly")
        yield Offer(say("offer.join_with_password" if asks else "offer.join"), GoTo(table), brief)
    yield Offer(say("offer.watch"), GoTo(table, watches=True), say("offer.watch_briefly"))
