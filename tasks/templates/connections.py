"""Tasks with the phone's connections: Wi-Fi networks, Bluetooth, hotspot and airplane mode, with what a goal forbids or cannot have."""

from collections.abc import Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.screens.settings_places import LABELS
from devices.state import Facts, State, Value
from tasks.answers import answer_yes_no
from tasks.conditions import all_of, edited, fact, the
from tasks.mistakes import answers, flip, in_turn, usual
from tasks.navigate import find, says, tapped, to_setting
from tasks.oracle import Automatic, Oracle
from tasks.params import Choice, ShortText, Title
from tasks.solutions import settings as go
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_RADIOS = Automatic("settings", "airplane_mode", ("wifi", "mobile_data", "bluetooth"))


def _settings(**facts: Value) -> Setup:
    return Setup(facts={"settings": facts})


# Radios


_HOTSPOT = "hotspot_on"


def _solve_hotspot(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, _HOTSPOT, True) or Done()


def _bluetooth(on: bool) -> Solver:
    return lambda seen, params, history: go.set_switch(seen, history, "bluetooth", on) or Done()


def _solve_flight(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Airplane mode first, for it takes Wi-Fi along."""
    return go.in_order(seen, history, [("airplane_mode", True), ("wifi", True)]) or Done()


def _wifi_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.in_order(seen, history, [("wifi", True), ("airplane_mode", True)]) or Done()


def _flight_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, "airplane_mode", False) or Done()


def _only_airplane(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, "airplane_mode", True) or Done()


# Networks


def _network(name: Value, password: Value = "", saved: bool = False) -> Facts:
    return {"name": name, "password": password, "saved": saved}


def _networks(params: Params, *, saved: bool, wifi: bool) -> Setup:
    """The network meant, two others, and the one that the phone is connected to, which is saved."""
    return Setup(
        clear=("network",),
        facts={
            "settings": {"wifi": wifi, "wifi_network": "Atrium", "airplane_mode": False},
            "network/10": _network("Atrium", "greenhouse4", saved=True),
            "network/11": _network(params["name"], params.get("password", "harbour-light"), saved),
            "network/12": _network("Corner Shop", "", saved=False),
            "network/13": _network(f"{params['name']} 2", params.get("password", "harbour-light"), saved),
        },
    )


def _more_networks(params: Params, count: int) -> State:
    return {f"network/{200 + i}": _network(f"Flat {i + 1}", "fourteen-doors") for i in range(count)}


def _similar_networks(params: Params) -> State:
    return {
        f"network/{100 + i}": _network(name, "guests-only") for i, name in enumerate((f"{params['name']} Guest", f"My {params['name']}"))
    }


def _joined(params: Params) -> State:
    return {"settings": {"wifi": True, "wifi_network": params["name"]}, "network/11": {"saved": True}}


def _join_oracle(params: Params) -> Oracle:
    return Oracle(
        goal=all_of(
            fact("settings", "wifi_network", params["name"]),
            fact("settings", "wifi", True),
            edited(the("network", name=params["name"]), saved=True),
        )
    )


def _solve_join(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.join(seen, history, str(params["name"]), str(params.get("password", ""))) or Done()


def _join_other(name: str, password: str = "") -> Solver:
    """Connects to another network than the one asked for; ``{name}`` in its name is the one asked for."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return go.join(seen, history, name.format_map(params), password.format_map(params)) or Done()

    return solve


def _wrong_password(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Tries another password once, and takes it for done."""
    if any(says(e, "Connect") for _, e in tapped(history)):
        return Done()
    return _solve_join(seen, params | {"password": f"{params['password']}1"}, history)


def _wifi_on(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_switch(seen, history, "wifi", True) or Done()


# Bluetooth


def _bluetooth_state(seen: Observation) -> str | None:
    switch = find(seen, LABELS["bluetooth"], "switch")
    return None if switch is None else "yes" if switch.checked else "no"


_ask_bluetooth = go.answer_from(LABELS["bluetooth"], _bluetooth_state)


def _contrary(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(_ask_bluetooth, "no" if params["on"] else "yes")(seen, params, history)


def _looks(label: str) -> Solver:
    """Goes and looks, then says that it cannot be done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return to_setting(seen, history, label) or Done(status="infeasible")

    return solve


TASKS = (
    Task(
        id="connections.hotspot_without_bluetooth",
        apps=("settings",),
        kind="prohibition",
        goals=(
            "Turn on the Wi-Fi hotspot without turning on Bluetooth.",
            "Switch the Wi-Fi hotspot on. Do not turn on Bluetooth, not even for a moment.",
            "Enable the hotspot, but leave Bluetooth off all the time.",
        ),
        params={},
        setup=lambda params: _settings(hotspot=False, bluetooth=False, airplane_mode=False),
        oracle=lambda params: Oracle(goal=fact("settings", "hotspot", True), never=(fact("settings", "bluetooth", True),)),
        solve=_solve_hotspot,
        wrong=(
            Wrong("Bluetooth on for a moment", in_turn(_bluetooth(True), _bluetooth(False), _solve_hotspot)),
            Wrong("Bluetooth as well", in_turn(_solve_hotspot, _bluetooth(True))),
            Wrong("Bluetooth instead", _bluetooth(True)),
            Wrong("the hotspot, and mobile data off", in_turn(_solve_hotspot, flip(LABELS["mobile_data"]))),
            *usual("Settings", _solve_hotspot),
        ),
        met=lambda params: {"settings": {"hotspot": True}},
    ),
    Task(
        id="connections.fly_with_wifi",
        apps=("settings",),
        kind="constraint",
        goals=(
            "Turn on airplane mode, but keep Wi-Fi on.",
            "I am on a plane with Wi-Fi: switch airplane mode on and see to it that Wi-Fi is on as well.",
            "Put the phone into airplane mode with Wi-Fi still on.",
        ),
        params={},
        setup=lambda params: _settings(airplane_mode=False, wifi=True, mobile_data=True, bluetooth=False),
        oracle=lambda params: Oracle(
            goal=all_of(fact("settings", "airplane_mode", True), fact("settings", "wifi", True)),
            automatic=(_RADIOS,),
        ),
        solve=_solve_flight,
        wrong=(
            Wrong("airplane mode only", _only_airplane),
            Wrong("Wi-Fi first, which airplane mode then takes along", _wifi_first),
            Wrong("Bluetooth as well", in_turn(_solve_flight, _bluetooth(True))),
            Wrong("airplane mode off again", in_turn(_solve_flight, _flight_off)),
            *usual("Settings", _solve_flight),
        ),
        met=lambda params: {"settings": {"airplane_mode": True, "wifi": True, "mobile_data": False, "bluetooth": False}},
    ),
    Task(
        id="connections.join_network",
        apps=("settings",),
        kind="create",
        goals=(
            'Connect to the Wi-Fi network "{name}" with the password {password}.',
            'Join the Wi-Fi "{name}". Its password is {password}.',
            'Put this phone on the Wi-Fi network "{name}" (password: {password}).',
        ),
        params={"name": Title(), "password": ShortText()},
        setup=lambda params: _networks(params, saved=False, wifi=True),
        oracle=_join_oracle,
        solve=_solve_join,
        wrong=(
            Wrong("another network with the same password", _join_other("{name} 2", "{password}")),
            Wrong("an open network instead", _join_other("Corner Shop")),
            Wrong("a wrong password", _wrong_password),
            Wrong("joins it, then goes back to the old one", in_turn(_solve_join, _join_other("Atrium"))),
            *usual("Settings", _solve_join),
        ),
        distractors=_similar_networks,
        filler=_more_networks,
        met=_joined,
    ),
    Task(
        id="connections.join_saved_network",
        apps=("settings",),
        kind="choice",
        goals=(
            'Turn on Wi-Fi and connect to the saved network "{name}".',
            'Get this phone online with the Wi-Fi "{name}", whose password is saved. Wi-Fi is off.',
            'Wi-Fi is off: turn it on and join "{name}", a network that this phone knows.',
        ),
        params={"name": Title()},
        setup=lambda params: _networks(params, saved=True, wifi=False),
        oracle=_join_oracle,
        solve=_solve_join,
        wrong=(
            Wrong("turns Wi-Fi on and leaves it at the old network", _wifi_on),
            Wrong("another saved network", _join_other("{name} 2")),
            Wrong("joins it, then the old one", in_turn(_solve_join, _join_other("Atrium"))),
            *usual("Settings", _solve_join),
        ),
        distractors=_similar_networks,
        filler=_more_networks,
        met=_joined,
    ),
    Task(
        id="connections.is_bluetooth_on",
        apps=("settings",),
        kind="question",
        goals=(
            "Is Bluetooth on? Answer yes or no.",
            "Look whether Bluetooth is switched on, and answer yes or no.",
            "Tell me with yes or no whether Bluetooth is on.",
        ),
        params={"on": Choice((True, False))},
        setup=lambda params: _settings(bluetooth=params["on"], airplane_mode=False),
        oracle=lambda params: Oracle(answer=answer_yes_no(bool(params["on"]))),
        solve=_ask_bluetooth,
        wrong=(
            Wrong("answers yes and no", answers(_ask_bluetooth, "yes or no")),
            Wrong("answers the contrary", _contrary),
            Wrong("flips it to make sure", in_turn(flip(LABELS["bluetooth"]), _ask_bluetooth)),
            Wrong("answers without a word of it", answers(_ask_bluetooth, "Bluetooth")),
            *usual("Settings", _ask_bluetooth),
        ),
        distractors=lambda params: {"settings": {"wifi": not params["on"], "mobile_data": not params["on"]}},
    ),
    Task(
        id="connections.turn_on_nfc",
        apps=("settings",),
        kind="infeasible",
        goals=(
            "Turn on NFC.",
            "Switch NFC on in the settings for connections.",
            "Enable NFC so that I can pay with this phone.",
        ),
        params={},
        setup=lambda params: _settings(bluetooth=False),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=_looks(LABELS["bluetooth"]),
        wrong=(
            Wrong("turns Bluetooth on instead", _bluetooth(True)),
            Wrong("Bluetooth on, then says that it cannot be done", in_turn(_bluetooth(True), _looks(LABELS["bluetooth"]))),
            Wrong("turns the hotspot on instead", _solve_hotspot),
            Wrong("says that it is done", lambda seen, params, history: to_setting(seen, history, LABELS["bluetooth"]) or Done()),
        ),
    ),
    Task(
        id="connections.bluetooth_stays_off",
        apps=("settings",),
        kind="already_done",
        goals=(
            "Make sure that Bluetooth is off.",
            "See to it that Bluetooth is switched off.",
            "Check that Bluetooth is off, and switch it off if it is not.",
        ),
        params={},
        setup=lambda params: _settings(bluetooth=False, airplane_mode=False),
        oracle=lambda params: Oracle(goal=fact("settings", "bluetooth", False), demand="already_done"),
        solve=_bluetooth(False),
        wrong=(
            Wrong("turns it on", _bluetooth(True)),
            Wrong("turns it on, then off", in_turn(_bluetooth(True), _bluetooth(False))),
            Wrong("turns Wi-Fi over instead", flip(LABELS["wifi"])),
            Wrong("turns mobile data over as well", in_turn(_bluetooth(False), flip(LABELS["mobile_data"]))),
        ),
        distractors=lambda params: {"settings": {"wifi": True, "mobile_data": True, "hotspot": True}},
    ),
)
