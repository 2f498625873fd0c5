"""Before the first turn: terrain on the table, units in their zones (rules AOD-SETUP)."""
