"""Deploy a unit on the table or aboard a transport (rules AOD-SETUP-018 to AOD-SETUP-022)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.drafting import placed
from rules.age_of_destruction.orders.forms import PATH, Form, Said, Written
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Degrees, Name, Place
from rules.age_of_destruction.steps.deploying import (
    ground_for,
    infiltrating,
    is_deployed,
    room_on,
    to_deploy,
)
from rules.age_of_destruction.steps.paying import pay_circles
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.transport import refuse_start_aboard
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point
from rules.core.wording import Title

#: Inches between sampled places.
SPACING = 2.5


def _draft(form: Form, field: Field, said: Said) -> Written | None:
    """A unit at a place, or where it stands, or where there is room; or in a transport."""
    unit, cruising = said.one("unit"), said.one("level") == "cruising"
    if unit not in field.state.units:
        return None
    order = {"order": "deploy", "unit": unit}
    if transport := said.one("aboard"):
        return order | {"aboard": transport}
    level: Level = "cruising" if cruising else "ground"
    return placed(
        said, order, _standing(field, unit, level) or Deploy.somewhere(field, unit, level)
    )


def _standing(field: Field, unit_id: str, level: Level) -> "Deploy | None":
    """A unit where it stands already, without what it has gone without to stand there so early."""
    now, ready = field.state.units[unit_id], field.state.preparation
    if now.at is None or ready is None:
        return None
    off = tuple(infiltrating(field, unit_id)) if ready.step == "deployment" else ()
    return Deploy(unit=unit_id, at=now.at, facing=now.facing, level=level, off=off)


class Deploy(Order, frozen=True):
    """Put a unit on the table for the first time, or let it begin the game aboard a transport
    (AOD-SETUP-019, AOD-SETUP-021)."""

    unit: Name
    at: Place | None = None
    facing: Degrees = 0.0
    level: Level = "ground"
    aboard: Name | None = None

    stages = ("deployment", "infiltration")
    forms = (
        Form(
            "deploy",
            PATH,
            clicks="spot",
            draft=_draft,
            label=Title("Deploy on the table", "Rozstaw na stole"),
        ),
        Form(
            "deploy_cruising",
            PATH,
            clicks="spot",
            label=Title("Deploy at cruising level", "Rozstaw na wysokości przelotowej"),
        ),
        Form(
            "deploy_aboard",
            label=Title("Begin aboard {units}", "Zacznij na pokładzie: {units}"),
        ),
    )
    strays = ({"order": "deploy", "at": [15.0, 15.0], "facing": 45.0},)

    @property
    def form(self) -> str:
        """By where the unit begins."""
        if self.aboard:
            return "deploy_aboard"
        return "deploy_cruising" if self.level == "cruising" else "deploy"

    @property
    def companions(self) -> tuple[str, ...]:
        """The transport it begins aboard."""
        return (self.aboard,) if self.aboard else ()

    def explain(self, field: Field, refusals: Refusals) -> None:
        """AOD-SETUP-018 to AOD-SETUP-022."""
        step = field.state.preparation.step if field.state.preparation else ""
        if self.unit not in field.setup.figures:
            refusals.add("UNKNOWN_UNIT", self.unit)
            return
        self._refuse_time(field, step, refusals)
        if (self.at is None) == (self.aboard is None):
            refusals.add("PLACE_OR_TRANSPORT", self.unit)
        if self.aboard is not None:
            refuse_start_aboard(field, self.unit, self.aboard, refusals)
        if self.at is not None:
            self._refuse_place(field, step, self.at, refusals)

    def _refuse_time(self, field: Field, step: str, refusals: Refusals) -> None:
        """Every player deploys his own units, those that infiltrate last; who goes aboard a
        transport need not wait (AOD-SETUP-018, AOD-EQUIP-003)."""
        late = infiltrating(field, self.unit)
        waits = self.aboard is None and not set(late) <= set(self.off)
        if field.setup.figures[self.unit].owner != field.state.active:
            refusals.add("NOT_YOUR_UNIT", self.unit)
        elif is_deployed(field, self.unit):
            refusals.add("DEPLOYED_ALREADY", self.unit)
        elif step == "deployment" and waits:
            refusals.add("DEPLOYED_LATER", self.unit)
        for name in (*self.off, *self.on):
            if name not in late:
                refusals.add("EQUIPMENT_ABSENT", self.unit, name=name)

    def _refuse_place(self, field: Field, step: str, at: Point, refusals: Refusals) -> None:
        """AOD-SETUP-019, AOD-SETUP-020 and AOD-SETUP-022."""
        is_vtol = field.setup.figures[self.unit].unit.speed_mode == "vtol"
        if self.level == "cruising" and not is_vtol:
            refusals.add("NO_LEVELS", self.unit)
        elif self.level == "cruising" and field.grounding:
            refusals.add("CONDITION_FORBIDS", self.unit, name=field.grounding)
        ground = ground_for(field, self.unit, step, self.level)
        for code, what in ground.faults(at, self.facing):
            inches = {"inches": ground.area.reach} if code == "OUTSIDE_REACH" else {}
            refusals.add(code, what or self.unit, **inches)

    def carry_out(self, res: Resolution) -> None:
        """It boards, or stands where it is put; who infiltrates has used its equipment for it."""
        step = res.state.preparation.step if res.state.preparation else ""
        if self.aboard is not None:
            rules = ("AOD-SETUP-021", "AOD-CARRY-014")
            res.emit(events.Boarded(unit=self.unit, transport=self.aboard, rules=rules))
        elif self.at is not None:
            self._put_down(res, self.at)
            if step == "infiltration":
                self._infiltrate(res)
        pay_circles(res)

    def _put_down(self, res: Resolution, at: Point) -> None:
        res.emit(
            events.UnitDeployed(
                unit=self.unit,
                at=at,
                facing=self.facing % 360,
                level=self.level,
                rules=("AOD-SETUP-018", "AOD-SETUP-019", "AOD-SETUP-022"),
            )
        )

    def _infiltrate(self, res: Resolution) -> None:
        """Who comes last and farther has used its equipment for it (AOD-EQUIP-107)."""
        piece = res.piece(self.unit)
        for fitted in piece.working:
            if "infiltrate" in fitted.item.permits:
                res.use(piece, fitted)

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["Deploy"]:
        """Places on a grid and transports, for every unit whose time has come, or might come
        earlier without its equipment."""
        ready = field.state.preparation
        if ready is None or ready.step not in cls.stages or player != field.state.active:
            return
        for unit_id in to_deploy(field, player, ready.step):
            yield from cls._samples(field, unit_id, ready.step)
        if ready.step == "deployment":
            for unit_id in to_deploy(field, player, "infiltration"):
                off = tuple(infiltrating(field, unit_id))
                yield from cls._samples(field, unit_id, ready.step, off)

    @classmethod
    def somewhere(cls, field: Field, unit_id: str, level: Level) -> "Deploy | None":
        """A place for a unit, None where none is free or the time for it is not now."""
        if field.state.preparation is None:
            return None
        found = room_on(ground_for(field, unit_id, field.state.preparation.step, level))
        return found and cls(unit=unit_id, at=found[0], facing=found[1], level=level)

    @classmethod
    def _samples(
        cls, field: Field, unit_id: str, step: str, off: tuple[str, ...] = ()
    ) -> Iterator["Deploy"]:
        levels: list[Level] = ["ground"]
        if field.setup.figures[unit_id].unit.speed_mode == "vtol":
            levels.append("cruising")
        for level in levels:
            ground = ground_for(field, unit_id, step, level)
            places = list(ground.places(SPACING))
            if not places and (last := room_on(ground)):
                places = [last]
            for at, facing in places:
                yield cls(unit=unit_id, at=at, facing=facing, level=level, off=off)
        for transport_id, figure in field.setup.figures.items():
            if figure.unit.is_transport:
                yield cls(unit=unit_id, aboard=transport_id)
