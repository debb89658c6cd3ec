"""The request with which each service takes a message.

Every text is sent as it is: nobody is mentioned, nothing is a link or in bold. Not here: the texts (`texts`), sending
(`web`).
"""

import json
from typing import Final, assert_never

from daemon.reminders.addresses import ReminderAddress
from daemon.reminders.web import Request
from protocol.shared.reminder_kinds import ReminderKind

_TITLE: Final = "fives"


def request_for(address: ReminderAddress, text: str) -> Request:
    """The request that has a service show this text to whoever has the address. Not for e-mail."""
    match address.kind:
        case ReminderKind.NTFY:
            headers = {"Title": _TITLE, "Content-Type": "text/plain; charset=utf-8"}
            return Request(address.host, address.path, headers, text.encode())
        case ReminderKind.DISCORD:
            return _json(address, {"content": text, "allowed_mentions": {"parse": []}})
        case ReminderKind.SLACK:
            quiet = {"mrkdwn": False, "link_names": False, "unfurl_links": False, "unfurl_media": False}
            return _json(address, {"text": text, **quiet})
        case ReminderKind.MATTERMOST:
            return _json(address, {"text": text})
        case ReminderKind.EMAIL:
            raise ValueError("e-mail is not sent over the web")
        case _:
            assert_never(address.kind)


def _json(address: ReminderAddress, body: dict[str, object]) -> Request:
    return Request(address.host, address.path, {"Content-Type": "application/json"}, json.dumps(body).encode())
