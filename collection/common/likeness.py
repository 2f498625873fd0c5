"""How alike two texts are, letter by letter, and which of many are most like one."""

from collections.abc import Iterable

#: The least likeness that is worth offering, and the least that is taken for what was meant.
WORTH_OFFERING = 0.6
SURELY_MEANT = 0.7


def plain_likeness(one: str, other: str, /, *, score_cutoff: float = 0.0) -> float:
    """From 0 to 1: how little has to be put in, left out, changed or swapped with its neighbour to
    make one text of the other; 0 for what is below the cutoff."""
    longest = max(len(one), len(other))
    if not longest:
        return 1.0
    if 1 - abs(len(one) - len(other)) / longest < score_cutoff:
        return 0.0
    alike = 1 - _changes(one, other) / longest
    return alike if alike >= score_cutoff else 0.0


def _changes(one: str, other: str) -> int:
    """The fewest changes; letters that were swapped are not changed again."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one):
        above, before = before, row
        row = [place + 1]
        for at, other_letter in enumerate(other):
            least = min(before[at] + (letter != other_letter), before[at + 1] + 1, row[at] + 1)
            if place and at and letter == other[at - 1] and one[place - 1] == other_letter:
                least = min(least, above[at - 1] + 1)
            row.append(least)
    return row[-1]


try:
    from rapidfuzz.distance import OSA
except ImportError:
    likeness = plain_likeness
else:
    likeness = OSA.normalized_similarity


def most_alike(
    said: str, names: Iterable[str], most: int = 3, least: float = WORTH_OFFERING
) -> list[str]:
    """The names most like a text, the best first; of equal ones the first given."""
    if not said:
        return []
    judged = ((likeness(said, name, score_cutoff=least), name) for name in dict.fromkeys(names))
    alike = sorted((pair for pair in judged if pair[0] > 0), key=lambda pair: -pair[0])
    return [name for _alike, name in alike[:most]]
