"""The host daemon: the only authority over a game. Imports `protocol` only."""
