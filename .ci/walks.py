#!/usr/bin/env python3
"""Carries out the steps of CONTRIBUTING's "Adding things" one list after the other.

Each walk adds something small in a clone of the last commit, by the files its list names and no
others, and then asks the tests that stand below the list. What it had to write is counted: the
table at the end is how many files a thing of each kind touches. It runs with the environment that
`manage.py test` makes; walks may be named by parts of their titles.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".venv" / "bin" / "python"
AOD = "rules/age_of_destruction"
RECORDS = "fixtures/age_of_destruction"


class Tree:
    """A clone in which a walk is gone. Every edit raises ValueError where its place is not found,
    `command` CalledProcessError."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def new(self, path: str, text: str) -> None:
        """A file more."""
        found = self.root / path
        if found.exists():
            raise ValueError(f"{path} is there already")
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_text(text, "utf-8")

    def add(self, path: str, text: str, *, before: str = "", after: str = "") -> None:
        """Lines more, at the end of a file where no place is named."""
        found = self.root / path
        old = found.read_text("utf-8")
        place = before or after
        if old.count(place) != 1 and place:
            raise ValueError(f"{place!r} stands {old.count(place)} times in {path}")
        where = old.index(place) + (len(place) if after else 0) if place else len(old)
        found.write_text(old[:where] + text + old[where:], "utf-8")

    def record(self, path: str, part: str, like: str, **said: Any) -> None:
        """A record more, made as another one is."""
        found = self.root / path
        held = json.loads(found.read_text("utf-8"))
        model = next(row for row in held[part] if row["id"] == like)
        held[part].append(model | said)
        found.write_text(json.dumps(held, ensure_ascii=False, indent=2) + "\n", "utf-8")

    def command(self, *words: str) -> str:
        """What a command prints."""
        done = subprocess.run(
            [str(PYTHON), *words], cwd=self.root, text=True, capture_output=True, check=False
        )
        if done.returncode:
            raise subprocess.CalledProcessError(
                done.returncode, words, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
            )
        return done.stdout

    def manage(self, *words: str) -> str:
        """What a command of the project prints."""
        return self.command("manage.py", *words)

    def git(self, *words: str) -> str:
        """What git prints of the clone."""
        return subprocess.run(
            ["git", *words], cwd=self.root, text=True, capture_output=True, check=True
        ).stdout

    def touched(self) -> set[str]:
        """The files that are not as they were."""
        shown = self.git("status", "--porcelain", "--untracked-files=all").splitlines()
        return {line[3:] for line in shown}


@dataclass(frozen=True)
class Walk:
    """The steps of one list: what is written by hand, then what commands make of it."""

    title: str
    write: Callable[[Tree], None]
    make: Callable[[Tree], object] = lambda tree: None


# --- What is added --------------------------------------------------------------------------


def a_figure(tree: Tree) -> None:
    """One more version of a figure."""
    tree.record(
        f"{RECORDS}/figures/AOD.json",
        "figures",
        "AOD-102",
        id="AOD-902",
        collector_number="902",
        points=131,
    )


def load_and_measure(tree: Tree) -> None:
    """The catalogue and the strengths of its figures."""
    tree.manage("migrate", "--verbosity=0")
    tree.manage("load_catalogue")
    tree.manage("strengths")


def an_ability(tree: Tree) -> None:
    """Gear with a text of its own."""
    tree.record(
        f"{RECORDS}/cards/AOD.json",
        "cards",
        "AOD-G-013",
        id="AOD-G-913",
        number="913",
        name="Oil Shells",
        name_pl="Pociski Olejowe",
    )
    tree.add(
        f"{AOD}/effects/gear.py",
        '''

@card_text("AOD-G-913")
class OilShells(GearText):
    """Heats the 'Mechs it hits."""

    name = "Oil Shells"

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        return Hit(heat=int(target.is_mech)) if attack.is_ranged else NO_HIT
''',
    )
    tree.add(
        "rules/tests/test_play_gear.py",
        """    CardCase("AOD-G-913", gunner, SHOOT, lambda p: (p.b1.click, p.b1.heat), (5, 1),
             (5, 0), dice=HIT, idle=HIT, edge=Edge((1, 0), units=lambda e: gunner(
                 e | {"primary_damage": 1}, equipment={"defense": ("grey", "square")}))),
""",
        before='    CardCase("AOD-G-014"',
    )


