"""Programs for developers: nothing that a player runs."""
