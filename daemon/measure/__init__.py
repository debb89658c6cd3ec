"""Measuring how strong bots are, and how well a game was played. No table imports this."""
