"""A league of teams or persons: what its host says in a file, and what follows from the games that were played."""
