"""What is asked of every kind of thing that can be taken along."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

import msgspec

from armybuilder.offline.merging import ABSENT, Clash, Field, Merged, merged
from armybuilder.site.models import User

Content = dict[str, Any]
#: What goes with a content, is judged and not merged: a game/1 object.
File = dict[str, Any] | None


@dataclass(frozen=True)
class Found:
    """A thing as it is kept now, or as a file has it. What is merged of it is `content`; a device
    needs `carried` as well, which names its records by the digests in `pins`."""

    key: str
    version: str
    content: Content
    carried: Content = field(default_factory=dict)
    pins: frozenset[str] = frozenset()


class NotTaken(Exception):
    """A thing cannot be kept as it came back: why, in a sentence, and the order of a game that is
    why, 0 for none."""

    def __init__(self, reason: str, order: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.order = reason, order


class Kind(ABC):
    """A kind of thing. `of` says how two states of it are merged, `shape` which fields it has."""

    name: ClassVar[str]
    of: ClassVar[Field] = Field()
    shape: ClassVar[Any] = dict[str, Any]

    @abstractmethod
    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        """Everything of this kind that somebody has; where `bounded`, as much as is taken along."""

    @abstractmethod
    def place(self, person: User, thing: Found) -> None:
        """On a device: keep a thing as a file has it, in the place of what is there."""

    @abstractmethod
    def drop(self, person: User, key: str) -> None:
        """On a device: let go of what the site does not have any more."""

    @abstractmethod
    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        """On the site: what is kept now of what some contents speak of, held until the transaction
        ends; ABSENT for nothing."""

    @abstractmethod
    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        """On the site: make a thing this, as a change like any other; raises NotTaken."""

    @abstractmethod
    def remove(self, person: User, key: str) -> None:
        """On the site: delete a thing; raises NotTaken."""

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        """On the site: keep a state beside the thing it is of, as one of its own; False where that
        makes no sense. Raises NotTaken."""
        return False

    def stands_beside(self, clash: Clash) -> bool:
        """Whether both sides of a place can be kept as things of their own."""
        both = clash.mine is not ABSENT and clash.theirs is not ABSENT
        return both and not clash.path and type(self).beside is not Kind.beside

    @abstractmethod
    def title(self, content: Content) -> str:
        """What people call it."""

    def file(self, person: User, key: str) -> File:
        """On a device: what the site judges a thing by, beside its content."""
        return None

    def told(
        self, base: Content | None, mine: Content | None, sent: Content | None
    ) -> tuple[Content | None, Content | None]:
        """How much of a thing that differs from its base goes into a file of changes, of the base
        and of the device; what was `sent` before is named again."""
        return base, mine

    def with_sent(self, base: Content | None, sent: Content | None) -> Content | None:
        """A content after what a file of changes said of it."""
        return sent

    def since(self, base: Content | None, came: Content | None) -> Content | None:
        """What a file of changes is compared with where the same device sent another before."""
        return came

    def trees(self, base: Any, mine: Any, theirs: Any) -> tuple[Any, Any, Any]:
        """Three contents as trees with the same keys; ABSENT for nothing."""
        return base, mine, theirs

    def tree_like(self, tree: Any, content: Any) -> Any:
        """A content as a tree with the keys of another."""
        return content

    def content(self, tree: Any) -> Any:
        """The content of a tree."""
        return tree

    def merge(self, base: Any, mine: Any, theirs: Any) -> Merged:
        """Three trees put together."""
        return merged(base, mine, theirs, self.of)

    def read(self, content: Content) -> None:
        """Raises NotTaken for what is no content of this kind at all."""
        try:
            msgspec.convert(content, self.shape)
        except msgspec.ValidationError as error:
            raise NotTaken(str(error)) from error

    def check(self, person: User, content: Content) -> None:  # noqa: B027 - most take anything
        """Raises NotTaken for what cannot be kept."""

    def cost(self, file: File) -> int:
        """How many orders have to be judged to keep it."""
        return 0


def given(value: Mapping[str, Any] | None) -> Any:
    """A content that may be null, as trees have it."""
    return ABSENT if value is None else value
