"""What a player who hosts can do beside the game: tables, invitations, browsers that host, and the log.

Here: the panel that leads to all of it, the browsers with the host's controls, the log's last lines. Not here:
invitations (`invitations`), what a host can do at a table (`menu`).
"""

from collections.abc import Iterator

from client.actions.action import NewTable, SeeTables, Show
from client.actions.panel import Block, Choice, Menu, Offer, Panel, Scan, Sentences, choice
from client.model.model import Model
from client.model.own_host import OwnHost
from client.replay.replay_words import moment, moment_anywhere
from client.words import host_words, reach_words
from client.words.name_words import shown
from client.words.say import say
from protocol.log.operator_commands import MakeHostCode, ReadLog, Revoke
from protocol.wire.operator_messages import HostBrowser


def panel(model: Model) -> Panel:
    """The ways to everything that the host can do."""
    if model.own_host is None:
        return _not_the_host(host_words.HOST_TITLE)
    choices = [
        choice(say("lobby.title"), SeeTables()),
        choice(say("lobby.new_table"), NewTable()),
        choice(reach_words.TITLE, Show("invitations")),
        choice(host_words.BROWSERS if model.is_page else host_words.PHONE_TITLE, Show("phone")),
        choice(host_words.LOG_TITLE, Show("log")),
    ]
    if model.lobby.league is not None:
        choices.append(choice(say("league.open_fixture"), Show("fixtures")))
    if model.is_page:
        choices.append(choice(host_words.NAMES_TITLE, Show("names")))
    return Panel(host_words.HOST_TITLE, (Menu(tuple(choices)),))


def phone_panel(model: Model) -> Panel:
    """The code for a browser, which only the terminal can make, and the browsers that have the host's controls."""
    host = model.own_host
    title = host_words.BROWSERS if model.is_page else host_words.PHONE_TITLE
    if host is None:
        return _not_the_host(title)
    return Panel(title, (*(() if model.is_page else _code(host)), *_browsers(model, host)))


def _code(host: OwnHost) -> Iterator[Block]:
    links = host.code_links()
    if links:
        yield Sentences(host_words.how_to_scan(links))
        yield Scan(links[0])
        yield Menu((choice(host_words.NEW_CODE_AGAIN, MakeHostCode()),))
    else:
        yield Sentences((host_words.WHAT_A_PHONE_CAN,))
        yield Menu((choice(host_words.NEW_CODE, MakeHostCode()),))


def _browsers(model: Model, host: OwnHost) -> Iterator[Block]:
    browsers = host.reach.browsers
    if browsers:
        yield Menu(
            tuple(_browser(model, browser) for browser in browsers), "" if model.is_page else host_words.BROWSERS
        )
    if len(browsers) > 1:
        yield Menu((choice(host_words.REVOKE_ALL, Revoke(None)),))


def _browser(model: Model, browser: HostBrowser) -> Choice:
    since = (moment_anywhere if model.is_page else moment)(browser.since)
    offers = (Offer("Take back", Revoke(browser.number)),)
    return Choice(shown(browser.browser), offers, host_words.about_browser(browser, since))


def log_panel(model: Model) -> Panel:
    """The last lines of the log, as they were last asked for."""
    host = model.own_host
    if host is None:
        return _not_the_host(host_words.LOG_TITLE)
    lines = tuple(map(shown, host.log)) or (host_words.NO_LINES,)
    return Panel(host_words.LOG_TITLE, (Sentences(lines), Menu((choice(host_words.REFRESH, ReadLog()),))))


def names_panel(model: Model) -> Panel:
    """The names that lead to the page from elsewhere."""
    host = model.own_host
    if host is None:
        return _not_the_host(host_words.NAMES_TITLE)
    links = (*host.reach.inside, *host.reach.outside)
    return Panel(host_words.NAMES_TITLE, (Sentences((host_words.WHAT_NAMES_ARE,)), Sentences(links)))


def _not_the_host(title: str) -> Panel:
    return Panel(title, (Sentences((reach_words.NOT_THE_HOST,)),))
