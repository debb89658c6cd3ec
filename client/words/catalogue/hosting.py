"""The host's controls: hosting from a phone, other tables, the page's names, the log."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "host.title": "Host's controls",
    "host.phone": "Host from a phone",
    "host.new_code": "Make a code for a phone",
    "host.new_code_again": "Make another code",
    "host.how_to_scan": "Open this link on the phone. It is good for ten minutes and one browser:",
    "host.by_tunnel": "Or encrypted, up to the tunnel's owner:",
    "host.what_a_phone_can": (
        "A code lets one browser do what the host does here: tables, seats, bots, pause, invitations. It can be taken"
        " back, and ends with this host."
    ),
    "host.browsers": "Browsers that host",
    "host.let_in": "A browser has the host's controls now: {browser}.",
    "host.here_since": "since {time}; here now",
    "host.gone_since": "since {time}; not here now",
    "host.revoke_all": "Take the controls back from all",
    "host.revoke_question": "Take the host's controls back from {browser}? Who has a seat keeps it.",
    "host.revoke_all_question": "Take the host's controls back from all browsers? Who has a seat keeps it.",
    # Who tried a wrong code.
    "wrong_code.tunnel": "Somebody who came through a tunnel tried a wrong code for the host's controls.",
    "wrong_code.here": "Somebody on this machine tried a wrong code for the host's controls.",
    "wrong_code.at": "Somebody at {address} tried a wrong code for the host's controls.",
    "wrong_code.tunnel_invited": (
        "Somebody who came through a tunnel, with the invitation for {name}, tried a wrong code for the host's"
        " controls."
    ),
    "wrong_code.here_invited": (
        "Somebody on this machine, with the invitation for {name}, tried a wrong code for the host's controls."
    ),
    "wrong_code.at_invited": (
        "Somebody at {address}, with the invitation for {name}, tried a wrong code for the host's controls."
    ),
    "wrong_code.is_void": "There were so many that the code is void: make another one.",
    "host.log": "The log's last lines",
    "host.no_lines": "The log is empty.",
    "host.read_again": "Read it again",
    "host.names": "Names of this page",
    "host.what_names_are": (
        "A browser can open this page under the names of this machine, and under those given here."
    ),
    "host.new_name": "Another name, such as a tunnel's",
    "host.add_name": "Add the name",
    "host.close_question": "Close table {table}? Everybody there is sent away.",
    "host.close_match_question": "Close table {table}? Its match ends for everybody.",
    "host.closed": "Table {table} is being closed.",
}
