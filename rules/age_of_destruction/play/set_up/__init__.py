"""Before the first turn: terrain on the table, units in their zones (rules AOD-SETUP).

The set-up is a stage of the game: its orders are explained, decided and saved like all others.
"""
