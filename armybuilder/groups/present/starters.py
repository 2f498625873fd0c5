"""Groups that come with the site: what they are called and how to play them, in two languages."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document, fit
from collection.catalogue.game import read_json_file
from collection.common.language import language

FILE = settings.BASE_DIR / "fixtures" / "starting" / "groups.json"


@dataclass(frozen=True)
class Starter:
    """One of them; its key is the link it is read by."""

    key: str
    names: dict[str, str]
    ways: dict[str, str]
    document: Document

    @property
    def name(self) -> str:
        """What it is called in the visitor's language."""
        return self.names[language()]

    @property
    def how(self) -> str:
        """How to play it, in a sentence."""
        return self.ways[language()]

    def told(self) -> Document:
        """Its document with name and notes in the visitor's language."""
        return self.document | {"name": self.name, "notes": self.how}


@cache
def starters() -> dict[str, Starter]:
    """All of them by key, in the order of the file."""
    return {record["key"]: _starter(record) for record in read_json_file(FILE)["groups"]}


def starter_of(group: BattleGroup) -> Starter | None:
    """The one a group is; people's links are never the key of one."""
    return starters().get(group.share_token)


def shown_name(group: BattleGroup) -> str:
    """What a group is called: one of the site in the visitor's language, any other as its owner
    says."""
    starter = starter_of(group)
    return starter.name if starter else group.name


def _starter(record: dict[str, Any]) -> Starter:
    return Starter(record["key"], record["name"], record["how"], fit(record["group"]))
