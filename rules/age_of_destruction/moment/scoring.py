"""Victory points: who has how many, figure by figure (rules AOD-VICT).

Conditions 1 and 3 are put on record as they come about, condition 2 when the game ends; what a card
adds says itself when it scores. Nothing here changes a state, so the score can be read at any
moment.
"""

from rules.age_of_destruction.moment.abilities import abilities_of
from rules.age_of_destruction.moment.ability import GroupText
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.geometry import EPSILON, Box, Polygon, box_around, in_box, inside
from rules.core.kept import of_a_moment
from rules.core.tally import Part, Tally

#: The three conditions of every game (AOD-VICT-001).
ELIMINATION, BATTLEFIELD, ZONE = CONDITIONS = ("elimination", "battlefield", "zone")
#: A captive counts so many times its worth (AOD-VICT-011, AOD-VICT-013).
CAPTIVE_FACTOR = 2

Points = dict[str, Tally]


def conditions(setup: Setup) -> tuple[str, ...]:
    """The victory conditions of a game, in the order of their points: the three, then the cards
    that add one, each once whoever plays it (AOD-VICT-002)."""
    return (*CONDITIONS, *added(setup))


def added(setup: Setup) -> dict[str, GroupText]:
    """The victory conditions that cards of the battle groups add, by card."""
    known = abilities_of(setup).group_texts
    cards = (played.card.id for player in setup.players for played in player.cards)
    texts = {card: known[card] for card in cards if card in known}
    return {card: text for card, text in texts.items() if text.victory}


def who_scores(piece: Piece, by: str) -> str:
    """The player who scores an eliminated unit, "" for nobody (AOD-VICT-006).

    An opponent whose unit or effect did it; else, where there are two sides, the other side.
    """
    setup = piece.field.setup
    if by and setup.team(by) != piece.team:
        return by
    if len(setup.teams) != 2 or piece.field.ruling("self_elimination_scores") == "never":
        return ""
    return next(p for p in setup.after(piece.owner) if setup.team(p) != piece.team)


def recorded(setup: Setup, state: State) -> dict[str, Points]:
    """The points on record, by player and condition."""
    return {
        player.id: {
            condition: Tally(
                tuple(
                    Part(entry.why, entry.points, entry.unit)
                    for entry in state.scored
                    if (entry.player, entry.condition) == (player.id, condition)
                )
            )
            for condition in conditions(setup)
        }
        for player in setup.players
    }


def standings(field: Field) -> dict[str, Points]:
    """What every player has if the game ends now, by condition; each part names its unit."""
    standing = recorded(field.setup, field.state)
    if field.state.stage != "over":
        for player, points in standing.items():
            points[BATTLEFIELD] = Tally(battlefield(field, player))
            for card, text in added(field.setup).items():
                points[card] = Tally((*points[card].parts, *prisoners(field, player, text)))
    return standing


def battlefield(field: Field, player: str) -> tuple[Part, ...]:
    """What a player gets for the second condition; nothing without a functional unit of his own
    (AOD-VICT-009 to AOD-VICT-016)."""
    parts = [
        Part("survivor", piece.figure.value, piece.id)
        for piece in field.on_table
        if piece.owner == player and piece.is_functional
    ]
    if not parts:
        return ()
    team, collects = field.setup.team(player), _collects_salvage(field, player)
    for piece in field.on_table:
        if piece.team == team:
            continue
        if piece.is_captive:
            if _is_prize(field, piece, player):
                parts.append(Part("captive", CAPTIVE_FACTOR * piece.figure.value, piece.id))
        elif piece.is_salvage and not in_zone_of(piece, piece.owner) and collects:
            parts.append(Part("salvage", piece.figure.value, piece.id))
    return tuple(parts)


def _collects_salvage(field: Field, player: str) -> bool:
    """Whether opposing salvage counts for a player: once for a side, for the first of team-mates
    who has a functional unit, unless the ruling `salvage_scores_once_a_side` is off."""
    mates = field.setup.members(field.setup.team(player))
    able = {piece.owner for piece in field.on_table if piece.is_functional}
    first = next((mate for mate in mates if mate in able), "")
    return first == player or not field.ruling("salvage_scores_once_a_side")


def _is_prize(field: Field, captive: Piece, player: str) -> bool:
    """Whether a captive counts for a player: a 'Mech anywhere, others in his own zone."""
    holder = captive.now.captive_of
    if holder is None or field.piece(holder).owner != player:
        return False
    return captive.is_mech or in_zone_of(captive, player)


def in_zone_of(piece: Piece, player: str) -> bool:
    """Whether a unit's dot lies in a player's deployment zone."""
    home = zone_of(piece.field.setup, player)
    return home is not None and inside(piece.at, home)


def occupiers(field: Field, player: str) -> list[Piece]:
    """A player's units that stand in an opponent's deployment zone (AOD-VICT-017)."""
    zones, bases = _zones_of_opponents(field.setup, player), field.bases.by_unit
    return [
        field.piece(name)
        for name in field.roster.led_by(player)
        if name in bases
        and any(in_box(bases[name].at, box) and inside(bases[name].at, zone) for box, zone in zones)
    ]


@of_a_moment
def _zones_of_opponents(setup: Setup, player: str) -> list[tuple[Box, Polygon]]:
    """The deployment zones of a player's opponents, with the boxes around them."""
    opponents = [p.id for p in setup.players if p.team != setup.team(player)]
    zones = [zone for zone in (zone_of(setup, opponent) for opponent in opponents) if zone]
    return [(box_around(zone, EPSILON), zone) for zone in zones]


def holding(field: Field, player: str, card: str, text: GroupText) -> list[Piece]:
    """A player's functional units that score for a card's condition as his turn begins.

    Those who play the card score by its own terms, their opponents by those it has for them; where
    both sides play it, everybody is an opponent of somebody who does.
    """
    setup = field.setup
    teams = {p.team for p in setup.players for played in p.cards if played.card.id == card}
    opposing = bool(teams - {setup.team(player)})
    if not opposing and card not in (played.card.id for played in setup.player(player).cards):
        return []
    return [
        piece
        for piece in field.of(player)
        if piece.is_functional and text.scores_each_turn(piece, opposing=opposing)
    ]


def prisoners(field: Field, player: str, text: GroupText) -> list[Part]:
    """What a player gets for a card's condition as the game ends, aboard or not."""
    pieces = [field.piece(unit_id) for unit_id in field.state.units]
    return [
        Part(text.victory, 1, piece.id)
        for piece in pieces
        if piece.now.captive_of
        and field.piece(piece.now.captive_of).owner == player
        and text.scores_at_the_end(piece)
    ]
