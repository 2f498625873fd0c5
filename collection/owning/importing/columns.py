"""What collectors, their tools and their spreadsheets call the columns of pieces.

The keys are the site's own columns. Headings are matched without case, accents, spaces and signs,
so that "Collector Number", "collector_number" and "CollectorNumber" are one.
"""

from collection.common.tabular.headings import aliases
from collection.owning.copy_fields import COPY_FIELDS

NAMES = {
    "game": ("Game system", "System", "Gra"),
    "set": (
        *("Set code", "Edition", "Edition code", "Expansion", "Expansion code", "Set abbreviation"),
        *("Dodatek", "Kod dodatku", "Zestaw", "Kod zestawu", "Edycja"),
    ),
    "set_name": ("Set name", "Edition name", "Expansion name", "Nazwa dodatku", "Nazwa zestawu"),
    "number": (
        *("#", "No", "No.", "Nr", "Num", "Collector number", "Collector #", "Collector no"),
        *("Collector's number", "Collectors number", "Collectors #", "Collection number"),
        *("Collection #", "Figure #", "Unit #", "Item number", "Item #"),
        *("Card number", "Card #", "Figure number", "Unit number", "Piece number", "Set number"),
        *("Numer", "Numer kolekcjonerski", "Nr kolekcjonerski", "Numer figurki", "Nr figurki"),
        *("Numer kolekcji", "Nr kolekcji", "Numer w kolekcji"),
    ),
    "id": ("Code", "Piece", "Piece id", "Unit id", "Card id", "Figure id", "Identifier", "Kod"),
    "variant": ("Version", "Model", "Wariant", "Wersja"),
    "name": (
        *("Figure", "Figure name", "Unit", "Unit name", "Card", "Card name", "Title"),
        *("Nazwa", "Figurka", "Nazwa figurki", "Jednostka", "Nazwa jednostki", "Karta"),
    ),
    "kind": ("Type", "Target type", "Card type", "Unit type", "Category", "Rodzaj", "Typ"),
    "rank": ("Ranga", "Rarity", "Experience"),
    "faction": ("Affiliation", "Frakcja"),
    "count": (
        *("Quantity", "Qty", "Owned", "Amount", "TO&E Amount", "Copies", "Number owned", "Have"),
        *("Cards", "How many", "Pieces", "x"),
        *("Ilość", "Liczba", "Sztuk", "Sztuki", "Szt", "Szt.", "Posiadane", "Posiadam", "Mam"),
        *("Ile", "Ile mam", "Ile sztuk", "Ilość sztuk", "Liczba sztuk", "Egzemplarze"),
    ),
    "for_trade": (
        *("Tradelist count", "Tradelist", "Trade", "Trade count", "Trade quantity", "Tradeable"),
        *("Na wymianę", "Do wymiany", "Wymiana", "Na sprzedaż", "Do oddania", "Oddam"),
    ),
    "wanted": (
        *("Want", "Wants", "Desired", "Wishlist", "Wishlist count", "Wanted count", "Needed"),
        *(
            "Need",
            "Szukam",
            "Szukane",
            "Poszukiwane",
            "Brakuje",
            "Potrzebne",
            "Chcę",
            "Lista życzeń",
        ),
    ),
    "loaned_to": (
        "Loaned",
        "Lent to",
        "Lent",
        "Borrower",
        "Pożyczone",
        "Pożyczone komu",
        "Komu",
        "U kogo",
    ),
    **{said.column: said.headings for said in COPY_FIELDS.values()},
}

#: The column by what people call it.
OF_PIECES = aliases(NAMES)
