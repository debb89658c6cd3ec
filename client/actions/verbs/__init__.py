"""What a player can do, a row for each thing: keys, words, menu lines, questions, and what it does."""
