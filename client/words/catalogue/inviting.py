"""How friends join: the link, the tunnel, invitations, what is encrypted."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # What leads to the link, which is on the next line. `way` is one of the first four.
    "way.opens.outside": "Your friends can open this",
    "way.opens.outside_typed": "Your friends can open this, with `fives join`",
    "way.opens.inside": "Friends in this house can open this",
    "way.opens.inside_typed": "Friends in this house can open this, with `fives join`",
    "way.link": "{way}:",
    "way.copied": "{way}; L copies it:",
    "way.copied_code": "{way}; L copies it, Q shows its QR code:",
    "way.here": "On this machine: fives join {address} --name NAME",
    "way.nobody": "No other machine can join at this address.",
    "way.in_list": "Friends in this network type `fives join`, and choose {name}.",
    "way.opening": "Waiting for the tunnel's link, up to a minute ...",
    "way.closed": "Friends in other houses cannot join now.",
    "way.not_opened": "Nobody in this house has opened it yet.",
    "way.opened": "Another machine in this house has opened the link: it works.",
    "way.password": "Who comes needs the table's password, too.",
    "way.how_to_share": "For friends in other houses: `fives host --share`.",
    "way.no_room": "The QR code has no room here: make the terminal larger by {missing}.",
    "count.columns": ("{n} column", "{n} columns"),
    "count.lines": ("{n} line", "{n} lines"),
    # A new link.
    "way.open_now": "Your friends can open this: {link}",
    "way.other_link": "The link has changed. Send this one: {link}",
    "way.in_a_network": "This machine is in a network now. Send this link: {link}",
    "way.other_address": "You have another address. Send this link: {link}",
    "way.copied_now": "Copied, if your terminal allows it: {link}",
    "way.another_address": "Another address",
    "way.only_address": "This machine has no other address for the link.",
    "way.first_friend": "First friend from outside: it works.",
    # What a host should know.
    "note.by_hand": "To type the link by hand, leave out what follows the #.",
    "note.sleep": "If this machine sleeps, the game waits until it is awake.",
    "note.no_key.outside": "This host has no key, so connections are not encrypted.",
    "note.no_key.inside": "This host has no key, so connections in the house are not encrypted.",
    "note.no_key.tunnel": (
        "This host has no key, so connections in the house are not encrypted; through the tunnel they are, up to the"
        " tunnel's owner."
    ),
    "note.key": "Terminals are encrypted, with this host's key {key}.",
    "note.browsers.outside": "Browsers are not encrypted.",
    "note.browsers.inside": "Browsers in the house are not encrypted.",
    "note.browsers.tunnel": (
        "Browsers in the house are not encrypted; through the tunnel they are, up to the tunnel's owner."
    ),
    "note.unlisted": "`fives join` cannot list this host, so friends need its link: {why}.",
    # Invitations.
    "invite.title": "Invitations",
    "invite.new": "Invite a friend",
    "invite.for_whom": "Whom the link is for",
    "invite.how_to_type": "Type invite and a name, like invite Ben.",
    "invite.none_needed": "Nobody needs an invitation to this game.",
    "invite.link": "The link for {name}: {link}",
    "invite.here": ("nobody here now", "{n} here now", "{n} here now"),
    "invite.end_all": "End all invitations",
    "invite.end_question": "End the invitation for {name}? Its link works no more; friends with a seat keep it.",
    "invite.end_all_question": "End all invitations? Their links work no more; friends with a seat keep it.",
    "invite.no_such": "Nobody is invited as {name}.",
    # `why` is what the host's program says.
    "invite.refused": "That is not possible: {why}.",
    "host.not_the_host": "Only a player who hosts with `fives host` has this.",
}
