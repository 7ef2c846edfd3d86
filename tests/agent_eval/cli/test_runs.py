"""`runs` lists the runs; a name that somebody gave does nothing to the list."""

from contextlib import closing

from agent_eval.names import shown_name
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(20)


def test_a_long_or_hostile_name_is_folded_and_leaves_the_figures_on_their_line(data_folder, agent_eval):
    odd = "\x1b[2J\u202eevil\n" + "x" * 300
    with closing(Database(data_folder / "agent-eval.sqlite")) as database:
        ids = [store(database, name, passing(NAMES, set(NAMES[:4]))) for name in ("w4a16", odd)]
    said = agent_eval("runs")
    lines = {line.split()[0]: line for line in said.out.splitlines()[1:]}
    assert all("36 of 40" in lines[run] and "69.6\N{EN DASH}97.3" in lines[run] for run in ids)
    assert "".join(said.out.split("\n")).isprintable()
    assert agent_eval("runs", "--json").lines[0]["build"] == shown_name(odd)
