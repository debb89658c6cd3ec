"""The addresses that players give for reminders: links of services, and e-mail addresses.

Here: which kind an address is of, by its form alone, and why an address cannot be one. Nothing is looked up here. Not
here: the machine behind a link (`web`, `public_addresses`).
"""

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import SplitResult, urlsplit

from attrs import field

from protocol.frozen import frozen
from protocol.log.not_allowed import NotAllowed
from protocol.shared.reminder_kinds import ReminderKind

LONGEST_ADDRESS: Final = 400
"""In characters. The longest links of these services have about 150."""
_PLAIN: Final = re.compile(r"[!-~]+")
"""Visible ASCII characters: nothing that could begin another line of a request."""
_NAME: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
"""The name of a machine of the internet, with a dot; no IP address in any spelling."""
_IN_ONE_HOUSE: Final = (".local", ".localhost", ".localdomain", ".internal", ".lan", ".home", ".arpa")
"""Endings of names that mean a machine of this house: RFC 6762, 6761 and 8375, and what routers make up."""
_EMAIL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?P<host>[A-Za-z0-9.-]{1,253})")
"""A small part of what may be an address, on purpose: it becomes an argument of a program, and a line of a message."""
_PART: Final = "[A-Za-z0-9_-]+"
"""A part of a path: nothing that a server reads as another part, such as `..` and `%61`."""
_WEBHOOKS: Final = {
    **dict.fromkeys(
        ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"),
        (ReminderKind.DISCORD, re.compile(rf"/api/(?:v\d+/)?webhooks/{_PART}/{_PART}")),
    ),
    **dict.fromkeys(
        ("hooks.slack.com", "hooks.slack-gov.com"), (ReminderKind.SLACK, re.compile(rf"/services(?:/{_PART})+"))
    ),
}
"""The machines of services that nobody else runs, and the paths of their webhooks."""
_HTTPS_PORT: Final = 443


class AddressFaultError(NotAllowed):
    """An address that cannot be used. What the player reads does not repeat the address."""


@frozen
class ReminderAddress:
    """Where reminders of one player go. `text`: the whole address, which is a secret of the player.

    `host`: the name of the machine; `path`: what follows it in a link.
    """

    kind: ReminderKind
    text: str = field(repr=False)
    host: str
    path: str = field(default="", repr=False)

    @property
    def key(self) -> str:
        """The same for all links to one place, for counting."""
        if not self.path:
            return self.text.lower()
        path = self.path.partition("?")[0]
        if self.kind is ReminderKind.DISCORD:  # whose machines are all the same
            return path.partition("/webhooks/")[2]
        return f"{self.host}{path}"

    @property
    def place(self) -> str:
        """The address without its secret, for the player's own screen: `ntfy (ntfy.sh)`."""
        return f"{self.kind.in_words} ({self.host})"


def read_address(typed: str, kinds: Collection[ReminderKind] = tuple(ReminderKind)) -> ReminderAddress:
    """The address that was typed or pasted, of one of these kinds. Raises `AddressFaultError`.

    Blanks and ends of lines in a link come from a terminal or a message that was too narrow for it.
    """
    text = "".join(typed.split()) if "://" in typed else typed.strip()
    if not 0 < len(text) <= LONGEST_ADDRESS or not _PLAIN.fullmatch(text):
        raise AddressFaultError("not_an_address", most=LONGEST_ADDRESS)
    address = _link(text) if "://" in text else _email(text)
    if address.kind not in kinds:
        raise AddressFaultError("service_is_off", service=address.kind.in_words, others=_listed(kinds))
    return address


def _listed(kinds: Collection[ReminderKind]) -> str:
    return ", ".join(kind.in_words for kind in ReminderKind if kind in kinds) or "nothing"


def _email(text: str) -> ReminderAddress:
    found = _EMAIL.fullmatch(text)
    if found is None or not _NAME.fullmatch(found["host"].lower()):
        raise AddressFaultError("paste_a_link")
    return ReminderAddress(ReminderKind.EMAIL, text, found["host"].lower())


def _link(text: str) -> ReminderAddress:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise AddressFaultError("not_a_link") from None
    host = (parts.hostname or "").removesuffix(".")
    if parts.scheme != "https" or port not in (None, _HTTPS_PORT):
        raise AddressFaultError("not_https")
    is_of_internet = _NAME.fullmatch(host) is not None and not host.endswith(_IN_ONE_HOUSE)
    if "@" in parts.netloc or parts.fragment or not is_of_internet:
        raise AddressFaultError("not_in_the_internet")
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return ReminderAddress(_kind_of(host, parts), text, host, path)


def _kind_of(host: str, parts: SplitResult) -> ReminderKind:
    """The service behind a link. Own servers of ntfy and Mattermost have any name, so the path tells them apart."""
    path = parts.path
    if host in _WEBHOOKS:
        kind, webhook = _WEBHOOKS[host]
        if not webhook.fullmatch(path):
            raise AddressFaultError("not_a_webhook", service=kind.in_words)
        return kind
    if re.fullmatch(rf"(?:/{_PART})*/hooks/{_PART}", path):
        return ReminderKind.MATTERMOST
    if re.fullmatch(r"/[A-Za-z0-9_-]{1,64}", path) and not parts.query:
        return ReminderKind.NTFY
    raise AddressFaultError("no_service")
