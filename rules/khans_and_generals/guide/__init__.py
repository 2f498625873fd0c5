"""For whoever gives orders with his hands: how far a unit comes, the way to a place, what may be
done there and what it promises.

Nothing here is a rule: every answer is what `explain` and the engine's own movement say.
"""

from rules.khans_and_generals.guide.hands import BattleHands

__all__ = ["BattleHands"]
