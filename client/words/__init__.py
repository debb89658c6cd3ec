"""Every sentence that a player reads, so that all of them can be reviewed, and one day translated, as a whole."""
