"""What a player who hosts can do beside the game: tables, invitations, browsers that host, and the log.

Here: the panel that leads to all of it, the browsers with the host's controls, the log's last lines. Not here:
invitations (`invitations`), what a host can do at a table (`menu`).
"""

from collections.abc import Iterator

from client.actions.action import NewTable, SeeTables, Show
from client.actions.panel import Block, Choice, Menu, Offer, Panel, Passage, Scan, choice
from client.model.model import Model
from client.model.own_host import OwnHost
from client.replay.replay_words import moment, moment_anywhere
from client.words import host_words
from client.words.name_words import shown
from client.words.say import say
from protocol.log.operator_commands import MakeHostCode, ReadLog, Revoke
from protocol.wire.operator_messages import HostBrowser


def panel(model: Model) -> Panel:
    """The ways to everything that the host can do."""
    if model.own_host is None:
        return _not_the_host(say("host.title"))
    choices = [
        choice(say("lobby.title"), SeeTables()),
        choice(say("lobby.new_table"), NewTable()),
        choice(say("invite.title"), Show("invitations")),
        choice(say("host.browsers") if model.is_page else say("host.phone"), Show("phone")),
        choice(say("host.log"), Show("log")),
    ]
    if model.lobby.league is not None:
        choices.append(choice(say("league.open_fixture"), Show("fixtures")))
    if model.is_page:
        choices.append(choice(say("host.names"), Show("names")))
    return Panel(say("host.title"), (Menu(tuple(choices)),))


def phone_panel(model: Model) -> Panel:
    """The code for a browser, which only the terminal can make, and the browsers that have the host's controls."""
    host = model.own_host
    title = say("host.browsers") if model.is_page else say("host.phone")
    if host is None:
        return _not_the_host(title)
    return Panel(title, (*(() if model.is_page else _code(host)), *_browsers(model, host)))


def _code(host: OwnHost) -> Iterator[Block]:
    links = host.code_links()
    if links:
        yield Passage(host_words.how_to_scan(links))
        yield Scan(links[0])
        yield Menu((choice(say("host.new_code_again"), MakeHostCode()),))
    else:
        yield Passage((say("host.what_a_phone_can"),))
        yield Menu((choice(say("host.new_code"), MakeHostCode()),))


def _browsers(model: Model, host: OwnHost) -> Iterator[Block]:
    browsers = host.reach.browsers
    if browsers:
        yield Menu(
            tuple(_browser(model, browser) for browser in browsers), "" if model.is_page else say("host.browsers")
        )
    if len(browsers) > 1:
        yield Menu((choice(say("host.revoke_all"), Revoke(None)),))


def _browser(model: Model, browser: HostBrowser) -> Choice:
    since = (moment_anywhere if model.is_page else moment)(browser.since)
    offers = (Offer(say("offer.take_back"), Revoke(browser.number), say("offer.take_back_briefly")),)
    return Choice(shown(browser.browser), offers, host_words.about_browser(browser, since))


def log_panel(model: Model) -> Panel:
    """The last lines of the log, as they were last asked for."""
    host = model.own_host
    if host is None:
        return _not_the_host(say("host.log"))
    lines = tuple(map(shown, host.log)) or (say("host.no_lines"),)
    return Panel(say("host.log"), (Passage(lines), Menu((choice(say("host.read_again"), ReadLog()),))))


def names_panel(model: Model) -> Panel:
    """The names that lead to the page from elsewhere."""
    host = model.own_host
    if host is None:
        return _not_the_host(say("host.names"))
    links = (*host.reach.inside, *host.reach.outside)
    return Panel(say("host.names"), (Passage((say("host.what_names_are"),)), Passage(links)))


def _not_the_host(title: str) -> Panel:
    return Panel(title, (Passage((say("host.not_the_host"),)),))
