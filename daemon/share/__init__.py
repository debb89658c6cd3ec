"""A way in for friends in other houses: a tunnel program, and the public link that it prints (`fivesd --share`)."""
