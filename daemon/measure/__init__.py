"""How strong computer players are, and how well a game was played. No table imports this."""
