"""A replay as a list of steps, and what each of them shows.

Pure. Not here: the HTML (`parts`), how it changes from step to step (`timeline`).
"""

from typing import NamedTuple

from client.replay.cursor import Replay
from client.replay.record_view import spectator_view
from client.replay.replay_words import record_ends, step_sentences
from client.view.view import View
from protocol.game.tiles import Tile
from protocol.log.events import RoundDealt


class Step(NamedTuple):
    """The game after a step, with all tiles open.

    `plays`: the number of tiles played so far. `marked`: the tile played last in this round. `sentences`: about this
    step. `entry`: the number of its last entry, 0 in a record without entries.
    """

    entry: int
    plays: int
    view: View
    marked: frozenset[Tile]
    sentences: tuple[str, ...]
    is_play: bool = False
    is_deal: bool = False

    @property
    def round_number(self) -> int:
        """The number of the round, 0 before the first one."""
        return 0 if self.view.round is None else self.view.round.number


def steps_of(replay: Replay) -> list[Step]:
    """Every step of the replay, which is at its end then."""
    replay.look_from(None)
    replay.to_first_step()
    steps = [_step(replay, 0)]
    while replay.forward():
        steps.append(_step(replay, steps[-1].plays))
    return steps


def _step(replay: Replay, plays_before: int) -> Step:
    table, (plays, _) = replay.table, replay.plays
    sentences = step_sentences(replay)
    if replay.is_at_end:
        sentences += record_ends(table)
    is_deal = replay.entry is not None and isinstance(replay.entry.event, RoundDealt)
    is_play = plays > plays_before
    return Step(replay.position, plays, spectator_view(table), replay.recent.tiles, tuple(sentences), is_play, is_deal)


def first_deal(steps: list[Step]) -> int:
    """The number of the step with the first deal; 0 if there is none."""
    return next((number for number, step in enumerate(steps) if step.is_deal), 0)


def step_after(steps: list[Step], play: int) -> int:
    """The number of the first step after this play; of the last one if there are fewer plays."""
    return next((number for number, step in enumerate(steps) if step.plays >= play), len(steps) - 1)
