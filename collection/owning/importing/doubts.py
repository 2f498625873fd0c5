"""What speaks against taking a row of a table or a typed line as it is written."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import Doubt, Known, Meant
from collection.catalogue.finding.typed import Typed
from collection.owning.importing.rows import LONGEST_QUOTED, Fault, Row
from collection.owning.states import HoldingState


def doubt_of(meant: Meant, said: Row, cells: Collection[str], known: Finder) -> Fault | None:
    """Why the piece of a row may not be what was meant; `cells` names those that say anything."""
    number = "number" if "number" in cells else "id"
    in_set = "set" if "set" in cells else "set_name" if "set_name" in cells else number
    if meant.piece is None:
        names_no_set = said.set and said.number and not known.set_code(said.set)
        return Fault(in_set, _no_set(said.set)) if names_no_set else None
    if meant.doubt is None:
        return None
    reason = problem_of(meant, said.name)
    return Fault({Doubt.SET: in_set, Doubt.NUMBER: number, Doubt.NAME: "name"}[meant.doubt], reason)


def unreadable(typed: Sequence[Typed]) -> str:
    """Why a line can do nothing as it is; empty where it can."""
    unclear = [each for each in typed if each.meant.piece is None]
    if not typed:
        return _("Nothing was typed.")
    if not unclear:
        return ""
    if unclear[0].meant.near:
        return _("This may be one of several pieces.")
    return _("Nothing is known by this number or name.")


def problem_of(meant: Meant, name: str) -> str:
    """The doubt about a piece in a sentence; empty without one."""
    piece = meant.piece
    if piece is None or meant.doubt is None:
        return ""
    if meant.doubt is Doubt.NAME and meant.known:
        said = {
            "piece": piece.catalogue_id,
            "known": meant.known.title,
            "name": name[:LONGEST_QUOTED],
        }
        return _("%(piece)s is %(known)s, not “%(name)s”.") % said
    if meant.doubt is Doubt.SET:
        return _no_set(piece.set)
    reason = _("The set %(set)s has no number “%(number)s”.")
    return reason % {"set": piece.set, "number": piece.number}


def trade_problem(before: HoldingState, after: HoldingState) -> str:
    """Why rows cannot be that offer more than there is; what a collection offers too much of
    already may stay."""
    too_many, before_that = (state.for_trade - state.owned for state in (after, before))
    if too_many <= max(before_that, 0):
        return ""
    return _("%(offered)s for trade are more than the %(owned)s owned.") % {
        "offered": after.for_trade,
        "owned": after.owned,
    }


def near_of(said: Row, known: Finder) -> tuple[Known, ...]:
    """The pieces an unclear row may be about."""
    return known.meaning(
        set_said=said.set, number=said.number, variant=said.variant, name=said.name
    ).near


def _no_set(said: str) -> str:
    return _("There is no set “%(said)s”.") % {"said": said[:LONGEST_QUOTED]}
