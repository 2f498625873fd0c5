"""What turned one state of a thing into another, in sentences."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from armybuilder.groups.models import Hold
from armybuilder.groups.present.format_words import difference
from armybuilder.groups.present.games import differences
from armybuilder.groups.present.groups import Unfit
from armybuilder.offline.merging import ABSENT
from armybuilder.offline.merging.lists import name_of
from armybuilder.offline.things.collections import PIECES, PRODUCTS, SETTINGS
from armybuilder.site.models import User
from collection.catalogue.pieces import find_piece
from collection.owning.present.change_words import change_sentences, piece_names
from collection.owning.states import changes_between

Content = Mapping[str, Any]
#: What each kind is called before the name of a thing.
KIND_NAMES = {
    "account": gettext_lazy("Account"),
    "collection": gettext_lazy("Collection"),
    "format": gettext_lazy("Event format"),
    "unit": gettext_lazy("Own unit"),
    "models": gettext_lazy("How many of a unit"),
    "group": gettext_lazy("Battle group"),
    "copies": gettext_lazy("Copies a battle group keeps"),
    "scenario": gettext_lazy("Scenario"),
    "game": gettext_lazy("Skirmish"),
}
_FIELDS = {
    "name": gettext_lazy("Name"),
    "title": gettext_lazy("Title"),
    "description": gettext_lazy("Description"),
    "notes": gettext_lazy("Notes"),
    "currency": gettext_lazy("Currency"),
    "locked": gettext_lazy("Locked"),
    "count": gettext_lazy("Owned"),
    "map": gettext_lazy("Map"),
}


@dataclass(frozen=True)
class Turn:
    """What one content of a kind became; each may be ABSENT."""

    kind: str
    before: Any
    after: Any


def sentences_of_all(turns: Sequence[Turn]) -> list[tuple[str, ...]]:
    """For each turn what it was, against one reading of the catalogue."""
    of_groups = [turn for turn in turns if turn.kind == "group" and _is_change(turn)]
    groups = iter(_of_groups(of_groups))
    names = _Names()
    said = []
    for turn in turns:
        if turn.after is ABSENT:
            told: Iterable[str] = [_("Deleted")]
        elif turn.before is ABSENT:
            told = [_("New")]
        elif turn.kind == "group":
            told = next(groups)
        elif turn.kind == "collection":
            told = _collection(turn.before, turn.after, names)
        else:
            told = _TELLERS.get(turn.kind, _fields)(turn.before, turn.after)
        said.append(tuple(told) or (_("As it was"),))
    return said


def _is_change(turn: Turn) -> bool:
    return turn.before is not ABSENT and turn.after is not ABSENT


def _of_groups(turns: Sequence[Turn]) -> list[tuple[str, ...]]:
    pairs = [(dict(turn.before), dict(turn.after)) for turn in turns]
    try:
        told = differences(pairs)
        notes = [tuple(_turned(*pair, ("notes",))) for pair in pairs]
        return [(*said, *more) for said, more in zip(told, notes, strict=True)]
    except Unfit:
        # One of them cannot be read as it would be at a single place.
        return [(_("Other lines"),) for _pair in pairs]


class _Names:
    """The names of pieces, asked for once a game."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str]] = {}

    def of(self, system: str, number: str) -> str:
        """What the catalogue calls a piece, "" where it does not know it."""
        if system not in self._known:
            self._known[system] = piece_names(system)
        return self._known[system].get(number, "")


def _collection(before: Content, after: Content, names: _Names) -> Iterator[str]:
    yield from _turned(before, after, SETTINGS)
    older, newer = before[PRODUCTS], after[PRODUCTS]
    for name in dict.fromkeys((*older, *newer)):
        if older.get(name) != newer.get(name):
            yield _turn(_("Product %(name)s") % {"name": name}, older.get(name), newer.get(name))
    for key in dict.fromkeys((*before[PIECES], *after[PIECES])):
        was, now = (each[PIECES].get(key, {}) for each in (before, after))
        if was != now:
            system, set_code, number, variant = key.split("/", 3)
            piece = find_piece(system, f"{set_code}-{number}", variant)
            own = was.get("name") or now.get("name", "")
            name = names.of(system, f"{set_code}-{number}") or own
            said = ", ".join(change_sentences(changes_between(was, now)))
            yield f"{piece} {name}: {said}"


