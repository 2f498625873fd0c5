"""Attacks, repairs and what special equipment does in them."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.AttackRolled)
def _attack(event: events.AttackRolled, names: Names) -> Words:
    said = []
    if event.follow_up:
        name = names.ability(event.follow_up)
        said.append(names.say("FOLLOW_UP", name=name, unit=names.unit(event.unit)))
    said += _rolled_again(event.rerolled, names)
    for target, aim in event.targets.items():
        code = f"CRITICAL_{event.critical.upper()}" if event.critical else _outcome(aim.hit)
        if len(event.targets) > 1:
            code = f"{code}_OF_SEVERAL"
        said.append(
            names.say(code, target=names.unit(target), total=aim.total, against=aim.against)
        )
    return " ".join(said)


def _rolled_again(before: tuple[int, ...], names: Names) -> list[str]:
    """What is said of a roll of which a die was rolled again."""
    return [names.say("ROLLED_AGAIN", faces=", ".join(map(str, before)))] if before else []


def _outcome(hit: bool) -> str:
    return "HIT" if hit else "MISS"


@says(events.HitConfirmed)
def _confirmed(event: events.HitConfirmed, names: Names) -> Words:
    return names.say(
        "HIT_CONFIRMED" if event.hit else "HIT_LOST",
        name=names.ability(event.because),
        total=event.total,
        against=event.against,
    )


@says(events.DieReplaced, events.EffectRolled)
def _die(event: events.DieReplaced | events.EffectRolled, names: Names) -> Words:
    code = "DIE_REPLACES" if isinstance(event, events.DieReplaced) else "DIE_GIVES"
    name = names.ability(event.name)
    return names.say(code, unit=names.unit(event.unit), name=name, value=event.value)


@says(events.Bound)
def _bound(event: events.Bound, names: Names) -> Words:
    return names.say("BOUND", unit=names.unit(event.unit), target=names.unit(event.target))


@says(events.BeaconLit)
def _beacon(event: events.BeaconLit, names: Names) -> Words:
    return names.say("BEACON", target=names.unit(event.target), player=names.player(event.player))


@says(events.GearTested)
def _gear(event: events.GearTested, names: Names) -> Words:
    code = "GEAR_BROKE" if event.lost else "GEAR_HELD"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.name))


@says(events.RepairRolled)
def _repair_rolled(event: events.RepairRolled, names: Names) -> Words:
    code = "REPAIR_DONE" if event.success else "REPAIR_FAILED"
    target = names.unit(event.target)
    told = names.say(code, target=target, total=event.total, against=event.against)
    return " ".join([*_rolled_again(event.rerolled, names), told])
