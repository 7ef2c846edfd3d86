"""What can go wrong with the database, in words. Nothing heavy is imported here, so that any room may catch it."""


class StoreError(Exception):
    """The database could not be opened, read or written. One sentence; what was committed earlier is intact."""
