"""The calendar of a league in which every team meets every other.

Here: the order of the fixtures. Not here: the file that they are written to (`league_file`).
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from protocol.league.league import Fixture


def round_robin(
    teams: Sequence[str], *, twice: bool = True, first: date | None = None, days: int = 7
) -> tuple[Fixture, ...]:
    """Fixtures in which each team meets each other once, or twice: at home and away.

    The fixtures of one night come after one another, and no team has two of them. `first`: the date of the first night;
    the next ones are so many days apart.
    """
    nights = list(_nights(teams))
    if twice:
        nights += [[(away, home) for home, away in night] for night in nights]
    dated = (
        (None if first is None else (first + timedelta(days * nth)).isoformat(), pair)
        for nth, night in enumerate(nights)
        for pair in night
    )
    return tuple(
        Fixture(number=number, date=day, home=home, away=away)
        for number, (day, (home, away)) in enumerate(dated, start=1)
    )


def _nights(teams: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """The circle method: one team stays, the others move on by one place each night. With an odd number, one rests."""
    places: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    half = len(places) // 2
    for nth in range(len(places) - 1):
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        met = [(one, other) for one, other in pairs if one is not None and other is not None]
        # Home and away take turns, so that the team that stays is not at home every night.
        yield [(other, one) for one, other in met] if nth % 2 else met
        places = [places[0], places[-1], *places[1:-1]]
