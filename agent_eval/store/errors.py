"""What can go wrong with the database, in words. Nothing heavy is imported here, so that any room may catch it."""


class StoreError(Exception):
    """The database could not be opened, read or written. One sentence; what was committed earlier is intact."""


class OtherVersionError(StoreError):
    """What was recorded is there and whole, but another version recorded it, and it means something else to this one."""
