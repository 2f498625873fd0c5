"""A calculator as its page shows it: fields to press, dice to type, and what comes of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from collection.catalogue.game import ready_made, rule_chip
from collection.catalogue.present.values import Rule
from collection.common.chances import percent
from collection.common.language import language
from rules import Ask, Calculator, CalculatorProspect, CalculatorSum, GameSystem, Need, Preset

#: More choices than these are a list to pick from instead of buttons in a row.
MOST_BUTTONS = 6
#: A number that spans more than this is stepped by tens, too.
WIDE = 100


@dataclass(frozen=True)
class Option:
    """One value of a field."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Step:
    """A button beside a number: what it adds, and whether that stays within its bounds."""

    by: int
    allowed: bool

    @property
    def said(self) -> str:
        """What it adds, as it is written."""
        return _signed(self.by)


@dataclass(frozen=True)
class Control:
    """A field: how it is filled in ("buttons", "list", "number" or "flag") and what stands in
    it."""

    name: str
    label: str
    kind: str
    value: str
    unit: str = ""
    least: int | None = None
    most: int | None = None
    options: tuple[Option, ...] = ()
    less: tuple[Step, ...] = ()
    more: tuple[Step, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Fill:
    """Several fields filled in at once: what may be picked, by heading."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Group:
    """Fields under one heading; those that are seldom needed lie folded, open where one of them
    says something."""

    title: str
    controls: tuple[Control, ...]
    rare: tuple[Control, ...]
    opened: bool


@dataclass(frozen=True)
class Part:
    """One summand with its rules."""

    what: str
    value: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Total:
    """A number that opens into its parts."""

    label: str
    value: str
    unit: str
    parts: tuple[Part, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Throw:
    """Dice that fall together."""

    title: str
    dice: tuple[Need, ...]


@dataclass(frozen=True)
class Row:
    """What some faces would bring."""

    faces: str
    chance: str
    percent: int
    says: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of the result."""

    text: str
    weight: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Reckoning:
    """All of a calculator's page. `asked` is the die that is wanted next."""

    headline: str
    groups: tuple[Group, ...]
    fills: tuple[Fill, ...]
    totals: tuple[Total, ...]
    throws: tuple[Throw, ...]
    asked: Need | None
    faces: range
    rows: tuple[Row, ...]
    said: tuple[Sentence, ...]
    dice_fault: str
    is_faulty: bool
    known_faces: tuple[int, ...]

    @property
    def is_pair(self) -> bool:
        """Whether a red die is counted against a green one."""
        return bool(self.throws) and len(self.throws[-1].dice) == 2


def typed_of(calculator: Calculator, given: Mapping[str, str]) -> dict[str, str]:
    """What is typed into the fields, out of an address; a default is not repeated."""
    found = {}
    for ask in calculator.asks(language()):
        text = given.get(ask.field.name, ask.default)
        if text != ask.default:
            found[ask.field.name] = text
    return found


def stepped(calculator: Calculator, typed: Mapping[str, str], name: str, by: int) -> dict[str, str]:
    """What is typed once a number is stepped, within its bounds; nothing of what is no number."""
    for ask in calculator.asks(language()):
        value = _number(typed.get(name, ask.default))
        if ask.field.name == name and value is not None:
            low = value + by if ask.least is None else max(ask.least, value + by)
            return {**typed, name: str(low if ask.most is None else min(ask.most, low))}
    return dict(typed)


def filled(
    calculator: Calculator, system: GameSystem, typed: Mapping[str, str], preset: str
) -> dict[str, str]:
    """What is typed once a preset fills its fields; the same for one there is not."""
    for each in calculator.presets(ready_made(system.name), language()):
        if each.name == preset:
            return {**typed, **each.values}
    return dict(typed)


def asked_of(
    calculator: Calculator, typed: Mapping[str, str], faces: Sequence[int]
) -> tuple[int, ...]:
    """The sides of the dice that fall next, together."""
    waiting = calculator.work(typed, faces, language()).waiting
    return tuple(need.sides for need in waiting)


def reckoned(
    system: GameSystem, calculator: Calculator, typed: Mapping[str, str], faces: Sequence[int]
) -> Reckoning:
    """A calculator with what is typed into it."""
    worked = calculator.work(typed, faces, language())
    asks = calculator.asks(language())
    whole = {ask.field.name: typed.get(ask.field.name, ask.default) for ask in asks}
    faults = {fault.field: fault.message for fault in worked.faults}
    asked = next(iter(worked.waiting), None)
    known = tuple(need.face for need in worked.dice if need.face is not None)
    return Reckoning(
        headline=worked.headline,
        groups=tuple(_groups(asks, whole, faults)),
        fills=_fills(calculator.presets(ready_made(system.name), language())),
        totals=tuple(map(_total, worked.sums)),
        throws=tuple(_throws(worked.dice)),
        asked=asked,
        faces=range(1, asked.sides + 1) if asked else range(0),
        rows=tuple(map(_row, worked.prospects)),
        said=tuple(Sentence(said.text, said.weight, _chips(said.rules)) for said in worked.said),
        dice_fault=faults.pop("faces", ""),
        is_faulty=bool(faults),
        known_faces=tuple(faces) if faults else known,
    )


def _row(prospect: CalculatorProspect) -> Row:
    chance = percent(prospect.chance)
    return Row(prospect.faces, chance, round(prospect.chance * 100), prospect.says)


def _throws(needs: Sequence[Need]) -> Sequence[Throw]:
    """Needs by their throws: neighbours of one name, and green dice begin a new one."""
    throws: list[Throw] = []
    labels: set[str] = set()
    for need in needs:
        if throws and throws[-1].title == need.throw and need.label not in labels:
            throws[-1] = Throw(need.throw, (*throws[-1].dice, need))
        else:
            throws.append(Throw(need.throw, (need,)))
            labels = set()
        labels.add(need.label)
    return throws


def _groups(
    asks: Sequence[Ask], typed: Mapping[str, str], faults: Mapping[str, str]
) -> Sequence[Group]:
    title, found = "", []
    for ask in asks:
        title = ask.group or title
        if ask.matters(typed):
            found.append((title, ask))
    groups = []
    for title, pairs in groupby(found, key=lambda pair: pair[0]):
        listed = [ask for _, ask in pairs]
        rare = [ask for ask in listed if ask.rare]
        groups.append(
            Group(
                title,
                tuple(_control(ask, typed, faults) for ask in listed if not ask.rare),
                tuple(_control(ask, typed, faults) for ask in rare),
                opened=any(typed[ask.field.name] != ask.default for ask in rare),
            )
        )
    return groups


def _control(ask: Ask, typed: Mapping[str, str], faults: Mapping[str, str]) -> Control:
    name, value = ask.field.name, typed[ask.field.name]
    choices = ask.field.choices
    kind = ask.field.holds if not choices else "buttons"
    less, more = _steps(ask, value) if kind == "number" else ((), ())
    return Control(
        name=name,
        label=ask.field.label,
        kind="list" if len(choices) > MOST_BUTTONS else kind,
        value=value,
        unit=ask.unit,
        least=ask.least,
        most=ask.most,
        options=tuple(Option(c.value, c.label, c.value == value) for c in choices),
        less=less,
        more=more,
        fault=faults.get(name, ""),
    )


def _steps(ask: Ask, value: str) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    now = _number(value)
    low, high = ask.least, ask.most
    wide = low is not None and high is not None and high - low > WIDE
    less = (-10, -1) if wide else (-1,)
    lowest = now is None or (low is not None and now <= low)
    highest = now is None or (high is not None and now >= high)
    return (
        tuple(Step(by, not lowest) for by in less),
        tuple(Step(-by, not highest) for by in reversed(less)),
    )


def _number(text: str) -> int | None:
    digits = text.replace("\u2212", "-")
    whole = digits.removeprefix("-")
    return int(digits) if whole.isascii() and whole.isdecimal() and len(whole) < 7 else None


def _fills(presets: Sequence[Preset]) -> tuple[Fill, ...]:
    """Presets by the heading they are offered under."""
    by_group: dict[str, list[Option]] = {}
    for preset in presets:
        option = Option(preset.name, preset.title, chosen=False)
        by_group.setdefault(preset.group, []).append(option)
    return tuple(Fill(title, tuple(options)) for title, options in by_group.items())


def _total(found: CalculatorSum) -> Total:
    parts = tuple(
        Part(part.what, _signed(part.value), _chips(found.behind.get(part.what, ())))
        for part in found.tally.parts
    )
    return Total(found.label, _plain(found.tally.total), found.unit, parts, _chips(found.rules))


def _chips(rules: Sequence[str]) -> tuple[Rule, ...]:
    return tuple(map(rule_chip, rules))


def _plain(value: int) -> str:
    return f"{value}".replace("-", "\u2212")


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\u2212")
