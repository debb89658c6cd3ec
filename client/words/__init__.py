"""Sentences about the game: events, scores, answers, refusals, rules, names, help."""
