"""A game as a log: its events, the commands that cause them, the table folded from them, and who may see what."""
