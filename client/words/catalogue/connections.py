"""Why there is no connection to a host, or why it has ended.

Those without a full stop are the middle of a sentence: they follow `No connection: ` or `Connection lost: `.
"""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "connection.none": "No connection: {why}.",
    # TCP. `host` is an address, and `name` the name of a machine.
    "connection.not_reached": "{host} cannot be reached",
    "connection.not_reached_because": "{host} cannot be reached: {why}",
    "connection.too_slow": (
        "{host} does not answer: check the address, and that the host's firewall or router lets you in"
    ),
    "connection.no_machine": "there is no machine called {name}: check the name, and that you are online",
    "connection.nobody": "nobody answers at {host}: check address and port, and that a game is hosted there",
    "connection.to_daemon_failed": "no connection to {host}: {why}",
    "connection.silent_from_start": "{host} accepts the connection but sends nothing: it may not be a fives daemon",
    # What the host has done, or sent.
    "connection.closed": "the host closed the connection",
    "connection.silent": "the host has gone silent",
    "connection.no_answer": "the host does not answer",
    "connection.not_understood": "this release cannot read what the host sends",
    "connection.out_of_order": "the host sent its entries out of order",
    "connection.shut_down": "the host was shut down",
    "connection.accepts_no_more": "the host accepts no more connections now",
    "connection.received_nothing": "the host received nothing from here",
    "connection.in_trouble": "the host is in trouble",
    "connection.nobody_there": "no player there, or a host in trouble",
    "connection.own_program_failed": "the host's part of fives has failed, and is started again",
    "connection.web_server": "a web server answers there: ask the host for a link that begins with https",
    "connection.no_daemon": "The program that answers there is not a fives daemon, or this release cannot read it.",
    "connection.broken_game": "The host sent a game that makes no sense; this client cannot continue it.",
    "connection.not_allowed": "The host broke the protocol ({fault}), so the connection was closed.",
    "connection.invitation_ended": ("Your invitation has ended, or is another host's. Ask the host for a new link."),
    "connection.other_name": "If you sat there as {names}, --name {name} gives you your seat back.",
    # The host's key.
    "connection.other_key": (
        "the host at {host} has another key, {found}, and not {key}. It may have been installed again, another machine"
        " may have its address, or somebody sits in between. Nothing was sent. Ask the host for the key, or for a new"
        " link. If the new key is right, `{command}` joins it"
    ),
    "connection.not_encrypted": (
        "{host} does not encrypt, and the host with the key {key} does. Another machine may have its address, its fives"
        " may be older now, or somebody sits in between. Nothing was sent. Ask the host for the key, or for a new link."
    ),
    "connection.not_near": (
        "{host} does not encrypt, and is not in this network, where that would do. Nothing was sent. Ask the host to"
        " update fives"
    ),
    "connection.closed_early": "{host} closed the connection before it was encrypted",
    # Web servers, such as those of tunnels. What a status means is a part of `web.answers`.
    "web.answers": "the web server at {name} answers {status}: {meaning}",
    "web.closed": "the web server at {name} closed the connection",
    "web.no_machine": (
        "there is no machine called {name}: check the name, and that you are online. The link of a tunnel works only"
        " while it is open: ask the host for a new link"
    ),
    "web.no_server": "the program at {host} is not a web server that leads to a game: check the link",
    "web.certificate_out_of_date": (
        "the certificate of {name} is not valid today: your clock may be wrong, or something sits in between"
    ),
    "web.certificate_for_other": (
        "the certificate of {name} is for another name: the link may be wrong, or something sits in between"
    ),
    "web.certificate_unchecked": (
        "the certificate of {name} cannot be checked: this system has no certificates (install the package"
        " `ca-certificates`, or name their file in SSL_CERT_FILE), or something sits in between"
    ),
    "web.certificate_not_valid": (
        "the certificate of {name} is not valid: something sits in between, or your clock is wrong ({fault}). If the"
        " host has made the certificate, name the file of its authority in {variable}"
    ),
    "web.no_game": "there is no game behind this link now: the host may have stopped; ask the host for a new link",
    "web.no_websockets": (
        "the proxy in front of the host does not pass WebSockets on; the host finds the settings for it in"
        " docs/hosting.md"
    ),
    "web.not_let_in": "its owner lets only some people in; ask the host for a new link",
    "web.not_found": (
        "it knows no such game: the tunnel may have ended, or the host's fives is too old; ask the host for a new link"
    ),
    "web.wrong_name": ("the host does not know this name as its own: it can give it to `fives host` with --known-as"),
    "web.too_many": "it gets too many requests; try again in a minute",
    "web.no_room": ("the host has no room for another connection, or its page has stopped; try again in a moment"),
    "web.tunnel_ended": "the tunnel has ended; ask the host for a new link",
    "web.elsewhere": "it sends people to another place; ask the host for a new link",
    "web.page": "that is a page to read, and no way to a game: check the link, or ask the host for a new link",
    "web.no_way": "it does not lead to a game; ask the host for a new link",
}
