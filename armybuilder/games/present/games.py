"""A game as its page shows it: what it is, where its doors lead, what its source covers, and what
was decided here."""

from dataclasses import dataclass, replace

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.groups.present.armies import buildable
from armybuilder.groups.present.verdicts import rule_values
from armybuilder.scenarios.present.documents import drawable
from armybuilder.scenarios.present.pictures import Picture, pictures_of
from armybuilder.skirmishes.present.editions import playable
from armybuilder.systems.age_of_destruction.present.rulings import switches
from collection.catalogue.game import SYSTEM, CatalogueNotLoaded, catalogue
from collection.catalogue.present.lineups import FAMOUS, lineup
from collection.catalogue.present.rulebook import RuleText, rule_text
from collection.catalogue.present.values import Lineup, Rule
from collection.common.language import Words, language
from rules import GameSystem


@dataclass(frozen=True)
class Door:
    """A way into a game: what one does there, where it leads, and its picture; `is_begun` says that
    it begins a game at once."""

    verb: Words
    says: Words
    url: str
    icon: str
    is_begun: bool = False


@dataclass(frozen=True)
class CalculatorDoor:
    """A calculator, with what it is for."""

    title: str
    says: str
    url: str


@dataclass(frozen=True)
class Reading:
    """A reading of the rules that players may agree on: the question and its answers, the usual one
    first."""

    question: Words
    answers: tuple[Words, ...]


@dataclass(frozen=True)
class Custom:
    """What is done here where the rules leave a gap, and the rules beside it."""

    says: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class GamePage:
    """A game: its words, its doors, its rulings."""

    name: str
    title: str
    says: str
    source: str
    covers: tuple[str, ...]
    lacks: tuple[str, ...]
    lost: tuple[str, ...]
    doors: tuple[Door, ...]
    calculators: tuple[CalculatorDoor, ...]
    rulings: tuple[RuleText, ...]
    settled: tuple[Custom, ...]
    readings: tuple[Reading, ...]

    @property
    def doors_from_afar(self) -> tuple[Door, ...]:
        """The doors as they lead from another page."""
        here = reverse("game", args=[self.name])
        return tuple(
            replace(door, url=here + door.url) if door.url.startswith("#") else door
            for door in self.doors
        )


def ground_of(system: GameSystem) -> Picture | None:
    """A ready-made scenario of a game seen from far above, where it has one."""
    return next(iter(pictures_of(system.name)), None)


def figures_of(system: GameSystem) -> Lineup | None:
    """Figures of the game whose figures are catalogued, in a row; None without them."""
    if system.name != SYSTEM:
        return None
    try:
        units = catalogue().units
    except CatalogueNotLoaded:
        return None
    return lineup([units[each] for each in FAMOUS if each in units])


def game_page(system: GameSystem) -> GamePage:
    """All that is said of a game."""
    about, in_words = system.about, language()
    return GamePage(
        name=system.name,
        title=system.title,
        says=about.says[in_words],
        source=about.source[in_words],
        covers=tuple(text[in_words] for text in about.covers),
        lacks=tuple(text[in_words] for text in about.lacks),
        lost=tuple(text[in_words] for text in about.lost),
        doors=doors_of(system),
        calculators=tuple(
            CalculatorDoor(
                each.title[in_words],
                each.says[in_words],
                reverse("calculator", args=[system.name, each.name]),
            )
            for each in system.calculators
        ),
        rulings=rulings_of(system),
        settled=tuple(
            Custom(each.says[in_words], rule_values(each.rules)) for each in about.settled
        ),
        readings=readings_of(system),
    )


def doors_of(system: GameSystem) -> tuple[Door, ...]:
    """The ways into a game that there are."""
    doors = []
    if url := _play(system):
        verb = pgettext("a game", "Play")
        doors.append(Door(verb, _("At a table in the browser"), url, "skirmish"))
    if url := _first_game(system):
        doors.append(Door(_("Learn"), _("A first game with lessons"), url, "book", is_begun=True))
    if system.name in buildable():
        url = f"{reverse('group_new')}?system={system.name}"
        doors.append(Door(_("Build"), _("A list, judged as you go"), url, "groups"))
    if any(each.name == system.name for each in drawable()):
        url = f"{reverse('scenarios')}#draw-{system.name}"
        doors.append(Door(_("Draw"), _("A scenario of your own"), url, "edit"))
    if system.calculators:
        doors.append(Door(_("Reckon"), _("Beside real dice"), "#reckon", "die"))
    rules = f"{reverse('collection:rules')}?system={system.name}"
    doors.append(Door(_("Read"), _("Every rule by its number"), rules, "catalogue"))
    return tuple(doors)


def _first_game(system: GameSystem) -> str:
    """Where a game's room begins a game with lessons, "" where it has none."""
    try:
        return reverse(f"{system.name}:first")
    except NoReverseMatch:
        return ""


def _play(system: GameSystem) -> str:
    """Where a new game begins, "" where none can be."""
    if system.name == SYSTEM:
        return reverse("skirmishes")
    if any(each.name == system.name for each in playable()):
        return reverse("skirmish_new", args=[system.name])
    return ""


def rulings_of(system: GameSystem) -> tuple[RuleText, ...]:
    """The rules that have a house ruling in them."""
    return tuple(rule_text(rule) for rule in system.rulebook().values() if rule.house)


def readings_of(system: GameSystem) -> tuple[Reading, ...]:
    """What players of a game may agree on."""
    if system.name != SYSTEM:
        return ()
    return tuple(
        Reading(each.question, tuple(answer for _key, answer in each.answers))
        for each in switches()
    )
