"""What can go wrong with builds, in words."""


class BuildError(Exception):
    """What was asked for cannot be built or found. One sentence: what was wrong, what was expected, what to do."""


class StorageError(Exception):
    """The data folder could not be read or written. One sentence; what was there before is intact."""
