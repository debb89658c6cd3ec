"""What a player can do, for every front end: actions, questions, the form, confirmations."""
