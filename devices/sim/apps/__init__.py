"""The simulated phone's apps, one a file; each file's ``APP`` says what the app is."""
