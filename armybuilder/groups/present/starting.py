"""The guided start: three questions, and the legal lists that answer them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from armybuilder.groups.fielding.stock import Stock
from armybuilder.groups.present.groups import fit
from collection.catalogue.game import Catalogue, catalogue, read_json_file
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.lineups import lineup
from collection.catalogue.present.silhouettes import mark
from collection.catalogue.present.values import FigureView, Lineup
from collection.common.answers import address
from collection.common.language import Words, language
from rules import age_of_destruction as aod

MEASURED = settings.BASE_DIR / "fixtures" / "starting"
BUILD_TOTALS = aod.BUILD_TOTALS
STANDARD = 450
STYLES = tuple(aod.ARCHETYPES)
#: Larger seeds are none that a page names.
LAST_SEED = 999_999
MERCENARIES = gettext_lazy("Mercenaries")
#: Figures that stand on the ground of one card; more are told as a number.
STANDING = 10
METERS = {
    "speed": gettext_lazy("speed"),
    "punch": gettext_lazy("punch"),
    "staying": gettext_lazy("staying power"),
}
AMOUNTS = {
    "speed": gettext_lazy("%(amount)s″ a move on average"),
    "punch": gettext_lazy("%(amount)s clicks a turn off typical figures"),
    "staying": gettext_lazy("%(amount)s attacks until the last figure falls"),
}
LEVELS = range(1, 6)
#: What stands over so many lists.
LISTS = (
    gettext_lazy("None that is legal"),
    gettext_lazy("One that is legal"),
    gettext_lazy("Two that are legal"),
    gettext_lazy("Three that are legal"),
)


@dataclass(frozen=True)
class Answers:
    """What somebody answered; "" is open. `mine` keeps to their shelf, `changing` names the
    question that is open again."""

    build_total: int = STANDARD
    colours: str = ""
    style: str = ""
    mine: bool = False
    seed: int = 0
    changing: str = ""

    def url(self, path: str) -> str:
        """The address of the page with these answers."""
        return address(
            path,
            {
                "total": self.build_total if self.build_total != STANDARD else "",
                "colours": self.colours,
                "style": self.style,
                "from": "mine" if self.mine else "",
                "deal": self.seed or "",
                "change": self.changing,
            },
        )


@dataclass(frozen=True)
class Choice:
    """One answer to a question, and the address with it; `refused` says why it is none now,
    `change_url` opens the question of a chosen one again."""

    key: str
    name: Words
    url: str
    chosen: bool
    note: Words = ""
    refused: Words = ""
    mark: str = ""
    owned: int | None = None
    figures: tuple[FigureView, ...] = ()
    change_url: str = ""


@dataclass(frozen=True)
class Gauge:
    """A meter of a list: its level of five, and what was counted."""

    name: Words
    level: int
    counted: Words

    @property
    def steps(self) -> list[bool]:
        """Which of the five are full."""
        return [step <= self.level for step in LEVELS]


@dataclass(frozen=True)
class Proposed:
    """A legal list: what it is called and why, its figures, and the document that takes it.

    `row` stands on the card's ground; `lines` are figures with how many, and what one of them
    carries as number and name; `owned` is None for somebody without a shelf.
    """

    name: str
    total: int
    limit: int
    mark: str
    faction: Words
    style: Words
    row: Lineup
    lines: tuple[tuple[int, FigureView, tuple[tuple[str, Words], ...]], ...]
    reason: str
    gauges: tuple[Gauge, ...]
    figures: int
    orders: int
    owned: int | None
    document: str


@dataclass(frozen=True)
class Guide:
    """The whole page: the choices of every question and the lists."""

    answers: Answers
    totals: tuple[Choice, ...]
    pools: tuple[Choice, ...]
    colours: tuple[Choice, ...]
    styles: tuple[Choice, ...]
    lists: tuple[Proposed, ...]
    others_url: str
    surprise_url: str
    chosen_colours: Choice | None
    chosen_style: Choice | None

    @property
    def lists_title(self) -> Words:
        """What stands over the lists."""
        return LISTS[len(self.lists)]


def guide(answers: Answers, path: str, stock: Stock | None) -> Guide:
    """The page for some answers; `stock` is what the person has, None without a collection."""
    dealer = _dealer(catalogue())
    owned = stock.owned() if stock else None
    pool = dict(+stock.free()) if stock and answers.mine else {} if answers.mine else None
    asked = aod.Wish(answers.build_total, answers.colours, answers.style, pool, answers.seed)
    again = replace(answers, changing="")
    colours = sorted(
        _colours(dealer, again, path, pool, owned), key=lambda each: bool(each.refused)
    )
    styles = tuple(_styles(dealer, again, path, pool))
    return Guide(
        answers=answers,
        totals=tuple(
            Choice(str(t), str(t), replace(again, build_total=t).url(path), t == again.build_total)
            for t in BUILD_TOTALS
        ),
        pools=tuple(
            Choice(key, name, replace(again, mine=mine).url(path), mine == again.mine)
            for key, name, mine in (
                ("all", _("All figures"), False),
                ("mine", _("My shelf"), True),
            )
        ),
        colours=tuple(colours),
        styles=styles,
        lists=tuple(_proposed(start, dealer, owned) for start in dealer.offer(asked)),
        others_url=replace(again, seed=_next(again.seed)).url(path),
        surprise_url=replace(again, style="", colours="", seed=_next(again.seed)).url(path),
        chosen_colours=next((choice for choice in colours if choice.chosen), None),
        chosen_style=next((choice for choice in styles if choice.chosen), None),
    )


def dealer() -> aod.Dealer:
    """Who deals lists out of today's catalogue."""
    return _dealer(catalogue())


