"""Throws, shots and salvos."""

from armybuilder.systems.age_of_destruction.present.scenes.stage import Scenes, Stage, dice, shows
from rules.age_of_destruction import events


@shows(events.AttackRolled)
def _attack(stage: Stage, event: events.AttackRolled) -> Scenes:
    aims = [
        {
            "unit": target,
            "name": stage.names.unit(target),
            "needed": aim.against - sum(part.value for part in aim.attack),
            "hit": aim.hit,
            "sum": stage.sum(event.dice, aim.attack, stage.defense(aim)),
        }
        for target, aim in event.targets.items()
    ]
    yield dice(
        event.unit,
        event.dice,
        black=True,
        good=any(aim.hit for aim in event.targets.values()),
        critical=event.critical,
        before=list(event.rerolled),
        aims=aims,
    )
    yield {
        "kind": "shot",
        "unit": event.unit,
        "how": _how(stage, event),
        "members": [unit for unit in event.members if unit != event.unit],
        "targets": [
            {"unit": target, "hit": aim.hit, "at": stage.where(target)}
            for target, aim in event.targets.items()
        ],
    } | ({"critical": event.critical} if event.critical else {})


def _how(stage: Stage, event: events.AttackRolled) -> str:
    """With what an attack strikes: the range type of its weapon, or the kind of blow."""
    if event.kind not in ("ranged", "indirect"):
        return "melee" if event.kind == "close" else event.kind
    weapon = stage.figure(event.unit).weapons.get(event.weapon)
    return "arc" if event.kind == "indirect" else weapon.range_type if weapon else "ballistic"


@shows(events.HitConfirmed)
def _confirmed(stage: Stage, event: events.HitConfirmed) -> Scenes:
    needed = event.against - event.total + sum(event.dice)
    because = stage.names.ability(event.because)
    yield dice(event.unit, event.dice, black=True, needed=needed, good=event.hit, because=because)


@shows(events.DieReplaced, events.EffectRolled)
def _die(stage: Stage, event: events.DieReplaced | events.EffectRolled) -> Scenes:
    yield dice(event.unit, event.dice, black=False, because=stage.names.ability(event.name))


@shows(events.GearTested)
def _gear(stage: Stage, event: events.GearTested) -> Scenes:
    because = stage.names.ability(event.name)
    yield dice(event.unit, event.dice, black=False, good=not event.lost, because=because)


@shows(events.BeaconLit)
def _lit(stage: Stage, event: events.BeaconLit) -> Scenes:
    yield {"kind": "lit", "unit": event.target, "seat": event.player}


@shows(events.RepairRolled)
def _repair(stage: Stage, event: events.RepairRolled) -> Scenes:
    yield dice(
        event.unit,
        event.dice,
        black=True,
        needed=event.against - sum(part.value for part in event.attack),
        good=event.success,
        critical=event.critical,
        before=list(event.rerolled),
        sum=stage.sum(event.dice, event.attack, str(event.against)),
    )


@shows(events.MarkerPlaced)
def _marker(stage: Stage, event: events.MarkerPlaced) -> Scenes:
    at, turn = stage.place(event.at), round(event.heading, 1)
    yield {"kind": "marker", "unit": event.unit, "seat": event.player, "at": at, "turn": turn}


@shows(events.ArtilleryRolled)
def _artillery(stage: Stage, event: events.ArtilleryRolled) -> Scenes:
    before = list(event.rerolled)
    yield dice(event.unit, event.dice, black=True, critical=event.critical, before=before)


@shows(events.SalvoLanded)
def _salvo(stage: Stage, event: events.SalvoLanded) -> Scenes:
    yield {
        "kind": "salvo",
        "unit": event.unit,
        "from": stage.where(event.unit) or stage.place(event.marker),
        "marker": stage.place(event.marker),
        "at": stage.place(event.at),
        "radius": event.radius,
        "drift": event.drift,
        "lost": event.off_table,
        "struck": list(event.struck),
    }


@shows(events.MarkersRemoved)
def _unmark(stage: Stage, event: events.MarkersRemoved) -> Scenes:
    yield {
        "kind": "unmark",
        "at": [
            stage.place(mark.at)
            for mark in stage.state.markers
            if (mark.unit, mark.player) == (event.unit, event.player)
        ],
    }
