"""The signs on the full screen, for its help sheets and for `fives help`.

Those with a word in them are made of the texts that the screen has them from, so that both have the same word.
"""

from client.words.say import say


def signs() -> tuple[tuple[str, str], ...]:
    """Each with what it means."""
    some_count = say("hand.some_count", awarded=1, points=5)
    return (
        ("Ana 12 (5)", say("sign.player")),
        ("(6|4)", say("sign.last_tile")),
        ("{4|4}", say("sign.spinner")),
        (f"+4, {some_count}, ·", say("sign.points")),
        (say("hand.on", places="6 +4, 1 +0"), say("sign.two_ends")),
        ("5a 5b", say("sign.letters")),
        ("6×2 5×0", say("sign.counts")),
    )
