"""Where Browser is: the current tab, the way back and forward in each, and what lies at an address."""

from typing import Any, Final

from devices.sim.screens.web import SEARCH, START, normal, words_of
from devices.sim.system import System

_MEMORY: Final = "browser"


def _memory(system: System) -> dict[str, Any]:
    """Current tab, addresses back and forward by tab, and address → page; the web itself never changes."""
    held = system.memory.get(_MEMORY)
    if held is None:
        web = {str(system.facts[entity]["url"]): entity for entity in system.entities("web_page")}
        held = system.memory[_MEMORY] = {"tab": "", "back": {}, "forward": {}, "web": web}
    return held


def current(system: System) -> str:
    """The tab that is shown; empty where there is none."""
    held = _memory(system)
    if held["tab"] not in system.facts:
        tabs = system.entities("tab")
        held["tab"] = tabs[-1] if tabs else ""
    return str(held["tab"])


def url_of(system: System) -> str:
    """The address that is shown."""
    tab = current(system)
    return str(system.facts[tab]["url"]) if tab else START


def page_of(system: System, url: str) -> tuple[str, str]:
    """(title, text) of what is shown at an address, if only that there is nothing."""
    held: dict[str, str] = _memory(system)["web"]
    if url in held:
        facts = system.facts[held[url]]
        return str(facts["title"]), str(facts["text"])
    if url.startswith(SEARCH):
        return _results(system, held, url[len(SEARCH) :])
    return system.say("Page not found"), system.say("There is no page at {url}.", url=url)


def _results(system: System, web: dict[str, str], words: str) -> tuple[str, str]:
    """The pages that hold all of these words."""
    wanted = words.casefold().split()
    lines = [f"# {words}"]
    for url, entity in web.items():
        facts = system.facts[entity]
        said = f"{facts['title']} {words_of(str(facts['text']))}".casefold()
        if url != START and all(word in said for word in wanted):
            lines.append(f"> {facts['title']} -> {url}")
    if len(lines) == 1:
        lines.append("No pages found.")
    return "Search results", "\n".join(lines)


def navigate(system: System, typed: str) -> None:
    """Go to an address in the current tab; words that are no address are searched for."""
    url = _address(typed)
    if url == url_of(system):
        return
    held, tab = _memory(system), current(system)
    if tab:
        held["back"].setdefault(tab, []).append(url_of(system))
        held["forward"].pop(tab, None)
        system.set(tab, "url", url)
    else:
        held["tab"] = system.create("tab", {"url": url})
    _record(system, url)


def _address(typed: str) -> str:
    if typed.startswith(SEARCH):
        return typed
    plain = normal(typed)
    return plain if "." in plain and " " not in plain else SEARCH + typed.strip()


def _record(system: System, url: str) -> None:
    """Enter an address into the history, if there is a page."""
    if url in _memory(system)["web"] or url.startswith(SEARCH):
        title = page_of(system, url)[0]
        system.create("visit", {"url": url, "title": title, "time": system.now.isoformat(timespec="seconds")})


def forward(system: System) -> list[str]:
    """The addresses that the current tab went back from, the next one last."""
    found: list[str] = _memory(system)["forward"].get(current(system), [])
    return found


def go_back(system: System) -> bool:
    """Show what the current tab showed before; False where it showed nothing before."""
    held, tab = _memory(system), current(system)
    before = held["back"].get(tab)
    if not before:
        return False
    held["forward"].setdefault(tab, []).append(url_of(system))
    system.set(tab, "url", before.pop())
    return True


def go_forward(system: System) -> None:
    """Show again what the current tab went back from."""
    held, tab = _memory(system), current(system)
    if ahead := forward(system):
        held["back"].setdefault(tab, []).append(url_of(system))
        system.set(tab, "url", ahead.pop())


def open_tab(system: System, url: str = START) -> None:
    """Open a new tab and show it."""
    _memory(system)["tab"] = system.create("tab", {"url": url})


def show_tab(system: System, tab: str) -> None:
    """Show another tab."""
    _memory(system)["tab"] = tab


def close_tab(system: System, tab: str) -> None:
    """Close a tab; after the last one a new one opens."""
    system.delete(tab)
    if not system.entities("tab"):
        open_tab(system)
