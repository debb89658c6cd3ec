"""What has been played: the player's finished matches, and the plays of this match.

Here: these two windows. Not here: the sentences (`games_words`), the match that is chosen (`replayed`), its replay
(`replay_windows`).
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from attrs import field

from client.actions.action import Action, SeeGames
from client.model.sheet import LogLine
from client.picture.markup import SPACE, Markup, isolated, tag
from client.replay import games_words
from client.replay.replay_words import moment_anywhere
from client.store.my_games import totals_of
from client.store.saved_games import Result
from client.view.score_sheet import RoundRow
from client.web import page_words
from client.web.page_controls import button
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.replayed import Replayed
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words.event_words import scores
from client.words.name_words import game_title
from client.words.say import say
from protocol.frozen import define

AT_ONCE: Final = 20
"""The number of games to list at first, and to add with each press."""
_PLAYS_SHOWN: Final = 200

# The player's games.


@define(eq=False)
class GamesWindow(PageWindow):
    """The matches that were finished in this browser, newest first, and the totals. `listed`: how many of them.

    A tap on one opens its replay: that of the table, if it is that one, else what the host sends.
    """

    opened_by = (SeeGames,)

    state: State = field(kw_only=True)
    replayed: Replayed = field(kw_only=True)
    listed: int = AT_ONCE

    def inside(self) -> Iterator[Markup]:
        """The matches, the totals, and lessons."""
        finished = self.state.store.games.all()
        courses = [button("learn", "", say("lesson.learn"), aria_haspopup="dialog")]
        courses += [button("practise", "", say("lesson.practise"), aria_haspopup="dialog")] if finished else []
        if not finished:
            yield tag("p", say("page.no_games"))
            yield tag("div", *courses, class_="row")
            return
        yield tag("p", say("page.games_to_tap"), class_="about")
        yield tag("ul", *(tag("li", _game(game.result)) for game in finished[: self.listed]), class_="games")
        if len(finished) > self.listed:
            yield tag("div", button("older-games", "", say("page.older_games")), class_="row")
        yield tag("h3", say("games.totals"))
        totals = games_words.totals(totals_of(finished))
        yield tag("ul", *(tag("li", total) for total in totals), class_="lines")
        yield tag("div", *courses, class_="row")

    def presses(self) -> Presses:
        """Choosing a match, and listing more."""
        return {"past": self._open, "older-games": self._list_more}

    def opened(self, _by: Action | Confirmation | None) -> None:
        """List the newest."""
        self.listed = AT_ONCE

    def _list_more(self, _: Value) -> None:
        self.listed += AT_ONCE

    def _open(self, value: Value) -> None:
        state, game = self.state, field_of(value)
        result = next((saved.result for saved in state.store.games.all() if saved.result.game == game), None)
        if result is not None:
            state.show("replay")
            self.replayed.open(result)


def _game(result: Result) -> Markup:
    """The row of a match. The script writes its time by the browser's clock; this process does not know the zone."""
    title = tag("b", isolated(game_title(result.preset)))
    at = tag("time", moment_anywhere(result.at), datetime=result.at)
    won = " won" if games_words.has_won(result) else ""
    outcome = tag("span", isolated(games_words.outcome_of(result, is_first=True)), class_=f"outcome{won}")
    others = tag("span", isolated(games_words.with_whom(result, is_first=True)), class_="others")
    mark = [SPACE, tag("span", say("games.known_deals"), class_="others")] if result.repeats else []
    return button("past", result.game, title, SPACE, at, SPACE, outcome, SPACE, others, *mark)


# The history.


@define(eq=False)
class HistoryWindow(PageWindow):
    """The plays of the match, newest first, under the round that they belong to and the scores in it."""

    is_of_log = True

    state: State = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The plays."""
        sheet = self.state.model.sheet
        if not sheet.log:
            yield tag("p", say("answer.nothing_played"))
            return
        rounds = {row.number: row for row in sheet.rounds}
        lines = [*_with_rounds(sheet.log)][-_PLAYS_SHOWN:]
        for number, numbered in groupby(reversed(lines), lambda pair: pair[0]):
            yield from _round(self.state, rounds.get(number), [line for _, line in numbered])


def _with_rounds(log: list[LogLine]) -> Iterator[tuple[int, LogLine]]:
    """The lines of the log, each with the number of its round."""
    number = 0
    for line in log:
        number += line.is_deal
        yield number, line


def _round(state: State, row: RoundRow | None, lines: list[LogLine]) -> Iterator[Markup]:
    if row is not None:
        yield tag("h3", page_words.round_heading(row.number))
        yield tag("p", scores(state.model.view, row.scores), class_="about")
    yield tag("ul", *(tag("li", line.text, class_="scored" if line.points else None) for line in lines), class_="plays")