def _format(before: Content, after: Content) -> Iterator[str]:
    yield from _turned(before, after, ("title", "description"))
    told = difference(before["restrictions"], after["restrictions"])
    yield from (_("No more: %(said)s") % {"said": said} for said in told.gone)
    yield from told.come


def _scenario(before: Content, after: Content) -> Iterator[str]:
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        if isinstance(was, list) or isinstance(now, list):
            yield from _lines(key, was or [], now or [])
        elif isinstance(was, dict) or isinstance(now, dict):
            yield _("%(what)s: changed") % {"what": _field(key)}
        else:
            yield _turn(_field(key), was, now)


def _lines(key: str, was: Sequence[Any], now: Sequence[Any]) -> Iterator[str]:
    names = [name_of(line) for line in was], [name_of(line) for line in now]
    what = {"list": key}
    for line in (line for line in now if line not in was):
        what["name"] = name_of(line)
        if what["name"] in names[0]:
            yield _("%(list)s: %(name)s is otherwise") % what
        else:
            yield _("%(list)s: %(name)s came") % what
    for name in (name for name in names[0] if name not in names[1]):
        yield _("%(list)s: %(name)s went") % {"list": key, "name": name}
    if not names[0] or sorted(names[0]) == sorted(names[1]) != names[0] != names[1]:
        yield _("%(list)s: in another order") % {"list": key}


def _unit(before: Content, after: Content) -> Iterator[str]:
    yield from _turned(before["record"], after["record"], ("name", "points"))
    if before != after:
        yield _("The card is another.")


def _account(before: Content, after: Content) -> Iterator[str]:
    for name in before:
        if before[name] != after.get(name):
            field = User._meta.get_field(name)
            choices = dict(getattr(field, "flatchoices", ()))
            was, now = (choices.get(each[name], each[name]) for each in (before, after))
            yield _turn(str(getattr(field, "verbose_name", name)), was, now)


def _game(before: Content, after: Content) -> Iterator[str]:
    yield from _turned(before, after, ("title",))
    if before["seats"] != after["seats"]:
        yield _("Who plays is otherwise.")
    was, now = before["course"]["orders"], after["course"]["orders"]
    if before["course"] != after["course"]:
        said = ngettext("%(now)s order, %(was)s before", "%(now)s orders, %(was)s before", now)
        yield said % {"now": now, "was": was}
    yield from _notes(before.get("notes", ()), after.get("notes", ()))


def _notes(was: Sequence[Any], now: Sequence[Any]) -> Iterator[str]:
    for _step, text in (note for note in now if note not in was):
        yield _("Note: “%(text)s”") % {"text": text}
    for _step, text in (note for note in was if note not in now):
        yield _("No more noted: “%(text)s”") % {"text": text}


def _copies(before: Content, after: Content) -> Iterator[str]:
    holds = dict(Hold.choices)
    yield f"{holds[after['hold']]}: {_kept(after)}"


def _kept(content: Content) -> str:
    counts: Counter[str] = Counter()
    for items in content["pieces"].values():
        counts.update(items)
    return ", ".join(f"{count} × {item}" for item, count in sorted(counts.items()))


def _fields(before: Content, after: Content) -> Iterator[str]:
    return _turned(before, after, tuple(before))


def _turned(before: Content, after: Content, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if before.get(name) != after.get(name):
            yield _turn(_field(name), before.get(name), after.get(name))


def _turn(what: str, was: Any, now: Any) -> str:
    if now in (None, ""):
        return _("%(what)s: none, not “%(was)s”") % {"what": what, "was": _plain(was)}
    if was in (None, ""):
        return _("%(what)s: “%(now)s”") % {"what": what, "now": _plain(now)}
    told = {"what": what, "was": _plain(was), "now": _plain(now)}
    return _("%(what)s: “%(now)s”, “%(was)s” before") % told


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _field(name: str) -> str:
    return str(_FIELDS.get(name, name))


_TELLERS: Mapping[str, Callable[[Any, Any], Iterable[str]]] = {
    "format": _format,
    "scenario": _scenario,
    "unit": _unit,
    "account": _account,
    "game": _game,
    "copies": _copies,
}
