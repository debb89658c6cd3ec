"""The command line of `fives`, its settings, and what it starts."""
