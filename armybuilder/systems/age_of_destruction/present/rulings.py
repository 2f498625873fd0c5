"""The ruling switches in words: what is asked, and what each answer is called."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from collection.common.language import Words
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Switch:
    """A reading of the rule book that players may agree on: the question, and the answers by the
    key a form sends, the usual one first."""

    name: str
    question: Words
    answers: tuple[tuple[str, Words], ...]


#: Those people ask about, first.
QUESTIONS: Mapping[str, Words] = {
    "crits_on_all_attack_rolls": _("Double six and double one count in every attack roll"),
    "run_and_assault_act_on": _("Running and assault double or halve the speed"),
    "dfa_special_attack_heat": _("Heat of a death from above"),
    "hindering_stop": _("Hindering terrain stops a unit"),
    "vehicle_may_rotate_after_failed_break_away": _(
        "A vehicle that fails to break away may still turn"
    ),
    "break_away_auto_only_if_all_disabled": _(
        "A unit leaves contact without a roll only if all its opponents there are disabled"
    ),
    "group_must_be_connected": _("A formation stands in one connected group"),
    "vehicle_passenger_size": _("Spaces a vehicle takes aboard"),
    "passed_salvage_unloads": _(
        "A transport that passes heavy damage on its way to elimination unloads first"
    ),
    "salvage_scores_once_a_side": _("Opposing heavily damaged units count once for a team"),
    "salvage_mech_may_vent": _("A heavily damaged 'Mech may vent"),
    "terrain_clear_of_own_zone": _("Terrain keeps clear of one's own zone too"),
    "time_limit_finish": _("When the time is up, players finish"),
    "withdrawn_player_cannot_win": _("Who withdraws cannot win"),
    "self_elimination_scores": _("Units a player loses by his own doing score"),
    "deactivation_lasts_until": _("Equipment switched off stays off until"),
    "shutdown_suspends": _("A shutdown suspends"),
    "restart_roll_optional": _("A roll to restart may be left out"),
    "remove_old_token_of_pushed_unit": _("A pushed unit loses its older order token"),
    "second_token_from_effects_blocks_orders": _(
        "A second order token from an effect keeps a unit from orders"
    ),
    "cruising_bases_block_paths": _("Cruising VTOLs stand in the way of paths"),
    "elevation_blocks_cruising_lof": _("Elevations block lines of fire to cruising VTOLs"),
    "mech_vs_small_blocked_by": _("Between 'Mechs and small units, lines of fire are blocked by"),
    "elevated_bases_filtered_by_type_table": _(
        "On elevations too, only some types of units block lines of fire"
    ),
    "own_hindering_exempt_depth": _("Out of the wood it stands in, a unit shoots through"),
    "undeclared_weapon_loses_the_order": _(
        "A shot for which no weapon was declared is lost where only the secondary weapon could"
    ),
    "called_shot_needs_target_out_of_contact": _("A called shot needs a target out of contact"),
    "dice_answer_long_range_fire": _("Dice of equipment answer artillery fire too"),
    "indirect_cap_before_critical": _("The limit of indirect damage comes before a critical hit"),
    "energy_infantry_cap_after_critical": _(
        "The limit of energy damage to infantry comes after a critical hit"
    ),
    "close_minimum_before_armour": _("The least damage of close combat comes before armour"),
    "rear_bonus_on_dfa": _("Death from above has the bonus against the rear"),
    "ram_obstructed_line_modifier": _("An obstructed line makes ramming harder"),
    "height_advantage_in_special_attacks": _("Height helps in charge, ram and death from above"),
    "abrupt_edge_bars_special_attacks": _("An abrupt edge stops charges and rams too"),
    "battery_fires_at_maximum_range": _(
        "An artillery formation may fire at exactly its maximum range"
    ),
    "tracked_shallow": _("Shallow water is to tracked units"),
    "capture_formation_members": _("In a formation that captures may fight"),
    "quad_front_arc_exempt_in_close_formation": _(
        "In a close formation, Quads need not face the target"
    ),
    "transport_actions_after_failed_break_away": _(
        "A transport that fails to break away may still load and unload"
    ),
    "ruthlessness_obligation": _("A unit with Ruthlessness has to go on attacking its target"),
}

_ANSWERS: Mapping[str, Words] = {
    "foot_infantry_only": _("foot infantry only"),
    "all_who_fight": _("all who may fight"),
    "owner_turn_start": _("the owner's next turn"),
    "turn_end": _("the end of the turn"),
    "first_wholly_inside": _("once it is wholly inside"),
    "first_crossing": _("as soon as it touches it"),
    "whole_element": _("the whole of it"),
    "edge": _("its edge only"),
    "optional_only": _("optional equipment"),
    "all": _("all equipment"),
    "mech_bases": _("'Mechs only"),
    "all_bases": _("all units"),
    "modified_value": _("with its modifiers"),
    "unmodified_value": _("as printed, modifiers after"),
    "clear": _("clear ground"),
    "hindering": _("hindering terrain"),
    "by_number_of_sides": _("for the other side, where there are two"),
    "never": _("for nobody"),
    "order": _("the order under way"),
    "turn": _("the turn"),
    "round": _("the round"),
}

YES, NO = _("yes"), _("no")


def switches() -> tuple[Switch, ...]:
    """Every switch."""
    return tuple(Switch(name, question, _answers(name)) for name, question in QUESTIONS.items())


def _answers(name: str) -> tuple[tuple[str, Words], ...]:
    usual = aod.RULINGS[name]
    found: list[tuple[str, Words]]
    if name in aod.RULING_CHOICES:
        found = [(choice, _ANSWERS[choice]) for choice in aod.RULING_CHOICES[name]]
    elif isinstance(usual, bool):
        found = [("true", YES), ("false", NO)]
    else:
        found = [(str(number), str(number)) for number in range(usual + 2)]
    return tuple(sorted(found, key=lambda answer: answer[0] != _key(usual)))


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def agreed_rulings(answers: Mapping[str, str]) -> dict[str, object]:
    """The switches set otherwise than usual, by the keys of a form."""
    return {
        name: _value(name, key)
        for name, key in answers.items()
        if key and key != _key(aod.RULINGS[name])
    }


def _value(name: str, key: str) -> object:
    usual = aod.RULINGS[name]
    if isinstance(usual, bool):
        return key == "true"
    return int(key) if isinstance(usual, int) else key
