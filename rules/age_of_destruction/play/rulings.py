"""Readings of the rule book where it is silent or says two things: named, with our default.

A saved game names only what differs from these defaults, and the ruleset that has the others: a
default that becomes another one makes a new ruleset.
"""

from collections.abc import Mapping
from typing import Any

from rules.age_of_destruction.army.verdict import RULESET

RULINGS: dict[str, Any] = {
    "ruthlessness_obligation": True,
    "break_away_auto_only_if_all_disabled": True,
    "close_minimum_before_armour": True,
    "crits_on_all_attack_rolls": True,
    "cruising_bases_block_paths": False,
    "deactivation_lasts_until": "owner_turn_start",
    "elevated_bases_filtered_by_type_table": True,
    "elevation_blocks_cruising_lof": False,
    "energy_infantry_cap_after_critical": True,
    "height_advantage_in_special_attacks": True,
    "abrupt_edge_bars_special_attacks": False,
    "hindering_stop": "first_wholly_inside",
    "dice_answer_long_range_fire": True,
    "indirect_cap_before_critical": True,
    "own_hindering_exempt_depth": "whole_element",
    "remove_old_token_of_pushed_unit": True,
    "second_token_from_effects_blocks_orders": False,
    "shutdown_suspends": "optional_only",
    "vehicle_may_rotate_after_failed_break_away": False,
    "mech_vs_small_blocked_by": "mech_bases",
    "undeclared_weapon_loses_the_order": True,
    "called_shot_needs_target_out_of_contact": True,
    "dfa_special_attack_heat": 0,
    "rear_bonus_on_dfa": False,
    "ram_obstructed_line_modifier": False,
    "restart_roll_optional": True,
    "run_and_assault_act_on": "modified_value",
    "passed_salvage_unloads": False,
    "salvage_mech_may_vent": True,
    "salvage_scores_once_a_side": True,
    "tracked_shallow": "clear",
    "terrain_clear_of_own_zone": False,
    "group_must_be_connected": True,
    "capture_formation_members": "foot_infantry_only",
    "battery_fires_at_maximum_range": True,
    "quad_front_arc_exempt_in_close_formation": True,
    "transport_actions_after_failed_break_away": False,
    "vehicle_passenger_size": 3,
    "self_elimination_scores": "by_number_of_sides",
    "withdrawn_player_cannot_win": False,
    "time_limit_finish": "order",
}

#: What earlier rulesets had otherwise; a switch that they did not have is here as they played it.
EARLIER: dict[str, dict[str, Any]] = {
    "age-of-destruction@1": {
        "abrupt_edge_bars_special_attacks": True,
        "battery_fires_at_maximum_range": False,
        "dice_answer_long_range_fire": False,
        "height_advantage_in_special_attacks": False,
        "passed_salvage_unloads": True,
        "salvage_scores_once_a_side": False,
        "terrain_clear_of_own_zone": True,
        "undeclared_weapon_loses_the_order": False,
    },
}

#: The values a switch may take beside its default, where they are words.
CHOICES: dict[str, tuple[str, ...]] = {
    "capture_formation_members": ("foot_infantry_only", "all_who_fight"),
    "deactivation_lasts_until": ("owner_turn_start", "turn_end"),
    "hindering_stop": ("first_wholly_inside", "first_crossing"),
    "own_hindering_exempt_depth": ("whole_element", "edge"),
    "shutdown_suspends": ("optional_only", "all"),
    "mech_vs_small_blocked_by": ("mech_bases", "all_bases"),
    "run_and_assault_act_on": ("modified_value", "unmodified_value"),
    "tracked_shallow": ("clear", "hindering"),
    "self_elimination_scores": ("by_number_of_sides", "never"),
    "time_limit_finish": ("order", "turn", "round"),
}


def is_value(switch: str, value: Any) -> bool:
    """Whether a value may be given to a switch."""
    if switch in CHOICES:
        return value in CHOICES[switch]
    default = RULINGS[switch]
    if isinstance(default, bool):
        return isinstance(value, bool)
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9


def usual(ruleset: str) -> dict[str, Any]:
    """The defaults of a ruleset; of today's and of those nobody knows, the ones here."""
    earlier = EARLIER.get(ruleset, {}) if ruleset != RULESET else {}
    return {name: earlier.get(name, now) for name, now in RULINGS.items()}


def unusual(chosen: Mapping[str, Any], ruleset: str = RULESET) -> dict[str, Any]:
    """The switches among those chosen that are set otherwise than a ruleset has them."""
    defaults = usual(ruleset)
    return {
        name: value
        for name, value in chosen.items()
        if name in defaults and value != defaults[name]
    }


def as_of(ruleset: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The switches chosen in a game of a ruleset, with those that it has otherwise than today's."""
    return unusual(usual(ruleset), RULESET) | dict(chosen)


def complete(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The switches in force: those chosen, the defaults for the others."""
    return RULINGS | {name: value for name, value in chosen.items() if name in RULINGS}
