"""`python -m fives` is `fives`."""

from fives.entry_points import fives

fives()
