"""What is agreed for a whole army: its list, its size, its battle; and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, get_args

import msgspec

from rules.core.army import Choose, Gauge, NoSuchPlace, Setting
from rules.core.codec import Unreadable
from rules.core.wording import Wording
from rules.khans_and_generals.army.battles import USUAL_SIZES, BattleType, Period, Side
from rules.khans_and_generals.army.muster import Muster

WORDING = Wording.from_toml(
    *(
        files("rules.khans_and_generals.army").joinpath(name).read_text("utf-8")
        for name in ("building.toml", "nouns.toml")
    )
)
#: The value of the list of a file that no force has.
OWN_LIST = "own"
NUMBERS = ("build_total", "year")
#: What the list has settled already.
RARE = ("period", "year", "faction")
#: Digits of a number somebody may type.
LONGEST_NUMBER = 9
Forces = Mapping[str, "Force"]


class Force(msgspec.Struct, frozen=True):
    """A ready-made list of an army with its cards; `sample` ones are invented."""

    name: str
    period: Period
    profiles: dict[str, Any]
    army_list: dict[str, Any]
    sample: bool = False
    note: dict[str, str] = {}


def read_forces(records: Mapping[str, Any]) -> dict[str, Force]:
    """The forces among records, by the names of their files; raises msgspec.ValidationError."""
    return {
        name.removesuffix(".json").rpartition("/")[2]: msgspec.convert(data, Force)
        for name, data in sorted(records.items())
        if name.startswith("forces/")
    }


def settings(muster: Muster, forces: Forces, language: str) -> tuple[Setting, ...]:
    """The choices for the whole army."""
    group = muster.group
    known = force_of(muster, forces)
    lists = [(name, force.name) for name, force in forces.items()]
    own = OWN_LIST if group.army_list is not None and not known else ""
    if own:
        lists.append((OWN_LIST, WORDING.word("list", OWN_LIST, language)))
    sizes = tuple((str(size), str(size)) for size in USUAL_SIZES.get(group.period or "", ()))
    chosen = {
        "army_list": (known or own, "choice", tuple(lists), _sample_note(known, forces, language)),
        "build_total": (group.build_total, "number", sizes, _sizes_note(group.period, language)),
        "battle": (group.battle, "choice", _options("battle", BattleType, language), ""),
        "side": (group.side, "choice", _options("side", Side, language), ""),
        "period": (group.period, "choice", _options("period", Period, language), ""),
        "year": (group.year, "number", (), ""),
        "faction": (group.faction, "text", (), ""),
    }
    return tuple(
        Setting(
            name,
            WORDING.word("setting", name, language),
            "" if value is None else str(value),
            kind,  # type: ignore[arg-type]
            options,
            note,
            rare=name in RARE,
        )
        for name, (value, kind, options, note) in chosen.items()
    )


def _options(words: str, of: Any, language: str) -> tuple[tuple[str, str], ...]:
    return tuple((value, WORDING.word(words, value, language)) for value in get_args(of))


def _sizes_note(period: str | None, language: str) -> str:
    if period is None:
        return ""
    names = ("small", "medium", "large")
    sizes = dict(zip(names, USUAL_SIZES[period], strict=True))
    said = {"period": WORDING.word("period", period, language), **sizes}
    return WORDING.say("sizes_note", said, language)


def _sample_note(known: str, forces: Forces, language: str) -> str:
    return forces[known].note.get(language, "") if known else ""


def force_of(muster: Muster, forces: Forces) -> str:
    """The force whose list an army has, with or without units of its own; empty for none."""
    listed = muster.army_list
    if listed is None:
        return ""
    for name, force in forces.items():
        formations = force.army_list["formations"].keys()
        if force.army_list["faction"] == listed.faction and formations <= listed.formations.keys():
            return name
    return ""


def with_setting(data: dict[str, Any], edit: Choose, muster: Muster, forces: Forces) -> None:
    """Choose for a whole army, in its file; raises NoSuchPlace, Unreadable."""
    if edit.setting == "army_list":
        if edit.value != (force_of(muster, forces) or (OWN_LIST if muster.army_list else "")):
            _put_list(data, edit.value, muster, forces)
    elif edit.setting in NUMBERS:
        data[edit.setting] = _number(edit)
    elif edit.setting in ("battle", "side", "period", "faction"):
        data[edit.setting] = edit.value or None
    else:
        raise NoSuchPlace(edit.setting)


def _number(edit: Choose) -> int | None:
    if not edit.value:
        return None
    if not edit.value.isdecimal() or len(edit.value) > LONGEST_NUMBER:
        path = f"$.{edit.setting}"
        raise Unreadable(path, "WRONG_TYPE", expected="a whole number", found="text")
    return int(edit.value)


def _put_list(data: dict[str, Any], name: str, muster: Muster, forces: Forces) -> None:
    """Another list, with its cards and what they are of; cards in use stay."""
    used = {troop.named for troop in muster.troops} | {work.named for work in muster.works}
    used |= {section.named for troop in muster.troops for section in troop.attached}
    kept = {key: card for key, card in data["profiles"].items() if key in used}
    if not name:
        data.update(army_list=None, profiles=kept)
        return
    if name not in forces:
        raise Unreadable("$.army_list", "UNKNOWN_NAME", name=name[:80])
    force = forces[name]
    before = force_of(muster, forces)
    usual = {USUAL_SIZES[forces[before].period][0]} if before else set()
    if data["build_total"] is None or data["build_total"] in usual:
        data["build_total"] = USUAL_SIZES[force.period][0]
    data.update(
        army_list=force.army_list,
        profiles=kept | force.profiles,
        period=force.period,
        faction=force.army_list["faction"],
    )


# What comes of it ---------------------------------------------------------------------------------


def gauges(muster: Muster, language: str) -> tuple[Gauge, ...]:
    """The purse for fortifications, where there is one or something was bought without it."""
    if not (muster.purse or muster.works):
        return ()
    note = ""
    if muster.purse:
        note = WORDING.say("purse_note", _terms(muster, muster.terms.purse, language), language)
    title = WORDING.say("purse_gauge", {}, language)
    return (Gauge(title, muster.fortifications, muster.purse, note),)


def notes(muster: Muster, forces: Forces, language: str) -> Iterator[str]:
    """What the battle gives to the army and asks of it, in sentences."""
    group, given = muster.group, muster.terms
    if group.battle is not None:
        said = _terms(muster, given.bonus, language)
        said |= {"limit": muster.limit, "agreed": muster.build_total}
        if given.bonus and muster.build_total is not None:
            yield WORDING.say("bonus_note", said, language)
        elif group.battle == "convoy" and group.side == "defender":
            yield WORDING.say("convoy_note", said, language)
        elif group.side is None and group.battle in SIDED:
            yield WORDING.say("side_missing_note", said, language)
        elif not given.purse:
            sided = "_side" if group.side and group.battle in SIDED else ""
            yield WORDING.say(f"no_bonus{sided}_note", said, language)
    yield WORDING.say("assessment_note", {"limit": muster.assessment_limit}, language)
    if (known := force_of(muster, forces)) and forces[known].sample:
        yield WORDING.say("sample_note", {}, language)


#: The battles whose sides are given different things.
SIDED = ("attack", "assault", "ambush", "landing", "convoy", "relief", "siege")


def _terms(muster: Muster, percent: int, language: str) -> dict[str, Any]:
    group = muster.group
    return {
        "battle": WORDING.word("battle", group.battle or "", language),
        "side": WORDING.word("side", group.side or "", language),
        "percent": percent,
    }


def said_list(names: Sequence[tuple[str, int]], language: str) -> str:
    """So many of each, in a list."""
    return ", ".join(
        WORDING.say("counted", {"count": count, "name": name}, language) if count > 1 else name
        for name, count in names
    )