def a_violation(tree: Tree) -> None:
    """Figures are counted, and the last one goes."""
    tree.add(
        f"{AOD}/army/violations.toml",
        """
[CROWD]
severity = "error"
rules = ["AOD-BUILD-004"]
en = "{figures} figures are too many."
pl = "{figures} figurek to za dużo."
""",
    )
    tree.add(
        f"{AOD}/army/checks.toml",
        """
[crowd]
en = "There is room for all figures."
pl = "Jest miejsce na wszystkie figurki."
""",
    )
    tree.add(
        f"{AOD}/army/checks/figures.py",
        '''

@check("crowd", "figures", "AOD-BUILD-004", reads="figures")
def no_crowd(muster: Muster, found: Findings) -> None:
    """No more than a hundred figures."""
    figures = sum(piece.count for piece in muster.pieces)
    if figures > 100:
        found.add("CROWD", muster.pieces[-1].where, figures=figures)
''',
    )
    tree.add(
        f"{AOD}/army/remedies/figures.py",
        '''

@remedy("CROWD")
def leave_one_out(case: Case) -> Iterator[Option]:
    """The last one goes."""
    yield remove(case.where)
''',
    )
    tree.add(
        "rules/tests/test_repair_by_code.py",
        """    (
        "CROWD",
        group("AOD-031", {"unit": "AOD-033", "count": 101}, total=4500),
        [remove("units[1]")],
    ),
""",
        after="SMALLEST: list[Case] = [\n",
    )


def a_way_to_fight(tree: Tree) -> None:
    """Whoever shoots farthest."""
    tree.add(
        f"{AOD}/starting/archetypes.toml",
        """
[distant]
wants = { reach = 5, staying = 1 }
mechs = [0.2, 0.8]
infantry = [0, 0.3]
copies = 2
title = { en = "Distant", pl = "Z dystansu" }
name = { en = "{lead} from afar", pl = "{lead} z daleka" }
""",
    )
    tree.add(
        f"{AOD}/starting/words.toml",
        """
[why_distant]
en = "{figures:figures} that shoot from afar."
pl = "{figures:figures}, strzelają z daleka."
""",
    )
    tree.add(
        f"{AOD}/starting/telling.py",
        """def _distant(start: Start, dealer: Dealer, _language: str) -> Facts:
    return {"figures": len(_units(start, dealer))}


""",
        before="_FACTS: ",
    )
    tree.add(f"{AOD}/starting/telling.py", '    "distant": _distant,\n', before='    "balanced": ')


def a_restriction(tree: Tree) -> None:
    """Nobody flies."""
    tree.add(
        f"{AOD}/army/event.py",
        "    grounded: bool = False\n",
        before="    pure: bool = False\n",
    )
    tree.add(
        f"{AOD}/army/checks/event.py",
        '''

@_check(
    "event_grounded",
    "AOD-STD-008",
    reads="figures",
    says=lambda event: event.grounded,
)
def event_grounded(muster: Muster, event: EventFormat, found: Findings) -> None:
    """Nobody flies where the event keeps everybody on the ground."""
    for piece in muster.pieces:
        if piece.unit and piece.unit.speed_mode == "vtol":
            found.add(
                "UNIT_NOT_LEGAL_IN_FORMAT",
                piece.where,
                unit=piece.unit.title,
                property="type",
                value=piece.unit.type,
                allowed=[],
                event=event.called,
            )
''',
    )
    tree.add(
        f"{AOD}/army/checks.toml",
        """
[event_grounded]
en = "Nobody flies, as {event} asks."
pl = "Nikt nie lata, jak chce {event}."
""",
    )
    tree.add(
        "armybuilder/groups/forms/formats.py",
        '    grounded = forms.BooleanField(label=_("Nobody flies"), required=False)\n',
        before="    sets = _ticks(",
    )
    tree.add("armybuilder/groups/forms/formats.py", ', "grounded"', after='"orders", "pure"')
    tree.add(
        "armybuilder/groups/present/format_words.py",
        '    if event.get("grounded"):\n        yield _("Nobody flies.")\n',
        after="def _total_and_orders(event: Event) -> Iterator[str]:\n",
    )
    tests = "armybuilder/groups/tests/test_formats.py"
    tree.add(tests, '    "grounded": "on",\n', before='    "pure": "on",\n')
    tree.add(tests, '    "grounded": True,\n', before='    "pure": True,\n')


