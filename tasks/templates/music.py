"""Tasks in Music: playlists, the player, the queue and favourites."""

import json
from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.answers import answer_duration
from tasks.conditions import all_of, created, each, edited, fact, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import tap, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, LastName, Several, Title, several
from tasks.solutions import music as by
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_ARTISTS = ("Ada Lund", "Mira Osei", "The Orchard Boys", "Concrete Choir")
_STOPPED: Facts = {"song": 0, "state": "stopped", "shuffle": False, "repeat": "off", "queue": "", "sleep": 0}
_PLAYS = fact("player", "state", "playing")
_OLD = "Old favourites"
_FIRST = 10
"""Number of the first song of a set-up."""


def _songs(titles: Sequence[str], lengths: Sequence[int] = ()) -> State:
    """Songs with these titles, numbered from 10 on."""
    return {
        f"song/{_FIRST + i}": {
            "title": title,
            "artist": _ARTISTS[i % len(_ARTISTS)],
            "album": f"Volume {i % 3 + 1}",
            "length": lengths[i] if i < len(lengths) else 150 + 37 * i % 200,
            "favourite": False,
        }
        for i, title in enumerate(titles)
    }


def _library(params: Params) -> list[str]:
    """All titles that the parameters name, in an order that says nothing about them."""
    titles = [title for key in ("songs", "rest") if key in params for title in several(params[key])]
    return sorted({*titles, *([str(params["song"])] if "song" in params else [])})


def _rest(params: Params) -> list[str]:
    """The songs that nothing is asked about: two parameters may now and then be drawn alike."""
    meant = {str(params.get("song", "")), *(several(params["songs"]) if "songs" in params else ())}
    return [title for title in several(params["rest"]) if title not in meant]


def _listed(params: Params) -> list[str]:
    """The songs of the playlist beside the one meant."""
    return [title for title in several(params["songs"]) if title != params.get("song")]


def _number(params: Params, title: str) -> int:
    return _FIRST + _library(params).index(title)


def _numbers(params: Params, titles: Sequence[str]) -> str:
    return ",".join(str(_number(params, title)) for title in titles)


def _setup(songs: State, playlists: State | None = None, **player: Value) -> Setup:
    """A phone with these songs and playlists alone, nothing playing but for these facts of the player."""
    return Setup(clear=("song", "playlist"), facts={**songs, **(playlists or {}), "player": {**_STOPPED, **player}})


def _filler(params: Params, count: int) -> State:
    return {
        f"song/{200 + i}": {
            "title": f"Interlude {i + 1}",
            "artist": "Studio Nine",
            "album": "Interludes",
            "length": 95 + i,
            "favourite": False,
        }
        for i in range(count)
    }


def _similar(key: str) -> Callable[[Params], State]:
    """Songs with nearly the same titles."""

    def similar(params: Params) -> State:
        titles = several(params[key]) if str(params[key]).startswith("[") else [str(params[key])]
        return {
            f"song/{100 + i}": {"title": f"{title} (Live)", "artist": "Ada Lund", "album": "Live", "length": 222 + i, "favourite": False}
            for i, title in enumerate(titles)
        }

    return similar


