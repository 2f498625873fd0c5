"""What happened, in sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.core.ordering import TableWords
from rules.warzone.state import Setup

Event = Mapping[str, Any]
Say = Callable[..., str]


def chronicle(
    events: Sequence[Event], setup: Setup, words: TableWords, language: str
) -> Iterator[str]:
    """A sentence for each event that is worth one, events as they are kept."""

    def shown(value: Any) -> Any:
        if isinstance(value, list):
            return ", ".join(map(str, value)) or words.say("told", "nobody", language)
        return f"{value:.4g}" if isinstance(value, (int, float)) else value

    def say(name: str, **named: Any) -> str:
        titled = setup.with_titles(named, language)
        told = {key: shown(each) for key, each in titled.items()}
        return words.say("told", name, language).format(**told)

    def value(name: str) -> str:
        return words.say("values", name, language)

    turns = any(event["event"] == "turn_ended" for event in events)
    for event in events:
        kind = str(event["event"])
        if kind == "activation_ended" and turns:
            continue
        teller = _TELLERS.get(kind)
        if teller:
            yield teller(event, say, value)
        elif kind in words.section("told"):
            yield say(kind, **event)


def _moved(event: Event, say: Say, _: Say) -> str:
    if not event["length"]:
        return say("turned", unit=event["unit"])
    told = say(str(event["event"]), unit=event["unit"], length=event["length"])
    high = event["elevation"]
    return told + (say("up_to", elevation=high) if high else "")


def _dived(event: Event, say: Say, value: Say) -> str:
    if not event.get("success", True):
        return say("dive_failed", unit=event["unit"])
    return _moved(event, say, value)


def _offered(event: Event, say: Say, _: Say) -> str:
    return say("interrupt_offered", may=event["may"])


def _posture(event: Event, say: Say, value: Say) -> str:
    return say("posture_changed", unit=event["unit"], posture=value(event["posture"]))


def _tested(event: Event, say: Say, _: Say) -> str:
    how = "passed" if event["passed"] else "failed"
    return say(f"{event['event']}_{how}", **event)


def _avoided(event: Event, say: Say, _: Say) -> str:
    return say(f"avoided_{event['by']}", unit=event["unit"])


def _not_supplied(event: Event, say: Say, _: Say) -> str:
    if event["what"] == "terrain_cost":
        return say("terrain_cost", piece=event["piece"])
    skill = (event.get("skill") or {}).get("value")
    shown = say("unknown") if skill is None else skill
    return say("attack", unit=event["unit"], target=event["target"], skill=shown)


def _sight(event: Event, say: Say, _: Say) -> str:
    return say("sight", **event)


def _result(event: Event, say: Say, value: Say) -> str:
    return say("result_applied", unit=event["unit"], result=value(event["result"]))


def _arranged(event: Event, say: Say, value: Say) -> str:
    x, y = event["at"]
    return say(
        "arranged",
        unit=event["unit"],
        x=x,
        y=y,
        z=event["elevation"] + ((event.get("climbing") or {}).get("height") or 0),
        posture=value(event["posture"]),
        left=event["actions_left"],
    )


def _light(event: Event, say: Say, _: Say) -> str:
    return say("dark" if event["dark"] else "light")


_TELLERS: dict[str, Callable[[Event, Say, Say], str]] = {
    "moved": _moved,
    "pushed_through": _moved,
    "dived": _dived,
    "interrupt_offered": _offered,
    "posture_changed": _posture,
    "climb_test": _tested,
    "jump_test": _tested,
    "leadership_test": _tested,
    "avoided": _avoided,
    "not_supplied": _not_supplied,
    "sight": _sight,
    "result_applied": _result,
    "arranged": _arranged,
    "darkness_set": _light,
}
