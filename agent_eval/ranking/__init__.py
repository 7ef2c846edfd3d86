"""What a number of passes is worth: intervals, paired tests, places, and when to stop."""
