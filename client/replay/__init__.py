"""Finished games looked at again: on the screen, in lines, as a page, as a picture."""
