"""What a battle leaves behind: who stands, what lies there, where it turned."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.curve import Curve, curve
from armybuilder.systems.age_of_destruction.present.scene_picture import scene_picture
from armybuilder.systems.age_of_destruction.present.story import Episode, Sentence, Teller
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import team_name
from collection.catalogue.pictures.shapes import Picture
from collection.catalogue.pictures.svg import write_svg
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.lineups import lineup
from collection.catalogue.present.values import FigureView, Lineup
from collection.common.language import Words, language
from collection.common.numbers import signed
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Fallen:
    """A figure that stands no more: eliminated, captive or Salvage, with what it was worth; what
    has feet `lies` on its side, the rest on its back."""

    unit: str
    name: str
    figure: FigureView
    seat: str
    points: int
    state: str
    lies: bool


@dataclass(frozen=True)
class Camp:
    """One side after the battle: those who stand, in a row, and those who fell."""

    seat: str
    name: Words
    standing: Lineup | None
    told: str
    fallen: tuple[Fallen, ...]


@dataclass(frozen=True)
class Turned:
    """A turning point: the order in words, what it cost, and a picture of it where one can be
    drawn. `step` is where the replay shows it."""

    number: int
    step: int
    turn: str
    costs: str
    episode: Episode | None
    picture: Picture | None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What is told of it in full."""
        return self.episode.sentences if self.episode else ()

    @property
    def text(self) -> str:
        """What is told of it, in one string."""
        return self.episode.text if self.episode else self.costs

    @property
    def drawn(self) -> SafeString:
        """The picture for a page; what it shows stands beside it in words."""
        if self.picture is None:
            return SafeString("")
        return write_svg(self.picture, description=self.text, css_class="scene")


@dataclass(frozen=True)
class Aftermath:
    """What a battle leaves behind; the winner's camp is the first."""

    camps: tuple[Camp, ...]
    curve: Curve | None
    turned: tuple[Turned, ...]

    @property
    def decisive(self) -> Turned | None:
        """The turning point after which the most had changed, the last of them."""
        return self.turned[-1] if self.turned else None

    @property
    def watched_from(self) -> int:
        """The step before that turning point, from which it is watched; without one the start."""
        return self.decisive.step - 1 if self.decisive else 0


def aftermath(
    table: Table, start: aod.State, steps: Sequence[tuple[int, list[Document]]]
) -> Aftermath:
    """What is left of a finished battle that began in a state and took some numbered steps."""
    read = [(number, aod.read_events(happened)) for number, happened in steps]
    moments = aod.course(table.setup, start, read)
    turned = aod.turning_points(moments, read)
    teams = sorted(table.setup.teams, key=lambda team: team != table.winner)
    return Aftermath(
        camps=tuple(_camp(table, team) for team in teams),
        curve=curve(table, moments, turned),
        turned=tuple(_turned(table, steps, turned)),
    )


def _camp(table: Table, team: str) -> Camp:
    pieces = [table.field.piece(unit) for unit in table.state.units]
    own = [piece for piece in pieces if piece.team == team]
    standing = [piece for piece in own if _stands(piece)]
    names = aod.Names(table.setup, language())
    units = ", ".join(names.unit(piece.id) for piece in standing)
    count = ngettext("%(count)s figure stands", "%(count)s figures stand", len(standing))
    told = count % {"count": len(standing)}
    return Camp(
        seat=table.setup.members(team)[0],
        name=team_name(table, team),
        standing=lineup([piece.unit for piece in standing]) if standing else None,
        told=f"{told}: {units}" if units else told,
        fallen=tuple(
            Fallen(
                unit=piece.id,
                name=names.unit(piece.id),
                figure=figure_view(piece.unit),
                seat=piece.owner,
                points=piece.figure.value,
                state=_state(piece),
                lies=piece.unit.type != "vehicle",
            )
            for piece in own
            if not _stands(piece)
        ),
    )


def _stands(piece: aod.Piece) -> bool:
    return not (piece.now.gone or piece.is_captive or piece.is_salvage)


def _state(piece: aod.Piece) -> str:
    if piece.now.withdrawn:
        return _("withdrawn")
    if piece.now.eliminated:
        return _("eliminated")
    return _("captive") if piece.is_captive else _("Salvage")


def _turned(
    table: Table, steps: Sequence[tuple[int, list[Document]]], turned: Sequence[aod.TurningPoint]
) -> list[Turned]:
    teller = Teller(table)
    found = []
    for number, point in enumerate(turned, start=1):
        told = teller.order_of(steps, point)
        found.append(
            Turned(
                number=number,
                step=point.after.step,
                turn=told.title,
                costs=_costs(table, point),
                episode=told.episode,
                picture=scene_picture(table.setup, point),
            )
        )
    return found


def _costs(table: Table, point: aod.TurningPoint) -> str:
    """What each side gained or lost by it."""
    changes = {team: round(change) for team, change in point.changes.items()}
    return ", ".join(
        _("%(side)s %(change)s points") % {"side": team_name(table, team), "change": signed(change)}
        for team, change in changes.items()
        if change
    )