def _changed(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """The solution for parameters of which some are changed."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | change(params), history)

    return solve


def _list(titles: Sequence[str]) -> str:
    return json.dumps(list(titles), ensure_ascii=False)


def _other_song(params: Params) -> Params:
    return {"song": _rest(params)[0]}


def _taps_a_song(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Plays the first song in sight, whatever it is."""
    if any(by.named(element, "song_item") for _, element in tapped(history)):
        return Done()
    song = next((element for element in seen.elements if by.named(element, "song_item")), None)
    return by.to_tab(seen, history, "songs") or (tap(song) if song else Done())


def _plays_it(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Plays the song instead of putting it into the queue."""
    if any(element.label == params["song"] and by.named(element, "song_item") for _, element in tapped(history)):
        return Done()
    action = by.play_next(seen, params, history)
    song = next((e for e in seen.elements if by.named(e, "song_item") and e.label == params["song"]), None)
    return tap(song) if song else action


def _keeps_it(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.playlist_length(seen, params, history)
    return Done() if isinstance(action, Answer) else action


def _words(value: Value) -> str:
    *most, last = several(value)
    return f"{', '.join(most)} and {last}" if most else str(last)


def _in_order(value: Value) -> str:
    return ", ".join(f"{place}. {title}" for place, title in enumerate(several(value), start=1))


# Playlists


def _playlist(songs: Callable[[Params], list[str]]) -> Callable[[Params], Setup]:
    """A library, and a playlist of these songs beside a shorter one."""

    def setup(params: Params) -> Setup:
        listed = songs(params)
        return _setup(
            _songs(_library(params)),
            {
                "playlist/10": {"name": str(params["name"]), "songs": _numbers(params, listed)},
                "playlist/11": {"name": _OLD, "songs": _numbers(params, listed[:2])},
            },
        )

    return setup


def _second(params: Params) -> list[str]:
    """The song meant comes second."""
    first, *others = _listed(params)
    return [first, str(params["song"]), *others]


def _last(params: Params) -> list[str]:
    """The song meant comes last."""
    return [*_listed(params), str(params["song"])]


def _like_playlist(songs: Callable[[Params], list[str]]) -> Callable[[Params], State]:
    """A playlist of the same songs with nearly the same name."""
    return lambda params: {"playlist/100": {"name": f"{params['name']} 2", "songs": _numbers(params, songs(params))}}


def _another_song(params: Params) -> Params:
    return {"song": _listed(params)[-1]}


def _old(params: Params) -> Params:
    return {"name": _OLD}


def _other_artist(params: Params) -> Params:
    """One of the artists that are on the phone beside the one meant."""
    found = (facts["artist"] for entity, facts in _by_artist(params).facts.items() if entity.startswith("song/"))
    return {"artist": next(artist for artist in found if artist != params["artist"])}


def _other_minutes(params: Params) -> Params:
    return {"minutes": 75 - int(params["minutes"])}


def _stops_below_top(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves the song up, but not all the way."""
    if sum(by.named(element, "move_up") for _, element in tapped(history)) >= len(several(params["songs"])) - 1:
        return Done()
    return by.to_top(seen, params, history)


def _timed(params: Params) -> Setup:
    """A playlist that takes whole minutes."""
    titles, lengths = several(params["songs"]), [int(length) for length in several(params["lengths"])]
    lengths = [*lengths[: len(titles) - 1], 0]
    lengths[-1] = 60 * int(params["minutes"]) - sum(lengths)
    songs = _songs([*titles, *_rest(params)], lengths)
    return _setup(
        songs,
        {
            "playlist/10": {"name": str(params["name"]), "songs": ",".join(str(_FIRST + i) for i in range(len(titles)))},
            "playlist/11": {"name": _OLD, "songs": str(_FIRST)},
        },
    )


# The player


def _paused(params: Params) -> Setup:
    """The first of the others is paused, two more are in the queue."""
    queue = _numbers(params, _rest(params)[1:3])
    return _setup(_songs(_library(params)), song=_number(params, _rest(params)[0]), state="paused", queue=queue, position=31)


def _next_up(params: Params) -> str:
    return _numbers(params, [str(params["song"]), *_rest(params)[1:3]])


def _played_from(params: Params) -> Setup:
    return _setup(_songs(_library(params)))


def _playing(params: Params) -> Setup:
    titles = several(params["rest"])
    return _setup(_songs(titles, [1800] * len(titles)), song=_FIRST, state="playing", repeat="one", queue=f"{_FIRST + 1},{_FIRST + 2}")


def _by_artist(params: Params) -> Setup:
    songs = _songs(_library(params))
    for title in several(params["songs"]):
        songs[f"song/{_number(params, title)}"] |= {"artist": params["artist"]}
    return _setup(songs)


def _same_first_name(params: Params) -> State:
    """Songs of an artist with nearly the same name."""
    return {
        f"song/{100 + i}": {
            "title": f"{title} II",
            "artist": f"{params['artist']} Trio",
            "album": "Trio",
            "length": 200 + i,
            "favourite": False,
        }
        for i, title in enumerate(several(params["songs"])[:2])
    }


def _marks_all_but_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    marked = sum(by.named(element, "song_favourite") for _, element in tapped(history))
    return Done() if marked >= len(several(params["songs"])) - 1 else by.favour_artist(seen, params, history)


def _missing(params: Params) -> State:
    """The song by somebody else, and another one by the artist."""
    return {
        "song/100": {"title": params["song"], "artist": "Studio Nine", "album": "Covers", "length": 201, "favourite": False},
        "song/101": {"title": f"{params['song']} Blues", "artist": params["artist"], "album": "Blues", "length": 202, "favourite": False},
    }


def _claims_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.play_missing(seen, params, history)
    return Done() if isinstance(action, Done) else action


def _plays_another(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return by.play_repeated(seen, params | {"song": _rest(params)[0]}, history)


TASKS = (
    Task(
        id="music.create_playlist",
        apps=("music",),
        kind="create",
        goals=(
            "Create a playlist called {name} in Music with these songs in this order: {songs}.",
            "Make a new playlist “{name}” and add, in exactly this order: {songs}.",
            "In Music, build the playlist {name}. Its songs, in order: {songs}.",
        ),
        params={"name": Title(), "songs": Several(Title(), 3, 5), "rest": Several(Title(), 4, 6)},
        setup=lambda params: _setup(_songs(_library(params)), {"playlist/10": {"name": _OLD, "songs": str(_FIRST)}}),
        oracle=lambda params: Oracle(
            goal=created("playlist", {"name": params["name"], "songs": _numbers(params, several(params["songs"]))}),
            never=(_PLAYS,),
        ),
        solve=by.create_playlist,
        wrong=(
            Wrong("in another order", _changed(by.create_playlist, lambda params: {"songs": _list(several(params["songs"])[::-1])})),
            Wrong("leaves one out", _changed(by.create_playlist, lambda params: {"songs": _list(several(params["songs"])[:-1])})),
            Wrong("another name", _changed(by.create_playlist, lambda params: {"name": f"{params['name']} 2"})),
            Wrong("the playlist, and starts a song", in_turn(by.create_playlist, _taps_a_song)),
            *usual("Music", by.create_playlist),
        ),
        shown={"songs": _in_order},
        distractors=_similar("songs"),
        filler=_filler,
    ),
    Task(
        id="music.remove_from_playlist",
        apps=("music",),
        kind="delete",
        goals=(
            "Remove the song {song} from the playlist {name}. Keep it on the phone.",
            "Take {song} out of my playlist {name} in Music.",
            "The playlist {name} should no longer hold {song}.",
        ),
        params={"name": Title(), "song": Title(), "songs": Several(Title(), 4, 6), "rest": Several(Title(), 2, 4)},
        setup=_playlist(_second),
        oracle=lambda params: Oracle(goal=edited(the("playlist", name=params["name"]), songs=_numbers(params, _listed(params)))),
        solve=by.remove_song,
        wrong=(
            Wrong("another song", _changed(by.remove_song, _another_song)),
            Wrong("another song as well", in_turn(by.remove_song, _changed(by.remove_song, _another_song))),
            Wrong("from another playlist", _changed(by.remove_song, _old)),
            *usual("Music", by.remove_song),
        ),
        distractors=_like_playlist(_second),
        filler=_filler,
    ),
    Task(
        id="music.move_to_top",
        apps=("music",),
        kind="move",
        goals=(
            "In the playlist {name}, move the song {song} to the top. Keep the others in order.",
            "Make {song} the first song of my playlist {name}; the others stay in their order.",
            "Reorder the playlist {name} so that {song} comes first, without changing anything else.",
        ),
        params={"name": Title(), "song": Title(), "songs": Several(Title(), 4, 6), "rest": Several(Title(), 2, 3)},
        setup=_playlist(_last),
        oracle=lambda params: Oracle(
            goal=edited(
                the("playlist", name=params["name"]),
                songs=_numbers(params, [str(params["song"]), *_listed(params)]),
            )
        ),
        solve=by.to_top,
        wrong=(
            Wrong("stops below the top", _stops_below_top),
            Wrong("another song", _changed(by.to_top, _another_song)),
            Wrong("another song as well", in_turn(by.to_top, _changed(by.to_top, _another_song))),
            *usual("Music", by.to_top),
        ),
        distractors=_like_playlist(_last),
        filler=_filler,
    ),
    Task(
        id="music.playlist_length",
        apps=("music",),
        kind="question",
        goals=(
            "How many minutes does the playlist {name} take in total? Answer with the duration.",
            "Add up the lengths of all songs in the playlist {name} and answer with the total in minutes.",
            "What is the total playing time of my playlist {name}, in minutes?",
        ),
        params={
            "name": Title(),
            "songs": Several(Title(), 3, 5),
            "rest": Several(Title(), 2, 4),
            "lengths": Several(Integer(125, 290), 5, 5),
            "minutes": Integer(25, 40),
        },
        setup=_timed,
        oracle=lambda params: Oracle(answer=answer_duration(int(params["minutes"]))),
        solve=by.playlist_length,
        wrong=(
            Wrong("leaves the last song out", by.one_too_few),
            Wrong("another playlist", _changed(by.playlist_length, _old)),
            Wrong("adds it up and does not answer", _keeps_it),
            Wrong("answers with a guess", answers(by.playlist_length, "about half an hour")),
            *usual("Music", by.playlist_length),
        ),
        filler=_filler,
    ),
    Task(
        id="music.play_repeated",
        apps=("music",),
        kind="toggle",
        goals=(
            "Play {song} and let it repeat over and over.",
            "Start the song {song} in Music with repeat set to this one song.",
            "Put {song} on endless repeat and let it play.",
        ),
        params={"song": Title(), "rest": Several(Title(), 4, 8)},
        setup=_played_from,
        oracle=lambda params: Oracle(
            goal=all_of(
                fact("player", "song", _number(params, str(params["song"]))),
                fact("player", "state", "playing"),
                fact("player", "repeat", "one"),
            ),
            allowed=("player.queue",),
        ),
        solve=by.play_repeated,
        wrong=(
            Wrong("another song", _plays_another),
            Wrong("only plays it", _plays_it),
            Wrong("it, then another song", in_turn(by.play_repeated, _plays_another)),
            *usual("Music", by.play_repeated),
        ),
        distractors=_similar("song"),
        filler=_filler,
    ),
    Task(
        id="music.play_next",
        apps=("music",),
        kind="edit",
        goals=(
            "Put {song} into Music's queue so that it comes next, without starting playback.",
            "Queue {song} to play next. The music is paused: leave it paused.",
            "Without playing anything, make {song} the next song in the queue.",
        ),
        params={"song": Title(), "rest": Several(Title(), 4, 8)},
        setup=_paused,
        oracle=lambda params: Oracle(goal=fact("player", "queue", _next_up(params)), never=(_PLAYS,)),
        solve=by.play_next,
        wrong=(
            Wrong("at the end of the queue", by.play_last),
            Wrong("another song", _changed(by.play_next, _other_song)),
            Wrong("plays it", _plays_it),
            Wrong("it, and another song", in_turn(by.play_next, _changed(by.play_next, _other_song))),
            *usual("Music", by.play_next),
        ),
        distractors=_similar("song"),
        filler=_filler,
    ),
    Task(
        id="music.favourite_artist",
        apps=("music",),
        kind="edit",
        goals=(
            "Mark every song by {artist} as a favourite, without playing any of them.",
            "Add all songs of {artist} to the favourites in Music. Do not start playback.",
            "In Music, make favourites of all songs by {artist}; nothing must be played.",
        ),
        params={"artist": Title(), "songs": Several(Title(), 3, 6), "rest": Several(Title(), 3, 5)},
        setup=_by_artist,
        oracle=lambda params: Oracle(goal=each("song", {"artist": params["artist"]}, favourite=True), never=(_PLAYS,)),
        solve=by.favour_artist,
        wrong=(
            Wrong("leaves one out", _marks_all_but_one),
            Wrong("another artist's", _changed(by.favour_artist, _other_artist)),
            Wrong(
                "theirs, and another artist's",
                in_turn(by.favour_artist, _changed(by.favour_artist, _other_artist)),
            ),
            Wrong("marks them, then plays one", in_turn(by.favour_artist, _taps_a_song)),
            *usual("Music", by.favour_artist),
        ),
        distractors=_same_first_name,
        filler=_filler,
        met=lambda params: {f"song/{_number(params, title)}": {"favourite": True} for title in several(params["songs"])},
    ),
    Task(
        id="music.sleep_timer",
        apps=("music",),
        kind="toggle",
        goals=(
            "Set Music's sleep timer to {minutes} minutes and let the music play on.",
            "Let the music stop by itself after {minutes} minutes, with the sleep timer of Music.",
            "Turn on the {minutes}-minute sleep timer for what is playing now.",
        ),
        params={"minutes": Choice((15, 30, 45, 60)), "rest": Several(Title(), 4, 6)},
        setup=_playing,
        oracle=lambda params: Oracle(goal=all_of(fact("player", "sleep", params["minutes"]), fact("player", "state", "playing"))),
        solve=by.set_sleep,
        wrong=(
            Wrong("another length", _changed(by.set_sleep, lambda params: {"minutes": 15 if params["minutes"] != 15 else 30})),
            Wrong("sets it, then plays another song", in_turn(by.set_sleep, _taps_a_song)),
            Wrong(
                "sets it, then another",
                in_turn(by.set_sleep, _changed(by.set_sleep, _other_minutes)),
            ),
            *usual("Music", by.set_sleep),
        ),
        filler=_filler,
        met=lambda params: {"player": {"sleep": params["minutes"]}},
    ),
    Task(
        id="music.play_missing",
        apps=("music",),
        kind="infeasible",
        goals=(
            "Play the song {song} by {artist}.",
            "Start {song} by {artist} in Music.",
            "I want to hear {artist}'s {song}. Play it from the songs on this phone.",
        ),
        params={"song": Title(), "artist": LastName(), "rest": Several(Title(), 4, 8)},
        setup=lambda params: _setup(_songs(_rest(params))),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=by.play_missing,
        wrong=(
            Wrong("plays another one", _plays_another),
            Wrong("plays another one, then says that it cannot be done", in_turn(_plays_another, by.play_missing)),
            Wrong("looks, and says done", _claims_done),
            Wrong("queues another one", _changed(by.play_next, _other_song)),
        ),
        distractors=_missing,
        filler=_filler,
    ),
)
