"""What plays: the song, where it is, and what comes after it, on the phone's own clock.

The queue is what comes after the song that plays. When a song ends the next one begins by itself.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from devices.device import DeviceError
from devices.sim.system import System
from devices.state import Facts

SONG: Final[Facts] = {"title": "", "artist": "", "album": "", "length": 180, "favourite": False}
PLAYLIST: Final[Facts] = {"name": "", "songs": ""}
PLAYER: Final[Facts] = {
    "song": 0,  # number of the song that is loaded, 0 for none
    "state": "stopped",  # or playing, or paused
    "shuffle": False,
    "repeat": "off",  # or one, or all
    "queue": "",  # numbers of the songs to come, in order
    "position": 0,  # seconds into the song, only while it is paused
    "sleep": 0,  # minutes after which it pauses by itself, 0 for never
}
_LIST: Final = re.compile(r"(\d{1,9}(,\d{1,9})*)?", re.ASCII)
_RESTART: Final = 3
"""Seconds into a song after which Previous begins it again."""


def numbers(text: object) -> list[int]:
    """``"3,1"`` → ``[3, 1]``."""
    return [int(number) for number in str(text).split(",") if number]


def written(songs: Sequence[int]) -> str:
    """``[3, 1]`` → ``"3,1"``."""
    return ",".join(map(str, songs))


def number_of(song: str) -> int:
    """``3`` for ``song/3``."""
    return int(song.partition("/")[2])


def player(system: System) -> Facts:
    """The player's facts."""
    return system.facts["player"]


def queue(system: System) -> list[int]:
    """The songs to come."""
    return numbers(player(system)["queue"])


def set_queue(system: System, songs: Sequence[int]) -> None:
    """Let these songs come after the one that plays."""
    system.set("player", "queue", written(songs))


def loaded(system: System) -> Facts | None:
    """The song that plays or is paused, None if there is none."""
    song = player(system)["song"]
    return system.facts[f"song/{song}"] if song else None


def position(system: System) -> int:
    """Seconds into the song."""
    facts = player(system)
    if facts["state"] != "playing":
        return int(facts["position"])
    since = system.memory["music_since"]
    return int(system.memory["music_from"] + (system.now - since).total_seconds())


def play(system: System, song: int, following: Sequence[int]) -> None:
    """Play a song from its start, and after it those that follow: in their order, or shuffled."""
    _remember(system)
    facts = player(system)
    after = _shuffled(song, following) if facts["shuffle"] else following
    system.memory["music_list"] = [song, *following]
    set_queue(system, after)
    _begin(system, song)


def _shuffled(song: int, songs: Sequence[int]) -> list[int]:
    """An order that looks random and is the same on every host."""
    return sorted(songs, key=lambda number: hashlib.sha256(f"{song}/{number}".encode()).digest())


def _remember(system: System) -> None:
    """Note the song that plays now, for Previous."""
    if song := player(system)["song"]:
        system.memory.setdefault("music_before", []).append(int(song))


def _begin(system: System, song: int, at: int = 0) -> None:
    system.set("player", "song", song)
    system.set("player", "position", 0)
    _run(system, at)
    system.set("player", "state", "playing")


def _run(system: System, at: int) -> None:
    """Let the loaded song run from a place in it."""
    _halt(system)
    length = int(system.facts[f"song/{player(system)['song']}"]["length"])
    system.memory.update(music_since=system.now, music_from=at, music_end=system.after(max(1, length - at), lambda: _ended(system)))


def _halt(system: System) -> None:
    if (order := system.memory.pop("music_end", None)) is not None:
        system.call_off(order)


def _ended(system: System) -> None:
    if player(system)["repeat"] == "one":
        _begin(system, int(player(system)["song"]))
    else:
        advance(system)


def advance(system: System) -> None:
    """Go on to the next song; after the last one begin again if all are repeated, else stop at its start."""
    songs = queue(system)
    if not songs and player(system)["repeat"] == "all":
        songs = system.memory.get("music_list") or [int(player(system)["song"])]
    if not songs:
        _halt(system)
        system.set("player", "state", "paused")
        system.set("player", "position", 0)
        return
    _remember(system)
    set_queue(system, songs[1:])
    _begin(system, songs[0])


def go_back(system: System) -> None:
    """Begin the song again; at its start go back to the one before."""
    before = system.memory.get("music_before", [])
    song = int(player(system)["song"])
    if position(system) <= _RESTART and before:
        set_queue(system, [song, *queue(system)])
        song = before.pop()
    _begin(system, song)


def pause(system: System) -> None:
    """Pause, if anything plays."""
    if player(system)["state"] == "playing":
        system.set("player", "position", position(system))
        _halt(system)
        system.set("player", "state", "paused")


def resume(system: System) -> None:
    """Go on playing where it was paused."""
    _begin(system, int(player(system)["song"]), int(player(system)["position"]))


def seek_to(system: System, percent: int) -> None:
    """Go to a share of the song's length."""
    song = loaded(system)
    if song is None:
        return
    at = int(song["length"]) * percent // 100
    if player(system)["state"] == "playing":
        _run(system, at)
    else:
        system.set("player", "position", at)


def set_shuffle(system: System, on: bool) -> None:
    """Shuffle the songs to come, or put them in their order again."""
    system.set("player", "shuffle", on)
    song, songs = int(player(system)["song"]), queue(system)
    held: list[int] = system.memory.get("music_list", [])
    if on:
        set_queue(system, _shuffled(song, songs))
    elif all(number in held for number in songs):
        set_queue(system, sorted(songs, key=held.index))


def set_sleep(system: System, minutes: int) -> None:
    """Pause after so many minutes; 0 calls that off."""
    if (order := system.memory.pop("music_sleep", None)) is not None:
        system.call_off(order)
    system.set("player", "sleep", minutes)
    if minutes:
        system.memory["music_sleep"] = system.after(minutes * 60, lambda: _fall_asleep(system))


def _fall_asleep(system: System) -> None:
    system.memory.pop("music_sleep", None)
    pause(system)
    system.set("player", "sleep", 0)


def settle(system: System, given: object) -> None:
    """What is set up playing plays from its start; a sleep timer that is set up runs from now; songs that are not there drop out.

    Raises:
        DeviceError: the player or a list is in a state that there is not.
    """
    facts = player(system)
    for key, known in (("state", ("stopped", "playing", "paused")), ("repeat", ("off", "one", "all"))):
        if facts[key] not in known:
            raise DeviceError(f"player.{key} is {facts[key]!r}: expected one of {', '.join(known)}")
    for entity, key in (*((playlist, "songs") for playlist in system.entities("playlist")), ("player", "queue")):
        if not _LIST.fullmatch(str(system.facts[entity][key])):
            raise DeviceError(f"{entity}.{key} is {system.facts[entity][key]!r}: expected the numbers of songs, such as '4,8,5'")
    for entity, key in (*((playlist, "songs") for playlist in system.entities("playlist")), ("player", "queue")):
        system.set(entity, key, written([song for song in numbers(system.facts[entity][key]) if f"song/{song}" in system.facts]))
    if facts["song"] and f"song/{facts['song']}" not in system.facts:
        system.set("player", "song", 0)
        system.set("player", "state", "stopped")
    if facts["state"] == "playing":
        _run(system, 0)
    if facts["song"]:
        system.memory["music_list"] = [int(facts["song"]), *queue(system)]
    if facts["sleep"]:
        set_sleep(system, int(facts["sleep"]))
