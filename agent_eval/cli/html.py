"""``agent-eval report``: a ranking as one HTML file that opens anywhere, offline."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from agent_eval.cli.errors import UsageError, check_between
from agent_eval.cli.failures import tell
from agent_eval.cli.files import check_writable, replaced
from agent_eval.cli.find import named_builds
from agent_eval.cli.report import console
from agent_eval.home import database_path
from agent_eval.ranking.results import RankingError, cohort
from agent_eval.ranking.standings import YARDSTICK, rank
from agent_eval.report.origin import origins
from agent_eval.report.page import Report, render
from agent_eval.store.database import Database


def report(
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write, of the ending .html; one that is there is replaced.")],
    suite: Annotated[str | None, typer.Option(help="Suite that the builds have played; the newest run's where not given.")] = None,
    builds: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only these, by name or hash; all that may be compared where not given.")
    ] = None,
    against: Annotated[str, typer.Option(metavar="BUILD", help="Build that the others are held against.")] = YARDSTICK,
    margin: Annotated[float, typer.Option(help="Points that would not matter, 0.1 to 50.")] = 3.0,
) -> None:
    """Write all that is known of the builds that have played a suite as one page: answers, plots, and the map of what fails where."""
    check_between("--margin", margin, 0.1, 50)
    check_writable(out, ".html", ".htm")
    wanted = named_builds(builds)
    with closing(Database(database_path())) as database:
        try:
            found = cohort(database, suite, wanted)
            ranking = rank(found, against, margin / 100)
        except RankingError as error:
            raise UsageError(f"{error}.") from error
        page = render(
            Report(
                ranking=ranking,
                failures=tell(database, [one for one in found.results if wanted or not one.baseline] or found.results),
                origins=origins(database, found),
                made=datetime.now(UTC),
            )
        )
    with replaced(out) as stream:
        stream.write(page.encode("utf-8", "backslashreplace"))
    console().print(f"Report written to {out}.", markup=False, soft_wrap=True)
