"""What a player can want, for every front end: moves, questions, orders, the form, confirmations."""
