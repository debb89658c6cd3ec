"""A game looked over, in sentences: how each played, what a play cost and what was better.

Lives here: what a replay says of an analysis. Not here: where it comes from (the daemon's `fivesd analyse`), and the
replay's other words (`replay.replay_words`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import capital, count
from client.words.name_words import shown
from client.words.score_words import WHERE
from protocol.wire.analysis import Analysis, BetterPlay, JudgedPlay, JudgedPlayer

OF_ANOTHER_GAME: Final = "that analysis is of another game"


def how_each_played(analysis: Analysis) -> Iterator[str]:
    """A line a player: accuracy, what was lost, luck, hints."""
    yield from map(_player, analysis.players)


def _player(player: JudgedPlayer) -> str:
    name = shown(player.name)
    luck = f"{'good' if player.luck >= 0 else 'bad'} luck {_percent(abs(player.luck))}"
    hints = f", {count(player.hints, 'hint')} taken" if player.hints else ""
    if player.accuracy is None:
        return f"{name}: nothing to decide, {luck}{hints}."
    lost = f"{_percent(player.lost)} lost in {count(player.decisions, 'decision')}"
    return f"{name}: accuracy {player.accuracy:.0f} %, {lost}, {luck}{hints}."


def cost(play: JudgedPlay) -> str:
    """`That cost 7.2 %: 5-3 on the left wins 23.7 %, this 16.5 %.`"""
    if play.better is None:
        return f"Nothing was better: it wins {_percent(play.win)}."
    return (
        f"That cost {_percent(play.lost)}: {_laid(play.better)} wins {_percent(play.better.win)}, "
        f"this {_percent(play.win)}."
    )


def _laid(play: BetterPlay) -> str:
    return capital(f"{play.tile} {WHERE[play.arm]}")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
