"""What each language has beside its texts: forms of names, and words that are typed."""
