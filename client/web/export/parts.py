"""The parts of an exported game that change from step to step: the table in pictures and in words, the hands, the log.

Pure. Not here: the boards and hands of one moment (`board_part`, `replay_windows`), the rest of the file (`document`).
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from client.picture.markup import SPACE, Markup, isolated, tag
from client.picture.round_picture import picture
from client.picture.svg import arrow_mark
from client.replay.replay_words import hands as hands_in_words
from client.replay.replay_words import round_and_play
from client.view.view import View
from client.web.board_part import USUAL_SHAPE, box_of, marks_of, tiles_of
from client.web.export import labels
from client.web.export.steps import Step
from client.web.export.timeline import changing
from client.web.page_controls import tile_picture, turn_mark
from client.words import answer_words
from client.words.name_words import sides_named, who
from client.words.say import say
from protocol.game.tiles import Hand


def boards(steps: Sequence[Step]) -> Iterator[Markup]:
    """One board for each round. No tile moves during a round."""
    for number, numbered in groupby(enumerate(steps), lambda pair: pair[1].round_number):
        if number:
            (first, *_), in_round = zip(*numbered, strict=True)
            yield _board(number, first, in_round)


def _board(number: int, first: int, steps: Sequence[Step]) -> Markup:
    laid = picture(steps[-1].view.layout, USUAL_SHAPE)
    shapes = [
        [
            *tiles_of(laid, step.view.layout),
            *marks_of(laid, step.view.layout, step.marked),
            *map(arrow_mark, laid.arrows(step.view.layout) if step.view.turn is not None else ()),
        ]
        for step in steps
    ]
    drawn = tag(
        "svg",
        *changing(shapes, Markup, first),
        viewBox=box_of(laid, USUAL_SHAPE),
        class_="board",
        role="img",
        aria_label=labels.picture_of_round(number),
    )
    caption = tag("figcaption", labels.round_caption(number))
    return tag("figure", tag("div", drawn, class_="felt"), caption, data_from=first, data_to=first + len(steps))


def ends(steps: Sequence[Step]) -> Markup:
    """The open ends, their sum and its points."""
    sentences = [[] if step.view.round is None else [answer_words.ends(step.view)] for step in steps]
    return tag("p", *changing(sentences, lambda sentence: tag("span", sentence)), id="ends")


def table_in_words(steps: Sequence[Step]) -> Markup:
    """The tiles on the table, the ends and the hands, for readers who cannot see the pictures."""
    sentences = [[*_table_sentences(step.view)] for step in steps]
    shown = changing(sentences, lambda sentence: tag("p", sentence))
    return tag("details", tag("summary", say("export.in_words")), *shown, id="words")


def _table_sentences(view: View) -> Iterator[str]:
    yield from answer_words.chain(view)
    yield answer_words.ends(view)
    yield from hands_in_words(view)


def hands(steps: Sequence[Step]) -> Markup:
    """The score and the hand of each seat, then the boneyard if the game has one."""
    rows = [
        _row(
            [_name_and_score(step.view, seat) for step in steps],
            [step.view.hand_of(seat) for step in steps],
        )
        for seat in range(len(steps[-1].view.table.seats))
    ]
    boneyards = [() if step.view.round is None else step.view.round.boneyard for step in steps]
    if any(boneyards):
        heads = [tag("span", say("export.boneyard"), SPACE, tag("b", str(len(tiles)))) for tiles in boneyards]
        rows.append(_row(heads, boneyards))
    return tag("ul", *rows, class_="hands", id="hands")


def _name_and_score(view: View, seat: int) -> Markup:
    """The player of a seat, whether it is their turn, and the score; that of partners has both names."""
    score = str(view.table.score_of(seat))
    if view.table.rules.partners:
        score = f"{sides_named(view, view.table.side_of(seat))}{say('colon')}{score}"
    pointer = turn_mark() if view.turn == seat else []
    return tag("span", *pointer, isolated(who(view, seat)), SPACE, tag("b", score))


def _row(heads: Sequence[Markup], hands: Sequence[Hand]) -> Markup:
    tiles = tag("span", *changing(hands, tile_picture), class_="left-over")
    return tag("li", *changing([[head] for head in heads], Markup), tiles)


def log(steps: Sequence[Step]) -> Markup:
    """One item for each step: a link to it, and its sentences."""
    return tag("ol", *(_item(number, step, steps[-1].plays) for number, step in enumerate(steps)), id="log")


def _item(number: int, step: Step, plays: int) -> Markup:
    return tag(
        "li",
        tag(
            "a",
            str(step.plays) if step.is_play else "·",
            href=f"#step={number}",
            aria_label=None if step.is_play else labels.step_label(number),
        ),
        tag("div", *(tag("p", sentence) for sentence in step.sentences)),
        data_step=number,
        data_place=round_and_play(step.view.table, step.plays, plays),
        class_="deal" if step.is_deal else None,
    )
