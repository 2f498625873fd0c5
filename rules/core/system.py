"""What a game system hands to the outside."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.rulebook import Rulebook


class GameSystem(msgspec.Struct, frozen=True):
    """One game system: its name in files, its rule book, and how its records and groups are read.

    `judge` reads a parsed battle-group/1 file against a catalogue and returns a verdict/1 object in
    a language, `play` a scenario/1 file and returns an outcome/1 object; `replay` reads a game/1
    file and says whether it plays again as saved. All raise Unreadable. `playouts` plays whole
    games from a seed, writes what came of them and returns whether all went well. `schemas` gives
    the JSON Schemas that are generated from types, by file name. `fixtures` is the folder of its
    records below `fixtures/`.
    """

    name: str
    title: str
    fixtures: str
    rulebook: Callable[[], Rulebook]
    read_catalogue: Callable[[Mapping[str, Any]], Any]
    judge: Callable[[Any, Any, str], dict[str, Any]]
    play: Callable[[Any, Any, str], dict[str, Any]]
    replay: Callable[[Any, Any, str], dict[str, Any]]
    playouts: Callable[[Any, int, int, Callable[[str], None]], bool]
    schemas: Callable[[], dict[str, dict[str, Any]]]
