"""How sure a share is that was counted in some games."""

from math import sqrt

#: Standard deviations on either side within which 95 of 100 results lie.
USUAL = 1.959964


def wilson(successes: float, trials: int, deviations: float = USUAL) -> tuple[float, float]:
    """Wilson's interval for a share; all there is where nothing was tried."""
    if not trials:
        return 0.0, 1.0
    share, squared = successes / trials, deviations * deviations
    middle = share + squared / (2 * trials)
    spread = deviations * sqrt(share * (1 - share) / trials + squared / (4 * trials * trials))
    whole = 1 + squared / trials
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)
