"""What a game is called: after the groups of its players, in the language of whoever reads it."""

from django.utils.translation import override

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.naming import versus

GROUPS = ("Wolf pack", "First blow")


def test_a_game_is_called_after_its_groups_in_the_language_of_whoever_reads() -> None:
    seats = dict(zip(("red", "blue"), ({"group": name} for name in GROUPS), strict=True))
    titles = {}
    for language in ("en", "pl"):
        with override(language):
            titles[language] = versus(GROUPS)
    assert titles["en"] == "Wolf pack against First blow" != titles["pl"]
    for written in titles.values():
        for language, title in titles.items():
            with override(language):
                assert str(Skirmish(title=written, seats=seats)) == title


def test_a_name_somebody_gave_stays() -> None:
    seats = {"red": {"group": "Wolf pack"}, "blue": {"group": ""}}
    assert str(Skirmish(title="Friday", seats=seats)) == "Friday"
    assert str(Skirmish(title=" against ", seats={"red": {}, "blue": {}})) == " against "
    unnamed = Skirmish(title="", seats={"red": {}, "blue": {}})
    assert str(unnamed) == unnamed.public_id
