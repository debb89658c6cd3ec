"""The full screen: a front end for eyes, on a terminal."""
