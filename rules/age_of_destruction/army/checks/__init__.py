"""The checks of a battle group, one module a chapter; importing them registers them in order."""

# The order of import is the order in which a verdict lists its checks.
# ruff: noqa: I001
from rules.age_of_destruction.army.checks import total as total
from rules.age_of_destruction.army.checks import stated_costs as stated_costs
from rules.age_of_destruction.army.checks import figures as figures
from rules.age_of_destruction.army.checks import cards as cards
from rules.age_of_destruction.army.checks import gear as gear
from rules.age_of_destruction.army.checks import pilots as pilots
from rules.age_of_destruction.army.checks import recruitment as recruitment
from rules.age_of_destruction.army.checks import loads as loads
from rules.age_of_destruction.army.checks import event as event
from rules.age_of_destruction.army.checks import notices as notices
