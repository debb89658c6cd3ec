"""What both command lines share."""