def an_export(tree: Tree) -> None:
    """The names, line by line."""
    tree.new(
        "armybuilder/groups/exports/names.py",
        '''"""A sheet as bare names."""

from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Sheet


def render(sheet: Sheet, options: Options) -> bytes:
    """One name a line."""
    pieces = [piece for _title, found in sheet.sections for piece in found]
    return "".join(f"{piece.name}\\n" for piece in pieces).encode()
''',
    )
    tree.add(
        "armybuilder/groups/exports/__init__.py",
        '    "names": Form(_("Names"), "names.txt", TEXT, "names.render", loses=_READING_ONLY),\n',
        before='    "json": Form(_("Battle group as JSON")',
    )
    tree.add(
        "armybuilder/groups/tests/exports/test_agreement.py",
        """

@SHEETS
def test_the_names(drawn: Sheet) -> None:
    told = export(drawn, "names").content.decode().splitlines()
    assert told == [line.name for line in lines_of(drawn)]
""",
    )


def a_filter(tree: Tree) -> None:
    """By the number on the base."""
    tree.add(
        "collection/catalogue/search/facets.py",
        '    "number": Facet("number", _("Number"), ("n",), _("Numbers."), closed=False),\n',
        before='    "equipment": EquipmentFacet(',
    )


def a_field_of_the_api(tree: Tree) -> None:
    """What a set is called in Polish."""
    tree.add(
        "collection/catalogue/api/serializers.py",
        '    polish_name = serializers.CharField(source="name_pl")\n',
        before="    year = serializers.IntegerField(allow_null=True)\n",
    )


def described_anew(tree: Tree) -> None:
    """What the API answers, described anew."""
    file = ("--file", "fixtures/schemas/openapi.json")
    tree.manage("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", *file)


def a_field_of_a_copy(tree: Tree) -> None:
    """Whether somebody signed it."""
    tree.add(
        "collection/owning/models/copies.py",
        "    signed = models.BooleanField(null=True, blank=True)\n",
        before="    has_card = ",
    )
    tree.add(
        "collection/owning/copy_fields.py",
        """    signed: Annotated[
        bool | None,
        Field(
            kinds.Truth(_("yes"), _("no")),
            _("Signed"),
            _("signed"),
            heading=pgettext_lazy("heading of a table", "signed"),
            headings=("Autograph", "Autograf", "Podpisana"),
        ),
    ] = None
""",
        before="    acquired: Annotated[",
    )


def in_polish(**words: str) -> Callable[[Tree], None]:
    """The words found by the command, translated."""

    def made(tree: Tree) -> None:
        tree.manage("translations", "--update")
        for source, translated in words.items():
            for path in tree.root.glob("armybuilder/locale/pl/**/*.po"):
                text = path.read_text("utf-8")
                empty = f'msgid "{source.replace("_", " ")}"\nmsgstr ""'
                path.write_text(text.replace(empty, f'{empty[:-1]}{translated}"'), "utf-8")
        tree.manage("translations", "--check")

    return made


def column_and_words(tree: Tree) -> None:
    """The migration and the words in Polish."""
    tree.manage("makemigrations", "collection", "--name", "signed_copies")
    in_polish(Signed="Podpisana", signed="podpisana")(tree)


def an_order(tree: Tree) -> None:
    """A unit that salutes instead of doing anything else."""
    tree.new(
        f"{AOD}/orders/salute.py",
        '''"""Salute: a unit stands still and is seen to (rules AOD-ORD)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.forms import Form
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.wording import Title


class Salute(UnitOrder, frozen=True):
    """Stand still for once."""

    tires = False
    sentence = Title("{unit} salutes.", "{unit}: salut.")
    forms = (Form("salute", label=Title("Salute", "Salut")),)
    strays = ({"order": "salute"},)

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """Anybody may."""

    def act(self, res: Resolution) -> None:
        """Nothing comes of it."""

    @classmethod
    def on_the_spot(cls, piece: Piece) -> Iterator["Salute"]:
        """Anybody."""
        yield cls(unit=piece.id)

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """Anybody."""
        yield Offer("salute", cls(unit=piece.id))
''',
    )
    tree.add(
        f"{AOD}/orders/__init__.py",
        f"from {AOD.replace('/', '.')}.orders.salute import Salute\n",
        before=f"from {AOD.replace('/', '.')}.orders.special_attacks",
    )
    tree.add(f"{AOD}/orders/__init__.py", "    | Salute\n", after="    | Vent\n")


