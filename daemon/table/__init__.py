"""One table: its game, its seats, its clock, its bots."""
