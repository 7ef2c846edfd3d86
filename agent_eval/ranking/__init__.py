"""What a number of passes is worth: intervals, and later paired tests and ranks."""
