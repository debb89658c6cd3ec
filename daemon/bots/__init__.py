"""Computer players: they are handed a seat's sight of the table and nothing else."""
