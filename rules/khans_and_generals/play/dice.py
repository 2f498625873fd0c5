"""Scripted dice of a scenario: faces that say which die they are."""

import re
from collections.abc import Sequence

from rules.core.codec import Unreadable
from rules.core.dice import FACES, Die, die

_FACE = re.compile(r"(d\d+|token):(\d+)")


class ScenarioDice:
    """Faces as "d10:7", or bare numbers whose kind is not checked; raises Unreadable with the place
    of the first that does not fit."""

    def __init__(self, faces: Sequence[str | int]) -> None:
        self._faces = faces
        self.used = 0

    @property
    def left(self) -> int:
        """Faces not rolled yet."""
        return len(self._faces) - self.used

    def roll(self, number: int) -> tuple[int, ...]:
        """The faces of some six-sided dice."""
        return tuple(self.throw(die(FACES)) for _ in range(number))

    def throw(self, wanted: Die) -> int:
        """The next face."""
        path = f"$.dice[{self.used}]"
        if not self.left:
            raise Unreadable(path, "NO_DIE_LEFT", die=wanted.name)
        given = self._faces[self.used]
        face = given if isinstance(given, int) else _face_of(given, wanted.name)
        if face not in wanted.faces:
            raise Unreadable(path, "WRONG_DIE", die=wanted.name, found=str(given)[:80])
        self.used += 1
        return face


def _face_of(given: str, name: str) -> int | None:
    """The face, None for one of another die."""
    found = _FACE.fullmatch(given)
    return int(found[2]) if found and found[1] == name else None
