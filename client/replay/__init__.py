"""A record step by step: its cursor, answers, sentences and analysis, and a picture of a step. No front end."""
