"""Where games are stored: the log of each, and the records of finished ones."""
