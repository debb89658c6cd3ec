"""What a player keeps: seats, records, results, house rules and settings, in files or in a browser."""
