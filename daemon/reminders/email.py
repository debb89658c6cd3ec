"""A message by e-mail, through a program that the host has named in the settings file.

The program is started without a shell. `{address}` in one of its words stands for the player's address; the message
comes on its standard input, with its headers, as for `sendmail`.
"""

import subprocess
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Final

import trio

from daemon.reminders.web import NotSentError

TIME_TO_SEND: Final = 20.0
ADDRESS: Final = "{address}"
_SUBJECT: Final = "fives"
_FAILED: Final = "was not reached: the host's program for e-mail failed"


async def send_email(command: Sequence[str], address: str, text: str) -> None:
    """Have the program send this text to this address. Raises `NotSentError`."""
    message = EmailMessage()
    message["To"], message["Subject"] = address, _SUBJECT
    message.set_content(text)
    words = [word.replace(ADDRESS, address) for word in command]
    try:
        with trio.fail_after(TIME_TO_SEND):
            done = await trio.run_process(
                words,
                stdin=message.as_bytes(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
    except (OSError, trio.TooSlowError):
        raise NotSentError(_FAILED) from None
    if done.returncode != 0:
        raise NotSentError(_FAILED)
