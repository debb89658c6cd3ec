"""What a player can read and choose beside the board: a module for each panel, from the model to data.

Not here: the blocks of a panel (`actions.panel`), how each front end shows one.
"""
