"""What the games of a contest show, as plain data and in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import fsum
from typing import Any

from rules.age_of_destruction.bots.contest.game import Contest, Played, begin, seats_of
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.intervals import wilson
from rules.core.wording import Wording

FORMAT = "contest/1"
DECIMALS = 4

_PACKAGE = files("rules.age_of_destruction")
WORDING = Wording.from_toml(_PACKAGE.joinpath("bots/contest/words.toml").read_text("utf-8")).beside(
    Wording.from_toml(_PACKAGE.joinpath("telling/words.toml").read_text("utf-8"))
)


def summary(contest: Contest, games: Sequence[Played], catalogue: Catalogue) -> dict[str, Any]:
    """What some games show: `sides` with their win rates and units, what decided them, how long
    they took; `cards` has the names of those that are named. Intervals are Wilson's at 95 %; damage
    is in clicks."""
    return {
        "format": FORMAT,
        "seed": contest.seed,
        "games": len(games),
        "turn_limit": contest.turns,
        "mean_turns": _mean([game.turns for game in games]),
        "first_turn_wins": _rate([game.winner == game.first for game in games]),
        "endings": _counted(game.why for game in games),
        "decided_by": _counted(game.decided_by for game in games),
        "sides": [_side(contest, games, side, catalogue) for side in (0, 1)],
        "cards": {
            code: {language: card.name_in(language) for language in ("en", "pl")}
            for code in sorted({code for game in games for code in game.won})
            if (card := catalogue.cards.get(code))
        },
    }


def _side(
    contest: Contest, games: Sequence[Played], side: int, catalogue: Catalogue
) -> dict[str, Any]:
    group = contest.groups[side]
    conditions = _counted(name for game in games for name, won in game.won.items() if won == side)
    return {
        "name": group.name,
        "commander": contest.commanders[side],
        "won": _rate([game.winner == side for game in games]),
        "conditions_won": conditions,
        "units": list(_units(contest, games, side, catalogue)),
    }


def _units(
    contest: Contest, games: Sequence[Played], side: int, catalogue: Catalogue
) -> Iterator[dict[str, Any]]:
    """The units of a side with what they dealt a game and for each of their points."""
    figures = begin(contest, 0, catalogue).setup.figures.values()
    own = [figure for figure in figures if figure.owner == seats_of(0)[side]]
    for index, figure in enumerate(own):
        served = [game.served[side][index] for game in games]
        damage = _mean([each.damage for each in served])
        yield {
            "unit": figure.unit.id,
            "name": figure.unit.full_name,
            "points": figure.value,
            "damage": damage,
            "damage_per_100_points": round(100 * damage / max(figure.value, 1), DECIMALS),
            "survived": _rate([each.survived for each in served]),
        }


def _rate(happened: Sequence[bool]) -> dict[str, Any]:
    low, high = wilson(sum(happened), len(happened))
    return {
        "games": sum(happened),
        "rate": _mean(happened),
        "interval": [round(low, DECIMALS), round(high, DECIMALS)],
    }


def _mean(numbers: Sequence[float]) -> float:
    return round(fsum(numbers) / len(numbers), DECIMALS) if numbers else 0.0


def _counted(values: Iterator[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())


def code_word(found: dict[str, Any], vocabulary: str, code: str, language: str) -> str:
    """What a code of a summary is called: of `ending`, `decided` or `condition_won`, which is the
    card's own where a card brings it."""
    words = WORDING.words[vocabulary].get(code) or found["cards"][code]
    return words[language]


# --- In words -------------------------------------------------------------------------------


def summary_lines(found: dict[str, Any], language: str = "en") -> Iterator[str]:
    """The same for people to read, line by line."""

    def say(code: str, **params: Any) -> str:
        return WORDING.say(code, params, language)

    yield say("GAMES", games=found["games"], seed=found["seed"], turns=found["mean_turns"])
    for side in found["sides"]:
        yield say("WON", side=side["name"], commander=side["commander"], **_percent(side["won"]))
    yield say("FIRST", **_percent(found["first_turn_wins"]))
    for code, key in (("ENDING", "endings"), ("DECIDED", "decided_by")):
        for what, games in found[key].items():
            yield say(code, what=what, games=games)
    for side in found["sides"]:
        yield ""
        yield say("SIDE", side=side["name"])
        for condition, games in side["conditions_won"].items():
            word = code_word(found, "condition_won", condition, language)
            yield say("CONDITION", condition=word, games=games)
        for unit in side["units"]:
            yield say(
                "UNIT",
                unit=f"{unit['unit']} {unit['name']}",
                points=unit["points"],
                damage=unit["damage"],
                per=unit["damage_per_100_points"],
                survived=100 * unit["survived"]["rate"],
            )


def _percent(rate: dict[str, Any]) -> dict[str, float]:
    low, high = rate["interval"]
    return {"rate": 100 * rate["rate"], "low": 100 * low, "high": 100 * high}
