"""How many trials a difference needs, and how small a difference so many trials can show."""


def trials_needed(
    detect: float, discordance: float, alpha: float = 0.05, power: float = 0.8, per_template: float = 1.0, correlation: float = 0.0
) -> int:
    """Trials after which the exact paired test finds a difference of ``detect`` with chance ``power``.

    Args:
        detect: difference of pass rates, in (0, 1].
        discordance: share of trials that only one of the two passes, in [detect, 1].
        per_template: trials a template, on average, 1 or more.
        correlation: of two trials' differences within a template, in [0, 1].

    Raises:
        ValueError: an argument is outside its range.
    """
    raise NotImplementedError


def detectable(
    trials: int, discordance: float, alpha: float = 0.05, power: float = 0.8, per_template: float = 1.0, correlation: float = 0.0
) -> float | None:
    """Smallest difference that so many trials find with chance ``power``; None where not even one that is all discordance is found.

    Raises:
        ValueError: an argument is outside its range.
    """
    raise NotImplementedError
