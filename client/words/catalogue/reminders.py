"""Reminders of a player's turns, and reactions."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "remind.title": "Reminders of my turn",
    "remind.no_seat": "Only a player with a seat can be reminded.",
    "remind.none": "This host reminds nobody. Whoever runs it can change that, with --remind-by.",
    "remind.what": ("This host can send you a message when it is your turn and you have been away for half a minute."),
    "remind.once": "You get one message for a turn, when you have been away for half a minute.",
    "remind.until": (
        "Nothing is sent any more once you give up your seat. Whoever runs this host can read the address."
    ),
    # Before the names of services.
    "remind.new": "Be reminded by",
    "remind.other": "Be reminded by something else",
    "remind.give": "Give the address",
    "remind.type_code": "Type in the code",
    "remind.end": "Be reminded no more",
    "remind.address": "Link or address",
    "remind.code": "The code from the message",
    "remind.send_code": "Send me a code",
    "remind.use_code": "Use the code",
    "remind.how_to_give": "Type remind and the link or address, like remind https://ntfy.sh/my-own-topic.",
    "remind.how_to_type": "Type remind and the code, like remind 482913.",
    "remind.ended": "You are reminded no more.",
    "remind.off": "off",
    # What to paste for a service, after its name.
    "remind.how.ntfy": (
        "install the app ntfy, subscribe to a topic with a name that nobody guesses, and paste https://ntfy.sh/ and"
        " that name"
    ),
    "remind.how.discord": (
        "in a channel of your own server, Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL"
    ),
    "remind.how.slack": "add an Incoming Webhook to a channel, and paste its Webhook URL",
    "remind.how.mattermost": "Integrations, Incoming Webhooks, Add; paste its URL",
    "remind.how.email": "your address",
    "remind.service.ntfy": "ntfy",
    "remind.service.discord": "Discord",
    "remind.service.slack": "Slack",
    "remind.service.mattermost": "Mattermost",
    "remind.service.email": "E-mail",
    "remind.not_sent": "No code was sent: {why}.",
    "remind.by": "You are reminded of your turns by {place}.",
    "remind.code_sent": "A code was sent by {place}: type it in within ten minutes.",
    # Reactions: on their buttons, and as they are said.
    "react.title": "React",
    "reaction.well_played": "Well played",
    "reaction.thanks": "Thank you",
    "reaction.wow": "Wow",
    "reaction.oops": "Oops",
    "reaction.bad_luck": "Bad luck",
    "reaction.good_game": "Good game",
    "react.said": "{reaction}!",
    "react.watching": "You are watching: only players can react.",
    "react.none": "There are no reactions at this table.",
    "react.wait": "Where partners play, reactions wait until the round is over.",
    "react.type": "Type react and one of: {reactions}.",
    "react.no_such": "There is no such reaction; type react and one of: {reactions}.",
    # In a footer.
    "remind.give_briefly": "give the address",
}