def schemas(tree: Tree) -> None:
    """What files may hold, described anew."""
    tree.command("-m", "rules", "schemas", "fixtures/schemas")


def a_commander(tree: Tree) -> None:
    """One who draws lots as another does."""
    tree.new(
        f"{AOD}/bots/lazy.py",
        '''"""A commander who does not think."""

from rules.age_of_destruction.bots.commander import RandomCommander


class LazyCommander(RandomCommander):
    """Gives any order, by lot."""
''',
    )
    tree.add(
        f"{AOD}/bots/__init__.py",
        "from rules.age_of_destruction.bots.lazy import LazyCommander\n",
        before="from rules.age_of_destruction.bots.planning",
    )
    tree.add(f"{AOD}/bots/__init__.py", '    "lazy": LazyCommander,\n', before='    "greedy": ')
    tree.add(
        f"{AOD}/bots/contest/words.toml",
        'lazy = { en = "lazy commander", pl = "dowódca leniwy" }\n',
        before="greedy = ",
    )
    tree.add(
        "armybuilder/skirmishes/present/words.py",
        """    "lazy": Level(
        gettext_lazy("lazy bot"),
        gettext_lazy("Does not think."),
    ),
""",
        before='    "greedy": Level(',
    )


def a_system(tree: Tree) -> None:
    """The toy game of the tests, as a package."""
    for module, source in (("game", "squares"), ("army", "squares_army")):
        text = (tree.root / "rules" / "tests" / f"{source}.py").read_text("utf-8")
        text = text.replace("rules.tests.squares_army", "rules.lanes.army")
        text = text.replace('"squares', '"lanes').replace("SQ-0", "LN-0")
        tree.new(f"rules/lanes/{module}.py", text.replace("SQUARES", "LANES"))
    tree.new("rules/lanes/__init__.py", '"""Two runners on a line of squares."""\n')
    tree.add(
        "rules/__init__.py",
        "from rules.lanes.game import LANES\n",
        before="from rules.nations_at_war",
    )
    tree.new(
        "rules/tests/test_lanes.py",
        '''"""Two runners take turns."""

import pytest

from rules.lanes.game import LANES


@pytest.mark.rule("LN-001", "LN-002")
def test_it_is_called_by_its_name() -> None:
    assert LANES.name == "lanes"
''',
    )
    race = {"format": "scenario/1", "system": "lanes", "players": ["red", "blue"], "squares": 20}
    moves = [{"order": "run", "player": "red"}, {"order": "walk", "player": "blue"}]
    team = {"format": "team/1", "system": "lanes"}
    for name, held in (("race", race | {"dice": [4], "orders": moves}), ("team", team)):
        tree.new(f"fixtures/lanes/{name}.json", json.dumps(held))
    systems = "NATIONS_AT_WAR, WARZONE)\n}"
    tree.add("rules/__init__.py", "LANES, ", before=systems)


def a_page(tree: Tree) -> None:
    """A page that says one sentence."""
    tree.new(
        "armybuilder/home/views/greeting.py",
        '''"""A page that says one sentence."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def greeting(request: HttpRequest) -> HttpResponse:
    """Says it."""
    return render(request, "home/greeting.html")
''',
    )
    tree.new(
        "templates/home/greeting.html",
        """{% extends "base.html" %}
{% load i18n %}
{% block title %}{% translate "Good evening" %}{% endblock %}
{% block main %}<h1>{% translate "Good evening" %}</h1>{% endblock %}
""",
    )
    tree.add("armybuilder/home/urls.py", "    greeting,\n", before="    help,\n")
    tree.add(
        "armybuilder/home/urls.py",
        '    path("greeting/", greeting.greeting, name="greeting"),\n',
        after="urlpatterns = [\n",
    )


