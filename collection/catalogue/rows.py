"""The catalogue's rows, made of its files."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from collection.catalogue import game, records
from collection.catalogue.files import Entry, LoadProblem, LoadRefused, entries, listing_of
from collection.catalogue.models import Card, CatalogueFile, ExpansionSet, Faction, Figure
from collection.common.folding import fold, number_key, number_words

BATCH = 200

#: Goes up whenever the rows made of the same files become others.
ROW_SHAPE = 3


class Rows:
    """Writes the rows of one system's catalogue."""

    def __init__(
        self,
        system: str,
        files: dict[str, Any],
        loaded: dict[str, Any],
        catalogue: game.Catalogue,
    ) -> None:
        self.system = system
        self.files = files
        self.loaded = loaded
        self.catalogue = catalogue
        self.file_ids: dict[str, int] = {}
        self.sets: dict[str, ExpansionSet] = {}
        self.set_keys: dict[str, str] = {}
        self.factions: dict[str, Faction] = {}

    def write(self) -> None:
        """Add, change and delete rows until they are those of the files."""
        self._save(CatalogueFile, "path", [self._file(path) for path in self.files])
        self.file_ids = dict(self._rows(CatalogueFile).values_list("path", "id"))
        self._save(ExpansionSet, "code", self._each("sets", self._set))
        self._save(Faction, "name", self._each("factions", self._faction))
        self.sets = {row.code: row for row in self._rows(ExpansionSet)}
        self.set_keys = self._set_keys()
        self.factions = {row.name: row for row in self._rows(Faction)}
        self._save(Figure, "catalogue_id", self._each("figures", self._figure))
        self._save(Card, "catalogue_id", self._each("cards", self._card))
        self._relate_cards()
        for model, key, kept in (
            (Figure, "catalogue_id", self._ids("figures")),
            (Card, "catalogue_id", self._ids("cards")),
            (Faction, "name", self._ids("factions")),
            (ExpansionSet, "code", self._ids("sets")),
            (CatalogueFile, "path", set(self.files)),
        ):
            self._rows(model).exclude(**{f"{key}__in": kept}).delete()

    def _rows(self, model: type[models.Model]) -> models.QuerySet[Any]:
        return model._default_manager.filter(system=self.system)

    def _ids(self, listing: str) -> set[str]:
        return {entry.id for entry in entries(self.files, listing)}

    def _each(self, listing: str, build: Callable[[Entry], models.Model]) -> list[models.Model]:
        """A row for each record; raises LoadRefused where a value does not fit its column."""
        rows, problems = [], []
        for entry in entries(self.files, listing):
            row = build(entry)
            related = {field.name for field in row._meta.fields if field.is_relation}
            try:
                row.clean_fields(exclude=related)
            except ValidationError as error:
                for field, reasons in error.message_dict.items():
                    reason = f"{field}: {' '.join(reasons)}"
                    problems.append(LoadProblem(entry.file, entry.id, entry.path, reason))
            rows.append(row)
        if problems:
            raise LoadRefused(problems)
        return rows

    def _save(self, model: type[models.Model], key: str, rows: list[Any]) -> None:
        fixed = {"id", "system", key}
        changing = [f.name for f in model._meta.concrete_fields if f.name not in fixed]
        model._default_manager.bulk_create(
            rows,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["system", key],
            update_fields=changing,
        )

    def _file(self, path: str) -> CatalogueFile:
        listing = listing_of(path)
        content = self.files[path]
        if listing:
            content = {key: value for key, value in content.items() if key != listing}
        return CatalogueFile(
            system=self.system,
            path=path,
            listing=listing,
            content=content,
            loaded=self.loaded.get(path),
        )

    def _place(self, entry: Entry) -> dict[str, Any]:
        return {
            "system": self.system,
            "file_id": self.file_ids[entry.file],
            "position": entry.position,
            "record": entry.record,
        }

    def _set(self, entry: Entry) -> ExpansionSet:
        record = records.read_set(entry.record)
        return ExpansionSet(
            **self._place(entry),
            code=record.code,
            name=record.name,
            name_pl=record.name_pl,
            year=record.year,
            official=record.official,
        )

    def _set_keys(self) -> dict[str, str]:
        """What lists order the sets by: the more of its dials are known, the earlier a set.

        The code keeps keys apart while a load that moves the sets replaces row after row.
        """
        dials = Counter(unit.set for unit in self.catalogue.units.values() if unit.known)
        best_known = sorted(self.sets.values(), key=lambda row: (-dials[row.code], row.position))
        return {row.code: f"{place:03}{row.code}" for place, row in enumerate(best_known)}

    def _faction(self, entry: Entry) -> Faction:
        record = records.read_faction(entry.record)
        return Faction(
            **self._place(entry),
            name=record.name,
            name_pl=record.name_pl,
            abbreviation=record.abbreviation or "",
        )

    def _figure(self, entry: Entry) -> Figure:
        record = records.read_figure(entry.record)
        numbers = list(record.block) or [record.collector_number]
        unit = self.catalogue.units[f"{record.set}-{numbers[0]}"]
        own_set = self.sets[record.set]
        faction = self.factions[unit.faction] if unit.faction else None
        return Figure(
            **self._place(entry),
            catalogue_id=entry.id,
            set=own_set,
            number=numbers[0],
            last_number=numbers[-1] if record.block else "",
            sort_key=f"{self.set_keys[own_set.code]}{number_key(numbers[0])}",
            name=unit.name,
            name_key=fold(unit.name),
            nickname=unit.nickname or "",
            variant=unit.variant or "",
            official=own_set.official,
            search_text=_search_text(
                *number_words(record.set, numbers),
                unit.name,
                unit.nickname,
                unit.variant,
                record.pilot_name_on_base,
                unit.label,
                own_set.name,
                *_names_of(faction),
            ),
            status=unit.status,
            faction=faction,
            type=unit.type,
            mech_class=unit.mech_class or "",
            rank=unit.rank_mark or "",
            unique=unit.unique,
            speed_mode=unit.speed_mode or "",
            points=unit.points,
            entered=record.is_entered,
            **game.printed_values(unit),
        )

    def _card(self, entry: Entry) -> Card:
        card = self.catalogue.cards[entry.id]
        own_set = self.sets[card.set]
        aliases = entry.record.get("aliases", [])
        return Card(
            **self._place(entry),
            catalogue_id=card.id,
            set=own_set,
            number=card.number,
            sort_key=f"{self.set_keys[own_set.code]}{card.type.lower()}{number_key(card.number)}",
            name=card.name,
            name_key=fold(card.name),
            name_pl=card.name_pl or "",
            official=card.official,
            type=card.type,
            classes=" ".join(card.classes),
            search_text=_search_text(
                card.id,
                *aliases,
                *number_words(f"{card.set}-{card.type}", [card.number]),
                *number_words(card.type, [card.number]),
                card.name,
                card.name_pl,
                own_set.name,
                *(name for f in _factions_of(card) for name in _names_of(self.factions.get(f))),
            ),
        )

    def _relate_cards(self) -> None:
        cards = dict(self._rows(Card).values_list("catalogue_id", "id"))
        through = Card.factions.through
        through._default_manager.filter(card__system=self.system).delete()
        through._default_manager.bulk_create(
            [
                through(card_id=cards[card.id], faction_id=self.factions[name].id)
                for card in self.catalogue.cards.values()
                for name in _factions_of(card)
                if name in self.factions
            ],
            batch_size=BATCH,
        )


def _factions_of(card: game.Card) -> list[str]:
    """Every faction a card concerns: its own, the required ones, those that may recruit."""
    named = (*card.factions, *card.required_factions, *card.recruitment)
    return list(dict.fromkeys(named))


def _names_of(faction: Faction | None) -> tuple[str, ...]:
    return (faction.name, faction.name_pl, faction.abbreviation) if faction else ()


def _search_text(*parts: str | None) -> str:
    """The folded words of all parts, with a space before the first and after the last."""
    words = dict.fromkeys(fold(" ".join(part for part in parts if part)).split())
    return f" {' '.join(words)} "
