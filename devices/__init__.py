"""Phones: what an agent can see of one, do to one, and how its state is read.

`observation` and `tree` turn uiautomator XML into elements, `action` names what can be done, `state` holds typed facts and their
changes, `device` is the protocol that the simulated phone (`devices.sim`) and, later, a real one over ADB both satisfy.
"""
