"""The features by which a drilled commander knows an order, in points unless it says otherwise."""

import tomllib
from importlib.resources import files

import msgspec

#: What is counted of an order, and what it is.
FEATURES: dict[str, str] = {
    "harm": "points its attack takes from opponents on average, less what it costs of its own",
    "finish": "points of the target, by the chance that the attack puts it out of action",
    "price": "points that its push and its heat cost",
    "recoil": "points its blow costs the striker on average",
    "hope": "points the unit's best attack would take from where it comes to stand, now less",
    "nearness": "the same of attacks still turns of march away, a share less for every turn",
    "danger": "points opponents could take there without a move, now less",
    "rush": "points opponents could take there after a way, now less",
    "back": "points of that danger from behind",
    "zone": "points for how near it comes to an opponent's deployment zone",
    "home": "points for how near a heavily damaged unit comes to its own zone",
    "mended": "points a repair gives back on average",
    "cooled": "points that cooling gives back",
    "risk": "points the unit stands to lose where it is, if it only attacks",
}
NAMES = tuple(FEATURES)
INDEX = {name: place for place, name in enumerate(NAMES)}

#: An order's features, one number for each name.
Row = list[float]


def row(**known: float) -> Row:
    """Features of which only some are not 0."""
    found = [0.0] * len(NAMES)
    for name, value in known.items():
        found[INDEX[name]] = value
    return found


class Weights(msgspec.Struct, frozen=True):
    """What every feature counts, as the file of weights says."""

    by_feature: tuple[float, ...]

    def of(self, features: Row) -> float:
        """What an order is worth by its features."""
        total = 0.0
        for weight, value in zip(self.by_feature, features, strict=True):
            total += weight * value
        return total


def read_weights(text: str) -> Weights:
    """Weights of a file; raises KeyError for a feature that it leaves out."""
    known = tomllib.loads(text)["weights"]
    return Weights(tuple(float(known[name]) for name in NAMES))


WEIGHTS = read_weights(
    files("rules.age_of_destruction").joinpath("bots/drill/weights.toml").read_text("utf-8")
)
