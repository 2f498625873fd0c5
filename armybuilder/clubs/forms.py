"""What a member may say of a club, of what they lend it, and of an evening."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.clubs.models import ClubMember
from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.typed import TooMany, read_typed
from collection.catalogue.pieces import Piece
from collection.common.names import NameField
from collection.owning.forms.copies import DayField
from collection.owning.models import Collection
from collection.owning.pieces import piece_of

LONGEST_TEXT = 20_000
MOST_PIECES = 1_000
MOST_OF_A_PIECE = 99


class ClubForm(forms.Form):
    """What a club is called."""

    name = NameField(label=gettext_lazy("Name"), max_length=60)


class EveningForm(forms.Form):
    """When a club plays."""

    date = DayField(label=gettext_lazy("Date"))
    name = NameField(
        label=gettext_lazy("Name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("What is played, if it has a name."),
    )


class LendingForm(forms.Form):
    """What a member would lend: nothing, everything free in a collection, or some pieces of it."""

    collection = forms.ChoiceField(label=gettext_lazy("Out of"), required=False)
    what = forms.ChoiceField(
        label=gettext_lazy("What"),
        choices=[
            ("all", gettext_lazy("everything that is at hand")),
            ("some", gettext_lazy("only these pieces")),
        ],
    )
    pieces = forms.CharField(
        label=gettext_lazy("Pieces"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy("One or more a line, as on the keypad: 2x AOD-102."),
    )

    def __init__(self, data: Any = None, *, collections: list[Collection], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.collections = {each.public_id: each for each in collections}
        choice = self.fields["collection"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - declared above
        choice.choices = [
            ("", _("nothing")),
            *((each.public_id, each.name) for each in collections),
        ]

    def clean_pieces(self) -> dict[Piece, int]:
        """The pieces of every line; a line that names none is told."""
        known = finder(game.SYSTEM)
        pieces: dict[Piece, int] = {}
        for number, line in enumerate(self.cleaned_data["pieces"].splitlines(), 1):
            try:
                typed = read_typed(line, known)
            except TooMany:
                typed = []
            if line.strip() and not all(each.meant.piece for each in typed):
                raise ValidationError(
                    _("Line %(number)s names no piece: %(line)s"),
                    params={"number": number, "line": line[:60]},
                )
            for each in typed:
                if each.meant.piece:
                    total = pieces.get(each.meant.piece, 0) + max(each.count, 0)
                    pieces[each.meant.piece] = min(total, MOST_OF_A_PIECE)
        if len(pieces) > MOST_PIECES:
            raise ValidationError(_("At most %(most)s pieces."), params={"most": MOST_PIECES})
        return pieces

    def said(self) -> dict[str, Any]:
        """What a valid form says."""
        return {
            "collection": self.collections.get(self.cleaned_data["collection"]),
            "everything": self.cleaned_data["what"] == "all",
            "pieces": self.cleaned_data["pieces"],
        }


def said_before(member: ClubMember) -> dict[str, Any]:
    """What a member has said they would lend."""
    pledges = member.pledges.all()
    return {
        "collection": member.lends_from.public_id if member.lends_from else "",
        "what": "some" if pledges else "all",
        "pieces": "\n".join(f"{each.count}x {piece_of(each)}" for each in pledges),
    }
