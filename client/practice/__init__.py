"""Learning and practising: positions to play one after another, with what is said before and after. No front end."""
