"""A game system without armies: its forces come with the scenario, and files carry their units."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.core.codec import Unreadable
from rules.core.game import Difference
from rules.core.rulebook import Rulebook
from rules.core.saved_game import write_replay
from rules.core.system import GameSystem
from rules.core.unknown import notes

Playouts = Callable[[Any, int, int, Callable[[str], None]], bool]


def system_of_scenarios(
    *,
    name: str,
    title: str,
    fixtures: str,
    rulebook: Callable[[], Rulebook],
    read_position: Callable[[Any], object],
    resolve: Callable[[Any, str], dict[str, Any]],
    replay_game: Callable[[Any], tuple[Any, Difference | None]],
    playouts: Playouts,
    schemas: Callable[[], dict[str, dict[str, Any]]],
) -> GameSystem:
    """The system of that name; its records are ready-made positions, by file name.

    `resolve` gives the outcome/1 object of a parsed scenario/1 file, without its notes;
    `replay_game` plays a parsed game/1 file again.
    """

    @cache
    def schema(form: str) -> dict[str, Any]:
        return schemas()[f"{name}.{form}.1"]

    def read_catalogue(records: Mapping[str, Any]) -> dict[str, Any]:
        for file, record in records.items():
            try:
                read_position(record)
            except Unreadable as error:
                raise Unreadable(f"{file} {error.path}", error.code, **error.params) from error
        return dict(records)

    def judge(data: Any, catalogue: Any, language: str) -> dict[str, Any]:
        raise Unreadable("$.system", "NO_ARMIES", system=title)

    def play(data: Any, catalogue: Any, language: str) -> dict[str, Any]:
        outcome = resolve(data, language)
        return outcome | {"notes": notes(data, schema("scenario"), language)}

    def replay(data: Any, catalogue: Any, language: str) -> dict[str, Any]:
        return write_replay(data, replay_game(data)[1], schema("game"), language)

    return GameSystem(
        name=name,
        title=title,
        fixtures=fixtures,
        rulebook=rulebook,
        read_catalogue=read_catalogue,
        judge=judge,
        play=play,
        replay=replay,
        playouts=playouts,
        schemas=schemas,
    )
