"""What is wrong with a template or a suite, in one sentence for the user. Nothing heavy is imported here."""

import traceback
from collections.abc import Iterable
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"


class TaskError(ValueError):
    """A template or the name of one is wrong. One sentence for the user."""


class SuiteError(ValueError):
    """A suite that there is not, or a size that cannot be. One sentence for the user."""


def template_fault(error: BaseException, folders: Iterable[str | Path] = (TEMPLATES,)) -> TaskError | None:
    """The error as a fault of the template in whose file it arose, with file and line; None where no template had a part in it.

    Args:
        folders: where templates stand.
    """
    known = {Path(folder).resolve() for folder in folders}
    places = [(frame.filename, frame.lineno, str(error)) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno, error.msg))
    for file, line, words in reversed(places):
        if Path(file).resolve().parent in known:
            return TaskError(f"{file}:{line}: this template is faulty: {type(error).__name__}: {words}")
    return None