def a_word(tree: Tree) -> None:
    """A sentence more on the first page."""
    tree.add(
        "templates/home/help.html",
        '<p>{% translate "Good evening" %}</p>\n    ',
        before='<p>{% translate "Whatever a mouse does',
    )


WALKS = (
    Walk("A figure or a card", a_figure, load_and_measure),
    Walk("A piece of equipment, gear, a pilot, an ability", an_ability),
    Walk("A violation with its check and repair", a_violation),
    Walk("A way to fight of the guided start", a_way_to_fight, load_and_measure),
    Walk(
        "A restriction of event formats",
        a_restriction,
        in_polish(**{"Nobody_flies": "Nikt nie lata", "Nobody_flies.": "Nikt nie lata."}),
    ),
    Walk("An export", an_export),
    Walk("A filter of the catalogue", a_filter),
    Walk("A field of the API", a_field_of_the_api, described_anew),
    Walk("A field of a copy", a_field_of_a_copy, column_and_words),
    Walk("A kind of order", an_order, schemas),
    Walk(
        "A commander",
        a_commander,
        in_polish(**{"lazy_bot": "leniwy bot", "Does_not_think.": "Nie myśli."}),
    ),
    Walk("A game system", a_system, schemas),
    Walk("A page or a room", a_page, in_polish(Good_evening="Dobry wieczór")),
    Walk("Words", a_word, in_polish(Good_evening="Dobry wieczór")),
)
#: Lists nobody can walk alone: one needs a network, one is a sentence.
NOT_WALKED = ("A name people give, and what others see of them", "A package")


# --- Going ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steps:
    """What a list of CONTRIBUTING says: the files and folders it names, and its tests."""

    names: tuple[str, ...]
    tests: tuple[str, ...]

    def name(self, path: str) -> bool:
        """Whether a file is one of those named, lies in a folder named, or is one of the tests."""
        ways = [
            re.escape(name).replace("SET", "[A-Z]+").replace("SYSTEM", r"\w+")
            for name in self.names
        ]
        return path in self.tests or any(
            re.match(rf"(.*/)?{way}(/|$|(?<=/))", path) for way in ways
        )


def lists() -> dict[str, Steps]:
    """The lists of CONTRIBUTING by their titles."""
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    adding = text.split("\n## Adding things\n")[1].split("\n## ")[0]
    parts = [part.split("\n", 1) for part in adding.split("\n### ")[1:]]
    found = {}
    for title, body in parts:
        names = tuple(re.findall(r"`([\w/.*]+(?:/|\.\w+))`", body))
        tests = tuple(name for name in names if re.search(r"/test_\w+\.py$", name))
        found[title] = Steps(names, tests)
    return found


def gone(tree: Tree, walk: Walk, steps: Steps) -> tuple[int, int]:
    """Goes one walk and undoes it: the files written by hand, and those that commands made; raises
    ValueError for a file that its list does not name."""
    try:
        walk.write(tree)
        by_hand = tree.touched()
        unnamed = [path for path in sorted(by_hand) if not steps.name(path)]
        if unnamed:
            raise ValueError(f"its list does not name {', '.join(unnamed)}")
        walk.make(tree)
        made = tree.touched() - by_hand
        tree.command("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *steps.tests)
    finally:
        tree.git("reset", "-q", "--hard")
        tree.git("clean", "-q", "-f", "-d")
    return len(by_hand), len(made)


def main(names: list[str]) -> int:
    """Goes all walks, or those of some titles; 1 where one does not arrive."""
    asked = lists()
    known = {*(walk.title for walk in WALKS), *NOT_WALKED}
    if known != asked.keys():
        print("No list, or no walk, of:", *sorted(known ^ asked.keys()), sep="\n  ")
        return 1
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder) / "tree")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(tree.root)], check=True)
        for walk in WALKS:
            if names and not any(name.lower() in walk.title.lower() for name in names):
                continue
            try:
                by_hand, made = gone(tree, walk, asked[walk.title])
                print(f"{by_hand} files, {made} made by commands: {walk.title}", flush=True)
            except (ValueError, OSError, subprocess.CalledProcessError) as error:
                failed = True
                print(f"FAILED: {walk.title}: {error}\n{getattr(error, 'output', '')}", flush=True)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
