"""A whole game as one file for a browser, made of the parts of the page."""
