"""A small Android in this process: exact facts, a journal of every change, the same screens on every host."""

from devices.sim.phone import SimulatedPhone

__all__ = ["SimulatedPhone"]
