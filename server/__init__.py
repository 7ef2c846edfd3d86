"""The service over REST and its dashboard. Empty in this version, which is used from the command line."""
