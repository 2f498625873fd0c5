"""Curves by which commanders weigh, of + - * / only, so that they choose alike on every machine."""

#: Where the curve of leads is as good as level.
LEVEL = 4.9


def left_after(share: float, turns: float) -> float:
    """What is left when a share is left of it for every turn; straight between whole turns."""
    whole = int(turns)
    left = 1.0
    for _ in range(whole):
        left *= share
    return left * (1.0 - (1.0 - share) * (turns - whole))


def of_a_lead(x: float) -> float:
    """From -1 to 1, steep about 0, level far from it: the hyperbolic tangent but for 0.0002."""
    if abs(x) >= LEVEL:
        return 1.0 if x > 0 else -1.0
    z = x * x
    over = x * (135135.0 + z * (17325.0 + z * (378.0 + z)))
    return over / (135135.0 + z * (62370.0 + z * (3150.0 + z * 28.0)))
