"""`fives help`: the list of topics, or one of them.

Not here: the texts (`actions.help_topics`).
"""

from client.actions.help_topics import TOPICS, help_on, list_of_topics, no_such_topic
from client.terminal.printed_lines import print_error
from protocol.shared.exit_status import DONE, MISUSED


def help_command(topic: str | None, width: int) -> int:
    """Print the topic, or the list of all, in `width` columns; returns the exit status."""
    if topic is not None and topic not in TOPICS:
        print_error(no_such_topic(topic))
        return MISUSED
    print("\n".join(list_of_topics(width) if topic is None else help_on(topic, width)))
    return DONE