def colours_known() -> list[str]:
    """What may be answered to the first question."""
    return list(dealer().colours)


@lru_cache(maxsize=2)
def _dealer(known: Catalogue) -> aod.Dealer:
    return aod.Dealer(
        known,
        aod.read_strengths(read_json_file(MEASURED / "strengths.json")),
        aod.read_equipped(read_json_file(MEASURED / "equipped.json")),
    )


def _next(seed: int) -> int:
    return seed + 1 if seed < LAST_SEED else 1


# Questions --------------------------------------------------------------------------------------


def _colours(
    dealer: aod.Dealer,
    answers: Answers,
    path: str,
    pool: dict[str, int] | None,
    owned: Mapping[str, int] | None,
) -> Iterator[Choice]:
    """Every colours there are figures of; those nobody can field, with why not."""
    for colours, units in sorted(dealer.colours.items(), key=lambda each: _faction_order(each[0])):
        chosen = colours == answers.colours
        fielded = dealer.fields(colours, answers.build_total, pool)
        yield Choice(
            key=colours,
            name=_faction_name(colours),
            url=replace(answers, colours="" if chosen else colours).url(path),
            chosen=chosen,
            note=aod.faction_nature(colours, language()),
            refused="" if fielded else _too_few(units, answers),
            mark=mark(units[0]),
            owned=None if owned is None else sum(owned.get(unit.id, 0) for unit in units),
            change_url=replace(answers, changing="colours").url(path),
        )


def _too_few(units: Sequence[aod.Unit], answers: Answers) -> str:
    """Why colours cannot be fielded: what there is of them is too little for the build total."""
    if answers.mine:
        return _("too few on your shelf")
    told = ngettext(
        "%(count)s figure with a known dial: too few for %(total)s points",
        "%(count)s figures with a known dial: too few for %(total)s points",
        len(units),
    )
    return told % {"count": len(units), "total": answers.build_total}


def _faction_name(colours: str) -> Words:
    return MERCENARIES if colours == aod.MERCENARY else aod.faction_name(colours, language())


def _faction_order(colours: str) -> tuple[bool, str]:
    """By name, mercenaries last."""
    return colours == aod.MERCENARY, str(_faction_name(colours)).casefold()


def _styles(
    dealer: aod.Dealer, answers: Answers, path: str, pool: dict[str, int] | None
) -> Iterator[Choice]:
    for style in STYLES:
        chosen = style == answers.style
        lacks = bool(answers.colours) and dealer.lacks(answers.colours, style, pool)
        faces = dealer.faces(style, answers.colours)
        yield Choice(
            key=style,
            name=aod.archetype_title(style, language()),
            url=replace(answers, style="" if chosen else style).url(path),
            chosen=chosen,
            refused=_("none in these colours") if lacks else "",
            figures=tuple(figure_view(dealer.units[item]) for item in faces),
            change_url=replace(answers, changing="style").url(path),
        )


# Lists ------------------------------------------------------------------------------------------


def proposed(start: aod.Start, owned: Mapping[str, int] | None = None) -> Proposed:
    """A list dealt out of today's catalogue, as a page shows it."""
    return _proposed(start, dealer(), owned)


def _proposed(start: aod.Start, dealer: aod.Dealer, owned: Mapping[str, int] | None) -> Proposed:
    views = {item: figure_view(dealer.units[item]) for item in start.figures}
    standing = [dealer.units[item] for item, count in start.figures.items() for _n in range(count)]
    name = aod.list_name(start, dealer, language())
    wish = start.wish
    return Proposed(
        name=name,
        total=start.total,
        limit=wish.build_total,
        mark=mark(dealer.colours[wish.faction][0]),
        faction=_faction_name(wish.faction),
        style=aod.archetype_title(wish.archetype, language()),
        row=lineup(standing, STANDING),
        lines=tuple(
            (count, views[item], _carried(start, item, dealer))
            for item, count in start.figures.items()
        ),
        reason=aod.list_reason(start, dealer, language()),
        gauges=tuple(map(_gauge, aod.list_meters(start, dealer))),
        figures=len(standing),
        orders=start.orders,
        owned=None if owned is None else (Counter(start.figures) & Counter(owned)).total(),
        document=json.dumps(fit(aod.write_group(start.group(name))), separators=(",", ":")),
    )


def _carried(start: aod.Start, item: str, dealer: aod.Dealer) -> tuple[tuple[str, Words], ...]:
    if item not in start.cards:
        return ()
    carried = [choice.card for *_, choice in start.cards[item].cards_at("")]
    return tuple((card, dealer.catalogue.cards[card].name_in(language())) for card in carried)


def _gauge(meter: aod.Meter) -> Gauge:
    amount = f"{meter.amount:.1f}".replace(".", "," if language() == "pl" else ".")
    return Gauge(METERS[meter.name], meter.level, AMOUNTS[meter.name] % {"amount": amount})
