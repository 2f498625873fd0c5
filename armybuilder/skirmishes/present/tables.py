"""A game at one moment as the people at its table see it."""

from dataclasses import dataclass
from functools import cached_property

import msgspec

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import Game, game_of
from collection.common.language import language
from rules import Hands, LegalOrder, Picture, Piece, Tabletop


@dataclass(frozen=True)
class Table:
    """A game on its table; `viewers` are the seats whose secrets are shown."""

    skirmish: Skirmish
    game: Game
    rules: Tabletop
    viewers: frozenset[str]

    @cached_property
    def whole(self) -> Picture:
        """The position with everything that is secret."""
        return self.rules.picture(language())

    @cached_property
    def picture(self) -> Picture:
        """The position as it is seen."""
        seen = tuple(piece for piece in self.whole.pieces if self._sees(piece))
        return msgspec.structs.replace(self.whole, pieces=seen)

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """Every piece that is seen, by its id."""
        return {piece.id: piece for piece in self.picture.pieces}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The pieces that are not seen."""
        return frozenset(piece.id for piece in self.whole.pieces) - self.pieces.keys()

    @property
    def hands(self) -> Hands | None:
        """What hands on this table ask, None where a game does not answer them."""
        return self.game.match.hands

    @property
    def asks(self) -> bool:
        """Whether whoever looks may give an order."""
        return bool(self.game.actor) and (self.game.acts or self.game.may_answer)

    @cached_property
    def offers(self) -> list[LegalOrder]:
        """All that whoever looks may order where they must act."""
        if not self.game.acts:
            return []
        return list(self.rules.offers(self.game.actor, language()))

    @cached_property
    def acting(self) -> frozenset[str]:
        """The pieces to which an order may be given now, out of turn included."""
        own = [piece for piece in self.picture.pieces if piece.side in self.game.mine]
        answering = frozenset(piece.id for piece in own if piece.answers)
        return answering | frozenset(offer.piece for offer in self.offers)

    def _sees(self, piece: Piece) -> bool:
        sides = self.game.match.sides
        return not piece.secret or sides[piece.side] in {sides[seat] for seat in self.viewers}


def table_of(skirmish: Skirmish) -> Table | None:
    """A skirmish as it is now, None where it is only shown by pages of its own."""
    return table_at(skirmish, game_of(skirmish))


def table_at(skirmish: Skirmish, game: Game) -> Table | None:
    """A skirmish at some moment, None as above. Whoever looks does not see what sides hide that
    are not theirs; once it is over, and where only bots play, everything is seen."""
    rules = game.match.table
    if rules is None:
        return None
    open_to_all = skirmish.over or not game.people
    return Table(skirmish, game, rules, frozenset(game.seats if open_to_all else game.mine))
