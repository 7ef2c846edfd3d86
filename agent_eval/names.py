"""Names of builds: which may be given, and how those of others are shown, so that nothing in them acts on a terminal, a page or a shell."""

LONGEST = 80
"""Characters of a name that is shown; a longer one loses its middle."""
LONGEST_BASE = 64
"""Characters of a checkpoint's name: with the scheme after it, a build's is shown whole."""
_COMMA = "\\x2c"
"""As escaped: a comma parts names from each other on a command line."""


def shown(words: str) -> str:
    """Words of others on one line, in which nothing acts.

    Every character that is not printed is shown by its escape instead: controls (``\\x1b``), ends of lines (``\\n``), what turns the
    direction of writing (``\\u202e``), white space that is no space, and halves of characters that no encoding takes.
    """
    return words if words.isprintable() else "".join(one if one.isprintable() else _escape(one) for one in words)


def shown_name(name: str) -> str:
    """A build's name as it is shown everywhere, and may be typed again: as `shown`, without commas, and not without end.

    A name that may be given (`unfit`) is shown as it is. What is shown so of a name is shown as it is, too.
    """
    whole = shown(name).replace(",", _COMMA)
    half = (LONGEST - 1) // 2
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1 - half]}…{whole[-half:]}"


def unfit(base: str) -> str:
    """Why a checkpoint of this name cannot give its builds their names, in words that follow on it; empty where it can."""
    if not base:
        return "is empty"
    if len(base) > LONGEST_BASE:
        return f"has {len(base)} characters, and {LONGEST_BASE} is the most"
    if odd := next((one for one in base if not one.isprintable()), None):
        return f"holds {_escape(odd)}, which cannot be printed"
    if odd := next((one for one in base if one in ",@"), None):
        return f"holds {odd!r}, which parts names, or a name from a hash, where they are typed"
    if base.startswith("-"):
        return "begins with '-', as options do"
    return "begins or ends with a space" if base != base.strip() else ""


def _escape(one: str) -> str:
    return one.encode("unicode_escape").decode("ascii")
