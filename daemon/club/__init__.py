"""A club: several daemons over one PostgreSQL database, each with some of the games. Nothing else needs this folder."""
