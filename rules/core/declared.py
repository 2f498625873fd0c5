"""What an editor may place in the scenarios of a game, as data a game declares.

Layers are things that stand in lists of a scenario/1 object, each with its kinds and fields.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from rules.core.picture import Measure, Tone
from rules.core.plan import Draws, Offer
from rules.core.typed_text import Holds
from rules.core.wording import LANGUAGES

Document = dict[str, Any]
Texts = dict[str, str]

#: What a place is kept under.
KEYS: dict[Draws, str] = {
    "polygon": "polygon",
    "line": "line",
    "circle": "circle",
    "mark": "at",
    "piece": "at",
}
#: Fewer corners are no such shape.
LEAST: dict[Draws, int] = {"polygon": 3, "line": 2}
#: What is drawn by more than a place.
OUTLINES: tuple[Draws, ...] = ("circle", "line", "polygon")


class FieldKind(msgspec.Struct, frozen=True):
    """A field of a thing or of the whole: its place below it, with dots, and what it holds.

    `of` names the list whose ids it may have; `only` are the kinds of things that have it, all
    where empty, `unless` those that do not; `otherwise` is what a flag is while nobody says. What
    `belongs` goes with what it names.
    """

    name: str
    label: Texts
    holds: Holds = "text"
    options: dict[str, Texts] = {}
    of: str = ""
    only: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    otherwise: bool = False
    belongs: bool = False


class Kind(msgspec.Struct, frozen=True):
    """A kind of thing: what it is called, how it looks, and what a new one has beside its place."""

    name: str
    label: Texts
    tone: Tone = "open"
    draws: Draws | None = None
    new: Document = {}
    is_sample: bool = False


class Layer(msgspec.Struct, frozen=True):
    """Things that stand in one list of a scenario: `list` is its place, `kind` the field that tells
    their kinds, `asks` the fields said before a new one is placed."""

    list: str
    title: Texts
    draws: Draws
    prefix: str
    kinds: tuple[Kind, ...]
    fields: tuple[FieldKind, ...] = ()
    kind: str = ""
    side: str = ""
    has_id: bool = True
    turns: bool = False
    asks: tuple[str, ...] = ()


class Ground(msgspec.Struct, frozen=True):
    """What the ground is measured in, what places snap to, and the kinds it is painted with."""

    measure: Measure
    snap: float = 0.5
    paints: tuple[Kind, ...] = ()


class Declared(msgspec.Struct, frozen=True):
    """The palette of a game as its file says it; `blank` is a scenario nothing stands in yet."""

    ground: Ground
    blank: Document
    settings: tuple[FieldKind, ...]
    layers: tuple[Layer, ...]


def declared(package: str) -> Declared:
    """What `palette.toml` of a package declares; what `table.toml` beside it has words for is named
    there only: kinds of ground without a label, and the `options_of` one of its sections."""
    home = files(package)
    data = tomllib.loads(home.joinpath("palette.toml").read_text("utf-8"))
    words = tomllib.loads(home.joinpath("table.toml").read_text("utf-8"))
    for kind in [*data["ground"].get("paints", ()), *_each(data["layers"], "kinds")]:
        if "label" not in kind:
            word = words["grounds"][kind["name"]]
            kind["label"] = _texts(word)
            kind["tone"] = word.get("is") or words["tones"][kind["name"]]["is"]
    for field in [*data["settings"], *_each(data["layers"], "fields")]:
        if "options_of" in field:
            section, *names = field.pop("options_of")
            field["options"] = {name: _texts(words[section][name]) for name in names}
    return msgspec.convert(data, Declared)


def _each(layers: Sequence[Document], name: str) -> Iterator[Document]:
    return (each for layer in layers for each in layer.get(name, ()))


def _texts(word: Mapping[str, str]) -> Texts:
    return {language: word[language] for language in LANGUAGES}


def drawn_by(layer: Layer, found: Mapping[str, Any]) -> Draws:
    """How a thing is drawn, by what says its place."""
    if layer.draws in ("mark", "piece", "nothing"):
        return layer.draws
    for draws in OUTLINES:
        if found.get(KEYS[draws]):
            return draws
    return layer.draws


def drawn_as(layer: Layer, kind: Kind) -> Draws:
    """How a new thing of a kind is drawn."""
    return kind.draws or layer.draws


def path_of(layer: Layer, index: int) -> str:
    """The path of a thing."""
    return f"$.{layer.list}[{index}]"


def offered(kind: Kind, draws: Draws, language: str) -> Offer:
    """A kind as it is offered, drawn in its own way or that of its layer."""
    return Offer(kind.name, kind.label[language], kind.draws or draws, kind.tone, kind.is_sample)
