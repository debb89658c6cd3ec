"""The text of a page: the log, with every step in sentences, and the score sheet.

Here: the log, one item for each step, which the script reads; and the score sheet as a table. Pure. Not here: the
sentences (`replay_words`, `page_words`).
"""

from collections.abc import Iterator

from client.picture.markup import Markup, tag
from client.replay import html_words as words
from client.replay import replay_words
from client.replay.cursor import Replay
from client.replay.page_steps import Steps
from client.replay.record_view import beside
from client.view.score_sheet import RoundRow
from client.words.answer_words import HOW_ROUND_ENDED
from client.words.name_words import sides_named, who
from protocol.log.events import RoundDealt
from protocol.log.table import Table


def log(steps: Steps, replay: Replay) -> Markup:
    """One item for each step: a link to it, and its sentences."""
    return tag("ol", *(_item(steps, replay, at) for at in range(steps.last + 1)), id="log")


def _item(steps: Steps, replay: Replay, at: int) -> Markup:
    said = [tag("p", sentence) for sentence in _sentences(steps, replay, at)]
    number = str(steps.plays[at]) if steps.is_play(at) else "·"
    return tag(
        "li",
        tag("a", number, href=f"#step={at}", aria_label=None if steps.is_play(at) else words.step_named(at)),
        tag("div", *said),
        data_step=at,
        data_place=words.place(steps.tables[at], steps.plays[at], steps.plays[-1]),
        class_="deal" if _is_deal(replay, steps.entries[at]) else None,
    )


def _sentences(steps: Steps, replay: Replay, at: int) -> Iterator[str]:
    replay.go_to_entry(steps.entries[at])
    yield from replay_words.step_sentences(replay)
    if at == steps.last:
        yield from replay_words.record_ends(steps.tables[at])


def _is_deal(replay: Replay, entry: int) -> bool:
    return bool(entry) and isinstance(replay.record.entries[entry - 1].event, RoundDealt)


def sheet(replay: Replay, table: Table) -> Markup:
    """The points of each side, by round and in total; `replay` is at its end."""
    sides = [tag("th", sides_named(beside(table), side), scope="col") for side in range(len(table.scores))]
    columns = (tag("th", each, scope="col") for each in (words.ROUND, words.LED, words.ENDED))
    total = (tag("td", str(score)) for score in table.scores)
    return tag(
        "table",
        tag("caption", words.SHEET),
        tag("thead", tag("tr", *columns, *sides)),
        tag("tbody", *(_row(table, row) for row in replay.sheet.rounds)),
        tag("tfoot", tag("tr", tag("th", words.TOTAL, scope="row", colspan=3), *total)),
        id="sheet",
    )


def _row(table: Table, row: RoundRow) -> Markup:
    cells = (who(beside(table), row.leader), HOW_ROUND_ENDED[row.how], *(str(side.total) for side in row.sides))
    return tag("tr", tag("th", str(row.number), scope="row"), *(tag("td", each) for each in cells))
