"""The terminal client: it shows a game and asks; it decides nothing. Imports `protocol` only."""
